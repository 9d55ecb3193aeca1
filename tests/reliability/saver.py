"""Run by the tests in a process with the shim preloaded: saves checkpoints while calls fail.

    python saver.py fail FOLDER ERRNO...   every call of a save fails in turn, with each errno
    python saver.py kill FOLDER K          the K-th call of a save is a SIGKILL
    python saver.py log FOLDER             one undisturbed save
    python saver.py quota FOLDER BYTES...  saves where only so many bytes may be written
    python saver.py fill FOLDER...         saves until the filesystem is full, in each folder

Prints one JSON line: trials, passed, problems.
"""

from __future__ import annotations

import ctypes
import errno
import json
import sys

import numpy as np

from gogepo.algorithms.protocol import ask, init, tell
from gogepo.config import GoGePoConfig, RunConfig
from gogepo.envs.normalizer import Moments
from gogepo.envs.rollout import Episode
from gogepo.files import BadFile
from gogepo.runs.checkpoint import CheckpointStore, load
from gogepo.runs.directory import RECORDS, RunDirectory
from gogepo.runs.manifest import read_manifest, verify
from gogepo.training.experiment import Experiment, build
from gogepo.training.loop import Progress

SMALL = GoGePoConfig(
    policy_hidden=(16,), generator_hidden=(8,), evaluator_hidden=(8,), probing_states=3, batch_size=2
)
SIZES: dict[str, int] = dict.fromkeys(RECORDS, 0)


def small_experiment() -> Experiment:
    return build(RunConfig("CartPole-v1", algorithm=SMALL))


def told(experiment: Experiment, progress: Progress, episodes: int) -> Progress:
    """The progress after so many more made-up episodes, learned from for real."""
    algorithm = experiment.algorithm
    for _ in range(episodes):
        state, [request] = ask(algorithm, progress.state)
        moments = Moments.of(np.random.default_rng(request.index).normal(size=(5, 4)))
        episode = Episode(0, 10.0 + request.index, 10.0 + request.index, 5, True, moments)
        progress.state = tell(algorithm, state, [request], [episode]).state
        progress.env_steps += 5
    return progress


def newest_valid(store: CheckpointStore, experiment: Experiment) -> int | None:
    """Episodes of the newest checkpoint if it loads; None if there is none or it is damaged."""
    for path in store.newest_first():
        try:
            manifest = read_manifest(path)
            verify(path, manifest)
            return load(path, manifest, experiment).state.episodes
        except BadFile:
            return None
    return None


def fill(experiment: Experiment, run: RunDirectory) -> str:
    """Save until there is no space; what was wrong afterwards, or nothing."""
    run.path.mkdir(parents=True, exist_ok=True)
    store = CheckpointStore(run)
    progress = Progress(init(experiment.algorithm))
    saved: int | None = None
    for _ in range(2000):
        told(experiment, progress, 1)
        try:
            store.save(experiment, progress, SIZES)
            saved = progress.state.episodes
        except OSError as error:
            if error.errno != errno.ENOSPC:
                return f"{run.path.name}: {error}"
            break
    else:
        return f"{run.path.name}: it never filled up"
    found = newest_valid(CheckpointStore(run), experiment)
    leftovers = [path.name for path in run.checkpoints.rglob(".*.tmp")]
    if saved is None or found != saved or leftovers:
        return f"{run.path.name}: valid is {found}, saved was {saved}, left half-written {leftovers}"
    return ""


def main() -> None:
    mode, folder, *rest = sys.argv[1:]
    experiment = small_experiment()
    if mode == "fill":
        found = [fill(experiment, RunDirectory(each)) for each in (folder, *rest)]
        problems = [problem for problem in found if problem]
        print(
            json.dumps({"trials": len(found), "passed": len(found) - len(problems), "problems": problems[:5]})
        )
        return
    shim = ctypes.CDLL(None)
    run = RunDirectory(folder)
    run.path.mkdir(parents=True, exist_ok=True)
    store = CheckpointStore(run)
    progress = told(experiment, Progress(init(experiment.algorithm)), 2)
    where = str(run.checkpoints).encode()
    problems: list[str] = []
    trials = 0

    def check(name: str, before: int | None) -> None:
        """A fresh reader finds the last checkpoint, or the new one if it was completed."""
        found = newest_valid(CheckpointStore(run), experiment)
        if found is None or found < (before or 0):
            problems.append(f"{name}: newest valid is {found}, was {before}")

    if mode in ("kill", "log"):
        store.save(experiment, progress, SIZES)
        told(experiment, progress, 1)
        print("armed", flush=True)
        shim.shim_arm(where, int(rest[0]) if rest else 0, -1 if mode == "kill" else 0)
        store.save(experiment, progress, SIZES)
        trials = shim.shim_calls()
        shim.shim_disarm()
    elif mode == "fail":
        store.save(experiment, progress, SIZES)
        for number in map(int, rest):
            k = 0
            while True:
                k += 1
                before = progress.state.episodes
                told(experiment, progress, 1)
                shim.shim_arm(where, k, number)
                try:
                    store.save(experiment, progress, SIZES)
                    failed = False
                except OSError as error:
                    failed = error.errno == number
                reached = shim.shim_calls() >= k
                shim.shim_disarm()
                if not reached:
                    break
                trials += 1
                # A save that says nothing must have saved: making a folder that is there may fail in peace.
                check(f"call {k} with {errno.errorcode[number]}", before if failed else before + 1)
                store.save(experiment, progress, SIZES)  # the next save must work again
                check(f"after call {k}", progress.state.episodes)
    elif mode == "quota":
        for budget in map(int, rest):
            shim.shim_quota(where, budget)
            problem = fill(experiment, RunDirectory(f"{folder}/checkpoints/{budget}"))
            shim.shim_disarm()
            trials += 1
            problems += [problem] if problem else []
    print(json.dumps({"trials": trials, "passed": trials - len(problems), "problems": problems[:5]}))


if __name__ == "__main__":
    main()
