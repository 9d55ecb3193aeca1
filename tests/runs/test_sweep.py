"""A grid of settings: its configurations, its results, and a sweep that is stopped and goes on."""

from __future__ import annotations

import json
import shutil
import signal
import time
from pathlib import Path

import pytest

from gogepo.config import RunConfig, UDRLConfig
from gogepo.inputs import InputError
from gogepo.presets import ARS, UDRL
from gogepo.runs.plan import keep_plan
from gogepo.runs.sweep import GRIDS, best_first, configured, expand, label, result_of
from reliability.runs import finish
from reliability.runs import gogepo as start
from test_cli import gogepo


def test_a_grid_is_every_combination_in_order():
    found = expand("ars", ["step_size=0.1,0.2", "directions:elites=8:4,2:1", "noise=1"])
    assert found == [
        {"step_size": step, "directions": directions, "elites": elites, "noise": 1}
        for step in (0.1, 0.2)
        for directions, elites in ((8, 4), (2, 1))
    ]
    assert label(found[0]) == "step_size=0.1,directions=8,elites=4,noise=1.0"


def test_values_are_read_as_their_settings_want_them():
    assert expand("udrl", ["policy_hidden=16,32x8", "activation=tanh"]) == [
        {"policy_hidden": (16,), "activation": "tanh"},
        {"policy_hidden": (32, 8), "activation": "tanh"},
    ]
    assert expand("gogepo", ["output-scaling=true,false"]) == [
        {"output_scaling": True},
        {"output_scaling": False},
    ]


def test_a_label_too_long_for_a_file_is_cut_and_still_tells_apart():
    found = expand("udrl", [f"policy_hidden={'x'.join(['8'] * 200)},{'x'.join(['8'] * 201)}"])
    names = [label(settings) for settings in found]
    assert len(set(names)) == 2
    assert all(len(name) == 255 and name.startswith("policy_hidden=8x8x8") for name in names)


def test_the_papers_grids():
    ars, udrl = expand("ars", ["paper"]), expand("udrl", ["paper"])
    assert (len(ars), len(udrl)) == (3 * 7 * 3, 3 * 2 * 3)
    assert len({label(settings) for settings in ars}) == 63
    # What the paper reports as best is in what it tried.
    assert all(best in ars for best in ARS.values())
    names = ("learning_rate", "activation", "last_few")
    assert all({name: best[name] for name in names} in udrl for best in UDRL.values())
    assert set(GRIDS) == {"ars", "udrl"}


@pytest.mark.parametrize(
    ("algorithm", "grid", "message"),
    [
        ("ars", [], "--grid needs"),
        ("ddpg", ["paper"], "the paper tunes ars and udrl only"),
        ("ars", ["noise"], "not of the form"),
        ("ars", ["noise="], "not of the form"),
        ("ars", ["loudness=1"], "no setting 'loudness'"),
        ("ars", ["noise=quiet"], "'quiet' is not a value of noise"),
        ("ars", ["noise=true"], "'true' is not a value of noise"),
        ("ars", ["directions=1.5"], "'1.5' is not a value of directions"),
        ("ars", ["directions:elites=8"], "not one value for each"),
        ("ars", ["noise=1", "noise=2"], "names noise twice"),
        ("ars", ["noise=0.5,0.50"], "lists a configuration twice"),
        ("ars", ["noise=" + "[" * 100_000], "is not a value of noise"),
        (
            "ars",
            [f"noise={','.join(map(str, range(200)))}", f"step_size={','.join(map(str, range(200)))}"],
            "40,000",
        ),
    ],
)
def test_a_grid_that_makes_no_sense_is_refused_in_one_line(algorithm, grid, message):
    with pytest.raises(InputError, match=message) as refusal:
        expand(algorithm, grid)
    assert "\n" not in str(refusal.value)


def test_a_configuration_changes_only_what_it_says():
    base = RunConfig("Pendulum-v1", seed=3, algorithm=UDRLConfig(batch_size=7))
    changed = configured(base, {"last_few": 9})
    assert changed.algorithm == UDRLConfig(batch_size=7, last_few=9)
    assert (changed.env, changed.seed) == ("Pendulum-v1", 3)


