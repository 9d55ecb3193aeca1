"""The paper's MuJoCo tasks, stepped without the Python around their physics.

Gymnasium's `step` of these environments spends up to a third of its time on an `info` that
nobody reads here and on values that it computes twice. `faster` gives the same observations,
rewards and ends, bit for bit (tests/envs/test_fast_mujoco.py), for an environment that is exactly what
`gymnasium.make` makes; any other environment is returned as it is. `FastMujoco.play` is a whole episode
of such steps, whose rewards are computed at its end.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from gymnasium.wrappers import OrderEnforcing, TimeLimit
from jaxtyping import Float

Act = Callable[[np.ndarray], Any]
Pay = Callable[[Any, Any, Any, Any], Any]
"""The reward of one step or of many, from the first coordinate before and after, the action, and all being well."""


@dataclass(frozen=True)
class MujocoTask:
    """How a task turns physics into observations, rewards and ends, for one simulation or for many."""

    pay: Pay
    hidden: int
    """How many of the first coordinates are not observed."""
    low: Float[np.ndarray, " state"]
    high: Float[np.ndarray, " state"]
    """All is well while coordinates from `judged` on and velocities lie within these bounds; empty: always."""
    judged: int = 0
    fastest: float = math.inf
    """Observed velocities are clipped to this."""
    stops: bool = True
    """Whether an episode ends when all is not well."""


class RawEpisode(NamedTuple):
    """A whole episode, not yet checked."""

    observations: np.ndarray
    """Those that the policy saw."""
    last: np.ndarray
    """The observation after the last action."""
    env_return: float
    terminated: bool


def faster(env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
    """A faster equal of `env` where there is one."""
    task = known_task(env)
    return env if task is None else FastMujoco(env, task)


def known_task(env: gym.Env[Any, Any]) -> MujocoTask | None:
    """The task of an environment, if it is one of those below."""
    return task_of(bare(env))


def task_of(raw: Any) -> MujocoTask | None:
    """The task of a bare environment."""
    describe = _TASKS.get(type(raw).__module__)
    return None if describe is None else describe(raw)


def bare(env: gym.Env[Any, Any]) -> Any:
    """What lies inside an environment that is exactly what `gymnasium.make` makes; else None."""
    if type(env) is not TimeLimit or type(env.env) is not OrderEnforcing:
        return None
    return env.env.env if env.render_mode is None else None


class FastMujoco(gym.Wrapper[Any, Any, Any, Any]):
    """Resets like the environment it wraps, steps on its own and counts the time limit itself."""

    def __init__(self, env: Any, task: MujocoTask):
        super().__init__(env)
        self._task, self.limit = task, env._max_episode_steps
        self._advance, self._positions, self._velocities = _physics(env.unwrapped)
        self._observed = self._positions[task.hidden :]
        self._bounds = list(zip(task.low.tolist(), task.high.tolist(), strict=True))
        self._observation_shape, self._action_shape = env.observation_space.shape, env.action_space.shape
        self.steps = 0
        """Steps since the reset."""

    def _look(self, row: np.ndarray) -> bool:
        """Write the observation into a row; return whether all is well."""
        np.concatenate((self._observed, self._velocities), out=row)
        if not self._bounds:
            return True
        # Python's own numbers: NumPy takes five times as long for so few.
        speeds = self._velocities.tolist()
        fastest = self._task.fastest
        for speed in speeds:
            if not -fastest <= speed <= fastest:
                clipped = row[len(self._observed) :]
                np.minimum(np.maximum(clipped, -fastest, out=clipped), fastest, out=clipped)
                break
        state = self._positions.tolist()[self._task.judged :] + speeds
        for value, (low, high) in zip(state, self._bounds, strict=True):  # noqa: SIM110  all() takes twice the time
            if not low < value < high:
                return False
        return True

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        self.steps = 0
        return self.env.reset(**kwargs)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        task, positions = self._task, self._positions
        before = positions[0]
        self._advance(action)
        self.steps += 1
        observation = np.empty(self._observation_shape)
        well = self._look(observation)
        reward = task.pay(before, positions[0], action, well)
        return observation, reward, not well and task.stops, self.steps >= self.limit, {}

    def play(self, act: Act, observation: np.ndarray) -> RawEpisode:
        """An episode to its end, from the reset that gave `observation`; actions are vectors of float32."""
        advance, positions, look, stops = self._advance, self._positions, self._look, self._task.stops
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
        rewards = self._task.pay(places[:steps], places[1 : steps + 1], actions[:steps], well[:steps])
        # One after the other, as `step` pays them: a sum in pairs rounds otherwise.
        env_return = float(np.add.accumulate(rewards)[-1])
        return RawEpisode(seen[:steps], seen[steps], env_return, terminated)


def skip_idle_work(model: Any) -> None:
    """Switch off what MuJoCo does at every step of this model to no effect; results stay equal bit for bit.

    This is the search for contacts, where no two bodies may touch, and the split of constraints into
    islands, where all bodies hang together. It saves an eighth of a step of Swimmer and a fifth of one of
    InvertedPendulum.
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


def _swimmer(raw: Any) -> MujocoTask:
    none = np.empty(0)
    return MujocoTask(_forward_pay(raw), hidden=_hidden(raw, 2), low=none, high=none)


def _hopper(raw: Any) -> MujocoTask:
    low, high = (np.full(raw.model.nq + raw.model.nv - 1, bound, float) for bound in raw._healthy_state_range)
    low[0], high[0] = raw._healthy_z_range
    low[1], high[1] = max(low[1], raw._healthy_angle_range[0]), min(high[1], raw._healthy_angle_range[1])
    pay = _forward_pay(raw, raw._healthy_reward)
    return MujocoTask(pay, _hidden(raw, 1), low, high, 1, 10.0, raw._terminate_when_unhealthy)


def _inverted_pendulum(raw: Any) -> MujocoTask:
    high = np.full(raw.model.nq + raw.model.nv, np.inf)
    high[1] = np.nextafter(0.2, 1.0)  # an angle of 0.2 is still well
    return MujocoTask(lambda before, after, action, well: well * 1.0, 0, -high, high)


def _forward_pay(raw: Any, bonus: float = 0.0) -> Pay:
    forward, cost, dt = raw._forward_reward_weight, raw._ctrl_cost_weight, raw.dt

    def pay(before: Any, after: Any, action: Any, well: Any) -> Any:
        effort = cost * np.add.reduce(action * action, axis=-1)
        moved = forward * ((after - before) / dt)
        return (moved + well * bonus if bonus else moved) - effort

    return pay


def _hidden(raw: Any, coordinates: int) -> int:
    return coordinates if raw._exclude_current_positions_from_observation else 0


_TASKS: dict[str, Callable[[Any], MujocoTask]] = {
    "gymnasium.envs.mujoco.swimmer_v5": _swimmer,
    "gymnasium.envs.mujoco.hopper_v5": _hopper,
    "gymnasium.envs.mujoco.inverted_pendulum_v5": _inverted_pendulum,
}
