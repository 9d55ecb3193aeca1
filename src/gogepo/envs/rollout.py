"""One episode: a policy plays an environment from a seeded reset to the end."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

import gymnasium as gym
import numpy as np
from jaxtyping import Float
from threadpoolctl import ThreadpoolController

from gogepo.envs.fast_mujoco import FastMujoco, RawEpisode
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.raised import described, of_a_signal
from gogepo.envs.spaces import Interface

FaultKind = Literal[
    "observation",
    "reward",
    "exception",
    "shape",
    "divergence",
    "return",
    "hang",
    "crash",
    "episode_length",
    "weights",
]
LONGEST_EPISODE = 1_000_000  # an environment without a time limit must still come to an end
MOST_AT_ONCE = 100_000  # steps for which a fast episode's memory is taken beforehand
LARGEST_OBSERVATION = 1e30  # what is larger overflows in a policy's float32
FLOAT32_MAX = float(np.finfo(np.float32).max)


@dataclass(frozen=True)
class Exploration:
    """How to play for data: with noise on the actions, perhaps only a part of an episode, all of it recorded."""

    noise: Float[np.ndarray, " output"]
    """Standard deviation for each action, in the action's units."""
    random: bool
    """Act uniformly at random instead."""
    actions: Float[np.ndarray, "taken output"]
    """The actions of this episode so far; from its seed they lead to where play continues."""
    steps: int
    """Stop after this many more steps, if the episode has not ended; 0 plays to its end."""
    correlation: float = 0.0
    """Correlation of the noise, and of random actions, with those of the step before."""


@dataclass(frozen=True)
class Request:
    """A policy to be played: what it was asked for, its weights, and its normaliser."""

    index: int
    """Number of the attempt; with the run's seed it names the episode's reset seed."""
    command: float
    """The return that was asked for; NaN where a method obeys none."""
    weights: Float[np.ndarray, " weights"]
    normalizer: Normalizer
    horizon: float = math.nan
    """Steps in which a commanded policy is to reach its command."""
    exploration: Exploration | None = None
    """None: without noise, from the reset to the end, nothing recorded."""


@dataclass
class Wanted:
    """What a policy that reads its command wants of the rest of an episode."""

    training_return: float
    steps: float

    def hear(self, reward: float) -> None:
        """A step was paid so much, without survival bonus: less is wanted then, one step sooner."""
        self.training_return -= reward
        self.steps = max(self.steps - 1.0, 1.0)

    def seen_with(self, observation: np.ndarray) -> np.ndarray:
        """What the policy reads."""
        return np.append(observation, (self.training_return, self.steps))


@dataclass(frozen=True)
class Trajectory:
    """Observations, actions and rewards, step by step."""

    observations: Float[np.ndarray, "steps_and_one observation"]
    """The last one follows the last action."""
    actions: Float[np.ndarray, "steps output"]
    rewards: Float[np.ndarray, " steps"]
    """As the environment paid them."""


@dataclass(frozen=True)
class Episode:
    """The result of one episode, with two returns: the one that was paid and the one that is learned from."""

    seed: int
    env_return: float
    """Sum of rewards, as the environment paid them."""
    training_return: float
    """The same without the survival bonus."""
    env_steps: int
    terminated: bool
    """Ended by the environment rather than by its time limit."""
    moments: Moments
    """Moments of the observations that the policy saw."""
    over: bool = True
    """False for a part of an episode that continues; the fields above then describe the part."""
    trajectory: Trajectory | None = None


class EpisodeFault(Exception):
    """The environment misbehaved, so this episode must not be learned from (D18)."""

    def __init__(self, kind: FaultKind, detail: str, env_steps: int):
        super().__init__(detail)
        self.kind: FaultKind = kind
        self.detail = detail
        self.env_steps = env_steps


def blame(error: BaseException, env_steps: int) -> NoReturn:
    """What an environment raises, whatever it is, costs an episode. What a signal's handler raises goes through."""
    if isinstance(error, EpisodeFault) or of_a_signal(error):
        raise error
    raise EpisodeFault("exception", described(error), env_steps) from error


def rollout(
    env: gym.Env[Any, Any], interface: Interface, policy: NumpyPolicy, seed: int, survival_bonus: float
) -> Episode:
    """Play one episode. Raises `EpisodeFault` where the environment misbehaves."""
    # Trap: OpenBLAS splits a 256 x 256 product over threads, which costs more than it gives
    # and fights with XLA for the cores.
    # `finish` looks for numbers that are not finite, so NumPy need not warn of them on the way.
    with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
        return _play(env, interface, policy, seed, survival_bonus)


def one_blas_thread() -> AbstractContextManager[Any]:
    """A context in which BLAS stays in the calling thread."""
    return _blas_controller().limit(limits=1, user_api="blas")


@functools.cache
def _blas_controller() -> ThreadpoolController:
    return ThreadpoolController()


