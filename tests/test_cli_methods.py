"""The rivals on the command line: everything that works for GoGePo works for them, or is refused in one line."""

from __future__ import annotations

import json
import shutil
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gogepo import ARS, DDPG, UDRL, InputError
from gogepo.methods import Method
from gogepo.policy import Policy
from reliability.runs import digest, finish
from reliability.runs import gogepo as start
from test_cli import Trained, gogepo, records

ENV = "Pendulum-v1"
METHODS: dict[str, tuple[Any, ...]] = {
    "ars": ("--policy-hidden", 8, "--directions", 2, "--elites", 1),
    "ddpg": (
        *("--policy-hidden", 8, "--critic-hidden", 8, "--batch-size", 4, "--replay-capacity", 300),
        *("--random-steps", 100, "--update-after", 50, "--update-every", 30),
    ),
    "udrl": (
        *("--policy-hidden", 8, "--warm-up-episodes", 2, "--episodes-per-iteration", 2),
        *("--updates-per-iteration", 3, "--batch-size", 4, "--replay-episodes", 3),
    ),
}
over_methods = pytest.mark.parametrize("name", METHODS)


def arguments(name: str, out: Path, *more: Any) -> tuple[Any, ...]:
    return (
        *("train", ENV, "--algorithm", name, "--seed", 3, "--env-steps", 1500, "--evaluate-every", 500),
        *("--evaluation-episodes", 2, "--device", "cpu", "--out", out, *METHODS[name], *more),
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Trained]:
    """A small run of each method. Only to be read."""
    found = {}
    for name in METHODS:
        path = tmp_path_factory.mktemp(name) / "run"
        result = gogepo(*arguments(name, path, "--json"))
        assert result.code == 0, result.err
        found[name] = Trained(path, result)
    return found


@over_methods
def test_train_keeps_records_evaluations_and_a_curve(trained, name):
    path = trained[name].path
    rows, evaluations = records(path / "metrics.jsonl"), records(path / "evaluations.jsonl")
    assert [row["episode"] for row in rows] == list(range(1, len(rows) + 1))
    assert len({tuple(row) for row in rows}) == 1  # every row has the same columns
    assert all(row["env_return"] <= row["best_return"] for row in rows)
    assert rows[-1]["env_steps"] >= 1400
    assert len(evaluations) >= 2
    assert json.loads((path / "config.json").read_text())["algorithm"]["name"] == name
    assert (path / "figures" / "curve.png").stat().st_size > 1000
    assert list((path / "tensorboard").iterdir())


@over_methods
def test_a_run_that_is_killed_or_interrupted_goes_on_bit_for_bit(trained, tmp_path, name):
    out = tmp_path / "run"
    often = ("--checkpoint-every-env-steps", 130)
    process = start(*arguments(name, out, *often))
    while process.poll() is None and len(list(out.glob("checkpoints/checkpoint-*"))) < 2:
        pass
    process.send_signal(signal.SIGKILL)
    finish(process)
    before = len(records(out / "metrics.jsonl"))
    process = start("resume", out, *often)
    while process.poll() is None and len(records(out / "metrics.jsonl")) <= before:
        pass
    process.send_signal(signal.SIGINT)
    assert finish(process)[0] in (0, 130)
    result = gogepo("resume", out, *often)
    assert result.code == 0, result.err
    assert digest(out) == digest(trained[name].path)


@over_methods
def test_a_population_in_workers_is_its_seeds_alone(trained, tmp_path, name):
    out = tmp_path / "population"
    words = list(arguments(name, out, "--seeds", 2, "--workers", 2))
    words[words.index("--seed") + 1] = 2
    result = gogepo(*words)
    assert result.code == 0, result.err
    for file in ("metrics.jsonl", "evaluations.jsonl"):
        assert (out / "seed-3" / file).read_bytes() == (trained[name].path / file).read_bytes()


@over_methods
def test_evaluate_generate_verify_info_and_watch(trained, tmp_path, name):
    path = trained[name].path
    assert len(gogepo("evaluate", path, "--episodes", 3, "--json").json["env_returns"]) == 3
    assert gogepo("info", path, "--json").json["env_steps"] >= 1400
    verified = gogepo("verify", path, "--json")
    assert verified.code == 0, verified.err
    assert verified.json["checkpoints"] >= 1
    for suffix in ("safetensors", "onnx"):
        result = gogepo("generate", path, "--out", tmp_path / f"policy.{suffix}")
        assert result.code == 0, result.err
    film = gogepo("watch", path, "--video", tmp_path / "film.gif")
    assert film.code == 0, film.err


