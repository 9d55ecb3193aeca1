"""Checkpoints: written so that nothing can lose the last one, read so that nothing can fool us.

    checkpoints/
      checkpoint-000000123-000/   after episode 123 (-001: saved again there, say after an evaluation)
        manifest.json             sizes and SHA-256 of every file, versions, config, counters
        state.safetensors         networks, optimisers, normaliser, counters
      archive/
        segment-000000000-000000122-<sha>.safetensors    the policies of episodes 0..122

The archive is most of the bytes and only ever grows at its end, so it is kept in immutable
segments that checkpoints share: a save writes what is new. Order of a save: segment, state and
manifest, each forced to disk, in a temporary directory; rename; force the parent; only then
prune. A file is opened by a name from a fixed list, its size is checked before it is read and its
digest before it is parsed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import safetensors
import safetensors.numpy

from gogepo.algorithms.gogepo import State
from gogepo.config import InputError, RunConfig
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.memory import Archive
from gogepo.training.experiment import Experiment
from gogepo.training.loop import Played, Progress
from gogepo.training.provenance import provenance
from gogepo.training.rundir import RECORDS, RunDirectory, sync_directory, write_new

FORMAT = 1
KEEP = 3
LARGEST_MANIFEST = 16 * 2**20
COUNTERS = (
    "env_steps",
    "last_evaluated",
    "faults",
    "consecutive_faults",
    "skipped_updates",
    "episodes",
    "attempts",
)
_CHECKPOINT_NAME = re.compile(r"checkpoint-(\d{9})-(\d{3})")
_SEGMENT_NAME = re.compile(r"segment-(\d{9})-(\d{9})-[0-9a-f]{16}\.safetensors")


class DamagedCheckpoint(Exception):
    """A checkpoint that must not be used; the message says which file and why."""


@dataclass(frozen=True)
class FileEntry:
    """A file as the manifest knows it."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What a checkpoint says of itself."""

    config: RunConfig
    provenance: dict[str, Any]
    record_sizes: dict[str, int]
    state: FileEntry
    segments: tuple[FileEntry, ...]
    episodes: int
    env_steps: int
    best_return: float | None


