"""The other end of `ProcessEngine`: plays episodes in a process of its own.

Messages are frames of bytes over a socket (a length, then a safetensors file): nothing that is read can run code.
Never imports JAX.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import struct
import threading
import time
from typing import Any

import numpy as np
import safetensors.numpy

from gogepo import streams
from gogepo.config import Network
from gogepo.engines import Outcome
from gogepo.envs.fast_mujoco import FastMujoco
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.rollout import Episode, EpisodeFault, Exploration, Request, Trajectory
from gogepo.inputs import InputError

HEARTBEAT_SECONDS = 0.2
_HEADER = struct.Struct("<QQ")
LARGEST_FRAME = 2**31


def send(connection: socket.socket, kind: str, meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    content = safetensors.numpy.save(arrays, {"kind": kind, "meta": json.dumps(meta)})
    connection.sendall(_HEADER.pack(len(content), 0) + content)


def receive(connection: socket.socket) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    """The next message; `EOFError` when the other side is gone."""
    length, _ = _HEADER.unpack(_receive_exactly(connection, _HEADER.size))
    if length > LARGEST_FRAME:
        raise EOFError("a message of impossible length")
    content = _receive_exactly(connection, length)
    header_size = int.from_bytes(content[:8], "little")
    metadata = json.loads(content[8 : 8 + header_size])["__metadata__"]
    return metadata["kind"], json.loads(metadata["meta"]), safetensors.numpy.load(content)


def _receive_exactly(connection: socket.socket, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = connection.recv(count - len(parts))
        if not part:
            raise EOFError("the other process is gone")
        parts += part
    return bytes(parts)


def request_message(
    request: Request, seeds: tuple[int, ...]
) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    meta: dict[str, Any] = {"seeds": seeds, "index": request.index}
    meta |= {"command": request.command, "horizon": request.horizon, "count": request.normalizer.count}
    arrays = {
        "weights": np.ascontiguousarray(request.weights, np.float32),
        "mean": np.asarray(request.normalizer.mean, np.float64),
        "deviation": np.asarray(request.normalizer.deviation, np.float64),
    }
    plan = request.exploration
    if plan is not None:
        meta |= {"random": plan.random, "steps": plan.steps, "correlation": plan.correlation}
        arrays |= {"noise": plan.noise, "actions": plan.actions}
    return "play", meta, arrays


def read_request(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> Request:
    normalizer = Normalizer(arrays["mean"], arrays["deviation"], meta["count"])
    plan = None
    if "noise" in arrays:
        how = (meta["random"], arrays["actions"], meta["steps"], meta["correlation"])
        plan = Exploration(arrays["noise"], *how)
    return Request(meta["index"], meta["command"], arrays["weights"], normalizer, meta["horizon"], plan)


def outcomes_message(outcomes: list[Outcome]) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    entries: list[dict[str, Any]] = []
    arrays: dict[str, np.ndarray] = {}
    for number, outcome in enumerate(outcomes):
        if isinstance(outcome, EpisodeFault):
            entries.append({"kind": outcome.kind, "detail": outcome.detail, "env_steps": outcome.env_steps})
            continue
        entry = {key: value for key, value in vars(outcome).items() if key not in ("moments", "trajectory")}
        entries.append({**entry, "count": outcome.moments.count})
        arrays[f"mean.{number}"] = outcome.moments.mean
        arrays[f"squares.{number}"] = outcome.moments.squares
        if outcome.trajectory is not None:
            arrays |= {f"{name}.{number}": array for name, array in vars(outcome.trajectory).items()}
    return "outcomes", {"outcomes": entries}, arrays


def read_outcomes(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for number, entry in enumerate(meta["outcomes"]):
        if "kind" in entry:
            outcomes.append(EpisodeFault(**entry))
            continue
        count = entry.pop("count")
        moments = Moments(count, arrays[f"mean.{number}"], arrays[f"squares.{number}"])
        trajectory = None
        if f"rewards.{number}" in arrays:
            names = ("observations", "actions", "rewards")
            trajectory = Trajectory(*(arrays[f"{name}.{number}"] for name in names))
        outcomes.append(Episode(**entry, moments=moments, trajectory=trajectory))
    return outcomes


class _Pulse:
    """Tells the parent, from a thread, how many steps have been made: a hang shows as no change."""

    def __init__(self, connection: socket.socket, sending: threading.Lock):
        self.steps = 0
        self.counting: list[FastMujoco] = []
        """Environments that count their steps themselves."""
        self.trusted = False
        """Whether the task at hand cannot hang, so that being alive is moving."""
        self._connection, self._sending = connection, sending
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while True:
            time.sleep(HEARTBEAT_SECONDS)
            self.steps += self.trusted
            try:
                steps = self.steps + sum(env.steps for env in self.counting)
                with self._sending:
                    send(self._connection, "pulse", {"steps": steps}, {})
            except OSError:
                os._exit(0)  # the parent is gone


def main(connection: socket.socket, env: str, network: Network, survival_bonus: float) -> None:
    from gogepo.engines.inline import InlineEngine
    from gogepo.envs.check import check_env
    from gogepo.envs.tasks import env_factory

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # so a KeyboardInterrupt is the environment's own
    streams.secure()
    sending = threading.Lock()
    pulse = _Pulse(connection, sending)

    def counted(made: Any) -> Any:
        """An environment whose steps the parent hears of."""
        if isinstance(made, FastMujoco):
            pulse.counting.append(made)
            return made
        inner = made.step

        def counting_step(action: Any) -> Any:
            result = inner(action)
            pulse.steps += 1
            return result

        made.step = counting_step
        return made

    try:
        engine = InlineEngine(env_factory(env), network, survival_bonus, prepare=counted)
        check_env(engine.env, seed=0)
    except InputError as error:
        with sending:
            send(connection, "refused", {"detail": str(error)}, {})
        return
    with sending:
        send(connection, "ready", {"lockstep": engine.lockstep is not None}, {})
    while True:
        try:
            _, meta, arrays = receive(connection)
        except (EOFError, OSError):
            return  # the parent is gone
        pulse.steps += 1
        seeds = tuple(meta["seeds"])
        pulse.trusted = len(seeds) > 1 and engine.lockstep is not None
        outcomes = engine.play_all(read_request(meta, arrays), seeds)
        pulse.trusted = False
        with sending:
            send(connection, *outcomes_message(outcomes))
