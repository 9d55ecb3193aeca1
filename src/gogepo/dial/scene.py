"""What an episode looks like: the simulator's geometry and poses, drawn by the browser. No JAX, no graphics.

A scene is described in plain JSON: geoms fixed to bodies, and where to look from. An episode is an array of
body poses (frames, bodies, 7): position and quaternion (w, x, y, z), z up. Where there is no geometry, the
frames are pictures that the environment renders, or the observations themselves.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import gymnasium as gym
import numpy as np

from gogepo.envs.tasks import EnvFactory, make_env

FRAMES_A_SECOND = 60
MOST_FRAMES = 4_000
MOST_EPISODES = 100
MOST_GEOMS = 2_000
MOST_PICTURES, PICTURE_SIDE = 400, 360
MOST_LINES = 12
SHAPES = ("plane", "sphere", "capsule", "ellipsoid", "cylinder", "box")
HIDDEN_GROUP = 3  # MuJoCo's own viewer shows groups 0 to 2


class Scene(Protocol):
    """How one environment is shown."""

    description: dict[str, Any]
    seconds: float
    """Simulated time in a step."""
    most_frames: int
    most_episodes: int
    """Episodes of one policy that are recorded."""

    def capture(self, observation: Any) -> Any:
        """What must be kept of this moment."""
        ...

    def frames(self, captured: Sequence[Any]) -> dict[str, np.ndarray]:
        """The moments as arrays for the browser."""
        ...


def make_scene(factory: EnvFactory) -> tuple[gym.Env[Any, Any], Scene]:
    """An environment and how to show it."""
    env = make_env(factory)
    raw: Any = env.unwrapped
    if type(getattr(raw, "model", None)).__name__ == "MjModel":
        return env, MujocoScene(raw)
    if type(raw).__module__.startswith("gymnasium.envs.classic_control") and type(raw).__name__ in DRAWINGS:
        return env, DRAWINGS[type(raw).__name__]()
    if "rgb_array" in (env.metadata.get("render_modes") or ()):
        try:
            drawn = make_env(factory, render_mode="rgb_array")
            drawn.reset(seed=0)
            scene = PictureScene(drawn)
            scene.capture(None)
        except Exception:  # an environment may raise anything, above all where there is no screen
            return env, ObservationScene(env)
        env.close()
        return drawn, scene
    return env, ObservationScene(env)


X, Y, Z = 0, 1, 2
ORIGIN = (0.0, 0.0, 0.0)
UPRIGHT = [1.0, 0.0, 0.0, 0.0]
GRAY = (0.6, 0.6, 0.62, 1.0)


def rotation(axis: int, angle: float) -> list[float]:
    """The quaternion of a rotation about a coordinate axis."""
    quaternion = [math.cos(angle / 2), 0.0, 0.0, 0.0]
    quaternion[1 + axis] = math.sin(angle / 2)
    return quaternion


def geom(
    body: int,
    kind: str,
    size: Iterable[float],
    color: Iterable[float] = GRAY,
    position: Iterable[float] = ORIGIN,
    quaternion: Iterable[float] = UPRIGHT,
    **more: Any,
) -> dict[str, Any]:
    """A shape fixed to a body. Sizes as in MuJoCo: radius, half lengths."""
    numbers = {"size": _rounded(size, 5), "color": _rounded(color, 3)}
    numbers |= {"position": _rounded(position, 5), "quaternion": _rounded(quaternion, 6)}
    return {"body": body, "type": kind, **numbers, **more}


def _rounded(values: Iterable[float], digits: int) -> list[float]:
    return [round(float(value), digits) for value in values]


class MujocoScene:
    """The geoms of the model; bodies stand where kinematics puts them for the episode's positions."""

    most_frames, most_episodes = MOST_FRAMES, MOST_EPISODES

    def __init__(self, raw: Any):
        import mujoco

        self._mujoco: Any = mujoco
        self._model, self._data = raw.model, raw.data
        self._scratch = self._mujoco.MjData(raw.model)  # the episode's own data must not be touched
        self.seconds = float(raw.dt)
        self.description = self._describe()

    def capture(self, observation: Any) -> np.ndarray:
        return self._positions(self._data)

    def frames(self, captured: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        return {"poses": np.stack([self._pose(positions) for positions in captured])}

    @staticmethod
    def _positions(data: Any) -> np.ndarray:
        return np.concatenate([data.qpos, data.mocap_pos.ravel(), data.mocap_quat.ravel()])

    def _pose(self, positions: np.ndarray) -> np.ndarray:
        model, data = self._model, self._scratch
        joints, place, turn = np.split(positions, [model.nq, model.nq + 3 * model.nmocap])
        data.qpos[:] = joints
        data.mocap_pos[:], data.mocap_quat[:] = place.reshape(-1, 3), turn.reshape(-1, 4)
        self._mujoco.mj_kinematics(model, data)
        return np.concatenate([data.xpos, data.xquat], axis=1).astype(np.float32)

    def _describe(self) -> dict[str, Any]:
        model = self._model
        self._mujoco.mj_resetData(model, self._scratch)
        self._mujoco.mj_kinematics(model, self._scratch)
        moving = [each for each in range(model.ngeom) if model.body_weldid[model.geom_bodyid[each]] != 0]
        places = self._scratch.geom_xpos[moving] if moving else np.zeros((1, 3))
        reach = model.geom_rbound[moving][:, None] if moving else np.ones((1, 1))
        low, high = (places - reach).min(axis=0), (places + reach).max(axis=0)
        return {
            "kind": "bodies",
            "bodies": int(model.nbody),
            "root": next((each for each in range(1, model.nbody) if model.body_dofnum[each] > 0), 0),
            "geoms": self._geoms(),
            "target": _rounded((low + high) / 2, 3),
            "reach": round(float(np.clip((high - low).max(), 0.5, 20.0)), 3),
            "elevation": self._elevation(),
            "rest": _rounded(self._pose(self._positions(self._scratch)).ravel(), 5),
        }

    def _geoms(self) -> list[dict[str, Any]]:
        """The geometries that are seen."""
        model, kinds, geoms = self._model, self._mujoco.mjtGeom, []
        names = {int(getattr(kinds, f"mjGEOM_{name.upper()}")): name for name in SHAPES}
        for each in [one for one in range(model.ngeom) if model.geom_group[one] < HIDDEN_GROUP][:MOST_GEOMS]:
            kind, size = names.get(int(model.geom_type[each])), model.geom_size[each]
            if kind is None:
                kind, size = "box", model.geom_aabb[each][3:]  # a mesh or a field of heights: its bounds
            color, material = model.geom_rgba[each], int(model.geom_matid[each])
            if material >= 0 and np.allclose(color, (0.5, 0.5, 0.5, 1)):
                color = model.mat_rgba[material]
            if color[3] > 0:
                where = model.geom_pos[each], model.geom_quat[each]
                geoms.append(geom(int(model.geom_bodyid[each]), kind, size, color, *where))
        return geoms

    def _elevation(self) -> int:
        """Degrees above the ground: what only turns about the vertical is best seen from above."""
        joints: Any = self._mujoco.mjtJoint
        kinds = self._model.jnt_type
        if (kinds == int(joints.mjJNT_FREE)).any() or (kinds == int(joints.mjJNT_BALL)).any():
            return 20
        hinges = self._model.jnt_axis[kinds == int(joints.mjJNT_HINGE)]
        return 50 if len(hinges) and (np.abs(hinges[:, Z]) > 0.9).all() else 12


class DrawnScene:
    """A task without MuJoCo: a few shapes of our own, moved by the observation."""

    most_frames, most_episodes = MOST_FRAMES, MOST_EPISODES
    seconds = 1 / 30
    geoms: Sequence[dict[str, Any]]
    start: Sequence[float]
    """The observation at rest."""
    target: Sequence[float]
    reach: float

    def __init__(self) -> None:
        rest = self.frames([self.capture(self.start)])["poses"]
        self.description = {
            "kind": "bodies",
            "bodies": rest.shape[1],
            "root": 0,
            "geoms": list(self.geoms),
            "target": list(self.target),
            "reach": self.reach,
            "elevation": 8,
            "rest": _rounded(rest.ravel(), 5),
        }

    def capture(self, observation: Any) -> np.ndarray:
        return np.array(observation, np.float64)

    def frames(self, captured: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        poses = [[[*ORIGIN, *UPRIGHT], *self.poses(observation)] for observation in captured]
        return {"poses": np.array(poses, np.float32)}

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        """The pose of every body but the ground, which is body 0."""
        raise NotImplementedError


STEEL, WOOD = (0.5, 0.53, 0.58, 1), (0.79, 0.56, 0.36, 1)
BLUE, RED = (0.2, 0.45, 0.72, 1), (0.8, 0.3, 0.22, 1)
GRASS, RUBBER = (0.42, 0.47, 0.44, 1), (0.16, 0.17, 0.19, 1)
SIDEWAYS = rotation(X, math.pi / 2)


class CartPole(DrawnScene):
    seconds, start, target, reach = 0.02, (0, 0, 0, 0), (0, 0, 0.4), 3.2
    geoms = (
        geom(0, "capsule", (0.02, 2.4, 0), STEEL, ORIGIN, rotation(Y, math.pi / 2)),
        geom(0, "box", (0.02, 0.15, 0.12), RED, (-2.42, 0, 0)),
        geom(0, "box", (0.02, 0.15, 0.12), RED, (2.42, 0, 0)),
        geom(1, "box", (0.25, 0.15, 0.1), BLUE),
        geom(2, "capsule", (0.045, 0.5, 0), WOOD, (0, 0, 0.5)),
        geom(2, "sphere", (0.07, 0, 0), STEEL),
    )

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        x, _, angle, _ = observation
        return [[x, 0, 0, *UPRIGHT], [x, 0, 0.12, *rotation(Y, angle)]]


class Pendulum(DrawnScene):
    seconds, start, target, reach = 0.05, (-1, 0, 0), (0, 0, 0), 2.4
    geoms = (
        geom(0, "cylinder", (0.16, 0.08, 0), STEEL, (0, 0.12, 0), SIDEWAYS),
        geom(1, "capsule", (0.09, 0.5, 0), WOOD, (0, 0, 0.5)),
        geom(1, "sphere", (0.1, 0, 0), STEEL),
    )

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        return [[0, 0, 0, *rotation(Y, -math.atan2(observation[1], observation[0]))]]


def _road(x: float) -> float:
    """Its height."""
    return 0.45 * math.sin(3 * x) + 0.55


class MountainCar(DrawnScene):
    start, target, reach = (-0.5, 0), (-0.28, 0, 0.5), 1.5
    geoms = (
        geom(
            *(0, "ribbon", (0.16,), GRASS),
            points=[[round(x, 3), round(_road(x), 4)] for x in np.linspace(-1.3, 0.75, 83).tolist()],
        ),
        geom(0, "cylinder", (0.006, 0.1, 0), STEEL, (0.45, 0, _road(0.45) + 0.1)),
        geom(0, "box", (0.04, 0.003, 0.025), RED, (0.494, 0, _road(0.45) + 0.172)),
        geom(1, "box", (0.065, 0.04, 0.018), BLUE, (0, 0, 0.045)),
        geom(1, "box", (0.033, 0.034, 0.016), BLUE, (-0.006, 0, 0.078)),
        geom(1, "cylinder", (0.021, 0.012, 0), RUBBER, (-0.04, -0.035, 0.021), SIDEWAYS),
        geom(1, "cylinder", (0.021, 0.012, 0), RUBBER, (-0.04, 0.035, 0.021), SIDEWAYS),
        geom(1, "cylinder", (0.021, 0.012, 0), RUBBER, (0.04, -0.035, 0.021), SIDEWAYS),
        geom(1, "cylinder", (0.021, 0.012, 0), RUBBER, (0.04, 0.035, 0.021), SIDEWAYS),
    )

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        x = float(observation[0])
        slope = math.atan(1.35 * math.cos(3 * x))
        return [[x, 0, _road(x), *rotation(Y, -slope)]]


DRAWINGS: dict[str, type[DrawnScene]] = {
    "CartPoleEnv": CartPole,
    "PendulumEnv": Pendulum,
    "Continuous_MountainCarEnv": MountainCar,
    "MountainCarEnv": MountainCar,
}


class PictureScene:
    """Frames that the environment renders, made small."""

    most_frames, most_episodes = MOST_PICTURES, 1  # rendering takes its time

    def __init__(self, env: gym.Env[Any, Any]):
        self._env = env
        self.seconds = 1 / float(env.metadata.get("render_fps") or 30)
        self.description: dict[str, Any] = {"kind": "pictures"}

    def capture(self, observation: Any) -> bytes:
        from PIL import Image

        picture = Image.fromarray(np.asarray(self._env.render(), np.uint8))
        picture.thumbnail((PICTURE_SIDE, PICTURE_SIDE), Image.Resampling.BILINEAR)
        content = io.BytesIO()
        picture.convert("RGB").save(content, "JPEG", quality=80)
        return content.getvalue()

    def frames(self, captured: Sequence[bytes]) -> dict[str, np.ndarray]:
        return {
            "sizes": np.array([len(picture) for picture in captured], np.float32),
            "pictures": np.frombuffer(b"".join(captured), np.uint8),
        }


class ObservationScene:
    """The observations as lines, where there is nothing else to see."""

    most_frames, most_episodes = MOST_FRAMES, MOST_EPISODES

    def __init__(self, env: gym.Env[Any, Any]):
        self._space = env.observation_space
        self.seconds = 1 / float(env.metadata.get("render_fps") or 30)
        lines = min(gym.spaces.flatdim(env.observation_space), MOST_LINES)
        self.description: dict[str, Any] = {"kind": "observations", "lines": lines}

    def capture(self, observation: Any) -> np.ndarray:
        flat = gym.spaces.flatten(self._space, observation)
        return np.asarray(flat, np.float32).ravel()[:MOST_LINES]

    def frames(self, captured: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        return {"observations": np.stack(captured)}
