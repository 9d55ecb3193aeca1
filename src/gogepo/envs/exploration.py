"""Play for data: with noise on the actions, or commands that change with the rewards, all of it recorded.

Any process may play any part of an episode. One that has just played the part before continues in its
environment; any other resets an environment with the episode's seed and repeats the actions so far.
"""

from __future__ import annotations

import dataclasses
import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
import numpy as np
from jaxtyping import Float

from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import (
    LONGEST_EPISODE,
    Episode,
    EpisodeFault,
    Exploration,
    Request,
    Trajectory,
    Wanted,
    as_vector,
    blame,
    divergence_of,
    finish,
    one_blas_thread,
    rollout,
)
from gogepo.envs.spaces import Interface
from gogepo.envs.tasks import close_env
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape

MOST_ENVIRONMENTS = 32
"""How many environments one process keeps in the middle of an episode."""


@dataclass
class _Underway:
    """An environment in the middle of an episode."""

    env: gym.Env[Any, Any]
    observation: Any = None
    actions: list[np.ndarray] = field(default_factory=list)
    """The actions since the reset. Play continues here only if they equal those of the request."""


class Explorer:
    """Environments of one kind, each in the middle of an episode or free for the next one."""

    def __init__(
        self,
        make: Callable[[], gym.Env[Any, Any]],
        interface: Interface,
        survival_bonus: float,
        free: Sequence[gym.Env[Any, Any]] = (),
    ):
        """`free` are environments that nobody else uses."""
        self._make, self._interface, self._survival_bonus = make, interface, survival_bonus
        self._underway: OrderedDict[int, _Underway] = OrderedDict()
        """By the seed of the episode; the one that has waited longest comes first."""
        self._free = list(free)

    def play(self, request: Request, seed: int) -> Episode:
        """Continue an episode, or play one from its reset. Raises `EpisodeFault` if it misbehaves."""
        size = self._interface.shape.output_size
        nothing = np.zeros(size, np.float32), False, np.empty((0, size), np.float32), 0
        plan = request.exploration or Exploration(*nothing)
        # As in `rollout`.
        with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
            try:
                underway = self._go_to(seed, plan.actions)
                episode = self._play(underway, request, plan, seed)
            except BaseException:
                self._forget(seed)
                raise
        if episode.over:
            self._forget(seed)
        return episode if request.exploration else dataclasses.replace(episode, trajectory=None)

    def close(self) -> None:
        for env in [*self._free, *(each.env for each in self._underway.values())]:
            close_env(env)

    def _forget(self, seed: int) -> None:
        underway = self._underway.pop(seed, None)
        if underway is not None:
            self._free.append(underway.env)

    def _go_to(self, seed: int, actions: np.ndarray) -> _Underway:
        """The environment of an episode, brought to where these actions lead."""
        known = self._underway.get(seed)
        if known is not None and len(actions) > 0 and np.array_equal(known.actions, actions):
            self._underway.move_to_end(seed)
            return known
        self._forget(seed)
        if len(self._underway) >= MOST_ENVIRONMENTS:
            self._forget(next(iter(self._underway)))
        try:
            underway = _Underway(self._free.pop() if self._free else self._make())
            self._underway[seed] = underway
            underway.observation, _ = underway.env.reset(seed=seed)
            for action in actions:
                underway.actions.append(np.array(action))  # a copy: an environment may change its own
                underway.observation, _, terminated, truncated, _ = underway.env.step(
                    self._interface.to_env(np.array(action))
                )
                if terminated or truncated:
                    raise EpisodeFault(
                        "exception", "the environment does not repeat itself: an episode ended early", 0
                    )
        except BaseException as error:
            blame(error, 0)
        return underway

    def _play(self, underway: _Underway, request: Request, plan: Exploration, seed: int) -> Episode:
        interface, env, first = self._interface, underway.env, len(underway.actions)
        actor = _Actor(interface.shape, request, plan, seed, first)
        expected = (interface.shape.observation_size,)
        observations, actions, rewards = [], [], []
        terminated = truncated = False
        steps = 0
        try:
            vector = as_vector(underway.observation, interface.flatten, expected, first)
            while not (terminated or truncated) and (plan.steps == 0 or steps < plan.steps):
                vector = np.array(vector, np.float64)
                observations.append(vector)
                action = actor.act(vector)
                actions.append(np.array(action))
                underway.actions.append(actions[-1])
                observation, reward, terminated, truncated, _ = env.step(interface.to_env(action))
                rewards.append(float(reward))
                actor.wanted.hear(float(reward) - self._survival_bonus)
                steps += 1
                if first + steps >= LONGEST_EPISODE:
                    raise EpisodeFault(
                        "episode_length", f"no end after {first + steps} steps; add a TimeLimit", steps
                    )
                vector = as_vector(observation, interface.flatten, expected, first + steps)
                underway.observation = observation
        except EpisodeFault as fault:  # which may have counted from the reset
            raise EpisodeFault(fault.kind, fault.detail, steps) from None
        except BaseException as error:
            blame(error, steps)
        seen = np.array(observations)
        episode = finish(
            seed, seen, vector, sum(rewards), bool(terminated), self._survival_bonus, divergence_of(env)
        )
        trajectory = Trajectory(
            np.vstack([seen, vector]).astype(np.float32),
            np.array(actions, np.float32).reshape(steps, -1),
            np.array(rewards, np.float32),
        )
        if not np.isfinite(trajectory.rewards).all():
            raise EpisodeFault("reward", "a reward does not fit float32", steps)
        return dataclasses.replace(episode, over=bool(terminated or truncated), trajectory=trajectory)


