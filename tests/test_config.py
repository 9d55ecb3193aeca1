"""Settings from outside: every bad value is refused in one line that names its flag."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gogepo.config import (
    ALGORITHMS,
    AlgorithmName,
    ARSConfig,
    EngineConfig,
    GoGePoConfig,
    Limits,
    RunConfig,
    check_config,
    check_engine,
)
from gogepo.inputs import InputError, check_bounds, parse_command
from gogepo.presets import with_preset
from gogepo.training.experiment import build
from toys import TINIER

METHOD = {field.name for field in dataclasses.fields(GoGePoConfig)}
NAN, INF = float("nan"), float("inf")


def config_with(name: str, value: Any) -> RunConfig:
    if name in METHOD:
        return RunConfig(env="CartPole-v1", algorithm=GoGePoConfig(**{name: value}))
    return RunConfig(env="CartPole-v1", **{name: value})


AT_LEAST_ONE = [
    "seeds",
    *("env_steps", "evaluate_every", "evaluation_episodes", "embedding_size", "slice_size"),
    *("probing_states", "batch_size", "archive_capacity"),
]
NOT_NEGATIVE_INTEGERS = ["seed", "generator_updates", "evaluator_updates", "rehearsals"]
NOT_NEGATIVE_NUMBERS = [
    "noise",
    "generator_learning_rate",
    "evaluator_learning_rate",
    "recency",
    "evaluator_leak",
    "drive",
]
ANY_NUMBERS = ["first_command", "survival_bonus"]
LAYERS = ["policy_hidden", "generator_hidden", "evaluator_hidden"]

BAD = [
    *((name, value) for name in AT_LEAST_ONE for value in (0, -1)),
    *((name, -1) for name in NOT_NEGATIVE_INTEGERS),
    *((name, value) for name in NOT_NEGATIVE_NUMBERS for value in (-0.1, NAN, INF, -INF)),
    *((name, value) for name in ANY_NUMBERS for value in (NAN, INF, -INF, 1e39)),
    *((name, value) for name in LAYERS for value in ((), (0,), (16, -16), (16,) * 33, (2**20,))),
    *((name, 10**12) for name in ("embedding_size", "slice_size", "probing_states", "batch_size")),
    ("evaluator_leak", 1.1),
    *((name, 10**12) for name in ("archive_capacity", "evaluator_updates", "generator_updates")),
    *(
        ("evaluation_episodes", 10**12),
        ("seed", 2**64),
        ("seeds", 10**6),
        ("rehearsals", 17),
        ("policy_hidden", (40,)),
        ("policy_hidden", (16, 8)),
    ),
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
    switches = {
        "preset",
        "output_scaling",
        "full_batches",
        "first_return_counts",
        "moving_normalizer",
        "normalize_observations",
        "env",
        "device",
        "deterministic",
        "precision",
        "algorithm",
    }
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
        *(("rehearsals", 0), ("rehearsals", 16)),
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


@pytest.mark.parametrize(
    ("env", "leak"), [("Hopper-v5", 0.01), ("Hopper-v4", 0.01), ("Swimmer-v5", 0.0), ("CartPole-v1", 0.0)]
)
def test_only_hoppers_evaluator_leaks_unless_told_to(env, leak):
    """D27."""
    built = build(RunConfig(env=env, device="cpu")).algorithm
    assert built.config.evaluator_leak == leak
    assert built.init_learner().evaluator.network().mlp.leak == leak
    assert with_preset(GoGePoConfig(evaluator_leak=0.5), env).evaluator_leak == 0.5
    old = RunConfig(env=env, device="cpu").as_json()
    del old["algorithm"]["evaluator_leak"]
    assert build(RunConfig.from_json(old)).algorithm.config.evaluator_leak == 0.0


def test_the_defaults_are_accepted():
    check_config(RunConfig(env="CartPole-v1"))
    check_bounds(Limits())
    check_engine(EngineConfig())


@pytest.mark.parametrize(("size", "nearest"), [(40, "32 or 48"), (8, "use 16"), (255, "240 or 256")])
def test_layers_that_do_not_slice_are_refused_with_the_nearest_that_do(size, nearest):
    with pytest.raises(
        InputError, match=f"--policy-hidden {size} does not divide into slices of 16.*{nearest}"
    ):
        check_config(config_with("policy_hidden", (16, size)))


def test_layers_are_sliced_by_the_slice_size_that_was_asked_for():
    check_config(RunConfig(env="x", algorithm=GoGePoConfig(policy_hidden=(40, 8), slice_size=8)))


LIMITS = [field.name for field in dataclasses.fields(Limits)]
BAD_LIMITS = [
    *((name, value, "must be more than 0") for name in LIMITS for value in (0, -1)),
    *((name, 10**10, "must be at most 1,000,000,000") for name in LIMITS),
    ("checkpoint_every_seconds", NAN, "must be a finite number"),
]


@pytest.mark.parametrize(("name", "value", "says"), BAD_LIMITS)
def test_a_bad_limit_is_refused_with_its_flag(name: str, value: Any, says: str):
    with pytest.raises(InputError, match="--" + name.replace("_", "-") + " " + says):
        check_bounds(Limits(**{name: value}))


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (EngineConfig(step_timeout=0.0), "--step-timeout must be more than 0"),
        (EngineConfig(step_timeout=NAN), "--step-timeout must be a finite number"),
        (EngineConfig(workers=0), "--workers must be at least 1, not 0"),
        (EngineConfig(workers=5000), "--workers must be at most 4,096, not 5,000"),
        (EngineConfig(engine="inline", workers=2), "--workers is for --engine processes, not inline"),
        (EngineConfig(engine="ray", workers=2), "--workers is for --engine processes, not ray"),
        (EngineConfig(engine="inline", isolate=True), "--isolate needs another process"),
        (EngineConfig(address="auto"), "--address is for --engine ray"),
    ],
)
def test_an_engine_that_cannot_work_is_refused(wanted, says):
    with pytest.raises(InputError, match=says):
        check_engine(wanted)


# As earlier versions wrote them

REMOVED = {"recall": 0.0, "vary_noise": False, "overreach": 0.0, "restart_after": 0, "refine": False}
"""Settings that are gone, with the values that had no effect."""
WITH_AN_EFFECT = {"recall": 0.5, "vary_noise": True, "overreach": 0.2, "restart_after": 9, "refine": True}
NEW = ("preset", "full_batches", "first_return_counts", "moving_normalizer")
"""Settings of GoGePo that the previous version did not have."""
PREVIOUS = Path(__file__).parent / "runs" / "previous_version"


def of_the_previous_version(config: RunConfig) -> dict[str, Any]:
    """The config as that version wrote it: runs/previous_version/config.json is one of its files."""
    written = config.as_json()
    if config.algorithm_name == "gogepo":
        written["algorithm"] |= REMOVED
        for name in NEW:
            del written["algorithm"][name]
    return written


def test_the_config_that_the_previous_version_wrote_is_read():
    data = json.loads((PREVIOUS / "config.json").read_text())
    assert set(data["algorithm"]) > set(REMOVED)
    config = RunConfig.from_json(data)
    assert (config.env, config.seed, config.env_steps) == ("toys:ToyTarget-v0", 5, 36)
    small = dataclasses.replace(TINIER, archive_capacity=7)
    assert config.algorithm == with_preset(small, "ToyTarget-v0")
    assert json.loads(json.dumps(of_the_previous_version(config))) == data
    check_config(config)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_config_of_the_previous_version_leads_to_the_same_run(name: AlgorithmName):
    now = build(RunConfig("Swimmer-v5", device="cpu", algorithm=ALGORITHMS[name]()))
    then = RunConfig.from_json(of_the_previous_version(now.config))
    assert then == now.config
    assert build(then).algorithm == now.algorithm


@pytest.mark.parametrize("name", REMOVED)
def test_a_removed_setting_that_had_an_effect_is_refused_in_one_line(name: str):
    written = of_the_previous_version(
        RunConfig("Swimmer-v5", algorithm=with_preset(GoGePoConfig(), "Swimmer-v5"))
    )
    RunConfig.from_json(written)
    written["algorithm"][name] = WITH_AN_EFFECT[name]
    with pytest.raises(
        InputError, match=f"^{name} is a setting that gogepo no longer has; use the version that"
    ):
        RunConfig.from_json(written)
    del written["algorithm"][name]  # a config of before it was there
    RunConfig.from_json(written)


def test_a_removed_setting_of_another_type_is_refused_in_one_line():
    for value in ("no", None, [0], {}):
        with pytest.raises(InputError, match="recall is a setting"):
            RunConfig.from_json({"env": "x", "algorithm": {"name": "gogepo", "recall": value}})
    with pytest.raises(InputError, match="algorithm has an unknown entry 'recall'"):
        RunConfig.from_json({"env": "x", "algorithm": {"name": "ars", "recall": 0.0}})


def test_a_config_of_before_a_setting_was_there_has_what_was_done_then():
    written = RunConfig(
        env="Hopper-v5", algorithm=with_preset(GoGePoConfig(evaluator_leak=0.1), "Hopper-v5")
    ).as_json()
    for name in ("rehearsals", "evaluator_leak", *NEW):
        del written["algorithm"][name]
    read = RunConfig.from_json(written).algorithm
    before = GoGePoConfig(rehearsals=0, evaluator_leak=0.0, first_return_counts=True)  # before D25, too
    assert read == with_preset(before, "Hopper-v5")
    assert with_preset(read, "Hopper-v5") == read  # nothing is left for a preset of today


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
        *(RunConfig(env="x", algorithm=method()) for method in ALGORITHMS.values()),
        RunConfig(
            env="x", algorithm=ARSConfig(policy_hidden=(16, 8), step_size=1 / 3, directions=7, elites=2)
        ),
    ],
    ids=["defaults", "everything", "auto", *ALGORITHMS, "another method"],
)
def test_a_config_is_the_same_after_json(config):
    assert RunConfig.from_json(json.loads(json.dumps(config.as_json()))) == config
    assert config.as_json()["algorithm"]["name"] == config.algorithm_name


def test_a_config_that_names_no_method_is_of_gogepo():
    config = RunConfig(env="x", algorithm=GoGePoConfig(noise=0.3))
    written = config.as_json()
    assert written["algorithm"].pop("name") == "gogepo"
    assert RunConfig.from_json(written) == config


GOOD = RunConfig(env="CartPole-v1", return_range=(0.0, 1.0)).as_json()


def good_but(name: str, value: Any) -> dict[str, Any]:
    if name in METHOD:
        return {**GOOD, "algorithm": {**GOOD["algorithm"], name: value}}
    return {**GOOD, name: value}


# What a hand, a disk or another version may have left in config.json, and what is said of it.
WRONG: list[tuple[Any, str]] = [
    ({**GOOD, "colour": "red"}, "config has an unknown entry 'colour'"),
    (good_but("algorithm", {"depth": 3}), "algorithm has an unknown entry 'depth'"),
    (good_but("algorithm", [1]), "algorithm must be a JSON object"),
    (
        good_but("algorithm", {"name": "sac"}),
        "algorithm has the name 'sac'; there are gogepo, ars, ddpg, udrl",
    ),
    (good_but("algorithm", {"name": ["ars"]}), "algorithm has the name ['ars']"),
    (good_but("algorithm", {"name": None}), "algorithm has the name None"),
    (good_but("algorithm", {"name": "ars", "drive": 3.0}), "algorithm has an unknown entry 'drive'"),
    (
        good_but("algorithm", {"name": "ars", "step_size": "long"}),
        "step_size = 'long', which is not of its type",
    ),
    (good_but("algorithm", None), "algorithm must be a JSON object"),
    ({}, "config is incomplete"),
    ([], "JSON object"),
    ("CartPole-v1", "JSON object"),
    (None, "JSON object"),
    *(
        (good_but(name, value), name.replace("_", "-"))
        for name, values in {
            "env": [3, None],
            "seed": ["one", 1.5, None],
            "env_steps": ["many", [1]],
            "return_range": [[1], [1, 2, 3], "wide", ["a", "b"], [3, 2]],
            "survival_bonus": ["some", [1]],
            "evaluation_episodes": [None, 0],
            "device": ["abacus", 0],
            "noise": ["loud", None, {}],
            "policy_hidden": [16, ["16"], [16.5], None],
            "batch_size": [2.5, "4"],
            "output_scaling": ["yes"],
            "archive_capacity": [{"a": 1}],
        }.items()
        for value in values
    ),
]

READ_ALL = """
import json, sys
from pathlib import Path
from gogepo.config import check_config
from gogepo.runs.directory import RunDirectory
found = []
for number in range(int(sys.argv[2])):
    try:
        check_config(RunDirectory.open(Path(sys.argv[1], str(number))).read_config())
        found.append(["accepted", ""])
    except Exception as error:
        found.append([type(error).__name__, str(error)])
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What reading each gives in a process of its own: in this one beartype would refuse some first."""
    folder = tmp_path_factory.mktemp("configs")
    for number, (data, _) in enumerate(WRONG):
        (folder / str(number)).mkdir()
        (folder / str(number) / "config.json").write_text(json.dumps(data))
    command = [sys.executable, "-c", READ_ALL, str(folder), str(len(WRONG))]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("number", range(len(WRONG)), ids=[str(says) for _, says in WRONG])
def test_a_config_that_was_written_wrong_is_refused_in_one_line(number, refusals):
    kind, message = refusals[number]
    assert kind == "InputError", message
    assert WRONG[number][1] in message.replace("_", "-") or WRONG[number][1] in message
    assert "\n" not in message


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
    except InputError as error:
        message = str(error)
    else:
        return
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "1e400", "-1e400", "", " ", "ten", "1,5", "0x10"])
def test_what_is_no_finite_number_is_refused(text):
    with pytest.raises(InputError):
        parse_command(text)


@pytest.mark.parametrize(
    ("text", "command"), [("-5", -5.0), ("1e3", 1000.0), ("  7 ", 7.0), (3, 3.0), ("-0.25", -0.25)]
)
def test_the_usual_ways_to_write_a_number_are_understood(text, command):
    assert parse_command(text) == command
