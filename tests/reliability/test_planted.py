"""G1: a module that lies in the current directory runs in no process of the program."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from reliability import everything
from reliability.rows import FULL, ROWS, record
from reliability.runs import finish, gogepo

SOMEBODY_ELSE = 65534
NOT_FILES = {"__main__", "__mp_main__"}
PLANT = """import posix
posix.close(posix.open({marks!r} + "/" + __name__, posix.O_CREAT | posix.O_WRONLY, 0o666))
"""


def importable() -> set[str]:
    """The names of all that is installed here, and of all that this process has imported."""
    installed = set(importlib.metadata.packages_distributions())
    loaded = {name.partition(".")[0] for name in sys.modules}
    names = {*sys.stdlib_module_names, *installed, *loaded, "gogepo", "sitecustomize", "usercustomize"}
    return {name for name in names if "/" not in name and name not in NOT_FILES}


def plant(folder: Path, marks: Path, names: Iterable[str]) -> None:
    """A module of each name, which leaves a mark when it runs; of another user, where that may be."""
    for name in names:
        path = folder / f"{name}.py"
        path.write_text(PLANT.format(marks=str(marks)))
        if os.geteuid() == 0:
            os.chown(path, SOMEBODY_ELSE, SOMEBODY_ELSE)


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("planted") / "run"
    code, _, err = finish(gogepo(*everything.TRAIN, path, env=everything.IMPORTABLE))
    assert code == 0, err
    return path


def test_row_g1_planted_modules_run_nowhere(tmp_path: Path, trained: Path, marks: Path):
    names, told, problems = importable(), tmp_path / "names", []
    told.mkdir()
    some = everything.commands(tmp_path, tmp_path) if FULL else everything.WITH_CHILDREN
    trials = [(name, inside) for name in some for inside in ((True, False) if FULL else (name != "dial",))]
    assert len(trials) == ROWS["G1"].trials
    for number, (name, inside) in enumerate(trials):
        place = tmp_path / str(number) / ("run" if inside else "everybody's")
        if inside:
            shutil.copytree(trained, place)
        else:
            place.mkdir(parents=True)
            place.chmod(0o1777)
        plant(place, marks, names)
        try:
            everything.done(name, trained, place.parent, {"NAMES": str(told)}, cwd=place)
            problem = ""
        except (AssertionError, KeyError) as error:
            problem = repr(error)
        if ran := sorted(mark.name for mark in marks.iterdir()):
            problem = f"{name}: {len(ran)} planted modules ran: {ran[:5]}"
        problems += filter(None, [problem])
        shutil.rmtree(marks)
        marks.mkdir()
    imported = {line.partition(".")[0] for each in told.iterdir() for line in each.read_text().splitlines()}
    assert "safetensors" in imported
    assert imported <= names | NOT_FILES
    print(*problems, sep="\n")
    record("G1", len(trials) - len(problems), len(trials), f"{len(names)} names; {len(some)} commands")


def test_a_planted_module_runs_where_python_finds_it(tmp_path: Path, marks: Path):
    plant(tmp_path, marks, ["safetensors"])
    subprocess.run([sys.executable, "-c", "import safetensors"], cwd=tmp_path, check=True)
    assert [mark.name for mark in marks.iterdir()] == ["safetensors"]


def test_python_m_takes_the_current_directory_off_its_path(tmp_path: Path, trained: Path, marks: Path):
    """What Python itself imports before can be planted all the same; see SECURITY.md."""
    plant(tmp_path, marks, ["safetensors", "tyro", "jax", "numpy", "rich"])
    command = [sys.executable, "-m", "gogepo", "info", str(trained)]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, **everything.IMPORTABLE}, check=True)
    assert done.returncode == 0
    assert list(marks.iterdir()) == []
