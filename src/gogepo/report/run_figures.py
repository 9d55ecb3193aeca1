"""The pictures of a single run or population: its learning curve, and command against achieved return."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gogepo.inputs import InputError
from gogepo.records.calibration import Calibration
from gogepo.report.style import METHODS, VARIANTS, image

BLUE, ORANGE = METHODS["gogepo"].colour, VARIANTS[1].colour


class SeedLines(NamedTuple):
    """The lines of metrics.jsonl and evaluations.jsonl of one seed."""

    metrics: list[dict[str, Any]]
    evaluations: list[dict[str, Any]]


def draw_run(env: str, seeds: list[SeedLines]) -> bytes:
    """A png: returns of the exploring policies as dots, evaluations as a line; of a population, each seed and the mean."""
    with _axes((6.4, 4.2)) as axes:
        if len(seeds) == 1:
            steps, returns = _points(seeds[0].metrics)
            axes.plot(steps, returns, ".", color="0.6", ms=3, label="episodes, with noise")
            axes.plot(*_points(seeds[0].evaluations), color=BLUE, lw=1.8, label="evaluation, without noise")
        else:
            for number, seed in enumerate(seeds):
                label = "evaluation of each seed" if number == 0 else None
                axes.plot(*_points(seed.evaluations), color=BLUE, alpha=0.35, lw=0.8, label=label)
            axes.plot(*mean_curve(seeds), color=BLUE, lw=2.2, label=f"mean of {len(seeds)} seeds")
        axes.set_xlabel("environment steps")
        axes.set_ylabel("return (survival bonus included)")
        axes.set_title(env, fontsize=11)
        axes.legend(frameon=False, fontsize=9)
        return image(axes.figure, "png", dpi=150)


def mean_curve(seeds: list[SeedLines]) -> tuple[np.ndarray, np.ndarray]:
    """Mean over seeds of the latest evaluation, from the first to the last step that all seeds have."""
    points = [each for each in (_points(seed.evaluations) for seed in seeds) if len(each[0])]
    if not points:
        return np.array([]), np.array([])
    first, last = max(steps[0] for steps, _ in points), min(steps[-1] for steps, _ in points)
    grid = np.unique(np.concatenate([steps for steps, _ in points]))
    grid = grid[(grid >= first) & (grid <= last)]
    latest = [returns[np.searchsorted(steps, grid, side="right") - 1] for steps, returns in points]
    return grid, np.mean(latest, axis=0)


def _points(records: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
    drawn = [record for record in records if record["env_return"] is not None]
    steps, returns = ([record[name] for record in drawn] for name in ("env_steps", "env_return"))
    return np.array(steps), np.array(returns)


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


def draw_calibration(env: str, calibration: Calibration, kind: str) -> bytes:
    """A png, pdf or svg: achieved return over command, the diagonal, and the learned range shaded."""
    points = calibration.points
    commands, achieved, deviation, predicted = (
        np.array([getattr(point, name) for point in points])
        for name in ("command", "achieved", "deviation", "predicted")
    )
    with _axes((6, 5.2)) as axes:
        axes.axvspan(*calibration.learned, color=BLUE, alpha=0.07, lw=0, label="returns seen in training")
        axes.plot(commands, commands, color="0.45", lw=1, ls="--", label="achieved = commanded")
        axes.fill_between(commands, achieved - deviation, achieved + deviation, color=BLUE, alpha=0.2, lw=0)
        label = "achieved, mean and deviation"
        axes.plot(commands, achieved, color=BLUE, marker="o", ms=4, lw=1.8, label=label)
        label = "predicted by the evaluator"
        axes.plot(commands, predicted, color=ORANGE, marker=".", ms=4, lw=1, label=label)
        spread = np.concatenate([achieved - deviation, achieved + deviation, commands])
        spread = spread[np.isfinite(spread)]
        room = 0.08 * max(float(np.ptp(spread)), 1e-6)
        axes.set_ylim(float(spread.min()) - room, float(spread.max()) + room)
        axes.set_xlabel("commanded return")
        axes.set_ylabel("return (without survival bonus)")
        correlation, error = calibration.rank_correlation(), calibration.error()
        title = f"{env}: rank correlation {correlation:.2f}, mean error {error:.3g}"
        axes.set_title(title, fontsize=11)
        axes.legend(frameon=False, fontsize=9, loc="upper left")
        return image(axes.figure, kind, dpi=150)


@contextmanager
def _axes(size: tuple[float, float]) -> Iterator[Any]:
    """Axes of a figure of their own."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=size, layout="constrained")
    axes.spines[["top", "right"]].set_visible(False)
    try:
        yield axes
    finally:
        pyplot.close(figure)
