"""`--preset release` on disk: policies whose normaliser moved are saved, loaded and played again."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
import safetensors.numpy

from contract.test_algorithms import ENTRIES, assert_same_state, experiment_of, lines, run
from gogepo import cli
from gogepo.engines.inline import InlineEngine
from gogepo.presets import with_preset
from gogepo.runs.checkpoint import CheckpointStore, load
from gogepo.runs.directory import RECORDS, RunDirectory
from gogepo.runs.manifest import read_manifest, verify
from gogepo.seeding import reset_seed
from gogepo.training.experiment import Experiment
from gogepo.training.loop import Progress
from test_cli import TINY, gogepo
from toys import TINIER


def experiment() -> Experiment:
    blank = dict.fromkeys(name for name, value in vars(type(TINIER)()).items() if value is None)
    config = with_preset(dataclasses.replace(TINIER, preset="release", **blank), "ToyTarget-v0")
    return experiment_of(dataclasses.replace(ENTRIES["gogepo"], config=config), rounds=8)


def saved_and_loaded(progress: Progress, path: Path) -> Progress:
    folder = CheckpointStore(RunDirectory(path)).save(experiment(), progress, dict.fromkeys(RECORDS, 0))
    manifest = read_manifest(folder)
    verify(folder, manifest)
    (segment,) = manifest.segments
    arrays = safetensors.numpy.load((folder.parent / "archive" / segment.name).read_bytes())
    # Three steps an episode; the first was played on raw observations, as by any other preset.
    assert ("count" in arrays) == (progress.state.episodes > 1)
    if "count" in arrays:
        assert arrays["count"].tolist() == [3 * number for number in range(progress.state.episodes)]
    return load(folder, manifest, experiment())


def test_an_archived_policy_is_played_again_to_the_same_return(tmp_path: Path):
    ran = run(experiment())
    loaded = saved_and_loaded(ran.progress, tmp_path)
    engine = InlineEngine(experiment().factory, experiment().config.algorithm.network, 0.0)
    others = 0
    for number, event in enumerate(ran.episodes):
        request = loaded.state.memory.request(number)
        assert request.index == event.attempt
        seed = reset_seed(experiment().config.seed, "episode", request.index)
        assert engine.play(request, seed).training_return == event.training_return
        fixed = dataclasses.replace(request.normalizer, count=0.0)
        if number > 0:
            fixed = dataclasses.replace(request, normalizer=fixed)
            others += engine.play(fixed, seed).training_return != event.training_return
    assert others == len(ran.episodes) - 1  # so that a normaliser that stands still would be seen


@pytest.mark.parametrize("groups", [1, 3, 7])
def test_a_run_that_was_saved_and_loaded_goes_on_to_the_same_numbers(groups: int, tmp_path: Path):
    whole = run(experiment())
    stopped = run(experiment(), groups=groups)
    rest = run(experiment(), saved_and_loaded(stopped.progress, tmp_path))
    assert lines([*stopped.events, *rest.events]) == lines(whole.events)
    assert_same_state(rest.progress.state, whole.progress.state)


def test_its_episodes_are_verified_also_by_workers(tmp_path: Path):
    path = tmp_path / "run"
    flags = ["--preset", "release", "--env-steps", 150, "--device", "cpu", "--no-tensorboard"]
    result = gogepo("train", "CartPole-v1", *flags, "--out", path, *TINY, "--isolate")
    assert result.code == cli.DONE, result.err
    verified = gogepo("verify", path, "--json")
    assert verified.code == cli.DONE, verified.err
    assert verified.json["episodes_replayed"] > 3
