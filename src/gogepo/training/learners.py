"""Ask and tell for many seeds: as one program with one more axis on an accelerator, each by itself on a CPU.

A seed learns from its own state alone, so learning together is only a question of speed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int

from gogepo.algorithms.protocol import (
    Algorithm,
    Observed,
    Outcome,
    Proposal,
    State,
    Told,
    ask,
    policy,
    tell,
    unseeded,
)
from gogepo.engines.processes import core_count
from gogepo.envs.rollout import Request
from gogepo.memory.archive import Archive, Policies, slots_for, store_and_draw
from gogepo.networks.accelerated import COMPILER_OPTIONS


class Rollouts(NamedTuple):
    """What one seed asked for, and the outcomes."""

    member: int
    """Its place in the population."""
    state: State
    """Its state after asking."""
    requests: Sequence[Request]
    outcomes: Sequence[Outcome]


PATIENCE = 0.2  # as a share of the time that a group took to learn


class Learners(Protocol):
    """Ask and tell for several members at once, each with its own state."""

    @property
    def patience(self) -> float:
        """How many seconds it pays to wait for more members to join a group."""
        ...

    @property
    def at_once(self) -> int:
        """The number of members that can learn in the time of one."""
        ...

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, list[Request]]]: ...

    def tell(self, played: Sequence[Rollouts]) -> list[Told]: ...

    def policy(self, member: int, state: State) -> Request: ...

    def whole(self, member: int, state: State) -> State:
        """A member's state with its networks and archive in it, to be saved before the next `tell`."""
        ...


def make_learners(
    algorithms: Sequence[Algorithm], states: Sequence[State], device: Any, deterministic: bool, episodes: int
) -> tuple[Learners, list[State]]:
    """The fastest learners for these members on this device, and the members' states for them.

    `episodes` is the number that a member may play.
    """
    if len(algorithms) > 1 and device.platform != "cpu" and algorithms[0].compiled:
        together = Together(algorithms, states, device, deterministic, episodes)
        return together, together.emptied(states)
    placed = []
    for algorithm, state in zip(algorithms, states, strict=True):
        if isinstance(state.memory, Archive):
            home = archive_home(algorithm, None)
            policies = jax.device_put(state.memory.policies, home)
            state = state._replace(memory=replace(state.memory, policies=policies))
        placed.append(state)
    return Apart(algorithms, device), placed


def archive_home(algorithm: Any, device: Any) -> Any:
    """Where the archive of a method that keeps policies lives."""
    return jax.devices("cpu")[0] if algorithm.archive_on_host else device


@dataclass(frozen=True)
class Apart:
    """Every member has networks of its own, and is exactly the run that it would be alone.

    On a CPU a vmapped round takes twice as long as its rounds one by one. Rounds of several members run in
    threads, because XLA leaves many cores idle within a round.
    """

    algorithms: Sequence[Algorithm]
    device: Any
    patience: float = 0.0
    at_once: int = field(default_factory=lambda: core_count())
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(core_count()))

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, list[Request]]]:
        return [ask(self.algorithms[member], state) for member, state in asking]

    def tell(self, played: Sequence[Rollouts]) -> list[Told]:
        if len(played) == 1:
            (each,) = played
            return [tell(self.algorithms[each.member], each.state, each.requests, each.outcomes)]
        return list(self._threads.map(self._tell, played))

    def _tell(self, each: Rollouts) -> Told:
        with jax.default_device(self.device):  # a context that new threads do not inherit
            return tell(self.algorithms[each.member], each.state, each.requests, each.outcomes)

    def policy(self, member: int, state: State) -> Request:
        return policy(self.algorithms[member], state)

    def whole(self, member: int, state: State) -> State:
        return state


