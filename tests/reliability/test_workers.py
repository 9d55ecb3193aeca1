"""E1: a rollout worker that is killed costs time and nothing else."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from engines.comparing import command_line, descendants
from reliability.rows import ROWS, record
from reliability.runs import TINY, digest, finish, gogepo

SETTLED = 1.5  # seconds: an episode may be lost once, not again while its new worker starts
SEEDS = 2


def train(
    path: Path, engine: tuple[str, ...], cache: Path, killing: random.Random | None
) -> tuple[int, list[str]]:
    """How many workers were killed meanwhile, and the digests of all seeds of a small population."""
    process = gogepo(
        *("train", "CartPole-v1", "--seeds", SEEDS, "--env-steps", 8_000, "--evaluate-every", 1_000, *TINY),
        *("--policy-hidden", "16", "--no-tensorboard", "--out", path, *engine),
        env={"JAX_COMPILATION_CACHE_DIR": str(cache), "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"},
    )
    killed = 0
    after = 0.0  # the first at once, however fast the machine
    first = path / "seed-0" / "metrics.jsonl"
    while killing is not None and process.poll() is None:
        time.sleep(0.02)
        if not (first.exists() and first.stat().st_size):
            continue  # a Ray that is only just starting is not ours to break
        workers = sorted(pid for pid in descendants(process.pid) if _plays(command_line(pid)))
        if workers and time.monotonic() > after:
            os.kill(killing.choice(workers), signal.SIGKILL)
            killed += 1
            after = time.monotonic() + SETTLED + 0.5 * killing.random()
    code, _, err = finish(process)
    assert code == 0, err
    return killed, [digest(path / f"seed-{seed}") for seed in range(SEEDS)]


def _plays(command: str) -> bool:
    return "gogepo.engines.worker" in command or command.startswith(("ray::IDLE", "ray::_play"))


def test_row_e1_a_killed_worker_costs_time_only(tmp_path: Path):
    trials = ROWS["E1"].trials
    cache = tmp_path / "compiled"
    _, wanted = train(tmp_path / "undisturbed", ("--engine", "inline"), cache, None)
    passed = total = 0
    for number in range(trials):
        ray = number % 10 == 2  # starting a Ray takes seconds
        engine = ("--engine", "ray") if ray else ("--engine", "processes", "--workers", "2")
        killed, found = train(tmp_path / f"killed-{number}", engine, cache, random.Random(number))
        assert killed > 0
        passed += found == wanted
        total += killed
    record("E1", passed, trials, f"{total} workers killed, of processes and of Ray")
