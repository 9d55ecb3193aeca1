"""Records: written and read back the same, refused in one line where they are not what they must be."""

from __future__ import annotations

import dataclasses
import errno
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gogepo import cli
from gogepo.config import ARSConfig, DDPGConfig, GoGePoConfig, RunConfig
from gogepo.files import Folder
from gogepo.inputs import InputError
from gogepo.records.collect import find_records, record_name
from gogepo.records.merging import differences, merged
from gogepo.records.record import read_record, write_record
from gogepo.runs.directory import RunDirectory
from made_records import FULL, make
from test_cli import gogepo


def test_a_record_is_read_back_as_it_was_written(tmp_path):
    write_record(FULL, tmp_path / "a")
    found = read_record(tmp_path / "a")
    for name in ("name", "config", "provenance", "note", "superseded"):
        assert getattr(found, name) == getattr(FULL, name), name
    assert repr(found.calibrations) == repr(FULL.calibrations)  # NaN included
    assert found.evaluations.keys() == FULL.evaluations.keys()
    for one, other in zip(found.evaluations[1], FULL.evaluations[1], strict=True):
        np.testing.assert_array_equal(one, other)
    assert found.policy_map is not None
    assert repr(found.policy_map) == repr(FULL.policy_map)
    write_record(make(), tmp_path / "a")  # in its place, without what it no longer has
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == [
        "config.json",
        "evaluations.csv",
        "record.json",
    ]


