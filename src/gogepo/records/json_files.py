"""The JSON files of records: read strictly, written with five digits."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from gogepo.files import BadFile, no_constant, one_line, read_regular, without_repeats
from gogepo.inputs import InputError

LARGEST = 64 * 2**20


def read_text(path: Path) -> str:
    try:
        return read_regular(path, LARGEST).decode()
    except BadFile as bad:
        raise InputError(f"{path.parent}: {bad}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not text") from None


def read_json(path: Path) -> Any:
    try:
        return json.loads(read_text(path), object_pairs_hook=without_repeats, parse_constant=no_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not valid JSON: {one_line(error)}") from None


def read_object(path: Path) -> dict[str, Any]:
    return as_object(read_json(path), path)


def as_object(data: Any, path: Path) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise InputError(f"{path} is not a JSON object")
    return data


def read_as(kind: Any, path: Path, what: str) -> Any:
    """The file's content as a type made of named tuples, tuples, lists and numbers."""
    data = read_json(path)
    try:
        return _as(kind, data)
    except (KeyError, IndexError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path} does not hold {what}: {one_line(repr(error))}") from None


def _as(kind: Any, data: Any) -> Any:
    if hasattr(kind, "_fields"):
        hints, defaults = get_type_hints(kind), kind._field_defaults
        known = {name: data[name] for name in kind._fields if name in data or name not in defaults}
        return kind(**{name: _as(hints[name], value) for name, value in known.items()})
    if get_origin(kind) is list:
        return [_as(get_args(kind)[0], item) for item in data]
    if get_origin(kind) is tuple:
        return tuple(_as(part, item) for part, item in zip(get_args(kind), data, strict=True))
    return math.nan if kind is float and data is None else kind(data)


def rounded(value: Any) -> Any:
    """A value for JSON: named tuples as objects, floats with five digits, NaN as null."""
    if hasattr(value, "_asdict"):
        return rounded(value._asdict())
    if isinstance(value, dict):
        return {name: rounded(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.5g}") if math.isfinite(value) else None
    return value
