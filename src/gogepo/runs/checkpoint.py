"""Checkpoints: written so that nothing can lose the last one, read so that nothing can fool us.

    checkpoints/
      checkpoint-000000123-000/   after episode 123 (-001: saved again there, say after an evaluation)
        manifest.json             sizes and SHA-256 of every file, versions, config, counters
        state.safetensors         networks, optimisers, normaliser, counters
      archive/
        segment-000000000-000000122-<sha>.safetensors    the policies of episodes 0..122
      stages/
        stage-000000010000-000000123-<sha>.safetensors   GoGePo's generator after 10,000 steps

The archive is most of the bytes and only ever grows at its end, so it is kept in immutable
segments that checkpoints share: a save writes what is new. Order of a save: segment, state and
manifest, each forced to disk, in a temporary directory; rename; force the parent; only then
prune. It writes and prunes through descriptors, so that no link leads out of the run. A file is
opened by a name from a fixed list, its size is checked before it is read and its digest before it
is parsed.

Stages are kept for ever: the generator as it was after 1, 4, 16, 64, ... evaluation intervals, to see later how it
came about (gogepo map). A stage is written with the first checkpoint after it, and before that one.
"""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import safetensors
import safetensors.numpy

from gogepo.algorithms.protocol import State
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.rollout import Request
from gogepo.files import BadFile, Folder, one_line, temporary_name
from gogepo.memory.archive import Archive, segment_layout
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import (
    FORMAT,
    LARGEST_MANIFEST,
    SEGMENT_NAME,
    STAGE_NAME,
    FileEntry,
    Manifest,
    checked,
    checkpoints_among,
    digest,
    newest_first,
    parse,
    parse_manifest,
    seal,
    segment_range,
)
from gogepo.training.experiment import Experiment
from gogepo.training.loop import DueEvaluation, Progress
from gogepo.training.provenance import provenance

KEEP = 3
ROOM_FOR_THE_REST = 2**20  # header, normaliser and counters beside what a file mostly holds
COUNTERS = (
    "env_steps",
    "last_evaluated",
    "faults",
    "consecutive_faults",
    "skipped_updates",
    "unreported_skips",
    "consecutive_skips",
    "episodes",
    "attempts",
)


@dataclass(frozen=True)
class Segment:
    """Policies of consecutive episodes, as they are written."""

    first: int
    last: int
    arrays: dict[str, np.ndarray]


@dataclass(frozen=True)
class Stage:
    """The generator at one time of training."""

    env_steps: int
    episodes: int
    arrays: dict[str, np.ndarray]

    @staticmethod
    def of(experiment: Experiment, progress: Progress) -> Stage:
        state = progress.state
        arrays = {
            name: np.array(leaf)  # a copy, as for a checkpoint
            for name, leaf in _named_leaves(experiment.algorithm.saved(state.learner))
            if name.startswith("generator.")
        }
        return Stage(progress.env_steps, state.episodes, arrays | _moments_arrays(state.moments))


STAGE_GROWTH = 4


def next_stage(env_steps: int, evaluate_every: int) -> int:
    """Steps at which the next stage is to be kept: a function of the steps alone, so that a resumed run has the same."""
    mark = evaluate_every
    while mark <= env_steps:
        mark *= STAGE_GROWTH
    return mark


@dataclass(frozen=True)
class Snapshot:
    """All that a checkpoint will hold, independent of the run that goes on."""

    episodes: int
    state: dict[str, np.ndarray]
    kept: list[FileEntry]
    """Segments on the disk that are still good."""
    segments: list[Segment]
    stages: list[Stage]
    """Stages kept since the last save."""
    manifest: dict[str, Any]
    """What is known before the files are written."""


