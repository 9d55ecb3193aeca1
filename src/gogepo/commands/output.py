"""Where commands print, and how numbers look there."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from gogepo.files import write_as_told
from gogepo.inputs import InputError
from gogepo.report.run_figures import check_picture
from gogepo.runs.directory import RunDirectory

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A file that cannot be written is bad input: unlike for a run, there is nothing to resume."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def print_json(wanted: bool, summary: dict[str, Any]) -> None:
    if wanted:
        sys.stdout.write(json.dumps(summary, allow_nan=False) + "\n")
        sys.stdout.flush()


def finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) < float("inf") else None


def finite_tree(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: finite_tree(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite_tree(item) for item in value]
    return finite(value) if isinstance(value, float) else value


def number(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def picture_path(wanted: str | None, directory: RunDirectory, name: str) -> Path:
    """Where a picture is to go, as it is before an environment changes the working directory."""
    path = Path(wanted).absolute() if wanted else directory.figures / name
    check_picture(path)
    return path


def write_picture(content: bytes, path: Path, directory: RunDirectory) -> None:
    with writing(path):
        if path.parent == directory.figures:
            directory.write_figure(path.name, content)
        else:
            write_as_told(path, content)
    out.print(f"Picture: {path}", markup=False)
