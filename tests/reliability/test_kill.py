"""A1: `kill -9` at any moment, resume, and the end is the same to the bit."""

from __future__ import annotations

import random
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from reliability.rows import ROWS, record
from reliability.runs import TINY, digest, finish, gogepo

ENV_STEPS = 800
SAVES = ("--checkpoint-every-seconds", "0.3", "--checkpoint-every-env-steps", "60", "--no-tensorboard")
STAGES = ("--evaluate-every", "150")  # generators are kept after 150 and 600 steps
KILLS_PER_RUN = 10


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Compiled programs are kept between processes, so that most of a process's life is training."""
    folder = str(tmp_path_factory.mktemp("compiled"))
    return {"JAX_COMPILATION_CACHE_DIR": folder, "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"}


def train(run: Path, seed: int, cache: dict[str, str]) -> str:
    code, _, err = finish(
        gogepo(
            "train",
            "CartPole-v1",
            "--seed",
            seed,
            "--env-steps",
            ENV_STEPS,
            "--out",
            run,
            *TINY,
            *SAVES,
            *STAGES,
            env=cache,
        )
    )
    assert code == 0, err
    return digest(run)


def kill_and_resume(run: Path, seed: int, kills: int, cache: dict[str, str], life: float) -> int:
    """Start a run, kill it `kills` times at random moments, resume each time; return kills that hit."""
    rng = random.Random(seed)
    start = (
        "train",
        "CartPole-v1",
        "--seed",
        seed,
        "--env-steps",
        ENV_STEPS,
        "--out",
        run,
        *TINY,
        *SAVES,
        *STAGES,
    )
    process, hits = gogepo(*start, env=cache), 0
    while hits < kills:
        deadline = time.monotonic() + rng.uniform(0.0, life)
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.005)
        if process.poll() is not None and hits > 0:
            break  # finished before the kill
        process.kill()
        finish(process)
        hits += 1
        # Killed before it had made its directory, it is started as the first time.
        started = (run / "config.json").exists()
        process = gogepo("resume", run, *SAVES, env=cache) if started else _restart(run, start, cache)
    code, _, err = finish(process)
    assert code == 0, err
    return hits


def _restart(run: Path, start: tuple[object, ...], cache: dict[str, str]):
    for leftover in run.iterdir() if run.exists() else ():
        leftover.unlink()
    return gogepo(*start, env=cache)


def test_row_a1_killed_at_any_moment_a_resumed_run_ends_bitwise_equal(tmp_path: Path, cache: dict[str, str]):
    trials = ROWS["A1"].trials
    wanted = {}
    begun = time.monotonic()
    for seed in (0, 1):
        wanted[seed] = train(tmp_path / f"whole-{seed}", seed, cache)
    life = (time.monotonic() - begun) / 2  # how long an undisturbed run lives
    per_run = min(KILLS_PER_RUN, trials)
    killed = passed = number = 0
    with ThreadPoolExecutor(2) as pool:
        while killed < trials:
            jobs = []
            for _ in range(2):
                kills, seed = min(per_run, max(1, trials - killed)), number % 2
                run = tmp_path / f"killed-{number}"
                jobs.append((run, seed, pool.submit(kill_and_resume, run, seed, kills, cache, life * 0.8)))
                number += 1
                if killed + sum(per_run for _ in jobs) >= trials:
                    break
            for run, seed, job in jobs:
                hits = job.result()
                killed += hits
                same = digest(run) == wanted[seed]
                passed += hits if same else 0
    record("A1", passed, killed)
