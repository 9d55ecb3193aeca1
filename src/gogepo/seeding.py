"""Randomness as an argument: every draw is named by (run seed, stream, index).

Nothing is carried from one draw to the next, so there is no generator state to save, and a new
consumer of randomness shifts nobody else's draws.
"""

from __future__ import annotations

import zlib
from typing import Literal

import numpy as np

Stream = Literal[
    "init",  # networks
    "noise",  # on weights, one draw per episode, of ARS one per direction
    "sampling",  # from what is remembered, one draw per round of updates
    "exploration",  # noise on actions, one draw per part of an episode; named by the episode's seed
    "commands",  # that UDRL explores with, one draw per episode
    "episode",  # resets of the environment in training
    "evaluation",  # resets of the environment in evaluations during training
    "measurement",  # resets of the environment in evaluate, calibrate and watch
    "range",  # random actions and resets while a return range is estimated
]


def seed_words(run_seed: int, stream: Stream, index: int = 0) -> np.ndarray:
    """Two 32-bit words for one draw."""
    entropy = [run_seed, zlib.crc32(stream.encode()), index]
    return np.random.SeedSequence(entropy).generate_state(2, np.uint32)


def reset_seed(run_seed: int, stream: Stream, index: int) -> int:
    """The seed that an environment is reset with for one episode."""
    return int(seed_words(run_seed, stream, index)[0] >> 1)
