"""record: from run directories to records, which everything is drawn from."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gogepo import cli
from gogepo.commands.output import out, print_json
from gogepo.files import BadFile, Folder, one_line
from gogepo.inputs import InputError
from gogepo.report.merging import differences, merged
from gogepo.report.record import (
    FILES,
    Evaluations,
    Record,
    check_record_config,
    evaluations_of,
    is_record,
    read_commanded,
    read_map,
    read_record,
    record_files,
)
from gogepo.runs.directory import RunDirectory, read_records, short_name
from gogepo.runs.manifest import newest_first, read_manifest

LONGEST_NAME = 80
LARGEST_RETURN = 1e150
"""Whose square is a number as well, so that there is a deviation."""
DEEPEST = 4
"""Directories below one that was given in which runs are looked for."""


def record_command(command: cli.Record) -> int:
    records = merged(find_records(command.runs))
    if command.name is not None and len(records) > 1:
        raise InputError(f"--name is for one configuration, and these are {len(records)}; leave it out")
    if command.name is not None and (
        Path(command.name).name != command.name or command.name[:1] in ("", ".")
    ):
        raise InputError(f"--name {command.name!r} is not the name of a directory")
    names = [command.name or record_name(record) for record in records]
    names = [  # those that differ in more than the method's settings
        f"{name}-{record.budget}-steps" if names.count(name) > 1 else name
        for name, record in zip(names, records, strict=True)
    ]
    _refuse_equal_names(names, records)
    folder = Path(command.out)
    if not command.replace:
        for name in names:
            _refuse_to_replace(folder / name)
    for name, record in zip(names, records, strict=True):
        note = "; ".join(text for text in (command.note, record.note) if text)
        write_record(dataclasses.replace(record, name=name, note=note), folder / name)
        steps = sorted(record.reached().values())
        out.print(
            f"{folder / name}: {len(steps)} seeds, {steps[0]:,} to {steps[-1]:,} of {record.budget:,} steps",
            markup=False,
        )
    print_json(command.json, {"records": [str(folder / name) for name in names]})
    return cli.DONE


def _refuse_equal_names(names: Sequence[str], records: Sequence[Record]) -> None:
    for name in names:
        one, *others = [record for each, record in zip(names, records, strict=True) if each == name]
        if others:
            apart = differences(one, others[0])
            how = f"differ in {', '.join(apart)}" if apart else "are of the same seeds and settings"
            raise InputError(
                f"some of these runs {how}, and would all be {name}; keep them one by one with --name"
            )


def _refuse_to_replace(path: Path) -> None:
    if path.exists():
        raise InputError(f"{path} exists; write over it with --replace, or choose another --name")


def write_record(record: Record, path: Path) -> None:
    """A record in a directory of its own, in place of an older one, which stays until the new one is whole."""
    files = record_files(record)
    place = path.resolve()  # a link to a record stays one
    fresh, former = (place.with_name(f".{place.name}.{word}") for word in ("new", "old"))
    try:
        for each in (path, fresh, former):
            _refuse_other_than_record(each)
        _remove(fresh)  # of a write that was killed
        fresh.mkdir(parents=True)
        with Folder(fresh) as folder:
            for name, text in files.items():
                folder.write_new(name, text.encode())
            folder.sync()
        if place.exists():
            _remove(former)
            place.rename(former)
        fresh.rename(place)
        with Folder(place.parent) as folder:
            folder.sync()
        _remove(former)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def _refuse_other_than_record(path: Path) -> None:
    if path.exists() and any(
        each.name.removesuffix(".tmp").lstrip(".") not in FILES for each in path.iterdir()
    ):
        raise InputError(f"{path} exists and is not a record; choose another --name or --out")


def _remove(path: Path) -> None:
    if path.exists():
        shutil.rmtree(path)


def record_name(record: Record) -> str:
    """The method, the environment, and what is not as by default."""
    name = f"{record.method}-{record.env.lower().replace('/', '-')}"
    for setting, value in record.variant().items():
        shown = "x".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        name += f"-{setting.replace('_', '-')}-{shown.lower()}"
    name = re.sub(r"[^a-z0-9._-]", "-", name)  # a setting of somebody else's file may be anything
    return short_name(name, LONGEST_NAME)


def find_records(paths: Sequence[str]) -> list[Record]:
    """All records and runs at these paths; one that holds none is refused."""
    if not paths:
        raise InputError("name one or more runs, records, or directories that hold some")
    found: list[Record] = []
    for text in paths:
        path = Path(text)
        if not path.is_dir():
            raise InputError(f"{path} is not a directory")
        here = list(_below(path, DEEPEST))
        if not here:
            raise InputError(f"{path} holds no run with an evaluation and no record")
        found += here
    return found


def _below(path: Path, depth: int) -> Iterator[Record]:
    if is_record(path):
        yield read_record(path)
    elif (path / "config.json").is_file():
        record = record_of(RunDirectory.open(path))
        if record.evaluations:
            yield record
    elif depth:
        for child in sorted(path.iterdir()):
            if child.is_dir() and not child.is_symlink() and not child.name.startswith("."):
                yield from _below(child, depth - 1)


def record_of(directory: RunDirectory) -> Record:
    """What a run or a population has come to. It may still be training."""
    config = directory.read_config()
    members = [run for run in directory.members(config).values() if run.config_path.is_file()]
    evaluations: dict[int, Evaluations] = {}
    for run in members:
        rows = _rows(run.evaluations)
        if rows:
            evaluations[run.read_config().seed] = evaluations_of(rows)
    resolved = json.loads(json.dumps((members[0] if members else directory).read_config().as_json()))
    check_record_config(resolved, directory.config_path)
    maps = [run.map for run in members if run.map.exists()]
    return Record(
        name=directory.path.name,
        config={**resolved, "seed": config.seed, "seeds": config.seeds},
        evaluations=evaluations,
        commanded=[
            each for run in members if run.commanded.exists() for each in read_commanded(run.commanded)
        ],
        policy_map=read_map(maps[0]) if maps else None,
        provenance=_provenance(members),
    )


def _rows(path: Path) -> list[list[float]]:
    """A run's evaluations; a line that could not be read back from a record is refused."""
    rows: list[list[float]] = []
    for line, record in enumerate(read_records(path), 1):
        returns = record.get("env_returns") or []
        counts: list[Any] = [record.get(name) for name in ("env_steps", "episode")]
        numbers = [record.get(name) for name in ("command", "env_return")]
        sound = isinstance(returns, list) and all(_is_number(value) for value in returns)
        sound = sound and all(value is None or _is_number(value) for value in numbers)
        sound = sound and all(type(value) is int and 0 <= value < 2**63 for value in counts)
        if not sound or (rows and counts[0] < rows[-1][0]):
            raise InputError(f"{path}, line {line}: {one_line(json.dumps(record))} is not an evaluation")
        deviation = float(np.std(returns)) if returns else math.nan
        rows.append([*counts, *(math.nan if value is None else value for value in numbers), deviation])
    return rows


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) < LARGEST_RETURN


def _provenance(members: Iterable[RunDirectory]) -> dict[str, Any]:
    """Versions and device, from the newest checkpoint that is whole."""
    for run in members:
        for path in newest_first(run.checkpoints):
            try:
                return read_manifest(path).provenance
            except BadFile:
                continue
    return {}
