"""Settings from outside: every bad value is refused in one line that names its flag."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gogepo.config import (
    GoGePoConfig,
    InputError,
    Limits,
    RunConfig,
    check_config,
    check_limits,
    parse_command,
)

METHOD = {field.name for field in dataclasses.fields(GoGePoConfig)}
NAN, INF = float("nan"), float("inf")


def config_with(name: str, value: Any) -> RunConfig:
    if name in METHOD:
        return RunConfig(env="CartPole-v1", algorithm=GoGePoConfig(**{name: value}))
    return RunConfig(env="CartPole-v1", **{name: value})


AT_LEAST_ONE = [
    *("env_steps", "evaluate_every", "evaluation_episodes", "embedding_size", "slice_size"),
    *("probing_states", "batch_size", "archive_capacity"),
]
NOT_NEGATIVE_INTEGERS = ["seed", "generator_updates", "evaluator_updates"]
NOT_NEGATIVE_NUMBERS = ["noise", "generator_learning_rate", "evaluator_learning_rate", "recency", "drive"]
ANY_NUMBERS = ["first_command", "survival_bonus"]
LAYERS = ["policy_hidden", "generator_hidden", "evaluator_hidden"]

BAD = [
    *((name, value) for name in AT_LEAST_ONE for value in (0, -1)),
    *((name, -1) for name in NOT_NEGATIVE_INTEGERS),
    *((name, value) for name in NOT_NEGATIVE_NUMBERS for value in (-0.1, NAN, INF, -INF)),
    *((name, value) for name in ANY_NUMBERS for value in (NAN, INF, -INF, 1e39)),
    *((name, value) for name in LAYERS for value in ((), (0,), (16, -16), (16,) * 33, (2**20,))),
    *((name, 10**12) for name in ("embedding_size", "slice_size", "probing_states", "batch_size")),
    *((name, 10**12) for name in ("archive_capacity", "evaluator_updates", "generator_updates")),
    *(("evaluation_episodes", 10**12), ("seed", 2**64), ("policy_hidden", (40,)), ("policy_hidden", (16, 8))),
    *(("return_range", value) for value in ((1.0, 1.0), (2.0, 1.0), (NAN, 1.0), (0.0, INF), (-INF, 0.0))),
]


@pytest.mark.parametrize(("name", "value"), BAD, ids=lambda value: str(value)[:20])
def test_a_bad_value_is_refused_in_one_line_that_names_its_flag(name, value):
    with pytest.raises(InputError) as refusal:
        check_config(config_with(name, value))
    assert "--" + name.replace("_", "-") in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_every_number_and_layer_setting_is_tried_above():
    tried = {name for name, _ in BAD}
    switches = {"output_scaling", "normalize_observations", "env", "device", "algorithm"}
    fields = METHOD | {field.name for field in dataclasses.fields(RunConfig)}
    assert tried == fields - switches


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("noise", 0.0),
            ("recency", 0.0),
            ("drive", 0.0),
            ("first_command", -100.0),
            ("survival_bonus", -1.0),
        ),
        *(("generator_updates", 0), ("evaluator_updates", 0), ("seed", 2**63), ("policy_hidden", (16,))),
        *(("env_steps", 1), ("evaluate_every", 1), ("batch_size", 1), ("archive_capacity", 1)),
        *(
            ("return_range", (-1e6, -1.0)),
            ("return_range", "auto"),
            ("return_range", None),
            ("env_steps", None),
        ),
    ],
    ids=str,
)
def test_an_unusual_but_possible_value_is_accepted(name, value):
    check_config(config_with(name, value))


def test_the_defaults_are_accepted():
    check_config(RunConfig(env="CartPole-v1"))
    check_limits(Limits())


@pytest.mark.parametrize(("size", "nearest"), [(40, "32 or 48"), (8, "use 16"), (255, "240 or 256")])
def test_layers_that_do_not_slice_are_refused_with_the_nearest_that_do(size, nearest):
    with pytest.raises(
        InputError, match=f"--policy-hidden {size} does not divide into slices of 16.*{nearest}"
    ):
        check_config(config_with("policy_hidden", (16, size)))


def test_layers_are_sliced_by_the_slice_size_that_was_asked_for():
    check_config(RunConfig(env="x", algorithm=GoGePoConfig(policy_hidden=(40, 8), slice_size=8)))


@pytest.mark.parametrize("value", [0, -1, NAN])
@pytest.mark.parametrize(
    "name", [field.name for field in dataclasses.fields(Limits) if field.name != "isolate"]
)
def test_a_bad_limit_is_refused_with_its_flag(name, value):
    with pytest.raises(InputError, match="--" + name.replace("_", "-") + " must be more than 0"):
        check_limits(Limits(**{name: value}))


# JSON


@pytest.mark.parametrize(
    "config",
    [
        RunConfig(env="CartPole-v1"),
        RunConfig(
            env="toys:ToyPick-v0",
            env_steps=7,
            seed=2**63,
            return_range=(-1.5, 2.25),
            survival_bonus=0.1,
            evaluate_every=3,
            evaluation_episodes=2,
            device="cpu",
            algorithm=GoGePoConfig(policy_hidden=(16,), noise=1 / 3, output_scaling=False, drive=0.0),
        ),
        RunConfig(env="x", return_range="auto"),
    ],
    ids=["defaults", "everything", "auto"],
)
def test_a_config_is_the_same_after_json(config):
    assert RunConfig.from_json(json.loads(json.dumps(config.as_json()))) == config


GOOD = RunConfig(env="CartPole-v1").as_json()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({**GOOD, "colour": "red"}, "config has an unknown entry 'colour'"),
        ({**GOOD, "algorithm": {**GOOD["algorithm"], "depth": 3}}, "algorithm has an unknown entry 'depth'"),
        ({**GOOD, "algorithm": [1]}, "algorithm must be a JSON object"),
        ({**GOOD, "algorithm": None}, "algorithm must be a JSON object"),
        ({}, "config is incomplete"),
        ([], "must be a JSON object"),
        ("CartPole-v1", "must be a JSON object"),
        (None, "must be a JSON object"),
    ],
    ids=["unknown", "unknown in method", "list", "null", "empty", "all a list", "all text", "all null"],
)
def test_json_that_is_no_config_is_refused(data, says):
    with pytest.raises(InputError) as refusal:
        RunConfig.from_json(data)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("env", 3),
            ("env", None),
            ("seed", "one"),
            ("seed", 1.5),
            ("env_steps", "many"),
            ("env_steps", [1]),
        ),
        *(
            ("return_range", [1]),
            ("return_range", [1, 2, 3]),
            ("return_range", "wide"),
            ("return_range", ["a", "b"]),
        ),
        *(("survival_bonus", "some"), ("evaluation_episodes", None), ("device", "abacus"), ("device", 0)),
        *(
            ("noise", "loud"),
            ("noise", None),
            ("policy_hidden", 16),
            ("policy_hidden", ["16"]),
            ("policy_hidden", [16.5]),
        ),
        *(("batch_size", 2.5), ("output_scaling", "yes"), ("archive_capacity", {"a": 1})),
    ],
    ids=str,
)
def test_json_of_the_wrong_type_is_refused(name, value):
    """A hand may have written config.json."""
    data = {**GOOD, name: value}
    if name in METHOD:
        data = {**GOOD, "algorithm": {**GOOD["algorithm"], name: value}}
    with pytest.raises(InputError):
        check_config(RunConfig.from_json(data))


# Commands


@given(st.floats(-1e30, 1e30))
def test_any_finite_number_is_a_command(number):
    assert parse_command(number) == number
    assert parse_command(repr(number)) == number


@given(st.floats())
def test_a_float_is_a_command_or_refused(number):
    try:
        assert parse_command(number) == number
        assert abs(number) <= 1e30
    except InputError:
        assert not abs(number) <= 1e30


@given(st.text() | st.text("0123456789eE+-._naif ", max_size=8))
def test_any_text_is_a_command_or_refused_in_one_line(text):
    try:
        assert abs(parse_command(text)) <= 1e30
    except InputError as refusal:
        assert len(str(refusal).splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["nan", "inf", "-inf", "1e400", "-1e400", "", " ", "ten", "1,5", "0x10", None, [1]]
)
def test_what_is_no_finite_number_is_refused(text):
    with pytest.raises(InputError):
        parse_command(text)


@pytest.mark.parametrize(
    ("text", "command"), [("-5", -5.0), ("1e3", 1000.0), ("  7 ", 7.0), (3, 3.0), ("-0.25", -0.25)]
)
def test_the_usual_ways_to_write_a_number_are_understood(text, command):
    assert parse_command(text) == command
