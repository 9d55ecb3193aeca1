"""Episodes in worker processes: as many at once as there are cores, and a hang or crash costs no run."""

from __future__ import annotations

import math
import os
import selectors
import socket
import subprocess
import time
from collections import deque
from dataclasses import dataclass, field

from gogepo.engines import Done, Job, Outcome, child, worker
from gogepo.envs.rollout import Episode, EpisodeFault, FaultKind
from gogepo.envs.spaces import Interface
from gogepo.inputs import InputError

START_SECONDS = 120.0
TRIES, LOCKSTEP_TRIES = 2, 20
ATTENTIVE_SECONDS = 1.0  # a caller that collects at least so often misses nothing
GLANCE_SECONDS = 0.25  # the longest single wait, so that a suspension is noticed soon


def core_count() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0))


@dataclass(eq=False)
class _Task:
    """A job on its way through the workers."""

    job: Job
    deaths: int = 0
    whole: _Split | None = None
    """The job of which this is one episode; `position` says which."""
    position: int = 0


@dataclass(eq=False)
class _Split:
    """A job whose episodes are played one by one, because together they took a worker with them."""

    job: Job
    outcomes: dict[int, Outcome] = field(default_factory=dict)


@dataclass(eq=False)
class _Worker:
    process: subprocess.Popen[bytes]
    connection: socket.socket
    task: _Task | None
    ready: bool = False
    steps: int = -1
    moved: float = field(default_factory=time.monotonic)
    """When it was last seen to make a step."""
    playing: set[int] = field(default_factory=set)
    """Seeds of episodes of which it has played a part and may play the next."""


