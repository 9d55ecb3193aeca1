"""What every method declares, and ask and tell derived from it.

    state = init(algorithm)
    state, requests = ask(algorithm, state)                  # to be played, in any order, anywhere
    state, metrics, finished = tell(algorithm, state, requests, outcomes)
    request = policy(algorithm, state, command)              # without exploration

A method has a part on the host, `propose` and `observe`, and a part on the device, the pure functions
`write` and `learn`. Here one seed at a time goes through them; training/learners.py takes many seeds.

A state is a value: given back unchanged it leads to the same numbers again. `tell` consumes the memory
and the networks of the state that it is given.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

import jax
import numpy as np
from jaxtyping import Float

from gogepo.config import RunConfig
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, EpisodeFault, Request
from gogepo.memory.archive import Archive, Exchange, store_and_draw
from gogepo.networks.accelerated import COMPILER_OPTIONS
from gogepo.networks.arithmetic import Arithmetic
from gogepo.types import PolicyShape

Outcome = Episode | EpisodeFault


class State(NamedTuple):
    """All of a run's learning state."""

    learner: Any
    """Networks and their optimisers, on the device."""
    memory: Any
    """What a method keeps of its rollouts (memory/); None if nothing."""
    moments: Moments
    """Moments of all observations seen in training."""
    best_return: float
    """Highest training return so far; minus infinity before the first episode."""
    episodes: int
    """Episodes told."""
    attempts: int
    """Episodes asked for: more than `episodes` where an environment misbehaved."""


class Proposal(NamedTuple):
    """Policies to be played, but for the weights that the device is yet to write."""

    inputs: Any
    """What `write` reads beside the learner; () if nothing."""
    requests: Callable[[Float[np.ndarray, " weights"]], list[Request]]
    """The requests, given the weights."""


class Finished(NamedTuple):
    """An episode that came to its end, and which of the requests ended it."""

    position: int
    episode: Episode


class Observed(NamedTuple):
    """What follows from rollouts on the host."""

    state: State
    lesson: Any
    """What a round of updates learns from, arrays only; None if no round is due."""
    finished: list[Finished]
    exchange: Exchange | None = None
    """What a round stores in the archive and reads from it, for methods that keep policies."""


class Told(NamedTuple):
    """What came of being told."""

    state: State
    metrics: dict[str, float]
    """Metrics of the updates that were made; empty if there were none."""
    finished: list[Finished]


class Sizes(NamedTuple):
    """What a method takes of memory, known without making it: a file's config may ask for anything."""

    parameters: int
    """Numbers in all networks."""
    learner: int
    """Numbers in a learner: networks and optimisers."""
    working: int
    """Numbers that asking and a round of updates hold at once, beside the learner."""
    policy: int = 0
    """Numbers that one archived policy takes."""
    memory: int = 0
    """The most bytes that any other memory takes."""


