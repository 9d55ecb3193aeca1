"""What a policy reads and writes in an environment, and which environments are refused."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces

from gogepo.config import Network
from gogepo.envs.spaces import Interface, read_interface
from gogepo.inputs import InputError

VECTOR = spaces.Box(-1, 1, (3,))
ONE = spaces.Box(-1, 1, (1,))


class Bare(gym.Env[Any, Any]):
    """Nothing but spaces."""

    def __init__(self, observations: Any, actions: Any):
        self.observation_space, self.action_space = observations, actions


def read(observations: Any = VECTOR, actions: Any = ONE) -> Interface:
    return read_interface(Bare(observations, actions), Network((16, 16)))


# Observations


def test_a_vector_is_read_as_it_is():
    interface = read(spaces.Box(-1, 1, (3,), np.float64))
    assert interface.flatten is None
    assert interface.shape.observation_size == 3
    assert interface.shape.layer_sizes == (3, 16, 16, 1)


@pytest.mark.parametrize(
    ("space", "observation", "vector"),
    [
        (
            spaces.Dict({"b": spaces.Box(-9, 9, (2,)), "a": spaces.Discrete(3)}),
            {"b": np.float32([7, -2]), "a": 1},
            [0, 1, 0, 7, -2],  # Gymnasium sorts the keys; a discrete number is one of three
        ),
        (
            spaces.Tuple([spaces.Box(-9, 9, (1,)), spaces.MultiBinary(2)]),
            (np.float32([5]), np.int8([0, 1])),
            [5, 0, 1],
        ),
        (
            spaces.Dict(
                {
                    "z": spaces.Tuple(
                        [spaces.Discrete(2, start=4), spaces.Dict({"x": spaces.Box(-9, 9, (2, 1))})]
                    )
                }
            ),
            {"z": (5, {"x": np.float32([[3], [4]])})},
            [0, 1, 3, 4],
        ),
        (spaces.Box(-9, 9, (2, 3)), np.arange(6, dtype=np.float32).reshape(2, 3), [0, 1, 2, 3, 4, 5]),
        (spaces.Box(-9, 9, ()), np.float32(2.5), [2.5]),
        (spaces.Discrete(3, start=-1), 1, [0, 0, 1]),
        (spaces.MultiDiscrete([2, 3]), np.array([1, 2]), [0, 1, 0, 0, 1]),
    ],
    ids=["dict", "tuple", "nested", "matrix", "scalar", "discrete", "multi-discrete"],
)
def test_other_observations_are_flattened_to_one_float_vector(space, observation, vector):
    interface = read(space)
    assert interface.flatten is not None
    assert interface.shape.observation_size == len(vector)
    flat = interface.flatten(observation)
    assert flat.dtype == np.float64
    assert flat.tolist() == vector


@pytest.mark.parametrize(
    "space",
    [spaces.Box(0, 255, (128,), np.uint8), spaces.Box(-1, 1, (2, 2, 2)), spaces.Box(-1, 1, (20, 20))],
    ids=["memory of a console", "small cube", "float matrix"],
)
def test_numbers_that_are_no_image_are_read(space):
    assert read(space).shape.observation_size == np.prod(space.shape)


# Actions


def test_a_continuous_action_goes_to_the_environment_as_the_policy_made_it():
    interface = read(actions=spaces.Box(np.float32([-1, 0]), np.float32([1, 5])))
    assert interface.shape.actions == "continuous"
    assert (interface.shape.low, interface.shape.high) == ((-1.0, 0.0), (1.0, 5.0))
    action = np.float32([0.5, 4])
    assert interface.to_env(action) is action


@pytest.mark.parametrize("start", [0, 3, -2])
def test_discrete_actions_are_numbered_from_the_spaces_start(start):
    space = spaces.Discrete(4, start=start)
    interface = read(actions=space)
    assert interface.shape.actions == "discrete"
    assert interface.shape.output_size == 4
    actions = [interface.to_env(np.intp(index)) for index in range(4)]
    assert actions == [start, start + 1, start + 2, start + 3]
    assert all(space.contains(action) for action in actions)


def test_actions_of_several_dimensions_keep_the_bounds_of_each_entry():
    low = np.arange(6, dtype=np.float32).reshape(3, 2)
    space = spaces.Box(low, low + 1)
    interface = read(actions=space)
    assert interface.shape.low == (0, 1, 2, 3, 4, 5)
    action = interface.to_env(np.arange(6, dtype=np.float32) + np.float32(0.5))
    assert action.tolist() == [[0.5, 1.5], [2.5, 3.5], [4.5, 5.5]]
    assert space.contains(action)


@pytest.mark.parametrize("shape", [(2,), (1, 2)])
def test_actions_have_the_precision_of_their_space(shape):
    space = spaces.Box(-2, 2, shape, np.float64)
    action = read(actions=space).to_env(np.float32([0.1, -0.1]))
    assert action.dtype == np.float64
    assert action.shape == shape


# Refusals

IMAGE = spaces.Box(0, 255, (64, 64, 3), np.uint8)
GRAPH = spaces.Graph(node_space=spaces.Box(-1, 1, (2,)), edge_space=None)
LARGEST = float(np.finfo(np.float32).max)


@pytest.mark.parametrize(
    ("observations", "actions", "says"),
    [
        (VECTOR, spaces.Box(-np.inf, np.inf, (2,)), "unbounded; bound it"),
        (VECTOR, spaces.Box(np.float32([-1, -1]), np.float32([1, np.inf])), "unbounded; bound it"),
        # What some environments write for "no bound": twice that overflows.
        (VECTOR, spaces.Box(-LARGEST, LARGEST, (2,)), "bound"),
        (VECTOR, spaces.Box(-1e300, 1e300, (2,), np.float64), "bound"),
        (VECTOR, spaces.MultiDiscrete([3, 3]), "MultiDiscrete are not supported; use a Box"),
        (VECTOR, spaces.MultiBinary(3), "MultiBinary are not supported; use a Box"),
        (VECTOR, spaces.Dict({"a": ONE}), "Dict are not supported; use a Box"),
        (VECTOR, spaces.Tuple([ONE]), "Tuple are not supported; use a Box"),
        (VECTOR, spaces.Box(0, 5, (2,), np.int64), "int64 are not supported; use a float Box or Discrete"),
        (VECTOR, spaces.Box(np.float32([0, 1]), np.float32([1, 1])), "low >= high; give every action room"),
        (VECTOR, spaces.Box(-1, 1, (0,)), "low >= high; give every action room"),
        (IMAGE, ONE, "image observations are not supported"),
        (spaces.Box(0, 255, (84, 84), np.uint8), ONE, "image observations are not supported"),
        (spaces.Box(0, 1, (32, 32, 3)), ONE, "image observations are not supported"),
        (spaces.Dict({"state": VECTOR, "camera": IMAGE}), ONE, "image observations are not supported"),
        (spaces.Tuple([VECTOR, spaces.Dict({"camera": IMAGE})]), ONE, "image observations are not supported"),
        (spaces.Box(-1, 1, (0,)), ONE, "empty; a policy needs something to read"),
        (spaces.Dict({}), ONE, "empty; a policy needs something to read"),
        (spaces.Sequence(VECTOR), ONE, "Sequence cannot be flattened"),
        (GRAPH, ONE, "Graph cannot be flattened"),
        (spaces.Dict({"friends": spaces.Sequence(VECTOR)}), ONE, "cannot be flattened"),
    ],
)
def test_spaces_that_a_policy_cannot_serve_are_refused_in_one_line(observations, actions, says):
    with pytest.raises(InputError) as refusal:
        read(observations, actions)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_text_observations_are_refused_in_one_line():
    with pytest.raises(InputError) as refusal:
        read(spaces.Text(5))
    assert "\n" not in str(refusal.value)
