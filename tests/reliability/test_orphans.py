"""G7: what the program has started dies with it, even when native code is stuck in there."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from engines.comparing import alive, command_line, descendants, eventually
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory
from reliability import everything
from reliability.rows import ROWS, record
from reliability.runs import finish, gogepo

SECONDS_ALLOWED, BELOW_RAY = 2.0, 10.0
"""Ray's workers look now and then whether Ray is still there."""
LINGER = ("ray::DashboardAgent", "ray::RuntimeEnvAgent")
"""Ray's own, which play nothing and end by themselves after a minute."""
STUCK = ("train --seeds 2", "dial", "replay", "resume --isolate", "train --engine ray")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("orphans") / "run"
    code, _, err = finish(gogepo(*everything.TRAIN, path, env=everything.IMPORTABLE))
    assert code == 0, err
    return path


def outlived(name: str, trained: Path, scratch: Path) -> float:
    """Kill a command whose environment is stuck; how long any of its processes lives on."""
    frozen = scratch / "frozen"
    frozen.mkdir(parents=True)
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:  # a short path
        env = {**everything.IMPORTABLE, "FREEZE": str(frozen), "RAY_TMPDIR": folder}
        process = everything.begin(name, trained, scratch, env)
        try:
            if name == "dial":
                everything.ask(process)
            assert eventually(lambda: list(frozen.iterdir())), finish(process)
            started = [pid for pid in descendants(process.pid) if not command_line(pid).startswith(LINGER)]
            assert {int(each.name) for each in frozen.iterdir()} <= set(started)
        finally:
            process.kill()
            killed = time.monotonic()
        gone = eventually(lambda: not any(alive(pid) for pid in started))
        took = time.monotonic() - killed
        for pid in filter(alive, started):
            print(f"{name}: {command_line(pid)} lives on")
            os.kill(pid, signal.SIGKILL)
        finish(process)
    return took if gone else math.inf


def test_row_g7_children_die_with_their_parent(tmp_path: Path, trained: Path):
    trials, passed, longest = ROWS["G7"].trials, 0, {SECONDS_ALLOWED: 0.0, BELOW_RAY: 0.0}
    for number in range(trials):
        name = STUCK[number % len(STUCK)]
        took, limit = (
            outlived(name, trained, tmp_path / str(number)),
            BELOW_RAY if "ray" in name else SECONDS_ALLOWED,
        )
        longest[limit] = max(longest[limit], took)
        passed += took <= limit
    note = [f"at most {took:.1f} s (limit {limit:g})" for limit, took in longest.items()]
    record("G7", passed, trials, f"{note[0]}, below Ray {note[1]}")


FORKED = """
import os, sys, time
from gogepo.runs.directory import RunDirectory
run = RunDirectory(sys.argv[1])
run.lock()
if not os.fork():
    print(os.getpid(), flush=True)
    time.sleep(60)
"""


def test_what_holds_the_lock_is_named_also_a_process_that_inherited_it(tmp_path: Path):
    process = subprocess.Popen([sys.executable, "-c", FORKED, tmp_path], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        heir = int(process.stdout.readline())
        assert process.wait(60) == 0
        try:
            with pytest.raises(
                InputError, match=rf"training in {tmp_path} \(PID {heir}\); wait for it or stop"
            ):
                RunDirectory(tmp_path).lock()
        finally:
            os.kill(heir, signal.SIGKILL)
