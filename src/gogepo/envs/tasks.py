"""The task table, and how an environment is made from an id or a factory."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym

from gogepo.envs.raised import described, of_a_signal, refusing
from gogepo.inputs import InputError

EnvFactory = Callable[[], "gym.Env[Any, Any]"]


@dataclass(frozen=True)
class Task:
    """What the paper's protocol says about an environment. Returns are training returns."""

    return_range: tuple[float, float]
    survival_bonus: float
    env_steps: int
    evaluate_every: int
    shortest_episode: int = 1
    """The fewest steps of an episode: more than 1 where only the time limit ends it."""


_SMALL = {"env_steps": 100_000, "evaluate_every": 1_000}
_LARGE = {"env_steps": 3_000_000, "evaluate_every": 10_000}

# Return ranges as in the authors' release; those of Ant, Humanoid and
# Pendulum are ours (D2). Survival bonuses: D13. Versions: D15. Budgets: D20.
_MUJOCO = {
    "Swimmer": Task((-100, 365), 0.0, **_LARGE, shortest_episode=1000),
    "Hopper": Task((-100, 3000), 1.0, **_LARGE),
    "InvertedPendulum": Task((0, 1000), 0.0, **_SMALL),
    "InvertedDoublePendulum": Task((0, 10_000), 0.0, **_SMALL),
    "HalfCheetah": Task((-100, 4000), 0.0, **_LARGE, shortest_episode=1000),
    "Walker2d": Task((-100, 3000), 1.0, **_LARGE),
    "Ant": Task((-100, 3000), 1.0, **_LARGE),
    "Humanoid": Task((-100, 3000), 5.0, **_LARGE),
}
TASKS: dict[str, Task] = {
    **{f"{name}-{version}": task for name, task in _MUJOCO.items() for version in ("v5", "v4")},
    "MountainCarContinuous-v0": Task((-100, 100), 0.0, **_SMALL),
    "Pendulum-v1": Task((-2000, 0), 0.0, **_SMALL, shortest_episode=200),
    "CartPole-v1": Task((0, 500), 0.0, **_SMALL),
}


def env_factory(env: str | EnvFactory) -> EnvFactory:
    """A factory for an id that Gymnasium knows ("module:Id" imports the module first)."""
    _say_where_glfw_is()
    if callable(env):
        return env
    name = env
    if ":" in name[:1000]:
        module, name = name.split(":", 1)
        if not module:
            raise InputError(f"{env!r} names no module before the colon; write module:Id, or the id alone")
        with refusing(f"cannot import {module!r} for environment {env!r}:"):
            importlib.import_module(module)
    if name not in gym.registry:
        raise InputError(f"unknown environment {name[:100]!r}; {_nearest(name[:100])}")
    return lambda **kwargs: gym.make(name, disable_env_checker=True, **kwargs)


def _say_where_glfw_is() -> None:
    """Else GLFW, which MuJoCo's tasks import, asks a Python that it starts in the current directory."""
    spec = importlib.util.find_spec("glfw")
    if spec is None or spec.origin is None:
        return
    session = "wayland" if os.environ.get("XDG_SESSION_TYPE") == "wayland" else "x11"
    variant = os.environ.get("PYGLFW_LIBRARY_VARIANT") or session
    library = Path(spec.origin).parent / variant / "libglfw.so"
    if library.exists():
        os.environ.setdefault("PYGLFW_LIBRARY", str(library))


def _nearest(name: str) -> str:
    stem = name.rsplit("-v", 1)[0].lower()
    # The registry keeps v2 and v3 of the MuJoCo tasks only to say that they are gone.
    gone = {f"{task}-{version}" for task in _MUJOCO for version in ("v2", "v3")}
    known = {
        known_id.lower(): known_id
        for known_id in gym.registry
        if "/" not in known_id and known_id not in gone
    }
    same = [known_id for lower, known_id in known.items() if lower.rsplit("-v", 1)[0] == stem]
    close = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    found = sorted(set(same), reverse=True)[:3] or [known[lower] for lower in close]
    if not found:
        return "is its package installed and imported? (module:Id imports it)"
    return "did you mean " + " or ".join(found) + "?"


def make_env(factory: EnvFactory, **kwargs: Any) -> gym.Env[Any, Any]:
    """Make an environment; any error becomes an `InputError` of one line."""
    with refusing("the environment could not be made:"):
        env = factory(**kwargs)
    if not isinstance(env, gym.Env):
        raise InputError(f"the environment factory returned {type(env).__name__}, not a gymnasium.Env")
    return env


def close_env(env: gym.Env[Any, Any]) -> None:
    """Close an environment. What that raises is only told of: nothing is lost by it."""
    try:
        env.close()
    except BaseException as error:
        if of_a_signal(error):
            raise
        warnings.warn(f"the environment's close() raises {described(error)}", stacklevel=2)
