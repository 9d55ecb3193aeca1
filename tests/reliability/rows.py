"""The promises, with the number of trials of each size. `make test` runs quick, `make reliability` full."""

from __future__ import annotations

import datetime
import json
import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / ".reliability" / "results.json"
FULL = os.environ.get("GOGEPO_RELIABILITY") == "full"


@dataclass(frozen=True)
class Row:
    """One promise. A count of 0 means that the row has no such size."""

    promise: str
    shown_by: str
    quick: int
    full: int

    @property
    def trials(self) -> int:
        return self.full if FULL else self.quick


ROWS = {
    "A1": Row(
        "Killed at any moment, the resumed run ends bitwise equal to the one never killed",
        "`kill -9` at random times, then `gogepo resume`; weights, optimisers, archive, counters and record files",
        5,
        300,
    ),
    "A2": Row(
        "A failing system call during a save never costs the previous checkpoint",
        "every open, write, fsync, mkdir and rename of a save fails in turn, by a preloaded shim",
        1,
        4,
    ),
    "A3": Row(
        "After a save returns, a power cut cannot lose it",
        "order of fsync(file), fsync(directory), rename, fsync(parent), read off the real calls",
        1,
        1,
    ),
    "A4": Row(
        "Disk full: previous checkpoint intact, one clear line, nothing half-written",
        "real small filesystems (tmpfs) of many sizes, or a quota by the shim where none may be mounted",
        5,
        100,
    ),
    "A5": Row(
        "A damaged checkpoint is refused, named, with the reason; the newest valid one is offered",
        "seeded bit flips, truncations, swapped and missing files, stale manifests",
        300,
        10_000,
    ),
    "A6": Row(
        "A stranger's file runs no code and cannot exhaust memory",
        "pickles of every protocol, zip and torch-like files, header attacks, links, traversal, under an audit hook",
        40,
        200,
    ),
    "A7": Row(
        "SIGINT, SIGTERM and SIGHUP leave a valid checkpoint and exit with 130 within 10 s",
        "signals at random times; with a second one at once in every fifth trial",
        5,
        100,
    ),
    "A8": Row(
        "Retention never deletes the last valid checkpoint",
        "Hypothesis state machine: save, crash, corrupt, set aside, load",
        100,
        5_000,
    ),
    "A9": Row(
        "Saving a full archive (10,000 policies, 2.6 GB) does not stall training",
        "measured: longest stall, and share of wall time at the default interval",
        0,
        3,
    ),
    "A10": Row("Two processes cannot write one run", "2 to 8 started at once", 3, 50),
    "B1": Row(
        "A bad environment step costs that episode, not the run; it is counted and reported",
        "fault-injecting environments: 9 kinds, hang and crash included",
        9,
        450,
    ),
    "B2": Row(
        "A MuJoCo divergence is detected, kept out of the archive, and replayable",
        "forced blow-ups in real MuJoCo environments",
        4,
        100,
    ),
    "B3": Row(
        "Weights are finite at every checkpoint; a non-finite update is skipped and counted; "
        "repeated ones stop the run",
        "poisoned returns",
        5,
        100,
    ),
    "B4": Row(
        "An unsuitable environment is refused before training, with what to change",
        "bad environments, one of each kind",
        20,
        20,
    ),
    "B5": Row(
        "Any command gets an answer or a clear refusal, never a traceback",
        "Hypothesis over the library and the command line",
        200,
        10_000,
    ),
    "C1": Row(
        "Same config, seed and machine: same bits, whatever the engine and the number of workers",
        "digests of whole runs",
        3,
        20,
    ),
    "C2": Row(
        "What changes the bits is in the manifest; a resume that differs says so",
        "each entry changed in turn",
        1,
        1,
    ),
    "D1": Row(
        "The dial listens on loopback only, refuses a foreign Host and Origin before routing, needs its token, "
        "and serves nothing outside the run",
        "raw requests: hosts, origins, tokens, methods, traversal in paths and in names of runs",
        60,
        1_000,
    ),
    "D2": Row(
        "The dial cannot be exhausted: bodies, queue, time and memory are bounded",
        "2,000 requests at 20 at once, beside clients that are slow or never finish",
        0,
        2_000,
    ),
    "E1": Row(
        "A killed rollout worker, of processes or of Ray, costs time only: the result is the same",
        "a population trained while random workers are killed; digests of every seed",
        3,
        50,
    ),
    "G2": Row(
        "A link in a run leads nowhere: nothing outside of the run is changed",
        "each file and directory of a run as a link, before `resume`, `calibrate` and `map` and while it trains; "
        "everything elsewhere compared",
        12,
        177,
    ),
    "G3": Row(
        "A checkpoint of other settings than config.json is refused before anything is imported; `verify` says so",
        "each setting changed in a manifest that is sealed anew; every command that reads a run, and the library",
        20,
        324,
    ),
    "G4": Row(
        "An environment that changes the working directory loses nothing; a run that is moved, deleted or "
        "replaced while it trains stops with exit code 1 and is not made anew",
        "environments that do so; the digest of a run that stays, and what is left where it was and where it went",
        6,
        39,
    ),
    "G1": Row(
        "A module that lies in the current directory runs in no process of the program",
        "modules of every importable name, another user's where that may be, in the run and in a world-writable "
        "folder; every command is started there",
        6,
        44,
    ),
    "G6": Row(
        "Nothing leaves the machine, and nobody else can reach a Ray that the program has started",
        "a preloaded shim notes what every process binds, connects to and looks up, in every command; Ray's sockets "
        "lie where another user may not go, and what a killed run leaves is swept",
        2,
        31,
    ),
    "G7": Row(
        "What the program has started dies with it, even when native code is stuck in there",
        "`kill -9` while the environment holds the interpreter's lock, in workers, below Ray and in the dial",
        2,
        50,
    ),
    "G5": Row(
        "Whatever ends training, what was learned is saved and the exit code is a documented one",
        "15 exceptions in every part of an environment, 7 signals, logs that are closed or full, Rays that die",
        8,
        112,
    ),
    "G8": Row(
        "The dial's token is in no command line, and the file that leads a browser to it is its owner's alone",
        "a program in the browser's place; the file's rights, every command line, what is left after each ending",
        2,
        8,
    ),
}


def record(row: str, passed: int, trials: int, note: str = "") -> None:
    """Remember a result for the page, then fail if it is not perfect."""
    if FULL:
        RESULTS.parent.mkdir(exist_ok=True)
        results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        date = datetime.date.today().isoformat()
        results[row] = {"passed": passed, "trials": trials, "note": note, "date": date}
        RESULTS.write_text(json.dumps(results, indent=1))
    assert passed == trials > 0, f"{row}: {passed} of {trials} {note}"
