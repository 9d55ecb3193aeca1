"""A plain multi-layer perceptron on column vectors, PyTorch's default initialisation.

Networks are initialised with NumPy: the same numbers on every device, and nothing to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float


@jax.custom_vjp
def matmul(
    matrix: Float[Array, "out fan_in"], columns: Float[Array, "fan_in batch"]
) -> Float[Array, "out batch"]:
    """`matrix @ columns`, with a backward pass that a CPU runs at full speed.

    Trap: XLA's CPU backend multiplies `a.T @ b` at about 2/3 of the rate of `a @ b`. With
    examples in columns the three products of a layer are `W X`, `D X^T` and `W^T D`; only the
    last has a transposed left side, and `W` is small enough to transpose in memory first.
    """
    return matrix @ columns


def _matmul_forward(matrix: Array, columns: Array) -> tuple[Array, tuple[Array, Array]]:
    return matrix @ columns, (matrix, columns)


def _matmul_backward(saved: tuple[Array, Array], cotangent: Array) -> tuple[Array, Array]:
    matrix, columns = saved
    transposed = jax.lax.optimization_barrier(matrix.T)
    return cotangent @ columns.T, transposed @ cotangent


matmul.defvjp(_matmul_forward, _matmul_backward)


def apply_layers(
    layers: Sequence[tuple[Array, Array]],
    columns: Float[Array, "fan_in batch"],
    activation: Callable[[Array], Array],
) -> Float[Array, "out batch"]:
    """Linear layers (matrix, bias) with `activation` between them and nothing after the last."""
    for number, (matrix, bias) in enumerate(layers):
        columns = activation(columns) if number > 0 else columns
        columns = matmul(matrix, columns) + bias[:, None]
    return columns


def leaky_relu(values: Array, leak: float) -> Array:
    return jnp.where(values > 0, values, leak * values) if leak else jax.nn.relu(values)


class MLP(eqx.Module):
    """Linear layers with ReLU between them and nothing after the last."""

    matrices: list[Float[Array, "_out _in"]]
    biases: list[Float[Array, " _out"]]
    leak: float = eqx.field(static=True)
    """Slope of the ReLUs where they are closed (D27)."""

    def __init__(self, sizes: Sequence[int], rng: np.random.Generator, leak: float = 0.0):
        self.matrices, self.biases, self.leak = [], [], leak
        for fan_in, out in zip(sizes[:-1], sizes[1:], strict=True):
            bound = fan_in**-0.5
            self.matrices.append(jnp.asarray(rng.uniform(-bound, bound, (out, fan_in)), jnp.float32))
            self.biases.append(jnp.asarray(rng.uniform(-bound, bound, out), jnp.float32))

    @staticmethod
    def parameter_count(sizes: Sequence[int]) -> int:
        return sum(out * (fan_in + 1) for fan_in, out in zip(sizes[:-1], sizes[1:], strict=True))

    def __call__(self, columns: Float[Array, "fan_in batch"]) -> Float[Array, "out batch"]:
        layers = list(zip(self.matrices, self.biases, strict=True))
        return apply_layers(layers, columns, partial(leaky_relu, leak=self.leak))
