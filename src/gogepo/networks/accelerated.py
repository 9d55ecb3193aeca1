"""The generator and the evaluator arranged for an accelerator: the same functions, tested equal.

`generator.py` and `evaluator.py` are the definition. They put examples in columns, which a CPU likes.
On a GPU a round is bound by passes over memory, not by products, so here examples are rows, slice
networks of one size run as one batched product, and what passes between layers is rounded to the
precision too. Weights, their gradients and the losses are float32.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

from gogepo.config import Precision
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator, SliceNetwork, scaled_commands
from gogepo.networks.mlp import MLP, custom_vjp, leaky_relu
from gogepo.types import Layers, PolicyShape

COMPILER_OPTIONS = {"xla_gpu_command_buffer_scheduling_mode": "CONCURRENT"}
"""Small kernels that do not need each other run side by side."""

MANY_ROWS = 2048

store_once = jax.lax.optimization_barrier
"""Keeps XLA from computing something again inside each of its readers."""


# Layers, with backward passes that read each large array as few times as possible


def sum_rows(rows: Float[Array, "rows out"]) -> Float[Array, " out"]:
    """Sum over rows, if many in two stages: XLA's single stage reaches a third of the bandwidth."""
    if rows.shape[0] >= MANY_ROWS and rows.shape[0] % 16 == 0:
        rows = store_once(jnp.sum(rows.reshape(16, -1, rows.shape[1]), axis=0, dtype=jnp.float32))
    return jnp.sum(rows, axis=0, dtype=jnp.float32)


@partial(custom_vjp, nondiff_argnums=(3,))
def linear(
    rows: Float[Array, "rows in"],
    matrix: Float[Array, "out in"],
    bias: Float[Array, " out"],
    leak: float | None,
) -> Float[Array, "rows out"]:
    """A layer in the precision of `rows`, and its ReLU, unless `leak` is None.

    `matrix`, `bias` and their gradients stay float32.
    """
    return _linear_forward(rows, matrix, bias, leak)[0]


def _linear_forward(rows: Array, matrix: Array, bias: Array, leak: float | None) -> Any:
    matrix = matrix.astype(rows.dtype)
    out = rows @ matrix.T + bias.astype(rows.dtype)
    if leak is None:
        return out, (rows, matrix, None)
    out = leaky_relu(out, leak)
    return out, (rows, matrix, out)  # the output tells where ReLU was open


def _linear_backward(leak: float | None, saved: Any, cotangent: Array) -> Any:
    rows, matrix, out = saved
    if leak is not None:
        cotangent = jnp.where(out > 0, cotangent, leak * cotangent if leak else 0)
    of_matrix = jnp.einsum("no,ni->oi", cotangent, rows, preferred_element_type=jnp.float32)
    return cotangent @ matrix, of_matrix, sum_rows(cotangent)


linear.defvjp(_linear_forward, _linear_backward)


@partial(custom_vjp, nondiff_argnums=(3,))
def first_layer(
    of_tile: Float[Array, "tiles hidden"],
    of_command: Float[Array, " hidden"],
    commands: Float[Array, " batch"],
    dtype: Any,
) -> Float[Array, "batch tiles hidden"]:
    """relu(of_tile[t] + commands[b] * of_command): the first layer of [embedding, command]."""
    return jax.nn.relu(of_tile + commands[:, None, None] * of_command).astype(dtype)


def _first_forward(of_tile: Array, of_command: Array, commands: Array, dtype: Any) -> Any:
    return first_layer(of_tile, of_command, commands, dtype), (of_tile, of_command, commands)


def _first_backward(dtype: Any, saved: Any, cotangent: Array) -> Any:
    of_tile, of_command, commands = saved
    each = commands[:, None, None]
    is_open = of_tile + each * of_command > 0  # computed again, which is cheaper than stored
    cotangent = jnp.where(is_open, cotangent.astype(jnp.float32), 0)
    # Both sums run over the commands alone, so that one pass makes both. Commands have no gradient.
    to_tile, to_command = store_once((cotangent.sum(0), (each * cotangent).sum(0)))
    return to_tile, to_command.sum(0), jnp.zeros_like(commands)


first_layer.defvjp(_first_forward, _first_backward)


@custom_vjp
def tanh_layer(
    inputs: Float[Array, "batch states in"],
    matrix: Float[Array, "batch out in"],
    bias: Float[Array, "batch out"],
) -> Float[Array, "batch states out"]:
    """A hidden layer of each policy. tanh is stored: XLA would compute it again inside products."""
    return _tanh_forward(inputs, matrix, bias)[0]


def _tanh_forward(inputs: Array, matrix: Array, bias: Array) -> Any:
    out = store_once(jnp.tanh(jnp.einsum("bni,boi->bno", inputs, matrix) + bias[:, None, :]))
    return out, (inputs, matrix, out)


