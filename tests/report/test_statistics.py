"""Statistics over runs against numbers worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gogepo.records.record import EvaluationHistory, Record
from gogepo.report import statistics
from gogepo.report.paper import FINAL, PaperReturn
from gogepo.report.statistics import (
    bootstrap_interval,
    curve_of,
    final_of,
    final_returns,
    interquartile_mean,
    verdict,
)

NAN = math.nan


def record(seeds: dict[int, list[tuple[int, float]]], interval: int = 10, budget: int = 100) -> Record:
    """Of points (env_steps, env_return) for each seed."""
    config = {
        "env": "Swimmer-v5",
        "env_steps": budget,
        "evaluate_every": interval,
        "algorithm": {"name": "gogepo"},
    }
    evaluations = {
        seed: EvaluationHistory.of(
            [[steps, n + 1, NAN, value, NAN] for n, (steps, value) in enumerate(points)]
        )
        for seed, points in seeds.items()
    }
    return Record("hand", config, evaluations)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 3, 4], 2.5),  # without 1 and 4
        ([0, 10, 20, 30, 40, 50, 60, 1000], 35),  # without two at each end: 20 30 40 50
        ([100, 1, 2, 3, -100], 2),  # five runs: one at each end
        ([1, 2, 30], 11),  # three: a quarter of them is none
        ([7], 7),
    ],
)
def test_the_interquartile_mean_leaves_out_a_quarter_at_each_end(values, expected):
    assert interquartile_mean(values) == pytest.approx(expected)


def test_of_two_runs_a_resampled_mean_is_one_of_them_or_their_middle():
    # 0 and 8 with a chance of 1/4 each, 4 with 1/2: both tails of 2.5 % are in the quarters.
    assert bootstrap_interval([0.0, 8.0]) == (0.0, 8.0)


def test_equal_runs_have_no_spread_and_one_run_has_no_interval():
    assert bootstrap_interval([5.0, 5.0, 5.0]) == (5.0, 5.0)
    assert all(math.isnan(end) for end in bootstrap_interval([5.0]))


def test_the_interval_is_that_of_scipy():
    from scipy.stats import bootstrap

    values = np.random.default_rng(1).gamma(2.0, 30.0, 20)
    theirs = bootstrap(
        (values,), np.mean, method="percentile", n_resamples=20_000, rng=np.random.default_rng(2)
    ).confidence_interval
    low, high = bootstrap_interval(values)
    spread = theirs.high - theirs.low
    assert low == pytest.approx(theirs.low, abs=0.05 * spread)
    assert high == pytest.approx(theirs.high, abs=0.05 * spread)


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says():
    rng = np.random.default_rng(3)
    samples = rng.normal(10.0, 3.0, (400, 20))
    low, high = bootstrap_interval(samples)
    covered = np.mean((low <= 10.0) & (high >= 10.0))
    assert 0.88 <= covered <= 0.97  # of 20 runs a percentile interval covers a little less than 95 %


def test_the_same_values_have_the_same_interval_row_by_row():
    values = np.random.default_rng(4).normal(size=(3, 6))
    low, high = bootstrap_interval(values)
    for row in range(3):
        assert bootstrap_interval(values[row]) == pytest.approx((low[row], high[row]))


def test_many_rows_are_resampled_in_parts_and_none_at_all_too():
    values = np.random.default_rng(5).normal(size=(2_500, 3))
    low, high = bootstrap_interval(values)
    assert bootstrap_interval(values[1_777]) == pytest.approx((low[1_777], high[1_777]))
    assert [end.shape for end in bootstrap_interval(np.zeros((0, 3)))] == [(0,), (0,)]
    assert [end.shape for end in bootstrap_interval(np.zeros((2, 4, 3)))] == [(2, 4), (2, 4)]


def test_a_final_return_is_the_mean_of_the_last_twenty_evaluations():
    points = [(10 * n, float(n)) for n in range(25)]
    assert final_returns(record({0: points})) == {0: 14.5}  # of 5 to 24


@pytest.mark.parametrize(
    ("interval", "expected"), [(10_000, 14.5), (1_000, 14.5), (50_000, 22.5), (10**6, 24.0)]
)
def test_evaluations_further_apart_than_the_papers_count_for_as_many_steps(interval, expected):
    points = [(interval * n, float(n)) for n in range(25)]
    found = record({0: points}, interval)
    assert final_returns(found) == {0: expected}  # Swimmer's are 10,000 steps apart: of 20, 20, 4 and 1
    final = final_of(found)
    assert final is not None
    assert final.fewest_evaluations == {14.5: 20, 22.5: 4, 24.0: 1}[expected]


def test_dropped_evaluations_do_not_count():
    points = [(10, 4.0), (20, NAN), (30, 8.0)]
    assert final_returns(record({0: points, 1: [(10, NAN)]})) == {0: 6.0}


def test_final_numbers_over_runs():
    found = final_of(
        record(
            {seed: [(10, float(value)), (90 + seed, float(value))] for seed, value in enumerate((2, 4, 6, 8))}
        )
    )
    assert found is not None
    assert (found.runs, found.mean, found.iqm, found.worst) == (4, 5.0, 5.0, 2.0)
    assert found.deviation == pytest.approx(math.sqrt(5))  # (9 + 1 + 1 + 9) / 4
    assert (found.fewest_steps, found.most_steps, found.fewest_evaluations) == (90, 93, 2)
    assert final_of(record({0: []})) is None


@pytest.mark.parametrize(
    ("mean", "word"),
    [(317.9, "below"), (318, "inside"), (334, "inside"), (350, "inside"), (350.1, "above")],
)
def test_the_verdict_is_about_mean_and_deviation_of_the_paper(mean, word):
    assert FINAL["Swimmer"]["gogepo"] == PaperReturn(334, 16)
    assert verdict(mean, FINAL["Swimmer"]["gogepo"]) == word


def test_a_curve_takes_an_evaluation_for_the_last_multiple_that_training_had_passed():
    # Seed 0 at 12 and 20 is at the first and second multiple of 10; seed 1 skips the second and holds the first.
    found = curve_of(record({0: [(12, 1.0), (20, 3.0), (31, 5.0)], 1: [(10, 3.0), (39, 9.0)]}))
    assert found.steps.tolist() == [10, 20, 30]
    assert found.mean.tolist() == [2.0, 3.0, 7.0]
    assert found.runs.tolist() == [2, 2, 2]


def test_a_curve_says_how_many_runs_it_covers_where_some_are_shorter():
    found = curve_of(record({0: [(10, 0.0), (20, 2.0), (30, 4.0)], 1: [(10, 4.0), (20, 6.0)]}))
    assert found.runs.tolist() == [2, 2, 1]
    assert found.mean.tolist() == [2.0, 4.0, 4.0]  # the last of seed 0 alone
    assert found.whole.tolist() == [True, True, False]
    assert found.low.tolist()[:2] == [0.0, 2.0]
    assert math.isnan(found.low[2])


def test_a_run_counts_from_its_first_to_its_last_evaluation():
    every = record({0: [(10, 1.0), (20, 1.0), (30, 1.0)], 1: [(20, 3.0), (30, 3.0)]})
    assert curve_of(every).mean.tolist() == [1.0, 2.0, 2.0]
    assert curve_of(every).whole.tolist() == [False, True, True]
    apart = curve_of(record({0: [(10, 1.0)], 1: [(50, 3.0)]}))  # nobody was evaluated in between
    assert (apart.steps.tolist(), apart.runs.tolist(), apart.seeds) == ([10, 50], [1, 1], 2)
    assert curve_of(record({0: []})).steps.tolist() == []


def test_a_curve_of_very_many_multiples_is_level_between_its_evaluations(monkeypatch):
    def uneven(start: int, apart: int) -> list[tuple[int, float]]:
        return [(start + apart * n, float(n * apart % 7)) for n in range(40)]

    sparse = record({0: uneven(13, 50), 1: uneven(400, 31), 2: uneven(5_000, 50)}, interval=1)
    dense = curve_of(sparse)
    monkeypatch.setattr(statistics, "LONGEST_GRID", 100)
    found = curve_of(sparse)
    assert len(found.steps) < 250 < len(dense.steps)
    for name in ("mean", "low", "high", "runs"):  # a line through the points is the same line
        line = np.interp(dense.steps, found.steps, getattr(found, name))
        known = np.isfinite(line)  # one run alone has no interval
        np.testing.assert_allclose(line[known], getattr(dense, name)[known], rtol=1e-12)
        assert np.isfinite(getattr(dense, name)).sum() == known.sum()


def test_a_curve_of_huge_steps_takes_no_room():
    points = [(2**60 * n + 1, float(n)) for n in range(4)]
    found = curve_of(record({0: points, 1: points}, interval=1))
    assert len(found.steps) == 7
