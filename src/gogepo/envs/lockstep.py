"""Several episodes of one policy at once, so that they share its matrix products.

An evaluation plays one policy from ten resets. Step by step, all ten observations go through the
network as one batch, which costs a fifth of ten single products and leaves little but the physics.
What each environment does is Gymnasium's, bit for bit (tests/envs/test_lockstep.py). Not so the
policy: a product of matrices rounds otherwise than one with a vector, so an episode drifts away
from the one that `rollout` would play. It is still decided by the request and the seeds alone.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import gymnasium as gym
import numpy as np

from gogepo.envs.fast_mujoco import (
    LeanEnv,
    bare,
    pay_hopper,
    pay_inverted_pendulum,
    pay_swimmer,
    skip_idle_work,
)
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import (
    LONGEST_EPISODE,
    Episode,
    EpisodeFault,
    Request,
    finish,
    first_warning,
    one_blas_thread,
    rollout,
)
from gogepo.envs.spaces import Interface
from gogepo.envs.tasks import EnvFactory, make_env

Stepped = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Of several environments: observations, rewards, terminated."""
Rows = Any
"""Which environments: sorted numbers, or `slice(None)` for all, which NumPy reads without a copy."""


class Group(Protocol):
    """Environments of one kind that step together."""

    def reset(self, seeds: Sequence[int]) -> np.ndarray: ...
    def step(self, rows: Rows, actions: np.ndarray) -> Stepped: ...
    def divergence(self, row: int) -> str | None: ...
    def close(self) -> None: ...


def lockstep(
    factory: EnvFactory, interface: Interface, survival_bonus: float, env: gym.Env[Any, Any] | None = None
) -> Lockstep | None:
    """Play episodes of the factory's environment together, or None where one by one is better.

    It is better for an environment that is not known: several instances may fight over a port or a
    licence. `env`, one that the factory has made, saves making another to look at.
    """
    looked_at = make_env(factory) if env is None else env
    known = _knows(looked_at.env if isinstance(looked_at, LeanEnv) else looked_at)
    if env is None:
        looked_at.close()
    return Lockstep(factory, interface, survival_bonus) if known else None


def _knows(env: Any) -> bool:
    module = type(bare(env)).__module__
    if module in _JUDGES and importlib.util.find_spec("mujoco.batch") is None:  # before MuJoCo 4
        return False
    return module in (*_JUDGES, *_PLAIN) and env._max_episode_steps < LONGEST_EPISODE


class Lockstep:
    """Several episodes of one policy at once, of an environment that `lockstep` knows."""

    def __init__(self, factory: EnvFactory, interface: Interface, survival_bonus: float):
        self.env: Any = make_env(factory)
        self._interface, self._survival_bonus = interface, survival_bonus
        self._limit: int = self.env._max_episode_steps
        physics = type(self.env.unwrapped).__module__ in _JUDGES
        self.group: Group = Simulations(self.env) if physics else Environments(factory, interface)

    def play(self, request: Request, seeds: Sequence[int]) -> list[Episode | EpisodeFault]:
        """One episode, or why there is none, for every seed."""
        policy = NumpyPolicy(self._interface.shape, request.weights, request.normalizer)
        try:
            # Both as in `rollout`.
            with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
                return self._play(policy, seeds)
        except Exception:  # whose episode raised it is found out by playing them one by one
            rest = self._interface, policy
            return [_caught(rollout, self.env, *rest, seed, self._survival_bonus) for seed in seeds]

    def close(self) -> None:
        self.env.close()
        self.group.close()

    def _play(self, policy: NumpyPolicy, seeds: Sequence[int]) -> list[Episode | EpisodeFault]:
        outcomes: dict[int, Episode | EpisodeFault] = {}
        active, rows = np.arange(len(seeds), dtype=np.int32), slice(None)
        returns = np.zeros(len(seeds))
        observations = self.group.reset(seeds)
        seen = np.empty((1024, *observations.shape))
        steps = 0
        while len(active):
            if steps == len(seen):
                seen = np.concatenate([seen, np.empty_like(seen)])
            seen[steps][rows] = observations
            observations, rewards, terminated = self.group.step(rows, policy.act_many(observations))
            returns[rows] += rewards
            steps += 1
            if steps < self._limit and not np.count_nonzero(terminated):
                continue
            over = terminated if steps < self._limit else np.ones_like(terminated)
            for place in np.flatnonzero(over):
                row = int(active[place])
                outcomes[row] = _caught(
                    finish,
                    seeds[row],
                    np.ascontiguousarray(seen[:steps, row]),
                    observations[place],
                    float(returns[row]),
                    bool(terminated[place]),
                    self._survival_bonus,
                    self.group.divergence(row),
                )
            # Whoever is done costs nothing more.
            rows = active = active[~over]
            observations = observations[~over]
        return [outcomes[row] for row in range(len(seeds))]


def _caught(play: Callable[..., Episode], *arguments: Any) -> Episode | EpisodeFault:
    """What is raised becomes what is returned."""
    try:
        return play(*arguments)
    except EpisodeFault as fault:
        return fault.with_traceback(None)  # which would keep all observations


