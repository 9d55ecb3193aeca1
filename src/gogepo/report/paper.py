"""What the paper says: its numbers and its protocol, each with the place where it stands.

Faccio, Herrmann, Ramesh, Kirsch, Schmidhuber: Goal-Conditioned Generators of Deep Policies, 2022.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gogepo.config import AlgorithmName

TASKS = ("Swimmer", "Hopper", "InvertedPendulum", "MountainCarContinuous")
METHODS: tuple[AlgorithmName, ...] = ("gogepo", "ars", "ddpg", "udrl")
NAMES: dict[AlgorithmName, str] = {"gogepo": "GoGePo", "ars": "ARS", "ddpg": "DDPG", "udrl": "UDRL"}

EXACTLY: dict[AlgorithmName, dict[str, Any]] = {"gogepo": {"rehearsals": 0, "evaluator_leak": 0.0}}
"""Settings that are the paper's where the library's default is another (docs/differences.md, D24 and D27)."""


class Number(NamedTuple):
    """A final return: mean and standard deviation over 20 runs."""

    mean: float
    deviation: float


FINAL_EVALUATIONS = 20
"""That a final return is the mean of (appendix B.2, caption of the table of final returns)."""

FINAL: dict[str, dict[AlgorithmName, Number]] = {
    "Swimmer": {
        "gogepo": Number(334, 16),
        "ars": Number(342, 21),
        "ddpg": Number(129, 25),
        "udrl": Number(78, 17),
    },
    "MountainCarContinuous": {
        "gogepo": Number(93, 1),
        "ars": Number(55, 33),
        "ddpg": Number(-1, 0.01),
        "udrl": Number(-3, 0.3),
    },
    "Hopper": {
        "gogepo": Number(2589, 300),
        "ars": Number(2340, 199),
        "ddpg": Number(1634, 1036),
        "udrl": Number(1010, 78),
    },
    "InvertedPendulum": {
        "gogepo": Number(980, 40),
        "ars": Number(936, 42),
        "ddpg": Number(960, 175),
        "udrl": Number(219, 299),
    },
}
"""Appendix B.2, table "Final return (average over final 20 evaluations)"."""


class Protocol(NamedTuple):
    """How long a run is, and how often it is evaluated."""

    env_steps: int
    evaluate_every: int


_SMALL, _LARGE = Protocol(100_000, 1_000), Protocol(3_000_000, 10_000)
PROTOCOL: dict[str, Protocol] = {
    "Swimmer": _LARGE,
    "Hopper": _LARGE,
    "InvertedPendulum": _SMALL,
    "MountainCarContinuous": _SMALL,
}
"""Appendix A.1, last row of the table of shared hyperparameters; appendix B.2 for the evaluations."""

SEEDS = 20
"""Of the learning curves and the table (captions of the two figures of results)."""
FEW_SEEDS = 5
"""Of the ablations and of commanded against achieved return (their captions)."""

ABLATION_TASKS = ("Swimmer", "Hopper")
"""Of recency weighting x output scaling (section 5.1). Of the drive the text does not name the tasks: the same are taken."""

MAP_COMMANDS = 20
"""Evenly spaced over the range of returns (appendix B.3)."""
MAP_STAGES = 4
COMMANDED_EPISODES = 10
"""Caption of the figure of achieved returns."""
