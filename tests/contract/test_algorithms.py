"""What every algorithm of the library promises, whatever it does inside. A new one joins the list."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import jax
import numpy as np
import pytest

from gogepo.algorithms.gogepo import GoGePo
from gogepo.config import RunConfig
from gogepo.engines import Engine
from gogepo.engines.inline import InlineEngine
from gogepo.training.experiment import build
from gogepo.training.loop import EpisodeEvent, EvaluationEvent, FaultEvent, Trainer
from toys import BEST, SHAPE, SPAN, TINY, TargetEngine, TargetEnv

ALGORITHMS = [GoGePo]
METRICS_PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"

over_algorithms = pytest.mark.parametrize("algorithm_class", ALGORITHMS)


def train(algorithm, engine: Engine, episodes: int):
    """The last state, and (request, episode, metrics) of each episode."""
    state, history = algorithm.init(), []
    for index in range(episodes):
        state, request = algorithm.ask(state)
        episode = engine.play(request, index)
        state, metrics = algorithm.tell(state, request, episode)
        history.append((request, episode, jax.device_get(metrics)))
    return state, history


@over_algorithms
def test_the_same_seed_gives_the_same_numbers(algorithm_class):
    runs = [train(algorithm_class(TINY, SHAPE, SPAN, seed=3), TargetEngine(), 5)[1] for _ in range(2)]
    for (request, episode, metrics), (again, episode_again, metrics_again) in zip(*runs, strict=True):
        np.testing.assert_array_equal(request.weights, again.weights)
        assert request.command == again.command
        assert episode.training_return == episode_again.training_return
        assert metrics == metrics_again


@over_algorithms
def test_another_seed_gives_other_numbers(algorithm_class):
    one, two = (train(algorithm_class(TINY, SHAPE, SPAN, seed), TargetEngine(), 2)[1] for seed in (3, 4))
    for (request, _, metrics), (other, _, metrics_other) in zip(one, two, strict=True):
        assert np.mean(request.weights == other.weights) < 0.01
        assert metrics != metrics_other


@over_algorithms
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_improves_on_a_toy_to_above_75_of_100_within_120_episodes(algorithm_class, seed):
    algorithm, engine = algorithm_class(TINY, SHAPE, SPAN, seed), TargetEngine()
    first = engine.play(algorithm.policy(algorithm.init()), 0).training_return
    state, history = train(algorithm, engine, 120)
    last = engine.play(algorithm.policy(state), 0).training_return
    # Untrained, 20 seeds reach 46 to 71; trained, 78 to 99.6. Not closer, so that a change of the
    # method's random numbers is no failure.
    assert max(75, first + 10) < last <= BEST
    assert state.best_return == max(episode.training_return for _, episode, _ in history)
    assert all(np.all(np.isfinite(metrics)) for _, _, metrics in history)


@over_algorithms
def test_every_metric_of_a_run_is_finite(algorithm_class):
    config = RunConfig(
        "toys:ToyTarget-v0",
        env_steps=4 * TargetEnv.STEPS,
        return_range=(0.0, SPAN),
        evaluate_every=2 * TargetEnv.STEPS,
        evaluation_episodes=2,
        device="cpu",
        algorithm=TINY,
    )
    experiment = build(config)
    assert type(experiment.algorithm) is algorithm_class
    engine = InlineEngine(experiment.factory, TINY.network, survival_bonus=0.0)
    happened = Trainer([experiment], engine).events(config.env_steps)
    events = [event for group in happened for _, event in group]
    kinds = [EpisodeEvent, EpisodeEvent, EvaluationEvent] * 2
    assert [type(event) for event in events] == kinds
    for event in events:
        for name, value in dataclasses.asdict(event).items():
            assert np.all(np.isfinite(value)), name


@pytest.mark.parametrize("event", [EpisodeEvent, EvaluationEvent, FaultEvent])
def test_every_metric_is_documented(event):
    documented = set(re.findall(r"`(\w+)`", METRICS_PAGE.read_text()))
    assert not {field.name for field in dataclasses.fields(event)} - documented
