"""What the bits of a run depend on, besides its config."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gogepo.training.device import JaxDevice

PACKAGES = ("gogepo", "jax", "jaxlib", "equinox", "optax", "numpy", "gymnasium", "mujoco")


def provenance(device: JaxDevice) -> dict[str, Any]:
    """Versions, threads and device: with these and the config equal, the bits are equal."""
    return {
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
        "xla_flags": os.environ.get("XLA_FLAGS", ""),
        "threads": len(os.sched_getaffinity(0)),
        "device": f"{device.platform}: {_cpu_model() if device.platform == 'cpu' else device.device_kind}",
    }


def differences(then: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """What has changed, each as one phrase."""
    return [
        f"{name} was {then.get(name)}, is {now.get(name)}"
        for name in sorted(set(then) | set(now))
        if then.get(name) != now.get(name)
    ]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor())