class CheckpointStore:
    """The checkpoints of one run. Only one process writes (the run's lock)."""

    def __init__(self, run: RunDirectory):
        self._run, self._folder = run, run.checkpoints
        self._segments: dict[str, tuple[FileEntry, tuple[int, ...]]] = {}
        """Segments known to be good, with the file's stat when it was written or verified."""
        self._stages: list[FileEntry] = []
        """Stages that are on the disk."""
        self._new_stages: list[Stage] = []
        self._synced = False

    def newest_first(self) -> list[Path]:
        return newest_first(self._folder)

    def keep_stage(self, experiment: Experiment, progress: Progress) -> None:
        """Remember the generator as it is now; the next save writes it."""
        self._new_stages.append(Stage.of(experiment, progress))

    def save(self, experiment: Experiment, progress: Progress, record_sizes: dict[str, int]) -> Path:
        """Write a checkpoint durably, then drop those that are too old."""
        return self.write(self.snapshot(experiment, progress, record_sizes))

    def snapshot(self, experiment: Experiment, progress: Progress, record_sizes: dict[str, int]) -> Snapshot:
        """Copy what a save will write off the device. No other save may be waiting to be written."""
        state = progress.state
        keeps_policies = experiment.config.algorithm.keeps_policies
        kept, missing = self._cover(state.memory, state.episodes) if keeps_policies else ([], [])
        best = state.best_return
        manifest = {
            "format": FORMAT,
            "config": experiment.config.as_json(),
            "provenance": provenance(experiment.device),
            "record_sizes": record_sizes,
            "episodes": state.episodes,
            "env_steps": progress.env_steps,
            "best_return": best if np.isfinite(best) else None,
            "evaluation_due": progress.due_evaluation is not None,
        }
        with jax.default_device(experiment.device):
            segments = [Segment(first, last, state.memory.segment(first, last)) for first, last in missing]
            arrays = state_arrays(experiment, progress)
        stages, self._new_stages = self._new_stages, []
        return Snapshot(state.episodes, arrays, kept, segments, stages, manifest)

    def write(self, snapshot: Snapshot) -> Path:
        """The second half of a save. It may run beside training."""
        run = self._run.folder
        with run.folder("checkpoints") as folder, folder.folder("archive") as archive:
            if not self._synced:
                run.sync()  # the name of checkpoints/ itself
                self._synced = True
            _sweep_temporaries(folder)
            try:
                written = self._write(snapshot, folder, archive)
            except OSError:
                _sweep_temporaries(folder)  # a full disk needs the space, and nothing half-written may stay
                raise
            self._prune(written, folder, archive)
        return self._folder / written

    def _write(self, snapshot: Snapshot, folder: Folder, archive: Folder) -> str:
        """The name of a new checkpoint."""
        if snapshot.stages:
            with folder.folder("stages") as stages:
                self._stages += [self._write_stage(stage, stages) for stage in snapshot.stages]
        segments = [*snapshot.kept, *(self._write_segment(segment, archive) for segment in snapshot.segments)]
        final = _free_name(snapshot.episodes, folder)
        temporary = temporary_name(final)
        with folder.folder(temporary) as fresh:
            content = safetensors.numpy.save(snapshot.state)
            fresh.write_new("state.safetensors", content)
            manifest = {
                **snapshot.manifest,
                "state": vars(FileEntry("state.safetensors", len(content), digest(content))),
                "segments": [vars(entry) for entry in sorted(segments, key=lambda entry: entry.name)],
                "stages": [vars(entry) for entry in self._stages],
            }
            fresh.write_new("manifest.json", seal(manifest))
            fresh.sync()
        folder.rename(temporary, final)
        folder.sync()
        return final

    def set_aside(self, count: int) -> None:
        """Rename the newest `count` checkpoints, which are damaged: a new one must not sort below them."""
        if not count:
            return
        with self._run.folder.folder("checkpoints") as folder:
            for name in checkpoints_among(folder.names())[:count]:
                number = len(folder.names(f"damaged-{name}-"))
                folder.rename(name, f"damaged-{name}-{number:03d}")
            folder.sync()

    def _cover(self, archive: Archive, episodes: int) -> tuple[list[FileEntry], list[tuple[int, int]]]:
        """Segments that hold policies still in the archive, and the ranges that none of them holds."""
        oldest = archive.oldest(episodes)
        covered = np.zeros(episodes - oldest, bool)
        kept = []
        for entry, stat in self._segments.values():
            first, last = segment_range(entry.name)
            if last < oldest or _stat(self._folder / "archive" / entry.name) != stat:
                continue  # fallen out of the archive; or missing or changed, so written anew
            covered[max(first, oldest) - oldest : last + 1 - oldest] = True
            kept.append(entry)
        return kept, [(first + oldest, last + oldest) for first, last in _gaps(covered)]

    def _write_segment(self, segment: Segment, folder: Folder) -> FileEntry:
        entry = _write_part(segment.arrays, folder, f"segment-{segment.first:09d}-{segment.last:09d}")
        self._segments[entry.name] = (entry, _stat(folder.path / entry.name))
        return entry

    def _write_stage(self, stage: Stage, folder: Folder) -> FileEntry:
        return _write_part(stage.arrays, folder, f"stage-{stage.env_steps:012d}-{stage.episodes:09d}")

    def _prune(self, written: str, folder: Folder, archive: Folder) -> None:
        """Keep the newest few, and in any case the one just written, which is known to be valid."""
        checkpoints = checkpoints_among(folder.names())
        checkpoints.sort(key=lambda name: name != written)
        for name in checkpoints[KEEP:]:
            doomed = temporary_name(name)
            folder.rename(name, doomed)  # a half-deleted checkpoint must not look like one
            folder.remove(doomed)
        needed: set[str] = set()
        for name in checkpoints[:KEEP]:
            try:
                with folder.folder(name) as checkpoint:  # not by its path, which may lead elsewhere by now
                    manifest = parse_manifest(checkpoint.read("manifest.json", LARGEST_MANIFEST))
                needed |= {entry.name for entry in (*manifest.segments, *manifest.stages)}
            except (BadFile, NotADirectoryError):
                continue
        for name in archive.names():
            if SEGMENT_NAME.fullmatch(name) and name not in needed:
                archive.remove(name)
                self._segments.pop(name, None)
        if "stages" in folder.names():
            with folder.folder("stages") as stages:
                for name in stages.names():
                    if STAGE_NAME.fullmatch(name) and name not in needed:
                        stages.remove(name)

    def remember(self, manifest: Manifest) -> None:
        """Segments that were just verified by `load` need not be written again. Stages that are lost are forgotten."""
        for entry in manifest.segments:
            self._segments[entry.name] = (entry, _stat(self._folder / "archive" / entry.name))
        stages = self._folder / "stages"
        self._stages = [
            entry for entry in manifest.stages if _stat(stages / entry.name)[1:2] == (entry.size,)
        ]


