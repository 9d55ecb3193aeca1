"""Command against achieved return: how well a generator does as it is told (the paper's figure of commands and achieved returns)."""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gogepo.inputs import InputError
from gogepo.report.style import image


@dataclass(frozen=True)
class CalibrationPoint:
    """One command and what its policy achieved. Returns are training returns, as commands are."""

    command: float
    predicted: float
    """By the evaluator."""
    achieved: float
    """Mean over episodes."""
    deviation: float
    """Standard deviation over episodes."""
    env_return: float
    """Mean return as the environment paid it, survival bonus included."""
    training_returns: tuple[float, ...] = ()
    """Of each episode."""
    env_returns: tuple[float, ...] = ()


@dataclass(frozen=True)
class Calibration:
    """Commands over the task's return range, with the part of it that training has seen."""

    env: str
    points: list[CalibrationPoint]
    episodes: int
    learned: tuple[float, float]
    """Lowest and highest training return in the archive."""

    def inside(self) -> list[CalibrationPoint]:
        """The points whose command lies in the learned part."""
        low, high = self.learned
        return [point for point in self.points if low <= point.command <= high]

    def error(self) -> float:
        """Mean absolute difference of command and achieved return, over the learned part."""
        return _mean(abs(point.achieved - point.command) for point in self.inside())

    def rank_correlation(self) -> float:
        """Spearman's correlation of command and achieved return, over the learned part."""
        from scipy.stats import spearmanr

        inside = [point for point in self.inside() if np.isfinite(point.achieved)]
        commands, achieved = [p.command for p in inside], [p.achieved for p in inside]
        if len(set(commands)) < 2 or len(set(achieved)) < 2:
            return float("nan")
        correlation: Any = spearmanr(commands, achieved)
        return float(correlation.statistic)

    def as_json(self) -> dict[str, Any]:
        return {
            **dataclasses.asdict(self),
            "mean_absolute_error": self.error(),
            "rank_correlation": self.rank_correlation(),
        }


def check_picture(path: Path) -> None:
    """Refuse a picture that cannot be drawn, before anything is measured for it."""
    if path.suffix not in (".png", ".pdf", ".svg"):
        raise InputError(f"--out must end in .png, .pdf or .svg, not {path.name!r}")
    folder = path.absolute().parent
    while not os.path.lexists(folder):
        folder = folder.parent  # directories that are missing will be made
    if path.is_dir() or not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"cannot write {path}: {path if path.is_dir() else folder} is not a place for a picture"
        )


def draw_calibration(calibration: Calibration, kind: str) -> bytes:
    """A png, pdf or svg: achieved return over command, the diagonal, and the learned part shaded."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    points = calibration.points
    commands = np.array([point.command for point in points])
    achieved = np.array([point.achieved for point in points])
    deviation = np.array([point.deviation for point in points])
    predicted = np.array([point.predicted for point in points])
    figure, axes = pyplot.subplots(figsize=(6, 5.2), layout="constrained")
    axes.axvspan(*calibration.learned, color="#0072B2", alpha=0.07, lw=0, label="returns seen in training")
    axes.plot(commands, commands, color="0.45", lw=1, ls="--", label="achieved = commanded")
    axes.fill_between(commands, achieved - deviation, achieved + deviation, color="#0072B2", alpha=0.2, lw=0)
    axes.plot(
        commands, achieved, color="#0072B2", marker="o", ms=4, lw=1.8, label="achieved, mean and deviation"
    )
    axes.plot(
        commands, predicted, color="#D55E00", marker=".", ms=4, lw=1, label="predicted by the evaluator"
    )
    spread = np.concatenate([achieved - deviation, achieved + deviation, commands])
    spread = spread[np.isfinite(spread)]
    room = 0.08 * max(float(np.ptp(spread)), 1e-6)
    axes.set_ylim(float(spread.min()) - room, float(spread.max()) + room)
    axes.set_xlabel("commanded return")
    axes.set_ylabel("return (without survival bonus)")
    axes.set_title(
        f"{calibration.env}: rank correlation {calibration.rank_correlation():.2f}, "
        f"mean error {calibration.error():.3g}",
        fontsize=11,
    )
    axes.legend(frameon=False, fontsize=9, loc="upper left")
    axes.spines[["top", "right"]].set_visible(False)
    pyplot.close(figure)
    return image(figure, kind, dpi=150)


def _mean(values: Any) -> float:
    finite = [value for value in values if np.isfinite(value)]
    return float(np.mean(finite)) if finite else float("nan")
