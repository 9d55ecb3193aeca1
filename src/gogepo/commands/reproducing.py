"""reproduce: the paper's experiments run, measured, recorded and reported by one command."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress as Bar
from rich.table import Table

from gogepo import cli
from gogepo.commands.grid import bring_to_end, is_finished, newest_manifest, refuse_another, remember
from gogepo.commands.output import err, out, print_json
from gogepo.commands.recording import find_records, record_name, write_record
from gogepo.commands.reporting import show_report, write_report
from gogepo.config import EngineConfig, ExhibitName, Limits, check_engine
from gogepo.files import write_durably
from gogepo.inputs import InputError, check_bounds
from gogepo.mapping import map_policies, moments_of
from gogepo.methods import Method
from gogepo.report.commanded import commanded_of
from gogepo.report.merging import merged
from gogepo.report.record import commanded_text, map_text, read_commanded, read_map
from gogepo.reproduction import (
    MEASURING,
    Measuring,
    Pace,
    Planned,
    expected_seconds,
    measure_pace,
    measured,
    measuring_seconds,
    needed,
    plan_of,
    read_pace,
    workers_of,
)
from gogepo.runs.directory import RunDirectory


def reproduce_command(command: cli.Reproduce) -> int:
    check_bounds(command.limits)
    check_engine(command.engine)
    plan = plan_of(command.scale, command.device, command.precision)
    folder = Path(command.out or f"runs/reproduce-{command.scale}").absolute()
    return reproduce(plan, MEASURING[command.scale], folder, command)


@dataclasses.dataclass(frozen=True)
class Reproduction:
    """Where it is made and how."""

    folder: Path
    engine: EngineConfig
    limits: Limits
    inexact: bool

    def run(self, planned: Planned) -> Path:
        return self.folder / "runs" / planned.name


def reproduce(plan: Sequence[Planned], size: Measuring, folder: Path, command: cli.Reproduce) -> int:
    """Bring every run of the plan to its end, measure the generators, write records and report.

    Whatever is finished is not done again, so the same command goes on after a kill.
    """
    described = _plan_text(plan, size)
    refuse_another(folder, "reproduction", described)
    place = Reproduction(folder, command.engine, command.limits, command.inexact)
    wanted, exhibits = needed(plan, command.only), measured(command.only)
    open_runs = [planned for planned in wanted if not is_finished(place.run(planned))]
    generators = [planned for planned in wanted if set(exhibits) & planned.exhibits]
    unmeasured = [planned for planned in generators if _unmeasured(planned, exhibits, size, place)]
    pace, whence = _pace([*open_runs, *unmeasured], command.engine, folder / "pace.json")
    if not command.plan:  # until here, and on a machine that cannot do it, the directory stays free
        remember(folder, "reproduction", described)
        _keep_pace(pace, folder / "pace.json")
    costs = {planned.name: _seconds_left(planned, place, pace) for planned in open_runs}
    open_runs.sort(key=lambda planned: costs[planned.name])  # the report has something to show early
    later = sum(_measuring_left(planned, exhibits, size, place, pace) for planned in unmeasured)
    _show_plan(wanted, open_runs, costs, later, whence)
    summary: dict[str, Any] = {
        "out": str(folder),
        "runs": [planned.name for planned in wanted],
        "open": [planned.name for planned in open_runs],
        "expected_seconds": round(sum(costs.values()) + later, 1),
        "pace": dataclasses.asdict(pace),
    }
    if command.plan:
        print_json(command.json, summary)
        return cli.DONE
    outcome, failed = _run_all(open_runs, costs, later, place)
    if outcome == cli.INTERRUPTED:
        err.print("Interrupted and saved. The same command goes on from here.")
        print_json(command.json, {**summary, "outcome": "interrupted"})
        return cli.INTERRUPTED
    for planned in generators:
        if is_finished(place.run(planned)):
            failed |= not _measure(planned, exhibits, size, place)
    report = _report(plan, place, command.only)
    print_json(command.json, {**summary, "outcome": "failed" if failed else "done", "report": report})
    return cli.FAILED if failed else cli.DONE


def _plan_text(plan: Sequence[Planned], size: Measuring) -> str:
    runs = {planned.name: planned.config.as_json() for planned in plan}
    return json.dumps({"measuring": dataclasses.asdict(size), "runs": runs}, indent=1) + "\n"


def _pace(runs: Sequence[Planned], engine: EngineConfig, path: Path) -> tuple[Pace, str]:
    """Of this machine: what was kept, and for what else is to be run, measured."""
    known, whence = Pace({}, {}, workers_of(engine)), f"measured before and kept in {path}"
    if path.exists():
        try:
            known = read_pace(path, known.workers)
        except (OSError, ValueError):
            err.print(f"{path} cannot be read; measuring again", markup=False)
    unknown = [
        each
        for each in runs
        if each.config.env not in known.steps or each.config.algorithm_name not in known.rounds
    ]
    if unknown:
        with Bar(console=err, transient=True) as bar:
            task = bar.add_task("measuring this machine's pace", total=None)
            pace = measure_pace(unknown, engine, lambda text: bar.update(task, description=text))
        known = Pace({**known.rounds, **pace.rounds}, {**known.steps, **pace.steps}, pace.workers)
        whence = "measured here just now"
    return known, whence


def _keep_pace(pace: Pace, path: Path) -> None:
    """All but the workers, which another engine has more or fewer of."""
    kept = {"rounds": pace.rounds, "steps": pace.steps}
    write_durably(path, json.dumps(kept, indent=1).encode() + b"\n")


def _seconds_left(planned: Planned, place: Reproduction, pace: Pace) -> float:
    """What is still to come of a run that was stopped on its way: all that its checkpoints do not hold."""
    config, budget = planned.config, planned.config.env_steps or 0
    saved = [newest_manifest(member) for member in RunDirectory(place.run(planned)).members(config).values()]
    done = sum(min(each.env_steps, budget) for each in saved if each is not None)
    return expected_seconds(config, pace) * (1 - done / max(budget * config.seeds, 1))


def _measuring_left(
    planned: Planned, exhibits: Sequence[ExhibitName], size: Measuring, place: Reproduction, pace: Pace
) -> float:
    return sum(
        measuring_seconds(planned.config.env, what, size, pace)
        for what, _ in _unmeasured(planned, exhibits, size, place)
    )


def _unmeasured(
    planned: Planned, exhibits: Sequence[ExhibitName], size: Measuring, place: Reproduction
) -> list[tuple[ExhibitName, RunDirectory]]:
    """What is still to be measured on which run of a population."""
    return [
        (what, run)
        for what in exhibits
        if what in planned.exhibits
        for run in _to_measure(planned, what, size, place)
        if not _has(run, what, size)
    ]


def _to_measure(planned: Planned, what: str, size: Measuring, place: Reproduction) -> list[RunDirectory]:
    """The runs of the first seeds; none is picked for its looks."""
    count = 1 if what == "map" else min(size.runs, planned.config.seeds)
    return list(RunDirectory(place.run(planned)).members(planned.config).values())[:count]


def _has(run: RunDirectory, what: str, size: Measuring) -> bool:
    """Whether a run was measured as it now is and as wanted; a file that is damaged is made again.

    How many episodes a map is of it does not say.
    """
    newest = newest_manifest(run)
    if newest is None:
        return False
    try:
        if what == "map":
            found = [(stage.env_steps, len(stage.points)) for stage in read_map(run.map).stages]
            return found == [(moment.env_steps, size.commands) for moment in moments_of(newest)]
        commanded = read_commanded(run.commanded)
    except InputError:
        return False
    episodes = [len(point.training_returns) for each in commanded for point in each.points]
    found = [(each.env_steps, len(each.points)) for each in commanded]
    most = max(episodes, default=0)  # one that was dropped is missing in its point
    return found == [(newest.env_steps, size.commands)] and most == size.episodes


def _show_plan(
    wanted: Sequence[Planned],
    open_runs: Sequence[Planned],
    costs: dict[str, float],
    later: float,
    whence: str,
) -> None:
    table = Table(
        title=f"{len(wanted)} runs, {len(open_runs)} to make", title_justify="left", box=None, pad_edge=False
    )
    for heading in ("run", "seeds x steps", "time"):
        table.add_column(heading, justify="left" if heading == "run" else "right")
    still_open = {planned.name for planned in open_runs}
    for planned in wanted:
        config = planned.config
        cost = _duration(costs[planned.name]) if planned.name in still_open else "done"
        table.add_row(planned.name, f"{config.seeds} x {config.env_steps or 0:,}", cost)
    if later:
        table.add_row("commanded returns and maps", "", _duration(later))
    table.add_section()
    table.add_row("together, about", "", _duration(sum(costs.values()) + later))
    err.print(table)
    if whence:
        err.print(
            f"Times are from seconds a round and a step {whence}, and from how many episodes earlier runs took; "
            "evaluations count as if every episode lasted to its limit.",
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


def _corrected(left: float, spent: float, expected: float) -> float:
    """Seconds left, by how it went so far against what was expected; short runs say little about the long ones."""
    return left * (spent + left) / (expected + left) if left > 0 else 0.0


def _run_all(
    open_runs: Sequence[Planned], costs: dict[str, float], later: float, place: Reproduction
) -> tuple[int, bool]:
    """The last outcome, and whether a run stopped before its end."""
    failed, spent, expected = False, 0.0, 0.0
    for number, planned in enumerate(open_runs, 1):
        left = sum(costs[each.name] for each in open_runs[number - 1 :]) + later
        all_left = _duration(_corrected(left, spent, expected))
        err.print(
            f"[{number} of {len(open_runs)}] {planned.name}; all of it: about {all_left} left", markup=False
        )
        began = time.monotonic()
        try:
            outcome = bring_to_end(
                planned.config, place.run(planned), place.engine, place.limits, inexact=place.inexact
            )
        except InputError as error:
            err.print(str(error), markup=False)
            outcome = cli.FAILED
        spent, expected = spent + time.monotonic() - began, expected + costs[planned.name]
        if outcome == cli.INTERRUPTED:
            return outcome, failed
        if outcome != cli.DONE:
            failed = True
            err.print(f"{planned.name} stopped before its end; the others go on", markup=False)
    return cli.DONE, failed


def _measure(planned: Planned, exhibits: Sequence[ExhibitName], size: Measuring, place: Reproduction) -> bool:
    """Whether all of it could be measured; what could not is said, and the report goes without it."""
    whole = True
    for what, run in _unmeasured(planned, exhibits, size, place):
        where = f"{planned.name}, {run.path.name}"
        try:
            _measure_map(run, size, where) if what == "map" else _measure_commanded(run, size, where)
        except InputError as error:
            err.print(f"{where} could not be measured: {error}", markup=False)
            whole = False
    return whole


def _measure_map(run: RunDirectory, size: Measuring, where: str) -> None:
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task(f"map of policies, {where}", total=None)
        chart = map_policies(
            run,
            commands=size.commands,
            episodes=size.episodes,
            on_policy=lambda done, of: bar.update(task, completed=done, total=of),
        )
    run.folder.write("map.json", map_text(chart).encode())


def _measure_commanded(run: RunDirectory, size: Measuring, where: str) -> None:
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task(f"commanded returns, {where}", total=size.commands)
        model = Method.load(run.path)
        found = model.calibrate(size.commands, size.episodes, lambda: bar.advance(task))
        model.close()
    kept = commanded_of(found, model.config.seed, model.env_steps)
    run.folder.write("commanded.json", commanded_text([kept]).encode())


def _report(plan: Sequence[Planned], place: Reproduction, only: ExhibitName | None) -> str | None:
    """Records of all runs that there are, also of those that one exhibit does not need; None if there are none."""
    paths = [str(place.run(planned)) for planned in plan if (place.run(planned) / "config.json").exists()]
    records = [record for path in paths for record in _records(path)]
    for record in merged(records):
        name = record_name(record)
        write_record(dataclasses.replace(record, name=name), place.folder / "records" / name)
    if not records:
        return None
    kept = find_records([str(place.folder / "records")])
    exhibits, shelf = write_report(kept, place.folder / "report", [only] if only else None)
    show_report(exhibits, shelf, place.folder / "report")
    out.print(f"Records: {place.folder / 'records'}", markup=False)
    return str(place.folder / "report" / "index.html")


def _records(path: str) -> list[Any]:
    try:
        return find_records([path])
    except InputError:  # stopped before its first evaluation
        return []
