"""What an episode looks like: the simulator's own geometry and poses, drawn by the browser. No JAX, no graphics.

A scene is plain JSON: geoms fixed to bodies, seen from some camera. An episode is an array of body poses
(frames, bodies, 7): position and quaternion (w, x, y, z), z up. Where there is no geometry the frames are
pictures that the environment renders, or the observations themselves.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from typing import Any, Protocol

import gymnasium as gym
import numpy as np

from gogepo.envs.tasks import EnvFactory, make_env

FRAMES_A_SECOND = 60
MOST_FRAMES = 4_000
MOST_EPISODES = 100
MOST_GEOMS = 2_000
MOST_PICTURES, PICTURE_SIDE = 400, 360
HIDDEN_GROUP = 3  # MuJoCo's own viewer shows groups 0 to 2


class Stage(Protocol):
    """How one environment is shown."""

    scene: dict[str, Any]
    seconds: float
    """Of simulated time in a step."""
    most_frames: int
    most_episodes: int
    """That are recorded of one policy."""

    def look(self, observation: Any) -> Any:
        """What must be kept of this moment."""
        ...

    def frames(self, looks: Sequence[Any]) -> dict[str, np.ndarray]:
        """The moments as arrays for the browser."""
        ...


def staged(factory: EnvFactory) -> tuple[gym.Env[Any, Any], Stage]:
    """An environment and how to show it."""
    env = make_env(factory)
    raw: Any = env.unwrapped
    if type(getattr(raw, "model", None)).__name__ == "MjModel":
        return env, MujocoStage(raw)
    if type(raw).__module__.startswith("gymnasium.envs.classic_control") and type(raw).__name__ in DRAWINGS:
        return env, DRAWINGS[type(raw).__name__]()
    if "rgb_array" in (env.metadata.get("render_modes") or ()):
        try:
            drawn = make_env(factory, render_mode="rgb_array")
            drawn.reset(seed=0)
            stage = PictureStage(drawn)
            stage.look(None)
        except Exception:  # an environment may raise anything, above all where there is no screen
            return env, ObservationStage(env)
        env.close()
        return drawn, stage
    return env, ObservationStage(env)


def turned(axis: int, angle: float) -> list[float]:
    """The quaternion of a turn about a coordinate axis."""
    quaternion = [math.cos(angle / 2), 0.0, 0.0, 0.0]
    quaternion[1 + axis] = math.sin(angle / 2)
    return quaternion


X, Y, Z = 0, 1, 2
UPRIGHT = [1.0, 0.0, 0.0, 0.0]


def geom(
    body: int,
    kind: str,
    size: Sequence[float],
    color: Sequence[float] = (0.6, 0.6, 0.62, 1.0),
    position: Sequence[float] = (0.0, 0.0, 0.0),
    quaternion: Sequence[float] = UPRIGHT,
    **more: Any,
) -> dict[str, Any]:
    """A shape fixed to a body. Sizes as in MuJoCo: radius, half lengths."""
    return {
        "body": body,
        "type": kind,
        "size": [round(float(value), 5) for value in size],
        "color": [round(float(value), 3) for value in color],
        "position": [round(float(value), 5) for value in position],
        "quaternion": [round(float(value), 6) for value in quaternion],
        **more,
    }


class MujocoStage:
    """The geoms of the model; bodies stand where kinematics puts them for the episode's positions."""

    most_frames, most_episodes = MOST_FRAMES, MOST_EPISODES

    def __init__(self, raw: Any):
        import mujoco

        self._mujoco: Any = mujoco
        self._model, self._data = raw.model, raw.data
        self._scratch = self._mujoco.MjData(raw.model)  # the episode's own data must not be touched
        self.seconds = float(raw.dt)
        self.scene = self._scene()

    def look(self, observation: Any) -> np.ndarray:
        return np.concatenate([self._data.qpos, self._data.mocap_pos.ravel(), self._data.mocap_quat.ravel()])

    def frames(self, looks: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        return {"poses": np.stack([self._pose(look) for look in looks])}

    def _pose(self, look: np.ndarray) -> np.ndarray:
        model, data = self._model, self._scratch
        positions, place, turn = np.split(look, [model.nq, model.nq + 3 * model.nmocap])
        data.qpos[:] = positions
        data.mocap_pos[:], data.mocap_quat[:] = place.reshape(-1, 3), turn.reshape(-1, 4)
        self._mujoco.mj_kinematics(model, data)
        return np.concatenate([data.xpos, data.xquat], axis=1).astype(np.float32)

    def _scene(self) -> dict[str, Any]:
        model = self._model
        kinds = {int(kind): kind.name.removeprefix("mjGEOM_").lower() for kind in _kinds(self._mujoco)}
        shown = [each for each in range(model.ngeom) if model.geom_group[each] < HIDDEN_GROUP][:MOST_GEOMS]
        geoms = []
        for each in shown:
            kind, size = kinds.get(int(model.geom_type[each]), "box"), model.geom_size[each]
            position, quaternion = model.geom_pos[each], model.geom_quat[each]
            if kind not in ("plane", "sphere", "capsule", "ellipsoid", "cylinder", "box"):
                kind, size = "box", model.geom_aabb[each][3:]  # a mesh or a field of heights: its bounds
            color = model.geom_rgba[each]
            material = int(model.geom_matid[each])
            if material >= 0 and np.allclose(color, (0.5, 0.5, 0.5, 1)):
                color = model.mat_rgba[material]
            if color[3] > 0:
                geoms.append(geom(int(model.geom_bodyid[each]), kind, size, color, position, quaternion))
        self._mujoco.mj_resetData(model, self._scratch)
        self._mujoco.mj_kinematics(model, self._scratch)
        moving = [each for each in range(model.ngeom) if model.body_weldid[model.geom_bodyid[each]] != 0]
        places = self._scratch.geom_xpos[moving] if moving else np.zeros((1, 3))
        reach = model.geom_rbound[moving][:, None] if moving else np.ones((1, 1))
        low, high = (places - reach).min(axis=0), (places + reach).max(axis=0)
        root = next((each for each in range(1, model.nbody) if model.body_dofnum[each] > 0), 0)
        return {
            "kind": "bodies",
            "bodies": int(model.nbody),
            "root": root,
            "geoms": geoms,
            "target": [round(float(value), 3) for value in (low + high) / 2],
            "reach": round(float(np.clip((high - low).max(), 0.5, 20.0)), 3),
            "elevation": self._elevation(),
            "rest": [round(float(value), 5) for value in self._pose(self.look_at_rest()).ravel()],
        }

    def _elevation(self) -> int:
        """From where it is seen best, in degrees: what only turns about the vertical from above."""
        joints: Any = self._mujoco.mjtJoint
        kinds = self._model.jnt_type
        if (kinds == int(joints.mjJNT_FREE)).any() or (kinds == int(joints.mjJNT_BALL)).any():
            return 20
        hinges = self._model.jnt_axis[kinds == int(joints.mjJNT_HINGE)]
        return 50 if len(hinges) and (np.abs(hinges[:, Z]) > 0.9).all() else 12

    def look_at_rest(self) -> np.ndarray:
        data = self._scratch
        return np.concatenate([data.qpos, data.mocap_pos.ravel(), data.mocap_quat.ravel()])


def _kinds(mujoco: Any) -> list[Any]:
    kinds = mujoco.mjtGeom
    return [getattr(kinds, name) for name in dir(kinds) if name.startswith("mjGEOM_")]


class DrawnStage:
    """A task without physics of MuJoCo: our own few shapes, moved by the observation."""

    most_frames, most_episodes = MOST_FRAMES, MOST_EPISODES
    seconds = 1 / 30
    scene: dict[str, Any]

    def look(self, observation: Any) -> np.ndarray:
        return np.array(observation, np.float64)

    def frames(self, looks: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        poses = np.array([self.poses(look) for look in looks], np.float32)
        ground = np.zeros((len(looks), 1, 7), np.float32)
        ground[:, 0, 3] = 1.0
        return {"poses": np.concatenate([ground, poses], axis=1)}

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        """Of every body but the ground, which is body 0."""
        raise NotImplementedError

    def _scene(
        self, geoms: list[dict[str, Any]], target: Sequence[float], reach: float, start: Sequence[float]
    ) -> dict[str, Any]:
        rest = self.frames([np.array(start)])["poses"]
        return {
            "kind": "bodies",
            "bodies": rest.shape[1],
            "root": 0,
            "geoms": geoms,
            "target": list(target),
            "reach": reach,
            "elevation": 8,
            "rest": [round(float(value), 5) for value in rest.ravel()],
        }


STEEL, WOOD, BLUE, RED = (
    (0.5, 0.53, 0.58, 1),
    (0.79, 0.56, 0.36, 1),
    (0.2, 0.45, 0.72, 1),
    (0.8, 0.3, 0.22, 1),
)


class CartPole(DrawnStage):
    seconds = 0.02

    def __init__(self) -> None:
        self.scene = self._scene(
            [
                geom(0, "capsule", (0.02, 2.4, 0), STEEL, (0, 0, 0), turned(Y, math.pi / 2)),
                geom(0, "box", (0.02, 0.15, 0.12), RED, (-2.42, 0, 0)),
                geom(0, "box", (0.02, 0.15, 0.12), RED, (2.42, 0, 0)),
                geom(1, "box", (0.25, 0.15, 0.1), BLUE),
                geom(2, "capsule", (0.045, 0.5, 0), WOOD, (0, 0, 0.5)),
                geom(2, "sphere", (0.07, 0, 0), STEEL),
            ],
            (0, 0, 0.4),
            3.2,
            (0, 0, 0, 0),
        )

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        x, _, angle, _ = observation
        return [[x, 0, 0, *UPRIGHT], [x, 0, 0.12, *turned(Y, angle)]]


class Pendulum(DrawnStage):
    seconds = 0.05

    def __init__(self) -> None:
        self.scene = self._scene(
            [
                geom(0, "cylinder", (0.16, 0.08, 0), STEEL, (0, 0.12, 0), turned(X, math.pi / 2)),
                geom(1, "capsule", (0.09, 0.5, 0), WOOD, (0, 0, 0.5)),
                geom(1, "sphere", (0.1, 0, 0), STEEL),
            ],
            (0, 0, 0),
            2.4,
            (-1, 0, 0),
        )

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        return [[0, 0, 0, *turned(Y, -math.atan2(observation[1], observation[0]))]]


class MountainCar(DrawnStage):
    def __init__(self) -> None:
        road = [[round(x, 3), round(self._height(x), 4)] for x in np.linspace(-1.3, 0.75, 83).tolist()]
        wheel = turned(X, math.pi / 2)
        top = self._height(0.45)
        self.scene = self._scene(
            [
                geom(0, "ribbon", (0.16,), (0.42, 0.47, 0.44, 1), points=road),
                geom(0, "cylinder", (0.006, 0.1, 0), STEEL, (0.45, 0, top + 0.1)),
                geom(0, "box", (0.04, 0.003, 0.025), RED, (0.494, 0, top + 0.172)),
                geom(1, "box", (0.065, 0.04, 0.018), BLUE, (0, 0, 0.045)),
                geom(1, "box", (0.033, 0.034, 0.016), BLUE, (-0.006, 0, 0.078)),
                *(
                    geom(1, "cylinder", (0.021, 0.012, 0), (0.16, 0.17, 0.19, 1), (x, y, 0.021), wheel)
                    for x in (-0.04, 0.04)
                    for y in (-0.035, 0.035)
                ),
            ],
            (-0.28, 0, 0.5),
            1.5,
            (-0.5, 0),
        )

    @staticmethod
    def _height(x: float) -> float:
        return 0.45 * math.sin(3 * x) + 0.55

    def poses(self, observation: np.ndarray) -> list[list[float]]:
        x = float(observation[0])
        slope = math.atan(1.35 * math.cos(3 * x))
        return [[x, 0, self._height(x), *turned(Y, -slope)]]


DRAWINGS: dict[str, type[DrawnStage]] = {
    "CartPoleEnv": CartPole,
    "PendulumEnv": Pendulum,
    "Continuous_MountainCarEnv": MountainCar,
    "MountainCarEnv": MountainCar,
}


class PictureStage:
    """Frames that the environment renders, made small."""

    most_frames, most_episodes = MOST_PICTURES, 1  # they take their time

    def __init__(self, env: gym.Env[Any, Any]):
        self._env = env
        self.seconds = 1 / float(env.metadata.get("render_fps") or 30)
        self.scene: dict[str, Any] = {"kind": "pictures"}

    def look(self, observation: Any) -> bytes:
        from PIL import Image

        picture = Image.fromarray(np.asarray(self._env.render(), np.uint8))
        picture.thumbnail((PICTURE_SIDE, PICTURE_SIDE), Image.Resampling.BILINEAR)
        content = io.BytesIO()
        picture.convert("RGB").save(content, "JPEG", quality=80)
        return content.getvalue()

    def frames(self, looks: Sequence[bytes]) -> dict[str, np.ndarray]:
        return {
            "sizes": np.array([len(look) for look in looks], np.float32),
            "pictures": np.frombuffer(b"".join(looks), np.uint8),
        }


class ObservationStage:
    """The observations as lines, where there is nothing else to see."""

    most_frames, most_episodes = MOST_FRAMES, MOST_EPISODES
    MOST_LINES = 12

    def __init__(self, env: gym.Env[Any, Any]):
        self._space = env.observation_space
        self.seconds = 1 / float(env.metadata.get("render_fps") or 30)
        size = gym.spaces.flatdim(env.observation_space)
        self.scene: dict[str, Any] = {"kind": "observations", "lines": min(size, self.MOST_LINES)}

    def look(self, observation: Any) -> np.ndarray:
        flat = gym.spaces.flatten(self._space, observation)
        return np.asarray(flat, np.float32).ravel()[: self.MOST_LINES]

    def frames(self, looks: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        return {"observations": np.stack(looks)}
