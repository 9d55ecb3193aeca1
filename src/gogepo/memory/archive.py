"""The archive D: the policies that were tried, their returns, and how they were played.

Weights and returns lie where the networks learn (`Policies`), for one seed or for several side by side;
attempts and normalisers lie in main memory.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Int

from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Request

FIRST_SLOTS = 64
GROWTH = 1.25


class Policies(eqx.Module):
    """A ring of slots for each seed; the policy of episode i lies in slot i % slots.

    It starts small and grows by a quarter when full, up to its capacity, so memory follows the
    number of stored policies and a short run never pays for 10,000 of them (2.8 GB).
    """

    weights: Float[Array, "seeds slots weights"]
    returns: Float[Array, "seeds slots"]

    @staticmethod
    def empty(seeds: int, slots: int, weights_size: int) -> Policies:
        return Policies(jnp.zeros((seeds, slots, weights_size)), jnp.zeros((seeds, slots)))

    @staticmethod
    def side_by_side(each: Sequence[Policies], slots: int) -> Policies:
        """Join the rings of single seeds, with at least `slots` slots; a full ring must have that many already."""
        together = Policies.empty(len(each), max(slots, *(one.slots for one in each)), each[0].weights_size)
        for seed, one in enumerate(each):
            together = _put(together, seed, one)
        return together

    @property
    def slots(self) -> int:
        return self.returns.shape[-1]

    @property
    def weights_size(self) -> int:
        return self.weights.shape[-1]


@partial(jax.jit, donate_argnums=0)
def _put(together: Policies, seed: Any, one: Policies) -> Policies:
    return Policies(
        together.weights.at[seed, : one.slots].set(one.weights[0]),
        together.returns.at[seed, : one.slots].set(one.returns[0]),
    )


def slots_for(capacity: int, stored: int) -> int:
    """The size to which a ring has grown when it has stored this many policies."""
    slots = min(capacity, FIRST_SLOTS)
    while slots < min(stored, capacity):
        slots = min(capacity, math.ceil(slots * GROWTH))
    return slots


class Exchange(NamedTuple):
    """A policy to be stored and the slots to be read after it, for one seed or for a group."""

    slot: Int[Any, "*group"]
    weights: Float[Any, "*group weights"]
    training_return: Float[Any, "*group"]
    for_evaluator: Int[Any, "*group updates batch"]
    """Slots of which weights and returns are read."""
    for_generator: Int[Any, "*group updates drawn"]
    """Slots of which only returns are read."""


class Drawn(NamedTuple):
    """Everything that a round of updates reads from the archive."""

    newest: Float[Array, "*group weights"]
    weights: Float[Array, "*group updates batch weights"]
    returns: Float[Array, "*group updates batch"]
    commands: Float[Array, "*group updates drawn"]
    """Returns, which are commands to the generator."""


@partial(jax.jit, static_argnums=3, donate_argnums=0)
def store_and_draw(
    policies: Policies, seeds: Int[Any, "*group"], exchange: Exchange, dtype: Any
) -> tuple[Policies, Drawn]:
    """Store one more policy of each seed, in place, then read the drawn ones.

    This is a program apart from the round, because it alone is compiled anew as the ring grows. A seed
    beyond the last is ignored.
    """
    policies = Policies(
        policies.weights.at[seeds, exchange.slot].set(exchange.weights, mode="drop"),
        policies.returns.at[seeds, exchange.slot].set(exchange.training_return, mode="drop"),
    )
    whose = jnp.expand_dims(jnp.minimum(seeds, policies.returns.shape[0] - 1), (-2, -1))
    return policies, Drawn(
        exchange.weights,
        policies.weights[whose, exchange.for_evaluator].astype(dtype),
        policies.returns[whose, exchange.for_evaluator],
        policies.returns[whose, exchange.for_generator],
    )


class Played(NamedTuple):
    """How an archived policy was played."""

    attempt: int
    normalizer: Normalizer


@dataclass(frozen=True)
class Archive:
    """The archive of one seed. `remember` and storing change it in place: do not use an older one."""

    capacity: int
    policies: Policies | None
    """None while a population keeps the policies of all seeds together."""
    seed: int = 0
    """Its place among the seeds of `policies`."""
    played: dict[int, Played] = field(default_factory=dict)
    """By number of the episode: how each policy that is still held was played."""

    @staticmethod
    def empty(capacity: int, weights_size: int) -> Archive:
        return Archive(capacity, Policies.empty(1, slots_for(capacity, 0), weights_size))

    def remember(self, episode: int, request: Request) -> None:
        """Note how the policy of an episode was played; forget the one that loses its slot to it."""
        self.played[episode] = Played(request.index, request.normalizer)
        self.played.pop(episode - self.capacity, None)

    def with_room(self, stored: int) -> Archive:
        """The archive, grown if the next policy would otherwise overwrite one too early.

        The old arrays are freed: other archives grow at the same time, and all of them twice is too much.
        """
        policies = self.held
        new = slots_for(self.capacity, stored + 1) - policies.slots
        if new == 0:
            return self
        grown = Policies(
            jnp.pad(policies.weights, ((0, 0), (0, new), (0, 0))),
            jnp.pad(policies.returns, ((0, 0), (0, new))),
        )
        for leaf in jax.tree.leaves(policies):
            leaf.delete()
        return replace(self, policies=grown)

    @property
    def held(self) -> Policies:
        if self.policies is None:
            raise ValueError("a population holds the policies of this archive")
        return self.policies

    def read(
        self, episodes: Sequence[int] | range
    ) -> tuple[Float[np.ndarray, "policies weights"], Float[np.ndarray, " policies"]]:
        """Weights and returns of the policies of these episodes, copied to the host.

        They are read in parts of one size, so that only one program is compiled.
        """
        policies = self.held
        slots = np.asarray(episodes, np.int64) % policies.slots
        weights = np.empty((len(slots), policies.weights_size), np.float32)
        returns = np.empty(len(slots), np.float32)
        for start in range(0, len(slots), READ_AT_ONCE):
            part = slots[start : start + READ_AT_ONCE]
            found = jax.device_get(_read(policies, self.seed, np.resize(part, READ_AT_ONCE).astype(np.int32)))
            weights[start : start + len(part)] = found[0][: len(part)]
            returns[start : start + len(part)] = found[1][: len(part)]
        return weights, returns

    def oldest(self, episodes: int) -> int:
        """The first of the episodes played so far whose policy is still held."""
        return max(0, episodes - self.capacity)

    def returns(self, episodes: int) -> Float[np.ndarray, " policies"]:
        """Training returns of all policies held, the oldest first."""
        held = np.asarray(self.held.returns[self.seed])
        return held[np.arange(self.oldest(episodes), episodes) % len(held)]

    def request(self, episode: int) -> Request:
        """A policy as it was played. The command that it was written for is not kept."""
        played = self.played[episode]
        (weights,), _ = self.read([episode])
        return Request(played.attempt, math.nan, weights, played.normalizer)

    # In files: segments of policies of consecutive episodes

    def segment(self, first: int, last: int) -> dict[str, np.ndarray]:
        """The policies of these episodes as arrays."""
        played = [self.played[number] for number in range(first, last + 1)]
        weights, returns = self.read(range(first, last + 1))
        arrays = {
            "weights": weights,
            "returns": returns,
            "attempts": np.array([each.attempt for each in played], np.int64),
            "mean": np.stack([each.normalizer.mean for each in played]),
            "deviation": np.stack([each.normalizer.deviation for each in played]),
        }
        counts = np.array([each.normalizer.count for each in played])
        return {**arrays, "count": counts} if counts.any() else arrays

    @staticmethod
    def from_segments(
        capacity: int, weights_size: int, episodes: int, segments: Iterable[tuple[int, Mapping[str, Any]]]
    ) -> Archive:
        """The inverse, from each segment's first episode and arrays. Raises a ValueError for a gap."""
        slots = slots_for(capacity, episodes)
        oldest = max(0, episodes - slots)
        weights = np.zeros((1, slots, weights_size), np.float32)
        returns = np.zeros((1, slots), np.float32)
        covered = np.zeros(episodes - oldest, bool)
        played: dict[int, Played] = {}
        for first, arrays in segments:
            numbers = range(max(first, oldest), first + len(arrays["returns"]))
            rows = slice(numbers.start - first, None)
            where = np.array(numbers, int) % slots
            weights[0, where], returns[0, where] = arrays["weights"][rows], arrays["returns"][rows]
            counts = arrays.get("count", np.zeros(len(arrays["returns"])))
            columns = arrays["attempts"], arrays["mean"], arrays["deviation"], counts
            for number, attempt, mean, deviation, count in zip(
                numbers, *(column[rows] for column in columns), strict=True
            ):
                played[number] = Played(int(attempt), Normalizer(mean, deviation, float(count)))
            covered[numbers.start - oldest : max(numbers.stop - oldest, 0)] = True
        if not covered.all():
            raise ValueError("the archive's segments leave a gap")
        return Archive(capacity, Policies(jnp.asarray(weights), jnp.asarray(returns)), 0, played)


