"""How a policy acts, given its weights as data: the one JAX definition, batched over weights."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

from gogepo.config import Precision
from gogepo.networks.mlp import product
from gogepo.types import Layers, PolicyShape


def act(
    shape: PolicyShape,
    layers: Layers,
    observations: Float[Array, "states observation"],
    precision: Precision = "float32",
) -> Float[Array, "batch states output"]:
    """Actions of each policy of a batch, given layer by layer, in each (normalised) observation.

    Continuous: tanh mapped onto [low, high] (D8). Discrete (D9): softmax probabilities, which are smooth
    where the argmax that acts in the environment is not. `envs/numpy_policy.py` does the same in NumPy.
    """
    (matrix, bias), *rest = layers
    columns = jnp.einsum("bho,no->bhn", matrix, observations) + bias[:, :, None]
    for matrix, bias in rest:
        columns = product(matrix, jnp.tanh(columns), precision) + bias[:, :, None]
    outputs = jnp.swapaxes(columns, 1, 2)
    if shape.actions == "discrete":
        return jax.nn.softmax(outputs, axis=-1)
    return jnp.asarray(shape.action_center) + jnp.asarray(shape.action_half_range) * jnp.tanh(outputs)
