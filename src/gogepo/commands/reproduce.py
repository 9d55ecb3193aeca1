"""reproduce: the paper's experiments run, measured, recorded and reported by one command."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress as Bar
from rich.table import Table

from gogepo import cli
from gogepo.commands.grid import train_all
from gogepo.commands.output import err, out, print_json
from gogepo.commands.report import show_report
from gogepo.config import ExhibitName, check_engine
from gogepo.inputs import InputError, check_bounds
from gogepo.report.write import write_report
from gogepo.reproduce import (
    MEASURING,
    Pace,
    Planned,
    Reproduction,
    measure_pace,
    measuring_seconds,
    needed,
    plan_of,
    workers_of,
)
from gogepo.runs.directory import RunDirectory
from gogepo.runs.plan import is_finished, keep_plan, refuse_other_plan


def reproduce_command(command: cli.Reproduce) -> int:
    check_bounds(command.limits)
    check_engine(command.engine)
    plan = plan_of(command.scale, command.device, command.precision)
    folder = Path(command.out or f"runs/reproduce-{command.scale}").absolute()
    return reproduce(Reproduction(folder, plan, MEASURING[command.scale]), command)


def reproduce(work: Reproduction, command: cli.Reproduce) -> int:
    """Bring every run of the plan to its end, measure the generators, write records and report.

    Whatever is finished is not done again, so the same command continues after a kill.
    """
    plan_text = work.plan_text()
    refuse_other_plan(work.folder, "reproduction", plan_text)
    wanted, workers = needed(work.plan, command.only), workers_of(command.engine)
    open_runs = [planned for planned in wanted if not is_finished(work.path(planned))]
    unmeasured = [planned for planned in wanted if work.unmeasured(planned, command.only)]
    pace = _pace(work, [*open_runs, *unmeasured], command)
    if not command.plan:  # until here, and on a machine that cannot do it, the directory stays free
        keep_plan(work.folder, "reproduction", plan_text)
        work.keep_pace(pace)
    costs = {planned.name: work.seconds_left(planned, pace, workers) for planned in open_runs}
    open_runs.sort(key=lambda planned: costs[planned.name])  # the report has something to show early
    later = sum(
        measuring_seconds(planned.config.env, what, work.size, pace)
        for planned in unmeasured
        for what, _ in work.unmeasured(planned, command.only)
    )
    _show_plan(wanted, costs, later)
    summary: dict[str, Any] = {
        "out": str(work.folder),
        "runs": [planned.name for planned in wanted],
        "open": [planned.name for planned in open_runs],
        "expected_seconds": round(sum(costs.values()) + later, 1),
        "pace": {**dataclasses.asdict(pace), "workers": workers},
    }
    if command.plan:
        print_json(command.json, summary)
        return cli.DONE
    began = time.monotonic()

    def remark(number: int) -> str:
        left = sum(costs[planned.name] for planned in open_runs[number:]) + later
        expected = sum(costs[planned.name] for planned in open_runs[:number])
        time_left = corrected(left, time.monotonic() - began, expected)
        return f"; all of it: at most about {_duration(time_left)}"

    runs = [(work.path(planned), planned.config) for planned in open_runs]
    outcome = train_all(runs, command, remark)
    if outcome == cli.INTERRUPTED:
        print_json(command.json, {**summary, "outcome": "interrupted"})
        return outcome
    for planned in wanted:
        if is_finished(work.path(planned)) and not _measure(work, planned, command.only):
            outcome = cli.FAILED
    report = _report(work, command.only)
    ending = "done" if outcome == cli.DONE else "failed"
    print_json(command.json, {**summary, "outcome": ending, "report": report})
    return outcome


def _pace(work: Reproduction, runs: Sequence[Planned], command: cli.Reproduce) -> Pace:
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task("measuring how fast this machine is", total=None)
        known = work.read_pace()
        return measure_pace(runs, known, command.engine, lambda text: bar.update(task, description=text))


def _show_plan(wanted: Sequence[Planned], costs: dict[str, float], later: float) -> None:
    title = f"{len(wanted)} runs, {len(costs)} to make"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in ("run", "seeds x steps", "at most about"):
        table.add_column(heading, justify="left" if heading == "run" else "right")
    for planned in wanted:
        config, cost = planned.config, costs.get(planned.name)
        time_left = "done" if cost is None else _duration(cost)
        table.add_row(planned.name, f"{config.seeds} x {config.env_steps or 0:,}", time_left)
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


def corrected(left: float, spent: float, expected: float) -> float:
    """Seconds left, by the time spent so far against what was expected; short runs say little about long ones."""
    return left * (spent + left) / (expected + left) if left > 0 else 0.0


def _measure(work: Reproduction, planned: Planned, only: ExhibitName | None) -> bool:
    """Whether everything could be measured; the report is written without the rest."""
    whole = True
    for what, run in work.unmeasured(planned, only):
        where = f"{planned.name}, {run.path.name}"
        try:
            _measure_one(work, what, run, f"measuring {what}, {where}")
        except InputError as error:
            err.print(f"{where} could not be measured: {error}", markup=False)
            whole = False
    return whole


def _measure_one(work: Reproduction, what: ExhibitName, run: RunDirectory, title: str) -> None:
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task(title, total=None)
        work.measure(what, run, lambda done, of: bar.update(task, completed=done, total=of))


def _report(work: Reproduction, only: ExhibitName | None) -> str | None:
    """Draw a report from the records of all runs that there are; None if there are none."""
    records, folder = work.write_records(), work.folder / "report"
    if not records:
        return None
    exhibits, selection = write_report(records, folder, only)
    show_report(exhibits, selection, folder)
    out.print(f"Records: {work.folder / 'records'}", markup=False)
    return str(folder / "index.html")