class _Actor:
    """How a request acts from some step of an episode on."""

    def __init__(self, shape: PolicyShape, request: Request, plan: Exploration, seed: int, first: int):
        self._shape, self._plan = shape, plan
        self._policy = NumpyPolicy(shape, request.weights, request.normalizer)
        self.wanted = Wanted(request.command, request.horizon)
        # Trap: default_rng([seed, 0]) is default_rng(seed), the stream that the environment was reset with.
        # Correlated noise continues across the parts of an episode, so it is drawn from the reset on.
        begun = 0 if plan.correlation else first
        self._rng = np.random.default_rng(seed_words(seed, "exploration", begun))
        self._low, self._high = np.array(shape.low, np.float32), np.array(shape.high, np.float32)
        self._noise = correlated_noise(self._rng, len(shape.low), plan.correlation, passed=first - begun)

    def act(self, observation: np.ndarray) -> Any:
        """An action, as the policy gives it."""
        plan, low, high = self._plan, self._low, self._high
        if plan.random:
            uniform = _probability(next(self._noise)) if plan.correlation else self._rng.random(len(low))
            return (low + uniform * (high - low)).astype(np.float32)
        action = self._policy.act(
            self.wanted.seen_with(observation) if self._shape.commanded else observation
        )
        if not plan.noise.any():
            return action
        return np.clip(action + (plan.noise * next(self._noise)).astype(np.float32), low, high)


def play_in(
    env: gym.Env[Any, Any], interface: Interface, request: Request, seed: int, survival_bonus: float
) -> Episode:
    """A whole episode, without exploration, in an environment of the caller's."""
    if interface.shape.commanded:
        return Explorer(lambda: env, interface, survival_bonus).play(request, seed)
    policy = NumpyPolicy(interface.shape, request.weights, request.normalizer)
    return rollout(env, interface, policy, seed, survival_bonus)


def correlated_noise(
    rng: np.random.Generator, size: int, correlation: float, passed: int = 0
) -> Iterator[Float[np.ndarray, " size"]]:
    """x_t = c x_{t-1} + sqrt(1 - c^2) w_t, x_0 = w_0, each of deviation 1; the first `passed` are left out.

    The Ornstein-Uhlenbeck process of Lillicrap et al. (2016), whose theta is 1 - c and whose sigma is
    sqrt(1 - c^2) times the deviation.
    """
    fresh = math.sqrt(1 - correlation**2)
    x = None
    if passed:
        share = fresh * correlation ** np.arange(passed - 1.0, -1.0, -1.0)
        share[0] = correlation ** (passed - 1)
        x = share @ rng.standard_normal((passed, size))
    while True:
        w = rng.standard_normal(size)
        x = w if x is None else correlation * x + fresh * w
        yield x


def _probability(x: np.ndarray) -> np.ndarray:
    """The normal distribution function, which makes normal numbers uniform."""
    return np.array([0.5 * math.erfc(-each / math.sqrt(2)) for each in x])
