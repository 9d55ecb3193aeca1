"""What each command of the command line does."""

from __future__ import annotations

import dataclasses
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress as Bar
from rich.table import Table

from gogepo import cli
from gogepo.config import InputError, check_config, check_limits, parse_command
from gogepo.training.rundir import RunDirectory, read_records

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def run(command: Any) -> int:
    """Dispatch a parsed command."""
    return _COMMANDS[type(command)](command)


def _train(command: cli.Train) -> int:
    from gogepo.training.experiment import build

    check_limits(command.limits)
    experiment = build(command.config, try_env=not command.limits.isolate)
    config = experiment.config
    if command.config.return_range == "auto":
        low, high = config.return_range or (0, 0)
        err.print(f"return range estimated from random episodes: {low:g} to {high:g}")
    directory = RunDirectory.create(command.out or free_name(config.env, config.seed), config)
    return _run(directory, experiment, command, None)


def _resume(command: cli.Resume) -> int:
    from gogepo.training import run as runs

    check_limits(command.limits)
    directory = RunDirectory.open(command.run)
    directory.lock()
    directory.check_space()
    loaded = runs.read(
        directory, device=command.device, latest_valid=command.latest_valid, need_checkpoint=False
    )
    for line in loaded.skipped:
        err.print(f"passed over a damaged checkpoint and set it aside: {line}", markup=False)
    loaded.store.set_aside(len(loaded.skipped))
    changed = loaded.differences()
    if changed and not command.inexact:
        raise InputError(
            "this would not continue bit for bit: " + "; ".join(changed) + ". Go on with --inexact"
        )
    experiment = loaded.experiment
    # The budget is the one setting that may change after a checkpoint, so config.json has the last word.
    budget = command.env_steps if command.env_steps is not None else directory.read_config().env_steps
    config = dataclasses.replace(experiment.config, env_steps=budget)
    check_config(config)
    directory.write_config(config)
    return _run(directory, dataclasses.replace(experiment, config=config), command, loaded)


def _run(directory: RunDirectory, experiment: Any, command: cli.Train | cli.Resume, loaded: Any) -> int:
    """Train with a display, records and signals; then say what there is to do next."""
    from gogepo.engines import Engine
    from gogepo.engines.inline import InlineEngine
    from gogepo.engines.isolated import IsolatedEngine
    from gogepo.training import run as runs
    from gogepo.training.display import Display
    from gogepo.training.records import Sink, TensorBoard, WeightsAndBiases
    from gogepo.training.signals import AbandonableEngine, StopSignals

    config = experiment.config
    progress = loaded.progress if loaded else None
    first_step = progress.env_steps if progress else 0
    engine: Engine = InlineEngine(experiment.factory, config.algorithm.policy_hidden, config.survival_bonus)
    if command.limits.isolate:
        engine = IsolatedEngine(
            config.env, engine.interface, config.survival_bonus, command.limits.step_timeout
        )
    sinks: list[Sink] = []
    if command.wandb:
        sinks.append(WeightsAndBiases(directory, config))
    if command.tensorboard:
        sinks.append(TensorBoard(directory, first_step))
    sinks.append(Display(experiment, first_step))
    started = time.monotonic()
    with StopSignals() as signals:
        outcome, progress = runs.train(
            directory,
            experiment,
            AbandonableEngine(engine, signals),
            progress=progress,
            store=loaded.store if loaded else None,
            record_sizes=loaded.manifest.record_sizes if loaded and loaded.manifest else None,
            exact_records=not getattr(command, "inexact", False),
            sinks=sinks,
            limits=command.limits,
            stop=signals.stop,
        )
    engine.close()
    directory.unlock()
    evaluations = read_records(directory.evaluations)
    draw_run_curve(directory, config.env)
    summary = {
        "run": str(directory.path),
        "outcome": outcome,
        "env": config.env,
        "seed": config.seed,
        "env_steps": progress.env_steps,
        "episodes": progress.state.episodes,
        "best_training_return": _finite(progress.state.best_return),
        "evaluation_env_return": evaluations[-1]["env_return"] if evaluations else None,
        "faults": progress.faults,
        "skipped_updates": progress.skipped_updates,
        "seconds": round(time.monotonic() - started, 3),
    }
    _report_end(summary, config)
    _print_json(command.json, summary)
    return {"done": cli.DONE, "interrupted": cli.INTERRUPTED}.get(outcome, cli.FAILED)


