"""ARS: a step against the sums of Mania et al. (2018) written out in float64, and what each part promises."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from gogepo.algorithms.ars import ARS, Learner, best_directions
from gogepo.algorithms.protocol import State, Told, ask, init, policy, tell
from gogepo.config import ARSConfig, RunConfig, check_config
from gogepo.envs.normalizer import Moments
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault, Request
from gogepo.inputs import InputError
from gogepo.presets import with_preset
from gogepo.training.experiment import build
from gogepo.types import PolicyShape, split_layers
from toys import SHAPE, episode

CONFIG = ARSConfig(policy_hidden=(4,), step_size=0.07, directions=5, elites=3, noise=0.3)
POLICY = dataclasses.replace(SHAPE, hidden_sizes=CONFIG.policy_hidden)


def make(seed: int = 0, shape: PolicyShape = POLICY, **changes: Any) -> ARS:
    return ARS(dataclasses.replace(CONFIG, **changes), shape, seed)


def told(algorithm: ARS, returns: Sequence[float | None], state: State | None = None) -> Told:
    """One iteration with made-up returns, both sides of each direction in turn; None is a fault."""
    state, requests = ask(algorithm, state or init(algorithm))
    fault = EpisodeFault("exception", "of a test", 3)
    outcomes = [fault if value is None else episode(value) for value in returns]
    return tell(algorithm, state, requests, outcomes)


def naive_step(
    algorithm: ARS, requests: Sequence[Request], returns: Sequence[float], elites: int
) -> tuple[np.ndarray, float]:
    """alpha / (b sigma_R) sum_k [ r(pi_k+) - r(pi_k-) ] delta_k over the b best directions, and sigma_R."""
    config = algorithm.config
    assert config.noise is not None
    assert config.step_size is not None
    tried = []
    for k in range(len(requests) // 2):
        plus, minus = (requests[2 * k + side].weights.astype(np.float64) for side in range(2))
        delta = (plus - minus) / (2 * config.noise)
        tried.append((returns[2 * k], returns[2 * k + 1], delta))
    tried.sort(key=lambda each: -max(each[0], each[1]))
    best = tried[:elites]
    of_elites = [side for plus, minus, _ in best for side in (plus, minus)]
    mean = sum(of_elites) / len(of_elites)
    sigma = (sum((value - mean) ** 2 for value in of_elites) / len(of_elites)) ** 0.5
    total = sum((plus - minus) * delta for plus, minus, delta in best)
    return config.step_size / (len(best) * sigma) * total, sigma


def test_a_learner_from_a_file_is_numpy_again():
    algorithm = make()
    weights = init(algorithm).learner.weights
    restored = algorithm.restored(algorithm.saved(Learner(jnp.asarray(weights)))).weights
    assert type(restored) is np.ndarray
    np.testing.assert_array_equal(restored, weights)


# Elites


@pytest.mark.parametrize(
    ("elites", "best"), [(1, [1]), (2, [1, 3]), (3, [1, 3, 0]), (4, [1, 3, 0, 2]), (9, [1, 3, 0, 2])]
)
def test_the_best_directions_are_those_of_the_best_side_worked_by_hand(elites, best):
    # the better side:  4    5    3    5, of which the second and the fourth are equal
    plus = np.array([1.0, 5.0, 3.0, 0.0])
    minus = np.array([4.0, 2.0, 3.0, 5.0])
    assert best_directions(plus, minus, elites).tolist() == best


def test_of_equal_directions_the_first_are_the_best():
    assert best_directions(np.full(6, 2.0), np.full(6, 2.0), 3).tolist() == [0, 1, 2]
    assert best_directions(np.array([0.0, -1.0]), np.array([-5.0, 0.0]), 1).tolist() == [0]
    many = np.random.default_rng(0).integers(0, 3, 300).astype(float)
    best = sorted(range(300), key=lambda number: -many[number])[:150]
    assert best_directions(many, np.zeros(300), 150).tolist() == best


def test_negative_returns_are_ordered_too():
    assert best_directions(np.array([-9.0, -3.0]), np.array([-8.0, -20.0]), 1).tolist() == [1]


# Asking


def test_both_sides_of_every_direction_are_asked_for_around_the_centre():
    algorithm = make()
    before = init(algorithm)
    state, requests = ask(algorithm, before)
    assert len(requests) == 10
    assert [request.index for request in requests] == list(range(10))
    assert (state.attempts, state.episodes) == (10, 0)
    deltas = []
    for plus, minus in zip(requests[::2], requests[1::2], strict=True):
        assert plus.weights.dtype == np.float32
        np.testing.assert_allclose(
            (plus.weights + minus.weights) / 2, before.learner.weights, rtol=0, atol=1e-6
        )
        deltas.append((plus.weights - minus.weights) / (2 * 0.3))
    assert len({delta.tobytes() for delta in deltas}) == 5
    for request in requests:
        assert np.isnan(request.command)
        assert request.exploration is None
    _, later = ask(algorithm, state)
    assert [request.index for request in later] == list(range(10, 20))
    assert np.any(later[0].weights != requests[0].weights)  # new directions


def test_directions_are_standard_normal_and_of_the_seed():
    algorithm = make(shape=dataclasses.replace(POLICY, hidden_sizes=(256,)))
    draws = np.array([algorithm.direction(index) for index in range(40)])
    error = 1 / np.sqrt(draws.size)
    assert draws.mean() == pytest.approx(0, abs=4 * error)
    assert draws.std() == pytest.approx(1, abs=4 * error)
    assert np.abs(np.corrcoef(draws) - np.eye(40)).max() < 0.15
    np.testing.assert_array_equal(algorithm.direction(7), draws[7])
    assert np.any(dataclasses.replace(algorithm, seed=1).direction(7) != draws[7])


def test_it_starts_in_the_middle_with_random_hidden_layers():
    algorithm = make(shape=dataclasses.replace(POLICY, hidden_sizes=(64, 32)), policy_hidden=(64, 32))
    request = policy(algorithm, init(algorithm))
    *hidden, (matrix, bias) = split_layers(algorithm.shape, request.weights)
    assert not matrix.any()
    assert not bias.any()
    for inputs, (matrix, bias) in zip((3, 64), hidden, strict=True):
        for numbers in (matrix, bias):
            assert np.abs(numbers).max() <= inputs**-0.5
            assert len(np.unique(numbers)) > 30
    action = NumpyPolicy(algorithm.shape, request.weights, request.normalizer).act(np.array([0.3, -2.0, 1.0]))
    np.testing.assert_array_equal(action, [0.0, 1.5])
    assert algorithm.sizes().parameters == algorithm.sizes().learner == request.weights.size


def test_the_policy_is_the_centre_whatever_is_commanded():
    algorithm = make()
    state = told(algorithm, [1.0, 2.0] * 5).state
    for command in (None, 50.0):
        request = policy(algorithm, state, command)
        np.testing.assert_array_equal(request.weights, state.learner.weights)
        assert np.isnan(request.command)


# A step


RETURNS = [3.0, -1.0, 7.5, 2.0, -4.0, 6.0, 0.5, 0.25, 7.5, 9.0]
# the better sides:  3, 7.5, 6, 0.5, 9: the elites are the fifth, the second and the third


def test_an_iteration_makes_the_step_of_the_paper():
    algorithm = make()
    before = init(algorithm)
    state, requests = ask(algorithm, before)
    after, metrics, finished = tell(algorithm, state, requests, [episode(value) for value in RETURNS])
    step, sigma = naive_step(algorithm, requests, RETURNS, elites=3)
    made = after.learner.weights.astype(np.float64) - before.learner.weights
    np.testing.assert_allclose(made, step, rtol=1e-4, atol=1e-6)
    assert np.abs(step).max() > 0.03
    # Of 9, 7.5, 7.5, 2, 6 and -4: the mean is 28/6, the mean of the squares 249.5/6.
    assert sigma == pytest.approx((249.5 / 6 - (28 / 6) ** 2) ** 0.5)
    assert metrics == {
        "return_deviation": pytest.approx(sigma),
        "step_norm": pytest.approx(np.linalg.norm(step), rel=1e-5),
        "skipped_updates": 0.0,
    }
    assert tuple(metrics) == ARS.metrics
    assert after.learner.weights.dtype == np.float32
    assert [each.position for each in finished] == list(range(10))
    assert [each.episode.training_return for each in finished] == RETURNS
    assert (after.episodes, after.attempts, after.best_return) == (10, 10, 9.0)


def test_the_next_iteration_is_made_around_where_the_last_one_ended():
    algorithm = make()
    state = told(algorithm, RETURNS).state
    asked, requests = ask(algorithm, state)
    returns = RETURNS[::-1]
    after = tell(algorithm, asked, requests, [episode(value) for value in returns]).state
    step, _ = naive_step(algorithm, requests, returns, elites=3)
    np.testing.assert_allclose(after.learner.weights - state.learner.weights, step, rtol=1e-4, atol=1e-6)


def test_where_the_survival_bonus_is_in_it_is_not_learned_from():
    """The step is of training returns."""
    algorithm = make()
    state, requests = ask(algorithm, init(algorithm))
    paid = [
        Episode(0, 1000.0 * number, value, 1, True, Moments.of(np.zeros((1, 3))))
        for number, value in enumerate(RETURNS)
    ]
    after = tell(algorithm, state, requests, paid).state
    np.testing.assert_array_equal(after.learner.weights, told(algorithm, RETURNS).state.learner.weights)
    assert after.best_return == 9.0


def test_on_a_quadratic_the_step_goes_up_the_gradient():
    shape = PolicyShape(1, (1,), "continuous", (-1.0,), (3.0,))
    algorithm = make(shape=shape, policy_hidden=(1,), directions=2000, elites=2000, noise=0.01)
    state, requests = ask(algorithm, init(algorithm))
    target, before = np.array([1.0, -2.0, 0.5, 3.0]), state.learner.weights.astype(np.float64)
    returns = [-np.sum((request.weights - target) ** 2) for request in requests]
    after, metrics, _ = tell(algorithm, state, requests, [episode(value, 1) for value in returns])
    step, gradient = after.learner.weights - before, -2 * (before - target)
    cosine = step @ gradient / (np.linalg.norm(step) * np.linalg.norm(gradient))
    assert cosine > 0.99
    assert -np.sum((before + step - target) ** 2) > -np.sum((before - target) ** 2)
    # E [ (r+ - r-) delta ] = 2 nu gradient, and both sides deviate by nu |gradient|: the step is 2 alpha long.
    assert metrics["return_deviation"] == pytest.approx(0.01 * np.linalg.norm(gradient), rel=0.1)
    assert metrics["step_norm"] == pytest.approx(2 * 0.07, rel=0.1)


def test_a_scale_and_a_shift_of_all_returns_change_nothing():
    scaled = [1000 * value - 500 for value in RETURNS]
    one, other = (told(make(), returns).state.learner.weights for returns in (RETURNS, scaled))
    np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_equal_returns_make_no_step():
    algorithm = make()
    after, metrics, finished = told(algorithm, [4.0] * 10)
    np.testing.assert_array_equal(after.learner.weights, init(algorithm).learner.weights)
    assert metrics == {"return_deviation": 0.0, "step_norm": 0.0, "skipped_updates": 0.0}
    assert (len(finished), after.episodes) == (10, 10)


def test_returns_that_are_not_finite_skip_the_step():
    algorithm = make()
    with np.errstate(invalid="ignore"):
        after, metrics, _ = told(algorithm, [np.inf, *RETURNS[1:]])
    np.testing.assert_array_equal(after.learner.weights, init(algorithm).learner.weights)
    assert metrics["skipped_updates"] == 1.0


# Faults


@pytest.mark.parametrize("bad", [0, 1, 4, 8, 9])
def test_a_faulty_side_drops_its_direction(bad):
    algorithm = make()
    returns: list[float | None] = [*RETURNS]
    returns[bad] = None
    after, metrics, finished = told(algorithm, returns)
    _, requests = ask(algorithm, init(algorithm))
    rest = [number for number in range(10) if number // 2 != bad // 2]
    step, sigma = naive_step(
        algorithm, [requests[number] for number in rest], [RETURNS[number] for number in rest], elites=3
    )
    made = after.learner.weights - init(algorithm).learner.weights
    np.testing.assert_allclose(made, step, rtol=1e-4, atol=1e-6)
    assert metrics["return_deviation"] == pytest.approx(sigma)
    # What the other side gave was played nevertheless.
    assert [each.position for each in finished] == [number for number in range(10) if number != bad]
    assert (after.episodes, after.attempts) == (9, 10)
    assert after.best_return == max(value for value in returns if value is not None)
    assert after.moments.count == 9


def test_fewer_directions_than_elites_make_a_step_of_those_that_are_left():
    algorithm = make()
    returns = [None if number >= 4 else value for number, value in enumerate(RETURNS)]
    after, metrics, _ = told(algorithm, returns)
    _, requests = ask(algorithm, init(algorithm))
    step, sigma = naive_step(algorithm, requests[:4], RETURNS[:4], elites=2)
    made = after.learner.weights - init(algorithm).learner.weights
    np.testing.assert_allclose(made, step, rtol=1e-4, atol=1e-6)
    assert metrics["return_deviation"] == pytest.approx(sigma)


@pytest.mark.parametrize("returns", [[None] * 10, [1.0, None] * 5], ids=["all", "one side each"])
def test_without_a_whole_direction_there_is_no_step(returns):
    algorithm = make()
    after, metrics, finished = told(algorithm, returns)
    played = [number for number, value in enumerate(returns) if value is not None]
    np.testing.assert_array_equal(after.learner.weights, init(algorithm).learner.weights)
    assert metrics == {}
    assert [each.position for each in finished] == played
    assert (after.episodes, after.attempts) == (len(played), 10)
    assert after.best_return == (1.0 if played else -np.inf)
    assert np.any(ask(algorithm, after)[1][0].weights != ask(algorithm, init(algorithm))[1][0].weights)


# Normalising


@pytest.mark.parametrize("normalize", [True, False])
def test_moments_are_merged_once_an_iteration(normalize):
    algorithm = make(normalize_observations=normalize)
    state, requests = ask(algorithm, init(algorithm))
    rng = np.random.default_rng(0)
    seen = [rng.normal(2, 3, (4 + number, 3)) for number in range(10)]
    for request in requests:
        np.testing.assert_array_equal(request.normalizer.mean, np.zeros(3))
        np.testing.assert_array_equal(request.normalizer.deviation, np.ones(3))
    played = [
        Episode(0, value, value, len(rows), True, Moments.of(rows))
        for value, rows in zip(RETURNS, seen, strict=True)
    ]
    state = tell(algorithm, state, requests, played).state
    _, requests = ask(algorithm, state)
    every = np.concatenate(seen)
    mean, deviation = (every.mean(0), every.std(0)) if normalize else (np.zeros(3), np.ones(3))
    for request in [*requests, policy(algorithm, state)]:
        np.testing.assert_allclose(request.normalizer.mean, mean, rtol=1e-12)
        np.testing.assert_allclose(request.normalizer.deviation, deviation, rtol=1e-12)
        np.testing.assert_array_equal(request.normalizer.mean, requests[0].normalizer.mean)
        np.testing.assert_array_equal(request.normalizer.deviation, requests[0].normalizer.deviation)
    assert state.moments.count == (len(every) if normalize else 0)


# Settings


@pytest.mark.parametrize(
    ("env", "step_size", "directions", "elites", "noise"),
    [
        ("Swimmer-v5", 0.01, 8, 4, 0.05),
        ("Swimmer-v4", 0.01, 8, 4, 0.05),
        ("Hopper-v5", 0.01, 8, 4, 0.05),
        ("InvertedPendulum-v5", 0.001, 1, 1, 0.025),
        ("MountainCarContinuous-v0", 0.01, 1, 1, 0.05),
        ("Walker2d-v5", 0.01, 8, 4, 0.05),  # not in the paper: as Swimmer and Hopper
    ],
)
def test_the_presets_are_the_papers_table(env, step_size, directions, elites, noise):
    wanted = ARSConfig(step_size=step_size, directions=directions, elites=elites, noise=noise)
    assert with_preset(ARSConfig(), env) == wanted
    assert build(RunConfig(env, device="cpu", algorithm=ARSConfig())).config.algorithm == wanted
    assert wanted.policy_hidden == (256, 256)
    assert wanted.normalize_observations


def test_what_is_given_stays_and_elites_follow_the_directions():
    given = ARSConfig(step_size=0.5, noise=0.0)
    assert with_preset(given, "Hopper-v5") == dataclasses.replace(given, directions=8, elites=4)
    assert with_preset(ARSConfig(directions=3), "Hopper-v5").elites == 3
    assert with_preset(ARSConfig(directions=20), "Hopper-v5").elites == 4
    assert with_preset(CONFIG, "Hopper-v5") == CONFIG


@pytest.mark.parametrize(
    ("directions", "elites"), [(2, 3), (1, 100), (None, 9)], ids=["both", "many", "more than the preset has"]
)
def test_more_elites_than_directions_are_refused_in_one_line(directions, elites):
    config = RunConfig("Hopper-v5", device="cpu", algorithm=ARSConfig(directions=directions, elites=elites))
    with pytest.raises(InputError) as refusal:
        build(config)
    number = directions or 8
    assert str(refusal.value) == f"--elites must be at most the --directions, {number}, not {elites}"


def test_as_many_elites_as_directions_are_fine():
    check_config(RunConfig("Hopper-v5", algorithm=ARSConfig(directions=3, elites=3)))
