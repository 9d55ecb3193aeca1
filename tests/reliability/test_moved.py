"""G4: an environment that changes the working directory loses nothing; a run that is gone while it trains stops."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gogepo.algorithms.protocol import init
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RunDirectory
from gogepo.training.loop import Progress
from reliability.rows import FULL, ROWS, record
from reliability.runs import TINY, digest, quietly
from reliability.saver import SIZES, newest_valid, small_experiment, told

IMPORTED = os.pathsep.join(path for path in sys.path if path)
ENGINES = (("inline", 1), ("processes", 1), ("inline", 2))
"""And how many seeds."""


@dataclass(frozen=True)
class Case:
    what: str
    """Something that the environment does, or whose place a directory is taken from."""
    engine: str
    seeds: int
    how: str = ""


def cases() -> Iterator[Case]:
    for engine, seeds in ENGINES:
        for when in ("init", "reset", "step"):
            yield from (Case("chdir", engine, seeds, f"{when} {out}") for out in ("relative", "default"))
        for what in ("move", "replace", "delete"):
            yield Case(what, engine, seeds)
            yield Case(what, engine, seeds, "the directory above")
        if seeds > 1:
            yield from (Case(what, engine, seeds, "a seed") for what in ("move", "replace", "delete"))


def train(folder: Path, case: Case, *more: object, act: list[str] | None = None) -> tuple[int, str]:
    """Train in a folder that is the working directory, where the environment acts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("RESTLESS", json.dumps(act or ["nothing"]))
        patch.setenv("PYTHONPATH", IMPORTED)
        return quietly(
            *(
                "train",
                "reliability.restless:Restless-v0",
                "--return-range",
                -5,
                5,
                *TINY,
                "--seeds",
                case.seeds,
            ),
            *("--engine", case.engine, "--env-steps", 200, "--evaluate-every", 40),
            *("--checkpoint-every-env-steps", 20, *more),
        )


def after_a_change_of_directory(case: Case, folder: Path, reference: str) -> list[str]:
    when, how = case.how.split()
    away = folder / "away"
    away.mkdir()
    out = ("--out", "here/run") if how == "relative" else ()
    code, said = train(folder, case, *out, act=["chdir", when, str(away)])
    found = [] if code == 0 else [f"exit {code}: {said[-300:]}"]
    runs = list(folder.glob("**/checkpoints/checkpoint-*/manifest.json"))
    if list(away.iterdir()):
        found.append(f"written elsewhere: {sorted(away.rglob('*'))[:3]}")
    elif not runs:
        found.append("no checkpoint")
    elif digest(runs[0].parents[2].parent / "seed-0" if case.seeds > 1 else runs[0].parents[2]) != reference:
        found.append("other bits than in a run that stays")
    return found


def after_a_loss(case: Case, folder: Path) -> list[str]:
    """Stopped with one line and exit code 1; where it was there is nothing, where it went it can be gone on with."""
    run, away = folder / "above" / "run", folder / "away"
    lost = {"": run, "the directory above": run.parent, "a seed": run / "seed-1"}[case.how]
    act = [case.what, str(lost), *([] if case.what == "delete" else [str(away)])]
    code, said = train(folder, case, "--out", run, act=act)
    found = []
    last = said.strip().splitlines()[-1] if said.strip() else ""
    if code != 1 or "Traceback" in said or "moved, deleted or replaced" not in last:
        found.append(f"exit {code}: {said[-300:]}")
    if (lost.is_dir() and list(lost.rglob("*"))) or (case.what != "replace" and lost.exists()):
        found.append(f"made anew: {sorted(lost.rglob('*'))[:3]}")
    if case.what != "delete" and case.how != "a seed":
        whole = away if case.how == "" else away / "run"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", IMPORTED)
            code, said = quietly("resume", whole, "--engine", "inline")
            code = code or quietly("verify", whole, "--episodes", 1)[0]
        if code != 0:
            found.append(f"not to be gone on with: exit {code}: {said[-300:]}")
    return found


def test_row_g4_a_run_stays_where_it_is_or_stops(tmp_path: Path):
    assert train(tmp_path, Case("nothing", "inline", 1), "--out", "stays")[0] == 0
    reference = digest(tmp_path / "stays")
    every = list(cases())
    trials = every if FULL else random.Random(4).sample(every, ROWS["G4"].trials)
    passed = 0
    for number, case in enumerate(trials):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            found = (
                after_a_change_of_directory(case, folder, reference)
                if case.what == "chdir"
                else after_a_loss(case, folder)
            )
        except Exception as error:  # would be a traceback
            found = [repr(error)]
        for problem in found:
            print(f"{case}: {problem}")
        passed += not found
        shutil.rmtree(folder)
    record("G4", passed, len(trials), "in process, in workers, and of populations")


def test_what_a_command_writes_stays_where_it_was_asked_for(tmp_path: Path):
    folder, away = tmp_path / "here", tmp_path / "away"
    folder.mkdir()
    away.mkdir()
    assert train(folder, Case("nothing", "inline", 1), "--out", "run")[0] == 0
    small = ("--commands", 2, "--episodes", 1, "--out")
    commands = (
        ("generate", "run", "--out", "new/policy.safetensors"),
        ("calibrate", "run", *small, "calibration.png"),
        ("map", "run", *small, "map.svg"),
        ("sweep", "reliability.restless:Restless-v0", "--grid", "noise=0.1,0.2", "--out", "sweep"),
    )
    more = ("--return-range", -5, 5, "--env-steps", 40, "--evaluate-every", 20, *TINY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RESTLESS", json.dumps(["chdir", "init", str(away)]))
        for command in commands:
            patch.chdir(folder)
            code, said = quietly(*command, *(more if command[0] == "sweep" else ()))
            assert code == 0, said
    assert list(away.iterdir()) == []
    wanted = ("new/policy.safetensors", "calibration.png", "map.svg", "run/map.json", "run/commanded.json")
    assert all((folder / name).is_file() for name in wanted)
    assert len(list(folder.glob("sweep/*/checkpoints/checkpoint-*/manifest.json"))) >= 2


def test_a_save_during_which_the_run_is_moved_prunes_nothing_that_is_needed(tmp_path: Path):
    """What is needed is read where it is deleted, not at a path at which there is nothing any more."""
    experiment = small_experiment()
    with RunDirectory.create(tmp_path / "run", experiment.config) as run:
        store = CheckpointStore(run)
        progress = told(experiment, Progress(init(experiment.algorithm)), 2)
        written = store.save(experiment, progress, SIZES).name
        with run.folder.folder("checkpoints") as folder, folder.folder("archive") as archive:
            run.path.rename(tmp_path / "away")
            store._prune(written, folder, archive)
        moved = CheckpointStore(RunDirectory(tmp_path / "away"))
        assert newest_valid(moved, experiment) == 2
        with pytest.raises(OSError, match="run was moved, deleted or replaced"):
            store.save(experiment, progress, SIZES)
        assert not run.path.exists()
