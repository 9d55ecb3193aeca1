"""GoGePo: goal-conditioned generators of deep policies (algorithm 1 of the paper).

The whole method is here: the two losses, the round of updates, and ask/tell around them.
`docs/algorithm.md` gives each equation with the function that is it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jaxtyping import Array, Float, PRNGKeyArray

from gogepo.config import GoGePoConfig
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, Request
from gogepo.memory import Archive, make_room, sample_slots, store
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.networks.mlp import MLP
from gogepo.seeding import Stream, seed_words
from gogepo.types import PolicyShape


def evaluator_loss(
    evaluator: Evaluator, weights: Float[Array, "batch weights"], returns: Float[Array, " batch"]
) -> Float[Array, ""]:
    """L_V(w) = E_(r, theta) [ (r - V_w(theta))^2 ]"""
    return jnp.mean((returns - evaluator(weights)) ** 2)


def generator_loss(
    generator: Generator,
    evaluator: Evaluator,
    commands: Float[Array, " batch"],
    counts: Float[Array, " batch"],
) -> Float[Array, ""]:
    """L_G(rho) = E_r [ (r - V_w(G_rho(r)))^2 ], command r standing for `counts` equal ones."""
    errors = commands - evaluator(generator(commands))
    return jnp.sum(counts * errors**2) / jnp.sum(counts)


class Learner(eqx.Module):
    """Both networks with their optimisers: what a round of updates moves."""

    generator: Generator
    evaluator: Evaluator
    generator_optimizer: optax.OptState
    evaluator_optimizer: optax.OptState


class State(NamedTuple):
    """All of a run's learning state. Archive and learner live on the device, the rest on the host."""

    learner: Learner
    archive: Archive
    moments: Moments
    """Of all observations seen in training."""
    best_return: float
    """Highest training return so far; minus infinity before the first episode."""
    episodes: int
    """Episodes told."""
    attempts: int
    """Policies asked for: more than `episodes` where an environment misbehaved."""


class RoundMetrics(NamedTuple):
    """What one round of updates tells about itself; scalars."""

    evaluator_loss: Float[Array, ""]
    generator_loss: Float[Array, ""]
    evaluator_gradient_norm: Float[Array, ""]
    generator_gradient_norm: Float[Array, ""]
    skipped_updates: Float[Array, ""]
    predicted_return: Float[Array, ""]


