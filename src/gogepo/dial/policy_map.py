"""What the page draws of a generator: the line of predictions, and the map of policies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import numpy as np
from jaxtyping import Float, Int

from gogepo.algorithms.protocol import State
from gogepo.memory.archive import READ_AT_ONCE
from gogepo.records.pca import PrincipalComponents

MOST_POINTS = 600
PATH_POINTS = 41
"""Points of the path over the whole dial, and again over the part of it that was learned."""


@dataclass(frozen=True)
class ArchiveMap:
    """Archived policies in the plane of their fingerprints, and the path of commands through it."""

    plane: PrincipalComponents
    episodes: Int[np.ndarray, " policies"]
    returns: Float[np.ndarray, " policies"]
    places: Float[np.ndarray, "policies 2"]
    commands: Float[np.ndarray, " commands"]
    predicted: Float[np.ndarray, " commands"]
    path: Float[np.ndarray, "commands 2"]

    def as_json(self) -> dict[str, Any]:
        return {
            "episodes": self.episodes.tolist(),
            "returns": rounded(self.returns),
            "places": rounded(self.places),
            "path": rounded(self.path),
        }


def draw_map(state: State, return_range: tuple[float, float]) -> ArchiveMap | None:
    """The map of a method that writes policies; None before its first one."""
    if state.episodes == 0:
        return None
    generator, evaluator = state.learner.generator.network(), state.learner.evaluator.network()
    archive = state.memory
    episodes = chosen_episodes(state.episodes, archive.oldest(state.episodes))
    parts, returned = [], []
    for start in range(0, len(episodes), READ_AT_ONCE):  # in parts: a policy may have 70,000 weights
        part = episodes[start : start + READ_AT_ONCE]
        weights, returns = archive.read(part.tolist())
        padded = np.resize(weights, (READ_AT_ONCE, weights.shape[1]))
        parts.append(fingerprint(evaluator, padded)[: len(part)])
        returned.append(returns)
    fingerprints = np.concatenate(parts).astype(np.float64)
    returns = np.concatenate(returned).astype(np.float64)
    ranges = (return_range, (float(returns.min()), float(returns.max())))
    commands = np.sort(np.concatenate([np.linspace(*each, PATH_POINTS) for each in ranges]))
    path, predicted = jax.device_get(_write(generator, evaluator, commands.astype(np.float32)))
    plane = PrincipalComponents.of(fingerprints, returns)
    return ArchiveMap(
        plane,
        episodes,
        returns,
        plane.place(fingerprints),
        commands,
        np.asarray(predicted, np.float64),
        plane.place(np.asarray(path, np.float64)),
    )


def chosen_episodes(episodes: int, oldest: int) -> Int[np.ndarray, " policies"]:
    """Episodes whose policies the archive holds, evenly spaced and with the newest among them."""
    count = min(MOST_POINTS, episodes - oldest)
    return np.unique(np.linspace(oldest, episodes - 1, count).round().astype(np.int64))


@jax.jit
def _write(generator: Any, evaluator: Any, commands: Any) -> Any:
    weights = generator(commands)
    return evaluator.fingerprint(weights), evaluator(weights)


_fingerprint = jax.jit(lambda evaluator, weights: evaluator.fingerprint(weights))


def fingerprint(evaluator: Any, weights: Any) -> np.ndarray:
    return np.asarray(jax.device_get(_fingerprint(evaluator, weights)))


def rounded(values: Any) -> Any:
    """For JSON: five digits are more than a screen shows, and NaN is None."""
    array = np.asarray(values, np.float64)
    if array.ndim == 0:
        return float(f"{float(array):.5g}") if np.isfinite(array) else None
    return [rounded(value) for value in array]
