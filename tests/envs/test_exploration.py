"""Play for data: an episode in parts is the episode whole, whoever plays the parts; all of it is recorded."""

from __future__ import annotations

import itertools
import os
import socket
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces

import toys
from gogepo.config import Network
from gogepo.engines import Job
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import ProcessEngine
from gogepo.engines.worker import (
    outcomes_message,
    read_outcomes,
    read_request,
    receive,
    request_message,
    send,
)
from gogepo.envs.exploration import MOST_ENVIRONMENTS, Explorer, correlated_noise
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault, Exploration, Request, Trajectory, rollout
from gogepo.envs.spaces import Interface, read_interface
from gogepo.envs.tasks import env_factory
from gogepo.types import PolicyShape

NETWORK = Network((8, 8))
PLAYED = ("Pendulum-v1", "InvertedPendulum-v5")
SEED = 5
POLICY = 398  # with it the inverted pendulum of SEED stays up for 27 steps, with noise for 52
COMMANDED = Network((3,), "relu", commanded=True)


def make(name: str) -> Any:
    return gym.make(name, disable_env_checker=True)


class Counted:
    """Makes environments, and knows how many it made."""

    def __init__(self, factory: Any):
        self._factory, self.made = factory, 0

    def __call__(self) -> Any:
        self.made += 1
        return self._factory()


def explorer(factory: Any, bonus: float = 0.0, network: Network = NETWORK) -> Explorer:
    return Explorer(factory, read_interface(factory(), network), bonus)


def plan(
    shape: PolicyShape,
    noise: Any = 0.0,
    random: bool = False,
    actions: Any = None,
    steps: int = 0,
    correlation: float = 0.0,
) -> Exploration:
    before = np.empty((0, shape.output_size), np.float32) if actions is None else actions
    each = np.broadcast_to(np.float32(noise), shape.output_size).copy()
    return Exploration(each, random, before, steps, correlation)


def ask(shape: PolicyShape, number: int = POLICY, **exploration: Any) -> Request:
    """A random policy with a normaliser that does something."""
    rng = np.random.default_rng(number)
    size = shape.input_size
    normalizer = Normalizer(rng.normal(0, 0.1, size), rng.uniform(0.5, 2, size))
    weights = toys.random_weights(shape, rng, 0.2)
    return Request(0, np.nan, weights, normalizer, exploration=plan(shape, **exploration))


def recorded(episode: Episode) -> Trajectory:
    assert episode.trajectory is not None
    return episode.trajectory


def parts_of(players: Iterator[Any], shape: PolicyShape, steps: Sequence[int], **how: Any) -> list[Episode]:
    """An episode in parts of so many steps, over and over; each is asked of the next player."""
    parts: list[Episode] = []
    actions = np.empty((0, shape.output_size), np.float32)
    for count in itertools.cycle(steps):
        parts.append(next(players).play(ask(shape, actions=actions, steps=count, **how), SEED))
        actions = np.concatenate([actions, recorded(parts[-1]).actions])
        if parts[-1].over:
            return parts
    raise AssertionError("unreachable")


def joined(parts: list[Episode]) -> Trajectory:
    for one, other in itertools.pairwise(parts):
        np.testing.assert_array_equal(recorded(one).observations[-1], recorded(other).observations[0])
    seen = [recorded(part).observations[:-1] for part in parts]
    return Trajectory(
        np.concatenate([*seen, recorded(parts[-1]).observations[-1:]]),
        np.concatenate([recorded(part).actions for part in parts]),
        np.concatenate([recorded(part).rewards for part in parts]),
    )


def assert_same_trajectory(one: Trajectory, other: Trajectory) -> None:
    for name in ("observations", "actions", "rewards"):
        ours, theirs = getattr(one, name), getattr(other, name)
        assert ours.dtype == theirs.dtype == np.float32
        np.testing.assert_array_equal(ours, theirs)


def assert_same_episode(one: Episode, other: Episode) -> None:
    for name in ("seed", "env_return", "training_return", "env_steps", "terminated", "over"):
        assert getattr(one, name) == getattr(other, name), name
    assert one.moments.count == other.moments.count
    np.testing.assert_array_equal(one.moments.mean, other.moments.mean)
    np.testing.assert_array_equal(one.moments.squares, other.moments.squares)
    assert (one.trajectory is None) == (other.trajectory is None)
    if one.trajectory is not None:
        assert_same_trajectory(recorded(one), recorded(other))


# In parts


