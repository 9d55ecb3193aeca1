"""What a person sees while a run trains: a live display on a terminal, plain lines elsewhere."""

from __future__ import annotations

import math
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from gogepo.config import RunConfig
from gogepo.training.loop import EpisodeEvent, EvaluationEvent, Event, FaultEvent

LINE_EVERY_SECONDS = 10.0
PACE_SECONDS = 120.0  # the pace is that of the last minutes: as episodes grow longer, steps become cheaper


class _Screen(Console):
    """A console that goes quiet when its reader has gone; Rich would end the program."""

    def on_broken_pipe(self) -> None:
        self.quiet = True


class Display:
    """A sink that shows events, until that fails. Writes to stderr, so that stdout stays for results."""

    def __init__(self, config: RunConfig, first_steps: Sequence[int] = (0,), stream: Console | None = None):
        self._console = stream or _Screen(stderr=True, highlight=False, soft_wrap=True)
        self._first_seed, self._budget = config.seed, config.env_steps or 1
        self._env_steps = list(first_steps)
        self._marks = [deque([(time.monotonic(), steps)]) for steps in first_steps]
        """By member: times and the steps made by then, over as long as the pace is taken."""
        self._episodes: dict[int, EpisodeEvent] = {}
        self._evaluations: dict[int, EvaluationEvent] = {}
        self._faults = 0
        self._last_line = 0.0
        self._live: Live | None = None
        self._bar = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(bar_width=None),
            TaskProgressColumn(),
            TextColumn("{task.fields[steps]}"),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}"),
            console=self._console,
            expand=True,
        )
        seeds = f", {config.seeds} seeds" if config.seeds > 1 else ""
        self._task = self._bar.add_task(f"{config.env}{seeds}", total=self._total, steps="", left="")
        self._harmlessly(self._start)

    def write(self, member: int, event: Event) -> None:
        self._harmlessly(self._show, member, event)

    def close(self) -> None:
        self._harmlessly(self._end)

    def _harmlessly(self, show: Callable[..., None], *arguments: Any) -> None:
        """What is shown is not worth a run."""
        try:
            show(*arguments)
        except Exception:
            self._console.quiet = True

    def _start(self) -> None:
        if self._console.is_terminal and sys.stdout.isatty():
            live = Live(
                self._table(), console=self._console, refresh_per_second=4, get_renderable=self._table
            )
            live.start()
            self._live = live

    def _show(self, member: int, event: Event) -> None:
        if isinstance(event, EpisodeEvent):
            self._episodes[member] = event
            self._env_steps[member] = event.env_steps
            self._mark(member)
        elif isinstance(event, EvaluationEvent):
            self._evaluations[member] = event
        elif isinstance(event, FaultEvent):
            self._faults += 1
            if self._live is None:
                self._console.print(f"episode dropped ({event.kind}): {event.detail}", markup=False)
                return
        if self._live is None and time.monotonic() - self._last_line >= LINE_EVERY_SECONDS:
            self._print_line()

    def _end(self) -> None:
        if self._live is not None:
            self._live.stop()
        elif self._episodes:
            self._print_line()

    def _print_line(self) -> None:
        self._last_line = time.monotonic()
        cells = " | ".join(f"{name} {text}" for name, text in self._cells())
        self._console.print(f"{self._steps()} steps | {cells} | {self._time_left()}", markup=False)

    @property
    def _total(self) -> int:
        return self._budget * len(self._env_steps)

    def _going(self) -> set[int]:
        """Members with steps left."""
        return {member for member, steps in enumerate(self._env_steps) if steps < self._budget}

    def _mark(self, member: int) -> None:
        now, marks = time.monotonic(), self._marks[member]
        marks.append((now, self._env_steps[member]))
        while marks[1][0] <= now - PACE_SECONDS:
            marks.popleft()

    def _speed(self, members: Iterable[int]) -> float:
        """Steps a second of some members, summed over each: those that learn together report in bursts."""
        speed = 0.0
        for member in members:
            (since, first), (until, last) = self._marks[member][0], self._marks[member][-1]
            speed += (last - first) / max(until - since, 1e-9)
        return speed

    def _steps(self) -> str:
        return f"{sum(self._env_steps):,} of {self._total:,}"

    def _time_left(self) -> str:
        going = self._going()
        if not going:
            return "left: 0:00:00"
        speed = self._speed(going)
        if speed <= 0 or not going <= self._episodes.keys():  # the first few would promise months
            return "starting ..."
        seconds = int(sum(self._budget - self._env_steps[member] for member in going) / speed)
        hours, minutes = seconds // 3600, seconds // 60 % 60
        return f"left: {hours}:{minutes:02d}:{seconds % 60:02d}"

    def _cells(self) -> list[tuple[str, str]]:
        """The cells of the display, each with its name."""
        episodes, evaluations = list(self._episodes.values()), list(self._evaluations.values())
        cells = [
            ("episodes" if len(self._env_steps) > 1 else "episode", f"{sum(e.episode for e in episodes):,}")
        ]
        if len(self._env_steps) == 1:
            if not any(math.isnan(e.command) for e in episodes):  # the method obeys commands
                cells.append(("asked", _mean([e.command for e in episodes])))
            cells.append(("got", _mean([e.training_return for e in episodes])))
        cells.append(("best", _spread([e.best_return for e in episodes])))
        cells.append(("evaluation", _spread([e.env_return for e in evaluations])))
        if len(self._env_steps) > 1:
            slowest = min(range(len(self._env_steps)), key=lambda member: self._env_steps[member])
            cells.append(("slowest", f"seed {self._first_seed + slowest} at {self._env_steps[slowest]:,}"))
        faults = f" ({self._faults} dropped)" if self._faults else ""
        of = self._going() or range(len(self._env_steps))
        return [*cells, ("steps/s", f"{self._speed(of):,.0f}{faults}")]

    def _table(self) -> Table:
        steps = min(sum(self._env_steps), self._total)
        self._bar.update(self._task, completed=steps, steps=f"{self._steps()} steps", left=self._time_left())
        outer = Table.grid(expand=True)
        outer.add_row(self._bar)
        inner = Table.grid(expand=True)
        cells = self._cells()
        for _ in cells:
            inner.add_column(ratio=1)
        inner.add_row(*(f"[dim]{name}[/]" for name, _ in cells))
        inner.add_row(*(f"[bold green]{text}[/]" if name == "evaluation" else text for name, text in cells))
        outer.add_row(inner)
        return outer


def _mean(values: list[float]) -> str:
    return f"{np.mean(values):.1f}" if values else "-"


def _spread(values: list[float]) -> str:
    """Mean and standard deviation over seeds; of one seed, its value."""
    return _mean(values) if len(values) < 2 else f"{np.mean(values):.1f} +- {np.std(values):.1f}"
