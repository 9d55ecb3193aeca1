"""Training a run from its config to a summary: what `train`, `resume`, `sweep`, `reproduce` and the demo do."""

from __future__ import annotations

import dataclasses
import math
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gogepo.config import Device, EngineConfig, Limits, RunConfig, WantedPrecision, check_config, check_engine
from gogepo.inputs import InputError, check_bounds
from gogepo.report.run_figures import SeedLines, draw_run
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.runs.display import Display
from gogepo.runs.event_log import EachToItsOwn, Sink, TensorBoard, WeightsAndBiases, require_wandb
from gogepo.runs.plan import is_finished
from gogepo.training.device import cpu_multiplies_bfloat16
from gogepo.training.engine import make_engine, plays_elsewhere
from gogepo.training.experiment import Experiment, build
from gogepo.training.memory_plan import plan_memory
from gogepo.training.signals import AbandonableEngine, StopSignals

LARGE = 2**14
"""Weights of a policy whose rounds are mostly products: 128 x 128 have a few more."""
Summary = dict[str, Any]
"""What came of a run, as `--json` prints it."""


class Trained(NamedTuple):
    """A run that was trained, to its end or until it was stopped."""

    config: RunConfig
    summary: Summary


@dataclass(frozen=True)
class Manner:
    """How a run is carried out. Nothing here changes what is learned."""

    engine: EngineConfig = field(default_factory=EngineConfig)
    limits: Limits = field(default_factory=Limits)
    tensorboard: bool = False
    wandb: bool = False
    inexact: bool = False
    """Resume although versions, threads or device differ, so that bits will too."""
    say: Callable[[str], None] = lambda line: None
    """Told lines for a person."""
    sinks: Sequence[Sink] = ()
    """Told events beside the records and the display."""
    stop: Callable[[], bool] = lambda: False
    """Asked after each group of events whether to stop."""
    advise: bool = False
    """Also say what would be faster on this machine."""

    def check(self) -> None:
        check_bounds(self.limits)
        check_engine(self.engine)
        if self.wandb:
            require_wandb()


def train_new(config: RunConfig, out: str | Path | None, manner: Manner, name: str | None = None) -> Trained:
    """Make a run directory and train in it; without `out` it gets a free name in runs/."""
    manner.check()
    # Absolute from now on: an environment may change the working directory.
    directory = RunDirectory(out or free_name(config, name))
    experiment = build(config, try_env=not plays_elsewhere(manner.engine, config.seeds))
    if config.return_range == "auto":
        low, high = experiment.config.known_return_range
        manner.say(f"return range estimated from random episodes: {low:g} to {high:g}")
    experiment = _planned(experiment, manner)
    with RunDirectory.create(directory, experiment.config):
        if manner.advise and (advice := advice_on_precision(experiment, config.precision)):
            manner.say(advice)
        places = directory.members(experiment.config).values()
        members = [runs.Member(*each) for each in zip(places, experiment.members(), strict=True)]
        return _train(directory, experiment, manner, members)


def resume(
    path: str | Path,
    manner: Manner,
    *,
    env_steps: int | None = None,
    device: Device | None = None,
    latest_valid: bool = False,
) -> Trained:
    """Continue every seed of a run from its newest checkpoint."""
    manner.check()
    directory = RunDirectory.open(path)
    config = directory.read_config()
    with directory:
        directory.lock()
        directory.check_space()
        # The budget is the one setting that may change after a checkpoint, so config.json has the last word.
        config = dataclasses.replace(
            config,
            env_steps=config.env_steps if env_steps is None else env_steps,
            device=device or config.device,
        )
        check_config(config)
        for run in directory.members(config).values():
            runs.check_settings(run.checked())
        experiment = build(config, try_env=not plays_elsewhere(manner.engine, config.seeds))
        experiment = _planned(experiment, manner)
        members = [
            _resumed(run, experiment, manner, device, latest_valid)
            for run in directory.members(config).values()
        ]
        for member in members:
            if member.run is not directory:
                member.run.write_config(member.experiment.config)
        directory.write_config(config)
        return _train(directory, experiment, manner, members)


def train_all(planned: Sequence[tuple[Path, RunConfig]], manner: Manner) -> str:
    """Bring every run to its end: done, interrupted, or failed where one stopped before its end."""
    ending = "done"
    for number, (run, config) in enumerate(planned, 1):
        manner.say(f"[{number} of {len(planned)}] {run.name}")
        try:
            outcome = _bring_to_end(run, config, manner)
        except InputError as error:
            manner.say(str(error))
            outcome = "failed"
        if outcome == "interrupted":
            manner.say("Interrupted and saved. The same command continues from here.")
            return outcome
        if outcome != "done":
            ending = "failed"
            manner.say(f"{run.name} stopped before its end; the others go on")
    return ending


def _bring_to_end(run: Path, config: RunConfig, manner: Manner) -> str:
    """Train a configuration, or continue it, or leave it if it has reached its budget."""
    if is_finished(run):
        return "done"
    if (run / "config.json").exists():
        return resume(run, manner).summary["outcome"]
    shutil.rmtree(run, ignore_errors=True)  # what a kill left before there was anything to keep
    return train_new(config, run, manner).summary["outcome"]


