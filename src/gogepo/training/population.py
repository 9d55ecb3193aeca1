"""Independent learners side by side. One more axis on an accelerator, one after the other on a CPU.

A seed's learning is a function of its own state alone, so a population is only a question of speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from gogepo.algorithms import Algorithm, Outcome, State, Told
from gogepo.algorithms.gogepo import Batches, Lesson, best_slot
from gogepo.config import Precision
from gogepo.engines.processes import core_count
from gogepo.envs.rollout import Request
from gogepo.memory import Archive, MemberArchive
from gogepo.networks.accelerated import COMPILER_OPTIONS


class Play(NamedTuple):
    """Rollouts of one member of a population."""

    member: int
    state: State
    """The member's, when it asked."""
    requests: Sequence[Request]
    outcomes: Sequence[Outcome]


PATIENCE = 0.2  # of the time that a group's learning took


class Learners(Protocol):
    """Ask and tell for several members at once; each keeps its own state."""

    @property
    def patience(self) -> float:
        """Seconds that it is worth waiting for more members to join a group."""
        ...

    @property
    def at_once(self) -> int:
        """How many members can learn in the time of one."""
        ...

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, list[Request]]]: ...

    def tell(self, plays: Sequence[Play]) -> list[Told]: ...

    def policy(self, member: int, state: State) -> Request: ...

    def whole(self, member: int, state: State) -> State:
        """A member's state with its networks and archive in it, to be saved before the next `tell`."""
        ...


class Vectorised(Algorithm, Protocol):
    """A method whose work for an accelerator is in pure functions, so that it can be done for many seeds at once."""

    pack: Callable[[Any], Any]
    """A learner as `write` and `learn` want it."""
    unpack: Callable[[Any], Any]
    write: Callable[[Any, Any], Array]
    """A packed learner and a proposal to a policy's weights."""
    one_policy: bool
    """Whether what is written depends on the learner alone."""
    learn: Callable[[Any, Any, Any], Any]
    """A packed learner, batches and settings to a packed learner and metrics."""

    @property
    def settings(self) -> Any: ...

    def propose(self, state: State) -> Any: ...

    def propose_exactly(self, state: State, command: float | None = None) -> Any: ...

    def request(self, state: State, proposal: Any, weights: Any) -> Request: ...

    def requests(self, state: State, proposal: Any, weights: Any) -> tuple[State, list[Request]]: ...

    def observe(
        self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome], slots: int
    ) -> tuple[State, Any, Any]:
        """The state after these rollouts, what there is to learn from them if anything, and what finished."""
        ...

    def told(self, state: State, metrics: Any, finished: Any) -> Told:
        """What came of it; `metrics` is None if nothing was learned."""
        ...


def make_learners(
    algorithms: Sequence[Any], states: Sequence[State], device: Any, deterministic: bool, episodes: int
) -> tuple[Learners, list[State]]:
    """The fastest way for these members on this device, and their states for it.

    `episodes` is how many a member may play.
    """
    if len(algorithms) > 1 and device.platform != "cpu" and hasattr(algorithms[0], "pack"):
        together = Together(algorithms, states, device, deterministic, episodes)
        return together, together.emptied(states)
    placed = []
    for algorithm, state in zip(algorithms, states, strict=True):
        if isinstance(state.memory, Archive):
            home = jax.devices("cpu")[0] if algorithm.archive_on_host else None
            state = state._replace(memory=jax.device_put(state.memory, home))
        placed.append(state)
    return Apart(algorithms, device), placed


