"""Generators kept at stages of training: which, how durably, and the map that is made of them."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gogepo import cli
from gogepo.commands import map as map_module
from gogepo.inputs import InputError
from gogepo.records.calibration import read_calibrations
from gogepo.records.measure import evenly, measure_map
from gogepo.records.pca import PrincipalComponents
from gogepo.records.record import read_map
from gogepo.runs import checkpoint
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import CheckpointStore, next_stage
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import read_manifest, stage_time
from test_cli import TINY, gogepo


@pytest.mark.parametrize(
    ("env_steps", "mark"),
    [(0, 100), (99, 100), (100, 400), (399, 400), (1600, 6400), (25_600, 102_400)],
)
def test_stages_come_after_1_4_16_intervals(env_steps, mark):
    assert next_stage(env_steps, 100) == mark


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stages") / "run"
    result = gogepo("train", "CartPole-v1", "--env-steps", 1300, "--out", path, *TINY, "--no-tensorboard")
    assert result.code == cli.DONE, result.err
    return path


def stages(run: Path) -> list[Path]:
    newest = CheckpointStore(RunDirectory(run)).newest_first()[0]
    return [newest.parent / "stages" / entry.name for entry in read_manifest(newest).stages]


def test_a_run_keeps_its_stages(run):
    found = stages(run)  # TINY evaluates every 60 steps
    steps = [stage_time(path.name)[0] for path in found]
    assert len(steps) == 3
    for reached, mark in zip(steps, (60, 240, 960), strict=True):
        assert mark <= reached < mark + 200  # at the end of the episode that passed it
    logged = {
        record["env_steps"]: record["episode"]
        for record in map(json.loads, (run / "metrics.jsonl").read_text().splitlines())
    }
    assert all(logged[steps] == episodes for steps, episodes in (stage_time(path.name) for path in found))
    assert len({path.read_bytes() for path in found}) == 3  # it learns


def test_a_rival_keeps_none(tmp_path):
    result = gogepo(
        "train", "CartPole-v1", "--algorithm", "ars", "--env-steps", 300, "--evaluate-every", 60, "--policy-hidden", 8,
        "--evaluation-episodes", 1, "--out", tmp_path / "run", "--no-tensorboard",
    )  # fmt: skip
    assert result.code == cli.DONE, result.err
    assert stages(tmp_path / "run") == []


def test_verify_finds_a_stage_that_was_changed(run, tmp_path):
    import shutil

    copy = shutil.copytree(run, tmp_path / "copy")
    assert gogepo("verify", copy, "--episodes", 0).code == cli.DONE
    path = stages(copy)[1]
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    result = gogepo("verify", copy, "--episodes", 0)
    assert result.code == cli.FAILED
    assert path.name in result.err
    with pytest.raises(InputError, match="verify"):
        measure_map(RunDirectory.open(copy), commands=2, episodes=1, stages=4)
    path.unlink()
    assert gogepo("verify", copy, "--episodes", 0).code == cli.FAILED


def test_a_stage_that_is_lost_is_forgotten_by_the_next_checkpoint(run, tmp_path):
    import shutil

    copy = shutil.copytree(run, tmp_path / "copy")
    lost = stages(copy)[1]
    lost.unlink()
    assert gogepo("resume", copy, "--env-steps", 1400, "--no-tensorboard").code == cli.DONE
    assert [path.name for path in stages(copy)] == [
        path.name for path in stages(run) if path.name != lost.name
    ]
    shutil.rmtree(CheckpointStore(RunDirectory(copy)).newest_first()[1])
    assert gogepo("verify", copy, "--episodes", 0).code == cli.DONE


def test_stages_go_on_where_a_run_is_extended(run, tmp_path):
    import shutil

    copy = shutil.copytree(run, tmp_path / "copy")
    result = gogepo("resume", copy, "--env-steps", 4200, "--no-tensorboard")
    assert result.code == cli.DONE, result.err
    assert [path.name for path in stages(copy)[:3]] == [path.name for path in stages(run)]
    assert len(stages(copy)) == 4


def test_the_map_of_a_run(run):
    result = gogepo("map", run, "--commands", 5, "--episodes", 2, "--json")
    assert result.code == cli.DONE, result.err
    found = read_map(run / "map.json")
    logged = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    assert found.policies == len(found.archive) == len(logged)
    assert [stage.env_steps for stage in found.stages] == [
        *(stage_time(path.name)[0] for path in stages(run)),
        logged[-1]["env_steps"],
    ]
    for stage in found.stages:
        assert [point.command for point in stage.points] == [0, 125, 250, 375, 500]
        assert all(8 <= point.training_return <= 500 for point in stage.points)
    np.testing.assert_allclose(
        [reached for _, _, reached in found.archive], [record["training_return"] for record in logged]
    )
    assert 0 < found.explained[1] <= found.explained[0]
    assert sum(found.explained) <= 1 + 1e-6
    assert Path(result.json["picture"]).read_bytes().startswith(b"\x89PNG")


def test_calibrate_keeps_every_episode(run):
    result = gogepo("calibrate", run, "--commands", 3, "--episodes", 2, "--json")
    assert result.code == cli.DONE, result.err
    (found,) = read_calibrations(run / "commanded.json")
    for point, shown in zip(found.points, result.json["points"], strict=True):
        assert len(point.training_returns) == 2
        assert np.mean(point.training_returns) == pytest.approx(shown["achieved"], rel=1e-4)
    assert found.learned == pytest.approx(result.json["learned"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--commands", 1), "--commands"),
        (("--stages", 0), "--stages"),
        (("--out", "x.txt"), "--out"),
        (("--out", "TMP/file/m.png"), "file is not a place for a picture"),
        (("--out", "TMP/file/deep/m.png"), "file is not a place for a picture"),
        (("--out", "TMP/folder.png"), "folder.png is not a place for a picture"),
        (("--seed", 9), "seed"),
    ],
)
def test_bad_wishes_for_a_map_are_one_line(run, arguments, said, tmp_path, monkeypatch):
    def play(*_: Any, **__: Any) -> None:
        raise AssertionError("it is refused before anything is played")

    monkeypatch.setattr(map_module, "measure_map", play)
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.png").mkdir()
    result = gogepo("map", run, *(str(argument).replace("TMP", str(tmp_path)) for argument in arguments))
    assert result.code == cli.BAD_INPUT
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_the_plane_is_that_of_the_largest_variances():
    rng = np.random.default_rng(0)
    hidden = rng.normal(size=(200, 2)) * [5.0, 2.0]
    turn, _ = np.linalg.qr(rng.normal(size=(6, 6)))
    fingerprints = 3.0 + hidden @ turn[:, :2].T + 0.01 * rng.normal(size=(200, 6))
    plane = PrincipalComponents.of(fingerprints, hidden[:, 0] - hidden[:, 1])
    assert plane.explained == pytest.approx((25 / 29, 4 / 29), abs=0.05)
    places = plane.place(fingerprints)
    assert abs(np.corrcoef(places[:, 0], hidden[:, 0])[0, 1]) > 0.99
    returns = hidden[:, 0] - hidden[:, 1]
    assert np.corrcoef(places[:, 0], returns)[0, 1] > 0  # to the right
    assert np.corrcoef(places[:, 1], returns)[0, 1] > 0  # and upwards


def test_evenly_keeps_both_ends():
    assert evenly([1, 2, 3], 4) == [1, 2, 3]
    assert evenly(list(range(10)), 4) == [0, 3, 6, 9]
    assert evenly(list(range(10)), 1) == [9]  # of a run the end


def test_a_stage_is_on_the_disk_before_the_checkpoint_that_names_it(run, tmp_path, monkeypatch):
    """A save that fails between them leaves the last checkpoint with all that it names."""
    loaded = runs.read(RunDirectory.open(run))
    directory = RunDirectory.create(tmp_path / "run", loaded.experiment.config)
    store = CheckpointStore(directory)
    sizes: dict[str, int] = dict.fromkeys(("metrics.jsonl", "evaluations.jsonl", "faults.jsonl"), 0)
    assert loaded.progress is not None
    first = store.save(loaded.experiment, loaded.progress, sizes)
    store.keep_stage(loaded.experiment, dataclasses.replace(loaded.progress, env_steps=5000))
    monkeypatch.setattr(checkpoint, "seal", lambda manifest: (_ for _ in ()).throw(OSError(28, "no space")))
    with pytest.raises(OSError, match="no space"):
        store.save(loaded.experiment, loaded.progress, sizes)
    monkeypatch.undo()
    assert [path.name for path in (directory.checkpoints / "stages").iterdir()] != []
    assert store.newest_first() == [first]
    assert read_manifest(first).stages == ()
    directory.unlock()
