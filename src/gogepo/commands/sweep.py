"""sweep: a grid of settings, a population of seeds for each, and a table of the best."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from rich.table import Table

from gogepo import cli
from gogepo.application import train_all
from gogepo.commands.output import finite, out, print_json
from gogepo.commands.train import manner_of
from gogepo.config import RunConfig, check_config
from gogepo.inputs import InputError
from gogepo.presets import with_preset
from gogepo.runs.plan import keep_plan
from gogepo.runs.sweep import SweepResult, best_first, configured, expand, label, result_in
from gogepo.training.engine import plays_elsewhere
from gogepo.training.experiment import build


def sweep_command(command: cli.Sweep) -> int:
    manner = manner_of(command)
    manner.check()
    if command.top < 0:
        raise InputError(f"--top must be 0 or more, not {command.top}")
    config, env = command.config, command.config.env
    grid = {label(settings): settings for settings in expand(command.algorithm, command.grid)}
    configs = {name: configured(config, settings) for name, settings in grid.items()}
    for each in configs.values():
        check_config(each)
        resolved = with_preset(each.algorithm, env.split(":", 1)[-1])
        check_config(dataclasses.replace(each, algorithm=resolved))
    short = env.replace(":", "-").replace("/", "-")
    # The path is absolute before an environment changes the working directory.
    folder = Path(command.out or f"runs/sweep-{short}-{command.algorithm}").absolute()
    # Whatever is wrong with the environment is said before anything is written.
    build(next(iter(configs.values())), try_env=not plays_elsewhere(command.engine, config.seeds))
    plan = {"config": dataclasses.asdict(config), "configurations": list(grid)}
    keep_plan(folder, "sweep", json.dumps(plan, indent=1) + "\n")
    outcome = train_all([(folder / name, each) for name, each in configs.items()], manner)
    results = best_first([result_in(settings, folder / name) for name, settings in grid.items()])
    _show(results, config, command.top)
    shown = [
        {
            **dataclasses.asdict(result),
            "mean": finite(result.mean),
            "deviation": finite(result.deviation),
        }
        for result in results
    ]
    summary = {"sweep": str(folder), "env": env, "algorithm": command.algorithm}
    print_json(command.json, {**summary, "configurations": len(grid), "results": shown})
    return cli.exit_code(outcome)


def _show(results: list[SweepResult], config: RunConfig, top: int) -> None:
    title = f"{config.env}: env return, mean of each seed's last evaluations"
    table = Table(title=title, title_justify="left")
    for heading in ("", *results[0].settings, "mean", "+-", "seeds", "steps"):
        table.add_column(heading, justify="right")
    for rank, result in enumerate(results[:top], 1):
        known = bool(result.returns)
        table.add_row(
            str(rank),
            *(str(value) for value in result.settings.values()),
            f"{result.mean:.1f}" if known else "-",
            f"{result.deviation:.1f}" if known else "-",
            str(len(result.returns)),
            f"{result.env_steps:,}",
        )
    out.print(table)
    if len(results) > top:
        out.print(f"{len(results) - top} more; --top {len(results)} shows all.")
