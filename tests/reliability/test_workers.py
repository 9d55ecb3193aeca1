"""E1: a rollout worker that is killed costs time and nothing else."""

from __future__ import annotations

import contextlib
import math
import os
import random
import signal
import time
from pathlib import Path

from engines.comparing import command_line, descendants
from reliability.rows import ROWS, record
from reliability.runs import TINY, digest, finish, gogepo

SEEDS = 2
KILLING_SECONDS = 30.0
NOT_WRITTEN = 2
"""Episodes of a seed that may be over or under way without a line in its record."""


def train(
    path: Path, engine: tuple[str, ...], cache: Path, killing: random.Random | None
) -> tuple[int, list[str]]:
    """How many workers were killed meanwhile, and the digests of all seeds of a small population."""
    process = gogepo(
        *("train", "CartPole-v1", "--seeds", SEEDS, "--env-steps", 8_000, "--evaluate-every", 1_000, *TINY),
        *("--policy-hidden", "16", "--no-tensorboard", "--out", path, *engine),
        env={"JAX_COMPILATION_CACHE_DIR": str(cache), "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"},
    )
    killed, lines = 0, [0] * SEEDS
    begun = after = time.monotonic()
    settled, until = 0.0, math.inf
    while killing is not None and process.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
        now = [_lines(path / f"seed-{seed}" / "metrics.jsonl") for seed in range(SEEDS)]
        # A Ray that is only just starting is not ours to break. And an episode may be lost once, not again:
        # every seed must have got on since the last kill, by more than what was not yet written of then.
        if not all(new > old for new, old in zip(now, lines, strict=True)) or time.monotonic() < after:
            continue
        # Trap: how long a new worker takes is the machine's affair; where kills come sooner nobody ever gets
        # on. What the trainer took, its first workers and Ray included, is enough for one worker.
        if not settled:
            settled, until = time.monotonic() - begun, time.monotonic() + KILLING_SECONDS
        workers = sorted(pid for pid in descendants(process.pid) if _plays(command_line(pid)))
        if workers:
            with contextlib.suppress(ProcessLookupError):  # ended by itself
                os.kill(killing.choice(workers), signal.SIGKILL)
                killed, lines = killed + 1, [count + NOT_WRITTEN for count in now]
                after = time.monotonic() + settled * (1 + killing.random() / 4)
    code, _, err = finish(process)
    assert code == 0, err
    return killed, [digest(path / f"seed-{seed}") for seed in range(SEEDS)]


def _lines(record: Path) -> int:
    return record.read_bytes().count(b"\n") if record.exists() else 0


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
