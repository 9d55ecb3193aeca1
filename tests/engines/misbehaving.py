"""An environment that ends its process or never returns, for tests of isolation.

`misbehaving:Misbehaving-v0` with this folder in PYTHONPATH. The seed of a reset decides what
happens in the episode's third step; any other seed plays eight steps and behaves.
"""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

HANG, HANG_IN_RESET, EXIT, KILL, SEGFAULT, RAISE, SLOW = range(1000, 1007)


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
        elif self._seed == RAISE:
            raise RuntimeError("not well")


gym.register("Misbehaving-v0", Misbehaving)
