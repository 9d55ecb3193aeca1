"""The run directory: the one file that knows its layout.

RUN/
  config.json         the resolved settings
  metrics.jsonl       one line per episode
  evaluations.jsonl   one line per evaluation
  faults.jsonl        one line per dropped episode
  faults/             the policies of dropped episodes, to be replayed
  checkpoints/        checkpoint-<episode>/, archive/ and stages/ (checkpoint.py)
  tensorboard/        event files
  commanded.json      commanded and achieved returns, once they were measured (gogepo calibrate)
  map.json            the map of policies, once it was made (gogepo map)
  figures/            pictures of this run
  lock                held by the one process that writes

A population's directory holds its config.json, figures and lock, and for each seed a run of its own,
seed-<seed>/, which every command takes as well.

None of these is ever a link: a run with one in it is refused.
"""

from __future__ import annotations

import dataclasses
import fcntl
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

from gogepo.config import RunConfig, check_config
from gogepo.files import (
    BadFile,
    Folder,
    no_constant,
    one_line,
    open_regular,
    read_regular,
    without_repeats,
)
from gogepo.inputs import InputError
from gogepo.runs.holders import held_by

RECORDS = ("metrics.jsonl", "evaluations.jsonl", "faults.jsonl")
NAMES = (
    *("config.json", *RECORDS, "faults", "checkpoints", "checkpoints/archive", "checkpoints/stages"),
    *("tensorboard", "wandb", "commanded.json", "map.json", "figures", "lock"),
)
SMALLEST_FREE_SPACE = 64 * 2**20
LARGEST_CONFIG = 2**18
LONGEST_LINE = 2**20


