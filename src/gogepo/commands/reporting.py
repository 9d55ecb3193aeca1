"""report: the paper's exhibits from records and runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from gogepo import cli
from gogepo.commands.output import err, out, print_json, writing
from gogepo.commands.recording import find_records
from gogepo.config import ExhibitName
from gogepo.files import write_durably
from gogepo.inputs import InputError
from gogepo.report.exhibit import Exhibit
from gogepo.report.exhibits import EXHIBITS
from gogepo.report.finals import MARKS, as_in_the_paper, digits, final_cells
from gogepo.report.html import page
from gogepo.report.paper import NAMES
from gogepo.report.record import Record
from gogepo.report.shelf import Shelf
from gogepo.report.statistics import NEARLY
from gogepo.report.style import steps_text, write_images

LARGEST_MARKDOWN = 2**22


def report_command(command: cli.Report) -> int:
    documents = {Path(path): _read_markdown(Path(path)) for path in command.into}
    records = find_records(command.runs)
    exhibits, shelf = write_report(records, Path(command.out), [command.only] if command.only else None)
    renewed = {path: with_tables(text, exhibits, path) for path, text in documents.items()}
    for path, text in renewed.items():
        with writing(path):
            write_durably(path.resolve(), text.encode())
    show_report(exhibits, shelf, Path(command.out))
    summary = {
        "report": str(Path(command.out) / "index.html"),
        "records": [record.name for record in shelf.records],
        "exhibits": {
            each.name: {"drawn": each.figure is not None, "missing": each.missing} for each in exhibits
        },
        "finals": _finals(shelf),
    }
    print_json(command.json, summary)
    return cli.DONE


def write_report(
    records: Sequence[Record], folder: Path, only: Sequence[ExhibitName] | None = None
) -> tuple[list[Exhibit], Shelf]:
    """index.html, figures/ and tables/; what is there of an earlier report is written over."""
    shelf = Shelf(records)
    exhibits = [make(shelf) for name, make in EXHIBITS.items() if only is None or name in only]
    try:
        for name in ("figures", "tables"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for exhibit in exhibits:
            if exhibit.figure is not None:
                write_images(exhibit.figure, folder / "figures" / exhibit.name)
            if exhibit.table is not None:
                for kind, text in (("md", exhibit.table.markdown() + "\n"), ("csv", exhibit.table.csv())):
                    (folder / "tables" / f"{exhibit.name}.{kind}").write_text(text, encoding="utf-8")
        (folder / "index.html").write_text(page(exhibits, shelf), encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write a report in {folder}: {error.strerror}") from None
    return exhibits, shelf


def with_tables(text: str, exhibits: Sequence[Exhibit], path: Path) -> str:
    """A Markdown text with the tables of the exhibits that it has lines for."""
    for exhibit in exhibits:
        first, last = f"<!-- {exhibit.name} -->", f"<!-- /{exhibit.name} -->"
        if first not in text:
            continue
        before, _, rest = text.partition(first)
        _, closed, after = rest.partition(last)
        if not closed:
            raise InputError(f"{path} has {first} without {last}")
        table = exhibit.table.markdown() if exhibit.table is not None else "No record yet."
        text = f"{before}{first}\n{table}\n{last}{after}"
    return text


def _read_markdown(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_MARKDOWN:
            raise InputError(f"{path} is too large for a text")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text") from None


def show_report(exhibits: Sequence[Exhibit], shelf: Shelf, folder: Path) -> None:
    """The final returns in short, and what could not be drawn."""
    title = "Final returns (env return), mean of the last 20 evaluations"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("environment", "method", "runs", "ours", "paper", "verdict"):
        table.add_column(heading, justify="right" if heading in ("ours", "paper") else "left", no_wrap=True)
    known = [cell for cell in final_cells(shelf) if cell.final is not None]
    for number, cell in enumerate(known):
        assert cell.final is not None
        assert cell.verdict is not None
        again = number > 0 and known[number - 1].env == cell.env
        whole = cell.share >= NEARLY
        table.add_row(
            "" if again else cell.task,
            NAMES[cell.method] + ("" if cell.by_default else "*"),
            f"{cell.final.runs} x {steps_text(cell.final.fewest_steps)}",
            f"{digits(cell.final.mean)} ± {digits(cell.final.deviation)}",
            f"{digits(cell.number.mean)} ± {digits(cell.number.deviation)}",
            f"{MARKS[cell.verdict]} {cell.verdict}" + ("" if whole else f", {cell.share_text}"),
        )
    if known:
        out.print(table)
    if not all(cell.by_default for cell in known):
        out.print(f"* {as_in_the_paper()}", markup=False)
    missing: dict[str, list[str]] = {}
    for exhibit in exhibits:
        if exhibit.missing:
            missing.setdefault("; ".join(exhibit.missing), []).append(exhibit.title)
    for what, titles in missing.items():
        err.print(f"{' and '.join(titles)}: no record of {what}", markup=False)
    out.print(f"Report: {folder / 'index.html'}", markup=False)


def _finals(shelf: Shelf) -> list[dict[str, Any]]:
    return [
        {
            "env": cell.env,
            "method": cell.method,
            "label": cell.label,
            "record": cell.record.name,
            "runs": cell.final.runs,
            "env_steps": cell.final.fewest_steps,
            "mean": cell.final.mean,
            "deviation": cell.final.deviation,
            "interval": None if cell.final.runs < 2 else list(cell.final.interval),
            "iqm": cell.final.iqm,
            "paper": list(cell.number),
            "verdict": cell.verdict,
        }
        for cell in final_cells(shelf)
        if cell.record is not None and cell.final is not None
    ]
