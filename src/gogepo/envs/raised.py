"""What an environment raises. It may be anything, also SystemExit, and its text may fail or be endless."""

from __future__ import annotations

import signal
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from gogepo.inputs import InputError

LONGEST = 1000


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """What an environment raises before training is bad input: `what`, and the first line of its text."""
    try:
        yield
    except InputError:
        raise
    except BaseException as error:
        if of_a_signal(error):
            raise
        raise InputError(f"{what} {described(error).strip().splitlines()[0]}") from error


def of_a_signal(error: BaseException) -> bool:
    """Whether the user ended it and not the environment: a signal's handler raised it.

    An `Exception` counts as the environment's, which may set an alarm for itself.
    """
    if isinstance(error, Exception) or threading.current_thread() is not threading.main_thread():
        return False
    if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        return True
    handlers = (signal.getsignal(number) for number in signal.valid_signals())
    codes = {getattr(handler, "__code__", None) for handler in handlers}
    return any(frame.f_code in codes for frame, _ in traceback.walk_tb(error.__traceback__))


def described(error: BaseException) -> str:
    """Its name and its text, if it has any."""
    name = type(error).__name__[:LONGEST]
    try:
        return f"{name}: {error}"[:LONGEST]
    except BaseException as worse:
        if of_a_signal(worse):
            raise
        return f"{name}: its text fails with {type(worse).__name__[:LONGEST]}"
