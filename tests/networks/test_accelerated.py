"""The arrangement for accelerators: the same functions and gradients as the plain networks."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gogepo.networks import accelerated
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.types import PolicyShape, split_layers

SHAPES = [
    PolicyShape(3, (32, 48), "continuous", (-1.0, 0.0), (1.0, 3.0)),
    PolicyShape(2, (16,), "continuous", (-2.0,), (2.0,)),
    PolicyShape(4, (16, 32, 16), "discrete", (0.0,) * 3, (1.0,) * 3),
]
over_shapes = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: str(shape.layer_sizes))
COMMANDS = jnp.array([-30.0, 0.0, 12.5, 250.0, 1e9])


def make_generator(shape: PolicyShape) -> Generator:
    return Generator(
        shape,
        100.0,
        slice_size=16,
        embedding_size=3,
        hidden_sizes=(8, 8),
        output_scaling=True,
        rng=np.random.default_rng(1),
    )


def make_evaluator(shape: PolicyShape, leak: float = 0.0) -> Evaluator:
    return Evaluator(shape, probing_states=5, hidden_sizes=(8, 8), rng=np.random.default_rng(2), leak=leak)


def flat(layers: accelerated.Layers) -> jax.Array:
    parts = [part for matrix, bias in layers for part in (matrix.reshape(matrix.shape[0], -1), bias)]
    return jnp.concatenate(parts, axis=1)


@over_shapes
def test_it_writes_the_same_weights(shape):
    generator = make_generator(shape)
    wanted = generator(COMMANDS)
    written = flat(accelerated.write(generator, COMMANDS, "float32"))
    np.testing.assert_allclose(written, wanted, rtol=1e-4, atol=1e-4 * float(jnp.abs(wanted).max()))


def predict(evaluator: Evaluator, layers: accelerated.Layers, dtype: str) -> jax.Array:
    return accelerated.read(evaluator, accelerated.fingerprint(evaluator, layers, dtype))


@over_shapes
@pytest.mark.parametrize("leak", [0.0, 0.25])
def test_it_sees_the_same_fingerprints_and_predicts_the_same_returns(shape, leak):
    evaluator = make_evaluator(shape, leak)
    weights = 0.5 * jax.random.normal(jax.random.key(0), (6, shape.weights_size))
    layers = split_layers(shape, weights)
    seen = accelerated.fingerprint(evaluator, layers, "float32")
    np.testing.assert_allclose(seen, evaluator.fingerprint(weights), rtol=1e-4, atol=1e-6)
    wanted = evaluator(weights)
    np.testing.assert_allclose(predict(evaluator, layers, "float32"), wanted, rtol=1e-4, atol=1e-6)
    assert np.ptp(wanted) > 1e-3


def gradients(loss, *networks):
    return jax.tree.leaves(jax.jit(jax.grad(loss, argnums=range(len(networks))))(*networks))


@over_shapes
@pytest.mark.parametrize("leak", [0.0, 0.25])
def test_its_gradients_are_those_of_the_plain_networks(shape, leak):
    commands = COMMANDS[:4]

    def plain(generator, evaluator):
        return jnp.sum((commands - evaluator(generator(commands))) ** 2)

    def arranged(generator, evaluator):
        layers = accelerated.write(generator, commands, "float32")
        return jnp.sum((commands - predict(evaluator, layers, "float32")) ** 2)

    networks = make_generator(shape), make_evaluator(shape, leak)
    moved = 0
    for wanted, found in zip(gradients(plain, *networks), gradients(arranged, *networks), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-4 * float(jnp.abs(wanted).max()) + 1e-6)
        moved += int(jnp.sum(jnp.abs(wanted) > 1e-6))
    assert moved > 100


@pytest.mark.parametrize("rows", [7, accelerated.MANY_ROWS, accelerated.MANY_ROWS + 16])
def test_rows_are_summed_in_one_stage_or_two(rows):
    values = jax.random.normal(jax.random.key(3), (rows, 5))
    np.testing.assert_allclose(accelerated.sum_rows(values), values.sum(axis=0), rtol=1e-4, atol=1e-3)


def test_a_lower_precision_is_near_and_keeps_gradients_in_float32():
    shape = SHAPES[0]
    networks = make_generator(shape), make_evaluator(shape)

    def loss(generator, evaluator, dtype):
        layers = accelerated.write(generator, COMMANDS[:4], dtype)
        return jnp.sum((COMMANDS[:4] - predict(evaluator, layers, dtype)) ** 2)

    value, of_lower = jax.value_and_grad(loss, argnums=(0, 1))(*networks, "bfloat16")
    assert value == pytest.approx(float(loss(*networks, "float32")), rel=0.01)
    assert {leaf.dtype for leaf in jax.tree.leaves(of_lower)} == {jnp.dtype("float32")}


@pytest.mark.gpu
def test_on_a_gpu_a_population_learns_as_on_a_cpu():
    """One round of a small population in each precision, against the plain networks on the CPU."""
    from gogepo.algorithms.gogepo import GoGePo, learn
    from gogepo.bench import draw_like_training
    from gogepo.config import GoGePoConfig
    from gogepo.networks.arithmetic import Arithmetic
    from gogepo.presets import with_preset

    config: Any = with_preset(GoGePoConfig(evaluator_updates=2, generator_updates=2), "Swimmer-v5")
    shape = PolicyShape(8, (256, 256), "continuous", (-1.0, -1.0), (1.0, 1.0))
    learner = GoGePo(config, shape, 465.0, seed=0).init_learner()
    lesson = draw_like_training(config, shape.weights_size, 0)
    cpu = jax.devices("cpu")[0]
    _, wanted = learn(*jax.device_put((learner, lesson), cpu), config, Arithmetic(merge_commands=False))
    for precision, tolerance in (("float32", 0.01), ("bfloat16", 0.05)):
        arithmetic = Arithmetic(accelerated=True, precision=precision, merge_commands=False)
        _, found = jax.jit(learn, static_argnums=(2, 3))(learner, lesson, config, arithmetic)
        np.testing.assert_allclose(np.array(found), np.array(wanted), rtol=tolerance, atol=1e-2)