@pytest.mark.parametrize("name", PLAYED)
def test_an_episode_that_is_recorded_is_the_one_of_a_rollout(name):
    player, env = explorer(lambda: make(name), bonus=0.5), make(name)
    interface = read_interface(env, NETWORK)
    request = ask(interface.shape)
    policy = NumpyPolicy(interface.shape, request.weights, request.normalizer)
    expected = rollout(env, interface, policy, SEED, 0.5)
    episode = player.play(request, SEED)
    trajectory = recorded(episode)
    assert_same_episode(expected, Episode(**{**vars(episode), "trajectory": None}))
    assert episode.over
    assert trajectory.observations.shape == (episode.env_steps + 1, interface.shape.observation_size)
    assert trajectory.actions.shape == (episode.env_steps, 1)
    # Step by step, as Gymnasium gives it.
    observation, _ = env.reset(seed=SEED)
    for step in range(episode.env_steps):
        np.testing.assert_array_equal(trajectory.observations[step], np.float32(observation))
        np.testing.assert_array_equal(trajectory.actions[step], policy.act(np.array(observation, np.float64)))
        observation, reward, terminated, truncated, _ = env.step(trajectory.actions[step])
        assert trajectory.rewards[step] == np.float32(reward)
    np.testing.assert_array_equal(trajectory.observations[-1], np.float32(observation))
    assert (terminated or truncated, terminated) == (True, episode.terminated)


