"""The process that plays the dial's episodes: one policy at a time, recorded for the browser.

It speaks the frames of `gogepo.engines.worker` and never imports JAX. A new request cancels the one before
it.
"""

from __future__ import annotations

import math
import os
import queue
import socket
import threading
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

from gogepo.config import Network
from gogepo.dial.scene import FRAMES_A_SECOND, Scene, make_scene
from gogepo.engines.worker import read_request, receive, send
from gogepo.envs.exploration import play_in
from gogepo.envs.rollout import EpisodeFault, Request
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import env_factory
from gogepo.inputs import InputError

NICENESS = 19  # training on this machine comes first


class Cancelled(BaseException):
    """Something else was asked for. It is no Exception, so that it is not taken for an environment's fault."""


class Recorder(gym.Wrapper[Any, Any, Any, Any]):
    """Captures what the browser will draw, every few steps; stops when something else is asked for."""

    def __init__(self, env: gym.Env[Any, Any], scene: Scene, cancelled: Callable[[], bool]):
        super().__init__(env)
        self._scene, self._cancelled = scene, cancelled
        self.record = True

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(**kwargs)
        self._steps = 0
        self._every = max(1, math.floor(1 / (FRAMES_A_SECOND * self._scene.seconds)))
        self._captured = [self._scene.capture(observation)] if self.record else []
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        if self._cancelled():
            raise Cancelled
        result = self.env.step(action)
        self._steps += 1
        if self.record and (self._steps % self._every == 0 or result[2]):
            self._captured.append(self._scene.capture(result[0]))
            if len(self._captured) > self._scene.most_frames:
                self._captured = self._captured[::2]
                self._every *= 2
        return result

    @property
    def seconds(self) -> float:
        """Simulated time from one frame to the next."""
        return self._every * self._scene.seconds

    def frames(self) -> dict[str, np.ndarray]:
        return self._scene.frames(self._captured) if self._captured else {}


class Player:
    """Plays what is asked for and reports every episode."""

    def __init__(self, connection: socket.socket, env: str, network: Network, survival_bonus: float):
        self._connection, self._bonus = connection, survival_bonus
        self._job: Any = None
        self._newest: Any = None
        """The job that was asked for last."""
        self._asked: queue.SimpleQueue[tuple[dict[str, Any], dict[str, np.ndarray]]] = queue.SimpleQueue()
        made, self.scene = make_scene(env_factory(env))
        self._interface = read_interface(made, network)
        self._env = Recorder(made, self.scene, lambda: self._newest != self._job)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Hear what is asked in the middle of an episode too."""
        while True:
            try:
                kind, meta, arrays = receive(self._connection)
            except (EOFError, OSError):
                os._exit(0)  # the server is gone
            self._newest = meta["job"]
            if kind == "play":
                self._asked.put((meta, arrays))

    def serve(self) -> None:
        while True:
            meta, arrays = self._asked.get()
            self._job, request = meta["job"], read_request(meta, arrays)
            try:
                for number, seed in enumerate(meta["seeds"]):
                    self._env.record = meta["record"] and number < self.scene.most_episodes
                    self._play(number, request, seed)
                send(self._connection, "done", {"job": self._job}, {})
            except Cancelled:
                continue

    def _play(self, number: int, request: Request, seed: int) -> None:
        told: dict[str, Any] = {"job": self._job, "number": number}
        frames: dict[str, np.ndarray] = {}
        try:
            episode = play_in(self._env, self._interface, request, seed, self._bonus)
            told |= {"env_return": episode.env_return, "training_return": episode.training_return}
            told |= {"env_steps": episode.env_steps, "terminated": episode.terminated}
            frames = self._env.frames()
            told["seconds"] = self._env.seconds
        except EpisodeFault as fault:
            if isinstance(fault.__cause__, Cancelled):  # an episode takes whatever is raised for a fault
                raise fault.__cause__ from None
            told |= {"fault": fault.kind, "detail": fault.detail[:300], "env_steps": fault.env_steps}
        send(self._connection, "episode", told, frames)


def main(connection: socket.socket, env: str, network: Network, survival_bonus: float) -> None:
    os.nice(NICENESS)
    try:
        player = Player(connection, env, network, survival_bonus)
    except InputError as error:
        send(connection, "refused", {"detail": str(error)}, {})
        return
    send(connection, "ready", {"scene": player.scene.description}, {})
    player.serve()
