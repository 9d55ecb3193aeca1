"""An environment whose episodes take a moment: `reliability.trifling:Trifling-v0`.

Two variables of its process's environment make it tell: NAMES is a folder in which each process notes the modules
that it has imported, FREEZE one in which a child of the program notes its number before a step that never returns.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

STEPS = 6


class Trifling(gym.Env[Any, Any]):
    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 30}  # noqa: RUF012, as Gymnasium has it
    observation_space = spaces.Box(-1, 1, (2,), np.float64)
    action_space = spaces.Box(-1, 1, (1,), np.float32)

    def __init__(self, render_mode: str | None = None):
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._steps, self._trial = 0, seed == 0
        if "NAMES" in os.environ:
            names = [name for name, module in list(sys.modules.items()) if hasattr(module, "__file__")]
            (Path(os.environ["NAMES"]) / str(os.getpid())).write_text("\n".join(names))
        return self.np_random.uniform(-1, 1, 2), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._steps += 1
        if "FREEZE" in os.environ and "gogepo.cli" not in sys.modules and not self._trial:
            (Path(os.environ["FREEZE"]) / str(os.getpid())).touch()
            ctypes.PyDLL(None).sleep(3600)  # holds the interpreter's lock: no thread runs
        return self.np_random.uniform(-1, 1, 2), float(action[0]), self._steps >= STEPS, False, {}

    def render(self) -> Any:
        return np.zeros((16, 16, 3), np.uint8)


gym.register("Trifling-v0", Trifling)
