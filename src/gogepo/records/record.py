"""A record: what reports need of an experiment, small and in plain text, without weights.

    NAME/
      record.json       format, note, provenance; a directory with this file is a record
      config.json       the resolved settings, as in the run
      evaluations.csv   one row per evaluation of each seed
      commanded.json    commanded and achieved returns, if they were measured (gogepo calibrate)
      map.json          the map of policies, if it was made (gogepo map)

A record may be older than this version. Settings that are unknown now are shown as they are; settings that were
unknown then count as what was done then (`versions.FORMERLY`), or else as the default.
"""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np

from gogepo.config import ALGORITHMS, AlgorithmName
from gogepo.files import Folder, one_line
from gogepo.inputs import InputError
from gogepo.presets import with_preset
from gogepo.records.calibration import Calibration, calibrations_text, read_calibrations
from gogepo.records.json_files import as_object, read_as, read_object, read_text, rounded
from gogepo.versions import FORMERLY, as_today

FORMAT = 1
FILES = ("config.json", "evaluations.csv", "commanded.json", "map.json", "record.json")
COLUMNS = ("seed", "env_steps", "episode", "command", "env_return", "deviation")


class EvaluationHistory(NamedTuple):
    """The evaluations of one seed in order. Returns are `env_return`, survival bonus included."""

    env_steps: np.ndarray
    episodes: np.ndarray
    commands: np.ndarray
    """NaN for a method that obeys none."""
    env_returns: np.ndarray
    """Mean of an evaluation's episodes; NaN where all were dropped."""
    deviations: np.ndarray
    """Over an evaluation's episodes; NaN where it was not kept."""

    @staticmethod
    def of(rows: Sequence[Sequence[float]]) -> EvaluationHistory:
        """From rows of steps, episode, command, return and deviation."""
        columns = np.array(rows, float).reshape(-1, len(COLUMNS) - 1).T
        return EvaluationHistory(columns[0].astype(np.int64), columns[1].astype(np.int64), *columns[2:])

    def where(self, chosen: np.ndarray) -> EvaluationHistory:
        """The evaluations for which a mask is true."""
        return EvaluationHistory(*(column[chosen] for column in self))


class MapPoint(NamedTuple):
    """A policy written for a command, where it lies in the map, and what it achieved."""

    command: float
    x: float
    y: float
    training_return: float


class MapStage(NamedTuple):
    """The generator at one time of training."""

    env_steps: int
    episodes: int
    points: list[MapPoint]


class PolicyMap(NamedTuple):
    """Policies placed by the first two principal components of their fingerprints."""

    seed: int
    env_steps: int
    explained: tuple[float, float]
    """Shares of the variance."""
    policies: int
    """How many the archive held; the components were computed from all of them."""
    archive: list[tuple[float, float, float]]
    """x, y and training return of archived policies, evenly thinned."""
    stages: list[MapStage]


@dataclass(frozen=True)
class Record:
    """An experiment: one configuration and its seeds."""

    name: str
    config: dict[str, Any]
    """As in config.json, and not a `RunConfig`: another version may have written it."""
    evaluations: dict[int, EvaluationHistory]
    calibrations: list[Calibration] = field(default_factory=list)
    policy_map: PolicyMap | None = None
    provenance: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    superseded: str = ""
    """Why the record is kept but no longer drawn; empty if it is drawn."""

    @property
    def env(self) -> str:
        return str(self.config["env"]).split(":", 1)[-1]

    @property
    def task(self) -> str:
        """The environment without its version."""
        return self.env.split("-v")[0]

    @property
    def method(self) -> AlgorithmName:
        return self.config["algorithm"]["name"]

    @property
    def preset(self) -> str | None:
        """The preset that the settings start from; None for a method that has none."""
        return self.config["algorithm"].get("preset", default_preset(self.method))

    @property
    def budget(self) -> int:
        return self.config["env_steps"]

    @property
    def interval(self) -> int:
        """Steps between evaluations."""
        return self.config["evaluate_every"]

    def reached(self) -> dict[int, int]:
        """By seed: steps at its last evaluation."""
        return {
            seed: int(each.env_steps[-1]) if len(each.env_steps) else 0
            for seed, each in self.evaluations.items()
        }

    def variant(self) -> dict[str, Any]:
        """Settings of the method that are not those of its preset for the environment."""
        chosen = {} if self.preset is None else {"preset": self.preset}
        usual = with_preset(ALGORITHMS[self.method](**chosen), self.env)
        return {
            name: value
            for name, value in self.config["algorithm"].items()
            if hasattr(usual, name) and _plain(getattr(usual, name)) != _plain(value)
        }


def default_preset(method: AlgorithmName) -> str | None:
    return getattr(ALGORITHMS[method](), "preset", None)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def is_record(path: Path) -> bool:
    return (path / "record.json").is_file()


def read_record(path: Path) -> Record:
    """A record from its directory; whatever is wrong with it is one line."""
    about = read_object(path / "record.json")
    if about.get("format") != FORMAT:
        raise InputError(
            f"{path / 'record.json'} has format {one_line(about.get('format'))}, not {FORMAT}: another version wrote it"
        )
    calibrations, policy_map = path / "commanded.json", path / "map.json"
    superseded = str(about.get("superseded", ""))
    config = check_record_config(read_object(path / "config.json"), path / "config.json")
    return Record(
        name=path.name,
        config=_as_today(config, superseded, path / "config.json"),
        evaluations=parse_evaluations(read_text(path / "evaluations.csv"), path / "evaluations.csv"),
        calibrations=read_calibrations(calibrations) if calibrations.exists() else [],
        policy_map=read_map(policy_map) if policy_map.exists() else None,
        provenance=as_object(about.get("provenance", {}), path / "record.json"),
        note=str(about.get("note", "")),
        superseded=superseded,
    )


