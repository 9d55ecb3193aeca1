"""gogepo: ask for a return, get a policy.

Goal-conditioned generators of deep policies (Faccio, Herrmann, Ramesh, Kirsch, Schmidhuber 2022).
Names are imported when first used, so that `import gogepo` is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gogepo.config import ARSConfig, DDPGConfig, GoGePoConfig, RunConfig, UDRLConfig
    from gogepo.envs.tasks import TASKS, Task
    from gogepo.inputs import InputError
    from gogepo.methods import ARS, DDPG, UDRL, GoGePo, Method
    from gogepo.policy import Policy
    from gogepo.training.evaluation import Evaluation
    from gogepo.training.loop import EpisodeEvent, EvaluationEvent, FaultEvent

__version__ = "0.1.0"

_HOMES = {
    "GoGePo": "gogepo.methods",
    "ARS": "gogepo.methods",
    "DDPG": "gogepo.methods",
    "UDRL": "gogepo.methods",
    "Method": "gogepo.methods",
    "Policy": "gogepo.policy",
    "GoGePoConfig": "gogepo.config",
    "ARSConfig": "gogepo.config",
    "DDPGConfig": "gogepo.config",
    "UDRLConfig": "gogepo.config",
    "RunConfig": "gogepo.config",
    "InputError": "gogepo.inputs",
    "Task": "gogepo.envs.tasks",
    "TASKS": "gogepo.envs.tasks",
    "Evaluation": "gogepo.training.evaluation",
    "EpisodeEvent": "gogepo.training.loop",
    "EvaluationEvent": "gogepo.training.loop",
    "FaultEvent": "gogepo.training.loop",
}

__all__ = [
    "ARS",
    "DDPG",
    "TASKS",
    "UDRL",
    "ARSConfig",
    "DDPGConfig",
    "EpisodeEvent",
    "Evaluation",
    "EvaluationEvent",
    "FaultEvent",
    "GoGePo",
    "GoGePoConfig",
    "InputError",
    "Method",
    "Policy",
    "RunConfig",
    "Task",
    "UDRLConfig",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gogepo' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
