"""Runs and servers that several tests only read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dial.serving import Served, serving
from dial.small_runs import save_rival, save_small


@pytest.fixture(scope="session")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four episodes of Pendulum."""
    return save_small(tmp_path_factory.mktemp("dial") / "small")


@pytest.fixture(scope="session")
def served(small_run: Path) -> Iterator[Served]:
    with serving(small_run) as server:
        yield server


@pytest.fixture(scope="session")
def rival_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_rival(tmp_path_factory.mktemp("dial") / "rival", "ars", directions=1, elites=1)
