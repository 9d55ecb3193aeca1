"""`make reliability`: the full column, row by row, then the page docs/reliability.md.

Resumable: a row that has passed is not run again until its result is removed (`--again` removes all).
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from reliability.rows import RESULTS, ROOT, ROWS

TESTS = {
    "A1": "test_kill.py::test_row_a1",
    "A2": "test_saves.py::test_row_a2",
    "A3": "test_saves.py::test_row_a3",
    "A4": "test_saves.py::test_row_a4",
    "A5": "test_damage.py::test_row_a5",
    "A6": "test_strangers.py::test_a_strangers_file",
    "A7": "test_processes.py::test_row_a7",
    "A8": "test_damage.py::test_row_a8",
    "A9": "test_stall.py::test_row_a9",
    "A10": "test_processes.py::test_row_a10",
    "B1": "test_faults.py::test_a_bad_step",
    "B2": "test_faults.py::test_a_divergence_is_detected",
    "B3": "test_faults.py::test_poisoned_returns",
    "B4": "test_unsuitable.py::test_row_b4",
    "B5": "test_commands.py::test_any_command",
    "C1": "test_same_bits.py::test_the_same_run",
    "C2": "test_same_bits.py::test_a_resume_that_differs",
    "D1": "test_dial.py::test_row_d1",
    "D2": "test_dial.py::test_row_d2",
    "E1": "test_workers.py::test_row_e1",
    "G1": "test_planted.py::test_row_g1",
    "G6": "test_connections.py::test_row_g6",
    "G7": "test_orphans.py::test_row_g7",
    "G5": "test_leaving.py::test_row_g5",
    "G8": "test_dial.py::test_row_g8",
    "G2": "test_links.py::test_row_g2",
    "G3": "test_manifests.py::test_row_g3",
    "G4": "test_moved.py::test_row_g4",
}
PAGE = ROOT / "docs" / "reliability.md"
HEAD = """# Reliability

What is promised, and the figures of the last full run of `make reliability`. Faults are real: processes
are killed with `kill -9`, system calls fail through a preloaded shim, filesystems are really full, files are
really corrupted. `make test` runs the same tests in the quick size; both are in `tests/reliability/`.

"""
FOOT = """
The stall (A9) and the load (D2) are measurements on a shared machine; every other row is a count and must be perfect.

## How it is done

A checkpoint is a directory with a manifest (sizes, SHA-256, versions, threads, device, config, sizes of the
record files) and a safetensors file; the archive lies beside it in immutable segments that checkpoints share.
A save writes a temporary directory, forces each file to disk, the manifest last, forces the directory, renames
it, forces the parent, and only then prunes; all of it through the descriptors of directories, so that no link leads
out of the run. A reader takes file names from a fixed list, checks sizes before
reading, digests before parsing, and shapes, dtypes and finiteness after. Signals set a flag; what is saved
is copied between episodes and written by a thread. Training ends through one function, which saves every seed whose
records are as far as its state. One process writes a run, by `flock`. Every draw of randomness is named by (seed, stream,
index), so there is no generator state to lose, and an episode depends on its policy and its reset seed alone.

## What is not promised

- Equal bits on other machines, library versions, thread counts, or on CPU and GPU. What differs is named, and
  `gogepo resume` goes on only with `--inexact`.
- Authenticity of a file: a digest finds accidents, not forgers. See [SECURITY.md](../SECURITY.md).
- Survival of a hang or crash inside an environment that is played in the program's own process: a single seed
  without `--isolate` or `--engine processes`.
- Equal bits of a population on a GPU without `--deterministic`: there, which seeds learn together depends on time.
- A run that is extended with `resume --env-steps N` has one more evaluation, at its old end, than one that had
  the larger budget from the start. Training itself is the same.
"""


def read() -> dict[str, dict[str, object]]:
    return json.loads(RESULTS.read_text()) if RESULTS.exists() else {}


def write_page(results: dict[str, dict[str, object]]) -> None:
    lines = [
        HEAD,
        "| # | promise | how it is shown | quick | full | result | date |\n|---|---|---|---|---|---|---|\n",
    ]
    for name, row in ROWS.items():
        result = results.get(name, {})
        figure = f"**{result['passed']} of {result['trials']}**" if "passed" in result else "not run"
        note = f"; {result['note']}" if result.get("note") else ""
        quick = str(row.quick or "-")
        lines.append(
            f"| {name} | {row.promise} | {row.shown_by} | {quick} | {row.full} | {figure}{note} "
            f"| {result.get('date', '-')} |\n"
        )
    lines.append(
        f"\nMachine: {os.cpu_count()} cores, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}.\n"
    )
    PAGE.write_text("".join([*lines, FOOT]))


def main() -> int:
    console = Console()
    if "--again" in sys.argv and RESULTS.exists():
        RESULTS.unlink()
    columns = (TextColumn("{task.description:28}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    failed = []
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("rows", total=len(ROWS))
        for name in ROWS:
            result = read().get(name, {})
            if not (result.get("date") and result["passed"] == result["trials"]):
                bar.update(task, description=f"{name}: {ROWS[name].full} trials")
                seconds = run_row(name)
                results = read()
                result = results.get(name, {})
                console.print(f"{name}: {result.get('passed')} of {result.get('trials')} in {seconds:.0f} s")
            if result.get("passed") != result.get("trials") or not result:
                failed.append(name)
            bar.advance(task)
    write_page(read())
    console.print(
        f"Wrote {PAGE.relative_to(ROOT)}." + (f" Not perfect: {', '.join(failed)}" if failed else "")
    )
    return 1 if failed else 0


def run_row(name: str) -> float:
    """One row's tests in a process of their own; the log is kept beside the results."""
    started = time.monotonic()
    RESULTS.parent.mkdir(exist_ok=True)
    file, beginning = TESTS[name].split("::")
    with (RESULTS.parent / f"{name}.log").open("w") as log:
        subprocess.run(
            [sys.executable, "-m", "pytest", f"tests/reliability/{file}", "-k", beginning, "-x"],
            cwd=ROOT,
            env={**os.environ, "GOGEPO_RELIABILITY": "full"},
            stdout=log,
            stderr=log,
            check=False,
        )
    return time.monotonic() - started


if __name__ == "__main__":
    sys.exit(main())
