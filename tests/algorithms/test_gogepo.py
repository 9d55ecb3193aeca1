"""Algorithm 1: its losses against numbers worked by hand, and what each of its steps promises."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from gogepo.algorithms.gogepo import (
    GoGePo,
    Learner,
    Lesson,
    RoundMetrics,
    SavedLearner,
    evaluator_loss,
    generator_loss,
)
from gogepo.algorithms.protocol import State, _compiled_learn, ask, init, learn_on_device, policy, tell
from gogepo.config import GoGePoConfig
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode, Request
from gogepo.memory.archive import Drawn, store_and_draw
from gogepo.networks.arithmetic import CPU, Arithmetic
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.presets import with_preset
from gogepo.types import PolicyShape
from toys import SHAPE, SPAN, TINIER, TINY, episode, random_weights

CONFIG = TINIER
POLICY = dataclasses.replace(SHAPE, hidden_sizes=CONFIG.policy_hidden)
ACCELERATED = Arithmetic(accelerated=True, merge_commands=False)
BY_PRESET: dict[str, Any] = {name: None for name, value in vars(GoGePoConfig()).items() if value is None}


def make(seed: int = 0, arithmetic: Arithmetic = CPU, **changes: Any) -> GoGePo:
    return GoGePo(dataclasses.replace(CONFIG, **changes), POLICY, SPAN, seed, arithmetic)


def of_preset(preset: str, env: str = "ToyTarget-v0", **changes: Any) -> GoGePo:
    """Small networks with all else as the preset says."""
    config: Any = dataclasses.replace(CONFIG, **(BY_PRESET | {"preset": preset, "batch_size": 16} | changes))
    return GoGePo(with_preset(config, env), POLICY, SPAN, 0)


def play(algorithm: GoGePo, returns: list[float]) -> tuple[State, list[dict[str, float]]]:
    """Ask and tell, once for each return; the metrics of each round too."""
    state, rounds = init(algorithm), []
    for training_return in returns:
        state, requests = ask(algorithm, state)
        state, metrics, finished = tell(algorithm, state, requests, [episode(training_return)])
        assert [(each.position, each.episode.training_return) for each in finished] == [(0, training_return)]
        rounds.append(metrics)
    return state, rounds


def saved(learner: Learner) -> SavedLearner:
    """Its networks and optimisers array by array."""
    return make().saved(learner)


def fresh(seed: int = 0) -> SavedLearner:
    return saved(make(seed).init_learner())


def arrays(tree: Any) -> list[np.ndarray]:
    """Copies, which outlive the donation of a state to `tell`."""
    return [np.array(leaf) for leaf in jax.tree.leaves(eqx.filter(tree, eqx.is_array))]


def assert_equal(tree: Any, other: Any) -> None:
    for ours, theirs in zip(arrays(tree), arrays(other), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def some_differ(tree: Any, other: Any) -> bool:
    return any(np.any(ours != theirs) for ours, theirs in zip(arrays(tree), arrays(other), strict=True))


def value_and_gradient(loss: Callable[..., Any]) -> Any:
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
    sizes = algorithm.sizes()
    assert sizes.parameters == learner.generator.vector.size + learner.evaluator.vector.size
    assert sizes.learner == sum(leaf.size for leaf in arrays(learner)) - 2  # Adam counts its steps
    assert sizes.policy == shape.weights_size + 1


# A round of updates


def draw(commands: Any, returns: Any = None, seed: int = 0, counting: int = CONFIG.batch_size) -> Lesson:
    """One batch for each network: given commands for the generator, the first rehearsed, and returns for the evaluator."""
    rng = np.random.default_rng(seed)
    size = CONFIG.batch_size
    weights = jnp.asarray(np.stack([random_weights(POLICY, rng, 0.2) for _ in range(size)]))
    returns = rng.uniform(0, 10, size) if returns is None else np.asarray(returns)
    commands = jnp.asarray(commands, jnp.float32)
    drawn = Drawn(weights[0], weights[None], jnp.asarray(returns[None], jnp.float32), commands[None, 1:])
    counts = jnp.asarray(np.arange(size) < counting, jnp.float32)
    return Lesson(drawn, counts, commands[:1])


def learned(
    lesson: Lesson, algorithm: GoGePo | None = None, learner: Learner | None = None
) -> tuple[Learner, RoundMetrics]:
    """After a round, compiled as in training. A given learner is consumed."""
    algorithm = algorithm or make()
    return learn_on_device(algorithm)(learner or algorithm.init_learner(), lesson)


COMMANDS = np.linspace(-20, 70, CONFIG.batch_size)


@pytest.mark.parametrize("distinct", [1, 2, 5, 6, 7, 8])
def test_merged_commands_give_the_loss_and_the_gradient_of_unmerged_ones(distinct: int):
    commands = np.random.default_rng(0).permutation(np.resize(COMMANDS[:distinct], CONFIG.batch_size))
    assert len(np.unique(commands)) == distinct
    assert_merging_changes_nothing(draw(commands), CONFIG)


def assert_merging_changes_nothing(lesson: Lesson, config: GoGePoConfig) -> None:
    learners, metrics = zip(
        *(
            learned(lesson, GoGePo(config, POLICY, SPAN, 0, Arithmetic(merge_commands=merge)))
            for merge in (True, False)
        ),
        strict=True,
    )
    assert metrics[0].generator_loss == pytest.approx(float(metrics[1].generator_loss), rel=1e-5)
    assert metrics[0].generator_gradient_norm > 0
    # After one step Adam's first moment is the gradient times 1 - 0.9.
    gradients = [optax.tree.get(saved(learner).generator_optimizer, "mu") for learner in learners]
    for merged, plain in zip(*map(arrays, gradients), strict=True):
        np.testing.assert_allclose(merged, plain, rtol=1e-3, atol=1e-5 * np.abs(plain).max() + 1e-9)


def test_a_round_in_another_arrangement_or_precision_is_the_same_round():
    before = arrays(fresh())
    (plain, metrics), (rows, metrics_of_rows), *lower = (
        learned(draw(COMMANDS), make(arithmetic=arithmetic))
        for arithmetic in (
            CPU,
            ACCELERATED,
            dataclasses.replace(ACCELERATED, precision="bfloat16"),
            Arithmetic(precision="bfloat16"),
        )
    )
    np.testing.assert_allclose(np.array(metrics), np.array(metrics_of_rows), rtol=1e-4)
    # After one step Adam's first moment is the gradient times 1 - 0.9.
    for name in ("generator_optimizer", "evaluator_optimizer"):
        gradients = [optax.tree.get(getattr(saved(learner), name), "mu") for learner in (plain, rows)]
        for one, other in zip(*map(arrays, gradients), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-5 * np.abs(one).max() + 1e-9)
    assert any(np.any(old != new) for old, new in zip(before, arrays(saved(rows)), strict=True))
    for _, metrics_of_lower in lower:
        np.testing.assert_allclose(np.array(metrics), np.array(metrics_of_lower), rtol=0.05, atol=0.05)
        for in_float32 in (metrics, metrics_of_rows):  # it was computed in another precision
            assert np.any(np.array(in_float32) != np.array(metrics_of_lower))


def test_a_round_fits_the_evaluator_first_and_then_the_generator_to_the_new_evaluator():
    lesson = draw(COMMANDS)
    before = fresh()
    learner, metrics = learned(lesson)
    after, drawn = saved(learner), lesson.drawn
    assert drawn is not None

    loss, gradient = value_and_gradient(evaluator_loss)(before.evaluator, drawn.weights[0], drawn.returns[0])
    assert metrics.evaluator_loss == pytest.approx(float(loss), rel=1e-5)
    assert metrics.evaluator_gradient_norm == pytest.approx(float(optax.tree.norm(gradient)), rel=1e-4)
    assert_first_adam_step(before.evaluator, after.evaluator, gradient, CONFIG.evaluator_learning_rate)

    commands, ones = jnp.asarray(COMMANDS, jnp.float32), jnp.ones(CONFIG.batch_size)
    old = eqx.filter_jit(generator_loss)(before.generator, before.evaluator, commands, ones)
    loss, gradient = value_and_gradient(generator_loss)(before.generator, after.evaluator, commands, ones)
    assert abs(old - loss) > 1e-3 * loss  # so that the next line can tell which evaluator it was
    assert metrics.generator_loss == pytest.approx(float(loss), rel=1e-5)
    assert metrics.generator_gradient_norm == pytest.approx(float(optax.tree.norm(gradient)), rel=1e-4)
    assert_first_adam_step(before.generator, after.generator, gradient, CONFIG.generator_learning_rate)


def assert_first_adam_step(before: Any, after: Any, gradient: Any, learning_rate: float) -> None:
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
    state, [request] = ask(algorithm, init(algorithm))
    predicted = algorithm.predict_return(state, request.weights[None])
    state, metrics, _ = tell(algorithm, state, [request], [episode(30.0)])
    assert metrics["predicted_return"] == pytest.approx(float(predicted[0]), abs=1e-5)
    assert abs(algorithm.predict_return(state, request.weights[None])[0] - predicted[0]) > 1e-3


def test_the_evaluator_is_frozen_while_the_generator_learns():
    with_generator, without = (
        saved(play(make(**changes), [10.0])[0].learner) for changes in ({}, {"generator_updates": 0})
    )
    assert_equal(with_generator.evaluator, without.evaluator)
    assert_equal(with_generator.evaluator_optimizer, without.evaluator_optimizer)
    assert_equal(without.generator, fresh().generator)
    assert some_differ(with_generator.generator, without.generator)
    assert some_differ(without.evaluator, fresh().evaluator)


def test_a_round_makes_as_many_updates_of_each_network_as_the_config_says():
    state, _ = play(make(), [1.0, 2.0])
    assert updates(state.learner) == (2 * 2, 2 * 3)


def updates(learner: Learner) -> tuple[int, int]:
    """Of the evaluator and of the generator, as their optimisers have counted them."""
    return (
        int(optax.tree.get(learner.evaluator.optimizer, "count")),
        int(optax.tree.get(learner.generator.optimizer, "count")),
    )


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 3e30])  # the last one's square overflows
def test_a_return_that_is_not_finite_skips_its_updates_and_leaves_both_networks_alone(
    bad: float, merge: bool
):
    algorithm = make(arithmetic=Arithmetic(merge_commands=merge))
    poisoned = COMMANDS.copy()
    poisoned[3] = bad
    learner, metrics = learned(draw(poisoned, poisoned), algorithm)
    assert_equal(learner, make().init_learner())  # networks and optimisers
    assert metrics.skipped_updates == 2
    # What follows goes on as if the poisoned batch had never been.
    learner, metrics = learned(draw(COMMANDS), algorithm, learner)
    assert metrics.skipped_updates == 0
    expected, _ = learned(draw(COMMANDS), algorithm)
    assert_equal(learner, expected)
    assert updates(learner) == (1, 1)


def test_bad_commands_alone_skip_the_generator_only():
    learner, metrics = learned(draw(np.full(CONFIG.batch_size, np.inf)))
    assert metrics.skipped_updates == 1
    assert updates(learner) == (1, 0)
    assert_equal(learner.generator, make().init_learner().generator)
    assert np.all([np.isfinite(leaf).all() for leaf in arrays(learner)])


def test_telling_a_return_that_is_not_finite_counts_every_update_of_the_round_as_skipped():
    state, [metrics] = play(make(), [np.inf])
    assert metrics["skipped_updates"] == 2 + 3
    assert_equal(state.learner, make().init_learner())
    assert state.episodes == 1


def test_seeds_share_the_program_of_a_round():
    """Compiling one takes longer than many rounds of it."""
    learned(draw(COMMANDS), make(seed=0))
    compiled = _compiled_learn(GoGePo.learn)._cache_size()
    learned(draw(COMMANDS), make(seed=1))
    assert _compiled_learn(GoGePo.learn)._cache_size() == compiled


# Batches that are not full (D5)


@pytest.mark.parametrize(
    ("counts", "loss"),
    [((1, 1, 0), 13 / 2), ((0, 1, 0), 9), ((1, 0, 1), 4 / 2), ((2, 1, 1), (2 * 4 + 9) / 4)],
)
def test_the_evaluator_loss_counts_policies_as_worked_by_hand(counts: tuple[int, ...], loss: float):
    # The errors of the three are 2, -3 and 0, as above.
    weights = jnp.array([[0, 0, 0, HALF], [0, 0, 0, 0], [0, 0, 0, -30]], jnp.float32)
    returns = jnp.array([12.0, 1.0, -4.0])
    counted = jnp.array(counts, jnp.float32)
    found, gradient = value_and_gradient(evaluator_loss)(hand_evaluator(), weights, returns, CPU, counted)
    assert found == pytest.approx(loss, rel=1e-5)
    if max(counts) == 1:  # the loss of the smaller batch, and its gradient
        those = np.flatnonzero(counts)
        smaller, of_smaller = value_and_gradient(evaluator_loss)(
            hand_evaluator(), weights[those], returns[those]
        )
        assert found == pytest.approx(float(smaller), rel=1e-6)
        for one, other in zip(arrays(gradient), arrays(of_smaller), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("stored", "merge"), [(3, True), (3, False), (1, True)])
def test_a_round_of_a_batch_that_is_not_full_is_that_of_the_smaller_batch(stored: int, merge: bool):
    config = dataclasses.replace(CONFIG, rehearsals=0)
    arithmetic = Arithmetic(merge_commands=merge)
    release = GoGePo(dataclasses.replace(config, full_batches=False), POLICY, SPAN, 0, arithmetic)
    lesson = draw(np.append(0.0, COMMANDS), counting=stored)._replace(rehearsed=jnp.zeros(0))
    drawn = lesson.drawn
    assert drawn is not None
    smaller = drawn._replace(
        weights=drawn.weights[:, :stored],
        returns=drawn.returns[:, :stored],
        commands=drawn.commands[:, :stored],
    )
    full = GoGePo(dataclasses.replace(config, batch_size=stored), POLICY, SPAN, 0, arithmetic)
    (one, metrics), (other, metrics_of_smaller) = (
        learned(lesson, release),
        learned(Lesson(smaller, jnp.ones(stored), jnp.zeros(0)), full),
    )
    np.testing.assert_allclose(np.array(metrics), np.array(metrics_of_smaller), rtol=1e-4, atol=1e-6)
    for name in ("generator_optimizer", "evaluator_optimizer"):
        gradients = [optax.tree.get(getattr(saved(learner), name), "mu") for learner in (one, other)]
        for ours, theirs in zip(*map(arrays, gradients), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-5 * np.abs(theirs).max() + 1e-9)


# Presets


def heard(algorithm: GoGePo, returns: list[float]) -> State:
    """The state after episodes of these returns, without any round of updates."""
    state = init(algorithm)
    for training_return in returns:
        state, requests = asked(algorithm, state)
        state = algorithm.observe(state, requests, [episode(training_return)]).state
    return state


def asked(algorithm: GoGePo, state: State) -> tuple[State, list[Request]]:
    """What is asked for, but for the weights."""
    state, proposal = algorithm.propose(state)
    return state, proposal.requests(np.zeros(POLICY.weights_size, np.float32))


def test_by_the_paper_the_first_return_counts():
    """Algorithm 1: episodes that give 202 and then 5 are followed by one that is asked for 222 (D25)."""
    for preset, best in (("paper", 202.0), ("release", 202.0), ("default", 5.0)):
        algorithm = of_preset(preset)
        state = heard(algorithm, [202.0, 5.0])
        assert state.best_return == best
        assert asked(algorithm, state)[1][0].command == best + 20.0
        assert policy(algorithm, state).command == best
        assert heard(algorithm, [202.0, 5.0, 100.0]).best_return == max(best, 100.0)


@pytest.mark.parametrize("env", ["Hopper-v5", "Swimmer-v5"])
def test_the_paper_has_neither_rehearsals_nor_a_leak_and_full_batches(env: str):
    algorithm = of_preset("paper", env)
    assert saved(algorithm.init_learner()).evaluator.mlp.leak == 0.0
    state, [request] = asked(algorithm, init(algorithm))
    assert request.command == 0.0
    observed = algorithm.observe(state, [request], [episode(40.0)])
    assert observed.exchange is not None
    assert observed.lesson.rehearsed.shape == (0,)
    assert observed.lesson.counts.tolist() == [1] * 16
    assert observed.exchange.for_evaluator.shape == (5, 16)
    assert observed.exchange.for_generator.shape == (20, 16)


def test_the_release_makes_an_update_less_of_each_and_asks_for_1_first():
    algorithm = of_preset("release")
    state, [request] = ask(algorithm, init(algorithm))
    assert request.command == 1.0
    state = tell(algorithm, state, [request], [episode(3.0)]).state
    assert updates(state.learner) == (4, 19)
    assert of_preset("release", first_command=7.0).command(init(algorithm)) == 7.0
    default = with_preset(GoGePoConfig(preset="paper"), "Swimmer-v5")
    assert (default.evaluator_updates, default.generator_updates, default.first_command) == (5, 20, 0.0)


def test_the_release_has_batches_of_at_most_the_episodes_played():
    algorithm, state = of_preset("release"), init(of_preset("release"))
    for number in range(1, 19):
        state, requests = asked(algorithm, state)
        observed = algorithm.observe(state, requests, [episode(float(number))])
        assert observed.lesson.counts.tolist() == [1] * min(number, 16) + [0] * max(16 - number, 0)
        state = observed.state
    small = of_preset("release", archive_capacity=4)  # no more than there are policies in the archive
    state = init(small)._replace(episodes=9, best_return=0.0)
    assert small.observe(state, asked(small, state)[1], [episode(0.0)]).lesson.counts.sum() == 4


def test_the_normaliser_of_the_release_moves_within_an_episode():
    """D10."""
    algorithm = of_preset("release")
    state, [request] = asked(algorithm, init(algorithm))
    assert request.normalizer.count == 0  # the first episode is played on raw observations
    seen = Moments.of(np.array([[1.0, 2.0, 3.0], [3.0, 6.0, 3.0]]))
    state = algorithm.observe(state, [request], [Episode(0, 1.0, 1.0, 2, True, seen)]).state
    _, [request] = asked(algorithm, state)
    assert request.normalizer.count == 2
    assert request.normalizer.mean.tolist() == [2, 4, 3]
    assert request.normalizer.deviation.tolist() == [1, 2, 0]
    found = request.normalizer.moments()
    assert (found.count, found.squares.tolist()) == (2, seen.squares.tolist())
    assert policy(algorithm, state).normalizer.count == 0  # an evaluation changes nothing
    for preset in ("paper", "default"):
        _, [request] = asked(of_preset(preset), state)
        assert request.normalizer.count == 0


@pytest.mark.parametrize("preset", ["paper", "release", "default"])
def test_a_setting_that_is_given_is_not_the_presets(preset: str):
    wanted: dict[str, Any] = {
        "generator_updates": 3,
        "evaluator_updates": 2,
        "evaluator_leak": 0.25,
        "full_batches": preset != "paper",
        "rehearsals": 5,
        "first_command": -7.0,
        "first_return_counts": preset == "default",
        "moving_normalizer": preset == "default",
    }
    assert set(wanted) == set(BY_PRESET)
    given = dataclasses.replace(GoGePoConfig(), preset=preset, **wanted)
    assert with_preset(given, "Hopper-v5") == given


# Commands


def test_the_first_command_is_zero_and_the_next_are_the_best_return_plus_the_drive():
    algorithm = make()
    state = init(algorithm)
    commands = []
    for training_return in (-50.0, 30.0, 10.0):
        state, [request] = ask(algorithm, state)
        commands.append(request.command)
        state = tell(algorithm, state, [request], [episode(training_return)]).state
    assert commands == [0.0, -30.0, 50.0]
    assert algorithm.command(state) == 50.0
    assert make(drive=0.0).command(state) == 30.0
    assert make(drive=0.0, first_command=7.0).command(init(algorithm)) == 7.0
    assert make(first_command=7.0).command(state) == 50.0


@pytest.mark.parametrize(("normalize", "best"), [(True, 30.0), (False, 200.0)])
def test_a_first_return_had_without_a_normaliser_is_asked_for_once(normalize: bool, best: float):
    algorithm = make(normalize_observations=normalize)
    state, _ = play(algorithm, [200.0])
    assert algorithm.command(state) == 220.0
    state, _ = play(algorithm, [200.0, 30.0, 10.0])
    assert state.best_return == best
    assert algorithm.command(state) == best + 20.0


@pytest.mark.parametrize("rehearsals", [0, 1, 3])
def test_the_generator_rehearses_the_command_that_is_asked_for_next(rehearsals: int):
    algorithm = make(rehearsals=rehearsals)
    state, _ = play(algorithm, [-5.0, 30.0])
    state, [request] = ask(algorithm, state)
    after, lesson, _, exchange = algorithm.observe(state, [request], [episode(40.0)])
    assert exchange is not None
    assert lesson.rehearsed.tolist() == [60.0] * rehearsals  # the best return, 40, and the drive
    _, [following] = ask(algorithm, after._replace(learner=state.learner))
    assert following.command == 60.0
    plain = make(rehearsals=0).observe(state, [request], [episode(40.0)]).exchange
    assert plain is not None
    _, drawn = store_and_draw(state.memory.held, np.int32(0), exchange, "float32")
    assert drawn.commands.shape == (CONFIG.generator_updates, CONFIG.batch_size - rehearsals)
    all_drawn = np.array([-5.0, 30.0, 40.0])[plain.for_generator]
    np.testing.assert_array_equal(drawn.commands, all_drawn[:, rehearsals:])
    assert set(np.unique(all_drawn)) <= {-5.0, 30.0, 40.0}


@pytest.mark.parametrize("arithmetic", [CPU, ACCELERATED])
@pytest.mark.parametrize("leak", [0.0, 0.01])
def test_an_evaluator_whose_units_are_all_closed_opens_them_again_if_they_leak(
    leak: float, arithmetic: Arithmetic
):
    algorithm = make(arithmetic=arithmetic, evaluator_leak=leak, evaluator_learning_rate=0.05)
    drawn = draw(COMMANDS).drawn
    assert drawn is not None
    policies, updates = drawn.weights[0], 100
    lesson = draw(COMMANDS)._replace(
        drawn=drawn._replace(
            weights=jnp.repeat(drawn.weights, updates, axis=0),
            returns=jnp.repeat(drawn.returns, updates, axis=0),
            commands=drawn.commands[:0],
        )
    )
    tree = saved(algorithm.init_learner())
    closed = eqx.tree_at(lambda tree: tree.evaluator.mlp.biases[0], tree, tree.evaluator.mlp.biases[0] - 100)
    learner = algorithm.restored(closed)

    def told_apart(learner: Learner) -> float:
        return float(np.ptp(learner.evaluator.network()(policies)))

    assert told_apart(learner) == (0 if leak == 0 else pytest.approx(0, abs=0.1))
    for _ in range(1500 // updates):
        learner, _ = learned(lesson, algorithm, learner)
    assert told_apart(learner) == 0 if leak == 0 else told_apart(learner) > 3  # returns are 0 to 10


def test_the_policy_is_for_the_best_return_without_drive_and_without_noise():
    algorithm = make()
    assert policy(algorithm, init(algorithm)).command == 0.0
    state, _ = play(algorithm, [-5.0, 30.0, 10.0])
    by_default = policy(algorithm, state)
    assert by_default.command == 30.0
    np.testing.assert_array_equal(by_default.weights, policy(algorithm, state, 30.0).weights)
    written = saved(state.learner).generator(jnp.array([30.0]))[0]
    np.testing.assert_allclose(by_default.weights, written, atol=1e-6)
    assert np.any(by_default.weights != policy(algorithm, state, 50.0).weights)


# Asking


@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_noise_on_asked_weights_has_the_requested_standard_deviation(noise):
    algorithm = make(noise=noise)
    state = init(make())  # the noise is no part of it
    draws = []
    for _ in range(20):
        state, [request] = ask(algorithm, state)
        draws.append(request.weights - policy(algorithm, state, request.command).weights)
    draws = np.array(draws)
    standard_error = noise / np.sqrt(draws.size)
    assert draws.mean() == pytest.approx(0, abs=4 * standard_error)
    assert draws.std() == pytest.approx(noise, abs=4 * standard_error)
    assert len(np.unique(draws[:, 0])) == 20  # a new draw for each attempt


def test_without_noise_the_generated_weights_are_asked_as_they_are():
    algorithm = make(noise=0.0)
    state, [request] = ask(algorithm, init(make()))
    np.testing.assert_array_equal(request.weights, policy(algorithm, state, request.command).weights)


def test_asking_changes_nothing_but_the_count_of_attempts():
    algorithm = make()
    state, _ = play(algorithm, [3.0])
    learner, archive = arrays(state.learner), arrays(state.memory.held)
    after, [request] = ask(algorithm, state)
    assert request.index == state.attempts == 1
    assert after.attempts == 2
    assert after._replace(attempts=1) == state
    for now, before in zip(
        [*arrays(after.learner), *arrays(after.memory.held)], [*learner, *archive], strict=True
    ):
        np.testing.assert_array_equal(now, before)
    _, [again] = ask(algorithm, state)
    np.testing.assert_array_equal(again.weights, request.weights)


# Telling


def test_the_archive_keeps_the_asked_weights_with_the_training_return():
    algorithm = make()
    state, [request] = ask(algorithm, init(algorithm))
    weights = request.weights.copy()
    paid = Episode(0, 99.0, 5.0, 94, True, Moments.of(np.zeros((1, 3))))  # a survival bonus of 1
    state = tell(algorithm, state, [request], [paid]).state
    assert state.best_return == 5.0
    (archived,), returns = state.memory.read([0])
    np.testing.assert_array_equal(archived, weights)
    assert returns.tolist() == algorithm.remembered_returns(state).tolist() == [5.0]
    assert state.memory.request(0).normalizer is request.normalizer


@pytest.mark.parametrize("normalize", [True, False])
def test_observations_are_counted_where_they_are_normalised(normalize):
    algorithm = make(normalize_observations=normalize)
    state, [request] = ask(algorithm, init(make()))
    assert request.normalizer.deviation.tolist() == [1, 1, 1]
    observations = np.array([[1.0, 2.0, 3.0], [3.0, 6.0, 3.0]])
    seen = Episode(0, 1.0, 1.0, 2, True, Moments.of(observations))
    state = tell(algorithm, state, [request], [seen]).state
    _, [request] = ask(algorithm, state)
    mean, deviation = request.normalizer.mean.tolist(), request.normalizer.deviation.tolist()
    assert (mean, deviation) == (([2, 4, 3], [1, 2, 1]) if normalize else ([0, 0, 0], [1, 1, 1]))


# Seeds


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    returns = [3.0, 40.0, -7.0]
    first, of_first = play(make(seed=1), returns)
    again, of_again = play(make(seed=1), returns)
    other, of_other = play(make(seed=2), returns)
    assert_equal(first.learner, again.learner)
    assert_equal(first.memory.held, again.memory.held)
    assert of_first == of_again
    assert some_differ(first.learner.generator.vector, other.learner.generator.vector)
    assert some_differ(first.learner.evaluator.vector, other.learner.evaluator.vector)
    assert of_first[0]["evaluator_loss"] != of_other[0]["evaluator_loss"]
