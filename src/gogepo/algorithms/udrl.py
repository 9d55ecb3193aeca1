"""UDRL: upside-down reinforcement learning (Srivastava et al. 2019), made continuous.

A behaviour function B(o, d_r, d_h) says what to do in observation o so that the return d_r comes in d_h
steps. It learns by regression on what happened: action a_t did lead from o_t to the rest of its episode.
This is algorithm 1 of that paper, with a squashed deterministic action and the squared error in place of a
distribution over actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jaxtyping import Array, Float

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
from gogepo.config import RunConfig, UDRLConfig
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Exploration, Request
from gogepo.inputs import InputError
from gogepo.memory.episodes import Episodes, Recorded
from gogepo.networks.arithmetic import Arithmetic
from gogepo.networks.mlp import apply_layers
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, initial_weights, split_layers

HORIZON_SCALE = 1000.0  # the steps that B reads as 1


def behavior(
    shape: PolicyShape, weights: Float[Array, " weights"], inputs: Float[Array, "batch input"]
) -> Float[Array, "batch output"]:
    """B: actions scaled to -1 at low and 1 at high. `envs/numpy_policy.py` does the same in NumPy."""
    activation = jax.nn.relu if shape.activation == "relu" else jnp.tanh
    # 100 updates take 0.27 s with examples in columns, 0.38 s in rows (two cores).
    return jnp.tanh(apply_layers(split_layers(shape, weights), inputs.T, activation)).T


def behavior_loss(
    weights: Float[Array, " weights"],
    inputs: Float[Array, "batch input"],
    actions: Float[Array, "batch output"],
    shape: PolicyShape,
) -> Float[Array, ""]:
    """L_B = E_(o, d_r, d_h, a) [ (a - B(o, d_r, d_h))^2 ], with scaled actions."""
    return jnp.mean((actions - behavior(shape, weights, inputs)) ** 2)


class Learner(NamedTuple):
    """The behaviour function, flat like a policy, with its optimiser."""

    weights: Float[Array, " weights"]
    optimizer: optax.OptState


class RoundMetrics(NamedTuple):
    """What one round of updates reports."""

    behavior_loss: Float[Array, ""]
    gradient_norm: Float[Array, ""]
    wanted_return: Float[Array, ""]
    wanted_horizon: Float[Array, ""]
    skipped_updates: Float[Array, ""]


class Command(NamedTuple):
    """What is asked of the behaviour function at the start of an episode."""

    wanted: float
    """The training return, d_r."""
    horizon: float
    """The steps to get it in, d_h."""


class Lesson(NamedTuple):
    """The batches of a round, all drawn beforehand, and what the new episodes were asked for."""

    inputs: Float[Any, "updates batch input"]
    """(o_t, d_r, d_h), scaled."""
    actions: Float[Any, "updates batch output"]
    """Scaled to -1 at low and 1 at high."""
    wanted_return: Any
    wanted_horizon: Any


def learn(
    learner: Learner, lesson: Lesson, config: UDRLConfig, shape: PolicyShape
) -> tuple[Learner, RoundMetrics]:
    """A round. An update whose loss or gradient is not finite changes nothing and is counted (D19)."""
    adam = optax.adam(known(config.learning_rate))

    def update(learner: Learner, batch: tuple[Array, Array]) -> tuple[Learner, Float[Array, "3"]]:
        loss, gradient = jax.value_and_grad(behavior_loss)(learner.weights, *batch, shape)
        norm = jnp.linalg.norm(gradient)
        step: Any
        step, moved = adam.update(gradient, learner.optimizer)
        finite = jnp.isfinite(loss) & jnp.isfinite(norm)
        after = Learner(learner.weights + step, moved)
        learner = jax.tree.map(lambda new, old: jnp.where(finite, new, old), after, learner)
        return learner, jnp.where(finite, jnp.array([loss, norm, 1.0]), 0.0)

    learner, told = jax.lax.scan(update, learner, (lesson.inputs, lesson.actions))
    loss, norm, made = told.sum(axis=0)
    return learner, RoundMetrics(
        behavior_loss=loss / jnp.maximum(made, 1.0),  # the mean over updates that were not skipped
        gradient_norm=norm / jnp.maximum(made, 1.0),
        wanted_return=lesson.wanted_return,
        wanted_horizon=lesson.wanted_horizon,
        skipped_updates=len(told) - made,
    )


@dataclass(frozen=True)
class UDRL(Algorithm):
    """Asks for a little more than the best few episodes gave, and learns how each return was reached."""

    config: UDRLConfig
    shape: PolicyShape
    return_span: float
    """high - low of the task's return range."""
    seed: int
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields

    @classmethod
    def make(cls, config: Any, shape: PolicyShape, run: RunConfig, arithmetic: Arithmetic) -> UDRL:
        return cls(config, shape, run.return_span, run.seed)

    def __post_init__(self) -> None:
        assert self.shape.commanded  # so that B reads the command
        if self.shape.actions == "discrete":
            raise InputError("UDRL needs continuous actions, and this environment's are discrete")

    @property
    def normalizer(self) -> Normalizer:
        """Observations stay as they are; the command is scaled."""
        deviation = np.ones(self.shape.input_size)
        deviation[-2:] = self.return_span / known(self.config.return_gain), HORIZON_SCALE
        return Normalizer(np.zeros(self.shape.input_size), deviation)

    def propose(self, state: State) -> tuple[State, Proposal]:
        """All episodes up to the next round: first random ones, then exploratory commands and noise."""
        config, attempts = self.config, state.attempts
        random = state.episodes < config.warm_up_episodes
        if random:
            commands = [Command(0.0, 0.0)] * (config.warm_up_episodes - state.episodes)
        else:
            indices = range(attempts, attempts + config.episodes_per_iteration)
            commands = [self.explore(state, index) for index in indices]
        before = np.empty((0, self.shape.output_size), np.float32)
        plan = Exploration(known(config.noise) * self.shape.action_half_range, random, before, steps=0)
        return state._replace(attempts=attempts + len(commands)), Proposal(
            (),
            lambda weights: [
                self._request(attempts + number, command, weights, plan)
                for number, command in enumerate(commands)
            ],
        )

    def propose_policy(self, state: State, command: float | None) -> Proposal:
        """B with a command; by default the mean return of the best few episodes."""
        wanted = self.command(state, command)
        return Proposal((), lambda weights: [self._request(state.attempts, wanted, weights, None)])

    def command(self, state: State, wanted: float | None = None) -> Command:
        """The mean return and the mean length of the best few episodes.

        The horizon of a given command is the mean length of as many episodes with returns nearest to it;
        among equally near ones the lower return counts first, then the older episode.
        """
        returns, lengths, few = state.memory.returns, state.memory.lengths, known(self.config.last_few)
        if len(returns) == 0:
            return Command(wanted or 0.0, 1.0)
        if wanted is None:
            return Command(float(returns[-few:].mean()), float(lengths[-few:].mean()))
        nearest = np.argsort(np.abs(returns - wanted), kind="stable")[:few]
        return Command(wanted, float(lengths[nearest].mean()))

    def explore(self, state: State, index: int) -> Command:
        """d_r ~ U[M, M + S], with mean M and deviation S of the best few returns (algorithm 2)."""
        start, best = self.command(state), state.memory.returns[-known(self.config.last_few) :]
        spread = float(best.std()) if len(best) else 0.0
        rng = np.random.default_rng(seed_words(self.seed, "commands", index))
        return start._replace(wanted=rng.uniform(start.wanted, start.wanted + spread))

    def observe(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Observed:
        """Keep the best episodes, and draw the examples of a round from them."""
        finished = finished_in(outcomes)
        episodes = [each.episode for each in finished]
        recorded = [Recorded.of(number, each) for number, each in enumerate(episodes, state.episodes)]
        memory = state.memory.with_more([each for each in recorded if each is not None])
        state = note(state._replace(memory=memory), episodes, normalize=False)
        if not finished or not memory.recorded or state.episodes < self.config.warm_up_episodes:
            return Observed(state, None, finished)
        rng = np.random.default_rng(seed_words(self.seed, "sampling", state.episodes))
        size = known(self.config.updates_per_iteration), self.config.batch_size
        inputs, actions = memory.draw(size[0] * size[1], rng)
        inputs = (inputs / self.normalizer.deviation).astype(np.float32)
        actions = (actions - self.shape.action_center) / self.shape.action_half_range
        lesson = Lesson(
            inputs.reshape(*size, self.shape.input_size),
            actions.reshape(*size, self.shape.output_size),
            np.float32(np.mean([request.command for request in requests])),
            np.float32(np.mean([request.horizon for request in requests])),
        )
        return Observed(state, lesson, finished)

    def write(self, learner: Learner, inputs: tuple[()]) -> Float[Array, " weights"]:
        """B, flat."""
        return learner.weights

    def learn(self, learner: Learner, lesson: Lesson) -> tuple[Learner, RoundMetrics]:
        return learn(learner, lesson, self.config, self.shape)

    def _request(self, index: int, command: Command, weights: Any, plan: Exploration | None) -> Request:
        return Request(index, command.wanted, weights, self.normalizer, command.horizon, plan)

    def init_learner(self) -> Learner:
        rng = np.random.default_rng(seed_words(self.seed, "init"))
        vector = jnp.asarray(initial_weights(self.shape, rng))
        return Learner(vector, optax.adam(known(self.config.learning_rate)).init(vector))

    def init_memory(self) -> Episodes:
        return Episodes(self.shape, self.config.replay_episodes)

    def sizes(self) -> Sizes:
        examples = known(self.config.updates_per_iteration) * self.config.batch_size
        weights = self.shape.weights_size
        return Sizes(
            weights,
            learner=3 * weights,  # with Adam's two moments
            working=2 * examples * (self.shape.input_size + self.shape.output_size),
            memory=self.init_memory().largest_size,
        )

    def remembered_returns(self, state: State) -> Float[np.ndarray, " episodes"]:
        """Training returns in the memory."""
        return state.memory.returns
