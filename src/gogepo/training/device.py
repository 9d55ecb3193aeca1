"""The one place where a device is chosen."""

from __future__ import annotations

from typing import Any

import jax

from gogepo.config import Device, InputError

JaxDevice = Any  # jax.Device, which type checkers take for a variable


def choose_device(wanted: Device) -> JaxDevice:
    """The device to learn on: auto takes the first accelerator (D21), or else the CPU."""
    if jax.config.read("jax_enable_x64"):
        raise InputError("JAX is set to 64 bits (JAX_ENABLE_X64); networks here are float32: unset it")
    if wanted == "cpu":
        return jax.local_devices(backend="cpu")[0]
    default = jax.local_devices()[0]
    if wanted == "gpu" and default.platform == "cpu":
        raise InputError(
            "JAX sees no accelerator; install its GPU build (pip install 'jax[cuda13]') or use --device cpu"
        )
    return default
