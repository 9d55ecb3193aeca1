"""B4: unsuitable environments are refused before training. The table is that of tests/envs.test_check.py."""

from __future__ import annotations

from envs.test_check import BAD, check
from gogepo.inputs import InputError
from reliability.rows import ROWS, record


def test_row_b4_every_unsuitable_environment_is_refused_with_what_to_change():
    passed = 0
    for factory, message in BAD.values():
        try:
            check(factory)
        except InputError as refusal:
            passed += message in str(refusal) and "\n" not in str(refusal)
    assert len(BAD) >= ROWS["B4"].trials
    record("B4", passed, len(BAD))
