"""Episodes played in parts, and several at once: what the loop counts, keeps and saves."""

from __future__ import annotations

import itertools
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gogepo
import toys
from gogepo.config import ARSConfig, DDPGConfig, Limits, RunConfig
from gogepo.engines.inline import InlineEngine
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.runs.manifest import read_manifest
from gogepo.training.experiment import Experiment, build

DDPG = DDPGConfig(
    policy_hidden=(8,),
    critic_hidden=(8,),
    batch_size=4,
    discount=0.9,
    replay_capacity=500,
    random_steps=20,
    update_after=10,
    update_every=5,
    noise_correlation=0.5,
)
ARS = ARSConfig(policy_hidden=(8,), step_size=0.05, directions=2, elites=1, noise=0.1)


class Long(toys.TargetEnv):
    STEPS = 37


class Falls(Long):
    """Never comes to the end of an episode."""

    def step(self, action: np.ndarray) -> Any:
        if self._step == 12:
            raise RuntimeError("fell")
        return super().step(action)


class Huge(Long):
    """Pays what overflows in a critic's loss."""

    def step(self, action: np.ndarray) -> Any:
        observation, _, *rest = super().step(action)
        return (observation, 1e25, *rest)


def trained(
    env: Any, algorithm: Any, path: Path, env_steps: int = 2000, stop: Any = lambda: False, **limits: Any
) -> tuple[runs.Ending, RunDirectory, Experiment]:
    config = RunConfig(
        "callable toys",
        env_steps=env_steps,
        return_range=(0.0, 100.0),
        evaluate_every=10**6,
        evaluation_episodes=1,
        device="cpu",
        algorithm=algorithm,
    )
    experiment = build(config, env, try_env=False)
    directory = RunDirectory.create(path, experiment.config)
    engine = InlineEngine(env, experiment.config.algorithm.network, 0.0)
    member = runs.Member(directory, experiment)
    (ending,) = runs.train([member], engine, limits=Limits(**limits), stop=stop)
    directory.unlock()
    return ending, directory, experiment


def test_an_environment_that_never_ends_an_episode_stops_the_run(tmp_path):
    ending, directory, _ = trained(Falls, DDPG, tmp_path / "run", max_consecutive_faults=3)
    assert ending.outcome == "faults"
    assert len(read_records(directory.faults)) == ending.progress.faults == 3


def test_updates_that_are_skipped_in_the_middle_of_an_episode_are_counted_and_stop_the_run(tmp_path):
    ending, directory, _ = trained(Huge, DDPG, tmp_path / "run", max_consecutive_skips=60)
    assert ending.outcome == "numbers"
    assert ending.progress.skipped_updates == 60
    assert ending.progress.consecutive_skips == 60
    reported = sum(row["skipped_updates"] for row in read_records(directory.metrics))
    assert reported + ending.progress.unreported_skips == 60
    assert reported > 0


def test_every_policy_that_came_to_grief_is_kept(tmp_path):
    _, directory, _ = trained(Falls, ARS, tmp_path / "run", max_consecutive_faults=4)
    attempts = [row["attempt"] for row in read_records(directory.faults)]
    assert attempts == [0, 1, 2, 3]
    assert len(list(directory.fault_policies.iterdir())) == 4


def test_an_interrupt_in_the_middle_of_an_episode_saves_all_that_was_learned(tmp_path):
    heard = itertools.count()
    ending, directory, _ = trained(Long, DDPG, tmp_path / "run", stop=lambda: next(heard) == 20)
    assert ending.outcome == "interrupted"
    assert ending.progress.state.memory.underway is not None  # in the middle of one
    manifest = read_manifest(CheckpointStore(directory).newest_first()[0])
    assert manifest.env_steps == ending.progress.env_steps


class Waits(ThreadPoolExecutor):
    """A save that comes due while the last is being written is put off, so here each is written at once."""

    def submit(self, *task: Any, **named: Any) -> Future[Any]:
        future = super().submit(*task, **named)
        wait([future])
        return future


def test_a_save_comes_due_in_the_middle_of_an_episode(tmp_path, monkeypatch):
    saved = []
    store = CheckpointStore.write

    def noting(self: CheckpointStore, snapshot: Any) -> Path:
        saved.append(snapshot.manifest["env_steps"])
        return store(self, snapshot)

    monkeypatch.setattr(CheckpointStore, "write", noting)
    monkeypatch.setattr(runs, "ThreadPoolExecutor", Waits)
    long = type("VeryLong", (Long,), {"STEPS": 500})
    trained(long, DDPG, tmp_path / "run", env_steps=400, checkpoint_every_env_steps=100)
    assert saved == [100, 200, 300, 400]


def test_settings_of_the_library_are_checked():
    with pytest.raises(gogepo.InputError, match="preset = 'tund'"):
        gogepo.DDPG(Long, return_range=(0.0, 1.0), preset="tund")
