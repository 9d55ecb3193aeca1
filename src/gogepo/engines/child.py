"""Python processes of the program's own: they import from where their parent does, and die with it."""

from __future__ import annotations

import functools
import importlib
import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from gogepo.config import Network

SEND_BUFFER = 2**20
ONE_THREAD = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
FIRST = """
import ctypes, json, os, sys
told = json.loads(sys.argv[2])
ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL: it dies with its parent even if native code is stuck
if os.getppid() != told["parent"]:
    sys.exit()  # the parent was gone before it could be watched
sys.path[:] = told["path"]
from gogepo.engines.child import run
run(sys.argv[1], told)
"""


def import_path() -> list[str]:
    """Where this process imports from, without the current directory that an empty entry stands for."""
    found = [each for each in sys.path if isinstance(each, str) and os.path.isabs(each)]
    home = str(Path(__file__).parents[2])
    return found if home in found else [*found, home]


def start(
    module: str, env: str, network: Network, survival_bonus: float, **variables: str
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """A process that runs `module.main`, and the socket to speak to it."""
    told = {"parent": os.getpid(), "path": import_path()}
    told |= {"env": env, "network": vars(network), "survival_bonus": survival_bonus}
    environ = {**os.environ, **ONE_THREAD, **variables}
    if "PYTHONPATH" in environ:  # a relative entry would mean another place than when this process began
        entries = environ["PYTHONPATH"].split(os.pathsep)
        environ["PYTHONPATH"] = os.pathsep.join(filter(os.path.isabs, entries))
    return _starter(os.getpid()).submit(_start, module, told, environ).result()


def _start(
    module: str, told: dict[str, Any], environ: dict[str, str]
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair()
    for end in (ours, theirs):  # or sending a policy waits for its reader
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    told["socket"] = theirs.fileno()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", FIRST, module, json.dumps(told)],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # or it would get the terminal's Ctrl-C as well
            env=environ,
        )
    return process, ours


@functools.cache
def _starter(pid: int) -> ThreadPoolExecutor:
    """The thread that starts all children of this process, and lives as long as it does.

    Trap: the kernel counts the end of the thread that started a child as the death of its parent.
    """
    return ThreadPoolExecutor(1, "children")


def run(module: str, told: dict[str, Any]) -> None:
    """In the child: what it is for."""
    sizes = tuple(told["network"]["hidden_sizes"])
    network = Network(**{**told["network"], "hidden_sizes": sizes})
    connection = socket.socket(fileno=told["socket"])
    importlib.import_module(module).main(connection, told["env"], network, told["survival_bonus"])
