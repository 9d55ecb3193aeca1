"""What a checkpoint says of itself, and whether its files are what it says.

The reading side of checkpoints. File names come from a fixed list, links are not followed, sizes
are checked before reading and digests before parsing, shapes and values after.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy

from gogepo.config import InputError, RunConfig
from gogepo.training.rundir import RECORDS

FORMAT = 1
LARGEST_MANIFEST = 16 * 2**20
SEGMENT_NAME = re.compile(r"segment-(\d{9})-(\d{9})-[0-9a-f]{16}\.safetensors")


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
    if state.name != "state.safetensors" or not all(SEGMENT_NAME.fullmatch(name) for name in names):
        raise DamagedCheckpoint("manifest.json names a file that is not one of a checkpoint's")
    if len(set(names)) != len(names):
        raise DamagedCheckpoint("manifest.json names a segment twice")
    return manifest


def verify(path: Path, manifest: Manifest) -> None:
    """Compare every file of a checkpoint with its size and digest."""
    checked(path / manifest.state.name, manifest.state)
    for entry in manifest.segments:
        checked(path.parent / "archive" / entry.name, entry)


def seal(manifest: dict[str, Any]) -> bytes:
    """Canonical JSON with its own digest on a second line."""
    line = json.dumps(manifest, sort_keys=True, allow_nan=False).encode()
    return line + b"\n" + digest(line).encode() + b"\n"


def unseal(content: bytes) -> dict[str, Any]:
    line, _, rest = content.partition(b"\n")
    if rest != digest(line).encode() + b"\n":
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


def checked(path: Path, entry: FileEntry) -> bytes:
    content = _read(path, largest=entry.size, size=entry.size)
    if digest(content) != entry.sha256:
        raise DamagedCheckpoint(f"{path.name} does not match its SHA-256: its bytes have changed")
    return content


def parse(
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


def segment_range(name: str) -> tuple[int, int]:
    match = SEGMENT_NAME.fullmatch(name)
    assert match is not None  # names come from us or were checked when the manifest was read
    return int(match[1]), int(match[2])


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
