"""Commanded against achieved return: does a generator do as it is told?"""

from __future__ import annotations

from typing import Any

import numpy as np

from gogepo.report import paper, style
from gogepo.report.calibration import Calibration, CalibrationPoint
from gogepo.report.exhibit import Exhibit, Table, span
from gogepo.report.record import Commanded, CommandedPoint, Record
from gogepo.report.shelf import Shelf, settings_text

MARKERS = "os^Dv"


def commanded_returns(shelf: Shelf) -> Exhibit:
    """The paper's figure of achieved returns, five runs on each task."""
    records = {task: shelf.find_with(task, "commanded") for task in paper.TASKS}
    missing = [
        f"commanded returns on {shelf.env(task)}" for task, record in records.items() if record is None
    ]
    rows, names = [], []
    for task, record in records.items():
        if record is None:
            continue
        for each in record.commanded[: paper.FEW_SEEDS]:
            measured = as_calibration(record.env, each)
            names.append(record.name)
            rows.append(
                [
                    ", ".join(text for text in (record.env, settings_text(record.variant())) if text),
                    str(each.seed),
                    style.steps_text(each.env_steps),
                    f"{each.learned[0]:.0f} to {each.learned[1]:.0f}",
                    f"{measured.error():.1f}",
                    f"{measured.rank_correlation():.2f}",
                ]
            )
        if len(record.commanded) < paper.FEW_SEEDS:
            missing.append(
                f"{paper.FEW_SEEDS - len(record.commanded)} of {paper.FEW_SEEDS} runs on {shelf.env(task)}"
            )
    caption = (
        f"Returns achieved by generated policies (mean of {_episodes(records)} episodes) over the return that was commanded, one line "
        "for each run; the diagonal is a generator that does exactly as told. Shaded: returns that every run had seen in "
        "training. Returns are without survival bonus, as commands are."
    )
    header = ["environment", "seed", "steps", "learned", "mean absolute error", "rank correlation"]
    table = Table(header, rows, (1, 2, 3, 4, 5), tuple(names)) if rows else None
    return Exhibit("commands", "Commanded against achieved return", caption, _draw(records), table, missing)


def commanded_of(calibration: Calibration, seed: int, env_steps: int) -> Commanded:
    """What a calibration measured, to be kept."""
    points = [
        CommandedPoint(point.command, list(point.training_returns), list(point.env_returns))
        for point in calibration.points
    ]
    return Commanded(seed, env_steps, calibration.learned, points)


def as_calibration(env: str, measured: Commanded) -> Calibration:
    """The same points as means, with their error and rank correlation."""
    points = [
        CalibrationPoint(
            point.command,
            float("nan"),
            _mean(point.training_returns),
            float(np.std(point.training_returns)) if point.training_returns else float("nan"),
            _mean(point.env_returns),
        )
        for point in measured.points
    ]
    episodes = max(len(point.training_returns) for point in measured.points)
    return Calibration(env, points, episodes, measured.learned)


def _episodes(records: dict[str, Record | None]) -> str:
    """How many there were, of each command."""
    counts = {
        len(point.training_returns)
        for record in records.values()
        if record is not None
        for run in record.commanded
        for point in run.points
    }
    return span(counts, paper.COMMANDED_EPISODES)


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else float("nan")


def _draw(records: dict[str, Record | None]) -> Any:
    known = [record for record in records.values() if record is not None]
    if not known:
        return None
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    blue = style.METHODS["gogepo"].colour
    with style.styled():
        rows, columns = -(-len(known) // 2), min(len(known), 2)
        width = style.WIDTH if columns == 2 else 0.65 * style.WIDTH
        figure = Figure(figsize=(width, 0.35 + 2.75 * rows), layout="constrained")
        panels = list(figure.subplots(rows, columns, squeeze=False).flat)
        for axes, record in zip(panels, known, strict=False):
            runs = record.commanded[: paper.FEW_SEEDS]
            low, high = max(run.learned[0] for run in runs), min(run.learned[1] for run in runs)
            if low < high:
                axes.axvspan(low, high, color=blue, alpha=0.06, lw=0)
            ends = [runs[0].points[0].command, runs[0].points[-1].command]
            axes.plot(ends, ends, color=style.GREY, ls=(0, (4, 2)), lw=1)
            for number, run in enumerate(runs):
                points = as_calibration(record.env, run).points
                axes.plot(
                    [point.command for point in points],
                    [point.achieved for point in points],
                    color=SHADES[number % len(SHADES)],
                    marker=MARKERS[number % len(MARKERS)],
                    lw=0.9,
                    ms=3,
                    mec="white",
                    mew=0.3,
                )
            title = f"{record.env}, {len(runs)} run{'s' if len(runs) > 1 else ''}"
            axes.set_title(style.with_settings(title, settings_text(record.variant()), 50))
            axes.set_xlabel("commanded return")
            axes.set_ylabel("achieved return")
        for axes in panels[len(known) :]:
            axes.set_visible(False)
        handles = [
            Line2D([], [], color=style.GREY, ls=(0, (4, 2)), lw=1, label="achieved = commanded"),
            Line2D([], [], color=blue, marker="o", ms=3.5, lw=0.9, label="one run"),
            Line2D([], [], color=blue, alpha=0.15, lw=7, label="seen in training by all"),
        ]
        figure.legend(handles=handles, loc="outside upper center", ncols=columns + 1)
        return figure


SHADES = ("#08306B", "#2171B5", "#0072B2", "#56B4E9", "#6A8CAF")
"""Of GoGePo's blue, one for each run."""
