"""The first metrics of a tiny seeded run of each method are the ones committed next to this file.

They move when the method does: an initialisation, a draw, a loss, an update. Where that was meant,
write them anew, and say so under *Numbers* in CHANGELOG.md:

    python -m pytest tests/golden --write-golden
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from contract.test_algorithms import ENTRIES
from gogepo.config import ALGORITHMS, AlgorithmName, RunConfig
from gogepo.engines.inline import InlineEngine
from gogepo.runs.event_log import as_record
from gogepo.training.experiment import build
from gogepo.training.loop import EpisodeEvent, Trainer

EPISODES: dict[AlgorithmName, int] = {"gogepo": 4, "ars": 24, "ddpg": 8, "udrl": 12}
"""Of each method so many that it has made at least three rounds of updates."""
RTOL = 1e-3  # machines differ in the last bits of a product, and a few rounds of Adam amplify them


def config_of(name: AlgorithmName) -> RunConfig:
    if name == "gogepo":
        return RunConfig("MountainCarContinuous-v0", seed=1, device="cpu", algorithm=ENTRIES[name].config)
    # Where nothing depends on the steps before, so that last bits stay last bits over more episodes.
    return RunConfig(
        "toys:ToyTarget-v0",
        seed=1,
        device="cpu",
        return_range=(0.0, 100.0),
        evaluate_every=10**6,
        algorithm=ENTRIES[name].config,
    )


def first_metrics(config: RunConfig, episodes: int) -> list[dict[str, Any]]:
    """Of the first episodes, in order."""
    experiment = build(config)
    engine = InlineEngine(experiment.factory, config.algorithm.network, survival_bonus=0.0)
    events: list[dict[str, Any]] = []
    for happened in Trainer([experiment], engine).events(100_000):
        events += [as_record(event) for _, event in happened if isinstance(event, EpisodeEvent)]
        if len(events) >= episodes:
            return events[:episodes]
    raise AssertionError("the run ended early")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_first_metrics_of_a_seeded_run_are_the_committed_ones(
    name: AlgorithmName, request: pytest.FixtureRequest
):
    path = Path(__file__).with_name(f"{name}.json")
    metrics = first_metrics(config_of(name), EPISODES[name])
    if request.config.getoption("--write-golden"):
        path.write_text(json.dumps(metrics, indent=1) + "\n")
        pytest.skip(f"wrote {path}")
    golden = json.loads(path.read_text())
    assert len(metrics) == len(golden) == EPISODES[name]
    for got, wanted in zip(metrics, golden, strict=True):
        assert got.keys() == wanted.keys()
        for key, value in wanted.items():
            if isinstance(value, float):  # a command is NaN where a method obeys none
                assert got[key] == pytest.approx(value, rel=RTOL, nan_ok=True), (wanted["episode"], key)
            else:
                assert got[key] == value, (wanted["episode"], key)
