"""report: the paper's exhibits from records and runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from gogepo import cli
from gogepo.commands.output import err, out, print_json, writing
from gogepo.files import write_durably
from gogepo.records.collect import find_records
from gogepo.records.json_files import read_text
from gogepo.report.exhibits import Exhibit
from gogepo.report.finals import final_cells, mean_text
from gogepo.report.select import Selection
from gogepo.report.style import steps_text
from gogepo.report.write import with_tables, write_report


def report_command(command: cli.Report) -> int:
    folder = Path(command.out)
    documents = {path: read_text(path.resolve()) for path in map(Path, command.into)}
    exhibits, selection = write_report(find_records(command.runs), folder, command.only)
    renewed = {path: with_tables(text, exhibits, path) for path, text in documents.items()}
    for path, text in renewed.items():
        with writing(path):
            write_durably(path.resolve(), text.encode())
    show_report(exhibits, selection, folder)
    summary = {
        "report": str(folder / "index.html"),
        "records": [record.name for record in selection.records],
        "exhibits": {
            each.name: {"drawn": each.figure is not None, "missing": each.missing} for each in exhibits
        },
        "finals": _finals(selection),
    }
    print_json(command.json, summary)
    return cli.DONE


def show_report(exhibits: Sequence[Exhibit], selection: Selection, folder: Path) -> None:
    """Print the final returns in short, and what could not be drawn."""
    title = "Final returns (env return), mean of the last 20 evaluations"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("environment", "method", "runs", "ours", "paper", "verdict"):
        table.add_column(heading, justify="right" if heading in ("ours", "paper") else "left", no_wrap=True)
    above = ""
    for cell in final_cells(selection):
        if cell.final is None:
            continue
        task = cell.contender.task
        table.add_row(
            "" if task == above else task,
            cell.contender.label.replace("preset ", ""),
            f"{cell.final.runs} x {steps_text(cell.final.fewest_steps)}",
            mean_text(cell.final.mean, cell.final.deviation),
            mean_text(*cell.contender.number),
            cell.verdict_text(),
        )
        above = task
    if table.row_count:
        out.print(table)
    missing: dict[str, list[str]] = {}
    for exhibit in exhibits:
        if exhibit.missing:
            missing.setdefault("; ".join(exhibit.missing), []).append(exhibit.title)
    for what, titles in missing.items():
        err.print(f"{' and '.join(titles)}: no record of {what}", markup=False)
    out.print(f"Report: {folder / 'index.html'}", markup=False)


def _finals(selection: Selection) -> list[dict[str, Any]]:
    return [
        {
            "env": cell.contender.env,
            "method": cell.contender.method,
            "label": cell.contender.label,
            "record": cell.contender.record.name,
            "runs": cell.final.runs,
            "env_steps": cell.final.fewest_steps,
            "mean": cell.final.mean,
            "deviation": cell.final.deviation,
            "interval": None if cell.final.runs < 2 else list(cell.final.interval),
            "iqm": cell.final.iqm,
            "paper": list(cell.contender.number),
            "verdict": cell.verdict,
        }
        for cell in final_cells(selection)
        if cell.contender.record is not None and cell.final is not None
    ]
