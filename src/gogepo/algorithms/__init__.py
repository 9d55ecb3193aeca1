"""The methods, each complete in its file. What they share: ask for rollouts, be told how they went, learn.

    state = algorithm.init()
    state, requests = algorithm.ask(state)                 # to be played, in any order, anywhere
    state, metrics, finished = algorithm.tell(state, requests, outcomes)
    request = algorithm.policy(state, command)             # without exploration

A state is a value: given back unchanged it leads to the same numbers again. `tell` may reuse the
memory of the state that it was given, so that one is spent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np

from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, EpisodeFault, Request
from gogepo.types import PolicyShape

Outcome = Episode | EpisodeFault


class State(NamedTuple):
    """All of a run's learning state."""

    learner: Any
    """What updates move: networks and their optimisers, on the device."""
    memory: Any
    """What a method keeps of its rollouts; None if nothing."""
    moments: Moments
    """Of all observations seen in training."""
    best_return: float
    """Highest training return so far; minus infinity before the first episode."""
    episodes: int
    """Episodes told."""
    attempts: int
    """Episodes asked for: more than `episodes` where an environment misbehaved."""
    begun: int = 0
    """Episodes told before what is learned now was begun: GoGePo may begin anew (D30)."""
    risen_at: int = 0
    """Episodes told when the best return had last risen by GoGePo's drive, if it may begin anew."""
    risen_to: float = -np.inf
    """The best return then."""

    @property
    def heard(self) -> int:
        """Episodes that what is learned now has been told."""
        return self.episodes - self.begun


class Finished(NamedTuple):
    """An episode that came to its end, and which of the requests ended it."""

    position: int
    episode: Episode


class Told(NamedTuple):
    """What came of being told."""

    state: State
    metrics: dict[str, float]
    """Of the updates that were made; empty if there were none."""
    finished: list[Finished]


class Algorithm(Protocol):
    """A method. `metrics` names what `tell` reports; `commandable`, whether `policy` obeys a command."""

    @property
    def config(self) -> Any: ...

    @property
    def shape(self) -> PolicyShape: ...

    @property
    def seed(self) -> int: ...

    metrics: ClassVar[tuple[str, ...]]
    commandable: ClassVar[bool]

    def init(self) -> State: ...

    def init_learner(self) -> Any: ...

    def parameter_count(self) -> int:
        """Of all networks, known without making them: a file's config may ask for anything."""
        ...

    def state_size(self) -> int:
        """Numbers in a learner: networks and optimisers."""
        ...

    def working_size(self) -> int:
        """Numbers that asking and a round of updates hold at once, beside the learner."""
        ...

    def memory_size(self) -> int:
        """The most bytes that `memory.arrays()` can have."""
        ...

    def read_memory(self, arrays: dict[str, np.ndarray]) -> Any:
        """The inverse of `memory.arrays()`; raises a ValueError for what cannot be."""
        ...

    def ask(self, state: State) -> tuple[State, list[Request]]: ...

    def tell(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Told: ...

    def policy(self, state: State, command: float | None = None) -> Request: ...


def known(value: Any) -> Any:
    """A setting that was None until the environment's preset filled it in."""
    assert value is not None
    return value


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
