"""Commanded against achieved return: how well a generator does as it is told."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gogepo.inputs import InputError
from gogepo.records.json_files import read_as, rounded


class CalibrationPoint(NamedTuple):
    """One command and what its policy returned in each episode that was not dropped."""

    command: float
    training_returns: list[float]
    env_returns: list[float]
    predicted: float = math.nan
    """By the evaluator; not kept in files."""

    @property
    def achieved(self) -> float:
        """Mean training return, which is what a command asks for; NaN if every episode was dropped."""
        return _mean(self.training_returns)

    @property
    def deviation(self) -> float:
        """Standard deviation of the training returns."""
        return float(np.std(self.training_returns)) if self.training_returns else math.nan

    @property
    def env_return(self) -> float:
        """Mean return as the environment paid it, survival bonus included."""
        return _mean(self.env_returns)


class Calibration(NamedTuple):
    """Commands over the task's return range and what one seed achieved."""

    seed: int
    env_steps: int
    learned: tuple[float, float]
    """Lowest and highest training return in the archive."""
    points: list[CalibrationPoint]

    def inside(self) -> list[CalibrationPoint]:
        """The points whose command lies in the learned range."""
        low, high = self.learned
        return [point for point in self.points if low <= point.command <= high]

    def error(self) -> float:
        """Mean absolute difference of commanded and achieved return over the learned range."""
        return _mean(abs(point.achieved - point.command) for point in self.inside())

    def rank_correlation(self) -> float:
        """Spearman's correlation of commanded and achieved return over the learned range."""
        from scipy.stats import spearmanr

        inside = [point for point in self.inside() if math.isfinite(point.achieved)]
        commands, achieved = [point.command for point in inside], [point.achieved for point in inside]
        if len(set(commands)) < 2 or len(set(achieved)) < 2:
            return math.nan
        correlation: Any = spearmanr(commands, achieved)
        return float(correlation.statistic)

    def as_json(self) -> dict[str, Any]:
        """Everything measured, and what follows from it."""
        names = ("command", "predicted", "achieved", "deviation", "env_return")
        return {
            "points": [
                {name: getattr(point, name) for name in (*names, "training_returns", "env_returns")}
                for point in self.points
            ],
            "learned": self.learned,
            "mean_absolute_error": self.error(),
            "rank_correlation": self.rank_correlation(),
        }


def calibrations_text(calibrations: Sequence[Calibration]) -> str:
    """The content of commanded.json, a line for each seed."""
    lines = []
    for each in calibrations:
        points = [rounded(point._asdict()) for point in each.points]
        for point in points:
            del point["predicted"]
        lines.append(json.dumps({**each._asdict(), "points": points}))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_calibrations(path: Path) -> list[Calibration]:
    """The inverse of `calibrations_text`."""
    found: list[Calibration] = read_as(list[Calibration], path, "commanded returns")
    for each in found:
        numbers = [*each.learned, *(point.command for point in each.points)]
        if not each.points or not np.isfinite(numbers).all():
            raise InputError(f"{path} does not hold commanded returns: a seed has no points")
    return found


def _mean(values: Iterable[float]) -> float:
    finite = [value for value in values if math.isfinite(value)]
    return float(np.mean(finite)) if finite else math.nan
