"""Environments that break Gymnasium's contract are refused before training, with what to change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces

import toys
from gogepo.config import GoGePoConfig, RunConfig
from gogepo.inputs import InputError
from gogepo.training.experiment import build

TINY = GoGePoConfig(
    policy_hidden=(16, 16),
    generator_hidden=(16, 16),
    evaluator_hidden=(16, 16),
    probing_states=7,
    batch_size=4,
)


def check(factory: Any, **settings: Any) -> Any:
    config = RunConfig(env="theirs", algorithm=TINY, **{"return_range": (0.0, 1.0), **settings})
    return build(config, factory)


class Good(gym.Env[Any, Any]):
    """Keeps the contract; each test breaks one thing."""

    observation_space: Any = spaces.Box(-1, 1, (2,), np.float64)
    action_space: Any = spaces.Box(-1, 1, (1,))
    length = 10

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self.steps = 0
        return np.zeros(2), {}

    def step(self, action: Any) -> Any:
        self.steps += 1
        return np.zeros(2), 1.0, self.steps == self.length, False, {}


def broken(**members: Any) -> Callable[[], Good]:
    return type("Broken", (Good,), members)


def reset_to(result: Any) -> Callable[[], Good]:
    return broken(reset=lambda self, *, seed=None, options=None: result)


def step_to(*result: Any) -> Callable[[], Good]:
    return broken(step=lambda self, action: result)


def raising(error: Exception) -> Any:
    def method(self: Any, *arguments: Any, **keywords: Any) -> Any:
        raise error

    return method


def later(self: Any, action: Any) -> Any:
    """Well for three steps."""
    self.steps += 1
    return np.full(2, np.nan if self.steps > 3 else 0.0), 1.0, False, False, {}


ZERO = np.zeros(2)
WIDE = spaces.Box(-np.arange(1.0, 61.0), np.arange(1.0, 61.0), dtype=np.float64)

BAD: dict[str, tuple[Any, str]] = {
    "no observation space": (
        broken(observation_space=None),
        "no observation_space; set self.observation_space",
    ),
    "no action space": (broken(action_space=None), "no action_space; set self.action_space"),
    "space of another library": (broken(action_space=[0, 1]), "no action_space; set self.action_space"),
    "unbounded actions": (broken(action_space=spaces.Box(-np.inf, np.inf, (1,))), "unbounded"),
    "image": (broken(observation_space=spaces.Box(0, 255, (9, 9, 3), np.uint8)), "image observations"),
    "multi-discrete": (broken(action_space=spaces.MultiDiscrete([2, 2])), "MultiDiscrete"),
    "reset without seed": (broken(reset=lambda self: (ZERO, {})), "accept seed and options as keywords"),
    "reset raises": (
        broken(reset=raising(RuntimeError("no display"))),
        "reset() raises RuntimeError: no display",
    ),
    "reset of old Gym": (reset_to(ZERO), "reset() must return (observation, info)"),
    "reset with a third": (reset_to((ZERO, {}, 1)), "reset() must return (observation, info)"),
    "reset info no dict": (reset_to((ZERO, None)), "reset() must return (observation, info)"),
    "reset observation longer": (reset_to((np.zeros(3), {})), "reset() gives an observation of shape (3,)"),
    "reset observation batched": (reset_to((np.zeros((1, 2)), {})), "of shape (1, 2); its space says (2,)"),
    "reset observation a list": (reset_to(([0.0, 0.0], {})), "reset() gives an observation of shape None"),
    "reset observation nothing": (reset_to((None, {})), "reset() gives an observation of shape None"),
    "reset observation text": (
        reset_to(("up", {})),
        "reset() gives an observation that does not fit its space",
    ),
    "reset observation NaN": (reset_to((np.array([0, np.nan]), {})), "reset() gives an observation with NaN"),
    "step raises": (broken(step=raising(KeyError("joint"))), "step() raises KeyError: 'joint'"),
    "step raises two lines": (
        broken(step=raising(ValueError("first\nsecond"))),
        "step() raises ValueError: first",
    ),
    "step of old Gym": (step_to(ZERO, 1.0, False, {}), "step() must return (observation, reward, terminated"),
    "step nothing": (broken(step=lambda self, action: None), "step() must return (observation, reward"),
    "step observation shorter": (
        step_to(np.zeros(1), 1.0, False, False, {}),
        "step() gives an observation of shape (1,)",
    ),
    "step observation infinite": (
        step_to(np.array([np.inf, 0]), 1.0, False, False, {}),
        "with NaN or infinity",
    ),
    "NaN after three steps": (broken(step=later), "step() gives an observation with NaN or infinity"),
    "reward NaN": (step_to(ZERO, float("nan"), False, False, {}), "a reward of nan; it must be one finite"),
    "reward infinite": (step_to(ZERO, np.inf, False, False, {}), "a reward of inf; it must be one finite"),
    "reward nothing": (step_to(ZERO, None, False, False, {}), "a reward of None"),
    "reward text": (step_to(ZERO, "1.0", False, False, {}), "a reward of '1.0'"),
    "reward of an array": (step_to(ZERO, np.ones(1), False, False, {}), "it must be one finite number"),
    "reward of a matrix": (step_to(ZERO, np.ones((2, 2)), False, False, {}), "it must be one finite number"),
    "terminated a number": (step_to(ZERO, 1.0, 0, False, {}), "terminated = 0; it must be True or False"),
    "truncated nothing": (step_to(ZERO, 1.0, False, None, {}), "truncated = None; it must be True or False"),
    "dict observation without a key": (
        type(
            "Broken",
            (toys.SignalEnv,),
            {"reset": lambda self, *, seed=None, options=None: ({"signal": 1}, {})},
        ),
        "does not fit its space",
    ),
    "text in a wide space": (
        broken(observation_space=WIDE, reset=lambda self, *, seed=None, options=None: ("up", {})),
        "does not fit its space",
    ),
    "cannot be made": (
        raising(OSError("no simulator")).__get__(0),
        "could not be made: OSError: no simulator",
    ),
    "not an environment": (lambda: "CartPole-v1", "returned str, not a gymnasium.Env"),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_broken_environment_is_refused_in_one_line_that_says_what_is_wrong(bad):
    factory, says = BAD[bad]
    with pytest.raises(InputError) as refusal:
        check(factory)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_an_environment_that_breaks_while_its_range_is_estimated_is_refused():
    def step(self: Any, action: Any) -> Any:
        self.steps += 1
        if self.steps == 150:  # beyond what the guard plays
            raise RuntimeError("simulator lost")
        return np.zeros(2), 1.0, False, False, {}

    with pytest.raises(InputError, match="simulator lost"):
        check(broken(step=step), return_range="auto")


class Closed(Good):
    closed = 0

    def close(self) -> None:
        Closed.closed += 1


def test_the_environment_made_for_the_check_is_closed_again():
    Closed.closed = 0
    check(Closed)
    assert Closed.closed == 1


class OutOfBounds(Good):
    """Observations outside of their space's bounds: careless, but harmless."""

    def step(self, action: Any) -> Any:
        observation, *others = super().step(action)
        return observation + 100.0, *others


