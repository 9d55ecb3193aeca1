"""train and resume."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path
from typing import Any

import numpy as np

from gogepo import cli
from gogepo.commands.output import err, finite, out, print_json
from gogepo.config import RunConfig, WantedPrecision, check_config, check_engine
from gogepo.inputs import InputError, check_bounds
from gogepo.report.run_figures import SeedLines, draw_run
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.runs.display import Display
from gogepo.runs.event_log import EachToItsOwn, Sink, TensorBoard, WeightsAndBiases, require_wandb
from gogepo.training.device import cpu_multiplies_bfloat16
from gogepo.training.engine import make_engine, plays_elsewhere
from gogepo.training.experiment import Experiment, build
from gogepo.training.memory_plan import plan_memory
from gogepo.training.signals import AbandonableEngine, StopSignals

LARGE = 2**14
"""Weights of a policy whose rounds are mostly products: 128 x 128 have a few more."""


def train_command(command: cli.Train) -> int:
    return _said(command, *_train(command))


def resume_command(command: cli.Resume) -> int:
    return _said(command, *_resume(command))


def train_quietly(command: cli.Train) -> int:
    """The same without a word on what to do better or next, as a part of something larger."""
    return _exit_code(_train(command, quietly=True)[0]["outcome"])


def resume_quietly(command: cli.Resume) -> int:
    return _exit_code(_resume(command)[0]["outcome"])


def _said(command: cli.Train | cli.Resume, summary: dict[str, Any], config: RunConfig) -> int:
    _report_end(summary, config)
    print_json(command.json, summary)
    return _exit_code(summary["outcome"])


def _exit_code(outcome: str) -> int:
    return {"done": cli.DONE, "interrupted": cli.INTERRUPTED}.get(outcome, cli.FAILED)


def _train(command: cli.Train, quietly: bool = False) -> tuple[dict[str, Any], RunConfig]:
    _check(command)
    config = command.config
    # Absolute from now on: an environment may change the working directory.
    directory = RunDirectory(command.out or free_name(config))
    experiment = build(config, try_env=not plays_elsewhere(command.engine, config.seeds))
    config = experiment.config
    if command.config.return_range == "auto":
        low, high = config.return_range or (0, 0)
        err.print(f"return range estimated from random episodes: {low:g} to {high:g}")
    experiment = _planned(experiment)
    with RunDirectory.create(directory, config):
        runs_of = directory.members(config).values()
        members = [
            runs.Member(run, member) for run, member in zip(runs_of, experiment.members(), strict=True)
        ]
        if not quietly and (advice := advice_on_precision(experiment, command.config.precision)):
            err.print(advice)
        return _run(directory, experiment, command, members)


def _resume(command: cli.Resume) -> tuple[dict[str, Any], RunConfig]:
    _check(command)
    directory = RunDirectory.open(command.run)
    config = directory.read_config()
    with directory:
        directory.lock()
        directory.check_space()
        # The budget is the one setting that may change after a checkpoint, so config.json has the last word.
        config = dataclasses.replace(
            config,
            env_steps=config.env_steps if command.env_steps is None else command.env_steps,
            device=command.device or config.device,
        )
        check_config(config)
        for run in directory.members(config).values():
            runs.check_settings(run.checked())
        elsewhere = plays_elsewhere(command.engine, config.seeds)
        experiment = _planned(build(config, try_env=not elsewhere))
        members = [_resumed(run, command, experiment) for run in directory.members(config).values()]
        for member in members:
            if member.run is not directory:
                member.run.write_config(member.experiment.config)
        directory.write_config(config)
        return _run(directory, experiment, command, members)


def advice_on_precision(experiment: Experiment, wanted: WantedPrecision) -> str | None:
    """What a person might not know of this CPU, where it matters."""
    if experiment.device.platform != "cpu" or not experiment.config.algorithm.writes_policies:
        return None
    if wanted == "bfloat16" and not cpu_multiplies_bfloat16():
        return "this CPU has no instructions for bfloat16: --precision float32 may be faster"
    if wanted == "auto" and cpu_multiplies_bfloat16() and experiment.shape.weights_size >= LARGE:
        return "this CPU has instructions for bfloat16: --precision bfloat16 would make it learn faster"
    return None


def _check(command: cli.Train | cli.Resume) -> None:
    check_bounds(command.limits)
    check_engine(command.engine)
    if command.wandb:
        require_wandb()


def _planned(experiment: Experiment) -> Experiment:
    """Say what a population will take of memory, and put the archives where they fit."""
    plan = plan_memory(experiment)
    if experiment.config.seeds > 1:
        err.print(str(plan), markup=False)
    return experiment.with_archive_on_host(plan.archive_on_host)


def _resumed(run: RunDirectory, command: cli.Resume, population: Experiment) -> runs.Member:
    """One seed, from its newest checkpoint."""
    if population.config.seeds > 1:
        run.lock()
    loaded = runs.read(
        run,
        device=command.device,
        latest_valid=command.latest_valid,
        need_checkpoint=False,
        try_env=False,
        archive_on_host=population.archive_on_host,
    )
    changed = loaded.differences()
    if changed and not command.inexact:
        raise InputError(
            "this would not continue bit for bit: " + "; ".join(changed) + ". Go on with --inexact"
        )
    for line in loaded.skipped:
        err.print(f"passed over a damaged checkpoint and set it aside: {line}", markup=False)
    loaded.store.set_aside(len(loaded.skipped))
    config = dataclasses.replace(loaded.experiment.config, env_steps=population.config.env_steps)
    return runs.Member(
        run,
        dataclasses.replace(loaded.experiment, config=config),
        loaded.progress,
        loaded.store,
        loaded.manifest.record_sizes if loaded.manifest else None,
    )


def _run(
    directory: RunDirectory,
    experiment: Experiment,
    command: cli.Train | cli.Resume,
    members: list[runs.Member],
) -> tuple[dict[str, Any], RunConfig]:
    """Train with a display, records and signals; what came of it."""
    config = experiment.config
    first_steps = [member.progress.env_steps if member.progress else 0 for member in members]
    started = time.monotonic()
    engine = make_engine(experiment, command.engine)
    try:
        with StopSignals() as signals:
            endings = runs.train(
                members,
                AbandonableEngine(engine, signals),
                exact_records=not (isinstance(command, cli.Resume) and command.inexact),
                sinks=_sinks(command, config, members, first_steps),
                limits=command.limits,
                stop=signals.stop,
            )
    finally:
        engine.close()
        directory.unlock()
    seconds = round(time.monotonic() - started, 3)
    summaries = [
        {**_summary(member, ending), "seconds": seconds}
        for member, ending in zip(members, endings, strict=True)
    ]
    draw_run_curve(directory, config)
    outcome = runs.overall(endings)
    summary = summaries[0]
    if config.seeds > 1:
        summary = _population_summary(directory, config, outcome, summaries)
    return summary, config


def _sinks(
    command: cli.Train | cli.Resume, config: RunConfig, members: list[runs.Member], first_steps: list[int]
) -> list[Sink]:
    sinks: list[Sink] = []
    if command.wandb:
        logs = [WeightsAndBiases(member.run, member.experiment.config) for member in members]
        sinks.append(EachToItsOwn(logs))
    if command.tensorboard:
        starts = zip(members, first_steps, strict=True)
        sinks.append(EachToItsOwn([TensorBoard(member.run, first_step) for member, first_step in starts]))
    return [*sinks, Display(config, first_steps)]  # it takes the terminal, so it comes last


def _summary(member: runs.Member, ending: runs.Ending) -> dict[str, Any]:
    progress = ending.progress
    evaluations = read_records(member.run.evaluations)
    config = member.experiment.config
    return {
        "run": str(member.run),
        "outcome": ending.outcome,
        "env": config.env,
        "seed": config.seed,
        "env_steps": progress.env_steps,
        "episodes": progress.state.episodes,
        "best_training_return": finite(progress.state.best_return),
        "evaluation_env_return": evaluations[-1]["env_return"] if evaluations else None,
        "faults": progress.faults,
        "skipped_updates": progress.skipped_updates,
    }


def _population_summary(
    directory: RunDirectory, config: RunConfig, outcome: runs.Outcome, seeds: list[dict[str, Any]]
) -> dict[str, Any]:
    """Sums over the seeds, means of their returns, and each seed's own summary."""

    def mean(name: str) -> float | None:
        values = [each[name] for each in seeds if each[name] is not None]
        return float(np.mean(values)) if values else None

    totals = {name: sum(each[name] for each in seeds) for name in ("env_steps", "episodes", "faults")}
    returns = {name: mean(name) for name in ("best_training_return", "evaluation_env_return")}
    head = {"run": str(directory), "outcome": outcome, "env": config.env}
    return {**head, **totals, **returns, "seconds": seeds[0]["seconds"], "seeds": seeds}


