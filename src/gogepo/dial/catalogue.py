"""Runs on disk as the dial shows them: nothing is written, and no lock is taken."""

from __future__ import annotations

import contextlib
import json
import math
import os
import threading
from dataclasses import dataclass
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
"""Bytes of a record file that are read at once; the rest follows the next time."""
MOST_CURVE_POINTS = 1500


@dataclass(frozen=True)
class Entry:
    """A run or a population, which the page asks for by its name."""

    name: str
    directory: RunDirectory
    config: RunConfig

    def member(self, seed: int) -> RunDirectory:
        """The run of one seed."""
        found = self.directory.members(self.config).get(seed)
        if found is None:
            raise InputError(f"{self.name} has no seed {seed}")
        return found

    def summary(self) -> dict[str, Any]:
        """What the list of runs shows."""
        config, directory = self.config, self.directory
        newest = newest_checkpoint(directory.members(config)[config.seed])
        return {
            "name": self.name,
            "env": config.env,
            "method": config.algorithm_name,
            "seeds": list(config.all_seeds),
            "budget": config.env_steps,
            "env_steps": newest["env_steps"],
            "best_return": newest["best_return"],
            "training": is_locked(directory.path / "lock"),
        }


def find_runs(path: Path) -> dict[str, Entry]:
    """The run at a path, or the runs below it. Links are not followed."""
    if not path.is_dir():
        raise InputError(f"{path} is not a run directory: it does not exist")
    if (path / "config.json").is_file():
        directory, name = RunDirectory.open(path), path.resolve().name
        return {name: Entry(name, directory, directory.read_config())}
    found: dict[str, Entry] = {}
    for folder, below, files in os.walk(path):
        name = os.path.relpath(folder, path)
        if "config.json" in files:
            below.clear()  # a population's seeds belong to it
            if name.isprintable():  # or it cannot be sent or shown
                with contextlib.suppress(InputError):  # another program's config.json
                    directory = RunDirectory.open(folder)
                    found[name] = Entry(name, directory, directory.read_config())
        depth = 0 if name == "." else name.count(os.sep) + 1
        below[:] = [] if depth >= DEEPEST else sorted(each for each in below if not each.startswith("."))
        if len(found) >= MOST_RUNS:
            break
    if not found:
        raise InputError(
            f"there is no run in {path}; train one with: gogepo train ENV --out {path / 'first'}"
        )
    return dict(sorted(found.items()))


def newest_checkpoint(run: RunDirectory) -> dict[str, Any]:
    """Name and counters of the newest checkpoint, from its manifest."""
    for path in CheckpointStore(run).newest_first():
        try:
            manifest = read_manifest(path)
        except BadFile:
            continue  # just pruned, or damaged, which loading it reports
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


class RecordTail:
    """The curve in a record file that grows: each call reads only what is new."""

    def __init__(self, path: Path):
        self._path, self._lock = path, threading.Lock()
        self._steps: list[int] = []
        self._returns: list[float] = []
        self._offset, self._last = 0, b""

    def follow(self) -> dict[str, Any]:
        """Returns over steps so far, thinned."""
        with self._lock:
            with contextlib.suppress(BadFile):
                self._read_on()
            every = max(1, -(-len(self._steps) // MOST_CURVE_POINTS))
            first = (len(self._steps) - 1) % every if self._steps else 0  # so that the newest is kept
            return {"env_steps": self._steps[first::every], "env_returns": self._returns[first::every]}

    def _read_on(self) -> None:
        with os.fdopen(open_regular(self._path, os.O_RDONLY), "rb") as file:
            file.seek(self._offset - len(self._last))
            if file.read(len(self._last)) != self._last:  # a resumed run cuts its records and goes on
                self._steps, self._returns, self._offset, self._last = [], [], 0, b""
            file.seek(self._offset)
            until = self._offset + MOST_READ
            while self._offset < until and (line := file.readline(LONGEST_LINE + 1)).endswith(b"\n"):
                self._offset, self._last = self._offset + len(line), line
                self._take(line)

    def _take(self, line: bytes) -> None:
        try:
            record = json.loads(line, parse_constant=no_constant)
            step, value = record["env_steps"], float(record["env_return"])
        except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
            return
        if isinstance(step, int) and math.isfinite(value):
            self._steps.append(step)
            self._returns.append(value)
