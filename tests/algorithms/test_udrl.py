"""UDRL: its commands, examples, loss and step against numbers worked by hand, and what its replay promises."""

from __future__ import annotations

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gogepo.algorithms.protocol import State, ask, init, learn_on_device, policy, tell
from gogepo.algorithms.udrl import UDRL, Learner, Lesson, RoundMetrics, behavior, behavior_loss
from gogepo.config import UDRLConfig
from gogepo.engines.inline import InlineEngine
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault
from gogepo.inputs import InputError
from gogepo.presets import with_preset
from gogepo.seeding import seed_words
from gogepo.types import PolicyShape, split_layers
from memory.test_episodes import SHAPE, gave, kept, lived, recorded, saved
from toys import TargetEnv, naive_mlp, random_weights

CONFIG = UDRLConfig(
    policy_hidden=(4,),
    activation="tanh",
    learning_rate=1e-2,
    last_few=2,
    warm_up_episodes=2,
    episodes_per_iteration=3,
    updates_per_iteration=4,
    batch_size=8,
    replay_episodes=5,
    noise=0.2,
    return_gain=1.0,
)
SPAN = 50.0
FAULT = EpisodeFault("reward", "the rewards sum to nan", 4)


def make(seed: int = 0, shape: PolicyShape = SHAPE, **changes: Any) -> UDRL:
    return UDRL(dataclasses.replace(CONFIG, **changes), shape, SPAN, seed)


def told(algorithm: UDRL, *episodes: Episode) -> State:
    """The state after these episodes, without any update."""
    state = init(algorithm)
    return state._replace(
        memory=state.memory.with_more(recorded(*episodes)), episodes=len(episodes), attempts=len(episodes)
    )


def play(algorithm: UDRL, rounds: int) -> tuple[State, list[dict[str, float]]]:
    """Ask and tell; the last state, and the metrics of each round."""
    state, metrics = init(algorithm), []
    for _ in range(rounds):
        state, requests = ask(algorithm, state)
        outcomes = [lived([1.0, request.index, -2.0], seed=request.index) for request in requests]
        state, of_round, _ = tell(algorithm, state, requests, outcomes)
        metrics.append(of_round)
    return state, metrics


def learned(algorithm: UDRL, lesson: Lesson) -> tuple[Learner, RoundMetrics]:
    """After a round, compiled as in training."""
    return learn_on_device(algorithm)(algorithm.init_learner(), lesson)


def copied(state: State) -> State:
    """With a learner of its own, which telling consumes."""
    return state._replace(learner=jax.tree.map(jnp.copy, state.learner))


def leaves(tree: Any) -> list[np.ndarray]:
    return [np.array(leaf) for leaf in jax.tree.leaves(tree)]


def assert_equal(tree: Any, other: Any) -> None:
    for ours, theirs in zip(leaves(tree), leaves(other), strict=True):
        np.testing.assert_array_equal(ours, theirs)


# Commands. Returns 1, 2, 4, 8 in 2, 3, 5, 4 steps.

FOUR = [gave(2.0, 3), gave(8.0, 4), gave(1.0, 2), gave(4.0, 5)]


@pytest.mark.parametrize(
    ("last_few", "mean", "deviation", "horizon"),
    [
        (1, 8.0, 0.0, 4.0),
        (2, 6.0, 2.0, 4.5),  # (4 + 8) / 2; both are 2 away from it; (5 + 4) / 2
        (3, 14 / 3, 56**0.5 / 3, 4.0),  # squares (64 + 4 + 100) / 9, their mean 56/9; (3 + 5 + 4) / 3
        (100, 15 / 4, 115**0.5 / 4, 3.5),  # all four: squares (121 + 49 + 1 + 289) / 16, their mean 115/16
    ],
)
def test_commands_are_made_of_the_last_few_best_episodes(last_few, mean, deviation, horizon):
    algorithm = make(last_few=last_few, episodes_per_iteration=200)
    state = told(algorithm, *FOUR)
    evaluated = policy(algorithm, state)
    assert (evaluated.command, evaluated.horizon) == (pytest.approx(mean), pytest.approx(horizon))
    assert evaluated.exploration is None
    _, requests = ask(algorithm, state)
    commands = np.array([request.command for request in requests])
    assert mean - 1e-9 <= commands.min() <= mean + 0.05 * deviation + 1e-9
    assert mean + 0.95 * deviation - 1e-9 <= commands.max() <= mean + deviation + 1e-9
    assert {request.horizon for request in requests} == {evaluated.horizon}


