"""The hypernetwork equals the paper's equations, and every weight is written and learned."""

from __future__ import annotations

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gogepo.networks.generator import Generator, LayerNetworks
from gogepo.types import PolicyShape, split_layers
from toys import naive_mlp

# Hidden layers of the policy (in slices of 4) and of the networks that write it.
ARCHITECTURES = [((8,), (6, 5)), ((4, 12), (6, 5)), ((12, 4, 8), (7,))]
policies = pytest.mark.parametrize(("hidden", "networks"), ARCHITECTURES)


def make(
    hidden, *, observations=3, outputs=2, slice_size=4, networks=(6, 5), scaling=True, span=50.0, seed=0
):
    shape = PolicyShape(observations, hidden, "continuous", (-1.0,) * outputs, (1.0,) * outputs)
    generator = Generator(
        shape,
        span,
        slice_size=slice_size,
        embedding_size=8,
        hidden_sizes=networks,
        output_scaling=scaling,
        rng=np.random.default_rng(seed),
    )
    return shape, generator


@eqx.filter_jit
def jitted(generator: Generator, commands: jax.Array) -> jax.Array:
    return generator(commands)


def kinds(generator: Generator) -> list[LayerNetworks]:
    """The networks that write each layer of the policy, first to last."""
    inner = len(generator.embeddings) - 2
    return [generator.input, *[generator.hidden] * inner, generator.output]


