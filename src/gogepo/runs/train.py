"""Runs on disk: train, record, checkpoint, stop when told, resume as if nothing had happened."""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from gogepo.config import Limits
from gogepo.engines import Engine
from gogepo.envs.rollout import Request
from gogepo.envs.tasks import EnvFactory
from gogepo.files import BadFile
from gogepo.inputs import InputError
from gogepo.runs.checkpoint import CheckpointStore, Snapshot, load, next_stage
from gogepo.runs.directory import RunDirectory
from gogepo.runs.event_log import JsonLines, Sink
from gogepo.runs.faults import FaultBox
from gogepo.runs.manifest import Manifest, disagreement, newest_first, read_manifest
from gogepo.training.experiment import Experiment, build
from gogepo.training.loop import Event, FaultEvent, MemberEvent, Progress, Trainer
from gogepo.training.provenance import differences, provenance
from gogepo.training.signals import EpisodeAbandoned

Outcome = Literal["done", "interrupted", "faults", "numbers"]


@dataclass(frozen=True)
class Member:
    """A seed to be trained: where it is written, what it is, and how far it had come."""

    run: RunDirectory
    experiment: Experiment
    progress: Progress | None = None
    store: CheckpointStore | None = None
    record_sizes: dict[str, int] | None = None


class Ending(NamedTuple):
    """How a member's training ended. Its networks may be elsewhere."""

    outcome: Outcome
    progress: Progress


def overall(endings: Sequence[Ending]) -> Outcome:
    """The outcome of a population: the most urgent of its members'."""
    outcomes = {ending.outcome for ending in endings}
    order: tuple[Outcome, ...] = ("interrupted", "faults", "numbers", "done")
    return next(outcome for outcome in order if outcome in outcomes)


class _Keeper:
    """Writes what happens to one member, and saves it when due."""

    def __init__(self, member: Member, limits: Limits, exact_records: bool, head_start: float):
        self.experiment = member.experiment
        self._limits = limits
        self._store = member.store or CheckpointStore(member.run)
        self._fault_box = FaultBox(member.run)
        self.records = JsonLines(member.run, member.record_sizes, exact_records)
        env_steps = member.progress.env_steps if member.progress else 0
        # Members save in turns, not all at once: the first time each is due a little earlier.
        self._saved_at = time.monotonic() - head_start * limits.checkpoint_every_seconds
        self._saved_steps = env_steps - int(head_start * limits.checkpoint_every_env_steps)
        self._dirty, self._first_steps, self._last_saved = True, env_steps, env_steps
        self.unwritten = 0
        """Events that the member's progress has, and its records have not."""
        self._stage_lost = False
        self._next_stage = self._stage_after(env_steps)
        self._saving: Future[None] | None = None

    def write(self, event: Event, request: Request | None) -> None:
        self._dirty = True
        self.records.write(event)
        self.unwritten -= 1
        if isinstance(event, FaultEvent) and request is not None:
            self._fault_box.keep(request)

    def keep_stage(self, trainer: Trainer, member: int) -> None:
        """Remember the generator if training has just come to a stage; the next save writes it."""
        env_steps = trainer.counters(member).env_steps
        if env_steps >= self._next_stage:
            if self.experiment.config.algorithm.writes_policies:
                self._store.keep_stage(self.experiment, trainer.progress(member))
            self._next_stage = self._stage_after(env_steps)

    def _stage_after(self, env_steps: int) -> int:
        interval = self.experiment.config.evaluate_every
        assert interval is not None  # filled in when the experiment was built
        return next_stage(env_steps, interval)

    def trouble(self, progress: Progress) -> Outcome | None:
        """Why this member must not go on, if it must not."""
        if progress.consecutive_faults >= self._limits.max_consecutive_faults:
            return "faults"
        return "numbers" if progress.consecutive_skips >= self._limits.max_consecutive_skips else None

    @property
    def saving(self) -> bool:
        return self._saving is not None and not self._saving.done()

    def due(self, progress: Progress) -> bool:
        return self._news(progress) and (
            time.monotonic() - self._saved_at >= self._limits.checkpoint_every_seconds
            or progress.env_steps - self._saved_steps >= self._limits.checkpoint_every_env_steps
        )

    def _news(self, progress: Progress) -> bool:
        """Whether anything has happened since the last save, be it only a part of an episode."""
        return self._dirty or progress.env_steps != self._last_saved

    def save(self, progress: Progress, writer: Executor) -> None:
        """Save; files are written beside training. Raises the error of an earlier save that failed."""
        self.finish()
        if self._news(progress):
            snapshot = self._store.snapshot(self.experiment, progress, self.records.sizes())
            self._saving = writer.submit(self._write, snapshot)
            self._saved_at, self._dirty = time.monotonic(), False
            self._saved_steps = self._last_saved = progress.env_steps

    def _write(self, snapshot: Snapshot) -> None:
        try:
            self.records.sync()
            self._store.write(snapshot)
        except BaseException:
            self._stage_lost |= bool(snapshot.stages)
            raise

    def finish(self) -> None:
        """Wait for a save under way."""
        saving, self._saving = self._saving, None
        if saving is not None:
            try:
                saving.result()
            except BaseException:
                self._dirty = True
                raise

    def leave(self, trainer: Trainer, member: int, writer: Executor, failed: bool) -> None:
        """The last save, tried also after one that failed. A run that failed before it began is not saved."""
        try:
            self.finish()
        finally:
            begun = trainer.counters(member).env_steps > self._first_steps
            incomplete = member in trainer.broken or self.unwritten or self._stage_lost
            if not incomplete and (begun or not failed):
                self.keep_stage(trainer, member)
                self.save(trainer.progress(member), writer)
                self.finish()