def test_what_is_not_a_record_is_never_written_over(tmp_path):
    for folder, record in (("a", "a"), (".b.new", "b"), (".c.old", "c")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine").write_text("mine")
        with pytest.raises(InputError, match="is not a record"):
            write_record(make(), tmp_path / record)
        assert (tmp_path / folder / "mine").read_text() == "mine"


def test_a_record_that_cannot_be_replaced_stays(tmp_path, monkeypatch):
    write_record(FULL, tmp_path / "a")
    before = {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()}

    write_new = Folder.write_new

    def full(self: Folder, name: str, content: bytes) -> None:
        if name == "evaluations.csv":
            raise OSError(errno.ENOSPC, "No space left on device")
        write_new(self, name, content)

    monkeypatch.setattr(Folder, "write_new", full)
    with pytest.raises(InputError, match="No space left on device"):
        write_record(make(), tmp_path / "a")
    assert {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]  # and nothing of the new one takes up space


def test_a_record_is_replaced_after_a_kill_and_where_it_is_a_link(tmp_path):
    write_record(FULL, tmp_path / "a")
    for left in (".a.new", ".a.old"):
        (tmp_path / left).mkdir()
        (tmp_path / left / "config.json").write_text("half")
    (tmp_path / "link").symlink_to("a")
    write_record(make(), tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert read_record(tmp_path / "a").note == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "link"]


BAD = {
    "record.json": [
        "",
        "[]",
        "{",
        '{"format": 2}',
        '{"format": 1, "format": 1}',
        '{"format": 1, "provenance": 3}',
    ],
    "config.json": [
        "[]",
        '{"env": "Swimmer-v5"}',
        '{"env": 3, "algorithm": {"name": "gogepo"}}',
        '{"env": "Swimmer-v5", "env_steps": 9, "evaluate_every": 9, "algorithm": {"name": "sac"}}',
        '{"env": "Swimmer-v5", "env_steps": 9, "evaluate_every": 9, "algorithm": {"name": "gogepo", "preset": "best"}}',
        '{"env": "Swimmer-v5", "env_steps": 9, "evaluate_every": 9, "algorithm": {"name": "ars", "preset": "paper"}}',
        '{"env": "Swimmer-v5", "env_steps": true, "evaluate_every": 9, "algorithm": {"name": "ars"}}',
        '{"env": "Swimmer-v5", "env_steps": 9, "evaluate_every": 0, "algorithm": {"name": "ars"}}',
    ],
    "evaluations.csv": [
        "",
        "seed,env_steps\n0,1\n",
        "seed,env_steps,episode,command,env_return,deviation\n0,1\n",
        "seed,env_steps,episode,command,env_return,deviation\n0,1,1,,inf,\n",
        "seed,env_steps,episode,command,env_return,deviation\n0,x,1,,1,\n",
        "seed,env_steps,episode,command,env_return,deviation\n-1,1,1,,1,\n",
        "seed,env_steps,episode,command,env_return,deviation\n0,9,1,,1,\n0,8,2,,1,\n",
        f"seed,env_steps,episode,command,env_return,deviation\n0,{10**400},1,,1,\n",
        "seed,env_steps,episode,command,env_return,deviation\n",
        "seed,env_steps,episode,command,env_return,deviation\n0,1,1,,1,\r0,2,1,,1,\n",
        f"seed,env_steps,episode,command,env_return,deviation\n0,1,1,,1,{'0' * 140_000}\n",
    ],
    "commanded.json": [
        "{}x",
        "[3]",
        '[{"seed": 0}]',
        '[{"seed":0,"env_steps":1,"learned":[0,1],"points":[]}]',
    ],
    "map.json": [
        "[]",
        "{}",
        '{"seed":0,"env_steps":1,"explained":[1,0],"policies":1,"archive":[],"stages":[]}',
        *(
            '{"seed":0,"env_steps":1,"explained":[1,0],"policies":1,"archive":[[0,1,2]],"stages":[{"env_steps":1,'
            f'"episodes":1,"points":[{points}]}}]}}'
            for points in (
                "",
                '{"command":1,"x":null,"y":0,"training_return":1}',
                '{"command":1,"x":0,"y":1e999,"training_return":1}',
            )
        ),
    ],
}


@pytest.mark.parametrize(("name", "content"), [(name, text) for name, texts in BAD.items() for text in texts])
def test_a_damaged_record_is_refused_in_one_line_that_names_the_file(name, content, tmp_path):
    write_record(FULL, tmp_path / "a")
    (tmp_path / "a" / name).write_bytes(content.encode())
    with pytest.raises(InputError) as refusal:
        read_record(tmp_path / "a")
    assert "\n" not in str(refusal.value)
    assert name in str(refusal.value)


EVALUATION = {"episode": 1, "env_steps": 9, "env_return": 1.5, "training_return": 1.5, "env_returns": [1, 2]}


def make_run(path: Path, *evaluations: dict[str, Any], **changes: Any) -> Path:
    """A run that was evaluated, and nothing else of it."""
    path.mkdir(parents=True)
    settings = {"env_steps": 1_000, "evaluate_every": 100, **changes}
    RunDirectory(path).write_config(RunConfig("Swimmer-v5", **settings))
    (path / "evaluations.jsonl").write_text("".join(json.dumps(each) + "\n" for each in evaluations))
    return path


@pytest.mark.parametrize(
    "changes",
    [
        {"env_returns": ["much"]},
        {"env_returns": "much"},
        {"env_returns": [True]},
        {"env_returns": [10**400]},
        {"command": "much"},
        {"env_return": 10**400},
        {"env_steps": None},
        {"env_steps": -1},
        {"env_steps": 2**63},
        {"env_steps": 8},  # before the one above it
        {"episode": None},
        {"episode": 0.5},
    ],
    ids=str,
)
def test_a_damaged_evaluation_of_a_run_is_refused_in_one_line(changes, tmp_path):
    path = make_run(tmp_path / "run", EVALUATION, {**EVALUATION, **changes})
    result = gogepo("record", path, "--out", tmp_path / "records")
    assert result.code == cli.BAD_INPUT
    assert len(result.err.splitlines()) == 1
    assert "evaluations.jsonl, line 2" in result.err
    assert not (tmp_path / "records").exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "are of the same seeds and settings"),
        ({"evaluation_episodes": 3}, "differ in evaluation_episodes,"),
        ({"evaluation_episodes": 3, "evaluate_every": 7}, "differ in evaluate_every, evaluation_episodes,"),
    ],
    ids=str,
)
def test_runs_that_would_have_one_name_are_refused_with_what_they_differ_in(changes, said, tmp_path):
    make_run(tmp_path / "one", EVALUATION)
    make_run(tmp_path / "other", EVALUATION, **changes)
    result = gogepo("record", tmp_path / "one", tmp_path / "other", "--out", tmp_path / "records")
    assert result.code == cli.BAD_INPUT
    assert said in result.err
    assert len(result.err.splitlines()) == 1


def test_what_differs_may_be_a_setting_of_the_method_or_an_older_code():
    one = make()
    other = dataclasses.replace(make(algorithm=GoGePoConfig(drive=0.0)), superseded="since then")
    assert differences(one, other) == ["drive", "superseded"]
    assert differences(one, make("b", (7,), device="gpu")) == []


def test_a_records_name_is_that_of_a_directory_whatever_its_settings_are():
    record = make()
    record.config["algorithm"]["noise"] = "/../../escaped"
    assert record_name(record) == "gogepo-swimmer-v5-noise--..-..-escaped"


