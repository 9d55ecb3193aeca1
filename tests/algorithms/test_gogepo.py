"""Algorithm 1: its losses against numbers worked by hand, and what each of its steps promises."""

from __future__ import annotations

import dataclasses

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from gogepo.algorithms import State
from gogepo.algorithms.gogepo import (
    Arithmetic,
    Batches,
    Best,
    GoGePo,
    Learner,
    evaluator_loss,
    generator_loss,
    store_and_draw,
    update_round,
)
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode
from gogepo.memory import make_room
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.types import PolicyShape
from toys import SHAPE, SPAN, TINY, episode, random_weights

# One hidden layer everywhere: what is tested here does not depend on depth, and it compiles faster.
CONFIG = dataclasses.replace(
    TINY,
    policy_hidden=(16,),
    generator_hidden=(4,),
    generator_updates=3,
    evaluator_hidden=(4,),
    evaluator_updates=2,
    probing_states=2,
    batch_size=8,
    recall=1.0,
)
POLICY = dataclasses.replace(SHAPE, hidden_sizes=CONFIG.policy_hidden)


def make(seed: int = 0, **changes) -> GoGePo:
    return GoGePo(dataclasses.replace(CONFIG, **changes), POLICY, SPAN, seed)


def play(algorithm: GoGePo, returns: list[float]) -> tuple[State, list]:
    """Ask and tell, once for each return; the metrics of each round too."""
    state, rounds = algorithm.init(), []
    for training_return in returns:
        state, requests = algorithm.ask(state)
        state, metrics, finished = algorithm.tell(state, requests, [episode(training_return)])
        assert [(each.position, each.episode.training_return) for each in finished] == [(0, training_return)]
        rounds.append(metrics)
    return state, rounds


def arrays(tree) -> list[np.ndarray]:
    """Copies, which outlive the donation of a state to `tell`."""
    return [np.array(leaf) for leaf in jax.tree.leaves(eqx.filter(tree, eqx.is_array))]


