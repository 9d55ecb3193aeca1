"""What a person sees while a run trains."""

from __future__ import annotations

import io
import os
import sys

import pytest
from rich.console import Console

from gogepo.config import RunConfig
from gogepo.runs import display
from gogepo.runs.display import Display
from gogepo.training.loop import EpisodeEvent, FaultEvent


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass when they are told to, and a line after each event."""
    now = [0.0]
    monkeypatch.setattr(display.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(display, "LINE_EVERY_SECONDS", 0.0)
    return now


def lines_of(
    clock,
    seeds: int,
    first_steps: list[int],
    events: list[tuple[float, int, int]],
) -> list[str]:
    """The lines for episodes of (second, member, its steps so far), with a budget of 1,000 steps a seed."""
    out = io.StringIO()
    config = RunConfig(env="Swimmer-v5", seeds=seeds, env_steps=1000)
    shown = Display(config, first_steps, Console(file=out, width=400))
    for second, member, steps in events:
        clock[0] = second
        shown.write(member, EpisodeEvent(1, steps, 0.0, 1.0, 1.0, 1.0, steps, False, 0, 0, 0, {}))
    return out.getvalue().splitlines()


def test_the_time_left_is_told_once_every_seed_has_played(clock):
    first, second, third = lines_of(clock, 2, [0, 0], [(100, 0, 10), (101, 1, 200), (102, 0, 300)])
    assert first.startswith("10 of 2,000 steps")
    assert first.endswith("| starting ...")
    assert second.endswith("| left: 0:14:20")  # 10 steps in 100 s and 200 in 101 s, 1,790 to go
    assert third.endswith("| left: 0:05:04")


def test_a_seed_that_is_over_is_not_waited_for(clock):
    (line,) = lines_of(clock, 2, [1000, 500], [(10, 1, 600)])
    assert line.endswith("| left: 0:00:40")


def test_the_pace_is_that_of_the_last_two_minutes(clock):
    events = [(100, 0, 10), (200, 0, 20), (300, 0, 220), (330, 0, 400)]
    *_, third, fourth = lines_of(clock, 1, [0], events)
    assert third.endswith("| left: 0:12:22")  # 210 steps since second 100, 780 to go
    assert fourth.endswith("| left: 0:03:25")  # 380 since second 200, 600 to go


def test_the_pace_does_not_suffer_where_seeds_report_together(clock):
    bursts = [(second, member, second) for second in (100, 200, 300) for member in range(10)]
    lines = lines_of(clock, 10, [0] * 10, bursts)
    assert lines[9].endswith("| steps/s 10 | left: 0:15:00")
    assert lines[20].endswith("| steps/s 10 | left: 0:13:10")  # the first of the third burst: 7,900 to go


def test_the_pace_is_of_seeds_that_have_steps_left(clock):
    *_, last = lines_of(clock, 2, [0, 0], [(50, 0, 1000), (100, 1, 500)])
    assert last.endswith("| steps/s 5 | left: 0:01:40")


def test_a_run_that_is_over_has_nothing_left(clock):
    *_, last = lines_of(clock, 2, [0, 0], [(50, 0, 1000), (100, 1, 1000)])
    assert last.endswith("| steps/s 30 | left: 0:00:00")


class Unwritable(io.StringIO):
    def write(self, text: str) -> int:
        raise self.error

    def isatty(self) -> bool:
        return self.terminal


ERRORS = [
    BrokenPipeError(32, "Broken pipe"),
    OSError(28, "No space left on device"),
    ValueError("closed file"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("terminal", [False, True])
def test_a_screen_that_cannot_be_written_to_ends_nothing(
    clock, monkeypatch, error: Exception, terminal: bool
):
    stream = Unwritable()
    stream.error, stream.terminal = error, terminal
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("sys.stdout", stream)
    stdout = os.fstat(1)
    shown = Display(RunConfig(env="Swimmer-v5", env_steps=1000))
    for steps in (10, 20):
        shown.write(0, EpisodeEvent(1, steps, 0.0, 1.0, 1.0, 1.0, steps, False, 0, 0, 0, {}))
        shown.write(0, FaultEvent(1, steps, 0, "exception", "not well", 1))
    shown.close()
    assert sys.stderr is sys.stdout is stream  # which a live display takes for itself
    assert (os.fstat(1).st_dev, os.fstat(1).st_ino) == (stdout.st_dev, stdout.st_ino)  # Rich would close it
