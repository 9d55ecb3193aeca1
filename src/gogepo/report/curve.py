"""The learning curve of a run or of a population, from records."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gogepo.report.style import image


class Curve(NamedTuple):
    """The records of one seed."""

    seed: int
    metrics: list[dict[str, Any]]
    evaluations: list[dict[str, Any]]


def draw_curve(env: str, curves: list[Curve]) -> bytes:
    """A png: returns of the exploring policies as dots, evaluations as a line; of a population, each seed and the mean."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.2), layout="constrained")
    if len(curves) == 1:
        steps, returns = _points(curves[0].metrics)
        axes.plot(steps, returns, ".", color="0.6", ms=3, label="episodes, with noise")
        axes.plot(*_points(curves[0].evaluations), color=COLOUR, lw=1.8, label="evaluation, without noise")
    else:
        for number, curve in enumerate(curves):
            label = "evaluation of each seed" if number == 0 else None
            axes.plot(*_points(curve.evaluations), color=COLOUR, alpha=0.35, lw=0.8, label=label)
        steps, mean = mean_curve(curves)
        axes.plot(steps, mean, color=COLOUR, lw=2.2, label=f"mean of {len(curves)} seeds")
    axes.set_xlabel("environment steps")
    axes.set_ylabel("return (survival bonus included)")
    axes.set_title(env, fontsize=11)
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    pyplot.close(figure)
    return image(figure, "png", dpi=150)


COLOUR = "#0072B2"


def mean_curve(curves: list[Curve]) -> tuple[np.ndarray, np.ndarray]:
    """Mean over seeds of the latest evaluation, from the first to the last step that all seeds have."""
    points = [_points(curve.evaluations) for curve in curves]
    points = [(np.array(steps), np.array(returns)) for steps, returns in points if steps]
    if not points:
        return np.array([]), np.array([])
    first, last = max(steps[0] for steps, _ in points), min(steps[-1] for steps, _ in points)
    grid = np.unique(np.concatenate([steps for steps, _ in points]))
    grid = grid[(grid >= first) & (grid <= last)]
    latest = [returns[np.searchsorted(steps, grid, side="right") - 1] for steps, returns in points]
    return grid, np.mean(latest, axis=0)


def _points(records: list[dict[str, Any]]) -> tuple[list[int], list[float]]:
    drawn = [record for record in records if record["env_return"] is not None]
    return [record["env_steps"] for record in drawn], [record["env_return"] for record in drawn]
