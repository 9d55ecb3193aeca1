"""make house: the plan of docs/architecture.md, measured on the tree as it is.

Files and lines, the longest files and functions, imports between rooms, and the stack from the training
loop to the gradient as captured in a short real run. Exits with 1 where a limit is passed.
"""

from __future__ import annotations

import ast
import inspect
import re
import statistics
import sys
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
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else Path(parts[0]).stem


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
    """Our own frames from the loop to the gradient, as a first round is compiled."""
    from gogepo.algorithms import gogepo
    from gogepo.config import GoGePoConfig, RunConfig
    from gogepo.engines.inline import InlineEngine
    from gogepo.training.experiment import build
    from gogepo.training.loop import Trainer

    captured: list[str] = []
    loss = gogepo.evaluator_loss

    def capturing(*arguments: object) -> object:
        if not captured:
            for frame in reversed(inspect.stack()[1:]):
                path = Path(frame.filename)
                if path.is_relative_to(SOURCE):
                    captured.append(f"{path.relative_to(SOURCE)} {frame.function}")
        return loss(*arguments)  # pyright: ignore[reportArgumentType]

    gogepo.evaluator_loss = capturing  # pyright: ignore[reportAttributeAccessIssue]
    small = GoGePoConfig(
        policy_hidden=(16,), generator_hidden=(16,), evaluator_hidden=(16,), probing_states=3
    )
    experiment = build(RunConfig("CartPole-v1", env_steps=1, device="cpu", algorithm=small))
    engine = InlineEngine(experiment.factory, small.network, 0.0)
    for _ in Trainer([experiment], engine).events(1):
        break
    engine.close()
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
        f"calls from the loop to the gradient: {calls} (limit {MOST_CALLS}); all frames of ours from `events`:"
    )
    print(*(f"  {frame}" for frame in frames[max(0, begin - 1) :]), sep="\n")
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
