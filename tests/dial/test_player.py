"""The process that plays for the dial, driven by hand in a process of its own: it ends when its server is gone."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import os, socket, sys
import numpy as np
from gogepo.config import Network
from gogepo.dial.player import Cancelled, Player
from gogepo.engines.worker import receive
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Request

ours, theirs = socket.socketpair()
player = Player(theirs, "Pendulum-v1", Network((16,)), 0.0)
weights = np.zeros(player._interface.shape.weights_size, np.float32)
request = Request(0, 0.0, weights, Normalizer.identity(3))
player._job = player._newest = 1
player._play(0, request, seed=0)
print(receive(ours)[0])
player._newest = 2  # asked for meanwhile
try:
    player._play(1, request, seed=1)
except Cancelled:
    print("cancelled")
ours.setblocking(False)
try:
    print("told", ours.recv(1))
except BlockingIOError:
    print("nothing told")
sys.stdout.flush()
os._exit(0)
"""


def test_a_cancelled_job_ends_at_its_next_step_and_tells_nothing():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120)
    assert done.stdout.split("\n")[:3] == ["episode", "cancelled", "nothing told"], done.stderr[-500:]
