"""sweep: a grid of settings, a population of seeds for each, and a table of the best."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path
from typing import Any

from rich.table import Table

from gogepo import cli
from gogepo.commands.output import err, finite, out, print_json
from gogepo.commands.training import resume_quietly, train_quietly
from gogepo.config import InputError, RunConfig, check_config, check_engine, check_limits
from gogepo.presets import with_preset
from gogepo.tensors import BadFile, read_regular
from gogepo.training.engine import plays_elsewhere
from gogepo.training.experiment import build
from gogepo.training.rundir import RunDirectory, write_durably
from gogepo.training.sweep import Result, best_first, configured, expand, label, result_of

LARGEST_PLAN = 2**22


def sweep_command(command: cli.Sweep) -> int:
    check_limits(command.limits)
    check_engine(command.engine)
    grid = expand(command.algorithm, command.grid)
    config = command.config
    for settings in grid:
        each = configured(config, settings)
        check_config(each)
        check_config(
            dataclasses.replace(each, algorithm=with_preset(each.algorithm, config.env.split(":", 1)[-1]))
        )
    # Whatever is wrong with the environment is said before anything is written.
    build(configured(config, grid[0]), try_env=not plays_elsewhere(command.engine, config.seeds))
    folder = Path(
        command.out or f"runs/sweep-{config.env.replace(':', '-').replace('/', '-')}-{command.algorithm}"
    )
    _remember(folder, config, [label(settings) for settings in grid])
    outcome, stopped = cli.DONE, False
    for number, settings in enumerate(grid, 1):
        name = label(settings)
        run = folder / name
        err.print(f"[{number} of {len(grid)}] {name}", markup=False)
        outcome = _train(command, configured(config, settings), run)
        if outcome == cli.INTERRUPTED:
            err.print("Interrupted and saved. The same command goes on from here.")
            break
        if outcome != cli.DONE:
            stopped = True
            err.print(f"{name} stopped before its end; the others go on", markup=False)
    results = best_first([_result(settings, folder / label(settings)) for settings in grid])
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


def _train(command: cli.Sweep, config: RunConfig, run: Path) -> int:
    """Train a configuration, or go on with it, or leave it if it has reached its budget."""
    rest = {"engine": command.engine, "limits": command.limits, "tensorboard": command.tensorboard}
    if not (run / "config.json").exists():
        shutil.rmtree(run, ignore_errors=True)  # what a kill left before there was anything to keep
        return train_quietly(cli.Train(config, command.algorithm, out=str(run), **rest))
    directory = RunDirectory.open(run)
    known = directory.read_config()
    if _result({}, run).env_steps >= (known.env_steps or 0):
        return cli.DONE
    return resume_quietly(cli.Resume(str(run), inexact=command.inexact, **rest))


def _result(settings: dict[str, Any], run: Path) -> Result:
    if not (run / "config.json").exists():
        return Result(settings, [], 0)
    directory = RunDirectory.open(run)
    members = directory.members(directory.read_config()).values()
    return result_of(settings, [member.path for member in members])


def _remember(folder: Path, config: RunConfig, names: list[str]) -> None:
    """Write down what is swept; refuse to go on with something else."""
    plan = json.dumps({"config": dataclasses.asdict(config), "configurations": names}, indent=1) + "\n"
    path = folder / "sweep.json"
    if path.exists():
        try:
            known = read_regular(path, LARGEST_PLAN).decode(errors="replace")
        except BadFile as bad:
            raise InputError(f"{path}: {bad}") from None
        if known != plan:
            raise InputError(f"{folder} holds another sweep; choose a new directory with --out")
        return
    if folder.exists() and any(folder.iterdir()):
        raise InputError(f"{folder} exists and is not a sweep; choose a new directory with --out")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_durably(path, plan.encode())
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


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
