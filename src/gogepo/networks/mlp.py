"""A plain multi-layer perceptron on column vectors, PyTorch's default initialisation.

Networks are initialised with NumPy: the same numbers on every device, and nothing to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from gogepo.config import Precision

custom_vjp: Any = jax.custom_vjp  # which type checkers take for a class of results


@partial(custom_vjp, nondiff_argnums=(2,))
def product(
    matrix: Float[Array, "*policies out fan_in"],
    columns: Float[Array, "*policies fan_in columns"],
    precision: Precision = "float32",
) -> Float[Array, "*policies out columns"]:
    """`matrix @ columns`, both rounded to `precision` and summed in float32; a CPU runs both passes at full speed.

    Trap: XLA's CPU backend multiplies `a.T @ b` at about 2/3 of the rate of `a @ b`, and in float32
    whatever the precision. With examples in columns the three products of a layer are `W X`, `D X^T` and
    `W^T D`; only the last has a transposed left side, and `W` is small enough to transpose in memory first.
    """
    return _multiply("...oi,...in->...on", matrix, columns, precision)


def _multiply(indices: str, a: Array, b: Array, precision: Precision) -> Array:
    return jnp.einsum(indices, a.astype(precision), b.astype(precision), preferred_element_type=jnp.float32)


def _product_forward(
    matrix: Array, columns: Array, precision: Precision
) -> tuple[Array, tuple[Array, Array]]:
    return product(matrix, columns, precision), (matrix, columns)


def _product_backward(
    precision: Precision, saved: tuple[Array, Array], cotangent: Array
) -> tuple[Array, Array]:
    matrix, columns = saved
    of_matrix = _multiply("...on,...in->...oi", cotangent, columns, precision)
    of_columns = _multiply("...io,...on->...in", _transposed(matrix), cotangent, precision)
    return of_matrix.astype(matrix.dtype), of_columns.astype(columns.dtype)


product.defvjp(_product_forward, _product_backward)


def _transposed(matrix: Float[Array, "*policies out fan_in"]) -> Float[Array, "*policies fan_in out"]:
    """The transpose, joined from two halves: XLA would merge a plain transpose into the product again."""
    halves = jnp.split(matrix, [matrix.shape[-1] // 2], axis=-1)
    return jnp.concatenate([jnp.swapaxes(half, -1, -2) for half in halves], axis=-2)


def apply_layers(
    layers: Sequence[tuple[Array, Array]],
    columns: Float[Array, "fan_in batch"],
    activation: Callable[[Array], Array],
) -> Float[Array, "out batch"]:
    """Linear layers (matrix, bias) with `activation` between them and nothing after the last."""
    for number, (matrix, bias) in enumerate(layers):
        columns = activation(columns) if number > 0 else columns
        columns = product(matrix, columns) + bias[:, None]
    return columns


def leaky_relu(values: Array, leak: float) -> Array:
    return jnp.where(values > 0, values, leak * values) if leak else jax.nn.relu(values)


class MLP(eqx.Module):
    """Linear layers with ReLU between them and nothing after the last."""

    matrices: list[Float[Array, "_out _in"]]
    biases: list[Float[Array, " _out"]]
    leak: float = eqx.field(static=True)
    """Slope of the ReLUs below zero (D27)."""

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
