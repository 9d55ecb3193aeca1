"""Records: written and read back the same, refused in one line where they are not what they must be."""

from __future__ import annotations

import dataclasses
import errno
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gogepo import cli
from gogepo.commands.recording import find_records, record_name, write_record
from gogepo.config import ARSConfig, GoGePoConfig, RunConfig
from gogepo.files import Folder
from gogepo.inputs import InputError
from gogepo.presets import with_preset
from gogepo.report.merging import differences, merged
from gogepo.report.record import (
    Commanded,
    CommandedPoint,
    MapPoint,
    MapStage,
    PolicyMap,
    Record,
    evaluations_of,
    read_record,
)
from gogepo.report.shelf import Shelf
from gogepo.runs.directory import RunDirectory
from test_cli import gogepo

NAN = math.nan


def make(name: str = "a", seeds: tuple[int, ...] = (0, 1), last: int = 3_000_000, **changes: Any) -> Record:
    settings = {
        "env": "Swimmer-v5",
        "env_steps": 3_000_000,
        "evaluate_every": 10_000,
        "algorithm": GoGePoConfig(),
    }
    config = RunConfig(**{**settings, **changes})
    config = dataclasses.replace(config, algorithm=with_preset(config.algorithm, config.env))
    config = json.loads(json.dumps(config.as_json()))
    rows = [[10_000, 10, NAN, 1.25, 0.5], [last, 3000, 300.5, 310.0, NAN]]
    return Record(name, config, {seed: evaluations_of(rows) for seed in seeds})


FULL = dataclasses.replace(
    make(),
    commanded=[
        Commanded(
            0, 9, (-1.0, 5.0), [CommandedPoint(-1.0, [0.5, 1.5], [0.5, 1.5]), CommandedPoint(5.0, [], [])]
        )
    ],
    policy_map=PolicyMap(
        0,
        9,
        (0.75, 0.25),
        3,
        [(0.0, 1.0, 2.0), (1.0, 0.5, -3.0)],
        [MapStage(4, 2, [MapPoint(1.0, 0.5, 0.25, NAN)])],
    ),
    provenance={"device": "cpu: a machine", "threads": 2},
    note="two cores; stopped",
    superseded="",
)


def test_a_record_is_read_back_as_it_was_written(tmp_path):
    write_record(FULL, tmp_path / "a")
    found = read_record(tmp_path / "a")
    for name in ("name", "config", "commanded", "provenance", "note", "superseded"):
        assert getattr(found, name) == getattr(FULL, name), name
    assert found.evaluations.keys() == FULL.evaluations.keys()
    for one, other in zip(found.evaluations[1], FULL.evaluations[1], strict=True):
        np.testing.assert_array_equal(one, other)
    assert found.policy_map is not None
    assert repr(found.policy_map) == repr(FULL.policy_map)  # NaN included
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


def test_a_record_from_before_a_setting_has_what_was_done_then():
    record = make()
    del record.config["algorithm"]["rehearsals"]
    assert record.variant() == {"rehearsals": 0}


def test_the_papers_very_settings_stand_beside_the_default():
    default, exactly = make("now"), make("then", algorithm=GoGePoConfig(rehearsals=0))
    shelf = Shelf([default, exactly])
    found = {label: (by_default, record) for label, _, by_default, record in shelf.find_methods("Swimmer")}
    assert list(found) == ["GoGePo", "GoGePo, as in the paper", "ARS", "DDPG", "UDRL"]
    assert found["GoGePo"] == (True, default)
    assert found["GoGePo, as in the paper"] == (False, exactly)
    assert len(Shelf([default]).find_methods("Swimmer")) == 4


def test_seeds_that_were_trained_apart_become_one_record():
    one, other = make("a", (0, 1)), make("b", (2, 3), device="gpu", precision="bfloat16")
    (both,) = merged([one, other])
    assert (list(both.evaluations), both.config["seeds"]) == ([0, 1, 2, 3], 4)
    assert len(merged([one, make("b", (1, 2))])) == 2  # seed 1 twice
    assert len(merged([one, make("b", (2,), env_steps=1_000)])) == 2  # of another length
    assert len(merged([one, dataclasses.replace(make("b", (2,)), superseded="since then")])) == 2