def _planned(experiment: Experiment, manner: Manner) -> Experiment:
    """Say what memory a population will take, and put the archives where they fit."""
    plan = plan_memory(experiment)
    if experiment.config.seeds > 1:
        manner.say(str(plan))
    return experiment.with_archive_on_host(plan.archive_on_host)


def _resumed(
    run: RunDirectory, population: Experiment, manner: Manner, device: Device | None, latest_valid: bool
) -> runs.Member:
    """One seed, from its newest checkpoint."""
    if population.config.seeds > 1:
        run.lock()
    loaded = runs.read(
        run,
        device=device,
        latest_valid=latest_valid,
        need_checkpoint=False,
        try_env=False,
        archive_on_host=population.archive_on_host,
    )
    changed = loaded.differences()
    if changed and not manner.inexact:
        raise InputError(
            "this would not continue bit for bit: " + "; ".join(changed) + ". Go on with --inexact"
        )
    for line in loaded.skipped:
        manner.say(f"passed over a damaged checkpoint and set it aside: {line}")
    loaded.store.set_aside(len(loaded.skipped))
    config = dataclasses.replace(loaded.experiment.config, env_steps=population.config.env_steps)
    return runs.Member(
        run,
        dataclasses.replace(loaded.experiment, config=config),
        loaded.progress,
        loaded.store,
        loaded.manifest.record_sizes if loaded.manifest else None,
    )


def _train(
    directory: RunDirectory, experiment: Experiment, manner: Manner, members: list[runs.Member]
) -> Trained:
    """Train with a display, records and signals; draw the curve; sum up."""
    config = experiment.config
    started = time.monotonic()
    engine = make_engine(experiment, manner.engine)
    try:
        with StopSignals() as signals:
            endings = runs.train(
                members,
                AbandonableEngine(engine, signals),
                exact_records=not manner.inexact,
                sinks=_sinks(manner, config, members),
                limits=manner.limits,
                stop=lambda: signals.stop() or manner.stop(),
            )
    finally:
        engine.close()
        directory.unlock()
    seconds = round(time.monotonic() - started, 3)
    draw_run_curve(directory, config)
    summaries = [
        {**_summary(member, ending), "seconds": seconds}
        for member, ending in zip(members, endings, strict=True)
    ]
    summary = summaries[0]
    if config.seeds > 1:
        summary = _population_summary(directory, config, runs.overall(endings), summaries)
    return Trained(config, summary)


def _sinks(manner: Manner, config: RunConfig, members: list[runs.Member]) -> list[Sink]:
    first_steps = [member.progress.env_steps if member.progress else 0 for member in members]
    sinks: list[Sink] = list(manner.sinks)
    if manner.wandb:
        logs = [WeightsAndBiases(member.run, member.experiment.config) for member in members]
        sinks.append(EachToItsOwn(logs))
    if manner.tensorboard:
        starts = zip(members, first_steps, strict=True)
        sinks.append(EachToItsOwn([TensorBoard(member.run, first_step) for member, first_step in starts]))
    return [*sinks, Display(config, first_steps)]  # it takes the terminal, so it comes last


def _summary(member: runs.Member, ending: runs.Ending) -> Summary:
    progress = ending.progress
    evaluations = read_records(member.run.evaluations)
    config, best = member.experiment.config, progress.state.best_return
    return {
        "run": str(member.run),
        "outcome": ending.outcome,
        "env": config.env,
        "seed": config.seed,
        "env_steps": progress.env_steps,
        "episodes": progress.state.episodes,
        "best_training_return": best if math.isfinite(best) else None,
        "evaluation_env_return": evaluations[-1]["env_return"] if evaluations else None,
        "faults": progress.faults,
        "skipped_updates": progress.skipped_updates,
    }


def _population_summary(
    directory: RunDirectory, config: RunConfig, outcome: runs.Outcome, seeds: list[Summary]
) -> Summary:
    """Sums over the seeds, means of their returns, and each seed's own summary."""

    def mean(name: str) -> float | None:
        values = [each[name] for each in seeds if each[name] is not None]
        return float(np.mean(values)) if values else None

    totals = {name: sum(each[name] for each in seeds) for name in ("env_steps", "episodes", "faults")}
    returns = {name: mean(name) for name in ("best_training_return", "evaluation_env_return")}
    head = {"run": str(directory), "outcome": outcome, "env": config.env}
    return {**head, **totals, **returns, "seconds": seeds[0]["seconds"], "seeds": seeds}


def advice_on_precision(experiment: Experiment, wanted: WantedPrecision) -> str | None:
    """What a person might not know of this CPU, where it matters."""
    if experiment.device.platform != "cpu" or not experiment.config.algorithm.writes_policies:
        return None
    if wanted == "bfloat16" and not cpu_multiplies_bfloat16():
        return "this CPU has no instructions for bfloat16: --precision float32 may be faster"
    if wanted == "auto" and cpu_multiplies_bfloat16() and experiment.shape.weights_size >= LARGE:
        return "this CPU has instructions for bfloat16: --precision bfloat16 would make it learn faster"
    return None


def free_name(config: RunConfig, stem: str | None = None) -> Path:
    """A path in runs/ that does not exist yet."""
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
