"""Every exhibit drawn from the records in this folder: small real runs, two seeds of a few episodes each."""

from __future__ import annotations

import dataclasses
import itertools
import math
from pathlib import Path
from typing import Any

import pytest

from gogepo.records.collect import find_records
from gogepo.records.record import EvaluationHistory, MapPoint, MapStage, PolicyMap, Record
from gogepo.report import curves, paper, style
from gogepo.report.curves import learning_curves
from gogepo.report.finals import digits, final_cells, final_table
from gogepo.report.policy_map import draw_maps
from gogepo.report.select import Selection
from gogepo.report.style import image, steps_text, write_images
from gogepo.report.write import EXHIBITS

RECORDS = Path(__file__).parent / "records"
ENVS = ("Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5", "MountainCarContinuous-v0")


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return find_records([str(RECORDS)])


@pytest.fixture(scope="module")
def exhibits(records) -> dict[str, Any]:
    selection = Selection(records)
    return {name: make(selection) for name, make in EXHIBITS.items()}


@pytest.mark.parametrize("name", EXHIBITS)
def test_every_exhibit_is_drawn_whole(name, exhibits, tmp_path):
    exhibit = exhibits[name]
    short = [f"3 of 5 runs on {env}" for env in ENVS]  # these records have two seeds
    assert exhibit.missing == (short if name == "commands" else [])
    svg, pdf, png = (path.read_bytes() for path in write_images(exhibit.figure, tmp_path / name))
    assert svg.startswith(b"<?xml")
    assert pdf.startswith(b"%PDF")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    assert width == 200 * style.WIDTH
    assert height >= 500


@pytest.mark.parametrize("name", EXHIBITS)
def test_no_text_of_a_figure_lies_on_another(name, exhibits):
    texts = visible_texts(exhibits[name].figure)
    assert len(texts) > 10
    for (one, box), (other, other_box) in itertools.combinations(texts, 2):
        assert not boxes_overlap(box, other_box), f"{one!r} lies on {other!r}"


def visible_texts(figure: Any) -> list[tuple[str, Any]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    with style.styled():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        ticks = {
            tick for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for tick in shown_labels(axis)
        }
        every = {
            label
            for axes in figure.axes
            for axis in (axes.xaxis, axes.yaxis)
            for label in axis.get_ticklabels()
        }
        hidden = {text for axes in figure.axes if not axes.get_visible() for text in axes.findobj(Text)}
        texts = [
            text
            for text in figure.findobj(Text)
            if text.get_visible() and text.get_text() and text not in (every - ticks) and text not in hidden
        ]
        return [(text.get_text(), text.get_window_extent(renderer)) for text in texts]


def shown_labels(axis: Any) -> list[Any]:
    """Of ticks inside the view; matplotlib keeps some outside of it too."""
    low, high = sorted(axis.get_view_interval())
    room = 1e-9 * (high - low)
    return [
        label
        for place, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True)
        if low - room <= place <= high + room
    ]


def boxes_overlap(one: Any, other: Any) -> bool:
    touch = 0.5  # pixels, of rounding
    wide = min(one.x1, other.x1) - max(one.x0, other.x0) > touch
    return wide and min(one.y1, other.y1) - max(one.y0, other.y0) > touch


def test_equal_records_give_equal_bytes(records):
    one, other = (image(learning_curves(Selection(records)).figure, "svg") for _ in range(2))
    assert one == other


def test_the_table_has_the_papers_sixteen_numbers_and_a_verdict_for_each(exhibits):
    table = exhibits["finals"].table
    assert len(table.rows) == 16
    column = table.header.index("paper")
    assert {row[column] for row in table.rows} >= {"334 ± 16", "-1 ± 0.01", "1634 ± 1036", "219 ± 299"}
    assert all(row[-1][2:].startswith(("inside", "above", "below")) for row in table.rows)
    assert all("% of steps" in row[-1] for row in table.rows)  # these runs are short, and it says so
    assert all(name is not None for name in table.records)
    header, rule, *rows = table.markdown().splitlines()
    assert len(rows) == 16
    assert rule.count("--:") == len(table.numbers)
    assert header.count("|") == rows[0].count("|") == len(table.header) + 1


