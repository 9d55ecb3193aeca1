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

from gogepo.config import Network
from gogepo.engines import child, worker
from gogepo.envs.rollout import Request
from gogepo.policy import Policy
from gogepo.seeding import reset_seed

Slot = Literal["left", "right", "sweep"]
SLOTS: tuple[Slot, ...] = ("left", "right", "sweep")
START_SECONDS = 60.0
EPISODE_SECONDS = 60.0
"""A player that has said nothing for so long is replaced."""
SEND_SECONDS = 2
MOST_JOBS = 12
"""Remembered; the oldest are forgotten."""
MOST_BYTES = 16 * 2**20
"""Of the frames of one job."""


@dataclass(frozen=True)
class Show:
    """What a player must know of a run."""

    env: str
    network: Network
    survival_bonus: float
    seed: int


@dataclass(frozen=True)
class Frames:
    """One episode for the browser: an array of float32 or JPEGs, and how it is laid out."""

    layout: dict[str, Any]
    content: bytes


@dataclass(eq=False)
class Job:
    """A policy that was asked for, and how its episodes went."""

    number: int
    slot: Slot
    show: Show
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
    """Policies of a sweep that are done."""

    @property
    def over(self) -> bool:
        return self.status not in ("waiting", "playing")

    def as_json(self) -> dict[str, Any]:
        return {
            **self.told,
            "job": self.number,
            "slot": self.slot,
            "status": self.status,
            "problem": self.problem,
            "episodes": self.episodes,
            "wanted": self.episodes_each * len(self.policies),
        }


