"""make house: the plan of docs/architecture.md, measured on the tree as it is.

It counts files and lines, the longest files and functions and the imports between rooms, and captures the
stack from `gogepo train` to the gradient in a short real run. It exits with 1 where a limit is passed.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import re
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "gogepo"
MOST_LINES, LONGEST_FILE, LONGEST_METHOD_FILE, MOST_CALLS = 15_500, 400, 300, 4


def files() -> dict[Path, list[str]]:
    return {path: path.read_text().splitlines() for path in sorted(SOURCE.rglob("*.py"))}


def functions(path: Path, text: str) -> list[tuple[int, str]]:
    """Length and place of every function of a file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    where = path.relative_to(SOURCE)
    return [
        ((node.end_lineno or 0) - node.lineno + 1, f"{where}:{node.lineno} {node.name}") for node in found
    ]


def room(path: Path) -> str:
    """The folder of a file below the package; a file outside of any is its own room."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(sources: dict[Path, list[str]]) -> Counter[tuple[str, str]]:
    """Imports from one room to another."""
    found: Counter[tuple[str, str]] = Counter()
    for path, lines in sources.items():
        for line in lines:
            match = re.match(r"\s*from gogepo\.(\w+)[. ]", line)
            if match and match[1] != room(path):
                found[room(path), match[1]] += 1
    return found


def stack() -> list[str]:
    """Our own frames from `gogepo train` to the gradient, as the first round of a short run is compiled."""
    sys.path.insert(0, str(SOURCE.parent))  # this tree, whatever is installed
    from gogepo.algorithms import gogepo
    from gogepo.cli import main

    captured: list[str] = []
    loss = gogepo.evaluator_loss

    def capturing(*arguments: object) -> object:
        if not captured:
            for frame in reversed(inspect.stack()[1:]):
                path = Path(frame.filename)
                if path.is_relative_to(SOURCE):
                    captured.append(f"{path.relative_to(SOURCE)} {frame.function}")
        return loss(*arguments)  # pyright: ignore[reportArgumentType]

    small = "--policy-hidden 16 --generator-hidden 16 --evaluator-hidden 16 --probing-states 7"
    short = "--env-steps 1 --evaluation-episodes 1 --device cpu --no-tensorboard"
    gogepo.evaluator_loss = capturing  # pyright: ignore[reportAttributeAccessIssue]
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            open(os.devnull, "w") as nowhere,
            contextlib.redirect_stdout(nowhere),
            contextlib.redirect_stderr(nowhere),
        ):
            main(["train", "CartPole-v1", "--out", f"{folder}/run", *f"{small} {short}".split()])
    finally:
        gogepo.evaluator_loss = loss
    return captured


def main() -> int:
    sources = files()
    lengths = {path: len(lines) for path, lines in sources.items()}
    longest = sorted(
        ((count, str(path.relative_to(SOURCE))) for path, count in lengths.items()), reverse=True
    )
    every = [each for path, lines in sources.items() for each in functions(path, "\n".join(lines))]
    frames = stack()
    begin = next(number for number, frame in enumerate(frames) if frame.startswith("training/loop.py _hear"))
    calls = len(frames) - begin - 1
    total = sum(lengths.values())
    print(
        f"files {len(sources)}, lines {total:,} (limit {MOST_LINES:,}), median {statistics.median(lengths.values()):.0f}"
    )
    print(
        f"longest files (limit {LONGEST_FILE}):",
        *(f"{count} {name}" for count, name in longest[:6]),
        sep="\n  ",
    )
    print(
        "longest functions:",
        *(f"{count} {where}" for count, where in sorted(every, reverse=True)[:6]),
        sep="\n  ",
    )
    print(
        f"calls from the loop to the gradient: {calls} (limit {MOST_CALLS}); all our frames from `gogepo train`:"
    )
    print(*(f"  {frame}" for frame in frames), sep="\n")
    print("imports between rooms:")
    for (here, there), count in sorted(imports(sources).items()):
        print(f"  {here} -> {there}: {count}")
    method = lengths[SOURCE / "algorithms" / "gogepo.py"]
    problems = [
        text
        for text, wrong in (
            (f"{total} lines of source", total > MOST_LINES),
            (f"{longest[0][1]} has {longest[0][0]} lines", longest[0][0] > LONGEST_FILE),
            (f"algorithms/gogepo.py has {method} lines", method > LONGEST_METHOD_FILE),
            (f"{calls} calls from the loop to the gradient", calls > MOST_CALLS),
        )
        if wrong
    ]
    for problem in problems:
        print(f"too much: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