def _tanh_backward(saved: Any, cotangent: Array) -> Any:
    inputs, matrix, out = saved
    cotangent = store_once(cotangent * (1 - out * out))
    return (
        jnp.einsum("bno,boi->bni", cotangent, matrix),
        jnp.einsum("bno,bni->boi", cotangent, inputs),
        jnp.sum(cotangent, axis=1, dtype=jnp.float32).astype(cotangent.dtype),
    )


tanh_layer.defvjp(_tanh_forward, _tanh_backward)


# The generator


def write(generator: Generator, commands: Float[Array, " batch"], precision: Precision) -> Layers:
    """The same as `generator.layers`."""
    commands = scaled_commands(commands, generator.return_span)
    grids = generator.embeddings
    kinds = generator.kinds()
    networks = [network for kind in kinds for network in (kind.matrix, kind.bias)]
    tiles = [grid.reshape(-1, grid.shape[-1]) for grid in grids for _ in range(2)]
    features = _features_of_all(networks, tiles, commands, precision)
    layers: Layers = []
    batch = commands.shape[0]
    for number, (kind, grid, scale) in enumerate(zip(kinds, grids, generator.scales, strict=True)):
        rows, columns, _ = grid.shape
        height, width = kind.slice_shape
        slices = _last(kind.matrix, features[2 * number], scale)
        slices = slices.reshape(batch, rows, columns, height, width).transpose(0, 1, 3, 2, 4)
        of_bias = features[2 * number + 1].reshape(batch * rows, columns, -1).mean(axis=1)  # D7
        bias = _last(kind.bias, of_bias, scale).reshape(batch, rows * height)
        layers.append((slices.reshape(batch, rows * height, columns * width), bias))
    return layers


def _features_of_all(
    networks: list[SliceNetwork], tiles: list[Array], commands: Array, dtype: Any
) -> list[Array]:
    """The features of each network; networks with equally many tiles run as one batched product."""
    by_count: dict[int, list[int]] = {}
    for number, each in enumerate(tiles):
        by_count.setdefault(each.shape[0], []).append(number)
    features: dict[int, Array] = {}
    for numbers in by_count.values():
        heads = [(networks[n].mlp.matrices[:-1], networks[n].mlp.biases[:-1]) for n in numbers]
        stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *heads)
        made = jax.vmap(lambda head, tile: _features(head[0], head[1], tile, commands, dtype))(
            stacked, jnp.stack([tiles[n] for n in numbers])
        )
        features.update({n: made[place] for place, n in enumerate(numbers)})
    return [features[n] for n in range(len(networks))]


def _features(
    matrices: list[Array], biases: list[Array], tiles: Array, commands: Array, dtype: Any
) -> Float[Array, "batch_tiles hidden"]:
    """All layers of a slice network but the last."""
    of_tile = tiles @ matrices[0][:, :-1].T + biases[0]
    rows = first_layer(of_tile, matrices[0][:, -1], commands, dtype)
    rows = rows.reshape(-1, rows.shape[-1])
    for matrix, bias in zip(matrices[1:], biases[1:], strict=True):
        rows = linear(rows, matrix, bias, 0.0)
    return rows


def _last(network: SliceNetwork, rows: Array, scale: float) -> Array:
    """The last layer; scaling its small matrix scales all slices."""
    mlp: MLP = network.mlp
    return linear(rows, scale * mlp.matrices[-1], scale * mlp.biases[-1], None)


# The evaluator


def fingerprint(
    evaluator: Evaluator, layers: Layers, precision: Precision
) -> Float[Array, "batch fingerprint"]:
    """The same as `evaluator.fingerprint_layers`."""
    actions = _act(evaluator.shape, layers, evaluator.probing_states, precision)
    return actions.reshape(actions.shape[0], -1)


def read(evaluator: Evaluator, rows: Float[Array, "batch fingerprint"]) -> Float[Array, " batch"]:
    """The same as `evaluator.read`."""
    mlp = evaluator.mlp
    for number, (matrix, bias) in enumerate(zip(mlp.matrices, mlp.biases, strict=True)):
        rows = linear(rows, matrix, bias, mlp.leak if number < len(mlp.matrices) - 1 else None)
    return rows[:, 0]


def _act(shape: PolicyShape, layers: Layers, observations: Array, dtype: Any) -> Array:
    """The same as `networks/act.py: act`, in float32 from the last layer on."""
    *hidden, (matrix, bias) = [(matrix.astype(dtype), bias.astype(dtype)) for matrix, bias in layers]
    # The states are repeated for each policy, which is little: products then come out row by row.
    states = jnp.broadcast_to(observations.astype(dtype), (matrix.shape[0], *observations.shape))
    for each_matrix, each_bias in hidden:
        states = tanh_layer(states, each_matrix, each_bias)
    outputs = jnp.einsum("bni,boi->bno", states, matrix, preferred_element_type=jnp.float32)
    outputs = outputs + bias[:, None, :].astype(jnp.float32)
    if shape.actions == "discrete":
        return jax.nn.softmax(outputs, axis=-1)
    return jnp.asarray(shape.action_center) + jnp.asarray(shape.action_half_range) * jnp.tanh(outputs)