@dataclass(frozen=True)
class Apart:
    """Every member's networks are its own, and each is exactly the run that it would be alone.

    On a CPU a vmapped round takes twice the time of its rounds one by one. Rounds of several members
    run in threads: XLA leaves cores idle within a round, the more the more there are.
    """

    algorithms: Sequence[Algorithm]
    device: Any
    patience: float = 0.0
    at_once: int = field(default_factory=lambda: core_count())
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(core_count()))

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, list[Request]]]:
        return [self.algorithms[member].ask(state) for member, state in asking]

    def tell(self, plays: Sequence[Play]) -> list[Told]:
        if len(plays) == 1:
            return [self._tell(plays[0])]
        return list(self._threads.map(self._tell, plays))

    def _tell(self, play: Play) -> Told:
        with jax.default_device(self.device):  # a context that new threads do not inherit
            return self.algorithms[play.member].tell(play.state, play.requests, play.outcomes)

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
        algorithms: Sequence[Vectorised],
        states: Sequence[State],
        device: Any,
        deterministic: bool,
        episodes: int,
    ):
        self.algorithms, self._device = algorithms, device
        count = len(algorithms)
        small = -(-count // 4)
        self.sizes = (small,) if deterministic else tuple(sorted({small, count}))
        self.patience, self.at_once = 0.0, count
        algorithm = algorithms[0]
        stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *[state.learner for state in states])
        # To a device by name: batches from archives elsewhere come so too, and both kinds would be compiled.
        self._learners = jax.device_put(jax.jit(jax.vmap(algorithm.pack))(stacked), device)
        self._written: dict[int, np.ndarray] = {}
        """By member: its one policy, since it last learned."""
        self._archives: Archive | None = None
        if isinstance(states[0].memory, Archive):
            on_host = getattr(algorithm, "archive_on_host", False)
            home = jax.devices("cpu")[0] if on_host else device
            slots = Archive.slots_for(algorithm.config.archive_capacity, episodes)
            with jax.default_device(home):
                together = Archive.side_by_side([state.memory for state in states], slots)
                self._archives = jax.device_put(together, home)

    def emptied(self, states: Sequence[State]) -> list[State]:
        """What members keep for themselves."""
        return [
            state._replace(learner=None, memory=None if self._archives else state.memory) for state in states
        ]

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, list[Request]]]:
        proposals = [self.algorithms[member].propose(state) for member, state in asking]
        weights = self._write([member for member, _ in asking], proposals)
        return [
            self.algorithms[member].ask(state)  # with new networks in its state, until it is told
            if self._begins_anew(member, state)
            else self.algorithms[member].requests(state, proposal, each)
            for (member, state), proposal, each in zip(asking, proposals, weights, strict=True)
        ]

    def _begins_anew(self, member: int, state: State) -> bool:
        is_stuck = getattr(self.algorithms[member], "is_stuck", None)
        return is_stuck is not None and is_stuck(state)

    def tell(self, plays: Sequence[Play]) -> list[Told]:
        begun = time.monotonic()
        plays = [self._taken_in(play) for play in plays]
        self._make_room(max(play.state.episodes for play in plays))
        slots = self._archives.slots if self._archives else 0
        observed = [
            self.algorithms[play.member].observe(play.state, play.requests, play.outcomes, slots)
            for play in plays
        ]
        learned: dict[int, Any] = {}
        learning = [number for number, (_, lesson, _) in enumerate(observed) if lesson is not None]
        for group in self._groups(learning):
            metrics = self._learn(
                [plays[number].member for number in group], [observed[number][1] for number in group]
            )
            for number, *values in zip(group, *metrics, strict=False):  # filling belongs to nobody
                learned[number] = type(metrics)(*values)
        self.patience = PATIENCE * (time.monotonic() - begun)
        return [
            self.algorithms[play.member].told(state, learned.get(number), finished)
            for number, (play, (state, _, finished)) in enumerate(zip(plays, observed, strict=True))
        ]

    def _taken_in(self, play: Play) -> Play:
        """A play whose member has its networks here, new ones if it began anew."""
        learner = play.state.learner
        if learner is None:
            return play
        self._learners = _take_in(self.algorithms[0].pack, self._learners, play.member, learner)
        self._written.pop(play.member, None)
        return play._replace(state=play.state._replace(learner=None))

    def _learn(self, members: list[int], lessons: list[Any]) -> Any:
        """A round of a group; metrics of each member."""
        algorithm = self.algorithms[0]
        for member in members:
            self._written.pop(member, None)
        indices, filling = self._indices(members)
        batches = jax.tree.map(lambda *leaves: np.stack(leaves), *(lessons + lessons[:1] * filling))
        axes: Any = 0
        if self._archives is not None:
            axes = OF_GROUP
            precision = algorithm.settings[1].precision
            self._archives, batches = _store_and_draw(self._archives, indices, batches, precision)
        batches = jax.device_put(batches, self._device)
        self._learners, metrics = _learn(
            algorithm.learn, axes, algorithm.settings, self._learners, indices, batches
        )
        return jax.device_get(metrics)

    def _make_room(self, stored: int) -> None:
        """For members that play more episodes than was said."""
        archives = self._archives
        if archives is None:
            return
        capacity = self.algorithms[0].config.archive_capacity
        if stored >= archives.slots < capacity:
            members = [MemberArchive(archives, member).alone() for member in range(len(self.algorithms))]
            self._archives = Archive.side_by_side(members, Archive.slots_for(capacity, stored + 1))

    def policy(self, member: int, state: State) -> Request:
        algorithm = self.algorithms[member]
        proposal = algorithm.propose_exactly(state)
        return algorithm.request(state, proposal, self._write([member], [proposal])[0])

    def whole(self, member: int, state: State) -> State:
        learner = _member(self.algorithms[0].unpack, self._learners, member)
        if self._archives is None:
            return state._replace(learner=learner)
        return state._replace(learner=learner, memory=MemberArchive(self._archives, member))

    def _write(self, members: list[int], proposals: list[Any]) -> list[np.ndarray]:
        if not self.algorithms[0].one_policy:
            return self._write_anew(members, proposals)
        unknown = [number for number, member in enumerate(members) if member not in self._written]
        if unknown:
            unknown_members = [members[number] for number in unknown]
            written = self._write_anew(unknown_members, [proposals[number] for number in unknown])
            self._written.update(zip(unknown_members, written, strict=True))
        return [self._written[member] for member in members]

    def _write_anew(self, members: list[int], proposals: list[Any]) -> list[np.ndarray]:
        written: list[np.ndarray] = []
        for group in self._groups(range(len(members))):
            indices, filling = self._indices([members[number] for number in group])
            chosen = [proposals[number] for number in group]
            stacked = jax.tree.map(lambda *values: np.stack(values), *(chosen + chosen[:1] * filling))
            policies = _write(self.algorithms[0].write, self._learners, indices, stacked)
            written += list(np.asarray(policies)[: len(group)])
        return written

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


