"""How a policy acts: JAX, NumPy and a naive reference say the same."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jaxtyping import TypeCheckError

from gogepo.engines.inline import InlineEngine
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.networks.act import act
from gogepo.types import PolicyShape, split_layers
from toys import (
    SHAPE,
    PickEnv,
    SignalEnv,
    TargetEngine,
    TargetEnv,
    best_target_weights,
    naive_policy,
    policy_shapes,
    random_weights,
    request,
)

seeds = st.integers(0, 10_000)


@given(policy_shapes(), seeds)
def test_a_continuous_policy_equals_the_same_mlp_written_naively(shape, seed):
    rng = np.random.default_rng(seed)
    weights = np.stack([random_weights(shape, rng) for _ in range(2)])
    observations = rng.standard_normal((3, shape.observation_size)).astype(np.float32)
    actions = act(shape, split_layers(shape, jnp.asarray(weights)), jnp.asarray(observations))
    low, high = np.array(shape.low), np.array(shape.high)
    assert actions.shape == (2, 3, shape.output_size)
    for policy in range(2):
        for state in range(3):
            outputs = naive_policy(shape, weights[policy], observations[state])
            # tanh in [-1, 1] mapped onto [low, high], each dimension by its own
            wanted = low + (np.tanh(outputs) + 1) / 2 * (high - low)
            np.testing.assert_allclose(actions[policy, state], wanted, atol=1e-5)


@given(policy_shapes("discrete"), seeds)
def test_a_discrete_policy_gives_the_softmax_of_the_same_mlp_written_naively(shape, seed):
    rng = np.random.default_rng(seed)
    weights = random_weights(shape, rng)
    observation = rng.standard_normal(shape.observation_size).astype(np.float32)
    probabilities = act(
        shape, split_layers(shape, jnp.asarray(weights[None])), jnp.asarray(observation[None])
    )[0, 0]
    exponentials = np.exp(naive_policy(shape, weights, observation))
    np.testing.assert_allclose(probabilities, exponentials / exponentials.sum(), atol=1e-5)


@given(policy_shapes(), seeds)
def test_continuous_jax_and_numpy_policies_act_alike_through_a_normaliser(shape, seed):
    rng = np.random.default_rng(seed)
    weights = random_weights(shape, rng)
    normalizer = Normalizer(
        rng.uniform(-3, 3, shape.observation_size), rng.uniform(0.5, 4, shape.observation_size)
    )
    observations = rng.uniform(-5, 5, (4, shape.observation_size))
    normalised = (observations - normalizer.mean) / normalizer.deviation
    actions = act(
        shape, split_layers(shape, jnp.asarray(weights[None])), jnp.asarray(normalised, jnp.float32)
    )[0]
    policy = NumpyPolicy(shape, weights, normalizer)
    np.testing.assert_allclose([policy.act(seen) for seen in observations], actions, atol=1e-5)


@given(policy_shapes("discrete"), seeds)
def test_the_numpy_policy_takes_the_action_that_jax_finds_most_probable(shape, seed):
    rng = np.random.default_rng(seed)
    weights = random_weights(shape, rng)
    observations = rng.standard_normal((4, shape.observation_size)).astype(np.float32)
    probabilities = np.asarray(
        act(shape, split_layers(shape, jnp.asarray(weights[None])), jnp.asarray(observations))[0]
    )
    policy = NumpyPolicy(shape, weights, Normalizer.identity(shape.observation_size))
    for seen, of_actions in zip(observations, probabilities, strict=True):
        second, first = np.sort(of_actions)[-2:]
        if first - second > 1e-5:  # a tie may fall either way
            assert policy.act(seen) == of_actions.argmax()


@given(seeds)
def test_a_policy_whose_bounds_are_minus_one_and_one_acts_like_any_other(seed):
    rng = np.random.default_rng(seed)
    shape = PolicyShape(3, (16,), "continuous", (-1.0, -1.0), (1.0, 1.0))
    weights, observations = random_weights(shape, rng), rng.standard_normal((4, 3)).astype(np.float32)
    policy = NumpyPolicy(shape, weights, Normalizer.identity(3))
    actions = act(shape, split_layers(shape, jnp.asarray(weights[None])), jnp.asarray(observations))[0]
    np.testing.assert_allclose([policy.act(seen) for seen in observations], actions, atol=1e-5)
    np.testing.assert_allclose(policy.act_many(observations.astype(float)), actions, atol=1e-5)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ((-0.3, 0.1, -7.7), (0.7, 0.4, 3.3)),  # not one of them exact in float32
        ((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0)),
        ((-1.0, -1.0, -1.0), (1.0, 1.0, 2.0)),
    ],
)
def test_actions_of_saturated_policies_stay_inside_the_bounds(low, high):
    shape = PolicyShape(1, (2,), "continuous", low, high)
    for sign in (-1, 1):
        weights = np.zeros(shape.weights_size, np.float32)
        weights[-3:] = sign * 50.0
        action = NumpyPolicy(shape, weights, Normalizer.identity(1)).act(np.zeros(1))
        assert np.all(action >= np.float32(low))
        assert np.all(action <= np.float32(high))
        np.testing.assert_allclose(action, high if sign > 0 else low, rtol=1e-6)


def test_arrays_of_a_wrong_shape_are_refused_while_testing():
    """The shape checks of conftest.py are on."""
    with pytest.raises(TypeCheckError):
        act(SHAPE, split_layers(SHAPE, jnp.zeros((1, SHAPE.weights_size))), jnp.zeros(3))  # no axis of states


def test_an_action_is_not_overwritten_by_the_next_one():
    policy = NumpyPolicy(SHAPE, random_weights(SHAPE, np.random.default_rng(0)), Normalizer.identity(3))
    first = policy.act(np.zeros(3))
    kept = first.copy()
    policy.act(np.ones(3))
    np.testing.assert_array_equal(first, kept)


@pytest.mark.parametrize("env", [PickEnv, SignalEnv])
def test_known_best_weights_earn_the_known_best_return_in_the_environment(env):
    shape = env.shape()
    engine = InlineEngine(env, shape.network, survival_bonus=0.0)
    assert engine.interface.shape == shape
    best = {PickEnv: PickEnv.STEPS, SignalEnv: 0.0}[env]
    for seed in range(5):
        asked = request(env.best_weights(), observation_size=shape.observation_size)
        assert engine.play(asked, seed).env_return == pytest.approx(best, abs=1e-9)
        blank = request(np.zeros(shape.weights_size, np.float32), observation_size=shape.observation_size)
        assert engine.play(blank, seed).env_return < best - 0.5


@pytest.mark.parametrize("engine", [TargetEngine(), InlineEngine(TargetEnv, SHAPE.network, 0.0)])
def test_the_target_toys_pay_100_to_their_best_policy_and_62_to_one_of_zeros(engine):
    assert engine.interface.shape == SHAPE
    assert engine.play(request(best_target_weights()), seed=3).training_return == pytest.approx(100)
    # The action is then the centre, (0, 1.5); TARGET is (0.8, 1) and half ranges are (1, 1.5).
    # 100 - 100 * (0.8^2 + (0.5/1.5)^2) / 2 = 100 - 32 - 5.555... = 62.444...
    zeros = request(np.zeros(SHAPE.weights_size, np.float32))
    assert engine.play(zeros, seed=3).training_return == pytest.approx(62.4444, abs=1e-3)
