"""The process that plays for the dial, driven by hand."""

from __future__ import annotations

import socket

import numpy as np
import pytest

from gogepo.config import Network
from gogepo.dial.player import Cancelled, Player
from gogepo.engines.worker import receive
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Request


def test_a_cancelled_job_ends_at_its_next_step_and_tells_nothing():
    ours, theirs = socket.socketpair()
    player = Player(theirs, "Pendulum-v1", Network((16,)), 0.0)
    weights = np.zeros(player._interface.shape.weights_size, np.float32)
    request = Request(0, 0.0, weights, Normalizer.identity(3))
    player._job = player._newest = 1
    player._play(0, request, seed=0)
    assert receive(ours)[:2][0] == "episode"
    player._newest = 2  # asked for meanwhile
    with pytest.raises(Cancelled):
        player._play(1, request, seed=1)
    ours.setblocking(False)
    with pytest.raises(BlockingIOError):
        ours.recv(1)
    ours.close()
