"""Error and rank correlation against numbers worked by hand, and the picture."""

from __future__ import annotations

import json
import math

import pytest

from gogepo.inputs import InputError
from gogepo.records.calibration import Calibration, CalibrationPoint, read_calibrations
from gogepo.report.run_figures import draw_calibration

NAN = float("nan")


def calibration(pairs: list[tuple[float, float]], learned: tuple[float, float] = (0.0, 100.0)) -> Calibration:
    """Of commands and what they achieved, in two episodes 2 below and above it; NaN if both were dropped."""
    points = []
    for command, achieved in pairs:
        returns = [] if math.isnan(achieved) else [achieved - 2, achieved + 2]
        points.append(CalibrationPoint(command, returns, [each + 5 for each in returns], command + 1))
    return Calibration(3, 1000, learned, points)


def test_the_error_is_the_mean_absolute_difference_worked_by_hand():
    # |12 - 10| = 2, |15 - 20| = 5, |38 - 30| = 8: (2 + 5 + 8) / 3 = 5
    assert calibration([(10, 12), (20, 15), (30, 38)]).error() == pytest.approx(5)


@pytest.mark.parametrize(
    ("achieved", "correlation"),
    [
        ([1, 2, 3, 4, 5], 1.0),
        ([1, 2, 3, 4, 500], 1.0),  # only the order counts
        ([5, 4, 3, 2, 1], -1.0),
        # ranks 2 1 4 3 5, differences 1 1 1 1 0: 1 - 6 * 4 / (5 * 24) = 0.8
        ([20, 10, 40, 30, 50], 0.8),
        # ranks 5 1 2 3 4, differences 4 1 1 1 1: 1 - 6 * 20 / (5 * 24) = 0
        ([50, 10, 20, 30, 40], 0.0),
    ],
)
def test_the_rank_correlation_is_spearmans_worked_by_hand(achieved, correlation):
    pairs = list(zip([10.0, 20.0, 30.0, 40.0, 50.0], achieved, strict=True))
    assert calibration(pairs).rank_correlation() == pytest.approx(correlation, abs=1e-12)


def test_ties_share_their_rank():
    # ranks of achieved 1.5 1.5 3; of commands 1 2 3. Pearson of the two: 1.5 / sqrt(2 * 1.5) = sqrt(3) / 2
    found = calibration([(10, 7), (20, 7), (30, 9)]).rank_correlation()
    assert found == pytest.approx(math.sqrt(3) / 2)


def test_commands_outside_of_the_returns_seen_in_training_are_left_out():
    pairs = [(-50, 1000), (0, 1), (50, 53), (100, 95), (150, -1000)]
    found = calibration(pairs, learned=(0.0, 100.0))  # both ends belong to it
    assert [point.command for point in found.inside()] == [0, 50, 100]
    assert found.error() == pytest.approx((1 + 3 + 5) / 3)
    assert found.rank_correlation() == pytest.approx(1.0)


def test_a_command_whose_episodes_were_all_dropped_is_left_out():
    found = calibration([(10, 11), (20, NAN), (30, 33)])
    assert found.error() == pytest.approx(2)
    assert found.rank_correlation() == pytest.approx(1)


@pytest.mark.parametrize("pairs", [[], [(10, 12)], [(10, 5), (20, 5), (30, 5)], [(500, 1), (600, 2)]])
def test_there_is_no_correlation_where_nothing_can_be_ranked(pairs):
    assert math.isnan(calibration(pairs).rank_correlation())


def test_there_is_no_error_where_no_command_was_learned():
    assert math.isnan(calibration([(500, 1)]).error())


def test_as_json_holds_the_points_and_both_numbers():
    data = json.loads(json.dumps(calibration([(10, 12), (20, 15)]).as_json()))
    assert data["points"][0] == {
        "command": 10,
        "predicted": 11,
        "achieved": 12,
        "deviation": 2,
        "env_return": 17,
        "training_returns": [10, 14],
        "env_returns": [15, 19],
    }
    assert (data["mean_absolute_error"], data["rank_correlation"]) == pytest.approx((3.5, 1.0))
    assert data["learned"] == [0, 100]


@pytest.mark.parametrize(
    "content", ['[{"seed":0,"env_steps":1,"learned":[0,null],"points":[]}]', "[[0, 1, [0, 1], []]]"]
)
def test_a_damaged_file_is_refused(content, tmp_path):
    (tmp_path / "commanded.json").write_text(content)
    with pytest.raises(InputError, match="does not hold commanded returns"):
        read_calibrations(tmp_path / "commanded.json")


@pytest.mark.parametrize(
    "pairs",
    [[(0, 3), (50, 40), (100, 90)], [(0, NAN), (50, 40)], [(0, 0), (50, 0)], [(0, NAN), (50, NAN)]],
    ids=["usual", "a point dropped", "flat", "all dropped"],
)
def test_the_picture_is_a_png_of_some_size(pairs):
    content = draw_calibration("Toy-v0", calibration(pairs), "png")
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    assert min(width, height) >= 600
