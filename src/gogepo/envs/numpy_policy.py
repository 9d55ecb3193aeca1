"""How a policy acts, in NumPy: `networks/act.py` for one policy and one observation."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.types import PolicyShape, split_layers


class NumpyPolicy:
    """One policy with its normaliser. It reuses its buffers, so it is not safe in two threads at once."""

    def __init__(self, shape: PolicyShape, weights: Float[np.ndarray, " weights"], normalizer: Normalizer):
        self.shape, self.weights, self.normalizer = shape, weights, normalizer
        weights = np.ascontiguousarray(weights, np.float32)
        self._layers = [
            (matrix.dot, bias, np.empty(len(bias), np.float32))
            for matrix, bias in split_layers(shape, weights)
        ]
        self._moments = normalizer.moments() if normalizer.count else None
        if self._moments is not None:
            normalizer = self._moments.normalizer()
        self._mean = np.asarray(normalizer.mean, np.float64)
        self._inverse_deviation = 1.0 / np.asarray(normalizer.deviation, np.float64)
        self._centred = np.empty(shape.input_size)
        self._normalised = np.empty(shape.input_size, np.float32)
        self._relu = shape.activation == "relu"
        self._discrete = shape.actions == "discrete"
        self._center, self._half_range = shape.action_center, shape.action_half_range
        self._low, self._high = np.array(shape.low, np.float32), np.array(shape.high, np.float32)
        self._unit = bool((self._low == -1.0).all() and (self._high == 1.0).all())

    def outputs(self, observation: Float[np.ndarray, " input"]) -> Float[np.ndarray, " output"]:
        """The outputs before squashing. The next call reuses the array."""
        if self._moments is not None:
            self._move(self._moments, observation)
        np.subtract(observation, self._mean, self._centred)
        np.multiply(self._centred, self._inverse_deviation, self._centred)
        self._normalised[:] = self._centred  # rounded here: in the product it takes twice the time
        hidden = self._normalised
        for dot, bias, buffer in self._layers:
            if hidden is not self._normalised:
                np.maximum(hidden, 0.0, out=hidden) if self._relu else np.tanh(hidden, hidden)
            dot(hidden, buffer)
            hidden = np.add(buffer, bias, buffer)
        return hidden

    def _move(self, moments: Moments, observation: np.ndarray) -> None:
        """Count one more observation into a normaliser that moves within the episode (D10)."""
        self._moments = moments.merge(Moments(1.0, observation, np.zeros(len(observation))))
        normalizer = self._moments.normalizer()
        self._mean, self._inverse_deviation = normalizer.mean, 1.0 / normalizer.deviation

    def act(self, observation: Float[np.ndarray, " input"]) -> np.ndarray | np.intp:
        """A new array inside [low, high], or the index of the best discrete action."""
        return self._actions(self.outputs(observation))

    def act_many(
        self, observations: Float[np.ndarray, "batch input"]
    ) -> Float[np.ndarray, "batch output"] | Int[np.ndarray, " batch"]:
        """`act` for several observations at once, equal but for rounding in the products."""
        hidden = np.empty(observations.shape, np.float32)
        np.multiply(observations - self._mean, self._inverse_deviation, hidden, casting="same_kind")
        for number, (columns, bias) in enumerate(self._columns):
            if number > 0:
                np.maximum(hidden, 0.0, out=hidden) if self._relu else np.tanh(hidden, hidden)
            hidden = hidden.dot(columns)
            hidden += bias
        return self._actions(hidden)

    @cached_property
    def _columns(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The layers as `act_many` needs them."""
        # Trap: a product of 8 to 16 rows with a transposed view takes OpenBLAS four times as long.
        weights = np.asarray(self.weights, np.float32)
        return [(np.ascontiguousarray(matrix.T), bias) for matrix, bias in split_layers(self.shape, weights)]

    def _actions(self, outputs: np.ndarray) -> Any:
        if self._discrete:
            return outputs.argmax(axis=-1)
        action = np.tanh(outputs)
        if self._unit:  # it is the action already, and the four calls below cost 7 % of a step of Swimmer
            return action
        action *= self._half_range
        action += self._center
        # Rounding may step over a bound by one unit in the last place.
        np.maximum(action, self._low, out=action)
        return np.minimum(action, self._high, out=action)
