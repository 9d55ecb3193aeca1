"""The first metrics of a tiny seeded run are the ones committed next to this file.

They move when the method does: an initialisation, a draw, a loss, an update. Where that was meant,
write them anew, and say so under *Numbers* in CHANGELOG.md:

    python -m pytest tests/golden --write-golden
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gogepo.config import RunConfig
from gogepo.engines.inline import InlineEngine
from gogepo.runs.event_log import as_record
from gogepo.training.experiment import build
from gogepo.training.loop import EpisodeEvent, Trainer
from toys import TINY

GOLDEN = Path(__file__).with_name("first_metrics.json")
EPISODES = 4
RTOL = 1e-3  # machines differ in the last bits of a product, and a few rounds of Adam amplify them


@pytest.fixture(scope="module")
def metrics() -> list[dict]:
    """Of the first episodes, in order."""
    config = RunConfig("MountainCarContinuous-v0", seed=1, device="cpu", algorithm=TINY)
    experiment = build(config)
    engine = InlineEngine(experiment.factory, TINY.network, survival_bonus=0.0)
    events = []
    for happened in Trainer([experiment], engine).events(100_000):
        events += [as_record(event) for _, event in happened if isinstance(event, EpisodeEvent)]
        if len(events) == EPISODES:
            return events
    raise AssertionError("the run ended early")


def test_the_first_metrics_of_a_seeded_run_are_the_committed_ones(metrics, request):
    if request.config.getoption("--write-golden"):
        GOLDEN.write_text(json.dumps(metrics, indent=1) + "\n")
        pytest.skip(f"wrote {GOLDEN}")
    golden = json.loads(GOLDEN.read_text())
    assert len(metrics) == len(golden) == EPISODES
    for got, wanted in zip(metrics, golden, strict=True):
        assert got.keys() == wanted.keys()
        for name, value in wanted.items():
            if isinstance(value, float):
                assert got[name] == pytest.approx(value, rel=RTOL), (wanted["episode"], name)
            else:
                assert got[name] == value, (wanted["episode"], name)
