"""Episodes in lockstep are Gymnasium's, bit for bit; nothing but the policy's rounding is new."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.mujoco.hopper_v5 import HopperEnv
from gymnasium.wrappers import OrderEnforcing, RescaleAction, TimeLimit

import toys
from gogepo.config import Network
from gogepo.envs.fast_mujoco import faster
from gogepo.envs.lockstep import Environments, Lockstep, Simulations, lockstep
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault, Request, rollout
from gogepo.envs.spaces import read_interface
from gogepo.types import PolicyShape, split_layers

NETWORK = Network((24, 16))
PHYSICS = ("Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5")
PLAIN = ("MountainCarContinuous-v0", "Pendulum-v1", "CartPole-v1")


def make(name: str, **kwargs: Any) -> Any:
    return gym.make(name, disable_env_checker=True, **kwargs)


def locked(factory: Any, bonus: float = 0.0, alone: bool = False) -> Lockstep:
    """In lockstep, and unless `alone` without the way out of playing one by one."""
    together = lockstep(factory, read_interface(factory(), NETWORK), bonus)
    assert together is not None
    if not alone:
        together.env.step = None
    return together


def request_for(shape: PolicyShape, weights: np.ndarray, normalizer: Normalizer | None = None) -> Request:
    return Request(0, 0.0, weights, normalizer or Normalizer.identity(shape.observation_size))


def thin_weights(shape: PolicyShape, rng: np.random.Generator) -> np.ndarray:
    """One weight per unit, so that no order of summation rounds differently: `act_many` equals `act`."""
    weights = np.zeros(shape.weights_size, np.float32)
    for matrix, bias in split_layers(shape, weights):
        out, fan_in = matrix.shape
        matrix[np.arange(out), rng.integers(0, fan_in, out)] = rng.normal(0, 1.5, out)
        bias[:] = rng.normal(0, 0.2, out)
    return weights


def one_by_one(env: Any, request: Request, seeds: Any, bonus: float) -> list[Episode | EpisodeFault]:
    """What `rollout` gives in Gymnasium's own environment."""
    interface = read_interface(env, NETWORK)
    policy = NumpyPolicy(interface.shape, request.weights, request.normalizer)
    outcomes: list[Episode | EpisodeFault] = []
    for seed in seeds:
        try:
            outcomes.append(rollout(env, interface, policy, seed, bonus))
        except EpisodeFault as fault:
            outcomes.append(fault)
    return outcomes


def written(outcomes: list[Episode | EpisodeFault]) -> list[Any]:
    """Everything in them, to be compared to the last bit."""
    return [
        (each.kind, each.detail, each.env_steps)
        if isinstance(each, EpisodeFault)
        else (
            *(each.seed, each.env_return.hex(), each.training_return.hex(), each.env_steps, each.terminated),
            *(each.moments.count, each.moments.mean.tobytes(), each.moments.squares.tobytes()),
        )
        for each in outcomes
    ]


# The environments


def step_together(group: Any, name: str, seeds: Any, **kwargs: Any) -> list[tuple[int, bool]]:
    """Random actions in a group and in as many of Gymnasium's environments, compared step by step."""
    envs = [make(name, **kwargs) for _ in seeds]
    rng = np.random.default_rng(0)
    found = group.reset(seeds)
    for env, seed, observation in zip(envs, seeds, found, strict=True):
        assert observation.tobytes() == env.reset(seed=seed)[0].astype(float).tobytes()
    space: Any = envs[0].action_space
    active, ends, steps = np.arange(len(envs), dtype=np.int32), {}, 0
    while len(active):
        if isinstance(space, gym.spaces.Discrete):
            actions = rng.integers(0, space.n, len(active))
        else:
            actions = rng.uniform(space.low, space.high, (len(active), *space.shape)).astype(np.float32)
        rows = active if len(active) < len(envs) else slice(None)
        observations, rewards, terminated = group.step(rows, actions)
        steps += 1
        for place, row in enumerate(active):
            action = actions[place] if actions.ndim > 1 else int(actions[place])
            expected = envs[row].step(action)
            assert observations[place].tobytes() == expected[0].astype(float).tobytes()
            assert float(rewards[place]).hex() == float(expected[1]).hex()
            assert bool(terminated[place]) == expected[2]
            assert group.divergence(int(row)) is None
            if expected[2] or expected[3]:
                ends[int(row)] = (steps, expected[2])
        active = np.array([row for row in active if row not in ends], np.int32)
    return [ends[row] for row in range(len(envs))]


