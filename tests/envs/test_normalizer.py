"""Running moments of observations equal NumPy's over everything seen."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.types import PolicyShape

numbers = st.floats(-1000, 1000, width=32)
episodes = st.lists(
    st.integers(1, 6).flatmap(lambda steps: hnp.arrays(np.float64, (steps, 2), elements=numbers)),
    min_size=1,
    max_size=5,
)


def merged(parts: list[np.ndarray]) -> Moments:
    moments = Moments.empty(2)
    for part in parts:
        moments = moments.merge(Moments.of(part))
    return moments


@given(episodes)
def test_merging_episodes_gives_numpys_mean_and_variance_of_all_observations(parts):
    everything = np.concatenate(parts)
    moments = merged(parts)
    assert moments.count == len(everything)
    np.testing.assert_allclose(moments.mean, everything.mean(axis=0), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(moments.squares / moments.count, everything.var(axis=0), rtol=1e-9, atol=1e-7)


@given(episodes)
def test_the_normaliser_centres_and_scales_all_observations(parts):
    everything = np.concatenate(parts)
    normalizer = merged(parts).normalizer()
    normalised = (everything - normalizer.mean) / normalizer.deviation
    np.testing.assert_allclose(normalised.mean(axis=0), 0, atol=1e-6)
    spread = normalised.std(axis=0)
    varies = np.ptp(everything, axis=0) > 1e-4
    np.testing.assert_allclose(spread[varies], 1, rtol=1e-5)
    np.testing.assert_allclose(spread[np.ptp(everything, axis=0) == 0], 0, atol=1e-6)


@given(st.lists(hnp.arrays(np.float64, (3, 2), elements=numbers), min_size=3, max_size=3))
def test_the_order_in_which_episodes_are_merged_does_not_matter(parts):
    a, b, c = (Moments.of(part) for part in parts)
    wanted = a.merge(b).merge(c)
    others = [x.merge(y).merge(z) for x, y, z in itertools.permutations([a, b, c])]
    for other in [*others, a.merge(b.merge(c))]:
        assert other.count == wanted.count
        np.testing.assert_allclose(other.mean, wanted.mean, rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(other.squares, wanted.squares, rtol=1e-9, atol=1e-6)


def test_merging_nothing_changes_nothing():
    moments = Moments.of(np.array([[1.0, 2.0], [3.0, 5.0]]))
    for same in (moments.merge(Moments.empty(2)), Moments.empty(2).merge(moments)):
        assert same.count == 2
        assert same.mean.tolist() == [2.0, 3.5]
        assert same.squares.tolist() == [2.0, 4.5]  # 1 + 1 and 1.5^2 + 1.5^2
    assert Moments.empty(2).merge(Moments.empty(2)).count == 0


@pytest.mark.parametrize("constant", [0.0, 0.1, -273.15])
def test_a_dimension_that_never_changes_is_centred_and_not_blown_up(constant):
    observations = np.column_stack([np.full(1000, constant), np.arange(1000.0)])
    moments = merged(np.array_split(observations, 7))
    normalizer = moments.normalizer()
    assert normalizer.deviation[0] == 1
    assert normalizer.mean[0] == pytest.approx(constant)
    assert normalizer.deviation[1] == pytest.approx(observations[:, 1].std())


def test_before_the_first_episode_the_normaliser_is_the_identity():
    normalizer = Moments.empty(3).normalizer()
    assert normalizer.mean.tolist() == [0, 0, 0]
    assert normalizer.deviation.tolist() == [1, 1, 1]


def test_a_policy_sees_the_observation_minus_mean_over_deviation():
    # The policy is the identity: tanh(tanh(x)) of the normalised observation, in [-1, 1].
    shape = PolicyShape(1, (1,), "continuous", (-1.0,), (1.0,))
    policy = NumpyPolicy(
        shape, np.array([1, 0, 1, 0], np.float32), Normalizer(np.array([10.0]), np.array([4.0]))
    )
    # (12 - 10) / 4 = 0.5
    assert policy.act(np.array([12.0])) == pytest.approx(np.tanh(np.tanh(0.5)))
