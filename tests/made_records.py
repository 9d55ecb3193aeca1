"""Records made by hand."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

from gogepo.config import GoGePoConfig, RunConfig
from gogepo.presets import with_preset
from gogepo.records.calibration import Calibration, CalibrationPoint
from gogepo.records.record import EvaluationHistory, MapPoint, MapStage, PolicyMap, Record

NAN = math.nan


def make(name: str = "a", seeds: tuple[int, ...] = (0, 1), last: int = 3_000_000, **changes: Any) -> Record:
    settings = {
        "env": "Swimmer-v5",
        "env_steps": 3_000_000,
        "evaluate_every": 10_000,
        "algorithm": GoGePoConfig(),
    }
    config = RunConfig(**{**settings, **changes})
    config = dataclasses.replace(config, algorithm=with_preset(config.algorithm, config.env))
    config = json.loads(json.dumps(config.as_json()))
    rows = [[10_000, 10, NAN, 1.25, 0.5], [last, 3000, 300.5, 310.0, NAN]]
    return Record(name, config, {seed: EvaluationHistory.of(rows) for seed in seeds})


FULL = dataclasses.replace(
    make(),
    calibrations=[
        Calibration(
            0, 9, (-1.0, 5.0), [CalibrationPoint(-1.0, [0.5, 1.5], [0.5, 1.5]), CalibrationPoint(5.0, [], [])]
        )
    ],
    policy_map=PolicyMap(
        0,
        9,
        (0.75, 0.25),
        3,
        [(0.0, 1.0, 2.0), (1.0, 0.5, -3.0)],
        [MapStage(4, 2, [MapPoint(1.0, 0.5, 0.25, NAN)])],
    ),
    provenance={"device": "cpu: a machine", "threads": 2},
    note="two cores; stopped",
    superseded="",
)
