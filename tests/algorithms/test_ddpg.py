"""DDPG: targets, losses, one update, the replay, and where an episode is cut into parts."""

from __future__ import annotations

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from gogepo.algorithms.ddpg import (
    DDPG,
    Learner,
    RoundMetrics,
    Settings,
    actions_of,
    actor_loss,
    critic_loss,
    flat,
    in_layers,
    join_layers,
    learn,
    targets_of,
)
from gogepo.algorithms.protocol import Finished, State, ask, init, tell
from gogepo.config import DDPGConfig
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault
from gogepo.inputs import InputError
from gogepo.memory.transitions import Batches, largest_memory
from gogepo.presets import with_preset
from gogepo.training.learners import Rollouts, Together
from gogepo.types import PolicyShape, split_layers
from memory.test_transitions import part

CONFIG = DDPGConfig(
    policy_hidden=(5, 4),
    critic_hidden=(6,),
    actor_learning_rate=1e-3,
    discount=0.9,
    polyak=0.75,
    batch_size=3,
    replay_capacity=40,
    random_steps=12,
    update_after=10,
    update_every=5,
    noise=0.1,
    noise_correlation=0.0,
    critic_layer_norm=False,
)
SHAPE = PolicyShape(3, (5, 4), "continuous", (-1.0, 0.0), (1.0, 3.0), "relu")


def make(seed: int = 0, **changes: Any) -> DDPG:
    return DDPG(dataclasses.replace(CONFIG, **changes), SHAPE, seed)


def settings(**changes: Any) -> Settings:
    return make(**changes).settings


def naive(layers: list[tuple[Any, Any]], vector: np.ndarray, layer_norm: bool = False) -> np.ndarray:
    """One example through linear layers with ReLU between them, in float64."""
    for number, (matrix, bias) in enumerate(layers):
        if number and layer_norm:
            vector = (vector - vector.mean()) / np.sqrt(vector.var() + 1e-5)
        vector = np.maximum(vector, 0) if number else np.asarray(vector, np.float64)
        vector = np.asarray(matrix, np.float64) @ vector + np.asarray(bias, np.float64)
    return vector


def naive_action(actor: Any, observation: np.ndarray) -> np.ndarray:
    squashed = np.tanh(naive(split_layers(SHAPE, np.asarray(actor)), observation))
    return SHAPE.action_center + SHAPE.action_half_range * squashed


def naive_value(critic: Any, observation: np.ndarray, action: np.ndarray, layer_norm: bool = False) -> float:
    layers = split_layers(make().critic_shape, np.asarray(critic))
    return float(naive(layers, np.concatenate([observation, action]), layer_norm)[0])


def batch(seed: int = 0, terminated: tuple[float, ...] = (0.0, 1.0, 0.0)) -> Batches:
    rng = np.random.default_rng(seed)
    draw = lambda *size: rng.normal(size=size).astype(np.float32)  # noqa: E731
    drawn = Batches(draw(3, 3), draw(2, 3), draw(3), draw(3, 3), np.array(terminated, np.float32))
    return jax.tree.map(jnp.asarray, drawn)


def fresh(seed: int = 0) -> Learner:
    """In flat vectors, as a file has it."""
    return make(seed).saved(make(seed).init_learner())


def learner(seed: int = 0) -> Learner:
    """Targets that differ from what they follow."""
    made, other = fresh(seed), fresh(seed + 100)
    return made._replace(actor_target=other.actor, critic_target=other.critic)


def learned(of: Learner, batches: Batches) -> tuple[Learner, RoundMetrics]:
    layers, metrics = learn(in_layers(settings(), of), batches, settings())
    return flat(layers), metrics


def test_layers_of_a_learner_joined_are_the_learner():
    of = learner()
    joined = flat(in_layers(settings(), of))
    assert jax.tree.structure(joined) == jax.tree.structure(of)
    for leaf, other in zip(jax.tree.leaves(joined), jax.tree.leaves(of), strict=True):
        np.testing.assert_array_equal(leaf, other)