class CheckpointStore:
    """The checkpoints of one run. Only one process writes (the run's lock)."""

    def __init__(self, run: RunDirectory):
        self._folder = run.checkpoints
        self._segments: dict[str, tuple[FileEntry, tuple[int, ...]]] = {}
        """Segments known to be good, with the file's stat when it was written or verified."""

    def newest_first(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        found = [path for path in self._folder.iterdir() if _CHECKPOINT_NAME.fullmatch(path.name)]
        return sorted(found, key=lambda path: path.name, reverse=True)

    def save(self, experiment: Experiment, progress: Progress, record_sizes: dict[str, int]) -> Path:
        """Write a checkpoint durably, then drop those that are too old."""
        (self._folder / "archive").mkdir(parents=True, exist_ok=True)
        self._sweep_temporaries()
        try:
            written = self._write(experiment, progress, record_sizes)
        except OSError:
            self._sweep_temporaries()  # a full disk needs the space, and nothing half-written may stay
            raise
        self._prune(written)
        return written

    def _write(self, experiment: Experiment, progress: Progress, record_sizes: dict[str, int]) -> Path:
        state = progress.state
        segments = self._save_archive(progress, self._folder / "archive")
        final = self._free_name(state.episodes)
        temporary = self._folder / f".{final.name}.tmp"
        temporary.mkdir()
        content = safetensors.numpy.save(state_arrays(progress))
        write_new(temporary / "state.safetensors", content)
        best = state.best_return
        manifest = {
            "format": FORMAT,
            "config": experiment.config.as_json(),
            "provenance": provenance(experiment.device),
            "record_sizes": record_sizes,
            "state": vars(FileEntry("state.safetensors", len(content), _digest(content))),
            "segments": [vars(entry) for entry in segments],
            "episodes": state.episodes,
            "env_steps": progress.env_steps,
            "best_return": best if np.isfinite(best) else None,
        }
        write_new(temporary / "manifest.json", seal(manifest))
        sync_directory(temporary)
        os.rename(temporary, final)
        sync_directory(self._folder)
        return final

    def set_aside(self, count: int) -> None:
        """Rename the newest `count` checkpoints, which are damaged: a new one must not sort below them."""
        for path in self.newest_first()[:count]:
            os.rename(path, path.with_name(f"damaged-{path.name}"))
        if count:
            sync_directory(self._folder)

    def _free_name(self, episodes: int) -> Path:
        prefix = f"checkpoint-{episodes:09d}-"
        used = [int(path.name[-3:]) for path in self.newest_first() if path.name.startswith(prefix)]
        return self._folder / f"{prefix}{max(used, default=-1) + 1:03d}"

    def _save_archive(self, progress: Progress, folder: Path) -> list[FileEntry]:
        """Make sure that every policy still in the archive is in a segment; name the segments."""
        archive, episodes = progress.state.archive, progress.state.episodes
        oldest = max(0, episodes - archive.slots)
        covered = np.zeros(episodes - oldest, bool)
        kept = []
        for entry, stat in self._segments.values():
            first, last = _segment_range(entry.name)
            if last < oldest or _stat(folder / entry.name) != stat:
                continue  # fallen out of the archive; or missing or changed, so written anew below
            covered[max(first, oldest) - oldest : last + 1 - oldest] = True
            kept.append(entry)
        for first, last in _gaps(covered):
            kept.append(self._save_segment(progress, first + oldest, last + oldest, folder))
        return sorted(kept, key=lambda entry: entry.name)

    def _save_segment(self, progress: Progress, first: int, last: int, folder: Path) -> FileEntry:
        archive = progress.state.archive
        played = [progress.played[number] for number in range(first, last + 1)]
        slots = np.arange(first, last + 1) % archive.slots
        content = safetensors.numpy.save(
            {
                "weights": np.asarray(archive.weights[slots]),
                "returns": np.asarray(archive.returns[slots]),
                "attempts": np.array([each.attempt for each in played], np.int64),
                "mean": np.stack([each.normalizer.mean for each in played]),
                "deviation": np.stack([each.normalizer.deviation for each in played]),
            }
        )
        digest = _digest(content)
        path = folder / f"segment-{first:09d}-{last:09d}-{digest[:16]}.safetensors"
        temporary = folder / f".{path.name}.tmp"
        write_new(temporary, content, replace=True)
        os.rename(temporary, path)
        sync_directory(folder)
        entry = FileEntry(path.name, len(content), digest)
        self._segments[path.name] = (entry, _stat(path))
        return entry

    def _sweep_temporaries(self) -> None:
        """What a crash left half-written."""
        for path in [*self._folder.glob(".*.tmp"), *(self._folder / "archive").glob(".*.tmp")]:
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)

    def _prune(self, written: Path) -> None:
        """Keep the newest few, and in any case the one just written, which is known to be valid."""
        checkpoints = self.newest_first()
        checkpoints.sort(key=lambda path: path != written)
        for path in checkpoints[KEEP:]:
            doomed = path.with_name(f".{path.name}.tmp")
            os.rename(path, doomed)  # a half-deleted checkpoint must not look like one
            shutil.rmtree(doomed)
        needed: set[str] = set()
        for path in checkpoints[:KEEP]:
            try:
                needed |= {entry.name for entry in read_manifest(path).segments}
            except DamagedCheckpoint:
                continue
        for path in (self._folder / "archive").iterdir():
            if _SEGMENT_NAME.fullmatch(path.name) and path.name not in needed:
                path.unlink()
                self._segments.pop(path.name, None)

    def remember(self, manifest: Manifest) -> None:
        """Segments that were just verified by `load` need not be written again."""
        for entry in manifest.segments:
            self._segments[entry.name] = (entry, _stat(self._folder / "archive" / entry.name))


def state_arrays(progress: Progress) -> dict[str, np.ndarray]:
    """Everything but the archive as named arrays. Refuses a network that is not finite."""
    state = progress.state
    arrays = {name: np.asarray(leaf) for name, leaf in _named_leaves(state.learner)}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise FloatingPointError(f"{name} is not finite; nothing was saved, the last checkpoint stands")
    arrays["moments.count"] = np.array(state.moments.count)
    arrays["moments.mean"] = state.moments.mean
    arrays["moments.squares"] = state.moments.squares
    arrays["best_return"] = np.array(state.best_return)
    arrays["counters"] = np.array(
        [getattr(state, name, None) or getattr(progress, name, 0) for name in COUNTERS], np.int64
    )
    return arrays