@over_methods
def test_an_exported_policy_acts_as_the_run_does(trained, tmp_path, name):
    import onnxruntime

    path = trained[name].path
    model = Method.load(path, device="cpu")
    for suffix in ("safetensors", "onnx"):
        assert gogepo("generate", path, "--out", tmp_path / f"policy.{suffix}").code == 0
    loaded, wanted = Policy.load(tmp_path / "policy.safetensors"), model.generate()
    session = onnxruntime.InferenceSession(tmp_path / "policy.onnx")
    observations = np.random.default_rng(0).normal(size=(5, 3))
    for observation in observations:
        action = wanted.predict(observation)[0]
        np.testing.assert_array_equal(loaded.predict(observation)[0], action)
        inputs = observation if name != "udrl" else np.append(observation, (wanted.command, wanted.horizon))
        (by_onnx,) = session.run(None, {"observation": inputs[None].astype(np.float32)})
        np.testing.assert_allclose(by_onnx[0], action, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", ["ars", "ddpg"])
@pytest.mark.parametrize("words", [("evaluate",), ("watch",), ("generate", "--out", "x.onnx")])
def test_a_command_to_who_obeys_none_is_refused(trained, name, words):
    result = gogepo(words[0], trained[name].path, "--command", 5, *words[1:])
    assert result.code == 2
    assert (
        result.err
        == f"gogepo: {name.upper()} learns one policy and obeys no command; leave the command out\n"
    )


@pytest.mark.parametrize("name", ["ars", "ddpg"])
def test_who_obeys_no_command_cannot_be_calibrated(trained, name):
    result = gogepo("calibrate", trained[name].path)
    assert result.code == 2
    assert "nothing to calibrate" in result.err
    assert len(result.err.splitlines()) == 1


def test_udrl_is_calibrated_and_obeys_commands(trained, tmp_path):
    path = trained["udrl"].path
    result = gogepo(
        "calibrate", path, "--commands", 3, "--episodes", 1, "--out", tmp_path / "p.png", "--json"
    )
    assert result.code == 0, result.err
    assert [point["command"] for point in result.json["points"]] == [-2000, -1000, 0]
    asked = gogepo("evaluate", path, "--command", -700, "--episodes", 1, "--json")
    assert asked.json["command"] == -700


def test_a_policy_that_reads_its_command_hears_what_it_was_paid(trained):
    model = Method.load(trained["udrl"].path, device="cpu")
    policy = model.generate(-500)
    observation = np.array([1.0, 0.0, 0.5])
    first = policy.predict(observation)[0]
    for _ in range(100):
        policy.hear(-50.0)
    later = policy.predict(observation)[0]
    assert not np.array_equal(first, later)
    policy.reset()
    np.testing.assert_array_equal(policy.predict(observation)[0], first)


@pytest.mark.parametrize("name", ["ddpg", "udrl"])
def test_discrete_actions_are_refused_in_one_line(tmp_path, name):
    result = gogepo("train", "CartPole-v1", "--algorithm", name, "--out", tmp_path / "run")
    assert result.code == 2
    assert "continuous actions" in result.err
    assert len(result.err.splitlines()) == 1
    assert not (tmp_path / "run").exists()


def test_help_lists_the_settings_of_the_method(capsys):
    result = gogepo("train", "--algorithm", "ddpg", "--help")
    assert result.code == 0
    assert "--polyak" in result.out
    assert "--probing-states" not in result.out
    unknown = gogepo("train", ENV, "--algorithm", "sac")
    assert unknown.code == 2
    assert "sac" in unknown.err + unknown.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("ars", "--directions", 2, "--elites", 3), "--elites must be at most the --directions"),
        (("ars", "--noise", "-1"), "--noise must not be negative"),
        (("ddpg", "--discount", "1.5"), "--discount must be at most 1"),
        (("ddpg", "--critic-hidden"), "--critic-hidden needs one or more"),
        (("ddpg", "--update-every", 0), "--update-every must be at least 1"),
        (("udrl", "--last-few", 0), "--last-few must be at least 1"),
        (("udrl", "--learning-rate", "nan"), "--learning-rate must be a finite number"),
    ],
)
def test_settings_that_cannot_work_are_refused_in_one_line(tmp_path, words, message):
    result = gogepo("train", ENV, "--algorithm", *words, "--out", tmp_path / "run")
    assert result.code == 2, result.out
    assert message in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(("method", "name"), [(ARS, "ars"), (DDPG, "ddpg"), (UDRL, "udrl")])
def test_the_library_trains_what_the_program_trains(trained, tmp_path, method, name):
    words = METHODS[name]
    settings = {words[n][2:].replace("-", "_"): words[n + 1] for n in range(0, len(words), 2)}
    settings = {key: (value,) if key.endswith("_hidden") else value for key, value in settings.items()}
    model = method(ENV, seed=3, device="cpu", evaluate_every=500, evaluation_episodes=2, **settings)
    model.learn(1500)
    saved = tmp_path / "saved"
    model.save(saved)
    again = Method.load(saved, device="cpu")
    assert type(again) is method
    expected = Method.load(trained[name].path, device="cpu")
    for policy in (model.generate(), again.generate()):
        np.testing.assert_array_equal(policy.weights, expected.generate().weights)
    assert model.evaluate(episodes=2).env_returns == again.evaluate(episodes=2).env_returns
    with pytest.raises(InputError, match="no hyperparameter is called 'nois'"):
        method(ENV, nois=1)


def test_a_config_of_another_method_is_no_way_in(trained, tmp_path):
    run = Path(shutil.copytree(trained["ars"].path, tmp_path / "run"))
    config = json.loads((run / "config.json").read_text())
    config["algorithm"]["name"] = "sac"
    (run / "config.json").write_text(json.dumps(config))
    result = gogepo("info", run)
    assert result.code == 2
    assert "'sac'; there are gogepo, ars, ddpg, udrl" in result.err
