"""Files from strangers: read without being led astray, parsed without running anything.

A regular file, no link, of a size that is checked before it is read; a safetensors header of a
sane length that names nothing twice. Whatever is wrong becomes a `BadFile` with one line.
"""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy

LARGEST_HEADER = 2**20


class BadFile(Exception):
    """A file that must not be used; the message says why, in one line."""


def open_regular(path: Path, flags: int) -> int:
    """A descriptor of a regular file; links are not followed, pipes do not block."""
    try:
        descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise BadFile(f"{path.name} cannot be opened: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadFile(f"{path.name} is not a regular file")
    return descriptor


def read_regular(path: Path, largest: int, size: int | None = None) -> bytes:
    """The bytes of a regular file, of the size expected and no larger than allowed."""
    with os.fdopen(open_regular(path, os.O_RDONLY), "rb") as file:
        found = os.fstat(file.fileno()).st_size
        if size is not None and found != size:
            raise BadFile(f"{path.name} has {found} bytes, not {size}")
        if found > largest:
            raise BadFile(f"{path.name} has {found} bytes, more than the {largest} that it may")
        return file.read(found)


def parse_tensors(content: bytes, name: str) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays and the metadata of a safetensors file."""
    length = int.from_bytes(content[:8], "little")
    if length > min(LARGEST_HEADER, len(content)):
        raise BadFile(f"{name} is not a safetensors file: its header has an impossible length")
    try:
        header = json.loads(content[8 : 8 + length], object_pairs_hook=without_repeats)
        arrays = safetensors.numpy.load(content)
        metadata = header.get("__metadata__") or {}
    except (
        *(safetensors.SafetensorError, ValueError, TypeError, KeyError, AttributeError),
        *(OverflowError, RecursionError, MemoryError),
    ) as error:
        raise BadFile(f"{name} is not a safetensors file: {one_line(error)}") from None
    return arrays, metadata


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """For `json.loads`: refuse an object that gives a key twice."""
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


def no_constant(text: str) -> float:
    """For `json.loads`: JSON has no NaN and no infinity."""
    raise ValueError(f"{text} is not JSON")


def one_line(value: object) -> str:
    """Any text, short and on one line, with nothing in it that a terminal obeys."""
    text = " ".join(str(value).split())
    text = "".join(character if character.isprintable() else "?" for character in text)
    return text if len(text) <= 200 else text[:197] + "..."
