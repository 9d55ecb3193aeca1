"""Stable-Baselines3's `evaluate_policy` takes a `Policy` as a model, and measures what we measure."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import toys
from gogepo.config import Network
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import rollout
from gogepo.envs.spaces import read_interface
from gogepo.policy import Policy

pytestmark = [pytest.mark.interop, pytest.mark.filterwarnings("ignore::UserWarning")]

EPISODES = 5
SEED = 1000


class Seeded(gym.Wrapper[Any, Any, Any, Any]):
    """Numbers its episodes: reset i has seed SEED + i, whoever resets it."""

    def __init__(self, env: Any):
        super().__init__(env)
        self.resets = 0

    def reset(self, **kwargs: Any) -> Any:
        seed, self.resets = SEED + self.resets, self.resets + 1
        return self.env.reset(seed=seed)


@pytest.mark.parametrize(
    ("factory", "network"),
    [
        (lambda: gym.make("Pendulum-v1", disable_env_checker=True), Network((16, 16))),
        (lambda: gym.make("CartPole-v1", disable_env_checker=True), Network((16, 16))),
        (toys.TargetEnv, Network((16,))),
    ],
    ids=["continuous", "discrete", "asymmetric bounds"],
)
def test_evaluate_policy_gives_the_returns_of_our_own_protocol(factory, network):
    evaluation = pytest.importorskip("stable_baselines3.common.evaluation")
    monitor = pytest.importorskip("stable_baselines3.common.monitor")
    env = factory()
    interface = read_interface(env, network)
    rng = np.random.default_rng(0)
    size = interface.shape.observation_size
    normalizer = Normalizer(rng.normal(size=size), rng.uniform(0.5, 2, size))
    policy = Policy(interface, toys.random_weights(interface.shape, rng), normalizer, command=0.0, env="any")

    plain = NumpyPolicy(policy.shape, policy.weights, policy.normalizer)
    ours = [rollout(env, interface, plain, SEED + index, 0.0) for index in range(EPISODES)]

    # SB3 seeds and resets once by itself before its first episode ends.
    theirs, lengths = evaluation.evaluate_policy(
        policy,
        monitor.Monitor(Seeded(factory())),
        n_eval_episodes=EPISODES,
        return_episode_rewards=True,
    )
    assert lengths == [episode.env_steps for episode in ours]
    assert theirs == pytest.approx([episode.env_return for episode in ours], rel=1e-5)
    assert np.mean(theirs) == pytest.approx(np.mean([episode.env_return for episode in ours]), rel=1e-5)
