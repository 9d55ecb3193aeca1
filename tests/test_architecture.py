"""docs/architecture.md and docs/algorithm.md say what is there: rooms, imports, the stack, every function."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gogepo"
PAGE = (ROOT / "docs" / "architecture.md").read_text()
PROSE = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md")), ROOT / "results" / "README.md"]


def block(heading: str) -> list[str]:
    """The lines of the first code block below a heading of the page."""
    return PAGE.split(f"\n## {heading}\n")[1].split("```")[1].strip("\n").split("\n")


def listed() -> list[str]:
    """The files of the page's list; a folder's line stands for its __init__.py."""
    names, room = [], ""
    for line in block("Rooms")[1:]:
        indent, name = re.match(r"( +)(\S+)", line).groups()  # pyright: ignore[reportOptionalMemberAccess]
        room = room if len(indent) > 2 else ""
        if name.endswith("/"):
            room, name = name, "__init__.py"
        names.append(room + name)
    return names


def test_every_file_is_listed_once() -> None:
    there = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py")}
    counts = Counter(listed())
    assert {name for name, count in counts.items() if count > 1} == set()
    assert (there - set(counts), set(counts) - there) == (set(), set()), "(not listed, not there)"


def test_the_layers_are_those_that_are_enforced() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    enforced = next(each["layers"] for each in contracts if each["type"] == "layers")
    assert block("Dependencies point one way") == [layer.replace("gogepo.", "") for layer in enforced]


def test_the_stack_is_as_captured() -> None:
    """In a process of its own: it takes over signals, and type checks of tests would add frames."""
    code = "import house; print(*house.stack(), sep='\\n')"
    printed = subprocess.check_output([sys.executable, "-c", code], cwd=ROOT / "tools", text=True)
    assert block("From `gogepo train` to the gradient") == printed.splitlines()


def defined(path: Path) -> set[str]:
    """Names that a file defines: f, Class, Class.method, Class.field, and what its methods set on self."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            for each in ast.walk(node):
                if isinstance(each, ast.FunctionDef):
                    names.add(f"{node.name}.{each.name}")
                elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                    names.add(f"{node.name}.{each.target.id}")
    return names


def finder() -> list[tuple[str, str]]:
    """Names and files of the table that leads from the paper to the code."""
    page = (ROOT / "docs" / "algorithm.md").read_text()
    rows = [line.split(" | ") for line in page.split("## Finder")[1].split("\n## ")[0].split("\n")]
    return [
        (name, row[3])
        for row in rows
        if len(row) == 4 and ".py`" in row[3]
        for name in re.findall(r"`([^`]+)`", row[2])
    ]


@pytest.mark.parametrize(("name", "files"), finder())
def test_the_paper_leads_to_functions_that_exist(name: str, files: str) -> None:
    assert any(name in defined(SOURCE / file) for file in re.findall(r"`([^`]+)`", files))


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_lines_of_prose_are_at_most_100_characters(path: Path) -> None:
    outside = "".join(path.read_text().split("```")[::2])
    table_or_picture = ("|", "!", "<")
    long = [line for line in outside.split("\n") if len(line) > 100 and not line.startswith(table_or_picture)]
    assert long == []
