"""The transitions: a ring that is drawn from uniformly, and what a file may hold of it."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, Trajectory
from gogepo.memory.transitions import Transitions, Underway, largest_memory
from toys import SHAPE

METRICS = 6


def part(
    steps: int, first: int = 0, terminated: bool = False, over: bool = False, bonus: float = 0.0
) -> Episode:
    """Steps whose numbers tell which they are."""
    rows = np.arange(first, first + steps + 1, dtype=np.float32)
    rewards = np.arange(first, first + steps, dtype=np.float32)
    trajectory = Trajectory(np.repeat(rows[:, None], 3, 1), np.repeat(rows[:-1, None], 2, 1), rewards)
    total = float(rewards.sum())
    moments = Moments.of(np.zeros((steps, 3)))
    return Episode(
        7, total, total - bonus * steps, steps, terminated, moments, over or terminated, trajectory
    )


def empty(capacity: int = 40) -> Transitions:
    return Transitions.empty(capacity, SHAPE, METRICS)


def after(transitions: Transitions, *parts: Episode, bonus: float = 0.0) -> Transitions:
    for each in parts:
        assert each.trajectory is not None
        transitions = transitions.store(each.trajectory, each.terminated, bonus)
    return transitions


def test_the_newest_transitions_are_held():
    transitions = after(empty(10), part(7, terminated=True))
    transitions = after(transitions, part(5, first=7), bonus=0.5)
    assert transitions.steps == 12
    kept = {int(row[0]): slot for slot, row in enumerate(transitions.observations)}
    assert sorted(kept) == list(range(2, 12))  # the two oldest have left
    for number, slot in kept.items():
        assert transitions.next_observations[slot, 0] == number + 1
        assert transitions.actions[slot, 0] == number
        assert transitions.rewards[slot] == number - (0.5 if number >= 7 else 0.0)
        assert transitions.terminated[slot] == (number == 6)


def test_draws_are_uniform_over_what_is_stored_and_keep_transitions_together():
    drawn = after(empty(), part(8, terminated=True)).draw(500, 4, np.random.default_rng(0))
    assert drawn.observations.shape == (500, 3, 4)
    numbers = drawn.observations[:, 0]
    np.testing.assert_array_equal(drawn.rewards, numbers)
    np.testing.assert_array_equal(drawn.actions[:, 1], numbers)
    np.testing.assert_array_equal(drawn.next_observations[:, 2], numbers + 1)
    np.testing.assert_array_equal(drawn.terminated, numbers == 7)
    counts = np.bincount(numbers.astype(int).ravel(), minlength=8)
    assert len(counts) == 8
    assert abs(counts / counts.sum() - 1 / 8).max() < 0.03


def filled(parts: int) -> Transitions:
    """After parts of 5 steps, in the middle of an episode and with metrics of a round."""
    transitions = after(empty(), *(part(5, first=5 * number) for number in range(parts)))
    underway = Underway(3, np.arange(10, dtype=np.float32).reshape(5, 2), 2.5, -1.5)
    return dataclasses.replace(transitions, underway=underway, metrics=(0.5, 1.5, 2.5, 3.5, 4.5, 5.5))


def test_what_was_saved_is_the_same():
    before = filled(10)
    again = empty().read(before.arrays())
    assert again.steps == 50
    for name in Transitions.RING:
        np.testing.assert_array_equal(getattr(again, name), getattr(before, name))
    assert again.metrics == before.metrics
    assert before.underway is not None
    for name, value in vars(before.underway).items():
        np.testing.assert_array_equal(getattr(again.underway, name), value)


def test_an_empty_ring_that_was_saved_is_empty():
    again = empty().read(empty().arrays())
    assert (again.steps, again.underway, again.metrics) == (0, None, (0.0,) * METRICS)


@pytest.mark.parametrize(
    "change",
    [
        {"steps": np.array(-1)},
        {"steps": np.array(3)},
        {"rewards": np.zeros(3, np.float32)},
        {"actions": np.zeros((10, 3), np.float32)},
        {"observations": np.zeros((10, 3), np.float64)},
        {"metrics": np.zeros(2)},
        {"stranger": np.zeros(1)},
        {"underway.index": np.array(-1)},
        {"underway.actions": np.zeros((2, 5), np.float32)},
        {"underway.actions": None},
        {"rewards": None},
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any]):
    arrays = filled(2).arrays()
    assert empty().read(arrays).steps == 10
    arrays = {name: array for name, array in (arrays | change).items() if array is not None}
    with pytest.raises((ValueError, KeyError)):
        empty().read(arrays)


def test_they_take_no_more_than_is_said():
    assert sum(array.nbytes for array in filled(10).arrays().values()) < largest_memory(40, SHAPE)
