"""A2, A3, A4: system calls that fail, the order of those that matter, and full disks."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reliability.rows import FULL, ROWS, record
from reliability.runs import TINY, finish, gogepo

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here to build the system-call shim with (apt-get install gcc)")
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "shim.c", "-ldl"], check=True, timeout=60
    )
    return library


def saver(shim: Path, *arguments: object, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, HERE / "saver.py", *map(str, arguments)],
        env={**os.environ, "LD_PRELOAD": str(shim), **env},
        capture_output=True,
        text=True,
        timeout=600,
    )


def result(process: subprocess.CompletedProcess[str]) -> dict[str, object]:
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


def test_row_a2_no_failing_system_call_costs_the_previous_checkpoint(shim: Path, tmp_path: Path):
    kinds = (errno.ENOSPC, errno.EIO, errno.EMFILE) if FULL else (errno.EIO,)
    found = result(saver(shim, "fail", tmp_path / "fail", *kinds))
    trials, passed = int(found["trials"]), int(found["passed"])
    assert trials >= 15 * len(kinds)  # a save is at least that many calls
    note = f"{trials // len(kinds)} calls x {len(kinds)} errors"
    if FULL:  # the fourth kind ends the process, so each call needs one of its own
        calls = trials // len(kinds)
        for k in range(1, calls + 1):
            folder = tmp_path / f"kill-{k}"
            process = saver(shim, "kill", folder, k)
            if process.returncode == 0:
                continue  # this save had fewer calls
            trials += 1
            passed += _valid(shim, folder) and "armed" in process.stdout
        note += ", and SIGKILL at each"
    record("A2", passed, trials, f"{note} {found['problems'] or ''}".strip())


def _valid(shim: Path, folder: Path) -> bool:
    from gogepo.runs.checkpoint import CheckpointStore
    from gogepo.runs.directory import RunDirectory
    from reliability.saver import newest_valid, small_experiment

    return newest_valid(CheckpointStore(RunDirectory(folder)), small_experiment()) in (2, 3)


def test_row_a3_what_a_save_returned_from_is_on_the_disk(shim: Path, tmp_path: Path):
    """Every file is forced before the name that makes it count, and that name's folder after."""
    log = tmp_path / "calls.txt"
    folder = tmp_path / "run"
    result(saver(shim, "log", folder, SHIM_LOG=str(log)))
    calls = [line.split(" ", 1) for line in log.read_text().splitlines()]
    calls = [(name, Path(path).relative_to(folder / "checkpoints").as_posix()) for name, path in calls]
    order = [call for call in calls if call[0] in ("fsync", "rename")]
    position = {call: number for number, call in enumerate(order)}
    segment = next(path for name, path in order if name == "rename" and path.startswith("archive/segment"))
    final = next(path for name, path in order if name == "rename" and path.startswith("checkpoint-"))
    forced = [path for name, path in order if name == "fsync"]
    temporary = next(path for path in forced if path.startswith(f".{final}.") and path.endswith(".tmp"))
    segment_temporary = f"archive/.{segment.removeprefix('archive/')}."
    wanted = [
        ("fsync", next(path for path in forced if path.startswith(segment_temporary))),
        ("rename", segment),
        ("fsync", "archive"),
        ("fsync", f"{temporary}/state.safetensors"),
        ("fsync", f"{temporary}/manifest.json"),
        ("fsync", temporary),
        ("rename", final),
        ("fsync", "."),
    ]
    where = [position[call] for call in wanted]
    record("A3", int(where == sorted(where)), 1, f"{len(wanted)} ordered calls")


def test_row_a4_a_full_disk_leaves_the_previous_checkpoint_and_nothing_half_written(
    shim: Path, tmp_path: Path
):
    trials = ROWS["A4"].trials
    mounted = _mount(tmp_path / "probe", 64)
    if mounted:
        _unmount(tmp_path / "probe")
        disks = [tmp_path / f"disk-{number}" for number in range(trials)]
        for number, disk in enumerate(disks):
            assert _mount(disk, 60 + 7 * number)
        try:
            found = result(saver(shim, "fill", *(disk / "run" for disk in disks)))
        finally:
            for disk in disks:
                _unmount(disk)
    else:
        sizes = [20_000 + 3_001 * number for number in range(trials)]
        found = result(saver(shim, "quota", tmp_path / "quota", *sizes))
    passed, done, problems = int(found["passed"]), int(found["trials"]), found["problems"]
    how = "real tmpfs" if mounted else "quota shim: this machine may not mount"
    record("A4", passed, done, f"{how} {problems[:2] or ''}".strip())


def test_the_program_on_a_disk_that_fills_up_says_one_line_and_leaves_a_valid_run(tmp_path: Path):
    disk = tmp_path / "disk"
    if not _mount(disk, 80 * 1024):
        pytest.skip("this machine may not mount a small filesystem")
    run = disk / "run"
    try:
        process = gogepo(
            *("train", "CartPole-v1", "--env-steps", 10_000_000, "--out", run, *TINY),
            *("--checkpoint-every-seconds", "0.2"),
        )
        deadline = time.monotonic() + 120
        while not list(run.glob("checkpoints/checkpoint-*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        with contextlib.suppress(OSError), (disk / "other").open("wb") as other:
            while True:
                other.write(bytes(2**20))
        code, _, err = finish(process, timeout=120)
        (disk / "other").unlink()
        assert code == 1, err
        assert "Traceback" not in err
        assert err.splitlines()[-1].startswith("gogepo: stopped: No space left on device.")
        code, _, err = finish(gogepo("verify", run))
        assert code == 0, err
        assert not list(run.rglob(".*.tmp"))
    finally:
        _unmount(disk)


def _mount(folder: Path, kilobytes: int) -> bool:
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)]
    return shutil.which("mount") is not None and subprocess.run(command, capture_output=True).returncode == 0


def _unmount(folder: Path) -> None:
    subprocess.run(["umount", str(folder)], check=True)
