"""The paper's MuJoCo tasks, stepped without the Python around their physics.

Gymnasium's `step` of these environments spends up to a third of its time on an `info` that
nobody reads here and on values that it computes twice. `lean` gives the same observations,
rewards and ends, bit for bit (tests/envs/test_lean.py), for an environment that is exactly what
`gymnasium.make` makes; any other environment is returned as it is. `LeanEnv.play` is a whole episode
of such steps, whose rewards are computed at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.wrappers import OrderEnforcing, TimeLimit

Act = Callable[[np.ndarray], Any]
Pay = Callable[[Any, Any, Any, Any], Any]
"""First coordinates before and after a step, action, and whether all was well, to the reward: of one step or of many."""


class Parts(NamedTuple):
    """What a step of a task is made of."""

    advance: Callable[[np.ndarray], None]
    """Apply an action for one step."""
    positions: np.ndarray
    """Live; the first is the coordinate that a step is paid for."""
    look: Callable[[np.ndarray], bool]
    """Write the observation into a row; whether all is well."""
    pay: Pay
    stops: bool = True
    """Whether an episode ends when all is not well."""


class Played(NamedTuple):
    """A whole episode."""

    observations: np.ndarray
    """That the policy saw."""
    last: np.ndarray
    """The one after its last action."""
    env_return: float
    terminated: bool


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

    def __init__(self, env: Any, parts: Parts):
        super().__init__(env)
        self._parts, self.limit = parts, env._max_episode_steps
        self._observation_shape, self._action_shape = env.observation_space.shape, env.action_space.shape
        self.steps = 0
        """Made since the reset."""

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        self.steps = 0
        return self.env.reset(**kwargs)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        advance, positions, look, pay, stops = self._parts
        before = positions[0]
        advance(action)
        self.steps += 1
        observation = np.empty(self._observation_shape)
        well = look(observation)
        reward = pay(before, positions[0], action, well)
        return observation, reward, not well and stops, self.steps >= self.limit, {}

    def play(self, act: Act, observation: np.ndarray) -> Played:
        """An episode to its end, from the reset that gave `observation`; actions are vectors of float32."""
        advance, positions, look, pay, stops = self._parts
        limit = self.limit
        seen = np.empty((limit + 1, *self._observation_shape))
        actions = np.empty((limit, *self._action_shape), np.float32)
        places, well = np.empty(limit + 1), np.ones(limit, bool)
        seen[0], places[0] = observation, positions[0]
        steps, terminated = 0, False
        while steps < limit and not terminated:
            actions[steps] = action = act(seen[steps])
            advance(action)
            self.steps = steps = steps + 1
            places[steps] = positions[0]
            if not look(seen[steps]):
                well[steps - 1], terminated = False, stops
        rewards = pay(places[:steps], places[1 : steps + 1], actions[:steps], well[:steps])
        # One after the other, as `step` pays them: a sum in pairs rounds otherwise.
        env_return = float(np.add.accumulate(rewards)[-1])
        return Played(seen[:steps], seen[steps], env_return, terminated)


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


def _swimmer(raw: Any) -> Parts:
    advance, positions, velocities = _physics(raw)
    observed = positions[2:] if raw._exclude_current_positions_from_observation else positions

    def look(row: np.ndarray) -> bool:
        np.concatenate((observed, velocities), out=row)
        return True

    return Parts(advance, positions, look, pay_swimmer(raw))


def pay_swimmer(raw: Any) -> Pay:
    forward, cost, dt = raw._forward_reward_weight, raw._ctrl_cost_weight, raw.dt

    def pay(before: Any, after: Any, action: Any, well: Any) -> Any:
        return forward * ((after - before) / dt) - cost * np.add.reduce(action * action, axis=-1)

    return pay


def _hopper(raw: Any) -> Parts:
    advance, positions, velocities = _physics(raw)
    (low, high), (low_z, high_z) = raw._healthy_state_range, raw._healthy_z_range
    low_angle, high_angle = raw._healthy_angle_range
    observed = positions[1:] if raw._exclude_current_positions_from_observation else positions

    def look(row: np.ndarray) -> bool:
        np.concatenate((observed, velocities), out=row)
        # Numbers of Python's: NumPy takes five times as long for so few.
        _, z, angle, *others = positions.tolist()
        speeds = velocities.tolist()
        for speed in speeds:
            if not -10.0 <= speed <= 10.0:
                clipped = row[len(observed) :]
                np.minimum(np.maximum(clipped, -10.0, out=clipped), 10.0, out=clipped)
                break
        for value in (angle, *others, *speeds):
            if not low < value < high:
                return False
        return low_z < z < high_z and low_angle < angle < high_angle

    return Parts(advance, positions, look, pay_hopper(raw), raw._terminate_when_unhealthy)


def pay_hopper(raw: Any) -> Pay:
    forward, cost, dt = raw._forward_reward_weight, raw._ctrl_cost_weight, raw.dt
    bonus = raw._healthy_reward

    def pay(before: Any, after: Any, action: Any, well: Any) -> Any:
        effort = cost * np.add.reduce(action * action, axis=-1)
        return forward * ((after - before) / dt) + well * bonus - effort

    return pay


def _inverted_pendulum(raw: Any) -> Parts:
    advance, positions, velocities = _physics(raw)
    zeros = np.zeros(len(positions) + len(velocities))

    def look(row: np.ndarray) -> bool:
        np.concatenate((positions, velocities), out=row)
        # Zero times anything finite is zero: the quickest way to ask whether all of it is.
        return bool(-0.2 <= positions[1] <= 0.2 and row.dot(zeros) == 0.0)

    return Parts(advance, positions, look, pay_inverted_pendulum)


def pay_inverted_pendulum(before: Any, after: Any, action: Any, well: Any) -> Any:
    return well * 1.0


_MAKERS: dict[str, Callable[[Any], Parts]] = {
    "gymnasium.envs.mujoco.swimmer_v5": _swimmer,
    "gymnasium.envs.mujoco.hopper_v5": _hopper,
    "gymnasium.envs.mujoco.inverted_pendulum_v5": _inverted_pendulum,
}