def records(folder: Path, returns: list[float | None]) -> Path:
    folder.mkdir(parents=True)
    lines = [
        json.dumps({"episode": n, "env_steps": 10 * n, "env_return": value, "training_return": value})
        for n, value in enumerate(returns, 1)
    ]
    (folder / "evaluations.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def test_a_result_is_the_mean_of_each_seeds_last_twenty_evaluations(tmp_path):
    one = records(tmp_path / "one", [1000.0] * 5 + [1.0] * 20)
    two = records(tmp_path / "two", [3.0, None, 5.0])
    none = records(tmp_path / "none", [None])
    result = result_of({}, [one, two])
    assert result.returns == [1.0, 4.0]
    assert (result.mean, result.deviation, result.env_steps) == (2.5, 1.5, 30)
    worse, unknown = result_of({}, [two]), result_of({}, [none])
    assert [each.returns for each in best_first([unknown, result, worse])] == [[4.0], [1.0, 4.0], []]


SWEEP = (
    *("sweep", "MountainCarContinuous-v0", "--algorithm", "ars", "--device", "cpu", "--seeds", 2),
    *("--env-steps", 3000, "--grid", "step_size=0.01,0.02", "noise=0.05,0.1", "--policy-hidden", 8),
    *("--evaluation-episodes", 2, "--workers", 2),
)


def test_a_sweep_that_was_killed_goes_on_to_the_same_table(tmp_path):
    whole = gogepo(*SWEEP, "--out", tmp_path / "whole", "--json")
    assert whole.code == 0, whole.err
    assert len(whole.json["results"]) == 4
    assert [each["mean"] for each in whole.json["results"]] == sorted(
        (each["mean"] for each in whole.json["results"]), reverse=True
    )
    killed = start(*SWEEP, "--out", tmp_path / "killed")
    deadline = time.monotonic() + 60
    while not list((tmp_path / "killed").glob("*/seed-1/metrics.jsonl")) and time.monotonic() < deadline:
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    finish(killed)
    again = gogepo(*SWEEP, "--out", tmp_path / "killed", "--json")
    assert again.code == 0, again.err
    assert again.json["results"] == whole.json["results"]
    for path in (tmp_path / "whole").glob("*/seed-*/evaluations.jsonl"):
        twin = tmp_path / "killed" / path.relative_to(tmp_path / "whole")
        assert twin.read_bytes() == path.read_bytes()
    # Nothing is trained twice.
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "whole").rglob("metrics.jsonl")}
    assert gogepo(*SWEEP, "--out", tmp_path / "whole", "--json").json["results"] == whole.json["results"]
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_settings_that_cannot_go_together_are_refused_before_anything_is_trained(tmp_path):
    words = [*SWEEP[: SWEEP.index("--grid") + 1], "elites=1,4", "--out", tmp_path / "sweep"]
    refused = gogepo(*words)
    assert refused.code == 2
    assert "--elites must be at most the --directions, 1, not 4" in refused.err
    assert not (tmp_path / "sweep").exists()


def test_a_configuration_killed_before_it_had_begun_is_begun_again(tmp_path):
    out = tmp_path / "sweep"
    assert gogepo(*SWEEP, "--out", out).code == 0
    run = out / "step_size=0.02,noise=0.1"
    (run / "config.json").unlink()
    again = gogepo(*SWEEP, "--out", out, "--json")
    assert again.code == 0, again.err
    assert len(again.json["results"][0]["returns"]) == 2
    assert (run / "config.json").exists()


def test_a_configuration_that_cannot_go_on_does_not_stop_the_others(tmp_path):
    out = tmp_path / "sweep"
    assert gogepo(*SWEEP, "--out", out).code == 0
    damaged, unreadable, open_one = [out / label for label in sorted(each.name for each in out.iterdir())[:3]]
    evaluations = damaged / "seed-0" / "evaluations.jsonl"
    evaluations.write_bytes(evaluations.read_bytes().splitlines(keepends=True)[0])
    (unreadable / "config.json").write_text("{")
    shutil.rmtree(open_one)
    again = gogepo(*SWEEP, "--out", out, "--json")
    assert again.code == 1
    assert "it was damaged or replaced" in again.err.replace("\n", " ")
    assert "is not valid JSON" in again.err.replace("\n", " ")
    assert sum("stopped before its end; the others go on" in line for line in again.err.splitlines()) == 2
    assert sorted(len(each["returns"]) for each in again.json["results"]) == [0, 2, 2, 2]
    assert (open_one / "seed-1" / "checkpoints").exists()


@pytest.mark.parametrize("name", ["sweep", "reproduction"])
def test_a_kill_in_the_first_write_does_not_block_the_directory(name, tmp_path):
    (tmp_path / f".{name}.json.0123456789abcdef.tmp").write_text("{")
    keep_plan(tmp_path, name, "{}")
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.json"]


def test_fewer_than_no_configurations_cannot_be_shown(tmp_path):
    refused = gogepo(*SWEEP, "--out", tmp_path / "sweep", "--top", -1)
    assert refused.code == 2
    assert "--top must be 0 or more, not -1" in refused.err
    assert not (tmp_path / "sweep").exists()


def test_another_sweep_does_not_go_where_one_is(tmp_path):
    (tmp_path / "something").mkdir()
    (tmp_path / "something" / "else").touch()
    refused = gogepo(*SWEEP, "--out", tmp_path / "something")
    assert refused.code == 2
    assert "is not a sweep" in refused.err
    (tmp_path / "sweep").mkdir()
    (tmp_path / "sweep" / "sweep.json").write_text("{}")
    refused = gogepo(*SWEEP, "--out", tmp_path / "sweep")
    assert refused.code == 2
    assert "holds another sweep" in refused.err
    assert len(refused.err.splitlines()) == 1
