"""Which record an exhibit is drawn from."""

from __future__ import annotations

import dataclasses
from typing import Any

from gogepo.config import ARSConfig, DDPGConfig, GoGePoConfig
from gogepo.records.record import Record
from gogepo.report.select import Selection, unusual_settings
from made_records import FULL, make


def of_preset(preset: Any, **settings: Any) -> Record:
    name = "-".join([preset, *settings])
    return make(name, env="Hopper-v5", algorithm=GoGePoConfig(preset=preset, **settings))


def test_presets_that_were_run_stand_beside_the_default_by_the_name_in_their_config():
    default, paper, release = (of_preset(preset) for preset in ("default", "paper", "release"))
    like_paper = of_preset("default", rehearsals=0, evaluator_leak=0.0, first_return_counts=True)
    selection = Selection([like_paper, release, paper, default])
    found = {each.label: (each.by_default, each.record) for each in selection.find_methods("Hopper")}
    assert found == {
        "GoGePo": (True, default),
        "GoGePo, preset paper": (False, paper),
        "GoGePo, preset release": (False, release),
        "ARS": (True, None),
        "DDPG": (True, None),
        "UDRL": (True, None),
    }
    assert selection.unused() == [like_paper]
    assert len(Selection([default, like_paper]).find_methods("Hopper")) == 4


def test_unusual_settings_are_the_preset_and_what_differs_from_it():
    assert unusual_settings(of_preset("default")) == ""
    assert unusual_settings(of_preset("paper", drive=0.0)) == "preset paper, no drive"
    assert unusual_settings(make(algorithm=DDPGConfig(preset="tuned"))) == "preset tuned"


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
    selection = Selection([*then, *now])
    records, shared = selection.find_compared("Hopper", VARIANTS)
    assert [record and record.name for record in records.values()] == ["now", "now without drive", None]
    assert shared == {}
    assert {record.name for record in selection.unused()} == {"then", "then without drive"}


def test_what_is_compared_is_of_other_settings_where_more_of_it_was_run():
    then = [leaking("then", 0.0), leaking("then without drive", 0.0, drive=0.0)]
    selection = Selection([leaking("now", 0.01), *then])
    records, shared = selection.find_compared("Hopper", VARIANTS)
    assert [record and record.name for record in records.values()] == ["then", "then without drive", None]
    assert shared == {"evaluator_leak": 0.0}
    assert [record.name for record in selection.unused()] == ["now"]
    assert Selection([]).find_compared("Hopper", VARIANTS) == (dict.fromkeys(VARIANTS), {})


def test_of_several_records_the_nearest_to_the_papers_protocol_is_drawn():
    short, long = make("short", last=50_000), make("long", last=2_900_000)
    often = make("often", evaluate_every=5_000, env_steps=9_000_000, last=9_000_000)
    other = make("other", algorithm=GoGePoConfig(drive=0.0))
    old = dataclasses.replace(make("old"), superseded="since then")
    selection = Selection([short, long, often, other, old])
    assert selection.find("Swimmer") is long
    assert selection.find("Swimmer", variant={"drive": 0.0}) is other
    assert selection.find("Swimmer", "ars") is None
    assert {record.name for record in selection.unused()} == {"short", "often", "old"}


def test_versions_of_an_environment_are_never_mixed():
    selection = Selection([make("five", (0, 1)), make("four", (0,), env="Swimmer-v4", algorithm=ARSConfig())])
    assert selection.env("Swimmer") == "Swimmer-v5"
    assert selection.find("Swimmer", "ars") is None


def test_maps_and_commands_are_of_the_version_that_is_shown():
    plain = make("five", (0, 1))
    old = dataclasses.replace(FULL, name="four", config=make(env="Swimmer-v4").config)
    selection = Selection([plain, dataclasses.replace(old, evaluations={0: old.evaluations[0]})])
    assert selection.env("Swimmer") == "Swimmer-v5"
    assert selection.find_with("Swimmer", "calibrations") is None
    assert selection.find_with("Swimmer", "policy_map") is None


def test_records_of_one_name_are_numbered():
    variants = [make("a", algorithm=GoGePoConfig(drive=drive)) for drive in (1.0, 2.0)]
    selection = Selection([make("a"), *variants, make("a-2", algorithm=ARSConfig())])
    assert [record.name for record in selection.records] == ["a", "a-2", "a-3", "a-2-2"]
