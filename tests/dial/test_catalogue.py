"""Runs are found, watched and followed without being touched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from gogepo.config import RunConfig
from gogepo.dial.catalogue import RecordTail, find_runs, is_locked, newest_checkpoint
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory


def make(path: Path, **more: object) -> RunDirectory:
    run = RunDirectory.create(path, RunConfig("CartPole-v1", **more))  # pyright: ignore
    run.unlock()
    return run


def curve(*points: tuple[int, float]) -> dict[str, list[float]]:
    return {"env_steps": [step for step, _ in points], "env_returns": [value for _, value in points]}


def test_a_run_is_found_by_its_own_path(tmp_path: Path):
    make(tmp_path / "one")
    assert list(find_runs(tmp_path / "one")) == ["one"]


def test_runs_below_a_directory_are_found_populations_as_one(tmp_path: Path):
    make(tmp_path / "b")
    make(tmp_path / "deep" / "a", seeds=3)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "config.json").write_text("not ours")
    os.symlink(tmp_path / "b", tmp_path / "link")
    assert list(find_runs(tmp_path)) == ["b", "deep/a"]
    entry = find_runs(tmp_path)["deep/a"]
    assert entry.member(2).path.name == "seed-2"
    with pytest.raises(InputError, match="no seed 3"):
        entry.member(3)


def test_a_directory_without_runs_says_what_to_do(tmp_path: Path):
    with pytest.raises(InputError, match="gogepo train"):
        find_runs(tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        find_runs(tmp_path / "nowhere")


def test_a_lock_is_seen_and_not_taken(tmp_path: Path):
    run = make(tmp_path / "run")
    assert not is_locked(run.path / "lock")
    run.lock()
    assert is_locked(run.path / "lock")
    run.unlock()
    assert not is_locked(run.path / "lock")
    run.lock()  # nobody else has it
    run.unlock()


def test_a_run_without_a_checkpoint(tmp_path: Path):
    assert newest_checkpoint(make(tmp_path / "run"))["checkpoint"] is None


def test_records_are_followed_as_they_grow(tmp_path: Path):
    path = tmp_path / "metrics.jsonl"
    tail = RecordTail(path)
    assert tail.follow() == curve()
    line = json.dumps({"env_steps": 10, "env_return": 1.5})
    path.write_text(line + "\n" + line[:7])
    assert tail.follow() == curve((10, 1.5))  # half a line is not a record yet
    with path.open("a") as file:
        file.write(
            line[7:] + "\n[]\n{}\nnonsense\n" + json.dumps({"env_steps": 30, "env_return": None}) + "\n"
        )
    assert tail.follow() == curve((10, 1.5), (10, 1.5))
    path.write_text(line + "\n")  # cut by a resume
    assert tail.follow() == curve((10, 1.5))


def test_records_that_were_cut_and_have_grown_beyond_are_read_anew(tmp_path: Path):
    path, tail = tmp_path / "metrics.jsonl", RecordTail(tmp_path / "metrics.jsonl")
    lines = [json.dumps({"env_steps": n, "env_return": 1.0}) + "\n" for n in (1, 2)]
    path.write_text("".join(lines))
    tail.follow()
    path.write_text(
        lines[0] + "".join(json.dumps({"env_steps": n, "env_return": 0.5}) + "\n" for n in (5, 6, 7))
    )
    assert tail.follow() == curve((1, 1.0), (5, 0.5), (6, 0.5), (7, 0.5))


@pytest.mark.parametrize("value", ["1" + "0" * 400, "1e999", "NaN", '"x"', "null"])
def test_a_return_that_is_no_number_is_left_out(tmp_path: Path, value: str):
    (tmp_path / "metrics.jsonl").write_text(f'{{"env_steps": 1, "env_return": {value}}}\n')
    assert RecordTail(tmp_path / "metrics.jsonl").follow() == curve()


def test_a_run_whose_name_cannot_be_sent_is_left_out(tmp_path: Path):
    for name in (b"good", b"\xff\xfe"):
        directory = os.fsdecode(os.fsencode(tmp_path) + b"/" + name)
        RunDirectory.create(directory, RunConfig("CartPole-v1")).unlock()
    assert list(find_runs(tmp_path)) == ["good"]


def test_a_curve_is_thinned(tmp_path: Path):
    path = tmp_path / "metrics.jsonl"
    path.write_text("".join(json.dumps({"env_steps": n, "env_return": 0.0}) + "\n" for n in range(10_000)))
    steps = RecordTail(path).follow()["env_steps"]
    assert 1000 <= len(steps) <= 1500
    assert steps[-1] == 9_999  # the newest
    assert set(np.diff(steps)) == {7}


def test_a_link_is_not_followed(tmp_path: Path):
    (tmp_path / "secret").write_text(json.dumps({"env_steps": 1, "env_return": 1.0}) + "\n")
    os.symlink(tmp_path / "secret", tmp_path / "metrics.jsonl")
    assert RecordTail(tmp_path / "metrics.jsonl").follow() == curve()
