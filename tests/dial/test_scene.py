"""What is drawn is what the simulator has: shapes, poses, and an episode that is not disturbed by being looked at."""

from __future__ import annotations

import json
import math
from typing import Any

import gymnasium as gym
import mujoco
import numpy as np
import pytest

import toys  # registers environments without geometry
from gogepo.dial.scene import FRAMES_A_SECOND, MOST_FRAMES, MountainCar, make_scene, rotation
from gogepo.envs.tasks import env_factory

MUJOCO = [
    *("Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5", "InvertedDoublePendulum-v5", "HalfCheetah-v5"),
    *("Walker2d-v5", "Ant-v5", "Humanoid-v5", "Pusher-v5"),
]
DRAWN = ["CartPole-v1", "Pendulum-v1", "MountainCarContinuous-v0"]


@pytest.mark.parametrize("env_id", MUJOCO)
def test_poses_are_where_the_simulator_puts_the_bodies(env_id: str):
    env, scene = make_scene(env_factory(env_id))
    raw: Any = env.unwrapped
    env.reset(seed=3)
    captured, expected = [], []
    for _ in range(5):
        observation, *_ = env.step(np.full(env.action_space.shape, 0.3, np.float32))
        captured.append(scene.capture(observation))
        data = mujoco.MjData(raw.model)
        data.qpos[:] = raw.data.qpos
        mujoco.mj_forward(raw.model, data)
        expected.append(np.concatenate([data.xpos, data.xquat], axis=1))
    poses = scene.frames(captured)["poses"]
    assert poses.dtype == np.float32
    np.testing.assert_allclose(poses, expected, atol=1e-6)
    env.close()


@pytest.mark.parametrize("env_id", [*MUJOCO, *DRAWN])
def test_a_scene_is_json_that_names_its_bodies(env_id: str):
    env, scene = make_scene(env_factory(env_id))
    described = json.loads(json.dumps(scene.description, allow_nan=False))
    assert described["kind"] == "bodies"
    assert len(described["rest"]) == 7 * described["bodies"]
    assert described["geoms"]
    for each in described["geoms"]:
        assert 0 <= each["body"] < described["bodies"]
        assert each["type"] in ("plane", "sphere", "capsule", "ellipsoid", "cylinder", "box", "ribbon")
        assert np.linalg.norm(each["quaternion"]) == pytest.approx(1, abs=1e-4)
    assert any(each["body"] > 0 for each in described["geoms"])
    assert scene.frames([scene.capture(env.reset(seed=0)[0])])["poses"].shape == (1, described["bodies"], 7)
    env.close()


def test_a_geom_has_the_models_own_size_and_place():
    env, scene = make_scene(env_factory("Hopper-v5"))
    model: Any = env.unwrapped.model  # pyright: ignore
    number = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, "foot_geom")
    found = [
        each
        for each in scene.description["geoms"]
        if each["body"] == model.geom_bodyid[number] and each["type"] == "capsule"
    ]
    assert found[0]["size"] == pytest.approx(model.geom_size[number].tolist(), abs=1e-5)
    assert found[0]["position"] == pytest.approx(model.geom_pos[number].tolist(), abs=1e-5)


def test_a_mesh_is_drawn_as_its_bounds(tmp_path: Any):
    points = "0 0 0  1 0 0  0 2 0  0 0 3"
    spec = f"""<mujoco><asset><mesh name="m" vertex="{points}"/></asset><worldbody>
      <body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""
    model = mujoco.MjModel.from_xml_string(spec)

    class Raw(gym.Env[Any, Any]):
        metadata: dict[str, Any] = {}  # noqa: RUF012
        observation_space = action_space = gym.spaces.Box(-1, 1, (1,))
        dt = 0.01

        def __init__(self) -> None:
            self.model, self.data = model, mujoco.MjData(model)

    _env, scene = make_scene(Raw)
    (drawn,) = scene.description["geoms"]
    assert drawn["type"] == "box"
    assert sorted(drawn["size"]) == pytest.approx(sorted(model.geom_aabb[0][3:].tolist()), abs=1e-5)
    assert scene.frames([scene.capture(None)])["poses"].shape == (1, 2, 7)


def test_a_pole_leans_where_its_angle_says():
    _env, scene = make_scene(env_factory("CartPole-v1"))
    poses = scene.frames([np.array([0.5, 0, 0.3, 0])])["poses"][0]
    assert poses[1][:3].tolist() == pytest.approx([0.5, 0, 0])
    assert _up(poses[2][3:]) == pytest.approx([math.sin(0.3), 0, math.cos(0.3)], abs=1e-6)


def test_a_pendulum_points_where_its_cosine_and_sine_say():
    _env, scene = make_scene(env_factory("Pendulum-v1"))
    hanging, upright, left = scene.frames([np.array(o) for o in ([-1, 0, 0], [1, 0, 0], [0, 1, 0])])["poses"]
    assert _up(hanging[1][3:]) == pytest.approx([0, 0, -1], abs=1e-6)
    assert _up(upright[1][3:]) == pytest.approx([0, 0, 1], abs=1e-6)
    assert _up(left[1][3:]) == pytest.approx([-1, 0, 0], abs=1e-6)  # counter-clockwise, as Gymnasium draws it


def test_a_car_stands_on_the_road():
    scene = MountainCar()
    poses = scene.frames([np.array([-0.5, 0]), np.array([0.2, 0])])["poses"]
    for x, (_, car) in zip((-0.5, 0.2), poses, strict=True):
        assert car[:3].tolist() == pytest.approx([x, 0, 0.45 * math.sin(3 * x) + 0.55], abs=1e-6)
        slope = 1.35 * math.cos(3 * x)
        normal = np.array([-slope, 0, 1]) / math.hypot(slope, 1)
        assert _up(car[3:]) == pytest.approx(normal.tolist(), abs=1e-6)


def test_other_environments_are_shown_by_their_observations():
    env, scene = make_scene(env_factory("ToyTarget-v0"))
    observation, _ = env.reset(seed=0)
    assert scene.description == {"kind": "observations", "lines": 3}
    np.testing.assert_allclose(
        scene.frames([scene.capture(observation)])["observations"], [observation], rtol=1e-6
    )


class Painted(toys.TargetEnv):
    metadata = {"render_modes": ["rgb_array"], "render_fps": 20}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None):
        self.render_mode = render_mode

    def render(self) -> Any:
        return np.full((40, 60, 3), 200, np.uint8)


class Unpaintable(Painted):
    def render(self) -> Any:
        raise RuntimeError("no screen")


def test_an_environment_that_renders_is_shown_by_its_pictures():
    _env, scene = make_scene(Painted)
    frames = scene.frames([scene.capture(None), scene.capture(None)])
    assert scene.description == {"kind": "pictures"}
    assert scene.seconds == 0.05
    assert frames["sizes"].sum() == len(frames["pictures"])
    assert frames["pictures"][:2].tobytes() == b"\xff\xd8"  # a JPEG


def test_one_that_cannot_render_here_is_shown_by_its_observations():
    _, scene = make_scene(Unpaintable)
    assert scene.description["kind"] == "observations"


def test_a_quaternion_turns_about_its_axis():
    assert rotation(2, math.pi) == pytest.approx([0, 0, 0, 1], abs=1e-9)


def test_the_longest_recording_is_bounded():
    assert MOST_FRAMES * 14 * 7 * 4 < 2**21  # of Humanoid, which has the most bodies
    assert FRAMES_A_SECOND <= 60


def _up(quaternion: np.ndarray) -> list[float]:
    """Where a body's z axis points."""
    w, x, y, z = (float(value) for value in quaternion)
    return [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
