"""Episodes as tasks of Ray: on this machine, or on all machines of a cluster that is there already."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import logging
import math
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import numpy as np

from gogepo.engines import Done, Job, Outcome, child, play_all, worker
from gogepo.engines.processes import ProcessEngine, core_count
from gogepo.envs.rollout import EpisodeFault
from gogepo.envs.spaces import Interface
from gogepo.inputs import InputError
from gogepo.types import PolicyShape

REPEATS = 20
"""How often Ray plays a job again whose worker or machine it has lost."""
CONNECT_SECONDS = 5.0
LOOK_SECONDS, GONE_SECONDS = 5.0, 30.0  # how often a cluster is looked for, and how long it may not be found
OBJECT_STORE_BYTES = 200 * 2**20  # weights on their way; what does not fit goes to the disk
LOOPBACK = "127.0.0.1"
FOLDERS, INSIDE = "gogepo-ray-", "r"
"""Ray lets everybody into its folder, so it lies in another. Short, as the paths of sockets must be."""
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": "^",  # no line about a worker that was lost
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # or Ray warns about GPUs
    "RAY_NUM_REDIS_GET_RETRIES": "1",  # of 40 s each, where what answers is no Ray
    "RAY_gcs_rpc_server_reconnect_timeout_s": "600",  # of a cluster that is lost: then Ray ends this process
}
LOCAL = {
    # Trap: on Linux Ray replaces 127.0.0.1 by the machine's address and then listens on all interfaces,
    # unless it believes to be on a system where it does not support clusters.
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    # Whoever reaches a port of Ray can run code as its user, and all users of this machine reach it.
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(),
}


class RayEngine:
    """One task a job. What a lost worker or machine was playing is played again from the same seeds.

    The environment is not in Ray's worker but in a process below it, by a `ProcessEngine` of one: what
    it does to that process is judged there, as without Ray. So a worker that Ray loses was not lost by
    its episode.
    """

    def __init__(
        self,
        env: str,
        interface: Interface,
        survival_bonus: float,
        *,
        address: str | None,
        step_seconds: float,
    ):
        self.interface = interface
        self._setting = _Setting(env, interface.shape, survival_bonus, step_seconds)
        self._jobs: dict[Future[Any], Job] = {}
        """Jobs under way, by the reference to their result."""
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()
        self._folder: _Folder | None = None
        os.environ.update(QUIET)
        if address is None and "ray" not in sys.modules:  # it reads them when it is imported
            os.environ.update(LOCAL)
        try:
            import ray
        except ImportError:
            raise InputError(
                "--engine ray needs a package that is missing; pip install 'gogepo[ray]'"
            ) from None
        self._ray: Any = ray
        self._ours = not ray.is_initialized()
        if self._ours:
            try:
                self._join(address) if address is not None else self._start()
            except BaseException:
                self.close()
                raise
        self._play = ray.remote(num_cpus=1, max_retries=REPEATS)(_play)
        self._address: str = ray.get_runtime_context().gcs_address
        self._looked, self._lost = time.monotonic(), math.inf

    def submit(self, job: Job) -> None:
        _, meta, arrays = worker.request_message(job.request, job.seeds)
        future = self._play.remote(self._setting, meta, arrays).future()
        self._jobs[future] = job
        future.add_done_callback(self._finished.put)

    def collect(self, wait: float | None = None) -> Done | None:
        until = math.inf if wait is None else time.monotonic() + wait
        while self._jobs:
            self._look()
            left = max(0.0, until - time.monotonic())
            try:
                # Trap: not ray.wait, in which an exception from a signal's handler becomes a SystemError.
                future = self._finished.get(timeout=min(left, LOOK_SECONDS))
            except Empty:
                if left < LOOK_SECONDS:
                    return None
                continue
            job = self._jobs.pop(future, None)
            if job is not None:  # not cancelled
                return Done(job, self._outcomes(future, job))
        return None

    def cancel(self) -> None:
        for future in self._jobs:
            with contextlib.suppress(self._ray.exceptions.RayError):  # a cluster that is gone plays nothing
                self._ray.cancel(future.object_ref, force=True)  # pyright: ignore[reportAttributeAccessIssue]
        self._jobs.clear()

    def close(self) -> None:
        """End the Ray that was started here; one that was joined is only left."""
        self.cancel()
        if self._ours:
            self._ray.shutdown()
        if self._folder is not None:
            self._folder.remove()

    def _outcomes(self, future: Future[Any], job: Job) -> list[Outcome]:
        errors = self._ray.exceptions
        try:
            kind, meta, arrays = future.result()
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError) as error:
            detail = f"Ray lost its worker {REPEATS + 1} times: {type(error).__name__}"
            return [EpisodeFault("crash", detail, 0) for _ in job.seeds]
        except errors.LocalRayletDiedError as error:
            raise ConnectionError(f"the Ray cluster is gone ({_first_line(error)})") from None
        except errors.RayError as error:  # its machine lacks this package, or has another version of it
            raise InputError(f"a worker of Ray cannot play: {_last_line(error)}") from error
        if kind == "refused":
            raise InputError(meta["detail"])
        # Ray's arrays are for reading only.
        return worker.read_outcomes(meta, {name: each.copy() for name, each in arrays.items()})

    def _look(self) -> None:
        """Notice a cluster that is gone before Ray does, which would end this process with nothing saved."""
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS:
            return
        self._looked = now
        try:
            _check_answers(self._address)
            self._lost = math.inf
        except InputError as error:
            self._lost = min(self._lost, now)
            if now - self._lost > GONE_SECONDS:
                raise ConnectionError(f"the Ray cluster is gone ({error})") from None

    def _start(self) -> None:
        """A Ray of our own, which nobody but this machine can reach."""
        # Not TMPDIR: the paths of sockets must be short.
        self._folder = _Folder(Path(os.environ.get("RAY_TMPDIR", "/tmp")))
        with socket.create_server((LOOPBACK, 0)) as taken:
            self._init(
                address="local",
                num_cpus=core_count(),
                resources={"TPU": 0},  # or on some machines Ray asks the network which TPU this is
                # Trap: without the dashboard its server is started all the same, and asks three clouds whether
                # this machine is theirs. It is not where its port is taken.
                include_dashboard=False,
                dashboard_port=taken.getsockname()[1],
                object_store_memory=OBJECT_STORE_BYTES,
                _node_ip_address=LOOPBACK,
                _temp_dir=str(self._folder.path / INSIDE),
                # The system's own killer takes the environment's process, and not Ray's worker.
                _system_config={"memory_monitor_refresh_ms": 0},
            )
        if self._ray.util.get_node_ip_address() != LOOPBACK:
            raise InputError(
                "this Ray would listen on the network, for it was imported before the engine was made; "
                "set RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER=0"
            )

    def _join(self, address: str) -> None:
        if address != "auto":
            _check_answers(address)
        self._init(address=address)

    def _init(self, **options: Any) -> None:
        # Trap: Ray puts the current directory first on its workers' path, but not for a job of its own client.
        path = child.import_path()[::-1]  # each is put before the last
        job = self._ray.job_config.JobConfig(_client_job=True, _py_driver_sys_path=path)
        try:
            with _sigterm_kept(), warnings.catch_warnings():
                # Each fork is followed by exec at once, so JAX's warning about it does not apply.
                warnings.filterwarnings("ignore", message=".*os.fork.*", category=RuntimeWarning)
                warnings.simplefilter("ignore", ResourceWarning)  # Ray forgets the socket that found no port
                self._ray.init(job_config=job, log_to_driver=False, logging_level=logging.CRITICAL, **options)
        except Exception as error:  # Ray raises whatever it likes
            raise InputError(f"no Ray at {options['address']!r}: {_first_line(error)}") from error


class _Folder:
    """A folder that only this user may enter, and that is removed at the latest by the next one to be made."""

    def __init__(self, place: Path):
        try:
            for left in place.glob(f"{FOLDERS}*"):
                _Folder._sweep(left)
            made = Path(tempfile.mkdtemp(prefix=f".{FOLDERS}", dir=place))
            self._lock = os.open(made, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self._lock, fcntl.LOCK_EX)  # let go when this process ends, however it does
            self.path = made.rename(made.with_name(made.name[1:]))
        except OSError as error:
            raise InputError(f"Ray has no room in {place} (RAY_TMPDIR): {error.strerror}") from None

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)

    @staticmethod
    def _sweep(left: Path) -> None:
        """Remove what a process of this user that was killed has left."""
        with contextlib.suppress(OSError):
            lock = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(lock).st_uid == os.geteuid() and os.listdir(lock) in ([], [INSIDE]):
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    shutil.rmtree(left)
            finally:
                os.close(lock)


@dataclass(frozen=True)
class _Setting:
    """What every job of an engine has in common."""

    env: str
    shape: PolicyShape
    survival_bonus: float
    step_seconds: float


def _play(
    setting: _Setting, meta: dict[str, Any], arrays: dict[str, np.ndarray]
) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    """Runs in a worker of Ray, which keeps its player from one job to the next."""
    try:
        outcomes = play_all(_player(setting), worker.read_request(meta, arrays), tuple(meta["seeds"]))
    except InputError as error:
        return "refused", {"detail": str(error)}, {}
    return worker.outcomes_message(outcomes)


@functools.cache
def _player(setting: _Setting) -> ProcessEngine:
    # Only the shape is needed: the process below reads the environment itself.
    interface = Interface(setting.shape, None, None, (), np.dtype(np.float32), 0)
    return ProcessEngine(
        setting.env, interface, setting.survival_bonus, workers=1, step_seconds=setting.step_seconds
    )


def _check_answers(address: str) -> None:
    """Refuse an address where nothing answers; Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdecimal():
        raise InputError(f"{address!r} is no address of Ray; give HOST:PORT, or auto")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise InputError(f"no Ray at {address!r}: {_first_line(error)}") from None


@contextmanager
def _sigterm_kept() -> Iterator[None]:
    """Ray puts its own handler in the place of the one that ends training in good order."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).split("\n")[0]


def _last_line(error: Exception) -> str:
    return str(error).strip().split("\n")[-1]
