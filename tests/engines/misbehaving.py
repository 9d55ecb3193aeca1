"""An environment that ends its process or never returns, for tests of isolation.

`misbehaving:Misbehaving-v0` with this folder in PYTHONPATH. The seed of a reset decides what
happens in the episode's third step; any other seed plays eight steps and behaves. Those from PATIENT
on take some time for it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

HANG, HANG_IN_RESET, EXIT, KILL, SEGFAULT, RAISE, SLOW, FREEZE, EXIT_ONCE = range(1000, 1009)
PATIENT = 2000
PATIENCE = 0.01
"""In seconds; a test that only wants the numbers sets it to 0."""
LONG_STEPS = 90_000
"""Some 4 s of MuJoCo."""
MARKER = "MISBEHAVING_MARKER"
"""Names the file by which EXIT_ONCE knows that it has been there."""


class Misbehaving(gym.Env[Any, Any]):
    observation_space = spaces.Box(-1, 1, (2,), np.float64)
    action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        super().reset(seed=seed)
        self._seed, self._steps = seed, 0
        if seed == HANG_IN_RESET:
            time.sleep(3600)
        return self.np_random.uniform(-1, 1, 2), {}

    def step(self, action: Any) -> Any:
        self._steps += 1
        if self._seed == SLOW:
            time.sleep(0.4)
        elif self._seed is not None and self._seed >= PATIENT:
            time.sleep(PATIENCE * (2 + self._seed % 4))
        if self._steps == 3:
            self._misbehave()
        observation = self.np_random.uniform(-1, 1, 2)
        return observation, float(action) + observation[0], self._steps == 8, False, {}

    def _misbehave(self) -> None:
        if self._seed == HANG:
            time.sleep(3600)
        elif self._seed == EXIT:
            os._exit(3)
        elif self._seed == KILL:
            os.kill(os.getpid(), signal.SIGKILL)
        elif self._seed == SEGFAULT:
            os.kill(os.getpid(), signal.SIGSEGV)
        elif self._seed == FREEZE:
            ctypes.PyDLL(None).sleep(3600)  # holds the interpreter's lock: no thread runs
        elif self._seed == EXIT_ONCE and not (marker := Path(os.environ[MARKER])).exists():
            marker.touch()
            os._exit(3)
        elif self._seed == RAISE:
            raise RuntimeError("not well")


gym.register("Misbehaving-v0", Misbehaving)
# As Gymnasium's, but that one of its episodes takes seconds.
gym.register("LongSwimmer-v0", "gymnasium.envs.mujoco.swimmer_v5:SwimmerEnv", max_episode_steps=LONG_STEPS)
