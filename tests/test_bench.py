"""What `gogepo bench` makes of its measurements. The measurements themselves are no tests."""

from __future__ import annotations

import dataclasses
from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

from gogepo.bench import Row, draw_like_training, limit_precision, round_products
from gogepo.config import GoGePoConfig, Precision, RunConfig
from gogepo.presets import with_preset
from gogepo.training.experiment import build


@pytest.mark.parametrize(
    ("measured", "limit", "target", "of_speed", "ratio", "met"),
    [
        (1.4, 1.0, 1.5, False, 1.4, True),
        (1.6, 1.0, 1.5, False, 1.6, False),
        (1.25, 1.0, 0.75, True, 0.8, True),
        (2.0, 1.0, 0.75, True, 0.5, False),
        (9.0, 1.0, None, False, 9.0, True),
    ],
)
def test_a_row_compares_times_or_speeds_with_its_target(measured, limit, target, of_speed, ratio, met):
    row = Row("round", measured, limit, target, of_speed)
    assert row.ratio == pytest.approx(ratio)
    assert row.met is met
    assert row.as_json()["met"] is met


def test_a_rounds_products_are_those_counted_by_hand():
    config = dataclasses.replace(
        GoGePoConfig(),
        policy_hidden=(4,),
        slice_size=2,
        generator_hidden=(5,),
        evaluator_hidden=(6,),
        probing_states=7,
        batch_size=3,
        generator_updates=1,
        evaluator_updates=0,
    )
    # A policy of 2 inputs, 4 hidden units and 1 output: two input tiles of 2 x 2, two output tiles of 1 x 2.
    matrices = 3 * 3 * (2 * 5 * 4 + 2 * 5 * 2)  # forward, two backward; 3 commands; 2 tiles, 5 units, slice
    biases = 3 * 3 * (2 * 5 * 2 + 1 * 5 * 1)
    probing = 3 * 7 * (3 * (8 + 4) - 8)  # all but the gradient of the probing states
    head = 2 * 3 * (7 * 6 + 6)  # the evaluator's own weights have no gradient
    assert round_products(config, (2, 4, 1)) == matrices + biases + probing + head
    # The evaluator's update: its head, and the policies forward and backward to the probing states.
    config = dataclasses.replace(config, generator_updates=0, evaluator_updates=1)
    assert round_products(config, (2, 4, 1)) == 3 * 7 * 2 * (8 + 4) + 3 * 3 * (7 * 6 + 6)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_batches_are_drawn_as_in_training_in_the_precision_of_the_round(precision: Precision):
    config: Any = with_preset(GoGePoConfig(), "CartPole-v1")
    lesson = draw_like_training(config, 11, 0, precision)
    drawn = lesson.drawn
    assert drawn is not None
    assert drawn.weights.shape == (5, 16, 11)
    assert drawn.weights.dtype == jnp.dtype(precision)
    assert drawn.commands.shape == (20, 16)
    assert np.unique(drawn.commands[0]).size < 16  # by recency, so that some are equal
    assert np.all(np.asarray(lesson.counts) == 1)
    experiment = build(RunConfig("CartPole-v1", device="cpu", precision=precision))
    assert limit_precision(experiment) == precision
