"""The standard streams of the program: whoever reads them may go."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SAY = """
import os, sys
from gogepo import streams
streams.secure()
{body}
"""


def python(body: str, **how: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SAY.format(body=body)]
    return subprocess.run(command, text=True, timeout=60, check=False, **{"capture_output": True, **how})


def pipe_without_a_reader() -> int:
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def test_what_is_said_arrives_also_without_letters_for_it():
    found = python(
        "print('a', 'b'); print('\u00e9', file=sys.stderr)", env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "a b\n", "?\n")


@pytest.mark.parametrize("name", ["stdout", "stderr"])
def test_a_pipe_that_is_closed_stops_nothing(name: str, tmp_path: Path):
    body = f"for _ in range(9): print('x' * 9999, file=sys.{name})\nopen({str(tmp_path / 'end')!r}, 'w')"
    writer = pipe_without_a_reader()
    found = python(body, capture_output=False, **{name: writer})
    os.close(writer)
    assert found.returncode == 0
    assert (tmp_path / "end").exists()


def test_a_full_disk_stops_the_results_and_not_the_log():
    with Path("/dev/full").open("w") as full:
        assert python("print('x', file=sys.stderr)", capture_output=False, stderr=full).returncode == 0
        found = python("print('x', flush=True)", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert found.returncode != 0
    assert "No space left on device" in found.stderr


def test_a_log_that_would_block_is_not_waited_for():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    found = python(
        "for _ in range(99): print('x' * 9999, file=sys.stderr)", capture_output=False, stderr=writer
    )
    os.close(writer)
    os.close(reader)
    assert found.returncode == 0


@pytest.mark.parametrize("descriptor", [0, 1, 2])
def test_a_descriptor_that_is_closed_is_not_the_next_files(descriptor: int, tmp_path: Path):
    path = tmp_path / "file"
    body = f"""
file = open({str(path)!r}, "w")
os.write(1, b"said")
os.write(2, b"said")
print("said", flush=True)
sys.stderr.write("said")
os.system("echo said; echo said >&2")
file.write("kept")
"""
    found = python(body, preexec_fn=lambda: os.close(descriptor))
    assert found.returncode == 0, found.stderr
    assert path.read_text() == "kept"


def test_output_that_cannot_be_written_is_one_line_and_no_success():
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "gogepo", "--version"]
        found = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert found.returncode == 1
    assert found.stderr == "gogepo: cannot write the output: No space left on device\n"
