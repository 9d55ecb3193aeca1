"""Settings as older versions wrote them."""

from __future__ import annotations

from typing import Any

from gogepo.inputs import InputError

FORMERLY: dict[str, dict[str, Any]] = {
    "gogepo": {
        "preset": "default",
        "rehearsals": 0,
        "evaluator_leak": 0.0,
        "first_return_counts": False,
        "full_batches": True,
        "moving_normalizer": False,
    },
    "ddpg": {"noise_correlation": 0.0, "critic_layer_norm": False},
    "udrl": {"return_gain": 1.0},
}
"""The values of settings that the configs of older versions do not name."""
REMOVED: dict[str, dict[str, Any]] = {
    "gogepo": {
        "recall": 0.0,
        "vary_noise": False,
        "overreach": 0.0,
        "restart_after": 0,
        "refine": False,
    }
}
"""Settings of older versions that are gone, with the values that had no effect (docs/notebook.md)."""


def as_today(algorithm: str, settings: dict[str, Any]) -> dict[str, Any]:
    """A method's settings as an older version wrote them, in the names of today."""
    formerly = FORMERLY.get(algorithm, {})
    if algorithm == "gogepo" and "rehearsals" not in settings:
        formerly = {**formerly, "first_return_counts": True}  # older than D24 is older than D25, too
    settings = {**formerly, **settings}
    for name, no_effect in REMOVED.get(algorithm, {}).items():
        if settings.pop(name, no_effect) != no_effect:
            raise InputError(
                f"{name} is a setting that gogepo no longer has; use the version that wrote this"
            )
    return settings