def _report_end(summary: dict[str, Any], config: Any) -> None:
    path = summary["run"]
    if summary["outcome"] == "interrupted":
        err.print(f"Interrupted and saved. Continue with: gogepo resume {path}", markup=False)
        return
    if summary["outcome"] == "faults":
        err.print(
            f"Stopped: the environment misbehaved in too many episodes in a row; see {path}/faults.jsonl. "
            f"The run is saved; continue with: gogepo resume {path}",
            markup=False,
        )
        return
    if summary["outcome"] == "numbers":
        err.print(
            f"Stopped: too many updates in a row were not finite; see skipped_updates in {path}/metrics.jsonl. "
            f"The run is saved; a smaller --evaluator-learning-rate or another --return-range may help",
            markup=False,
        )
        return
    best, evaluation = summary["best_training_return"], summary["evaluation_env_return"]
    out.print(f"Trained {summary['episodes']:,} episodes in {summary['seconds']:.0f} s.", markup=False)
    if best is not None and evaluation is not None:
        out.print(f"Best training return {best:.1f}; last evaluation (env return) {evaluation:.1f}.")
    middle = ((best or 0.0) + config.return_range[0]) / 2
    out.print(f"The run is in {path}. Try next:", markup=False)
    out.print(f"  gogepo calibrate {path}", markup=False)
    out.print(f"  gogepo watch {path} --command {middle:.0f} --video film.gif", markup=False)
    out.print(f"  gogepo generate {path} --command {middle:.0f} --out policy.safetensors", markup=False)


def _evaluate(command: cli.Evaluate) -> int:
    target = None if command.command is None else parse_command(command.command)
    model = _model(command)
    result = model.evaluate(target, command.episodes)
    table = Table(title=f"{model.config.env} at command {result.command:.1f}", title_justify="left")
    table.add_column("episode", justify="right")
    table.add_column("env return", justify="right")
    table.add_column("training return", justify="right")
    pairs = zip(result.env_returns, result.training_returns, strict=True)
    for number, (env_return, training_return) in enumerate(pairs, 1):
        table.add_row(str(number), f"{env_return:.2f}", f"{training_return:.2f}")
    table.add_section()
    table.add_row("mean", f"{result.env_return:.2f}", f"{result.training_return:.2f}")
    out.print(table)
    if result.faults:
        err.print(f"{result.faults} episodes were dropped because the environment misbehaved")
    summary = {
        **dataclasses.asdict(result),
        "env_return": _finite(result.env_return),
        "training_return": _finite(result.training_return),
    }
    _print_json(command.json, summary)
    return cli.DONE


def _calibrate(command: cli.Calibrate) -> int:
    from gogepo.report.calibration import draw_calibration

    model = _model(command)
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task("playing", total=command.commands)
        calibration = model.calibrate(command.commands, command.episodes, lambda: bar.advance(task))
    table = Table(
        title=f"{model.config.env}: commanded and achieved return (without survival bonus)",
        title_justify="left",
    )
    for heading in ("command", "predicted", "achieved", "+-", "difference"):
        table.add_column(heading, justify="right")
    low, high = calibration.learned
    for point in calibration.points:
        table.add_row(
            f"{point.command:.1f}",
            f"{point.predicted:.1f}",
            f"{point.achieved:.1f}",
            f"{point.deviation:.1f}",
            f"{point.achieved - point.command:+.1f}",
            style="" if low <= point.command <= high else "dim",
        )
    out.print(table)
    error, correlation = calibration.error(), calibration.rank_correlation()
    out.print(
        f"Over the returns seen in training ({low:.1f} to {high:.1f}; the others are dim): "
        f"mean absolute error {_number(_finite(error))}, "
        f"rank correlation {_number(_finite(correlation), 2)}."
    )
    picture = Path(command.out) if command.out else RunDirectory(command.run).figures / "calibration.png"
    draw_calibration(calibration, picture)
    out.print(f"Picture: {picture}", markup=False)
    summary = {**calibration.as_json(), "picture": str(picture)}
    _print_json(command.json, _finite_tree(summary))
    return cli.DONE


def _generate(command: cli.Generate) -> int:
    target = parse_command(command.command)
    if Path(command.out).suffix not in (".safetensors", ".onnx"):
        raise InputError(f"--out must end in .safetensors or .onnx, not {command.out!r}")
    model = _model(command)
    policy = model.generate(target)
    path = policy.save(command.out)
    predicted = model.predict_return(policy)
    out.print(
        f"Wrote {path}: a policy of {policy.shape.weights_size:,} weights for a return of {target:g} "
        f"(the evaluator predicts {predicted:.1f}).",
        markup=False,
    )
    _print_json(
        command.json,
        {
            "file": str(path),
            "command": target,
            "predicted_return": _finite(predicted),
            "weights": policy.shape.weights_size,
            "bytes": path.stat().st_size,
        },
    )
    return cli.DONE