def test_the_papers_very_settings_differ_from_the_default_in_more_where_a_task_has_its_own():
    default = make("now", env="Hopper-v5")
    exactly = make("then", env="Hopper-v5", algorithm=GoGePoConfig(rehearsals=0, evaluator_leak=0.0))
    other = make("between", env="Hopper-v5", algorithm=GoGePoConfig(rehearsals=0))
    found = {label: record for label, _, _, record in Shelf([default, other, exactly]).find_methods("Hopper")}
    assert found["GoGePo"] is default
    assert found["GoGePo, as in the paper"] is exactly


VARIANTS: dict[str, dict[str, Any]] = {
    "whole": {},
    "drive 0": {"drive": 0.0},
    "no weighting": {"recency": 0.0},
}


def leaking(name: str, leak: float, **settings: Any) -> Record:
    return make(name, env="Hopper-v5", algorithm=GoGePoConfig(evaluator_leak=leak, **settings))


def test_what_is_compared_differs_in_nothing_else():
    now = [leaking("now", 0.01), leaking("now without drive", 0.01, drive=0.0)]
    then = [leaking("then", 0.0), leaking("then without drive", 0.0, drive=0.0)]
    shelf = Shelf([*then, *now])
    records, shared = shelf.find_compared("Hopper", VARIANTS)
    assert [record and record.name for record in records.values()] == ["now", "now without drive", None]
    assert shared == {}
    assert {record.name for record in shelf.unused()} == {"then", "then without drive"}


def test_what_is_compared_is_of_other_settings_where_more_of_it_was_run():
    then = [leaking("then", 0.0), leaking("then without drive", 0.0, drive=0.0)]
    shelf = Shelf([leaking("now", 0.01), *then])
    records, shared = shelf.find_compared("Hopper", VARIANTS)
    assert [record and record.name for record in records.values()] == ["then", "then without drive", None]
    assert shared == {"evaluator_leak": 0.0}
    assert [record.name for record in shelf.unused()] == ["now"]
    assert Shelf([]).find_compared("Hopper", VARIANTS) == (dict.fromkeys(VARIANTS), {})


def test_of_several_records_the_nearest_to_the_papers_protocol_is_drawn():
    short, long = make("short", last=50_000), make("long", last=2_900_000)
    often = make("often", evaluate_every=5_000, env_steps=9_000_000, last=9_000_000)
    other = make("other", algorithm=GoGePoConfig(drive=0.0))
    old = dataclasses.replace(make("old"), superseded="since then")
    shelf = Shelf([short, long, often, other, old])
    assert shelf.find("Swimmer") is long
    assert shelf.find("Swimmer", variant={"drive": 0.0}) is other
    assert shelf.find("Swimmer", "ars") is None
    assert {record.name for record in shelf.unused()} == {"short", "often", "old"}


def test_versions_of_an_environment_are_never_mixed():
    shelf = Shelf([make("five", (0, 1)), make("four", (0,), env="Swimmer-v4", algorithm=ARSConfig())])
    assert shelf.env("Swimmer") == "Swimmer-v5"
    assert shelf.find("Swimmer", "ars") is None


def test_maps_and_commands_are_of_the_version_that_is_shown():
    plain = make("five", (0, 1))
    old = dataclasses.replace(FULL, name="four", config=make(env="Swimmer-v4").config)
    shelf = Shelf([plain, dataclasses.replace(old, evaluations={0: old.evaluations[0]})])
    assert shelf.env("Swimmer") == "Swimmer-v5"
    assert shelf.find_with("Swimmer", "commanded") is None
    assert shelf.find_with("Swimmer", "policy_map") is None


def test_records_of_one_name_are_numbered_on_the_shelf():
    variants = [make("a", algorithm=GoGePoConfig(drive=drive)) for drive in (1.0, 2.0)]
    shelf = Shelf([make("a"), *variants, make("a-2", algorithm=ARSConfig())])
    assert [record.name for record in shelf.records] == ["a", "a-2", "a-3", "a-2-2"]


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
