"""reproduce: the paper's experiments run, measured, recorded and reported by one command."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.table import Table

from gogepo import cli
from gogepo.application import train_all
from gogepo.commands.output import err, out, print_json
from gogepo.commands.report import show_report
from gogepo.commands.train import manner_of
from gogepo.config import ExhibitName
from gogepo.files import write_durably
from gogepo.inputs import InputError
from gogepo.report.write import write_report
from gogepo.reproduce import (
    MEASURING,
    Planned,
    Reproduction,
    add_pace,
    measuring_seconds,
    needed,
    plan_of,
    read_pace,
    training_seconds,
    workers_of,
)
from gogepo.runs.plan import is_finished, keep_plan, refuse_other_plan


def reproduce_command(command: cli.Reproduce) -> int:
    manner_of(command).check()
    plan = plan_of(command.scale, command.device, command.precision)
    # The path is absolute before an environment changes the working directory.
    folder = Path(command.out or f"runs/reproduce-{command.scale}").absolute()
    return reproduce(Reproduction(folder, plan, MEASURING[command.scale]), command)


def reproduce(work: Reproduction, command: cli.Reproduce) -> int:
    """Bring every run of the plan to its end, measure the generators, write records and report.

    Whatever is finished is not done again, so the same command continues after a kill.
    """
    refuse_other_plan(work.folder, "reproduction", work.plan_text())
    wanted, workers = needed(work.plan, command.only), workers_of(command.engine)
    open_runs = [planned for planned in wanted if not is_finished(work.path(planned))]
    measuring = {planned.name: work.unmeasured(planned, command.only) for planned in wanted}
    pace = read_pace(work.folder / "pace.json")
    with err.status("measuring how fast this machine is"):
        for planned in wanted:
            if planned in open_runs or measuring[planned.name]:
                add_pace(pace, planned.config, command.engine)
    if not command.plan:  # until here, and on a machine that cannot do it, the directory stays free
        keep_plan(work.folder, "reproduction", work.plan_text())
        write_durably(work.folder / "pace.json", json.dumps(dataclasses.asdict(pace)).encode())
    costs = {planned.name: training_seconds(planned.config, pace, workers) for planned in open_runs}
    later = sum(
        measuring_seconds(planned.config.env, what, work.size, pace)
        for planned in wanted
        for what, _ in measuring[planned.name]
    )
    _show_plan(wanted, costs, later)
    open_runs.sort(key=lambda planned: costs[planned.name])  # the report has something to show early
    summary: dict[str, Any] = {
        "out": str(work.folder),
        "runs": [planned.name for planned in wanted],
        "open": [planned.name for planned in open_runs],
        "expected_seconds": round(sum(costs.values()) + later, 1),
        "pace": {**dataclasses.asdict(pace), "workers": workers},
    }
    if not command.plan:
        summary |= _carry_out(work, wanted, open_runs, command)
    print_json(command.json, summary)
    return cli.exit_code(summary.get("outcome", "done"))


def _show_plan(wanted: Sequence[Planned], costs: dict[str, float], later: float) -> None:
    title = f"{len(wanted)} runs, {len(costs)} to make"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("run", "seeds x steps", "at most about"):
        table.add_column(heading, justify="left" if heading == "run" else "right")
    for planned in wanted:
        size = f"{planned.config.seeds} x {planned.config.env_steps or 0:,}"
        cost = costs.get(planned.name)
        table.add_row(planned.name, size, "done" if cost is None else _duration(cost))
    if later:
        table.add_row("commanded returns and maps", "", _duration(later))
    table.add_section()
    table.add_row("together", "", _duration(sum(costs.values()) + later))
    err.print(table)
    err.print(
        "Times are of a few rounds and steps on this machine, as if episodes stayed as short as at first and those of "
        "evaluations lasted to their limit. Where episodes grow longer it takes much less.",
        markup=False,
    )


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    hours, days = minutes // 60, minutes // 1440
    if days >= 2:
        return f"{days} days {hours % 24} h"
    return f"{hours} h {minutes % 60:02d} min" if hours else f"{minutes} min"


def _carry_out(
    work: Reproduction, wanted: Sequence[Planned], open_runs: Sequence[Planned], command: cli.Reproduce
) -> dict[str, Any]:
    """Train, measure and report; what a program wants to know of it."""
    runs = [(work.path(planned), planned.config) for planned in open_runs]
    outcome = train_all(runs, manner_of(command))
    if outcome == "interrupted":
        return {"outcome": outcome}
    whole = [_measure(work, planned, command.only) for planned in wanted if is_finished(work.path(planned))]
    outcome = outcome if all(whole) else "failed"
    records, folder = work.write_records(), work.folder / "report"
    if not records:
        return {"outcome": outcome, "report": None}
    show_report(*write_report(records, folder, command.only), folder)
    out.print(f"Records: {work.folder / 'records'}", markup=False)
    return {"outcome": outcome, "report": str(folder / "index.html")}


def _measure(work: Reproduction, planned: Planned, only: ExhibitName | None) -> bool:
    """Whether everything could be measured; the report is written without the rest."""
    whole = True
    for what, run in work.unmeasured(planned, only):
        where = f"{planned.name}, {run.path.name}"
        try:
            with err.status(f"measuring {what}, {where}"):
                work.measure(what, run)
        except InputError as error:
            err.print(f"{where} could not be measured: {error}", markup=False)
            whole = False
    return whole
