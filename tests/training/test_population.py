"""A population: every seed is the run that it would be alone, however it is computed."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

import toys
from gogepo.algorithms.gogepo import RoundMetrics
from gogepo.algorithms.protocol import Told, ask, init, tell
from gogepo.config import EngineConfig, Limits, RunConfig
from gogepo.engines import Done, Job
from gogepo.engines.processes import ProcessEngine
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode
from gogepo.inputs import InputError
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory
from gogepo.training.engine import make_engine
from gogepo.training.experiment import Experiment, build
from gogepo.training.learners import Apart, Rollouts, Together
from gogepo.training.loop import EpisodeEvent, EvaluationEvent, Progress, Trainer
from gogepo.training.signals import EpisodeAbandoned
from toys import SPAN, TINIER, TargetEnv

EPISODES = 12


@pytest.fixture(autouse=True)
def toys_in_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys are importable in worker processes too."""
    here = str(Path(toys.__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")])))


def population(seeds: int, seed: int = 3, **changes: Any) -> Experiment:
    config = RunConfig(
        "toys:ToyTarget-v0",
        env_steps=EPISODES * TargetEnv.STEPS,
        seed=seed,
        seeds=seeds,
        return_range=(0.0, SPAN),
        evaluate_every=4 * TargetEnv.STEPS,
        evaluation_episodes=2,
        device="cpu",
        algorithm=TINIER,
    )
    return build(dataclasses.replace(config, **changes))


def events_of(experiment: Experiment, engine: EngineConfig) -> dict[int, list[Any]]:
    """By seed: what happened to it, episodes and evaluations apart, since they overlap."""
    playing = make_engine(experiment, engine)
    members = experiment.members()
    found: dict[int, list[Any]] = {member.config.seed: [] for member in members}
    try:
        for happened in Trainer(members, playing).events(experiment.config.env_steps or 0):
            for member, event in happened:
                found[members[member].config.seed].append(event)
    finally:
        playing.close()
    return {
        seed: [event for kind in (EpisodeEvent, EvaluationEvent) for event in events if type(event) is kind]
        for seed, events in found.items()
    }


def test_on_a_cpu_a_seed_in_a_population_is_bit_for_bit_the_seed_alone():
    together = events_of(population(3), EngineConfig(engine="processes", workers=2))
    assert list(together) == [3, 4, 5]
    for seed in together:
        alone = events_of(population(1, seed), EngineConfig(engine="inline"))
        assert together[seed] == alone[seed]
        assert len(alone[seed]) == EPISODES + 3
    assert together[3] != together[4]


def made_up_episode(experiment: Experiment, number: int) -> Episode:
    observations = np.random.default_rng(number).normal(size=(5, experiment.shape.observation_size))
    value = float(10 * number % 70)
    return Episode(0, value, value, 5, True, Moments.of(observations))


def trained(experiment: Experiment, learners: Any, states: list[Any], groups: Sequence[Sequence[int]]) -> Any:
    """What each member asked and learned, when the groups learn one after the other."""
    told_of: dict[int, list[Any]] = {}
    for group in groups:
        asked = learners.ask([(member, states[member]) for member in group])
        plays = [
            Rollouts(member, state, requests, [made_up_episode(experiment, state.episodes + member)])
            for member, (state, requests) in zip(group, asked, strict=True)
        ]
        for play, told in zip(plays, learners.tell(plays), strict=True):
            states[play.member] = told.state
            assert [each.episode for each in told.finished] == list(play.outcomes)
            assert set(told.metrics) == set(RoundMetrics._fields)
            (request,), metrics = play.requests, np.array(list(told.metrics.values()))
            told_of.setdefault(play.member, []).append((request.weights, metrics))
    return told_of, [learners.whole(member, state) for member, state in enumerate(states)]


def members_of(experiment: Experiment) -> tuple[list[Any], list[Any]]:
    algorithms = [member.algorithm for member in experiment.members()]
    return algorithms, [init(algorithm) for algorithm in algorithms]


@pytest.mark.parametrize(
    "settings", [{}, {"evaluator_leak": 0.1, "full_batches": False, "moving_normalizer": True}], ids=str
)
def test_a_vmapped_population_gives_the_numbers_of_its_seeds_alone(settings: dict[str, Any]):
    experiment = population(5, algorithm=dataclasses.replace(TINIER, **settings))
    algorithms, states = members_of(experiment)
    together = Together(algorithms, states, experiment.device, deterministic=False, episodes=EPISODES)
    assert together.sizes == (2, 5)
    empty = together.emptied(states)
    assert all(state.learner is None and state.memory.policies is None for state in empty)
    groups = [[0, 1, 2, 3, 4], [0, 2], [1], [3, 4, 0], [2, 1]]
    told, whole = trained(experiment, together, empty, groups)
    algorithms, states = members_of(experiment)
    told_apart, whole_apart = trained(experiment, Apart(algorithms, experiment.device), states, groups)
    for member in range(5):
        for (weights, metrics), (weights_apart, metrics_apart) in zip(
            told[member], told_apart[member], strict=True
        ):
            np.testing.assert_allclose(weights, weights_apart, rtol=1e-3, atol=1e-5)
            np.testing.assert_allclose(metrics, metrics_apart, rtol=1e-3, atol=1e-5)
        for leaf, leaf_apart in zip(
            jax.tree.leaves(whole[member].learner), jax.tree.leaves(whole_apart[member].learner), strict=True
        ):
            np.testing.assert_allclose(leaf, leaf_apart, rtol=2e-3, atol=1e-4)
        assert whole[member].episodes == whole_apart[member].episodes
        assert whole[member].best_return == whole_apart[member].best_return


def test_with_one_group_size_nothing_depends_on_who_learns_together():
    experiment = population(5)
    results = []
    for groups in ([[0, 1], [2, 3], [4], [0, 1], [2], [3, 4]], [[4, 0], [3], [1, 2], [2, 3], [4, 1], [0]]):
        algorithms, states = members_of(experiment)
        together = Together(algorithms, states, experiment.device, deterministic=True, episodes=EPISODES)
        assert together.sizes == (2,)
        results.append(trained(experiment, together, together.emptied(states), groups))
    (told, whole), (told_again, whole_again) = results
    for member in range(5):
        for one, other in zip(told[member], told_again[member], strict=True):
            np.testing.assert_array_equal(one[0], other[0])
            np.testing.assert_array_equal(one[1], other[1])
        for leaf, other in zip(
            jax.tree.leaves(whole[member].learner), jax.tree.leaves(whole_again[member].learner), strict=True
        ):
            np.testing.assert_array_equal(leaf, other)


def test_a_larger_group_than_the_largest_size_learns_in_parts():
    experiment = population(5)
    algorithms, states = members_of(experiment)
    together = Together(algorithms, states, experiment.device, deterministic=True, episodes=EPISODES)
    told, _ = trained(experiment, together, together.emptied(states), [[0, 1, 2, 3, 4]] * 2)
    assert [len(told[member]) for member in range(5)] == [2] * 5
    assert len({told[member][1][0].tobytes() for member in range(5)}) == 5


def test_an_archive_in_main_memory_gives_the_same_numbers():
    experiment = population(1)
    elsewhere = experiment.with_archive_on_host(True)
    engine = EngineConfig(engine="inline")
    assert elsewhere.algorithm.archive_on_host
    assert events_of(experiment, engine) == events_of(elsewhere, engine)


# On disk


def make_members(path: Path, experiment: Experiment) -> tuple[RunDirectory, list[runs.Member]]:
    directory = RunDirectory.create(path, experiment.config)
    directories = directory.members(experiment.config).values()
    pairs = zip(directories, experiment.members(), strict=True)
    return directory, [runs.Member(run, member) for run, member in pairs]


def read_members(path: Path) -> list[runs.Member]:
    directory = RunDirectory.open(path)
    members = []
    for run in directory.members(directory.read_config()).values():
        loaded = runs.read(run, need_checkpoint=False)
        sizes = loaded.manifest.record_sizes if loaded.manifest else None
        members.append(runs.Member(run, loaded.experiment, loaded.progress, loaded.store, sizes))
    return members


def records(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*.jsonl"))}


@pytest.mark.parametrize("stops", [(1,), (9, 4), (2, 3, 4, 5)])
def test_a_population_stopped_and_resumed_ends_as_one_never_stopped(tmp_path: Path, stops: tuple[int, ...]):
    experiment = population(3)
    whole, members = make_members(tmp_path / "whole", experiment)
    engine = make_engine(experiment, EngineConfig(engine="processes", workers=2))
    runs.train(members, engine)
    whole.unlock()
    directory, members = make_members(tmp_path / "stopped", experiment)
    for after in stops:
        heard = iter(range(after))
        endings = runs.train(members, engine, stop=lambda heard=heard: next(heard, None) is None)
        assert runs.overall(endings) == "interrupted"
        members = read_members(directory.path)
    endings = runs.train(members, engine)
    engine.close()
    assert runs.overall(endings) == "done"
    assert [each.progress.env_steps for each in endings] == [EPISODES * TargetEnv.STEPS] * 3
    assert records(directory.path) == records(whole.path)
    assert len(records(whole.path)) == 9


@pytest.mark.parametrize("on_host", [False, True])
def test_a_vmapped_population_resumes_bit_for_bit_when_deterministic(tmp_path: Path, monkeypatch, on_host):
    def together(algorithms: Any, states: Any, *rest: Any) -> Any:
        made = Together(algorithms, states, *rest)
        return made, made.emptied(states)

    monkeypatch.setattr("gogepo.training.loop.make_learners", together)
    experiment = population(3, deterministic=True).with_archive_on_host(on_host)
    engine = make_engine(experiment, EngineConfig(engine="processes", workers=2))
    whole, members = make_members(tmp_path / "whole", experiment)
    runs.train(members, engine)
    whole.unlock()
    directory, members = make_members(tmp_path / "stopped", experiment)
    heard = iter(range(8))
    runs.train(members, engine, stop=lambda: next(heard, None) is None)
    endings = runs.train(read_members(directory.path), engine)
    engine.close()
    assert runs.overall(endings) == "done"
    assert records(directory.path) == records(whole.path)


class EvaluationsLast:
    """An engine that plays an evaluation only when there is nothing else to play."""

    def __init__(self, experiment: Experiment):
        self._engine = make_engine(experiment, EngineConfig(engine="inline"))
        self.interface = self._engine.interface
        self._jobs: list[Job] = []

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def collect(self, wait: float | None = None) -> Done | None:
        if wait is not None or not self._jobs:
            return None
        self._jobs.sort(key=lambda job: len(job.seeds))
        self._engine.submit(self._jobs.pop(0))
        return self._engine.collect()

    def cancel(self) -> None:
        self._jobs.clear()

    def close(self) -> None:
        self._engine.close()


class OneByOne(EvaluationsLast):
    """An engine in which the next job is over a moment after the one before, in the order of their coming."""

    def collect(self, wait: float | None = None) -> Done | None:
        if wait == 0 or not self._jobs:
            return None
        self._engine.submit(self._jobs.pop(0))
        return self._engine.collect()


@pytest.mark.parametrize("cores", [1, 2])
def test_on_a_cpu_as_many_learn_at_once_as_there_are_cores(monkeypatch, cores):
    monkeypatch.setattr("gogepo.training.learners.core_count", lambda: cores)
    groups, tell = [], Apart.tell

    def counted(self: Apart, plays: Sequence[Rollouts]) -> list[Told]:
        groups.append([play.member for play in plays])
        return tell(self, plays)

    monkeypatch.setattr(Apart, "tell", counted)
    experiment = population(3, evaluate_every=EPISODES * TargetEnv.STEPS)
    events = list(Trainer(experiment.members(), OneByOne(experiment)).events(4 * TargetEnv.STEPS))
    episodes = [event for happened in events for _, event in happened if isinstance(event, EpisodeEvent)]
    assert len(episodes) == 12
    if cores == 1:
        assert groups == [[0], [1], [2]] * 4
    else:  # who is over first waits for the next; at the end there is nobody to wait for
        assert [len(group) for group in groups] == [2] * 6
        assert groups[:2] == [[0, 1], [2, 0]]


def test_who_learns_alone_waits_for_nobody_who_is_not_playing(monkeypatch):
    monkeypatch.setattr("gogepo.training.learners.core_count", lambda: 2)
    waits = []

    class Waiting(OneByOne):
        def collect(self, wait: float | None = None) -> Done | None:
            waits.append(wait)
            return super().collect(wait)

    experiment = population(1)
    list(Trainer(experiment.members(), Waiting(experiment)).events(3 * TargetEnv.STEPS))
    assert set(waits) <= {None, 0.0}


def test_an_evaluation_under_way_is_saved_and_played_on_resume(tmp_path: Path):
    experiment = population(1)
    whole, members = make_members(tmp_path / "whole", experiment)
    runs.train(members, make_engine(experiment, EngineConfig()))
    whole.unlock()
    directory, members = make_members(tmp_path / "stopped", experiment)
    engine = EvaluationsLast(experiment)
    heard = iter(range(6))  # the first evaluation came due after the fourth episode
    ((outcome, progress),) = runs.train(members, engine, stop=lambda: next(heard, None) is None)
    assert outcome == "interrupted"
    assert progress.due_evaluation is not None
    assert (progress.due_evaluation.episode, progress.state.episodes) == (4, 7)
    assert (directory.path / "evaluations.jsonl").read_bytes() == b""
    members = read_members(directory.path)
    again = members[0].progress.due_evaluation
    assert again is not None
    np.testing.assert_array_equal(again.request.weights, progress.due_evaluation.request.weights)
    runs.train(members, engine)
    assert records(directory.path) == records(whole.path)


def test_training_goes_on_while_an_evaluation_is_played_but_not_past_the_next_one():
    experiment = population(1)
    kinds = [
        "evaluation" if isinstance(event, EvaluationEvent) else "episode"
        for happened in Trainer(experiment.members(), EvaluationsLast(experiment)).events(
            EPISODES * TargetEnv.STEPS
        )
        for _, event in happened
    ]
    # The evaluation after episode 4 is played when that after episode 8 comes due, and so on.
    assert kinds == ["episode"] * 8 + ["evaluation"] + ["episode"] * 4 + ["evaluation"] * 2


def test_a_member_in_trouble_is_left_out_and_the_others_go_on(tmp_path: Path):
    experiment = population(2)
    _, members = make_members(tmp_path / "run", experiment)
    algorithm = members[0].experiment.algorithm
    state = init(algorithm)
    generator = dataclasses.replace(state.learner.generator, vector=state.learner.generator.vector * np.nan)
    state = state._replace(learner=dataclasses.replace(state.learner, generator=generator))
    members[0] = dataclasses.replace(members[0], progress=Progress(state), store=NeverSaves(members[0].run))
    engine = make_engine(experiment, EngineConfig(engine="inline"))
    first, second = runs.train(members, engine, limits=Limits(max_consecutive_faults=3))
    assert (first.outcome, second.outcome) == ("faults", "done")
    assert runs.overall([first, second]) == "faults"
    assert (first.progress.faults, first.progress.env_steps) == (3, 0)
    assert (second.progress.faults, second.progress.env_steps) == (0, EPISODES * TargetEnv.STEPS)
    lines = (members[0].run.path / "faults.jsonl").read_text().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["weights"] * 3


class NeverSaves(runs.CheckpointStore):
    """Networks that are not finite are refused by a checkpoint; here they are the point."""

    def snapshot(self, *_: Any) -> Any:
        return None

    def write(self, snapshot: Any) -> Path:
        return Path()


# What went wrong once


def test_a_run_from_an_accelerator_can_be_used_on_a_cpu():
    config = dataclasses.replace(population(1).config, precision="bfloat16")
    experiment = build(config)
    assert experiment.config.precision == experiment.algorithm.arithmetic.precision == "bfloat16"
    assert not experiment.algorithm.arithmetic.accelerated
    state, requests = ask(experiment.algorithm, init(experiment.algorithm))
    told = tell(experiment.algorithm, state, requests, [made_up_episode(experiment, 0)])
    assert told.metrics["generator_gradient_norm"] > 0


class GivesUp(EvaluationsLast):
    """An engine that plays evaluations first, and is given up in the wait after the first of them."""

    heard = 0

    def collect(self, wait: float | None = None) -> Done | None:
        if self.heard:
            raise EpisodeAbandoned
        self._jobs.sort(key=lambda job: -len(job.seeds))
        if not self._jobs or (wait is not None and len(self._jobs[0].seeds) == 1):
            return None
        self._engine.submit(self._jobs.pop(0))
        done = self._engine.collect()
        assert done is not None
        self.heard = int(len(done.job.seeds) > 1)
        return done


def test_a_wait_that_is_given_up_loses_no_line_that_is_counted(tmp_path: Path):
    experiment = population(1)
    whole, members = make_members(tmp_path / "whole", experiment)
    runs.train(members, make_engine(experiment, EngineConfig()))
    whole.unlock()
    directory, members = make_members(tmp_path / "stopped", experiment)
    ((outcome, progress),) = runs.train(members, GivesUp(experiment))
    assert outcome == "interrupted"
    assert progress.due_evaluation is not None  # it was played, but nobody was told
    runs.train(read_members(directory.path), make_engine(experiment, EngineConfig()))
    assert records(directory.path) == records(whole.path)


def test_an_evaluation_of_weights_that_are_not_finite_can_be_saved(tmp_path: Path):
    experiment = population(1)
    directory, members = make_members(tmp_path / "run", experiment)
    engine = EvaluationsLast(experiment)
    heard = iter(range(5))
    ((_, progress),) = runs.train(members, engine, stop=lambda: next(heard, None) is None)
    assert progress.due_evaluation is not None
    bad = np.full_like(progress.due_evaluation.request.weights, np.inf)
    request = dataclasses.replace(progress.due_evaluation.request, weights=bad)
    progress.due_evaluation = progress.due_evaluation._replace(request=request)
    members = read_members(directory.path)
    store, sizes = members[0].store, members[0].record_sizes
    assert store is not None
    assert sizes is not None
    store.save(experiment.members()[0], progress, sizes)
    runs.train(read_members(directory.path), make_engine(experiment, EngineConfig()))
    first = json.loads((directory.path / "evaluations.jsonl").read_text().splitlines()[0])
    assert (first["env_return"], first["faults"]) == (None, 2)


def test_more_workers_mean_processes_also_for_one_seed():
    engine = make_engine(population(1), EngineConfig(workers=2))
    assert isinstance(engine, ProcessEngine)
    engine.close()


@pytest.mark.parametrize("seeds", [0, -3, 30_000_000])
def test_a_config_with_an_impossible_number_of_seeds_is_refused(tmp_path: Path, seeds):
    directory, _ = make_members(tmp_path / "run", population(2))
    config = json.loads(directory.config_path.read_text())
    directory.config_path.write_text(json.dumps({**config, "seeds": seeds}))
    with pytest.raises(InputError, match="--seeds must be at"):
        RunDirectory.open(directory.path).read_config()


def test_archives_side_by_side_grow_when_more_is_played_than_was_said(monkeypatch):
    monkeypatch.setattr("gogepo.memory.archive.FIRST_SLOTS", 4)
    experiment = population(2, algorithm=dataclasses.replace(TINIER, archive_capacity=7))
    algorithms, states = members_of(experiment)
    together = Together(algorithms, states, experiment.device, deterministic=False, episodes=1)
    groups = [[0, 1]] * 9 + [[0]]
    told, whole = trained(experiment, together, together.emptied(states), groups)
    algorithms, states = members_of(experiment)
    told_apart, whole_apart = trained(experiment, Apart(algorithms, experiment.device), states, groups)
    for member in range(2):
        for (weights, metrics), (weights_apart, metrics_apart) in zip(
            told[member], told_apart[member], strict=True
        ):
            np.testing.assert_allclose(weights, weights_apart, rtol=1e-3, atol=1e-5)
            np.testing.assert_allclose(metrics, metrics_apart, rtol=1e-3, atol=1e-5)
        memory, apart = whole[member].memory, whole_apart[member].memory
        assert memory.held.slots == apart.held.slots == 7
        newest = range(whole[member].episodes - 7, whole[member].episodes)
        assert list(memory.played) == list(apart.played) == list(newest)
        for found, wanted in zip(memory.read(newest), apart.read(newest), strict=True):
            np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-5)