@pytest.mark.parametrize("players", ["one", "two in turn", "a new one for each part"])
@pytest.mark.parametrize("steps", [(1,), (3,), (7,), (64,), (5, 1, 2), (10_000,)], ids=str)
@pytest.mark.parametrize("name", PLAYED)
def test_an_episode_in_parts_is_the_one_played_whole(name, steps, players):
    shape = read_interface(make(name), NETWORK).shape
    who: Iterator[Explorer]
    if players == "a new one for each part":
        who = (explorer(lambda: make(name), bonus=0.25) for _ in itertools.count())
    else:
        count = 1 if players == "one" else 2
        who = itertools.cycle([explorer(lambda: make(name), bonus=0.25) for _ in range(count)])
    parts = parts_of(who, shape, steps)
    whole = explorer(lambda: make(name), bonus=0.25).play(ask(shape), SEED)
    assert_same_trajectory(joined(parts), recorded(whole))
    assert sum(part.env_steps for part in parts) == whole.env_steps > 20
    counts = list(itertools.islice(itertools.cycle(steps), len(parts)))
    assert [part.env_steps for part in parts[:-1]] == counts[:-1]
    assert parts[-1].env_steps <= counts[-1]
    assert [part.over for part in parts] == [False] * (len(parts) - 1) + [True]
    assert [part.terminated for part in parts] == [False] * (len(parts) - 1) + [whole.terminated]
    moments = parts[0].moments
    for part in parts[1:]:
        moments = moments.merge(part.moments)
    assert moments.count == whole.moments.count
    np.testing.assert_allclose(moments.mean, whole.moments.mean, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(moments.squares, whole.moments.squares, rtol=1e-9, atol=1e-12)
    for part in parts:
        assert part.env_return == pytest.approx(
            float(recorded(part).rewards.astype(np.float64).sum()), rel=1e-5
        )
        assert part.training_return == part.env_return - 0.25 * part.env_steps
    assert sum(part.env_return for part in parts) == pytest.approx(whole.env_return, rel=1e-12)


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("correlation", [0.0, 0.9])
def test_noise_in_parts_does_not_depend_on_who_plays_them(name, correlation):
    shape = read_interface(make(name), NETWORK).shape
    how = {"noise": 0.3, "correlation": correlation}
    here = parts_of(itertools.repeat(explorer(lambda: make(name))), shape, (4,), **how)
    there = parts_of((explorer(lambda: make(name)) for _ in itertools.count()), shape, (4,), **how)
    for one, other in zip(here, there, strict=True):
        assert_same_episode(one, other)
    noisy, exact = joined(here), recorded(explorer(lambda: make(name)).play(ask(shape), SEED))
    assert np.any(noisy.actions[:4] != exact.actions[:4])
    noise = noisy.actions[:4] - exact.actions[:4]
    assert len(np.unique(noise)) == 4


def test_pendulum_is_truncated_and_the_inverted_one_falls():
    """So that the tests above are of both endings."""
    for name, terminated in zip(PLAYED, (False, True), strict=True):
        episode = explorer(lambda name=name: make(name)).play(
            ask(read_interface(make(name), NETWORK).shape), SEED
        )
        assert (episode.over, episode.terminated) == (True, terminated)


# Endings


class Scripted(gym.Env[Any, Any]):
    """Pays these rewards, observing the number of steps taken. An exception among them is raised."""

    observation_space = spaces.Box(-1e6, 1e6, (2,), np.float64)
    action_space = spaces.Box(-1, 1, (2,))

    def __init__(self, rewards: Sequence[Any] = (1.0, 2.5, -1.0, 4.0), end: str = "terminated"):
        self.rewards, self.end = rewards, end
        self.actions: list[np.ndarray] = []

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.actions = []
        return self._observe(), {}

    def step(self, action: Any) -> Any:
        self.actions.append(action)
        reward, over = self.rewards[len(self.actions) - 1], len(self.actions) == len(self.rewards)
        if isinstance(reward, Exception):
            raise reward
        return (
            self._observe(),
            reward,
            over and self.end == "terminated",
            over and self.end == "truncated",
            {},
        )

    def _observe(self) -> Any:
        return np.array([len(self.actions), -3.0])


@pytest.mark.parametrize("end", ["terminated", "truncated"])
def test_an_episode_that_ends_with_its_part_is_over(end):
    player = explorer(lambda: Scripted(end=end))
    shape = player._interface.shape
    first = player.play(ask(shape, steps=2), SEED)
    assert (first.over, first.terminated, first.env_steps, first.env_return) == (False, False, 2, 3.5)
    last = player.play(ask(shape, actions=recorded(first).actions, steps=2), SEED)
    assert (last.over, last.terminated, last.env_steps) == (True, end == "terminated", 2)
    assert last.env_return == 3.0
    np.testing.assert_array_equal(recorded(last).rewards, [-1, 4])
    np.testing.assert_array_equal(recorded(last).observations[:, 0], [2, 3, 4])
    # What follows under the same seed begins with a reset.
    again = player.play(ask(shape, steps=2), SEED)
    assert_same_episode(again, first)


def test_an_episode_that_is_begun_again_begins_with_its_reset():
    player = explorer(Scripted)
    shape = player._interface.shape
    first = player.play(ask(shape, steps=3), SEED)
    assert_same_episode(player.play(ask(shape, steps=3), SEED), first)
    # And one that goes on from an earlier step goes on from there.
    back = player.play(ask(shape, actions=recorded(first).actions[:1], steps=1), SEED)
    np.testing.assert_array_equal(recorded(back).rewards, [2.5])
    np.testing.assert_array_equal(recorded(back).observations[:, 0], [1, 2])


def test_what_is_recorded_is_what_the_environment_was_given():
    env = Scripted()
    player = explorer(lambda: env)
    episode = player.play(ask(player._interface.shape, noise=0.5), SEED)
    np.testing.assert_array_equal(env.actions, recorded(episode).actions)
    np.testing.assert_array_equal(recorded(episode).rewards, [1, 2.5, -1, 4])
    np.testing.assert_array_equal(recorded(episode).observations, [[n, -3] for n in range(5)])
    assert (episode.env_return, episode.seed) == (6.5, SEED)


def test_without_exploration_nothing_is_recorded():
    player = explorer(Scripted)
    request = ask(player._interface.shape)
    quiet = Request(0, np.nan, request.weights, request.normalizer)
    episode = player.play(quiet, SEED)
    assert episode.trajectory is None
    assert (episode.over, episode.env_steps) == (True, 4)
    assert episode.env_return == player.play(request, SEED).env_return


# Noise


class Long(toys.TargetEnv):
    STEPS = 2000


def target_episode(seed: int = SEED, env: Any = Long, **exploration: Any) -> Trajectory:
    player = explorer(env)
    return recorded(player.play(ask(player._interface.shape, **exploration), seed))


def test_noise_stays_in_the_bounds_of_the_actions():
    actions = target_episode(noise=4.0).actions
    low, high = np.float32(toys.SHAPE.low), np.float32(toys.SHAPE.high)
    assert (actions >= low).all()
    assert (actions <= high).all()
    for column, bottom, top in zip(actions.T, low, high, strict=True):
        assert np.mean(column == bottom) > 0.2
        assert np.mean(column == top) > 0.2
        assert np.mean((column > bottom) & (column < top)) > 0.05


def test_noise_has_the_deviation_that_each_action_was_given():
    exact, noisy = target_episode(), target_episode(noise=(0.02, 0.05))
    np.testing.assert_array_equal(exact.observations, noisy.observations)  # which no action changes here
    noise = noisy.actions - exact.actions
    inside = (np.abs(exact.actions - [0, 1.5]) < [0.8, 1.2]).all(axis=1)  # far from where it is cut
    assert inside.sum() > 200
    noise = noise[inside]
    for column, deviation in zip(noise.T, (0.02, 0.05), strict=True):
        error = deviation / np.sqrt(len(column))
        assert column.mean() == pytest.approx(0, abs=4 * error)
        assert column.std() == pytest.approx(deviation, abs=4 * error)
    assert abs(np.corrcoef(noise.T)[0, 1]) < 4 / np.sqrt(len(noise))


def test_an_action_without_noise_is_exact_beside_one_with_noise():
    exact, noisy = target_episode(), target_episode(noise=(0.3, 0.0))
    np.testing.assert_array_equal(noisy.actions[:, 1], exact.actions[:, 1])
    assert np.all(noisy.actions[:, 0] != exact.actions[:, 0])


def test_the_same_request_has_the_same_noise_again_and_another_seed_has_other_noise():
    one, again = (target_episode(noise=0.3) for _ in range(2))
    assert_same_trajectory(one, again)
    other = target_episode(seed=SEED + 1, noise=0.3)
    assert np.mean(one.actions == other.actions) < 0.1


def test_correlated_noise_by_hand():
    """0.8 x + 0.6 w, from x = w on."""
    w = np.random.default_rng(3).standard_normal((5, 2))
    x = [w[0]]
    for each in w[1:]:
        x.append(0.8 * x[-1] + 0.6 * each)
    for passed in range(5):
        noise = correlated_noise(np.random.default_rng(3), 2, 0.8, passed)
        np.testing.assert_allclose(list(itertools.islice(noise, 5 - passed)), x[passed:], rtol=1e-12)


def test_noise_without_correlation_is_white():
    noise = correlated_noise(np.random.default_rng(3), 2, 0.0)
    w = np.random.default_rng(3).standard_normal((5, 2))
    np.testing.assert_array_equal(list(itertools.islice(noise, 5)), w)


def test_correlated_noise_has_its_deviation_and_correlation_and_goes_on_over_parts():
    player = explorer(Long)
    shape = player._interface.shape
    exact = target_episode().actions
    whole = target_episode(noise=(0.02, 0.05), correlation=0.9).actions
    inside = (np.abs(exact - [0, 1.5]) < [0.8, 1.2]).all(axis=1)
    noise = (whole - exact) / [0.02, 0.05]
    pairs = inside[1:] & inside[:-1]
    assert pairs.sum() > 200
    error = np.sqrt((1 + 0.9) / (1 - 0.9) / inside.sum())
    for column in noise.T:
        assert column[inside].std() == pytest.approx(1, abs=4 * error)
        assert np.corrcoef(column[1:][pairs], column[:-1][pairs])[0, 1] == pytest.approx(0.9, abs=0.08)
    parts = parts_of(itertools.repeat(player), shape, (7, 50), noise=(0.02, 0.05), correlation=0.9)
    np.testing.assert_allclose(joined(parts).actions, whole, atol=1e-6)


def test_correlated_random_actions_are_uniform_too():
    low, high = np.float32(toys.SHAPE.low), np.float32(toys.SHAPE.high)
    episodes = [target_episode(seed, random=True, correlation=0.9).actions for seed in range(30)]
    parts = (np.concatenate(episodes) - low) / (high - low)
    assert parts.min() >= 0
    assert parts.max() <= 1
    for column in parts.T:
        np.testing.assert_allclose(np.quantile(column, [0.1, 0.5, 0.9]), [0.1, 0.5, 0.9], atol=0.06)
        assert np.corrcoef(column[1:], column[:-1])[0, 1] > 0.8


@pytest.mark.parametrize("noise", [0.0, 0.7])
def test_random_actions_are_uniform_and_heed_neither_policy_nor_noise(noise):
    trajectory = target_episode(random=True, noise=noise)
    low, high = np.float32(toys.SHAPE.low), np.float32(toys.SHAPE.high)
    parts = (trajectory.actions - low) / (high - low)
    assert parts.min() >= 0
    assert parts.max() <= 1
    for column in parts.T:
        np.testing.assert_allclose(np.quantile(column, [0.1, 0.5, 0.9]), [0.1, 0.5, 0.9], atol=0.04)
    player = explorer(Long)
    request = ask(player._interface.shape, random=True)
    still = Request(0, np.nan, 0 * request.weights, request.normalizer, exploration=request.exploration)
    assert_same_trajectory(recorded(player.play(still, SEED)), trajectory)
    assert np.mean(target_episode(seed=SEED + 1, random=True).actions == trajectory.actions) < 0.1


def test_random_actions_of_a_later_part_are_others():
    player = explorer(Long)
    shape = player._interface.shape
    first = recorded(player.play(ask(shape, random=True, steps=50), SEED)).actions
    second = recorded(player.play(ask(shape, random=True, actions=first, steps=50), SEED)).actions
    assert not (set(first.ravel().tolist()) & set(second.ravel().tolist()))


# Commands


SCALE = 0.05


def revealing(interface: Interface, command: float, horizon: float, plan_: Exploration | None) -> Request:
    """A policy whose two actions are tanh(SCALE * wanted) and tanh(SCALE * left), whatever it observes."""
    shape = interface.shape
    assert (shape.input_size, shape.output_size, shape.hidden_sizes) == (4, 2, (3,))
    first = np.array([[0, 0, 1, 0], [0, 0, -1, 0], [0, 0, 0, 1]]), np.zeros(3)
    last = SCALE * np.array([[1, -1, 0], [0, 0, 1]]), np.zeros(2)
    weights = toys.flat_weights([first, last])
    return Request(0, command, weights, Normalizer.identity(4), horizon, plan_)


def heard(actions: Any) -> tuple[np.ndarray, np.ndarray]:
    wanted, left = np.arctanh(np.array(actions, np.float64)).T / SCALE
    return wanted, left


@pytest.mark.parametrize("bonus", [0.0, 1.0])
def test_a_commanded_policy_sees_what_is_still_wanted_and_the_steps_left(bonus):
    player = explorer(Scripted, bonus, COMMANDED)
    request = revealing(player._interface, 7.0, 10.0, plan(player._interface.shape))
    trajectory = recorded(player.play(request, SEED))
    wanted, left = heard(trajectory.actions)
    # Paid are 1, 2.5 and -1, of which the bonus is not wanted.
    np.testing.assert_allclose(wanted, [7, 6 + bonus, 3.5 + 2 * bonus, 4.5 + 3 * bonus], rtol=1e-4)
    np.testing.assert_allclose(left, [10, 9, 8, 7], rtol=1e-4)
    assert trajectory.observations.shape == (5, 2)  # what is wanted is no part of what is observed


def test_steps_left_never_fall_below_one_and_what_is_wanted_may_fall_below_zero():
    player = explorer(lambda: Scripted((3.0,) * 6), network=COMMANDED)
    request = revealing(player._interface, 5.0, 2.5, plan(player._interface.shape))
    wanted, left = heard(recorded(player.play(request, SEED)).actions)
    np.testing.assert_allclose(wanted, [5, 2, -1, -4, -7, -10], rtol=1e-3)
    np.testing.assert_allclose(left, [2.5, 1.5, 1, 1, 1, 1], rtol=1e-3)


def test_every_episode_is_wanted_in_full_again():
    env = Scripted()
    engine = InlineEngine(lambda: env, COMMANDED, 0.0)
    assert engine.lockstep is None  # what is wanted differs from episode to episode
    request = revealing(engine.interface, 7.0, 10.0, None)
    for outcome in engine.play_all(request, (1, 2, 3)):
        assert isinstance(outcome, Episode)
        assert (outcome.env_return, outcome.trajectory) == (6.5, None)
        np.testing.assert_allclose(heard(env.actions)[0], [7, 6, 3.5, 4.5], rtol=1e-4)


# Many at once


@pytest.mark.parametrize("count", [MOST_ENVIRONMENTS, MOST_ENVIRONMENTS + 9])
def test_more_episodes_than_there_may_be_environments_are_each_the_one_played_whole(count):
    factory = Counted(toys.TargetEnv)
    interface = read_interface(toys.TargetEnv(), NETWORK)
    player, shape = Explorer(factory, interface, 0.0), interface.shape
    parts: dict[int, list[Episode]] = {seed: [] for seed in range(count)}
    for _ in range(toys.TargetEnv.STEPS):
        for seed, played in parts.items():
            before = [recorded(part).actions for part in played]
            actions = np.concatenate(before) if before else None
            played.append(player.play(ask(shape, seed, actions=actions, steps=1), seed))
    alone = Explorer(Counted(toys.TargetEnv), interface, 0.0)
    for seed, played in parts.items():
        whole = alone.play(ask(shape, seed), seed)
        assert_same_trajectory(joined(played), recorded(whole))
        assert [part.over for part in played] == [False, False, True]
    assert factory.made == MOST_ENVIRONMENTS


def test_one_episode_after_the_other_takes_one_environment():
    factory = Counted(toys.TargetEnv)
    player = Explorer(factory, read_interface(toys.TargetEnv(), NETWORK), 0.0)
    for seed in range(5):
        player.play(ask(player._interface.shape), seed)
    assert factory.made == 1


def test_every_environment_is_closed():
    closed = []

    class Closing(toys.TargetEnv):
        def close(self) -> None:
            closed.append(self)

    factory = Counted(Closing)
    player = Explorer(factory, read_interface(Closing(), NETWORK), 0.0)
    for seed in range(3):
        player.play(ask(player._interface.shape, steps=1), seed)
    player.play(ask(player._interface.shape), 0)
    player.close()
    assert len(set(closed)) == factory.made == 3


# Faults


class Faulty(toys.TargetEnv):
    """In the episodes of some seeds, something goes wrong in the second step."""

    STEPS = 4

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self._wrong = seed
        if seed == 0:
            raise OSError("no reset")
        return super().reset(seed=seed, options=options)

    def step(self, action: np.ndarray) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        if self._step == 2 and self._wrong == 1:
            raise RuntimeError("in the middle")
        if self._step == 2 and self._wrong == 2:
            observation = observation * np.nan
        if self._step == 2 and self._wrong == 3:
            reward = np.inf
        if self._step == 2 and self._wrong == 4:
            observation = np.zeros(7)
        return observation, reward, terminated, truncated, info


FAULTS = {
    0: ("exception", "OSError: no reset"),
    1: ("exception", "RuntimeError: in the middle"),
    2: ("observation", "not finite"),
    3: ("reward", "the rewards sum to inf"),
    4: ("shape", "observation float64(7,) at step 2, not a vector of 3"),
}


@pytest.mark.parametrize("wrong", FAULTS)
def test_an_environment_that_misbehaves_costs_its_episode_and_the_next_one_plays(wrong):
    factory = Counted(Faulty)
    player = Explorer(factory, read_interface(Faulty(), NETWORK), 0.0)
    shape = player._interface.shape
    other = player.play(ask(shape, steps=1), 90)  # under way beside it
    with pytest.raises(EpisodeFault) as fault:
        player.play(ask(shape, noise=0.1), wrong)
    kind, detail = FAULTS[wrong]
    assert fault.value.kind == kind
    assert detail in fault.value.detail
    assert fault.value.env_steps == {0: 0, 1: 1, 2: Faulty.STEPS, 3: Faulty.STEPS, 4: 2}[wrong]
    for seed in (91, 92):
        fresh = Explorer(Faulty, player._interface, 0.0).play(ask(shape), seed)
        assert_same_episode(player.play(ask(shape), seed), fresh)
    rest = player.play(ask(shape, actions=recorded(other).actions), 90)
    whole = Explorer(Faulty, player._interface, 0.0).play(ask(shape), 90)
    assert_same_trajectory(joined([other, rest]), recorded(whole))
    assert factory.made == 2  # the one that failed is used again


@pytest.mark.parametrize("wrong", [1, 2, 3, 4])
def test_a_fault_in_a_later_part_counts_the_steps_of_that_part(wrong):
    """Those before were counted when they were played."""
    player = explorer(Faulty)
    shape = player._interface.shape
    first = player.play(ask(shape, steps=1), wrong)
    with pytest.raises(EpisodeFault) as fault:
        player.play(ask(shape, actions=recorded(first).actions, steps=1), wrong)
    assert fault.value.kind == FAULTS[wrong][0]
    assert fault.value.env_steps == (0 if wrong == 1 else 1)  # the step that raised gave nothing


def test_an_environment_that_raises_while_an_episode_is_repeated_is_a_fault():
    shape = explorer(Faulty)._interface.shape
    with pytest.raises(EpisodeFault) as fault:
        explorer(Faulty).play(ask(shape, actions=np.zeros((3, 2), np.float32), steps=1), 1)
    assert (fault.value.kind, fault.value.env_steps) == ("exception", 0)
    assert fault.value.detail == "RuntimeError: in the middle"


class Forgetful(toys.TargetEnv):
    """The second episode of an environment is shorter than its seed says."""

    STEPS = 9
    resets = 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        Forgetful.resets += 1
        return super().reset(seed=seed, options=options)

    def step(self, action: np.ndarray) -> Any:
        observation, reward, terminated, truncated, info = super().step(action)
        return observation, reward, terminated, truncated or (Forgetful.resets > 1 and self._step == 3), info


@pytest.mark.parametrize("taken", [3, 5])
def test_an_environment_that_does_not_repeat_itself_is_a_fault(taken, monkeypatch):
    monkeypatch.setattr(Forgetful, "resets", 0)
    shape = explorer(Forgetful)._interface.shape
    first = explorer(Forgetful).play(ask(shape, steps=taken), SEED)
    assert (first.over, first.env_steps) == (False, taken)
    other = explorer(Forgetful)
    with pytest.raises(EpisodeFault) as fault:
        other.play(ask(shape, actions=recorded(first).actions, steps=2), SEED)
    assert (fault.value.kind, fault.value.env_steps) == ("exception", 0)
    assert "does not repeat itself" in fault.value.detail
    assert other.play(ask(shape), SEED).env_steps == 3  # and the next one plays


def test_an_episode_without_end_is_a_fault_that_counts_all_its_steps(monkeypatch):
    monkeypatch.setattr("gogepo.envs.exploration.LONGEST_EPISODE", 30)
    player = explorer(Long)
    shape = player._interface.shape
    first = player.play(ask(shape, steps=20), SEED)
    with pytest.raises(EpisodeFault, match="no end after 30 steps") as fault:
        player.play(ask(shape, actions=recorded(first).actions), SEED)
    assert (fault.value.kind, fault.value.env_steps) == ("episode_length", 10)


# Through engines


@pytest.fixture
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys, in worker processes too."""
    here = str(Path(toys.__file__).parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")])))


@pytest.mark.parametrize("exploration", [True, False])
def test_messages_carry_requests_and_trajectories_bit_for_bit(exploration):
    player = explorer(lambda: make("Pendulum-v1"), 0.1)
    shape = player._interface.shape
    first = player.play(ask(shape, noise=0.3, steps=9), SEED)
    request = ask(shape, noise=(0.3,), actions=recorded(first).actions, steps=11, correlation=0.7)
    if not exploration:
        request = Request(4, 1 / 3, request.weights, request.normalizer, horizon=17.5)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        send(ours, *request_message(request, (SEED, 6)))
        kind, meta, arrays = receive(theirs)
        again = read_request(meta, arrays)
        assert (kind, meta["seeds"], again.index) == ("play", [SEED, 6], request.index)
        np.testing.assert_array_equal([again.command, again.horizon], [request.command, request.horizon])
        np.testing.assert_array_equal(again.weights, request.weights)
        np.testing.assert_array_equal(again.normalizer.mean, request.normalizer.mean)
        np.testing.assert_array_equal(again.normalizer.deviation, request.normalizer.deviation)
        if request.exploration is None:
            assert again.exploration is None
        else:
            assert again.exploration is not None
            for name, value in vars(request.exploration).items():
                np.testing.assert_array_equal(getattr(again.exploration, name), value)
        fault = EpisodeFault("reward", "of a test", 3)
        played = player.play(request, SEED)
        send(theirs, *outcomes_message([first, fault, played]))
        kind, meta, arrays = receive(ours)
        one, two, three = read_outcomes(meta, arrays)
        assert kind == "outcomes"
        assert isinstance(one, Episode)
        assert isinstance(two, EpisodeFault)
        assert isinstance(three, Episode)
        assert_same_episode(one, first)
        assert not one.over
        assert (two.kind, two.detail, two.env_steps) == ("reward", "of a test", 3)
        assert_same_episode(three, played)
        assert (three.trajectory is None) == (not exploration)


@pytest.mark.parametrize("workers", [1, 2])
def test_workers_play_parts_as_this_process_does(workers):
    """With two, a part may come to who has not played the one before."""
    factory = env_factory("Pendulum-v1")
    inline = InlineEngine(factory, NETWORK, 0.5)
    shape = inline.interface.shape
    engine = ProcessEngine("Pendulum-v1", inline.interface, 0.5, workers=workers, step_seconds=60.0)
    try:
        taken = {seed: np.empty((0, 1), np.float32) for seed in range(5)}
        for part, count in enumerate((30, 1, 7)):
            jobs = [
                Job(ask(shape, seed, noise=0.2, random=part == 1, actions=actions, steps=count), (seed,))
                for seed, actions in taken.items()
            ]
            for job in jobs[::-1] if part % 2 else jobs:
                engine.submit(job)
            for _ in jobs:
                done = engine.collect()
                assert done is not None
                (episode,), (seed,) = done.outcomes, done.job.seeds
                assert isinstance(episode, Episode)
                assert_same_episode(episode, inline.play(done.job.request, seed))
                assert (episode.over, episode.env_steps) == (False, count)
                taken[seed] = np.concatenate([taken[seed], recorded(episode).actions])
        for seed, actions in taken.items():
            assert len(actions) == 38
            engine.submit(Job(ask(shape, seed, actions=actions), (seed,)))
            done = engine.collect()
            assert done is not None
            (episode,) = done.outcomes
            assert isinstance(episode, Episode)
            assert_same_episode(episode, inline.play(done.job.request, seed))
            assert (episode.over, episode.env_steps) == (True, 200 - 38)
    finally:
        engine.close()
        inline.close()


def test_workers_play_commanded_policies_as_this_process_does(importable):
    network = Network((6,), "relu", commanded=True)
    inline = InlineEngine(toys.TargetEnv, network, 0.5)
    engine = ProcessEngine("toys:ToyTarget-v0", inline.interface, 0.5, workers=1, step_seconds=60.0)
    try:
        asked = ask(inline.interface.shape, noise=0.1)
        for exploration in (None, asked.exploration):
            request = Request(0, 55.0, asked.weights, asked.normalizer, 3.0, exploration)
            engine.submit(Job(request, (1, 2)))
            done = engine.collect()
            assert done is not None
            for outcome, seed in zip(done.outcomes, (1, 2), strict=True):
                assert isinstance(outcome, Episode)
                assert_same_episode(outcome, inline.play(request, seed))
                assert (outcome.trajectory is None) == (exploration is None)
    finally:
        engine.close()
        inline.close()


@pytest.mark.parametrize("name", ["Pendulum-v1", "toys:ToyTarget-v0"])
def test_a_job_of_several_seeds_explores_each(name):
    inline = InlineEngine(env_factory(name), NETWORK, 0.0)
    request = ask(inline.interface.shape, noise=0.3)
    inline.submit(Job(request, (1, 2)))
    done = inline.collect()
    assert done is not None
    for outcome, seed in zip(done.outcomes, (1, 2), strict=True):
        assert isinstance(outcome, Episode)
        assert_same_episode(outcome, inline.play(request, seed))
    inline.close()


# What went wrong once


def test_exploration_does_not_draw_from_the_stream_that_the_episode_was_reset_with():
    player = explorer(lambda: make("Pendulum-v1"))
    shape = read_interface(make("Pendulum-v1"), NETWORK).shape
    pairs = []
    for seed in range(60):
        trajectory = recorded(player.play(ask(shape, random=True, steps=1), seed))
        angle = np.arctan2(trajectory.observations[0, 1], trajectory.observations[0, 0])
        pairs.append((angle, trajectory.actions[0, 0]))
    assert abs(np.corrcoef(np.array(pairs).T)[0, 1]) < 0.5


class ChangesItsAction(Long):
    """Halves the action that it is given, in place."""

    def step(self, action: Any) -> Any:
        action *= 0.5
        return super().step(action)


def test_an_environment_may_change_the_action_that_it_is_given():
    shape = read_interface(ChangesItsAction(), NETWORK).shape
    alone = explorer(ChangesItsAction)
    goes_on = parts_of(itertools.repeat(alone), shape, [2], noise=0.3)
    repeated = parts_of((explorer(ChangesItsAction) for _ in itertools.count()), shape, [2], noise=0.3)
    assert_same_trajectory(joined(goes_on), joined(repeated))


def test_another_episode_of_the_same_seed_is_not_gone_on_with():
    player, other = explorer(Long), explorer(Long)
    shape = read_interface(Long(), NETWORK).shape
    player.play(ask(shape, steps=2), SEED)
    actions = np.zeros((2, shape.output_size), np.float32)  # not those that were taken
    request = ask(shape, actions=actions, steps=2)
    assert_same_episode(player.play(request, SEED), other.play(request, SEED))


def test_a_reward_that_does_not_fit_float32_is_a_fault():
    class Rich(toys.TargetEnv):
        def step(self, action: Any) -> Any:
            observation, _, *rest = super().step(action)
            return (observation, 1e39 * (-1) ** self._step, *rest)

    with pytest.raises(EpisodeFault, match="does not fit float32"):
        explorer(Rich).play(ask(read_interface(Rich(), NETWORK).shape, steps=2), SEED)
