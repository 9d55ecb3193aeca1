"""One episode: what it gives, what the policy sees and does, and which misbehaviour is a fault."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces
from hypothesis import given
from hypothesis import strategies as st

import toys
from gogepo.config import Network
from gogepo.envs import rollout as rollout_module
from gogepo.envs.fast_mujoco import faster
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault, rollout
from gogepo.envs.spaces import read_interface


class Scripted(gym.Env[Any, Any]):
    """Gives these observations and rewards, one after the other. An exception in them is raised."""

    def __init__(self, observations: Any, rewards: Any, end: str = "terminated", **spaces_: Any):
        size = len(observations[0]) if "observation_space" not in spaces_ else 0
        self.observation_space = spaces_.get("observation_space") or spaces.Box(-9, 9, (size,), np.float64)
        self.action_space = spaces_.get("action_space") or spaces.Box(-1, 1, (1,))
        self.observations, self.rewards, self.end = list(observations), list(rewards), end
        self.actions: list[Any] = []

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self.actions = []
        return _give(self.observations[0]), {}

    def step(self, action: Any) -> Any:
        self.actions.append(action)
        made = len(self.actions)
        over = made == len(self.rewards)
        reward, observation = _give(self.rewards[made - 1]), _give(self.observations[made])
        return observation, reward, over and self.end == "terminated", over and self.end == "truncated", {}


def _give(value: Any) -> Any:
    if isinstance(value, Exception):
        raise value
    return value


def play(
    env: Any, *, weights: Any = None, normalizer: Any = None, seed: int = 0, bonus: float = 0.0
) -> Episode:
    interface = read_interface(env, Network((4,)))
    shape = interface.shape
    if weights is None:
        weights = toys.random_weights(shape, np.random.default_rng(0))
    policy = NumpyPolicy(shape, weights, normalizer or Normalizer.identity(shape.observation_size))
    return rollout(env, interface, policy, seed, bonus)


def fault_of(env: Any, **kwargs: Any) -> EpisodeFault:
    with pytest.raises(EpisodeFault) as caught:
        play(env, **kwargs)
    return caught.value


OBSERVATIONS = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25], [7.0, 8.0]])


# What an episode gives


def test_both_returns_are_summed_and_only_one_holds_the_survival_bonus():
    episode = play(Scripted(OBSERVATIONS, [1.5, 2.0, -0.25]), bonus=1.0)
    assert episode.env_return == 3.25
    assert episode.training_return == 0.25
    assert episode.env_steps == 3


@pytest.mark.parametrize("end", ["terminated", "truncated"])
def test_an_end_by_the_environment_is_told_from_one_by_the_time_limit(end):
    assert play(Scripted(OBSERVATIONS, [0, 0, 0], end)).terminated is (end == "terminated")


def test_moments_are_numpys_over_the_observations_that_the_policy_saw():
    moments = play(Scripted(OBSERVATIONS, [0, 0, 0])).moments
    seen = OBSERVATIONS[:3]  # nobody acts on the last one
    assert moments.count == 3
    np.testing.assert_allclose(moments.mean, seen.mean(axis=0))
    np.testing.assert_allclose(moments.squares / 3, seen.var(axis=0))


def test_moments_hold_episodes_longer_than_the_first_buffer():
    observations = np.random.default_rng(0).uniform(-3, 3, (2501, 2))
    episode = play(Scripted(observations, np.ones(2500)))
    assert episode.env_steps == episode.env_return == episode.moments.count == 2500
    np.testing.assert_allclose(episode.moments.mean, observations[:2500].mean(axis=0))
    np.testing.assert_allclose(episode.moments.squares, 2500 * observations[:2500].var(axis=0))


def test_the_seed_decides_the_episode():
    env = gym.make("CartPole-v1", disable_env_checker=True)
    first, again, other = play(env, seed=5), play(env, seed=5), play(env, seed=6)
    assert first.seed == 5
    assert first.moments.mean.tobytes() == again.moments.mean.tobytes()
    assert (first.env_return, first.env_steps) == (again.env_return, again.env_steps)
    assert (first.moments.mean != other.moments.mean).any()


@pytest.mark.parametrize(
    ("env", "weights", "best"),
    [(toys.PickEnv(), toys.PickEnv.best_weights(), 6), (toys.SignalEnv(), toys.SignalEnv.best_weights(), 0)],
)
def test_the_best_policy_of_a_toy_gets_its_known_return(env, weights, best):
    interface = read_interface(env, Network((1,)))
    policy = NumpyPolicy(interface.shape, weights, Normalizer.identity(interface.shape.observation_size))
    for seed in range(5):
        assert rollout(env, interface, policy, seed, 0.0).env_return == pytest.approx(best, abs=1e-9)


# What the policy sees and does


def test_the_policy_sees_normalised_observations():
    mean, deviation = np.array([3.0, -2.0]), np.array([2.0, 0.5])
    raw, ready = Scripted(OBSERVATIONS, [0, 0, 0]), Scripted((OBSERVATIONS - mean) / deviation, [0, 0, 0])
    play(raw, normalizer=Normalizer(mean, deviation))
    play(ready)
    np.testing.assert_allclose(raw.actions, ready.actions, rtol=1e-6)
    plain = Scripted(OBSERVATIONS, [0, 0, 0])
    play(plain)
    assert np.abs(np.subtract(plain.actions, raw.actions)).max() > 1e-3


def test_actions_are_those_of_the_policy_written_naively():
    env = Scripted(OBSERVATIONS, [0, 0, 0], action_space=spaces.Box(np.float32([-3, 1]), np.float32([5, 2])))
    shape = read_interface(env, Network((4,))).shape
    weights = toys.random_weights(shape, np.random.default_rng(1))
    play(env, weights=weights)
    outputs = np.array([toys.naive_policy(shape, weights, observation) for observation in OBSERVATIONS[:3]])
    np.testing.assert_allclose(env.actions, np.tanh(outputs) * [4, 0.5] + [1, 1.5], rtol=1e-5, atol=1e-6)


bounds = st.tuples(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@given(
    st.lists(bounds, min_size=1, max_size=3), st.integers(0, 2**32 - 1), st.sampled_from([0.1, 1.0, 100.0])
)
def test_every_action_is_inside_its_bounds(dtype, limits, seed, scale):
    low, high = np.array(limits).astype(dtype).T
    low, high = np.minimum(low, high), np.maximum(np.maximum(low, high), np.nextafter(low, dtype(np.inf)))
    rng = np.random.default_rng(seed)
    env = Scripted(rng.normal(0, 10, (9, 2)), np.zeros(8), action_space=spaces.Box(low, high, dtype=dtype))
    shape = read_interface(env, Network((4,))).shape
    play(env, weights=toys.random_weights(shape, rng, scale))  # the largest scale saturates
    assert len(env.actions) == 8
    for action in env.actions:
        assert action.dtype == dtype
        assert env.action_space.contains(action)


# Faults

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize("bad", [NAN, INF, -INF])
@pytest.mark.parametrize("step", [0, 1, 3])
def test_an_observation_that_is_not_finite_is_a_fault_that_names_its_step(bad, step):
    observations = OBSERVATIONS.copy()
    observations[step, 1] = bad
    fault = fault_of(Scripted(observations, [0, 0, 0]))
    assert (fault.kind, fault.detail, fault.env_steps) == (
        "observation",
        f"not finite, or too large, at step {step}",
        3,
    )


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("huge", [1e200, -1e300])
def test_a_finite_observation_too_large_to_be_normalised_is_a_fault(huge):
    """Its square overflows: learned from, it would make every later observation NaN."""
    observations = OBSERVATIONS.copy()
    observations[1, 0] = huge
    assert fault_of(Scripted(observations, [0, 0, 0])).kind == "observation"


def test_a_finite_observation_too_large_for_float32_is_a_fault_that_names_its_step():
    observations = OBSERVATIONS.copy()
    observations[1] = 1e60
    with pytest.raises(EpisodeFault, match="too large, at step 1") as caught:
        play(Scripted(observations, [0, 0, 0]))
    assert caught.value.kind == "observation"


@pytest.mark.parametrize("bad", [NAN, INF, -INF])
def test_a_reward_that_is_not_finite_is_a_fault(bad):
    fault = fault_of(Scripted(OBSERVATIONS, [1, bad, 1]))
    assert (fault.kind, fault.env_steps) == ("reward", 3)


def test_rewards_that_only_sum_to_nan_are_a_fault():
    assert fault_of(Scripted(OBSERVATIONS, [INF, -INF, 1])).kind == "reward"


@pytest.mark.parametrize("sign", [1, -1])
def test_a_return_that_float32_cannot_hold_is_a_fault(sign):
    fault = fault_of(Scripted(OBSERVATIONS, [sign * 3e38, sign * 1e38, 0]))
    assert fault.kind == "return"
    assert "4e+38 does not fit float32" in fault.detail


def test_a_training_return_that_float32_cannot_hold_is_a_fault():
    assert fault_of(Scripted(OBSERVATIONS, [-2e38, 0, 0]), bonus=1e38).kind == "return"


def test_an_exception_in_a_step_is_a_fault_with_its_name():
    fault = fault_of(Scripted(OBSERVATIONS, [0, ZeroDivisionError("gravity is zero"), 0]))
    assert (fault.kind, fault.detail, fault.env_steps) == (
        "exception",
        "ZeroDivisionError: gravity is zero",
        1,
    )


def test_an_exception_in_reset_is_a_fault():
    env = Scripted([RuntimeError("no"), *OBSERVATIONS], [0], observation_space=spaces.Box(-9, 9, (2,)))
    fault = fault_of(env)
    assert (fault.kind, fault.env_steps) == ("exception", 0)


@pytest.mark.parametrize("reward", [None, "much", np.zeros(2)], ids=["none", "text", "array"])
def test_a_reward_that_is_no_number_is_a_fault(reward):
    assert fault_of(Scripted(OBSERVATIONS, [0, reward, 0])).kind == "exception"


@pytest.mark.parametrize("step", [0, 2, 3])
@pytest.mark.parametrize(
    "observation",
    [
        np.zeros(3),
        np.zeros(1),
        np.zeros((1, 2)),
        np.float64(0),
        np.array(["a", "b"]),
        np.zeros(2, complex),
        np.array([None, 1]),
    ],
    ids=["longer", "one that would broadcast", "batch", "scalar", "text", "complex", "objects"],
)
def test_an_observation_of_another_shape_or_dtype_is_a_fault(observation, step):
    observations = [*OBSERVATIONS]
    observations[step] = observation
    env = Scripted(observations, [0, 0, 0], observation_space=spaces.Box(-9, 9, (2,)))
    fault = fault_of(env)
    assert fault.kind == "shape"
    assert f"at step {step}, not a vector of 2" in fault.detail
    assert fault.env_steps == step


PARTS = spaces.Dict({"a": spaces.Box(-9, 9, (2,)), "b": spaces.Discrete(2)})


@pytest.mark.parametrize("step", [0, 1, 2])
@pytest.mark.parametrize(
    "observation",
    [{"a": np.zeros(2)}, {"a": np.zeros(2), "b": 7}, {"a": np.zeros(3), "b": 0}, {"a": "text", "b": 0}, None],
    ids=["key missing", "number too high", "longer part", "text", "nothing"],
)
def test_a_dict_observation_that_does_not_fit_its_space_is_a_fault(observation, step):
    observations: list[Any] = [{"a": np.zeros(2, np.float32), "b": 1}] * 3
    observations[step] = observation
    fault = fault_of(Scripted(observations, [0, 0], observation_space=PARTS))
    assert fault.kind in ("shape", "exception")
    assert fault.env_steps == step


def test_an_episode_without_an_end_is_a_fault(monkeypatch):
    monkeypatch.setattr(rollout_module, "LONGEST_EPISODE", 50)
    fault = fault_of(Scripted(np.zeros((100, 2)), np.zeros(99)))
    assert (fault.kind, fault.env_steps) == ("episode_length", 50)
    assert "add a TimeLimit" in fault.detail


class Disturbed(gym.Wrapper[Any, Any, Any, Any]):
    """Writes a number into MuJoCo's state before the fourth step of every episode with an odd seed."""

    def __init__(self, env: Any, where: str, value: float):
        super().__init__(env)
        self._where, self._value = where, value

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self._odd, self._steps = bool(seed and seed % 2), 0
        return self.env.reset(seed=seed)

    def step(self, action: Any) -> Any:
        self._steps += 1
        if self._odd and self._steps == 4:
            if self._where == "ctrl":
                action = np.full_like(action, self._value)
            else:
                getattr(self.unwrapped.data, self._where)[:] = self._value
        return self.env.step(action)


