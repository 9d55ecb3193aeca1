"""What a population takes of memory, and where its archives go."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from gogepo.config import RunConfig
from gogepo.inputs import InputError
from gogepo.training.experiment import build
from gogepo.training.memory_plan import MemoryPlan, footprint, plan_memory


def test_the_footprint_of_a_population_follows_what_its_budget_can_fill():
    algorithm = build(RunConfig("Swimmer-v5", device="cpu")).algorithm
    few, many = footprint(algorithm, 100), footprint(algorithm, 3_000_000)
    assert many.archive == 10_000 * (algorithm.shape.weights_size + 1) * 4
    assert few.archive == 100 * (algorithm.shape.weights_size + 1) * 4
    assert few.learning == many.learning
    assert many.growing == int(many.archive / 1.25)


class Accelerator:
    """A device with little memory, as far as a memory plan looks at it."""

    platform, device_kind = "gpu", "Toy 1"

    def __init__(self, size: int):
        self._size = size

    def memory_stats(self) -> dict[str, int]:
        return {"bytes_limit": self._size, "bytes_in_use": 0}


def plan_on(accelerator_bytes: float, host_bytes: float, seeds: int, monkeypatch: Any) -> MemoryPlan:
    monkeypatch.setattr("gogepo.training.memory_plan.free_host_memory", lambda: int(host_bytes))
    experiment = build(RunConfig("Hopper-v5", seeds=seeds, device="cpu"))
    return plan_memory(dataclasses.replace(experiment, device=Accelerator(int(accelerator_bytes))))


def test_archives_live_on_the_accelerator_where_they_fit(monkeypatch):
    plan = plan_on(140e9, 1e9, 20, monkeypatch)
    assert not plan.archive_on_host
    assert plan.host_bytes == 0
    assert 55e9 < plan.device_bytes < 0.9 * 140e9
    assert "GB of Toy 1 memory" in str(plan)


def test_archives_live_in_main_memory_where_the_accelerator_is_too_small(monkeypatch):
    plan = plan_on(24e9, 128e9, 20, monkeypatch)
    assert plan.archive_on_host
    assert 55e9 < plan.host_bytes < 0.9 * 128e9
    assert "the archives do not fit on the accelerator" in str(plan)


@pytest.mark.parametrize(("accelerator", "host"), [(24e9, 16e9), (8e9, 24e9)])
def test_a_population_that_fits_nowhere_is_refused_with_the_largest_that_fits(accelerator, host, monkeypatch):
    with pytest.raises(InputError, match=r"64 seeds may need .* use --seeds (\d+)") as refusal:
        plan_on(accelerator, host, 64, monkeypatch)
    fits = int(str(refusal.value).split("use --seeds ")[1].split(",")[0])
    assert fits > 1
    plan_on(accelerator, host, fits, monkeypatch)
    with pytest.raises(InputError, match="may need"):
        plan_on(accelerator, host, fits + 1, monkeypatch)


def test_a_single_seed_is_not_refused_for_what_it_might_need(monkeypatch):
    monkeypatch.setattr("gogepo.training.memory_plan.free_host_memory", lambda: 10**9)
    plan_memory(build(RunConfig("Hopper-v5", device="cpu")))
    with pytest.raises(InputError, match="not even one seed fits; use a smaller --archive-capacity"):
        plan_memory(build(RunConfig("Hopper-v5", seeds=2, device="cpu")))


def test_a_device_that_does_not_tell_its_memory_is_not_refused(monkeypatch):
    monkeypatch.setattr(Accelerator, "memory_stats", lambda self: None)
    assert not plan_on(0, 1e9, 20, monkeypatch).archive_on_host


def test_episodes_that_only_a_time_limit_ends_bound_what_a_budget_fills():
    swimmer = build(RunConfig("Swimmer-v5", seeds=2, env_steps=500_000, device="cpu"))
    hopper = build(RunConfig("Hopper-v5", seeds=2, env_steps=500_000, device="cpu"))
    assert plan_memory(swimmer).host_bytes < 0.3 * plan_memory(hopper).host_bytes
