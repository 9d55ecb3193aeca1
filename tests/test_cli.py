"""The command line: what each command prints, writes and returns, and how it refuses bad input."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym
import imageio.v3 as imageio
import numpy as np
import pytest
from gymnasium import spaces

from gogepo import cli
from gogepo.policy import Policy

TINY = [
    *("--policy-hidden", "16", "--generator-hidden", "16", "--evaluator-hidden", "16"),
    *("--probing-states", "7", "--batch-size", "4", "--generator-updates", "2", "--evaluator-updates", "2"),
    *("--evaluation-episodes", "2", "--evaluate-every", "60"),
]


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The last line of stdout."""
        return json.loads(self.out.splitlines()[-1])


def gogepo(*arguments: Any) -> Result:
    """The program in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = cli.main([str(argument) for argument in arguments])
        except SystemExit as end:  # how tyro ends on flags that it cannot parse
            code = end.code
    return Result(code, out.getvalue(), err.getvalue())


@dataclass(frozen=True)
class Trained:
    path: Path
    result: Result


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """A run of some 150 steps on CartPole. Only to be read."""
    path = tmp_path_factory.mktemp("cli") / "run"
    result = gogepo(
        *(
            "train",
            "CartPole-v1",
            "--seed",
            1,
            "--env-steps",
            150,
            "--out",
            path,
            "--device",
            "cpu",
            "--json",
        ),
        *TINY,
    )
    assert result.code == 0, result.err
    return Trained(path, result)


@pytest.fixture
def run(trained: Trained, tmp_path: Path) -> Path:
    """A copy of the run, to be written to."""
    return Path(shutil.copytree(trained.path, tmp_path / "run"))


def records(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# What each command does


def test_train_says_where_the_run_is_and_names_three_next_commands(trained):
    lines = trained.result.out.splitlines()
    where = lines.index(f"The run is in {trained.path}. Try next:")
    following = [line.strip() for line in lines[where + 1 : where + 4]]
    assert [line.split(" --")[0] for line in following] == [
        f"gogepo {command} {trained.path}" for command in ("calibrate", "watch", "generate")
    ]


def test_the_next_commands_that_train_names_are_commands_of_ours(trained, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = next(line for line in trained.result.out.splitlines() if "gogepo generate" in line)
    assert gogepo(*line.split()[1:]).code == 0
    assert (tmp_path / "policy.safetensors").is_file()


def test_train_reports_itself_as_json(trained):
    found = trained.result.json
    metrics = records(trained.path / "metrics.jsonl")
    assert (found["run"], found["outcome"], found["env"]) == (str(trained.path), "done", "CartPole-v1")
    assert found["env_steps"] == metrics[-1]["env_steps"] >= 150
    assert found["episodes"] == len(metrics)
    assert found["best_training_return"] == max(record["training_return"] for record in metrics)
    assert found["evaluation_env_return"] == records(trained.path / "evaluations.jsonl")[-1]["env_return"]
    assert (found["faults"], found["skipped_updates"]) == (0, 0)


def test_train_writes_a_whole_run_directory(trained):
    config = json.loads((trained.path / "config.json").read_text())
    assert (config["env"], config["seed"], config["return_range"]) == ("CartPole-v1", 1, [0, 500])
    assert config["algorithm"]["policy_hidden"] == [16]
    assert len(records(trained.path / "metrics.jsonl")) > 2
    evaluations = records(trained.path / "evaluations.jsonl")
    assert len(evaluations) >= 2
    assert all(len(record["env_returns"]) == 2 for record in evaluations)
    assert (trained.path / "faults.jsonl").read_text() == ""
    assert list((trained.path / "tensorboard").glob("events.out.tfevents*"))
    checkpoints = list((trained.path / "checkpoints").glob("checkpoint-*"))
    assert checkpoints
    assert {path.name for path in checkpoints[0].iterdir()} == {"manifest.json", "state.safetensors"}
    assert (trained.path / "figures" / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_train_without_a_name_makes_one_under_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ("train", "CartPole-v1", "--env-steps", 1, "--no-tensorboard", "--device", "cpu", *TINY)
    assert gogepo(*arguments).code == 0
    assert gogepo(*arguments).code == 0
    names = sorted(path.name for path in (tmp_path / "runs").iterdir())
    assert names == ["CartPole-v1-seed0-000", "CartPole-v1-seed0-001"]
    assert not (tmp_path / "runs" / names[0] / "tensorboard").exists()


def test_train_estimates_a_range_when_asked_to(tmp_path):
    result = gogepo(
        "train", "CartPole-v1", "--return-range", "auto", "--env-steps", 1, "--out", tmp_path / "run", *TINY
    )
    assert result.code == 0
    assert "return range estimated from random episodes: " in result.err
    low, high = json.loads((tmp_path / "run" / "config.json").read_text())["return_range"]
    assert low < high


def test_resume_extends_a_run_and_keeps_what_was_recorded(run):
    before = records(run / "metrics.jsonl")
    result = gogepo("resume", run, "--env-steps", 260, "--json")
    assert result.code == 0, result.err
    after = records(run / "metrics.jsonl")
    assert after[: len(before)] == before
    assert [record["episode"] for record in after] == list(range(1, len(after) + 1))
    assert result.json["env_steps"] == after[-1]["env_steps"] >= 260
    assert json.loads((run / "config.json").read_text())["env_steps"] == 260


def test_resume_of_a_finished_run_changes_nothing(run):
    before = (run / "metrics.jsonl").read_bytes()
    assert gogepo("resume", run, "--no-tensorboard").code == 0
    assert (run / "metrics.jsonl").read_bytes() == before


def test_evaluate_prints_both_returns_of_each_episode(trained):
    result = gogepo("evaluate", trained.path, "--command", "100", "--episodes", 3, "--json")
    assert result.code == 0
    found = result.json
    assert found["command"] == 100.0
    assert len(found["env_returns"]) == len(found["training_returns"]) == 3
    assert found["env_return"] == pytest.approx(np.mean(found["env_returns"]))
    assert f"{found['env_return']:.2f}" in result.out
    assert found == gogepo("evaluate", trained.path, "--command", "100", "--episodes", 3, "--json").json


def test_evaluate_asks_for_the_best_return_by_default(trained):
    found = gogepo("evaluate", trained.path, "--episodes", 1, "--json").json
    assert found["command"] == trained.result.json["best_training_return"]


@pytest.mark.parametrize("command", ["-50", "-1e3", "-0.5"])
def test_a_negative_command_is_understood(trained, command):
    result = gogepo("evaluate", trained.path, "--command", command, "--episodes", 1, "--json")
    assert result.code == 0, result.err
    assert result.json["command"] == float(command)


def test_calibrate_prints_a_table_and_writes_its_picture(run):
    result = gogepo("calibrate", run, "--commands", 3, "--episodes", 1, "--json")
    assert result.code == 0
    found = result.json
    assert [point["command"] for point in found["points"]] == [0, 250, 500]
    assert found["picture"] == str(run / "figures" / "calibration.png")
    assert (run / "figures" / "calibration.png").read_bytes().startswith(b"\x89PNG")
    for word in ("command", "predicted", "achieved", "mean absolute error", "rank correlation", "Picture: "):
        assert word in result.out


def test_calibrate_writes_its_picture_where_it_is_told(trained, tmp_path):
    picture = tmp_path / "deep" / "picture.png"
    arguments = ("calibrate", trained.path, "--commands", 2, "--episodes", 1, "--out", picture)
    assert gogepo(*arguments).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert not (trained.path / "figures" / "calibration.png").exists()


def test_generate_writes_the_policy_that_evaluate_plays(trained, tmp_path):
    path = tmp_path / "policy.safetensors"
    result = gogepo("generate", trained.path, "--command", "100", "--out", path, "--json")
    assert result.code == 0
    policy = Policy.load(path)
    assert (policy.command, policy.env) == (100.0, "CartPole-v1")
    assert result.json["file"] == str(path)
    assert result.json["weights"] == len(policy.weights) == 16 * 5 + 2 * 17
    assert result.json["bytes"] == path.stat().st_size
    assert np.isfinite(result.json["predicted_return"])


def test_generate_writes_the_policy_for_the_best_return_by_default(trained, tmp_path):
    path, asked = tmp_path / "policy.safetensors", tmp_path / "asked.safetensors"
    result = gogepo("generate", trained.path, "--out", path, "--json")
    assert result.code == 0, result.err
    best = max(row["training_return"] for row in records(trained.path / "metrics.jsonl"))
    assert result.json["command"] == Policy.load(path).command == best
    assert gogepo("generate", trained.path, "--command", best, "--out", asked).code == 0
    np.testing.assert_array_equal(Policy.load(asked).weights, Policy.load(path).weights)


def test_generate_writes_onnx(trained, tmp_path):
    pytest.importorskip("onnx")
    assert gogepo("generate", trained.path, "--command", "-3", "--out", tmp_path / "policy.onnx").code == 0
    assert (tmp_path / "policy.onnx").stat().st_size > 100


def test_watch_makes_a_gif_without_a_screen(trained, tmp_path, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    film = tmp_path / "film.gif"
    result = gogepo("watch", trained.path, "--command", "100", "--video", film, "--json")
    assert result.code == 0, result.err
    frames = imageio.imread(film, index=None)
    assert len(frames) > 2
    assert (frames[0] != frames[-1]).any()
    evaluated = gogepo("evaluate", trained.path, "--command", "100", "--episodes", 1, "--json").json
    assert result.json["env_return"] == evaluated["env_returns"][0]  # the same episode
    assert result.json["video"] == str(film)


def test_info_says_what_a_run_is(trained):
    result = gogepo("info", trained.path, "--json")
    assert result.code == 0
    found, summary = result.json, trained.result.json
    for name in (
        "run",
        "env",
        "seed",
        "env_steps",
        "episodes",
        "best_training_return",
        "evaluation_env_return",
    ):
        assert found[name] == summary[name]
    assert (found["budget"], found["faults"]) == (150, 0)
    assert found["checkpoints"][0]["damaged"] is None
    assert found["config"]["algorithm"]["probing_states"] == 7
    assert "CartPole-v1, seed 1" in result.out


def test_verify_finds_a_good_run_whole(trained):
    result = gogepo("verify", trained.path, "--episodes", 3, "--json")
    assert result.code == 0, result.err
    assert "is whole" in result.out
    assert (result.json["valid"], result.json["episodes_replayed"], result.json["problems"]) == (True, 3, [])


def test_verify_finds_a_flipped_byte(run):
    state = next((run / "checkpoints").glob("checkpoint-*/state.safetensors"))
    content = bytearray(state.read_bytes())
    content[len(content) // 2] ^= 1
    state.write_bytes(content)
    result = gogepo("verify", run, "--json")
    assert result.code == 1
    assert result.json["valid"] is False
    assert "problem: " in result.err


def test_replay_plays_a_logged_episode_to_the_same_return(trained):
    logged = records(trained.path / "metrics.jsonl")[2]
    result = gogepo("replay", trained.path, "--attempt", logged["attempt"], "--json")
    assert result.code == 0, result.err
    assert result.json["fault"] is None
    assert result.json["env_return"] == logged["env_return"]
    assert result.json["env_steps"] == logged["episode_steps"]


def test_version():
    assert gogepo("--version").out.startswith("gogepo 0.")


# Help

FLAGS = {
    "train": "--env-steps --seed --seeds --engine --workers --address --deterministic --return-range --survival-bonus --evaluate-every --evaluation-episodes --device "
    "--policy-hidden --noise --drive --recency --out --isolate --step-timeout --wandb --tensorboard --json",
    "resume": "--env-steps --device --inexact --latest-valid --engine --workers --address --isolate --wandb --json",
    "evaluate": "--seed --command --episodes --device --json",
    "calibrate": "--seed --commands --episodes --out --device --json",
    "generate": "--seed --command --out --device --json",
    "watch": "--seed --command --video --episode --device --json",
    "info": "--json",
    "verify": "--episodes --device --json",
    "replay": "--seed --attempt --step-timeout --json",
    "bench": "--quick --device --json",
}

ASK_FOR_HELP = """
import contextlib, io, json, sys
from gogepo import cli
found = {}
for command in sys.argv[1:]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            cli.main([*command.split(), "--help"])
            code = None
        except SystemExit as end:
            code = end.code
    found[command] = [code, out.getvalue()]
