"""ARS V2-t: augmented random search (Mania, Guy and Recht 2018), on a deep policy.

Algorithm 2 of that paper, with the GoGePo paper's network. In its letters: N directions, b of them elites,
step size alpha, noise nu, policy M. Everything is NumPy: an iteration is a sum of a few vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from jaxtyping import Float, Int

from gogepo.algorithms import Finished, Outcome, State, Told, known, note
from gogepo.config import ARSConfig
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, Request
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, initial_weights, split_layers

SMALLEST_DEVIATION = 1e-6  # of returns that are all equal: then no side is better, and no step is made


class Learner(NamedTuple):
    """What a step moves."""

    weights: Float[np.ndarray, " weights"]


@dataclass(frozen=True)
class ARS:
    """Ask for both sides of N random directions, step towards the better sides of the best b."""

    config: ARSConfig
    """With no field None any more."""
    shape: PolicyShape
    return_span: float
    """high - low of the task's return range; not used."""
    seed: int
    metrics: ClassVar[tuple[str, ...]] = ("return_deviation", "step_norm", "skipped_updates")
    commandable: ClassVar[bool] = False

    def init(self) -> State:
        moments = Moments.empty(self.shape.observation_size)
        return State(self.init_learner(), None, moments, best_return=-np.inf, episodes=0, attempts=0)

    def init_learner(self) -> Learner:
        """Random hidden layers and no output: the policy starts in the middle of every action's range.

        Mania et al. start from zero, from where a deep policy cannot move: no side of a hidden weight matters
        while the next layer is zero, and the other way round.
        """
        rng = np.random.default_rng(seed_words(self.seed, "init"))
        weights = initial_weights(self.shape, rng)
        for part in split_layers(self.shape, weights)[-1]:
            part[:] = 0.0
        return Learner(weights)

    def parameter_count(self) -> int:
        return self.shape.weights_size

    def state_size(self) -> int:
        return self.parameter_count()

    def working_size(self) -> int:
        return 2 * known(self.config.directions) * self.shape.weights_size  # both sides of each direction

    def memory_size(self) -> int:
        return 0

    def read_memory(self, arrays: dict[str, np.ndarray]) -> None:
        if arrays:
            raise ValueError("a memory where there is none")

    def ask(self, state: State) -> tuple[State, list[Request]]:
        """pi_(j,k,+) and pi_(j,k,-): both sides of each direction, one after the other."""
        directions, noise = known(self.config.directions), known(self.config.noise)
        centre, requests = np.asarray(state.learner.weights), []
        for number in range(directions):
            index = state.attempts + 2 * number
            step = noise * self.direction(index)
            for side, sign in enumerate((1.0, -1.0)):
                requests.append(self._request(state, index + side, centre + sign * step))
        return state._replace(attempts=state.attempts + 2 * directions), requests

    def tell(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Told:
        """One iteration. A direction whose environment misbehaved on either side is left out."""
        sides = list(zip(requests, outcomes, strict=True))
        tried: list[tuple[int, float, float]] = []
        for (request, plus), (_, minus) in zip(sides[::2], sides[1::2], strict=True):
            if isinstance(plus, Episode) and isinstance(minus, Episode):
                tried.append((request.index, plus.training_return, minus.training_return))
        finished = [
            Finished(position, outcome)
            for position, outcome in enumerate(outcomes)
            if isinstance(outcome, Episode)
        ]
        episodes = [each.episode for each in finished]
        state = note(state, episodes, self.config.normalize_observations)
        if not tried:
            return Told(state, {}, finished)
        indices, plus, minus = (np.array(column) for column in zip(*tried, strict=True))
        elites = best_directions(plus, minus, known(self.config.elites))
        deviation = float(np.std(np.concatenate([plus[elites], minus[elites]])))
        step = np.zeros(self.shape.weights_size)
        for elite in elites:
            step += (plus[elite] - minus[elite]) * self.direction(int(indices[elite]))
        step *= known(self.config.step_size) / (len(elites) * max(deviation, SMALLEST_DEVIATION))
        skipped = not np.isfinite(step).all()
        if not skipped:
            weights = (np.asarray(state.learner.weights) + step).astype(np.float32)
            state = state._replace(learner=Learner(weights))
        norm = float(
            np.sqrt(np.square(step).sum())
        )  # np.linalg.norm waits for BLAS's threads, busy with others
        metrics = {"return_deviation": deviation, "step_norm": norm, "skipped_updates": float(skipped)}
        return Told(state, metrics, finished)

    def policy(self, state: State, command: float | None = None) -> Request:
        """The centre, without noise."""
        return self._request(state, state.attempts, state.learner.weights)

    def direction(self, index: int) -> Float[np.ndarray, " weights"]:
        """delta_k: standard normal. Drawn again when it is needed again, which is cheaper than to keep it."""
        rng = np.random.default_rng(seed_words(self.seed, "noise", index))
        return rng.standard_normal(self.shape.weights_size, np.float32)

    def _request(self, state: State, index: int, weights: Any) -> Request:
        return Request(index, np.nan, np.asarray(weights, np.float32), state.moments.normalizer())


def best_directions(
    plus: Float[np.ndarray, " directions"], minus: Float[np.ndarray, " directions"], elites: int
) -> Int[np.ndarray, " elites"]:
    """The b directions with the highest max(r(pi_+), r(pi_-)), of equals the first."""
    return np.argsort(-np.maximum(plus, minus), kind="stable")[:elites]
