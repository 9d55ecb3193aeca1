"""The best episodes: which are kept, how steps of them are drawn, and what a file may hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, Trajectory
from gogepo.memory import episodes
from gogepo.memory.episodes import Episodes, Recorded
from gogepo.types import PolicyShape

SHAPE = PolicyShape(2, (4,), "continuous", (-1.0, 0.0), (1.0, 4.0), "tanh", commanded=True)


def lived(rewards: Sequence[float], bonus: float = 0.0, seed: int = 0) -> Episode:
    """An episode of these rewards, with observations and actions that differ from step to step."""
    rng, steps = np.random.default_rng(seed), len(rewards)
    observations = rng.standard_normal((steps + 1, 2)).astype(np.float32)
    actions = rng.uniform(SHAPE.low, SHAPE.high, (steps, 2)).astype(np.float32)
    trajectory = Trajectory(observations, actions, np.array(rewards, np.float32))
    env_return, moments = float(sum(rewards)), Moments.of(observations[:-1].astype(np.float64))
    return Episode(seed, env_return, env_return - bonus * steps, steps, True, moments, trajectory=trajectory)


def gave(training_return: float, steps: int = 1) -> Episode:
    """An episode of this return, paid at its end."""
    return lived([0.0] * (steps - 1) + [training_return], seed=steps)


def memory(*told: Episode, most_episodes: int = 5) -> Episodes:
    """After these episodes."""
    return Episodes(SHAPE, most_episodes).with_more(recorded(*told))


def recorded(*told: Episode, first: int = 0) -> list[Recorded]:
    found = [Recorded.of(number, episode) for number, episode in enumerate(told, first)]
    return [each for each in found if each is not None]


def kept(memory: Episodes) -> list[tuple[float, int]]:
    return [(each.training_return, each.number) for each in memory.recorded]


def test_the_best_are_kept_and_of_equals_the_newest():
    before = memory(gave(5.0), gave(1.0), gave(3.0), gave(3.0), most_episodes=3)
    assert kept(before) == [(3.0, 2), (3.0, 3), (5.0, 0)]
    after = before.with_more(recorded(gave(3.0), gave(2.0), gave(9.0), first=4))
    assert kept(after) == [(3.0, 4), (5.0, 0), (9.0, 6)]
    assert kept(before) == [(3.0, 2), (3.0, 3), (5.0, 0)]  # a value, which stays as it was
    assert after.returns.tolist() == [3.0, 5.0, 9.0]


def test_the_worst_leave_where_there_are_too_many_steps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(episodes, "STEPS_PER_EPISODE", 2)
    monkeypatch.setattr(episodes, "LONGEST_EPISODE", 8)
    # Of 5 episodes 10 steps.
    assert kept(memory(gave(1.0, 1), gave(2.0, 4), gave(3.0, 3), gave(4.0, 3))) == [
        (2.0, 1),
        (3.0, 2),
        (4.0, 3),
    ]
    assert kept(memory(gave(1.0, 1), gave(2.0, 4), gave(3.0, 8))) == [(3.0, 2)]
    assert memory(gave(1.0, 8), most_episodes=1).recorded  # one always fits


# Examples. Paid 3, 5, 2 with a survival bonus of 1: 2, 4, 1 to learn from.


def test_an_example_reads_the_return_and_the_steps_to_the_end_without_survival_bonus():
    episode = lived([3.0, 5.0, 2.0], bonus=1.0)
    (found,) = recorded(episode)
    inputs = found.inputs(np.array([2, 0, 1, 1]))
    assert episode.trajectory is not None
    np.testing.assert_array_equal(inputs[:, :2], episode.trajectory.observations[[2, 0, 1, 1]])
    np.testing.assert_allclose(inputs[:, 2], [1, 7, 5, 5], rtol=1e-6)
    assert inputs[:, 3].tolist() == [1, 3, 2, 2]


def test_every_episode_is_drawn_as_often_and_every_step_of_it():
    inputs, _ = memory(gave(1.0, 1), gave(2.0, 4)).draw(20_000, np.random.default_rng(0))
    wanted, left = inputs[:, 2], inputs[:, 3]
    assert np.mean(wanted == 1.0) == pytest.approx(1 / 2, abs=0.02)
    for steps in (1, 2, 3, 4):
        assert np.mean((wanted == 2.0) & (left == steps)) == pytest.approx(1 / 8, abs=0.01)


def test_an_episode_whose_rewards_do_not_fit_float32_is_not_recorded():
    with np.errstate(over="ignore"):
        absurd = lived([1e39, -1e39, 1.0])
    assert recorded(absurd) == []


# In files


def saved(memory: Episodes) -> dict[str, np.ndarray]:
    return safetensors.numpy.load(safetensors.numpy.save(memory.arrays()))


def test_what_is_kept_survives_a_file():
    before = memory(gave(5.0, 4), lived([1.0, -2.0, 4.0]), gave(3.0, 7))
    again = Episodes(SHAPE, 5).read(saved(before))
    assert kept(again) == kept(before)
    for name, array in before.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], array)
    for one, other in zip(
        *(each.draw(50, np.random.default_rng(0)) for each in (before, again)), strict=True
    ):
        np.testing.assert_array_equal(one, other)


def test_an_empty_memory_survives_a_file():
    assert Episodes(SHAPE, 5).read(saved(Episodes(SHAPE, 5))).recorded == ()


Tamper = Callable[[dict[str, np.ndarray]], Any]


def changed(name: str, change: Callable[[np.ndarray], np.ndarray]) -> Tamper:
    def tamper(arrays: dict[str, np.ndarray]) -> None:
        arrays[name] = change(arrays[name].copy())

    return tamper


def with_item(index: Any, value: Any) -> Callable[[np.ndarray], np.ndarray]:
    def change(array: np.ndarray) -> np.ndarray:
        array[index] = value
        return array

    return change


TAMPERINGS: dict[str, Tamper] = {
    "no array": lambda arrays: arrays.clear(),
    "an array less": lambda arrays: arrays.pop("numbers"),
    "no lengths": lambda arrays: arrays.pop("lengths"),
    "an array more": lambda arrays: arrays.update(more=np.zeros(1)),
    "a step less": changed("observations", lambda array: array[1:]),
    "an action less": changed("actions", lambda array: array[:, 1:]),
    "an episode less": changed("returns", lambda array: array[1:]),
    "another type of lengths": changed("lengths", lambda array: array.astype(np.float64)),
    "another type of observations": changed("observations", lambda array: array.astype(np.float64)),
    "another type of returns": changed("returns", lambda array: array.astype(np.float32)),
    "another shape": changed("lengths", lambda array: array[:, None]),
    "no step": changed("lengths", with_item([0, 1], [0, 6])),
    "a negative length": changed("lengths", with_item([0, 1], [-1, 7])),
    "lengths that wrap around": changed("lengths", with_item([0, 1, 2], [2**63 - 1, 2**63 - 1, 11])),
    "an observation not finite": changed("observations", with_item((0, 0), np.nan)),
    "an action not finite": changed("actions", with_item((0, 0), np.nan)),
    "a return not finite": changed("returns", with_item(0, -np.inf)),
    "an action above": changed("actions", with_item((0, 1), 4.5)),
    "an action below": changed("actions", with_item((0, 1), -0.5)),
    "another order": changed("returns", lambda array: array[::-1]),
    "another age": changed("numbers", with_item([0, 1], [3, 1])),
    "a number twice": changed("numbers", with_item(2, 0)),
    "a negative number": changed("numbers", with_item(0, -1)),
    "another return": changed("returns", with_item(2, 2.5)),
    "a return that float32 has not": changed("returns", with_item(2, 1e300)),
    "another reward": changed("returns_to_go", with_item(0, 7.0)),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS.keys())
def test_what_cannot_be_is_refused(tamper: Tamper):
    # Three of 3 steps each; the first two are of one return.
    arrays = saved(memory(gave(1.0, 3), gave(1.0, 3), gave(2.0, 3)))
    Episodes(SHAPE, 5).read(arrays)
    tamper(arrays)
    with pytest.raises(ValueError):
        Episodes(SHAPE, 5).read(arrays)


def test_more_than_there_is_room_for_is_refused(monkeypatch: pytest.MonkeyPatch):
    arrays = saved(memory(gave(1.0, 3), gave(2.0, 3)))
    with pytest.raises(ValueError):
        Episodes(SHAPE, 1).read(arrays)
    monkeypatch.setattr(episodes, "STEPS_PER_EPISODE", 1)
    monkeypatch.setattr(episodes, "LONGEST_EPISODE", 5)
    with pytest.raises(ValueError):
        Episodes(SHAPE, 5).read(arrays)


def test_the_largest_size_is_that_of_a_full_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(episodes, "STEPS_PER_EPISODE", 3)
    monkeypatch.setattr(episodes, "LONGEST_EPISODE", 3)
    full = memory(*[gave(1.0, 3) for _ in range(5)])
    assert full.largest_size == sum(array.nbytes for array in full.arrays().values())
