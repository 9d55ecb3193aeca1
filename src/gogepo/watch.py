"""Watch a policy play: in a window, or as a film where there is no screen."""

from __future__ import annotations

import os
import warnings
from ctypes.util import find_library
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium as gym

from gogepo.envs.exploration import play_in
from gogepo.envs.rollout import Episode, EpisodeFault
from gogepo.envs.tasks import close_env, make_env
from gogepo.inputs import InputError
from gogepo.policy import Policy
from gogepo.seeding import reset_seed

MOST_FRAMES_A_SECOND = 30  # more is slow to draw and no smoother to the eye

if TYPE_CHECKING:
    from gogepo.methods import Method


def watch(model: Method, policy: Policy, video: str | None, episode: int) -> Episode:
    """Play one episode on screen, or into a film; returns how it went."""
    if episode < 0:
        raise InputError(f"--episode must not be negative, not {episode}")
    if video is not None and Path(video).suffix not in (".mp4", ".gif"):
        raise InputError(f"--video must end in .mp4 or .gif, not {video!r}")
    if video is None and not _has_screen():
        raise InputError("there is no screen to open a window on; write a film with --video film.gif")
    env = make_env(model.experiment.factory, render_mode="human" if video is None else "rgb_array")
    fps = float(env.metadata.get("render_fps") or 30)
    every = max(1, round(fps / MOST_FRAMES_A_SECOND))
    recorder = _Recorder(env, every) if video is not None else None
    try:
        seed = reset_seed(model.config.seed, "measurement", episode)
        bonus = model.config.survival_bonus or 0.0
        result = play_in(recorder or env, policy.interface, policy.request(), seed, bonus)
    except EpisodeFault as fault:
        hint = ""
        if "MUJOCO_GL" not in os.environ and not _has_screen():
            hint = "; to draw MuJoCo without a screen, install EGL or OSMesa (apt-get install libegl1)"
        raise InputError(f"the episode could not be played: {fault.detail}{hint}") from None
    finally:
        close_env(env)
    if recorder is not None and video is not None:
        _write_film(recorder.frames, Path(video), fps / every)
    return result


def _has_screen() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _Recorder(gym.Wrapper[Any, Any, Any, Any]):
    """Keeps a frame after every step, or every few where a film could not show them all."""

    def __init__(self, env: gym.Env[Any, Any], every: int):
        super().__init__(env)
        self._every, self._steps = every, 0
        self.frames: list[Any] = []

    def reset(self, **kwargs: Any) -> tuple[Any, dict[str, Any]]:
        start = self.env.reset(**kwargs)
        self.frames.append(self.env.render())
        return start

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        result = self.env.step(action)
        self._steps += 1
        if self._steps % self._every == 0:
            self.frames.append(self.env.render())
        return result


def use_offscreen_rendering() -> None:
    """Without a screen MuJoCo and pygame must be told so before they are first imported."""
    if _has_screen():
        return
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for library in ("EGL", "OSMesa"):
        if find_library(library):
            os.environ.setdefault("MUJOCO_GL", library.lower())


def _write_film(frames: list[Any], path: Path, fps: float) -> None:
    import imageio.v3 as imageio

    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".gif":
        imageio.imwrite(path, frames, extension=".gif", duration=1000 / fps, loop=0)
        return
    try:
        import imageio_ffmpeg  # noqa: F401  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise InputError(
            "writing .mp4 needs a package that is missing; pip install 'gogepo[video]', or use .gif"
        ) from None
    height, width = (size // 2 * 2 for size in frames[0].shape[:2])  # the codec wants even sizes
    with warnings.catch_warnings():
        # ffmpeg is a program: the fork is followed by exec at once, so JAX's warning does not apply.
        warnings.filterwarnings("ignore", message=".*os.fork.*", category=RuntimeWarning)
        even = [frame[:height, :width] for frame in frames]
        imageio.imwrite(path, even, extension=".mp4", fps=fps, macro_block_size=2)