def _sweep_temporaries(folder: Folder) -> None:
    """What a crash left half-written in checkpoints/, archive/ and stages/."""
    parts = {"archive", "stages"} & set(folder.names())
    with contextlib.ExitStack() as opened:
        for part in (folder, *(opened.enter_context(folder.folder(name)) for name in parts)):
            part.sweep()


def _free_name(episodes: int, folder: Folder) -> str:
    prefix = f"checkpoint-{episodes:09d}-"
    used = [int(name[-3:]) for name in checkpoints_among(folder.names(prefix))]
    return f"{prefix}{max(used, default=-1) + 1:03d}"


def _write_part(arrays: dict[str, np.ndarray], folder: Folder, stem: str) -> FileEntry:
    """A file that checkpoints share, named after its digest."""
    content = safetensors.numpy.save(arrays)
    sha256 = digest(content)
    entry = FileEntry(f"{stem}-{sha256[:16]}.safetensors", len(content), sha256)
    folder.write(entry.name, content)
    return entry


def state_arrays(experiment: Experiment, progress: Progress) -> dict[str, np.ndarray]:
    """Everything but archived policies as named arrays. Refuses a network that is not finite."""
    state = progress.state
    # Copies: on a CPU `asarray` is a view of memory that training is about to overwrite.
    saved = experiment.algorithm.saved(state.learner)
    arrays = {name: np.array(leaf) for name, leaf in _named_leaves(saved)}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise FloatingPointError(f"{name} is not finite; nothing was saved, the last checkpoint stands")
    arrays |= _moments_arrays(state.moments)
    arrays["best_return"] = np.array(state.best_return)
    arrays["counters"] = np.array(
        [getattr(state, name, None) or getattr(progress, name, 0) for name in COUNTERS], np.int64
    )
    if state.memory is not None and not experiment.config.algorithm.keeps_policies:
        arrays |= {f"memory.{name}": array for name, array in state.memory.arrays().items()}
    due = progress.due_evaluation
    if due is not None:
        arrays["due.weights"] = due.request.weights
        arrays["due.mean"] = due.request.normalizer.mean
        arrays["due.deviation"] = due.request.normalizer.deviation
        arrays["due.command"] = np.array([due.request.command, due.request.horizon])
        arrays["due.counters"] = np.array([due.request.index, due.episode, due.env_steps], np.int64)
    return arrays