@runtime_checkable
class Algorithm(Protocol):
    """A method. Its capabilities stand on the class of its config."""

    config: Any
    """Its settings, with no field None any more."""
    shape: PolicyShape
    seed: int
    metrics: ClassVar[tuple[str, ...]]
    compiled: ClassVar[bool] = True
    """Whether `write` and `learn` are JAX; otherwise they are NumPy and run as they are."""

    @classmethod
    def make(cls, config: Any, shape: PolicyShape, run: RunConfig, arithmetic: Arithmetic) -> Algorithm:
        """The method with these settings, for a run and computed with this arithmetic."""
        ...

    def init_learner(self) -> Any:
        """Networks and optimisers, in the form that is fastest to compute with."""
        ...

    def init_memory(self) -> Any: ...

    def sizes(self) -> Sizes: ...

    # On the host

    def propose(self, state: State) -> tuple[State, Proposal]:
        """What to try next."""
        ...

    def propose_policy(self, state: State, command: float | None) -> Proposal:
        """The one policy for a command, without exploration; by default the best one known."""
        ...

    def learns(self, state: State, outcomes: Sequence[Outcome]) -> bool:
        """Whether a round of updates follows from these outcomes."""
        return any(isinstance(outcome, Episode) for outcome in outcomes)

    def observe(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Observed:
        """Take note of rollouts."""
        ...

    def told(self, state: State, metrics: Any, finished: list[Finished]) -> Told:
        """The end of a round; `metrics` is None if there was none."""
        return Told(state, {} if metrics is None else metrics._asdict(), finished)

    # On the device: pure functions of arrays and of the settings, compiled for one seed or for many

    def write(self, learner: Any, inputs: Any) -> Any:
        """The flat weights of a policy."""
        ...

    def learn(self, learner: Any, lesson: Any) -> tuple[Any, Any]:
        """A round of updates: the learner after it, and its metrics."""
        ...

    # In files

    def saved(self, learner: Any) -> Any:
        """The learner as a tree whose leaves are the arrays of a file."""
        return learner

    def restored(self, tree: Any) -> Any:
        """The inverse of `saved`."""
        return tree


@runtime_checkable
class PolicyKeeper(Algorithm, Protocol):
    """A method with an archive, whose lessons have a field `drawn`."""

    arithmetic: Arithmetic
    archive_on_host: bool
    """Keep the archive in main memory, because an accelerator's is too small for it."""


def known(value: Any) -> Any:
    """A setting that was None until a preset filled it in."""
    assert value is not None
    return value


def init(algorithm: Algorithm) -> State:
    """The state before the first episode."""
    moments = Moments.empty(algorithm.shape.observation_size)
    return State(algorithm.init_learner(), algorithm.init_memory(), moments, -np.inf, 0, 0)


def note(state: State, episodes: Sequence[Episode], normalize: bool) -> State:
    """The state with its counters, its best return and its moments (D10) brought up to these episodes."""
    moments = state.moments
    if normalize:
        for episode in episodes:
            moments = moments.merge(episode.moments)
    return state._replace(
        moments=moments,
        best_return=max([state.best_return, *(episode.training_return for episode in episodes)]),
        episodes=state.episodes + len(episodes),
    )


def finished_in(outcomes: Sequence[Outcome]) -> list[Finished]:
    """The episodes among outcomes, none of which is a part of one."""
    return [Finished(place, each) for place, each in enumerate(outcomes) if isinstance(each, Episode)]


def ask(algorithm: Algorithm, state: State) -> tuple[State, list[Request]]:
    """Policies to be tried, with exploration."""
    after, proposal = algorithm.propose(state)
    return after, proposal.requests(_written(algorithm, state, proposal))


def policy(algorithm: Algorithm, state: State, command: float | None = None) -> Request:
    """The policy for a command, without exploration."""
    proposal = algorithm.propose_policy(state, command)
    (request,) = proposal.requests(_written(algorithm, state, proposal))
    return request


def tell(
    algorithm: Algorithm, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]
) -> Told:
    """Take note of rollouts, and learn if a round is due. Consumes `state`."""
    state, lesson, finished, exchange = algorithm.observe(state, requests, outcomes)
    if lesson is None:
        return algorithm.told(state, None, finished)
    if exchange is not None:
        archive, lesson = _exchanged(algorithm, state, exchange, lesson)
        state = state._replace(memory=archive)
    learner, metrics = learn_on_device(algorithm)(state.learner, lesson)
    return algorithm.told(state._replace(learner=learner), jax.device_get(metrics), finished)


def _written(algorithm: Algorithm, state: State, proposal: Proposal) -> Float[np.ndarray, " weights"]:
    # A copy: on a CPU `asarray` is a view of memory that the next round overwrites.
    return np.array(write_on_device(algorithm)(state.learner, proposal.inputs))


def _exchanged(algorithm: Any, state: State, exchange: Exchange, lesson: Any) -> tuple[Archive, Any]:
    """One more policy stored, and those drawn that the lesson is about."""
    archive: Archive = state.memory.with_room(state.episodes - 1)
    precision = algorithm.arithmetic.precision
    policies, drawn = store_and_draw(archive.held, np.int32(archive.seed), exchange, precision)
    if algorithm.archive_on_host:
        drawn = jax.device_put(drawn, jax.config.jax_default_device)  # pyright: ignore[reportAttributeAccessIssue]
    return replace(archive, policies=policies), lesson._replace(drawn=drawn)


def write_on_device(algorithm: Algorithm) -> Callable[[Any, Any], Any]:
    """`write`, compiled."""
    if not algorithm.compiled:
        return algorithm.write
    return partial(_compiled_write(type(algorithm).write), unseeded(algorithm))


def learn_on_device(algorithm: Algorithm) -> Callable[[Any, Any], tuple[Any, Any]]:
    """`learn`, compiled. Consumes the learner."""
    if not algorithm.compiled:
        return algorithm.learn
    return partial(_compiled_learn(type(algorithm).learn), unseeded(algorithm))


def unseeded(algorithm: Any) -> Any:
    """The same for every seed, so that seeds share its compiled programs."""
    return replace(algorithm, seed=0)


@functools.cache
def _compiled_write(write: Any) -> Any:
    return jax.jit(write, static_argnums=0)


@functools.cache
def _compiled_learn(learn: Any) -> Any:
    return jax.jit(learn, static_argnums=0, donate_argnums=1, compiler_options=COMPILER_OPTIONS)
