"""A generated policy as users hold it: predict, save, load. Needs no JAX."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy

from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Request, Wanted
from gogepo.envs.spaces import Interface, has_shape_of
from gogepo.files import BadFile, one_line, parse_tensors, read_regular, write_as_told
from gogepo.inputs import LARGEST_NUMBER, InputError, parse_command
from gogepo.types import PolicyShape

FORMAT = "gogepo-policy-2"
LARGEST_FILE = 2**28
ACTION_DTYPES = {
    "continuous": {text: np.dtype(text) for text in ("<f2", "<f4", "<f8")},
    "discrete": {"<i8": np.dtype("<i8")},
}


class Policy:
    """One deterministic policy: weights, normaliser and action mapping.

    `predict` follows Stable-Baselines3, so its `evaluate_policy` accepts a `Policy` as a model.
    """

    def __init__(
        self,
        interface: Interface,
        weights: np.ndarray,
        normalizer: Normalizer,
        *,
        command: float,
        env: str,
        horizon: float = math.nan,
    ):
        self.interface = interface
        self.command = command
        """The return that was asked for: a training return, without survival bonus. NaN if none was."""
        self.horizon = horizon
        """Steps in which a policy that reads its command is to reach it."""
        self.env = env
        self.reset()
        self._policy = NumpyPolicy(interface.shape, weights, normalizer)

    @staticmethod
    def of(interface: Interface, request: Request, env: str) -> Policy:
        """The policy of a request, for this interface."""
        asked = {"command": request.command, "horizon": request.horizon}
        return Policy(interface, request.weights, request.normalizer, env=env, **asked)

    def request(self) -> Request:
        """The policy as an engine plays it."""
        return Request(0, self.command, self.weights, self.normalizer, self.horizon)

    @property
    def shape(self) -> PolicyShape:
        return self.interface.shape

    @property
    def weights(self) -> np.ndarray:
        return self._policy.weights

    @property
    def normalizer(self) -> Normalizer:
        return self._policy.normalizer

    def reset(self) -> None:
        """Begin an episode, in which a policy that reads its command wants all of it again."""
        self._wanted = Wanted(self.command, self.horizon)

    def hear(self, reward: float) -> None:
        """Take note of what a step was paid, without survival bonus: less is wanted then, one step sooner."""
        self._wanted.hear(reward)

    def predict(
        self, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = True
    ) -> tuple[Any, Any]:
        """The action for one observation, or the actions for a batch of them, and `state` unchanged.

        Policies are deterministic, so the other arguments change nothing; Stable-Baselines3 passes them.
        A policy that reads its command (UDRL) also needs `reset` and `hear`.
        """
        rows, batched = self._rows(observation)
        if self.shape.commanded:
            if batched:
                raise InputError("a policy that reads its command plays one episode at a time, not a batch")
            rows = [self._wanted.seen_with(row) for row in rows]
        actions = [self.interface.to_env(self._policy.act(row)) for row in rows]
        return (np.stack(actions) if batched else np.asarray(actions[0])), state

    def _rows(self, observation: Any) -> tuple[list[np.ndarray], bool]:
        """Flat observations, and whether there was a batch of them."""
        size = self.shape.observation_size
        flatten, space = self.interface.flatten, self.interface.observation_space
        try:
            if flatten is None or space is None:
                array = np.asarray(observation, np.float64)
                rows, batched = (list(array), True) if array.ndim == 2 else ([array], False)
            elif _is_flat(observation, size):
                rows, batched = [observation], False
            elif has_shape_of(space, observation):
                rows, batched = [flatten(observation)], False
            else:
                rows, batched = [flatten(row) for row in _unstack(observation)], True
        except (TypeError, ValueError, IndexError, KeyError, AttributeError) as error:
            raise InputError(f"the policy cannot read this observation: {error}") from None
        for row in rows:
            if row.shape != (size,):
                raise InputError(f"the policy reads observations of {size} numbers, not of shape {row.shape}")
        return rows, batched

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write one file with everything in it: .safetensors, or .onnx with the extra gogepo[onnx]."""
        path = Path(path)
        if path.suffix == ".safetensors":
            content = safetensors.numpy.save(self._tensors(), self._metadata())
        elif path.suffix == ".onnx":
            from gogepo.onnx import to_onnx

            content = to_onnx(self)
        else:
            raise InputError(f"a policy is saved as .safetensors or .onnx, not {path.name!r}")
        try:
            write_as_told(path, content)
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror}") from None
        return path

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Policy:
        """Read a .safetensors file that `save` wrote. It takes flat observations."""
        path = Path(path)
        try:
            tensors, metadata = parse_tensors(read_regular(path, LARGEST_FILE), path.name)
            return Policy._from_parts(tensors, metadata)
        except (BadFile, InputError) as bad:
            raise InputError(f"cannot read {path}: {bad}") from None
        except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
            raise InputError(f"{path} is not a policy file of ours: {one_line(repr(error))}") from None

    def _tensors(self) -> dict[str, np.ndarray]:
        return {
            "weights": np.ascontiguousarray(self.weights, np.float32),
            "normalizer.mean": np.asarray(self.normalizer.mean, np.float64),
            "normalizer.deviation": np.asarray(self.normalizer.deviation, np.float64),
            "action.low": np.array(self.shape.low, np.float64),
            "action.high": np.array(self.shape.high, np.float64),
        }

    def _metadata(self) -> dict[str, str]:
        return {
            "format": FORMAT,
            "env": self.env,
            "command": repr(self.command),
            "actions": self.shape.actions,
            "hidden_sizes": json.dumps(self.shape.hidden_sizes),
            "activation": self.shape.activation,
            "horizon": repr(self.horizon),
            "action_shape": json.dumps(self.interface.action_shape),
            "action_dtype": self.interface.action_dtype.str,
            "first_action": str(self.interface.first_action),
        }

    @staticmethod
    def _from_parts(tensors: dict[str, np.ndarray], metadata: dict[str, str]) -> Policy:
        _check(metadata.get("format") == FORMAT, f"its format is {metadata.get('format')!r}, not {FORMAT!r}")
        _check(all(np.isfinite(tensor).all() for tensor in tensors.values()), "a tensor is not finite")
        mean, deviation = tensors["normalizer.mean"], tensors["normalizer.deviation"]
        _check(mean.ndim == 1 and mean.shape == deviation.shape, "the normaliser's vectors do not match")
        _check((deviation > 0).all(), "a deviation is not positive")
        horizon = float(metadata["horizon"])
        shape = _shape(tensors, metadata, commanded=not math.isnan(horizon))
        if shape.commanded:
            _check(0 < horizon <= LARGEST_NUMBER, "its horizon is out of bounds")
            _check(metadata["command"] != "nan", "a horizon without a command")
        size, expected = tensors["weights"].shape, (shape.weights_size,)
        _check(size == expected, f"its weights have the shape {size}, not {expected}")
        action_shape = tuple(int(size) for size in json.loads(metadata["action_shape"]))
        dtype = ACTION_DTYPES[shape.actions][metadata["action_dtype"]]
        if shape.actions == "continuous":
            _check(np.prod(action_shape, dtype=int) == shape.output_size, "its action's shape does not fit")
        interface = Interface(shape, None, None, action_shape, dtype, int(metadata["first_action"]))
        command = math.nan if metadata["command"] == "nan" else parse_command(metadata["command"])
        how = {"command": command, "horizon": horizon, "env": metadata["env"]}
        return Policy(interface, tensors["weights"], Normalizer(mean, deviation), **how)


