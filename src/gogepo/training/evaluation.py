"""How good a policy is: the mean return of a few seeded episodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gogepo.engines import Engine
from gogepo.envs.rollout import EpisodeFault, Request
from gogepo.seeding import Stream, reset_seed


@dataclass(frozen=True)
class Evaluation:
    """Returns of the episodes of one policy, both kinds, and what was asked of it."""

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


def evaluate(
    engine: Engine, request: Request, *, run_seed: int, stream: Stream, first: int, episodes: int
) -> Evaluation:
    """Play `episodes` episodes, numbers `first`, `first` + 1, ... of the stream."""
    env_returns, training_returns, faults = [], [], 0
    for index in range(first, first + episodes):
        try:
            episode = engine.play(request, reset_seed(run_seed, stream, index))
        except EpisodeFault:
            faults += 1
            continue
        env_returns.append(episode.env_return)
        training_returns.append(episode.training_return)
    return Evaluation(request.command, env_returns, training_returns, faults)
