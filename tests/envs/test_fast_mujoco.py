"""The faster environments are Gymnasium's, bit for bit; everything else is left alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import mujoco
import numpy as np
import pytest
from gymnasium.envs.mujoco.hopper_v5 import HopperEnv
from gymnasium.wrappers import ClipAction, OrderEnforcing, TimeLimit

from gogepo.envs.fast_mujoco import FastMujoco, faster, skip_idle_work


def make(name: str, **kwargs: Any) -> gym.Env[Any, Any]:
    return gym.make(name, disable_env_checker=True, **kwargs)


def pair(name: str, **kwargs: Any) -> tuple[gym.Env[Any, Any], FastMujoco]:
    """Gymnasium's environment and its faster equal."""
    quick = faster(make(name, **kwargs))
    assert isinstance(quick, FastMujoco)
    return make(name, **kwargs), quick


Act = Callable[[np.ndarray], np.ndarray]


def play(env: gym.Env[Any, Any], quick: FastMujoco, seed: int, act: Act | None = None) -> tuple[int, bool]:
    """One episode in both, compared step by step and as a whole; its length and whether it was terminated."""
    rng = np.random.default_rng(seed)
    space: Any = env.action_space
    first, _ = env.reset(seed=seed)
    observation, _ = quick.reset(seed=seed)
    assert observation.tobytes() == first.tobytes()
    seen, actions, env_return, terminated, truncated = [first], [], 0.0, False, False
    while not (terminated or truncated):
        action = act(seen[-1]) if act else rng.uniform(space.low, space.high).astype(np.float32)
        actions.append(action)
        observation, reward, terminated, truncated, _ = env.step(action.copy())
        found = quick.step(action.copy())
        seen.append(observation)
        env_return += float(reward)
        assert found[0].dtype == observation.dtype
        assert found[0].tobytes() == observation.tobytes()
        assert float(found[1]).hex() == float(reward).hex()
        assert (bool(found[2]), bool(found[3])) == (bool(terminated), bool(truncated))
    given, taken = iter(seen), iter(actions)

    def take(row: np.ndarray) -> np.ndarray:
        assert row.tobytes() == next(given).tobytes()
        return next(taken)

    played = quick.play(take, quick.reset(seed=seed)[0])
    assert played.observations.tobytes() == np.array(seen[:-1]).tobytes()
    assert played.last.tobytes() == seen[-1].tobytes()
    assert played.env_return.hex() == env_return.hex()
    assert played.terminated == bool(terminated)
    assert quick.steps == len(seen) - 1
    return quick.steps, played.terminated


def balance(observation: np.ndarray) -> np.ndarray:
    """Keeps the inverted pendulum up."""
    position, angle, speed, turn = observation
    return np.clip(np.float32([0.3 * position + 12 * angle + 0.5 * speed + 2 * turn]), -3, 3)


@pytest.mark.parametrize(("name", "episodes"), [("Hopper-v5", 60), ("InvertedPendulum-v5", 100)])
def test_episodes_that_end_by_a_fall_are_equal_bit_for_bit(name, episodes):
    env, quick = pair(name)
    lengths = []
    for seed in range(episodes):
        steps, terminated = play(env, quick, seed)
        assert terminated
        lengths.append(steps)
    assert len(set(lengths)) > 5  # not the same episode over and over


def test_swimmer_is_equal_bit_for_bit_to_its_time_limit():
    env, quick = pair("Swimmer-v5")
    for seed in range(4):
        assert play(env, quick, seed) == (1000, False)


def test_a_balanced_pendulum_is_equal_bit_for_bit_to_its_time_limit():
    env, quick = pair("InvertedPendulum-v5")
    for seed in range(3):
        assert play(env, quick, seed, balance) == (1000, False)


@pytest.mark.parametrize(
    ("name", "kwargs", "ends"),
    [
        ("Hopper-v5", {"terminate_when_unhealthy": False}, (1000, False)),
        ("Hopper-v5", {"terminate_when_unhealthy": False, "max_episode_steps": 37}, (37, False)),
        ("Swimmer-v5", {"exclude_current_positions_from_observation": False}, (1000, False)),
        (
            "Swimmer-v5",
            {"forward_reward_weight": 2.5, "ctrl_cost_weight": 0.3, "frame_skip": 2},
            (1000, False),
        ),
        ("InvertedPendulum-v5", {"frame_skip": 1, "reset_noise_scale": 0.1}, None),
        (
            "Hopper-v5",
            {
                "exclude_current_positions_from_observation": False,
                "healthy_reward": 3.0,
                "ctrl_cost_weight": 0.5,
                "healthy_z_range": (1.0, 1.4),
                "healthy_angle_range": (-0.1, 0.3),
            },
            None,
        ),
        ("Hopper-v5", {"healthy_state_range": (-4.0, 4.0)}, None),
        ("Hopper-v5", {"healthy_state_range": (-1.0, 1.0), "terminate_when_unhealthy": False}, (1000, False)),
    ],
)
def test_environments_made_with_other_settings_are_equal_bit_for_bit(name, kwargs, ends):
    env, quick = pair(name, **kwargs)
    for seed in range(2 if ends else 10):
        found = play(env, quick, seed)
        assert found == ends if ends else found[1]


