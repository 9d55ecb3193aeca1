"""B5: whatever is asked for, there is an answer or a refusal in one line."""

from __future__ import annotations

import contextlib
import io
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from gogepo.cli import main
from gogepo.inputs import InputError
from gogepo.methods import GoGePo
from gogepo.policy import Policy
from reliability.rows import FULL, ROWS, record

SIZES = {"policy_hidden": (16, 16), "generator_hidden": (16, 16), "evaluator_hidden": (16, 16)}
LEARNING = {"probing_states": 7, "batch_size": 2, "evaluation_episodes": 1}
BY_COMMAND_LINE = 50 if FULL else 10
BY_EVALUATION = 50 if FULL else 10


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two episodes of Pendulum: continuous actions within bounds."""
    path = tmp_path_factory.mktemp("commands") / "run"
    model = GoGePo("Pendulum-v1", device="cpu", **SIZES, **LEARNING)
    model.learn(400)
    model.save(path)
    model.close()
    return path


@pytest.fixture(scope="module")
def model(run: Path) -> GoGePo:
    return GoGePo.load(run)


spelled = st.sampled_from(
    [
        "nan",
        "inf",
        "-inf",
        "+Infinity",
        "NAN",
        "1e999",
        "-1e999",
        "1e308",
        "1e30",
        "0x10",
        "1_000",
        "-0",
        "1e-999",
    ]
)
padding = st.text(st.sampled_from(" \t\n\r\v\f\x1b\x85\u2028\u3000"), max_size=3)
numbers = st.floats() | st.sampled_from(
    [math.nan, math.inf, -math.inf, 1e308, -1e308, -0.0, 5e-324, 1e30, -1e30, 1.0000001e30, 3.5e38, 2.0**127]
)
commands = st.one_of(
    numbers,
    numbers.map(np.float64),
    st.floats(width=32).map(np.float32),
    st.floats(width=16).map(np.float16),
    st.integers(),
    st.integers(0, 6000).map(lambda digits: (-1) ** digits * 10**digits),
    st.text(),
    st.text(st.characters(codec=None)),  # halves of surrogate pairs too
    st.tuples(padding, spelled | numbers.map(repr), padding).map("".join),
    st.binary(),
    st.none(),
    st.booleans(),
    st.complex_numbers(),
    st.lists(numbers, max_size=3),
    st.lists(numbers, max_size=3).map(np.array),
    st.dictionaries(st.text(max_size=2), numbers, max_size=2),
    st.decimals(),
    st.fractions(),
)
OBSERVATIONS = np.random.default_rng(0).normal(size=(3, 3)) * [[1, 1, 8]]


def check_answer(policy: Policy) -> None:
    """It acts, finitely and within the bounds, wherever it is."""
    assert np.isfinite(policy.weights).all()
    actions, _ = policy.predict(OBSERVATIONS)
    assert np.isfinite(actions).all()
    assert (actions >= policy.shape.low).all()
    assert (actions <= policy.shape.high).all()


def is_one_line(text: str) -> bool:
    """To be shown as it is: neither a line break of any kind nor a control character, which may be one to a terminal."""
    text = text.removesuffix("\n")
    return len(text.splitlines()) == 1 and text.isprintable() and "Traceback" not in text


def ask(call: Callable[[], Any]) -> Any:
    """What was answered, or None for a refusal in one line. Anything else raised goes through."""
    try:
        return call()
    except InputError as refusal:
        if not is_one_line(str(refusal)):
            raise AssertionError(f"not one line: {str(refusal)!r}") from refusal
        return None


def by_command_line(run: Path, command: Any, number: int) -> bool:
    """`gogepo evaluate` or `gogepo generate`; whether it answered."""
    file = run.parent / "policy.safetensors"
    file.unlink(missing_ok=True)
    arguments = ["evaluate", str(run), f"--command={command}", "--episodes", "1"]
    if number % 2:
        arguments = ["generate", str(run), f"--command={command}", "--out", str(file)]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    if code == 0:
        if number % 2:
            check_answer(Policy.load(file))
        return True
    assert code == 2
    assert is_one_line(err.getvalue()), repr(err.getvalue())
    assert not file.exists()
    return False


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_any_command_gets_an_answer_or_a_refusal(run: Path, model: GoGePo):
    asked, passed, answered, by_line = 0, 0, 0, 0
    failures: dict[str, str] = {}

    def check(command: Any) -> None:
        nonlocal asked, passed, answered, by_line
        asked += 1
        try:
            policy = ask(lambda: model.generate(command))
            if policy is not None:
                answered += 1
                check_answer(policy)
                ask(lambda: model.predict_return(policy))
            if asked % BY_EVALUATION == 0:
                result = ask(lambda: model.evaluate(command, 1))
                assert (result is None) == (policy is None)
            spelling = command if isinstance(command, str) else _spelling(command)
            if asked % BY_COMMAND_LINE == 0 and spelling is not None:
                by_line += 1
                by_command_line(run, spelling, by_line)
            passed += 1
        except (Exception, SystemExit) as error:
            failures.setdefault(
                f"{type(error).__name__}: {str(error)[:150]}", _spelling(command) or "unspeakable"
            )

    @settings(
        max_examples=ROWS["B5"].trials,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(commands)
    def go(command: Any) -> None:
        check(command)

    go()
    while asked < ROWS["B5"].trials:  # Hypothesis stops early where it thinks that it has seen all
        check(float(asked))
    for failure, command in failures.items():
        print(f"{command[:100]!r}: {failure}")
    assert answered > asked / 20
    assert asked - answered > asked / 20
    assert by_line > asked / BY_COMMAND_LINE / 4
    record("B5", passed, asked, f"{answered:,} answered, the others refused; {by_line:,} by the command line")


def _spelling(command: Any) -> str | None:
    """As it would be typed. No argument of a process holds a NUL, and some numbers cannot be written."""
    try:
        text = command.decode("utf-8", "surrogateescape") if isinstance(command, bytes) else str(command)
    except ValueError:
        return None
    return None if "\0" in text else text


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("command", [1e30, -1e30, 1e29, 1e20])
def test_a_far_command_is_finite_whatever_the_return_range(command: float):
    """What the generator reads is command / range, which can leave float32 though the command does not."""
    model = GoGePo("Pendulum-v1", return_range=(0.0, 1e-9), device="cpu", **SIZES, **LEARNING)
    policy = ask(lambda: model.generate(command))
    model.close()
    if policy is not None:
        check_answer(policy)
