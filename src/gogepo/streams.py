"""The standard streams: what is said there is never worth a run."""

from __future__ import annotations

import io
import os
import sys
from typing import Any


class _Stream(io.FileIO):
    """A descriptor to which nobody need listen. Not even a full disk matters where `heedless`."""

    def __init__(self, descriptor: int, heedless: bool):
        super().__init__(descriptor, "w", closefd=False)
        self._heedless = heedless

    def write(self, data: Any, /) -> int | None:
        try:
            written = super().write(data)
        except OSError as error:
            if not (self._heedless or isinstance(error, BrokenPipeError)):
                raise
            return memoryview(data).nbytes
        return memoryview(data).nbytes if written is None and self._heedless else written


def secure() -> None:
    """Make the program outlive its log: a pipe that is closed, a full disk, a locale without the letters.

    A descriptor that is closed from the start would be that of the next file that is opened, and what some
    library says on it would be written there.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest that is free: this one
        stream = getattr(sys, name)
        if descriptor and stream is getattr(sys, f"__{name}__"):
            buffer = io.BufferedWriter(_Stream(descriptor, heedless=name == "stderr"))
            how = {
                key: getattr(stream, key) for key in ("encoding", "line_buffering", "write_through") if stream
            }
            setattr(sys, name, io.TextIOWrapper(buffer, errors="replace", **how))
