"""The one place where a device is chosen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import jax

from gogepo.config import Device
from gogepo.inputs import InputError

JaxDevice = Any  # jax.Device, which type checkers think is a variable


DETERMINISTIC_FLAGS = ("--xla_gpu_deterministic_ops=true", "--xla_gpu_autotune_level=0")
"""Without them XLA chooses kernels by timing them, and two processes may sum in different orders."""


def choose_device(wanted: Device, deterministic: bool = False) -> JaxDevice:
    """The device to learn on: auto takes the first accelerator (D21), or else the CPU."""
    if deterministic:  # read when JAX first looks for devices
        before = os.environ.get("XLA_FLAGS", "").split()
        missing = [flag for flag in DETERMINISTIC_FLAGS if flag not in before]
        os.environ["XLA_FLAGS"] = " ".join(before + missing)
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


def cpu_multiplies_bfloat16(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether this machine's CPU has instructions for products in bfloat16 (x86: AVX512-BF16 or AMX)."""
    try:
        text = cpuinfo.read_text()
    except OSError:
        return False
    flags = next((line.split() for line in text.splitlines() if line.startswith("flags")), [])
    return not {"avx512_bf16", "amx_bf16"}.isdisjoint(flags)
