"""Populations on the command line: one directory, a run for each seed, and commands that choose one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from gogepo.policy import Policy
from test_cli import TINY, Trained, gogepo, records


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """Three seeds of some 150 steps on CartPole. Only to be read."""
    path = tmp_path_factory.mktemp("population") / "run"
    arguments = ("train", "CartPole-v1", "--seed", 5, "--seeds", 3, "--env-steps", 150, "--device", "cpu")
    result = gogepo(*arguments, "--workers", 2, "--out", path, "--json", *TINY)
    assert result.code == 0, result.err
    return Trained(path, result)


@pytest.fixture
def run(trained: Trained, tmp_path: Path) -> Path:
    """A copy of the population, to be written to."""
    return Path(shutil.copytree(trained.path, tmp_path / "run"))


def test_train_reports_the_population_and_each_seed(trained):
    summary = trained.result.json
    assert summary["outcome"] == "done"
    assert [each["seed"] for each in summary["seeds"]] == [5, 6, 7]
    assert summary["env_steps"] == sum(each["env_steps"] for each in summary["seeds"]) >= 450
    mean = sum(each["evaluation_env_return"] for each in summary["seeds"]) / 3
    assert summary["evaluation_env_return"] == pytest.approx(mean)
    assert "of 3 seeds" in trained.result.out


def test_train_says_before_it_starts_what_memory_it_will_take(trained):
    first = trained.result.err.splitlines()[0]
    assert first.startswith("memory: at most ")
    assert first.endswith(
        "main memory for the seeds, about 1 GB for the program itself and 0.1 GB for each worker"
    )


def test_progress_shows_the_population_and_its_slowest_seed(trained):
    last = trained.result.err.splitlines()[-1]
    assert "evaluation " in last
    assert " +- " in last
    assert "slowest seed " in last


def test_each_seed_has_a_run_of_its_own_that_equals_the_seed_alone(trained, tmp_path):
    alone = tmp_path / "alone"
    arguments = ("train", "CartPole-v1", "--seed", 6, "--env-steps", 150, "--device", "cpu")
    assert gogepo(*arguments, "--out", alone, *TINY).code == 0
    for name in ("config.json", "metrics.jsonl", "evaluations.jsonl", "faults.jsonl"):
        assert (trained.path / "seed-6" / name).read_bytes() == (alone / name).read_bytes(), name
    for seed in (5, 6, 7):
        files = {path.name for path in (trained.path / f"seed-{seed}").iterdir()}
        assert {"checkpoints", "tensorboard", "config.json", "metrics.jsonl", "evaluations.jsonl"} <= files
    assert (trained.path / "figures" / "curve.png").stat().st_size > 5_000


def test_the_next_commands_that_train_names_choose_a_seed(trained, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = next(line for line in trained.result.out.splitlines() if "gogepo generate" in line)
    assert " --seed " in line
    assert gogepo(*line.split()[1:]).code == 0


def test_info_shows_every_seed(trained):
    result = gogepo("info", trained.path, "--json")
    assert result.code == 0
    assert [each["seed"] for each in result.json["seeds"]] == [5, 6, 7]
    assert [each["episodes"] for each in result.json["seeds"]] == [
        len(records(trained.path / f"seed-{seed}" / "metrics.jsonl")) for seed in (5, 6, 7)
    ]
    assert "mean" in result.out


def test_info_of_one_seed_is_that_of_a_run(trained):
    assert gogepo("info", trained.path / "seed-7", "--json").json["seed"] == 7


def test_evaluate_plays_the_seed_that_is_asked_for(trained):
    by_seed = [
        gogepo("evaluate", trained.path, "--seed", seed, "--episodes", 3, "--json").json for seed in (5, 6)
    ]
    assert by_seed[0] != by_seed[1]
    assert by_seed[1] == gogepo("evaluate", trained.path / "seed-6", "--episodes", 3, "--json").json


def test_generate_and_calibrate_take_a_seed(run, tmp_path):
    made = [tmp_path / f"{seed}.safetensors" for seed in (5, 6)]
    for seed, path in zip((5, 6), made, strict=True):
        assert gogepo("generate", run, "--seed", seed, "--command", 20, "--out", path).code == 0
    assert (Policy.load(made[0]).weights != Policy.load(made[1]).weights).any()
    result = gogepo("calibrate", run, "--seed", 7, "--commands", 3, "--episodes", 1, "--json")
    assert result.json["picture"] == str(run / "seed-7" / "figures" / "calibration.png")
    assert (run / "seed-7" / "figures" / "calibration.png").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate",),
        ("calibrate",),
        ("generate", "--command", 1, "--out", "policy.safetensors"),
        ("replay", "--attempt", 0),
    ],
)
def test_a_command_about_one_policy_asks_which_seed(trained, arguments: Any):
    result = gogepo(arguments[0], trained.path, *arguments[1:])
    assert result.code == 2
    assert result.err == f"gogepo: {trained.path} holds the seeds 5 to 7; choose one with --seed\n"


def test_a_seed_that_is_not_there_is_refused(trained):
    result = gogepo("evaluate", trained.path, "--seed", 8)
    assert (result.code, result.err) == (2, f"gogepo: {trained.path} has no seed 8\n")


def test_replay_plays_a_logged_episode_of_a_seed(trained):
    logged = records(trained.path / "seed-6" / "metrics.jsonl")[1]
    result = gogepo("replay", trained.path, "--seed", 6, "--attempt", logged["attempt"], "--json")
    assert result.json["env_return"] == logged["env_return"]


def test_verify_checks_every_seed(run):
    result = gogepo("verify", run, "--episodes", 2, "--json")
    assert result.code == 0
    assert result.json["episodes_replayed"] == 6
    damaged = next((run / "seed-6" / "checkpoints").glob("checkpoint-*")) / "state.safetensors"
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    result = gogepo("verify", run, "--episodes", 2, "--json")
    assert result.code == 1
    assert "problem: seed-6: " in result.err
    assert not result.json["valid"]


def test_resume_extends_every_seed_and_keeps_what_was_recorded(run):
    before = {seed: (run / f"seed-{seed}" / "metrics.jsonl").read_bytes() for seed in (5, 6, 7)}
    result = gogepo("resume", run, "--env-steps", 240, "--workers", 2, "--json")
    assert result.code == 0, result.err
    assert all(each["env_steps"] >= 240 for each in result.json["seeds"])
    for seed, content in before.items():
        after = (run / f"seed-{seed}" / "metrics.jsonl").read_bytes()
        assert after.startswith(content)
        assert len(after) > len(content)
    assert gogepo("info", run, "--json").json["budget"] == 240
    assert gogepo("info", run / "seed-6", "--json").json["budget"] == 240


def test_a_seed_of_a_population_can_be_resumed_alone(run):
    result = gogepo("resume", run / "seed-6", "--env-steps", 200, "--json")
    assert result.code == 0, result.err
    assert result.json["env_steps"] >= 200


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--seeds 0", "--seeds must be at least 1"),
        ("--seeds 3 --workers 0", "--workers must be at least 1, not 0"),
        ("--engine inline --workers 2", "--workers is for --engine processes"),
        ("--address 127.0.0.1:1", "--address is for --engine ray"),
        ("--seeds 10000", "10000 seeds may need"),
    ],
)
def test_a_population_that_cannot_be_is_refused_and_leaves_nothing_behind(arguments, says, tmp_path):
    result = gogepo("train", "CartPole-v1", *arguments.split(), "--out", tmp_path / "run")
    assert result.code == 2
    assert says in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_cpu_multiplies_in_bfloat16_where_it_is_asked_to_and_repeats_its_bits(tmp_path):
    def metrics(name: str, *more: Any) -> bytes:
        arguments = ("train", "CartPole-v1", "--env-steps", 100, "--device", "cpu", "--out", tmp_path / name)
        result = gogepo(*arguments, *more, *TINY)
        assert result.code == 0, result.err
        return (tmp_path / name / "metrics.jsonl").read_bytes()

    lower = ("--precision", "bfloat16")
    once, again, in_float32 = metrics("once", *lower), metrics("again", *lower), metrics("float32")
    assert once == again != in_float32
    assert gogepo("resume", tmp_path / "once", "--env-steps", 200).code == 0
    config = json.loads((tmp_path / "once" / "config.json").read_text())
    assert (config["precision"], config["env_steps"]) == ("bfloat16", 200)
