"""What environments raise: whose it is, and what it says."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from gogepo.envs.raised import LONGEST, described, of_a_signal, refusing
from gogepo.envs.rollout import EpisodeFault, blame
from gogepo.envs.tasks import close_env, env_factory, make_env
from gogepo.inputs import InputError
from reliability.leaving import WHAT, Leaving, Speechless, Unheard


@contextmanager
def handling(number: int, handler: Any) -> Iterator[None]:
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def caught(act: Callable[[], object]) -> BaseException:
    try:
        act()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


def deep(act: Callable[[], None]) -> None:
    act()


def leave(number: int, frame: object) -> None:
    deep(lambda: exec("raise SystemExit(0)"))


class Handler:
    def leave(self, number: int, frame: object) -> None:
        raise Unheard


def signal_oneself(number: int = signal.SIGUSR1) -> None:
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("handler", [leave, Handler().leave, signal.default_int_handler])
def test_what_a_handler_raises_is_the_users(handler):
    number = signal.SIGINT if handler is signal.default_int_handler else signal.SIGUSR1
    with handling(number, handler):
        error = caught(lambda: deep(lambda: signal_oneself(number)))
        assert of_a_signal(error)
        assert caught(lambda: blame(error, 3)) is error

        def refused() -> None:
            with refusing("reset() raises"):
                raise error

        assert caught(refused) is error


@pytest.mark.parametrize("what", [what for what in WHAT if what != "interrupt"])
def test_what_an_environment_raises_is_its_own(what):
    error = caught(lambda: Leaving(what, "first"))
    assert not of_a_signal(error)
    fault = caught(lambda: blame(error, 3))
    assert isinstance(fault, EpisodeFault)
    assert (fault.kind, fault.env_steps, fault.__cause__) == ("exception", 3, error)
    assert fault.detail.startswith(type(error).__name__)


def test_an_interrupt_is_an_environments_own_where_ctrl_c_raises_none():
    error = caught(lambda: Leaving("interrupt", "first"))
    assert of_a_signal(error)  # it may be the user's
    with handling(signal.SIGINT, signal.SIG_IGN):
        assert not of_a_signal(error)
    found = []
    elsewhere = threading.Thread(target=lambda: found.append(of_a_signal(error)))
    elsewhere.start()
    elsewhere.join()
    assert found == [False]  # no handler runs there


def test_an_alarm_of_the_environments_own_is_its_own():
    def too_slow(number: int, frame: object) -> None:
        raise TimeoutError("no step in time")

    with handling(signal.SIGUSR1, too_slow):
        error = caught(signal_oneself)
    assert not of_a_signal(error)


def test_a_text_is_bounded_and_may_fail():
    assert described(ValueError("two\nlines")) == "ValueError: two\nlines"
    assert described(Speechless()) == "Speechless: its text fails with RuntimeError"
    assert described(WHAT["leaves"]()) == "Leaves: its text fails with SystemExit"
    assert len(described(ValueError("x" * 10**6))) == LONGEST
    assert len(described(type("E" * 10**6, (Exception,), {})())) <= LONGEST + 2


@pytest.mark.parametrize("what", [what for what in WHAT if what != "interrupt"])
def test_an_environment_that_cannot_be_made_or_closed(what):
    with pytest.raises(InputError, match="the environment could not be made: ") as refusal:
        make_env(lambda: Leaving(what, "first"))
    assert "\n" not in str(refusal.value)
    with pytest.warns(UserWarning, match=r"the environment's close\(\) raises "):
        close_env(Leaving(what, "close"))


def test_a_module_that_exits_while_it_is_imported_is_refused(tmp_path, monkeypatch):
    (tmp_path / "exits.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(
        InputError, match="cannot import 'exits' for environment 'exits:Thing-v0': SystemExit"
    ):
        env_factory("exits:Thing-v0")