def naive_generator(shape: PolicyShape, generator: Generator, command: float, scaling: bool) -> np.ndarray:
    """Equations (5) and (6) and appendix A.2, slice by slice.

    s_mn = H([z_mn, r]) is a slice; K is the slices side by side and below each other; a bias is the
    mean over n of the slices that the bias network makes of z_mn.
    """

    def slice_of(network, embedding):
        inputs = [*np.asarray(embedding), command / generator.return_span]
        mlp = network.mlp
        matrices, biases = [np.asarray(m) for m in mlp.matrices], [np.asarray(b) for b in mlp.biases]
        return naive_mlp(matrices, biases, inputs, lambda value: max(value, 0.0))

    flat = []
    layers = zip(shape.layer_sizes[:-1], shape.layer_sizes[1:], strict=True)
    for (fan_in, out), networks, grid in zip(layers, kinds(generator), generator.embeddings, strict=True):
        height, width = networks.slice_shape
        matrix, bias = np.full((out, fan_in), np.nan), np.full(out, np.nan)
        for m in range(out // height):
            rows = slice(m * height, (m + 1) * height)
            for n in range(fan_in // width):
                written = slice_of(networks.matrix, grid[m, n]).reshape(height, width)
                matrix[rows, n * width : (n + 1) * width] = written
            of_bias = [slice_of(networks.bias, grid[m, n]) for n in range(fan_in // width)]
            bias[rows] = np.mean(of_bias, axis=0)
        scale = 2 / np.sqrt(fan_in) if scaling else 1.0
        flat += [scale * matrix.ravel(), scale * bias]
    return np.concatenate(flat)


@policies
@settings(max_examples=5)
@given(seed=st.integers(0, 999), command=st.floats(-300, 300, width=32))
def test_the_generator_equals_a_loop_over_slices(hidden, networks, seed, command):
    shape, generator = make(hidden, networks=networks, seed=seed)
    commands = jnp.array([0.0, command])
    weights = jitted(generator, commands)
    assert weights.shape == (2, shape.weights_size)
    for row, command in zip(weights, commands, strict=True):
        naive = naive_generator(shape, generator, float(command), scaling=True)
        np.testing.assert_allclose(row, naive, atol=1e-5)


@pytest.mark.parametrize(
    ("observations", "outputs", "slice_size", "networks"), [(1, 1, 1, (3,)), (5, 3, 2, (4, 3, 2))]
)
def test_the_generator_equals_a_loop_over_slices_of_other_sizes(observations, outputs, slice_size, networks):
    shape, generator = make(
        (4, 2),
        observations=observations,
        outputs=outputs,
        slice_size=slice_size,
        networks=networks,
        scaling=False,
    )
    naive = naive_generator(shape, generator, 20.0, scaling=False)
    np.testing.assert_allclose(jitted(generator, jnp.array([20.0]))[0], naive, atol=1e-5)


def test_slices_are_square_inside_as_wide_as_the_observation_first_and_as_high_as_the_action_last():
    _, generator = make((8, 12), observations=3, outputs=2, slice_size=4)
    assert [networks.slice_shape for networks in kinds(generator)] == [(4, 3), (4, 4), (2, 4)]
    assert [grid.shape for grid in generator.embeddings] == [(2, 1, 8), (3, 2, 8), (1, 3, 8)]


def last_biases(generator: Generator) -> list[jax.Array]:
    """Of all networks that write slices; layers of a kind share theirs."""
    networks = [generator.input, generator.output]
    networks += [generator.hidden] if generator.hidden is not None else []
    return [network.mlp.biases[-1] for kind in networks for network in (kind.matrix, kind.bias)]


@policies
def test_each_weight_is_written_by_one_entry_of_one_last_layer(hidden, networks):
    shape, generator = make(hidden, networks=networks)

    def weights(values):
        return eqx.tree_at(last_biases, generator, values)(jnp.array([10.0]))[0]

    jacobian = jax.jit(jax.jacrev(weights))(last_biases(generator))
    jacobian = np.concatenate([np.asarray(part) for part in jacobian], axis=1)
    # A weight is scale * (its entry's last bias + ...), so its row holds its layer's scale, once.
    # For a bias that is the mean over tiles of the same.
    scales = np.concatenate(
        [
            np.full(out * (fan_in + 1), 2 / np.sqrt(fan_in))
            for fan_in, out in zip(shape.layer_sizes[:-1], shape.layer_sizes[1:], strict=True)
        ]
    )
    np.testing.assert_array_equal(np.count_nonzero(jacobian, axis=1), 1)
    np.testing.assert_allclose(jacobian.max(axis=1), scales, rtol=1e-5)
    assert np.all(np.count_nonzero(jacobian, axis=0) > 0)  # and no entry is left over


@pytest.mark.parametrize("hidden", [(8,), (12, 4, 8)])
def test_an_embedding_writes_its_own_tile_and_bias_rows_and_nothing_else(hidden):
    shape, generator = make(hidden, networks=(16, 16))
    generate = jax.jit(lambda embeddings: eqx.tree_at(lambda g: g.embeddings, generator, embeddings)(command))
    command = jnp.array([10.0])
    before = generate(generator.embeddings)[0]
    writes = np.zeros(shape.weights_size, int)
    for layer, grid in enumerate(generator.embeddings):
        height, width = kinds(generator)[layer].slice_shape
        for m, n in np.ndindex(grid.shape[:2]):
            embeddings = list(generator.embeddings)
            embeddings[layer] = grid.at[m, n].add(1.0)
            changed = generate(embeddings)[0] != before
            expected = [
                (np.zeros(matrix.shape, bool), np.zeros(bias.shape, bool))
                for matrix, bias in split_layers(shape, np.asarray(before))
            ]
            rows = slice(m * height, (m + 1) * height)
            expected[layer][0][rows, n * width : (n + 1) * width] = True
            expected[layer][1][rows] = True
            flat = np.concatenate([part.ravel() for pair in expected for part in pair])
            np.testing.assert_array_equal(changed, flat)
            writes += np.concatenate(
                [part.ravel() for matrix, bias in expected for part in (matrix, np.zeros_like(bias))]
            )
    for matrix, _ in split_layers(shape, writes):
        np.testing.assert_array_equal(matrix, 1)


@pytest.mark.parametrize("hidden", [(8,), (12, 4, 8)])
def test_every_embedding_and_every_parameter_receives_gradient(hidden):
    shape, generator = make(hidden, networks=(16, 16))
    commands = jnp.array([-50.0, 0.0, 50.0])
    direction = jax.random.normal(jax.random.key(1), (3, shape.weights_size))
    along = eqx.filter_grad(lambda generator: jnp.sum(direction * generator(commands)))
    gradient = eqx.filter_jit(along)(generator)
    for path, leaf in jax.tree_util.tree_leaves_with_path(gradient):
        assert np.any(np.asarray(leaf)), jax.tree_util.keystr(path)
    for grid in gradient.embeddings:
        assert np.all(np.asarray(grid) != 0)
    for networks in kinds(gradient):
        for network in (networks.matrix, networks.bias):
            assert np.all(np.asarray(network.mlp.biases[-1]) != 0)


@policies
def test_output_scaling_multiplies_each_layer_by_two_over_root_fan_in(hidden, networks):
    shape, scaled = make(hidden, networks=networks, scaling=True)
    _, plain = make(hidden, networks=networks, scaling=False)
    commands = jnp.array([10.0, -70.0])
    pairs = zip(
        split_layers(shape, np.asarray(jitted(scaled, commands))),
        split_layers(shape, np.asarray(jitted(plain, commands))),
        strict=True,
    )
    for fan_in, (of_scaled, of_plain) in zip(shape.layer_sizes[:-1], pairs, strict=True):
        for got, unscaled in zip(of_scaled, of_plain, strict=True):  # the matrix and the bias
            np.testing.assert_allclose(got, 2 / np.sqrt(fan_in) * unscaled, rtol=1e-6)


def test_the_command_enters_divided_by_the_return_span():
    _, generator = make((8, 8), span=400.0)
    _, same_networks = make((8, 8), span=1.0)
    commands = jnp.array([-100.0, 20.0, 300.0])
    weights = jitted(generator, commands)
    np.testing.assert_allclose(weights, jitted(same_networks, commands / 400.0), atol=1e-6)
    assert np.all(np.any(np.diff(np.asarray(weights), axis=0), axis=1))  # and does count


def test_commands_of_a_batch_do_not_touch_each_other():
    _, generator = make((8, 8))
    together = jitted(generator, jnp.array([1.0, 30.0, -7.0]))
    for row, command in enumerate([1.0, 30.0, -7.0]):
        np.testing.assert_allclose(together[row], jitted(generator, jnp.array([command]))[0], atol=1e-6)


def test_embeddings_start_as_independent_standard_normals():
    _, generator = make((64, 64), slice_size=4)
    embeddings = np.concatenate([np.asarray(grid).reshape(-1, 8) for grid in generator.embeddings])
    assert len(np.unique(embeddings, axis=0)) == len(embeddings)
    values = embeddings.ravel()
    assert values.mean() == pytest.approx(0, abs=4 / np.sqrt(len(values)))
    assert values.std() == pytest.approx(1, abs=4 / np.sqrt(2 * len(values)))