def train(
    members: Sequence[Member],
    engine: Engine,
    *,
    exact_records: bool = True,
    sinks: Sequence[Sink] = (),
    limits: Limits | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Ending]:
    """Train every member to the config's budget, or until `stop` says so; save when due and at the end.

    A member in trouble is saved and left out; the others go on.
    """
    limits = limits or Limits()
    config = members[0].experiment.config
    assert config.env_steps is not None  # filled in when the experiment was built
    keepers: list[_Keeper] = []
    troubles: dict[int, Outcome] = {}
    stopped, failure = False, None
    with contextlib.ExitStack() as closing:
        for sink in sinks:
            closing.callback(_close, sink)
        experiments = [member.experiment for member in members]
        progress = [member.progress for member in members]
        trainer = Trainer(experiments, engine, progress, config.deterministic)
        writer = closing.enter_context(ThreadPoolExecutor(1))
        for number, member in enumerate(members):
            keepers.append(_Keeper(member, limits, exact_records, number / len(members)))
            closing.callback(_close, keepers[-1].records)
        try:
            for events in trainer.events(config.env_steps):
                _tell(events, trainer, keepers, sinks)
                for number, keeper in enumerate(keepers):
                    keeper.keep_stage(trainer, number)
                    counters = trainer.counters(number)
                    trouble = keeper.trouble(counters)
                    if trouble is not None and number not in troubles:
                        troubles[number] = trouble
                        trainer.retire(number)
                    # One at a time: what is copied to be written lies in main memory.
                    if keeper.due(counters) and not any(each.saving for each in keepers):
                        keeper.save(trainer.progress(number), writer)
                if stop():
                    stopped = True
                    break
        except (EpisodeAbandoned, KeyboardInterrupt, SystemExit):
            stopped = True  # an episode that did not end in time is played again on resume
        except BaseException as error:
            failure = error
        _leave(trainer, keepers, sinks, writer, failure)
    endings = []
    for number in range(len(members)):
        counters = trainer.counters(number)
        finished = counters.env_steps >= config.env_steps and counters.due_evaluation is None
        outcome = troubles.get(number) or ("interrupted" if stopped and not finished else "done")
        endings.append(Ending(outcome, counters))
    return endings


def _tell(
    events: Sequence[MemberEvent], trainer: Trainer, keepers: Sequence[_Keeper], sinks: Sequence[Sink]
) -> None:
    """Records first: a run is saved only with all that it has counted."""
    for number, _ in events:
        keepers[number].unwritten += 1
    for number, event in events:
        request = None
        if isinstance(event, FaultEvent):
            request = trainer.dropped.get(number, {}).get(event.attempt)
        keepers[number].write(event, request)
    for number, event in events:
        for sink in sinks:
            sink.write(number, event)


def _leave(
    trainer: Trainer,
    keepers: Sequence[_Keeper],
    sinks: Sequence[Sink],
    writer: Executor,
    failure: BaseException | None,
) -> None:
    """The one way out of training: save every member that can be, and raise what failed first."""
    last: list[Callable[[], None]] = [partial(_tell, trainer.take(), trainer, keepers, sinks)]
    last += [
        partial(keeper.leave, trainer, number, writer, failure is not None)
        for number, keeper in enumerate(keepers)
    ]
    for step in last:
        try:
            step()
        except BaseException as error:
            failure = error if failure is None else failure
    if failure is not None:
        raise failure


def _close(*sinks: JsonLines | Sink) -> None:
    for sink in sinks:
        with contextlib.suppress(OSError):  # a full disk has been reported by whoever met it first
            sink.close()


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
    archive_on_host: bool = False,
) -> Loaded:
    """The newest checkpoint of a run. A damaged one is refused, or passed over with `latest_valid`."""
    check_settings(run)
    store = CheckpointStore(run)
    skipped: list[str] = []
    paths = store.newest_first()
    while paths:
        path = paths.pop(0)
        try:
            manifest = read_manifest(path)
            config = manifest.config
            if device is not None:
                config = dataclasses.replace(config, device=device)
            experiment = build(config, env, try_env).with_archive_on_host(archive_on_host)
            progress = load(path, manifest, experiment)
        except BadFile as damage:
            if not path.exists():  # pruned while it was read, by a run that trains: there is a newer one
                paths, skipped = store.newest_first(), []
                continue
            skipped.append(f"{path}: {damage}")
            if latest_valid:
                continue
            raise InputError(_refusal(store, skipped[-1], run, env, try_env)) from None
        store.remember(manifest)
        return Loaded(experiment, progress, manifest, store, tuple(skipped))
    if skipped:
        raise InputError(f"no checkpoint of {run} is valid; the newest: {skipped[0]}")
    if need_checkpoint:
        raise InputError(f"{run} has no checkpoint yet; train it with: gogepo resume {run}")
    config = run.read_config()
    if device is not None:
        config = dataclasses.replace(config, device=device)
    experiment = build(config, env, try_env).with_archive_on_host(archive_on_host)
    return Loaded(experiment, None, None, store)


def check_settings(run: RunDirectory) -> None:
    """Refuse checkpoints of other settings than config.json has, before anything is imported or made for either."""
    config = run.read_config()
    for path in newest_first(run.checkpoints):
        with contextlib.suppress(BadFile):  # what is damaged is told of when it is read
            if wrong := disagreement(read_manifest(path), config):
                raise InputError(f"{run}/checkpoints/{path.name} does not belong here: {wrong}")


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
    return f"damaged checkpoint {reason}. No other checkpoint of {run} is valid"
