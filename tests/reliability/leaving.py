"""Environments that try to end training, with whatever Python can raise, wherever they are called.

`reliability.leaving:Leaving-WHAT-WHERE-v0`. Episodes of odd reset seeds are bad. An environment is made a few
times before training, so `later` fails only when it is made once more, to explore.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from reliability.faulty import STEPS, half


class Unheard(BaseException):
    """Nobody expects it."""


class Speechless(Exception):
    """What its text is cannot be said."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


class Leaves(Exception):
    """Whoever asks for its text is told to go."""

    def __str__(self) -> str:
        raise SystemExit(0)


WHAT: dict[str, Callable[[], BaseException]] = {
    "exit": lambda: SystemExit(0),
    "exit-3": lambda: SystemExit(3),
    "exit-text": lambda: SystemExit("the simulator wants to go"),
    "interrupt": KeyboardInterrupt,
    "generator": GeneratorExit,
    "cancelled": asyncio.CancelledError,
    "unheard": Unheard,
    "group": lambda: BaseExceptionGroup("several", [SystemExit(0), Unheard()]),
    "stop": StopIteration,
    "memory": MemoryError,
    "pipe": lambda: BrokenPipeError(32, "Broken pipe"),
    "disk": lambda: OSError(28, "No space left on device"),
    "speechless": Speechless,
    "leaves": Leaves,
    "endless": lambda: ValueError("x" * 3_000_000),
}
WHERE = ("reset", "step", "close", "first", "later")


class Leaving(gym.Env[np.ndarray, np.ndarray]):
    observation_space = spaces.Box(-1, 1, (3,), np.float64)
    action_space = spaces.Box(-1, 1, (2,), np.float32)
    made = 0

    def __init__(self, what: str, where: str):
        self._what, self._where = what, where
        Leaving.made += 1
        is_worker = any("worker" in each for each in sys.argv[:2])  # one that has not tried it before
        before = 1 if is_worker else 2
        if where == "first" or (where == "later" and Leaving.made > before):
            self._leave()

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self._step, self._bad = 0, seed is not None and half(seed)
        if self._bad and self._where == "reset":
            self._leave()
        return self.np_random.uniform(-1, 1, 3), {}

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        self._step += 1
        if self._bad and self._where == "step" and self._step == 2:
            self._leave()
        return self.np_random.uniform(-1, 1, 3), float(action[0]), False, self._step == STEPS, {}

    def close(self) -> None:
        if self._where == "close":
            self._leave()

    def _leave(self) -> None:
        raise WHAT[self._what]()


for _what in WHAT:
    for _where in WHERE:
        gym.register(f"Leaving-{_what}-{_where}-v0", Leaving, kwargs={"what": _what, "where": _where})