def _report_end(summary: dict[str, Any], config: RunConfig) -> None:
    path = summary["run"]
    if summary["outcome"] == "interrupted":
        err.print(f"Interrupted and saved. Continue with: gogepo resume {path}", markup=False)
        return
    each = summary.get("seeds", [summary])
    for seed in each:
        if seed["outcome"] in _TROUBLE:
            stopped = "Stopped" if len(each) == 1 else f"Seed {seed['seed']} stopped"
            err.print(
                f"{stopped}: {_TROUBLE[seed['outcome']].format(run=seed['run'])}. "
                f"The run is saved; continue with: gogepo resume {path}",
                markup=False,
            )
    if summary["outcome"] != "done" and len(each) == 1:
        return
    best, evaluation = summary["best_training_return"], summary["evaluation_env_return"]
    of_seeds = f" of {len(each)} seeds" if len(each) > 1 else ""
    out.print(
        f"Trained {summary['episodes']:,} episodes{of_seeds} in {summary['seconds']:.0f} s.", markup=False
    )
    if best is not None and evaluation is not None:
        mean = "Mean over seeds: best" if of_seeds else "Best"
        out.print(f"{mean} training return {best:.1f}; last evaluation (env return) {evaluation:.1f}.")
    seed = f" --seed {_best_seed(each)}" if of_seeds else ""
    commandable = config.algorithm.commandable
    middle = ((best or 0.0) + config.known_return_range[0]) / 2
    asked = f" --command {middle:.0f}" if commandable else ""
    out.print(f"The run is in {path}. Try next:", markup=False)
    out.print(f"  gogepo {'calibrate' if commandable else 'evaluate'} {path}{seed}", markup=False)
    out.print(f"  gogepo watch {path}{seed}{asked} --video film.gif", markup=False)
    out.print(f"  gogepo generate {path}{seed}{asked} --out policy.safetensors", markup=False)


