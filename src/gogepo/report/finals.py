"""The table of final returns beside the paper's, with a verdict for each number."""

from __future__ import annotations

from typing import Any, NamedTuple

from gogepo.report import paper, style
from gogepo.report.exhibits import Exhibit, Table
from gogepo.report.select import PRESETS_TEXT, Contender, Selection
from gogepo.report.statistics import NEARLY, Final, Verdict, final_of, verdict

MARKS: dict[Verdict, str] = {"inside": "●", "above": "▲", "below": "▼"}


class FinalCell(NamedTuple):
    """What a method has reached on a task."""

    contender: Contender
    final: Final | None

    @property
    def verdict(self) -> Verdict | None:
        return None if self.final is None else verdict(self.final.mean, self.contender.number)

    @property
    def share(self) -> float:
        """The part of the paper's steps that the slowest run has made."""
        whole = paper.PROTOCOL[self.contender.task].env_steps
        return 0.0 if self.final is None else self.final.fewest_steps / whole

    def verdict_text(self, remark: str = "") -> str:
        """The verdict, with the share of the paper's steps where it is not all of them."""
        if self.verdict is None:
            return "-"
        share = f"{100 * self.share:.0f} %" if self.share >= 0.01 else "< 1 %"
        return f"{MARKS[self.verdict]} {self.verdict}" + (
            "" if self.share >= NEARLY else f", {share}{remark}"
        )


def final_cells(selection: Selection) -> list[FinalCell]:
    found = [each for task in paper.TASKS for each in selection.find_methods(task)]
    return [FinalCell(each, None if each.record is None else final_of(each.record)) for each in found]


def final_table(selection: Selection) -> Exhibit:
    """The paper's table of final returns."""
    every = final_cells(selection)
    rows = []
    for cell in every:
        head, number = [cell.contender.env, cell.contender.label], mean_text(*cell.contender.number)
        if cell.final is None:
            rows.append([*head, "no record", "", "", "", "", number, "-"])
            continue
        text = cell.verdict_text(" of steps")
        if cell.final.fewest_evaluations < paper.FINAL_EVALUATIONS:
            text += f", {cell.final.fewest_evaluations} evaluations"
        worst = digits(cell.final.worst)
        rows.append([*head, *final_texts(cell.final), worst, number, text])
    header = ["environment", "method", "seeds x steps", "last 20", "95 % interval", "IQM"]
    header += ["worst run", "paper", "verdict"]
    caption = (
        "Final return: of each run the mean of its last 20 evaluations; over runs the mean ± standard deviation, the "
        "95 % bootstrapped interval of the mean, and the interquartile mean (IQM). The verdict says whether our mean "
        f"lies inside the paper's mean ± deviation, above or below it. Returns include the survival bonus. {PRESETS_TEXT}"
    )
    missing = [" on ".join(row[1::-1]) for row in rows if row[2] == "no record"]
    names = tuple(cell.contender.record.name if cell.contender.record else None for cell in every)
    table = Table(header, rows, (3, 4, 5, 6, 7), names)
    return Exhibit("finals", "Final returns beside the paper's", caption, _draw(every), table, missing)


def final_texts(final: Final) -> list[str]:
    """Seeds x steps, mean and deviation, interval and interquartile mean as text."""
    low, high = final.interval
    fewest, most = style.steps_text(final.fewest_steps), style.steps_text(final.most_steps)
    steps = most if final.fewest_steps >= 0.95 * final.most_steps else f"{fewest} to {most}"
    return [
        f"{final.runs} x {steps}",
        mean_text(final.mean, final.deviation),
        f"{digits(low)} to {digits(high)}" if final.runs > 1 else "one run",
        digits(final.iqm),
    ]


def mean_text(mean: float, deviation: float) -> str:
    return f"{digits(mean)} ± {digits(deviation)}"


def digits(value: float) -> str:
    """Three digits or whole numbers, no more."""
    if abs(value) >= 99.95 or float(value).is_integer():
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 0.095 else f"{value:.2f}"


@style.styled()
def _draw(every: list[FinalCell]) -> Any:
    """Ours above the paper's, a panel for each task."""
    if not any(cell.final for cell in every):
        return None
    figure, panels = style.panels(2, 2, 3.5)
    for axes, task in zip(panels, paper.TASKS, strict=True):
        _draw_panel(axes, [cell for cell in every if cell.contender.task == task])
    figure.supxlabel("final return (env return)", fontsize=8)
    dot: dict[str, Any] = {"color": "0.2", "marker": "o", "ms": 5}
    handles = [
        style.key("ours, mean and 95 % interval", lw=1.8, **dot),
        style.key("fewer steps than the paper", lw=0, mfc="white", **dot),
        style.key("ours, IQM", color="black", marker="|", lw=0, ms=7),
        style.key("paper, mean ± deviation", color="0.86", lw=7),
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=4, fontsize=7, handlelength=1.8)
    return figure


def _draw_panel(axes: Any, cells: list[FinalCell]) -> None:
    for place, cell in enumerate(cells):
        mean, deviation = cell.contender.number
        axes.barh(place, 2 * deviation, 0.62, mean - deviation, color="0.86", lw=0)
        axes.plot([mean] * 2, [place - 0.31, place + 0.31], color=style.GREY, lw=1.1)
        if cell.final is None:
            continue
        final, look = cell.final, cell.contender.look
        low, high = final.interval if final.runs > 1 else (final.mean,) * 2
        axes.plot([low, high], [place, place], color=look.colour, lw=1.8, solid_capstyle="butt")
        face = look.colour if cell.share >= NEARLY else "white"
        axes.plot(final.mean, place, look.marker, color=look.colour, mfc=face, ms=5)
        axes.plot(final.iqm, place, "|", color="black", ms=7, mew=1)
    axes.set_yticks(range(len(cells)), [cell.contender.label for cell in cells])
    axes.invert_yaxis()
    axes.use_sticky_edges = False  # bars must not end at the frame
    axes.margins(x=0.04)
    axes.grid(axis="y", visible=False)
    axes.set_title(cells[0].contender.env)
