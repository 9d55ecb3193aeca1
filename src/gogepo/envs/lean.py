"""The paper's MuJoCo tasks, stepped without the Python around their physics.

Gymnasium's `step` of these environments spends up to a third of its time on an `info` that
nobody reads here and on values that it computes twice. `lean` gives the same observations,
rewards and ends, bit for bit (tests/envs/test_lean.py), for an environment that is exactly what
`gymnasium.make` makes; any other environment is returned as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.wrappers import OrderEnforcing, TimeLimit

Step = Callable[[np.ndarray], tuple[np.ndarray, float, bool]]
"""Action to observation, reward, terminated."""


def lean(env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
    """A faster equal of `env` where there is one."""
    raw = bare(env)
    if type(raw).__module__ not in _MAKERS:
        return env
    return LeanEnv(env, _MAKERS[type(raw).__module__](raw))


def bare(env: gym.Env[Any, Any]) -> Any:
    """What lies inside an environment that is exactly what `gymnasium.make` makes; else None."""
    if type(env) is not TimeLimit or type(env.env) is not OrderEnforcing:
        return None
    return env.env.env if env.render_mode is None else None


class LeanEnv(gym.Wrapper[Any, Any, Any, Any]):
    """Resets like the environment it wraps, steps on its own and counts the time limit itself."""

    def __init__(self, env: Any, step: Step):
        super().__init__(env)
        self._step, self._limit, self._steps = step, env._max_episode_steps, 0

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        self._steps = 0
        return self.env.reset(**kwargs)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, reward, terminated = self._step(action)
        self._steps += 1
        return observation, reward, terminated, self._steps >= self._limit, {}


def skip_idle_work(model: Any) -> None:
    """Switch off what MuJoCo does at every step of this model to no effect. The results stay the same bits.

    Looking for contacts, where no two bodies may touch, and splitting the constraints into islands,
    where all bodies hang together: an eighth of a step of Swimmer, a fifth of one of InvertedPendulum.
    """
    import mujoco

    flags: Any = mujoco.mjtDisableBit  # pyright: ignore[reportAttributeAccessIssue]
    touching = (model.geom_contype[:, None] & model.geom_conaffinity[None, :]).any()
    if model.npair == 0 and not touching:
        model.opt.disableflags |= flags.mjDSBL_CONTACT.value
    if getattr(model, "ntree", 2) == 1 and hasattr(flags, "mjDSBL_ISLAND"):
        model.opt.disableflags |= flags.mjDSBL_ISLAND.value


def _physics(raw: Any) -> tuple[Callable[[np.ndarray], None], np.ndarray, np.ndarray]:
    """A function that applies an action for one step of the task, and live views of its state."""
    import mujoco

    mj_step: Any = mujoco.mj_step  # pyright: ignore[reportAttributeAccessIssue]
    model, data, frames = raw.model, raw.data, raw.frame_skip
    skip_idle_work(model)
    control = data.ctrl

    def advance(action: np.ndarray) -> None:
        control[:] = action
        mj_step(model, data, frames)

    return advance, data.qpos, data.qvel


def _swimmer(raw: Any) -> Step:
    advance, positions, velocities = _physics(raw)
    forward, cost, dt = raw._forward_reward_weight, raw._ctrl_cost_weight, raw.dt
    observed = positions[2:] if raw._exclude_current_positions_from_observation else positions

    def step(action: np.ndarray) -> tuple[np.ndarray, float, bool]:
        before = positions[0]
        advance(action)
        velocity = (positions[0] - before) / dt
        reward = forward * velocity - cost * np.add.reduce(action * action)
        return np.concatenate((observed, velocities)), reward, False

    return step


def _hopper(raw: Any) -> Step:
    advance, positions, velocities = _physics(raw)
    forward, cost, dt = raw._forward_reward_weight, raw._ctrl_cost_weight, raw.dt
    bonus, stops = raw._healthy_reward, raw._terminate_when_unhealthy
    (low, high), (low_z, high_z) = raw._healthy_state_range, raw._healthy_z_range
    low_angle, high_angle = raw._healthy_angle_range
    observed = positions[1:] if raw._exclude_current_positions_from_observation else positions
    inner = positions[2:]

    def within(values: np.ndarray) -> bool:
        return bool(low < values.min() and values.max() < high)

    def step(action: np.ndarray) -> tuple[np.ndarray, float, bool]:
        before = positions[0]
        advance(action)
        velocity = (positions[0] - before) / dt
        healthy = (
            low_z < positions[1] < high_z
            and low_angle < positions[2] < high_angle
            and within(inner)
            and within(velocities)
        )
        reward = forward * velocity + healthy * bonus - cost * np.add.reduce(action * action)
        observation = np.concatenate((observed, np.minimum(np.maximum(velocities, -10.0), 10.0)))
        return observation, reward, not healthy and stops

    return step


def _inverted_pendulum(raw: Any) -> Step:
    advance, positions, velocities = _physics(raw)
    zeros = np.zeros(len(positions) + len(velocities))

    def step(action: np.ndarray) -> tuple[np.ndarray, float, bool]:
        advance(action)
        observation = np.concatenate((positions, velocities))
        # Zero times anything finite is zero: the quickest way to ask whether all of it is.
        terminated = not (-0.2 <= positions[1] <= 0.2 and observation.dot(zeros) == 0.0)
        return observation, int(not terminated), terminated

    return step


_MAKERS: dict[str, Callable[[Any], Step]] = {
    "gymnasium.envs.mujoco.swimmer_v5": _swimmer,
    "gymnasium.envs.mujoco.hopper_v5": _hopper,
    "gymnasium.envs.mujoco.inverted_pendulum_v5": _inverted_pendulum,
}