heavy = sorted({"jax", "gymnasium", "numpy", "equinox", "matplotlib"} & set(sys.modules))
print(json.dumps({"found": found, "heavy": heavy}))
"""


@pytest.fixture(scope="module")
def helped() -> dict[str, Any]:
    """The help of every command, and which heavy modules were imported for it, in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", ASK_FOR_HELP, "", *FLAGS],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "200"},
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("command", FLAGS)
def test_the_help_of_a_command_names_its_flags(helped, command):
    code, text = helped["found"][command]
    assert code in (0, None)
    assert not [flag for flag in FLAGS[command].split() if flag not in text]


def test_the_help_names_every_command_and_the_exit_codes(helped):
    code, text = helped["found"][""]
    assert code in (0, None)
    assert not [command for command in FLAGS if command not in text]
    assert "Exit codes: 0 done" in text


def test_help_imports_nothing_heavy(helped):
    assert helped["heavy"] == []


@pytest.mark.parametrize("arguments", [["train", "--help"], ["--version"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_goes_away_is_no_error(arguments, unbuffered):
    code = "from gogepo.cli import entry_point; entry_point()"
    reading, writing = os.pipe()
    os.close(reading)  # as `| head` does, once it has seen enough
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


# Bad input


class Unbounded(gym.Env[Any, Any]):
    observation_space = spaces.Box(-1, 1, (2,))
    action_space = spaces.Box(-np.inf, np.inf, (1,))


class Picture(gym.Env[Any, Any]):
    observation_space = spaces.Box(0, 255, (64, 64, 3), np.uint8)
    action_space = spaces.Discrete(2)


@pytest.fixture(scope="module", autouse=True)
def registered() -> Any:
    gym.register("Unbounded-v0", Unbounded)
    gym.register("Picture-v0", Picture)
    yield
    del gym.registry["Unbounded-v0"], gym.registry["Picture-v0"]


def assert_refused(result: Result, says: str) -> None:
    assert result.code == 2
    assert result.out == ""
    assert "Traceback" not in result.err
    assert len(result.err.splitlines()) == 1, result.err
    assert result.err.startswith("gogepo: ")
    assert says in result.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("Swimer-v5", "did you mean Swimmer-v5"),
        ("Hopper-v3", "the environment could not be made"),
        ("no_such_module:Thing-v0", "cannot import 'no_such_module'"),
        ("Unbounded-v0 --return-range 0 1", "the action space is unbounded; bound it"),
        ("Picture-v0 --return-range 0 1", "image observations are not supported"),
        ("toys:ToyPick-v0", "no return range is known for toys:ToyPick-v0; give --return-range LOW HIGH"),
        (
            "CartPole-v1 --policy-hidden 40",
            "--policy-hidden 40 does not divide into slices of 16; use 32 or 48",
        ),
        ("CartPole-v1 --return-range 5 5", "--return-range needs LOW < HIGH"),
        ("CartPole-v1 --return-range 5 -5", "--return-range needs LOW < HIGH"),
        ("CartPole-v1 --return-range nan 5", "--return-range must be a finite number"),
        ("CartPole-v1 --noise -1", "--noise must not be negative"),
        ("CartPole-v1 --noise inf", "--noise must be a finite number"),
        ("CartPole-v1 --env-steps 0", "--env-steps must be at least 1"),
        ("CartPole-v1 --batch-size 0", "--batch-size must be at least 1"),
        ("CartPole-v1 --seed -1", "--seed must not be negative"),
        ("CartPole-v1 --step-timeout 0", "--step-timeout must be more than 0"),
        ("CartPole-v1 --archive-capacity 99999999999", "--archive-capacity must be at most"),
        ("CartPole-v1 --device gpu", "JAX sees no accelerator"),
    ],
)
def test_bad_input_to_train_is_refused_in_one_line_and_leaves_nothing_behind(arguments, says, tmp_path):
    assert_refused(gogepo("train", *arguments.split(), "--out", tmp_path / "run"), says)
    assert not (tmp_path / "run").exists()


def test_train_refuses_a_directory_that_holds_something(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    result = gogepo("train", "CartPole-v1", "--out", tmp_path, *TINY)
    assert_refused(
        result, "exists and is not empty; choose another --out, or continue it with: gogepo resume"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("below", ["file/run", "file"])
def test_train_refuses_a_directory_that_cannot_be_made(tmp_path, below):
    (tmp_path / "file").write_text("")
    assert_refused(gogepo("train", "CartPole-v1", "--out", tmp_path / below, *TINY), "cannot make a run in")


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e400", "lots", "", "1,5"])
@pytest.mark.parametrize("name", ["evaluate", "generate", "watch"])
def test_a_command_that_is_no_return_is_refused(trained, tmp_path, name, value):
    more = {"generate": ("--out", tmp_path / "p.safetensors"), "watch": ("--video", tmp_path / "f.gif")}.get(
        name, ()
    )
    assert_refused(gogepo(name, trained.path, "--command", value, *more), "a command")
    assert not list(tmp_path.iterdir())


RUN_COMMANDS = {
    "resume": [],
    "evaluate": [],
    "calibrate": [],
    "generate": ["--command", "1", "--out", "policy.safetensors"],
    "watch": ["--video", "film.gif"],
    "info": [],
    "verify": [],
    "replay": ["--attempt", "0"],
}


@pytest.mark.parametrize("what", ["missing", "empty", "file"])
@pytest.mark.parametrize("name", RUN_COMMANDS)
def test_what_is_no_run_directory_is_refused(tmp_path, name, what):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("")
    assert_refused(gogepo(name, tmp_path / what, *RUN_COMMANDS[name]), "is not a run directory")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evaluate", "RUN", "--episodes", "0"], "--episodes must be at least 1"),
        (["calibrate", "RUN", "--commands", "1"], "--commands must be at least 2"),
        (["calibrate", "RUN", "--episodes", "0"], "--episodes must be at least 1"),
        (
            ["calibrate", "RUN", "--commands", "2", "--episodes", "1", "--out", "TMP/picture.nonsense"],
            "--out",
        ),
        (["calibrate", "RUN", "--out", "/dev/null/p.png"], "is not a place for a picture"),
        (
            ["generate", "RUN", "--command", "1", "--out", "TMP/policy.txt"],
            "must end in .safetensors or .onnx",
        ),
        (["watch", "RUN", "--video", "TMP/film.avi"], "--video must end in .mp4 or .gif"),
        (["watch", "RUN"], "there is no screen to open a window on; write a film with --video film.gif"),
        (["watch", "RUN", "--video", "TMP/film.gif", "--episode", "-1"], "--episode"),
        (["verify", "RUN", "--episodes", "-1"], "--episodes must not be negative"),
        (["replay", "RUN", "--attempt", "99999"], "attempt 99999 is neither in"),
        (["replay", "RUN", "--attempt", "0", "--step-timeout", "-1"], "--step-timeout"),
        (["resume", "COPY", "--env-steps", "0"], "--env-steps must be at least 1"),
        (["resume", "COPY", "--max-consecutive-faults", "0"], "--max-consecutive-faults must be more than 0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_about_a_run_is_refused_in_one_line(trained, run, tmp_path, monkeypatch, arguments, says):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    places = {"RUN": str(trained.path), "COPY": str(run)}
    filled = [places.get(argument, argument).replace("TMP", str(tmp_path)) for argument in arguments]
    result = gogepo(*filled)
    if "--out" in filled and "nonsense" in filled[-1]:
        result = Result(result.code, "", result.err)  # the table may have been printed by then
    assert_refused(result, says)


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("onnx", ["generate", "RUN", "--command", "1", "--out", "TMP/policy.onnx"], "gogepo[onnx]"),
        ("imageio_ffmpeg", ["watch", "RUN", "--video", "TMP/film.mp4"], "gogepo[video]"),
        ("wandb", ["train", "CartPole-v1", "--out", "TMP/new", "--wandb", *TINY], "gogepo[wandb]"),
    ],
    ids=["onnx", "video", "wandb"],
)
def test_a_missing_extra_is_named_and_nothing_is_left_behind(
    trained, tmp_path, monkeypatch, module, arguments, extra
):
    monkeypatch.setitem(sys.modules, module, None)
    filled = [
        argument.replace("RUN", str(trained.path)).replace("TMP", str(tmp_path)) for argument in arguments
    ]
    assert_refused(gogepo(*filled), f"pip install '{extra}'")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ["train"],
        ["train", "CartPole-v1", "--no-such-flag", "1"],
        ["train", "CartPole-v1", "--seed", "one"],
        ["train", "CartPole-v1", "--device", "abacus"],
        ["generate", "somewhere", "--command", "1"],
        ["dance"],
    ],
    ids=" ".join,
)
def test_flags_that_cannot_be_parsed_end_with_code_two(arguments):
    result = gogepo(*arguments)
    assert result.code == 2
    assert result.err
    assert "Traceback" not in result.err


# The program itself


def test_the_installed_program_refuses_bad_input_in_one_line():
    program = Path(sys.executable).with_name("gogepo")
    done = subprocess.run([program, "train", "Swimer-v5"], capture_output=True, text=True, check=False)
    assert_refused(Result(done.returncode, done.stdout, done.stderr), "did you mean Swimmer-v5")


def test_python_m_gogepo_is_the_program(trained):
    done = subprocess.run(
        [sys.executable, "-m", "gogepo", "info", str(trained.path), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[-1])["env"] == "CartPole-v1"
