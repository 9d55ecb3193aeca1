"""The API against a real run and real players: what is shown is what the library gives."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dial.serving import Answer, Served, serving
from dial.small_runs import save_rival, save_small
from gogepo.methods import GoGePo, Method
from gogepo.policy import Policy

WHERE = {"run": "small", "seed": 0}


def turn(served: Served, slot: str = "left", **asked: Any) -> Answer:
    return served.ask("/api/turn", {**WHERE, "slot": slot, **asked})


def frames(served: Served, job: int, episode: int = 0) -> tuple[dict[str, Any], bytes]:
    content = served.ask(f"/api/jobs/{job}/frames/{episode}").body
    length = int.from_bytes(content[:4], "little")
    return json.loads(content[4 : 4 + length]), content[4 + length :]


def test_what_the_page_hears_of_a_run(served: Served, small_run: Path):
    told = served.ask("/api/run?run=small&seed=0").json
    model = GoGePo.load(small_run, device="cpu")
    assert told["env"] == "Pendulum-v1"
    assert told["commandable"] is True
    assert told["return_range"] == [-2000, 0]
    assert told["learned"] == pytest.approx(model.learned_range, rel=1e-4)
    assert len(told["map"]["episodes"]) == 4
    assert len(told["commands"]) == len(told["predicted"]) == len(told["map"]["path"])


def test_a_turn_gives_the_policy_and_the_episodes_that_the_library_gives(served: Served, small_run: Path):
    begun = turn(served, command=-700.5).json
    told = served.job(begun["job"])
    model = GoGePo.load(small_run, device="cpu")
    policy = model.generate(-700.5)
    assert begun["command"] == -700.5
    assert begun["predicted"] == pytest.approx(model.predict_return(policy))
    assert told["status"] == "done"
    expected = model.evaluate(-700.5, 5)
    assert [each["training_return"] for each in told["episodes"]] == pytest.approx(expected.training_returns)
    assert [each["env_return"] for each in told["episodes"]] == pytest.approx(expected.env_returns)


def test_an_episodes_poses_come_as_float32(served: Served):
    job = served.job(turn(served, command=-900).json["job"])
    head, content = frames(served, job["job"])
    count, bodies, seven = head["shape"]
    assert (head["kind"], bodies, seven) == ("poses", 2, 7)
    assert count == 201  # the reset and every step
    assert head["seconds"] == 0.05
    assert head["scene"]["kind"] == "bodies"
    poses = np.frombuffer(content, "<f4").reshape(count, bodies, seven)
    assert np.linalg.norm(poses[:, :, 3:], axis=2) == pytest.approx(1, abs=1e-5)
    assert np.ptp(poses[:, 1], axis=0).max() > 0.01  # it moves


def test_downloads_act_as_the_library_does(served: Served, small_run: Path, tmp_path: Path):
    import onnxruntime

    job = turn(served, command=-321.0).json["job"]
    expected = GoGePo.load(small_run, device="cpu").generate(-321.0)
    (tmp_path / "p.safetensors").write_bytes(served.ask(f"/api/jobs/{job}/policy.safetensors").body)
    loaded = Policy.load(tmp_path / "p.safetensors")
    session = onnxruntime.InferenceSession(served.ask(f"/api/jobs/{job}/policy.onnx").body)
    for observation in np.random.default_rng(0).uniform(-1, 1, (20, 3)).astype(np.float32):
        action, _ = expected.predict(observation)
        np.testing.assert_array_equal(loaded.predict(observation)[0], action)
        (ran,) = session.run(None, {"observation": observation[None]})
        np.testing.assert_allclose(ran[0], action, atol=1e-5)
    assert served.ask(f"/api/jobs/{job}/policy.pkl").status == 400


def test_the_python_lines_make_the_same_policy(served: Served, small_run: Path):
    told = turn(served, command=-123.25).json
    names: dict[str, Any] = {"observation": np.array([1.0, 0.0, 0.5], np.float32)}
    exec(told["python"], names)  # the very lines that a visitor copies
    expected = GoGePo.load(small_run, device="cpu").generate(-123.25)
    np.testing.assert_array_equal(names["action"], expected.predict(names["observation"])[0])


def test_an_archived_policy_plays_as_it_did_in_training(served: Served, small_run: Path):
    told = turn(served, archived=2).json
    state = GoGePo.load(small_run, device="cpu").progress.state
    assert told["archived_return"] == pytest.approx(float(state.memory.returns(state.episodes)[2]))
    assert told["command"] is None
    place = served.ask("/api/run?run=small&seed=0").json["map"]["places"][2]
    assert told["place"] == pytest.approx(place, abs=1e-3)
    refused = turn(served, archived=99)
    assert refused.status == 400
    assert "no policy of episode 99" in refused.json["error"]


def test_a_newer_turn_cancels_the_older_of_its_side_only(served: Served):
    served.job(turn(served, command=-900).json["job"])  # now its player is there
    player = served.session.players._processes["left"].process
    player.send_signal(signal.SIGSTOP)  # so that no turn is over before the next one comes
    try:
        other = turn(served, "right", command=-500).json["job"]
        older = [turn(served, command=-1000 - number).json["job"] for number in range(4)]
        newest = turn(served, command=-1500).json["job"]
    finally:
        player.send_signal(signal.SIGCONT)
    assert served.job(newest)["status"] == "done"
    assert [served.job(job)["status"] for job in older] == ["cancelled"] * 4
    assert served.job(other)["status"] == "done"


def test_a_sweep_goes_over_the_whole_range(served: Served):
    begun = served.ask("/api/sweep", WHERE).json
    told = served.job(begun["job"])
    commands = [each["command"] for each in told["episodes"]]
    assert told["status"] == "done"
    assert len(commands) == told["wanted"] == 30
    assert (min(commands), max(commands)) == (-2000, 0)
    assert served.ask(f"/api/jobs/{begun['job']}/frames/0").status == 404  # nobody watches them


def test_jobs_are_forgotten_so_that_memory_is_bounded(served: Served):
    first = turn(served, command=-1).json["job"]
    for number in range(14):
        turn(served, command=-2 - number)
    assert served.ask(f"/api/jobs/{first}").status == 404
    assert served.ask(f"/api/jobs/{first}/policy.onnx").status == 400


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"command": "50"}, "number"),
        ({"command": True}, "number"),
        ({"command": [1]}, "number"),
        ({"command": 1e300}, "reasonable size"),
        ({"archived": "1"}, "episode"),
        ({"archived": 1.5}, "episode"),
        ({"command": 1, "archived": 1}, "both"),
        ({"slot": "middle"}, "slot"),
        ({"slot": None}, "slot"),
        ({"run": "other"}, "no such run"),
        ({"run": "../small"}, "no such run"),
        ({"run": 3}, "name"),
        ({"seed": 7}, "no seed"),
        ({"seed": "x"}, "whole number"),
        ({"seed": 1.0}, "whole number"),
    ],
)
def test_a_bad_turn_is_refused_in_one_line(served: Served, asked: dict[str, Any], reason: str):
    answer = turn(served, **{"command": -1.0, **asked} if "archived" not in asked else asked)
    assert answer.status == 400
    assert reason in answer.json["error"]
    assert "\n" not in answer.json["error"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"nul", b'{"command": NaN}', b"\xff\xfe", b"[" * 4000])
def test_a_body_that_is_no_request_is_refused(served: Served, body: bytes):
    assert served.ask("/api/turn", body).status == 400


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_command_that_is_no_number_is_refused(served: Served, number: str):
    body = f'{{"run": "small", "seed": 0, "slot": "left", "command": {number}}}'.encode()
    answer = served.ask("/api/turn", body)
    assert answer.status == 400
    assert "Traceback" not in answer.json["error"]


def test_a_form_is_not_a_request(served: Served):
    headers = {"content-type": "text/plain"}
    assert served.ask("/api/turn", {**WHERE, "slot": "left"}, headers=headers).status == 400


def test_a_method_without_commands_still_plays(rival_run: Path):
    with serving(rival_run) as served:
        told = served.ask("/api/run?run=rival&seed=0").json
        assert (told["commandable"], told["map"], told["learned"]) == (False, None, None)
        begun = served.ask("/api/turn", {"run": "rival", "seed": 0, "slot": "left"}).json
        assert begun["command"] is None
        assert served.job(begun["job"])["status"] == "done"
        refused = served.ask("/api/turn", {"run": "rival", "seed": 0, "slot": "left", "command": 3})
        assert refused.status == 400
        assert "obeys no command" in refused.json["error"]
        assert served.ask("/api/sweep", {"run": "rival", "seed": 0}).status == 400


def test_upside_down_rl_obeys_too(tmp_path: Path):
    few = {"warm_up_episodes": 2, "episodes_per_iteration": 1, "updates_per_iteration": 2}
    path = save_rival(tmp_path / "udrl", "udrl", env_steps=600, **few)
    with serving(path) as served:
        told = served.ask("/api/run?run=udrl&seed=0").json
        assert (told["commandable"], told["map"], told["predicted"]) == (True, None, None)
        begun = served.ask("/api/turn", {"run": "udrl", "seed": 0, "slot": "left", "command": -800}).json
        done = served.job(begun["job"])
        expected = Method.load(path, device="cpu").evaluate(-800.0, 5).training_returns
        assert [each["training_return"] for each in done["episodes"]] == pytest.approx(expected)


def test_a_directory_lists_its_runs_and_seeds(tmp_path: Path, small_run: Path):
    shutil.copytree(small_run, tmp_path / "first")
    save_small(tmp_path / "deep" / "second", env="CartPole-v1", env_steps=40)
    with serving(tmp_path) as served:
        runs = served.ask("/api/runs").json
        assert [(run["name"], run["env"]) for run in runs] == [
            ("deep/second", "CartPole-v1"),
            ("first", "Pendulum-v1"),
        ]
        told = served.ask("/api/run?run=deep%2Fsecond&seed=0").json
        assert told["env"] == "CartPole-v1"
        begun = served.ask("/api/turn", {"run": "deep/second", "seed": 0, "slot": "left", "command": 9}).json
        assert served.job(begun["job"])["status"] == "done"


def test_a_new_checkpoint_is_shown_by_itself_and_the_run_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from gogepo.dial import session
    from gogepo.runs.checkpoint import CheckpointStore
    from gogepo.runs.directory import RECORDS, RunDirectory

    monkeypatch.setattr(session, "FIRST_REST", 0.0)
    path = save_small(tmp_path / "run", env_steps=400)
    with serving(path) as served:
        first = served.ask("/api/run?run=run&seed=0").json
        assert len(first["map"]["episodes"]) == 2
        model = GoGePo.load(path, device="cpu")
        model.learn(200)
        CheckpointStore(RunDirectory(path)).save(model.experiment, model.progress, dict.fromkeys(RECORDS, 0))
        (path / "metrics.jsonl").write_text('{"env_steps": 200, "env_return": -5.0}\n')
        before = _content(path)
        until = time.monotonic() + 60
        while (state := served.ask("/api/state?run=run&seed=0").json)["loaded"] == first["checkpoint"]:
            assert time.monotonic() < until, state
            time.sleep(0.1)
        second = served.ask("/api/run?run=run&seed=0").json
        assert len(second["map"]["episodes"]) == 3
        assert state["training"] is False
        curve = served.ask("/api/curve?run=run&seed=0").json
        assert curve["episodes"] == {"env_steps": [200], "env_returns": [-5.0]}
        job = served.ask("/api/turn", {"run": "run", "seed": 0, "slot": "left", "command": -9.0}).json["job"]
        assert served.job(job)["status"] == "done"
        assert _content(path) == before


def test_a_run_that_cannot_be_loaded_says_why(tmp_path: Path, small_run: Path):
    shutil.copytree(small_run, tmp_path / "broken")
    (state,) = (tmp_path / "broken" / "checkpoints").glob("checkpoint-*/state.safetensors")
    content = bytearray(state.read_bytes())
    content[-1] ^= 1
    state.write_bytes(bytes(content))
    with serving(tmp_path) as served:
        answer = served.ask("/api/run?run=broken&seed=0")
        assert answer.status == 400
        assert "damaged checkpoint" in answer.json["error"]
        tries = []
        load = served.session._load
        served.session._load = lambda key: tries.append(key) or load(key)
        for _ in range(20):  # a page that waits must not have it read again and again
            state = served.ask("/api/state?run=broken&seed=0").json
            time.sleep(0.05)
        assert "damaged checkpoint" in state["problem"]
        assert tries == [("broken", 0)]


def test_an_environment_that_hangs_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_run: Path
):
    from gogepo.dial import players

    monkeypatch.setattr(players, "EPISODE_SECONDS", 1.0)
    with serving(small_run) as served:
        served.ask("/api/run?run=small&seed=0")
        job = turn(served, command=-1.0).json["job"]
        assert served.job(job)["status"] == "done"
        player = served.session.players._processes["left"]
        os.kill(player.process.pid, signal.SIGSTOP)
        told = served.job(turn(served, command=-2.0).json["job"])
        assert told["status"] == "failed"
        assert "given up" in told["problem"]
        assert player.process.poll() is not None
        assert served.job(turn(served, command=-3.0).json["job"])["status"] == "done"  # by another process


def test_a_player_that_reads_nothing_does_not_hold_the_server_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its policy is larger than what a socket takes in advance."""
    from gogepo.dial import players

    monkeypatch.setattr(players, "SEND_SECONDS", 1)
    path = save_small(tmp_path / "small", env_steps=200, policy_hidden=(512, 512))
    with serving(path) as served:
        served.job(turn(served, command=-1.0).json["job"])
        player = served.session.players._processes["left"]
        os.kill(player.process.pid, signal.SIGSTOP)
        statuses = [turn(served, command=-2.0 - number).status for number in range(3)]
        assert statuses == [200, 200, 200]
        assert served.ask("/api/state?run=small&seed=0").status == 200
        told = served.job(turn(served, command=-9.0).json["job"])
        assert told["status"] in ("done", "failed")
        assert player.process.poll() is not None


def test_a_player_that_dies_is_replaced(small_run: Path):
    with serving(small_run) as served:
        served.job(turn(served, command=-1.0).json["job"])
        player = served.session.players._processes["left"]
        player.process.kill()
        player.process.wait()
        assert served.job(turn(served, command=-2.0).json["job"])["status"] in ("done", "failed")
        assert served.job(turn(served, command=-3.0).json["job"])["status"] == "done"


def _content(path: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(each.relative_to(path)): (each.stat().st_mtime_ns, each.read_bytes())
        for each in sorted(path.rglob("*"))
        if each.is_file()
    }
