"""DDPG: deep deterministic policy gradient (Lillicrap et al. 2016), with Spinning Up's schedule.

After every `update_every` steps of the environment follow as many updates, in one compiled scan. An
episode is therefore played in parts. Its seed and its actions so far say where it stands, so nothing else
of an environment is ever saved. The letters are Spinning Up's: critic Q, actor mu, targets Q_targ, mu_targ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

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
    Told,
    known,
    note,
)
from gogepo.config import DDPGConfig, RunConfig
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Episode, Exploration, Request
from gogepo.inputs import InputError
from gogepo.memory.transitions import Batches, Transitions, Underway, largest_memory, transition_size
from gogepo.networks.arithmetic import Arithmetic
from gogepo.networks.mlp import apply_layers
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, initial_weights, split_layers

Layers = list[tuple[Array, Array]]
"""A network: the matrix and the bias of each layer."""


class Learner(NamedTuple):
    """Actor and critic with their targets and optimisers: in layers here, flat vectors in files."""

    actor: Any
    critic: Any
    actor_target: Any
    critic_target: Any
    actor_optimizer: optax.OptState
    critic_optimizer: optax.OptState


class RoundMetrics(NamedTuple):
    """What one round of updates reports: means over its updates."""

    critic_loss: Any
    actor_loss: Any
    q_value: Any
    critic_gradient_norm: Any
    actor_gradient_norm: Any
    skipped_updates: Any


def actions_of(
    shape: PolicyShape, actor: Layers, observations: Float[Array, "observation batch"]
) -> Float[Array, "output batch"]:
    """mu(o), as in `envs/numpy_policy.py`, with examples in columns."""
    outputs = apply_layers(actor, observations, jax.nn.relu)
    center, half_range = (
        jnp.asarray(part)[:, None] for part in (shape.action_center, shape.action_half_range)
    )
    return center + half_range * jnp.tanh(outputs)


def values_of(
    settings: Settings, critic: Layers, observations: Array, actions: Array
) -> Float[Array, " batch"]:
    """The values Q(o, a)."""
    hidden = normalized_relu if settings.config.critic_layer_norm else jax.nn.relu
    return apply_layers(critic, jnp.concatenate([observations, actions]), hidden)[0]


def normalized_relu(columns: Float[Array, "units batch"]) -> Float[Array, "units batch"]:
    """Layer normalisation (Ba et al. 2016) without gain and bias, then ReLU."""
    columns = columns - columns.mean(axis=0)
    return jax.nn.relu(columns * jax.lax.rsqrt((columns**2).mean(axis=0) + 1e-5))


def targets_of(settings: Settings, learner: Learner, batch: Batches) -> Float[Array, " batch"]:
    """y = r + gamma (1 - d) Q_targ(o', mu_targ(o')). d is 1 at a termination, not at a time limit."""
    next_actions = actions_of(settings.shape, learner.actor_target, batch.next_observations)
    values = values_of(settings, learner.critic_target, batch.next_observations, next_actions)
    return batch.rewards + settings.config.discount * (1 - batch.terminated) * values


def critic_loss(
    critic: Layers, settings: Settings, batch: Batches, targets: Float[Array, " batch"]
) -> tuple[Float[Array, ""], Float[Array, ""]]:
    """L(Q) = E [ (Q(o, a) - y)^2 ], and the mean of Q."""
    values = values_of(settings, critic, batch.observations, batch.actions)
    return jnp.mean((values - targets) ** 2), jnp.mean(values)


def actor_loss(actor: Layers, critic: Layers, settings: Settings, batch: Batches) -> Float[Array, ""]:
    """L(mu) = -E [ Q(o, mu(o)) ]"""
    actions = actions_of(settings.shape, actor, batch.observations)
    return -jnp.mean(values_of(settings, critic, batch.observations, actions))


class Settings(NamedTuple):
    """What a round must know besides its numbers; hashable."""

    config: DDPGConfig
    shape: PolicyShape
    critic_shape: PolicyShape


def learn(learner: Learner, batches: Batches, settings: Settings) -> tuple[Learner, RoundMetrics]:
    """A round: each update steps the critic, then the actor, and moves both targets towards them."""
    config = settings.config

    def update(learner: Learner, batch: Batches) -> tuple[Learner, RoundMetrics]:
        targets = targets_of(settings, learner, batch)
        (loss, q_value), gradient = jax.value_and_grad(critic_loss, has_aux=True)(
            learner.critic, settings, batch, targets
        )
        critic, critic_optimizer, critic_norm = _adam(
            config.critic_learning_rate, learner.critic, learner.critic_optimizer, gradient
        )
        loss_of_actor, gradient = jax.value_and_grad(actor_loss)(learner.actor, critic, settings, batch)
        actor, actor_optimizer, actor_norm = _adam(
            known(config.actor_learning_rate), learner.actor, learner.actor_optimizer, gradient
        )
        moved = Learner(
            actor,
            critic,
            _follow(config.polyak, learner.actor_target, actor),
            _follow(config.polyak, learner.critic_target, critic),
            actor_optimizer,
            critic_optimizer,
        )
        numbers = (loss, loss_of_actor, q_value, critic_norm, actor_norm)
        return moved, RoundMetrics(*numbers, skipped_updates=0.0)

    moved, metrics = jax.lax.scan(update, learner, batches)
    means = RoundMetrics(*(metric.mean() for metric in metrics))
    # A round that is not finite changes nothing and is counted (D19). One check at its end saves a seventh of
    # the time: what is not finite once stays so, in a network or in Adam's moments.
    finite = jnp.stack([jnp.isfinite(leaf).all() for leaf in jax.tree.leaves((moved, means))]).all()
    kept = jax.tree.map(lambda new, old: jnp.where(finite, new, old), moved, learner)
    shown = RoundMetrics(*(jnp.where(finite, metric, 0.0) for metric in means))
    return kept, shown._replace(skipped_updates=config.update_every * (1.0 - finite))


def in_layers(settings: Settings, learner: Learner) -> Learner:
    """A learner in layers, made from flat vectors.

    It stays so while it learns: updates that slice and join vectors take a third longer on a CPU.
    """
    split = [partial(split_layers, shape) for shape in (settings.shape, settings.critic_shape)] * 3
    parts = [
        jax.tree.map(lambda leaf, of=of: of(leaf) if leaf.ndim else leaf, part)
        for of, part in zip(split, learner, strict=True)
    ]
    return Learner(*parts)


def flat(learner: Learner) -> Learner:
    """A learner of flat vectors, made from layers: the inverse of `in_layers`."""

    def is_network(part: Any) -> bool:
        return isinstance(part, list)

    return jax.tree.map(
        lambda part: join_layers(part) if is_network(part) else part, learner, is_leaf=is_network
    )


def join_layers(layers: Layers) -> Float[Array, " weights"]:
    """The inverse of `split_layers`."""
    return jnp.concatenate([part.ravel() for layer in layers for part in layer])


def _follow(polyak: float, target: Layers, network: Layers) -> Layers:
    return jax.tree.map(lambda old, new: polyak * old + (1 - polyak) * new, target, network)


def _adam(rate: float, network: Layers, optimizer: Any, gradient: Layers) -> tuple[Layers, Any, Array]:
    updates, optimizer = optax.adam(rate).update(gradient, optimizer)
    moved: Any = optax.apply_updates(network, updates)
    return moved, optimizer, optax.global_norm(gradient)


@dataclass(frozen=True)
class DDPG(Algorithm):
    """Ask for the steps up to the next round of updates, then learn from them."""

    config: DDPGConfig
    shape: PolicyShape
    seed: int
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields

    @classmethod
    def make(cls, config: Any, shape: PolicyShape, run: RunConfig, arithmetic: Arithmetic) -> DDPG:
        return cls(config, shape, run.seed)

    def __post_init__(self) -> None:
        if self.shape.actions == "discrete":
            raise InputError("DDPG needs continuous actions, and this environment's are discrete")

    @property
    def settings(self) -> Settings:
        return Settings(self.config, self.shape, self.critic_shape)

    @property
    def critic_shape(self) -> PolicyShape:
        """The critic as an MLP of (observation, action) with one output."""
        inputs = self.shape.observation_size + self.shape.output_size
        return PolicyShape(inputs, self.config.critic_hidden, "continuous", (0.0,), (1.0,), "relu")

    def propose(self, state: State) -> tuple[State, Proposal]:
        """The actor with noise, for the steps up to the next round; at first, random actions."""
        config, memory = self.config, state.memory
        underway = memory.underway
        if underway is None:
            nothing = np.empty((0, self.shape.output_size), np.float32)
            underway = Underway(state.attempts, nothing, 0.0, 0.0)
            state = state._replace(attempts=state.attempts + 1, memory=replace(memory, underway=underway))
        random = memory.steps < config.random_steps
        steps = config.update_every - memory.steps % config.update_every
        if random:
            steps = min(steps, config.random_steps - memory.steps)
        noise = np.full(self.shape.output_size, known(config.noise), np.float32)
        plan = Exploration(noise, random, underway.actions, steps, known(config.noise_correlation))
        return state, Proposal((), lambda actor: [self._request(underway.index, actor, plan)])

    def propose_policy(self, state: State, command: float | None) -> Proposal:
        """The actor without noise."""
        return Proposal((), lambda actor: [self._request(state.attempts, actor, None)])

    def learns(self, state: State, outcomes: Sequence[Outcome]) -> bool:
        """A round is due after every `update_every` steps, not at the end of an episode."""
        (part,), config = outcomes, self.config
        steps = state.memory.steps + (part.env_steps if isinstance(part, Episode) else 0)
        return isinstance(part, Episode) and not steps % config.update_every and steps >= config.update_after

    def observe(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Observed:
        """Store the transitions of a part of an episode, and draw the batches of a round if one is due."""
        (part,), config, memory = outcomes, self.config, state.memory
        if not isinstance(part, Episode):
            return Observed(state._replace(memory=replace(memory, underway=None)), None, [])
        round_is_due = self.learns(state, outcomes)
        underway, trajectory = memory.underway, part.trajectory
        assert underway is not None  # `propose` began it
        assert trajectory is not None  # a request with a plan records
        bonus = (part.env_return - part.training_return) / part.env_steps
        memory = memory.store(trajectory, part.terminated, bonus)
        underway = Underway(
            underway.index,
            np.concatenate([underway.actions, trajectory.actions]),
            underway.env_return + part.env_return,
            underway.training_return + part.training_return,
        )
        finished = []
        if part.over:
            episode = replace(
                part,
                env_return=underway.env_return,
                training_return=underway.training_return,
                env_steps=len(underway.actions),
                trajectory=None,
            )
            finished = [Finished(0, episode)]
            state, underway = note(state, [episode], normalize=False), None
        state = state._replace(memory=replace(memory, underway=underway))
        if not round_is_due:
            return Observed(state, None, finished)
        rng = np.random.default_rng(seed_words(self.seed, "sampling", memory.steps))
        return Observed(state, memory.draw(config.update_every, config.batch_size, rng), finished)

    def told(self, state: State, metrics: RoundMetrics | None, finished: list[Finished]) -> Told:
        """Report the metrics of a round until the next one, because most episodes end between two."""
        if metrics is None:
            before = RoundMetrics(*state.memory.metrics)._asdict()
            del before["skipped_updates"]  # reported once
            return Told(state, before, finished)
        numbers = tuple(float(metric) for metric in metrics)
        memory = replace(state.memory, metrics=numbers)
        return Told(state._replace(memory=memory), RoundMetrics(*numbers)._asdict(), finished)

    def write(self, learner: Learner, inputs: tuple[()]) -> Float[Array, " weights"]:
        """The actor mu, flat."""
        return join_layers(learner.actor)

    def learn(self, learner: Learner, lesson: Batches) -> tuple[Learner, RoundMetrics]:
        return learn(learner, lesson, self.settings)

    def _request(self, index: int, weights: Any, plan: Exploration | None) -> Request:
        normalizer = Normalizer.identity(self.shape.observation_size)
        return Request(index, np.nan, weights, normalizer, exploration=plan)

    def init_learner(self) -> Learner:
        rng = np.random.default_rng(seed_words(self.seed, "init"))
        actor, critic = (
            jnp.asarray(initial_weights(shape, rng)) for shape in (self.shape, self.critic_shape)
        )
        learner = Learner(
            actor,
            critic,
            jnp.copy(actor),
            jnp.copy(critic),
            optax.adam(known(self.config.actor_learning_rate)).init(actor),
            optax.adam(self.config.critic_learning_rate).init(critic),
        )
        return self.restored(learner)

    def init_memory(self) -> Transitions:
        capacity = known(self.config.replay_capacity)
        return Transitions.empty(capacity, self.shape, len(RoundMetrics._fields))

    def sizes(self) -> Sizes:
        config, transition = self.config, transition_size(self.shape)
        parameters = self.shape.weights_size + self.critic_shape.weights_size
        return Sizes(
            parameters,
            learner=4 * parameters,  # with targets and Adam's two moments
            working=2 * config.update_every * config.batch_size * transition,
            memory=largest_memory(known(config.replay_capacity), self.shape),
        )

    def saved(self, learner: Learner) -> Learner:
        return flat(learner)

    def restored(self, tree: Learner) -> Learner:
        return _in_layers(self.settings, tree)


_in_layers = partial(jax.jit, static_argnums=0)(in_layers)
