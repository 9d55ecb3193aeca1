"""Settings that depend on the environment: the paper's tables, and better ones with their sources."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from gogepo.config import AlgorithmConfig, ARSConfig, DDPGConfig, GoGePoConfig, UDRLConfig

Config = TypeVar("Config", bound=AlgorithmConfig)

GOGEPO_PAPER: dict[str, Any] = {
    "generator_updates": 20,
    "evaluator_updates": 5,
    "evaluator_leak": 0.0,
    "full_batches": True,
    "rehearsals": 0,
    "first_command": 0.0,
    "first_return_counts": True,
    "moving_normalizer": False,
}
"""Algorithm 1 and appendix A.1."""
GOGEPO: dict[str, dict[str, Any]] = {
    "paper": GOGEPO_PAPER,
    "release": GOGEPO_PAPER
    | {
        "generator_updates": 19,
        "evaluator_updates": 4,
        "full_batches": False,
        "first_command": 1.0,
        "moving_normalizer": True,
    },
    "default": GOGEPO_PAPER | {"rehearsals": 1, "first_return_counts": False},
}
"""By preset; docs/differences.md says what differs and why."""
GOGEPO_TASKS: dict[str, dict[str, Any]] = {"Hopper": {"evaluator_leak": 0.01}}
"""What the default departs in on some tasks (D27)."""

ARS: dict[str, dict[str, Any]] = {
    "Swimmer": {"step_size": 0.01, "directions": 8, "elites": 4, "noise": 0.05},
    "Hopper": {"step_size": 0.01, "directions": 8, "elites": 4, "noise": 0.05},
    "InvertedPendulum": {"step_size": 0.001, "directions": 1, "elites": 1, "noise": 0.025},
    "MountainCarContinuous": {"step_size": 0.01, "directions": 1, "elites": 1, "noise": 0.05},
}
"""Appendix A.1, the table of ARS's tuned hyperparameters."""
ARS_ELSEWHERE = ARS["Swimmer"]

UDRL: dict[str, dict[str, Any]] = {
    "Swimmer": {"activation": "relu", "learning_rate": 1e-3, "last_few": 10},
    "Hopper": {"activation": "relu", "learning_rate": 1e-5, "last_few": 10},
    "InvertedPendulum": {"activation": "tanh", "learning_rate": 1e-3, "last_few": 1},
    "MountainCarContinuous": {"activation": "relu", "learning_rate": 1e-5, "last_few": 1},
}
"""Appendix A.1, the table of UDRL's hyperparameters."""
UDRL_ELSEWHERE = {"activation": "relu", "learning_rate": 1e-3, "last_few": 10}
UDRL_UNSAID: dict[str, dict[str, Any]] = {
    "Swimmer": {"updates_per_iteration": 300, "noise": 0.4, "return_gain": 10.0}
}
"""What the paper does not say; docs/baselines.md says where it comes from."""
UDRL_UNSAID_ELSEWHERE = {"updates_per_iteration": 100, "noise": 0.2, "return_gain": 1.0}

DDPG_PAPER: dict[str, Any] = {
    "critic_layer_norm": False,
    "actor_learning_rate": 1e-3,
    "discount": 0.99,
    "replay_capacity": 100_000,
    "noise": 0.1,
    "noise_correlation": 0.0,
}
"""Appendix A.1, the table of shared hyperparameters."""
DDPG_TUNED_ELSEWHERE = {**DDPG_PAPER, "replay_capacity": 1_000_000}
DDPG_TUNED: dict[str, dict[str, Any]] = {
    "Swimmer": {
        "critic_layer_norm": True,
        "actor_learning_rate": 1e-4,
        "discount": 0.9999,
        "replay_capacity": 1_000_000,
        "noise": 0.5,
        "noise_correlation": 0.95,
    }
}
"""By environment; docs/baselines.md says where each value comes from."""


def with_preset(config: Config, env: str) -> Config:
    """The settings with every None filled in for an environment; what was given stays."""
    task = env.split("-v")[0]
    preset: dict[str, Any] = {}
    if isinstance(config, GoGePoConfig):
        of_task = GOGEPO_TASKS.get(task, {}) if config.preset == "default" else {}
        preset = GOGEPO[config.preset] | of_task
    elif isinstance(config, ARSConfig):
        preset = dict(ARS.get(task, ARS_ELSEWHERE))
        if config.directions is not None and config.elites is None:
            preset["elites"] = min(preset["elites"], config.directions)
    elif isinstance(config, UDRLConfig):
        preset = UDRL.get(task, UDRL_ELSEWHERE) | UDRL_UNSAID.get(task, UDRL_UNSAID_ELSEWHERE)
    elif isinstance(config, DDPGConfig):
        tuned = DDPG_TUNED.get(task, DDPG_TUNED_ELSEWHERE)
        preset = tuned if config.preset == "tuned" else DDPG_PAPER
    return dataclasses.replace(
        config, **{name: value for name, value in preset.items() if getattr(config, name) is None}
    )