class _Player:
    """One process, and the thread that listens to it."""

    def __init__(self, show: Show, troupe: Troupe, slot: Slot):
        self.show, self._troupe = show, troupe
        self._slot: Slot = slot
        self.job: Job | None = None
        self.ready = False
        self.heard = time.monotonic()
        self.process, self._connection = child.start(
            *("gogepo.dial.player", show.env, show.network, show.survival_bonus), SDL_VIDEODRIVER="dummy"
        )
        # Trap: a player that has stopped reads nothing, and who sends to it holds the troupe's lock.
        timeout = struct.pack("ll", SEND_SECONDS, 0)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeout)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def limit(self) -> float:
        return EPISODE_SECONDS if self.ready else START_SECONDS

    def ask(self, job: Job) -> None:
        """Play the job's next policy. What was played before is given up."""
        self.job, self.heard = job, time.monotonic()
        if not self.ready:
            return  # it is asked again when it says so
        policy = job.policies[job.played]
        request = Request(0, policy.command, policy.weights, policy.normalizer, policy.horizon)
        seeds = tuple(
            reset_seed(self.show.seed, "measurement", number) for number in range(job.episodes_each)
        )
        _, meta, arrays = worker.request_message(request, seeds)
        meta |= {"job": job.number * 1000 + job.played, "record": job.slot != "sweep"}
        job.status = "playing"
        self._say("play", meta, arrays)

    def stop(self) -> None:
        self.job = None
        if self.ready:
            self._say("stop", {"job": -1}, {})

    def _say(self, kind: str, meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        try:
            worker.send(self._connection, kind, meta, arrays)
        except OSError:
            self.end()  # it is gone; its thread hears of it too

    def end(self) -> None:
        self.process.kill()
        self._connection.close()
        self.process.wait()

    def _listen(self) -> None:
        while True:
            try:
                kind, meta, arrays = worker.receive(self._connection)
            except (EOFError, OSError, ValueError):
                self._troupe.lost(self._slot, self)
                return
            self._troupe.hear(self._slot, self, kind, meta, arrays)


class Troupe:
    """All players and the jobs that are remembered. Its methods may be called by any thread."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._players: dict[Slot, _Player] = {}
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._current: dict[Slot, Job] = {}
        self._numbers = itertools.count(1)
        self.scenes: dict[str, dict[str, Any]] = {}
        """By environment, as soon as a player has told."""
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()

    def play(
        self, slot: Slot, show: Show, policies: list[Policy], episodes_each: int, told: dict[str, Any]
    ) -> Job:
        """Begin a job; the slot's older one is cancelled."""
        with self._lock:
            self._cancel(slot)
            job = Job(next(self._numbers), slot, show, policies, episodes_each, told)
            self._jobs[job.number] = self._current[slot] = job
            for number in list(self._jobs)[:-MOST_JOBS]:
                del self._jobs[number]
            self._player(slot, show).ask(job)
            return job

    def warm_up(self, slot: Slot, show: Show) -> None:
        """Have a process ready before the first job."""
        with self._lock:
            self._player(slot, show)

    def stop(self, slot: Slot) -> None:
        with self._lock:
            self._cancel(slot)

    def job(self, number: int) -> Job | None:
        with self._lock:
            return self._jobs.get(number)

    def told(self, number: int) -> dict[str, Any] | None:
        """What the page hears of a job."""
        with self._lock:
            job = self._jobs.get(number)
            return None if job is None else {**job.as_json(), "episodes": list(job.episodes)}

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            players, self._players = list(self._players.values()), {}
        for player in players:
            player.end()

    def _player(self, slot: Slot, show: Show) -> _Player:
        player = self._players.get(slot)
        if player is not None and (player.show != show or player.process.poll() is not None):
            del self._players[slot]
            player.end()
            player = None
        if player is None:
            player = self._players[slot] = _Player(show, self, slot)
        return player

    def _cancel(self, slot: Slot) -> None:
        job = self._current.pop(slot, None)
        if job is None:
            return
        if not job.over:
            job.status = "cancelled"
            if slot in self._players:
                self._players[slot].stop()

    def hear(
        self, slot: Slot, player: _Player, kind: str, meta: dict[str, Any], arrays: dict[str, np.ndarray]
    ) -> None:
        with self._lock:
            if self._players.get(slot) is not player:
                return
            player.heard = time.monotonic()
            job = player.job
            if kind == "ready":
                player.ready = True
                self.scenes[player.show.env] = meta["scene"]
                if job is not None:
                    player.ask(job)
            elif kind == "refused":
                self._fail(slot, meta["detail"])
            elif job is None or meta["job"] != job.number * 1000 + job.played:
                return  # of a job that was cancelled meanwhile
            elif kind == "episode":
                self._note(job, meta, arrays)
            else:
                job.played += 1
                if job.played < len(job.policies):
                    player.ask(job)
                else:
                    job.status, player.job = "done", None

    def _note(self, job: Job, meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        entry = {key: value for key, value in meta.items() if key not in ("job", "seconds")}
        entry["number"] = number = len(job.episodes)
        entry["command"] = _finite(job.policies[job.played].command)
        frames = _frames(meta, arrays)
        kept = sum(len(each.content) for each in job.frames.values())
        entry["frames"] = frames is not None and kept + len(frames.content) <= MOST_BYTES
        if frames is not None and entry["frames"]:
            job.frames[number] = frames
        job.episodes.append(entry)

    def lost(self, slot: Slot, player: _Player) -> None:
        with self._lock:
            if self._players.get(slot) is not player:
                return
            del self._players[slot]
            player.end()
            self._current_failed(slot, "the process that plays has ended; turn the dial again")

    def _fail(self, slot: Slot, problem: str) -> None:
        player = self._players.pop(slot, None)
        if player is not None:
            player.end()
        self._current_failed(slot, problem)

    def _current_failed(self, slot: Slot, problem: str) -> None:
        job = self._current.pop(slot, None)
        if job is not None and not job.over:
            job.status, job.problem = "failed", problem

    def _watch(self) -> None:
        """Replace players that hang."""
        while not self._closed.wait(1.0):
            with self._lock:
                for slot, player in list(self._players.items()):
                    waiting = player.job is not None or not player.ready
                    if waiting and time.monotonic() - player.heard > player.limit:
                        self._fail(slot, f"an episode took longer than {player.limit:.0f} s and was given up")


def _frames(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> Frames | None:
    for name in ("poses", "observations"):
        if name in arrays:
            array = np.ascontiguousarray(arrays[name], "<f4")
            layout = {"kind": name, "shape": list(array.shape), "seconds": meta["seconds"]}
            return Frames(layout, array.tobytes())
    if "pictures" in arrays:
        sizes = [int(size) for size in arrays["sizes"]]
        layout = {"kind": "pictures", "sizes": sizes, "seconds": meta["seconds"]}
        return Frames(layout, arrays["pictures"].tobytes())
    return None


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
