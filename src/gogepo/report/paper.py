"""What the paper says: its numbers and its protocol, each with the place where it stands.

Faccio, Herrmann, Ramesh, Kirsch, Schmidhuber: Goal-Conditioned Generators of Deep Policies, 2022.
"""

from __future__ import annotations

from typing import NamedTuple

from gogepo.config import AlgorithmName
from gogepo.envs.tasks import TASKS as KNOWN_TASKS

ENVS = {task: f"{task}-v5" for task in ("Swimmer", "Hopper", "InvertedPendulum")}
ENVS["MountainCarContinuous"] = "MountainCarContinuous-v0"
"""The tasks, each with the version that is run here (D15)."""
TASKS = tuple(ENVS)
METHODS: tuple[AlgorithmName, ...] = ("gogepo", "ars", "ddpg", "udrl")

PROTOCOL = {task: KNOWN_TASKS[env] for task, env in ENVS.items()}
"""How long a run is and how often it is evaluated (appendix A.1, last row of the table of shared
hyperparameters; appendix B.2)."""


class PaperReturn(NamedTuple):
    """A final return: mean and standard deviation over 20 runs."""

    mean: float
    deviation: float


FINAL_EVALUATIONS = 20
"""A final return is the mean of so many (appendix B.2, caption of the table of final returns)."""

_FINAL: dict[str, tuple[tuple[float, float], ...]] = {
    "Swimmer": ((334, 16), (342, 21), (129, 25), (78, 17)),
    "Hopper": ((2589, 300), (2340, 199), (1634, 1036), (1010, 78)),
    "InvertedPendulum": ((980, 40), (936, 42), (960, 175), (219, 299)),
    "MountainCarContinuous": ((93, 1), (55, 33), (-1, 0.01), (-3, 0.3)),
}
FINAL: dict[str, dict[AlgorithmName, PaperReturn]] = {
    task: {method: PaperReturn(*cell) for method, cell in zip(METHODS, row, strict=True)}
    for task, row in _FINAL.items()
}
"""Appendix B.2, table "Final return (average over final 20 evaluations)"."""

SEEDS = 20
"""Of the learning curves and the table (captions of the two figures of results)."""
FEW_SEEDS = 5
"""Of the ablations and of commanded against achieved return (their captions)."""

ABLATION_TASKS = ("Swimmer", "Hopper")
"""Of recency weighting x output scaling (section 5.1). For the drive the text names no tasks; the same are taken."""

MAP_COMMANDS = 20
"""Evenly spaced over the range of returns (appendix B.3)."""
MAP_STAGES = 4
COMMANDED_EPISODES = 10
"""Caption of the figure of achieved returns."""
