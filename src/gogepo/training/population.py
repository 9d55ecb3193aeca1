"""Independent learners side by side. One more axis on an accelerator, one after the other on a CPU.

A seed's learning is a function of its own state alone, so a population is only a question of speed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from gogepo.algorithms.gogepo import (
    Arithmetic,
    Batches,
    FlatLearner,
    GoGePo,
    Learner,
    Lesson,
    Proposal,
    RoundMetrics,
    State,
    learn,
    write_policy,
)
from gogepo.config import GoGePoConfig
from gogepo.engines.processes import core_count
from gogepo.envs.rollout import Episode, Request
from gogepo.memory import Archive, MemberArchive
from gogepo.networks.accelerated import COMPILER_OPTIONS


class Play(NamedTuple):
    """An episode of one member of a population."""

    member: int
    state: State
    """The member's, when it asked."""
    request: Request
    episode: Episode


class Told(NamedTuple):
    """What a member learned from an episode."""

    state: State
    metrics: RoundMetrics


PATIENCE = 0.2  # of the time that a group's learning took


class Learners(Protocol):
    """Ask and tell for several members at once; each keeps its own state."""

    @property
    def patience(self) -> float:
        """Seconds that it is worth waiting for more members to join a group."""
        ...

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, Request]]: ...

    def tell(self, plays: Sequence[Play]) -> list[Told]: ...

    def policy(self, member: int, state: State) -> Request: ...

    def whole(self, member: int, state: State) -> State:
        """A member's state with its networks and archive in it, to be saved before the next `tell`."""
        ...


def make_learners(
    algorithms: Sequence[GoGePo], states: Sequence[State], device: Any, deterministic: bool, episodes: int
) -> tuple[Learners, list[State]]:
    """The fastest way for these members on this device, and their states for it.

    `episodes` is how many a member may play.
    """
    if len(algorithms) == 1 or device.platform == "cpu":
        placed = []
        for algorithm, state in zip(algorithms, states, strict=True):
            home = jax.devices("cpu")[0] if algorithm.archive_on_host else None
            placed.append(state._replace(archive=jax.device_put(state.archive, home)))
        return Apart(algorithms, device), placed
    together = Together(algorithms, states, device, deterministic, episodes)
    return together, [state._replace(learner=None, archive=None) for state in states]


@dataclass(frozen=True)
class Apart:
    """Every member's networks are its own, and each is exactly the run that it would be alone.

    On a CPU a vmapped round takes twice the time of its rounds one by one. Rounds of several members
    run in threads: XLA leaves cores idle within a round, the more the more there are.
    """

    algorithms: Sequence[GoGePo]
    device: Any
    patience: float = 0.0

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, Request]]:
        return [self.algorithms[member].ask(state) for member, state in asking]

    def tell(self, plays: Sequence[Play]) -> list[Told]:
        if len(plays) == 1:
            return [self._tell(plays[0])]
        with ThreadPoolExecutor(min(len(plays), core_count())) as threads:
            return list(threads.map(self._tell, plays))

    def _tell(self, play: Play) -> Told:
        with jax.default_device(self.device):  # a context that new threads do not inherit
            state, metrics = self.algorithms[play.member].tell(play.state, play.request, play.episode)
            return Told(state, jax.device_get(metrics))

    def policy(self, member: int, state: State) -> Request:
        return self.algorithms[member].policy(state)

    def whole(self, member: int, state: State) -> State:
        return state


