"""What an exhibit is: a figure, a table, and what they could not show."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Table(NamedTuple):
    """Cells as text. The columns of `numbers` are set to the right."""

    header: list[str]
    rows: list[list[str]]
    numbers: tuple[int, ...] = ()
    records: tuple[str | None, ...] = ()
    """The record of each row, by name."""

    def csv(self) -> str:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.header, *self.rows])
        return out.getvalue()

    def markdown(self) -> str:
        rule = ["--:" if column in self.numbers else "---" for column in range(len(self.header))]
        lines = [self.header, rule, *self.rows]
        return "\n".join("| " + " | ".join(_in_markdown(cell) for cell in line) + " |" for line in lines)


def _in_markdown(cell: str) -> str:
    return cell.replace("|", "\\|").replace("±", "+-")


def span(counts: Iterable[int], otherwise: int) -> str:
    """20, or 5 to 20 where they are not the same; `otherwise` where there are none."""
    known = set(counts) or {otherwise}
    return " to ".join(str(count) for count in sorted({min(known), max(known)}))


@dataclass(frozen=True)
class Exhibit:
    """One exhibit of the paper, drawn from records."""

    name: str
    """As in `--only` and in file names."""
    title: str
    caption: str
    figure: Any = None
    """A matplotlib figure; None where there is nothing to draw."""
    table: Table | None = None
    missing: list[str] = field(default_factory=list)
    """What no record was given for, each as one phrase."""
