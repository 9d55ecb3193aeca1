"""The transitions that DDPG learns from, and the episode that is being played in parts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import numpy as np
from jaxtyping import Float

from gogepo.envs.rollout import LONGEST_EPISODE, Trajectory
from gogepo.types import PolicyShape


class Batches(NamedTuple):
    """Transitions (o, a, r, o', d) of every update of a round, examples in columns."""

    observations: Float[Any, "updates observation batch"]
    actions: Float[Any, "updates output batch"]
    rewards: Float[Any, "updates batch"]
    next_observations: Float[Any, "updates observation batch"]
    terminated: Float[Any, "updates batch"]


@dataclass(frozen=True)
class Underway:
    """An episode that is being played in parts."""

    index: int
    actions: Float[np.ndarray, "taken output"]
    env_return: float
    training_return: float


@dataclass(frozen=True)
class Transitions:
    """The newest transitions, the episode under way, and the metrics of the last round.

    The rows are a ring that `store` writes into: do not use an older value.
    """

    rows: Float[np.ndarray, "capacity transition"]
    """One transition per row, so that each is drawn from one place; the next five fields are views of it."""
    observations: Float[np.ndarray, "capacity observation"]
    actions: Float[np.ndarray, "capacity output"]
    rewards: Float[np.ndarray, " capacity"]
    next_observations: Float[np.ndarray, "capacity observation"]
    terminated: Float[np.ndarray, " capacity"]
    metrics: tuple[float, ...]
    """They are reported until the next round, because most episodes end between two rounds."""
    steps: int = 0
    """Transitions stored so far, including those overwritten since."""
    underway: Underway | None = None

    RING: ClassVar[tuple[str, ...]] = (
        "observations",
        "actions",
        "rewards",
        "next_observations",
        "terminated",
    )

    @staticmethod
    def empty(capacity: int, shape: PolicyShape, metrics: int) -> Transitions:
        rows = np.zeros((capacity, transition_size(shape)), np.float32)
        parts = _parts(rows, shape.observation_size, shape.output_size)
        return Transitions(rows, *parts, metrics=(0.0,) * metrics)

    def store(self, part: Trajectory, terminated: bool, survival_bonus: float) -> Transitions:
        """Add one more part of an episode. Only its last step may have ended the task."""
        count, capacity = len(part.rewards), len(self.rewards)
        slots = np.arange(self.steps, self.steps + count) % capacity
        self.observations[slots] = part.observations[:-1]
        self.actions[slots] = part.actions
        self.rewards[slots] = part.rewards - survival_bonus
        self.next_observations[slots] = part.observations[1:]
        self.terminated[slots] = 0.0
        self.terminated[slots[-1]] = float(terminated)
        return replace(self, steps=self.steps + count)

    def draw(self, updates: int, batch_size: int, rng: np.random.Generator) -> Batches:
        """Draw transitions uniformly with replacement."""
        slots = rng.integers(min(self.steps, len(self.rewards)), size=(updates, batch_size))
        columns = np.ascontiguousarray(np.swapaxes(np.take(self.rows, slots, axis=0), 1, 2))
        parts = _parts(np.swapaxes(columns, 1, 2), self.observations.shape[1], self.actions.shape[1])
        return Batches(*(np.swapaxes(part, 1, -1) for part in parts))

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays of a file, copied."""
        filled = min(self.steps, len(self.rewards))
        arrays = {name: getattr(self, name)[:filled].copy() for name in self.RING}
        arrays["metrics"] = np.array(self.metrics, np.float64)
        arrays["steps"] = np.array(self.steps, np.int64)
        if self.underway is not None:
            arrays["underway.index"] = np.array(self.underway.index, np.int64)
            arrays["underway.actions"] = np.array(self.underway.actions, np.float32)
            returns = (self.underway.env_return, self.underway.training_return)
            arrays["underway.returns"] = np.array(returns, np.float64)
        return arrays

    def read(self, arrays: dict[str, np.ndarray]) -> Transitions:
        """The inverse of `arrays`, for empty transitions; raises a ValueError if they are inconsistent."""
        if arrays["steps"].dtype != np.int64:
            raise ValueError("the counters are impossible")
        steps = int(arrays["steps"])
        filled = min(max(steps, 0), len(self.rewards))
        underway = {"underway.index", "underway.actions", "underway.returns"} & set(arrays)
        if set(arrays) != {*self.RING, "metrics", "steps", *underway} or len(underway) not in (0, 3):
            raise ValueError("the arrays are not those of transitions")
        for name in self.RING:
            ring, saved = getattr(self, name), arrays[name]
            if saved.shape != (filled, *ring.shape[1:]) or saved.dtype != np.float32:
                raise ValueError(f"{name} is {saved.dtype}{saved.shape}")
            ring[:filled] = saved
        metrics = arrays["metrics"]
        if steps < 0 or metrics.shape != (len(self.metrics),):
            raise ValueError("the counters are impossible")
        read = replace(self, steps=steps, metrics=tuple(metrics.tolist()))
        if not underway:
            return read
        index, actions = arrays["underway.index"], arrays["underway.actions"]
        if index < 0 or actions.ndim != 2 or actions.shape[1] != self.actions.shape[1]:
            raise ValueError("the episode under way is impossible")
        if (index.dtype, actions.dtype) != (np.int64, np.float32):
            raise ValueError("the episode under way has other types")
        env_return, training_return = arrays["underway.returns"].tolist()
        return replace(read, underway=Underway(int(index), actions, env_return, training_return))


def transition_size(shape: PolicyShape) -> int:
    """How many numbers a transition has."""
    return 2 * shape.observation_size + shape.output_size + 2


def largest_memory(capacity: int, shape: PolicyShape) -> int:
    """The most bytes that the arrays of transitions can have."""
    return 4 * (capacity * transition_size(shape) + LONGEST_EPISODE * shape.output_size)


def _parts(rows: np.ndarray, observation_size: int, output_size: int) -> list[Any]:
    """Views of transitions (..., transition): o, a, r, o', d."""
    ends = np.cumsum([observation_size, output_size, 1, observation_size])
    observations, actions, rewards, after, terminated = np.split(rows, ends, axis=-1)
    return [observations, actions, rewards[..., 0], after, terminated[..., 0]]