def assert_equal(tree, other) -> None:
    for ours, theirs in zip(arrays(tree), arrays(other), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def some_differ(tree, other) -> bool:
    return any(np.any(ours != theirs) for ours, theirs in zip(arrays(tree), arrays(other), strict=True))


def value_and_gradient(loss):
    """Of a loss, by its first argument."""
    return eqx.filter_jit(eqx.filter_value_and_grad(loss))


# The losses, by hand. The smallest policy there is: one observation, one hidden unit, one action
# in [-1, 3]. Its weights are (w1, b1, w2, b2); where w2 = 0 its action is 1 + 2 tanh(b2).

ONE = PolicyShape(1, (1,), "continuous", (-1.0,), (3.0,))
HALF = np.arctanh(0.5)  # tanh(HALF) = 0.5; tanh(2 HALF) = 2 * 0.5 / (1 + 0.5^2) = 0.8


def hand_evaluator() -> Evaluator:
    """One probing state and V(action) = 2 relu(3 action + 1) - 4."""
    evaluator = Evaluator(ONE, probing_states=1, hidden_sizes=(1,), rng=np.random.default_rng(0))
    values = [jnp.array([[3.0]]), jnp.array([[2.0]]), jnp.array([1.0]), jnp.array([-4.0])]
    return eqx.tree_at(lambda e: [*e.mlp.matrices, *e.mlp.biases], evaluator, values)


def hand_generator() -> Generator:
    """Writes (0, 0, 0, b2) with b2 = 2 relu(HALF * command / 10). The 2 is 2 / sqrt(fan-in 1)."""
    generator = Generator(
        ONE,
        10.0,
        slice_size=1,
        embedding_size=1,
        hidden_sizes=(1,),
        output_scaling=True,
        rng=np.random.default_rng(0),
    )
    generator = jax.tree.map(jnp.zeros_like, generator)
    # The bias network of the output layer reads (embedding, command / 10).
    values = [jnp.array([[0.0, HALF]]), jnp.array([[1.0]])]
    return eqx.tree_at(lambda g: g.output.bias.mlp.matrices, generator, values)


def test_the_evaluator_loss_is_the_mean_squared_error_worked_by_hand():
    weights = jnp.array([[0, 0, 0, HALF], [0, 0, 0, 0], [0, 0, 0, -30]], jnp.float32)
    # actions 1 + 2 tanh(b2):     2                  1                 -1
    # 3 action + 1:               7                  4                 -2, which relu makes 0
    # V = 2 relu - 4:            10                  4                 -4
    # returns:                   12                  1                 -4
    # errors r - V:               2                 -3                  0
    # loss (4 + 9 + 0) / 3 = 13/3
    returns = jnp.array([12.0, 1.0, -4.0])
    loss, gradient = value_and_gradient(evaluator_loss)(hand_evaluator(), weights, returns)
    assert loss == pytest.approx(13 / 3, rel=1e-5)
    # d loss / d (last bias) = mean of -2 (r - V) = -2 (2 - 3 + 0) / 3 = 2/3
    assert gradient.mlp.biases[1][0] == pytest.approx(2 / 3, rel=1e-5)
    # d loss / d (last weight) = mean of -2 (r - V) relu = (-2 * 2 * 7 + 2 * 3 * 4 + 0) / 3 = -4/3
    assert gradient.mlp.matrices[1][0, 0] == pytest.approx(-4 / 3, rel=1e-5)


@pytest.mark.parametrize(
    ("counts", "loss"),
    [
        # c / 10:          0.5      1       -1
        # b2:              HALF    2 HALF    0 (relu)
        # action:          2       2.6       1
        # V:              10      13.6       4
        # errors c - V:   -5      -3.6     -14
        # squared:        25      12.96    196
        ((1, 1, 1), (25 + 12.96 + 196) / 3),
        ((3, 1, 0), (3 * 25 + 12.96) / 4),
        ((0, 0, 5), 196),
    ],
)
def test_the_generator_loss_is_the_counted_mean_squared_error_worked_by_hand(counts, loss):
    commands, counts = jnp.array([5.0, 10.0, -10.0]), jnp.array(counts, jnp.float32)
    assert generator_loss(hand_generator(), hand_evaluator(), commands, counts) == pytest.approx(
        loss, rel=1e-5
    )


@pytest.mark.parametrize("recall", [1.0, 0.25])
def test_the_generator_loss_counts_how_far_it_is_from_the_best_policy_as_worked_by_hand(recall):
    # For its return, 5, an action of 2 is written (above), the best took one of -0.4. Actions lie in [-1, 3], so that
    # is 2.4 / 4 = 0.6 of their range, and 6 of the span of 10. Beside it two commands as above.
    best = Best(jnp.float32(5.0), jnp.array([-0.4]))
    commands, counts = jnp.array([10.0, -10.0]), jnp.array([3.0, 1.0])
    loss = generator_loss(hand_generator(), hand_evaluator(), commands, counts, best, recall)
    assert loss == pytest.approx((3 * 12.96 + 196 + recall * 36) / 5, rel=1e-5)
    without = generator_loss(hand_generator(), hand_evaluator(), commands, counts)
    assert without == pytest.approx((3 * 12.96 + 196) / 4, rel=1e-5)


def test_where_an_action_cannot_vary_policies_do_not_differ():
    shape = PolicyShape(1, (16,), "continuous", (-1.0, 2.0), (3.0, 2.0))
    evaluator = Evaluator(shape, probing_states=2, hidden_sizes=(1,), rng=np.random.default_rng(0))
    one, other = jnp.array([0.0, 2.0, 1.0, 2.0]), jnp.array([2.0, 2.0, 1.0, 2.0])
    # apart by 2 of a range of 4 in one of four actions
    assert evaluator.difference(one, other) == pytest.approx(0.25 / 4)
    assert np.isfinite(jax.grad(evaluator.difference)(one, one)).all()


def test_the_gradient_of_the_generator_loss_goes_through_the_policy_as_worked_by_hand():
    _, gradient = value_and_gradient(generator_loss)(
        hand_generator(), hand_evaluator(), jnp.array([5.0]), jnp.ones(1)
    )
    # d loss / d b = -2 (c - V) * dV/da * da/d b2 * d b2/d b, b the last bias of the output's bias network
    #   = -2 (-5) * (2 * 3) * (2 (1 - 0.5^2)) * 2 = 10 * 6 * 1.5 * 2 = 180
    assert gradient.output.bias.mlp.biases[1][0] == pytest.approx(180, rel=1e-4)


@pytest.mark.parametrize("hidden", [(16,), (32, 16), (16, 48, 32)])
def test_the_parameter_count_is_that_of_the_networks_that_are_made(hidden):
    shape = dataclasses.replace(SHAPE, hidden_sizes=hidden)
    algorithm = GoGePo(dataclasses.replace(TINY, policy_hidden=hidden), shape, SPAN, seed=0)
    learner = algorithm.init_learner()
    assert algorithm.parameter_count() == sum(
        leaf.size for leaf in arrays((learner.generator, learner.evaluator))
    )


# A round of updates


def draw(commands, returns=None, seed: int = 0) -> Batches:
    """One batch for each network: given commands for the generator, given returns for the evaluator."""
    rng = np.random.default_rng(seed)
    size = CONFIG.batch_size
    weights = np.stack([random_weights(POLICY, rng, 0.2) for _ in range(size)])
    returns = rng.uniform(0, 10, size) if returns is None else np.asarray(returns)
    return Batches(
        jnp.asarray(weights[0]),
        jnp.asarray(weights[None]),
        jnp.asarray(returns[None], jnp.float32),
        jnp.asarray(np.asarray(commands)[None], jnp.float32),
        jnp.asarray(weights[1]),
        jnp.float32(15.0),
    )


COMMANDS = np.linspace(-20, 70, CONFIG.batch_size)


@pytest.mark.parametrize("distinct", [1, 2, 5, 6, 7, 8])
def test_merged_commands_give_the_loss_and_the_gradient_of_unmerged_ones(distinct):
    commands = np.random.default_rng(0).permutation(np.resize(COMMANDS[:distinct], CONFIG.batch_size))
    assert len(np.unique(commands)) == distinct
    learners, metrics = zip(
        *(
            update_round(make().init().learner, draw(commands), CONFIG, Arithmetic(merge_commands=merge))
            for merge in (True, False)
        ),
        strict=True,
    )
    assert metrics[0].generator_loss == pytest.approx(float(metrics[1].generator_loss), rel=1e-5)
    assert metrics[0].generator_gradient_norm > 0
    # After one step Adam's first moment is the gradient times 1 - 0.9.
    gradients = [optax.tree.get(learner.generator_optimizer, "mu") for learner in learners]
    for merged, plain in zip(*map(arrays, gradients), strict=True):
        np.testing.assert_allclose(merged, plain, rtol=1e-3, atol=1e-5 * np.abs(plain).max() + 1e-9)


def test_a_round_in_another_arrangement_or_precision_is_the_same_round():
    before = arrays(make().init().learner)
    (plain, metrics), (rows, metrics_of_rows), *lower = (
        update_round(make().init().learner, draw(COMMANDS), CONFIG, arithmetic)
        for arithmetic in (
            Arithmetic(),
            Arithmetic(accelerated=True, merge_commands=False),
            Arithmetic(accelerated=True, merge_commands=False, precision="bfloat16"),
            Arithmetic(precision="bfloat16"),
        )
    )
    np.testing.assert_allclose(np.array(metrics), np.array(metrics_of_rows), rtol=1e-4)
    # After one step Adam's first moment is the gradient times 1 - 0.9.
    for name in ("generator_optimizer", "evaluator_optimizer"):
        gradients = [optax.tree.get(getattr(learner, name), "mu") for learner in (plain, rows)]
        for one, other in zip(*map(arrays, gradients), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-5 * np.abs(one).max() + 1e-9)
    assert any(np.any(old != new) for old, new in zip(before, arrays(rows), strict=True))
    for _, metrics_of_lower in lower:
        np.testing.assert_allclose(np.array(metrics), np.array(metrics_of_lower), rtol=0.05, atol=0.05)
        for in_float32 in (metrics, metrics_of_rows):  # it was computed in another precision
            assert np.any(np.array(in_float32) != np.array(metrics_of_lower))


def test_a_round_fits_the_evaluator_first_and_then_the_generator_to_the_new_evaluator():
    batches = draw(COMMANDS)
    before = make().init().learner
    after, metrics = update_round(make().init().learner, batches, CONFIG, Arithmetic())
    ones = jnp.ones(CONFIG.batch_size)

    loss, gradient = value_and_gradient(evaluator_loss)(
        before.evaluator, batches.weights[0], batches.returns[0]
    )
    assert metrics.evaluator_loss == pytest.approx(float(loss), rel=1e-5)
    assert metrics.evaluator_gradient_norm == pytest.approx(float(optax.tree.norm(gradient)), rel=1e-4)
    assert_first_adam_step(before.evaluator, after.evaluator, gradient, CONFIG.evaluator_learning_rate)

    def best_as_seen_by(evaluator: Evaluator) -> Best:
        return Best(batches.best_return, evaluator.fingerprint(batches.best[None])[0])

    old = eqx.filter_jit(generator_loss)(
        before.generator, before.evaluator, batches.commands[0], ones, best_as_seen_by(before.evaluator), 1.0
    )
    loss, gradient = value_and_gradient(generator_loss)(
        before.generator, after.evaluator, batches.commands[0], ones, best_as_seen_by(after.evaluator), 1.0
    )
    assert abs(old - loss) > 1e-3 * loss  # so that the next line can tell which evaluator it was
    assert metrics.generator_loss == pytest.approx(float(loss), rel=1e-5)
    assert metrics.generator_gradient_norm == pytest.approx(float(optax.tree.norm(gradient)), rel=1e-4)
    assert_first_adam_step(before.generator, after.generator, gradient, CONFIG.generator_learning_rate)


def assert_first_adam_step(before, after, gradient, learning_rate: float) -> None:
    """Adam's first step is the learning rate against the gradient's sign, whatever its size."""
    checked = 0
    for old, new, slope in zip(arrays(before), arrays(after), arrays(gradient), strict=True):
        clear = np.abs(slope) > 1e-3
        step = (new - old)[clear]
        np.testing.assert_allclose(step, -learning_rate * np.sign(slope[clear]), rtol=1e-2, atol=1e-7)
        np.testing.assert_array_equal(new[slope == 0], old[slope == 0])
        checked += step.size
    assert checked > 20  # most of the evaluator's 31 parameters, or some of the generator's


def test_predicted_return_is_the_evaluators_word_on_the_newest_policy_before_the_round():
    algorithm = make()
    state, [request] = algorithm.ask(algorithm.init())
    predicted = algorithm.predict_return(state, request.weights[None])
    state, metrics, _ = algorithm.tell(state, [request], [episode(30.0)])
    assert metrics["predicted_return"] == pytest.approx(float(predicted[0]), abs=1e-5)
    assert abs(algorithm.predict_return(state, request.weights[None])[0] - predicted[0]) > 1e-3


def test_the_evaluator_is_frozen_while_the_generator_learns():
    with_generator, _ = play(make(), [10.0])
    without, _ = play(make(generator_updates=0), [10.0])
    assert_equal(with_generator.learner.evaluator, without.learner.evaluator)
    assert_equal(with_generator.learner.evaluator_optimizer, without.learner.evaluator_optimizer)
    assert_equal(without.learner.generator, make().init().learner.generator)
    assert some_differ(with_generator.learner.generator, without.learner.generator)
    assert some_differ(without.learner.evaluator, make().init().learner.evaluator)


def test_a_round_makes_as_many_updates_of_each_network_as_the_config_says():
    state, _ = play(make(), [1.0, 2.0])
    assert updates(state.learner) == (2 * CONFIG.evaluator_updates, 2 * CONFIG.generator_updates)


def updates(learner: Learner) -> tuple[int, int]:
    """Of the evaluator and of the generator, as their optimisers have counted them."""
    return (
        int(optax.tree.get(learner.evaluator_optimizer, "count")),
        int(optax.tree.get(learner.generator_optimizer, "count")),
    )


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 3e30])  # the last one's square overflows
def test_a_return_that_is_not_finite_skips_its_updates_and_leaves_both_networks_alone(bad, merge):
    poisoned = COMMANDS.copy()
    poisoned[3] = bad
    learner, metrics = update_round(
        make().init().learner, draw(poisoned, poisoned), CONFIG, Arithmetic(merge_commands=merge)
    )
    assert_equal(learner, make().init().learner)  # networks and optimisers
    assert metrics.skipped_updates == 2
    # What follows goes on as if the poisoned batch had never been.
    learner, metrics = update_round(learner, draw(COMMANDS), CONFIG, Arithmetic(merge_commands=merge))
    assert metrics.skipped_updates == 0
    expected, _ = update_round(
        make().init().learner, draw(COMMANDS), CONFIG, Arithmetic(merge_commands=merge)
    )
    assert_equal(learner, expected)
    assert updates(learner) == (1, 1)


