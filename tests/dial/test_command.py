"""`gogepo dial` on the command line."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from dial.serving import parse
from test_cli import gogepo


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "give a run"),
        (("somewhere", "--example"), "give a run"),
        (("nowhere",), "does not exist"),
        (("nowhere", "--port", "70000"), "--port"),
        (("nowhere", "--host", "0.0.0.0"), "--expose"),
        (("nowhere", "--host", "::"), "--expose"),
        (("nowhere", "--host", "::", "--expose"), "no address"),
        (("nowhere", "--host", "0.0.0.0", "--expose"), "no address"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], reason: str):
    result = gogepo("dial", *arguments, "--no-browser")
    assert result.code == 2
    assert reason in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_an_address_that_is_not_ones_own_is_one_line(small_run: Path):
    result = gogepo("dial", small_run, "--host", "not an address", "--expose", "--no-browser")
    assert result.code == 2
    assert "cannot listen" in result.err


def test_missing_packages_are_named(small_run: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("starlette", "uvicorn", "gogepo.dial.server", "gogepo.dial.access"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = gogepo("dial", small_run, "--no-browser")
    assert result.code == 2
    assert "gogepo[dial]" in result.err


def test_it_prints_its_address_serves_there_and_ends_on_ctrl_c(small_run: Path):
    process = subprocess.Popen(
        [sys.executable, "-m", "gogepo", "dial", str(small_run), "--no-browser", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = re.search(r"http://127\.0\.0\.1:(\d+)/#token=(\S{32})", process.stdout.readline())
    assert address is not None
    assert "Ctrl-C" in process.stdout.readline()
    assert json.loads(process.stdout.readline()) == {"address": address[0], "port": int(address[1])}
    with socket.create_connection(("127.0.0.1", int(address[1]))) as connection:
        request = (
            f"GET /api/runs HTTP/1.1\r\nhost: localhost:{address[1]}\r\nx-gogepo-token: {address[2]}\r\n\r\n"
        )
        connection.sendall(request.encode())
        answer = parse(connection.makefile("rb").read())
    assert answer.status == 200
    assert answer.json[0]["name"] == "small"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err == ""