@pytest.mark.parametrize("quick", [False, True], ids=["Gymnasium", "faster"])
@pytest.mark.parametrize(
    ("where", "value", "warning"),
    [
        ("qpos", 1e12, "BADQPOS"),
        ("qpos", NAN, "BADQPOS"),
        ("qvel", -1e12, "BADQVEL"),
        ("qvel", NAN, "BADQVEL"),
        ("ctrl", NAN, "BADCTRL"),
    ],
)
def test_physics_that_diverged_is_a_fault_although_the_numbers_look_well(
    where, value, warning, quick, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)  # MuJoCo writes a log where it stands
    made = gym.make("InvertedPendulum-v5", disable_env_checker=True)
    env = Disturbed(faster(made) if quick else made, where, value)
    still = np.zeros(read_interface(env, Network((4,))).shape.weights_size, np.float32)
    fault = fault_of(env, weights=still, seed=1)
    assert (fault.kind, fault.detail) == ("divergence", f"MuJoCo warning {warning}")
    assert fault.env_steps > 4
    # The next episode is not blamed for it.
    assert play(env, weights=still, seed=2).env_steps == play(made, weights=still, seed=2).env_steps


# Tasks that are played in one go


@pytest.mark.parametrize("at_once", [100_000, 10], ids=["in one go", "step by step"])
@pytest.mark.parametrize("name", ["Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5"])
def test_a_fast_episode_is_that_of_gymnasium_bit_for_bit(name, at_once, monkeypatch):
    monkeypatch.setattr(rollout_module, "MOST_AT_ONCE", at_once)
    made = gym.make(name, disable_env_checker=True)
    quick = faster(gym.make(name, disable_env_checker=True))
    size = made.observation_space.shape[0]  # type: ignore[index]
    normalizer = Normalizer(np.linspace(-0.1, 0.2, size), np.linspace(0.5, 2.0, size))
    for seed in range(4):
        expected, found = (play(env, normalizer=normalizer, seed=seed, bonus=1.0) for env in (made, quick))
        assert repr(found) == repr(expected)  # floats in full
        assert found.moments.mean.tobytes() == expected.moments.mean.tobytes()
        assert found.moments.squares.tobytes() == expected.moments.squares.tobytes()


def test_faults_of_a_fast_episode_say_how_far_it_came(monkeypatch):
    env: Any = faster(gym.make("Swimmer-v5", disable_env_checker=True))
    calls = iter(range(100))

    def act(self: NumpyPolicy, observation: np.ndarray) -> np.ndarray:
        if next(calls) == 7:
            raise RuntimeError("not well")
        return np.zeros(2, np.float32)

    monkeypatch.setattr(NumpyPolicy, "act", act)
    fault = fault_of(env)
    assert (fault.kind, fault.detail, fault.env_steps) == ("exception", "RuntimeError: not well", 7)
    monkeypatch.setattr(env.unwrapped, "reset", lambda **_: (np.zeros(7), {}))
    assert (fault_of(env).kind, fault_of(env).env_steps) == ("shape", 0)