@pytest.mark.parametrize(
    ("name", "kwargs", "ends"),
    [
        ("Swimmer-v5", {}, (1000, False)),
        ("Swimmer-v5", {"exclude_current_positions_from_observation": False}, (1000, False)),
        (
            "Swimmer-v5",
            {"forward_reward_weight": 2.5, "ctrl_cost_weight": 0.3, "frame_skip": 2},
            (1000, False),
        ),
        ("Hopper-v5", {}, None),
        ("Hopper-v5", {"reset_noise_scale": 0.1}, None),
        ("Hopper-v5", {"terminate_when_unhealthy": False, "max_episode_steps": 300}, (300, False)),
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
        (
            "Hopper-v5",
            {"healthy_state_range": (-5.0, 0.9), "healthy_angle_range": (-0.03, 2.0)},
            None,
        ),
        (  # starts in the ground and beyond the joints' limits
            "Hopper-v5",
            {"terminate_when_unhealthy": False, "reset_noise_scale": 0.7, "max_episode_steps": 60},
            (60, False),
        ),
        ("InvertedPendulum-v5", {}, None),
        ("InvertedPendulum-v5", {"frame_skip": 1, "reset_noise_scale": 0.1}, None),
    ],
)
def test_simulations_are_equal_bit_for_bit(name, kwargs, ends):
    env = make(name, **kwargs)
    group = Simulations(env)
    count = 12 if ends is None else 3
    first = step_together(group, name, range(count), **kwargs)
    # The same group again, with another number of episodes and nothing left of the first.
    second = step_together(group, name, range(100, 99 + count), **kwargs)
    for found in (first, second):
        assert found == [ends] * len(found) if ends else all(terminated for _, terminated in found)
    if ends is None:
        assert len({steps for steps, _ in first + second}) > 2  # not the same episode over and over


@pytest.mark.parametrize(
    "settings", [{}, {"healthy_state_range": (-0.5, 0.3), "healthy_angle_range": (-2, 2)}]
)
def test_the_hopper_is_healthy_where_gymnasium_says_so(settings):
    env = make("Hopper-v5", **settings).unwrapped
    judge = Simulations(env).judge
    rng = np.random.default_rng(0)
    edges = [-100, -2, -0.5, -0.2, 0, 0.2, 0.3, 0.7, 100, 1e300, np.inf, -np.inf, np.nan]
    values = np.array([each + nudge for each in edges for nudge in (-1e-9, 0.0, 1e-9)])
    healthy = []
    for number in range(2000):
        positions, velocities = np.zeros(6), np.zeros(6)
        positions[1] = 1.2
        changed = rng.integers(0, 12, 2)
        for state, start in ((positions, 0), (velocities, 6)):
            inside = changed[(changed >= start) & (changed < start + 6)] - start
            state[inside] = rng.choice(values, len(inside))
        env.data.qpos[:], env.data.qvel[:] = positions, velocities
        healthy.append(env.is_healthy)
        _, _, terminated = judge(np.zeros(1), positions[None], velocities[None], np.zeros((1, 3), np.float32))
        assert bool(terminated[0]) is not bool(healthy[-1]), (number, positions, velocities)
    assert 100 < sum(healthy) < 1900


@pytest.mark.parametrize("name", PLAIN)
def test_plain_environments_are_equal_bit_for_bit(name):
    group = Environments(lambda: make(name), read_interface(make(name), NETWORK))
    lengths = [steps for steps, _ in step_together(group, name, range(4))]
    assert lengths == [steps for steps, _ in step_together(group, name, range(4))]
    assert step_together(group, name, range(6, 8))
    assert len(set(lengths)) > 2 if name == "CartPole-v1" else set(lengths) <= {200, 999}


