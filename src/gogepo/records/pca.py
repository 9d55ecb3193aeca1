"""Principal components: the two directions in which the fingerprints of policies differ most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from jaxtyping import Float


class PrincipalComponents(NamedTuple):
    """The first two of a set of fingerprints."""

    center: Float[np.ndarray, " fingerprint"]
    axes: Float[np.ndarray, "2 fingerprint"]
    explained: tuple[float, float]
    """Shares of the variance."""

    @staticmethod
    def of(
        fingerprints: Float[np.ndarray, "policies fingerprint"], returns: Float[np.ndarray, " policies"]
    ) -> PrincipalComponents:
        """Returns rise to the right and upwards, so that a map keeps its sides. A missing component is zero."""
        center = fingerprints.mean(axis=0)
        offsets = fingerprints - center
        _, sizes, rows = np.linalg.svd(offsets, full_matrices=False)
        axes, variances = np.zeros((2, fingerprints.shape[1])), np.zeros(2)
        found = min(2, len(rows))
        axes[:found], variances[:found] = rows[:found], sizes[:found] ** 2
        slopes = (offsets @ axes.T).T @ (returns - returns.mean())
        axes[slopes < 0] *= -1
        first, second = variances / max(float(np.square(sizes).sum()), 1e-300)
        return PrincipalComponents(center, axes, (float(first), float(second)))

    def place(
        self, fingerprints: Float[np.ndarray, "policies fingerprint"]
    ) -> Float[np.ndarray, "policies 2"]:
        """Where fingerprints lie along the two axes."""
        return (fingerprints - self.center) @ self.axes.T
