"""GoGePo: goal-conditioned generators of deep policies (algorithm 1 of the paper).

The whole method is here: the two losses, the round of updates, and ask/tell around them.
`docs/algorithm.md` gives each equation with the function that is it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.flatten_util import ravel_pytree
from jaxtyping import Array, Float, Int, PRNGKeyArray

from gogepo.algorithms import Finished, Outcome, State, Told, note
from gogepo.config import GoGePoConfig, Precision
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, Request
from gogepo.memory import Archive, make_room, sample_slots, store
from gogepo.networks import accelerated
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.networks.mlp import MLP
from gogepo.seeding import seed_words
from gogepo.types import Layers, PolicyShape, split_layers


@dataclass(frozen=True)
class Arithmetic:
    """How a device computes the networks: the same functions up to rounding."""

    accelerated: bool = False
    """Arranged for an accelerator rather than for a CPU (networks/accelerated.py)."""
    precision: Precision = "float32"
    """Of the large products. Weights, gradients, losses and optimisers are float32 anyway (D21)."""
    merge_commands: bool = True
    """Compute equal commands of a batch once. Less work, in shapes that vary: good on a CPU."""

    def predict(self, evaluator: Evaluator, weights: Float[Array, "batch weights"]) -> Float[Array, " batch"]:
        """V(theta)"""
        return self.read(evaluator, self.fingerprint(evaluator, split_layers(evaluator.shape, weights)))

    def write(self, generator: Generator, commands: Float[Array, " batch"]) -> Layers:
        """G(c)"""
        if self.accelerated:
            return accelerated.write(generator, commands, self.precision)
        return generator.layers(commands, self.precision)

    def fingerprint(self, evaluator: Evaluator, layers: Layers) -> Float[Array, "batch fingerprint"]:
        """Actions of theta in the probing states."""
        if self.accelerated:
            return accelerated.fingerprint(evaluator, layers, self.precision)
        return evaluator.fingerprint_layers(layers, self.precision)

    def read(
        self, evaluator: Evaluator, fingerprints: Float[Array, "batch fingerprint"]
    ) -> Float[Array, " batch"]:
        """V of policies whose fingerprints are known."""
        return accelerated.read(evaluator, fingerprints) if self.accelerated else evaluator.read(fingerprints)


CPU = Arithmetic()


def evaluator_loss(
    evaluator: Evaluator,
    weights: Float[Array, "batch weights"],
    returns: Float[Array, " batch"],
    arithmetic: Arithmetic = CPU,
) -> Float[Array, ""]:
    """L_V(w) = E_(r, theta) [ (r - V_w(theta))^2 ]"""
    return jnp.mean((returns - arithmetic.predict(evaluator, weights)) ** 2)


class Best(NamedTuple):
    """The best policy of the archive, for the generator to recall (D26)."""

    training_return: Float[Array, ""]
    fingerprint: Float[Array, " fingerprint"]


def generator_loss(
    generator: Generator,
    evaluator: Evaluator,
    commands: Float[Array, " batch"],
    counts: Float[Array, " batch"],
    best: Best | None = None,
    recall: float = 0.0,
    arithmetic: Arithmetic = CPU,
) -> Float[Array, ""]:
    """L_G(rho) = E_r [ (r - V_w(G_rho(r)))^2 ], command r standing for `counts` equal ones.

    With `best` one more example: how far what is written for its return acts from how it acted, in units
    of the return and times `recall` (D26).
    """
    asked = commands if best is None else jnp.append(commands, best.training_return)
    written = arithmetic.fingerprint(evaluator, arithmetic.write(generator, asked))
    errors = commands - arithmetic.read(evaluator, written[: len(commands)])
    loss, examples = jnp.sum(counts * errors**2), jnp.sum(counts)
    if best is not None:
        difference = evaluator.difference(written[-1], best.fingerprint)
        loss, examples = loss + recall * generator.return_span**2 * difference, examples + 1
    return loss / examples


class Learner(eqx.Module):
    """Both networks with their optimisers: what a round of updates moves."""

    generator: Generator
    evaluator: Evaluator
    generator_optimizer: optax.OptState
    evaluator_optimizer: optax.OptState


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
    arithmetic: Arithmetic = CPU
    archive_on_host: bool = False
    """Keep the archive in main memory, because an accelerator's is too small for it."""
    highest_return: float = -np.inf
    """Upper end of the task's return range (D29, D30, D31)."""
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields
    commandable: ClassVar[bool] = True

    # For populations on an accelerator.
    one_policy: ClassVar[bool] = False
    pack: ClassVar[Any] = staticmethod(lambda learner: FlatLearner.of(learner))
    unpack: ClassVar[Any] = staticmethod(lambda flat: flat.learner())
    write: ClassVar[Any] = staticmethod(
        lambda flat, proposal: write_policy(flat.generator.network(), proposal)
    )
    learn: ClassVar[Any] = staticmethod(lambda flat, batches, settings: learn(flat, batches, *settings))

    def init(self) -> State:
        return State(
            self.init_learner(),
            Archive.empty(self.config.archive_capacity, self.shape.weights_size),
            Moments.empty(self.shape.observation_size),
            best_return=-np.inf,
            episodes=0,
            attempts=0,
        )

    def init_learner(self, begun: int = 0) -> Learner:
        config = self.config
        rng = np.random.default_rng(seed_words(self.seed, "init", begun))
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
            leak=config.evaluator_leak or 0.0,
        )
        return Learner(
            generator,
            evaluator,
            optax.adam(config.generator_learning_rate).init(eqx.filter(generator, eqx.is_array)),
            optax.adam(config.evaluator_learning_rate).init(eqx.filter(evaluator, eqx.is_array)),
        )

    def state_size(self) -> int:
        return 3 * self.parameter_count()  # with Adam's two moments

    def working_size(self) -> int:
        config = self.config
        # A generator update holds what every layer of its slice networks gave, and their gradients.
        activations = 4 * config.batch_size * self.tile_count() * 2 * sum(config.generator_hidden)
        return activations + 2 * config.evaluator_updates * config.batch_size * self.shape.weights_size

    def memory_size(self) -> int:
        return 0  # the archive is saved policy by policy

    def read_memory(self, arrays: dict[str, np.ndarray]) -> None:
        if arrays:
            raise ValueError("a memory where there is none")

    @property
    def settings(self) -> tuple[GoGePoConfig, Arithmetic]:
        """Of `learn` for many members at once: merging makes shapes that vary, which a vmap cannot."""
        return self.config, replace(self.arithmetic, merge_commands=False)

    def tile_count(self) -> int:
        """Slices of a policy's weight matrices."""
        sizes, f = self.shape.layer_sizes, self.config.slice_size
        inner = sum(a // f * (b // f) for a, b in zip(sizes[1:-2], sizes[2:-1], strict=True))
        return sizes[1] // f + inner + sizes[-2] // f

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
        inputs = config.probing_states * shape.output_size
        head = MLP.parameter_count((inputs, *config.evaluator_hidden, 1))
        return (
            count
            + self.tile_count() * config.embedding_size
            + head
            + config.probing_states * shape.observation_size
        )

    def command(self, state: State) -> float:
        """Best return so far plus the drive (section 4, "Choosing the command")."""
        if state.heard == 0:
            return self.config.first_command
        return state.best_return + self.config.drive

    def is_stuck(self, state: State) -> bool:
        """Whether it is time to begin anew: the best return has not risen for long, and is low (D30)."""
        waited, patience = state.episodes - state.risen_at, self.config.restart_after
        return 0 < patience <= waited and not self.has_learned(state)

    def has_learned(self, state: State) -> bool:
        """Whether the best return is in the upper half of the task's return range (D30, D31)."""
        return state.best_return >= self.highest_return - self.return_span / 2

    def begin_anew(self, state: State) -> State:
        """As `init`, but for the counters; policies so far stay where they are, and are not drawn any more."""
        return state._replace(
            learner=self.init_learner(state.episodes),
            moments=Moments.empty(self.shape.observation_size),
            best_return=-np.inf,
            begun=state.episodes,
            risen_at=state.episodes,
            risen_to=-np.inf,
        )

    def ask(self, state: State) -> tuple[State, list[Request]]:
        """theta ~ g_rho(theta | c) = G_rho(c) + noise."""
        if self.is_stuck(state):
            state = self.begin_anew(state)
        proposal = self.propose(state)
        return self.requests(state, proposal, _write_policy(state.learner.generator, proposal))

    def tell(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Told:
        """Store (r, theta), then fit V to the archive and G to V. Consumes `state`."""
        archive = make_room(state.memory, state.episodes, self.config.archive_capacity)
        if archive is not state.memory:  # others grow now too, and may not all exist twice
            for leaf in jax.tree.leaves(state.memory):
                leaf.delete()
        state = state._replace(memory=archive)
        state, lesson, finished = self.observe(state, requests, outcomes, archive.slots)
        if lesson is None:
            return self.told(state, None, finished)
        archive, batches = _store_and_draw(archive, lesson, self.arithmetic.precision)
        if self.archive_on_host:
            here = jax.config.jax_default_device  # pyright: ignore[reportAttributeAccessIssue]
            batches = jax.device_put(batches, here)
        learner, metrics = update_round(state.learner, batches, self.config, self.arithmetic)
        state = state._replace(learner=learner, memory=archive)
        return self.told(state, jax.device_get(metrics), finished)

    def policy(self, state: State, command: float | None = None) -> Request:
        """The policy for a command, without noise; by default for the best return so far."""
        proposal = self.propose_exactly(state, command)
        return self.request(state, proposal, _write_policy(state.learner.generator, proposal))

    # Ask and tell in parts, so that a population can run those that are work for an accelerator,
    # `write_policy`, `store_and_draw` and `learn`, for many seeds at once. What follows is the rest.

    def propose(self, state: State) -> Proposal:
        """What to ask the generator for next."""
        words = seed_words(self.seed, "noise", state.attempts)
        noise, command = self.config.noise, self.command(state)
        # So that V learns of policies as G writes them, too (D28, D31).
        if self.config.vary_noise or (self.config.refine and self.has_learned(state)):
            noise *= np.random.default_rng(words).uniform()
        if self.config.overreach:  # so that what G makes of commands it has not learned is tried, too (D29)
            share = np.random.default_rng(seed_words(self.seed, "commands", state.attempts)).uniform()
            command += self.config.overreach * share * max(0.0, self.highest_return - command)
        return Proposal(command, noise, words)

    def propose_exactly(self, state: State, command: float | None = None) -> Proposal:
        """A command without noise; by default the best return so far."""
        if command is None:
            command = state.best_return if state.heard else self.config.first_command
        return Proposal(command, 0.0, seed_words(self.seed, "noise", 0))

    def request(self, state: State, proposal: Proposal, weights: Any) -> Request:
        """A proposal, written."""
        return Request(state.attempts, proposal.command, np.asarray(weights), state.moments.normalizer())

    def requests(self, state: State, proposal: Proposal, weights: Any) -> tuple[State, list[Request]]:
        """What follows from a proposal that was written."""
        return state._replace(attempts=state.attempts + 1), [self.request(state, proposal, weights)]

    def observe(
        self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome], slots: int
    ) -> tuple[State, Lesson | None, list[Finished]]:
        """Take note of an episode; what is to be stored in an archive of so many slots, and drawn from it."""
        (request,), (episode,) = requests, outcomes
        if not isinstance(episode, Episode):
            return state, None, []
        config = self.config
        rng = np.random.default_rng(seed_words(self.seed, "sampling", state.episodes))
        # Batches B from D for V and for G are always full (D5), the newest policy included.
        shape = (config.evaluator_updates + config.generator_updates, config.batch_size)
        drawn = sample_slots(state.episodes + 1, slots, shape, config.recency, rng, newest=state.heard + 1)
        if state.heard == 1 and config.normalize_observations:
            # What was reached before there were moments (D25).
            state = state._replace(best_return=-np.inf, risen_to=-np.inf)
        after = note(state, [episode], config.normalize_observations)
        best, risen_to = after.best_return, state.risen_to
        if config.restart_after and best > risen_to and best >= risen_to + config.drive:
            after = after._replace(risen_at=after.episodes, risen_to=best)
        # The first policy was played on raw observations, so it is not to be recalled either (D25).
        first_is_kept = config.normalize_observations and state.heard < slots
        lesson = Lesson(
            request.weights,
            np.float32(episode.training_return),
            np.int32(state.episodes % slots),
            drawn[: config.evaluator_updates],
            drawn[config.evaluator_updates :, config.rehearsals + (config.recall > 0) :],
            np.full(config.rehearsals, self.command(after), np.float32),
            np.int32(max(1, min(state.heard + 1, slots) - first_is_kept)),
        )
        return after, lesson, [Finished(0, episode)]

    def told(self, state: State, metrics: RoundMetrics | None, finished: list[Finished]) -> Told:
        said = {} if metrics is None else metrics._asdict()
        if said and self.config.restart_after:
            said["begun"] = state.begun
        return Told(state, said, finished)

    def remembered_returns(self, state: State) -> Float[np.ndarray, " policies"]:
        """Training returns in the archive, since it was begun."""
        slots = state.memory.slots
        remembered = np.arange(max(state.begun, state.episodes - slots), state.episodes) % slots
        return np.asarray(state.memory.returns)[remembered]

    def predict_return(self, state: State, weights: Float[np.ndarray, "batch weights"]) -> np.ndarray:
        """The evaluator's word on given weights."""
        return np.asarray(_predict(state.learner.evaluator, jnp.asarray(weights)))


class Proposal(NamedTuple):
    """A command, and the noise that goes on the weights written for it."""

    command: float
    noise: float
    """Standard deviation."""
    noise_words: np.ndarray
    """Seed of the draw."""


def write_policy(generator: Generator, proposal: Proposal) -> Float[Array, " weights"]:
    """G_rho(c) + noise."""
    generated = generator(jnp.asarray(proposal.command, jnp.float32)[None])[0]
    noise = jax.random.normal(_key(proposal.noise_words), generated.shape)
    return generated + proposal.noise * noise


_write_policy = jax.jit(write_policy)


def _key(words: Any) -> PRNGKeyArray:
    return jax.random.wrap_key_data(jnp.asarray(words), impl="threefry2x32")


@eqx.filter_jit
def _predict(evaluator: Evaluator, weights: Float[Array, "batch weights"]) -> Float[Array, " batch"]:
    return evaluator(weights)


class Lesson(NamedTuple):
    """A policy to be stored, and the slots of those that the round after it learns from."""

    weights: Any
    training_return: Any
    slot: Any
    for_evaluator: Int[Any, "evaluator_updates batch"]
    for_generator: Int[Any, "generator_updates drawn"]
    rehearsed: Float[Any, " rehearsals"]
    """Commands that every batch of the generator has besides those of drawn policies (D24)."""
    recallable: Any
    """So many of the newest policies may be recalled (D26)."""


class Batches(NamedTuple):
    """Everything a round reads from the archive, drawn before its first update."""

    newest: Float[Array, " weights"]
    weights: Float[Array, "evaluator_updates batch weights"]
    returns: Float[Array, "evaluator_updates batch"]
    commands: Float[Array, "generator_updates drawn_and_rehearsed"]
    best: Float[Array, " weights"]
    best_return: Float[Array, ""]


def store_and_draw(archive: Archive, lesson: Lesson, precision: Precision) -> tuple[Archive, Batches]:
    """Store one more policy, then read the drawn ones.

    Apart from the round: it alone is compiled anew as the archive grows.
    """
    archive = store(archive, lesson.slot, lesson.weights, lesson.training_return)
    drawn = archive.returns[lesson.for_generator]
    rehearsed = jnp.broadcast_to(lesson.rehearsed, (len(drawn), len(lesson.rehearsed)))
    best = best_slot(archive.returns, lesson.slot, lesson.recallable)
    return archive, Batches(
        lesson.weights,
        archive.weights[lesson.for_evaluator].astype(precision),
        archive.returns[lesson.for_evaluator],
        jnp.concatenate([rehearsed, drawn], axis=-1),
        archive.weights[best].astype(precision),
        archive.returns[best],
    )


def best_slot(
    returns: Float[Array, " slots"], newest: Int[Array, ""], recallable: Int[Array, ""]
) -> Int[Array, ""]:
    """Where the best of so many newest policies lies; of equal ones the newest (D26)."""
    slots = len(returns)
    age = (newest - jnp.arange(slots)) % slots
    paid = jnp.where(age < recallable, returns, -jnp.inf)
    return jnp.argmin(jnp.where(paid == paid.max(), age, slots))


_store_and_draw = jax.jit(store_and_draw, donate_argnums=0, static_argnums=2)


def learn(
    learner: FlatLearner, batches: Batches, config: GoGePoConfig, arithmetic: Arithmetic
) -> tuple[FlatLearner, RoundMetrics]:
    """The round of updates, the two inner loops of algorithm 1: first V on the archive, then G on the frozen V."""
    predicted_return = arithmetic.predict(learner.evaluator.network(), batches.newest[None])[0]

    def update_evaluator(evaluator: Flat, batch: tuple[Array, Array]) -> tuple[Flat, UpdateMetrics]:
        loss, gradient = jax.value_and_grad(evaluator_loss)(evaluator.network(), *batch, arithmetic)
        return _step(config.evaluator_learning_rate, evaluator, loss, gradient)

    evaluator, of_evaluator = jax.lax.scan(
        update_evaluator, learner.evaluator, (batches.weights, batches.returns)
    )
    frozen = evaluator.network()
    best = None
    if config.recall > 0:
        layers = split_layers(frozen.shape, batches.best[None])
        best = Best(batches.best_return, arithmetic.fingerprint(frozen, layers)[0])
    loss_of = partial(generator_loss, best=best, recall=config.recall, arithmetic=arithmetic)

    def update_generator(generator: Flat, commands: Array) -> tuple[Flat, UpdateMetrics]:
        def gradient_of(commands: Array, counts: Array) -> Any:
            return jax.value_and_grad(loss_of)(generator.network(), frozen, commands, counts)

        if arithmetic.merge_commands and commands.size:
            loss, gradient = _merged(gradient_of, commands)
        else:
            loss, gradient = gradient_of(commands, jnp.ones_like(commands))
        return _step(config.generator_learning_rate, generator, loss, gradient)

    generator, of_generator = jax.lax.scan(update_generator, learner.generator, batches.commands)
    return FlatLearner(generator, evaluator), RoundMetrics(
        evaluator_loss=of_evaluator.loss.mean(),
        generator_loss=of_generator.loss.mean(),
        evaluator_gradient_norm=of_evaluator.gradient_norm.mean(),
        generator_gradient_norm=of_generator.gradient_norm.mean(),
        skipped_updates=of_evaluator.skipped.sum() + of_generator.skipped.sum(),
        predicted_return=predicted_return,
    )


@partial(jax.jit, static_argnums=(2, 3), donate_argnums=0, compiler_options=accelerated.COMPILER_OPTIONS)
def update_round(
    learner: Learner, batches: Batches, config: GoGePoConfig, arithmetic: Arithmetic
) -> tuple[Learner, RoundMetrics]:
    """`learn`, compiled. Consumes the learner."""
    flat, metrics = learn(FlatLearner.of(learner), batches, config, arithmetic)
    return flat.learner(), metrics


class Flat(eqx.Module):
    """A network and its optimiser as flat vectors: Adam is then one pass over memory, not one per array."""

    vector: Float[Array, " parameters"]
    optimizer: Any
    unravel: Callable[[Array], Any] = eqx.field(static=True)

    @staticmethod
    def of(network: Any, optimizer: Any) -> Flat:
        vector, unravel = ravel_pytree(network)
        adam, *rest = optimizer
        adam = adam._replace(mu=ravel_pytree(adam.mu)[0], nu=ravel_pytree(adam.nu)[0])
        return Flat(vector, (adam, *rest), unravel)

    def network(self) -> Any:
        return self.unravel(self.vector)

    def tree_optimizer(self) -> Any:
        adam, *rest = self.optimizer
        return (adam._replace(mu=self.unravel(adam.mu), nu=self.unravel(adam.nu)), *rest)


class FlatLearner(eqx.Module):
    """A learner as a round computes it."""

    generator: Flat
    evaluator: Flat

    @staticmethod
    def of(learner: Learner) -> FlatLearner:
        return FlatLearner(
            Flat.of(learner.generator, learner.generator_optimizer),
            Flat.of(learner.evaluator, learner.evaluator_optimizer),
        )

    def learner(self) -> Learner:
        return Learner(
            self.generator.network(),
            self.evaluator.network(),
            self.generator.tree_optimizer(),
            self.evaluator.tree_optimizer(),
        )


class UpdateMetrics(NamedTuple):
    loss: Float[Array, ""]
    gradient_norm: Float[Array, ""]
    skipped: Float[Array, ""]


def _step(
    learning_rate: float, flat: Flat, loss: Float[Array, ""], gradient: Any
) -> tuple[Flat, UpdateMetrics]:
    """One Adam step; one whose loss or gradient is not finite changes nothing and is counted (D19).

    A gradient of finite norm has finite squares, so what Adam makes of it is finite too.
    """
    gradient, _ = ravel_pytree(gradient)
    norm = jnp.linalg.norm(gradient)
    updates: Any
    updates, moved = optax.adam(learning_rate).update(gradient, flat.optimizer)
    finite = jnp.isfinite(loss) & jnp.isfinite(norm)

    def keep(new: Array, old: Array) -> Array:
        return jnp.where(finite, new, old)

    vector = keep(flat.vector + updates, flat.vector)
    optimizer = jax.tree.map(keep, moved, flat.optimizer)
    return Flat(vector, optimizer, flat.unravel), UpdateMetrics(loss, norm, 1.0 - finite)


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
