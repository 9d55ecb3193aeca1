"""sweep: a grid of settings, a population of seeds for each, and a table of the best."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

from rich.table import Table

from gogepo import cli
from gogepo.commands.grid import bring_to_end, remember, result_in
from gogepo.commands.output import err, finite, out, print_json
from gogepo.config import RunConfig, check_config, check_engine
from gogepo.inputs import InputError, check_bounds
from gogepo.presets import with_preset
from gogepo.runs.sweep import Result, best_first, configured, expand, label
from gogepo.training.engine import plays_elsewhere
from gogepo.training.experiment import build


def sweep_command(command: cli.Sweep) -> int:
    check_bounds(command.limits)
    check_engine(command.engine)
    if command.top < 0:
        raise InputError(f"--top must be 0 or more, not {command.top}")
    grid = expand(command.algorithm, command.grid)
    config = command.config
    for settings in grid:
        each = configured(config, settings)
        check_config(each)
        check_config(
            dataclasses.replace(each, algorithm=with_preset(each.algorithm, config.env.split(":", 1)[-1]))
        )
    default = f"runs/sweep-{config.env.replace(':', '-').replace('/', '-')}-{command.algorithm}"
    folder = Path(command.out or default).absolute()  # before an environment changes the working directory
    # Whatever is wrong with the environment is said before anything is written.
    build(configured(config, grid[0]), try_env=not plays_elsewhere(command.engine, config.seeds))
    names = [label(settings) for settings in grid]
    plan = json.dumps({"config": dataclasses.asdict(config), "configurations": names}, indent=1) + "\n"
    remember(folder, "sweep", plan)
    outcome, stopped = cli.DONE, False
    for number, settings in enumerate(grid, 1):
        name = label(settings)
        run = folder / name
        err.print(f"[{number} of {len(grid)}] {name}", markup=False)
        try:
            outcome = bring_to_end(
                configured(config, settings),
                run,
                command.engine,
                command.limits,
                command.tensorboard,
                command.inexact,
            )
        except InputError as error:
            err.print(str(error), markup=False)
            outcome = cli.FAILED
        if outcome == cli.INTERRUPTED:
            err.print("Interrupted and saved. The same command goes on from here.")
            break
        if outcome != cli.DONE:
            stopped = True
            err.print(f"{name} stopped before its end; the others go on", markup=False)
    results = best_first([result_in(settings, folder / label(settings)) for settings in grid])
    _show(results, config, command.top)
    print_json(
        command.json,
        {
            "sweep": str(folder),
            "env": config.env,
            "algorithm": command.algorithm,
            "configurations": len(grid),
            "results": [
                {
                    "settings": result.settings,
                    "mean": finite(result.mean),
                    "deviation": finite(result.deviation),
                    "returns": result.returns,
                    "env_steps": result.env_steps,
                }
                for result in results
            ],
        },
    )
    if outcome == cli.INTERRUPTED:
        return cli.INTERRUPTED
    return cli.FAILED if stopped else cli.DONE


def _show(results: list[Result], config: RunConfig, top: int) -> None:
    names = list(results[0].settings)
    title = f"{config.env}: env return, mean of each seed's last evaluations"
    table = Table(title=title, title_justify="left")
    for heading in ("", *names, "mean", "+-", "seeds", "steps"):
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