class Together:
    """The networks of all members are one tree with one more axis; a group of members learns as one program.

    A group of any size is filled up to one of a few sizes, because each size is compiled anew. What a
    member computes does not depend on who else is in its group, but may depend, in the last bits, on
    the group's size: with one size alone (`deterministic`) a run can be repeated bit for bit.

    The archived policies lie side by side too, from the start in as many slots as the members may fill:
    an accelerator has no room for them twice while they grow.
    """

    def __init__(
        self,
        algorithms: Sequence[Algorithm],
        states: Sequence[State],
        device: Any,
        deterministic: bool,
        episodes: int,
    ):
        self.algorithms, self._device = algorithms, device
        self._program = unseeded(algorithms[0])
        count = len(algorithms)
        small = -(-count // 4)
        self.sizes = (small,) if deterministic else tuple(sorted({small, count}))
        self.patience, self.at_once = 0.0, count
        stacked = jax.tree.map(lambda *leaves: jnp.stack(leaves), *[state.learner for state in states])
        # Committed to the device, as batches from archives are: otherwise both kinds would be compiled.
        self._learners = jax.device_put(stacked, device)
        self._written: dict[int, np.ndarray] = {}
        """The policy of each member since it last learned, for methods that write only one."""
        self._policies: Policies | None = None
        memories = [state.memory for state in states]
        if isinstance(memories[0], Archive):
            home = archive_home(algorithms[0], device)
            with jax.default_device(home):
                each = [memory.held for memory in memories]
                together = Policies.side_by_side(each, slots_for(memories[0].capacity, episodes))
                self._policies = jax.device_put(together, home)

    def emptied(self, states: Sequence[State]) -> list[State]:
        """The states without the parts that are kept together."""
        return [
            state._replace(
                learner=None,
                memory=replace(state.memory, policies=None, seed=member) if self._policies else state.memory,
            )
            for member, state in enumerate(states)
        ]

    def ask(self, asking: Sequence[tuple[int, State]]) -> list[tuple[State, list[Request]]]:
        proposed = [self.algorithms[member].propose(state) for member, state in asking]
        weights = self._write([member for member, _ in asking], [proposal for _, proposal in proposed])
        return [
            (state, proposal.requests(each))
            for (state, proposal), each in zip(proposed, weights, strict=True)
        ]

    def tell(self, played: Sequence[Rollouts]) -> list[Told]:
        begun = time.monotonic()
        observed = [
            self.algorithms[each.member].observe(each.state, each.requests, each.outcomes) for each in played
        ]
        self._make_room(max(each.state.episodes for each in observed))
        learned: dict[int, Any] = {}
        learning = [number for number, each in enumerate(observed) if each.lesson is not None]
        for group in self._groups(learning):
            metrics = self._learn(
                [played[number].member for number in group], [observed[number] for number in group]
            )
            for number, *values in zip(group, *metrics, strict=False):  # the filling belongs to no member
                learned[number] = type(metrics)(*values)
        self.patience = PATIENCE * (time.monotonic() - begun)
        return [
            self.algorithms[each.member].told(seen.state, learned.get(number), seen.finished)
            for number, (each, seen) in enumerate(zip(played, observed, strict=True))
        ]

    def _learn(self, members: list[int], observed: list[Observed]) -> Any:
        """Make a round of a group; return the metrics, with an axis for its members."""
        for member in members:
            self._written.pop(member, None)
        indices, filling = self._indices(members)

        def stacked(values: list[Any]) -> Any:
            return jax.tree.map(lambda *leaves: np.stack(leaves), *(values + values[:1] * filling))

        lessons = stacked([each.lesson for each in observed])
        if self._policies is not None:
            precision = self._program.arithmetic.precision
            exchange = stacked([each.exchange for each in observed])
            self._policies, drawn = store_and_draw(self._policies, indices, exchange, precision)
            lessons = lessons._replace(drawn=drawn)
        lessons = jax.device_put(lessons, self._device)
        self._learners, metrics = _learn(self._program, self._learners, indices, lessons)
        return jax.device_get(metrics)

    def _make_room(self, stored: int) -> None:
        """Grow the archives where members play more episodes than was expected."""
        policies = self._policies
        if policies is None:
            return
        capacity = self.algorithms[0].config.archive_capacity
        if stored > policies.slots < capacity:
            each = [
                Policies(policies.weights[n : n + 1], policies.returns[n : n + 1])
                for n in range(len(self.algorithms))
            ]
            self._policies = Policies.side_by_side(each, slots_for(capacity, stored))

    def policy(self, member: int, state: State) -> Request:
        proposal = self.algorithms[member].propose_policy(state, None)
        (request,) = proposal.requests(self._write([member], [proposal])[0])
        return request

    def whole(self, member: int, state: State) -> State:
        learner = _member(self._learners, member)
        if self._policies is None:
            return state._replace(learner=learner)
        memory = replace(state.memory, policies=self._policies)
        return state._replace(learner=learner, memory=memory)

    def _write(self, members: list[int], proposals: list[Proposal]) -> list[np.ndarray]:
        if proposals[0].inputs != ():
            return self._write_anew(members, proposals)
        unknown = [number for number, member in enumerate(members) if member not in self._written]
        if unknown:
            unknown_members = [members[number] for number in unknown]
            written = self._write_anew(unknown_members, [proposals[number] for number in unknown])
            self._written.update(zip(unknown_members, written, strict=True))
        return [self._written[member] for member in members]

    def _write_anew(self, members: list[int], proposals: list[Proposal]) -> list[np.ndarray]:
        written: list[np.ndarray] = []
        for group in self._groups(range(len(members))):
            indices, filling = self._indices([members[number] for number in group])
            chosen = [proposals[number].inputs for number in group]
            stacked = jax.tree.map(lambda *values: np.stack(values), *(chosen + chosen[:1] * filling))
            policies = _write(self._program, self._learners, indices, stacked)
            written += list(np.asarray(policies)[: len(group)])
        return written

    def _groups(self, items: Sequence[Any]) -> list[Any]:
        """Split items into groups with little filling: a large group pays from half full on."""
        size = self.sizes[0] if len(items) <= 2 * self.sizes[0] else self.sizes[-1]
        return [items[start : start + size] for start in range(0, len(items), size)]

    def _indices(self, members: list[int]) -> tuple[np.ndarray, int]:
        """The members of a group filled up to its size, and how many places are filling."""
        size = next(size for size in self.sizes if size >= len(members))
        filling = size - len(members)
        return np.array(members + [len(self.algorithms)] * filling, np.int32), filling


def _members(learners: Any, indices: Int[Array, " group"]) -> Any:
    return jax.tree.map(lambda leaf: leaf.at[indices].get(mode="clip"), learners)


@jax.jit
def _member(learners: Any, index: Int[Array, ""]) -> Any:
    return jax.tree.map(lambda leaf: leaf[index], learners)


@partial(jax.jit, static_argnums=0)
def _write(algorithm: Algorithm, learners: Any, indices: Int[Array, " group"], inputs: Any) -> Array:
    return jax.vmap(algorithm.write)(_members(learners, indices), inputs)


@partial(jax.jit, static_argnums=0, donate_argnums=1, compiler_options=COMPILER_OPTIONS)
def _learn(
    algorithm: Algorithm, learners: Any, indices: Int[Array, " group"], lessons: Any
) -> tuple[Any, Any]:
    """A round of a group. An index beyond the last member is filling: its result is dropped."""
    learned, metrics = jax.vmap(algorithm.learn)(_members(learners, indices), lessons)
    learners = jax.tree.map(
        lambda before, after: before.at[indices].set(after, mode="drop"), learners, learned
    )
    return learners, metrics
