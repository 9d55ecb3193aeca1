"""The best episodes so far, which UDRL learns from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from gogepo.envs.rollout import FLOAT32_MAX, LONGEST_EPISODE, Episode
from gogepo.types import PolicyShape

STEPS_PER_EPISODE = 2000  # on average, in a full memory


@dataclass(frozen=True, eq=False)
class Recorded:
    """An episode as it is learned from."""

    number: int
    """Its place among the episodes told, from 0."""
    training_return: float
    observations: Float[np.ndarray, "steps observation"]
    actions: Float[np.ndarray, "steps output"]
    returns_to_go: Float[np.ndarray, " steps"]
    """The rewards of each step and all later ones, without survival bonus."""

    @staticmethod
    def of(number: int, episode: Episode) -> Recorded | None:
        """The record of an episode; None if its rewards do not fit float32, though their sum does."""
        trajectory = episode.trajectory
        assert trajectory is not None  # requests ask for it
        bonus = (episode.env_return - episode.training_return) / episode.env_steps
        with np.errstate(invalid="ignore"):
            paid = np.cumsum(trajectory.rewards[:-1].astype(np.float64) - bonus)
        # Counted down from the whole return, as it is while a command is played (envs/exploration.py).
        to_go = episode.training_return - np.concatenate([[0.0], paid])
        if not (np.abs(to_go) <= FLOAT32_MAX).all():
            return None
        return Recorded(
            number,
            episode.training_return,
            trajectory.observations[:-1],
            trajectory.actions,
            to_go.astype(np.float32),
        )

    def inputs(self, steps: Int[np.ndarray, " batch"]) -> Float[np.ndarray, "batch input"]:
        """(o_t1, d_r, d_h): an observation, and the return and steps from there to the episode's end, t2."""
        left = (len(self.actions) - steps).astype(np.float32)
        columns = self.observations[steps], self.returns_to_go[steps, None], left[:, None]
        return np.concatenate(columns, axis=1)


@dataclass(frozen=True, eq=False)
class Episodes:
    """The replay: the best episodes so far. It is a value: `with_more` makes a new one."""

    shape: PolicyShape
    most_episodes: int
    recorded: tuple[Recorded, ...] = ()
    """Sorted by training return; among equals the older comes first."""

    @property
    def most_steps(self) -> int:
        """A bound on the steps of all episodes together; the longest possible episode fits."""
        return max(STEPS_PER_EPISODE * self.most_episodes, LONGEST_EPISODE)

    @property
    def largest_size(self) -> int:
        """The most bytes that `arrays` can have."""
        layout = self._layout(self.most_episodes, self.most_steps)
        return sum(math.prod(shape) * np.dtype(dtype).itemsize for shape, dtype in layout.values())

    @property
    def returns(self) -> Float[np.ndarray, " episodes"]:
        return np.array([each.training_return for each in self.recorded], np.float64)

    @property
    def lengths(self) -> Int[np.ndarray, " episodes"]:
        return np.array([len(each.actions) for each in self.recorded], np.int64)

    def with_more(self, new: Sequence[Recorded]) -> Episodes:
        """The best of old and new. The lowest returns leave first, and among equals the oldest."""
        ranked = sorted([*self.recorded, *new], key=lambda each: (each.training_return, each.number))
        ranked = ranked[-self.most_episodes :]
        steps = np.cumsum([len(each.actions) for each in reversed(ranked)])
        fit = int(np.searchsorted(steps, self.most_steps, side="right"))
        return replace(self, recorded=tuple(ranked[len(ranked) - fit :]))

    def draw(
        self, count: int, rng: np.random.Generator
    ) -> tuple[Float[np.ndarray, "count input"], Float[np.ndarray, "count output"]]:
        """Draw `count` examples, each from any step t1 of any episode."""
        which = rng.integers(len(self.recorded), size=count)
        steps = rng.integers(self.lengths[which])
        inputs = np.empty((count, self.shape.input_size), np.float32)
        actions = np.empty((count, self.shape.output_size), np.float32)
        order = np.argsort(which, kind="stable")
        drawn, first = np.unique(which[order], return_index=True)
        for number, rows in zip(drawn, np.split(order, first[1:]), strict=False):
            each = self.recorded[number]
            inputs[rows], actions[rows] = each.inputs(steps[rows]), each.actions[steps[rows]]
        return inputs, actions

    def arrays(self) -> dict[str, np.ndarray]:
        """The arrays of a file: the steps of all episodes end to end, and the rest of each episode."""
        numbers = np.array([each.number for each in self.recorded], np.int64)
        arrays = {"lengths": self.lengths, "returns": self.returns, "numbers": numbers}
        for name, (shape, dtype) in self._layout(0, 0).items():
            if name not in arrays:
                parts = [getattr(each, name) for each in self.recorded]
                arrays[name] = np.concatenate([np.empty(shape, dtype), *parts])
        return arrays

    def read(self, arrays: dict[str, np.ndarray]) -> Episodes:
        """The inverse of `arrays`; raises a ValueError if they are inconsistent."""
        lengths = arrays.get("lengths", np.zeros(1))
        if lengths.dtype != np.int64 or (lengths < 1).any() or (lengths > LONGEST_EPISODE).any():
            raise ValueError("the lengths of the episodes are missing or impossible")
        count, steps = lengths.size, int(lengths.sum())
        if count > self.most_episodes or steps > self.most_steps:
            raise ValueError(f"{count} episodes of {steps} steps are too many")
        found = {name: (array.shape, array.dtype) for name, array in arrays.items()}
        if found != self._layout(count, steps):
            raise ValueError(
                f"{count} episodes of {steps} steps do not fit the arrays' names, shapes or types"
            )
        if not all(np.isfinite(array).all() for array in arrays.values()):
            raise ValueError("a number is not finite")
        actions, to_go = arrays["actions"], arrays["returns_to_go"]
        low, high = np.array(self.shape.low, np.float32), np.array(self.shape.high, np.float32)
        if (actions < low).any() or (actions > high).any():
            raise ValueError("an action is out of bounds")
        ends = np.cumsum(lengths)
        with np.errstate(over="ignore"):
            if (to_go[ends - lengths] != arrays["returns"].astype(np.float32)).any():
                raise ValueError("the return to go at the start of an episode is not its return")
        ranks = list(zip(arrays["returns"].tolist(), arrays["numbers"].tolist(), strict=True))
        numbers = {number for _, number in ranks}
        if ranks != sorted(ranks) or len(numbers) < count or min(numbers, default=0) < 0:
            raise ValueError("the episodes are not in order")
        recorded = []
        for (training_return, number), end, length in zip(ranks, ends, lengths, strict=True):
            span = slice(end - length, end)
            columns = arrays["observations"][span], actions[span], to_go[span]
            recorded.append(Recorded(number, training_return, *columns))
        return replace(self, recorded=tuple(recorded))

    def _layout(self, episodes: int, steps: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Shapes and types of `arrays`."""
        return {
            "observations": ((steps, self.shape.observation_size), np.float32),
            "actions": ((steps, self.shape.output_size), np.float32),
            "returns_to_go": ((steps,), np.float32),
            "lengths": ((episodes,), np.int64),
            "returns": ((episodes,), np.float64),
            "numbers": ((episodes,), np.int64),
        }
