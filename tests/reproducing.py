"""A reproduction of moments: the real thing with small networks and budgets. As a program: python -m reproducing OUT"""

from __future__ import annotations

import sys
from pathlib import Path

from gogepo import cli
from gogepo.commands.reproduce import reproduce
from gogepo.config import ARSConfig, Limits, RunConfig
from gogepo.reproduce import Measuring, Planned, Reproduction
from toys import TINY

_SMALL = {"env_steps": 5_000, "evaluate_every": 1_000, "evaluation_episodes": 1}
ENV = "MountainCarContinuous-v0"
PLAN = [
    Planned(
        "gogepo",
        RunConfig(ENV, seeds=2, algorithm=TINY, **_SMALL),
        frozenset({"finals", "curves", "map", "commands"}),
    ),
    Planned(
        "ars",
        RunConfig(ENV, seeds=2, algorithm=ARSConfig(policy_hidden=(8,)), **_SMALL),
        frozenset({"finals", "curves"}),
    ),
]
SIZE = Measuring(runs=2, commands=3, episodes=1)
LIMITS = Limits(checkpoint_every_seconds=0.2)


def main(folder: Path, **wishes: object) -> int:
    command = cli.Reproduce(limits=LIMITS, json=True, **wishes)  # pyright: ignore
    return reproduce(Reproduction(folder, PLAN, SIZE), command)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
