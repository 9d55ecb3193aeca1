"""The one loop: ask, play, tell, and evaluate when due. It writes nothing and prints nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import jax
import numpy as np

from gogepo.algorithms.gogepo import State
from gogepo.engines import Engine
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import EpisodeFault, Request
from gogepo.seeding import reset_seed
from gogepo.training.evaluation import Evaluation, evaluate
from gogepo.training.experiment import Experiment


@dataclass(frozen=True)
class EpisodeEvent:
    """One episode played and learned from. Field names are those in metrics.jsonl (docs/metrics.md)."""

    episode: int
    env_steps: int
    command: float
    env_return: float
    training_return: float
    best_return: float
    episode_steps: int
    terminated: bool
    seed: int
    attempt: int
    predicted_return: float
    evaluator_loss: float
    generator_loss: float
    evaluator_gradient_norm: float
    generator_gradient_norm: float
    skipped_updates: int


@dataclass(frozen=True)
class EvaluationEvent:
    """The policy for the best return so far, evaluated without noise."""

    episode: int
    env_steps: int
    command: float
    env_return: float
    training_return: float
    env_returns: list[float]
    training_returns: list[float]
    faults: int


@dataclass(frozen=True)
class FaultEvent:
    """An episode that was dropped because the environment misbehaved."""

    attempt: int
    env_steps: int
    seed: int
    kind: str
    detail: str
    episode_steps: int


Event = EpisodeEvent | EvaluationEvent | FaultEvent


@dataclass(frozen=True)
class Played:
    """What it takes to play an archived policy again exactly as it was played."""

    attempt: int
    normalizer: Normalizer


@dataclass
class Progress:
    """Where a run stands: with the config, all there is to save."""

    state: State
    env_steps: int = 0
    last_evaluated: int = 0
    """env_steps at the last evaluation."""
    faults: int = 0
    consecutive_faults: int = 0
    skipped_updates: int = 0
    played: dict[int, Played] = field(default_factory=dict)
    """By number of the episode, for the episodes whose policies are in the archive."""


class Trainer:
    """Plays algorithm 1 event by event; between two events its progress may be saved."""

    def __init__(self, experiment: Experiment, engine: Engine, progress: Progress | None = None):
        self.experiment, self.engine = experiment, engine
        with jax.default_device(experiment.device):
            self.progress = progress or Progress(experiment.algorithm.init())
        self.last_request: Request | None = None
        """The policy of the newest episode, dropped ones included."""

    def events(self, env_steps: int) -> Iterator[Event]:
        """Train until `env_steps` steps have been played in all (D17); an evaluation comes when due.

        Between any two events `progress` may be saved, and a run continued from it goes on as
        if it had never stopped.
        """
        while True:
            with jax.default_device(self.experiment.device):
                if self._evaluation_due(env_steps):
                    event: Event = self._evaluate()
                elif self.progress.env_steps < env_steps:
                    event = self._play_one()
                else:
                    return
            yield event

    def _evaluation_due(self, env_steps: int) -> bool:
        """At every multiple of the interval that training has passed, and at the end (D16)."""
        progress, interval = self.progress, self.experiment.config.evaluate_every
        assert interval is not None  # filled in when the experiment was built
        if progress.state.episodes == 0 or progress.env_steps == progress.last_evaluated:
            return False
        passed = progress.env_steps // interval > progress.last_evaluated // interval
        return passed or progress.env_steps >= env_steps

    def _play_one(self) -> EpisodeEvent | FaultEvent:
        progress, algorithm = self.progress, self.experiment.algorithm
        state, request = algorithm.ask(progress.state)
        self.last_request = request
        seed = reset_seed(self.experiment.config.seed, "episode", request.index)
        try:
            if not np.isfinite(request.weights).all():
                raise EpisodeFault("weights", "the generator wrote weights that are not finite", 0)
            episode = self.engine.play(request, seed)
        except EpisodeFault as fault:
            progress.state = state
            progress.faults += 1
            progress.consecutive_faults += 1
            progress.env_steps += fault.env_steps
            return FaultEvent(
                request.index, progress.env_steps, seed, fault.kind, fault.detail, fault.env_steps
            )
        number = state.episodes
        progress.state, metrics = algorithm.tell(state, request, episode)
        progress.played[number] = Played(request.index, request.normalizer)
        progress.played.pop(number - self.experiment.config.algorithm.archive_capacity, None)
        progress.env_steps += episode.env_steps
        progress.consecutive_faults = 0
        metrics = jax.device_get(metrics)
        progress.skipped_updates += int(metrics.skipped_updates)
        return EpisodeEvent(
            episode=progress.state.episodes,
            env_steps=progress.env_steps,
            command=request.command,
            env_return=episode.env_return,
            training_return=episode.training_return,
            best_return=progress.state.best_return,
            episode_steps=episode.env_steps,
            terminated=episode.terminated,
            seed=seed,
            attempt=request.index,
            predicted_return=float(metrics.predicted_return),
            evaluator_loss=float(metrics.evaluator_loss),
            generator_loss=float(metrics.generator_loss),
            evaluator_gradient_norm=float(metrics.evaluator_gradient_norm),
            generator_gradient_norm=float(metrics.generator_gradient_norm),
            skipped_updates=int(metrics.skipped_updates),
        )

    def _evaluate(self) -> EvaluationEvent:
        progress, config = self.progress, self.experiment.config
        request = self.experiment.algorithm.policy(progress.state)
        result: Evaluation = evaluate(
            self.engine,
            request,
            run_seed=config.seed,
            stream="evaluation",
            first=progress.state.episodes * config.evaluation_episodes,
            episodes=config.evaluation_episodes,
        )
        progress.last_evaluated = progress.env_steps
        return EvaluationEvent(
            episode=progress.state.episodes,
            env_steps=progress.env_steps,
            command=result.command,
            env_return=result.env_return,
            training_return=result.training_return,
            env_returns=result.env_returns,
            training_returns=result.training_returns,
            faults=result.faults,
        )
