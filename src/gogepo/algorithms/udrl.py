"""UDRL: upside-down reinforcement learning (Srivastava et al. 2019), made continuous.

A behaviour function B(o, d_r, d_h) says what to do in observation o so that the return d_r comes in d_h
steps. It is learned by regression on what happened: action a_t did lead from o_t to the rest of its
episode. Algorithm 1 of that paper, with a squashed deterministic action and the squared error in place of
a distribution over actions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jaxtyping import Array, Float, Int

from gogepo.algorithms import Finished, Outcome, State, Told, known, note
from gogepo.config import InputError, UDRLConfig
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.rollout import FLOAT32_MAX, LONGEST_EPISODE, Episode, Exploration, Request
from gogepo.networks.mlp import apply_layers
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, initial_weights, split_layers

HORIZON_SCALE = 1000.0  # steps that B reads as 1
STEPS_PER_EPISODE = 2000  # that a full replay has room for, on average


def behavior(
    shape: PolicyShape, weights: Float[Array, " weights"], inputs: Float[Array, "batch input"]
) -> Float[Array, "batch output"]:
    """B: actions as parts of the half range, -1 at low and 1 at high. `envs/policy.py` is this in NumPy."""
    activation = jax.nn.relu if shape.activation == "relu" else jnp.tanh
    # 100 updates take 0.27 s with examples in columns, 0.38 s in rows (two cores).
    return jnp.tanh(apply_layers(split_layers(shape, weights), inputs.T, activation)).T


def behavior_loss(
    weights: Float[Array, " weights"],
    inputs: Float[Array, "batch input"],
    actions: Float[Array, "batch output"],
    shape: PolicyShape,
) -> Float[Array, ""]:
    """L_B = E_(o, d_r, d_h, a) [ (a - B(o, d_r, d_h))^2 ], with actions as parts of the half range."""
    return jnp.mean((actions - behavior(shape, weights, inputs)) ** 2)


class Learner(NamedTuple):
    """The behaviour function, flat as policies are, with its optimiser."""

    weights: Float[Array, " weights"]
    optimizer: optax.OptState


class RoundMetrics(NamedTuple):
    """What one round of updates tells about itself; scalars."""

    behavior_loss: Float[Array, ""]
    gradient_norm: Float[Array, ""]
    wanted_return: Float[Array, ""]
    wanted_horizon: Float[Array, ""]
    skipped_updates: Float[Array, ""]


class Command(NamedTuple):
    """What is asked of the behaviour function at the start of an episode."""

    wanted: float
    """Training return, d_r."""
    horizon: float
    """Steps to get it in, d_h."""


@dataclass(frozen=True)
class UDRL:
    """Ask for a little more than the best few episodes gave, learn how what was given was done."""

    config: UDRLConfig
    """With no field None any more."""
    shape: PolicyShape
    return_span: float
    """high - low of the task's return range."""
    seed: int
    metrics: ClassVar[tuple[str, ...]] = RoundMetrics._fields
    commandable: ClassVar[bool] = True

    # For populations on an accelerator.
    one_policy: ClassVar[bool] = True
    pack: ClassVar[Any] = staticmethod(lambda learner: learner)
    unpack: ClassVar[Any] = staticmethod(lambda learner: learner)
    write: ClassVar[Any] = staticmethod(lambda learner, proposal: learner.weights)
    learn: ClassVar[Any] = staticmethod(lambda learner, lesson, settings: learn(learner, lesson, settings))

    def __post_init__(self) -> None:
        assert self.shape.commanded  # or B would not read what is wanted
        if self.shape.actions == "discrete":
            raise InputError("UDRL needs continuous actions, and this environment's are discrete")

    def init(self) -> State:
        memory = Episodes(self.shape, self.config.replay_episodes)
        moments = Moments.empty(self.shape.observation_size)  # and so they stay: nothing is normalised
        return State(self.init_learner(), memory, moments, best_return=-np.inf, episodes=0, attempts=0)

    def init_learner(self) -> Learner:
        rng = np.random.default_rng(seed_words(self.seed, "init"))
        vector = jnp.asarray(initial_weights(self.shape, rng))
        return Learner(vector, optax.adam(known(self.config.learning_rate)).init(vector))

    def parameter_count(self) -> int:
        return self.shape.weights_size

    def state_size(self) -> int:
        return 3 * self.parameter_count()  # with Adam's two moments

    def working_size(self) -> int:
        examples = known(self.config.updates_per_iteration) * self.config.batch_size
        return 2 * examples * (self.shape.input_size + self.shape.output_size)

    def memory_size(self) -> int:
        return Episodes(self.shape, self.config.replay_episodes).largest_size

    def read_memory(self, arrays: dict[str, np.ndarray]) -> Episodes:
        return Episodes(self.shape, self.config.replay_episodes).read(arrays)

    @property
    def settings(self) -> tuple[UDRLConfig, PolicyShape]:
        """Of `learn`."""
        return self.config, self.shape

    @property
    def normalizer(self) -> Normalizer:
        """Observations stay as they are; the command is scaled."""
        deviation = np.ones(self.shape.input_size)
        deviation[-2:] = self.return_span / known(self.config.return_gain), HORIZON_SCALE
        return Normalizer(np.zeros(self.shape.input_size), deviation)

    def ask(self, state: State) -> tuple[State, list[Request]]:
        """Warm-up episodes all at once, then as many exploratory ones as there are between two rounds."""
        return self.requests(state, self.propose(state), state.learner.weights)

    def tell(self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome]) -> Told:
        """Keep the best episodes, then fit B to what was done in them."""
        state, lesson, finished = self.observe(state, requests, outcomes, 0)
        if lesson is None:
            return self.told(state, None, finished)
        learner, metrics = update_round(state.learner, lesson, self.settings)
        return self.told(state._replace(learner=learner), jax.device_get(metrics), finished)

    def policy(self, state: State, command: float | None = None) -> Request:
        """B for a command; by default for the mean return of the best few episodes."""
        return self.request(state, self.propose_exactly(state, command), state.learner.weights)

    # Ask and tell in parts, so that a population can run those that are work for an accelerator,
    # `write` and `learn`, for many seeds at once. What follows is the rest.

    def propose(self, state: State) -> Command:
        """Where exploratory commands begin: the mean return M of the best few episodes, and their horizon."""
        return self.propose_exactly(state)

    def propose_exactly(self, state: State, command: float | None = None) -> Command:
        """The mean return and the mean length of the best few episodes.

        Of a given command the horizon is the mean length of as many episodes whose returns are nearest to
        it, of equally near ones the lower, then the older.
        """
        returns, lengths, few = state.memory.returns, state.memory.lengths, known(self.config.last_few)
        if len(returns) == 0:
            return Command(command or 0.0, 1.0)
        if command is None:
            return Command(float(returns[-few:].mean()), float(lengths[-few:].mean()))
        nearest = np.argsort(np.abs(returns - command), kind="stable")[:few]
        return Command(command, float(lengths[nearest].mean()))

    def explore(self, state: State, start: Command, index: int) -> Command:
        """d_r ~ U[M, M + S], S the deviation of the best few returns (algorithm 2)."""
        best = state.memory.returns[-known(self.config.last_few) :]
        spread = float(best.std()) if len(best) else 0.0
        rng = np.random.default_rng(seed_words(self.seed, "commands", index))
        return start._replace(wanted=rng.uniform(start.wanted, start.wanted + spread))

    def request(self, state: State, proposal: Command, weights: Any) -> Request:
        """B for a command, without exploration."""
        return self._request(state.attempts, proposal, weights, None)

    def requests(self, state: State, proposal: Command, weights: Any) -> tuple[State, list[Request]]:
        """Random actions where the warm-up is not complete, else exploratory commands and noise."""
        config, attempts = self.config, state.attempts
        random = state.episodes < config.warm_up_episodes
        if random:
            commands = [Command(0.0, 0.0)] * (config.warm_up_episodes - state.episodes)
        else:
            indices = range(attempts, attempts + config.episodes_per_iteration)
            commands = [self.explore(state, proposal, index) for index in indices]
        before = np.empty((0, self.shape.output_size), np.float32)
        exploration = Exploration(known(config.noise) * self.shape.action_half_range, random, before, steps=0)
        requests = [
            self._request(attempts + number, command, weights, exploration)
            for number, command in enumerate(commands)
        ]
        return state._replace(attempts=attempts + len(requests)), requests

    def observe(
        self, state: State, requests: Sequence[Request], outcomes: Sequence[Outcome], slots: int
    ) -> tuple[State, Lesson | None, list[Finished]]:
        """Take note of the episodes; what the round after them learns from. There are no `slots` here."""
        finished = [
            Finished(position, outcome)
            for position, outcome in enumerate(outcomes)
            if isinstance(outcome, Episode)
        ]
        episodes = [each.episode for each in finished]
        recorded = [Recorded.of(number, each) for number, each in enumerate(episodes, state.episodes)]
        memory = state.memory.with_more([each for each in recorded if each is not None])
        state = note(state._replace(memory=memory), episodes, normalize=False)
        if not finished or not memory.recorded or state.episodes < self.config.warm_up_episodes:
            return state, None, finished
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
        return state, lesson, finished

    def told(self, state: State, metrics: RoundMetrics | None, finished: list[Finished]) -> Told:
        return Told(state, {} if metrics is None else metrics._asdict(), finished)

    def remembered_returns(self, state: State) -> Float[np.ndarray, " episodes"]:
        """Training returns in the replay."""
        return state.memory.returns

    def _request(
        self, index: int, command: Command, weights: Any, exploration: Exploration | None
    ) -> Request:
        weights = np.asarray(weights)
        return Request(index, command.wanted, weights, self.normalizer, command.horizon, exploration)


