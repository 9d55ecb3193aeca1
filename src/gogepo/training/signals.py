"""Signals: the first asks for an orderly stop, a second one ends the process at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

from gogepo.engines import Done, Engine, Job

STOPPING = (
    *(signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT),
    *(signal.SIGUSR1, signal.SIGUSR2, signal.SIGXCPU),  # of batch systems, whose time is running out
)
GRACE_SECONDS = 4.0


class EpisodeAbandoned(BaseException):
    """The wait for an episode was given up. Not an `Exception`, which an environment might swallow."""


class StopSignals:
    """While entered, the first signal of `STOPPING` makes `stop()` true.

    An episode still playing `GRACE_SECONDS` later is abandoned. After the first signal the
    system's own handling is back, so a second one ends the process whatever it is doing. Nothing
    saved can be lost by that: saves are atomic.
    """

    def __init__(self) -> None:
        self._stopped = self._out_of_patience = self._playing = False
        self._before: dict[int, Any] = {}

    def stop(self) -> bool:
        return self._stopped

    def __enter__(self) -> StopSignals:
        for number in STOPPING:
            self._before[number] = signal.signal(number, self._first)
        self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._alarm)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            if not (
                self._stopped and number == signal.SIGXCPU
            ):  # which comes again until the program has ended
                signal.signal(number, handler or signal.SIG_DFL)  # one that Python does not know is lost

    def collect(self, engine: Engine, wait: float | None) -> Done | None:
        """`engine.collect`, which raises `EpisodeAbandoned` when patience ends."""
        self._playing = True
        try:
            if self._out_of_patience:
                raise EpisodeAbandoned
            return engine.collect(wait)
        finally:
            self._playing = False

    def _first(self, number: int, frame: FrameType | None) -> None:
        self._stopped = True
        for each in STOPPING:  # the kernel repeats SIGXCPU every second
            signal.signal(each, signal.SIG_IGN if each == signal.SIGXCPU else signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, GRACE_SECONDS)

    def _alarm(self, number: int, frame: FrameType | None) -> None:
        self._out_of_patience = True
        if self._playing:
            self._playing = False
            raise EpisodeAbandoned


class HeldSignals:
    """While entered, handlers of signals, which may raise, wait for the end of the update that they would strike.

    Broken off, an update would leave no state. In the main thread only, where handlers run.
    """

    def __init__(self) -> None:
        self._updating = False
        self._missed: list[int] = []
        self._before: dict[int, Any] = {}

    def __enter__(self) -> HeldSignals:
        if threading.current_thread() is threading.main_thread():
            handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
            self._before = {number: handler for number, handler in handlers.items() if callable(handler)}
            for number in self._before:
                signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            if signal.getsignal(number) == self._handle:
                signal.signal(number, handler)

    @contextmanager
    def update(self) -> Iterator[None]:
        self._updating = True
        try:
            yield
        finally:
            self._updating = False
        missed, self._missed = self._missed, []
        for number in missed:
            signal.raise_signal(number)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._updating:
            self._missed.append(number)
        else:
            self._before[number](number, frame)


class AbandonableEngine:
    """An engine whose episodes end when the user has asked to stop and patience is out."""

    def __init__(self, engine: Engine, signals: StopSignals):
        self._engine, self._signals = engine, signals
        self.interface = engine.interface

    def submit(self, job: Job) -> None:
        self._engine.submit(job)

    def collect(self, wait: float | None = None) -> Done | None:
        return self._signals.collect(self._engine, wait)

    def cancel(self) -> None:
        self._engine.cancel()

    def close(self) -> None:
        self._engine.close()