def test_the_actor_is_the_policy_that_is_played():
    actor = np.asarray(fresh().actor)
    policy = NumpyPolicy(SHAPE, actor, Normalizer.identity(3))
    observations = np.random.default_rng(1).normal(size=(3, 7))
    found = np.asarray(
        actions_of(SHAPE, split_layers(SHAPE, jnp.asarray(actor)), jnp.asarray(observations, jnp.float32))
    )
    for column in range(7):
        played = policy.act(observations[:, column])
        np.testing.assert_allclose(found[:, column], played, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(naive_action(actor, observations[:, column]), played, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("norm", [False, True])
def test_targets_go_on_after_a_time_limit_and_not_after_a_termination(norm):
    given, of, how = batch(), learner(), settings(critic_layer_norm=norm)
    targets = np.asarray(targets_of(how, in_layers(how, of), given))
    for column in range(3):
        after = np.asarray(given.next_observations)[:, column]
        value = naive_value(of.critic_target, after, naive_action(of.actor_target, after), norm)
        wanted = float(given.rewards[column]) + (0.0 if column == 1 else 0.9 * value)
        assert float(targets[column]) == pytest.approx(wanted, rel=1e-4, abs=1e-5)
        assert abs(value) > 1e-3  # so that leaving it out is seen


@pytest.mark.parametrize("norm", [False, True])
def test_losses_are_the_means_of_their_definitions(norm):
    given, of, how = batch(), learner(), settings(critic_layer_norm=norm)
    targets = np.array([1.0, -2.0, 0.5], np.float32)
    columns = range(3)
    values = [naive_value(of.critic, given.observations[:, c], given.actions[:, c], norm) for c in columns]
    layers = in_layers(how, of)
    loss, mean = critic_loss(layers.critic, how, given, jnp.asarray(targets))
    assert loss == pytest.approx(np.mean((np.array(values) - targets) ** 2), rel=1e-4)
    assert mean == pytest.approx(np.mean(values), rel=1e-4, abs=1e-5)
    best = [
        naive_value(
            of.critic, given.observations[:, c], naive_action(of.actor, given.observations[:, c]), norm
        )
        for c in columns
    ]
    assert actor_loss(layers.actor, layers.critic, how, given) == pytest.approx(
        -np.mean(best), rel=1e-4, abs=1e-5
    )


def test_an_update_is_adam_on_the_critic_then_on_the_actor_and_both_targets_follow():
    given, of = batch(), learner()
    layers = in_layers(settings(), of)
    targets = targets_of(settings(), layers, given)
    gradient = jax.grad(lambda critic: critic_loss(critic, settings(), given, targets)[0])(layers.critic)
    critic_gradient = np.asarray(join_layers(gradient))
    # Adam's first step is its rate in the direction of the gradient's sign, but for epsilon.
    critic = np.asarray(of.critic) - 1e-3 * critic_gradient / (np.abs(critic_gradient) + 1e-8)
    moved_critic = split_layers(make().critic_shape, jnp.asarray(critic))
    gradient = jax.grad(actor_loss)(layers.actor, moved_critic, settings(), given)
    actor_gradient = np.asarray(join_layers(gradient))
    actor = np.asarray(of.actor) - 1e-3 * actor_gradient / (np.abs(actor_gradient) + 1e-8)
    one = jax.tree.map(lambda leaf: np.asarray(leaf)[None], given)
    moved, metrics = learned(of, one)
    np.testing.assert_allclose(moved.critic, critic, atol=2e-6)
    np.testing.assert_allclose(moved.actor, actor, atol=2e-5)
    np.testing.assert_allclose(
        moved.critic_target, 0.75 * np.asarray(of.critic_target) + 0.25 * critic, atol=2e-6
    )
    np.testing.assert_allclose(
        moved.actor_target, 0.75 * np.asarray(of.actor_target) + 0.25 * actor, atol=2e-5
    )
    assert metrics.critic_gradient_norm == pytest.approx(np.linalg.norm(critic_gradient), rel=1e-4)
    assert metrics.skipped_updates == 0


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e38])
@pytest.mark.parametrize("position", [0, 1])
def test_a_round_that_is_not_finite_changes_nothing_and_its_updates_are_counted(bad, position):
    worse = batch()._replace(rewards=jnp.array([bad, 0, 0], jnp.float32))
    order = [batch(1), worse] if position else [worse, batch(1)]
    both = jax.tree.map(lambda *leaves: np.stack(leaves), *order)
    kept, metrics = learned(learner(), both)
    for leaf, other in zip(jax.tree.leaves(kept), jax.tree.leaves(learner()), strict=True):
        np.testing.assert_array_equal(leaf, other)
    assert metrics.skipped_updates == CONFIG.update_every
    assert all(np.isfinite(metrics))


