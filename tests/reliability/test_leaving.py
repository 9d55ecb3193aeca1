"""G5: whatever ends training goes through one door, which saves, and the exit code is one of README.md's."""

from __future__ import annotations

import itertools
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engines.comparing import command_line, descendants, eventually
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import Manifest, read_manifest, verify
from gogepo.seeding import reset_seed
from reliability import faulty, leaving
from reliability.rows import FULL, ROWS, record
from reliability.runs import TINY, digest, finish
from test_cli import gogepo, records
from test_cli_methods import METHODS

HERE = Path(__file__).parents[1]
ENGINES = {"inline": ("--engine", "inline"), "processes": ("--engine", "processes", "--workers", "1")}
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGXCPU")
MOST_FAULTS = 9
ENDLESS = ("train", "CartPole-v1", "--env-steps", 10_000_000, *TINY, "--no-tensorboard")

pytestmark = pytest.mark.filterwarnings("ignore:the environment's close")


@pytest.fixture(autouse=True)
def _environments_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))


def saved(run: Path) -> Manifest | None:
    """What the newest checkpoint says of itself, if there is one; it is valid, or this fails."""
    for newest in CheckpointStore(RunDirectory(run)).newest_first()[:1]:
        manifest = read_manifest(newest)
        verify(newest, manifest)
        lines = len(records(run / "metrics.jsonl"))
        assert lines == manifest.episodes, f"{lines} lines of {manifest.episodes} episodes"
        return manifest
    return None


# What environments raise


def raised(folder: Path, what: str, where: str, engine: str) -> str:
    """Train on an environment that raises; what was wrong ('' if nothing)."""
    run = folder / f"{what}-{where}-{engine}"
    seed = faulty.quiet_seed(faulty.half)
    leaving.Leaving.made = 0
    result = gogepo(
        *("train", f"reliability.leaving:Leaving-{what}-{where}-v0", "--seed", seed, "--return-range", -9, 9),
        *("--env-steps", 12 * faulty.STEPS, "--no-tensorboard", "--out", run, *ENGINES[engine]),
        *("--algorithm", "ddpg", *METHODS["ddpg"], "--evaluate-every", 30, "--evaluation-episodes", 1),
        *("--max-consecutive-faults", MOST_FAULTS),
    )
    name = type(leaving.WHAT[what]()).__name__
    if "Traceback" in result.err:
        return result.err[-300:]
    if where == "first":
        lines = result.err.strip().splitlines()
        refused = result.code == 2 and name in lines[-1] and saved(run) is None
        return "" if refused else f"exit {result.code}, {lines}"
    manifest = saved(run)
    if result.code != (1 if where == "later" else 0) or manifest is None:
        return f"exit {result.code}, saved {manifest is not None}: {result.err[-300:]}"
    faults = records(run / "faults.jsonl")
    for fault in faults:
        if fault["kind"] != "exception" or name not in fault["detail"] or len(fault["detail"]) > 2000:
            return f"{fault['kind']}: {fault['detail'][:300]}"
    attempts = [line["attempt"] for line in (*records(run / "metrics.jsonl"), *faults)]
    bad = [attempt for attempt in attempts if faulty.half(reset_seed(seed, "episode", attempt))]
    expected = {"later": MOST_FAULTS, "close": 0}.get(where, len(bad))
    return "" if len(faults) == expected and bad else f"{len(faults)} faults, not {expected}"


def same_in_both(folder: Path, what: str, where: str) -> str:
    """The same run by both engines: the same faults, the same bits."""
    problems = [problem for engine in ENGINES if (problem := raised(folder, what, where, engine))]
    if problems or where == "first":
        return "; ".join(problems)
    inline, processes = (digest(folder / f"{what}-{where}-{engine}") for engine in ENGINES)
    return "" if inline == processes else "the engines differ"


# Signals and streams


def start(run: Path, *arguments: object, **how: Any) -> subprocess.Popen[str]:
    """The real program, until its first line is written, of every seed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gogepo", *map(str, arguments), "--out", str(run)],
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **how},
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
    )
    seeds = [run / "seed-0", run / "seed-1"] if "--seeds" in arguments else [run]
    lines = [seed / "metrics.jsonl" for seed in seeds]
    deadline = time.monotonic() + 240
    while process.poll() is None and not all(each.exists() and each.stat().st_size for each in lines):
        if time.monotonic() > deadline:
            process.kill()
        time.sleep(0.02)
    return process


def ended(run: Path, process: subprocess.Popen[str], code: int) -> str:
    found, _, err = finish(process, timeout=60)
    manifest = saved(run)
    if found != code or manifest is None or manifest.episodes == 0 or "Traceback" in (err or ""):
        return f"exit {found}, saved {manifest and manifest.episodes}: {(err or '')[-300:]}"
    return ""


def signalled(folder: Path, name: str, number: int) -> str:
    run = folder / f"{name}-{number}"
    process = start(run, *ENDLESS)
    time.sleep(random.Random(number).uniform(0, 1))
    process.send_signal(signal.Signals[name])
    return ended(run, process, 130)


def twice(folder: Path, name: str) -> str:
    """The second one ends the program at once; what was saved before stays valid."""
    run = folder / f"{name}-twice"
    process = start(run, *ENDLESS, "--checkpoint-every-env-steps", 50)
    assert eventually(lambda: list(run.glob("checkpoints/checkpoint-*")))
    process.send_signal(signal.Signals[name])
    process.send_signal(signal.Signals[name])
    code, _, _ = finish(process, timeout=60)
    newest = CheckpointStore(RunDirectory(run)).newest_first()[0]
    verify(newest, read_manifest(newest))
    return "" if code in (130, -signal.Signals[name]) else f"exit {code}"


def out_of_time(folder: Path) -> str:
    """The kernel's own SIGXCPU, which it repeats every second."""
    run = folder / "out-of-time"
    process = start(run, *ENDLESS)
    used = sum(float(each) for each in Path(f"/proc/{process.pid}/stat").read_text().split()[13:15])
    seconds = int(used / os.sysconf("SC_CLK_TCK")) + 2
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (seconds, seconds + 60))
    return ended(run, process, 130)


