"""From run directories to records."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from gogepo.files import BadFile, one_line
from gogepo.inputs import InputError
from gogepo.records.calibration import read_calibrations
from gogepo.records.record import (
    EvaluationHistory,
    Record,
    check_record_config,
    default_preset,
    is_record,
    read_map,
    read_record,
)
from gogepo.runs.directory import RunDirectory, read_records, short_name
from gogepo.runs.manifest import newest_first, read_manifest

LONGEST_NAME = 80
LARGEST_RETURN = 1e150
"""Its square is still a number, so a deviation can be computed."""
DEEPEST = 4
"""How many levels of directories below a given one are searched for runs."""


def find_records(paths: Sequence[str]) -> list[Record]:
    """All records and runs at these paths; a path that holds none is refused."""
    if not paths:
        raise InputError("name one or more runs, records, or directories that hold some")
    found: list[Record] = []
    for path in map(Path, paths):
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
    """What a run or a population has achieved so far. It may still be training."""
    config = directory.read_config()
    members = [run for run in directory.members(config).values() if run.config_path.is_file()]
    evaluations = {run.read_config().seed: _rows(run.evaluations) for run in members}
    resolved = json.loads(json.dumps((members[0] if members else directory).read_config().as_json()))
    check_record_config(resolved, directory.config_path)
    maps = [read_map(run.map) for run in members if run.map.exists()]
    return Record(
        name=directory.path.name,
        config={**resolved, "seed": config.seed, "seeds": config.seeds},
        evaluations={seed: EvaluationHistory.of(rows) for seed, rows in evaluations.items() if rows},
        calibrations=[
            each for run in members if run.commanded.exists() for each in read_calibrations(run.commanded)
        ],
        policy_map=maps[0] if maps else None,
        provenance=_provenance(members),
    )


def _rows(path: Path) -> list[list[float]]:
    """A run's evaluations; a line that a record could not hold is refused."""
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


def record_name(record: Record) -> str:
    """The method, the environment, the preset if it is not the default, and what is not the preset's."""
    settings = record.variant()
    if record.preset != default_preset(record.method):
        settings = {"preset": record.preset, **settings}
    name = f"{record.method}-{record.env.lower().replace('/', '-')}"
    for setting, value in settings.items():
        shown = "x".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        name += f"-{setting.replace('_', '-')}-{shown.lower()}"
    name = re.sub(r"[^a-z0-9._-]", "-", name)  # a setting in a foreign file may be anything
    return short_name(name, LONGEST_NAME)
