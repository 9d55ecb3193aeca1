"""How much memory a population will need, known before it starts."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

from gogepo.algorithms.protocol import Algorithm
from gogepo.config import RunConfig
from gogepo.engines.processes import core_count
from gogepo.inputs import InputError
from gogepo.memory.archive import GROWTH, slots_for
from gogepo.training.device import JaxDevice
from gogepo.training.experiment import Experiment

USABLE = 0.9  # of the free memory: compiled programs, rollouts and other things need some too
FLOAT = 4


@dataclass(frozen=True)
class Footprint:
    """How many bytes one seed needs."""

    archive: int
    """For an archive that is as full as the step budget can make it."""
    learning: int
    """For networks, optimisers and what a round computes on the way."""

    @property
    def growing(self) -> int:
        """How much more an archive needs while it grows: for a moment it exists twice."""
        return int(self.archive / GROWTH)


@dataclass(frozen=True)
class MemoryPlan:
    """Where the archives of a population live, and the memory that it needs."""

    archive_on_host: bool
    device_bytes: int
    host_bytes: int
    device: str

    def __str__(self) -> str:
        parts = [(self.device_bytes, self.device), (self.host_bytes, "main memory")]
        needs = [f"{count / 1e9:.1f} GB of {where}" for count, where in parts if count]
        more = ""
        if self.archive_on_host:
            more = (
                "; the archives do not fit on the accelerator, so they live in main memory, which is slower"
            )
        elif not self.device_bytes:  # measured on a CPU
            more = " for the seeds, about 1 GB for the program itself and 0.1 GB for each worker"
        return "memory: at most " + " and ".join(needs) + more


def footprint(algorithm: Algorithm, episodes: int) -> Footprint:
    """The memory of a seed that may play this many episodes."""
    sizes, config = algorithm.sizes(), algorithm.config
    # The learner, the same again for the group that is learning, and what is computed on the way.
    learning = FLOAT * (2 * sizes.learner + sizes.working)
    slots = slots_for(config.archive_capacity, episodes) if config.keeps_policies else 0
    return Footprint(FLOAT * slots * sizes.policy + sizes.memory, learning)


def plan_memory(experiment: Experiment) -> MemoryPlan:
    """Decide where the archives live; refuse a population that is too large, and name the largest."""
    config, device = experiment.config, experiment.device
    each = footprint(experiment.algorithm, experiment.most_episodes)
    host = USABLE * free_host_memory()
    archived = config.algorithm.keeps_policies
    if device.platform == "cpu":
        # As many archives grow at once as there are threads.
        growing = each.growing * min(config.seeds, core_count()) if archived else 0
        need = config.seeds * (each.archive + each.learning) + growing
        if need > host:
            fits = int((host - growing) // (each.archive + each.learning))
            _refuse(config, need, "main memory", host, fits)
        return MemoryPlan(False, 0, need, "")
    room = USABLE * free_device_memory(device)
    name = f"{device.device_kind} memory"
    if not archived:  # its memory is main memory
        memories, learning = config.seeds * each.archive, config.seeds * each.learning
        if memories > host or learning > room:
            fits = int(min(host // max(each.archive, 1), room // max(each.learning, 1)))
            _refuse(config, memories + learning, "memory", host + room, fits)
        return MemoryPlan(False, learning, memories, name)
    # The archives of a population have their full size from the start; that of a single seed grows.
    archives = config.seeds * each.archive + (each.growing if config.seeds == 1 else 0)
    learning = config.seeds * each.learning
    if archives + learning <= room:
        return MemoryPlan(False, archives + learning, 0, name)
    if not (learning <= room and archives <= host):
        on_device = int(room // (each.archive + each.learning))
        on_host = int(min(room // each.learning, host // each.archive))
        _refuse(config, archives + learning, name, room, max(on_device, on_host))
    return MemoryPlan(True, learning, archives, name)


def _refuse(config: RunConfig, need: int, where: str, room: float, fits: int) -> None:
    """Refuse, but let a single seed with an archive pass: most never fill it."""
    if config.seeds == 1 and config.algorithm.keeps_policies:
        return
    most = f"use --seeds {fits}, or" if fits > 0 else "not even one seed fits; use"
    seeds = f"{config.seeds} seeds" if config.seeds > 1 else "this run"
    raise InputError(
        f"{seeds} may need {need / 1e9:.1f} GB of {where}, and {room / 1e9:.1f} GB can be used; "
        f"{most} a smaller --{config.algorithm.memory_setting.replace('_', '-')}"
    )


def free_device_memory(device: JaxDevice) -> float:
    """The free memory of a device; infinite if it does not say."""
    stats = device.memory_stats() or {}
    return stats.get("bytes_limit", math.inf) - stats.get("bytes_in_use", 0)


def free_host_memory() -> int:
    """The free memory of the machine, or of the container that this process runs in."""
    free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    for line in _lines("/proc/meminfo"):
        if line.startswith("MemAvailable:"):
            free = int(line.split()[1]) * 1024
    for folder, limit, used, cache in (
        ("/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ):
        most, now = _lines(f"{folder}/{limit}"), _lines(f"{folder}/{used}")
        if most and now and most[0].isdigit():
            cached = [line.split()[1] for line in _lines(f"{folder}/memory.stat") if line.split()[0] == cache]
            free = min(free, int(most[0]) - int(now[0]) + sum(map(int, cached)))
    return free


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