@dataclass(frozen=True)
class GoGePo:
    """Ask for a policy to try, tell how it did, have a policy for any command."""

    config: GoGePoConfig
    shape: PolicyShape
    return_span: float
    """high - low of the task's return range."""
    seed: int
    merge_commands: bool = True
    """Compute equal commands of a batch once. Less work, in shapes that vary: good on a CPU."""

    def init(self) -> State:
        return State(
            self.init_learner(),
            Archive.empty(self.config.archive_capacity, self.shape.weights_size),
            Moments.empty(self.shape.observation_size),
            best_return=-np.inf,
            episodes=0,
            attempts=0,
        )

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
        )
        return Learner(
            generator,
            evaluator,
            optax.adam(config.generator_learning_rate).init(eqx.filter(generator, eqx.is_array)),
            optax.adam(config.evaluator_learning_rate).init(eqx.filter(evaluator, eqx.is_array)),
        )

    def parameter_count(self) -> int:
        """Of both networks, known without making them: a file's config may ask for anything."""
        config, shape = self.config, self.shape
        sizes, f = shape.layer_sizes, config.slice_size

        def slice_networks(height: int, width: int) -> int:
            first = (config.embedding_size + 1, *config.generator_hidden)
            return sum(MLP.parameter_count((*first, length)) for length in (height * width, height))

        layers = len(sizes) - 1
        count = slice_networks(f, sizes[0]) + slice_networks(sizes[-1], f)
        count += slice_networks(f, f) if layers > 2 else 0
        tiles = sizes[1] // f + sizes[-2] // f
        tiles += sum(a // f * (b // f) for a, b in zip(sizes[1:-2], sizes[2:-1], strict=True))
        inputs = config.probing_states * shape.output_size
        head = MLP.parameter_count((inputs, *config.evaluator_hidden, 1))
        return count + tiles * config.embedding_size + head + config.probing_states * shape.observation_size

    def command(self, state: State) -> float:
        """Best return so far plus the drive (section 4, "Choosing the command")."""
        if state.episodes == 0:
            return self.config.first_command
        return state.best_return + self.config.drive

    def ask(self, state: State) -> tuple[State, Request]:
        """theta ~ g_rho(theta | c) = G_rho(c) + noise."""
        command = self.command(state)
        generated = _generate(state.learner.generator, jnp.float32(command))
        noise = jax.random.normal(self._key("noise", state.attempts), generated.shape)
        weights = np.asarray(generated + self.config.noise * noise)
        request = Request(state.attempts, command, weights, state.moments.normalizer())
        return state._replace(attempts=state.attempts + 1), request

    def tell(self, state: State, request: Request, episode: Episode) -> tuple[State, RoundMetrics]:
        """Store (r, theta), then fit V to the archive and G to V. Consumes `state`."""
        archive = make_room(state.archive, state.episodes, self.config.archive_capacity)
        archive = store(archive, jnp.asarray(request.weights), jnp.float32(episode.training_return))
        batches = _draw(archive, self._key("sampling", state.episodes), self.config)
        learner, metrics = update_round(batches, state.learner, self.config, self.merge_commands)
        moments = state.moments
        if self.config.normalize_observations:
            moments = moments.merge(episode.moments)  # D10
        best_return = max(state.best_return, episode.training_return)
        return State(learner, archive, moments, best_return, state.episodes + 1, state.attempts), metrics

    def policy(self, state: State, command: float | None = None) -> Request:
        """The policy for a command, without noise; by default for the best return so far."""
        if command is None:
            command = state.best_return if state.episodes else self.config.first_command
        weights = _generate(state.learner.generator, jnp.float32(command))
        return Request(state.attempts, command, np.asarray(weights), state.moments.normalizer())

    def predict_return(self, state: State, weights: Float[np.ndarray, "batch weights"]) -> np.ndarray:
        """The evaluator's word on given weights."""
        return np.asarray(_predict(state.learner.evaluator, jnp.asarray(weights)))

    def _key(self, stream: Stream, index: int) -> PRNGKeyArray:
        return jax.random.wrap_key_data(
            jnp.asarray(seed_words(self.seed, stream, index)), impl="threefry2x32"
        )


@eqx.filter_jit
def _generate(generator: Generator, command: Float[Array, ""]) -> Float[Array, " weights"]:
    return generator(command[None])[0]


@eqx.filter_jit
def _predict(evaluator: Evaluator, weights: Float[Array, "batch weights"]) -> Float[Array, " batch"]:
    return evaluator(weights)


class Batches(NamedTuple):
    """Everything a round reads from the archive, drawn before its first update."""

    newest: Float[Array, " weights"]
    weights: Float[Array, "evaluator_updates batch weights"]
    returns: Float[Array, "evaluator_updates batch"]
    commands: Float[Array, "generator_updates batch"]


@partial(jax.jit, static_argnums=2)
def _draw(archive: Archive, key: PRNGKeyArray, config: GoGePoConfig) -> Batches:
    """Draw batches B from D, always full (D5). Apart from the round: it alone is compiled anew as the archive grows."""
    updates = config.evaluator_updates + config.generator_updates
    slots = sample_slots(archive.stored, archive.slots, (updates, config.batch_size), config.recency, key)
    for_evaluator, for_generator = jnp.split(slots, [config.evaluator_updates])
    return Batches(
        archive.weights[(archive.stored - 1) % archive.slots],
        archive.weights[for_evaluator],
        archive.returns[for_evaluator],
        archive.returns[for_generator],
    )


@eqx.filter_jit(donate="all-except-first")
def update_round(
    batches: Batches, learner: Learner, config: GoGePoConfig, merge_commands: bool
) -> tuple[Learner, RoundMetrics]:
    """The two inner loops of algorithm 1: first V on the archive, then G on the frozen V."""
    predicted_return = learner.evaluator(batches.newest[None])[0]

    def update_evaluator(carry: Any, batch: tuple[Array, Array]) -> tuple[Any, UpdateMetrics]:
        evaluator, optimizer = carry
        loss, gradient = eqx.filter_value_and_grad(evaluator_loss)(evaluator, *batch)
        return _step(config.evaluator_learning_rate, evaluator, optimizer, loss, gradient)

    (evaluator, evaluator_optimizer), of_evaluator = jax.lax.scan(
        update_evaluator,
        (learner.evaluator, learner.evaluator_optimizer),
        (batches.weights, batches.returns),
    )

    def update_generator(carry: Any, commands: Array) -> tuple[Any, UpdateMetrics]:
        generator, optimizer = carry
        gradient_of = eqx.filter_value_and_grad(generator_loss)
        if merge_commands:
            loss, gradient = _merged(partial(gradient_of, generator, evaluator), commands)
        else:
            loss, gradient = gradient_of(generator, evaluator, commands, jnp.ones_like(commands))
        return _step(config.generator_learning_rate, generator, optimizer, loss, gradient)

    (generator, generator_optimizer), of_generator = jax.lax.scan(
        update_generator, (learner.generator, learner.generator_optimizer), batches.commands
    )
    return Learner(generator, evaluator, generator_optimizer, evaluator_optimizer), RoundMetrics(
        evaluator_loss=of_evaluator.loss.mean(),
        generator_loss=of_generator.loss.mean(),
        evaluator_gradient_norm=of_evaluator.gradient_norm.mean(),
        generator_gradient_norm=of_generator.gradient_norm.mean(),
        skipped_updates=of_evaluator.skipped.sum() + of_generator.skipped.sum(),
        predicted_return=predicted_return,
    )


class UpdateMetrics(NamedTuple):
    loss: Float[Array, ""]
    gradient_norm: Float[Array, ""]
    skipped: Float[Array, ""]


def _step(
    learning_rate: float, network: Any, optimizer: optax.OptState, loss: Float[Array, ""], gradient: Any
) -> tuple[tuple[Any, optax.OptState], UpdateMetrics]:
    """One Adam step; one whose loss, gradient or result is not finite changes nothing and is counted (D19)."""
    norm = optax.tree.norm(gradient)
    updates, moved = optax.adam(learning_rate).update(gradient, optimizer)
    updated = eqx.apply_updates(network, updates)
    finite = jnp.isfinite(loss) & jnp.isfinite(norm) & jnp.isfinite(optax.tree.norm(updated))

    def keep(new: Array, old: Array) -> Array:
        return jnp.where(finite, new, old)

    network = jax.tree.map(keep, updated, network)
    optimizer = jax.tree.map(keep, moved, optimizer)
    return (network, optimizer), UpdateMetrics(loss, norm, 1.0 - finite)


def _merged(gradient_of: Any, commands: Float[Array, " batch"]) -> Any:
    """The same loss and gradient from the distinct commands of a batch and how often each occurs (D6).

    Drawn with replacement and by recency, about 12 of 16 commands differ. Shapes are static, so
    the work is done for the smallest of a few sizes that holds them; the rest has count 0.
    """
    size = commands.shape[0]
    sizes = sorted({max(1, size * eighths // 8) for eighths in (5, 6, 7, 8)})
    distinct, counts = jnp.unique(commands, return_counts=True, size=size)
    smallest = jnp.searchsorted(jnp.array(sizes), jnp.sum(counts > 0))
    branches = [
        lambda distinct, counts, n=n: gradient_of(distinct[:n], counts[:n].astype(jnp.float32)) for n in sizes
    ]
    return jax.lax.switch(smallest, branches, distinct, counts)
