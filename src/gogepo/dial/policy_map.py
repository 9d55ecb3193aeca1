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
"""Over the whole dial, and again over its learned part."""


@dataclass(frozen=True)
class PolicyMap:
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


def draw_map(state: State, return_range: tuple[float, float]) -> PolicyMap | None:
    """Of a state of GoGePo; None before its first policy."""
    if state.episodes == 0:
        return None
    generator, evaluator = state.learner.generator.network(), state.learner.evaluator.network()
    archive = state.memory
    numbers = chosen_episodes(state.episodes, archive.oldest(state.episodes))
    fingerprints, returns = [], []
    for start in range(0, len(numbers), READ_AT_ONCE):  # in parts: a policy may have 70,000 weights
        part = numbers[start : start + READ_AT_ONCE]
        weights, paid = archive.read(part.tolist())
        padded = np.resize(weights, (READ_AT_ONCE, weights.shape[1]))
        fingerprints.append(fingerprint(evaluator, padded)[: len(part)])
        returns.append(paid)
    all_returns = np.concatenate(returns).astype(np.float64)
    parts = (return_range, (float(all_returns.min()), float(all_returns.max())))
    commands = np.sort(np.concatenate([np.linspace(*part, PATH_POINTS) for part in parts]))
    prints, predicted = jax.device_get(_write(generator, evaluator, commands.astype(np.float32)))
    all_prints = np.concatenate(fingerprints).astype(np.float64)
    plane = PrincipalComponents.of(all_prints, all_returns)
    return PolicyMap(
        plane,
        numbers,
        all_returns,
        plane.place(all_prints),
        commands,
        np.asarray(predicted, np.float64),
        plane.place(np.asarray(prints, np.float64)),
    )


def chosen_episodes(episodes: int, oldest: int) -> Int[np.ndarray, " policies"]:
    """Episodes whose policies the archive holds, evenly spaced and the newest included."""
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
    """For JSON: five digits are more than a screen shows."""
    array = np.asarray(values, np.float64)
    if array.ndim == 0:
        return float(f"{float(array):.5g}") if np.isfinite(array) else None
    return [rounded(value) for value in array]
