"""Running mean and variance of observations, merged once per episode."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

SMALLEST_DEVIATION = 1e-7  # a dimension that varies less is centred only (D12)


@dataclass(frozen=True)
class Moments:
    """Count, mean and sum of squared deviations of a set of observations."""

    count: float
    mean: Float[np.ndarray, " observation"]
    squares: Float[np.ndarray, " observation"]

    @staticmethod
    def empty(observation_size: int) -> Moments:
        return Moments(0.0, np.zeros(observation_size), np.zeros(observation_size))

    @staticmethod
    def of(observations: Float[np.ndarray, "steps observation"]) -> Moments:
        mean = observations.mean(axis=0)
        return Moments(float(len(observations)), mean, np.square(observations - mean).sum(axis=0))

    def merge(self, other: Moments) -> Moments:
        """The moments of both sets together (Chan, Golub and LeVeque 1979)."""
        count = self.count + other.count
        if count == 0:
            return self
        delta = other.mean - self.mean
        mean = self.mean + delta * (other.count / count)
        squares = self.squares + other.squares + np.square(delta) * (self.count * other.count / count)
        return Moments(count, mean, squares)

    def normalizer(self, moving: bool = False) -> Normalizer:
        """The normaliser that a policy is given; before the first episode it changes nothing."""
        if self.count == 0:
            return Normalizer.identity(len(self.mean))
        deviation = np.sqrt(self.squares / self.count)  # D11
        if moving:
            return Normalizer(self.mean, deviation, self.count)
        return Normalizer(self.mean, np.where(deviation < SMALLEST_DEVIATION, 1.0, deviation))


@dataclass(frozen=True)
class Normalizer:
    """Maps an observation to (observation - mean) / deviation."""

    mean: Float[np.ndarray, " observation"]
    deviation: Float[np.ndarray, " observation"]
    count: float = 0.0
    """Observations before the episode, if the normaliser moves with every further one (D10); 0 if it is fixed."""

    @staticmethod
    def identity(observation_size: int) -> Normalizer:
        return Normalizer(np.zeros(observation_size), np.ones(observation_size))

    def moments(self) -> Moments:
        """The moments of the observations before the episode, for a normaliser that moves."""
        return Moments(self.count, self.mean, np.square(self.deviation) * self.count)
