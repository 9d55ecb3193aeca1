"""A grid of settings: which configurations it has, and how well each did. Reads records only."""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
from typeguard import TypeCheckError, check_type

from gogepo.config import ALGORITHMS, AlgorithmName, RunConfig
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory, read_records, short_name

FINAL_EVALUATIONS = 20
"""A run's result is the mean of so many (the paper's table of final returns)."""
MOST_CONFIGURATIONS = 10_000
LONGEST_LABEL = 246
"""With a digest it is still a name that a file system takes."""

GRIDS: dict[AlgorithmName, tuple[str, ...]] = {
    "ars": (
        "step_size=0.01,0.001,0.0001",
        "directions:elites=1:1,8:4,8:8,32:4,32:16,64:8,64:32",
        "noise=0.1,0.05,0.025",
    ),
    "udrl": ("learning_rate=0.001,0.0001,0.00001", "activation=relu,tanh", "last_few=1,10,100"),
}
"""What the paper tunes (A.1, tuned hyperparameters and the text on UDRL)."""

Settings = dict[str, Any]
"""The values of one configuration that differ from the others'."""


def expand(algorithm: AlgorithmName, grid: Sequence[str]) -> list[Settings]:
    """Every combination of the values that a grid lists, in order; `paper` stands for the paper's grid."""
    if tuple(grid) == ("paper",):
        if algorithm not in GRIDS:
            raise InputError(
                f"the paper tunes {' and '.join(GRIDS)} only; write out a --grid for {algorithm}"
            )
        grid = GRIDS[algorithm]
    if not grid:
        raise InputError("--grid needs one or more NAME=VALUE,VALUE,...; or: --grid paper")
    parts = [_part(algorithm, text) for text in grid]
    names = [name for part in parts for name in part[0]]
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(f"--grid names {repeated[0]} twice")
    count = int(np.prod([len(part) for part in parts], dtype=float))
    if count > MOST_CONFIGURATIONS:
        raise InputError(
            f"a grid of {count:,} configurations is more than the {MOST_CONFIGURATIONS:,} allowed"
        )
    combinations = itertools.product(*parts)
    found = [dict(pair for part in each for pair in part.items()) for each in combinations]
    if len({label(settings) for settings in found}) < len(found):
        raise InputError("--grid lists a configuration twice")
    return found


def _part(algorithm: AlgorithmName, text: str) -> list[Settings]:
    """`noise=0.1,0.2` is two settings; `directions:elites=8:4,32:16` sets both at once."""
    names_text, equals, values_text = text.partition("=")
    names = names_text.strip().replace("-", "_").split(":")
    if not equals or not values_text:
        raise InputError(f"--grid {text!r} is not of the form NAME=VALUE,VALUE,...")
    hints = get_type_hints(ALGORITHMS[algorithm])
    for name in names:
        if name not in hints:
            raise InputError(f"{algorithm} has no setting {name!r}; there are {', '.join(hints)}")
    found = []
    for choice in values_text.split(","):
        values = choice.split(":")
        if len(values) != len(names):
            raise InputError(f"--grid {text!r}: {choice!r} is not one value for each of {', '.join(names)}")
        found.append(
            {name: _value(hints[name], name, value) for name, value in zip(names, values, strict=True)}
        )
    return found


def _value(kind: Any, name: str, text: str) -> Any:
    """A setting's value from its text; layers are written 256x256."""
    readings: list[Any] = [text]
    for read in (json.loads, float, lambda text: tuple(int(size) for size in text.split("x"))):
        try:
            readings.insert(0, read(text))
        except (ValueError, RecursionError):
            continue
    for reading in readings:
        if isinstance(reading, bool) and bool not in (kind, *get_args(kind)):
            continue  # which would count as a number
        try:
            check_type(reading, kind)
            return reading
        except TypeCheckError:
            continue
    raise InputError(f"--grid: {text!r} is not a value of {name}")


def configured(base: RunConfig, settings: Settings) -> RunConfig:
    """A configuration of the sweep."""
    return dataclasses.replace(base, algorithm=dataclasses.replace(base.algorithm, **settings))


def label(settings: Settings) -> str:
    """A configuration on one line, and its run's directory name."""
    return short_name(",".join(f"{name}={_text(value)}" for name, value in settings.items()), LONGEST_LABEL)


def _text(value: Any) -> str:
    return "x".join(map(str, value)) if isinstance(value, tuple) else str(value)  # of a float: all digits


@dataclass(frozen=True)
class SweepResult:
    """How well a configuration did: of each seed, the mean env return of its last evaluations."""

    settings: Settings
    returns: list[float]
    env_steps: int
    """Steps that every seed has reached."""

    @property
    def mean(self) -> float:
        return float(np.mean(self.returns)) if self.returns else float("-inf")

    @property
    def deviation(self) -> float:
        return float(np.std(self.returns)) if self.returns else float("nan")


def result_in(settings: Settings, run: Path) -> SweepResult:
    """Of a configuration's run: empty before its first evaluation, and where it cannot be read."""
    try:
        directory = RunDirectory.open(run)
        members = directory.members(directory.read_config()).values()
        return result_of(settings, [member.path for member in members])
    except InputError:
        return SweepResult(settings, [], 0)


def result_of(settings: Settings, members: Sequence[Path]) -> SweepResult:
    """From the evaluations of a configuration's seeds."""
    returns, steps = [], []
    for member in members:
        evaluations = read_records(member / "evaluations.jsonl")
        last = [
            each["env_return"] for each in evaluations[-FINAL_EVALUATIONS:] if each["env_return"] is not None
        ]
        if last:
            returns.append(float(np.mean(last)))
        steps.append((evaluations[-1]["env_steps"] or 0) if evaluations else 0)
    return SweepResult(settings, returns, min(steps, default=0))


def best_first(results: Sequence[SweepResult]) -> list[SweepResult]:
    return sorted(results, key=lambda result: -result.mean)