def test_a_reset_in_the_middle_of_an_episode_starts_its_time_limit_anew():
    env, quick = pair("Swimmer-v5", max_episode_steps=20)
    quick.reset(seed=0)
    for _ in range(12):
        quick.step(np.zeros(2, np.float32))
    assert play(env, quick, 1) == (20, False)


def test_unseeded_resets_continue_the_same_stream():
    env, quick = pair("Hopper-v5")
    play(env, quick, 3)
    assert quick.reset()[0].tobytes() == env.reset()[0].tobytes()


def test_spaces_and_physics_are_those_of_the_environment():
    env, quick = pair("Hopper-v5")
    assert quick.observation_space == env.observation_space
    assert quick.action_space == env.action_space
    quick.reset(seed=0)
    assert quick.unwrapped.data.qpos[1] == pytest.approx(1.25, abs=0.01)


class MyHopper(HopperEnv):
    """Somebody's change of the task, which a fast step would not know."""


@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium says of v4 that v5 is newer
@pytest.mark.parametrize(
    "made",
    [
        lambda: make("Pendulum-v1"),
        lambda: make("HalfCheetah-v5"),
        lambda: make("Hopper-v4"),
        lambda: gym.make("Hopper-v5"),  # with Gymnasium's checker inside
        lambda: ClipAction(make("Hopper-v5")),
        lambda: TimeLimit(make("Hopper-v5"), 10),
        lambda: make("Hopper-v5").unwrapped,
        lambda: make("Hopper-v5", max_episode_steps=-1),
        lambda: TimeLimit(OrderEnforcing(MyHopper()), 10),
        lambda: TimeLimit(OrderEnforcing(ClipAction(HopperEnv())), 10),
        lambda: make("Hopper-v5", render_mode="rgb_array"),
        lambda: make("Swimmer-v5", render_mode="rgb_array"),
    ],
    ids=[
        *(
            "another task",
            "another MuJoCo task",
            "v4",
            "checked",
            "wrapped",
            "two limits",
            "bare",
            "no limit",
        ),
        *("subclass", "wrapped inside", "rendered", "rendered swimmer"),
    ],
)
def test_any_other_environment_is_returned_as_it_is(made, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo may write a log where it stands
    env = made()
    assert faster(env) is env
    env.close()


def flags(env: gym.Env[Any, Any]) -> tuple[bool, bool]:
    """Whether contacts and islands are switched off."""
    switched_off = env.unwrapped.model.opt.disableflags  # type: ignore[attr-defined]
    kinds = mujoco.mjtDisableBit
    return bool(switched_off & kinds.mjDSBL_CONTACT), bool(switched_off & kinds.mjDSBL_ISLAND)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Swimmer-v5", (True, True)), ("Hopper-v5", (False, True)), ("InvertedPendulum-v5", (True, True))],
)
def test_only_work_to_no_effect_is_switched_off(name, expected):
    env, quick = pair(name)
    assert flags(env) == (False, False)
    assert flags(quick) == expected


def test_a_hopper_that_lies_on_the_ground_is_equal_bit_for_bit():
    """With all contacts that there can be, which an episode's end would hide."""
    env, quick = pair("Hopper-v5", terminate_when_unhealthy=False)
    contacts = set()

    def flail(observation: np.ndarray) -> np.ndarray:
        contacts.add(int(env.unwrapped.data.ncon))  # type: ignore[attr-defined]
        side = np.sign(np.sin(7 * observation[:1].sum() + len(contacts)))
        return np.array([side, -side, side], np.float32)

    for seed in range(3):
        play(env, quick, seed, flail)
    assert max(contacts) > 1


def test_bodies_that_may_touch_keep_their_contacts():
    apart = "<mujoco><worldbody>{}</worldbody></mujoco>"
    ball = "<body><freejoint/><geom size='1' contype='{}' conaffinity='{}'/></body>"
    for masks, touching in (((1, 1), True), ((0, 1), False), ((2, 1), False), ((2, 2), True)):
        model = mujoco.MjModel.from_xml_string(apart.format(2 * ball.format(*masks)))
        skip_idle_work(model)
        assert bool(model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_CONTACT) is not touching
        assert not model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_ISLAND  # two trees
