"""What each command of the command line does. A command's module is imported when it runs."""

from __future__ import annotations

import importlib
from typing import Any

from gogepo import cli

_HOMES: dict[type, str] = {
    cli.Train: "train.train_command",
    cli.Resume: "resume.resume_command",
    cli.Evaluate: "evaluate.evaluate_command",
    cli.Calibrate: "calibrate.calibrate_command",
    cli.Map: "map.map_command",
    cli.Generate: "generate.generate_command",
    cli.Watch: "watch.watch_command",
    cli.Dial: "dial.dial_command",
    cli.Info: "info.info_command",
    cli.Verify: "verify.verify_command",
    cli.Replay: "replay.replay_command",
    cli.Sweep: "sweep.sweep_command",
    cli.RecordRuns: "record.record_command",
    cli.Report: "report.report_command",
    cli.Reproduce: "reproduce.reproduce_command",
    cli.Bench: "bench.bench_command",
}


def run(command: Any) -> int:
    """Run a parsed command and return its exit code."""
    module, function = _HOMES[type(command)].split(".")
    return getattr(importlib.import_module(f"gogepo.commands.{module}"), function)(command)
