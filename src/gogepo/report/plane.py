"""The plane in which policies are mapped: the two directions in which their fingerprints differ most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from jaxtyping import Float


class Plane(NamedTuple):
    """The first two principal components of a set of fingerprints."""

    center: Float[np.ndarray, " fingerprint"]
    axes: Float[np.ndarray, "2 fingerprint"]
    explained: tuple[float, float]
    """Shares of the variance."""

    @staticmethod
    def of(
        fingerprints: Float[np.ndarray, "policies fingerprint"], returns: Float[np.ndarray, " policies"]
    ) -> Plane:
        """Returns rise to the right and upwards, so that a map keeps its sides. What is missing is zero."""
        center = fingerprints.mean(axis=0)
        offsets = fingerprints - center
        _, sizes, rows = np.linalg.svd(offsets, full_matrices=False)
        axes, variances = np.zeros((2, fingerprints.shape[1])), np.zeros(2)
        found = min(2, len(rows))
        axes[:found], variances[:found] = rows[:found], sizes[:found] ** 2
        slopes = (offsets @ axes.T).T @ (returns - returns.mean())
        axes[slopes < 0] *= -1
        first, second = variances / max(float(np.square(sizes).sum()), 1e-300)
        return Plane(center, axes, (float(first), float(second)))

    def place(
        self, fingerprints: Float[np.ndarray, "policies fingerprint"]
    ) -> Float[np.ndarray, "policies 2"]:
        return (fingerprints - self.center) @ self.axes.T
