"""Small things with known answers, shared by the tests.

Naive references (plain loops in float64), an engine without an environment, and small
environments whose best policy is known. `toys:ToyTarget-v0` names one on a command line.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from hypothesis import strategies as st

from gogepo.config import GoGePoConfig
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, Request
from gogepo.envs.spaces import Interface
from gogepo.presets import with_preset
from gogepo.types import Actions, PolicyShape

TINY = with_preset(
    GoGePoConfig(
        policy_hidden=(32, 32),
        noise=0.2,
        generator_hidden=(16, 16),
        slice_size=16,
        generator_learning_rate=3e-4,
        generator_updates=10,
        evaluator_hidden=(16, 16),
        probing_states=7,
        evaluator_learning_rate=1e-2,
        evaluator_updates=20,
        batch_size=16,
        archive_capacity=64,
    ),
    "ToyTarget-v0",
)
"""GoGePo at its defaults but for sizes: compiles in seconds, learns `TargetEngine` in about 100 episodes."""

TINIER = dataclasses.replace(
    TINY,
    policy_hidden=(16,),
    generator_hidden=(4,),
    generator_updates=3,
    evaluator_hidden=(4,),
    evaluator_updates=2,
    probing_states=2,
    batch_size=8,
)
"""One hidden layer everywhere, which compiles faster: for what does not depend on depth, nor on learning well."""

# Naive references


def naive_mlp(
    matrices: Sequence[Any], biases: Sequence[Any], inputs: Sequence[float] | np.ndarray, activation: Any
) -> np.ndarray:
    """One input through linear layers with `activation` between them, neuron by neuron."""
    values = [float(value) for value in inputs]
    for layer, (matrix, bias) in enumerate(zip(matrices, biases, strict=True)):
        if layer > 0:
            values = [float(activation(value)) for value in values]
        values = [
            float(bias[row]) + sum(float(matrix[row][i]) * value for i, value in enumerate(values))
            for row in range(len(bias))
        ]
    return np.array(values)


def naive_policy(shape: PolicyShape, weights: np.ndarray, observation: np.ndarray) -> np.ndarray:
    """A policy's outputs before their squashing, its weights read one after the other.

    The layout is the library's promise: layer by layer, a matrix row by row and then its bias.
    """
    numbers = iter(weights)
    matrices, biases = [], []
    for fan_in, out in zip(shape.layer_sizes[:-1], shape.layer_sizes[1:], strict=True):
        matrices.append([[next(numbers) for _ in range(fan_in)] for _ in range(out)])
        biases.append([next(numbers) for _ in range(out)])
    assert next(numbers, None) is None, "more weights than the policy has"
    activation = np.tanh if shape.activation == "tanh" else lambda value: max(value, 0.0)
    return naive_mlp(matrices, biases, observation, activation)


def flat_weights(layers: Sequence[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """The weights of a policy with these matrices and biases, in the library's layout."""
    return np.concatenate([np.concatenate([m.ravel(), b]) for m, b in layers]).astype(np.float32)


@st.composite
def policy_shapes(draw: st.DrawFn, actions: Actions = "continuous") -> PolicyShape:
    """Small policies of 1 to 3 hidden layers; each action dimension has bounds of its own.

    Few architectures, since JAX compiles each anew; what varies freely is a test's numbers.
    """
    observations, hidden, outputs = draw(st.sampled_from([(1, (1,), 2), (3, (4, 7), 3), (2, (5, 1, 3), 4)]))
    if actions == "discrete":
        return PolicyShape(observations, hidden, actions, (0.0,) * outputs, (1.0,) * outputs)
    low = tuple(draw(st.lists(st.floats(-5, 5, width=32), min_size=outputs, max_size=outputs)))
    high = tuple(bottom + draw(st.floats(0.125, 5, width=32)) for bottom in low)
    return PolicyShape(observations, hidden, actions, low, high)


def random_weights(shape: PolicyShape, rng: np.random.Generator, scale: float = 0.5) -> np.ndarray:
    return (scale * rng.standard_normal(shape.weights_size)).astype(np.float32)


# A task whose return is a known smooth function of the policy's actions

SHAPE = PolicyShape(3, TINY.policy_hidden, "continuous", (-1.0, 0.0), (1.0, 3.0))
TARGET = np.array([0.8, 1.0])  # inside the bounds; squashed to [-1, 1] it is 0.8 and -1/3
SPAN = 100.0  # of the return range (0, 100)
BEST = 100.0


def target_return(actions: np.ndarray) -> float:
    """100 for TARGET everywhere; 100 less for each unit of mean squared distance, in half ranges."""
    distance = (actions - TARGET) / SHAPE.action_half_range
    return float(BEST - 100 * np.mean(distance**2))


def best_target_weights() -> np.ndarray:
    """The policy that always acts TARGET: no weights but the last bias."""
    squashed = (TARGET - SHAPE.action_center) / SHAPE.action_half_range
    layers = [
        (np.zeros((out, fan_in)), np.zeros(out))
        for fan_in, out in zip(SHAPE.layer_sizes[:-1], SHAPE.layer_sizes[1:], strict=True)
    ]
    layers[-1] = (layers[-1][0], np.arctanh(squashed))
    return flat_weights(layers)


