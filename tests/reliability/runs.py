"""Small real runs for the reliability tests, and digests of everything in them."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

TINY = (
    *("--policy-hidden", "16", "16", "--generator-hidden", "16", "16", "--evaluator-hidden", "16", "16"),
    *("--probing-states", "7", "--batch-size", "4", "--evaluation-episodes", "2"),
)
RECORDS = ("metrics.jsonl", "evaluations.jsonl", "faults.jsonl")


def gogepo(
    *arguments: object, env: dict[str, str] | None = None, cwd: Path | None = None
) -> subprocess.Popen[str]:
    """The real program, started."""
    return subprocess.Popen(
        [str(Path(sys.executable).with_name("gogepo")), *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "JAX_PLATFORMS": "cpu", **(env or {})},
        cwd=cwd,
    )


def finish(process: subprocess.Popen[str], timeout: float = 120) -> tuple[int, str, str]:
    """Its exit code and what it said; one that takes longer is killed, and the test fails."""
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, out, err


def quietly(*arguments: object) -> tuple[int, str]:
    """Exit code and stderr of a command in this process; what it raises would be a traceback."""
    code, said, _ = aloud(*arguments)
    return code, said


def aloud(*arguments: object) -> tuple[int, str, str]:
    """And its output."""
    from gogepo.cli import main

    with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(io.StringIO()) as out:
        code = main([str(each) for each in arguments])
    return code, said.getvalue(), out.getvalue()


def digest(run: Path) -> str:
    """Of the records and of the newest checkpoint's content: networks, optimisers, archive, counters."""
    import safetensors.numpy

    from gogepo.runs.checkpoint import CheckpointStore
    from gogepo.runs.directory import RunDirectory
    from gogepo.runs.manifest import read_manifest, verify

    newest = CheckpointStore(RunDirectory(run)).newest_first()[0]
    manifest = read_manifest(newest)
    verify(newest, manifest)
    total = hashlib.sha256()
    for name in RECORDS:
        total.update((run / name).read_bytes() if (run / name).exists() else b"")
    total.update((newest / "state.safetensors").read_bytes())
    # Where one segment ends and the next begins depends on when the run was saved; what they hold does not.
    parts: dict[str, list[bytes]] = {}
    for entry in manifest.segments:
        content = (newest.parent / "archive" / entry.name).read_bytes()
        for key, array in sorted(safetensors.numpy.load(content).items()):
            parts.setdefault(key, []).append(array.tobytes())
    for key in sorted(parts):
        total.update(key.encode() + b"".join(parts[key]))
    for entry in manifest.stages:
        total.update(entry.name.encode() + (newest.parent / "stages" / entry.name).read_bytes())
    return total.hexdigest()
