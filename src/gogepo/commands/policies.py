"""evaluate, calibrate, generate and watch: what a trained generator is for."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import Any

from rich.progress import Progress as Bar
from rich.table import Table

from gogepo import cli
from gogepo.commands.output import err, finite, finite_tree, number, out, print_json, writing
from gogepo.inputs import InputError, parse_command
from gogepo.methods import Method, check_counts
from gogepo.records.calibration import calibrations_text
from gogepo.records.measure import measure_map
from gogepo.records.record import map_text
from gogepo.report.policy_map import draw_maps
from gogepo.report.run_figures import check_picture, draw_calibration
from gogepo.report.style import image
from gogepo.runs.directory import RunDirectory
from gogepo.watch import use_offscreen_rendering, watch


def evaluate_command(command: cli.Evaluate) -> int:
    target = None if command.command is None else parse_command(command.command)
    model = _model(command)
    result = model.evaluate(target, command.episodes)
    at = f" at command {result.command:.1f}" if math.isfinite(result.command) else ""
    table = Table(title=f"{model.config.env}{at}", title_justify="left")
    table.add_column("episode", justify="right")
    table.add_column("env return", justify="right")
    table.add_column("training return", justify="right")
    pairs = zip(result.env_returns, result.training_returns, strict=True)
    for episode, (env_return, training_return) in enumerate(pairs, 1):
        table.add_row(str(episode), f"{env_return:.2f}", f"{training_return:.2f}")
    table.add_section()
    table.add_row("mean", f"{result.env_return:.2f}", f"{result.training_return:.2f}")
    out.print(table)
    if result.faults:
        err.print(f"{result.faults} episodes were dropped because the environment misbehaved")
    summary = {
        **dataclasses.asdict(result),
        "command": finite(result.command),
        "env_return": finite(result.env_return),
        "training_return": finite(result.training_return),
    }
    print_json(command.json, summary)
    return cli.DONE


def calibrate_command(command: cli.Calibrate) -> int:
    directory = RunDirectory.open(command.run).member(command.seed)
    picture = _picture(command.out, directory, "calibration.png")
    check_counts(command.commands, command.episodes)
    model = _model(command)
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
    _write_picture(content, picture, directory)
    head = {"env": model.config.env, "episodes": command.episodes}
    summary = {**head, **calibration.as_json(), "picture": str(picture)}
    print_json(command.json, finite_tree(summary))
    return cli.DONE


def map_command(command: cli.Map) -> int:
    directory = RunDirectory.open(command.run).member(command.seed)
    picture = _picture(command.out, directory, "map.png")
    check_counts(command.commands, command.episodes)
    if command.stages < 1:
        raise InputError(f"--stages must be at least 1, not {command.stages}")
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task("playing", total=None)
        chart = measure_map(
            directory,
            commands=command.commands,
            episodes=command.episodes,
            stages=command.stages,
            device=command.device,
            on_policy=lambda done, of: bar.update(task, completed=done, total=of),
        )
    with writing(directory.map):
        directory.folder.write("map.json", map_text(chart).encode())
    env = directory.read_config().env
    content = image(draw_maps([(env, chart)]), picture.suffix[1:])
    shares = ", ".join(f"{100 * share:.0f} %" for share in chart.explained)
    steps = ", ".join(f"{stage.env_steps:,}" for stage in chart.stages)
    out.print(
        f"{env}: {chart.policies:,} policies in the plane of two components ({shares} of the variance); "
        f"the generator after {steps} steps.",
        markup=False,
    )
    _write_picture(content, picture, directory)
    print_json(command.json, finite_tree({**json.loads(map_text(chart)), "picture": str(picture)}))
    return cli.DONE


def generate_command(command: cli.Generate) -> int:
    target = None if command.command is None else parse_command(command.command)
    if Path(command.out).suffix not in (".safetensors", ".onnx"):
        raise InputError(f"--out must end in .safetensors or .onnx, not {command.out!r}")
    path = Path(command.out).absolute()  # before an environment changes the working directory
    model = _model(command)
    policy = model.generate(target)
    policy.save(path)
    predicted = model.predict_return(policy)
    asked = f" for a return of {policy.command:g}" if model.config.algorithm.commandable else ""
    expected = f" (the evaluator predicts {predicted:.1f})" if math.isfinite(predicted) else ""
    out.print(
        f"Wrote {command.out}: a policy of {policy.shape.weights_size:,} weights{asked}{expected}.",
        markup=False,
    )
    print_json(
        command.json,
        {
            "file": command.out,
            "command": finite(policy.command),
            "predicted_return": finite(predicted),
            "weights": policy.shape.weights_size,
            "bytes": path.stat().st_size,
        },
    )
    return cli.DONE


def watch_command(command: cli.Watch) -> int:
    use_offscreen_rendering()
    target = None if command.command is None else parse_command(command.command)
    video = command.video and str(
        Path(command.video).absolute()
    )  # an environment may change the working directory
    model = _model(command)
    policy = model.generate(target)
    seen = watch(model, policy, video, command.episode)
    where = f"Film: {command.video}" if command.video else "Watched"
    asked = f"Asked {policy.command:.1f}, achieved" if math.isfinite(policy.command) else "Achieved"
    out.print(
        f"{where}. {asked} {seen.training_return:.1f} (env return {seen.env_return:.1f}) "
        f"in {seen.env_steps} steps.",
        markup=False,
    )
    print_json(
        command.json,
        {
            "command": finite(policy.command),
            "env_return": seen.env_return,
            "training_return": seen.training_return,
            "env_steps": seen.env_steps,
            "video": command.video,
        },
    )
    return cli.DONE


def _picture(wanted: str | None, directory: RunDirectory, name: str) -> Path:
    """Where a picture is to go, as it is before an environment changes the working directory."""
    path = Path(wanted).absolute() if wanted else directory.figures / name
    check_picture(path)
    return path


def _write_picture(content: bytes, path: Path, directory: RunDirectory) -> None:
    with writing(path):
        if path.parent == directory.figures:
            directory.write_figure(path.name, content)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    out.print(f"Picture: {path}", markup=False)


def _model(command: Any) -> Any:
    return Method.load(command.run, device=command.device, seed=command.seed)
