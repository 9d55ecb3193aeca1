"""Small real runs for the dial's tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TINY: dict[str, Any] = {
    "policy_hidden": (16, 16),
    "generator_hidden": (16, 16),
    "evaluator_hidden": (16, 16),
    "probing_states": 7,
    "batch_size": 2,
    "evaluation_episodes": 1,
    "device": "cpu",
}


def save_small(path: Path, env: str = "Pendulum-v1", env_steps: int = 800, **more: Any) -> Path:
    """A run of GoGePo, trained for a moment by the library."""
    from gogepo.methods import GoGePo

    model = GoGePo(env, **{**TINY, **more})
    model.learn(env_steps)
    model.save(path)
    model.close()
    return path


def save_rival(path: Path, method: str, env: str = "Pendulum-v1", env_steps: int = 400, **more: Any) -> Path:
    from gogepo.methods import METHODS

    made = METHODS[method](env, policy_hidden=(16, 16), device="cpu", evaluation_episodes=1, **more)
    made.learn(env_steps)
    made.save(path)
    made.close()
    return path