def test_an_exploratory_command_is_the_draw_that_its_attempt_names():
    algorithm = make(seed=5)
    state, requests = ask(algorithm, told(algorithm, *FOUR))
    assert [request.index for request in requests] == [4, 5, 6]
    assert state.attempts == 7
    for request in requests:
        rng = np.random.default_rng(seed_words(5, "commands", request.index))
        assert request.command == rng.uniform(6.0, 8.0)


@pytest.mark.parametrize(
    ("last_few", "command", "horizon"),
    [
        (1, 3.5, 5.0),  # nearest to it is 4, of 5 steps
        (2, 3.5, 4.0),  # and then 2, of 3 steps
        (2, 100.0, 4.5),
        (2, -100.0, 2.5),
        (1, 3.0, 3.0),  # 2 and 4 are as near: the lower
    ],
)
def test_the_horizon_of_a_wanted_return_is_that_of_the_episodes_nearest_to_it(last_few, command, horizon):
    algorithm = make(last_few=last_few)
    request = policy(algorithm, told(algorithm, *FOUR), command)
    assert (request.command, request.horizon) == (command, horizon)


def test_before_any_episode_the_command_is_0_in_1_step():
    algorithm = make()
    request = policy(algorithm, init(algorithm))
    assert (request.command, request.horizon) == (0.0, 1.0)
    assert policy(algorithm, init(algorithm), 7.0).command == 7.0


def test_requests_carry_the_scales_of_the_command_and_the_noise_of_actions():
    algorithm = make(noise=0.5, return_gain=4.0)
    _, [request, *_] = ask(algorithm, told(algorithm, *FOUR))
    assert request.normalizer.mean.tolist() == [0, 0, 0, 0]
    assert request.normalizer.deviation.tolist() == [1, 1, SPAN / 4, 1000]
    assert request.exploration is not None
    assert not request.exploration.random
    assert request.exploration.noise.tolist() == [0.5, 1.0]  # half ranges 1 and 2
    assert (request.exploration.actions.shape, request.exploration.steps) == ((0, 2), 0)


# Examples. Paid 3, 5, 2 with a survival bonus of 1: 2, 4, 1 to learn from (tests/memory/test_episodes.py).


def test_a_lesson_is_drawn_from_the_replay_scaled_with_the_actions_in_half_ranges():
    algorithm = make(warm_up_episodes=1)
    episode = lived([3.0, 5.0, 2.0], bonus=1.0)
    state, requests = ask(algorithm, init(algorithm))
    _, lesson, *_ = algorithm.observe(state, requests, [episode])
    assert (lesson.inputs.shape, lesson.actions.shape) == ((4, 8, 4), (4, 8, 2))
    assert lesson.inputs.dtype == lesson.actions.dtype == np.float32
    drawn = 3 - np.round(1000 * lesson.inputs[..., 3]).astype(int)  # which step, by the steps left
    assert set(drawn.ravel()) == {0, 1, 2}
    np.testing.assert_array_equal(lesson.inputs[..., :2], episode.trajectory.observations[drawn])
    np.testing.assert_allclose(lesson.inputs[..., 2], np.array([7, 5, 1])[drawn] / SPAN, rtol=1e-6)
    np.testing.assert_allclose(lesson.inputs[..., 3], np.array([3, 2, 1])[drawn] / 1000, rtol=1e-6)
    # low (-1, 0) is -1, high (1, 4) is 1: the second action is less its centre 2, in halves of 4
    expected = episode.trajectory.actions[drawn] * [1, 0.5] - [0, 1]
    np.testing.assert_allclose(lesson.actions, expected, atol=1e-6)


# The loss and the step


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_the_behaviour_function_is_the_policy_that_is_played(activation):
    shape = dataclasses.replace(SHAPE, hidden_sizes=(5, 3), activation=activation)
    algorithm = make(shape=shape)
    rng = np.random.default_rng(1)
    weights = random_weights(shape, rng)
    policy = NumpyPolicy(shape, weights, algorithm.normalizer)
    rows = rng.standard_normal((6, 4)) * [1, 1, 100, 500]
    scaled = jnp.asarray(rows / algorithm.normalizer.deviation, jnp.float32)
    parts = jax.jit(behavior, static_argnums=0)(shape, jnp.asarray(weights), scaled)
    actions = shape.action_center + shape.action_half_range * np.asarray(parts)
    np.testing.assert_allclose(actions, [policy.act(row) for row in rows], atol=1e-5)


