"""A record: what is kept of an experiment to draw it from. Small, in plain text, without weights.

    NAME/
      record.json       format, note, provenance: the last makes a directory a record
      config.json       the resolved settings, as in the run
      evaluations.csv   one row per evaluation of each seed
      commanded.json    commanded and achieved returns, if they were measured (gogepo calibrate)
      map.json          the map of policies, if it was made (gogepo map)

A record may be older than the library: settings that the library does not know any more are shown as they are, and
settings that were unknown then count as what they were (`config.FORMERLY`), or else as the default.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gogepo.config import ALGORITHMS, AlgorithmName
from gogepo.files import BadFile, no_constant, one_line, read_regular, without_repeats
from gogepo.inputs import InputError
from gogepo.presets import with_preset
from gogepo.versions import FORMERLY

FORMAT = 1
FILES = ("config.json", "evaluations.csv", "commanded.json", "map.json", "record.json")
COLUMNS = ("seed", "env_steps", "episode", "command", "env_return", "deviation")
LARGEST = 64 * 2**20


class Evaluations(NamedTuple):
    """Of one seed, in order. Returns are `env_return`, survival bonus included."""

    env_steps: np.ndarray
    episodes: np.ndarray
    commands: np.ndarray
    """NaN for a method that obeys none."""
    env_returns: np.ndarray
    """Mean of an evaluation's episodes; NaN where all were dropped."""
    deviations: np.ndarray
    """Over an evaluation's episodes; NaN where it was not kept."""


class CommandedPoint(NamedTuple):
    """One command and what its policy achieved in each episode."""

    command: float
    training_returns: list[float]
    env_returns: list[float]


class Commanded(NamedTuple):
    """Commanded and achieved returns of one seed. Commands are training returns."""

    seed: int
    env_steps: int
    learned: tuple[float, float]
    """Lowest and highest training return in the archive."""
    points: list[CommandedPoint]


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
    """Policies in the plane of the two first principal components of their fingerprints."""

    seed: int
    env_steps: int
    explained: tuple[float, float]
    """Shares of the variance."""
    policies: int
    """In the archive, all of which the components were computed from."""
    archive: list[tuple[float, float, float]]
    """x, y and training return of archived policies, evenly thinned."""
    stages: list[MapStage]


@dataclass(frozen=True)
class Record:
    """An experiment: one configuration and its seeds."""

    name: str
    config: dict[str, Any]
    """As in config.json, not read into a `RunConfig`: another version may have written it."""
    evaluations: dict[int, Evaluations]
    commanded: list[Commanded] = field(default_factory=list)
    policy_map: PolicyMap | None = None
    provenance: dict[str, Any] = field(default_factory=dict)
    note: str = ""
    superseded: str = ""
    """Why it is kept but not to be drawn any more, if it is not: what changed after it."""

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
        """Settings of the method that are not the library's defaults for the environment."""
        settings = {**FORMERLY.get(self.method, {}), **self.config["algorithm"]}
        return not_default(self.method, self.env, settings)


