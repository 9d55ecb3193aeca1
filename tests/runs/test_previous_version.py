"""A run that the previous version wrote: read, continued to the same numbers, refused where it cannot be.

previous_version/ is a run of TINIER on ToyTarget that was stopped after 8 of 12 episodes; previous_version/whole/
has the records of the same run when that version trained it to its end.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gogepo import Method, cli
from gogepo.config import GoGePoConfig
from gogepo.runs.directory import read_records
from gogepo.runs.manifest import seal, unseal
from test_cli import gogepo

PREVIOUS = Path(__file__).with_name("previous_version")
RTOL = 1e-3  # as of the golden numbers


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A copy, to be written to."""
    return Path(shutil.copytree(PREVIOUS, tmp_path / "run"))


def change(run: Path, **settings: Any) -> None:
    """Other settings of the method, in the config and in the checkpoint."""
    config = json.loads((run / "config.json").read_text())
    config["algorithm"] |= settings
    (run / "config.json").write_text(json.dumps(config))
    (manifest,) = run.glob("checkpoints/*/manifest.json")
    manifest.write_bytes(seal(unseal(manifest.read_bytes()) | {"config": config}))


def test_its_run_is_read_and_means_what_it_meant(run: Path):
    model = Method.load(run)
    settings, state = model.config.algorithm, model.progress.state
    model.close()
    assert isinstance(settings, GoGePoConfig)
    assert (settings.preset, settings.rehearsals, settings.first_return_counts) == ("default", 1, False)
    assert (settings.full_batches, settings.moving_normalizer) == (True, False)
    assert (state.episodes, model.env_steps) == (8, 24)
    archived = state.memory.request(5)
    metrics = read_records(PREVIOUS / "metrics.jsonl")
    assert archived.index == metrics[5]["attempt"]
    assert state.best_return == metrics[-1]["best_return"]
    assert archived.normalizer.count == 0


def test_its_run_goes_on_to_the_numbers_that_it_would_have_had(run: Path):
    result = gogepo("resume", run, "--no-tensorboard")
    assert result.code == cli.DONE, result.err
    for name in ("metrics.jsonl", "evaluations.jsonl"):
        found, wanted = read_records(run / name), read_records(PREVIOUS / "whole" / name)
        assert len(found) == len(wanted) >= 3
        for ours, theirs in zip(found, wanted, strict=True):
            assert ours.keys() == theirs.keys()
            for key, value in theirs.items():
                np.testing.assert_allclose(ours[key], value, rtol=RTOL, err_msg=f"{name}: {key}")


def test_its_episodes_can_be_verified(run: Path):
    result = gogepo("verify", run)
    assert result.code == cli.DONE, result.err


@pytest.mark.parametrize("command", ["resume", "evaluate", "verify", "dial"])
def test_its_run_with_a_setting_that_is_gone_and_had_an_effect_is_refused_in_one_line(
    run: Path, command: str
):
    change(run, recall=1.0)
    result = gogepo(command, run)
    assert result.code == cli.BAD_INPUT
    (line,) = result.err.splitlines()
    assert "recall is a setting that gogepo no longer has; use the version that wrote this" in line
