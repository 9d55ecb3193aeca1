"""Learning curves: four methods on four tasks, and the two ablations."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gogepo.records.record import Record
from gogepo.report import paper, style
from gogepo.report.exhibits import Exhibit, Table
from gogepo.report.finals import final_texts
from gogepo.report.select import PRESETS_TEXT, Selection, settings_text
from gogepo.report.statistics import Curve, curve_of, final_of

MARKERS = 8
"""On a line."""
SHORT = 0.3
"""Share of the paper's steps below which the axis is cut."""
ROOM = 0.14
"""For the paper's numbers, as a share of the steps."""

_LOOKS = list(dict.fromkeys([*style.METHODS.values(), *style.VARIANTS, *style.PRESETS.values()]))


class Line(NamedTuple):
    """One curve of a panel."""

    label: str
    look: style.Look
    record: Record | None
    paper: paper.PaperReturn | None = None
    """The paper's final return, set beside the panel."""


class Panel(NamedTuple):
    """The curves of one task."""

    title: str
    lines: list[Line]
    env_steps: int


def learning_curves(selection: Selection) -> Exhibit:
    """The paper's two figures of results in one."""
    panels, missing = [], []
    for task in paper.TASKS:
        lines = []
        for each in selection.find_methods(task):
            lines.append(Line(each.label, each.look, each.record, each.number if each.by_default else None))
            if each.record is None:
                missing.append(f"{each.label} on {each.env}")
        panels.append(Panel(selection.env(task), lines, paper.PROTOCOL[task].env_steps))
    caption = (
        "Evaluations without noise over training: mean over runs and its 95 % bootstrapped interval. "
        "Thin: not all runs were evaluated there. On the right, the paper's final return, mean and deviation over "
        f"20 runs. Returns include the survival bonus. {PRESETS_TEXT}"
    )
    return Exhibit("curves", "Learning curves", caption, draw(panels), None, missing)


def ablation_of_weighting(selection: Selection) -> Exhibit:
    """Recency weighting x output scaling."""
    variants = {
        "GoGePo": {},
        "no output scaling": {"output_scaling": False},
        "no weighting": {"recency": 0.0},
        "neither": {"output_scaling": False, "recency": 0.0},
    }
    caption = (
        "GoGePo with and without weighted sampling from the archive and scaling of the generator's output: mean over "
        "runs and its 95 % bootstrapped interval. The paper shows 5 runs as curves, without numbers."
    )
    return _ablation(
        selection, "weighting", "Ablation: recency weighting and output scaling", caption, variants
    )


def ablation_of_drive(selection: Selection) -> Exhibit:
    """Asking for more than the best return, or just for it."""
    variants = {"drive 20": {}, "drive 0": {"drive": 0.0}}
    caption = (
        "Asking for the best return so far plus 20, or for the best return itself: mean over runs and its 95 % "
        "bootstrapped interval. The paper shows 5 runs as curves, without numbers; it does not say on which "
        "tasks, so here they are those of the other ablation."
    )
    return _ablation(selection, "drive", "Ablation: the drive", caption, variants)


def _ablation(selection: Selection, name: str, title: str, caption: str, variants: dict[str, Any]) -> Exhibit:
    panels, missing, rows, names = [], [], [], []
    for task in paper.ABLATION_TASKS:
        env = selection.env(task)
        records, shared = selection.find_compared(task, variants)
        settings = settings_text(shared)
        place = ", ".join(filter(None, (env, settings)))
        (label, whole), *others = records.items()
        ablated = [record for _, record in others if record is not None]
        reach = max((steps for record in ablated for steps in record.reached().values()), default=0)
        if whole is not None and reach:
            records[label] = whole = _cut(whole, _common_seeds(whole, ablated), reach)
        longest = reach or max(whole.reached().values() if whole else [], default=0)
        lines = [Line(*drawn) for drawn in zip(records, style.VARIANTS, records.values(), strict=False)]
        budget = longest or paper.PROTOCOL[task].env_steps
        panels.append(Panel(style.with_settings(env, settings, 50), lines, budget))
        for label, record in records.items():
            final = final_of(record) if record is not None else None
            if record is None or final is None:
                missing.append(f"{label} on {place}")
            else:
                rows.append([place, label, *final_texts(final)])
                names.append(record.name)
    header = ["environment", "variant", "seeds x steps", "last 20", "95 % interval", "IQM"]
    table = Table(header, rows, (3, 4, 5), tuple(names))
    return Exhibit(name, title, caption, draw(panels), table if rows else None, missing)


