"""An environment whose episodes take half a minute: registered as reliability.slow:Slow-v0."""

from __future__ import annotations

import time
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

STEP_SECONDS, STEPS = 0.03, 1000


class Slow(gym.Env[Any, Any]):
    observation_space = spaces.Box(-1, 1, (2,), np.float64)
    action_space = spaces.Box(-1, 1, (1,), np.float32)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.steps = 0
        return self.np_random.uniform(-1, 1, 2), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        time.sleep(STEP_SECONDS)
        self.steps += 1
        return self.np_random.uniform(-1, 1, 2), 1.0, self.steps >= STEPS, False, {}


gym.register("Slow-v0", Slow)