class TargetEngine:
    """Plays no environment: an episode's return is `target_return` of the actions in fixed states."""

    def __init__(self, shape: PolicyShape = SHAPE):
        """For policies of another network too, on the observations and actions of SHAPE."""
        self.interface = Interface(shape, None, None, (2,), np.dtype(np.float32), 0)
        self.states = np.random.default_rng(0).uniform(-1, 1, (5, SHAPE.observation_size))

    def play(self, request: Request, seed: int) -> Episode:
        policy = NumpyPolicy(self.interface.shape, request.weights, request.normalizer)
        reached = target_return(np.array([policy.act(state) for state in self.states]))
        return Episode(seed, reached, reached, len(self.states), False, Moments.of(self.states))

    def close(self) -> None:
        pass


def episode(training_return: float, observation_size: int = SHAPE.observation_size) -> Episode:
    """An episode of one step that gave a return, in the state of zeros."""
    moments = Moments.of(np.zeros((1, observation_size)))
    return Episode(0, training_return, training_return, 1, True, moments)


def request(weights: np.ndarray, command: float = 0.0, observation_size: int = 3) -> Request:
    return Request(0, command, weights, Normalizer.identity(observation_size))


# Environments


class TargetEnv(gym.Env[np.ndarray, np.ndarray]):
    """`target_return` as an environment of 3 steps in random states. SHAPE fits it; the best is 100."""

    STEPS = 3
    observation_space = spaces.Box(-1, 1, (SHAPE.observation_size,), np.float64)
    action_space = spaces.Box(np.array(SHAPE.low, np.float32), np.array(SHAPE.high, np.float32))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self._step = 0
        return self._observe(), {}

    def step(self, action: np.ndarray) -> Any:
        self._step += 1
        reward = target_return(action[None]) / self.STEPS
        return self._observe(), reward, False, self._step == self.STEPS, {}

    def _observe(self) -> np.ndarray:
        return self.np_random.uniform(-1, 1, SHAPE.observation_size)


class PickEnv(gym.Env[np.ndarray, np.int64]):
    """Discrete: 1 for the action that names the third of [-1, 1] that is seen. Actions start at 5."""

    STEPS = 6
    observation_space = spaces.Box(-1, 1, (1,), np.float64)
    action_space = spaces.Discrete(3, start=5)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self._step = 0
        return self._observe(), {}

    def step(self, action: np.int64) -> Any:
        self._step += 1
        right = 5 + int(np.searchsorted([-1 / 3, 1 / 3], self._seen[0]))
        return self._observe(), float(action == right), self._step == self.STEPS, False, {}

    def _observe(self) -> np.ndarray:
        self._seen = self.np_random.uniform(-1, 1, 1)
        return self._seen

    @staticmethod
    def shape() -> PolicyShape:
        return PolicyShape(1, (1,), "discrete", (0.0,) * 3, (1.0,) * 3)

    @staticmethod
    def best_weights() -> np.ndarray:
        """Logits (-x, 1/3, x): the largest is that of the third that x is in."""
        small = 1e-3  # where tanh is the identity
        first = (np.array([[small]]), np.zeros(1))
        return flat_weights([first, (np.array([[-1 / small], [0], [1 / small]]), np.array([0, 1 / 3, 0]))])


class SignalEnv(gym.Env[dict[str, Any], np.ndarray]):
    """Dict observations: a signal says which of two actions is right; the position says nothing."""

    STEPS = 4
    observation_space = spaces.Dict({"position": spaces.Box(-1, 1, (2, 1)), "signal": spaces.Discrete(2)})
    action_space = spaces.Box(-1, 1, (1, 1))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self._step = 0
        return self._observe(), {}

    def step(self, action: np.ndarray) -> Any:
        self._step += 1
        right = 0.5 if self._seen["signal"] == 1 else -0.5
        reward = -float((action[0, 0] - right) ** 2)
        return self._observe(), reward, False, self._step == self.STEPS, {}

    def _observe(self) -> dict[str, Any]:
        position = self.np_random.uniform(-1, 1, (2, 1)).astype(np.float32)
        self._seen = {"position": position, "signal": self.np_random.integers(2)}
        return self._seen

    @staticmethod
    def shape() -> PolicyShape:
        return PolicyShape(4, (1,), "continuous", (-1.0,), (1.0,))

    @staticmethod
    def best_weights() -> np.ndarray:
        """Flattened: position (2), then the signal as one of two. The best return is 0."""
        first = (np.array([[0, 0, -1, 1]]), np.zeros(1))
        return flat_weights([first, (np.array([[np.arctanh(0.5) / np.tanh(1)]]), np.zeros(1))])


gym.register("ToyTarget-v0", "toys:TargetEnv")
gym.register("ToyPick-v0", "toys:PickEnv")
gym.register("ToySignal-v0", "toys:SignalEnv")
