"""Our ARS and DDPG beside sb3-contrib's and Stable-Baselines3's: what they reach, and in what time.

    python benchmarks/rivals.py [--only ars|ddpg] [--seeds 5] [--their-seeds 5] [--env-steps N] [--device cpu|gpu|auto]

The same environment, hyperparameters (the paper's), steps and updates: Stable-Baselines3 makes no update while
actions are random, so here ours does not either. Ours train as one population; theirs one seed after the other,
as they are made to, each with all cores. `make rivals` installs theirs and runs it.
"""

from __future__ import annotations

import dataclasses
import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import gymnasium as gym
import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from gogepo.config import ARSConfig, DDPGConfig, Device, EngineConfig, RunConfig
from gogepo.presets import with_preset
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.training.engine import make_engine
from gogepo.training.experiment import build

ENV = "InvertedPendulum-v5"
EPISODES = 10  # that the last policy of a seed is measured with
Name = Literal["ars", "ddpg"]


@dataclass(frozen=True)
class Options:
    only: tuple[Name, ...] = ("ars", "ddpg")
    seeds: int = 5
    their_seeds: int = 5
    env_steps: int = 100_000
    device: Device = "auto"
    json: Path | None = None
    """A file for the figures."""


@dataclass(frozen=True)
class Side:
    """What one library reached: the last policy's mean return of each seed, and seconds for a seed."""

    returns: list[float]
    seconds: float

    def __str__(self) -> str:
        return f"{np.mean(self.returns):.0f} +- {np.std(self.returns):.0f}"


def our_settings(name: Name) -> ARSConfig | DDPGConfig:
    return ARSConfig() if name == "ars" else DDPGConfig(update_after=DDPGConfig().random_steps)


def ours(name: Name, options: Options) -> Side:
    """Everything included that a run does: records, checkpoints, one evaluation at the end."""
    config = RunConfig(
        ENV,
        env_steps=options.env_steps,
        seeds=options.seeds,
        evaluate_every=options.env_steps,
        evaluation_episodes=EPISODES,
        device=options.device,
        algorithm=our_settings(name),
    )
    start = time.perf_counter()
    experiment = build(config)
    engine = make_engine(experiment, EngineConfig())
    with tempfile.TemporaryDirectory() as folder:
        directory = RunDirectory.create(Path(folder) / "run", experiment.config)
        directories = list(directory.members(experiment.config).values())
        pairs = zip(directories, experiment.members(), strict=True)
        runs.train([runs.Member(run, member) for run, member in pairs], engine)
        engine.close()
        seconds = time.perf_counter() - start
        directory.unlock()
        returns = [read_records(run.evaluations)[-1]["env_return"] for run in directories]
    return Side(returns, seconds / options.seeds)


def theirs(name: Name, options: Options) -> Side:
    from stable_baselines3.common.evaluation import evaluate_policy
    from stable_baselines3.common.vec_env import VecNormalize

    returns, start = [], time.perf_counter()
    for seed in range(options.their_seeds):
        model = their_ars(seed) if name == "ars" else their_ddpg(seed)
        model.learn(options.env_steps)
        env = model.get_env()
        if isinstance(env, VecNormalize):
            env.training = False
        returns.append(float(evaluate_policy(model, env, EPISODES)[0]))
    return Side(returns, (time.perf_counter() - start) / options.their_seeds)


def their_ars(seed: int) -> Any:
    import torch
    from sb3_contrib import ARS
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecNormalize

    config: Any = with_preset(our_settings("ars"), ENV)
    env = VecNormalize(make_vec_env(ENV, seed=seed), norm_obs=True, norm_reward=False)
    return ARS(
        "MlpPolicy",
        env,
        n_delta=config.directions,
        n_top=config.elites,
        learning_rate=config.step_size,
        delta_std=config.noise,
        zero_policy=False,  # from where a deep policy cannot move
        policy_kwargs={"net_arch": list(config.policy_hidden), "activation_fn": torch.nn.Tanh},
        seed=seed,
        device="cpu",
    )


def their_ddpg(seed: int) -> Any:
    from stable_baselines3 import DDPG
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.noise import NormalActionNoise

    config: Any = with_preset(our_settings("ddpg"), ENV)
    env = make_vec_env(ENV, seed=seed)
    space: Any = env.action_space
    # Its noise is in parts of the half range, ours and Spinning Up's in the action's units.
    noise = NormalActionNoise(np.zeros(space.shape), config.noise / space.high)
    return DDPG(
        "MlpPolicy",
        env,
        learning_rate=config.actor_learning_rate,
        buffer_size=config.replay_capacity,
        learning_starts=config.random_steps,
        batch_size=config.batch_size,
        tau=1 - config.polyak,
        gamma=config.discount,
        train_freq=config.update_every,
        gradient_steps=config.update_every,
        action_noise=noise,
        policy_kwargs={"net_arch": list(config.policy_hidden)},
        seed=seed,
    )


def agree(one: Side, other: Side) -> bool:
    """Whether mean +- standard deviation of both overlap."""
    distance = abs(np.mean(one.returns) - np.mean(other.returns))
    return bool(distance <= np.std(one.returns) + np.std(other.returns))


def main(options: Options) -> None:
    gym.make(ENV).close()
    found = []
    for name in options.only:
        us, them = ours(name, options), theirs(name, options)
        found.append(
            {
                "method": name,
                "ours": dataclasses.asdict(us),
                "theirs": dataclasses.asdict(them),
                "agree": agree(us, them),
                "ratio": them.seconds / us.seconds,
            }
        )
        table = Table(title=f"{name}, {ENV}, {options.env_steps:,} steps")
        for heading in ("", "last policy", "seconds a seed"):
            table.add_column(heading, justify="right")
        table.add_row(f"ours, {options.seeds} seeds together", str(us), f"{us.seconds:.1f}")
        table.add_row(f"theirs, {options.their_seeds} seeds one by one", str(them), f"{them.seconds:.1f}")
        Console().print(table)
        verdict = "agree within their intervals" if found[-1]["agree"] else "do NOT agree"
        print(f"returns {verdict}; {found[-1]['ratio']:.1f} times faster a seed")
        if options.json:
            options.json.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(tyro.cli(Options, description=__doc__))
