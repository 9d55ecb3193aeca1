"""Checks before training that an environment keeps Gymnasium's contract, and says what to change if not."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from gogepo.config import Network
from gogepo.envs.raised import refusing
from gogepo.envs.spaces import read_interface
from gogepo.inputs import InputError

TRIAL_STEPS = 100


def check_env(env: gym.Env[Any, Any], seed: int) -> None:
    """Play a few random steps; refuse an environment that would break training, and name the fault."""
    for name in ("observation_space", "action_space"):
        if not isinstance(getattr(env, name, None), spaces.Space):
            raise InputError(f"the environment has no {name}; set self.{name} to a gymnasium space")
    read_interface(env, Network((1,)))
    _check_observation(env, _try_reset(env, seed), "reset")
    env.action_space.seed(seed)
    for _ in range(TRIAL_STEPS):
        if _try_step(env):
            _check_observation(env, _try_reset(env, seed), "reset")


def _try_reset(env: gym.Env[Any, Any], seed: int) -> Any:
    with refusing("reset() raises"):
        try:
            result = env.reset(seed=seed)
        except TypeError as error:
            raise InputError(
                f"reset(seed=...) fails: {error}; accept seed and options as keywords"
            ) from error
    if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[1], dict):
        raise InputError("reset() must return (observation, info), as Gymnasium does and old Gym did not")
    return result[0]


def _try_step(env: Any) -> bool:
    """Make and check one random step; return whether the episode is over."""
    with refusing("step() raises"):
        result = env.step(env.action_space.sample())
    if not isinstance(result, tuple) or len(result) != 5:
        raise InputError("step() must return (observation, reward, terminated, truncated, info)")
    observation, reward, terminated, truncated, _ = result
    _check_observation(env, observation, "step")
    if isinstance(reward, (str, bytes)) or np.ndim(reward) != 0 or not _is_finite_number(reward):
        raise InputError(f"step() gives a reward of {_short(reward)}; it must be one finite number")
    for name, flag in (("terminated", terminated), ("truncated", truncated)):
        if not isinstance(flag, (bool, np.bool_)):
            raise InputError(f"step() gives {name} = {_short(flag)}; it must be True or False")
    return bool(terminated or truncated)


def _check_observation(env: gym.Env[Any, Any], observation: Any, where: str) -> None:
    space = env.observation_space
    with refusing(f"{where}() gives an observation that does not fit its space {_short(space)}:"):
        vector = np.asarray(spaces.flatten(space, observation), np.float64)
    shape = getattr(observation, "shape", None)
    if isinstance(space, spaces.Box) and shape != space.shape:
        raise InputError(f"{where}() gives an observation of shape {shape}; its space says {space.shape}")
    if not np.isfinite(vector).all():
        raise InputError(f"{where}() gives an observation with NaN or infinity")


def _is_finite_number(value: Any) -> bool:
    try:
        return bool(np.isfinite(float(value)))
    except (TypeError, ValueError):
        return False


def _short(value: Any) -> str:
    """Show any value on one line."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 120 else text[:117] + "..."
