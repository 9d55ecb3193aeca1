"""Signals: the first asks for an orderly stop, the second ends the process at once."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType
from typing import Any

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignals:
    """While entered, the first SIGINT, SIGTERM or SIGHUP makes `stop()` true.

    After it the system's own handling is back, so a second one ends the process whatever it is
    doing. Nothing saved can be lost by that: saves are atomic.
    """

    def __init__(self) -> None:
        self._stopped = False
        self._before: dict[int, Any] = {}

    def stop(self) -> bool:
        return self._stopped

    def __enter__(self) -> StopSignals:
        for number in STOPPING:
            self._before[number] = signal.signal(number, self._first)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _first(self, number: int, frame: FrameType | None) -> None:
        self._stopped = True
        for each in STOPPING:
            signal.signal(each, signal.SIG_DFL)
