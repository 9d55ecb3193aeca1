"""How a policy acts, given its weights as data: the one JAX definition, batched over weights."""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

from gogepo.types import PolicyShape, split_layers


def act(
    shape: PolicyShape,
    weights: Float[Array, "batch weights"],
    observations: Float[Array, "states observation"],
) -> Float[Array, "batch states output"]:
    """Actions of each policy in each (normalised) observation.

    Continuous: tanh mapped onto [low, high] (D8). Discrete (D9): softmax probabilities, which are smooth
    where the argmax that acts in the environment is not. `envs/policy.py` is this in NumPy.
    """
    layers = split_layers(shape, weights)
    matrix, bias = layers[0]
    hidden = jnp.einsum("no,bho->bnh", observations, matrix) + bias[:, None, :]
    for matrix, bias in layers[1:]:
        hidden = jnp.einsum("bni,boi->bno", jnp.tanh(hidden), matrix) + bias[:, None, :]
    if shape.actions == "discrete":
        return jax.nn.softmax(hidden, axis=-1)
    return jnp.asarray(shape.action_center) + jnp.asarray(shape.action_half_range) * jnp.tanh(hidden)