def unheard(folder: Path, name: str, how: dict[str, Any], env_steps: int = 1500) -> str:
    """Train to the end where nobody can be told; `how` are the streams."""
    run = folder / name
    process = start(run, *("train", "CartPole-v1", "--env-steps", env_steps, *TINY), "--json", **how)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()  # whoever read has gone
    process.stdout = process.stderr = None
    problem = ended(run, process, 0)
    manifest = saved(run)
    assert manifest is not None
    return problem or ("" if manifest.env_steps >= env_steps else f"{manifest.env_steps} steps")


def full(folder: Path, name: str) -> str:
    with Path("/dev/full").open("w") as log:
        return unheard(folder, f"full-{name}", {name: log})


def closed(folder: Path, name: str) -> str:
    """Not even open when the program starts: the next file would get its number."""
    descriptors = {"stdin": 0, "stdout": 1, "stderr": 2}
    return unheard(folder, f"closed-{name}", {"preexec_fn": lambda: os.close(descriptors[name])})


def full_result(folder: Path) -> str:
    """A result that cannot be written is told of; the run is saved all the same."""
    run = folder / "full-result"
    with Path("/dev/full").open("w") as result:
        train = ("train", "CartPole-v1", "--env-steps", 300, *TINY)
        process = start(run, *train, "--json", stdout=result)
        return ended(run, process, 1)


# Clusters


def without_ray(folder: Path, part: str) -> str:
    """Kill a part of Ray: every seed of the population is saved."""
    run = folder / f"without-{part}"
    process = start(run, *ENDLESS, "--seeds", 2, "--engine", "ray")
    for pid in descendants(process.pid):
        if Path(command_line(pid).split(" ")[0]).name == part:
            os.kill(pid, signal.SIGKILL)
    code, _, err = finish(process, timeout=120)
    manifests = [saved(run / f"seed-{seed}") for seed in range(2)]
    episodes = [manifest.episodes if manifest else 0 for manifest in manifests]
    said = err.strip().splitlines()[-1]
    good = code == 1 and min(episodes) > 0 and said.startswith("gogepo: stopped: the Ray cluster is gone")
    return "" if good else f"exit {code}, episodes {episodes}: {said}"


Trial = Callable[[Path], str]


def trials() -> Iterator[tuple[str, Trial]]:
    """By name: everything that has been seen to end a program, quick ones of every kind first."""
    quick = [("exit", "step"), ("interrupt", "reset"), ("speechless", "step"), ("unheard", "close")]
    quick += [("exit-3", "later")]
    for what, where in quick:
        yield f"{what} in {where}", partial(same_in_both, what=what, where=where)
    yield "SIGUSR1", partial(signalled, name="SIGUSR1", number=0)
    yield "stderr full", partial(full, name="stderr")
    yield "stdout and stderr gone", partial(unheard, name="gone", how={})
    for what, where in itertools.product(leaving.WHAT, leaving.WHERE):
        if (what, where) not in quick:
            yield f"{what} in {where}", partial(same_in_both, what=what, where=where)
    for number, name in enumerate(SIGNALS * 3, 1):
        yield f"{name} {number}", partial(signalled, name=name, number=number)
    for name in SIGNALS:
        if name != "SIGXCPU":
            yield f"{name} twice", partial(twice, name=name)
    yield "out of time", out_of_time
    for name in ("stdin", "stdout", "stderr"):
        yield f"closed {name}", partial(closed, name=name)
    yield "stdout full", full_result
    for part in ("raylet", "gcs_server"):
        yield f"without {part}", partial(without_ray, part=part)


def test_row_g5_whatever_ends_training_it_is_saved(tmp_path: Path):
    chosen = list(itertools.islice(trials(), ROWS["G5"].trials))
    in_process = [(name, trial) for name, trial in chosen if " in " in name]
    others = [(name, trial) for name, trial in chosen if " in " not in name]
    with ThreadPoolExecutor(2) as pool:
        jobs = {name: pool.submit(trial, tmp_path) for name, trial in others}
        problems = {name: trial(tmp_path) for name, trial in in_process}
        problems |= {name: job.result() for name, job in jobs.items()}
    bad = [f"{name}: {problem}" for name, problem in problems.items() if problem]
    print(*bad, sep="\n")
    assert not FULL or len(chosen) == ROWS["G5"].full
    kinds = (
        f"{len(in_process)} of exceptions with two engines each, {len(others)} of signals, streams and Rays"
    )
    record("G5", len(chosen) - len(bad), len(chosen), kinds + "".join(f"; {each}" for each in bad[:3]))
