"""A grid of runs in one directory: written down first, each brought to its end, gone on with after a kill."""

from __future__ import annotations

import shutil
from pathlib import Path

from gogepo import cli
from gogepo.commands.training import resume_quietly, train_quietly
from gogepo.config import EngineConfig, Limits, RunConfig
from gogepo.files import BadFile, Folder, read_regular
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import Manifest, newest_first, read_manifest
from gogepo.runs.sweep import Result, Settings, result_of

LARGEST_PLAN = 2**22


def refuse_another(folder: Path, name: str, plan: str) -> None:
    """Refuse a directory that holds something else than what is to be run."""
    path = folder / f"{name}.json"
    if path.exists():
        try:
            known = read_regular(path, LARGEST_PLAN).decode(errors="replace")
        except BadFile as bad:
            raise InputError(f"{path}: {bad}") from None
        if known != plan:
            raise InputError(f"{folder} holds another {name}; choose a new directory with --out")
        return
    half_written = f".{path.name}.*.tmp"  # of the first of all writes, if that was killed
    try:
        if folder.exists() and not all(each.match(half_written) for each in folder.iterdir()):
            raise InputError(f"{folder} exists and is not a {name}; choose a new directory with --out")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def remember(folder: Path, name: str, plan: str) -> None:
    """Write down what is to be run; refuse to go on with something else."""
    refuse_another(folder, name, plan)
    path = folder / f"{name}.json"
    if path.exists():
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Folder(folder) as place:
            place.sweep(path.name)
            place.write(path.name, plan.encode())
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def bring_to_end(
    config: RunConfig,
    run: Path,
    engine: EngineConfig,
    limits: Limits,
    tensorboard: bool = False,
    inexact: bool = False,
) -> int:
    """Train a configuration, or go on with it, or leave it if it has reached its budget."""
    if not (run / "config.json").exists():
        shutil.rmtree(run, ignore_errors=True)  # what a kill left before there was anything to keep
        new = cli.Train(
            config, config.algorithm_name, out=str(run), engine=engine, limits=limits, tensorboard=tensorboard
        )
        return train_quietly(new)
    if is_finished(run):
        return cli.DONE
    old = cli.Resume(str(run), inexact=inexact, engine=engine, limits=limits, tensorboard=tensorboard)
    return resume_quietly(old)


def is_finished(run: Path) -> bool:
    """Whether every seed was evaluated and saved at the end of its budget.

    Evaluations are on the disk before the checkpoint is, so they alone do not tell. A run that cannot be read
    is not finished: going on with it says why.
    """
    try:
        directory = RunDirectory.open(run)
        config = directory.read_config()
    except InputError:
        return False
    budget = config.env_steps or 0
    saved = [newest_manifest(member) for member in directory.members(config).values()]
    return result_in({}, run).env_steps >= budget and all(
        each is not None and each.env_steps >= budget and not each.evaluation_due for each in saved
    )


def newest_manifest(run: RunDirectory) -> Manifest | None:
    """Of the checkpoint that a seed goes on from; None where there is none or it is damaged."""
    try:
        return read_manifest(newest_first(run.checkpoints)[0])
    except (IndexError, BadFile):
        return None


def result_in(settings: Settings, run: Path) -> Result:
    """How well a configuration did; empty before its first evaluation, and where it cannot be read."""
    try:
        directory = RunDirectory.open(run)
        members = directory.members(directory.read_config()).values()
        return result_of(settings, [member.path for member in members])
    except InputError:
        return Result(settings, [], 0)