def _common_seeds(whole: Record, others: list[Record]) -> set[int]:
    """The seeds that the ablated runs have, if the whole method has them too; else all of its own."""
    wanted = {seed for record in others for seed in record.evaluations}
    return wanted if wanted <= set(whole.evaluations) else set(whole.evaluations)


def _cut(record: Record, seeds: set[int], reach: int) -> Record:
    """Cut to where the ablated runs went, so that equal steps are compared: an evaluation counts for a multiple of
    the interval."""
    kept = {}
    for seed in sorted(seeds):
        each = record.evaluations[seed]
        early = each.env_steps // record.interval <= reach // record.interval
        if early.any():
            kept[seed] = each.where(early)
    return dataclasses.replace(record, evaluations=kept)


@style.styled()
def draw(panels: Sequence[Panel]) -> Any:
    """The panels two by two with one legend; None if no line has a record."""
    lines = [line for panel in panels for line in panel.lines]
    if not any(line.record for line in lines):
        return None
    rows = -(-len(panels) // 2)
    figure, every = style.panels(rows, 2, 0.35 + 2.45 * rows)
    for axes, panel in zip(every, panels, strict=True):
        _draw_panel(axes, panel)
    drawn = {line.label: line.look for line in lines if line.record is not None or line.paper is not None}
    handles = [style.key(label, **look.marked(4)) for label, look in drawn.items()]
    figure.legend(handles=handles, loc="outside upper center", ncols=len(handles))
    return figure


def _draw_panel(axes: Any, panel: Panel) -> None:
    reached, counted = 0, []
    for line in panel.lines:
        curve = None if line.record is None else curve_of(line.record)
        if curve is None or not len(curve.steps):
            continue
        _draw_curve(axes, curve, line.look)
        counted.append((line.label.split(", ")[-1], curve.seeds))
        reached = max(reached, int(curve.steps[-1]))
    axes.set_title(panel.title, pad=12)
    axes.text(0, 1.015, _runs(counted), transform=axes.transAxes, va="bottom", fontsize=6, color=style.GREY)
    axes.set_xlabel("environment steps")
    axes.set_ylabel("evaluation (env return)")
    known = [line for line in panel.lines if line.paper is not None]
    # Runs that are much shorter than the paper's would be lost in its length.
    whole = reached == 0 or reached > SHORT * panel.env_steps
    longest = max(panel.env_steps, min(reached, 1.05 * panel.env_steps)) if whole else reached
    style.steps_axis(axes, longest, ROOM if known else 0.0)
    when = "" if whole else f", {style.steps_text(panel.env_steps)}"
    _draw_paper(axes, known, longest, f"paper{when}")


def _runs(counted: Sequence[tuple[str, int]]) -> str:
    """How many runs each line is of, in few words."""
    if not counted:
        return "no record"
    ((common, lines),) = Counter(seeds for _, seeds in counted).most_common(1)
    if len(counted) > 1 and lines == 1:
        return "runs: " + ", ".join(f"{label} {seeds}" for label, seeds in counted)
    others = "".join(f"; {label} {seeds}" for label, seeds in counted if seeds != common)
    return f"{common} run{'s' if common > 1 else ''}{' each' if len(counted) > 1 else ''}{others}"


def _draw_curve(axes: Any, curve: Curve, look: style.Look) -> None:
    axes.fill_between(curve.steps, curve.low, curve.high, color=look.colour, alpha=0.18, lw=0)
    axes.plot(curve.steps, curve.mean, color=look.colour, ls=look.line, lw=0.6)
    every = max(1, len(curve.steps) // MARKERS)
    first = every * _LOOKS.index(look) // len(_LOOKS)  # no two lines have theirs at the same steps
    marks = (min(first, len(curve.steps) - 1), every)
    whole = np.where(curve.whole, curve.mean, np.nan)
    axes.plot(curve.steps, whole, markevery=marks, **look.marked(3))


def _draw_paper(axes: Any, lines: Sequence[Line], longest: float, label: str) -> None:
    """The paper's numbers in a strip at the right edge."""
    if not lines:
        return
    axes.axvline(longest, color="0.75", lw=0.6)
    for place, line in enumerate(lines, 1):
        assert line.paper is not None
        place = longest * (1 + ROOM * place / (len(lines) + 1))
        bars = {"lw": 1.1, "capsize": 1.6, "capthick": 0.8}
        axes.errorbar(place, *line.paper, **bars, **line.look.marked(3.2))
    middle = longest * (1 + ROOM / 2)
    above = axes.get_xaxis_transform()
    axes.text(middle, 1.015, label, transform=above, ha="center", va="bottom", fontsize=6, color=style.GREY)