def test_bad_commands_alone_skip_the_generator_only():
    learner, metrics = update_round(
        make().init().learner, draw(np.full(CONFIG.batch_size, np.inf)), CONFIG, Arithmetic()
    )
    assert metrics.skipped_updates == 1
    assert updates(learner) == (1, 0)
    assert_equal(learner.generator, make().init().learner.generator)
    assert np.all([np.isfinite(leaf).all() for leaf in arrays(learner)])


def test_telling_a_return_that_is_not_finite_counts_every_update_of_the_round_as_skipped():
    state, [metrics] = play(make(), [np.inf])
    assert metrics["skipped_updates"] == CONFIG.evaluator_updates + CONFIG.generator_updates
    assert_equal(state.learner, make().init().learner)
    assert state.episodes == 1


# Commands


def test_the_first_command_is_zero_and_the_next_are_the_best_return_plus_the_drive():
    algorithm = make()
    state = algorithm.init()
    commands = []
    for training_return in (-50.0, 30.0, 10.0):
        state, [request] = algorithm.ask(state)
        commands.append(request.command)
        state = algorithm.tell(state, [request], [episode(training_return)]).state
    assert commands == [0.0, -30.0, 50.0]
    assert algorithm.command(state) == 50.0
    assert make(drive=0.0).command(state) == 30.0
    assert make(drive=0.0, first_command=7.0).command(algorithm.init()) == 7.0
    assert make(first_command=7.0).command(state) == 50.0


