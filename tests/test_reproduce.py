"""gogepo reproduce: what it plans, what it says it will cost, and that a kill costs time only."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gogepo import cli
from gogepo.commands.reproduce import reproduce
from gogepo.config import EngineConfig, GoGePoConfig, RunConfig, UDRLConfig
from gogepo.inputs import InputError
from gogepo.records.calibration import calibrations_text, read_calibrations
from gogepo.records.record import map_text, read_map, read_record
from gogepo.report import paper
from gogepo.reproduce import (
    MEASURING,
    Measuring,
    Pace,
    Reproduction,
    measuring_seconds,
    needed,
    plan_of,
    read_pace,
    rounds_of,
    training_seconds,
)
from gogepo.runs.manifest import newest_first
from reproducing import ENV, PLAN, SIZE, main
from test_cli import gogepo

TWO_CORES = Pace(
    {"gogepo": 0.69, "ars": 0.0, "ddpg": 50 * 1.3e-3, "udrl": 1e-3},
    {
        "Swimmer-v5": 30e-6,
        "Hopper-v5": 40e-6,
        "InvertedPendulum-v5": 30e-6,
        "MountainCarContinuous-v0": 15e-6,
    },
    {
        "Swimmer-v5": 1000,
        "Hopper-v5": 25,
        "InvertedPendulum-v5": 12,
        "MountainCarContinuous-v0": 999,
    },
)
"""About as on a machine with two cores."""


LENGTHS = {
    "Swimmer-v5": (3_000_000, 10_000),
    "Hopper-v5": (3_000_000, 10_000),
    "InvertedPendulum-v5": (100_000, 1_000),
    "MountainCarContinuous-v0": (100_000, 1_000),
}


def test_the_plan_is_the_papers():
    plan = plan_of("paper")
    assert len({planned.name for planned in plan}) == len(plan)
    cells: dict[tuple[str, str, str | None], list[int]] = {}
    for planned in needed(plan, "finals"):
        config = planned.config
        preset = getattr(config.algorithm, "preset", None)
        cells.setdefault((config.env, config.algorithm_name, preset), []).extend(config.all_seeds)
        assert (config.env_steps, config.evaluate_every) == LENGTHS[config.env]
    assert len(cells) == 16 + 4
    assert all(seeds == list(range(20)) for seeds in cells.values())


@pytest.mark.parametrize("scale", ["paper", "fast"])
def test_each_exhibit_has_its_runs(scale):
    plan = plan_of(scale)
    few = 5 if scale == "paper" else 2
    settings = [
        (planned.config.env, planned.config.algorithm.recency, planned.config.algorithm.output_scaling)
        for planned in needed(plan, "weighting")
    ]
    assert sorted(settings) == sorted(
        (env, recency, scaling)
        for env in ("Swimmer-v5", "Hopper-v5")
        for recency in (0.0, 1.1)
        for scaling in (False, True)
    )
    drives = [(planned.config.env, planned.config.algorithm.drive) for planned in needed(plan, "drive")]
    assert sorted(drives) == [("Hopper-v5", 0), ("Hopper-v5", 20), ("Swimmer-v5", 0), ("Swimmer-v5", 20)]
    for exhibit in ("map", "commands"):
        assert {planned.config.env for planned in needed(plan, exhibit)} == {
            planned.config.env for planned in plan
        }
        assert all(planned.config.algorithm_name == "gogepo" for planned in needed(plan, exhibit))
    for exhibit in ("weighting", "drive", "map", "commands"):
        assert all(planned.config.seeds >= few for planned in needed(plan, exhibit))
    assert set(needed(plan, None)) == set(plan)


def test_every_run_is_computed_as_was_asked_and_another_way_is_another_plan():
    configs = [planned.config for planned in plan_of("fast", "cpu", "bfloat16")]
    assert {(config.device, config.precision) for config in configs} == {("cpu", "bfloat16")}
    otherwise = [planned.config for planned in plan_of("fast", "cpu")]
    assert [dataclasses.replace(config, precision="bfloat16") for config in otherwise] == configs != otherwise


@pytest.mark.parametrize("scale", ["paper", "fast"])
def test_the_papers_algorithm_is_trained_beside_the_default(scale):
    plan = {planned.name: planned.config for planned in needed(plan_of(scale), "finals")}
    for task, env in paper.ENVS.items():
        config = plan[f"gogepo-{env.lower()}-preset-paper"]
        assert config.algorithm == GoGePoConfig(preset="paper")
        default = plan[f"gogepo-{env.lower()}"]
        assert (config.env_steps, config.evaluate_every) == (default.env_steps, default.evaluate_every), task


def test_the_fast_scale_takes_about_an_hour_on_two_cores():
    seconds = sum(training_seconds(planned.config, TWO_CORES, 2) for planned in plan_of("fast"))
    size = MEASURING["fast"]
    for planned in needed(plan_of("fast"), "map"):
        env = planned.config.env
        seconds += measuring_seconds(env, "map", size, TWO_CORES)
        seconds += size.runs * measuring_seconds(env, "commands", size, TWO_CORES)
    assert 40 * 60 <= seconds <= 80 * 60


def test_cost_worked_by_hand():
    config = dataclasses.replace(
        PLAN[0].config, env="Swimmer-v5", env_steps=10_000, evaluate_every=5_000, seeds=3
    )
    config = dataclasses.replace(config, evaluation_episodes=2)
    # 20 episodes of 500, so 20 rounds; 10,000 steps and two evaluations of 2 x 1,000, on two workers.
    pace = Pace({"gogepo": 0.5, "udrl": 0.01}, {"Swimmer-v5": 1e-3}, {"Swimmer-v5": 500})
    playing = 14_000 * 1e-3 / 2
    assert training_seconds(config, pace, 2) == pytest.approx(3 * (20 * 0.5 + playing))
    udrl = dataclasses.replace(config, algorithm=UDRLConfig())
    # 300 updates after 10 of 20 episodes.
    assert training_seconds(udrl, pace, 2) == pytest.approx(3 * (2 * 300 * 0.01 + playing))
    ddpg = next(planned.config for planned in plan_of("paper") if planned.name == "ddpg-swimmer-v5")
    assert rounds_of(ddpg, 3_000_000, 3_000) == 3_000_000 / 50
    assert rounds_of(PLAN[1].config, 10_000, 20) == 0  # ARS
    assert measuring_seconds("Swimmer-v5", "map", Measuring(1, 5, 2), pace) == 4 * 5 * 2 * 1_000 * 1e-3
    assert measuring_seconds("Swimmer-v5", "commands", Measuring(1, 5, 2), pace) == 5 * 2 * 1_000 * 1e-3


@pytest.mark.parametrize("task", paper.TASKS)
def test_the_default_of_the_plan_is_what_the_records_are_of(task):
    env = paper.ENVS[task].lower()
    record = read_record(Path(__file__).parents[1] / "results" / f"gogepo-{env}")
    assert (record.preset, record.variant()) == ("default", {})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"rounds": {"gogepo": -1}, "steps": {}, "lengths": {}}',
        '{"rounds": {}, "steps": {}, "lengths": {"Swimmer-v5": 1e999}}',
        '{"rounds": {}, "steps": [], "lengths": {}}',
    ],
)
def test_a_damaged_pace_is_measured_again(text, tmp_path):
    (tmp_path / "pace.json").write_text(text)
    assert read_pace(tmp_path / "pace.json") == Pace({}, {}, {})


# The real thing, small


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any, str]:
    """A reproduction that nobody disturbed, its summary and what it said."""
    folder = tmp_path_factory.mktemp("reproduction") / "out"
    code, summary, said = run(folder)
    assert code == cli.DONE, said
    return folder, summary, said


def run(folder: Path, **wishes: Any) -> tuple[int, Any, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(folder, **wishes)
    return code, json.loads(out.getvalue().splitlines()[-1]), err.getvalue()


def content(folder: Path) -> dict[str, bytes]:
    """What must be equal to the bit, however often it was killed."""
    names = ("evaluations.csv", "commanded.json", "map.json", "config.json")
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted((folder / "records").rglob("*"))
        if path.name in names
    }


def test_it_says_the_cost_before_it_starts_and_ends_with_a_report(whole):
    folder, summary, said = whole
    assert said.index("2 runs, 2 to make") < said.index("together") < said.index("[1 of 2]")
    assert summary["outcome"] == "done"
    assert summary["expected_seconds"] > 0
    assert set(summary["pace"]["rounds"]) == {
        "gogepo",
        "ars",
    }  # of networks so small too short to be told from noise
    assert summary["pace"]["steps"][ENV] > 0
    records = {
        path.parent.name: read_record(path.parent) for path in (folder / "records").glob("*/record.json")
    }
    assert {record.method: len(record.evaluations) for record in records.values()} == {"gogepo": 2, "ars": 2}
    (gogepo_record,) = [record for record in records.values() if record.method == "gogepo"]
    assert [each.seed for each in gogepo_record.calibrations] == [0, 1]
    assert gogepo_record.policy_map is not None
    assert gogepo_record.policy_map.seed == 0
    assert gogepo_record.provenance["threads"] >= 1
    page = (folder / "report" / "index.html").read_text()
    assert ENV in page
    assert {path.name for path in (folder / "report" / "figures").iterdir()} >= {"map.png", "commands.png"}


def test_what_is_finished_is_not_done_again(whole):
    folder, _, _ = whole
    before = {path: path.stat().st_mtime_ns for path in (folder / "runs").rglob("*") if path.is_file()}
    code, summary, said = run(folder)
    assert code == cli.DONE
    assert summary["open"] == []
    assert "2 runs, 0 to make" in said
    after = {path: path.stat().st_mtime_ns for path in (folder / "runs").rglob("*") if path.is_file()}
    assert before == after


def test_a_plan_is_only_told(tmp_path):
    code, summary, _ = run(tmp_path / "out", plan=True)
    assert code == cli.DONE
    assert sorted(summary["open"]) == ["ars", "gogepo"]
    assert not (tmp_path / "out").exists()  # so that another plan may still go there


def test_only_one_exhibit_runs_what_it_needs(whole, tmp_path):
    folder, _, _ = whole
    (tmp_path / "out").mkdir()
    for name in ("reproduction.json", "pace.json"):
        shutil.copy(folder / name, tmp_path / "out" / name)
    code, summary, _ = run(tmp_path / "out", only="commands")
    assert code == cli.DONE
    assert summary["runs"] == ["gogepo"]
    assert not (tmp_path / "out" / "runs" / "ars").exists()
    assert {path.stem for path in (tmp_path / "out" / "report" / "figures").iterdir()} == {"commands"}
    assert not (tmp_path / "out" / "runs" / "gogepo" / "seed-0" / "map.json").exists()


def test_one_exhibit_leaves_the_records_of_the_others_alone(whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "out")
    before = {path.parent.name: path.read_text() for path in (folder / "records").glob("*/evaluations.csv")}
    assert len(before) == 2
    assert run(folder, only="commands")[0] == cli.DONE
    after = {path.parent.name: path.read_text() for path in (folder / "records").glob("*/evaluations.csv")}
    assert before == after


def test_a_run_that_cannot_go_on_does_not_stop_the_others(whole, tmp_path):
    damaged = tmp_path / "out" / "runs" / "gogepo"
    damaged.mkdir(parents=True)
    (damaged / "config.json").write_text("{")
    for name in ("reproduction.json", "pace.json"):
        shutil.copy(whole[0] / name, tmp_path / "out" / name)
    code, summary, said = run(tmp_path / "out")
    assert (code, summary["outcome"]) == (cli.FAILED, "failed")
    assert "is not valid JSON" in said.replace("\n", " ")
    assert [path.name.split("-")[0] for path in (tmp_path / "out" / "records").iterdir()] == ["ars"]


def test_a_run_that_cannot_be_read_does_not_stop_the_others(whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "out")
    (folder / "runs" / "gogepo" / "config.json").write_text("{")
    shutil.rmtree(folder / "runs" / "ars")
    code, summary, said = run(folder)
    assert (code, summary["outcome"]) == (cli.FAILED, "failed")
    assert sorted(summary["open"]) == ["ars", "gogepo"]
    assert "is not valid JSON" in said.replace("\n", " ")
    assert content(folder) == content(whole[0])


def test_a_generator_that_cannot_be_measured_is_told_of_and_left_out(whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "out")
    shutil.rmtree(folder / "report")
    seed = folder / "runs" / "gogepo" / "seed-0"
    (seed / "map.json").unlink()
    (newest_first(seed / "checkpoints")[0] / "state.safetensors").write_bytes(b"")
    code, summary, said = run(folder)
    assert (code, summary["outcome"]) == (cli.FAILED, "failed")
    assert said.count("gogepo, seed-0 could not be measured: damaged checkpoint") == 1
    assert (folder / "report" / "index.html").exists()


def test_a_kill_before_the_last_checkpoint_is_made_good(whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "out")
    for seed, lost in ((0, 1), (1, None)):  # the last; all
        run_path = folder / "runs" / "gogepo" / f"seed-{seed}"
        for path in newest_first(run_path / "checkpoints")[:lost]:
            shutil.rmtree(path)
        for name in ("map.json", "commanded.json"):
            (run_path / name).unlink(missing_ok=True)
    code, summary, said = run(folder)
    assert code == cli.DONE, said
    assert summary["open"] == ["gogepo"]
    assert content(folder) == content(whole[0])


@pytest.mark.parametrize("change", ["commands", "stages", "steps"])
def test_a_map_that_was_made_otherwise_is_made_again(change, whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "out")
    path = folder / "runs" / "gogepo" / "seed-0" / "map.json"
    chart = read_map(path)
    *before, end = chart.stages
    assert before
    stages = {
        "commands": [stage._replace(points=stage.points[:2]) for stage in chart.stages],
        "stages": [end],
        "steps": [*before, end._replace(env_steps=end.env_steps - 1)],
    }[change]
    path.write_text(map_text(chart._replace(stages=stages)))
    assert run(folder)[0] == cli.DONE
    assert content(folder) == content(whole[0])


@pytest.mark.parametrize("change", ["commands", "episodes", "steps"])
def test_commanded_returns_that_were_measured_otherwise_are_measured_again(change, whole, tmp_path):
    folder = shutil.copytree(whole[0], tmp_path / "out")
    path = folder / "runs" / "gogepo" / "seed-1" / "commanded.json"
    (found,) = read_calibrations(path)
    more = [point._replace(training_returns=2 * point.training_returns) for point in found.points]
    changed = {
        "commands": found._replace(points=found.points[:2]),
        "episodes": found._replace(points=more),
        "steps": found._replace(env_steps=found.env_steps - 1),
    }[change]
    path.write_text(calibrations_text([changed]))
    assert run(folder)[0] == cli.DONE
    assert content(folder) == content(whole[0])


def test_a_kept_pace_says_nothing_of_the_workers(whole, tmp_path):
    shutil.copy(whole[0] / "reproduction.json", tmp_path / "reproduction.json")
    shutil.copy(whole[0] / "pace.json", tmp_path / "pace.json")
    for engine, workers in ((EngineConfig("inline"), 1), (EngineConfig("processes", workers=7), 7)):
        _, summary, _ = run(tmp_path, plan=True, engine=engine)
        assert summary["pace"].pop("workers") == workers
        assert summary["pace"] == json.loads((whole[0] / "pace.json").read_text())


def test_killed_again_and_again_it_ends_the_same(whole, tmp_path):
    folder, _, _ = whole
    out, rng = tmp_path / "out", random.Random(0)
    out.mkdir()
    for name in ("reproduction.json", "pace.json"):  # measured already: most of the time is training
        shutil.copy(folder / name, out / name)
    tests = str(Path(__file__).parent)
    command = [sys.executable, "-m", "reproducing", str(out)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([tests, *sys.path])}
    lives = sorted(rng.uniform(0.0, 1.5) for _ in range(4))  # the shortest first, however fast the machine
    kills = sum(_killed(command, environment, out, life) for life in lives)
    assert kills >= 1
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == cli.DONE, done.stderr
    assert content(out) == content(folder)


def _killed(command: list[str], environment: dict[str, str], out: Path, life: float) -> bool:
    """Start it and kill it so long after it first wrote something; whether it was still at work."""
    began = time.time()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not _written_since(out, began):
        time.sleep(0.02)
    time.sleep(life)
    at_work = process.poll() is None
    process.kill()
    process.wait()
    return at_work


def _written_since(folder: Path, moment: float) -> bool:
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # it may be gone again
            if path.stat().st_mtime > moment:
                return True
    return False


def test_another_plan_in_the_same_place_is_refused(whole):
    folder, _, _ = whole
    result = gogepo("reproduce", "--out", folder)
    assert result.code == cli.BAD_INPUT
    assert "holds another reproduction" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--workers", 0), "--workers"),
        (("--engine", "inline", "--workers", 2), "--workers"),
        (("--checkpoint-every-seconds", 0), "--checkpoint-every-seconds"),
        (("--out", "mine"), "is not a reproduction"),
        (("--out", "file"), "cannot write"),
    ],
)
def test_bad_wishes_are_one_line_and_exit_code_2(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("mine")
    (tmp_path / "file").write_text("")
    result = gogepo("reproduce", *arguments)
    assert result.code == cli.BAD_INPUT
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_a_run_that_cannot_be_trained_is_refused_before_anything_is_written(tmp_path):
    bad = dataclasses.replace(PLAN[0], config=RunConfig("Nowhere-v0"))
    with pytest.raises(InputError, match="unknown environment"):
        reproduce(Reproduction(tmp_path / "out", [bad], SIZE), cli.Reproduce())
    assert not (tmp_path / "out").exists()