def _shape(tensors: dict[str, np.ndarray], metadata: dict[str, str], commanded: bool) -> PolicyShape:
    low, high = tensors["action.low"], tensors["action.high"]
    _check(low.ndim == 1 and low.shape == high.shape and (low < high).all(), "its action bounds do not match")
    actions, activation = metadata["actions"], metadata["activation"]
    _check(actions in ("continuous", "discrete"), "unknown kind of actions")
    _check(activation in ("tanh", "relu"), "unknown activation")
    observation_size = len(tensors["normalizer.mean"]) - 2 * commanded
    _check(observation_size > 0, "it reads no observation")
    hidden_sizes = tuple(int(size) for size in json.loads(metadata["hidden_sizes"]))
    bounds = tuple(low.tolist()), tuple(high.tolist())
    kinds: Any = actions, activation
    return PolicyShape(observation_size, hidden_sizes, kinds[0], *bounds, kinds[1], commanded)


def _check(sound: Any, problem: str) -> None:
    if not sound:
        raise ValueError(problem)


def _is_flat(observation: Any, size: int) -> bool:
    """Whether a nested observation was flattened already: a float vector of the right length."""
    is_vector = isinstance(observation, np.ndarray) and observation.shape == (size,)
    return is_vector and observation.dtype.kind == "f"


def _unstack(observations: Any) -> list[Any]:
    """The single observations in a batch of nested ones, as a vector environment stacks them."""
    if isinstance(observations, dict):
        columns = {key: _unstack(value) for key, value in observations.items()}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if isinstance(observations, tuple):
        return list(zip(*map(_unstack, observations), strict=True))
    return list(observations)