def read_manifest(path: Path) -> Manifest:
    """The manifest of a checkpoint, if it is whole."""
    content = _read(path / "manifest.json", LARGEST_MANIFEST)
    data = unseal(content)
    try:
        if data["format"] != FORMAT:
            raise DamagedCheckpoint(f"format {data['format']} is not {FORMAT}: another version wrote it")
        segments = tuple(FileEntry(**entry) for entry in data["segments"])
        state = FileEntry(**data["state"])
        sizes = {name: int(data["record_sizes"][name]) for name in RECORDS}
        manifest = Manifest(
            RunConfig.from_json(data["config"]),
            dict(data["provenance"]),
            sizes,
            state,
            segments,
            int(data["episodes"]),
            int(data["env_steps"]),
            None if data["best_return"] is None else float(data["best_return"]),
        )
    except InputError as error:
        raise DamagedCheckpoint(f"manifest.json: {error}") from None
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedCheckpoint(f"manifest.json does not say what it must: {error!r}") from None
    names = [entry.name for entry in segments]
    if state.name != "state.safetensors" or not all(_SEGMENT_NAME.fullmatch(name) for name in names):
        raise DamagedCheckpoint("manifest.json names a file that is not one of a checkpoint's")
    if len(set(names)) != len(names):
        raise DamagedCheckpoint("manifest.json names a segment twice")
    return manifest


def verify(path: Path, manifest: Manifest) -> None:
    """Compare every file of a checkpoint with its size and digest."""
    _checked(path / manifest.state.name, manifest.state)
    for entry in manifest.segments:
        _checked(path.parent / "archive" / entry.name, entry)


def load(path: Path, manifest: Manifest, experiment: Experiment) -> Progress:
    """The progress saved in a checkpoint. Shapes and dtypes must be those of the experiment."""
    with jax.default_device(experiment.device):
        # Weights and Adam's two moments, in float32: a config that asks for more than the file holds
        # is refused before anything of that size is made.
        if 12 * experiment.algorithm.parameter_count() > manifest.state.size:
            raise DamagedCheckpoint("state.safetensors is too small for the networks of its config")
        template = experiment.algorithm.init_learner()
        named = _named_leaves(template)
        expected: dict[str, tuple[tuple[int, ...], Any]] = {
            name: (leaf.shape, leaf.dtype) for name, leaf in named
        }
        observation_size = experiment.shape.observation_size
        for name, shape in (("count", ()), ("mean", (observation_size,)), ("squares", (observation_size,))):
            expected[f"moments.{name}"] = (shape, np.dtype(np.float64))
        expected["best_return"] = ((), np.dtype(np.float64))
        expected["counters"] = ((len(COUNTERS),), np.dtype(np.int64))
        arrays = _parse(_checked(path / manifest.state.name, manifest.state), manifest.state.name, expected)
        learner = jax.tree.unflatten(
            jax.tree.structure(template), [jnp.asarray(arrays[name]) for name, _ in named]
        )
        counters = dict(zip(COUNTERS, arrays["counters"].tolist(), strict=True))
        if min(counters.values()) < 0 or counters["episodes"] != manifest.episodes:
            raise DamagedCheckpoint("state.safetensors holds counters that cannot be")
        archive, played = _load_archive(path, manifest, experiment)
        state = State(
            learner,
            archive,
            Moments(float(arrays["moments.count"]), arrays["moments.mean"], arrays["moments.squares"]),
            float(arrays["best_return"]),
            counters.pop("episodes"),
            counters.pop("attempts"),
        )
    return Progress(state, **counters, played=played)


def _load_archive(
    path: Path, manifest: Manifest, experiment: Experiment
) -> tuple[Archive, dict[int, Played]]:
    capacity, weights_size = experiment.config.algorithm.archive_capacity, experiment.shape.weights_size
    episodes = manifest.episodes
    slots = Archive.slots_for(capacity, episodes)
    oldest = max(0, episodes - slots)
    weights = np.zeros((slots, weights_size), np.float32)
    returns = np.zeros(slots, np.float32)
    covered = np.zeros(episodes - oldest, bool)
    played: dict[int, Played] = {}
    observation_size = experiment.shape.observation_size
    for entry in manifest.segments:
        first, last = _segment_range(entry.name)
        count = last + 1 - first
        if count < 1 or last >= episodes:
            raise DamagedCheckpoint(f"{entry.name} covers episodes that were never played")
        expected = {
            "weights": ((count, weights_size), np.dtype(np.float32)),
            "returns": ((count,), np.dtype(np.float32)),
            "attempts": ((count,), np.dtype(np.int64)),
            "mean": ((count, observation_size), np.dtype(np.float64)),
            "deviation": ((count, observation_size), np.dtype(np.float64)),
        }
        content = _checked(path.parent / "archive" / entry.name, entry)
        arrays = _parse(content, entry.name, expected)
        skip = max(0, oldest - first)
        where = np.arange(first + skip, last + 1) % slots
        weights[where], returns[where] = arrays["weights"][skip:], arrays["returns"][skip:]
        for row in range(skip, count):
            normalizer = Normalizer(arrays["mean"][row], arrays["deviation"][row])
            played[first + row] = Played(int(arrays["attempts"][row]), normalizer)
        covered[first + skip - oldest : last + 1 - oldest] = True
    if not covered.all():
        raise DamagedCheckpoint("the archive's segments leave a gap")
    return Archive(jnp.asarray(weights), jnp.asarray(returns), jnp.array(episodes)), played