def _watch(command: cli.Watch) -> int:
    from gogepo.watch import use_offscreen_rendering, watch

    use_offscreen_rendering()
    target = None if command.command is None else parse_command(command.command)
    model = _model(command)
    policy = model.generate(target)
    seen = watch(model, policy, command.video, command.episode)
    where = f"Film: {command.video}" if command.video else "Watched"
    out.print(
        f"{where}. Asked {policy.command:.1f}, achieved {seen.training_return:.1f} "
        f"(env return {seen.env_return:.1f}) in {seen.env_steps} steps.",
        markup=False,
    )
    _print_json(
        command.json,
        {
            "command": policy.command,
            "env_return": seen.env_return,
            "training_return": seen.training_return,
            "env_steps": seen.env_steps,
            "video": command.video,
        },
    )
    return cli.DONE


def _info(command: cli.Info) -> int:
    from gogepo.training.checkpoint import CheckpointStore, DamagedCheckpoint, read_manifest

    directory = RunDirectory.open(command.run)
    config = directory.read_config()
    evaluations = read_records(directory.evaluations)
    metrics = read_records(directory.metrics)
    checkpoints = []
    for path in CheckpointStore(directory).newest_first():
        try:
            manifest = read_manifest(path)
            entry = {
                "name": path.name,
                "env_steps": manifest.env_steps,
                "episode": manifest.episodes,
                "best_return": manifest.best_return,
                "damaged": None,
            }
        except DamagedCheckpoint as damage:
            entry = {"name": path.name, "damaged": str(damage)}
        checkpoints.append(entry)
    # A run saved by the library has no metrics, so its newest checkpoint speaks for it.
    newest = next((entry for entry in checkpoints if not entry["damaged"]), None)
    reached = metrics[-1] if metrics else newest or {}
    summary = {
        "run": str(directory.path),
        "env": config.env,
        "seed": config.seed,
        "env_steps": reached.get("env_steps", 0),
        "budget": config.env_steps,
        "episodes": reached.get("episode", 0),
        "best_training_return": reached.get("best_return"),
        "evaluation_env_return": evaluations[-1]["env_return"] if evaluations else None,
        "best_evaluation_env_return": max(
            (record["env_return"] for record in evaluations if record["env_return"] is not None), default=None
        ),
        "faults": len(read_records(directory.faults)),
        "checkpoints": checkpoints,
        "bytes": directory.size(),
        "config": config.as_json(),
    }
    table = Table(show_header=False, box=None, pad_edge=False)
    for label, value in (
        ("environment", f"{config.env}, seed {config.seed}"),
        (
            "trained",
            f"{summary['env_steps']:,} of {config.env_steps or 0:,} steps, {summary['episodes']:,} episodes",
        ),
        ("best training return", _number(summary["best_training_return"])),
        ("last evaluation", f"{_number(summary['evaluation_env_return'])} (env return)"),
        ("best evaluation", f"{_number(summary['best_evaluation_env_return'])} (env return)"),
        ("dropped episodes", str(summary["faults"])),
        (
            "checkpoints",
            ", ".join(entry["name"] + (" (damaged)" if entry["damaged"] else "") for entry in checkpoints)
            or "none",
        ),
        ("size", f"{summary['bytes'] / 1e6:,.1f} MB in {directory.path}"),
    ):
        table.add_row(f"[dim]{label}[/]", value)
    out.print(table)
    _print_json(command.json, summary)
    return cli.DONE


def _verify(command: cli.Verify) -> int:
    from gogepo.engines.inline import InlineEngine
    from gogepo.training import run as runs
    from gogepo.training.verify import verify_checkpoints, verify_episodes

    if command.episodes < 0:
        raise InputError(f"--episodes must not be negative, not {command.episodes}")
    directory = RunDirectory.open(command.run)
    result = verify_checkpoints(directory)
    changed: list[str] = []
    if command.episodes and not result.problems:
        loaded = runs.read(directory, device=command.device)
        changed, config = loaded.differences(), loaded.experiment.config
        engine = InlineEngine(
            loaded.experiment.factory, config.algorithm.policy_hidden, config.survival_bonus or 0.0
        )
        with Bar(console=err, transient=True) as bar:
            task = bar.add_task("playing again", total=command.episodes)
            assert loaded.progress is not None  # read() refuses a run without a checkpoint
            verify_episodes(
                directory,
                config.seed,
                loaded.progress,
                engine,
                command.episodes,
                result,
                lambda: bar.advance(task),
            )
        engine.close()
    for problem in result.problems:
        err.print(f"problem: {problem}", markup=False)
    if result.problems and changed:
        err.print("this installation differs from the run's: " + "; ".join(changed), markup=False)
    if not result.problems:
        out.print(
            f"{directory.path} is whole: {result.checkpoints} checkpoints match their digests, "
            f"{result.episodes_replayed} episodes played again to the same return.",
            markup=False,
        )
    _print_json(command.json, {**dataclasses.asdict(result), "valid": not result.problems})
    return cli.FAILED if result.problems else cli.DONE