def test_a_method_looks_the_same_everywhere_and_different_from_the_others():
    looks = list(style.METHODS.values())
    for part in zip(*looks, strict=True):
        assert len(set(map(str, part))) == len(looks)
    assert style.VARIANTS[0] == style.METHODS["gogepo"]


def test_colours_are_told_apart_in_grey_by_line_and_marker():
    for looks in (style.METHODS.values(), style.VARIANTS):
        assert len({(str(look.line), look.marker) for look in looks}) == len(list(looks))


# What is missing is said


@pytest.mark.parametrize("name", EXHIBITS)
def test_without_records_an_exhibit_says_what_is_missing(name):
    exhibit = EXHIBITS[name](Selection([]))
    assert exhibit.figure is None
    assert len(exhibit.missing) >= 2


def test_with_some_records_the_rest_is_named(records):
    some = [record for record in records if record.task == "Hopper" and record.method in ("gogepo", "ars")]
    selection = Selection([dataclasses.replace(record, calibrations=[], policy_map=None) for record in some])
    curves = EXHIBITS["curves"](selection)
    assert curves.figure is not None
    assert len(curves.missing) == 14
    assert "DDPG on Hopper-v5" in curves.missing
    assert "ARS on Hopper-v5" not in curves.missing
    table = final_table(selection).table
    assert table is not None
    rows = {(row[0], row[1]): row for row in table.rows}
    assert rows["Hopper-v5", "UDRL"][2] == "no record"
    assert rows["Hopper-v5", "UDRL"][-1] == "-"
    drive = EXHIBITS["drive"](selection)
    assert drive.missing == ["drive 20 on Swimmer", "drive 0 on Swimmer"]
    assert len(EXHIBITS["map"](selection).missing) == len(EXHIBITS["commands"](selection).missing) == 4


