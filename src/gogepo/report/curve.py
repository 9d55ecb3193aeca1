"""The learning curve of one run, from its records."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def draw_curve(
    env: str, metrics: list[dict[str, Any]], evaluations: list[dict[str, Any]], path: Path
) -> Path:
    """Returns of the exploring policies as dots, evaluations as a line."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 4.2), layout="constrained")
    axes.plot(
        [record["env_steps"] for record in metrics],
        [record["env_return"] for record in metrics],
        ".",
        color="0.6",
        ms=3,
        label="episodes, with noise",
    )
    drawn = [record for record in evaluations if record["env_return"] is not None]
    axes.plot(
        [record["env_steps"] for record in drawn],
        [record["env_return"] for record in drawn],
        color="#0072B2",
        lw=1.8,
        label="evaluation, without noise",
    )
    axes.set_xlabel("environment steps")
    axes.set_ylabel("return (survival bonus included)")
    axes.set_title(env, fontsize=11)
    axes.legend(frameon=False, fontsize=9)
    axes.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
    return path