def _replay(command: cli.Replay) -> int:
    from gogepo.engines.isolated import IsolatedEngine
    from gogepo.envs.rollout import EpisodeFault
    from gogepo.envs.spaces import read_interface
    from gogepo.envs.tasks import make_env
    from gogepo.training import run as runs
    from gogepo.training.verify import replay

    directory = RunDirectory.open(command.run)
    loaded = runs.read(directory)
    assert loaded.progress is not None  # read() refuses a run without a checkpoint
    experiment = loaded.experiment
    config = experiment.config
    interface = read_interface(make_env(experiment.factory), config.algorithm.policy_hidden)
    engine = IsolatedEngine(config.env, interface, config.survival_bonus or 0.0, command.step_timeout)
    summary: dict[str, Any] = {"attempt": command.attempt}
    try:
        episode = replay(
            directory, config.seed, loaded.progress, engine, command.attempt, experiment.shape.weights_size
        )
        summary |= {
            "fault": None,
            "env_return": episode.env_return,
            "training_return": episode.training_return,
            "env_steps": episode.env_steps,
        }
        out.print(
            f"Attempt {command.attempt}: env return {episode.env_return:.3f}, training return "
            f"{episode.training_return:.3f}, {episode.env_steps} steps, no fault."
        )
    except EpisodeFault as fault:
        summary |= {"fault": fault.kind, "detail": fault.detail, "env_steps": fault.env_steps}
        out.print(f"Attempt {command.attempt}: fault ({fault.kind}): {fault.detail}", markup=False)
    finally:
        engine.close()
    _print_json(command.json, summary)
    return cli.DONE


def _bench(command: cli.Bench) -> int:
    from gogepo.bench import bench

    rows = bench(quick=command.quick, device=command.device, say=lambda text: err.print(text, style="dim"))
    table = Table(title="Speed beside its limit", title_justify="left")
    for heading in ("what", "measured", "limit", "ratio", "target", ""):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in rows:
        met = "" if row.target is None else ("[green]met[/]" if row.met else "[red]missed[/]")
        table.add_row(row.what, row.measured_text, row.limit_text, f"{row.ratio:.2f}", row.target_text, met)
    out.print(table)
    _print_json(command.json, {"rows": [row.as_json() for row in rows]})
    return cli.DONE


def _model(command: Any) -> Any:
    from gogepo.model import GoGePo

    return GoGePo.load(command.run, device=command.device)


def free_name(env: str, seed: int) -> Path:
    stem = env.replace(":", "-").replace("/", "-")
    for number in range(10_000):
        path = Path("runs") / f"{stem}-seed{seed}-{number:03d}"
        if not path.exists():
            return path
    raise InputError("runs/ is full of runs of this name; choose one with --out")


def draw_run_curve(directory: RunDirectory, env: str) -> None:
    from gogepo.report.curve import draw_curve

    metrics, evaluations = read_records(directory.metrics), read_records(directory.evaluations)
    if metrics:
        draw_curve(env, metrics, evaluations, directory.figures / "curve.png")


def _print_json(wanted: bool, summary: dict[str, Any]) -> None:
    if wanted:
        sys.stdout.write(json.dumps(summary, allow_nan=False) + "\n")
        sys.stdout.flush()


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) < float("inf") else None


def _finite_tree(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite_tree(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite_tree(item) for item in value]
    return _finite(value) if isinstance(value, float) else value


def _number(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


_COMMANDS: dict[type, Callable[[Any], int]] = {
    cli.Train: _train,
    cli.Resume: _resume,
    cli.Evaluate: _evaluate,
    cli.Calibrate: _calibrate,
    cli.Generate: _generate,
    cli.Watch: _watch,
    cli.Info: _info,
    cli.Verify: _verify,
    cli.Replay: _replay,
    cli.Bench: _bench,
}
