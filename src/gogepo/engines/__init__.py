"""Who plays the episodes. An engine turns jobs into outcomes, the same whoever plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from gogepo.envs.rollout import Episode, EpisodeFault, Request
from gogepo.envs.spaces import Interface

Outcome = Episode | EpisodeFault


@dataclass(frozen=True, eq=False)
class Job:
    """A policy to be played once from each of these resets."""

    request: Request
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Done:
    """A job that has been played: for each seed an episode, or why there is none."""

    job: Job
    outcomes: list[Outcome]


@runtime_checkable
class Engine(Protocol):
    """Plays jobs in any order. What a job gives depends on the job alone."""

    interface: Interface

    def submit(self, job: Job) -> None:
        """Take a job. Returns at once."""
        ...

    def collect(self, wait: float | None = None) -> Done | None:
        """A finished job, waited for, at most so many seconds; None if there is none."""
        ...

    def cancel(self) -> None:
        """Forget all jobs that were submitted and not collected."""
        ...

    def close(self) -> None: ...


def play_all(engine: Engine, request: Request, seeds: tuple[int, ...]) -> list[Outcome]:
    """Play one policy on an engine that has nothing else to do."""
    engine.submit(Job(request, seeds))
    done = engine.collect()
    assert done is not None  # a job is under way
    return done.outcomes


def play(engine: Engine, request: Request, seed: int) -> Episode:
    """One episode; raises `EpisodeFault` where the environment misbehaves."""
    (outcome,) = play_all(engine, request, (seed,))
    if isinstance(outcome, EpisodeFault):
        raise outcome
    return outcome