def test_the_loss_is_the_mean_squared_error_in_half_ranges_worked_by_hand():
    # Nothing but the last biases, whose tanh is 0.5 and -0.5.
    weights = np.zeros(SHAPE.weights_size, np.float32)
    weights[-2:] = np.arctanh(0.5), -np.arctanh(0.5)
    actions = jnp.array([[0.5, -0.5], [1.0, 0.5], [-0.5, -0.5]])
    # errors (0, 0), (0.5, 1), (-1, 0); squares 0.25 + 1 + 1 of six
    loss = behavior_loss(jnp.asarray(weights), jnp.ones((3, 4)), actions, SHAPE)
    assert loss == pytest.approx(2.25 / 6, rel=1e-5)


def naive_gradient(shape, weights, inputs, actions):
    """Of the loss, by central differences in float64 through a naive network."""
    activation = np.tanh if shape.activation == "tanh" else lambda value: max(value, 0.0)

    def loss(vector):
        matrices, biases = zip(*split_layers(shape, vector), strict=True)
        outputs = [np.tanh(naive_mlp(matrices, biases, row, activation)) for row in inputs]
        return np.mean((np.array(outputs) - actions) ** 2)

    steps = 1e-6 * np.eye(len(weights))
    return loss(weights), np.array([(loss(weights + h) - loss(weights - h)) / 2e-6 for h in steps])


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_a_round_is_adam_on_one_batch_after_the_other(activation):
    shape = PolicyShape(1, (3,), "continuous", (-1.0,), (1.0,), activation, commanded=True)
    algorithm = make(shape=shape, learning_rate=0.05, updates_per_iteration=2, batch_size=4)
    rng = np.random.default_rng(3)
    inputs = rng.standard_normal((2, 4, 3)).astype(np.float32)
    actions = rng.uniform(-1, 1, (2, 4, 1)).astype(np.float32)
    learner, metrics = learned(algorithm, Lesson(inputs, actions, np.float32(3.0), np.float32(9.0)))
    weights = np.asarray(algorithm.init_learner().weights, np.float64)
    first, second, losses, norms = 0.0, 0.0, [], []
    for t in (1, 2):  # Kingma and Ba 2015, algorithm 1
        loss, gradient = naive_gradient(shape, weights, inputs[t - 1], actions[t - 1])
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        unbiased = np.sqrt(second / (1 - 0.999**t)) + 1e-8
        weights = weights - 0.05 * first / (1 - 0.9**t) / unbiased
        losses.append(loss)
        norms.append(np.linalg.norm(gradient))
    np.testing.assert_allclose(learner.weights, weights, atol=2e-5)
    assert metrics.behavior_loss == pytest.approx(np.mean(losses), rel=1e-4)
    assert metrics.gradient_norm == pytest.approx(np.mean(norms), rel=1e-3)
    assert (metrics.wanted_return, metrics.wanted_horizon, metrics.skipped_updates) == (3.0, 9.0, 0.0)


@pytest.mark.parametrize("bad", [np.nan, np.inf, 3e30])  # the last one's square overflows
def test_an_update_that_is_not_finite_is_skipped_and_counted(bad):
    algorithm = make()
    rng = np.random.default_rng(0)
    inputs = rng.standard_normal((4, 8, 4)).astype(np.float32)
    actions = rng.uniform(-1, 1, (4, 8, 2)).astype(np.float32)
    poisoned = actions.copy()
    poisoned[1, 3, 0] = bad
    rest = np.float32(0.0), np.float32(0.0)
    learner, metrics = learned(algorithm, Lesson(inputs, poisoned, *rest))
    good = [0, 2, 3]  # as if the bad batch had never been
    expected, of_good = learned(algorithm, Lesson(inputs[good], actions[good], *rest))
    assert metrics.skipped_updates == 1
    assert metrics.behavior_loss == pytest.approx(float(of_good.behavior_loss), rel=1e-5)
    for ours, theirs in zip(leaves(learner), leaves(expected), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-7)