@pytest.mark.parametrize(("normalize", "best"), [(True, 30.0), (False, 200.0)])
def test_a_first_return_had_without_a_normaliser_is_asked_for_once(normalize, best):
    algorithm = make(normalize_observations=normalize)
    state, _ = play(algorithm, [200.0])
    assert algorithm.command(state) == 220.0
    state, _ = play(algorithm, [200.0, 30.0, 10.0])
    assert state.best_return == best
    assert algorithm.command(state) == best + 20.0


@pytest.mark.parametrize("rehearsals", [0, 1, 3])
def test_the_generator_rehearses_the_command_that_is_asked_for_next(rehearsals):
    algorithm = make(rehearsals=rehearsals, recall=0.0)
    state, _ = play(algorithm, [-5.0, 30.0])
    state, [request] = algorithm.ask(state)
    after, lesson, _ = algorithm.observe(state, [request], [episode(40.0)], state.memory.slots)
    _, batches = store_and_draw(state.memory, jax.tree.map(jnp.asarray, lesson), "float32")
    assert batches.commands.shape == (CONFIG.generator_updates, CONFIG.batch_size)
    rehearsed, drawn = np.split(np.asarray(batches.commands), [rehearsals], axis=1)
    assert (rehearsed == 60.0).all()  # the best return, 40, and the drive
    assert algorithm.ask(after._replace(learner=state.learner))[1][0].command == 60.0
    plain = make(rehearsals=0, recall=0.0)
    _, without, _ = plain.observe(state, [request], [episode(40.0)], state.memory.slots)
    all_drawn = np.array([-5.0, 30.0, 40.0])[without.for_generator]
    np.testing.assert_array_equal(drawn, all_drawn[:, rehearsals:])
    assert set(np.unique(all_drawn)) <= {-5.0, 30.0, 40.0}


