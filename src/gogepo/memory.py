"""The archive D of (weights, return), kept where the networks learn."""

from __future__ import annotations

import math

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, PRNGKeyArray

FIRST_SLOTS = 64
GROWTH = 1.25


class Archive(eqx.Module):
    """A ring of slots; episode i lives in slot i % slots. `stored` counts all episodes ever told.

    It starts small and grows by a quarter when full, up to its capacity, so memory follows what
    has been stored and a run that stays short never pays for 10,000 policies (2.8 GB).
    """

    weights: Float[Array, "slots weights"]
    returns: Float[Array, " slots"]
    stored: Int[Array, ""]

    @staticmethod
    def empty(capacity: int, weights_size: int) -> Archive:
        slots = Archive.slots_for(capacity, 0)
        return Archive(jnp.zeros((slots, weights_size)), jnp.zeros(slots), jnp.array(0))

    @staticmethod
    def slots_for(capacity: int, stored: int) -> int:
        """How many slots an archive has grown to when it has stored so many."""
        slots = min(capacity, FIRST_SLOTS)
        while slots < min(stored, capacity):
            slots = min(capacity, math.ceil(slots * GROWTH))
        return slots

    @property
    def slots(self) -> int:
        return self.returns.shape[0]


def make_room(archive: Archive, stored: int, capacity: int) -> Archive:
    """The archive, grown if the next policy would overwrite one before capacity is reached."""
    new = Archive.slots_for(capacity, stored + 1) - archive.slots
    if new == 0:
        return archive
    return Archive(
        jnp.pad(archive.weights, ((0, new), (0, 0))), jnp.pad(archive.returns, (0, new)), archive.stored
    )


def store(archive: Archive, weights: Float[Array, " weights"], training_return: Float[Array, ""]) -> Archive:
    """The archive with one more policy; in place where compiled with the archive donated."""
    slot = archive.stored % archive.slots
    return Archive(
        archive.weights.at[slot].set(weights),
        archive.returns.at[slot].set(training_return),
        archive.stored + 1,
    )


def sample_slots(
    stored: Int[Array, ""], slots: int, shape: tuple[int, ...], recency: float, key: PRNGKeyArray
) -> Int[Array, "..."]:
    """Slots drawn with replacement, weight 1/x^recency for the x-th newest policy (A.1 list)."""
    filled = jnp.minimum(stored, slots)
    cumulative = jnp.cumsum(jnp.arange(1, slots + 1, dtype=jnp.float32) ** -recency)
    drawn = jax.random.uniform(key, shape) * cumulative[filled - 1]
    age = jnp.minimum(jnp.searchsorted(cumulative, drawn, side="right"), filled - 1)
    return (stored - 1 - age) % slots