def seal(manifest: dict[str, Any]) -> bytes:
    """Canonical JSON with its own digest on a second line."""
    line = json.dumps(manifest, sort_keys=True, allow_nan=False).encode()
    return line + b"\n" + _digest(line).encode() + b"\n"


def unseal(content: bytes) -> dict[str, Any]:
    line, _, rest = content.partition(b"\n")
    if rest != _digest(line).encode() + b"\n":
        raise DamagedCheckpoint("manifest.json does not match its own digest")
    try:
        data = json.loads(line, object_pairs_hook=_without_repeats)
    except (ValueError, RecursionError) as error:
        raise DamagedCheckpoint(f"manifest.json is not JSON that we write: {error}") from None
    if not isinstance(data, dict):
        raise DamagedCheckpoint("manifest.json is not an object")
    return data


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


def _read(path: Path, largest: int, size: int | None = None) -> bytes:
    """A regular file's bytes, of the size expected; links are not followed."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise DamagedCheckpoint(f"{path.name} cannot be read: {error.strerror}") from None
    with os.fdopen(descriptor, "rb") as file:
        stat = os.fstat(descriptor)
        if not os.path.isfile(f"/proc/self/fd/{descriptor}"):
            raise DamagedCheckpoint(f"{path.name} is not a regular file")
        if size is not None and stat.st_size != size:
            raise DamagedCheckpoint(f"{path.name} has {stat.st_size} bytes, not {size}")
        if stat.st_size > largest:
            raise DamagedCheckpoint(f"{path.name} has {stat.st_size} bytes, more than it may")
        return file.read(stat.st_size)


def _checked(path: Path, entry: FileEntry) -> bytes:
    content = _read(path, largest=entry.size, size=entry.size)
    if _digest(content) != entry.sha256:
        raise DamagedCheckpoint(f"{path.name} does not match its SHA-256: its bytes have changed")
    return content


def _parse(
    content: bytes, name: str, expected: dict[str, tuple[tuple[int, ...], Any]]
) -> dict[str, np.ndarray]:
    try:
        arrays = safetensors.numpy.load(content)
    except (safetensors.SafetensorError, KeyError, TypeError, ValueError) as error:
        raise DamagedCheckpoint(f"{name} is not a safetensors file: {error}") from None
    if set(arrays) != set(expected):
        odd = sorted(set(arrays) ^ set(expected))[0]
        raise DamagedCheckpoint(f"{name}: {odd!r} is missing or does not belong there")
    for key, (shape, dtype) in expected.items():
        array = arrays[key]
        if array.shape != tuple(shape) or array.dtype != dtype:
            raise DamagedCheckpoint(f"{name}: {key!r} is {array.dtype}{array.shape}, not {dtype}{shape}")
        if key != "best_return" and not np.isfinite(array).all():
            raise DamagedCheckpoint(f"{name}: {key!r} is not finite")
    return arrays


def _named_leaves(tree: Any) -> list[tuple[str, Any]]:
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    return [(jax.tree_util.keystr(path, simple=True, separator="."), leaf) for path, leaf in leaves]


def _segment_range(name: str) -> tuple[int, int]:
    match = _SEGMENT_NAME.fullmatch(name)
    assert match is not None  # names come from us or were checked when the manifest was read
    return int(match[1]), int(match[2])


def _gaps(covered: np.ndarray) -> list[tuple[int, int]]:
    """Runs of False as (first, last)."""
    edges = np.flatnonzero(np.diff(np.concatenate([[True], covered, [True]]).astype(np.int8)))
    return [(int(first), int(end) - 1) for first, end in zip(edges[::2], edges[1::2], strict=True)]


def _stat(path: Path) -> tuple[int, ...]:
    try:
        stat = path.stat()
    except OSError:
        return ()
    return (stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
