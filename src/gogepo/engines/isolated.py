"""Episodes in a process of their own, so that a hang or a crash costs an episode, not the run."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import warnings
from typing import Any

from gogepo.config import InputError
from gogepo.engines import worker
from gogepo.envs.rollout import Episode, EpisodeFault, Request
from gogepo.envs.spaces import Interface

START_SECONDS = 120.0


class IsolatedEngine:
    """One worker process, replaced when it dies or stops moving.

    A hang or crash is counted as zero environment steps: how far the episode got is known only
    to the clock, and a resumed run must count the same.
    """

    def __init__(
        self,
        env: str,
        interface: Interface,
        survival_bonus: float,
        step_seconds: float,
    ):
        self.interface = interface
        self._env, self._survival_bonus, self._step_seconds = env, survival_bonus, step_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None

    def play(self, request: Request, seed: int) -> Episode:
        try:
            connection = self._connection or self._start()
            worker.send(connection, *worker.request_message(request, seed))
            kind, meta, arrays = self._await(connection, self._step_seconds)
        except (EOFError, ConnectionError):
            code = self._stop()
            raise EpisodeFault("crash", f"the environment's process ended with {_death(code)}", 0) from None
        except TimeoutError:
            self._stop()
            detail = f"a step took longer than {self._step_seconds:g} s (--step-timeout)"
            raise EpisodeFault("hang", detail, 0) from None
        except BaseException:  # interrupted: the worker is in the middle of an episode
            self._stop()
            raise
        if kind == "fault":
            raise EpisodeFault(meta["kind"], meta["detail"], meta["env_steps"])
        return worker.read_episode(meta, arrays)

    def close(self) -> None:
        self._stop()

    def _start(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        # Without a session of its own it would get the terminal's Ctrl-C as well.
        with warnings.catch_warnings():
            # The fork is followed by exec at once, so JAX's warning about it does not apply.
            warnings.filterwarnings("ignore", message=".*os.fork.*", category=RuntimeWarning)
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "gogepo.engines.worker", str(theirs.fileno()), self._env),
                    *(json.dumps(self.interface.shape.hidden_sizes), str(self._survival_bonus)),
                ],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        theirs.close()
        self._connection = ours
        kind, meta, _ = self._await(ours, START_SECONDS)
        if kind == "refused":
            raise InputError(meta["detail"])
        return ours

    def _await(self, connection: socket.socket, still_seconds: float) -> tuple[str, dict[str, Any], Any]:
        """The next message that is not a pulse; `TimeoutError` when nothing moves for so long."""
        steps, moved = -1, time.monotonic()
        while True:
            connection.settimeout(max(0.01, moved + still_seconds - time.monotonic()))
            kind, meta, arrays = worker.receive(connection)
            if kind != "pulse":
                connection.settimeout(None)
                return kind, meta, arrays
            if meta["steps"] != steps:
                steps, moved = meta["steps"], time.monotonic()
            elif time.monotonic() - moved > still_seconds:
                raise TimeoutError

    def _stop(self) -> int | None:
        """End the worker; its exit code if it had ended by itself."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is None:
            return None
        try:
            return process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _death(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
