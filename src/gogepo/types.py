"""The records that travel between rooms. Plain NumPy: importing them never imports JAX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from jaxtyping import Float

from gogepo.config import Activation, Network

Actions = Literal["continuous", "discrete"]
Layers = list[tuple[Any, Any]]
"""Of one policy or of many: for each layer (matrix (..., out, in), bias (..., out))."""


@dataclass(frozen=True)
class PolicyShape:
    """The architecture of a policy: an MLP whose outputs are squashed to the bounds of the actions.

    `low` and `high` bound each action dimension. A discrete policy has one output per action
    and no bounds of its own: (0, 1) stands for its probabilities.
    """

    observation_size: int
    hidden_sizes: tuple[int, ...]
    actions: Actions
    low: tuple[float, ...]
    high: tuple[float, ...]
    activation: Activation = "tanh"
    commanded: bool = False

    @property
    def network(self) -> Network:
        return Network(self.hidden_sizes, self.activation, self.commanded)

    @property
    def input_size(self) -> int:
        return self.observation_size + (2 if self.commanded else 0)

    @property
    def output_size(self) -> int:
        return len(self.low)

    @property
    def layer_sizes(self) -> tuple[int, ...]:
        return (self.input_size, *self.hidden_sizes, self.output_size)

    @property
    def weights_size(self) -> int:
        sizes = self.layer_sizes
        return sum(out * (fan_in + 1) for fan_in, out in zip(sizes[:-1], sizes[1:], strict=True))

    @property
    def action_center(self) -> Float[np.ndarray, " output"]:
        return (np.array(self.high, np.float32) + np.array(self.low, np.float32)) / 2

    @property
    def action_half_range(self) -> Float[np.ndarray, " output"]:
        return (np.array(self.high, np.float32) - np.array(self.low, np.float32)) / 2


def initial_weights(shape: PolicyShape, rng: np.random.Generator) -> Float[np.ndarray, " weights"]:
    """Flat random weights: PyTorch's default, uniform in +- 1 / sqrt(fan-in) (A.1, initialisation)."""
    weights = np.zeros(shape.weights_size, np.float32)
    for matrix, bias in split_layers(shape, weights):
        bound = matrix.shape[1] ** -0.5
        matrix[:] = rng.uniform(-bound, bound, matrix.shape)
        bias[:] = rng.uniform(-bound, bound, bias.shape)
    return weights


def split_layers(shape: PolicyShape, weights: Any) -> Layers:
    """Views of flat weights (..., weights), layer by layer, each matrix row by row and then its bias.

    NumPy and JAX alike.
    """
    layers: Layers = []
    start = 0
    sizes = shape.layer_sizes
    for fan_in, out in zip(sizes[:-1], sizes[1:], strict=True):
        end = start + out * fan_in
        matrix = weights[..., start:end].reshape(*weights.shape[:-1], out, fan_in)
        layers.append((matrix, weights[..., end : end + out]))
        start = end + out
    return layers
