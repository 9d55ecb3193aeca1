"""train and resume."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import Any

from gogepo import cli
from gogepo.commands.output import err, finite, out, print_json
from gogepo.config import InputError, RunConfig, check_config, check_limits
from gogepo.engines import Engine
from gogepo.engines.inline import InlineEngine
from gogepo.engines.isolated import IsolatedEngine
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import make_env
from gogepo.report.curve import draw_curve
from gogepo.training import run as runs
from gogepo.training.display import Display
from gogepo.training.experiment import Experiment, build, return_range
from gogepo.training.loop import Progress
from gogepo.training.records import Sink, TensorBoard, WeightsAndBiases, require_wandb
from gogepo.training.rundir import RunDirectory, read_records
from gogepo.training.signals import AbandonableEngine, StopSignals


def train_command(command: cli.Train) -> int:
    check_limits(command.limits)
    if command.wandb:
        require_wandb()
    experiment = build(command.config, try_env=not command.limits.isolate)
    config = experiment.config
    if command.config.return_range == "auto":
        low, high = config.return_range or (0, 0)
        err.print(f"return range estimated from random episodes: {low:g} to {high:g}")
    directory = RunDirectory.create(command.out or free_name(config.env, config.seed), config)
    return _run(directory, experiment, command, None)


def resume_command(command: cli.Resume) -> int:
    check_limits(command.limits)
    if command.wandb:
        require_wandb()
    directory = RunDirectory.open(command.run)
    directory.lock()
    directory.check_space()
    loaded = runs.read(
        directory,
        device=command.device,
        latest_valid=command.latest_valid,
        need_checkpoint=False,
        try_env=not command.limits.isolate,
    )
    changed = loaded.differences()
    if changed and not command.inexact:
        raise InputError(
            "this would not continue bit for bit: " + "; ".join(changed) + ". Go on with --inexact"
        )
    for line in loaded.skipped:
        err.print(f"passed over a damaged checkpoint and set it aside: {line}", markup=False)
    loaded.store.set_aside(len(loaded.skipped))
    # The budget is the one setting that may change after a checkpoint, so config.json has the last word.
    budget = command.env_steps if command.env_steps is not None else directory.read_config().env_steps
    config = dataclasses.replace(loaded.experiment.config, env_steps=budget)
    check_config(config)
    directory.write_config(config)
    return _run(directory, dataclasses.replace(loaded.experiment, config=config), command, loaded)


def _run(
    directory: RunDirectory,
    experiment: Experiment,
    command: cli.Train | cli.Resume,
    loaded: runs.Loaded | None,
) -> int:
    """Train with a display, records and signals; then say what there is to do next."""
    progress = loaded.progress if loaded else None
    first_step = progress.env_steps if progress else 0
    engine = _engine(experiment, command)
    sinks: list[Sink] = [Display(experiment, first_step)]
    if command.wandb:
        sinks.append(WeightsAndBiases(directory, experiment.config))
    if command.tensorboard:
        sinks.append(TensorBoard(directory, first_step))
    started = time.monotonic()
    with StopSignals() as signals:
        outcome, progress = runs.train(
            directory,
            experiment,
            AbandonableEngine(engine, signals),
            progress=progress,
            store=loaded.store if loaded else None,
            record_sizes=loaded.manifest.record_sizes if loaded and loaded.manifest else None,
            exact_records=not (isinstance(command, cli.Resume) and command.inexact),
            sinks=sinks,
            limits=command.limits,
            stop=signals.stop,
        )
    engine.close()
    directory.unlock()
    draw_run_curve(directory, experiment.config.env)
    summary = _summary(directory, experiment.config, outcome, progress, time.monotonic() - started)
    _report_end(summary, experiment.config)
    print_json(command.json, summary)
    return {"done": cli.DONE, "interrupted": cli.INTERRUPTED}.get(outcome, cli.FAILED)


def _engine(experiment: Experiment, command: cli.Train | cli.Resume) -> Engine:
    config, limits = experiment.config, command.limits
    hidden_sizes, bonus = config.algorithm.policy_hidden, config.survival_bonus or 0.0
    if not limits.isolate:
        return InlineEngine(experiment.factory, hidden_sizes, bonus)
    env = make_env(experiment.factory)
    interface = read_interface(env, hidden_sizes)
    env.close()
    return IsolatedEngine(config.env, interface, bonus, limits.step_timeout)


def _summary(
    directory: RunDirectory, config: RunConfig, outcome: runs.Outcome, progress: Progress, seconds: float
) -> dict[str, Any]:
    evaluations = read_records(directory.evaluations)
    return {
        "run": str(directory.path),
        "outcome": outcome,
        "env": config.env,
        "seed": config.seed,
        "env_steps": progress.env_steps,
        "episodes": progress.state.episodes,
        "best_training_return": finite(progress.state.best_return),
        "evaluation_env_return": evaluations[-1]["env_return"] if evaluations else None,
        "faults": progress.faults,
        "skipped_updates": progress.skipped_updates,
        "seconds": round(seconds, 3),
    }


def _report_end(summary: dict[str, Any], config: RunConfig) -> None:
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
    middle = ((best or 0.0) + return_range(config)[0]) / 2
    out.print(f"The run is in {path}. Try next:", markup=False)
    out.print(f"  gogepo calibrate {path}", markup=False)
    out.print(f"  gogepo watch {path} --command {middle:.0f} --video film.gif", markup=False)
    out.print(f"  gogepo generate {path} --command {middle:.0f} --out policy.safetensors", markup=False)


def free_name(env: str, seed: int) -> Path:
    stem = env.replace(":", "-").replace("/", "-")
    for number in range(10_000):
        path = Path("runs") / f"{stem}-seed{seed}-{number:03d}"
        if not path.exists():
            return path
    raise InputError("runs/ is full of runs of this name; choose one with --out")


def draw_run_curve(directory: RunDirectory, env: str) -> None:
    metrics, evaluations = read_records(directory.metrics), read_records(directory.evaluations)
    if metrics:
        draw_curve(env, metrics, evaluations, directory.figures / "curve.png")