_TROUBLE = {
    "faults": "the environment misbehaved in too many episodes in a row; see {run}/faults.jsonl",
    "numbers": "too many updates in a row were not finite; see skipped_updates in {run}/metrics.jsonl; "
    "smaller learning rates or another --return-range may help",
}


def _best_seed(seeds: list[dict[str, Any]]) -> int:
    known = [each for each in seeds if each["evaluation_env_return"] is not None]
    return max(known or seeds, key=lambda each: each["evaluation_env_return"] or 0.0)["seed"]


def free_name(config: RunConfig, stem: str | None = None) -> Path:
    stem = (stem or config.env).replace(":", "-").replace("/", "-")
    last = f"-{config.all_seeds[-1]}" if config.seeds > 1 else ""
    for number in range(10_000):
        path = Path("runs") / f"{stem}-seed{config.seed}{last}-{number:03d}"
        if not path.exists():
            return path
    raise InputError("runs/ is full of runs of this name; choose one with --out")


def draw_run_curve(directory: RunDirectory, config: RunConfig) -> None:
    """The picture of a run, or of all seeds of a population in one."""
    curves = [
        SeedLines(read_records(run.metrics), read_records(run.evaluations))
        for run in directory.members(config).values()
    ]
    if any(curve.metrics for curve in curves):
        directory.write_figure("curve.png", draw_run(config.env, curves))
