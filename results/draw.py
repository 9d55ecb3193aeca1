"""Draw the curves of the records in this folder: python results/draw.py"""

from __future__ import annotations

import csv
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot

HERE = Path(__file__).parent
COLOURS = {"gogepo": "#0072B2", "ars": "#E69F00", "ddpg": "#009E73", "udrl": "#CC79A7"}
NAMES = {"gogepo": "GoGePo", "ars": "ARS", "ddpg": "DDPG", "udrl": "UDRL"}
PANELS = {
    "Swimmer-v5": (10_000, 334, 16, ("gogepo-swimmer-v5-3m", "ars-swimmer-v5")),
    "InvertedPendulum-v5": (
        1_000,
        980,
        40,
        (
            "gogepo-invertedpendulum-v5",
            "ars-invertedpendulum-v5",
            "ddpg-invertedpendulum-v5",
            "udrl-invertedpendulum-v5",
        ),
    ),
    "MountainCarContinuous-v0": (
        1_000,
        93,
        1,
        ("gogepo-mountaincarcontinuous-v0-bfloat16", "ars-mountaincarcontinuous-v0"),
    ),
}
"""Task: evaluation interval, the paper's final return of GoGePo with its deviation, and records."""


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
    figure, panels = pyplot.subplots(1, 3, figsize=(14, 4), layout="constrained")
    for axes, (env, (interval, final, deviation, files)) in zip(panels, PANELS.items(), strict=True):
        for name in files:
            steps, values = curves(HERE / f"{name}.csv", interval)
            method = name.partition("-")[0]
            colour = COLOURS[method]
            label = f"{NAMES[method]}, {len(values)} seeds"
            axes.plot(steps, values.T, color=colour, lw=0.5, alpha=0.2)
            axes.plot(steps, values.mean(axis=0), color=colour, lw=2, label=label)
        axes.axhspan(final - deviation, final + deviation, color="0.4", alpha=0.15, lw=0)
        axes.axhline(final, color="0.4", lw=1, ls="--", label="paper, GoGePo's final return")
        axes.set_title(env, fontsize=11)
        axes.set_xlabel("environment steps")
        axes.set_ylabel("evaluation, env return")
        axes.legend(frameon=False, fontsize=9, loc="center right" if len(files) > 2 else "lower right")
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE.parent / "docs" / "images" / "curves.png", dpi=130)


if __name__ == "__main__":
    main()
