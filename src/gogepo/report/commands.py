"""Commanded against achieved return: does a generator do as it is told?"""

from __future__ import annotations

from typing import Any

from gogepo.records.record import Record
from gogepo.report import paper, style
from gogepo.report.exhibits import Exhibit, Table, span
from gogepo.report.select import Selection, unusual_settings

MARKERS = "os^Dv"
SHADES = ("#08306B", "#2171B5", "#0072B2", "#56B4E9", "#6A8CAF")
"""Of GoGePo's blue, one for each run."""


def commanded_returns(selection: Selection) -> Exhibit:
    """The paper's figure of achieved returns, five runs on each task."""
    found = {task: selection.find_with(task, "calibrations") for task in paper.TASKS}
    missing = [f"commanded returns on {selection.env(task)}" for task in found if found[task] is None]
    known = [record for record in found.values() if record is not None]
    rows, names = [], []
    for record in known:
        for run in record.calibrations[: paper.FEW_SEEDS]:
            names.append(record.name)
            rows.append(
                [
                    ", ".join(filter(None, (record.env, unusual_settings(record)))),
                    str(run.seed),
                    style.steps_text(run.env_steps),
                    f"{run.learned[0]:.0f} to {run.learned[1]:.0f}",
                    f"{run.error():.1f}",
                    f"{run.rank_correlation():.2f}",
                ]
            )
        if (short := paper.FEW_SEEDS - len(record.calibrations)) > 0:
            missing.append(f"{short} of {paper.FEW_SEEDS} runs on {record.env}")
    points = [point for record in known for run in record.calibrations for point in run.points]
    episodes = span([len(point.training_returns) for point in points], paper.COMMANDED_EPISODES)
    caption = (
        f"Returns achieved by generated policies (mean of {episodes} episodes) over the return that was commanded, one line "
        "for each run; the diagonal is a generator that does exactly as told. Shaded: returns that every run had seen in "
        "training. Returns are without survival bonus, as commands are."
    )
    header = ["environment", "seed", "steps", "learned", "mean absolute error", "rank correlation"]
    table = Table(header, rows, (1, 2, 3, 4, 5), tuple(names)) if rows else None
    return Exhibit("commands", "Commanded against achieved return", caption, _draw(known), table, missing)


@style.styled()
def _draw(records: list[Record]) -> Any:
    if not records:
        return None
    blue = style.METHODS["gogepo"].colour
    rows, columns = -(-len(records) // 2), min(len(records), 2)
    width = style.WIDTH if columns == 2 else 0.65 * style.WIDTH
    figure, panels = style.panels(rows, columns, 0.35 + 2.75 * rows, width)
    for axes, record in zip(panels, records, strict=False):
        _draw_panel(axes, record)
    for axes in panels[len(records) :]:
        axes.set_visible(False)
    handles = [
        style.key("achieved = commanded", color=style.GREY, ls=(0, (4, 2)), lw=1),
        style.key("one run", color=blue, marker="o", ms=3.5, lw=0.9),
        style.key("seen in training by all", color=blue, alpha=0.15, lw=7),
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=columns + 1)
    return figure


def _draw_panel(axes: Any, record: Record) -> None:
    runs = record.calibrations[: paper.FEW_SEEDS]
    low, high = max(run.learned[0] for run in runs), min(run.learned[1] for run in runs)
    if low < high:
        axes.axvspan(low, high, color=style.METHODS["gogepo"].colour, alpha=0.06, lw=0)
    ends = [runs[0].points[0].command, runs[0].points[-1].command]
    axes.plot(ends, ends, color=style.GREY, ls=(0, (4, 2)), lw=1)
    for run, colour, marker in zip(runs, SHADES, MARKERS, strict=False):
        commands = [point.command for point in run.points]
        achieved = [point.achieved for point in run.points]
        axes.plot(commands, achieved, color=colour, marker=marker, lw=0.9, ms=3, mec="white", mew=0.3)
    title = f"{record.env}, {len(runs)} run{'s' if len(runs) > 1 else ''}"
    axes.set_title(style.with_settings(title, unusual_settings(record), 50))
    axes.set_xlabel("commanded return")
    axes.set_ylabel("achieved return")
