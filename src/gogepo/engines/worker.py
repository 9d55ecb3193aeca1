"""The other end of `IsolatedEngine`: plays episodes in a process of its own.

Started as `python -m gogepo.engines.worker FD ENV`. Messages are frames of bytes over a socket
(a length, then a safetensors file): nothing that is read can run code. Never imports JAX.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import sys
import threading
import time
from typing import Any

import numpy as np
import safetensors.numpy

from gogepo.config import InputError
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.rollout import Episode, EpisodeFault, Request

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


def request_message(request: Request, seed: int) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    return (
        "play",
        {"seed": seed, "index": request.index, "command": request.command},
        {
            "weights": np.ascontiguousarray(request.weights, np.float32),
            "mean": np.asarray(request.normalizer.mean, np.float64),
            "deviation": np.asarray(request.normalizer.deviation, np.float64),
        },
    )


def read_request(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> Request:
    normalizer = Normalizer(arrays["mean"], arrays["deviation"])
    return Request(meta["index"], meta["command"], arrays["weights"], normalizer)


def episode_message(episode: Episode) -> tuple[str, dict[str, Any], dict[str, np.ndarray]]:
    moments = episode.moments
    meta = {key: value for key, value in vars(episode).items() if key != "moments"}
    meta["count"] = moments.count
    return "episode", meta, {"mean": moments.mean, "squares": moments.squares}


def read_episode(meta: dict[str, Any], arrays: dict[str, np.ndarray]) -> Episode:
    count = meta.pop("count")
    return Episode(**meta, moments=Moments(count, arrays["mean"], arrays["squares"]))


class _Pulse:
    """Tells the parent, from a thread, how many steps have been made: a hang shows as no change."""

    def __init__(self, connection: socket.socket, sending: threading.Lock):
        self.steps = 0
        self._connection, self._sending = connection, sending
        threading.Thread(target=self._beat, daemon=True).start()

    def _beat(self) -> None:
        while True:
            time.sleep(HEARTBEAT_SECONDS)
            try:
                with self._sending:
                    send(self._connection, "pulse", {"steps": self.steps}, {})
            except OSError:
                os._exit(0)  # the parent is gone


def main() -> None:
    from gogepo.engines.inline import InlineEngine
    from gogepo.envs.guard import check_env
    from gogepo.envs.tasks import env_factory

    descriptor, env, hidden, bonus = sys.argv[1:]
    connection = socket.socket(fileno=int(descriptor))
    sending = threading.Lock()
    pulse = _Pulse(connection, sending)
    try:
        engine = InlineEngine(env_factory(env), tuple(json.loads(hidden)), float(bonus))
        check_env(engine.env, seed=0)
    except InputError as error:
        with sending:
            send(connection, "refused", {"detail": str(error)}, {})
        return
    inner = engine.env.step

    def counting_step(action: Any) -> Any:
        result = inner(action)
        pulse.steps += 1
        return result

    engine.env.step = counting_step  # type: ignore[method-assign]
    with sending:
        send(connection, "ready", {}, {})
    while True:
        try:
            _, meta, arrays = receive(connection)
        except EOFError:
            return
        pulse.steps += 1
        try:
            reply = episode_message(engine.play(read_request(meta, arrays), meta["seed"]))
        except EpisodeFault as fault:
            reply = ("fault", {"kind": fault.kind, "detail": fault.detail, "env_steps": fault.env_steps}, {})
        with sending:
            send(connection, *reply)


if __name__ == "__main__":
    main()