@pytest.mark.parametrize(
    ("factory", "layers"),
    [
        (Good, (2, 16, 16, 1)),
        (OutOfBounds, (2, 16, 16, 1)),
        (toys.TargetEnv, (3, 16, 16, 2)),
        (toys.PickEnv, (1, 16, 16, 3)),
        (toys.SignalEnv, (4, 16, 16, 1)),
        (lambda: gym.make("CartPole-v1"), (4, 16, 16, 2)),
        (lambda: gym.make("Pendulum-v1"), (3, 16, 16, 1)),
        (lambda: gym.make("Hopper-v5"), (11, 16, 16, 3)),
        (
            broken(
                step=lambda self, action: (np.zeros(2), np.float32(1), np.bool_(False), np.bool_(True), {})
            ),
            (2, 16, 16, 1),
        ),
        (broken(step=lambda self, action: (np.zeros(2, np.float32), 1, True, False, {})), (2, 16, 16, 1)),
    ],
    ids=[
        "plain",
        "bounds",
        "target",
        "pick",
        "signal",
        "CartPole",
        "Pendulum",
        "Hopper",
        "NumPy types",
        "int reward",
    ],
)
def test_an_environment_that_keeps_the_contract_is_accepted(factory, layers):
    assert check(factory).shape.layer_sizes == layers


# What the task table does not say


def test_an_environment_without_a_known_range_needs_one():
    with pytest.raises(InputError, match="no return range is known for theirs; give --return-range LOW HIGH"):
        check(Good, return_range=None)


def test_an_estimated_range_holds_what_random_episodes_gave_with_room_above():
    low, high = check(Good, return_range="auto").config.return_range
    assert low <= 0
    assert high >= 20  # every episode gives 10


def test_an_estimated_range_is_the_same_for_the_same_seed_and_leaves_out_the_survival_bonus():
    first, again = (check(toys.TargetEnv, return_range="auto", seed=3).config.return_range for _ in range(2))
    assert first == again
    low, high = check(Good, return_range="auto", survival_bonus=1.0).config.return_range
    assert low < 0 < high  # every episode gives 0
    assert high <= 10


def test_what_was_left_open_is_filled_in_from_the_task_table():
    config = build(RunConfig(env="Hopper-v5", algorithm=TINY)).config
    assert config.return_range == (-100, 3000)
    assert (config.survival_bonus, config.env_steps, config.evaluate_every) == (1.0, 3_000_000, 10_000)


def test_what_was_given_wins_over_the_task_table():
    given = {"return_range": (-5.0, 5.0), "survival_bonus": 0.0, "env_steps": 7, "evaluate_every": 3}
    config = build(RunConfig(env="Hopper-v5", algorithm=TINY, **given)).config
    assert {name: getattr(config, name) for name in given} == given