@pytest.mark.parametrize(
    ("returns", "normalize", "capacity", "best"),
    [
        ([90.0], True, 100, 0),
        ([90.0, -5.0], True, 100, 1),  # what was played without a normaliser is no example (D25)
        ([90.0, -5.0], False, 100, 0),
        ([90.0, -5.0, 30.0, 10.0], True, 100, 2),
        ([0.0, -9.0, -5.0, -5.0, -7.0], True, 100, 3),  # of equal ones the newest; empty slots are none
        ([0.0, 50.0, -5.0, 20.0, -7.0], True, 3, 3),  # the best has left the archive
        ([0.0, -9.0, 8.0, 8.0, 8.0], True, 4, 4),
        ([0.0, -9.0, 8.0, 8.0, 7.0], True, 4, 3),
    ],
)
def test_the_best_policy_of_the_archive_is_recalled(returns, normalize, capacity, best):
    algorithm = make(normalize_observations=normalize, archive_capacity=capacity)
    state = algorithm.init()
    asked = []
    for paid in returns[:-1]:
        state, [request] = algorithm.ask(state)
        asked.append(request.weights)
        state = algorithm.tell(state, [request], [episode(paid)]).state
    state, [request] = algorithm.ask(state)
    asked.append(request.weights)
    memory = make_room(state.memory, state.episodes, capacity)
    _, lesson, _ = algorithm.observe(state, [request], [episode(returns[-1])], memory.slots)
    _, batches = store_and_draw(memory, jax.tree.map(jnp.asarray, lesson), "float32")
    assert batches.best_return == returns[best]
    np.testing.assert_array_equal(batches.best, asked[best])
    assert batches.commands.shape == (CONFIG.generator_updates, CONFIG.batch_size - 1)


@pytest.mark.parametrize("arithmetic", [Arithmetic(), Arithmetic(accelerated=True, merge_commands=False)])
@pytest.mark.parametrize("recall", [0.0, 1.0])
def test_the_generator_comes_to_act_as_the_best_policy_did_if_it_recalls_it(recall, arithmetic):
    config = dataclasses.replace(CONFIG, recall=recall, generator_learning_rate=1e-3)
    learner = make().init().learner
    batches = draw(np.zeros(0 if recall else 1))._replace(best_return=jnp.float32(40.0))

    def difference(learner: Learner) -> float:
        written = learner.evaluator.fingerprint(learner.generator(batches.best_return[None]))[0]
        return float(
            learner.evaluator.difference(written, learner.evaluator.fingerprint(batches.best[None])[0])
        )

    before = difference(learner)
    for _ in range(200):
        learner, _ = update_round(learner, batches, config, arithmetic)
    assert (difference(learner) < 0.1 * before) == bool(recall)


