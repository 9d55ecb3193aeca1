"""DDPG: deep deterministic policy gradient (Lillicrap et al. 2016), with Spinning Up's schedule.

Every `update_every` steps of the environment come as many updates, in one compiled scan. An episode is
therefore played in parts; its seed and the actions so far say where it stands, so nothing else of an
environment is ever saved. In Spinning Up's letters: critic Q, actor mu, targets Q_targ and mu_targ.
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

from gogepo.algorithms import Finished, Outcome, State, Told, known, note
from gogepo.config import DDPGConfig, InputError
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.rollout import LONGEST_EPISODE, Episode, Exploration, Request, Trajectory
from gogepo.networks.mlp import apply_layers
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, initial_weights, split_layers

Layers = list[tuple[Array, Array]]
"""A network: matrix and bias of each layer."""


class Learner(NamedTuple):
    """Actor and critic, their targets and their optimisers: flat vectors, and layers while they are updated."""

    actor: Any
    critic: Any
    actor_target: Any
    critic_target: Any
    actor_optimizer: optax.OptState
    critic_optimizer: optax.OptState


class Batches(NamedTuple):
    """Transitions (o, a, r, o', d) of every update of a round, examples in columns."""

    observations: Float[Any, "updates observation batch"]
    actions: Float[Any, "updates output batch"]
    rewards: Float[Any, "updates batch"]
    next_observations: Float[Any, "updates observation batch"]
    terminated: Float[Any, "updates batch"]


class RoundMetrics(NamedTuple):
    """What one round of updates tells about itself; scalars, means over its updates."""

    critic_loss: Any
    actor_loss: Any
    q_value: Any
    critic_gradient_norm: Any
    actor_gradient_norm: Any
    skipped_updates: Any


NO_ROUND_YET = RoundMetrics(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def actions_of(
    shape: PolicyShape, actor: Layers, observations: Float[Array, "observation batch"]
) -> Float[Array, "output batch"]:
    """mu(o): `envs/policy.py` with examples in columns."""
    outputs = apply_layers(actor, observations, jax.nn.relu)
    center, half_range = (
        jnp.asarray(part)[:, None] for part in (shape.action_center, shape.action_half_range)
    )
    return center + half_range * jnp.tanh(outputs)


def values_of(
    settings: Settings, critic: Layers, observations: Array, actions: Array
) -> Float[Array, " batch"]:
    """Q(o, a)"""
    hidden = normalized_relu if settings.config.critic_layer_norm else jax.nn.relu
    return apply_layers(critic, jnp.concatenate([observations, actions]), hidden)[0]


def normalized_relu(columns: Float[Array, "units batch"]) -> Float[Array, "units batch"]:
    """Layer normalisation (Ba et al. 2016) without gain and bias, then ReLU."""
    columns = columns - columns.mean(axis=0)
    return jax.nn.relu(columns * jax.lax.rsqrt((columns**2).mean(axis=0) + 1e-5))


def targets_of(settings: Settings, learner: Learner, batch: Batches) -> Float[Array, " batch"]:
    """y = r + gamma (1 - d) Q_targ(o', mu_targ(o')). d is a termination: a time limit is no end of the task."""
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
    """What a round must know beside its numbers; hashable."""

    config: DDPGConfig
    shape: PolicyShape
    critic_shape: PolicyShape


def learn(learner: Learner, batches: Batches, settings: Settings) -> tuple[Learner, RoundMetrics]:
    """A round: at each update a step of the critic, a step of the actor, and both targets follow. In layers."""
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
    # A round that is not finite changes nothing and is counted (D19). Looked at once: at every update it would
    # cost a seventh of the time. What is not finite once stays so, in a network or in Adam's moments.
    finite = jnp.stack([jnp.isfinite(leaf).all() for leaf in jax.tree.leaves((moved, means))]).all()
    kept = jax.tree.map(lambda new, old: jnp.where(finite, new, old), moved, learner)
    shown = RoundMetrics(*(jnp.where(finite, metric, 0.0) for metric in means))
    return kept, shown._replace(skipped_updates=config.update_every * (1.0 - finite))


def in_layers(settings: Settings, learner: Learner) -> Learner:
    """Every vector of a learner as its layers.

    A program of its own on a CPU: updates that slice and join vectors take a third longer, and a sixth
    longer if they are layers but split and joined in the program that updates them.
    """
    split = [partial(split_layers, shape) for shape in (settings.shape, settings.critic_shape)] * 3
    parts = [
        jax.tree.map(lambda leaf, of=of: of(leaf) if leaf.ndim else leaf, part)
        for of, part in zip(split, learner, strict=True)
    ]
    return Learner(*parts)


def flat(learner: Learner) -> Learner:
    """The learner whose layers these are."""

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


_in_layers = partial(jax.jit, static_argnums=0)(in_layers)
_learn = partial(jax.jit, static_argnums=2, donate_argnums=0)(learn)
_flat = jax.jit(flat)


@dataclass(frozen=True)
class Underway:
    """The episode that is being played in parts."""

    index: int
    actions: Float[np.ndarray, "taken output"]
    env_return: float
    training_return: float


@dataclass(frozen=True)
class Replay:
    """The last `capacity` transitions, the episode under way, and the metrics of the last round.

    The rows are a ring that `store` writes into, so an older replay is spent.
    """

    rows: Float[np.ndarray, "capacity transition"]
    """A transition each, so that one is drawn in one place of memory; what follows are views of their parts."""
    observations: Float[np.ndarray, "capacity observation"]
    actions: Float[np.ndarray, "capacity output"]
    rewards: Float[np.ndarray, " capacity"]
    next_observations: Float[np.ndarray, "capacity observation"]
    terminated: Float[np.ndarray, " capacity"]
    steps: int = 0
    """Transitions stored so far, also those that have left."""
    underway: Underway | None = None
    metrics: RoundMetrics = NO_ROUND_YET

    RING: ClassVar[tuple[str, ...]] = (
        "observations",
        "actions",
        "rewards",
        "next_observations",
        "terminated",
    )

    @staticmethod
    def empty(capacity: int, shape: PolicyShape) -> Replay:
        rows = np.zeros((capacity, 2 * shape.observation_size + shape.output_size + 2), np.float32)
        return Replay(rows, *_parts(rows, shape.observation_size, shape.output_size))

    def store(self, part: Trajectory, terminated: bool, survival_bonus: float) -> Replay:
        """One more part of an episode. Its last step, and no other, may have ended the task."""
        count, capacity = len(part.rewards), len(self.rewards)
        slots = np.arange(self.steps, self.steps + count) % capacity
        self.observations[slots] = part.observations[:-1]
        self.actions[slots] = part.actions
        self.rewards[slots] = part.rewards - survival_bonus
        self.next_observations[slots] = part.observations[1:]
        self.terminated[slots] = 0.0
        self.terminated[slots[-1]] = float(terminated)
        return replace(self, steps=self.steps + count)

    def draw(self, updates: int, batch_size: int, rng: np.random.Generator) -> Batches:
        """Transitions drawn uniformly with replacement."""
        slots = rng.integers(min(self.steps, len(self.rewards)), size=(updates, batch_size))
        columns = np.ascontiguousarray(np.swapaxes(np.take(self.rows, slots, axis=0), 1, 2))
        parts = _parts(np.swapaxes(columns, 1, 2), self.observations.shape[1], self.actions.shape[1])
        return Batches(*(np.swapaxes(part, 1, -1) for part in parts))

    def arrays(self) -> dict[str, np.ndarray]:
        """To be saved: copies."""
        filled = min(self.steps, len(self.rewards))
        arrays = {name: getattr(self, name)[:filled].copy() for name in self.RING}
        arrays["metrics"] = np.array(self.metrics, np.float64)
        arrays["steps"] = np.array(self.steps, np.int64)
        if self.underway is not None:
            arrays["underway.index"] = np.array(self.underway.index, np.int64)
            arrays["underway.actions"] = np.array(self.underway.actions, np.float32)
            returns = (self.underway.env_return, self.underway.training_return)
            arrays["underway.returns"] = np.array(returns, np.float64)
        return arrays


def _parts(rows: np.ndarray, observation_size: int, output_size: int) -> list[Any]:
    """Views of transitions (..., transition): o, a, r, o', d."""
    ends = np.cumsum([observation_size, output_size, 1, observation_size])
    observations, actions, rewards, after, terminated = np.split(rows, ends, axis=-1)
    return [observations, actions, rewards[..., 0], after, terminated[..., 0]]


@dataclass(frozen=True)
class DDPG:
    """Ask for the steps up to the next round, be told them, learn."""

    config: DDPGConfig
    """With no field None any more."""
    shape: PolicyShape
    return_span: float
    """high - low of the task's return range; not used."""
    seed: int
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields
    commandable: ClassVar[bool] = False

    # For populations on an accelerator.
    one_policy: ClassVar[bool] = True
    unpack: ClassVar[Any] = staticmethod(flat)
    write: ClassVar[Any] = staticmethod(lambda learner, _: join_layers(learner.actor))
    learn: ClassVar[Any] = staticmethod(learn)

    def pack(self, learner: Learner) -> Learner:
        return in_layers(self.settings, learner)

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

    def init(self) -> State:
        replay = Replay.empty(known(self.config.replay_capacity), self.shape)
        moments = Moments.empty(self.shape.observation_size)
        return State(self.init_learner(), replay, moments, best_return=-np.inf, episodes=0, attempts=0)

    def init_learner(self) -> Learner:
        rng = np.random.default_rng(seed_words(self.seed, "init"))
        actor, critic = (
            jnp.asarray(initial_weights(shape, rng)) for shape in (self.shape, self.critic_shape)
        )
        return Learner(
            actor,
            critic,
            jnp.copy(actor),
            jnp.copy(critic),
            optax.adam(known(self.config.actor_learning_rate)).init(actor),
            optax.adam(self.config.critic_learning_rate).init(critic),
        )

    def parameter_count(self) -> int:
        return self.shape.weights_size + self.critic_shape.weights_size

    def state_size(self) -> int:
        return 4 * self.parameter_count()  # with targets and Adam's two moments

    def working_size(self) -> int:
        return 2 * self.config.update_every * self.config.batch_size * self.transition_size

    def memory_size(self) -> int:
        transitions = known(self.config.replay_capacity) * self.transition_size
        return 4 * (transitions + LONGEST_EPISODE * self.shape.output_size)

    @property
    def transition_size(self) -> int:
        return 2 * self.shape.observation_size + self.shape.output_size + 2

    def read_memory(self, arrays: dict[str, np.ndarray]) -> Replay:
        empty = Replay.empty(known(self.config.replay_capacity), self.shape)
        if arrays["steps"].dtype != np.int64:
            raise ValueError("counters that cannot be")
        steps = int(arrays["steps"])
        filled = min(max(steps, 0), len(empty.rewards))
        underway = {"underway.index", "underway.actions", "underway.returns"} & set(arrays)
        if set(arrays) != {*Replay.RING, "metrics", "steps", *underway} or len(underway) not in (0, 3):
            raise ValueError("its arrays are not those of a replay")
        for name in Replay.RING:
            ring, saved = getattr(empty, name), arrays[name]
            if saved.shape != (filled, *ring.shape[1:]) or saved.dtype != np.float32:
                raise ValueError(f"{name} is {saved.dtype}{saved.shape}")
            ring[:filled] = saved
        metrics = arrays["metrics"]
        if steps < 0 or metrics.shape != (len(RoundMetrics._fields),):
            raise ValueError("counters that cannot be")
        replay = replace(empty, steps=steps, metrics=RoundMetrics(*metrics.tolist()))
        if not underway:
            return replay
        actions = arrays["underway.actions"]
        index, (env_return, training_return) = (
            int(arrays["underway.index"]),
            arrays["underway.returns"].tolist(),
        )
        kinds = (arrays["underway.index"].dtype, actions.dtype)
        if index < 0 or actions.ndim != 2 or actions.shape[1] != self.shape.output_size:
            raise ValueError("an episode that cannot be")
        if kinds != (np.int64, np.float32):
            raise ValueError("an episode of other types")
        return replace(replay, underway=Underway(index, actions, env_return, training_return))

    def ask(self, state: State) -> tuple[State, list[Request]]:
        """The actor with noise, for the steps up to the next round; at first, random actions."""
        return self.requests(state, self.propose(state), state.learner.actor)

    def tell(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Told:
        """Store the transitions; after every `update_every` of them, as many updates. Consumes `state`."""
        state, batches, finished = self.observe(state, requests, outcomes, 0)
        if batches is None:
            return self.told(state, None, finished)
        layers, metrics = _learn(_in_layers(self.settings, state.learner), batches, self.settings)
        return self.told(state._replace(learner=_flat(layers)), jax.device_get(metrics), finished)

    def learns(self, state: State, outcomes: Sequence[Outcome]) -> bool:
        """Whether being told these means a round of updates. An episode's end alone means none."""
        (part,), config = outcomes, self.config
        steps = state.memory.steps + (part.env_steps if isinstance(part, Episode) else 0)
        return isinstance(part, Episode) and not steps % config.update_every and steps >= config.update_after

    def policy(self, state: State, command: float | None = None) -> Request:
        """The actor without noise."""
        return self.request(state, self.propose_exactly(state), state.learner.actor)

    # Ask and tell in parts: what is not work for an accelerator.

    def propose(self, state: State) -> Any:
        return np.float32(0)  # there is nothing to say: the actor is what there is

    def propose_exactly(self, state: State, command: float | None = None) -> Any:
        return np.float32(0)

    def request(self, state: State, proposal: Any, weights: Any) -> Request:
        return Request(state.attempts, np.nan, np.asarray(weights), self._normalizer())

    def requests(self, state: State, proposal: Any, weights: Any) -> tuple[State, list[Request]]:
        config, replay = self.config, state.memory
        underway = replay.underway
        if underway is None:
            nothing = np.empty((0, self.shape.output_size), np.float32)
            underway = Underway(state.attempts, nothing, 0.0, 0.0)
            state = state._replace(attempts=state.attempts + 1, memory=replace(replay, underway=underway))
        random = replay.steps < config.random_steps
        steps = config.update_every - replay.steps % config.update_every
        if random:
            steps = min(steps, config.random_steps - replay.steps)
        noise = np.full(self.shape.output_size, known(config.noise), np.float32)
        plan = Exploration(noise, random, underway.actions, steps, known(config.noise_correlation))
        request = Request(underway.index, np.nan, np.asarray(weights), self._normalizer(), exploration=plan)
        return state, [request]

    def observe(
        self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome], slots: int
    ) -> tuple[State, Batches | None, list[Finished]]:
        """Take note of a part of an episode; the batches of a round, if one is due."""
        (part,), config, replay = outcomes, self.config, state.memory
        if not isinstance(part, Episode):
            return state._replace(memory=replace(replay, underway=None)), None, []
        round_is_due = self.learns(state, outcomes)
        underway, trajectory = replay.underway, part.trajectory
        assert underway is not None  # it was asked for
        assert trajectory is not None  # who explores records
        bonus = (part.env_return - part.training_return) / part.env_steps
        replay = replay.store(trajectory, part.terminated, bonus)
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
        state = state._replace(memory=replace(replay, underway=underway))
        if not round_is_due:
            return state, None, finished
        rng = np.random.default_rng(seed_words(self.seed, "sampling", replay.steps))
        return state, replay.draw(config.update_every, config.batch_size, rng), finished

    def told(self, state: State, metrics: RoundMetrics | None, finished: list[Finished]) -> Told:
        """What a round told is told again until the next one, since most episodes end between two."""
        if metrics is None:
            metrics_before = state.memory.metrics._asdict()
            del metrics_before["skipped_updates"]  # told once
            return Told(state, metrics_before, finished)
        metrics = RoundMetrics(*(float(metric) for metric in metrics))
        return Told(
            state._replace(memory=replace(state.memory, metrics=metrics)), metrics._asdict(), finished
        )

    def _normalizer(self) -> Normalizer:
        return Normalizer.identity(self.shape.observation_size)