def _moments_arrays(moments: Moments) -> dict[str, np.ndarray]:
    return {
        "moments.count": np.array(moments.count),
        "moments.mean": moments.mean,
        "moments.squares": moments.squares,
    }


def _expected_moments(experiment: Experiment) -> dict[str, tuple[tuple[int, ...], Any]]:
    size = (experiment.shape.observation_size,)
    shapes = {"count": (), "mean": size, "squares": size}
    return {f"moments.{name}": (shape, np.dtype(np.float64)) for name, shape in shapes.items()}


def load_stage(checkpoint: Path, entry: FileEntry, experiment: Experiment, state: State) -> State:
    """A state with the generator and the normaliser that it had at a stage."""
    with jax.default_device(experiment.device):
        algorithm = experiment.algorithm
        saved = algorithm.saved(state.learner)
        leaves = jax.tree.leaves(saved.generator)
        names = [name for name, _ in _named_leaves(saved) if name.startswith("generator.")]
        expected = {name: (leaf.shape, leaf.dtype) for name, leaf in zip(names, leaves, strict=True)}
        expected |= _expected_moments(experiment)
        largest = 4 * algorithm.sizes().parameters + ROOM_FOR_THE_REST
        content = checked(checkpoint.parent / "stages" / entry.name, entry, largest)
        arrays = parse(content, entry.name, expected)
        structure = jax.tree.structure(saved.generator)
        generator = jax.tree.unflatten(structure, [jnp.asarray(arrays[name]) for name in names])
        learner = algorithm.restored(eqx.tree_at(lambda saved: saved.generator, saved, generator))
        moments = Moments(float(arrays["moments.count"]), arrays["moments.mean"], arrays["moments.squares"])
        return state._replace(learner=learner, moments=moments)


def load(path: Path, manifest: Manifest, experiment: Experiment) -> Progress:
    """The progress saved in a checkpoint. Shapes and dtypes must be those of the experiment."""
    with jax.default_device(experiment.device):
        # In float32: a config that asks for more than the file holds is refused before anything of that
        # size is made.
        algorithm = experiment.algorithm
        sizes = algorithm.sizes()
        networks = 4 * sizes.learner
        if networks > manifest.state.size:
            raise BadFile("state.safetensors is too small for the networks of its config")
        due_size = 4 * experiment.shape.weights_size if manifest.evaluation_due else 0
        template = algorithm.saved(algorithm.init_learner())
        named = _named_leaves(template)
        expected: dict[str, tuple[tuple[int, ...], Any]] = {
            name: (leaf.shape, leaf.dtype) for name, leaf in named
        }
        expected |= _expected_moments(experiment)
        if manifest.evaluation_due:
            expected["due.weights"] = ((experiment.shape.weights_size,), np.dtype(np.float32))
            inputs = (experiment.shape.input_size,)
            expected["due.mean"] = expected["due.deviation"] = (inputs, np.dtype(np.float64))
            expected["due.command"] = ((2,), np.dtype(np.float64))
            expected["due.counters"] = ((3,), np.dtype(np.int64))
        expected["best_return"] = ((), np.dtype(np.float64))
        expected["counters"] = ((len(COUNTERS),), np.dtype(np.int64))
        largest = networks + due_size + sizes.memory + ROOM_FOR_THE_REST
        content = checked(path / manifest.state.name, manifest.state, largest)
        arrays = parse(content, manifest.state.name, expected, free="memory.")
        learner = algorithm.restored(
            jax.tree.unflatten(jax.tree.structure(template), [jnp.asarray(arrays[name]) for name, _ in named])
        )
        counters = dict(zip(COUNTERS, arrays["counters"].tolist(), strict=True))
        best_return = float(arrays["best_return"])
        if math.isnan(best_return) or (manifest.episodes > 0) != math.isfinite(best_return):
            raise BadFile("state.safetensors holds a best return that cannot be")
        if min(counters.values()) < 0 or counters["episodes"] != manifest.episodes:
            raise BadFile("state.safetensors holds counters that cannot be")
        memory = _load_memory(arrays, experiment)
        if experiment.config.algorithm.keeps_policies:
            memory = _load_archive(path, manifest, experiment)
        state = State(
            learner,
            memory,
            Moments(float(arrays["moments.count"]), arrays["moments.mean"], arrays["moments.squares"]),
            best_return,
            counters.pop("episodes"),
            counters.pop("attempts"),
        )
    return Progress(state, **counters, due_evaluation=_due_evaluation(arrays))