# Episodes


@pytest.mark.parametrize("name", PHYSICS + PLAIN)
def test_episodes_are_those_of_rollout_where_the_policy_rounds_the_same(name):
    env, bonus = make(name), 1.0
    together = locked(lambda: make(name), bonus)
    shape = read_interface(env, NETWORK).shape
    rng = np.random.default_rng(1)
    lengths = set()
    for first in (0, 50):
        normalizer = Normalizer(
            rng.normal(0, 0.1, shape.observation_size), rng.uniform(0.3, 2, shape.observation_size)
        )
        request = request_for(shape, thin_weights(shape, rng), normalizer)
        seeds = range(first, first + 3) if name in ("Swimmer-v5", PLAIN[0]) else range(first, first + 8)
        outcomes = together.play(request, seeds)
        assert written(outcomes) == written(one_by_one(env, request, seeds, bonus))
        assert not any(isinstance(each, EpisodeFault) for each in outcomes)
        lengths |= {each.env_steps for each in outcomes}
    if name in ("Hopper-v5", "InvertedPendulum-v5", "CartPole-v1"):
        assert len(lengths) > 2


def test_an_episode_may_be_longer_than_the_first_buffer():
    env = make("Swimmer-v5", max_episode_steps=1030)
    together = locked(lambda: make("Swimmer-v5", max_episode_steps=1030))
    shape = read_interface(env, NETWORK).shape
    request = request_for(shape, thin_weights(shape, np.random.default_rng(0)))
    outcomes = together.play(request, (3, 4))
    assert [each.env_steps for each in outcomes] == [1030, 1030]
    assert written(outcomes) == written(one_by_one(env, request, (3, 4), 0.0))


def test_no_seeds_give_no_episodes():
    together = locked(lambda: make("InvertedPendulum-v5"))
    shape = read_interface(together.env, NETWORK).shape
    assert together.play(request_for(shape, still(shape)), ()) == []


# A dense policy


DENSE = """
import hashlib, sys
import gymnasium as gym
import numpy as np
from gogepo.config import Network
from gogepo.envs.lockstep import lockstep
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Request
from gogepo.envs.spaces import read_interface

def dense(name, seeds=range(10), before=()):
    factory = lambda: gym.make(name, disable_env_checker=True)
    interface = read_interface(factory(), Network((256, 256)))
    together = lockstep(factory, interface, 0.0)
    together.env.step = None  # nor one by one
    size = interface.shape.observation_size
    for number in (*before, 0):
        weights = np.random.default_rng(number).normal(0, 0.2, interface.shape.weights_size).astype(np.float32)
        request = Request(0, 0.0, weights, Normalizer(np.full(size, 0.1), np.full(size, 0.7)))
        played = together.play(request, seeds if number == 0 else range(number))
    together.close()
    text = "".join(each.env_return.hex() + each.moments.squares.tobytes().hex() for each in played)
    return hashlib.sha256(text.encode()).hexdigest()

if __name__ == "__main__":
    sys.stdout.write(" ".join(dense(name) for name in sys.argv[1:]) + f" {'jax' in sys.modules}")
"""


def test_the_outcome_is_decided_by_the_policy_and_the_seeds_alone():
    space: dict[str, Any] = {"__name__": "dense"}
    exec(DENSE, space)
    dense = space["dense"]
    names = ("Hopper-v5", "InvertedPendulum-v5", "CartPole-v1", "Swimmer-v5")
    here = [dense(name) for name in names]
    assert [dense(name, before=(4, 10, 3)) for name in names] == here
    assert dense("Hopper-v5", seeds=range(1, 11)) != here[0]
    command = [sys.executable, "-c", DENSE, *names]
    there = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert there.split() == [*here, "False"]  # and without JAX


