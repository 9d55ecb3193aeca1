"""The run that comes along: whole, small, and one whose dial works."""

from __future__ import annotations

import numpy as np
from scipy.stats import spearmanr

from gogepo.commands.dial import EXAMPLE
from gogepo.dial.catalogue import RecordTail
from gogepo.methods import GoGePo
from gogepo.runs.directory import RunDirectory
from gogepo.runs.verify import verify_checkpoints


def test_it_is_whole_and_small():
    result = verify_checkpoints(RunDirectory.open(EXAMPLE))
    assert (result.checkpoints, result.problems) == (1, [])
    assert sum(path.stat().st_size for path in EXAMPLE.rglob("*") if path.is_file()) < 4e6
    assert not (EXAMPLE / "lock").exists()


def test_its_dial_works():
    model = GoGePo.load(EXAMPLE, device="cpu")
    commands = np.linspace(*model.learned_range, 8)
    achieved = [model.evaluate(float(command), 1).training_return for command in commands]
    assert spearmanr(commands, achieved).statistic > 0.85
    assert np.ptp(achieved) > 0.5 * np.ptp(commands)


def test_its_records_tell_how_it_learned():
    for name in ("metrics.jsonl", "evaluations.jsonl"):
        curve = RecordTail(EXAMPLE / name).follow()
        assert curve["env_steps"][-1] >= 1_490_000
        assert curve["env_returns"][-1] > 150 > curve["env_returns"][0]
