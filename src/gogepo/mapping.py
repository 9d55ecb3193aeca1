"""Where a generator's policies lie among those of its archive, at stages of training (appendix B.3)."""

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
from gogepo.report.paper import COMMANDED_EPISODES, MAP_COMMANDS, MAP_STAGES
from gogepo.report.plane import Plane
from gogepo.report.record import MapPoint, MapStage, PolicyMap
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import load_stage
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import FileEntry, Manifest, newest_first, stage_time
from gogepo.training.evaluation import Evaluation, evaluation_job

MOST_DRAWN = 3_000
"""Of the archive's policies, that are kept for the background."""
AT_ONCE = 64


class Moment(NamedTuple):
    """A time of training whose generator is known; without a file, the end."""

    env_steps: int
    episodes: int
    file: FileEntry | None


def map_policies(
    run: RunDirectory,
    *,
    commands: int = MAP_COMMANDS,
    episodes: int = COMMANDED_EPISODES,
    stages: int = MAP_STAGES,
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
    moments = moments_of(manifest, stages)
    checkpoint = newest_first(run.checkpoints)[0]
    engine = InlineEngine(experiment.factory, config.algorithm.network, config.survival_bonus or 0.0)
    try:
        with jax.default_device(experiment.device):
            evaluator = state.learner.evaluator.network()
            held = range(state.memory.oldest(state.episodes), state.episodes)
            weights, returns = state.memory.read(held)
            fingerprints = _fingerprints(evaluator, weights)
            plane = Plane.of(fingerprints, returns)
            places = plane.place(fingerprints)
            found = []
            for number, moment in enumerate(moments):
                then = state
                if moment.file is not None:
                    then = load_stage(checkpoint, moment.file, experiment, state)
                requests = [
                    policy(experiment.algorithm, then, float(command))
                    for command in np.linspace(*config.known_return_range, commands)
                ]
                where = plane.place(_fingerprints(evaluator, np.stack([each.weights for each in requests])))
                points = []
                for place, (request, at) in enumerate(zip(requests, where, strict=True)):
                    job = evaluation_job(request, config.seed, "measurement", 0, episodes)
                    result = Evaluation.of(request.command, engine.play_all(request, job.seeds))
                    x, y = at.tolist()
                    points.append(MapPoint(request.command, x, y, result.training_return))
                    on_policy(number * commands + place + 1, len(moments) * commands)
                found.append(MapStage(moment.env_steps, moment.episodes, points))
    except BadFile as damage:
        raise InputError(f"{run}: {damage}; check it with: gogepo verify {run}") from None
    finally:
        engine.close()
    drawn = evenly(list(range(len(returns))), MOST_DRAWN)
    background = [(*places[n].tolist(), float(returns[n])) for n in drawn]
    return PolicyMap(config.seed, progress.env_steps, plane.explained, len(returns), background, found)


def moments_of(manifest: Manifest, count: int = MAP_STAGES) -> list[Moment]:
    """At most so many of the stages that a run has kept, its end the last of them."""
    kept = [Moment(*stage_time(entry.name), entry) for entry in manifest.stages]
    before = [each for each in kept if each.env_steps < manifest.env_steps]
    return evenly([*before, Moment(manifest.env_steps, manifest.episodes, None)], count)


def evenly(items: list, count: int) -> list:
    """At most so many of them, the first and the last included; of one, the last."""
    if len(items) <= count:
        return items
    if count == 1:
        return items[-1:]
    return [items[int(place)] for place in np.linspace(0, len(items) - 1, count).round()]


def _fingerprints(
    evaluator: Evaluator, weights: Float[np.ndarray, "policies weights"]
) -> Float[np.ndarray, "policies fingerprint"]:
    """In parts of one size, so that one program is compiled for all of them."""
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
