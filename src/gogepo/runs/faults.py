"""Policies whose episodes were dropped, kept so that one command can play them again."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import safetensors.numpy

from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Exploration, Request
from gogepo.files import BadFile, one_line, parse_tensors, read_regular
from gogepo.inputs import InputError
from gogepo.runs.directory import RunDirectory

MOST_KEPT = 100
ROOM_FOR_ACTIONS = 2**27  # bytes; enough for the longest episode with 33 actions a step
ROOM_FOR_THE_REST = 2**20


class FaultBox:
    """RUN/faults: the first policies whose episodes were dropped, one small file each."""

    def __init__(self, run: RunDirectory):
        self._run = run

    def keep(self, request: Request) -> None:
        arrays = {
            "weights": np.ascontiguousarray(request.weights, np.float32),
            "mean": np.asarray(request.normalizer.mean, np.float64),
            "deviation": np.asarray(request.normalizer.deviation, np.float64),
            "command": np.array(request.command),
            "horizon": np.array(request.horizon),
        }
        if request.normalizer.count:
            arrays["count"] = np.array(request.normalizer.count)
        plan = request.exploration
        if plan is not None:
            steps = np.array([plan.random, plan.steps], np.int64)
            arrays |= {"noise": plan.noise, "actions": np.ascontiguousarray(plan.actions), "plan": steps}
            arrays["correlation"] = np.array(plan.correlation)
        with self._run.folder.folder("faults") as folder:
            if len(folder.names()) < MOST_KEPT:
                folder.write(self._path(request.index).name, safetensors.numpy.save(arrays))

    def has(self, attempt: int) -> bool:
        return self._path(attempt).is_file()

    def read(self, attempt: int, weights_size: int) -> Request:
        path = self._path(attempt)
        try:
            content = read_regular(path, largest=4 * weights_size + ROOM_FOR_ACTIONS + ROOM_FOR_THE_REST)
            arrays, _ = parse_tensors(content, path.name)
            count = float(arrays.get("count", 0.0))
            if not 0 <= count < math.inf:
                raise ValueError("a count that cannot be")
            normalizer = Normalizer(arrays["mean"], arrays["deviation"], count)
            plan = None
            if "plan" in arrays:
                random, steps = arrays["plan"].tolist()
                correlation = float(arrays.get("correlation", 0.0))
                if steps < 0 or not 0 <= correlation < 1:
                    raise ValueError("a plan that cannot be")
                plan = Exploration(arrays["noise"], bool(random), arrays["actions"], int(steps), correlation)
            command, horizon = float(arrays["command"]), float(arrays["horizon"])
            request = Request(attempt, command, arrays["weights"], normalizer, horizon, plan)
        except (BadFile, KeyError, ValueError, TypeError, OverflowError) as error:
            raise InputError(f"{path} cannot be used: {one_line(error)}") from None
        if request.weights.shape != (weights_size,):
            raise InputError(f"{path} holds {request.weights.size} weights, not {weights_size}")
        return request

    def _path(self, attempt: int) -> Path:
        return self._run.fault_policies / f"attempt-{attempt:09d}.safetensors"
