"""G6: nothing leaves the machine, and nobody else comes near a Ray of our own."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.comparing import eventually
from reliability import everything
from reliability.rows import FULL, ROWS, record
from reliability.runs import finish, gogepo

HERE = Path(__file__).parent
SOMEBODY_ELSE = "65534"
SEES = """
import socket
socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(("198.51.100.7", 9))  # sends nothing
try:
    socket.getaddrinfo("elsewhere.example", 80, flags=socket.AI_NUMERICHOST)  # asks nobody
except OSError:
    pass
socket.create_server(("127.0.0.1", 0))
"""


@pytest.fixture(scope="session")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here to build the audit of connections with (apt-get install gcc)")
    library = tmp_path_factory.mktemp("audit") / "audit.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", library, HERE / "audit.c", "-ldl"]
    subprocess.run(command, check=True, timeout=60)
    return library


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("connections") / "run"
    code, _, err = finish(gogepo(*everything.TRAIN, path, env=everything.IMPORTABLE))
    assert code == 0, err
    return path


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder for everybody, whose path is short enough for sockets."""
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o1777)
        yield Path(folder)


def calls(log: Path) -> list[tuple[str, str]]:
    """What was done with which address or name."""
    lines = log.read_text().splitlines() if log.exists() else []
    return [(line.split()[0], line.split()[-1]) for line in lines]


def leaves(where: str) -> bool:
    """Whether an address or name is not this machine's own."""
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(where)
        return not (getattr(address, "ipv4_mapped", None) or address).is_loopback
    return where != "localhost"


def test_the_audit_sees_what_it_looks_for(audit: Path, tmp_path: Path):
    log = tmp_path / "log"
    env = {**os.environ, "LD_PRELOAD": str(audit), "AUDIT_LOG": str(log)}
    subprocess.run([sys.executable, "-c", SEES], env=env, check=True)
    assert [call for call in calls(log) if leaves(call[1])] == [
        ("connect", "198.51.100.7"),
        ("lookup", "elsewhere.example"),
    ]
    assert ("bind", "127.0.0.1") in calls(log)


def test_row_g6_nothing_leaves_the_machine_and_ray_keeps_to_itself(
    audit: Path, tmp_path: Path, trained: Path, shared: Path
):
    names = list(everything.commands(tmp_path, tmp_path)) if FULL else ["train --engine ray"]
    rounds, total = ROWS["G6"].trials - len(names), 0
    found = [private_and_swept(trained, tmp_path / str(number), shared) for number in range(rounds)]
    for name in names:
        log = tmp_path / f"{name}.log"
        env = {"LD_PRELOAD": str(audit), "AUDIT_LOG": str(log), "RAY_TMPDIR": str(shared)}
        everything.done(name, trained, tmp_path / name, env)
        heard = calls(log)
        assert len(heard) > 20 or "ray" not in name
        found.append([f"{name}: {call} {where}" for call, where in heard if leaves(where)])
        total += len(heard)
    found.append([f"{path} was left" for path in shared.iterdir()])  # by those that were killed
    print(*found, sep="\n")
    note = f"{total} calls of {len(names)} commands; {rounds} sessions of Ray killed and swept"
    record("G6", len(found) - 1 - sum(map(bool, found)), len(found) - 1, note)


def private_and_swept(trained: Path, scratch: Path, shared: Path) -> list[str]:
    """Kill a run on Ray; what another user could have done to its sockets, and what an older one has left."""
    before = set(shared.iterdir())
    frozen = scratch / "frozen"
    frozen.mkdir(parents=True)
    env = {"RAY_TMPDIR": str(shared), "FREEZE": str(frozen)}
    process = everything.begin("train --engine ray", trained, scratch, env)
    try:
        assert eventually(lambda: list(frozen.iterdir()))
        sockets = [path for path in shared.rglob("*") if stat.S_ISSOCK(path.lstat().st_mode)]
        problems = [f"{path} may be reached" for path in sockets if reachable(path)]
        problems += [f"{path} was left" for path in before if path.exists()]
        assert len(sockets) >= 2
    finally:
        process.kill()
        finish(process)
    return problems


def reachable(path: Path) -> bool:
    """Whether another user may go where this lies."""
    if os.geteuid() == 0 and shutil.which("setpriv"):
        command = [
            "setpriv",
            f"--reuid={SOMEBODY_ELSE}",
            f"--regid={SOMEBODY_ELSE}",
            "--clear-groups",
            "ls",
            path,
        ]
        return subprocess.run(command, capture_output=True).returncode == 0
    return all(parent.stat().st_mode & 0o077 for parent in path.parents if parent.owner() == path.owner())
