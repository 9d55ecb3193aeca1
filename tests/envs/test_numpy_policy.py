"""A normaliser that moves within the episode, as in the authors' release (D10); how else policies act is in
tests/networks/test_act.py."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.types import PolicyShape
from toys import naive_policy, random_weights

SHAPE = PolicyShape(3, (5,), "continuous", (-1.0, 0.0), (1.0, 3.0))


def naive_actions(weights: np.ndarray, before: np.ndarray, observations: np.ndarray) -> list[np.ndarray]:
    """Mean and deviation of all that was seen are computed anew at every step, that step's observation included."""
    actions = []
    for step in range(len(observations)):
        seen = np.concatenate([before, observations[: step + 1]])
        deviation = seen.std(axis=0)
        normalised = (observations[step] - seen.mean(axis=0)) / np.where(deviation < 1e-7, 1.0, deviation)
        squashed = np.tanh(naive_policy(SHAPE, weights, normalised))
        actions.append(SHAPE.action_center + SHAPE.action_half_range * squashed)
    return actions


@given(st.integers(1, 20), st.integers(0, 99))
def test_it_moves_at_every_step_as_a_naive_loop_does(before: int, seed: int):
    rng = np.random.default_rng(seed)
    weights = random_weights(SHAPE, rng)
    earlier = rng.normal([1.0, -20.0, 0.1], [2.0, 5.0, 0.01], (before, 3))
    observations = rng.normal([3.0, 0.0, 0.1], [1.0, 9.0, 0.02], (12, 3))
    policy = NumpyPolicy(SHAPE, weights, Moments.of(earlier).normalizer(moving=True))
    found = [policy.act(observation) for observation in observations]
    np.testing.assert_allclose(found, naive_actions(weights, earlier, observations), rtol=1e-4, atol=1e-5)
    fixed = NumpyPolicy(SHAPE, weights, Moments.of(earlier).normalizer())
    assert np.abs(found - np.array([fixed.act(observation) for observation in observations])).max() > 1e-3


def test_a_dimension_that_has_not_varied_yet_is_centred_only():
    earlier = np.full((4, 3), 2.0)
    observations = np.array([[2.0, 2.0, 2.0], [2.0, 3.0, 2.0], [2.0, 5.0, 7.0]])
    weights = random_weights(SHAPE, np.random.default_rng(0))
    normalizer = Moments.of(earlier).normalizer(moving=True)
    assert normalizer.deviation.tolist() == [0, 0, 0]
    policy = NumpyPolicy(SHAPE, weights, normalizer)
    found = [policy.act(observation) for observation in observations]
    np.testing.assert_allclose(found, naive_actions(weights, earlier, observations), rtol=1e-4, atol=1e-5)


def test_every_episode_begins_where_the_normaliser_was():
    rng = np.random.default_rng(0)
    normalizer = Moments.of(rng.normal(size=(5, 3))).normalizer(moving=True)
    weights, observations = random_weights(SHAPE, rng), rng.normal(size=(4, 3))
    one, other = (NumpyPolicy(SHAPE, weights, normalizer) for _ in range(2))
    for observation in observations:
        np.testing.assert_array_equal(one.act(observation), other.act(observation))
    np.testing.assert_array_equal(normalizer.moments().mean, normalizer.mean)


@pytest.mark.parametrize("moving", [False, True])
def test_after_an_episode_the_moments_are_the_same_whether_it_moved_or_not(moving: bool):
    rng = np.random.default_rng(1)
    earlier, episode = rng.normal(size=(7, 3)), rng.normal(2, 3, (9, 3))
    after = Moments.of(earlier).merge(Moments.of(episode))
    if moving:
        after = Moments.of(earlier).normalizer(moving=True).moments()
        for observation in episode:
            after = after.merge(Moments.of(observation[None]))
    everything = np.concatenate([earlier, episode])
    np.testing.assert_allclose(after.mean, everything.mean(0), rtol=1e-12)
    np.testing.assert_allclose(after.normalizer().deviation, everything.std(0), rtol=1e-12)


def test_before_the_first_episode_nothing_is_normalised():
    normalizer = Moments.empty(3).normalizer(moving=True)
    assert normalizer.count == 0
    for found, wanted in zip(
        (normalizer.mean, normalizer.deviation),
        (Normalizer.identity(3).mean, Normalizer.identity(3).deviation),
        strict=True,
    ):
        np.testing.assert_array_equal(found, wanted)
