"""The library's front door: methods that learn, and give policies."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from typing import Any, ClassVar, Literal, Self

import jax
import numpy as np

from gogepo.algorithms.protocol import policy as policy_for
from gogepo.config import ARSConfig, DDPGConfig, Device, GoGePoConfig, Limits, RunConfig, UDRLConfig
from gogepo.engines.inline import InlineEngine
from gogepo.envs.rollout import Request
from gogepo.envs.tasks import EnvFactory
from gogepo.inputs import InputError, build_settings, parse_command
from gogepo.policy import Policy
from gogepo.records.calibration import Calibration, CalibrationPoint
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RECORDS, RunDirectory
from gogepo.training.evaluation import Evaluation, evaluation_job
from gogepo.training.experiment import FROM_CALLABLE, Experiment, build
from gogepo.training.loop import Event, FaultEvent, Progress, Trainer
from gogepo.training.signals import HeldSignals

Callback = Callable[[Event], bool | None]
"""Called after every episode and evaluation; returning False stops training."""


class Method:
    """What every method can do: learn, be evaluated, give policies, be saved and loaded.

    `env` is an id or a callable that makes an environment. Every hyperparameter of the method's config is
    a keyword; the step budget is an argument of `learn`.
    """

    config_class: ClassVar[type[Any]]

    def __init__(
        self,
        env: str | EnvFactory,
        *,
        seed: int = 0,
        return_range: tuple[float, float] | Literal["auto"] | None = None,
        survival_bonus: float | None = None,
        evaluate_every: int | None = None,
        evaluation_episodes: int = 10,
        device: Device = "auto",
        **hyperparameters: Any,
    ):
        known = {field.name for field in dataclasses.fields(self.config_class)}
        if unknown := sorted(set(hyperparameters) - known):
            raise InputError(
                f"no hyperparameter is called {unknown[0]!r}; there are: {', '.join(sorted(known))}"
            )
        hyperparameters = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in hyperparameters.items()
        }
        config = RunConfig(
            env=env if isinstance(env, str) else _factory_name(env),
            seed=seed,
            return_range=return_range,
            survival_bonus=survival_bonus,
            evaluate_every=evaluate_every,
            evaluation_episodes=evaluation_episodes,
            device=device,
            algorithm=build_settings(self.config_class, hyperparameters, "the call"),
        )
        self._set_up(build(config, None if isinstance(env, str) else env), None)

    def _set_up(self, experiment: Experiment, progress: Progress | None) -> None:
        config = experiment.config
        self.experiment = experiment
        self._engine = InlineEngine(
            experiment.factory, config.algorithm.network, config.survival_bonus or 0.0
        )
        self._trainer = Trainer([experiment], self._engine, [progress])

    @property
    def config(self) -> RunConfig:
        """The settings, with everything that was left open filled in."""
        return self.experiment.config

    @property
    def progress(self) -> Progress:
        return self._trainer.progress()

    @property
    def env_steps(self) -> int:
        """Environment steps trained so far."""
        return self.progress.env_steps

    @property
    def best_return(self) -> float:
        """Highest training return seen so far."""
        return self.progress.state.best_return

    def learn(self, env_steps: int | None = None, callback: Callback | None = None) -> Self:
        """Train for `env_steps` more environment steps (by default the task's budget)."""
        more = env_steps if env_steps is not None else self.config.env_steps or 0
        if more < 1:
            raise InputError(f"env_steps must be at least 1, not {more}")
        most_faults = Limits().max_consecutive_faults
        with HeldSignals() as signals:
            for events in self._trainer.events(self.env_steps + more, signals.update):
                wanted = [callback is None or callback(event) is not False for _, event in events]
                for _, event in events:
                    if isinstance(event, FaultEvent) and self.progress.consecutive_faults >= most_faults:
                        raise InputError(
                            f"the environment misbehaves again and again; the last time: {event.detail}"
                        )
                if not all(wanted):
                    break
        return self

    def generate(self, command: float | None = None) -> Policy:
        """The policy for a commanded return (without survival bonus); by default the best one known."""
        return Policy.of(self._engine.interface, self._request(command), self.config.env)

    def _request(self, command: float | None) -> Request:
        algorithm = self.experiment.algorithm
        if command is not None:
            command = parse_command(command)
            if not self.config.algorithm.commandable:
                name = self.config.algorithm.label
                raise InputError(f"{name} learns one policy and obeys no command; leave the command out")
        with jax.default_device(self.experiment.device):
            return policy_for(algorithm, self.progress.state, command)

    def evaluate(self, command: float | None = None, episodes: int = 10, first: int = 0) -> Evaluation:
        """Play the policy for a command; episodes are numbered from `first`, so the same are the same."""
        if episodes < 1:
            raise InputError(f"--episodes must be at least 1, not {episodes}")
        request = self._request(command)
        job = evaluation_job(request, self.config.seed, "measurement", first, episodes)
        # Not as a job: within a callback of `learn` the engine has others under way.
        return Evaluation.of(request.command, self._engine.play_all(request, job.seeds))

    def predict_return(self, policy: Policy) -> float:
        """What the evaluator expects of a policy; NaN for a method that has no evaluator."""
        algorithm = self.experiment.algorithm
        if not self.config.algorithm.writes_policies:
            return float("nan")
        with jax.default_device(self.experiment.device):
            predicted = algorithm.predict_return(self.progress.state, policy.weights[None])
        return float(predicted[0])

    def calibrate(
        self, commands: int = 21, episodes: int = 10, on_point: Callable[[], None] = lambda: None
    ) -> Calibration:
        """Ask for `commands` returns over the task's range and measure what each policy achieves."""
        check_counts(commands, episodes)
        learned_range = self.learned_range
        points = []
        for command in np.linspace(*self.config.known_return_range, commands):
            predicted = self.predict_return(self.generate(command))
            result = self.evaluate(command, episodes)
            points.append(
                CalibrationPoint(float(command), result.training_returns, result.env_returns, predicted)
            )
            on_point()
        return Calibration(self.config.seed, self.env_steps, learned_range, points)

    @property
    def learned_range(self) -> tuple[float, float]:
        """Lowest and highest training return that the method remembers and learns from."""
        state, algorithm = self.progress.state, self.experiment.algorithm
        if not self.config.algorithm.commandable:
            name = self.config.algorithm.label
            raise InputError(f"{name} obeys no command, so there is nothing to calibrate")
        if state.episodes == 0:
            raise InputError("nothing has been learned yet; train first")
        returns = algorithm.remembered_returns(state)
        return float(returns.min()), float(returns.max())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a run directory that `load` and the command line read."""
        with RunDirectory.create(path, self.config) as run:
            CheckpointStore(run).save(self.experiment, self.progress, dict.fromkeys(RECORDS, 0))

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        *,
        env: EnvFactory | None = None,
        device: Device | None = None,
        seed: int | None = None,
        latest_valid: bool = False,
    ) -> Method:
        """Read a run directory, of a population that of one `seed`; the method is the run's.

        A run whose environment was a callable needs it again as `env`.
        """
        run = RunDirectory.open(path).member(seed)
        loaded = runs.read(run, env=env, device=device, latest_valid=latest_valid)
        method = METHODS[loaded.experiment.config.algorithm_name]
        model = method.__new__(method)
        model._set_up(loaded.experiment, loaded.progress)
        return model

    def close(self) -> None:
        """Close the environment."""
        self._engine.close()


class GoGePo(Method):
    """Learns to write policies of any return, and writes them."""

    config_class = GoGePoConfig


class ARS(Method):
    """Augmented random search: one policy, by finite differences in its weights."""

    config_class = ARSConfig


class DDPG(Method):
    """Deep deterministic policy gradient: one policy, by a critic of its actions."""

    config_class = DDPGConfig


class UDRL(Method):
    """Upside-down reinforcement learning: one network that reads its command, by supervised learning."""

    config_class = UDRLConfig


METHODS: dict[str, type[Method]] = {"gogepo": GoGePo, "ars": ARS, "ddpg": DDPG, "udrl": UDRL}


def check_counts(commands: int, episodes: int) -> None:
    """Refuse a calibration that would measure nothing."""
    if commands < 2:
        raise InputError(f"--commands must be at least 2, not {commands}")
    if episodes < 1:
        raise InputError(f"--episodes must be at least 1, not {episodes}")


def _factory_name(factory: EnvFactory) -> str:
    return f"{FROM_CALLABLE}{getattr(factory, '__module__', '?')}.{getattr(factory, '__qualname__', '?')}"
