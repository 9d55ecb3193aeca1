"""Draw the curves of the records in this folder: python results/draw.py"""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot

HERE = Path(__file__).parent
FILES = {
    "Swimmer-v5": ("gogepo-swimmer-v5.csv", 10_000, 334, 16),
    "InvertedPendulum-v5": ("gogepo-invertedpendulum-v5.csv", 1_000, 980, 40),
    "MountainCarContinuous-v0": ("gogepo-mountaincarcontinuous-v0.csv", 1_000, 93, 1),
}
"""Task: records, evaluation interval, and the paper's final return with its deviation."""


def curves(path: Path, interval: int) -> tuple[np.ndarray, np.ndarray]:
    """Steps, and the return of each seed at its last evaluation up to each of them."""
    seeds: dict[int, list[tuple[int, float]]] = {}
    with path.open() as file:
        for row in csv.DictReader(file):
            seeds.setdefault(int(row["seed"]), []).append((int(row["env_steps"]), float(row["env_return"])))
    steps = np.arange(5 * interval, max(points[-1][0] for points in seeds.values()) + 1, interval)
    values = [
        [
            points[max(0, np.searchsorted([step for step, _ in points], at, side="right") - 1)][1]
            for at in steps
        ]
        for points in seeds.values()
    ]
    return steps, np.array(values)


def main() -> None:
    figure, panels = pyplot.subplots(1, 3, figsize=(14, 3.8), layout="constrained")
    for axes, (env, (name, interval, final, deviation)) in zip(panels, FILES.items(), strict=True):
        steps, values = curves(HERE / name, interval)
        axes.plot(steps, values.T, color="#0072B2", lw=0.6, alpha=0.35)
        axes.plot(steps, values.mean(axis=0), color="#0072B2", lw=2, label=f"mean of {len(values)} seeds")
        axes.axhspan(final - deviation, final + deviation, color="#D55E00", alpha=0.15, lw=0)
        axes.axhline(final, color="#D55E00", lw=1, ls="--", label="paper, final return")
        axes.set_title(env, fontsize=11)
        axes.set_xlabel("environment steps")
        axes.set_ylabel("evaluation, env return")
        axes.legend(frameon=False, fontsize=9, loc="lower right")
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE.parent / "docs" / "images" / "curves.png", dpi=130)


if __name__ == "__main__":
    main()
