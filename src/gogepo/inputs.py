"""What comes from outside is checked here: values against the types and bounds of their fields."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le


class InputError(Exception):
    """Something handed in from outside is unusable; the message is one line that says what to do."""


MOST_LAYERS, LARGEST_LAYER = 16, 16_384
LARGEST_NUMBER = 1e30  # far inside float32


def build_settings(cls: type, data: Any, name: str) -> Any:
    """A config from names and values, refused in one line where one is unknown or of another type."""
    from typeguard import TypeCheckError, check_type

    if not isinstance(data, dict):
        raise InputError(f"{name} must be a JSON object")
    known = {each.name for each in dataclasses.fields(cls)}
    hints = get_type_hints(cls)
    if unknown := sorted(set(data) - known):
        raise InputError(f"{name} has an unknown entry {unknown[0]!r}; was it written by another version?")
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    for key, value in values.items():
        try:
            check_type(value, hints[key])
        except TypeCheckError:
            raise InputError(f"{name} has {key} = {shown(value)}, which is not of its type") from None
    try:
        return cls(**values)
    except TypeError as error:
        raise InputError(f"{name} is incomplete: {error}") from None


def check_bounds(settings: Any) -> None:
    """Refuse a value outside of the bounds that stand on its field."""
    hints = get_type_hints(type(settings), include_extras=True)
    for each in dataclasses.fields(settings):
        value, flag = getattr(settings, each.name), "--" + each.name.replace("_", "-")
        for number in _numbers(value):
            if not abs(number) <= LARGEST_NUMBER:
                raise InputError(f"{flag} must be a finite number of reasonable size, not {number}")
        if each.name.endswith("_hidden"):
            if not value or min(value) < 1:
                raise InputError(
                    f"{flag} needs one or more layer sizes of at least 1, for example {flag} 256 256"
                )
            if len(value) > MOST_LAYERS or max(value) > LARGEST_LAYER:
                raise InputError(f"{flag} takes at most {MOST_LAYERS} layers of at most {LARGEST_LAYER:,}")
        if value is None:
            continue
        for bound in _bounds(hints[each.name]):
            if isinstance(bound, Ge) and not value >= bound.ge:  # NaN is not either
                least = "must not be negative" if bound.ge == 0 else f"must be at least {bound.ge}"
                raise InputError(f"{flag} {least}, not {value}")
            if isinstance(bound, Gt) and not value > bound.gt:
                raise InputError(f"{flag} must be more than {bound.gt}, not {value}")
            if isinstance(bound, Le) and not value <= bound.le:
                raise InputError(f"{flag} must be at most {bound.le:,}, not {value:,}")


def _bounds(hint: Any) -> Iterator[Any]:
    """The bounds in a type, also in one that may be None."""
    if get_origin(hint) is Annotated:
        yield from get_args(hint)[1:]
    elif get_origin(hint) in (Union, types.UnionType):
        for part in get_args(hint):
            yield from _bounds(part)


def _numbers(value: Any) -> list[float]:
    values = value if isinstance(value, (tuple, list)) else (value,)
    return [number for number in values if isinstance(number, float)]


def parse_command(text: Any) -> float:
    """A commanded return from outside: any finite number of reasonable size."""
    try:
        command = float(text)
    except (TypeError, ValueError, OverflowError):
        command = None
    if command is None:
        raise InputError(f"a command is a return, a number such as 250, not {shown(text)}")
    if not abs(command) <= LARGEST_NUMBER:
        raise InputError(f"a command must be a finite number of reasonable size, not {shown(text)}")
    return command


def shown(value: Any) -> str:
    """Any value on one short line."""
    try:
        text = repr(value)
    except Exception:  # an integer of ten thousand digits has no repr, and others may have worse
        text = f"a value of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "..."