def evaluated(steps: range) -> EvaluationHistory:
    """A seed whose return is the thousands of its steps."""
    return EvaluationHistory.of([[each, each // 1_000, math.nan, each / 1_000, 0.0] for each in steps])


def test_an_ablation_compares_the_same_seeds_and_steps(records):
    whole, ablated = (
        next(record for record in records if record.name == name)
        for name in ("gogepo-swimmer-v5", "gogepo-swimmer-v5-drive-0.0")
    )
    early = evaluated(range(10_000, 100_001, 10_000))
    settings = {"env_steps": 200_000, "evaluate_every": 10_000}
    whole = dataclasses.replace(
        whole,
        config={**whole.config, **settings},
        # They end their evaluations at other steps of the same interval, and one has none so early.
        evaluations={
            **{seed: evaluated(range(10_400, 200_401, 10_000)) for seed in range(8)},
            8: evaluated(range(150_000, 200_000, 10_000)),
        },
    )
    ablated = dataclasses.replace(
        ablated, config={**ablated.config, **settings}, evaluations={seed: early for seed in (0, 1, 8)}
    )
    exhibit = EXHIBITS["drive"](Selection([whole, ablated]))
    assert exhibit.table is not None
    assert [row[1:4] for row in exhibit.table.rows] == [
        ["drive 20", "2 x 100k", "55.4 ± 0"],
        ["drive 0", "3 x 100k", "55 ± 0"],
    ]
    drawn = [line.get_xdata() for line in exhibit.figure.axes[0].lines]
    assert {max(steps) for steps in drawn} == {100_000}


def test_an_ablation_of_records_without_evaluations_is_missing(records):
    empty = [dataclasses.replace(record, evaluations={}) for record in records]
    assert len(EXHIBITS["drive"](Selection(empty)).missing) == 4


def test_a_map_and_commands_of_other_settings_say_so(records):
    whole = next(record for record in records if record.name == "gogepo-swimmer-v5")
    algorithm = {**whole.config["algorithm"], "drive": 0.0}
    other = dataclasses.replace(whole, name="other", config={**whole.config, "algorithm": algorithm})
    selection = Selection([dataclasses.replace(whole, calibrations=[], policy_map=None), other])
    commands, chart = EXHIBITS["commands"](selection), EXHIBITS["map"](selection)
    assert commands.table is not None
    assert {row[0] for row in commands.table.rows} == {"Swimmer-v5, no drive"}
    assert commands.figure.axes[0].get_title() == "Swimmer-v5, 2 runs\nno drive"
    assert chart.figure.axes[0].get_ylabel() == "Swimmer-v5\nno drive\nseed 0"
    for exhibit in (commands, chart):
        for (one, box), (text, other_box) in itertools.combinations(visible_texts(exhibit.figure), 2):
            assert not boxes_overlap(box, other_box), f"{one!r} lies on {text!r}"


def test_the_caption_of_the_map_says_what_is_drawn(records):
    (record,) = [record for record in records if record.name == "gogepo-swimmer-v5"]
    chart = record.policy_map
    assert chart is not None
    counts = len(chart.stages), len(chart.stages[0].points)
    assert counts != (4, 20)
    assert "{} stages of its training, for {} commands".format(*counts) in caption_of(record, chart.stages)
    short = chart.stages[0]._replace(points=chart.stages[0].points[:2])
    assert "1 stage of its training, for 2 commands" in caption_of(record, [short])
    assert f"for 2 to {counts[1]} commands" in caption_of(record, [short, chart.stages[1]])
    assert "4 stages of its training, for 20 commands" in EXHIBITS["map"](Selection([])).caption


def caption_of(record: Record, stages: list[MapStage]) -> str:
    assert record.policy_map is not None
    chart = record.policy_map._replace(stages=stages)
    return EXHIBITS["map"](Selection([dataclasses.replace(record, policy_map=chart)])).caption


@pytest.mark.parametrize("reached", [0.0, 1e6, -1e6, 1e15])
def test_a_map_of_equal_returns_is_drawn(reached):
    points = [MapPoint(float(n), 0.5, 0.1 * n, reached) for n in range(3)]
    archive = [(0.0, 0.0, reached), (1.0, 0.0, reached), (0.0, 1.0, reached)]
    chart = PolicyMap(0, 9, (0.75, 0.25), 3, archive, [MapStage(4, 2, points)])
    assert image(draw_maps([("Swimmer-v5", chart)]), "png").startswith(b"\x89PNG")


def test_a_record_without_any_evaluation_is_no_data(records):
    empty = [dataclasses.replace(record, evaluations={}) for record in records]
    assert all(cell.final is None for cell in final_cells(Selection(empty)))
    assert learning_curves(Selection(empty)).figure is not None  # the paper's numbers stand alone


def test_one_seed_is_drawn_without_an_interval(records):
    alone = [
        dataclasses.replace(
            record, evaluations={0: record.evaluations[0]}, calibrations=record.calibrations[:1]
        )
        for record in records
    ]
    selection = Selection(alone)
    table = final_table(selection).table
    assert table is not None
    assert {row[4] for row in table.rows} == {"one run"}
    commands = EXHIBITS["commands"](selection)
    assert f"{paper.FEW_SEEDS - 1} of {paper.FEW_SEEDS} runs on Swimmer-v5" in commands.missing
    assert all(EXHIBITS[name](selection).figure is not None for name in EXHIBITS)


@pytest.mark.parametrize(
    ("value", "text"),
    [(2589.4, "2589"), (99.96, "100"), (99.9, "99.9"), (0.01, "0.01"), (-1, "-1"), (0, "0"), (93.04, "93.0")],
)
def test_numbers_have_three_digits(value, text):
    assert digits(value) == text


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        (0, "0"),
        (999, "999"),
        (1_000, "1k"),
        (101_234, "101k"),
        (999_900, "1M"),
        (2_574_000, "2.57M"),
        (3e6, "3M"),
    ],
)
def test_steps_are_short(steps, text):
    assert steps_text(steps) == text


@pytest.mark.parametrize(
    ("counted", "text"),
    [
        ([], "no record"),
        ([("GoGePo", 1)], "1 run"),
        ([("GoGePo", 20)], "20 runs"),
        ([("GoGePo", 20), ("ARS", 20)], "20 runs each"),
        ([("GoGePo", 20), ("no rehearsals", 5), ("ARS", 20)], "20 runs each; no rehearsals 5"),
        ([("GoGePo", 20), ("ARS", 5)], "runs: GoGePo 20, ARS 5"),
    ],
)
def test_a_panel_says_how_many_runs_its_lines_are_of(counted, text):
    assert curves._runs(counted) == text
