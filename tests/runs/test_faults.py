"""Policies that came to grief are kept whole, and a file that cannot be one of them is refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy

from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Exploration, Request
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory
from gogepo.runs.faults import FaultBox

WEIGHTS = 5
WEIGHTS_OF = np.arange(WEIGHTS, dtype=np.float32) / 3
NORMALIZER = Normalizer(np.array([0.1, -2.0]), np.array([0.5, 7.0]))
PLAN = Exploration(
    np.array([0.1, 0.3], np.float32), False, np.array([[1, 2], [3, 4], [5, 6]], np.float32), 50, 0.85
)
AT_FIRST = Exploration(np.zeros(2, np.float32), True, np.empty((0, 2), np.float32), 0)


@pytest.fixture
def box(tmp_path: Path) -> FaultBox:
    return FaultBox(RunDirectory(tmp_path))


@pytest.mark.parametrize(
    ("command", "horizon", "plan"),
    [
        (1 / 3, np.nan, None),  # GoGePo
        (np.nan, np.nan, None),  # ARS
        (np.nan, np.nan, PLAN),  # DDPG
        (np.nan, np.nan, AT_FIRST),
        (-12.5, 400.0, AT_FIRST),  # UDRL
    ],
)
def test_a_policy_that_was_kept_is_read_as_it_was(box, command, horizon, plan):
    assert not box.has(7)
    box.keep(Request(7, command, WEIGHTS_OF, NORMALIZER, horizon, plan))
    assert box.has(7)
    request = box.read(7, WEIGHTS)
    assert request.index == 7
    np.testing.assert_array_equal([request.command, request.horizon], [command, horizon])
    np.testing.assert_array_equal(request.weights, WEIGHTS_OF)
    np.testing.assert_array_equal(request.normalizer.mean, NORMALIZER.mean)
    np.testing.assert_array_equal(request.normalizer.deviation, NORMALIZER.deviation)
    assert (request.exploration is None) == (plan is None)
    if plan is not None and request.exploration is not None:
        assert (request.exploration.random, request.exploration.steps) == (plan.random, plan.steps)
        assert request.exploration.correlation == plan.correlation
        np.testing.assert_array_equal(request.exploration.noise, plan.noise)
        np.testing.assert_array_equal(request.exploration.actions, plan.actions)
        assert request.exploration.actions.dtype == np.float32


def test_a_normaliser_that_moves_within_the_episode_is_kept_as_one(box):
    moving = Normalizer(NORMALIZER.mean, NORMALIZER.deviation, 12.0)
    box.keep(Request(7, 1.0, WEIGHTS_OF, moving))
    assert box.read(7, WEIGHTS).normalizer.count == 12.0
    box.keep(Request(8, 1.0, WEIGHTS_OF, NORMALIZER))
    assert box.read(8, WEIGHTS).normalizer.count == 0.0


def test_a_long_episode_in_parts_is_kept_and_read_too(box):
    """What was taken before may be more than everything else in the file."""
    actions = np.zeros((100_000, 17), np.float32)
    plan = Exploration(np.zeros(17, np.float32), False, actions, 50)
    box.keep(Request(0, np.nan, WEIGHTS_OF, NORMALIZER, exploration=plan))
    request = box.read(0, WEIGHTS)
    assert request.exploration is not None
    assert len(request.exploration.actions) == 100_000


GOOD: dict[str, Any] = {
    "weights": WEIGHTS_OF,
    "mean": NORMALIZER.mean,
    "deviation": NORMALIZER.deviation,
    "command": np.array(0.0),
    "horizon": np.array(np.nan),
    "noise": PLAN.noise,
    "actions": PLAN.actions,
    "plan": np.array([0, 50]),
}


@pytest.mark.parametrize(
    "change",
    [
        {"horizon": None},
        {"horizon": np.array([1.0, 2.0])},
        {"command": None},
        {"noise": None},
        {"actions": None},
        {"plan": np.array(7)},
        {"plan": np.array([1])},
        {"plan": np.array([0, 1, 2])},
        {"plan": np.array([0, np.nan])},
        {"plan": np.array([0, np.inf])},
        {"correlation": np.array(1.0)},
        {"correlation": np.array(np.nan)},
        {"correlation": np.array([0.1, 0.2])},
        {"weights": WEIGHTS_OF[:-1]},
    ],
    ids=str,
)
def test_a_file_that_cannot_be_one_is_refused_in_one_line(box, tmp_path, change):
    box.keep(Request(0, 0.0, WEIGHTS_OF, NORMALIZER, exploration=PLAN))
    (path,) = (tmp_path / "faults").iterdir()
    path.write_bytes(safetensors.numpy.save(GOOD))
    assert box.read(0, WEIGHTS).exploration is not None
    arrays = {name: array for name, array in {**GOOD, **change}.items() if array is not None}
    path.write_bytes(safetensors.numpy.save(arrays))
    with pytest.raises(InputError) as refusal:
        box.read(0, WEIGHTS)
    assert path.name in str(refusal.value)
    assert "\n" not in str(refusal.value)
