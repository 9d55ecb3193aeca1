"""The process that plays the dial's episodes: one policy at a time, recorded for the browser.

It speaks the frames of `gogepo.engines.worker` and never imports JAX. What is asked later cancels what was
asked before.
"""

from __future__ import annotations

import math
import os
import queue
import socket
import threading
from typing import Any

import gymnasium as gym
import numpy as np

from gogepo.config import Network
from gogepo.dial.scene import FRAMES_A_SECOND, Stage, staged
from gogepo.engines.worker import read_request, receive, send
from gogepo.envs.exploration import Explorer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault, Request, rollout
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import env_factory
from gogepo.inputs import InputError

NICENESS = 19  # whoever trains on this machine comes first


class Cancelled(BaseException):
    """Something else has been asked for. No Exception, so that no environment's guard takes it for a fault."""


class Inbox:
    """What the server asks for, heard by a thread so that the newest is known in the middle of an episode."""

    def __init__(self, connection: socket.socket):
        self._connection = connection
        self._asked: queue.SimpleQueue[tuple[dict[str, Any], dict[str, np.ndarray]]] = queue.SimpleQueue()
        self.newest = -1
        threading.Thread(target=self._listen, daemon=True).start()

    def next(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        return self._asked.get()

    def _listen(self) -> None:
        while True:
            try:
                kind, meta, arrays = receive(self._connection)
            except (EOFError, OSError):
                os._exit(0)  # the server is gone
            self.newest = meta["job"]
            if kind == "play":
                self._asked.put((meta, arrays))


class Recorder(gym.Wrapper[Any, Any, Any, Any]):
    """Keeps what the browser will draw, every few steps; stops when something else is asked for."""

    def __init__(self, env: gym.Env[Any, Any], stage: Stage, inbox: Inbox):
        super().__init__(env)
        self._stage, self._inbox = stage, inbox
        self.job = -1
        self.record = True

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(**kwargs)
        self._steps = 0
        self._every = max(1, math.floor(1 / (FRAMES_A_SECOND * self._stage.seconds)))
        self._looks = [self._stage.look(observation)] if self.record else []
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        if self._inbox.newest != self.job:
            raise Cancelled
        result = self.env.step(action)
        self._steps += 1
        if self.record and (self._steps % self._every == 0 or result[2]):
            self._looks.append(self._stage.look(result[0]))
            if len(self._looks) > self._stage.most_frames:
                self._looks = self._looks[::2]
                self._every *= 2
        return result

    @property
    def seconds(self) -> float:
        """Of simulated time from one frame to the next."""
        return self._every * self._stage.seconds

    def frames(self) -> dict[str, np.ndarray]:
        return self._stage.frames(self._looks) if self._looks else {}


class Player:
    """Plays what is asked for and says how it went, episode by episode."""

    def __init__(self, connection: socket.socket, env: str, network: Network, survival_bonus: float):
        self._connection, self._bonus = connection, survival_bonus
        made, self._stage = staged(env_factory(env))
        self.scene = self._stage.scene
        self._interface = read_interface(made, network)
        self._inbox = Inbox(connection)
        self._env = Recorder(made, self._stage, self._inbox)

    def serve(self) -> None:
        while True:
            meta, arrays = self._inbox.next()
            self._env.job = meta["job"]
            try:
                for number, seed in enumerate(meta["seeds"]):
                    self._env.record = meta["record"] and number < self._stage.most_episodes
                    self._play(meta["job"], number, read_request(meta, arrays), seed)
                send(self._connection, "done", {"job": meta["job"]}, {})
            except Cancelled:
                continue

    def _play(self, job: int, number: int, request: Request, seed: int) -> None:
        told: dict[str, Any] = {"job": job, "number": number}
        frames: dict[str, np.ndarray] = {}
        try:
            episode = self._episode(request, seed)
            told |= {"env_return": episode.env_return, "training_return": episode.training_return}
            told |= {"env_steps": episode.env_steps, "terminated": episode.terminated}
            frames = self._env.frames()
            told["seconds"] = self._env.seconds
        except EpisodeFault as fault:
            told |= {"fault": fault.kind, "detail": fault.detail[:300], "env_steps": fault.env_steps}
        send(self._connection, "episode", told, frames)

    def _episode(self, request: Request, seed: int) -> Episode:
        if self._interface.shape.commanded:
            return Explorer(lambda: self._env, self._interface, self._bonus).play(request, seed)
        player = NumpyPolicy(self._interface.shape, request.weights, request.normalizer)
        return rollout(self._env, self._interface, player, seed, self._bonus)


def main(connection: socket.socket, env: str, network: Network, survival_bonus: float) -> None:
    os.nice(NICENESS)
    try:
        player = Player(connection, env, network, survival_bonus)
    except InputError as error:
        send(connection, "refused", {"detail": str(error)}, {})
        return
    send(connection, "ready", {"scene": player.scene}, {})
    player.serve()
