"""Several episodes of one policy at once, so that they share its matrix products.

An evaluation plays one policy from ten resets. Step by step, all ten observations go through the
network as one batch, which costs a fifth of ten single products and leaves little but the physics.
Each environment does what Gymnasium's does, bit for bit (tests/envs/test_lockstep.py). The policy does
not: a product of two matrices rounds differently from one with a vector, so an episode drifts away from
the one that `rollout` would play. It still depends on the request and the seeds alone.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import gymnasium as gym
import numpy as np

from gogepo.envs.fast_mujoco import FastMujoco, bare, known_task, skip_idle_work, task_of
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
from gogepo.envs.tasks import EnvFactory, close_env, make_env

Stepped = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Observations, rewards and ends of several environments."""
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
    """Play episodes of the factory's environment together, or None where they must be played one by one.

    An unknown environment must: several instances may fight over a port or a licence. `env`, made by the
    factory, saves making another one to look at.
    """
    looked_at = make_env(factory) if env is None else env
    known = _knows(looked_at.env if isinstance(looked_at, FastMujoco) else looked_at)
    if env is None:
        close_env(looked_at)
    return Lockstep(factory, interface, survival_bonus) if known else None


def _knows(env: Any) -> bool:
    if known_task(env) is not None:
        known = importlib.util.find_spec("mujoco.batch") is not None  # MuJoCo 4
    else:
        known = type(bare(env)).__module__ in _PLAIN
    return known and env._max_episode_steps < LONGEST_EPISODE


class Lockstep:
    """Several episodes of one policy at once, of an environment that `lockstep` knows."""

    def __init__(self, factory: EnvFactory, interface: Interface, survival_bonus: float):
        self.env: Any = make_env(factory)
        self._interface, self._survival_bonus = interface, survival_bonus
        self._limit: int = self.env._max_episode_steps
        physics = known_task(self.env) is not None
        self.group: Group = Simulations(self.env) if physics else Environments(factory, interface)

    def play(self, request: Request, seeds: Sequence[int]) -> list[Episode | EpisodeFault]:
        """For every seed its episode, or the reason why there is none."""
        policy = NumpyPolicy(self._interface.shape, request.weights, request.normalizer)
        try:
            # As in `rollout`.
            with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
                return self._play(policy, seeds)
        except Exception:  # playing them one by one shows which episode raised it
            rest = self._interface, policy
            return [_caught(rollout, self.env, *rest, seed, self._survival_bonus) for seed in seeds]

    def close(self) -> None:
        close_env(self.env)
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
            # An episode that is over costs nothing more.
            rows = active = active[~over]
            observations = observations[~over]
        return [outcomes[row] for row in range(len(seeds))]


def _caught(play: Callable[..., Episode], *arguments: Any) -> Episode | EpisodeFault:
    """Play, and return a fault instead of raising it."""
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
            # Their common time limit is counted outside.
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
            close_env(env)


class Simulations:
    """One MuJoCo model with as many states as there are episodes."""

    def __init__(self, env: gym.Env[Any, Any]):
        self._env: Any = env
        task = task_of(env.unwrapped)
        assert task is not None  # others are played by `Environments`
        self._task = task
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
            # All that a step reads, including the accelerations that the solver starts from.
            library.mj_getState(raw.model, raw.data, state, library.mjtState.mjSTATE_INTEGRATION)
        return np.array(observations)

    def step(self, rows: Rows, actions: np.ndarray) -> Stepped:
        before = self._positions[rows, 0].copy()
        self._controls[rows] = actions
        self._batch.step(None if isinstance(rows, slice) else rows, self._env.unwrapped.frame_skip)
        return self.judge(before, self._positions[rows], self._velocities[rows], actions)

    def judge(
        self, before: np.ndarray, positions: np.ndarray, velocities: np.ndarray, actions: np.ndarray
    ) -> Stepped:
        """The outcome of a step, from the first coordinates before it and the state after it."""
        task, count = self._task, len(actions)
        observations = np.concatenate((positions[:, task.hidden :], velocities), axis=1)
        well = np.ones(count, bool)
        if len(task.low):
            state = np.concatenate((positions[:, task.judged :], velocities), axis=1)
            well = np.logical_and.reduce((task.low < state) & (state < task.high), axis=1)
            speeds = observations[:, positions.shape[1] - task.hidden :]
            np.minimum(np.maximum(speeds, -task.fastest, out=speeds), task.fastest, out=speeds)
        rewards = task.pay(before, positions[:, 0], actions, well)
        return observations, rewards, ~well if task.stops else np.zeros(count, bool)

    def divergence(self, row: int) -> str | None:
        counts = self._batch.warning[row, :, 1]  # the other column says what each warning was about
        return first_warning(lambda kind: counts[kind])

    def close(self) -> None:
        self._batch = None


_PLAIN = tuple(
    f"gymnasium.envs.classic_control.{name}" for name in ("continuous_mountain_car", "pendulum", "cartpole")
)
