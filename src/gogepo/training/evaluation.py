"""How good a policy is: the mean return of a few seeded episodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gogepo.engines import Job, Outcome
from gogepo.envs.rollout import Episode, Request
from gogepo.seeding import Stream, reset_seed


@dataclass(frozen=True)
class Evaluation:
    """The command of one policy and the returns of its episodes, both kinds."""

    command: float
    env_returns: list[float]
    training_returns: list[float]
    faults: int
    """Episodes that were dropped because the environment misbehaved."""

    @property
    def env_return(self) -> float:
        """Mean return as the environment paid it; NaN if every episode was dropped."""
        return float(np.mean(self.env_returns)) if self.env_returns else float("nan")

    @property
    def training_return(self) -> float:
        """Mean return without survival bonus: the one that commands are about."""
        return float(np.mean(self.training_returns)) if self.training_returns else float("nan")

    @staticmethod
    def of(command: float, outcomes: list[Outcome]) -> Evaluation:
        episodes = [outcome for outcome in outcomes if isinstance(outcome, Episode)]
        return Evaluation(
            command,
            [episode.env_return for episode in episodes],
            [episode.training_return for episode in episodes],
            len(outcomes) - len(episodes),
        )


def evaluation_job(request: Request, run_seed: int, stream: Stream, first: int, episodes: int) -> Job:
    """A job of the episodes `first`, `first` + 1, ... of the stream."""
    numbers = range(first, first + episodes)
    return Job(request, tuple(reset_seed(run_seed, stream, number) for number in numbers))
