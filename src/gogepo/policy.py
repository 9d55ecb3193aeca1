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
from gogepo.envs.rollout import Request
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
        """Begin an episode: of a policy that reads its command, all of it is wanted again."""
        self._wanted, self._left = self.command, self.horizon

    def hear(self, reward: float) -> None:
        """What a step was paid, without survival bonus: so much less is wanted, one step sooner."""
        self._wanted -= reward
        self._left = max(self._left - 1.0, 1.0)

    def predict(
        self,
        observation: Any,
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = True,
    ) -> tuple[Any, Any]:
        """The action for one observation, or the actions for a batch of them, and `state` unchanged.

        Policies are deterministic, so the other arguments change nothing; they are there because
        Stable-Baselines3 passes them. One that reads its command (UDRL) also needs `reset` and `hear`.
        """
        rows, batched = self._rows(observation)
        if self.shape.commanded:
            if batched:
                raise InputError("a policy that reads its command plays one episode at a time, not a batch")
            rows = [np.append(row, (self._wanted, self._left)) for row in rows]
        actions = [self.interface.to_env(self._policy.act(row)) for row in rows]
        return (np.stack(actions) if batched else np.asarray(actions[0])), state

    def _rows(self, observation: Any) -> tuple[list[np.ndarray], bool]:
        """Flat observations, and whether there was a batch of them."""
        size, flatten, space = (
            self.shape.observation_size,
            self.interface.flatten,
            self.interface.observation_space,
        )
        try:
            if flatten is None or space is None:
                rows, batched = _split(np.asarray(observation, np.float64))
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
        """Write one file with everything inside: .safetensors, or .onnx with the extra gogepo[onnx]."""
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
        except (
            *(KeyError, ValueError, TypeError, IndexError, AttributeError),
            *(OverflowError, RecursionError),
        ) as error:
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
        if metadata.get("format") != FORMAT:
            raise ValueError(f"its format is {metadata.get('format')!r}, not {FORMAT!r}")
        if metadata["actions"] not in ("continuous", "discrete"):
            raise ValueError("unknown kind of actions")
        if not all(np.isfinite(tensor).all() for tensor in tensors.values()):
            raise ValueError("a tensor is not finite")
        for name in ("normalizer.mean", "normalizer.deviation", "action.low", "action.high"):
            if tensors[name].ndim != 1:
                raise ValueError(f"{name} is not a vector")
        if not (tensors["normalizer.deviation"] > 0).all():
            raise ValueError("a deviation is not positive")
        low, high = tensors["action.low"], tensors["action.high"]
        if low.shape != high.shape or not (low < high).all():
            raise ValueError("action bounds do not belong together")
        if metadata["activation"] not in ("tanh", "relu"):
            raise ValueError("unknown activation")
        horizon = float(metadata["horizon"])
        commanded = not math.isnan(horizon)
        if commanded and not 0 < horizon <= LARGEST_NUMBER:
            raise ValueError("a horizon that cannot be")
        if commanded and (metadata["command"] == "nan" or len(tensors["normalizer.mean"]) < 3):
            raise ValueError("a horizon without a command, or without an observation")
        shape = PolicyShape(
            len(tensors["normalizer.mean"]) - (2 if commanded else 0),
            tuple(int(size) for size in json.loads(metadata["hidden_sizes"])),
            "discrete" if metadata["actions"] == "discrete" else "continuous",
            tuple(tensors["action.low"].tolist()),
            tuple(tensors["action.high"].tolist()),
            "relu" if metadata["activation"] == "relu" else "tanh",
            commanded,
        )
        if tensors["weights"].shape != (shape.weights_size,):
            raise ValueError(f"{tensors['weights'].size} weights, not {shape.weights_size}")
        if tensors["normalizer.deviation"].shape != tensors["normalizer.mean"].shape:
            raise ValueError("mean and deviation differ in length")
        action_shape = tuple(int(size) for size in json.loads(metadata["action_shape"]))
        dtype = ACTION_DTYPES[shape.actions][metadata["action_dtype"]]
        if shape.actions == "continuous" and np.prod(action_shape, dtype=int) != shape.output_size:
            raise ValueError("the action's shape does not fit the policy")
        interface = Interface(shape, None, None, action_shape, dtype, int(metadata["first_action"]))
        normalizer = Normalizer(tensors["normalizer.mean"], tensors["normalizer.deviation"])
        return Policy(
            interface,
            tensors["weights"],
            normalizer,
            command=math.nan if metadata["command"] == "nan" else parse_command(metadata["command"]),
            horizon=horizon,
            env=metadata["env"],
        )


def _is_flat(observation: Any, size: int) -> bool:
    """Whether a nested observation was flattened already: a float vector of the right length."""
    is_vector = isinstance(observation, np.ndarray) and observation.shape == (size,)
    return is_vector and observation.dtype.kind == "f"


def _split(array: np.ndarray) -> tuple[list[np.ndarray], bool]:
    return (list(array), True) if array.ndim == 2 else ([array], False)


def _unstack(observations: Any) -> list[Any]:
    """The single observations in a batch of nested ones, as a vector environment stacks them."""
    if isinstance(observations, dict):
        columns = {key: _unstack(value) for key, value in observations.items()}
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    if isinstance(observations, tuple):
        return list(zip(*map(_unstack, observations), strict=True))
    return list(observations)
