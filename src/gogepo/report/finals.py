"""The table of final returns beside the paper's, with a verdict for each number."""

from __future__ import annotations

from typing import Any, NamedTuple

from gogepo.config import AlgorithmName
from gogepo.report import paper, style
from gogepo.report.exhibit import Exhibit, Table
from gogepo.report.record import Record
from gogepo.report.shelf import Shelf, settings_text
from gogepo.report.statistics import NEARLY, Final, Word, final_of, verdict

MARKS: dict[Word, str] = {"inside": "●", "above": "▲", "below": "▼"}


class Cell(NamedTuple):
    """A method on a task: what was reached, and what the paper says."""

    task: str
    env: str
    method: AlgorithmName
    label: str
    by_default: bool
    """Not of the paper's very settings where the library's default is another."""
    record: Record | None
    final: Final | None
    number: paper.Number

    @property
    def verdict(self) -> Word | None:
        return None if self.final is None else verdict(self.final.mean, self.number)

    @property
    def share_text(self) -> str:
        return f"{100 * self.share:.0f} %" if self.share >= 0.01 else "< 1 %"

    @property
    def share(self) -> float:
        """Of the paper's steps, that the slowest run has made."""
        return 0.0 if self.final is None else self.final.fewest_steps / paper.PROTOCOL[self.task].env_steps


def final_cells(shelf: Shelf) -> list[Cell]:
    found = []
    for task in paper.TASKS:
        for label, method, by_default, record in shelf.find_methods(task):
            final = None if record is None else final_of(record)
            number = paper.FINAL[task][method]
            found.append(Cell(task, shelf.env(task), method, label, by_default, record, final, number))
    return found


def final_table(shelf: Shelf) -> Exhibit:
    """The paper's table of final returns."""
    every = final_cells(shelf)
    rows = []
    for cell in every:
        number = f"{digits(cell.number.mean)} ± {digits(cell.number.deviation)}"
        head = [cell.env, cell.label]
        if cell.final is None:
            rows.append([*head, "no record", "", "", "", "", number, "-"])
        else:
            rows.append([*head, *cells(cell.final), digits(cell.final.worst), number, _verdict_text(cell)])
    header = [
        "environment",
        "method",
        "seeds x steps",
        "last 20",
        "95 % interval",
        "IQM",
        "worst run",
        "paper",
        "verdict",
    ]
    caption = (
        "Final return: of each run the mean of its last 20 evaluations; over runs the mean ± standard deviation, the "
        "95 % bootstrapped interval of the mean, and the interquartile mean (IQM). The verdict says whether our mean "
        "lies inside the paper's mean ± deviation, above or below it. Returns include the survival bonus. "
        + as_in_the_paper()
    )
    missing = [f"{cell.label} on {cell.env}" for cell in every if cell.final is None]
    names = tuple(cell.record.name if cell.record else None for cell in every)
    table = Table(header, rows, (3, 4, 5, 6, 7), names)
    return Exhibit("finals", "Final returns beside the paper's", caption, _draw(every), table, missing)


def as_in_the_paper() -> str:
    """What a method's second line is of."""
    said = (
        f"{paper.NAMES[method]} as in the paper: {settings_text(what)}."
        for method, what in paper.EXACTLY.items()
    )
    return " ".join(said)


def cells(final: Final) -> list[str]:
    """Seeds x steps, mean and deviation, interval and interquartile mean as text."""
    low, high = final.interval
    return [
        f"{final.runs} x {_steps(final)}",
        f"{digits(final.mean)} ± {digits(final.deviation)}",
        f"{digits(low)} to {digits(high)}" if final.runs > 1 else "one run",
        digits(final.iqm),
    ]


def _steps(final: Final) -> str:
    fewest, most = style.steps_text(final.fewest_steps), style.steps_text(final.most_steps)
    return most if final.fewest_steps >= 0.95 * final.most_steps else f"{fewest} to {most}"


def _verdict_text(cell: Cell) -> str:
    assert cell.final is not None
    assert cell.verdict is not None
    text = f"{MARKS[cell.verdict]} {cell.verdict}"
    if cell.share < NEARLY:
        text += f", {cell.share_text} of steps"
    if cell.final.fewest_evaluations < paper.FINAL_EVALUATIONS:
        text += f", {cell.final.fewest_evaluations} evaluations"
    return text


def digits(value: float) -> str:
    """Three digits or whole numbers, no more."""
    if abs(value) >= 99.95 or float(value).is_integer():
        return f"{value:.0f}"
    return f"{value:.1f}" if abs(value) >= 0.095 else f"{value:.2f}"


def _draw(every: list[Cell]) -> Any:
    """Ours above the paper's, a panel for each task."""
    if not any(cell.final for cell in every):
        return None
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    with style.styled():
        figure = Figure(figsize=(style.WIDTH, 3.5), layout="constrained")
        for axes, task in zip(figure.subplots(2, 2).flat, paper.TASKS, strict=True):
            these = [cell for cell in every if cell.task == task]
            for place, cell in enumerate(these):
                look = style.METHODS[cell.method] if cell.by_default else style.EXACTLY
                number = cell.number
                axes.barh(
                    place, 2 * number.deviation, 0.62, number.mean - number.deviation, color="0.86", lw=0
                )
                axes.plot([number.mean] * 2, [place - 0.31, place + 0.31], color=style.GREY, lw=1.1)
                if cell.final is None:
                    continue
                low, high = cell.final.interval if cell.final.runs > 1 else (cell.final.mean,) * 2
                axes.plot([low, high], [place, place], color=look.colour, lw=1.8, solid_capstyle="butt")
                face = look.colour if cell.share >= NEARLY else "white"
                axes.plot(cell.final.mean, place, look.marker, color=look.colour, mfc=face, ms=5)
                axes.plot(cell.final.iqm, place, "|", color="black", ms=7, mew=1)
            axes.set_yticks(range(len(these)), [cell.label for cell in these])
            axes.invert_yaxis()
            axes.use_sticky_edges = False  # bars must not end at the frame
            axes.margins(x=0.04)
            axes.grid(axis="y", visible=False)
            axes.set_title(these[0].env)
        figure.supxlabel("final return (env return)", fontsize=8)
        ours = [
            Line2D([], [], color="0.2", marker="o", lw=1.8, ms=5, label="ours, mean and 95 % interval"),
            Line2D(
                [], [], color="0.2", marker="o", mfc="white", lw=0, ms=5, label="fewer steps than the paper"
            ),
            Line2D([], [], color="black", marker="|", lw=0, ms=7, label="ours, IQM"),
            Line2D([], [], color="0.86", lw=7, label="paper, mean ± deviation"),
        ]
        figure.legend(handles=ours, loc="outside upper center", ncols=4, fontsize=7, handlelength=1.8)
        return figure