class ProcessEngine:
    """A pool of workers, each replaced when it dies or stops moving.

    A job whose worker dies is played again from the same seeds. An episode that takes its worker with
    it a second time, or makes no step for `step_seconds`, is a fault of zero environment steps: how far
    it got is known only to the clock, and a resumed run must count the same.
    """

    def __init__(
        self, env: str, interface: Interface, survival_bonus: float, *, workers: int, step_seconds: float
    ):
        self.interface = interface
        self._env, self._survival_bonus, self._step_seconds = env, survival_bonus, step_seconds
        self._most = workers
        self._workers: dict[socket.socket, _Worker] = {}
        self._selector = selectors.DefaultSelector()
        self._waiting: deque[_Task] = deque()
        self._finished: deque[Done] = deque()
        self._listened = time.monotonic()
        self._lockstep = False
        """Whether workers play several episodes together; they say so when they are ready."""

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers that live now."""
        return [each.process.pid for each in self._workers.values()]

    def submit(self, job: Job) -> None:
        self._waiting.append(_Task(job))
        self._hand_out()

    def collect(self, wait: float | None = None) -> Done | None:
        until = math.inf if wait is None else time.monotonic() + wait
        while True:
            busy = [each for each in self._workers.values() if each.task is not None]
            if not self._finished and busy:
                soonest = min(until, *(self._deadline(each) for each in busy)) - time.monotonic()
                self._listen(min(max(0.0, soonest), GLANCE_SECONDS))
                for each in busy:
                    if each.task is not None and time.monotonic() > self._deadline(each):
                        self._lose(each, "hang")
                self._hand_out()
            if self._finished:
                return self._finished.popleft()
            if time.monotonic() >= until or not (busy or self._waiting):
                return None

    def cancel(self) -> None:
        for each in list(self._workers.values()):
            if each.task is not None:  # in the middle of an episode
                self._end(each, seconds=0.0)
        self._waiting.clear()
        self._finished.clear()

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        self.cancel()
        for each in list(self._workers.values()):
            self._end(each, seconds=0.5)

    def _hand_out(self) -> None:
        """Give waiting tasks to idle workers, then to new ones while there may be more.

        The next part of an episode waits for the worker that has played it so far: anybody else would have
        to take all its actions again.
        """
        idle = [each for each in self._workers.values() if each.ready and each.task is None]
        waiting, self._waiting = self._waiting, deque()
        while waiting and (idle or len(self._workers) < self._most):
            task = waiting.popleft()
            home = next((each for each in self._workers.values() if task.job.seeds[0] in each.playing), None)
            if home is not None and home not in idle:
                self._waiting.append(task)
            elif idle:
                chosen = home or min(idle, key=lambda each: len(each.playing))
                idle.remove(chosen)
                self._send(chosen, task)
            else:
                self._start(task)
        self._waiting.extend(waiting)

    def _start(self, task: _Task) -> None:
        """A new worker, which gets its first task when it says that it is ready."""
        network = self.interface.shape.network
        process, ours = child.start("gogepo.engines.worker", self._env, network, self._survival_bonus)
        ours.settimeout(self._step_seconds)  # for the rest of a message that has begun
        started = _Worker(process, ours, task)
        self._workers[ours] = started
        self._selector.register(ours, selectors.EVENT_READ, started)

    def _send(self, to: _Worker, task: _Task) -> None:
        to.task, to.steps, to.moved = task, -1, time.monotonic()
        try:
            worker.send(to.connection, *worker.request_message(task.job.request, task.job.seeds))
        except OSError:  # it was gone before it heard of the task
            to.task = None
            self._lose(to, "crash")
            self._waiting.appendleft(task)

    def _listen(self, seconds: float) -> None:
        """Read all that workers have said, waiting so long at most for the first of it."""
        # Trap: while nobody listens, pulses pile up until the socket is full, and later ones are missing.
        # So time away proves no hang.
        begun = time.monotonic()
        away = begun - self._listened
        for each in self._workers.values():
            each.moved += max(0.0, away - ATTENTIVE_SECONDS)
        events = self._selector.select(seconds)
        stood_still = time.monotonic() - begun - seconds
        if stood_still > GLANCE_SECONDS:  # a job that was suspended, workers and all
            for each in self._workers.values():
                each.moved += stood_still
        while events:
            for key, _ in events:
                self._read(key.data)
            events = self._selector.select(0.0)
        self._listened = time.monotonic()

    def _read(self, sender: _Worker) -> None:
        if sender.connection not in self._workers:
            return  # lost while this batch of messages was read
        try:
            kind, meta, arrays = worker.receive(sender.connection)
        except (EOFError, OSError):
            self._lose(sender, "crash")
            return
        if kind == "pulse":
            if meta["steps"] != sender.steps:
                sender.steps, sender.moved = meta["steps"], time.monotonic()
        elif kind == "refused":
            self.close()
            raise InputError(meta["detail"])
        elif kind == "ready":
            self._lockstep = meta["lockstep"]
            sender.ready, task = True, sender.task
            assert task is not None  # a worker is started for a task
            self._send(sender, task)
        else:
            task, sender.task = sender.task, None
            assert task is not None  # it answers what it was sent
            outcomes = worker.read_outcomes(meta, arrays)
            for each in self._workers.values():
                each.playing.discard(task.job.seeds[0])
            if isinstance(outcomes[0], Episode) and not outcomes[0].over:
                sender.playing.add(task.job.seeds[0])
            self._finish(task, outcomes)

    def _deadline(self, each: _Worker) -> float:
        return each.moved + (self._step_seconds if each.ready else START_SECONDS)

    def _lose(self, lost: _Worker, kind: FaultKind) -> None:
        """A worker is gone or must go; what becomes of its task."""
        task, lost.task = lost.task, None
        code = self._end(lost, seconds=0.5 if kind == "crash" else 0.0)
        if task is None:
            return
        task.deaths += 1
        # Trap: what plays in lockstep rounds otherwise alone. It is of Gymnasium's own, which do not crash.
        together = self._lockstep and len(task.job.seeds) > 1
        if kind == "crash" and task.deaths < (LOCKSTEP_TRIES if together else TRIES):
            self._waiting.appendleft(task)
        elif len(task.job.seeds) > 1:
            whole = _Split(task.job)
            for position, seed in reversed(list(enumerate(task.job.seeds))):
                alone = Job(task.job.request, (seed,))
                self._waiting.appendleft(_Task(alone, whole=whole, position=position))
        else:
            detail = (
                f"the environment's process ended with {_death(code)}"
                if kind == "crash"
                else f"a step took longer than {self._step_seconds:g} s (--step-timeout)"
            )
            self._finish(task, [EpisodeFault(kind, detail, 0)])

    def _finish(self, task: _Task, outcomes: list[Outcome]) -> None:
        whole = task.whole
        if whole is None:
            self._finished.append(Done(task.job, outcomes))
            return
        whole.outcomes[task.position] = outcomes[0]
        count = len(whole.job.seeds)
        if len(whole.outcomes) == count:
            self._finished.append(Done(whole.job, [whole.outcomes[position] for position in range(count)]))

    def _end(self, ended: _Worker, seconds: float) -> int | None:
        """Stop a worker; its exit code if it ended by itself within so many seconds."""
        del self._workers[ended.connection]
        self._selector.unregister(ended.connection)
        ended.connection.close()
        try:
            return ended.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            ended.process.kill()
            return ended.process.wait()


def _death(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
