"""What every method declares, and `ask` and `tell`, which are derived from it.

    state = init(algorithm)
    state, requests = ask(algorithm, state)                  # to be played, in any order, anywhere
    state, metrics, finished = tell(algorithm, state, requests, outcomes)
    request = policy(algorithm, state, command)              # without exploration

A method has a part on the host, `propose` and `observe`, and a part on the device, the pure functions
`write` and `learn`. Here they run for one seed; training/learners.py runs them for many.

A state is a value: the same state leads to the same numbers. `tell` consumes the memory and the networks
of the state that it is given.
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
    """How many episodes it has been told of."""
    attempts: int
    """How many episodes it has asked for: more than `episodes` where an environment misbehaved."""


class Proposal(NamedTuple):
    """Policies to be played, except for their weights, which the device has yet to write."""

    inputs: Any
    """What `write` reads besides the learner; () if nothing."""
    requests: Callable[[Float[np.ndarray, " weights"]], list[Request]]
    """Makes the requests when the weights are known."""


class Finished(NamedTuple):
    """An episode that has ended, and the position of the request that ended it."""

    position: int
    episode: Episode


class Observed(NamedTuple):
    """What the host makes of rollouts."""

    state: State
    lesson: Any
    """What a round of updates learns from, as arrays; None if no round is due."""
    finished: list[Finished]
    exchange: Exchange | None = None
    """What a round stores in the archive and reads from it, if the method keeps policies."""


class Told(NamedTuple):
    """The result of `tell`."""

    state: State
    metrics: dict[str, float]
    """Metrics of the round of updates; empty if there was none."""
    finished: list[Finished]


class Sizes(NamedTuple):
    """The memory that a method needs, known before it is taken: a file's config may ask for anything."""

    parameters: int
    """Numbers in all networks."""
    learner: int
    """Numbers in a learner: networks and optimisers."""
    working: int
    """Numbers that asking and a round of updates hold at once, besides the learner."""
    policy: int = 0
    """Numbers in one archived policy."""
    memory: int = 0
    """The most bytes of any other memory."""


@runtime_checkable
class Algorithm(Protocol):
    """A method. The class of its config declares what it can do."""

    config: Any
    """Its settings, of which none is None any more."""
    shape: PolicyShape
    seed: int
    metrics: ClassVar[tuple[str, ...]]
    compiled: ClassVar[bool] = True
    """Whether `write` and `learn` are JAX, to be compiled; otherwise they are NumPy."""

    @classmethod
    def make(cls, config: Any, shape: PolicyShape, run: RunConfig, arithmetic: Arithmetic) -> Algorithm:
        """Make the method with these settings for a run, computed with this arithmetic."""
        ...

    def init_learner(self) -> Any:
        """Networks and optimisers, in the form that is fastest to compute with."""
        ...

    def init_memory(self) -> Any: ...

    def sizes(self) -> Sizes: ...

    # On the host

    def propose(self, state: State) -> tuple[State, Proposal]:
        """Choose what to try next."""
        ...

    def propose_policy(self, state: State, command: float | None) -> Proposal:
        """The policy for a command, without exploration; by default the best one known."""
        ...

    def learns(self, state: State, outcomes: Sequence[Outcome]) -> bool:
        """Whether a round of updates follows from these outcomes."""
        return any(isinstance(outcome, Episode) for outcome in outcomes)

    def observe(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Observed:
        """Take note of rollouts, and gather what a round learns from."""
        ...

    def told(self, state: State, metrics: Any, finished: list[Finished]) -> Told:
        """Report a round; `metrics` is None if there was none."""
        return Told(state, {} if metrics is None else metrics._asdict(), finished)

    # On the device: pure functions of arrays and of the settings, compiled for one seed or for many

    def write(self, learner: Any, inputs: Any) -> Any:
        """The flat weights of a policy."""
        ...

    def learn(self, learner: Any, lesson: Any) -> tuple[Any, Any]:
        """Make a round of updates: return the learner after it, and its metrics."""
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
    """A method with an archive; its lessons have a field `drawn`."""

    arithmetic: Arithmetic
    archive_on_host: bool
    """Whether the archive is in main memory, because that of the accelerator is too small."""


def known(value: Any) -> Any:
    """The value of a setting that a preset has filled in."""
    assert value is not None
    return value


def init(algorithm: Algorithm) -> State:
    """The state before the first episode."""
    moments = Moments.empty(algorithm.shape.observation_size)
    return State(algorithm.init_learner(), algorithm.init_memory(), moments, -np.inf, 0, 0)


def note(state: State, episodes: Sequence[Episode], normalize: bool) -> State:
    """Count these episodes in: number, best return and, if normalising, moments (D10)."""
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
    """The episodes among outcomes that hold no parts of episodes."""
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
    """Store one more policy, and give the lesson the drawn ones."""
    archive: Archive = state.memory.with_room(state.episodes - 1)
    precision = algorithm.arithmetic.precision
    policies, drawn = store_and_draw(archive.held, np.int32(archive.seed), exchange, precision)
    if algorithm.archive_on_host:
        drawn = jax.device_put(drawn, jax.config.jax_default_device)  # pyright: ignore[reportAttributeAccessIssue]
    return replace(archive, policies=policies), lesson._replace(drawn=drawn)


def write_on_device(algorithm: Algorithm) -> Callable[[Any, Any], Any]:
    """`write`, compiled if it is JAX."""
    if not algorithm.compiled:
        return algorithm.write
    return partial(_compiled_write(type(algorithm).write), unseeded(algorithm))


def learn_on_device(algorithm: Algorithm) -> Callable[[Any, Any], tuple[Any, Any]]:
    """`learn`, compiled if it is JAX. Consumes the learner."""
    if not algorithm.compiled:
        return algorithm.learn
    return partial(_compiled_learn(type(algorithm).learn), unseeded(algorithm))


def unseeded(algorithm: Any) -> Any:
    """The method with seed 0, so that all seeds share its compiled programs."""
    return replace(algorithm, seed=0)


@functools.cache
def _compiled_write(write: Any) -> Any:
    return jax.jit(write, static_argnums=0)


@functools.cache
def _compiled_learn(learn: Any) -> Any:
    return jax.jit(learn, static_argnums=0, donate_argnums=1, compiler_options=COMPILER_OPTIONS)