@pytest.mark.parametrize("count", [1, 2, 3, 7, 10, 16, 33])
@pytest.mark.parametrize("name", ["Hopper-v5", "Pendulum-v1", "CartPole-v1"])
def test_many_actions_are_those_of_one_observation_after_the_other(name, count):
    shape = read_interface(make(name), Network((256, 256))).shape
    rng = np.random.default_rng(count)
    size = shape.observation_size
    normalizer = Normalizer(rng.normal(size=size), rng.uniform(0.1, 3, size))
    # Of the size that weights have; larger ones saturate, or magnify what was rounded.
    policy = NumpyPolicy(shape, toys.random_weights(shape, rng, 0.1), normalizer)
    observations = rng.normal(0, 2, (count, size))
    found = policy.act_many(observations)
    expected = np.array([policy.act(observation) for observation in observations])
    assert found.shape == expected.shape
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found, expected, atol=1e-5)
    if shape.actions == "continuous":
        assert (found >= np.float32(shape.low)).all()
        assert (found <= np.float32(shape.high)).all()


# Faults


class Disturbed(Simulations):
    """Writes a number into the state of one simulation before the fourth step, where the seeds start at 0."""

    def __init__(self, env: Any, row: int, field: str, value: float):
        super().__init__(env)
        self._row, self._field, self._value = row, field, value

    def reset(self, seeds: Any) -> np.ndarray:
        self._made = 0 if seeds[0] == 0 else 100
        return super().reset(seeds)

    def step(self, rows: Any, actions: np.ndarray) -> Any:
        self._made += 1
        if self._made == 4 and self._field == "ctrl":
            actions = actions.copy()
            actions[self._row] = self._value
        elif self._made == 4:
            self._batch.bind(self._field)[self._row] = self._value
        return super().step(rows, actions)


NAN = float("nan")


