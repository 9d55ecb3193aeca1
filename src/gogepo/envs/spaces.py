"""What a policy must read and write in an environment, or why it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from jaxtyping import Float

from gogepo.config import Network
from gogepo.inputs import InputError
from gogepo.types import Actions, PolicyShape

LARGEST_BOUND = 1e30  # beyond it a range is as good as unbounded, and overflows float32


@dataclass(frozen=True)
class Interface:
    """Turns an environment's observations into flat vectors and a policy's outputs into actions."""

    shape: PolicyShape
    flatten: Callable[[Any], Float[np.ndarray, " observation"]] | None
    """None: the observation is a flat vector already."""
    observation_space: spaces.Space[Any] | None
    """What `flatten` reads; None for a policy that was loaded from a file."""
    action_shape: tuple[int, ...]
    action_dtype: np.dtype[Any]
    first_action: int
    """The number of a discrete space's first action."""

    def to_env(self, action: Any) -> Any:
        """The action as the environment's space wants it."""
        if self.shape.actions == "discrete":
            return self.first_action + int(action)
        if self.plain_actions:
            return action
        # In the policy's float32 a bound may be rounded to the outside.
        action = np.clip(action.astype(self.action_dtype), self.shape.low, self.shape.high)
        return action.reshape(self.action_shape).astype(self.action_dtype, copy=False)

    @cached_property
    def plain_actions(self) -> bool:
        """Whether the environment wants what a continuous policy gives: a float32 vector."""
        continuous = self.shape.actions == "continuous"
        return continuous and len(self.action_shape) == 1 and self.action_dtype == np.float32


def read_interface(env: gym.Env[Any, Any], network: Network) -> Interface:
    """Read an environment's spaces; refuse those that a policy cannot serve."""
    observation_size, flatten = _read_observations(env.observation_space)
    actions = env.action_space
    if isinstance(actions, spaces.Discrete):
        count = int(actions.n)
        shape = _shape(observation_size, network, "discrete", (0.0,) * count, (1.0,) * count)
        return Interface(shape, flatten, env.observation_space, (), np.dtype(np.int64), int(actions.start))
    if not isinstance(actions, spaces.Box):
        raise InputError(
            f"actions of type {type(actions).__name__} are not supported; "
            "use a Box with bounds or a Discrete space (a wrapper can convert)"
        )
    if not np.issubdtype(actions.dtype, np.floating):
        raise InputError(f"actions of dtype {actions.dtype} are not supported; use a float Box or Discrete")
    low, high = np.ravel(actions.low).astype(float), np.ravel(actions.high).astype(float)
    if not (np.abs(low) < LARGEST_BOUND).all() or not (np.abs(high) < LARGEST_BOUND).all():
        raise InputError(
            "the action space is unbounded; bound it, for example with gymnasium.wrappers.RescaleAction "
            "or a Box with finite low and high"
        )
    if low.size == 0 or (low >= high).any():
        raise InputError("the action space has a dimension with low >= high; give every action room to move")
    shape = _shape(observation_size, network, "continuous", tuple(low.tolist()), tuple(high.tolist()))
    return Interface(shape, flatten, env.observation_space, actions.shape, actions.dtype, 0)


def _shape(
    observation_size: int,
    network: Network,
    actions: Actions,
    low: tuple[float, ...],
    high: tuple[float, ...],
) -> PolicyShape:
    rest = network.activation, network.commanded
    return PolicyShape(observation_size, network.hidden_sizes, actions, low, high, *rest)


def _read_observations(space: spaces.Space[Any]) -> tuple[int, Callable[[Any], np.ndarray] | None]:
    parts = list(_leaves(space))
    if any(_is_image(part) for part in parts):
        raise InputError(
            "image observations are not supported: policies read vectors; "
            "use the environment's state-based variant or a wrapper that extracts features"
        )
    for part in parts:
        if not isinstance(part, (spaces.Box, spaces.Discrete, spaces.MultiDiscrete, spaces.MultiBinary)):
            raise InputError(
                f"observations of type {type(part).__name__} cannot be flattened to a vector of fixed length; "
                "use Box, Discrete, MultiDiscrete or MultiBinary, alone or in Dict and Tuple"
            )
    size = int(spaces.flatdim(space))
    if size < 1:
        raise InputError("the observation space is empty; a policy needs something to read")
    if isinstance(space, spaces.Box) and len(space.shape) == 1:
        return size, None
    return size, lambda observation: np.asarray(spaces.flatten(space, observation), np.float64)


def has_shape_of(space: spaces.Space[Any], observation: Any) -> bool:
    """Whether this is one observation of the space rather than a batch, judging by its shape."""
    if isinstance(space, spaces.Dict):
        parts = space.spaces
        if not isinstance(observation, dict) or set(observation) != set(parts):
            return False
        return all(has_shape_of(part, observation[key]) for key, part in parts.items())
    if isinstance(space, spaces.Tuple):
        if not isinstance(observation, (tuple, list)) or len(observation) != len(space.spaces):
            return False
        return all(has_shape_of(part, item) for part, item in zip(space.spaces, observation, strict=True))
    return np.shape(observation) == (space.shape or ())


def _leaves(space: spaces.Space[Any]) -> Iterator[spaces.Space[Any]]:
    if isinstance(space, spaces.Dict):
        for part in space.spaces.values():
            yield from _leaves(part)
    elif isinstance(space, spaces.Tuple):
        for part in space.spaces:
            yield from _leaves(part)
    else:
        yield space


def _is_image(space: spaces.Space[Any]) -> bool:
    if not isinstance(space, spaces.Box) or len(space.shape) < 2:
        return False
    return space.dtype == np.uint8 or (len(space.shape) == 3 and min(space.shape[0], space.shape[1]) >= 16)