@pytest.mark.parametrize("arithmetic", [Arithmetic(), Arithmetic(accelerated=True, merge_commands=False)])
@pytest.mark.parametrize("leak", [0.0, 0.01])
def test_an_evaluator_whose_units_are_all_closed_opens_them_again_if_they_leak(leak, arithmetic):
    algorithm = make(evaluator_leak=leak, evaluator_learning_rate=0.05)
    batches = draw(COMMANDS[1:])
    learner = algorithm.init().learner
    closed = learner.evaluator.mlp.biases[0] - 100
    learner = eqx.tree_at(lambda learner: learner.evaluator.mlp.biases[0], learner, closed)

    def told_apart(learner: Learner) -> float:
        return float(np.ptp(learner.evaluator(batches.weights[0])))

    assert told_apart(learner) == (0 if leak == 0 else pytest.approx(0, abs=0.1))
    for _ in range(1500):
        learner, _ = update_round(learner, batches, algorithm.config, arithmetic)
    assert told_apart(learner) == 0 if leak == 0 else told_apart(learner) > 3  # returns are 0 to 10


def test_the_policy_is_for_the_best_return_without_drive_and_without_noise():
    algorithm = make()
    assert algorithm.policy(algorithm.init()).command == 0.0
    state, _ = play(algorithm, [-5.0, 30.0, 10.0])
    by_default = algorithm.policy(state)
    assert by_default.command == 30.0
    np.testing.assert_array_equal(by_default.weights, algorithm.policy(state, 30.0).weights)
    np.testing.assert_allclose(by_default.weights, state.learner.generator(jnp.array([30.0]))[0], atol=1e-6)
    assert np.any(by_default.weights != algorithm.policy(state, 50.0).weights)


# Asking


@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_noise_on_asked_weights_has_the_requested_standard_deviation(noise):
    algorithm = make(noise=noise)
    state = make().init()  # the noise is no part of it
    draws = []
    for _ in range(20):
        state, [request] = algorithm.ask(state)
        draws.append(request.weights - algorithm.policy(state, request.command).weights)
    draws = np.array(draws)
    standard_error = noise / np.sqrt(draws.size)
    assert draws.mean() == pytest.approx(0, abs=4 * standard_error)
    assert draws.std() == pytest.approx(noise, abs=4 * standard_error)
    assert len(np.unique(draws[:, 0])) == 20  # a new draw for each attempt


def test_noise_that_varies_has_any_size_up_to_the_requested_one():
    algorithm = make(noise=0.5, vary_noise=True)
    state, sizes, largest = algorithm.init(), [], make(noise=0.5)
    for _ in range(40):
        _, [full] = largest.ask(state)
        state, [request] = algorithm.ask(state)
        written = algorithm.policy(state, request.command).weights
        share = (request.weights - written) / (full.weights - written)  # the same draw, but smaller
        np.testing.assert_allclose(share, np.median(share), rtol=1e-2)
        sizes.append(np.median(share))
    assert 0 <= min(sizes) < 0.1
    assert 0.9 < max(sizes) <= 1
    assert np.mean(sizes) == pytest.approx(0.5, abs=4 * np.sqrt(1 / 12 / 40))


@pytest.mark.parametrize(("best", "varies"), [(59.9, False), (60.0, True)])
def test_who_refines_varies_the_noise_from_the_middle_of_the_return_range_on(best, varies):
    def task(**changes) -> GoGePo:
        return dataclasses.replace(make(noise=0.5, **changes), return_span=100.0, highest_return=110.0)

    state, _ = play(task(refine=True), [5.0, best, 30.0])
    _, [request] = task(refine=True).ask(state)
    _, [expected] = task(vary_noise=varies).ask(state)
    _, [other] = task(vary_noise=not varies).ask(state)
    np.testing.assert_array_equal(request.weights, expected.weights)
    assert some_differ(request.weights, other.weights)


