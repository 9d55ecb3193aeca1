"""The contracts between rooms (pyproject.toml, import-linter) can fail: each does on an import that it forbids."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FORBIDDEN = {
    "dependencies point one way": ("memory/archive.py", "from gogepo.training import loop"),
    "methods do not know each other": ("algorithms/ars.py", "from gogepo.algorithms.udrl import UDRL"),
    "rollouts never import JAX": ("envs/rollout.py", "import jax"),
    "networks know no environment, file or screen": ("networks/mlp.py", "import gymnasium"),
    "methods neither print nor write": ("algorithms/gogepo.py", "import rich"),
}
"""By contract: a file of its room, and a line that breaks it."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The source with the contracts, to be written to."""
    python_only = shutil.ignore_patterns("static", "example", "__pycache__")
    shutil.copytree(ROOT / "src" / "gogepo", tmp_path / "src" / "gogepo", ignore=python_only)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def verdicts(copy: Path) -> dict[str, str]:
    """KEPT or BROKEN, by contract."""
    result = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src")},
        capture_output=True,
        text=True,
    )
    found = dict(re.findall(r"^(\S.*\S) (KEPT|BROKEN)$", result.stdout, re.MULTILINE))
    assert (result.returncode == 0) == (set(found.values()) == {"KEPT"}), result.stdout
    return found


def test_every_contract_fails_on_an_import_that_it_forbids(copy: Path):
    assert verdicts(copy) == dict.fromkeys(FORBIDDEN, "KEPT")
    for file, line in FORBIDDEN.values():
        with open(copy / "src" / "gogepo" / file, "a") as source:
            source.write(f"\n{line}\n")
    assert verdicts(copy) == dict.fromkeys(FORBIDDEN, "BROKEN")


def test_two_methods_may_not_even_know_each_other_by_way_of_a_third(copy: Path):
    """The contract is about chains of imports, so no module between them hides one."""
    rooms = copy / "src" / "gogepo" / "algorithms"
    (rooms / "between.py").write_text("from gogepo.algorithms.udrl import UDRL\n")
    with open(rooms / "ars.py", "a") as source:
        source.write("\nfrom gogepo.algorithms.between import UDRL\n")
    found = verdicts(copy)
    assert {name for name, verdict in found.items() if verdict == "BROKEN"} == {
        "methods do not know each other"
    }
