"""Who plays the episodes. An engine turns requests into episodes."""

from __future__ import annotations

from typing import Protocol

from gogepo.envs.rollout import Episode, Request
from gogepo.envs.spaces import Interface


class Engine(Protocol):
    """Plays policies. `play` raises `EpisodeFault` where the environment misbehaves."""

    interface: Interface

    def play(self, request: Request, seed: int) -> Episode: ...

    def close(self) -> None: ...
