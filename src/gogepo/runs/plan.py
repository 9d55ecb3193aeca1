"""A plan of runs in one directory: written down first, so that the same command continues after a kill."""

from __future__ import annotations

from pathlib import Path

from gogepo.files import BadFile, Folder, read_regular
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.runs.manifest import Manifest, newest_first, read_manifest

LARGEST_PLAN = 2**22


def refuse_other_plan(folder: Path, name: str, plan: str) -> None:
    """Refuse a directory that holds anything else than this plan."""
    path = folder / f"{name}.json"
    if path.exists():
        try:
            known = read_regular(path, LARGEST_PLAN).decode(errors="replace")
        except BadFile as bad:
            raise InputError(f"{path}: {bad}") from None
        if known != plan:
            raise InputError(f"{folder} holds another {name}; choose a new directory with --out")
        return
    half_written = f".{path.name}.*.tmp"  # of the very first write, if that was killed
    try:
        if folder.exists() and not all(each.match(half_written) for each in folder.iterdir()):
            raise InputError(f"{folder} exists and is not a {name}; choose a new directory with --out")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def keep_plan(folder: Path, name: str, plan: str) -> None:
    """Write down what is to be run; refuse to continue with anything else."""
    refuse_other_plan(folder, name, plan)
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


def is_finished(run: Path) -> bool:
    """Whether every seed was evaluated and saved at the end of its budget.

    A run that cannot be read is not finished: continuing it says why.
    """
    try:
        directory = RunDirectory.open(run)
        config = directory.read_config()
        return all(_ended(member, config.env_steps or 0) for member in directory.members(config).values())
    except InputError:
        return False


def _ended(run: RunDirectory, budget: int) -> bool:
    saved = newest_manifest(run)
    if saved is None or saved.env_steps < budget or saved.evaluation_due:
        return False
    evaluations = read_records(run.evaluations)  # they may have been damaged since
    return bool(evaluations) and (evaluations[-1]["env_steps"] or 0) >= budget


def newest_manifest(run: RunDirectory) -> Manifest | None:
    """The manifest of a seed's newest checkpoint; None where there is none or it is damaged."""
    try:
        return read_manifest(newest_first(run.checkpoints)[0])
    except (IndexError, BadFile):
        return None