# Parts of episodes


def told(algorithm: DDPG, state: State, *parts: Episode | EpisodeFault) -> tuple[State, list[Any]]:
    """The state after these parts, and (request, Told) of each."""
    history = []
    for each in parts:
        state, requests = ask(algorithm, state)
        result = tell(algorithm, state, requests, [each])
        history.append((requests[0], result))
        state = result.state
    return state, history


def test_parts_end_where_a_round_is_due_or_random_actions_end():
    state, history = told(
        make(), init(make()), part(5), part(3, terminated=True), part(2), part(2), part(3), part(5)
    )
    asked = [request.exploration for request, _ in history]
    assert [plan.steps for plan in asked] == [5, 5, 2, 2, 3, 5]
    assert [plan.random for plan in asked] == [True, True, True, True, False, False]
    assert [len(plan.actions) for plan in asked] == [0, 5, 0, 2, 4, 7]
    assert [request.index for request, _ in history] == [0, 0, 1, 1, 1, 1]
    np.testing.assert_array_equal(asked[4].actions[:, 0], [0, 1, 0, 1])
    assert (state.episodes, state.attempts, state.memory.steps) == (1, 2, 20)
    # Rounds after 10, 15 and 20 steps, none after 5: fewer than update_after.
    rounds = [result.metrics["critic_loss"] for _, result in history]
    assert rounds[:2] == [0.0, 0.0]
    assert rounds[2] > 0
    assert rounds[3] == rounds[2]  # told again until the next
    assert rounds[4] not in (0.0, rounds[2])


def test_it_says_beforehand_whether_a_round_is_due():
    algorithm = make()
    state = init(algorithm)
    for steps, due in ((5, False), (3, False), (2, True), (2, False), (3, True)):
        state, requests = ask(algorithm, state)
        outcome = part(steps, terminated=steps == 3)
        assert algorithm.learns(state, [outcome]) is due
        assert not algorithm.learns(state, [EpisodeFault("crash", "gone", 2)])
        before = np.array(algorithm.saved(state.learner).critic)
        state = tell(algorithm, state, requests, [outcome]).state
        assert (not np.array_equal(before, algorithm.saved(state.learner).critic)) is due


def test_an_episode_is_the_sum_of_its_parts():
    parts = [part(5, bonus=0.5), part(3, first=5, terminated=True, bonus=0.5)]
    state, history = told(make(), init(make()), *parts)
    assert history[0][1].finished == []
    ((position, episode),) = history[1][1].finished
    assert isinstance(history[1][1].finished[0], Finished)
    assert (position, episode.env_steps, episode.terminated) == (0, 8, True)
    assert episode.env_return == sum(range(8))
    assert episode.training_return == sum(range(8)) - 4.0
    assert state.best_return == episode.training_return
    np.testing.assert_allclose(state.memory.rewards[:8], np.arange(8) - 0.5)


