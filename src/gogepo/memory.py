"""The archive D of (weights, return), kept where the networks learn."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

FIRST_SLOTS = 64
GROWTH = 1.25


class Archive(eqx.Module):
    """A ring of slots; episode i lives in slot i % slots. Several side by side have an axis more in front.

    It starts small and grows by a quarter when full, up to its capacity, so memory follows what
    has been stored and a run that stays short never pays for 10,000 policies (2.8 GB).
    """

    weights: Float[Array, "*members slots weights"]
    returns: Float[Array, "*members slots"]

    @staticmethod
    def empty(capacity: int, weights_size: int) -> Archive:
        slots = Archive.slots_for(capacity, 0)
        return Archive(jnp.zeros((slots, weights_size)), jnp.zeros(slots))

    @staticmethod
    def slots_for(capacity: int, stored: int) -> int:
        """How many slots an archive has grown to when it has stored so many."""
        slots = min(capacity, FIRST_SLOTS)
        while slots < min(stored, capacity):
            slots = min(capacity, math.ceil(slots * GROWTH))
        return slots

    @staticmethod
    def side_by_side(archives: Sequence[Archive], slots: int) -> Archive:
        """Archives with at least so many slots each. One that is at its capacity must be of that size already."""
        size = archives[0].weights.shape[-1]
        slots = max(slots, *(archive.slots for archive in archives))
        together = Archive(jnp.zeros((len(archives), slots, size)), jnp.zeros((len(archives), slots)))
        for member, archive in enumerate(archives):
            together = _put(together, member, archive)
        return together

    @property
    def slots(self) -> int:
        return self.returns.shape[-1]


@partial(jax.jit, donate_argnums=0)
def _put(together: Archive, member: Any, archive: Archive) -> Archive:
    return Archive(
        together.weights.at[member, : archive.slots].set(archive.weights),
        together.returns.at[member, : archive.slots].set(archive.returns),
    )


class MemberArchive(NamedTuple):
    """One of several archives side by side, without a copy of it."""

    archives: Archive
    member: int

    @property
    def slots(self) -> int:
        return self.archives.slots

    def alone(self) -> Archive:
        return Archive(self.archives.weights[self.member], self.archives.returns[self.member])


def make_room(archive: Archive, stored: int, capacity: int) -> Archive:
    """The archive, grown if the next policy would overwrite one before capacity is reached."""
    new = Archive.slots_for(capacity, stored + 1) - archive.slots
    if new == 0:
        return archive
    return Archive(jnp.pad(archive.weights, ((0, new), (0, 0))), jnp.pad(archive.returns, (0, new)))


def store(
    archive: Archive,
    slot: Int[Array, ""],
    weights: Float[Array, " weights"],
    training_return: Float[Array, ""],
) -> Archive:
    """The archive with one more policy; in place where compiled with the archive donated."""
    return Archive(archive.weights.at[slot].set(weights), archive.returns.at[slot].set(training_return))


def sample_slots(
    stored: int,
    slots: int,
    shape: tuple[int, ...],
    recency: float,
    rng: np.random.Generator,
    newest: int | None = None,
) -> Int[np.ndarray, "..."]:
    """Slots drawn with replacement, weight 1/x^recency for the x-th newest policy (A.1 list), of the `newest` or all.

    On the host: a handful of numbers, which an accelerator would take longer to start on.
    """
    cumulative = _cumulative_weights(slots, recency)[: min(stored if newest is None else newest, slots)]
    drawn = rng.random(shape) * cumulative[-1]
    age = np.minimum(np.searchsorted(cumulative, drawn, side="right"), len(cumulative) - 1)
    return ((stored - 1 - age) % slots).astype(np.int32)


@functools.lru_cache(maxsize=64)
def _cumulative_weights(slots: int, recency: float) -> np.ndarray:
    return np.cumsum(np.arange(1, slots + 1, dtype=np.float64) ** -recency)


READ_AT_ONCE = 64


def read_policies(
    archive: Archive | MemberArchive, slots: Int[np.ndarray, " policies"]
) -> tuple[Float[np.ndarray, "policies weights"], Float[np.ndarray, " policies"]]:
    """Weights and returns in these slots, copied to the host.

    In parts of one size, so that one program is compiled for all of them.
    """
    archives, member = archive if isinstance(archive, MemberArchive) else (archive, ())
    weights = np.empty((len(slots), archives.weights.shape[-1]), np.float32)
    returns = np.empty(len(slots), np.float32)
    for start in range(0, len(slots), READ_AT_ONCE):
        part = slots[start : start + READ_AT_ONCE]
        read = jax.device_get(_read(archives, member, np.resize(part, READ_AT_ONCE).astype(np.int32)))
        weights[start : start + len(part)] = read[0][: len(part)]
        returns[start : start + len(part)] = read[1][: len(part)]
    return weights, returns


@jax.jit
def _read(archives: Archive, member: Any, slots: Int[Array, " policies"]) -> tuple[Array, Array]:
    where = slots if isinstance(member, tuple) else (member, slots)
    return archives.weights[where], archives.returns[where]
