"""The one way out of training: whatever fails, and wherever, each seed is saved and goes on bit for bit."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gogepo.config import EngineConfig, Limits
from gogepo.engines import Done, Job
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import CheckpointStore, Snapshot
from gogepo.runs.directory import RunDirectory
from gogepo.training.engine import make_engine
from gogepo.training.experiment import Experiment
from gogepo.training.loop import Event
from reliability.leaving import WHAT, Unheard
from reliability.runs import digest
from training.test_population import make_members, population, read_members

SEEDS = 2
EndsAs = dict[str, type[BaseException] | None]
ENDS: EndsAs = {"exit": None, "interrupt": None, "unheard": Unheard, "disk": OSError, "stop": RuntimeError}
"""How training ends where the program itself meets an exception: in good order, or with it."""


class Failing:
    """Fails at its nth call."""

    def __init__(self, at: int, what: str):
        self._left, self._what = at, what

    def count(self) -> None:
        self._left -= 1
        if self._left == 0:
            raise WHAT[self._what]()


class Sink(Failing):
    def write(self, member: int, event: Event) -> None:
        self.count()

    def close(self) -> None:
        pass


class Engine(Failing):
    """Loses what it plays with, when a job is given to it or asked back."""

    def __init__(self, experiment: Experiment, method: str, at: int, what: str):
        super().__init__(at, what)
        self._engine = make_engine(experiment, EngineConfig(engine="inline"))
        self._method, self.interface = method, self._engine.interface

    def submit(self, job: Job) -> None:
        if self._method == "submit":
            self.count()
        self._engine.submit(job)

    def collect(self, wait: float | None = None) -> Done | None:
        if self._method == "collect":
            self.count()
        return self._engine.collect(wait)

    def cancel(self) -> None:
        self._engine.cancel()

    def close(self) -> None:
        self._engine.close()


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Digests of the seeds of a population that nothing happened to."""
    experiment = population(SEEDS)
    directory, members = make_members(tmp_path_factory.mktemp("whole") / "run", experiment)
    runs.train(members, make_engine(experiment, EngineConfig(engine="inline")))
    return digests(directory)


def digests(directory: RunDirectory) -> list[str]:
    return [digest(run.path) for run in directory.members(directory.read_config()).values()]


def trained(path: Path, what: str, where: str, at: int) -> RunDirectory:
    """A population whose training has ended as it should at what it met there."""
    experiment = population(SEEDS)
    directory, members = make_members(path, experiment)
    sinks: list[Any] = [Sink(at, what)] if where == "sink" else []
    engine: Any = make_engine(experiment, EngineConfig(engine="inline"))
    if where != "sink":
        engine = Engine(experiment, where, at, what)
    ending = ENDS[what]
    if ending is None:
        assert runs.overall(runs.train(members, engine, sinks=sinks)) == "interrupted"
    else:
        with pytest.raises(ending):
            runs.train(members, engine, sinks=sinks)
    return directory


@pytest.mark.parametrize("what", ENDS)
@pytest.mark.parametrize("where", ["sink", "submit", "collect"])
def test_whatever_ends_training_every_seed_is_saved_and_goes_on(
    tmp_path: Path, wanted, what: str, where: str
):
    if (what, where) == ("stop", "sink"):
        return  # only from a generator does Python make another exception of it
    directory = trained(tmp_path / "run", what, where, at=11)
    members = read_members(directory.path)
    assert all(member.progress is not None and member.progress.env_steps > 0 for member in members)
    endings = runs.train(members, make_engine(population(SEEDS), EngineConfig(engine="inline")))
    assert runs.overall(endings) == "done"
    assert digests(directory) == wanted


def test_what_fails_before_anything_was_played_leaves_no_checkpoint(tmp_path: Path):
    directory = trained(tmp_path / "run", "disk", "submit", at=1)
    assert not list(directory.path.rglob("checkpoint-*"))


class Unlucky(CheckpointStore):
    """Some of its saves find the disk full."""

    fails: Callable[[int], bool] = staticmethod(lambda save: True)
    saves = 0

    def write(self, snapshot: Snapshot) -> Path:
        Unlucky.saves += 1
        if type(self).fails(Unlucky.saves):
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(snapshot)


@pytest.mark.parametrize("transient", [False, True])
def test_a_save_that_fails_is_tried_again_at_the_end(
    tmp_path: Path, wanted, monkeypatch: pytest.MonkeyPatch, transient: bool
):
    monkeypatch.setattr(Unlucky, "fails", staticmethod(lambda save: save == 1 if transient else save > 1))
    monkeypatch.setattr(Unlucky, "saves", 0)
    experiment = population(SEEDS)
    directory, members = make_members(tmp_path / "run", experiment)
    members = [runs.Member(member.run, member.experiment, store=Unlucky(member.run)) for member in members]
    engine = make_engine(experiment, EngineConfig(engine="inline"))
    with pytest.raises(OSError, match="No space left"):
        runs.train(members, engine, limits=Limits(checkpoint_every_env_steps=3))
    assert Unlucky.saves > 1
    members = read_members(directory.path)
    assert any(member.progress is not None for member in members)
    runs.train(members, engine)
    assert digests(directory) == wanted


class Torn(runs.JsonLines):
    """Its disk is full in the middle of a line."""

    left = 9

    def write(self, event: Event) -> None:
        Torn.left -= 1
        if Torn.left == 0:
            next(iter(self._files.values())).write(b'{"episode"')
            raise OSError(errno.ENOSPC, "No space left on device")
        super().write(event)


def test_a_seed_whose_record_is_torn_keeps_its_last_checkpoint(
    tmp_path: Path, wanted, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(runs, "JsonLines", Torn)
    experiment = population(SEEDS)
    directory, members = make_members(tmp_path / "run", experiment)
    engine = make_engine(experiment, EngineConfig(engine="inline"))
    with pytest.raises(OSError, match="No space left"):
        runs.train(members, engine, limits=Limits(checkpoint_every_env_steps=3))
    monkeypatch.undo()
    members = read_members(directory.path)
    assert any(member.progress is not None for member in members)
    runs.train(members, engine)
    assert digests(directory) == wanted


class Learner(Failing):
    """Breaks off in the middle of a round."""

    def __init__(self, learners: Any, at: int):
        super().__init__(at, "memory")
        self._learners = learners

    def __getattr__(self, name: str) -> Any:
        return getattr(self._learners, name)

    def tell(self, plays: Any) -> Any:
        told = self._learners.tell(plays)
        self.count()
        return told


def test_a_seed_whose_round_is_broken_off_keeps_its_last_checkpoint(
    tmp_path: Path, wanted, monkeypatch: pytest.MonkeyPatch
):
    from gogepo.training import loop

    make_learners = loop.make_learners

    def breaking(*arguments: Any) -> Any:
        learners, states = make_learners(*arguments)
        return Learner(learners, 9), states

    monkeypatch.setattr(loop, "make_learners", breaking)
    experiment = population(SEEDS)
    directory, members = make_members(tmp_path / "run", experiment)
    engine = make_engine(experiment, EngineConfig(engine="inline"))
    with pytest.raises(MemoryError):
        runs.train(members, engine, limits=Limits(checkpoint_every_env_steps=6))
    monkeypatch.undo()
    members = read_members(directory.path)
    assert any(member.progress is not None for member in members)
    runs.train(members, engine)
    assert digests(directory) == wanted
