"""The processes that play, and what they have played: bounded in number, time and memory.

There are a few slots: the two sides of the page and the sweep. Each has at most one process and one job;
a newer job cancels the older one of its slot.
"""

from __future__ import annotations

import itertools
import math
import socket
import struct
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from gogepo.config import RunConfig
from gogepo.engines import child, worker
from gogepo.policy import Policy
from gogepo.seeding import reset_seed

Slot = Literal["left", "right", "sweep"]
SLOTS: tuple[Slot, ...] = ("left", "right", "sweep")
START_SECONDS = 60.0
EPISODE_SECONDS = 60.0
"""A player that has said nothing for so long is replaced."""
SEND_SECONDS = 2
MOST_JOBS = 12
"""Jobs that are remembered; the oldest are forgotten."""
MOST_BYTES = 16 * 2**20
"""Bytes of frames that are kept of one job."""

Message = dict[str, Any]
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Frames:
    """One episode for the browser: an array of float32 or JPEGs, and how it is laid out."""

    layout: dict[str, Any]
    content: bytes

    @staticmethod
    def of(meta: Message, arrays: Arrays) -> Frames | None:
        """The frames that a player has sent, if it sent any."""
        if "pictures" in arrays:
            layout: dict[str, Any] = {"kind": "pictures", "sizes": [int(size) for size in arrays["sizes"]]}
            content = arrays["pictures"]
        elif arrays:
            ((kind, array),) = arrays.items()
            content = np.ascontiguousarray(array, "<f4")
            layout = {"kind": kind, "shape": list(content.shape)}
        else:
            return None
        return Frames({**layout, "seconds": meta["seconds"]}, content.tobytes())


@dataclass(eq=False)
class PlayJob:
    """Policies to be played, and how their episodes went."""

    number: int
    slot: Slot
    config: RunConfig
    policies: list[Policy]
    """One; of a sweep one for each command."""
    episodes_each: int
    told: dict[str, Any]
    """What the page hears of it beside its episodes."""
    status: Literal["waiting", "playing", "done", "cancelled", "failed"] = "waiting"
    problem: str | None = None
    episodes: list[dict[str, Any]] = field(default_factory=list)
    frames: dict[int, Frames] = field(default_factory=dict)
    played: int = 0
    """Number of policies whose episodes are all over."""

    def note(self, meta: Message, arrays: Arrays) -> None:
        """Take down an episode of the present policy."""
        entry = {key: value for key, value in meta.items() if key not in ("job", "seconds")}
        entry["number"] = number = len(self.episodes)
        entry["command"] = finite(self.policies[self.played].command)
        frames, kept = Frames.of(meta, arrays), sum(len(each.content) for each in self.frames.values())
        if frames is not None and kept + len(frames.content) <= MOST_BYTES:
            self.frames[number] = frames
        entry["frames"] = number in self.frames
        self.episodes.append(entry)

    def as_json(self) -> dict[str, Any]:
        return {
            **self.told,
            "job": self.number,
            "slot": self.slot,
            "status": self.status,
            "problem": self.problem,
            "episodes": list(self.episodes),
            "wanted": self.episodes_each * len(self.policies),
        }


class _Process:
    """One player, and the thread that listens to it."""

    def __init__(self, config: RunConfig, players: Players, slot: Slot):
        self.config, self._players = config, players
        self._slot: Slot = slot
        self.job: PlayJob | None = None
        """The job that it is at, or that waits until it is ready."""
        self.ready = False
        self.heard = time.monotonic()
        network, bonus = config.algorithm.network, config.survival_bonus or 0.0
        self.process, self._connection = child.start(
            "gogepo.dial.player", config.env, network, bonus, SDL_VIDEODRIVER="dummy"
        )
        # Trap: a player that has stopped reads nothing, and who sends to it holds the lock of all players.
        timeout = struct.pack("ll", SEND_SECONDS, 0)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeout)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def limit(self) -> float:
        """Seconds for which it may be silent."""
        return EPISODE_SECONDS if self.ready else START_SECONDS

    def ask(self, job: PlayJob) -> None:
        """Play the job's present policy, as soon as it is ready. What was played before is given up."""
        self.job, self.heard = job, time.monotonic()
        if not self.ready:
            return
        numbers = range(job.episodes_each)
        seeds = tuple(reset_seed(self.config.seed, "measurement", number) for number in numbers)
        _, meta, arrays = worker.request_message(job.policies[job.played].request(), seeds)
        job.status = "playing"
        self._send("play", {**meta, "job": [job.number, job.played], "record": job.slot != "sweep"}, arrays)

    def end_job(self, status: Literal["done", "cancelled", "failed"], problem: str | None = None) -> None:
        """The job is over, if it has one; it plays on until it is stopped or asked for another."""
        if self.job is not None:
            self.job.status, self.job.problem = status, problem
        self.job = None

    def stop(self) -> None:
        if self.ready:
            self._send("stop", {"job": None}, {})

    def _send(self, kind: str, meta: Message, arrays: Arrays) -> None:
        try:
            worker.send(self._connection, kind, meta, arrays)
        except OSError:
            self.kill()  # it is gone, as its thread will hear

    def kill(self) -> None:
        self.process.kill()
        self._connection.close()
        self.process.wait()

    def _listen(self) -> None:
        while True:
            try:
                kind, meta, arrays = worker.receive(self._connection)
            except (EOFError, OSError, ValueError):
                kind, meta, arrays = "lost", {}, {}
            self._players.hear(self._slot, self, kind, meta, arrays)
            if kind == "lost":
                return


