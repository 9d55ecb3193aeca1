"""Runs on disk as the dial shows them. Everything is read only, and no lock is ever taken."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gogepo.config import RunConfig
from gogepo.files import BadFile, no_constant, open_regular
from gogepo.inputs import InputError
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import LONGEST_LINE, RunDirectory
from gogepo.runs.manifest import read_manifest

MOST_RUNS = 500
DEEPEST = 3
MOST_READ = 64 * 2**20
"""Of a record file at once; the rest follows with the next look."""
MOST_CURVE_POINTS = 1500


@dataclass(frozen=True)
class Entry:
    """A run, or a population of seeds, that the page may ask for by its name."""

    name: str
    directory: RunDirectory
    config: RunConfig

    def member(self, seed: int) -> RunDirectory:
        """The run of one seed; the seed must be one of its own."""
        found = self.directory.members(self.config).get(seed)
        if found is None:
            raise InputError(f"{self.name} has no seed {seed}")
        return found

    def summary(self) -> dict[str, Any]:
        """What the list of runs says of it."""
        config, first = self.config, next(iter(self.directory.members(self.config).values()))
        newest = newest_checkpoint(first)
        return {
            "name": self.name,
            "env": config.env,
            "method": config.algorithm_name,
            "seeds": list(config.all_seeds),
            "budget": config.env_steps,
            "env_steps": newest["env_steps"],
            "best_return": newest["best_return"],
            "training": is_locked(self.directory.path / "lock"),
        }


def find_runs(path: Path) -> dict[str, Entry]:
    """The run at a path, or the runs below it. Links are not followed."""
    if not path.is_dir():
        raise InputError(f"{path} is not a run directory: it does not exist")
    if (path / "config.json").is_file():
        directory = RunDirectory.open(path)
        return {path.resolve().name: Entry(path.resolve().name, directory, directory.read_config())}
    found: dict[str, Entry] = {}
    for folder, below, files in os.walk(path):
        depth = len(Path(folder).relative_to(path).parts)
        if "config.json" in files and depth > 0:
            below.clear()  # the seeds of a population are its own
            name = str(Path(folder).relative_to(path))
            if not name.isprintable():
                continue  # such a name cannot be sent, nor shown
            try:
                directory = RunDirectory.open(folder)
                found[name] = Entry(name, directory, directory.read_config())
            except InputError:
                continue  # somebody else's config.json
        below[:] = [] if depth >= DEEPEST else sorted(each for each in below if not each.startswith("."))
        if len(found) >= MOST_RUNS:
            break
    if not found:
        raise InputError(
            f"there is no run in {path}; train one with: gogepo train ENV --out {path / 'first'}"
        )
    return dict(sorted(found.items()))


def newest_checkpoint(run: RunDirectory) -> dict[str, Any]:
    """Name and counters of the newest checkpoint, which is not read further."""
    for path in CheckpointStore(run).newest_first():
        try:
            manifest = read_manifest(path)
        except BadFile:
            continue  # pruned a moment ago, or damaged: then loading it says so
        return {
            "checkpoint": path.name,
            "env_steps": manifest.env_steps,
            "episodes": manifest.episodes,
            "best_return": manifest.best_return,
        }
    return {"checkpoint": None, "env_steps": 0, "episodes": 0, "best_return": None}


def is_locked(path: Path) -> bool:
    """Whether some process holds this lock, found without touching it."""
    try:
        stat = path.stat()
        held = Path("/proc/locks").read_text()
    except OSError:
        return False
    wanted = f"{os.major(stat.st_dev):02x}:{os.minor(stat.st_dev):02x}:{stat.st_ino}"
    return any("FLOCK" in line and f" {wanted} " in line for line in held.splitlines())


@dataclass
class RecordTail:
    """A record file that grows: each look reads only what is new."""

    path: Path
    steps: list[int] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)
    _offset: int = 0
    _last: bytes = b""

    def look(self) -> None:
        try:
            with os.fdopen(open_regular(self.path, os.O_RDONLY), "rb") as file:
                file.seek(self._offset - len(self._last))
                if (
                    file.read(len(self._last)) != self._last
                ):  # a resumed run cuts its records, and may write others
                    self.steps, self.returns, self._offset, self._last = [], [], 0, b""
                file.seek(self._offset)
                until = self._offset + MOST_READ
                while self._offset < until and (line := file.readline(LONGEST_LINE + 1)):
                    if not line.endswith(b"\n"):
                        return  # being written, or not a record of ours
                    self._offset, self._last = self._offset + len(line), line
                    self._take(line)
        except BadFile:
            return

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line, parse_constant=no_constant)
            step, value = record["env_steps"], float(record["env_return"])
        except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
            return
        if isinstance(step, int) and math.isfinite(value):
            self.steps.append(step)
            self.returns.append(value)

    def as_json(self) -> dict[str, Any]:
        every = max(1, -(-len(self.steps) // MOST_CURVE_POINTS))
        first = (len(self.steps) - 1) % every if self.steps else 0  # so that the newest is among them
        return {"env_steps": self.steps[first::every], "env_returns": self.returns[first::every]}
