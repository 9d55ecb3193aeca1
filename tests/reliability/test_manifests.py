"""G3: a checkpoint of other settings than its run's config.json is refused before anything is imported or made for it."""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gogepo.inputs import InputError
from gogepo.methods import Method
from gogepo.runs.manifest import seal, unseal
from reliability.rows import FULL, ROWS, record
from reliability.runs import TINY, aloud, quietly

READERS: dict[str, tuple[object, ...]] = {
    "evaluate": ("--episodes", 1),
    "calibrate": ("--commands", 2, "--episodes", 1),
    "map": ("--commands", 2, "--episodes", 1),
    "generate": ("--out", "policy.safetensors"),
    "watch": ("--video", "film.gif"),
    "resume": ("--env-steps", 200, "--engine", "inline"),
    "replay": ("--attempt", 0),
    "verify": ("--episodes", 1),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run and a population of two seeds."""
    folder = tmp_path_factory.mktemp("good")
    for name, seeds in (("one", 1), ("two", 2)):
        small = ("--env-steps", 60, "--no-tensorboard", "--engine", "inline", "--out", folder / name)
        made = quietly("train", "CartPole-v1", "--seed", 5, "--seeds", seeds, *TINY, *small)
        assert made[0] == 0, made
    return {"one": folder / "one", "two": folder / "two"}


def other_values(config: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every setting with another value that could be one of its own."""
    method = config["algorithm"]
    yield "method", {**config, "algorithm": {"name": "ars"}}
    yield "env of a stranger", {**config, "env": "planted:CartPole-v1"}
    for name, value in [*config.items(), *method.items()]:
        if name in ("env_steps", "device", "algorithm", "name"):
            continue
        others = {"precision": "bfloat16", "env": "MountainCarContinuous-v0", "preset": "paper"}
        other: Any = others.get(name)
        if other is None:
            other = {
                bool: lambda v: not v,
                int: lambda v: v + 1,
                float: lambda v: v + 0.5,
                list: lambda v: [*v[:-1], 7],
            }[type(value)](value)
        inner = name in method
        yield name, {**config, "algorithm": {**method, name: other}} if inner else {**config, name: other}


def reseal(run: Path, config: dict[str, Any]) -> None:
    for path in run.glob("checkpoints/checkpoint-*/manifest.json"):
        path.write_bytes(seal({**unseal(path.read_bytes()), "config": config}))


def problems(name: str, run: Path, imported: Path, line_names: str) -> list[str]:
    """What was wrong with how one reader took it."""
    if name == "library":
        try:
            Method.load(run, seed=6 if (run / "seed-6").exists() else None).close()
            code, said = 0, ""
        except InputError as error:
            code, said = 2, str(error)
    else:
        seed = ("--seed", 6) if (run / "seed-6").exists() and name not in ("resume", "verify", "info") else ()
        code, said = quietly(name, run, *READERS.get(name, ()), *seed)
    found = []
    if code != (1 if name == "verify" else 2) or line_names not in said or said.strip().count("\n"):
        found.append(f"{name}: exit {code}: {said[-300:]}")
    if imported.exists() or "planted" in sys.modules:
        found.append(f"{name}: the stranger's module was imported")
    return found


def test_row_g3_a_checkpoint_of_other_settings_is_refused(
    good: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    imported = tmp_path / "imported"
    (tmp_path / "planted.py").write_text(f"open({str(imported)!r}, 'w').close()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    config = json.loads((good["one"] / "config.json").read_text())
    readers = (*READERS, "library")
    every = [(case, reader) for case in other_values(config) for reader in readers]
    trials = every if FULL else random.Random(3).sample(every, ROWS["G3"].trials)
    run, passed = tmp_path / "run", 0
    for (setting, changed), reader in trials:
        shutil.rmtree(run, ignore_errors=True)
        shutil.copytree(good["one"], run)
        reseal(run, changed)
        found = problems(reader, run, imported, "config.json")
        for problem in found:
            print(f"{setting}: {problem}")
        passed += not found
    record("G3", passed, len(trials), f"{len(list(other_values(config)))} settings, {len(readers)} readers")


@pytest.mark.parametrize("reader", [*READERS, "library"])
def test_a_seed_of_other_settings_than_its_population_is_refused(
    reader: str, good: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its own config.json may say the same as its manifest: the population's is what a person looks at."""
    imported = tmp_path / "imported"
    (tmp_path / "planted.py").write_text(f"open({str(imported)!r}, 'w').close()\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "run"
    shutil.copytree(good["two"], run)
    config = json.loads((run / "seed-6" / "config.json").read_text())
    config["env"] = "planted:CartPole-v1"
    (run / "seed-6" / "config.json").write_text(json.dumps(config))
    reseal(run / "seed-6", config)
    assert problems(reader, run, imported, "does not belong to") == []


def test_info_says_which_checkpoints_do_not_belong_to_their_run(good: dict[str, Path], tmp_path: Path):
    run = tmp_path / "run"
    shutil.copytree(good["one"], run)
    reseal(run, {**json.loads((run / "config.json").read_text()), "env": "planted:CartPole-v1"})
    code, _, out = aloud("info", run, "--json")
    summary = json.loads(out.splitlines()[-1])
    assert code == 0
    assert "'planted:CartPole-v1'" in summary["checkpoints"][0]["damaged"]


def test_the_budget_and_the_device_may_differ(good: dict[str, Path], tmp_path: Path):
    run = tmp_path / "run"
    shutil.copytree(good["one"], run)
    config = json.loads((run / "config.json").read_text())
    (run / "config.json").write_text(json.dumps({**config, "env_steps": 10_000, "device": "cpu"}))
    code, said = quietly("verify", run, "--episodes", 1)
    assert code == 0, said
