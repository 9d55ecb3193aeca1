"""What the tests of several engines share: jobs, what they must give, and who is still alive."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toys
from gogepo.config import Network
from gogepo.engines import Engine, Job, Outcome
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import EpisodeFault, Request
from gogepo.envs.spaces import Interface, read_interface
from gogepo.envs.tasks import env_factory

NETWORK = Network((16, 16))
BONUS = 0.5
MISBEHAVING = "misbehaving:Misbehaving-v0"


@contextmanager
def misbehaving_importable() -> Iterator[None]:
    """Here and in workers."""
    here = str(Path(__file__).parent)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(here)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")])))
        import misbehaving

        patch.setattr(misbehaving, "PATIENCE", 0.0)  # workers take their time, this process need not
        yield


def interface_of(name: str) -> Interface:
    return read_interface(env_factory(name)(), NETWORK)


def request_for(interface: Interface, index: int = 0) -> Request:
    """A random policy with a normaliser that does something."""
    rng = np.random.default_rng(index)
    size = interface.shape.observation_size
    normalizer = Normalizer(rng.normal(size=size), rng.uniform(0.5, 2, size))
    return Request(index, 1.5, toys.random_weights(interface.shape, rng), normalizer)


def unequal_jobs(interface: Interface, count: int, first_seed: int = 0) -> list[Job]:
    """Every third plays several seeds."""
    jobs = []
    for index in range(count):
        seed = first_seed + index
        seeds = (seed,) if index % 3 else tuple(range(seed, seed + 2 + index % 4))
        jobs.append(Job(request_for(interface, index), seeds))
    return jobs


def facts(outcome: Outcome) -> dict[str, object]:
    """All of an outcome, to the last bit, as something that compares."""
    if isinstance(outcome, EpisodeFault):
        return {"kind": outcome.kind, "detail": outcome.detail, "env_steps": outcome.env_steps}
    moments = outcome.moments
    return {
        **{key: value for key, value in vars(outcome).items() if key != "moments"},
        "moments": (moments.count, moments.mean.tobytes(), moments.squares.tobytes()),
    }


def by_index(engine: Engine, after_each: Callable[[int], None] = lambda done: None) -> dict[int, list]:
    """Collect everything: the facts of each job by its request's index."""
    found: dict[int, list] = {}
    while (done := engine.collect()) is not None:
        assert done.job.request.index not in found
        found[done.job.request.index] = [facts(outcome) for outcome in done.outcomes]
        after_each(len(found))
    return found


def played(engine: Engine, jobs: Iterable[Job]) -> dict[int, list]:
    for job in jobs:
        engine.submit(job)
    return by_index(engine)


# Processes, as /proc tells of them


def descendants(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has just ended
        children.setdefault(parent, []).append(int(stat.parent.name))
    found, ahead = [], [pid]
    while ahead:
        of = children.get(ahead.pop(), [])
        found += of
        ahead += of
    return found


def alive(pid: int) -> bool:
    """Whether it still runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def loads(pid: int, library: str) -> bool:
    return library in Path(f"/proc/{pid}/maps").read_text()


def all_gone(pids: Iterable[int]) -> bool:
    return eventually(lambda: not any(alive(pid) for pid in pids))


def eventually(holds: Callable[[], Any]) -> bool:
    """Within a minute: what takes a moment takes longer where others are busy too."""
    end = time.monotonic() + 60
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True
