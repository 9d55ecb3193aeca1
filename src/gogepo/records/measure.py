"""Measures the map of a trained run: where its generator's policies lie among those of its archive (appendix B.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from gogepo.algorithms.protocol import policy
from gogepo.config import Device
from gogepo.engines.inline import InlineEngine
from gogepo.files import BadFile
from gogepo.inputs import InputError
from gogepo.networks.evaluator import Evaluator
from gogepo.records.pca import PrincipalComponents
from gogepo.records.record import MapPoint, MapStage, PolicyMap
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import load_stage
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import FileEntry, Manifest, newest_first, stage_time
from gogepo.training.evaluation import Evaluation, evaluation_job

MOST_DRAWN = 3_000
"""Archived policies that are kept for the background."""
AT_ONCE = 64


class KeptStage(NamedTuple):
    """A time of training whose generator was kept; without a file, the end."""

    env_steps: int
    episodes: int
    file: FileEntry | None


def measure_map(
    run: RunDirectory,
    commands: int,
    episodes: int,
    stages: int,
    device: Device | None = None,
    on_policy: Callable[[int, int], None] = lambda done, of: None,
) -> PolicyMap:
    """Principal components of the archive's fingerprints, and what the generators of some stages write and achieve."""
    loaded = runs.read(run, device=device)
    experiment, progress, manifest = loaded.experiment, loaded.progress, loaded.manifest
    config = experiment.config
    assert progress is not None  # read() refuses a run without a checkpoint
    assert manifest is not None
    if not config.algorithm.writes_policies:
        raise InputError(f"{config.algorithm.label} writes no policies, so there is nothing to map")
    state = progress.state
    if state.episodes < 3:
        raise InputError("a map needs at least three policies in the archive; train first")
    kept = kept_stages(manifest, stages)
    checkpoint = newest_first(run.checkpoints)[0]
    engine = InlineEngine(experiment.factory, config.algorithm.network, config.survival_bonus or 0.0)
    wanted = np.linspace(*config.known_return_range, commands)
    measured: list[list[MapPoint]] = []
    try:
        with jax.default_device(experiment.device):
            evaluator = state.learner.evaluator.network()
            weights, returns = state.memory.read(range(state.memory.oldest(state.episodes), state.episodes))
            fingerprints = _fingerprints(evaluator, weights)
            components = PrincipalComponents.of(fingerprints, returns)
            for stage in kept:
                then = state
                if stage.file is not None:
                    then = load_stage(checkpoint, stage.file, experiment, state)
                requests = [policy(experiment.algorithm, then, float(command)) for command in wanted]
                written = np.stack([request.weights for request in requests])
                places = components.place(_fingerprints(evaluator, written))
                measured.append([])
                for request, (x, y) in zip(requests, places.tolist(), strict=True):
                    job = evaluation_job(request, config.seed, "measurement", 0, episodes)
                    result = Evaluation.of(request.command, engine.play_all(request, job.seeds))
                    measured[-1].append(MapPoint(request.command, x, y, result.training_return))
                    on_policy(sum(map(len, measured)), len(kept) * commands)
    except BadFile as damage:
        raise InputError(f"{run}: {damage}; check it with: gogepo verify {run}") from None
    finally:
        engine.close()
    places = components.place(fingerprints)
    background = [
        (*places[n].tolist(), float(returns[n])) for n in evenly(list(range(len(returns))), MOST_DRAWN)
    ]
    found = [
        MapStage(stage.env_steps, stage.episodes, points)
        for stage, points in zip(kept, measured, strict=True)
    ]
    return PolicyMap(config.seed, progress.env_steps, components.explained, len(returns), background, found)


def kept_stages(manifest: Manifest, count: int) -> list[KeptStage]:
    """At most `count` of the stages that a run has kept; the last is its end."""
    kept = [KeptStage(*stage_time(entry.name), entry) for entry in manifest.stages]
    before = [each for each in kept if each.env_steps < manifest.env_steps]
    return evenly([*before, KeptStage(manifest.env_steps, manifest.episodes, None)], count)


def evenly(items: list, count: int) -> list:
    """At most `count` of the items, with the first and the last; if one, the last."""
    if len(items) <= count:
        return items
    if count == 1:
        return items[-1:]
    return [items[int(place)] for place in np.linspace(0, len(items) - 1, count).round()]


def _fingerprints(
    evaluator: Evaluator, weights: Float[np.ndarray, "policies weights"]
) -> Float[np.ndarray, "policies fingerprint"]:
    """In parts of one size, so that a single program is compiled."""
    parts = []
    for start in range(0, len(weights), AT_ONCE):
        part = weights[start : start + AT_ONCE]
        full = np.resize(part, (AT_ONCE, weights.shape[1]))
        parts.append(np.asarray(_fingerprint(evaluator, jnp.asarray(full)), np.float64)[: len(part)])
    return np.concatenate(parts)


@eqx.filter_jit
def _fingerprint(
    evaluator: Evaluator, weights: Float[Array, "batch weights"]
) -> Float[Array, "batch fingerprint"]:
    return evaluator.fingerprint(weights)