@partial(jax.jit, static_argnums=0)
def _member(unpack: Callable[[Any], Any], learners: Any, index: Int[Array, ""]) -> Any:
    return unpack(jax.tree.map(lambda leaf: leaf[index], learners))


@partial(jax.jit, static_argnums=0, donate_argnums=1)
def _take_in(pack: Callable[[Any], Any], learners: Any, index: Int[Array, ""], learner: Any) -> Any:
    """All learners, one of them replaced."""
    leaves, structure = jax.tree.flatten(learners)
    new = jax.tree.leaves(pack(learner))
    return jax.tree.unflatten(
        structure, [leaf.at[index].set(one) for leaf, one in zip(leaves, new, strict=True)]
    )


@partial(jax.jit, static_argnums=0)
def _write(write: Any, learners: Any, indices: Int[Array, " group"], proposals: Any) -> Array:
    return jax.vmap(write)(_members(learners, indices), proposals)


OF_GROUP = Batches(newest=0, weights=1, returns=1, commands=1, best=0, best_return=0)  # pyright: ignore[reportArgumentType]
"""Which axis is the group's: updates come first, because they are taken one after the other."""


@partial(jax.jit, static_argnums=3, donate_argnums=0)
def _store_and_draw(
    archives: Archive, indices: Int[Array, " group"], lessons: Lesson, precision: Precision
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
    drawn = archives.returns[whose, for_generator]
    rehearsed = jnp.broadcast_to(lessons.rehearsed, (len(drawn), *lessons.rehearsed.shape))
    best = jax.vmap(best_slot)(archives.returns[whose[:, 0]], lessons.slot, lessons.recallable)
    return archives, Batches(
        lessons.weights,
        archives.weights[whose, for_evaluator].astype(precision),
        archives.returns[whose, for_evaluator],
        jnp.concatenate([rehearsed, drawn], axis=-1),
        archives.weights[whose[:, 0], best].astype(precision),
        archives.returns[whose[:, 0], best],
    )


@partial(jax.jit, static_argnums=(0, 1, 2), donate_argnums=3, compiler_options=COMPILER_OPTIONS)
def _learn(
    learn: Any, axes: Any, settings: Any, learners: Any, indices: Int[Array, " group"], batches: Any
) -> tuple[Any, Any]:
    """A round of a group. An index beyond the last member is nobody: its result goes nowhere."""
    round_of_one = partial(learn, settings=settings)
    learned, metrics = jax.vmap(round_of_one, in_axes=(0, axes))(_members(learners, indices), batches)
    learners = jax.tree.map(
        lambda before, after: before.at[indices].set(after, mode="drop"), learners, learned
    )
    return learners, metrics
