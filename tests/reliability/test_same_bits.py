"""C1, C2: the same bits from the same run, and a word where they would differ."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gogepo.cli import main
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import seal
from gogepo.training.provenance import PACKAGES
from reliability.rows import ROWS, record
from reliability.runs import TINY, digest, finish, gogepo

ENV_STEPS = 300


ENGINES = (("--isolate",), ("--engine", "processes", "--workers", "3"), ())


def fresh_run(run: Path, seed: int, more: tuple[str, ...], cache: Path) -> str:
    """A run by a process of its own; its digest."""
    code, _, err = finish(
        gogepo(
            *("train", "CartPole-v1", "--seed", seed, "--env-steps", ENV_STEPS, "--out", run, *TINY, *more),
            *("--evaluate-every", "100", "--no-tensorboard"),
            env={
                "JAX_COMPILATION_CACHE_DIR": str(cache),
                "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            },
        )
    )
    assert code == 0, err
    return digest(run)


def test_the_same_run_gives_the_same_bits(tmp_path: Path):
    trials = ROWS["C1"].trials
    cache = tmp_path / "compiled"
    # The first compiles; the others take what it compiled. That must not matter either.
    wanted = fresh_run(tmp_path / "first", 7, (), cache)
    with ThreadPoolExecutor(2) as pool:
        jobs = [
            pool.submit(fresh_run, tmp_path / f"run-{number}", 7, ENGINES[number % 3], cache)
            for number in range(trials)
        ]
        digests = [job.result() for job in jobs]
    # The isolated ones did play elsewhere, and what they learned from is worth comparing.
    assert len((tmp_path / "run-0" / "metrics.jsonl").read_text().splitlines()) > 3
    record(
        "C1",
        sum(each == wanted for each in digests),
        trials,
        "in turn isolated, with three workers, in process",
    )


def test_another_seed_gives_other_bits(tmp_path: Path):
    digests = set()
    for seed in ("7", "8"):
        path = tmp_path / seed
        code, _, err = command(
            *("train", "CartPole-v1", "--seed", seed, "--env-steps", "60", *TINY),
            *("--no-tensorboard", "--out", str(path)),
        )
        assert code == 0, err
        digests.add(digest(path))
    assert len(digests) == 2


# C2


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("same") / "run"
    code, _, err = command(
        "train", "CartPole-v1", "--env-steps", "60", *TINY, "--no-tensorboard", "--out", str(path)
    )
    assert code == 0, err
    return path


def command(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(list(arguments))
    return code, out.getvalue(), err.getvalue()


def newest(run: Path) -> Path:
    return CheckpointStore(RunDirectory(run)).newest_first()[0] / "manifest.json"


def said(run: Path) -> dict[str, Any]:
    return json.loads(newest(run).read_bytes().split(b"\n")[0])


def copy_with(run: Path, name: str, provenance: dict[str, Any]) -> Path:
    """A copy of the run whose newest checkpoint was made elsewhere."""
    copy = Path(tempfile.mkdtemp(prefix=name, dir=run.parent)) / "run"
    shutil.copytree(run, copy)
    newest(copy).write_bytes(seal({**said(copy), "provenance": provenance}))
    return copy


def refuses_and_goes_on(run: Path, name: str, provenance: dict[str, Any]) -> bool:
    """A resume says what differs, and with --inexact trains on."""
    for inexact in (False, True):
        copy = copy_with(run, f"{name}-{inexact}", provenance)
        before = newest(copy)
        more = ("--inexact",) if inexact else ()
        code, out, err = command(
            "resume", str(copy), "--env-steps", "100", "--no-tensorboard", "--json", *more
        )
        if not inexact:
            refused = code == 2 and f"{name} was" in err and len(err.strip().splitlines()) == 1
            untouched = newest(copy) == before and said(copy)["env_steps"] < 100
        else:
            went_on = code == 0 and json.loads(out.splitlines()[-1])["env_steps"] >= 100
            updated = said(copy)["provenance"] == said(run)["provenance"]
    return refused and untouched and went_on and updated


def test_a_resume_that_differs_says_so(run: Path):
    now = said(run)["provenance"]
    assert set(now) >= {"python", "threads", "device", *PACKAGES}
    assert {"jax", "jaxlib", "numpy", "equinox", "optax", "gymnasium", "mujoco", "gogepo"} <= set(now)
    passed = 0
    for name, value in now.items():
        other = value + 1 if isinstance(value, int) else f"{value}.1"
        passed += refuses_and_goes_on(run, name, {**now, name: other})
    assert len(now) >= ROWS["C2"].trials
    record("C2", passed, len(now), ", ".join(now))


def test_a_resume_says_what_is_missing_or_new(run: Path):
    now = said(run)["provenance"]
    assert refuses_and_goes_on(run, "jax", {name: value for name, value in now.items() if name != "jax"})
    assert refuses_and_goes_on(run, "phase_of_the_moon", {**now, "phase_of_the_moon": "full"})


def test_a_resume_that_is_the_same_goes_on(run: Path):
    copy = copy_with(run, "same", said(run)["provenance"])
    code, out, err = command("resume", str(copy), "--env-steps", "100", "--no-tensorboard", "--json")
    assert code == 0, err
    assert json.loads(out.splitlines()[-1])["env_steps"] >= 100


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one processor cannot become fewer")
def test_fewer_threads_are_noticed(run: Path):
    """A real change: the process is confined to one processor."""
    copy = copy_with(run, "confined", said(run)["provenance"])
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        code, _, err = command("resume", str(copy), "--env-steps", "100", "--no-tensorboard")
    finally:
        os.sched_setaffinity(0, before)
    assert code == 2
    assert f"threads was {len(before)}, is 1" in err


def test_other_compiler_flags_are_noticed(run: Path):
    """XLA_FLAGS change what is computed to the bit, as versions do."""
    copy = copy_with(run, "flags", said(run)["provenance"])
    flags = os.environ.get("XLA_FLAGS", "") + " --xla_cpu_enable_fast_math=true"
    code, _, err = finish(
        gogepo("resume", copy, "--env-steps", "100", "--no-tensorboard", env={"XLA_FLAGS": flags})
    )
    assert code == 2, err
    assert "xla" in err.lower()
