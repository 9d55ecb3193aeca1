"""Makes everything that a run needs from its config, and fills in and checks what was left open."""

from __future__ import annotations

import dataclasses
import importlib
from dataclasses import dataclass
from typing import Any

import gymnasium as gym
import numpy as np

from gogepo.algorithms.protocol import Algorithm
from gogepo.config import Precision, RunConfig, check_config
from gogepo.envs.check import check_env
from gogepo.envs.raised import refusing
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import TASKS, EnvFactory, Task, close_env, env_factory, make_env
from gogepo.inputs import InputError
from gogepo.networks.arithmetic import Arithmetic
from gogepo.presets import with_preset
from gogepo.seeding import reset_seed
from gogepo.training.device import JaxDevice, choose_device
from gogepo.types import PolicyShape

FROM_CALLABLE = "callable "
MOST_PARAMETERS = 100_000_000
RANGE_EPISODES, RANGE_STEPS = 10, 10_000
DEFAULT_TASK = Task(return_range=(0, 0), survival_bonus=0.0, env_steps=100_000, evaluate_every=10_000)


@dataclass(frozen=True)
class Experiment:
    """A resolved config and what was built from it."""

    config: RunConfig
    """No field is None or "auto" any more, but for the device."""
    factory: EnvFactory
    shape: PolicyShape
    algorithm: Any
    """An `Algorithm`, of the class that the config names."""
    device: JaxDevice

    @property
    def archive_on_host(self) -> bool:
        return self.config.algorithm.keeps_policies and self.algorithm.archive_on_host

    def with_archive_on_host(self, on_host: bool) -> Experiment:
        if not self.config.algorithm.keeps_policies:
            return self
        algorithm = dataclasses.replace(self.algorithm, archive_on_host=on_host)
        return dataclasses.replace(self, algorithm=algorithm)

    @property
    def most_episodes(self) -> int:
        """The most episodes that one seed can play with its budget of steps."""
        assert self.config.env_steps is not None  # filled in when the experiment was built
        task = TASKS.get(self.config.env)
        return -(-self.config.env_steps // (task.shortest_episode if task else 1))

    def members(self) -> list[Experiment]:
        """One experiment for each seed of a population; a single run has one."""
        config = self.config
        return [
            dataclasses.replace(
                self,
                config=dataclasses.replace(config, seed=seed, seeds=1),
                algorithm=dataclasses.replace(self.algorithm, seed=seed),
            )
            for seed in config.all_seeds
        ]


def build(config: RunConfig, env: EnvFactory | None = None, try_env: bool = True) -> Experiment:
    """Check the config, make the environment once to read its spaces, and fill in the task's values.

    `try_env` also plays a few steps of it; an isolated worker does that for itself.
    """
    check_config(config)
    if env is None and config.env.startswith(FROM_CALLABLE):
        raise InputError(
            f"this run's environment was a {config.env}; load it with GoGePo.load(path, env=...)"
        )
    factory = env or env_factory(config.env)
    device = choose_device(config.device, config.deterministic)
    probe = make_env(factory)
    try:
        if try_env:
            check_env(probe, reset_seed(config.seed, "range", 0))
        config = _resolve(config, probe, device)
        shape = read_interface(probe, config.algorithm.network).shape
    finally:
        close_env(probe)
    check_config(config)
    algorithm = make_algorithm(config, shape, device)
    parameters = algorithm.sizes().parameters
    if parameters > MOST_PARAMETERS:
        raise InputError(
            f"networks of {parameters:,} parameters are more than the {MOST_PARAMETERS:,} "
            "that are allowed; use smaller layers"
        )
    return Experiment(config, factory, shape, algorithm, device)


def make_algorithm(config: RunConfig, shape: PolicyShape, device: JaxDevice) -> Algorithm:
    """Make the method that a resolved config names."""
    on_cpu = device.platform == "cpu"
    assert config.precision != "auto"  # filled in before
    module = importlib.import_module(f"gogepo.algorithms.{config.algorithm_name}")
    method: type[Algorithm] = getattr(module, config.algorithm.label)
    return method.make(
        config.algorithm, shape, config, Arithmetic(not on_cpu, config.precision, merge_commands=on_cpu)
    )


def _resolve(config: RunConfig, env: gym.Env[Any, Any], device: JaxDevice) -> RunConfig:
    name = config.env.split(":", 1)[-1]
    task = TASKS.get(name)
    wanted = config.return_range
    if wanted is None:
        if task is None:
            raise InputError(
                f"no return range is known for {config.env}; give --return-range LOW HIGH, "
                "or --return-range auto to estimate it"
            )
        wanted = task.return_range
    task = task or DEFAULT_TASK
    bonus = config.survival_bonus
    if bonus is None:
        bonus = task.survival_bonus if config.algorithm.whole_returns else 0.0
    if wanted == "auto":
        wanted = estimate_return_range(env, config.seed, bonus)
    return dataclasses.replace(
        config,
        return_range=(float(wanted[0]), float(wanted[1])),
        survival_bonus=float(bonus),
        env_steps=config.env_steps or task.env_steps,
        evaluate_every=config.evaluate_every or task.evaluate_every,
        precision=_precision(config, device),
        algorithm=with_preset(config.algorithm, name),
    )


def _precision(config: RunConfig, device: JaxDevice) -> Precision:
    if config.precision != "auto":
        return config.precision
    return "float32" if device.platform == "cpu" else "bfloat16"


def estimate_return_range(env: gym.Env[Any, Any], seed: int, survival_bonus: float) -> tuple[float, float]:
    """Estimate a range from random episodes: one spread below the worst, ten above the best.

    The range only scales the command that the generator reads, so it must be right in order of
    magnitude, not in value.
    """
    with refusing("a random episode failed; give --return-range LOW HIGH:"):
        returns = _random_returns(env, seed, survival_bonus)
    if not np.isfinite(returns).all():
        raise InputError("random episodes gave returns that are not finite; give --return-range LOW HIGH")
    low, high = min(returns), max(returns)
    reach = max(high - low, abs(high), abs(low), 1.0)
    return _round_to_two_digits(low - reach), _round_to_two_digits(high + 10 * reach)


def _random_returns(env: gym.Env[Any, Any], seed: int, survival_bonus: float) -> list[float]:
    """Training returns of a few random episodes, each cut off when a normal one would be long over."""
    returns = []
    env.action_space.seed(reset_seed(seed, "range", 0))
    for index in range(RANGE_EPISODES):
        env.reset(seed=reset_seed(seed, "range", index))
        total = 0.0
        for _ in range(RANGE_STEPS):
            _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            total += float(reward) - survival_bonus
            if terminated or truncated:
                break
        returns.append(total)
    return returns


def _round_to_two_digits(value: float) -> float:
    return float(f"{value:.1e}")
