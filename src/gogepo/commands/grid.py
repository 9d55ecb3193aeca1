"""Trains the runs of a plan one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from gogepo import cli
from gogepo.application import Manner, resume, train_new
from gogepo.commands.output import err
from gogepo.commands.train import manner_of
from gogepo.config import RunConfig
from gogepo.inputs import InputError
from gogepo.runs.plan import is_finished


def train_all(
    runs: Sequence[tuple[Path, RunConfig]],
    command: cli.Sweep | cli.Reproduce,
    remark: Callable[[int], str] = lambda number: "",
) -> int:
    """Bring every run to its end: done, interrupted, or failed where one stopped before its end."""
    ending, manner = cli.DONE, manner_of(command)
    for number, (run, config) in enumerate(runs):
        err.print(f"[{number + 1} of {len(runs)}] {run.name}{remark(number)}", markup=False)
        try:
            outcome = bring_to_end(config, run, manner)
        except InputError as error:
            err.print(str(error), markup=False)
            outcome = cli.FAILED
        if outcome == cli.INTERRUPTED:
            err.print("Interrupted and saved. The same command continues from here.")
            return outcome
        if outcome != cli.DONE:
            ending = cli.FAILED
            err.print(f"{run.name} stopped before its end; the others go on", markup=False)
    return ending


def bring_to_end(config: RunConfig, run: Path, manner: Manner) -> int:
    """Train a configuration, or continue it, or leave it if it has reached its budget."""
    if is_finished(run):
        return cli.DONE
    if (run / "config.json").exists():
        return cli.exit_code(resume(run, manner).summary["outcome"])
    shutil.rmtree(run, ignore_errors=True)  # what a kill left before there was anything to keep
    return cli.exit_code(train_new(config, run, manner).summary["outcome"])
