"""The MLP that every network is made of."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gogepo.networks.mlp import MLP, product
from toys import naive_mlp


@pytest.mark.parametrize(("sizes", "batch"), [((3, 2), 1), ((1, 7, 1), 4), ((4, 3, 5, 2), 3)])
@given(st.integers(0, 999))
def test_the_mlp_equals_the_same_layers_written_neuron_by_neuron(sizes, batch, seed):
    mlp = MLP(sizes, np.random.default_rng(seed))
    inputs = np.random.default_rng(seed).standard_normal((sizes[0], batch)).astype(np.float32)
    outputs = mlp(jnp.asarray(inputs))
    assert outputs.shape == (sizes[-1], batch)
    for column in range(batch):
        matrices, biases = [np.asarray(m) for m in mlp.matrices], [np.asarray(b) for b in mlp.biases]
        naive = naive_mlp(matrices, biases, inputs[:, column], lambda value: max(value, 0.0))
        np.testing.assert_allclose(outputs[:, column], naive, atol=1e-5)


@pytest.mark.parametrize("fan_in", [1, 9, 64])
def test_matrices_and_biases_start_uniform_within_one_over_root_fan_in_like_pytorch(fan_in):
    mlp = MLP((fan_in, 4096, 3), np.random.default_rng(fan_in))
    bound = 1 / np.sqrt(fan_in)  # torch.nn.Linear: kaiming_uniform(a=sqrt(5)), and the bias alike
    for values in (np.ravel(mlp.matrices[0]), np.ravel(mlp.biases[0])):
        assert np.abs(values).max() <= bound
        assert stats.kstest(values, stats.uniform(-bound, 2 * bound).cdf).pvalue > 1e-3
    assert np.abs(mlp.matrices[1]).max() <= 4096**-0.5  # each layer by its own fan-in


def test_no_two_arrays_of_a_fresh_mlp_share_their_draws():
    mlp = MLP((5, 5, 5), np.random.default_rng(0))
    rows = np.concatenate([np.stack([m[0], b]) for m, b in zip(mlp.matrices, mlp.biases, strict=True)])
    assert len(np.unique(rows)) == rows.size


@pytest.mark.parametrize("policies", [(), (3,)], ids=["one", "a batch"])
@pytest.mark.parametrize(("out", "fan_in", "batch"), [(2, 5, 3), (6, 1, 4)])
@given(st.integers(0, 999))
def test_the_product_has_the_value_and_the_gradients_of_the_plain_one(policies, out, fan_in, batch, seed):
    rng = np.random.default_rng(seed)
    matrix = rng.standard_normal((*policies, out, fan_in))
    columns = rng.standard_normal((*policies, fan_in, batch))
    cotangent = rng.standard_normal((*policies, out, batch))
    value, backward = jax.vjp(product, jnp.float32(matrix), jnp.float32(columns))
    of_matrix, of_columns = backward(jnp.float32(cotangent))
    np.testing.assert_allclose(value, matrix @ columns, atol=1e-5)
    np.testing.assert_allclose(of_matrix, cotangent @ np.swapaxes(columns, -1, -2), atol=1e-5)
    np.testing.assert_allclose(of_columns, np.swapaxes(matrix, -1, -2) @ cotangent, atol=1e-5)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_product_of_lower_precision_rounds_its_factors_and_nothing_else(compiled):
    rng = np.random.default_rng(0)
    matrix, columns, cotangent = (
        jnp.asarray(rng.standard_normal(shape), jnp.float32) for shape in ((6, 40), (40, 5), (6, 5))
    )

    def rounded(array: jax.Array) -> np.ndarray:
        return np.asarray(array.astype("bfloat16"), np.float64)

    def both_passes(matrix, columns, cotangent):
        value, backward = jax.vjp(lambda *factors: product(*factors, "bfloat16"), matrix, columns)
        return value, *backward(cotangent)

    passes = jax.jit(both_passes) if compiled else both_passes
    value, of_matrix, of_columns = passes(matrix, columns, cotangent)
    for found, wanted in (
        (value, rounded(matrix) @ rounded(columns)),
        (of_matrix, rounded(cotangent) @ rounded(columns).T),
        (of_columns, rounded(matrix).T @ rounded(cotangent)),
    ):
        assert found.dtype == jnp.float32
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5)  # summed in more than bfloat16
    assert np.abs(value - matrix @ columns).max() > 1e-3  # and yet not the product of float32


def test_the_gradient_of_an_mlp_equals_that_of_plain_products_under_jit():
    mlp = MLP((4, 8, 8, 2), np.random.default_rng(0))
    inputs = jax.random.normal(jax.random.key(1), (4, 6))

    def plain(mlp, inputs):
        first, second, third = zip(mlp.matrices, mlp.biases, strict=True)
        hidden = jax.nn.relu(first[0] @ inputs + first[1][:, None])
        hidden = jax.nn.relu(second[0] @ hidden + second[1][:, None])
        return jnp.sum((third[0] @ hidden + third[1][:, None]) ** 2)

    def ours(mlp, inputs):
        return jnp.sum(mlp(inputs) ** 2)

    for got, wanted in zip(
        jax.tree.leaves(jax.jit(jax.grad(ours, argnums=(0, 1)))(mlp, inputs)),
        jax.tree.leaves(jax.jit(jax.grad(plain, argnums=(0, 1)))(mlp, inputs)),
        strict=True,
    ):
        assert np.any(np.asarray(wanted))
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)