def check_record_config(config: dict[str, Any], path: Path) -> dict[str, Any]:
    """Settings with everything that a report counts on."""
    algorithm = config.get("algorithm")
    if not isinstance(config.get("env"), str) or not isinstance(algorithm, dict):
        raise InputError(f"{path} names no environment or no algorithm")
    name = algorithm.get("name")
    if not isinstance(name, str) or name not in ALGORITHMS:
        raise InputError(f"{path} has the algorithm {one_line(name)}, which is not known")
    if "preset" in algorithm:
        presets = get_args(get_type_hints(ALGORITHMS[name]).get("preset"))
        if algorithm["preset"] not in presets:
            raise InputError(f"{path} has the preset {one_line(algorithm['preset'])}, which is not known")
    for setting in ("env_steps", "evaluate_every"):
        value = config.get(setting)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(f"{path} has {setting} = {one_line(value)}, not a number of steps")
    return config


def _as_today(config: dict[str, Any], superseded: str, path: Path) -> dict[str, Any]:
    """The method's settings in the names of today; of a superseded record, those that were removed as well."""
    settings, method = config["algorithm"], config["algorithm"]["name"]
    if superseded:
        return {**config, "algorithm": {**FORMERLY.get(method, {}), **settings}}
    try:
        return {**config, "algorithm": as_today(method, settings)}
    except InputError as error:
        raise InputError(f'{path}: {error}, or give the reason as "superseded" in record.json') from None


def evaluations_text(evaluations: dict[int, EvaluationHistory]) -> str:
    """Evaluations as rows of a table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for seed, each in evaluations.items():
        for env_steps, episode, *numbers in zip(*each, strict=True):
            writer.writerow([seed, int(env_steps), int(episode), *(_short(number) for number in numbers)])
    return out.getvalue()


def _short(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".") if math.isfinite(number) else ""


def parse_evaluations(text: str, path: Path) -> dict[int, EvaluationHistory]:
    """The inverse of `evaluations_text`; a table without rows was cut short, and is refused."""
    rows: dict[int, list[list[float]]] = {}
    table = _csv(text, path)
    _, header = next(table, (0, []))
    if tuple(header) != COLUMNS:
        raise InputError(f"{path} must have the columns {', '.join(COLUMNS)}")
    for line, row in table:
        try:
            seed, *counts = (int(cell) for cell in row[:3])
            numbers = [float(cell) if cell else math.nan for cell in row[3:]]
            sound = len(row) == len(COLUMNS) and not any(math.isinf(number) for number in numbers)
            sound = sound and all(0 <= count < 2**63 for count in (seed, *counts))
            before = rows.setdefault(seed, [])
            if not sound or (before and counts[0] < before[-1][0]):
                raise ValueError
        except ValueError:
            raise InputError(f"{path}, line {line}: {one_line(','.join(row))} is not an evaluation") from None
        before.append([*counts, *numbers])
    if not rows:
        raise InputError(f"{path} holds no evaluation")
    return {seed: EvaluationHistory.of(found) for seed, found in rows.items()}


def _csv(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Rows, each with the number of its line."""
    reader = csv.reader(io.StringIO(text))
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {one_line(error)}") from None


def map_text(policy_map: PolicyMap) -> str:
    """The content of map.json."""
    return json.dumps(rounded(policy_map)) + "\n"


def read_map(path: Path) -> PolicyMap:
    """The inverse of `map_text`."""
    found: PolicyMap = read_as(PolicyMap, path, "a map of policies")
    if not found.archive or not found.stages or not all(stage.points for stage in found.stages):
        raise InputError(f"{path} does not hold a map of policies: it is empty")
    places = [place for each in found.archive for place in each] + list(found.explained)
    places += [place for stage in found.stages for point in stage.points for place in point[:3]]
    if not np.isfinite(places).all():
        raise InputError(f"{path} does not hold a map of policies: a place on it is not a number")
    return found


def write_record(record: Record, path: Path) -> None:
    """Write a record into a directory of its own; an older one there stays until the new one is whole."""
    place = path.resolve()  # a link to a record stays one
    fresh, former = (place.with_name(f".{place.name}.{word}") for word in ("new", "old"))
    try:
        for each in (path, fresh, former):
            _refuse_other_than_record(each)
        _remove(fresh)  # of a write that was killed
        fresh.mkdir(parents=True)
        with Folder(fresh) as folder:
            for name, text in _files(record).items():
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


def _files(record: Record) -> dict[str, str]:
    """The files of a record by name; `record.json` is the last to be written."""
    about: dict[str, Any] = {"format": FORMAT, "note": record.note}
    if record.superseded:
        about["superseded"] = record.superseded
    files = {
        "config.json": json.dumps(record.config, indent=2) + "\n",
        "evaluations.csv": evaluations_text(record.evaluations),
    }
    if record.calibrations:
        files["commanded.json"] = calibrations_text(record.calibrations)
    if record.policy_map is not None:
        files["map.json"] = map_text(record.policy_map)
    about["provenance"] = record.provenance
    return {**files, "record.json": json.dumps(about, indent=2) + "\n"}


def _refuse_other_than_record(path: Path) -> None:
    if path.exists() and any(
        each.name.removesuffix(".tmp").lstrip(".") not in FILES for each in path.iterdir()
    ):
        raise InputError(f"{path} exists and is not a record; choose another --name or --out")


def _remove(path: Path) -> None:
    if path.exists():
        shutil.rmtree(path)