@pytest.mark.parametrize(
    ("field", "value", "warning"),
    [
        ("qpos", 1e12, "BADQPOS"),
        ("qpos", NAN, "BADQPOS"),
        ("qvel", -1e12, "BADQVEL"),
        ("qvel", NAN, "BADQVEL"),
        ("ctrl", NAN, "BADCTRL"),
    ],
)
def test_physics_that_diverged_is_a_fault_of_that_episode_alone(field, value, warning, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo writes a log where it stands
    env, together = make("InvertedPendulum-v5"), locked(lambda: make("InvertedPendulum-v5"))
    shape = read_interface(env, NETWORK).shape
    request = request_for(shape, still(shape))
    sound, next_ones = together.play(request, range(5)), together.play(request, range(1, 6))
    together.group = Disturbed(env, 2, field, value)
    outcomes = together.play(request, range(5))
    fault = outcomes.pop(2)
    assert isinstance(fault, EpisodeFault)
    assert (fault.kind, fault.detail) == ("divergence", f"MuJoCo warning {warning}")
    assert fault.env_steps > 4
    assert written(outcomes) == written(sound[:2] + sound[3:])
    # The next episodes are not blamed for it.
    assert written(together.play(request, range(1, 6))) == written(next_ones)
    assert not any(isinstance(each, EpisodeFault) for each in next_ones)


def geared(name: str, gear: float, **kwargs: Any) -> Any:
    """An environment whose motors are so strong that its physics cannot follow."""
    env = make(name, **kwargs)
    env.unwrapped.model.actuator_gear[:] = gear
    return env


def compared(factory: Any, weights: Any, bonus: float = 0.0, alone: bool = False) -> list[Any]:
    """The outcomes in lockstep, found equal to those of `rollout`."""
    env, together, seeds = factory(), locked(factory, bonus, alone), range(7)
    shape = read_interface(env, NETWORK).shape
    request = request_for(shape, weights(shape))
    outcomes = together.play(request, seeds)
    assert written(outcomes) == written(one_by_one(env, request, seeds, bonus))
    return outcomes


def thin(shape: PolicyShape) -> np.ndarray:
    return thin_weights(shape, np.random.default_rng(2))


def still(shape: PolicyShape) -> np.ndarray:
    return np.zeros(shape.weights_size, np.float32)


def no_numbers(shape: PolicyShape) -> np.ndarray:
    return np.full(shape.weights_size, NAN, np.float32)


@pytest.mark.parametrize(
    ("factory", "weights", "bonus", "kinds"),
    [
        (lambda: geared("Hopper-v5", 1e9, max_episode_steps=30), thin, 0.0, {"divergence"}),
        (lambda: geared("Swimmer-v5", 1e9, max_episode_steps=30), thin, 0.0, {"divergence"}),
        (lambda: make("Swimmer-v5", max_episode_steps=30), no_numbers, 0.0, {"reward"}),
        (lambda: make("InvertedPendulum-v5"), no_numbers, 0.0, {"divergence"}),
        (lambda: make("MountainCarContinuous-v0", max_episode_steps=30), no_numbers, 0.0, {"observation"}),
        (lambda: make("Pendulum-v1"), no_numbers, 0.0, {"observation"}),
        (lambda: make("CartPole-v1"), no_numbers, 0.0, set()),
        (lambda: make("Hopper-v5", healthy_reward=1e39), thin, 0.0, {"return"}),
        (lambda: make("Hopper-v5", healthy_reward=float("inf")), thin, 0.0, {"reward"}),
        (lambda: make("CartPole-v1"), thin, 1e38, {"return"}),
    ],
)
def test_faults_are_those_of_rollout(factory, weights, bonus, kinds, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcomes = compared(factory, weights, bonus)
    assert {each.kind for each in outcomes if isinstance(each, EpisodeFault)} == kinds


def test_an_error_in_one_simulation_is_a_fault_of_that_episode_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    model = Path(gym.__file__).parent / "envs/mujoco/assets/hopper.xml"
    # Memory for the solver that suffices in the air but not for every way to touch the ground.
    # Without islands, which take some of it, as in lockstep.
    flag = '<option><flag island="disable"/></option>'
    small = model.read_text().replace("<compiler", f'<size memory="4875"/>{flag}<compiler', 1)
    (tmp_path / "small.xml").write_text(small)
    outcomes = compared(lambda: make("Hopper-v5", xml_file=str(tmp_path / "small.xml")), still, alone=True)
    faults = [each for each in outcomes if isinstance(each, EpisodeFault)]
    assert 0 < len(faults) < len(outcomes)
    for fault in faults:
        assert fault.kind == "exception"
        assert fault.detail.startswith("FatalError: ")
        assert fault.env_steps > 0


# Who is played in lockstep


class MyHopper(HopperEnv):
    """Somebody's change of the task, which lockstep would not know."""


@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium says of v4 that v5 is newer
@pytest.mark.parametrize(
    "factory",
    [
        toys.TargetEnv,
        lambda: make("HalfCheetah-v5"),
        lambda: make("Hopper-v4"),
        lambda: make("Acrobot-v1"),
        lambda: gym.make("Hopper-v5"),
        lambda: RescaleAction(make("Hopper-v5"), np.float32(-2), np.float32(2)),
        lambda: TimeLimit(make("Pendulum-v1"), 10),
        lambda: make("CartPole-v1").unwrapped,
        lambda: make("Hopper-v5", max_episode_steps=-1),
        lambda: make("Hopper-v5", max_episode_steps=1_000_000),
        lambda: TimeLimit(OrderEnforcing(MyHopper()), 10),
        lambda: make("Pendulum-v1", render_mode="rgb_array"),
    ],
)
def test_any_other_environment_is_played_one_by_one(factory, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = []

    def counting() -> Any:
        made.append(factory())
        return made[-1]

    env = factory()
    interface = read_interface(env, NETWORK)
    assert lockstep(counting, interface, 0.0, env) is None
    assert made == []  # it may hold a port or a licence
    assert lockstep(counting, interface, 0.0) is None
    assert len(made) == 1


def test_an_environment_made_before_is_enough_to_look_at():
    env = faster(make("Hopper-v5"))
    made = lockstep(lambda: make("Hopper-v5"), read_interface(env, NETWORK), 0.0, env)
    assert isinstance(made, Lockstep)
    assert isinstance(made.group, Simulations)