def not_default(method: AlgorithmName, env: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Those of the settings that are not the library's defaults for the environment."""
    default = with_preset(ALGORITHMS[method](), env)
    return {
        name: value
        for name, value in settings.items()
        if hasattr(default, name) and _plain(getattr(default, name)) != _plain(value)
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def is_record(path: Path) -> bool:
    return (path / "record.json").is_file()


def read_record(path: Path) -> Record:
    """A record from its directory; whatever is wrong with it is one line."""
    about = _object(_json(path / "record.json"), path / "record.json")
    if about.get("format") != FORMAT:
        raise InputError(
            f"{path / 'record.json'} has format {one_line(about.get('format'))}, not {FORMAT}: another version wrote it"
        )
    commanded, chart = path / "commanded.json", path / "map.json"
    return Record(
        name=path.name,
        config=check_record_config(_json(path / "config.json"), path / "config.json"),
        evaluations=parse_evaluations(_text(path / "evaluations.csv"), path / "evaluations.csv"),
        commanded=read_commanded(commanded) if commanded.exists() else [],
        policy_map=read_map(chart) if chart.exists() else None,
        provenance=_object(about.get("provenance", {}), path / "record.json"),
        note=str(about.get("note", "")),
        superseded=str(about.get("superseded", "")),
    )


def record_files(record: Record) -> dict[str, str]:
    """The files of a record by name; `record.json` is the last to be written."""
    about: dict[str, Any] = {"format": FORMAT, "note": record.note}
    if record.superseded:
        about["superseded"] = record.superseded
    about["provenance"] = record.provenance
    files = {
        "config.json": json.dumps(record.config, indent=2) + "\n",
        "evaluations.csv": evaluations_text(record.evaluations),
    }
    if record.commanded:
        files["commanded.json"] = commanded_text(record.commanded)
    if record.policy_map is not None:
        files["map.json"] = map_text(record.policy_map)
    return {**files, "record.json": json.dumps(about, indent=2) + "\n"}


def check_record_config(data: Any, path: Path) -> dict[str, Any]:
    """Settings with everything that a report counts on."""
    config = _object(data, path)
    algorithm = config.get("algorithm")
    if not isinstance(config.get("env"), str) or not isinstance(algorithm, dict):
        raise InputError(f"{path} names no environment or no algorithm")
    if algorithm.get("name") not in ALGORITHMS:
        raise InputError(f"{path} has the algorithm {one_line(algorithm.get('name'))}, which is not known")
    for name in ("env_steps", "evaluate_every"):
        value = config.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(f"{path} has {name} = {one_line(value)}, not a number of steps")
    return config


def evaluations_text(evaluations: dict[int, Evaluations]) -> str:
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


def parse_evaluations(text: str, path: Path) -> dict[int, Evaluations]:
    """The inverse of `evaluations_text`; a table without rows is one that was cut short."""
    rows: dict[int, list[list[float]]] = {}
    table = _csv(text, path)
    _, header = next(table, (0, []))
    if tuple(header) != COLUMNS:
        raise InputError(f"{path} must have the columns {', '.join(COLUMNS)}")
    for line, row in table:
        try:
            seed, env_steps, episode = (int(cell) for cell in row[:3])
            numbers = [float(cell) if cell else math.nan for cell in row[3:]]
        except ValueError:
            numbers, seed, env_steps, episode = [math.inf], 0, 0, 0
        sound = len(numbers) == len(COLUMNS) - 3 and not any(math.isinf(number) for number in numbers)
        sound = sound and max(seed, env_steps, episode) < 2**63
        before = rows.setdefault(seed, []) if sound else []
        if not sound or min(seed, env_steps, episode) < 0 or (before and env_steps < before[-1][0]):
            raise InputError(f"{path}, line {line}: {one_line(','.join(row))} is not an evaluation")
        before.append([env_steps, episode, *numbers])
    if not rows:
        raise InputError(f"{path} holds no evaluation")
    return {seed: evaluations_of(found) for seed, found in rows.items()}


def _csv(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Rows, each with the number of its line."""
    reader = csv.reader(io.StringIO(text))
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {one_line(error)}") from None


def evaluations_of(rows: Sequence[Sequence[float]]) -> Evaluations:
    """From rows of steps, episode, command, return and deviation."""
    columns = np.array(rows, float).reshape(-1, len(COLUMNS) - 1).T
    return Evaluations(columns[0].astype(np.int64), columns[1].astype(np.int64), *columns[2:])


def commanded_text(commanded: Sequence[Commanded]) -> str:
    lines = [
        json.dumps({**each._asdict(), "points": [_rounded(point._asdict()) for point in each.points]})
        for each in commanded
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_commanded(path: Path) -> list[Commanded]:
    data = _json(path)
    try:
        found = [
            Commanded(
                int(each["seed"]),
                int(each["env_steps"]),
                (float(each["learned"][0]), float(each["learned"][1])),
                [
                    CommandedPoint(
                        float(point["command"]),
                        [float(value) for value in point["training_returns"]],
                        [float(value) for value in point["env_returns"]],
                    )
                    for point in each["points"]
                ],
            )
            for each in data
        ]
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path} does not hold commanded returns: {one_line(repr(error))}") from None
    if not all(each.points for each in found):
        raise InputError(f"{path} does not hold commanded returns: a seed has no points")
    return found


def map_text(chart: PolicyMap) -> str:
    stages = [
        {**stage._asdict(), "points": [_rounded(point._asdict()) for point in stage.points]}
        for stage in chart.stages
    ]
    archive = [[_significant(value) for value in point] for point in chart.archive]
    return json.dumps(_rounded({**chart._asdict(), "stages": stages, "archive": archive})) + "\n"


def read_map(path: Path) -> PolicyMap:
    data = _json(path)
    try:
        chart = PolicyMap(
            int(data["seed"]),
            int(data["env_steps"]),
            (float(data["explained"][0]), float(data["explained"][1])),
            int(data["policies"]),
            [(float(x), float(y), float(reached)) for x, y, reached in data["archive"]],
            [
                MapStage(
                    int(stage["env_steps"]),
                    int(stage["episodes"]),
                    [
                        MapPoint(*(_number(point[name]) for name in MapPoint._fields))
                        for point in stage["points"]
                    ],
                )
                for stage in data["stages"]
            ],
        )
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path} does not hold a map of policies: {one_line(repr(error))}") from None
    if not chart.archive or not chart.stages or not all(stage.points for stage in chart.stages):
        raise InputError(f"{path} does not hold a map of policies: it is empty")
    places = [place for each in chart.archive for place in each]
    places += [place for stage in chart.stages for point in stage.points for place in point[:3]]
    if not np.isfinite(places).all():
        raise InputError(f"{path} does not hold a map of policies: a place on it is not a number")
    return chart


def _number(value: Any) -> float:
    return math.nan if value is None else float(value)


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    """Numbers of five digits, NaN as null."""
    return {
        name: [_significant(item) for item in value]
        if isinstance(value, (list, tuple))
        else _significant(value)
        for name, value in values.items()
    }


def _significant(value: Any) -> Any:
    if not isinstance(value, float):
        return value
    return float(f"{value:.5g}") if math.isfinite(value) else None


def _text(path: Path) -> str:
    try:
        return read_regular(path, LARGEST).decode()
    except BadFile as bad:
        raise InputError(f"{path.parent}: {bad}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text") from None


def _json(path: Path) -> Any:
    try:
        return json.loads(_text(path), object_pairs_hook=without_repeats, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not valid JSON: {one_line(error)}") from None


def _object(data: Any, path: Path) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise InputError(f"{path} is not a JSON object")
    return data
