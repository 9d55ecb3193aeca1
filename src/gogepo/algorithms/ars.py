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

from gogepo.algorithms.protocol import (
    Algorithm,
    Observed,
    Outcome,
    Proposal,
    Sizes,
    State,
    finished_in,
    known,
    note,
)
from gogepo.config import ARSConfig, RunConfig
from gogepo.envs.rollout import Episode, Request
from gogepo.networks.arithmetic import Arithmetic
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, initial_weights, split_layers

SMALLEST_DEVIATION = 1e-6  # of returns that are all equal: then no side is better, and no step is made


class Learner(NamedTuple):
    """What a step moves."""

    weights: Float[np.ndarray, " weights"]


class Lesson(NamedTuple):
    """The directions that were tried on both sides, and the returns there."""

    indices: Int[np.ndarray, " directions"]
    plus: Float[np.ndarray, " directions"]
    minus: Float[np.ndarray, " directions"]


class RoundMetrics(NamedTuple):
    """What one step tells about itself."""

    return_deviation: float
    step_norm: float
    skipped_updates: float


@dataclass(frozen=True)
class ARS(Algorithm):
    """Ask for both sides of N random directions, step towards the better sides of the best b."""

    config: ARSConfig
    shape: PolicyShape
    seed: int
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields
    compiled: ClassVar[bool] = False

    @classmethod
    def make(cls, config: Any, shape: PolicyShape, run: RunConfig, arithmetic: Arithmetic) -> ARS:
        return cls(config, shape, run.seed)

    def propose(self, state: State) -> tuple[State, Proposal]:
        """pi_(j,k,+) and pi_(j,k,-): both sides of each direction, one after the other."""
        directions, noise = known(self.config.directions), known(self.config.noise)
        indices = range(state.attempts, state.attempts + 2 * directions, 2)

        def requests(centre: Float[np.ndarray, " weights"]) -> list[Request]:
            steps = ((index, noise * self.direction(index)) for index in indices)
            return [
                self._request(state, index + side, centre + sign * step)
                for index, step in steps
                for side, sign in enumerate((1.0, -1.0))
            ]

        return state._replace(attempts=state.attempts + 2 * directions), Proposal((), requests)

    def propose_policy(self, state: State, command: float | None) -> Proposal:
        """The centre, without noise."""
        return Proposal((), lambda centre: [self._request(state, state.attempts, centre)])

    def observe(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Observed:
        """Take note of all episodes. A direction whose environment misbehaved on either side is left out."""
        tried: list[tuple[int, float, float]] = []
        for request, plus, minus in zip(requests[::2], outcomes[::2], outcomes[1::2], strict=True):
            if isinstance(plus, Episode) and isinstance(minus, Episode):
                tried.append((request.index, plus.training_return, minus.training_return))
        finished = finished_in(outcomes)
        state = note(state, [each.episode for each in finished], self.config.normalize_observations)
        lesson = Lesson(*(np.array(column) for column in zip(*tried, strict=True))) if tried else None
        return Observed(state, lesson, finished)

    def write(self, learner: Learner, inputs: tuple[()]) -> Float[np.ndarray, " weights"]:
        """M, the centre."""
        return learner.weights

    def learn(self, learner: Learner, lesson: Lesson) -> tuple[Learner, RoundMetrics]:
        """M + alpha / (b sigma_R) sum over the elites of (r(pi_+) - r(pi_-)) delta."""
        indices, plus, minus = lesson
        elites = best_directions(plus, minus, known(self.config.elites))
        deviation = float(np.std(np.concatenate([plus[elites], minus[elites]])))
        step = np.zeros(self.shape.weights_size)
        for elite in elites:
            step += (plus[elite] - minus[elite]) * self.direction(int(indices[elite]))
        step *= known(self.config.step_size) / (len(elites) * max(deviation, SMALLEST_DEVIATION))
        skipped = not np.isfinite(step).all()
        if not skipped:
            learner = Learner((learner.weights + step).astype(np.float32))
        # Trap: np.linalg.norm waits for BLAS's threads, which are busy with others.
        norm = float(np.sqrt(np.square(step).sum()))
        return learner, RoundMetrics(deviation, norm, float(skipped))

    def direction(self, index: int) -> Float[np.ndarray, " weights"]:
        """delta_k: standard normal. Drawn again when it is needed again, which is cheaper than to keep it."""
        rng = np.random.default_rng(seed_words(self.seed, "noise", index))
        return rng.standard_normal(self.shape.weights_size, np.float32)

    def _request(self, state: State, index: int, weights: Any) -> Request:
        return Request(index, np.nan, np.asarray(weights, np.float32), state.moments.normalizer())

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

    def restored(self, tree: Learner) -> Learner:
        return Learner(np.array(tree.weights))

    def init_memory(self) -> None:
        return None

    def sizes(self) -> Sizes:
        weights = self.shape.weights_size
        return Sizes(weights, weights, working=2 * known(self.config.directions) * weights)


def best_directions(
    plus: Float[np.ndarray, " directions"], minus: Float[np.ndarray, " directions"], elites: int
) -> Int[np.ndarray, " elites"]:
    """The b directions with the highest max(r(pi_+), r(pi_-)), of equals the first."""
    return np.argsort(-np.maximum(plus, minus), kind="stable")[:elites]