@pytest.mark.parametrize("overreach", [1.0, 0.25])
def test_overreaching_asks_for_anything_up_to_that_share_of_what_the_range_leaves(overreach):
    algorithm = dataclasses.replace(make(overreach=overreach, drive=20.0), highest_return=130.0)
    state, _ = play(algorithm, [-5.0, 30.0, 10.0])
    commands = []
    for _ in range(60):
        state, [request] = algorithm.ask(state)
        commands.append(request.command)
    shares = (np.array(commands) - 50) / 80  # of what lies between 30 + 20 and 130
    assert 0 <= shares.min() < 0.1 * overreach
    assert 0.9 * overreach < shares.max() <= overreach
    assert shares.mean() == pytest.approx(overreach / 2, abs=overreach * 4 * np.sqrt(1 / 12 / 60))


def test_what_is_rehearsed_and_evaluated_does_not_overreach():
    algorithm = dataclasses.replace(make(overreach=1.0), highest_return=1000.0)
    state, [request] = algorithm.ask(algorithm.init())
    after, lesson, _ = algorithm.observe(state, [request], [episode(7.0)], 10)
    assert lesson is not None
    np.testing.assert_array_equal(lesson.rehearsed, [algorithm.command(after)])
    assert algorithm.policy(after).command == after.best_return


def test_nobody_overreaches_where_the_range_leaves_nothing():
    for highest in (-np.inf, 30.0):
        algorithm = dataclasses.replace(make(overreach=1.0), highest_return=highest)
        state, _ = play(algorithm, [-5.0, 30.0])
        assert algorithm.ask(state)[1][0].command == algorithm.command(state)


def beginner(**changes) -> GoGePo:
    """Begins anew where the best return has not risen by 20 in three episodes and is below 60."""
    return dataclasses.replace(
        make(restart_after=3, noise=0.0, **changes), return_span=100.0, highest_return=110.0
    )


def test_a_run_that_is_stuck_begins_anew():
    algorithm = beginner()
    state, rounds = play(algorithm, [5.0, 50.0, 40.0, 30.0, 20.0])
    assert (state.best_return, state.risen_to, state.risen_at, state.begun) == (50.0, 50.0, 2, 0)
    assert algorithm.policy(state).command == 50.0  # what it has is evaluated until it asks again
    archive = arrays(state.memory)
    after, [request] = algorithm.ask(state)
    fresh = algorithm.init_learner(5)
    assert_equal(after.learner, fresh)
    assert some_differ(fresh.generator, algorithm.init_learner().generator)
    assert request.command == algorithm.config.first_command
    np.testing.assert_allclose(request.weights, fresh.generator(jnp.array([0.0]))[0], atol=1e-6)
    np.testing.assert_array_equal(request.normalizer.mean, 0)
    np.testing.assert_array_equal(request.normalizer.deviation, 1)
    assert (after.begun, after.risen_at, after.heard, after.episodes, after.attempts) == (5, 5, 0, 5, 6)
    assert after.best_return == after.risen_to == -np.inf
    assert algorithm.policy(after).command == algorithm.config.first_command
    for before, now in zip(archive, arrays(after.memory), strict=True):
        np.testing.assert_array_equal(before, now)
    told = algorithm.tell(after, [request], [episode(-3.0)]).state
    assert (told.best_return, told.risen_to, told.risen_at, told.heard) == (-3.0, -3.0, 6, 1)
    assert algorithm.remembered_returns(told).tolist() == [-3.0]
    assert [each["begun"] for each in rounds] == [0] * 5


@pytest.mark.parametrize(
    ("returns", "changes"),
    [
        ([5.0, 50.0, 40.0, 30.0], {}),  # too soon
        ([5.0, 20.0, 10.0, 0.0, 40.0], {}),  # it rose by as much as the drive
        ([5.0, 20.0, 29.0, 35.0, 40.0], {}),  # the same in small steps
        ([90.0, 20.0, 10.0, 40.0], {}),  # the first return counts for one episode (D25)
        ([5.0, 20.0, 10.0, 0.0, 20.5], {"drive": 0.0}),  # without a drive any better return counts
        ([5.0, 60.0, 40.0, 30.0, 20.0], {}),  # the best is in the upper half
        ([5.0, 50.0, 40.0, 30.0, 20.0], {"restart_after": 0}),
    ],
)
def test_a_run_that_is_not_stuck_goes_on(returns, changes):
    algorithm = dataclasses.replace(beginner(), config=dataclasses.replace(beginner().config, **changes))
    state, rounds = play(algorithm, returns)
    after, [request] = algorithm.ask(state)
    assert after.learner is state.learner
    assert after.begun == 0
    assert request.command == algorithm.command(state) == max(returns[1:]) + algorithm.config.drive
    assert ("begun" in rounds[-1]) == (algorithm.config.restart_after > 0)


