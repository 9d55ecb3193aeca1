"""An environment that meddles with the files around it, as `RESTLESS` in the environment says.

chdir WHEN FOLDER      change the working directory in: init, reset or step
move RUN TO            move RUN away as soon as it holds a checkpoint
replace RUN TO         the same, and leave an empty directory in its place
delete RUN             delete it then
link RUN NAME TARGET   then put a link to TARGET in the place of RUN/NAME; and let episodes fail
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

STEPS = 5


class Restless(gym.Env[Any, Any]):
    observation_space = spaces.Box(-1, 1, (2,), np.float64)
    action_space = spaces.Box(-1, 1, (1,), np.float32)

    def __init__(self) -> None:
        self._act("init")

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._act("reset")
        self.steps = 0
        return self.np_random.uniform(-1, 1, 2), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._act("step")
        self.steps += 1
        return self.np_random.uniform(-1, 1, 2), float(action[0]), False, self.steps >= STEPS, {}

    def _act(self, when: str) -> None:
        what, *rest = json.loads(os.environ.get("RESTLESS", '["nothing"]'))
        if what == "chdir":
            if rest[0] == when:
                os.chdir(rest[1])
        elif what != "nothing" and list(Path(rest[0]).rglob("checkpoints/checkpoint-*/manifest.json")):
            meddle(what, *map(Path, rest))
            if what == "link" and when == "step" and self.np_random.uniform() < 0.1:
                raise ValueError("as planned")


def meddle(what: str, run: Path, *rest: Path) -> None:
    """Once only: whoever comes second, in another process or a later step, finds it done."""
    try:
        if what == "delete":
            while run.exists():  # a save may be under way in it
                shutil.rmtree(run, ignore_errors=True)
        elif what == "link":
            name, target = rest
            if not (run / name).is_symlink():
                if (run / name).exists():
                    (run / name).rename(run.with_name("was"))
                (run / name).symlink_to(target)
        elif not rest[0].exists():
            run.rename(rest[0])
            if what == "replace":
                run.mkdir()
    except FileNotFoundError:
        return


gym.register("Restless-v0", Restless)