def test_a_round_without_updates_changes_nothing_and_has_finite_metrics():
    state, [metrics] = play(make(updates_per_iteration=0), 1)
    assert_equal(state.learner, make().init_learner())
    assert all(np.isfinite(value) for value in metrics.values())


def test_an_episode_whose_rewards_do_not_fit_float32_is_not_learned_from():
    algorithm = make(warm_up_episodes=1)
    with np.errstate(over="ignore"):
        absurd = lived([1e39, -1e39, 1.0])
    state, requests = ask(algorithm, init(algorithm))
    state, metrics, finished = tell(algorithm, state, requests, [absurd])
    assert (state.memory.recorded, metrics, len(finished), state.episodes) == ((), {}, 1, 1)
    _, requests = ask(algorithm, state)  # goes on, though there is nothing to go by
    assert {(request.command, request.horizon) for request in requests} == {(0.0, 1.0)}


def test_a_memory_that_was_saved_leads_to_the_same_numbers():
    algorithm = make()
    state, _ = play(algorithm, 2)
    again = algorithm.init_memory().read(saved(state.memory))
    told_of_each = []
    for memory in (state.memory, again):
        asked, requests = ask(algorithm, copied(state)._replace(memory=memory))
        told_of_each.append(tell(algorithm, asked, requests, [gave(4.0), gave(5.0, 2), FAULT]))
    assert_equal(told_of_each[0].state.learner, told_of_each[1].state.learner)
    assert told_of_each[0].metrics == told_of_each[1].metrics
    assert algorithm.remembered_returns(told_of_each[0].state).tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]


def test_sizes_are_those_of_what_is_held():
    algorithm = make()
    state, sizes = init(algorithm), algorithm.sizes()
    assert sizes.parameters == state.learner.weights.size
    assert sizes.learner == sum(leaf.size for leaf in leaves(state.learner)) - 1  # Adam's count
    assert sizes.memory == state.memory.largest_size


# Asking and telling


def test_the_warm_up_is_asked_for_at_once_and_what_failed_of_it_again():
    algorithm = make(warm_up_episodes=3)
    state, requests = ask(algorithm, init(algorithm))
    assert [request.index for request in requests] == [0, 1, 2]
    assert all(request.exploration.random for request in requests)
    state, metrics, finished = tell(algorithm, state, requests, [gave(1.0), FAULT, gave(2.0)])
    assert [position for position, _ in finished] == [0, 2]
    assert metrics == {}  # not complete, so nothing is learned yet
    assert_equal(state.learner, algorithm.init_learner())
    state, requests = ask(algorithm, state)
    assert [request.index for request in requests] == [3]
    assert requests[0].exploration.random
    state, metrics, _ = tell(algorithm, state, requests, [gave(3.0)])
    assert tuple(metrics) == algorithm.metrics
    assert all(np.isfinite(value) for value in metrics.values())
    assert (metrics["wanted_return"], metrics["wanted_horizon"]) == (0.0, 0.0)
    assert np.any(state.learner.weights != algorithm.init_learner().weights)
    assert (state.episodes, state.attempts, len(state.memory.recorded)) == (3, 4, 3)
    _, requests = ask(algorithm, state)
    assert [request.exploration.random for request in requests] == [False] * 3


def test_faults_are_left_out_and_the_others_learned_from():
    algorithm = make()
    state, requests = ask(algorithm, told(algorithm, *FOUR))
    after, metrics, finished = tell(algorithm, state, requests, [FAULT, gave(3.0, 2), FAULT])
    assert [(position, each.training_return) for position, each in finished] == [(1, 3.0)]
    assert kept(after.memory) == [(1.0, 2), (2.0, 0), (3.0, 4), (4.0, 3), (8.0, 1)]
    assert metrics["wanted_return"] == pytest.approx(np.mean([request.command for request in requests]))
    assert metrics["wanted_horizon"] == 4.5
    assert after.learner.optimizer[0].count == CONFIG.updates_per_iteration


def test_where_all_failed_nothing_changes():
    algorithm = make()
    state, requests = ask(algorithm, told(algorithm, *FOUR))
    after, metrics, finished = tell(algorithm, state, requests, [FAULT] * 3)
    assert (metrics, finished) == ({}, [])
    assert kept(after.memory) == kept(state.memory)
    assert_equal(after.learner, state.learner)
    assert after._replace(memory=None) == state._replace(memory=None)


