"""GoGePo: goal-conditioned generators of deep policies (algorithm 1 of the paper).

The two losses, the round of updates, and the loop's steps around them. docs/algorithm.md gives each
equation with the function that is it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jaxtyping import Array, Float

from gogepo.algorithms.protocol import (
    Algorithm,
    Finished,
    Observed,
    Outcome,
    Proposal,
    Sizes,
    State,
    known,
    note,
)
from gogepo.config import GoGePoConfig, RunConfig
from gogepo.envs.rollout import Episode, Request
from gogepo.memory.archive import Archive, Drawn, Exchange, sample_slots
from gogepo.networks.arithmetic import CPU, Arithmetic, Flat, UpdateMetrics, adam_step, merged
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape


def evaluator_loss(
    evaluator: Evaluator,
    weights: Float[Array, "batch weights"],
    returns: Float[Array, " batch"],
    arithmetic: Arithmetic = CPU,
    counts: Float[Array, " batch"] | None = None,
) -> Float[Array, ""]:
    """L_V(w) = E_(r, theta) [ (r - V_w(theta))^2 ], each policy counted once or by `counts`."""
    return jnp.average((returns - arithmetic.predict(evaluator, weights)) ** 2, weights=counts)


def generator_loss(
    generator: Generator,
    evaluator: Evaluator,
    commands: Float[Array, " batch"],
    counts: Float[Array, " batch"],
    arithmetic: Arithmetic = CPU,
) -> Float[Array, ""]:
    """L_G(rho) = E_r [ (r - V_w(G_rho(r)))^2 ], each command r counted by `counts`."""
    errors = commands - arithmetic.predict_layers(evaluator, arithmetic.write(generator, commands))
    return jnp.sum(counts * errors**2) / jnp.sum(counts)


class Learner(eqx.Module):
    """Both networks with their optimisers: all that a round of updates moves."""

    generator: Flat
    evaluator: Flat


class Lesson(NamedTuple):
    """What a round learns from."""

    drawn: Drawn | None
    """None until it has been drawn."""
    counts: Float[Any, "*group batch"]
    """1 for each drawn policy that counts, 0 for the rest of a batch that is not full (D5)."""
    rehearsed: Float[Any, "*group rehearsals"]
    """Commands in every batch of the generator besides the returns of drawn policies (D24)."""


class RoundMetrics(NamedTuple):
    """What one round of updates reports."""

    evaluator_loss: Float[Array, ""]
    generator_loss: Float[Array, ""]
    evaluator_gradient_norm: Float[Array, ""]
    generator_gradient_norm: Float[Array, ""]
    skipped_updates: Float[Array, ""]
    predicted_return: Float[Array, ""]


class Asked(NamedTuple):
    """What the generator writes a policy from: the command and the noise."""

    command: float
    noise: float
    """Standard deviation of the noise on the weights."""
    noise_words: np.ndarray
    """Seed of the noise."""


@dataclass(frozen=True)
class GoGePo(Algorithm):
    """Asks for policies to try, learns from how they did, and writes a policy for any command."""

    config: GoGePoConfig
    shape: PolicyShape
    return_span: float
    """high - low of the task's return range."""
    seed: int
    arithmetic: Arithmetic = CPU
    archive_on_host: bool = False
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields

    @classmethod
    def make(cls, config: Any, shape: PolicyShape, run: RunConfig, arithmetic: Arithmetic) -> GoGePo:
        return cls(config, shape, run.return_span, run.seed, arithmetic)

    # Algorithm 1: the command, the policy that is tried, D

    def command(self, state: State) -> float:
        """The best return so far plus the drive (section 4, "Choosing the command")."""
        if state.episodes == 0:
            return known(self.config.first_command)
        return state.best_return + self.config.drive

    def propose(self, state: State) -> tuple[State, Proposal]:
        """theta ~ g_rho(theta | c) = G_rho(c) + noise."""
        words = seed_words(self.seed, "noise", state.attempts)
        asked = Asked(self.command(state), self.config.noise, words)
        proposal = self._proposal(state, asked, known(self.config.moving_normalizer))  # D10
        return state._replace(attempts=state.attempts + 1), proposal

    def propose_policy(self, state: State, command: float | None) -> Proposal:
        """G_rho(c); by default c is the best return so far."""
        if command is None:
            command = state.best_return if state.episodes else self.command(state)
        return self._proposal(state, Asked(command, 0.0, seed_words(self.seed, "noise", 0)), moving=False)

    def _proposal(self, state: State, asked: Asked, moving: bool) -> Proposal:
        normalizer = state.moments.normalizer(moving)
        return Proposal(asked, lambda weights: [Request(state.attempts, asked.command, weights, normalizer)])

    def observe(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Observed:
        """Store (r, theta) in D, and draw every batch of the round from it by recency."""
        (request,), (episode,), config = requests, outcomes, self.config
        if not isinstance(episode, Episode):
            return Observed(state, None, [])
        if state.episodes == 1 and config.normalize_observations and not config.first_return_counts:
            state = state._replace(best_return=-np.inf)  # it was reached on raw observations (D25)
        number, capacity = state.episodes, config.archive_capacity
        state.memory.remember(number, request)
        after = note(state, [episode], config.normalize_observations)
        stored = min(after.episodes, capacity)
        rng = np.random.default_rng(seed_words(self.seed, "sampling", number))
        of_evaluator, of_generator = known(config.evaluator_updates), known(config.generator_updates)
        shape = (of_evaluator + of_generator, config.batch_size)
        drawn = sample_slots(after.episodes, capacity, shape, config.recency, rng)
        rehearsals = known(config.rehearsals)
        full = config.batch_size if config.full_batches else min(config.batch_size, stored)
        lesson = Lesson(
            None,
            (np.arange(config.batch_size) < full).astype(np.float32),
            np.full(rehearsals, self.command(after), np.float32),
        )
        exchange = Exchange(
            np.int32(number % capacity),
            request.weights,
            np.float32(episode.training_return),
            drawn[:of_evaluator],
            drawn[of_evaluator:, rehearsals:],
        )
        return Observed(after, lesson, [Finished(0, episode)], exchange)

    # On the device

    def write(self, learner: Learner, inputs: Asked) -> Float[Array, " weights"]:
        """G_rho(c) + noise."""
        generator: Generator = learner.generator.network()
        written = generator(jnp.asarray(inputs.command, jnp.float32)[None])[0]
        key = jax.random.wrap_key_data(jnp.asarray(inputs.noise_words), impl="threefry2x32")
        return written + inputs.noise * jax.random.normal(key, written.shape)

    def learn(self, learner: Learner, lesson: Lesson) -> tuple[Learner, RoundMetrics]:
        """The two inner loops of algorithm 1: first V on the archive, then G on the frozen V."""
        drawn = known(lesson.drawn)
        counts = None if self.config.full_batches else lesson.counts
        predicted_return = self.arithmetic.predict(learner.evaluator.network(), drawn.newest[None])[0]

        def update_evaluator(evaluator: Flat, batch: tuple[Array, Array]) -> tuple[Flat, UpdateMetrics]:
            loss, gradient = jax.value_and_grad(evaluator_loss)(
                evaluator.network(), *batch, self.arithmetic, counts
            )
            return adam_step(self.config.evaluator_learning_rate, evaluator, loss, gradient)

        evaluator, of_evaluator = jax.lax.scan(
            update_evaluator, learner.evaluator, (drawn.weights, drawn.returns)
        )
        frozen = evaluator.network()

        def update_generator(generator: Flat, commands: Array) -> tuple[Flat, UpdateMetrics]:
            def value_and_gradient(commands: Array, counts: Array) -> Any:
                return jax.value_and_grad(generator_loss)(
                    generator.network(), frozen, commands, counts, self.arithmetic
                )

            commands = jnp.concatenate([lesson.rehearsed, commands])
            counts = jnp.concatenate([jnp.ones_like(lesson.rehearsed), lesson.counts])[: len(commands)]
            if self.arithmetic.merge_commands:
                loss, gradient = merged(value_and_gradient, commands, counts)
            else:
                loss, gradient = value_and_gradient(commands, counts)
            return adam_step(self.config.generator_learning_rate, generator, loss, gradient)

        generator, of_generator = jax.lax.scan(update_generator, learner.generator, drawn.commands)
        return Learner(generator, evaluator), RoundMetrics(
            evaluator_loss=of_evaluator.loss.mean(),
            generator_loss=of_generator.loss.mean(),
            evaluator_gradient_norm=of_evaluator.gradient_norm.mean(),
            generator_gradient_norm=of_generator.gradient_norm.mean(),
            skipped_updates=of_evaluator.skipped.sum() + of_generator.skipped.sum(),
            predicted_return=predicted_return,
        )

    # Before the first episode, and in files

    def init_learner(self) -> Learner:
        config = self.config
        rng = np.random.default_rng(seed_words(self.seed, "init"))
        generator = Generator(
            self.shape,
            self.return_span,
            slice_size=config.slice_size,
            embedding_size=config.embedding_size,
            hidden_sizes=config.generator_hidden,
            output_scaling=config.output_scaling,
            rng=rng,
        )
        evaluator = Evaluator(
            self.shape,
            probing_states=config.probing_states,
            hidden_sizes=config.evaluator_hidden,
            rng=rng,
            leak=known(config.evaluator_leak),
        )
        return Learner(Flat.new(generator), Flat.new(evaluator))

    def init_memory(self) -> Archive:
        return Archive.empty(self.config.archive_capacity, self.shape.weights_size)

    def sizes(self) -> Sizes:
        config, shape = self.config, self.shape
        generator = Generator.sizes(
            shape, config.slice_size, config.embedding_size, config.generator_hidden, config.batch_size
        )
        evaluator = Evaluator.parameter_count(shape, config.probing_states, config.evaluator_hidden)
        parameters = generator.parameters + evaluator
        drawn = known(config.evaluator_updates) * config.batch_size * shape.weights_size
        return Sizes(
            parameters,
            learner=3 * parameters,  # with Adam's two moments
            working=generator.activations + 2 * drawn,
            policy=shape.weights_size + 1,
        )

    def saved(self, learner: Learner) -> Any:
        return SavedLearner(
            learner.generator.network(),
            learner.evaluator.network(),
            learner.generator.tree_optimizer(),
            learner.evaluator.tree_optimizer(),
        )

    def restored(self, tree: SavedLearner) -> Learner:
        return Learner(
            Flat.of(tree.generator, tree.generator_optimizer),
            Flat.of(tree.evaluator, tree.evaluator_optimizer),
        )

    # What else it answers

    def remembered_returns(self, state: State) -> Float[np.ndarray, " policies"]:
        """Training returns in the archive."""
        return state.memory.returns(state.episodes)

    def predict_return(self, state: State, weights: Float[np.ndarray, "batch weights"]) -> np.ndarray:
        """The evaluator's prediction for given weights."""
        return np.asarray(_predict(state.learner.evaluator, jnp.asarray(weights)))


class SavedLearner(eqx.Module):
    """A learner as a tree of arrays, with the names that files give them."""

    generator: Generator
    evaluator: Evaluator
    generator_optimizer: optax.OptState
    evaluator_optimizer: optax.OptState


@eqx.filter_jit
def _predict(evaluator: Flat, weights: Float[Array, "batch weights"]) -> Float[Array, " batch"]:
    return evaluator.network()(weights)
