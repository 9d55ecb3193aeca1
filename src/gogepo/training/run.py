"""A run on disk: train, record, checkpoint, stop when told, resume as if nothing had happened."""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from gogepo.config import InputError, Limits
from gogepo.engines import Engine
from gogepo.envs.tasks import EnvFactory
from gogepo.tensors import BadFile
from gogepo.training.checkpoint import CheckpointStore, load
from gogepo.training.experiment import Experiment, build
from gogepo.training.faults import FaultBox
from gogepo.training.loop import EpisodeEvent, Event, FaultEvent, Progress, Trainer
from gogepo.training.manifest import Manifest, read_manifest
from gogepo.training.provenance import differences, provenance
from gogepo.training.records import JsonLines, Sink
from gogepo.training.rundir import RunDirectory
from gogepo.training.signals import EpisodeAbandoned

Outcome = Literal["done", "interrupted", "faults", "numbers"]


def train(
    run: RunDirectory,
    experiment: Experiment,
    engine: Engine,
    *,
    progress: Progress | None = None,
    store: CheckpointStore | None = None,
    record_sizes: dict[str, int] | None = None,
    exact_records: bool = True,
    sinks: Sequence[Sink] = (),
    limits: Limits | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Outcome, Progress]:
    """Train to the config's budget, or until `stop` says so; save when due and at the end."""
    limits = limits or Limits()
    store = store or CheckpointStore(run)
    trainer = Trainer(experiment, engine, progress)
    fault_box = FaultBox(run)
    progress = trainer.progress
    budget = experiment.config.env_steps
    assert budget is not None  # filled in when the experiment was built
    outcome: Outcome = "done"
    saved_at, saved_steps, dirty = time.monotonic(), progress.env_steps, True
    skipped_in_a_row = 0
    records = JsonLines(run, record_sizes, exact_records)
    try:
        for event in trainer.events(budget):
            dirty = True
            for sink in (records, *sinks):
                sink.write(event)
            if isinstance(event, FaultEvent) and trainer.last_request is not None:
                fault_box.keep(trainer.last_request)
            skipped_in_a_row = _skips_in_a_row(event, skipped_in_a_row)
            if progress.consecutive_faults >= limits.max_consecutive_faults:
                outcome = "faults"
            elif skipped_in_a_row >= limits.max_consecutive_skips:
                outcome = "numbers"
            elif stop():
                outcome = "interrupted"
            if outcome != "done":
                break
            if (
                time.monotonic() - saved_at >= limits.checkpoint_every_seconds
                or progress.env_steps - saved_steps >= limits.checkpoint_every_env_steps
            ):
                store.save(experiment, progress, records.sync())
                saved_at, saved_steps, dirty = time.monotonic(), progress.env_steps, False
    except EpisodeAbandoned:
        outcome = "interrupted"  # the episode did not end in time; it is played again on resume
    except BaseException:
        _close(records, *sinks)
        raise
    try:
        if dirty:
            store.save(experiment, progress, records.sync())
    finally:
        _close(records, *sinks)
    return outcome, progress


def _close(*sinks: Sink) -> None:
    for sink in sinks:
        with contextlib.suppress(OSError):  # a full disk has been reported by whoever met it first
            sink.close()


def _skips_in_a_row(event: Event, before: int) -> int:
    if isinstance(event, EpisodeEvent):
        return before + event.skipped_updates if event.skipped_updates else 0
    return 0 if isinstance(event, FaultEvent) else before


@dataclass(frozen=True)
class Loaded:
    """A run read back from disk."""

    experiment: Experiment
    progress: Progress | None
    """None: the run was stopped before its first checkpoint."""
    manifest: Manifest | None
    store: CheckpointStore
    skipped: tuple[str, ...] = ()
    """Damaged checkpoints that were passed over, each with its reason."""

    def differences(self) -> list[str]:
        """What has changed in this installation or machine since the checkpoint."""
        if self.manifest is None:
            return []
        return differences(self.manifest.provenance, provenance(self.experiment.device))


def read(
    run: RunDirectory,
    *,
    env: EnvFactory | None = None,
    device: str | None = None,
    latest_valid: bool = False,
    need_checkpoint: bool = True,
    try_env: bool = True,
) -> Loaded:
    """The newest checkpoint of a run. A damaged one is refused, or passed over with `latest_valid`."""
    store = CheckpointStore(run)
    skipped: list[str] = []
    for path in store.newest_first():
        try:
            manifest = read_manifest(path)
            config = manifest.config
            if device is not None:
                config = dataclasses.replace(config, device=device)
            experiment = build(config, env, try_env)
            progress = load(path, manifest, experiment)
        except BadFile as damage:
            skipped.append(f"{path}: {damage}")
            if latest_valid:
                continue
            raise InputError(_refusal(store, skipped[-1], run, env, try_env)) from None
        store.remember(manifest)
        return Loaded(experiment, progress, manifest, store, tuple(skipped))
    if skipped:
        raise InputError(f"no checkpoint of {run.path} is valid; the newest: {skipped[0]}")
    if need_checkpoint:
        raise InputError(f"{run.path} has no checkpoint yet; train it with: gogepo resume {run.path}")
    config = run.read_config()
    if device is not None:
        config = dataclasses.replace(config, device=device)
    return Loaded(build(config, env, try_env), None, None, store)


def _refusal(
    store: CheckpointStore, reason: str, run: RunDirectory, env: EnvFactory | None, try_env: bool
) -> str:
    """Why a checkpoint is refused, and which one could be used instead."""
    for path in store.newest_first():
        try:
            manifest = read_manifest(path)
            load(path, manifest, build(manifest.config, env, try_env))
        except (BadFile, InputError):
            continue
        return f"damaged checkpoint {reason}. The newest valid one is {path.name}: use it with --latest-valid"
    return f"damaged checkpoint {reason}. No other checkpoint of {run.path} is valid"
