"""calibrate: commanded against achieved return."""

from __future__ import annotations

import math

from rich.progress import Progress as Bar
from rich.table import Table

from gogepo import cli
from gogepo.commands.output import (
    err,
    finite,
    finite_tree,
    number,
    out,
    picture_path,
    print_json,
    write_picture,
    writing,
)
from gogepo.methods import Method, check_counts
from gogepo.records.calibration import calibrations_text
from gogepo.report.run_figures import draw_calibration
from gogepo.runs.directory import RunDirectory


def calibrate_command(command: cli.Calibrate) -> int:
    directory = RunDirectory.open(command.run).member(command.seed)
    picture = picture_path(command.out, directory, "calibration.png")
    check_counts(command.commands, command.episodes)
    model = Method.load(command.run, device=command.device, seed=command.seed)
    low, high = model.learned_range  # refuses a run that has nothing to calibrate
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task("playing", total=command.commands)
        calibration = model.calibrate(command.commands, command.episodes, lambda: bar.advance(task))
    table = Table(
        title=f"{model.config.env}: commanded and achieved return (without survival bonus)",
        title_justify="left",
    )
    predicts = any(math.isfinite(point.predicted) for point in calibration.points)  # has an evaluator
    for heading in ("command", *(("predicted",) if predicts else ()), "achieved", "+-", "difference"):
        table.add_column(heading, justify="right")
    for point in calibration.points:
        table.add_row(
            f"{point.command:.1f}",
            *((f"{point.predicted:.1f}",) if predicts else ()),
            f"{point.achieved:.1f}",
            f"{point.deviation:.1f}",
            f"{point.achieved - point.command:+.1f}",
            style="" if low <= point.command <= high else "dim",
        )
    out.print(table)
    error, correlation = calibration.error(), calibration.rank_correlation()
    out.print(
        f"Over the returns seen in training ({low:.1f} to {high:.1f}; the others are dim): "
        f"mean absolute error {number(finite(error))}, "
        f"rank correlation {number(finite(correlation), 2)}."
    )
    with writing(directory.commanded):
        directory.folder.write("commanded.json", calibrations_text([calibration]).encode())
    content = draw_calibration(model.config.env, calibration, picture.suffix[1:])
    write_picture(content, picture, directory)
    head = {"env": model.config.env, "episodes": command.episodes}
    summary = {**head, **calibration.as_json(), "picture": str(picture)}
    print_json(command.json, finite_tree(summary))
    return cli.DONE
