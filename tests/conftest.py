"""What every test runs under: shape checks, a quiet and quick JAX on the CPU, the default selection."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest
from jaxtyping import install_import_hook

# Every array says its shape in its type, and here the types are believed. Must come before the
# first import of gogepo. Two limits:
# - `is_pep484_tower` lets an int stand where a float is annotated, as PEP 484 and pyright do.
# - gogepo.training and above are left out: beartype cannot check a Protocol such as `Engine`
#   that is not runtime_checkable, nor names that exist under TYPE_CHECKING only. gogepo.types
#   too: beartype checks one random item of a tuple, which Hypothesis forbids in strategies.
install_import_hook(
    [
        "gogepo.algorithms",
        "gogepo.config",
        "gogepo.engines",
        "gogepo.envs",
        "gogepo.memory",
        "gogepo.networks",
        "gogepo.seeding",
    ],
    "beartype.beartype(conf=beartype.BeartypeConf(is_pep484_tower=True))",
)

import toys  # noqa: E402
from gogepo.config import GoGePoConfig  # noqa: E402

NOT_BY_DEFAULT = "not slow and not interop and not full"

hypothesis.settings.register_profile(
    "gogepo", max_examples=15, deadline=None, derandomize=True, database=None
)
hypothesis.settings.load_profile("gogepo")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="rewrite tests/golden/*.json")


def pytest_configure(config: pytest.Config) -> None:
    """Choose tests and set up JAX. Nothing has imported JAX yet; subprocesses inherit it all."""
    wanted: str = config.option.markexpr
    if not wanted:
        config.option.markexpr = NOT_BY_DEFAULT
    if "gpu" not in wanted:
        os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    # Compiling is most of what these tests do: optimise less, and keep what was compiled.
    os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
    cache = Path(config.rootpath, ".pytest_cache", "jax")
    os.environ.setdefault("JAX_COMPILATION_CACHE_DIR", str(cache))
    os.environ.setdefault("JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS", "0")
    # JAX does not write entries atomically; one that is torn it passes over with this warning.
    config.addinivalue_line("filterwarnings", "ignore:Error (reading|writing) persistent compilation cache")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for_gpu = [item for item in items if item.get_closest_marker("gpu")]
    if not for_gpu:
        return
    import jax

    if jax.default_backend() == "cpu":
        reason = "JAX sees no accelerator here (with one, `pytest -m gpu` runs this)"
        for item in for_gpu:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def tiny_config() -> GoGePoConfig:
    """The method with networks so small that compiling and training take moments."""
    return toys.TINY