class Players:
    """All players, and the jobs that are remembered. Any thread may call its methods."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._processes: dict[Slot, _Process] = {}
        self._jobs: OrderedDict[int, PlayJob] = OrderedDict()
        self._numbers = itertools.count(1)
        self.scenes: dict[str, dict[str, Any]] = {}
        """How an environment looks, as soon as a player has told."""
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def play(
        self, slot: Slot, config: RunConfig, policies: list[Policy], episodes_each: int, told: dict[str, Any]
    ) -> PlayJob:
        """Begin a job; the slot's older one is cancelled."""
        with self._lock:
            self.stop(slot)
            job = PlayJob(next(self._numbers), slot, config, policies, episodes_each, told)
            self._jobs[job.number] = job
            while len(self._jobs) > MOST_JOBS:
                self._jobs.popitem(last=False)
            self.warm_up(slot, config).ask(job)
            return job

    def warm_up(self, slot: Slot, config: RunConfig) -> _Process:
        """A process for this run, which is started if the slot has none."""
        with self._lock:
            process = self._processes.get(slot)
            if process is not None and (process.config != config or process.process.poll() is not None):
                self._end(slot, "cancelled")
                process = None
            if process is None:
                process = self._processes[slot] = _Process(config, self, slot)
            return process

    def stop(self, slot: Slot) -> None:
        """Cancel the slot's job, if there is one."""
        with self._lock:
            process = self._processes.get(slot)
            if process is not None and process.job is not None:
                process.end_job("cancelled")
                process.stop()

    def job(self, number: int) -> PlayJob | None:
        with self._lock:
            return self._jobs.get(number)

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            for slot in list(self._processes):
                self._end(slot, "cancelled")

    def hear(self, slot: Slot, process: _Process, kind: str, meta: Message, arrays: Arrays) -> None:
        """What a player says, from its thread."""
        with self._lock:
            if self._processes.get(slot) is not process:
                return
            process.heard, job = time.monotonic(), process.job
            if kind == "lost":
                self._end(slot, "failed", "the process that plays has ended; turn the dial again")
            elif kind == "refused":
                self._end(slot, "failed", meta["detail"])
            elif kind == "ready":
                process.ready = True
                self.scenes[process.config.env] = meta["scene"]
                if job is not None:
                    process.ask(job)
            elif job is None or meta["job"] != [job.number, job.played]:
                return  # of a job that was cancelled meanwhile
            elif kind == "episode":
                job.note(meta, arrays)
            else:
                job.played += 1
                if job.played < len(job.policies):
                    process.ask(job)
                else:
                    process.end_job("done")

    def _end(self, slot: Slot, status: Literal["cancelled", "failed"], problem: str | None = None) -> None:
        process = self._processes.pop(slot)
        process.kill()
        process.end_job(status, problem)

    def _watch(self) -> None:
        """Replace players that hang."""
        while not self._closed.wait(1.0):
            with self._lock:
                for slot, process in list(self._processes.items()):
                    limit, waited_for = process.limit, process.job is not None or not process.ready
                    if waited_for and time.monotonic() - process.heard > limit:
                        problem = f"an episode took longer than {limit:.0f} s and was given up"
                        self._end(slot, "failed", problem)


def finite(value: float) -> float | None:
    """For JSON, which has no NaN."""
    return float(value) if math.isfinite(value) else None