class RunDirectory:
    """Paths of a run, and the right to write there."""

    def __init__(self, path: str | os.PathLike[str], population: RunDirectory | None = None):
        self.path = Path(path).absolute()  # an environment may change the working directory
        self.config_path, self.map = self.path / "config.json", self.path / "map.json"
        self.metrics, self.evaluations, self.faults = (self.path / name for name in RECORDS)
        self.checkpoints, self.figures = self.path / "checkpoints", self.path / "figures"
        self.fault_policies, self.commanded = self.path / "faults", self.path / "commanded.json"
        self._shown = str(path) if population is None else f"{population}/{self.path.name}"
        self._population = population
        self._folder: Folder | None = None
        self._lock: int | None = None
        self._members: dict[int, RunDirectory] = {}

    def __str__(self) -> str:
        """The path as it was given."""
        return self._shown

    @staticmethod
    def create(path: str | os.PathLike[str] | RunDirectory, config: RunConfig) -> RunDirectory:
        """A new run, locked for writing. Refuses a directory that holds anything."""
        run = path if isinstance(path, RunDirectory) else RunDirectory(path)
        try:
            run.path.mkdir(parents=True, exist_ok=True)
            occupied = any(run.path.iterdir())
        except OSError as error:
            raise InputError(f"cannot make a run in {run}: {error.strerror}") from None
        if occupied:
            raise InputError(
                f"{run} exists and is not empty; choose another --out, or continue it with: gogepo resume {run}"
            )
        run.lock()
        run.check_space()
        if config.seeds > 1:
            for seed, member in run.members(config).items():
                member.lock()
                member.write_config(dataclasses.replace(config, seed=seed, seeds=1))
        run.write_config(config)  # last: with it the directory is a run
        return run

    @staticmethod
    def open(path: str | os.PathLike[str]) -> RunDirectory:
        """An existing run, for reading."""
        return RunDirectory(path).checked()

    def checked(self) -> RunDirectory:
        """Itself, if it is a run in which no link stands where a file or directory of a run belongs."""
        if not self.path.is_dir():
            raise InputError(f"{self} is not a run directory: it does not exist")
        names = (*NAMES, *(path.name for path in self.path.glob("seed-*")))
        for name in names:
            if (self.path / name).is_symlink():
                raise InputError(
                    f"{self}/{name} is a link, and a run must have none there; replace it by what it leads to"
                )
        if not self.config_path.is_file():
            raise InputError(f"{self} is not a run directory: it has no config.json")
        return self

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.unlock()

    @property
    def folder(self) -> Folder:
        """The directory held open for writing, until `unlock`. Refused once it is no longer at its path."""
        if self._folder is None:
            population = self._population
            self._folder = population.folder.folder(self.path.name) if population else Folder(self.path)
        self._folder.check_place()
        return self._folder

    def lock(self) -> None:
        """Become the one writer, until `unlock` or the end of the process."""
        try:
            self._lock = self.folder.open_regular("lock", os.O_RDWR | os.O_CREAT)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.folder.sweep("config.json")
        except BlockingIOError:
            holder = held_by(self.path / "lock")
            raise InputError(
                f"another process is training in {self}{holder}; wait for it or stop it"
            ) from None
        except (OSError, BadFile) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise InputError(f"cannot write in {self}: {reason}") from None

    def unlock(self) -> None:
        for member in self._members.values():
            member.unlock()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def members(self, config: RunConfig) -> dict[int, RunDirectory]:
        """The run of each seed; for a single run that is itself."""
        if config.seeds == 1:
            return {config.seed: self}
        if not self._members:
            self._members = {
                seed: RunDirectory(self.path / f"seed-{seed}", self) for seed in config.all_seeds
            }
        return self._members

    def member(self, seed: int | None) -> RunDirectory:
        """The run of one seed. A population has many, so one must be chosen."""
        config = self.read_config()
        if seed is None and config.seeds > 1:
            last = config.seed + config.seeds - 1
            raise InputError(f"{self} holds the seeds {config.seed} to {last}; choose one with --seed")
        found = self.members(config).get(config.seed if seed is None else seed)
        if found is None:
            raise InputError(f"{self} has no seed {seed}")
        return found if found is self else found.checked()

    def check_space(self) -> None:
        free = shutil.disk_usage(self.path).free
        if free < SMALLEST_FREE_SPACE:
            raise InputError(
                f"only {free / 2**20:.0f} MB are free where {self} is; a run needs at least "
                f"{SMALLEST_FREE_SPACE / 2**20:.0f} MB. Free some space or choose another --out"
            )

    def read_config(self) -> RunConfig:
        try:
            content = read_regular(self.config_path, LARGEST_CONFIG)
            data = json.loads(content, object_pairs_hook=without_repeats, parse_constant=no_constant)
        except BadFile as bad:
            raise InputError(f"{self}: {bad}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"{self.config_path} is not valid JSON: {one_line(error)}") from None
        config = RunConfig.from_json(data)
        check_config(config)
        if self._population is not None:
            whole = self._population.read_config()
            seed = int(self.path.name.removeprefix("seed-"))
            if wrong := config.disagreement(dataclasses.replace(whole, seed=seed, seeds=1)):
                raise InputError(f"{self} does not belong to {self._population}: in its config.json {wrong}")
        return config

    def write_config(self, config: RunConfig) -> None:
        self.folder.write("config.json", json.dumps(config.as_json(), indent=2).encode() + b"\n")

    def write_figure(self, name: str, content: bytes) -> None:
        with self.folder.folder("figures") as figures:
            figures.write(name, content)

    def size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self.path.rglob("*") if path.is_file())


def read_records(path: Path) -> list[dict[str, Any]]:
    """The lines of a record file; a last line that a crash cut short is left out."""
    records: list[dict[str, Any]] = []
    if not path.exists():
        return records
    try:
        with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
            while line := file.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise BadFile("a line of it is too long")
                if line.endswith(b"\n"):
                    records.append(_record(json.loads(line, parse_constant=no_constant), path.name))
    except BadFile as bad:
        raise InputError(f"{path} cannot be read: {bad}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} holds a line that is not a record: {one_line(error)}") from None
    return records


def _record(data: Any, name: str) -> dict[str, Any]:
    """A line of a record file, with the numbers that readers count on."""
    if not isinstance(data, dict):
        raise ValueError("not an object")
    for key in _NUMBERS[name]:
        value = data.get(key, "nothing")
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise ValueError(f"{key} is {one_line(value)}")
    return data


_NUMBERS = {
    "metrics.jsonl": ("episode", "env_steps", "env_return", "training_return", "best_return"),
    "evaluations.jsonl": ("episode", "env_steps", "env_return", "training_return"),
    "faults.jsonl": ("attempt", "env_steps"),
}


def short_name(name: str, longest: int) -> str:
    """A name for a directory: where it is too long, its end is a digest of all of it."""
    if len(name) <= longest:
        return name
    return f"{name[:longest]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
