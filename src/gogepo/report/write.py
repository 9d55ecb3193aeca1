"""A report: every exhibit drawn from records, written as figures, tables and one page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gogepo.config import ExhibitName
from gogepo.files import write_as_told
from gogepo.inputs import InputError
from gogepo.records.record import Record
from gogepo.report.commands import commanded_returns
from gogepo.report.curves import ablation_of_drive, ablation_of_weighting, learning_curves
from gogepo.report.exhibits import Exhibit
from gogepo.report.finals import final_table
from gogepo.report.html import page
from gogepo.report.policy_map import map_of_policies
from gogepo.report.select import Selection
from gogepo.report.style import write_images

EXHIBITS: dict[ExhibitName, Callable[[Selection], Exhibit]] = {
    "finals": final_table,
    "curves": learning_curves,
    "weighting": ablation_of_weighting,
    "drive": ablation_of_drive,
    "map": map_of_policies,
    "commands": commanded_returns,
}


def write_report(
    records: Sequence[Record], folder: Path, only: ExhibitName | None = None
) -> tuple[list[Exhibit], Selection]:
    """Write index.html, figures/ and tables/ over those of an earlier report."""
    selection = Selection(records)
    exhibits = [draw(selection) for name, draw in EXHIBITS.items() if only in (None, name)]
    try:
        for exhibit in exhibits:
            if exhibit.figure is not None:
                write_images(exhibit.figure, folder / "figures" / exhibit.name)
            if exhibit.table is not None:
                for kind, text in (("md", exhibit.table.markdown() + "\n"), ("csv", exhibit.table.csv())):
                    write_as_told(folder / "tables" / f"{exhibit.name}.{kind}", text.encode())
        write_as_told(folder / "index.html", page(exhibits, selection).encode())
    except OSError as error:
        raise InputError(f"cannot write a report in {folder}: {error.strerror}") from None
    return exhibits, selection


def with_tables(text: str, exhibits: Sequence[Exhibit], path: Path) -> str:
    """A Markdown text with new tables between the lines <!-- EXHIBIT --> and <!-- /EXHIBIT -->."""
    for exhibit in exhibits:
        first, last = f"<!-- {exhibit.name} -->", f"<!-- /{exhibit.name} -->"
        before, found, rest = text.partition(first)
        if not found:
            continue
        _, closed, after = rest.partition(last)
        if not closed:
            raise InputError(f"{path} has {first} without {last}")
        table = exhibit.table.markdown() if exhibit.table is not None else "No record yet."
        text = f"{before}{first}\n{table}\n{last}{after}"
    return text