def test_a_fault_ends_its_episode_and_the_next_one_begins():
    fault = EpisodeFault("crash", "gone", 2)
    state, history = told(make(), init(make()), part(5), fault, part(5))
    assert history[1][1].finished == []
    assert state.episodes == 0
    assert [request.index for request, _ in history] == [0, 0, 1]
    assert len(history[2][0].exploration.actions) == 0
    assert state.memory.steps == 10


def test_actions_that_are_discrete_are_refused():
    with pytest.raises(InputError, match="DDPG needs continuous actions"):
        DDPG(CONFIG, dataclasses.replace(SHAPE, actions="discrete"), 0)


def test_a_memory_that_was_saved_is_the_same():
    algorithm = make()
    state, _ = told(algorithm, init(algorithm), *(part(5, first=5 * number) for number in range(10)))
    again = algorithm.init_memory().read(state.memory.arrays())
    assert again.steps == 50
    assert again.metrics == state.memory.metrics
    assert any(again.metrics)
    assert len(again.underway.actions) == len(state.memory.underway.actions) == 50


def test_sizes_are_those_of_what_is_held():
    algorithm = make()
    state, sizes = init(algorithm), algorithm.sizes()
    assert sizes.parameters == fresh().actor.size + fresh().critic.size
    leaves = sum(np.size(leaf) for leaf in jax.tree.leaves(state.learner))
    assert 0 <= leaves - sizes.learner <= 2  # Adam counts its steps
    assert sizes.memory == largest_memory(40, SHAPE)


# Populations and presets


def test_a_vmapped_population_gives_the_numbers_of_its_seeds_alone():
    algorithms = [make(seed) for seed in range(3)]
    apart = [told(each, init(each), *(part(5, first=5 * n) for n in range(4))) for each in algorithms]
    states = [init(each) for each in algorithms]
    together = Together(algorithms, states, jax.devices("cpu")[0], deterministic=False, episodes=1)
    states = together.emptied(states)
    metrics: list[Any] = []
    for number in range(4):
        asked = together.ask(list(enumerate(states)))
        for member, (state, [request]) in enumerate(asked):  # the actor as it is now, not as it was last told
            whole = together.whole(member, state)
            np.testing.assert_array_equal(request.weights, make().saved(whole.learner).actor)
        plays = [
            Rollouts(member, state, requests, [part(5, first=5 * number)])
            for member, (state, requests) in enumerate(asked)
        ]
        results = together.tell(plays)
        states = [result.state for result in results]
        metrics.append([result.metrics for result in results])
    for member, (state, history) in enumerate(apart):
        whole = together.whole(member, states[member])
        for leaf, other in zip(jax.tree.leaves(whole.learner), jax.tree.leaves(state.learner), strict=True):
            np.testing.assert_allclose(leaf, other, rtol=1e-3, atol=1e-5)
        for number, (_, result) in enumerate(history):
            assert metrics[number][member] == pytest.approx(result.metrics, rel=1e-3, abs=1e-5)
        assert whole.memory.metrics == pytest.approx(state.memory.metrics, rel=1e-3, abs=1e-5)


def test_presets():
    paper = with_preset(DDPGConfig(), "Swimmer-v5")
    assert (paper.actor_learning_rate, paper.critic_learning_rate) == (1e-3, 1e-3)
    assert (paper.discount, paper.polyak, paper.replay_capacity) == (0.99, 0.995, 100_000)
    assert (paper.noise, paper.noise_correlation, paper.critic_layer_norm) == (0.1, 0.0, False)
    assert None not in vars(paper).values()
    for env in ("Swimmer-v5", "Hopper-v5"):
        assert None not in vars(with_preset(DDPGConfig(preset="tuned"), env)).values()
    tuned = with_preset(DDPGConfig(preset="tuned"), "Swimmer-v5")
    assert tuned.discount == 0.9999
    assert tuned.noise_correlation > 0
    assert tuned.critic_layer_norm
    assert with_preset(DDPGConfig(preset="tuned", discount=0.5), "Swimmer-v5").discount == 0.5