def _play(
    env: gym.Env[Any, Any], interface: Interface, policy: NumpyPolicy, seed: int, survival_bonus: float
) -> Episode:
    if isinstance(env, FastMujoco) and interface.plain_actions and env.limit <= MOST_AT_ONCE:
        played = _play_fast(env, interface, policy, seed)
    else:
        played = _play_any(env, interface, policy, seed)
    return finish(seed, *played, survival_bonus, divergence_of(env))


def _play_fast(env: FastMujoco, interface: Interface, policy: NumpyPolicy, seed: int) -> RawEpisode:
    """The same as `_play_any`, bit for bit, where the task is known."""
    try:
        observation, _ = env.reset(seed=seed)
        first = as_vector(observation, interface.flatten, (interface.shape.observation_size,), 0)
        return env.play(policy.act, first)
    except BaseException as error:
        blame(error, env.steps)


def _play_any(env: gym.Env[Any, Any], interface: Interface, policy: NumpyPolicy, seed: int) -> RawEpisode:
    size = interface.shape.observation_size
    observations = np.empty((1024, size))
    expected = (size,)
    flatten, to_env, act, step = interface.flatten, interface.to_env, policy.act, env.step
    plain = interface.plain_actions
    env_return = 0.0
    steps = 0
    terminated = truncated = False
    try:
        observation, _ = env.reset(seed=seed)
        while not (terminated or truncated):
            if steps == len(observations):
                observations = np.concatenate([observations, np.empty_like(observations)])
            row = observations[steps]
            row[:] = as_vector(observation, flatten, expected, steps)
            action = act(row)
            observation, reward, terminated, truncated, _ = step(action if plain else to_env(action))
            env_return += float(reward)
            steps += 1
            if steps >= LONGEST_EPISODE:
                raise EpisodeFault("episode_length", f"no end after {steps} steps; add a TimeLimit", steps)
        last = as_vector(observation, flatten, expected, steps)
    except BaseException as error:
        blame(error, steps)
    return RawEpisode(observations[:steps], last, env_return, bool(terminated))


def finish(
    seed: int,
    observations: Float[np.ndarray, "steps observation"],
    last: np.ndarray,
    env_return: float,
    terminated: bool,
    survival_bonus: float,
    divergence: str | None,
) -> Episode:
    """The episode that was played. Raises `EpisodeFault` if its numbers must not be learned from.

    `observations` are those that the policy saw, `last` is the one after its last action, and
    `divergence` names MuJoCo's warning, if it gave one.
    """
    steps = len(observations)
    moments = Moments.of(observations)
    # If the moments are sound, so are all observations; these are searched only if not.
    if not (
        (np.abs(moments.mean) < LARGEST_OBSERVATION).all()
        and (moments.squares < LARGEST_OBSERVATION**2).all()
        and (np.abs(last) < LARGEST_OBSERVATION).all()
    ):
        raise EpisodeFault(
            "observation", f"not finite, or too large, at step {_first_bad(observations)}", steps
        )
    if not math.isfinite(env_return):
        raise EpisodeFault("reward", f"the rewards sum to {env_return}", steps)
    if divergence is not None:
        raise EpisodeFault("divergence", f"MuJoCo warning {divergence}", steps)
    training_return = env_return - survival_bonus * steps  # D14
    if max(abs(env_return), abs(training_return)) > FLOAT32_MAX:
        raise EpisodeFault("return", f"a return of {env_return:g} does not fit float32", steps)
    return Episode(seed, env_return, training_return, steps, terminated, moments)


def _first_bad(observations: np.ndarray) -> int:
    bad = ~(np.abs(observations) < LARGEST_OBSERVATION).all(axis=1)
    return int(bad.argmax()) if bad.any() else len(observations)


def as_vector(
    observation: Any, flatten: Callable[[Any], np.ndarray] | None, expected: tuple[int], step: int
) -> np.ndarray:
    """The observation as a flat vector; raises a fault if its shape or dtype is not the declared one."""
    if flatten is not None:
        vector = flatten(observation)
    else:
        vector = observation if type(observation) is np.ndarray else np.asarray(observation)
    if vector.shape == expected and vector.dtype.kind in "fiub":
        return vector
    found = f"{vector.dtype}{vector.shape}"
    raise EpisodeFault("shape", f"observation {found} at step {step}, not a vector of {expected[0]}", step)


def divergence_of(env: gym.Env[Any, Any]) -> str | None:
    """The warning that the environment's physics gave in this episode, if any."""
    data = getattr(env.unwrapped, "data", None)
    warnings = getattr(data, "warning", None)
    return None if warnings is None else first_warning(lambda kind: warnings[kind].number)


def first_warning(count: Callable[[Any], int]) -> str | None:
    """The first warning with a count: MuJoCo resets a diverged body within the episode and only counts it."""
    import mujoco

    kinds: Any = mujoco.mjtWarning  # pyright: ignore[reportAttributeAccessIssue]
    for name in ("BADQPOS", "BADQVEL", "BADQACC", "BADCTRL"):
        if count(getattr(kinds, f"mjWARN_{name}")) > 0:
            return name
    return None