class Together:
    """The networks of all members in one tree with an axis more; a group of them learns as one program.

    A group of any size is filled up to one of a few sizes, because each size is compiled anew. What a
    member computes does not depend on who else is in its group, but may depend, in the last bits, on
    the group's size: with one size alone (`deterministic`) a run can be repeated bit for bit.

    The archives lie side by side too, from the start as large as the members may fill them: an
    accelerator's memory is taken or not, and there is no room for them twice while they grow.
    """

    def __init__(
        self,
        algorithms: Sequence[GoGePo],
        states: Sequence[State],
        device: Any,
        deterministic: bool,
        episodes: int,
    ):
        self.algorithms, self._device = algorithms, device
        count = len(algorithms)
        small = -(-count // 4)
        self.sizes = (small,) if deterministic else tuple(sorted({small, count}))
        self.patience = 0.0
        stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *[state.learner for state in states])
        # To a device by name: batches from archives elsewhere come so too, and both kinds would be compiled.
        self._learners: FlatLearner = jax.device_put(jax.jit(jax.vmap(FlatLearner.of))(stacked), device)
        algorithm = algorithms[0]
        home = jax.devices("cpu")[0] if algorithm.archive_on_host else device
        slots = Archive.slots_for(algorithm.config.archive_capacity, episodes)
        with jax.default_device(home):
            self._archives = jax.device_put(
                Archive.side_by_side([state.archive for state in states], slots), home
            )

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, Request]]:
        proposals = [self.algorithms[member].propose(state) for member, state in asking]
        weights = self._write([member for member, _ in asking], proposals)
        return [
            (
                state._replace(attempts=state.attempts + 1),
                self.algorithms[member].request(state, proposal, each),
            )
            for (member, state), proposal, each in zip(asking, proposals, weights, strict=True)
        ]

    def tell(self, plays: Sequence[Play]) -> list[Told]:
        told: list[Told] = []
        begun = time.monotonic()
        arithmetic = self.algorithms[0].arithmetic
        self._make_room(max(play.state.episodes for play in plays))
        for group in self._groups(plays):
            observed = [
                self.algorithms[member].observe(state, request, episode, self._archives.slots)
                for member, state, request, episode in group
            ]
            lessons = [lesson for _, lesson in observed]
            indices, filling = self._indices([play.member for play in group])
            stacked = jax.tree.map(lambda *leaves: np.stack(leaves), *(lessons + lessons[:1] * filling))
            self._archives, batches = _store_and_draw(
                self._archives, indices, stacked, arithmetic.product_type
            )
            self._learners, metrics = _learn(
                self._learners,
                indices,
                jax.device_put(batches, self._device),
                self.algorithms[0].config,
                # Merging makes shapes that vary from member to member, which a vmap cannot.
                replace(arithmetic, merge_commands=False),
            )
            of_each = zip(*jax.device_get(metrics), strict=True)
            told += [
                Told(state, RoundMetrics(*values))
                for (state, _), values in zip(observed, of_each, strict=False)  # filling has no state
            ]
        self.patience = PATIENCE * (time.monotonic() - begun)
        return told

    def _make_room(self, stored: int) -> None:
        """For members that play more episodes than was said."""
        capacity = self.algorithms[0].config.archive_capacity
        if stored >= self._archives.slots < capacity:
            members = [
                MemberArchive(self._archives, member).alone() for member in range(len(self.algorithms))
            ]
            self._archives = Archive.side_by_side(members, Archive.slots_for(capacity, stored + 1))

    def policy(self, member: int, state: State) -> Request:
        algorithm = self.algorithms[member]
        proposal = algorithm.propose_exactly(state)
        return algorithm.request(state, proposal, self._write([member], [proposal])[0])

    def whole(self, member: int, state: State) -> State:
        learner = _member(self._learners, member)
        return state._replace(learner=learner, archive=MemberArchive(self._archives, member))

    def _write(self, members: list[int], proposals: list[Proposal]) -> np.ndarray:
        written = []
        for group in self._groups(range(len(members))):
            indices, filling = self._indices([members[number] for number in group])
            chosen = [proposals[number] for number in group]
            stacked = jax.tree.map(lambda *values: np.stack(values), *(chosen + chosen[:1] * filling))
            written.append(np.asarray(_write(self._learners, indices, stacked))[: len(group)])
        return np.concatenate(written)

    def _groups(self, items: Sequence[Any]) -> list[Any]:
        """Items in groups that are filled up as little as may be: a large one pays from half full on."""
        size = self.sizes[0] if len(items) <= 2 * self.sizes[0] else self.sizes[-1]
        return [items[start : start + size] for start in range(0, len(items), size)]

    def _indices(self, members: list[int]) -> tuple[np.ndarray, int]:
        """The members of a group, filled up with nobody, and how many of those."""
        size = next(size for size in self.sizes if size >= len(members))
        filling = size - len(members)
        return np.array(members + [len(self.algorithms)] * filling, np.int32), filling


def _members(learners: Any, indices: Int[Array, " group"]) -> Any:
    return jax.tree.map(lambda leaf: leaf.at[indices].get(mode="clip"), learners)


@jax.jit
def _member(learners: FlatLearner, index: Int[Array, ""]) -> Learner:
    return jax.tree.map(lambda leaf: leaf[index], learners).learner()


@jax.jit
def _write(learners: FlatLearner, indices: Int[Array, " group"], proposals: Proposal) -> Array:
    def write(generator: Any, proposal: Proposal) -> Array:
        return write_policy(generator.network(), proposal)

    return jax.vmap(write)(_members(learners.generator, indices), proposals)


OF_GROUP = Batches(newest=0, weights=1, returns=1, commands=1)  # pyright: ignore[reportArgumentType]
"""Which axis is the group's: updates come first, because they are taken one after the other."""


@partial(jax.jit, static_argnums=3, donate_argnums=0)
def _store_and_draw(
    archives: Archive, indices: Int[Array, " group"], lessons: Lesson, dtype: str
) -> tuple[Archive, Batches]:
    """`gogepo.store_and_draw` of a group, without taking its archives apart. An index beyond the last is nobody."""
    archives = Archive(
        archives.weights.at[indices, lessons.slot].set(lessons.weights, mode="drop"),
        archives.returns.at[indices, lessons.slot].set(lessons.training_return, mode="drop"),
    )
    whose = jnp.minimum(indices, archives.returns.shape[0] - 1)[:, None]
    for_evaluator, for_generator = (
        jnp.swapaxes(slots, 0, 1) for slots in (lessons.for_evaluator, lessons.for_generator)
    )
    return archives, Batches(
        lessons.weights,
        archives.weights[whose, for_evaluator].astype(dtype),
        archives.returns[whose, for_evaluator],
        archives.returns[whose, for_generator],
    )


@partial(jax.jit, static_argnums=(3, 4), donate_argnums=0, compiler_options=COMPILER_OPTIONS)
def _learn(
    learners: FlatLearner,
    indices: Int[Array, " group"],
    batches: Batches,
    config: GoGePoConfig,
    arithmetic: Arithmetic,
) -> tuple[FlatLearner, RoundMetrics]:
    """A round of a group. An index beyond the last member is nobody: its result goes nowhere."""
    round_of_one = partial(learn, config=config, arithmetic=arithmetic)
    learned, metrics = jax.vmap(round_of_one, in_axes=(0, OF_GROUP))(_members(learners, indices), batches)
    learners = jax.tree.map(
        lambda before, after: before.at[indices].set(after, mode="drop"), learners, learned
    )
    return learners, metrics
