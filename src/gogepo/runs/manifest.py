"""What a checkpoint says of itself, and whether its files are what it says.

The reading side of checkpoints. File names come from a fixed list, links are not followed, sizes
are checked before reading and digests before parsing, shapes and values after.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gogepo.config import RunConfig
from gogepo.files import (
    BadFile,
    no_constant,
    one_line,
    open_regular,
    parse_tensors,
    read_regular,
    without_repeats,
)
from gogepo.inputs import InputError
from gogepo.runs.directory import RECORDS

FORMAT = 3
LARGEST_MANIFEST = 3 * 2**20
SEGMENT_NAME = re.compile(r"segment-(\d{9})-(\d{9})-[0-9a-f]{16}\.safetensors")
STAGE_NAME = re.compile(r"stage-(\d{12})-(\d{9})-[0-9a-f]{16}\.safetensors")
_CHECKPOINT_NAME = re.compile(r"checkpoint-(\d{9})-(\d{3})")


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
    evaluation_due: bool
    """Whether an evaluation had come due and was not finished."""
    stages: tuple[FileEntry, ...] = ()
    """Earlier generators; none in runs of the first version."""


def newest_first(folder: Path) -> list[Path]:
    """The checkpoints in a folder."""
    return [folder / name for name in checkpoints_among(os.listdir(folder))] if folder.is_dir() else []


def checkpoints_among(names: Iterable[str]) -> list[str]:
    """The names of checkpoints, those of the newest first."""
    return sorted(filter(_CHECKPOINT_NAME.fullmatch, names), reverse=True)


def disagreement(manifest: Manifest, config: RunConfig) -> str | None:
    """What a checkpoint was saved with that is not as in the config.json of its run."""
    wrong = manifest.config.disagreement(config)
    return wrong and f"in its manifest {wrong} as in config.json: one of them was changed"


def read_manifest(path: Path) -> Manifest:
    """The manifest of a checkpoint, if it is whole."""
    if path.is_symlink():
        raise BadFile("it is a link")
    return parse_manifest(read_regular(path / "manifest.json", LARGEST_MANIFEST))


def parse_manifest(content: bytes) -> Manifest:
    data = unseal(content)
    try:
        if data["format"] != FORMAT:
            raise BadFile(f"format {one_line(data['format'])} is not {FORMAT}: another version wrote it")
        segments = tuple(_file_entry(entry) for entry in data["segments"])
        state = _file_entry(data["state"])
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
            bool(data["evaluation_due"]),
            tuple(_file_entry(entry) for entry in data.get("stages", [])),
        )
    except InputError as error:
        raise BadFile(f"manifest.json: {one_line(error)}") from None
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        raise BadFile(f"manifest.json does not say what it must: {one_line(repr(error))}") from None
    if min(manifest.episodes, manifest.env_steps, *sizes.values()) < 0:
        raise BadFile("manifest.json holds a negative count")
    names = [entry.name for entry in segments]
    stages = [entry.name for entry in manifest.stages]
    known = all(SEGMENT_NAME.fullmatch(name) for name in names) and all(map(STAGE_NAME.fullmatch, stages))
    if state.name != "state.safetensors" or not known:
        raise BadFile("manifest.json names a file that is not one of a checkpoint's")
    if len({*names, *stages}) != len(names) + len(stages):
        raise BadFile("manifest.json names a file twice")
    return manifest


def _file_entry(data: Any) -> FileEntry:
    entry = FileEntry(**data)
    sound = isinstance(entry.name, str) and isinstance(entry.sha256, str)
    if not sound or not isinstance(entry.size, int) or entry.size < 0:
        raise ValueError("an entry for a file that is none")
    return entry


def verify(path: Path, manifest: Manifest) -> None:
    """Compare every file of a checkpoint with its size and digest."""
    files = [
        (path, manifest.state),
        *((path.parent / "archive", entry) for entry in manifest.segments),
        *((path.parent / "stages", entry) for entry in manifest.stages),
    ]
    for folder, entry in files:
        with os.fdopen(open_regular(folder / entry.name, os.O_RDONLY), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != entry.size:
                raise BadFile(f"{entry.name} has {size} bytes, not {entry.size}")
            if hashlib.file_digest(file, "sha256").hexdigest() != entry.sha256:
                raise BadFile(f"{entry.name} does not match its SHA-256: its bytes have changed")


def seal(manifest: dict[str, Any]) -> bytes:
    """Canonical JSON with its own digest on a second line."""
    line = json.dumps(manifest, sort_keys=True, allow_nan=False).encode()
    return line + b"\n" + digest(line).encode() + b"\n"


def unseal(content: bytes) -> dict[str, Any]:
    line, _, rest = content.partition(b"\n")
    if rest != digest(line).encode() + b"\n":
        raise BadFile("manifest.json does not match its own digest")
    try:
        data = json.loads(line, object_pairs_hook=without_repeats, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise BadFile(f"manifest.json is not JSON that we write: {one_line(error)}") from None
    if not isinstance(data, dict):
        raise BadFile("manifest.json is not an object")
    return data


def segment_range(name: str) -> tuple[int, int]:
    match = SEGMENT_NAME.fullmatch(name)
    assert match is not None  # names come from us or were checked when the manifest was read
    return int(match[1]), int(match[2])


def stage_time(name: str) -> tuple[int, int]:
    """Steps and episodes of a stage."""
    match = STAGE_NAME.fullmatch(name)
    assert match is not None  # names come from us or were checked when the manifest was read
    return int(match[1]), int(match[2])


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def checked(path: Path, entry: FileEntry, largest: int) -> bytes:
    """A file's bytes, if its size and digest are those of the manifest."""
    if entry.size > largest:
        raise BadFile(f"{path.name} has {entry.size} bytes, more than the {largest} that it may")
    content = read_regular(path, largest=entry.size, size=entry.size)
    if digest(content) != entry.sha256:
        raise BadFile(f"{path.name} does not match its SHA-256: its bytes have changed")
    return content


def parse(
    content: bytes,
    name: str,
    expected: dict[str, tuple[tuple[int, ...], Any]],
    optional: dict[str, tuple[tuple[int, ...], Any]] | None = None,
    free: str | None = None,
) -> dict[str, np.ndarray]:
    """The arrays of a file, if they are of the names, shapes and dtypes expected, and finite. `optional` ones may be missing.

    Arrays whose name begins with `free` are only checked to be finite: their reader checks the rest.
    """
    arrays, _ = parse_tensors(content, name)
    expected = expected | {key: value for key, value in (optional or {}).items() if key in arrays}
    known = {key for key in arrays if free is None or not key.startswith(free)}
    if known != set(expected):
        odd = sorted(known ^ set(expected))[0]
        raise BadFile(f"{name}: {one_line(odd)} is missing or does not belong there")
    for key, (shape, dtype) in expected.items():
        array = arrays[key]
        if array.shape != tuple(shape) or array.dtype != dtype:
            raise BadFile(f"{name}: {key!r} is {array.dtype}{array.shape}, not {dtype}{shape}")
    for key, array in arrays.items():
        # A method that obeys no command has NaN for one; weights that are not finite are never played.
        may_be_anything = key in ("best_return", "due.weights", "due.command")
        if not may_be_anything and not np.isfinite(array).all():
            raise BadFile(f"{name}: {key!r} is not finite")
    return arrays