class Lesson(NamedTuple):
    """The batches of a round, drawn before its first update, and what the new episodes were asked for."""

    inputs: Float[Any, "updates batch input"]
    """(o_t, d_r, d_h), scaled."""
    actions: Float[Any, "updates batch output"]
    """As parts of the half range."""
    wanted_return: Any
    wanted_horizon: Any


def learn(
    learner: Learner, lesson: Lesson, settings: tuple[UDRLConfig, PolicyShape]
) -> tuple[Learner, RoundMetrics]:
    """The round of updates. One whose loss or gradient is not finite changes nothing and is counted (D19)."""
    config, shape = settings
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
        behavior_loss=loss / jnp.maximum(made, 1.0),  # the mean over updates that were made
        gradient_norm=norm / jnp.maximum(made, 1.0),
        wanted_return=lesson.wanted_return,
        wanted_horizon=lesson.wanted_horizon,
        skipped_updates=len(told) - made,
    )


update_round = jax.jit(learn, static_argnums=2)


@dataclass(frozen=True, eq=False)
class Recorded:
    """An episode as it is learned from."""

    number: int
    """Its place among the episodes told, from 0."""
    training_return: float
    observations: Float[np.ndarray, "steps observation"]
    actions: Float[np.ndarray, "steps output"]
    returns_to_go: Float[np.ndarray, " steps"]
    """What each step and those after it were paid, without survival bonus."""

    @staticmethod
    def of(number: int, episode: Episode) -> Recorded | None:
        """None for an episode whose rewards do not fit float32, though their sum does."""
        trajectory = episode.trajectory
        assert trajectory is not None  # requests ask for it
        bonus = (episode.env_return - episode.training_return) / episode.env_steps
        with np.errstate(invalid="ignore"):
            paid = np.cumsum(trajectory.rewards[:-1].astype(np.float64) - bonus)
        # Counted down from the whole, as a player of this command counts (envs/exploring.py).
        to_go = episode.training_return - np.concatenate([[0.0], paid])
        if not (np.abs(to_go) <= FLOAT32_MAX).all():
            return None
        return Recorded(
            number,
            episode.training_return,
            trajectory.observations[:-1],
            trajectory.actions,
            to_go.astype(np.float32),
        )

    def inputs(self, steps: Int[np.ndarray, " batch"]) -> Float[np.ndarray, "batch input"]:
        """(o_t1, d_r, d_h): the return and the steps from t1 to the episode's end, t2."""
        left = (len(self.actions) - steps).astype(np.float32)
        columns = self.observations[steps], self.returns_to_go[steps, None], left[:, None]
        return np.concatenate(columns, axis=1)


