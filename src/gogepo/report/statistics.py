"""Numbers over runs: means, bootstrapped intervals, interquartile means, curves of unequal length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from gogepo.records.record import EvaluationHistory, Record
from gogepo.report import paper

RESAMPLES = 2_000
AT_ONCE = 1_000
"""Rows that are resampled together; each takes 16 kB."""
LONGEST_GRID = 10_000
"""Multiples of an interval; up to so many a curve is drawn at each of them."""
CONFIDENCE = 0.95
NEARLY = 0.99
"""A run that made this share of the paper's steps counts as whole."""


class Interval(NamedTuple):
    low: float
    high: float


def bootstrap_interval(values: Any, seed: int = 0) -> Interval:
    """95 % percentile interval of the mean over runs; runs are the last axis. NaN for fewer than two runs."""
    values = np.asarray(values, float)
    runs = values.shape[-1]
    if runs < 2:
        nothing: Any = np.full(values.shape[:-1], np.nan)
        return Interval(nothing, nothing) if values.ndim > 1 else Interval(np.nan, np.nan)
    # How often each run is drawn, rather than which: the means are then one product.
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(runs, np.full(runs, 1 / runs), RESAMPLES)
    tail = (1 - CONFIDENCE) / 2
    rows = values.reshape(-1, runs)
    ends = [
        np.quantile(rows[start : start + AT_ONCE] @ counts.T / runs, [tail, 1 - tail], axis=-1)
        for start in range(0, max(len(rows), 1), AT_ONCE)
    ]
    low, high = np.concatenate(ends, axis=1).reshape(2, *values.shape[:-1])
    return Interval(low, high) if values.ndim > 1 else Interval(float(low), float(high))


def interquartile_mean(values: Any) -> Any:
    """Mean without the lowest and the highest quarter of the runs, rounded down; runs are the last axis."""
    from scipy.stats import trim_mean

    return trim_mean(np.asarray(values, float), 0.25, axis=-1)


@dataclass(frozen=True)
class Curve:
    """Evaluations of several seeds on common steps."""

    steps: np.ndarray
    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    runs: np.ndarray
    """How many seeds mean and interval cover at each step."""
    seeds: int

    @property
    def whole(self) -> np.ndarray:
        """Where all seeds are covered."""
        return self.runs == self.seeds


def curve_of(record: Record) -> Curve:
    """Mean and interval over seeds at every multiple of the evaluation interval.

    An evaluation belongs to the last multiple that training had passed. A seed without one there (its episodes are
    longer than the interval) counts with the one before, from its first evaluation to its last.
    """
    known = [each for each in map(_known, record.evaluations.values()) if len(each.env_steps)]
    if not known:
        return Curve(*(np.array([]) for _ in range(5)), seeds=0)
    numbers = [each.env_steps // record.interval for each in known]
    grid = _grid(numbers)
    values = np.full((len(grid), len(known)), np.nan)
    for column, (number, each) in enumerate(zip(numbers, known, strict=True)):
        reached = (grid >= number[0]) & (grid <= number[-1])
        latest = np.searchsorted(number, grid[reached], side="right") - 1
        values[reached, column] = each.env_returns[latest]
    known_there = np.isfinite(values).sum(axis=1)
    grid, values, runs = grid[known_there > 0], values[known_there > 0], known_there[known_there > 0]
    mean, low, high = np.full((3, len(grid)), np.nan)
    for count in np.unique(runs):  # not always all of them
        rows = runs == count
        some = values[rows][np.isfinite(values[rows])].reshape(-1, count)
        mean[rows] = some.mean(axis=1)
        low[rows], high[rows] = bootstrap_interval(some)
    return Curve(grid * record.interval, mean, low, high, runs, len(known))


def _grid(numbers: Sequence[np.ndarray]) -> np.ndarray:
    """From the first to the last multiple. If these are very many: those where a seed starts, changes or ends, and the
    ones before them, since between them the curve is level."""
    first, last = min(each[0] for each in numbers), max(each[-1] for each in numbers)
    if last - first < LONGEST_GRID:
        return np.arange(first, last + 1)
    changes = np.concatenate([*numbers, *(each[-1:] + 1 for each in numbers)])
    return np.unique(np.concatenate([changes - 1, changes]))[1:-1]


def _known(evaluations: EvaluationHistory) -> EvaluationHistory:
    """Without evaluations whose episodes were all dropped."""
    return evaluations.where(np.isfinite(evaluations.env_returns))


def final_evaluations(record: Record) -> int:
    """How many evaluations a final return is the mean of: 20, or fewer where they lie further apart than the paper's, so
    that they span as many steps."""
    protocol = paper.PROTOCOL.get(record.task)
    if protocol is None or record.interval <= protocol.evaluate_every:
        return paper.FINAL_EVALUATIONS
    return max(1, paper.FINAL_EVALUATIONS * protocol.evaluate_every // record.interval)


def final_returns(record: Record) -> dict[int, float]:
    """By seed: the mean of its last 20 evaluations."""
    return {
        seed: float(_known(each).env_returns[-final_evaluations(record) :].mean())
        for seed, each in record.evaluations.items()
        if len(_known(each).env_returns)
    }


Verdict = Literal["inside", "above", "below"]


def verdict(mean: float, number: paper.PaperReturn) -> Verdict:
    """Where a mean lies: inside the paper's mean +- deviation, above or below."""
    if mean > number.mean + number.deviation:
        return "above"
    return "below" if mean < number.mean - number.deviation else "inside"


@dataclass(frozen=True)
class Final:
    """The final return of a method on a task, over runs."""

    runs: int
    mean: float
    deviation: float
    """Over runs, as in the paper."""
    interval: Interval
    iqm: float
    worst: float
    fewest_steps: int
    most_steps: int
    fewest_evaluations: int
    """Of all runs, how many a mean was taken of at least; up to 20."""


def final_of(record: Record) -> Final | None:
    """None where there is no evaluation."""
    returns = list(final_returns(record).values())
    if not returns:
        return None
    reached = record.reached().values()
    evaluations = min(np.isfinite(each.env_returns).sum() for each in record.evaluations.values())
    return Final(
        runs=len(returns),
        mean=float(np.mean(returns)),
        deviation=float(np.std(returns)),
        interval=bootstrap_interval(returns),
        iqm=float(interquartile_mean(returns)),
        worst=min(returns),
        fewest_steps=min(reached),
        most_steps=max(reached),
        fewest_evaluations=min(int(evaluations), final_evaluations(record)),
    )
