"""The checker of every annotation, which `conftest.py` names to jaxtyping's import hook."""

from __future__ import annotations

import tyro
from beartype import BeartypeConf, FrozenDict, beartype

checker = beartype(
    conf=BeartypeConf(
        # As PEP 484 and pyright have it, an int may stand where a float is annotated.
        is_pep484_tower=True,
        # Of a config that a command line is to complete, tyro's MISSING stands for the text that it must give.
        hint_overrides=FrozenDict({str: str | type(tyro.MISSING)}),
    )
)