class Environments:
    """As many environments of Gymnasium's own as there are episodes."""

    def __init__(self, factory: EnvFactory, interface: Interface):
        self._factory, self._interface = factory, interface
        self._envs: list[Any] = []

    def reset(self, seeds: Sequence[int]) -> np.ndarray:
        while len(self._envs) < len(seeds):
            # Their time limit is counted once for all.
            self._envs.append(make_env(self._factory).unwrapped)
        self._used = self._envs[: len(seeds)]
        return np.array([env.reset(seed=seed)[0] for env, seed in zip(self._used, seeds, strict=True)], float)

    def step(self, rows: Rows, actions: np.ndarray) -> Stepped:
        envs = self._used if isinstance(rows, slice) else [self._used[row] for row in rows]
        given = actions if self._interface.plain_actions else map(self._interface.to_env, actions)
        steps = [env.step(action) for env, action in zip(envs, given, strict=True)]
        observations, rewards, terminated, _, _ = zip(*steps, strict=True)
        vectors = np.concatenate(observations).reshape(len(envs), -1).astype(float)
        return vectors, np.array(rewards, float), np.array(terminated)

    def divergence(self, row: int) -> str | None:
        return None

    def close(self) -> None:
        for env in self._envs:
            env.close()


class Simulations:
    """One MuJoCo model with as many states as there are episodes."""

    def __init__(self, env: gym.Env[Any, Any]):
        self._env: Any = env
        self.judge = _JUDGES[type(env.unwrapped).__module__](env.unwrapped)
        skip_idle_work(self._env.unwrapped.model)
        self._batch: Any = None

    def reset(self, seeds: Sequence[int]) -> np.ndarray:
        import mujoco
        from mujoco.batch import Batch

        library: Any = mujoco
        raw = self._env.unwrapped
        if self._batch is None or self._batch.nsim != len(seeds):
            self._batch = Batch(raw.model, len(seeds), nthread=1)
            self._positions, self._velocities = self._batch.bind("qpos"), self._batch.bind("qvel")
            self._controls = self._batch.bind("ctrl")
        self._batch.reset(stage=library.mjtStage.mjSTAGE_NONE.value)  # clears the warnings
        observations = []
        for state, seed in zip(self._batch.state, seeds, strict=True):
            observations.append(self._env.reset(seed=seed)[0])
            # All that a step reads, so also the accelerations that the solver starts from.
            library.mj_getState(raw.model, raw.data, state, library.mjtState.mjSTATE_INTEGRATION)
        return np.array(observations)

    def step(self, rows: Rows, actions: np.ndarray) -> Stepped:
        before = self._positions[rows, 0].copy()
        self._controls[rows] = actions
        self._batch.step(None if isinstance(rows, slice) else rows, self._env.unwrapped.frame_skip)
        return self.judge(before, self._positions[rows], self._velocities[rows], actions)

    def divergence(self, row: int) -> str | None:
        counts = self._batch.warning[row, :, 1]  # beside the number of times: what it was about
        return first_warning(lambda kind: counts[kind])

    def close(self) -> None:
        self._batch = None


Judge = Callable[[np.ndarray, np.ndarray, np.ndarray, np.ndarray], Stepped]
"""First coordinates before a step, positions and velocities after it, and actions, to its outcome."""


def _swimmer(raw: Any) -> Judge:
    pay = pay_swimmer(raw)
    skipped = 2 if raw._exclude_current_positions_from_observation else 0

    def judge(
        before: np.ndarray, positions: np.ndarray, velocities: np.ndarray, actions: np.ndarray
    ) -> Stepped:
        rewards = pay(before, positions[:, 0], actions, True)
        observations = np.concatenate((positions[:, skipped:], velocities), axis=1)
        return observations, rewards, np.zeros(len(actions), bool)

    return judge


def _hopper(raw: Any) -> Judge:
    pay, stops = pay_hopper(raw), raw._terminate_when_unhealthy
    skipped = 1 if raw._exclude_current_positions_from_observation else 0
    # Height, angle and all the rest, from the second coordinate on.
    count = raw.model.nq + raw.model.nv - 1
    low, high = (np.full(count, bound, float) for bound in raw._healthy_state_range)
    low[0], high[0] = raw._healthy_z_range
    low[1], high[1] = max(low[1], raw._healthy_angle_range[0]), min(high[1], raw._healthy_angle_range[1])
    first_velocity = raw.model.nq - skipped

    def judge(
        before: np.ndarray, positions: np.ndarray, velocities: np.ndarray, actions: np.ndarray
    ) -> Stepped:
        observations = np.concatenate((positions[:, skipped:], velocities), axis=1)
        state = observations[:, 1 - skipped :]
        healthy = np.logical_and.reduce((low < state) & (state < high), axis=1)
        rewards = pay(before, positions[:, 0], actions, healthy)
        clipped = observations[:, first_velocity:]
        np.minimum(np.maximum(clipped, -10.0, out=clipped), 10.0, out=clipped)
        return observations, rewards, ~healthy if stops else np.zeros_like(healthy)

    return judge


def _inverted_pendulum(raw: Any) -> Judge:
    def judge(
        before: np.ndarray, positions: np.ndarray, velocities: np.ndarray, actions: np.ndarray
    ) -> Stepped:
        observations = np.concatenate((positions, velocities), axis=1)
        upright = np.logical_and.reduce(np.isfinite(observations), axis=1) & (np.abs(positions[:, 1]) <= 0.2)
        return observations, pay_inverted_pendulum(before, positions[:, 0], actions, upright), ~upright

    return judge


_JUDGES: dict[str, Callable[[Any], Judge]] = {
    "gymnasium.envs.mujoco.swimmer_v5": _swimmer,
    "gymnasium.envs.mujoco.hopper_v5": _hopper,
    "gymnasium.envs.mujoco.inverted_pendulum_v5": _inverted_pendulum,
}
_PLAIN = tuple(
    f"gymnasium.envs.classic_control.{name}" for name in ("continuous_mountain_car", "pendulum", "cartpole")
)