@pytest.mark.parametrize("drive", [0.0, 20.0])
def test_a_best_return_that_rises_by_less_than_the_drive_is_stuck(drive):
    algorithm = beginner(drive=drive)
    state, _ = play(algorithm, [5.0, 20.0, 25.0, 30.0, 39.0])
    assert algorithm.is_stuck(state) == (drive > 0)
    assert (state.best_return, state.risen_to) == (39.0, 20.0 if drive else 39.0)


def test_nobody_begins_anew_where_the_range_is_not_known():
    algorithm = make(restart_after=1)
    state, _ = play(algorithm, [5.0, 4.0, 3.0, 2.0])
    assert not algorithm.is_stuck(state)


def test_what_began_anew_learns_from_its_own_policies_only():
    algorithm = beginner(recall=1.0, archive_capacity=4)
    state, _ = play(algorithm, [5.0, 50.0, 40.0, 30.0, 20.0])
    state, requests = algorithm.ask(state)
    for number, training_return in enumerate([8.0, 3.0, 7.0, 2.0, 1.0]):  # told as episodes 6, 7, ...
        own = {episode % 4 for episode in range(max(5, 2 + number), 6 + number)}
        after, lesson, _ = algorithm.observe(state, requests, [episode(training_return)], 4)
        assert lesson is not None
        assert lesson.slot == (5 + number) % 4
        assert set(lesson.for_evaluator.ravel()) <= own
        assert set(lesson.for_generator.ravel()) <= own
        assert len(own) == 1 or len(set(lesson.for_generator.ravel())) > 1
        # Its first policy was played on raw observations: asked for once, and never recalled (D25).
        assert lesson.recallable == max(1, min(number, 4))
        assert after.best_return == (8.0 if number == 0 else 3.0 if number == 1 else 7.0)
        state = after


def test_without_noise_the_generated_weights_are_asked_as_they_are():
    algorithm = make(noise=0.0)
    state, [request] = algorithm.ask(make().init())
    np.testing.assert_array_equal(request.weights, algorithm.policy(state, request.command).weights)


def test_asking_changes_nothing_but_the_count_of_attempts():
    algorithm = make()
    state, _ = play(algorithm, [3.0])
    learner, archive = arrays(state.learner), arrays(state.memory)
    after, [request] = algorithm.ask(state)
    assert request.index == state.attempts == 1
    assert after.attempts == 2
    assert after._replace(attempts=1) == state
    for now, before in zip(
        [*arrays(after.learner), *arrays(after.memory)], [*learner, *archive], strict=True
    ):
        np.testing.assert_array_equal(now, before)
    _, [again] = algorithm.ask(state)
    np.testing.assert_array_equal(again.weights, request.weights)


# Telling


def test_the_archive_keeps_the_asked_weights_with_the_training_return():
    algorithm = make()
    state, [request] = algorithm.ask(algorithm.init())
    weights = request.weights.copy()
    paid = Episode(0, 99.0, 5.0, 94, True, Moments.of(np.zeros((1, 3))))  # a survival bonus of 1
    state = algorithm.tell(state, [request], [paid]).state
    assert state.best_return == 5.0
    np.testing.assert_array_equal(state.memory.weights[0], weights)
    assert state.memory.returns[0] == 5.0


@pytest.mark.parametrize("normalize", [True, False])
def test_observations_are_counted_where_they_are_normalised(normalize):
    algorithm = make(normalize_observations=normalize)
    state, [request] = algorithm.ask(make().init())
    assert request.normalizer.deviation.tolist() == [1, 1, 1]
    observations = np.array([[1.0, 2.0, 3.0], [3.0, 6.0, 3.0]])
    seen = Episode(0, 1.0, 1.0, 2, True, Moments.of(observations))
    state = algorithm.tell(state, [request], [seen]).state
    _, [request] = algorithm.ask(state)
    mean, deviation = request.normalizer.mean.tolist(), request.normalizer.deviation.tolist()
    assert (mean, deviation) == (([2, 4, 3], [1, 2, 1]) if normalize else ([0, 0, 0], [1, 1, 1]))


# Seeds


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    returns = [3.0, 40.0, -7.0]
    first, of_first = play(make(seed=1), returns)
    again, of_again = play(make(seed=1), returns)
    other, of_other = play(make(seed=2), returns)
    assert_equal(first.learner, again.learner)
    assert_equal(first.memory, again.memory)
    assert of_first == of_again
    assert some_differ(first.learner.generator, other.learner.generator)
    assert some_differ(first.learner.evaluator, other.learner.evaluator)
    assert of_first[0]["evaluator_loss"] != of_other[0]["evaluator_loss"]
