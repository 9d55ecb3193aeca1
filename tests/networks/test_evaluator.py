"""The evaluator reads a policy by what it does, not by how its weights are arranged."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gogepo.networks.evaluator import Evaluator
from gogepo.types import PolicyShape, split_layers
from toys import naive_mlp, naive_policy, policy_shapes, random_weights

SHAPE = PolicyShape(2, (6, 5), "continuous", (-1.0, 0.0), (1.0, 4.0))


def make(shape: PolicyShape = SHAPE, probing_states: int = 3, seed: int = 0, leak: float = 0.0) -> Evaluator:
    rng = np.random.default_rng(seed)
    return Evaluator(shape, probing_states=probing_states, hidden_sizes=(8, 8), rng=rng, leak=leak)


@settings(max_examples=10)
@given(policy_shapes(), st.integers(0, 999), st.sampled_from([0.0, 0.25]))
def test_the_prediction_is_an_mlp_of_the_actions_in_the_probing_states(shape, seed, leak):
    evaluator = make(shape, seed=seed, leak=leak)
    weights = random_weights(shape, np.random.default_rng(seed))
    low, high = np.array(shape.low), np.array(shape.high)
    actions = [
        low + (np.tanh(naive_policy(shape, weights, np.asarray(state))) + 1) / 2 * (high - low)
        for state in evaluator.probing_states
    ]
    fingerprint = np.concatenate(actions)  # all actions of a state, state after state
    np.testing.assert_allclose(evaluator.fingerprint(jnp.asarray(weights[None]))[0], fingerprint, atol=1e-5)
    mlp = evaluator.mlp
    matrices, biases = [np.asarray(m) for m in mlp.matrices], [np.asarray(b) for b in mlp.biases]
    naive = naive_mlp(matrices, biases, fingerprint, lambda value: max(value, leak * value))
    np.testing.assert_allclose(evaluator(jnp.asarray(weights[None])), naive, atol=1e-4)


def test_the_fingerprint_of_a_discrete_policy_is_its_probabilities():
    shape = PolicyShape(2, (6,), "discrete", (0.0,) * 3, (1.0,) * 3)
    weights = random_weights(shape, np.random.default_rng(0))
    evaluator = make(shape)
    fingerprint = np.asarray(evaluator.fingerprint(jnp.asarray(weights[None])))[0].reshape(3, 3)
    for state, probabilities in zip(evaluator.probing_states, fingerprint, strict=True):
        exponentials = np.exp(naive_policy(shape, weights, np.asarray(state)))
        np.testing.assert_allclose(probabilities, exponentials / exponentials.sum(), atol=1e-5)


@given(st.permutations(range(6)), st.permutations(range(5)), st.integers(0, 99))
def test_permuting_hidden_units_changes_neither_fingerprint_nor_prediction(first, second, seed):
    evaluator = make()
    weights = random_weights(SHAPE, np.random.default_rng(seed))
    (m0, b0), (m1, b1), (m2, b2) = split_layers(SHAPE, weights)
    first, second = np.array(first), np.array(second)
    permuted = np.concatenate(
        [
            np.ravel(part)
            for part in (m0[first], b0[first], m1[second][:, first], b1[second], m2[:, second], b2)
        ]
    )
    assert sorted(permuted) == sorted(weights)
    both = jnp.asarray(np.stack([weights, permuted]))
    fingerprints, predictions = evaluator.fingerprint(both), evaluator(both)
    np.testing.assert_allclose(fingerprints[0], fingerprints[1], atol=1e-5)
    np.testing.assert_allclose(predictions[0], predictions[1], atol=1e-5)


def test_permuting_the_hidden_units_of_one_layer_only_changes_the_fingerprint():
    """What the test above would miss if a fingerprint ignored the policy."""
    weights = random_weights(SHAPE, np.random.default_rng(0))
    layers = split_layers(SHAPE, weights)
    broken = np.concatenate([np.ravel(layers[0][0][::-1]), weights[layers[0][0].size :]])
    fingerprints = make().fingerprint(jnp.asarray(np.stack([weights, broken])))
    assert np.abs(fingerprints[0] - fingerprints[1]).max() > 1e-2


def test_flipping_the_sign_of_a_tanh_unit_changes_no_fingerprint():
    weights = random_weights(SHAPE, np.random.default_rng(0))
    flipped = weights.copy()
    (m0, b0), (m1, _), _ = split_layers(SHAPE, flipped)  # views
    m0[2], b0[2], m1[:, 2] = -m0[2], -b0[2], -m1[:, 2]
    assert np.any(flipped != weights)
    fingerprints = make().fingerprint(jnp.asarray(np.stack([weights, flipped])))
    np.testing.assert_allclose(fingerprints[0], fingerprints[1], atol=1e-6)


def test_probing_states_start_uniform_in_zero_to_one():
    states = np.ravel(make(probing_states=1000).probing_states)
    assert states.min() >= 0
    assert states.max() < 1
    assert states.mean() == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / states.size))
    assert states.var() == pytest.approx(1 / 12, rel=0.1)


def test_probing_states_and_every_weight_of_the_policy_receive_gradient():
    evaluator = make()
    weights = jnp.asarray(random_weights(SHAPE, np.random.default_rng(0)))[None]
    gradient = jax.grad(lambda evaluator, weights: evaluator(weights)[0], argnums=(0, 1))
    of_evaluator, of_weights = jax.jit(gradient)(evaluator, weights)
    assert np.all(np.asarray(of_evaluator.probing_states) != 0)
    assert np.all(np.asarray(of_weights) != 0)


def test_policies_of_a_batch_do_not_touch_each_other():
    evaluator = make()
    weights = jnp.asarray(np.stack([random_weights(SHAPE, np.random.default_rng(s)) for s in range(3)]))
    together = evaluator(weights)
    for row in range(3):
        np.testing.assert_allclose(together[row], evaluator(weights[row : row + 1])[0], atol=1e-6)