def _due_evaluation(arrays: dict[str, np.ndarray]) -> DueEvaluation | None:
    if "due.weights" not in arrays:
        return None
    attempt, episode, env_steps = arrays["due.counters"].tolist()
    if min(attempt, episode, env_steps) < 0:
        raise BadFile("state.safetensors holds counters that cannot be")
    normalizer = Normalizer(arrays["due.mean"], arrays["due.deviation"])
    command, horizon = arrays["due.command"].tolist()
    request = Request(attempt, command, arrays["due.weights"], normalizer, horizon)
    return DueEvaluation(request, episode, env_steps)


def _load_memory(arrays: dict[str, np.ndarray], experiment: Experiment) -> Any:
    """What a method without an archive remembers of its rollouts."""
    found = {name[len("memory.") :]: array for name, array in arrays.items() if name.startswith("memory.")}
    empty = None if experiment.config.algorithm.keeps_policies else experiment.algorithm.init_memory()
    try:
        if empty is None:
            if found:
                raise ValueError("a memory where there is none")
            return None
        return empty.read(found)
    except (KeyError, ValueError, IndexError, TypeError, OverflowError, MemoryError) as error:
        raise BadFile(f"state.safetensors holds a memory that cannot be: {one_line(repr(error))}") from None


def _load_archive(path: Path, manifest: Manifest, experiment: Experiment) -> Archive:
    capacity, shape = experiment.algorithm.config.archive_capacity, experiment.shape
    segments = []
    for entry in manifest.segments:
        first, last = segment_range(entry.name)
        count = last + 1 - first
        if count < 1 or last >= manifest.episodes:
            raise BadFile(f"{entry.name} covers episodes that were never played")
        expected = segment_layout(count, shape.weights_size, shape.observation_size)
        largest = sum(math.prod(size) * dtype.itemsize for size, dtype in expected.values())
        counts = {"count": ((count,), np.dtype(np.float64))}
        largest += 8 * count + ROOM_FOR_THE_REST
        content = checked(path.parent / "archive" / entry.name, entry, largest)
        segments.append((first, parse(content, entry.name, expected, counts)))
    with jax.default_device(jax.devices("cpu")[0]):  # training puts it where it is to live
        try:
            return Archive.from_segments(capacity, shape.weights_size, manifest.episodes, segments)
        except ValueError as error:
            raise BadFile(str(error)) from None


def _named_leaves(tree: Any) -> list[tuple[str, Any]]:
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    return [(jax.tree_util.keystr(path, simple=True, separator="."), leaf) for path, leaf in leaves]


def _gaps(covered: np.ndarray) -> list[tuple[int, int]]:
    """Runs of False as (first, last)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[True], covered, [True]]).astype(np.int8)))
    return [(int(first), int(end) - 1) for first, end in zip(edges[::2], edges[1::2], strict=True)]


def _stat(path: Path) -> tuple[int, ...]:
    try:
        stat = path.lstat()
    except OSError:
        return ()
    return (stat.st_ino, stat.st_size, stat.st_mtime_ns)
