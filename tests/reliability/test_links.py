"""G2: a link in a run leads nowhere. Whatever is linked, before a command or while it trains, nothing elsewhere changes."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reliability.faulty import half, identifier, quiet_seed
from reliability.rows import FULL, ROWS, record
from reliability.runs import TINY, quietly

FOLDERS = ("checkpoints", "checkpoints/archive", "checkpoints/stages", "faults", "figures", "tensorboard")
RECORDS = ("metrics.jsonl", "evaluations.jsonl", "faults.jsonl")
FILES = (*RECORDS, "lock", "config.json", "commanded.json", "map.json")
FIGURES = ("figures/curve.png", "figures/calibration.png", "figures/map.png")
TEMPORARY = (".config.json.tmp", ".commanded.json.tmp", ".map.json.tmp")
"""Where writing used to begin."""
SWEPT = ("checkpoints/.checkpoint-000000099-000.tmp", "checkpoints/archive/.segment.tmp")
"""What a save takes for the rest of a crash."""
SEED = quiet_seed(half)
COMMANDS = (
    ("resume", "--env-steps", "150", "--checkpoint-every-env-steps", "20"),
    ("calibrate", "--commands", "2", "--episodes", "2"),
    ("map", "--commands", "2", "--episodes", "2"),
)


@dataclass(frozen=True)
class Case:
    name: str
    """Of what is linked, in the run."""
    kind: str
    """What the link leads to: what was there, or nothing; or not a link but a second name of a file."""
    command: tuple[str, ...]
    """What is run then; nothing: it is linked while a run trains."""

    @property
    def refused(self) -> bool:
        """Before a command, with one line that names it; elsewhere it is enough that nothing changes."""
        ours = self.name in (*FOLDERS, *FILES) or self.name.startswith("seed-")
        return bool(self.command) and ours and self.kind != "second name"


def cases() -> Iterator[Case]:
    for name in (*FOLDERS, *FILES, *FIGURES, *TEMPORARY, *SWEPT, "checkpoints/{oldest}", "faults/{first}"):
        for kind in ("what was there", "nothing"):
            yield from (Case(name, kind, command) for command in COMMANDS)
    for name in RECORDS:
        yield Case(name, "second name", COMMANDS[0])
    for name in ("seed-{second}", *(f"seed-{{second}}/{each}" for each in (*FOLDERS, *FILES[:5]))):
        yield Case(name, "what was there", COMMANDS[0])
    for name in (*FOLDERS, *FILES[:5], "figures/curve.png"):
        yield from (Case(name, kind, ()) for kind in ("what was there", "nothing"))


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A run with everything in it, and a population."""
    folder = tmp_path_factory.mktemp("good")
    many = ("--env-steps", 90, "--evaluate-every", 20, "--checkpoint-every-env-steps", 30, *TINY)
    env = ("train", f"reliability.faulty:{identifier('exception')}", "--return-range", -10, 0, *many)
    for name, seeds in (("one", 1), ("two", 2)):
        made = quietly(*env, "--seed", SEED, "--seeds", seeds, "--engine", "inline", "--out", folder / name)
        assert made[0] == 0, made
    for command in COMMANDS[1:]:
        done = quietly(command[0], folder / "one", *command[1:])
        assert done[0] == 0, done
    return {"one": folder / "one", "two": folder / "two"}


def everything(folder: Path) -> dict[str, Any]:
    """All that is in a folder, with its contents and when it was changed."""
    found: dict[str, Any] = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        stat = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path)] = (stat.st_mode, stat.st_size, stat.st_mtime_ns, content)
    return found


def plant(run: Path, name: str, kind: str, elsewhere: Path) -> None:
    """A link in the place of what is there, which goes elsewhere, with prey for whoever prunes and sweeps."""
    path, target = run / name, elsewhere / "target"
    if path.is_dir():
        shutil.copytree(path, target)
        shutil.rmtree(path)
    elif path.exists():
        shutil.copy(path, target)
        path.unlink()
    elif name in SWEPT[:1]:
        target.mkdir()
    else:
        target.write_bytes(b"somebody's")
    if target.is_dir():
        (target / ".prey.tmp").write_bytes(b"somebody's")
        (target / "segment-000000000-000000000-0123456789abcdef.safetensors").write_bytes(b"somebody's")
        shutil.copytree(target, elsewhere / "copy")
    if kind == "second name":
        os.link(target, path)
    else:
        path.symlink_to(target if kind == "what was there" else elsewhere / "nothing")


def problems(case: Case, good: dict[str, Path], folder: Path) -> list[str]:
    run, elsewhere = folder / "run", folder / "elsewhere"
    elsewhere.mkdir(parents=True)
    source = good["two" if case.name.startswith("seed-") else "one"]
    shutil.copytree(source, run)
    names = {
        "second": str(SEED + 1),
        "oldest": min(path.name for path in good["one"].glob("checkpoints/checkpoint-*")),
        "first": min(path.name for path in good["one"].glob("faults/*")),
    }
    name = case.name.format(**names)
    if case.command:
        plant(run, name, case.kind, elsewhere)
        before = everything(elsewhere)
        code, said = quietly(case.command[0], run, *case.command[1:], *_engine(case))
    else:
        plant(shutil.copytree(source, folder / "other"), name, case.kind, elsewhere)
        before = everything(elsewhere)
        target = os.readlink(folder / "other" / name)
        shutil.rmtree(run)
        code, said = train_restlessly(run, ["link", str(run), name, target])
        assert (run / name).is_symlink() or name in FIGURES, "nothing was linked"
    found = []
    now = everything(elsewhere)
    if changed := {path for path in {*before, *now} if before.get(path) != now.get(path)}:
        found.append(f"changed elsewhere: {sorted(changed)[:3]}")
    if code not in (0, 1, 2) or "Traceback" in said:
        found.append(f"exit {code}: {said[-300:]}")
    line = said.strip().splitlines()[-1:] or [""]
    if case.refused and (code != 2 or os.path.basename(name) not in line[0] or "link" not in line[0]):
        found.append(f"not refused: exit {code}: {said[-300:]}")
    return found


def _engine(case: Case) -> tuple[str, ...]:
    return ("--engine", "inline") if case.command[0] == "resume" else ()


def train_restlessly(run: Path, act: list[str], *more: object) -> tuple[int, str]:
    """Train where the environment meddles with the files of the run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RESTLESS", json.dumps(act))
        return quietly(
            *("train", "reliability.restless:Restless-v0", "--return-range", -5, 5, "--out", run, *TINY),
            *("--env-steps", 200, "--evaluate-every", 40, "--checkpoint-every-env-steps", 20, *more),
        )


def test_row_g2_a_link_in_a_run_leads_nowhere(good: dict[str, Path], tmp_path: Path):
    every = list(cases())
    trials = every if FULL else random.Random(2).sample(every, ROWS["G2"].trials)
    failed = 0
    for number, case in enumerate(trials):
        try:
            found = problems(case, good, tmp_path / str(number))
        except Exception as error:  # would be a traceback
            found = [repr(error)]
        for problem in found:
            print(f"{case}: {problem}")
        failed += bool(found)
    record(
        "G2", len(trials) - failed, len(trials), f"of {len(every)} known; before a command and while training"
    )
