"""All reading of strangers' files, and all writing of ours.

What is read is a regular file, no link, of a size that is checked before; a safetensors header of a sane length
that names nothing twice. Whatever is wrong becomes a `BadFile` with one line. What is written in a run goes
through the descriptor of its directory, so that no link leads anywhere else, and to a name of its own first.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import secrets
import shutil
import stat
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import safetensors
import safetensors.numpy

LARGEST_HEADER = 2**20


class BadFile(Exception):
    """A file that must not be used; the message says why, in one line."""


def open_regular(path: Path, flags: int, folder: int | None = None) -> int:
    """A descriptor of a regular file; links are not followed, pipes do not block.

    One to be written must have no second name: it would be changed there, too.
    """
    try:
        flags |= os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(path if folder is None else path.name, flags, 0o644, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM):
            raise  # which is no fault of the file
        reason = "it is a link" if error.errno == errno.ELOOP else error.strerror
        raise BadFile(f"{path.name} cannot be opened: {reason}") from None
    found = os.fstat(descriptor)
    writes = flags & os.O_ACCMODE != os.O_RDONLY
    if not stat.S_ISREG(found.st_mode) or (writes and found.st_nlink > 1):
        os.close(descriptor)
        wrong = "has a second name, a hard link" if stat.S_ISREG(found.st_mode) else "is not a regular file"
        raise BadFile(f"{path.name} {wrong}")
    return descriptor


def read_regular(path: Path, largest: int, size: int | None = None, folder: int | None = None) -> bytes:
    """The bytes of a regular file, of the size expected and no larger than allowed."""
    with os.fdopen(open_regular(path, os.O_RDONLY, folder), "rb") as file:
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


class Folder:
    """A directory held open: its names are looked up in this very directory, whatever becomes of its path."""

    def __init__(self, path: Path, within: int | None = None):
        """Links are followed, as for any path that a user gives, but not `within` the descriptor of a directory."""
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        self.path = path
        try:
            if within is None:
                self._descriptor = os.open(path, flags)
            else:
                self._descriptor = os.open(path.name, flags | os.O_NOFOLLOW, dir_fd=within)
        except NotADirectoryError as error:
            raise OSError(error.errno, f"{path} is a link or a file, where a directory belongs") from None
        self.close = weakref.finalize(self, os.close, self._descriptor)

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def folder(self, name: str) -> Folder:
        """A directory in this one, made if it is missing."""
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, dir_fd=self._descriptor)
        return Folder(self.path / name, self._descriptor)

    def names(self, beginning: str = "", end: str = "") -> list[str]:
        """What is in it, of names that begin and end so."""
        found = os.listdir(self._descriptor)
        return [name for name in found if name.startswith(beginning) and name.endswith(end)]

    def open_regular(self, name: str, flags: int) -> int:
        return open_regular(self.path / name, flags, self._descriptor)

    def read(self, name: str, largest: int) -> bytes:
        return read_regular(self.path / name, largest, folder=self._descriptor)

    def write(self, name: str, content: bytes) -> None:
        """Write or replace a file so that a crash or power cut leaves the old or the new one, never a mixture."""
        temporary = temporary_name(name)
        try:
            self.write_new(temporary, content)
            self.rename(temporary, name)
        except BaseException:
            with contextlib.suppress(OSError):
                self.remove(temporary)
            raise
        self.sync()

    def write_new(self, name: str, content: bytes) -> None:
        """Write a file that is not there yet and force it to the disk."""
        descriptor = self.create(name)
        try:
            view = memoryview(content)
            while view:
                view = view[os.write(descriptor, view) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def create(self, name: str) -> int:
        """A descriptor of a file that is not there yet."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        return os.open(name, flags, 0o644, dir_fd=self._descriptor)

    def rename(self, old: str, new: str) -> None:
        os.rename(old, new, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def remove(self, name: str) -> None:
        """Delete a file, a link but not what it leads to, or a directory with all that is in it."""
        try:
            os.unlink(name, dir_fd=self._descriptor)
        except IsADirectoryError:
            shutil.rmtree(name, dir_fd=self._descriptor)

    def sweep(self, name: str = "") -> None:
        """Delete what killed writers of a file, or of any, have left half-written. Nobody else may be at it."""
        for left in self.names(f".{name}", ".tmp"):
            with contextlib.suppress(OSError):
                self.remove(left)

    def sync(self) -> None:
        """Force the names in it to the disk."""
        os.fsync(self._descriptor)

    def check_place(self) -> None:
        """Refuse to go on where this directory is no longer found at its path."""
        try:
            in_place = os.path.samestat(os.stat(self.path), os.fstat(self._descriptor))
        except OSError:
            in_place = False
        if not in_place:
            raise OSError(errno.ESTALE, f"{self.path} was moved, deleted or replaced meanwhile")


def temporary_name(name: str) -> str:
    """Where something is written first. It cannot be guessed, so nobody waits there with a link."""
    return f".{name}.{secrets.token_hex(8)}.tmp"


def write_as_told(path: Path, content: bytes) -> None:
    """A file where a user wants it: links lead where they lead, and directories that are missing are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def write_durably(path: Path, content: bytes) -> None:
    """`Folder.write` for a path that a user gave."""
    with Folder(path.parent) as folder:
        folder.write(path.name, content)