def segment_layout(
    policies: int, weights_size: int, observation_size: int
) -> dict[str, tuple[tuple[int, ...], Any]]:
    """Shapes and types of a segment's arrays."""
    return {
        "weights": ((policies, weights_size), np.dtype(np.float32)),
        "returns": ((policies,), np.dtype(np.float32)),
        "attempts": ((policies,), np.dtype(np.int64)),
        "mean": ((policies, observation_size), np.dtype(np.float64)),
        "deviation": ((policies, observation_size), np.dtype(np.float64)),
    }


READ_AT_ONCE = 64


@jax.jit
def _read(policies: Policies, seed: Any, slots: Int[Array, " policies"]) -> tuple[Array, Array]:
    return policies.weights[seed, slots], policies.returns[seed, slots]


def sample_slots(
    stored: int, capacity: int, shape: tuple[int, ...], recency: float, rng: np.random.Generator
) -> Int[np.ndarray, "..."]:
    """Draw slots with replacement, with weight 1/x^recency for the x-th newest stored policy (A.1 list).

    This is done on the host: an accelerator would take longer to start than to draw these few numbers.
    """
    cumulative = _cumulative_weights(slots_for(capacity, stored), recency)[:stored]
    drawn = rng.random(shape) * cumulative[-1]
    age = np.minimum(np.searchsorted(cumulative, drawn, side="right"), len(cumulative) - 1)
    return ((stored - 1 - age) % capacity).astype(np.int32)


@functools.lru_cache(maxsize=64)
def _cumulative_weights(slots: int, recency: float) -> np.ndarray:
    return np.cumsum(np.arange(1, slots + 1, dtype=np.float64) ** -recency)
