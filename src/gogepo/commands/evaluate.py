"""evaluate: play the policy for a command."""

from __future__ import annotations

import dataclasses
import math

from rich.table import Table

from gogepo import cli
from gogepo.commands.output import (
    err,
    finite,
    out,
    print_json,
)
from gogepo.inputs import parse_command
from gogepo.methods import Method


def evaluate_command(command: cli.Evaluate) -> int:
    target = None if command.command is None else parse_command(command.command)
    model = Method.load(command.run, device=command.device, seed=command.seed)
    result = model.evaluate(target, command.episodes)
    at = f" at command {result.command:.1f}" if math.isfinite(result.command) else ""
    table = Table(title=f"{model.config.env}{at}", title_justify="left")
    table.add_column("episode", justify="right")
    table.add_column("env return", justify="right")
    table.add_column("training return", justify="right")
    pairs = zip(result.env_returns, result.training_returns, strict=True)
    for episode, (env_return, training_return) in enumerate(pairs, 1):
        table.add_row(str(episode), f"{env_return:.2f}", f"{training_return:.2f}")
    table.add_section()
    table.add_row("mean", f"{result.env_return:.2f}", f"{result.training_return:.2f}")
    out.print(table)
    if result.faults:
        err.print(f"{result.faults} episodes were dropped because the environment misbehaved")
    summary = {
        **dataclasses.asdict(result),
        "command": finite(result.command),
        "env_return": finite(result.env_return),
        "training_return": finite(result.training_return),
    }
    print_json(command.json, summary)
    return cli.DONE
