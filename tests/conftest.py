"""What every test runs under: shape checks, a quiet and quick JAX on the CPU, the default selection.

Nothing is imported from gogepo at the top: JAX reads its settings when it is first imported, and
the shape checks must be in place before gogepo is.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from jaxtyping import install_import_hook

NOT_BY_DEFAULT = "not slow and not interop and not full"

# Every array says its shape in its type, and the tests believe it. Left out are gogepo.training
# and above, since beartype cannot check a Protocol such as `Engine` that is not runtime_checkable,
# nor names that exist under TYPE_CHECKING only; and gogepo.types, since beartype checks one random
# item of a tuple, and Hypothesis forbids randomness in strategies.
SHAPE_CHECKED = [
    "gogepo.algorithms",
    "gogepo.config",
    "gogepo.engines",
    "gogepo.envs",
    "gogepo.memory",
    "gogepo.networks",
    "gogepo.seeding",
]
CHECKER = "typechecks.checker"

hypothesis.settings.register_profile(
    "gogepo", max_examples=15, deadline=None, derandomize=True, database=None
)
hypothesis.settings.load_profile("gogepo")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="rewrite tests/golden/*.json")


def pytest_configure(config: pytest.Config) -> None:
    wanted: str = config.option.markexpr
    if not wanted:
        config.option.markexpr = NOT_BY_DEFAULT
    set_up_jax(config.rootpath / ".pytest_cache" / "jax", accelerator="gpu" in wanted)
    # JAX does not write its cache atomically; an entry that is torn it passes over with this warning.
    config.addinivalue_line("filterwarnings", "ignore:Error (reading|writing) persistent compilation cache")
    install_import_hook(SHAPE_CHECKED, CHECKER)


def set_up_jax(cache: Path, accelerator: bool) -> None:
    """By environment variables, so that processes which a test starts inherit it."""
    settings = {
        "TF_CPP_MIN_LOG_LEVEL": "2",
        # Compiling is most of what these tests do: optimise less, and keep what was compiled.
        "XLA_FLAGS": "--xla_backend_optimization_level=0",
        "JAX_COMPILATION_CACHE_DIR": str(cache),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    }
    if not accelerator:
        settings["JAX_PLATFORMS"] = "cpu"
    for name, value in settings.items():
        os.environ.setdefault(name, value)


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
def tiny_config() -> Any:
    """The `GoGePoConfig` of networks so small that compiling and training take moments."""
    from toys import TINY

    return TINY