@dataclass(frozen=True, eq=False)
class Episodes:
    """The replay: the best episodes so far. A value, as states are: `with_more` makes another."""

    shape: PolicyShape
    most_episodes: int
    recorded: tuple[Recorded, ...] = ()
    """Sorted by training return, of equals the older first."""

    @property
    def most_steps(self) -> int:
        """So that the size has a bound. The longest episode that there can be still fits."""
        return max(STEPS_PER_EPISODE * self.most_episodes, LONGEST_EPISODE)

    @property
    def largest_size(self) -> int:
        """Bytes of `arrays`, at most."""
        layout = self._layout(self.most_episodes, self.most_steps)
        return sum(math.prod(shape) * np.dtype(dtype).itemsize for shape, dtype in layout.values())

    @property
    def returns(self) -> Float[np.ndarray, " episodes"]:
        return np.array([each.training_return for each in self.recorded], np.float64)

    @property
    def lengths(self) -> Int[np.ndarray, " episodes"]:
        return np.array([len(each.actions) for each in self.recorded], np.int64)

    def with_more(self, new: Sequence[Recorded]) -> Episodes:
        """The best of these and the new. The lowest returns leave first, of equals the oldest."""
        ranked = sorted([*self.recorded, *new], key=lambda each: (each.training_return, each.number))
        ranked = ranked[-self.most_episodes :]
        steps = np.cumsum([len(each.actions) for each in reversed(ranked)])
        fit = int(np.searchsorted(steps, self.most_steps, side="right"))
        return replace(self, recorded=tuple(ranked[len(ranked) - fit :]))

    def draw(
        self, count: int, rng: np.random.Generator
    ) -> tuple[Float[np.ndarray, "count input"], Float[np.ndarray, "count output"]]:
        """Inputs and actions of so many examples: any episode, then any step t1 of it."""
        which = rng.integers(len(self.recorded), size=count)
        steps = rng.integers(self.lengths[which])
        inputs = np.empty((count, self.shape.input_size), np.float32)
        actions = np.empty((count, self.shape.output_size), np.float32)
        order = np.argsort(which, kind="stable")
        drawn, first = np.unique(which[order], return_index=True)
        for number, rows in zip(drawn, np.split(order, first[1:]), strict=False):
            each = self.recorded[number]
            inputs[rows], actions[rows] = each.inputs(steps[rows]), each.actions[steps[rows]]
        return inputs, actions

    def arrays(self) -> dict[str, np.ndarray]:
        """For a file: the steps of all episodes end to end, and of each episode what else there is to know."""
        numbers = np.array([each.number for each in self.recorded], np.int64)
        arrays = {"lengths": self.lengths, "returns": self.returns, "numbers": numbers}
        for name, (shape, dtype) in self._layout(0, 0).items():
            if name not in arrays:
                parts = [getattr(each, name) for each in self.recorded]
                arrays[name] = np.concatenate([np.empty(shape, dtype), *parts])
        return arrays

    def read(self, arrays: dict[str, np.ndarray]) -> Episodes:
        """The inverse of `arrays`; raises a ValueError for what cannot be."""
        lengths = arrays.get("lengths", np.zeros(1))
        if lengths.dtype != np.int64 or (lengths < 1).any() or (lengths > LONGEST_EPISODE).any():
            raise ValueError("no lengths, or such as cannot be")
        count, steps = lengths.size, int(lengths.sum())
        if count > self.most_episodes or steps > self.most_steps:
            raise ValueError(f"{count} episodes of {steps} steps are too many")
        found = {name: (array.shape, array.dtype) for name, array in arrays.items()}
        if found != self._layout(count, steps):
            raise ValueError(f"{count} episodes of {steps} steps in arrays of other names, shapes or types")
        if not all(np.isfinite(array).all() for array in arrays.values()):
            raise ValueError("a number is not finite")
        actions, to_go = arrays["actions"], arrays["returns_to_go"]
        low, high = np.array(self.shape.low, np.float32), np.array(self.shape.high, np.float32)
        if (actions < low).any() or (actions > high).any():
            raise ValueError("an action is out of bounds")
        ends = np.cumsum(lengths)
        with np.errstate(over="ignore"):
            if (to_go[ends - lengths] != arrays["returns"].astype(np.float32)).any():
                raise ValueError("what was to go at the start of an episode is not its return")
        ranks = list(zip(arrays["returns"].tolist(), arrays["numbers"].tolist(), strict=True))
        numbers = {number for _, number in ranks}
        if ranks != sorted(ranks) or len(numbers) < count or min(numbers, default=0) < 0:
            raise ValueError("the episodes are not in order")
        recorded = []
        for (training_return, number), end, length in zip(ranks, ends, lengths, strict=True):
            span = slice(end - length, end)
            columns = arrays["observations"][span], actions[span], to_go[span]
            recorded.append(Recorded(number, training_return, *columns))
        return replace(self, recorded=tuple(recorded))

    def _layout(self, episodes: int, steps: int) -> dict[str, tuple[tuple[int, ...], Any]]:
        """Shapes and types of `arrays`."""
        return {
            "observations": ((steps, self.shape.observation_size), np.float32),
            "actions": ((steps, self.shape.output_size), np.float32),
            "returns_to_go": ((steps,), np.float32),
            "lengths": ((episodes,), np.int64),
            "returns": ((episodes,), np.float64),
            "numbers": ((episodes,), np.int64),
        }