def test_observations_are_not_normalised():
    state, _ = play(make(), 2)
    assert state.moments.count == 0


def test_the_same_state_asked_and_told_twice_gives_the_same_numbers():
    algorithm = make()
    state, _ = play(algorithm, 2)
    first, requests = ask(algorithm, state)
    second, again = ask(algorithm, state)
    for one, two in zip(requests, again, strict=True):
        assert (one.index, one.command, one.horizon) == (two.index, two.command, two.horizon)
        np.testing.assert_array_equal(one.weights, two.weights)
    outcomes = [lived([1.0, 2.0], seed=seed) for seed in range(3)]
    told_once = tell(algorithm, copied(first), requests, outcomes)
    told_twice = tell(algorithm, second, again, outcomes)
    assert_equal(told_once.state.learner, told_twice.state.learner)
    assert told_once.metrics == told_twice.metrics
    assert kept(told_once.state.memory) == kept(told_twice.state.memory)


def test_another_seed_gives_other_numbers():
    lessons = []
    for seed in (1, 2):
        state, requests = ask(make(seed), told(make(seed), *FOUR))
        outcomes = [lived([1.0, 2.0], seed=number) for number in range(3)]
        lessons.append((requests, make(seed).observe(state, requests, outcomes)[1]))
    (requests, lesson), (other_requests, other) = lessons
    assert np.mean(requests[0].weights == other_requests[0].weights) < 0.01
    assert requests[0].command != other_requests[0].command
    assert np.any(lesson.inputs != other.inputs)  # what is drawn, of the same episodes


def test_every_round_draws_anew():
    algorithm = make()
    state, requests = ask(algorithm, told(algorithm, *FOUR))
    later = state._replace(episodes=state.episodes + 3)
    (_, lesson, *_), (_, next_lesson, *_) = (
        algorithm.observe(each, requests, [lived([1.0, 2.0])] * 3) for each in (state, later)
    )
    assert np.any(lesson.inputs != next_lesson.inputs)


def test_the_first_weights_are_uniform_within_the_inverse_root_of_the_fan_in():
    shape = dataclasses.replace(SHAPE, hidden_sizes=(64, 32))
    learner: Learner = make(shape=shape).init_learner()
    assert learner.weights.dtype == jnp.float32
    for matrix, bias in split_layers(shape, np.asarray(learner.weights)):
        bound = matrix.shape[1] ** -0.5
        for numbers in (matrix, bias):
            assert np.abs(numbers).max() <= bound
        assert matrix.std() == pytest.approx(bound / 3**0.5, rel=0.15)


def test_discrete_actions_are_refused_in_one_line():
    shape = PolicyShape(2, (4,), "discrete", (0.0, 0.0), (1.0, 1.0), "tanh", commanded=True)
    with pytest.raises(InputError, match="continuous actions"):
        make(shape=shape)


@pytest.mark.parametrize("env", ["Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5", "Pendulum-v1"])
def test_presets(env):
    preset = with_preset(UDRLConfig(batch_size=7), env)
    assert None not in vars(preset).values()
    assert preset.batch_size == 7
    assert (preset.return_gain > 1) == (env == "Swimmer-v5")
    assert with_preset(UDRLConfig(return_gain=3.0), env).return_gain == 3.0


def test_it_improves_on_a_toy_and_obeys():
    base = with_preset(UDRLConfig(), "Target-v0")
    config = dataclasses.replace(
        base, policy_hidden=(32, 32), learning_rate=3e-3, updates_per_iteration=50, batch_size=64
    )
    engine = InlineEngine(TargetEnv, config.network, survival_bonus=0.0)
    algorithm = UDRL(config, engine.interface.shape, 100.0, seed=0)
    state = init(algorithm)
    for _ in range(15):
        state, requests = ask(algorithm, state)
        outcomes = [engine.play(request, request.index) for request in requests]
        state, _, _ = tell(algorithm, state, requests, outcomes)

    def reached(command: float | None) -> float:
        request = policy(algorithm, state, command)
        return float(np.mean([engine.play(request, seed).training_return for seed in range(10)]))

    # Random actions give 29 on average. Ten seeds reach 83 to 88, and 42 to 45 and 78 to 82 for the commands.
    assert reached(None) > 75
    assert reached(40.0) == pytest.approx(40, abs=10)
    assert reached(80.0) == pytest.approx(80, abs=8)