def test_a_link_is_not_followed(tmp_path):
    write_record(FULL, tmp_path / "a")
    (tmp_path / "a" / "config.json").unlink()
    (tmp_path / "a" / "config.json").symlink_to("/etc/hostname")
    with pytest.raises(InputError, match=r"config\.json cannot be opened"):
        read_record(tmp_path / "a")


def test_the_variant_is_what_differs_from_the_defaults_for_the_environment():
    assert make().variant() == {}
    assert make(algorithm=GoGePoConfig(recency=0.0, output_scaling=False)).variant() == {
        "recency": 0.0,
        "output_scaling": False,
    }
    tuned = ARSConfig(step_size=0.01, directions=8, elites=4, noise=0.05)  # the paper's for Swimmer
    assert make(algorithm=tuned).variant() == {}
    assert make(algorithm=dataclasses.replace(tuned, noise=0.1)).variant() == {"noise": 0.1}


def test_settings_that_one_version_has_and_the_other_not_do_not_count():
    record = make()
    del record.config["algorithm"]["drive"]
    record.config["algorithm"]["of_tomorrow"] = 3
    assert record.variant() == {}


def test_a_record_from_before_a_setting_has_what_was_done_then(tmp_path):
    record = make()
    del record.config["algorithm"]["preset"]
    del record.config["algorithm"]["rehearsals"]
    write_record(record, tmp_path / "a")
    found = read_record(tmp_path / "a")
    assert (found.preset, found.variant()) == ("default", {"rehearsals": 0})


def test_a_variant_is_of_the_preset_in_the_config():
    paper = make(algorithm=GoGePoConfig(preset="paper", drive=0.0), env="Hopper-v5")
    assert (paper.preset, paper.variant()) == ("paper", {"drive": 0.0})
    assert record_name(paper) == "gogepo-hopper-v5-preset-paper-drive-0.0"
    assert (make(algorithm=ARSConfig()).preset, make(algorithm=DDPGConfig()).preset) == (None, "paper")


REMOVED = {"recall": 1.0, "vary_noise": True, "overreach": 0.5, "restart_after": 500, "refine": True}


@pytest.mark.parametrize("name", REMOVED)
def test_a_removed_setting_without_effect_is_dropped_and_one_with_effect_refused(name, tmp_path):
    record = make()
    settings = record.config["algorithm"]
    settings[name] = type(REMOVED[name])(0)
    write_record(record, tmp_path / "a")
    assert read_record(tmp_path / "a").config == make().config
    settings[name] = REMOVED[name]
    write_record(record, tmp_path / "a")
    with pytest.raises(InputError, match=f"{name} is a setting that gogepo no longer has") as refusal:
        read_record(tmp_path / "a")
    assert "\n" not in str(refusal.value)
    write_record(dataclasses.replace(record, superseded="of another method"), tmp_path / "a")
    assert read_record(tmp_path / "a").config["algorithm"][name] == REMOVED[name]


def test_seeds_that_were_trained_apart_become_one_record():
    one, other = make("a", (0, 1)), make("b", (2, 3), device="gpu", precision="bfloat16")
    (both,) = merged([one, other])
    assert (list(both.evaluations), both.config["seeds"]) == ([0, 1, 2, 3], 4)
    assert len(merged([one, make("b", (1, 2))])) == 2  # seed 1 twice
    assert len(merged([one, make("b", (2,), env_steps=1_000)])) == 2  # of another length
    assert len(merged([one, dataclasses.replace(make("b", (2,)), superseded="since then")])) == 2


def test_records_are_found_below_directories(tmp_path):
    write_record(make(), tmp_path / "x" / "y" / "a")
    write_record(make("b", algorithm=GoGePoConfig(drive=0.0)), tmp_path / "b")
    assert sorted(record.name for record in find_records([str(tmp_path)])) == ["a", "b"]


@pytest.mark.parametrize("where", ["nowhere", "empty"])
def test_a_place_without_records_is_refused(where, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=where):
        find_records([str(tmp_path / where)])


def test_every_record_in_results_can_be_read():
    folder = Path(__file__).parents[2] / "results"
    records = find_records([str(folder)])
    assert len(records) == len(list(folder.rglob("record.json"))) >= 20
    for record in records:
        assert record.note or record.provenance, record.name
        assert all(len(each.env_steps) for each in record.evaluations.values()), record.name
