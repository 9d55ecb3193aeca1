"""Every command of the program, each done in a moment, for what all of them promise."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dial.serving import Served
from reliability.runs import TINY, finish, gogepo

TESTS = Path(__file__).parents[1]
ENV = "reliability.trifling:Trifling-v0"
IMPORTABLE = {"PYTHONPATH": os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH")]))}
TRAIN = ("train", ENV, "--env-steps", 60, "--return-range", 0, 6, *TINY, "--no-tensorboard", "--out")
WITH_CHILDREN = ("replay", "resume --isolate", "train --seeds 2", "train on MuJoCo", "evaluate", "dial")


def commands(run: Path, out: Path) -> dict[str, tuple[object, ...]]:
    """By name; `run` is a trained run that may change, `out` a folder to write in."""
    few, picture = ("--commands", 3, "--episodes", 1), out / "picture.png"
    return {
        "replay": ("replay", run, "--attempt", 1),
        "resume --isolate": ("resume", run, "--env-steps", 90, "--isolate"),
        "train --seeds 2": (*TRAIN, out / "two", "--seeds", 2),
        "train on MuJoCo": (
            *("train", "InvertedPendulum-v5", "--env-steps", 60, "--seeds", 2, *TINY),
            *("--no-tensorboard", "--out", out / "mujoco"),
        ),
        "evaluate": ("evaluate", run),
        "dial": ("dial", run, "--no-browser", "--json"),
        "train": (*TRAIN, out / "one"),
        "train --engine ray": (*TRAIN, out / "ray", "--engine", "ray"),
        **{
            f"train --algorithm {name}": (
                *("train", ENV, "--algorithm", name, "--env-steps", 60, "--return-range", 0, 6, "--seeds", 2),
                *("--policy-hidden", 16, "--no-tensorboard", "--out", out / name),
            )
            for name in ("ars", "ddpg", "udrl")
        },
        "train with TensorBoard": (*TRAIN, out / "board", "--tensorboard"),
        "verify": ("verify", run),
        "calibrate": ("calibrate", run, *few, "--out", picture),
        "map": ("map", run, *few, "--out", picture),
        "generate": ("generate", run, "--out", out / "policy.onnx"),
        "watch": ("watch", run, "--video", out / "film.gif"),
        "info": ("info", run),
        "record": ("record", run, "--out", out / "records"),
        "report": ("report", run, "--out", out / "report"),
        "sweep": ("sweep", *TRAIN[1:], out / "sweep", "--grid", "drive=1,2"),
        "reproduce --plan": ("reproduce", "--plan", "--out", out / "paper"),
    }


def begin(
    name: str, trained: Path, scratch: Path, env: Mapping[str, str], cwd: Path | None = None
) -> subprocess.Popen[str]:
    """Give one command to a copy of a run."""
    run, out = scratch / "run", scratch / "out"
    out.mkdir(parents=True)
    if not run.exists():
        shutil.copytree(trained, run)
    return gogepo(*commands(run, out)[name], env={**IMPORTABLE, **env}, cwd=cwd)


def done(name: str, *where: Any, **more: Any) -> None:
    """Begin a command and wait for its end; it must succeed."""
    process = begin(name, *where, **more)
    try:
        if name == "dial":
            served, token, number = ask(process)
            assert served.job(number, token=token)["status"] == "done"
            process.send_signal(signal.SIGINT)
    finally:
        code, _, err = finish(process)
    assert code == 0, f"{name}: {err[-2000:]}"


def ask(dial: subprocess.Popen[str]) -> tuple[Served, str, int]:
    """Turn a dial once: where it is, its token and the number of the job."""
    assert dial.stdout is not None
    told = json.loads(next((line for line in dial.stdout if line.startswith("{")), "{}"))
    served, token = Served(told["port"]), told["address"].rpartition("=")[2]
    body = {"run": "run", "seed": 0, "slot": "left", "command": 3.0}
    return served, token, served.ask("/api/turn", body, token=token).json["job"]
