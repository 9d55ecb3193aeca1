"""A7 and A10: signals, and several writers at once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import read_manifest, verify
from reliability.rows import ROWS, record
from reliability.runs import TINY, finish, gogepo

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SECONDS_ALLOWED = 10.0


def signalled(folder: Path, number: int) -> str:
    """Train, signal at a random moment, and say what was wrong ('' if nothing)."""
    rng = random.Random(number)
    run = folder / f"run-{number}"
    process = gogepo(
        *("train", "CartPole-v1", "--env-steps", 10_000_000, "--out", run, *TINY, "--no-tensorboard"),
        *("--checkpoint-every-seconds", "0.2"),
    )
    metrics = run / "metrics.jsonl"
    deadline = time.monotonic() + 120
    while not (metrics.exists() and metrics.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(rng.uniform(0, 2))
    sent = time.monotonic()
    process.send_signal(SIGNALS[number % 3])
    twice = number % 5 == 4
    if twice:
        time.sleep(rng.uniform(0, 0.05))
        process.send_signal(SIGNALS[rng.randrange(3)])
    code, _, err = finish(process, timeout=60)
    took = time.monotonic() - sent
    newest = CheckpointStore(RunDirectory(run)).newest_first()
    problems = []
    if took > SECONDS_ALLOWED:
        problems.append(f"took {took:.1f} s")
    if not twice and (code != 130 or "gogepo resume" not in err):
        problems.append(f"exit {code}: {err[-300:]}")
    if twice and code not in (130, *(-each for each in SIGNALS)):
        problems.append(f"exit {code} after two signals")
    if "Traceback" in err:
        problems.append(err[-300:])
    if newest:
        verify(newest[0], read_manifest(newest[0]))
    elif not twice:
        problems.append("no checkpoint")
    return "; ".join(problems)


def test_row_a7_a_signal_leaves_a_valid_checkpoint_and_the_documented_exit_code(tmp_path: Path):
    trials = ROWS["A7"].trials
    with ThreadPoolExecutor(2) as pool:
        problems = list(pool.map(lambda number: signalled(tmp_path, number), range(trials)))
    bad = [problem for problem in problems if problem]
    record("A7", trials - len(bad), trials, "; ".join(bad[:2]))


LOCKER = """
import sys, time
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory
run = RunDirectory(sys.argv[1])
while time.time() < float(sys.argv[2]):
    pass
try:
    run.lock()
except InputError as error:
    print("refused:", error)
else:
    print("writing", flush=True)
    time.sleep(1.0)
"""


def test_row_a10_of_several_processes_only_one_may_write(tmp_path: Path):
    trials, passed = ROWS["A10"].trials, 0
    for trial in range(trials):
        folder = tmp_path / f"run-{trial}"
        folder.mkdir()
        many = 2 + trial % 7
        start = str(time.time() + 0.5 + 0.15 * many)
        processes = [
            subprocess.Popen([sys.executable, "-c", LOCKER, folder, start], stdout=subprocess.PIPE, text=True)
            for _ in range(many)
        ]
        said = [process.communicate(timeout=60)[0].strip() for process in processes]
        writing, refused = said.count("writing"), sum("another process is training" in each for each in said)
        passed += writing == 1 and refused == many - 1
    record("A10", passed, trials)


def test_the_program_itself_refuses_a_second_writer(tmp_path: Path):
    run = tmp_path / "run"
    first = gogepo("train", "CartPole-v1", "--env-steps", 10_000_000, "--out", run, *TINY, "--no-tensorboard")
    deadline = time.monotonic() + 120
    while not (run / "config.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    code, _, err = finish(gogepo("resume", run))
    first.kill()
    finish(first)
    assert code == 2
    assert "another process is training" in err
    assert err.count("\n") == 1


def test_an_episode_that_takes_too_long_is_abandoned_not_waited_for(tmp_path: Path):
    """Half a minute is left of the episode; the program must be gone in ten seconds, in process and isolated."""
    path = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])}
    for extra in ((), ("--isolate",)):
        run = tmp_path / f"run{len(extra)}"
        process = gogepo(
            *("train", "reliability.slow:Slow-v0", "--return-range", 0, 1000, "--out", run, *TINY, *extra),
            env=path,
        )
        deadline = time.monotonic() + 120
        while not (run / "metrics.jsonl").exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(4)  # in the first episode
        sent = time.monotonic()
        process.send_signal(signal.SIGTERM)
        code, _, err = finish(process, timeout=60)
        assert time.monotonic() - sent < SECONDS_ALLOWED
        assert code == 130, err
        assert "gogepo resume" in err
        newest = CheckpointStore(RunDirectory(run)).newest_first()[0]
        manifest = read_manifest(newest)
        verify(newest, manifest)
        assert manifest.episodes == 0, "the abandoned episode is played again on resume"
