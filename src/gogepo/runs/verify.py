"""Is a run what it says? Every digest checked, and logged episodes played again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from gogepo.engines import Engine, play
from gogepo.envs.rollout import Episode, EpisodeFault
from gogepo.files import BadFile
from gogepo.inputs import InputError
from gogepo.memory.archive import Archive
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RECORDS, RunDirectory, read_records
from gogepo.runs.faults import FaultBox
from gogepo.runs.manifest import disagreement, read_manifest, verify
from gogepo.seeding import reset_seed
from gogepo.training.loop import Progress


@dataclass
class Verification:
    """What was checked, and what was wrong."""

    checkpoints: int = 0
    episodes_replayed: int = 0
    problems: list[str] = field(default_factory=list)


def verify_checkpoints(run: RunDirectory) -> Verification:
    """Sizes and digests of every file of every checkpoint, and the record files' lengths."""
    result, config = Verification(), run.read_config()
    paths = CheckpointStore(run).newest_first()
    if not paths:
        result.problems.append(f"{run} has no checkpoint")
    for number, path in enumerate(paths):
        result.checkpoints += 1
        try:
            manifest = read_manifest(path)
            verify(path, manifest)
        except BadFile as damage:
            result.problems.append(f"{path.name}: {damage}")
            continue
        if wrong := disagreement(manifest, config):
            result.problems.append(f"{path.name}: {wrong}")
        if number == 0:
            for name in RECORDS:
                size = (run.path / name).stat().st_size if (run.path / name).exists() else 0
                if size < manifest.record_sizes[name]:
                    result.problems.append(f"{name} has {size} bytes, not {manifest.record_sizes[name]}")
    return result


def verify_episodes(
    run: RunDirectory,
    run_seed: int,
    progress: Progress,
    engine: Engine,
    count: int,
    result: Verification,
    on_episode: Callable[[], None] = lambda: None,
) -> None:
    """Play `count` archived policies again, evenly chosen, and compare with what was logged."""
    logged = {record["episode"]: record for record in read_records(run.metrics)}
    archive = progress.state.memory
    numbers = sorted(archive.played) if isinstance(archive, Archive) else []
    chosen = [
        numbers[int(position)] for position in np.linspace(0, len(numbers) - 1, min(count, len(numbers)))
    ]
    for number in dict.fromkeys(chosen):
        request = archive.request(number)
        try:
            episode = play(engine, request, reset_seed(run_seed, "episode", request.index))
        except EpisodeFault as fault:
            result.problems.append(f"episode {number + 1} cannot be played again: {fault.detail}")
            continue
        result.episodes_replayed += 1
        stored = float(archive.read([number])[1][0])
        if np.float32(episode.training_return) != np.float32(stored):
            result.problems.append(
                f"episode {number + 1} gave a training return of {episode.training_return!r}, archived is {stored!r}"
            )
        record = logged.get(number + 1)
        if record is not None and record["env_return"] != episode.env_return:
            result.problems.append(
                f"episode {number + 1} gave an env return of {episode.env_return!r}, logged is {record['env_return']!r}"
            )
        on_episode()


def replay(
    run: RunDirectory, run_seed: int, progress: Progress, engine: Engine, attempt: int, weights_size: int
) -> Episode:
    """Play one attempt again: a dropped one from faults/, any other from the archive."""
    box = FaultBox(run)
    if box.has(attempt):
        request = box.read(attempt, weights_size)
    else:
        archive = progress.state.memory
        held = archive.played if isinstance(archive, Archive) else {}
        found = [number for number, played in held.items() if played.attempt == attempt]
        if not found:
            raise InputError(
                f"attempt {attempt} is neither in {run.fault_policies} nor in the archive any more"
            )
        request = archive.request(found[0])
    return play(engine, request, reset_seed(run_seed, "episode", attempt))
