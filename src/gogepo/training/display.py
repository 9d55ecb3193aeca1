"""What a person sees while a run trains: a live display on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from gogepo.training.experiment import Experiment
from gogepo.training.loop import EpisodeEvent, EvaluationEvent, Event, FaultEvent

LINE_EVERY_SECONDS = 10.0


class Display:
    """A sink that shows events. Writes to stderr, so that stdout stays for results."""

    def __init__(self, experiment: Experiment, first_step: int = 0, stream: Console | None = None):
        self._console = stream or Console(stderr=True, highlight=False, soft_wrap=True)
        self._budget = experiment.config.env_steps or 1
        self._first_step, self._started = first_step, time.monotonic()
        self._episode: EpisodeEvent | None = None
        self._evaluation: EvaluationEvent | None = None
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
        self._task = self._bar.add_task(experiment.config.env, total=self._budget, steps="", left="")
        if self._console.is_terminal and sys.stdout.isatty():
            live = Live(self._table(), console=self._console, refresh_per_second=4)
            live.start()
            self._live = live

    def write(self, event: Event) -> None:
        if isinstance(event, EpisodeEvent):
            self._episode = event
        elif isinstance(event, EvaluationEvent):
            self._evaluation = event
        elif isinstance(event, FaultEvent):
            self._faults += 1
        if self._live is not None:
            self._live.update(self._table())
        elif isinstance(event, FaultEvent):
            self._console.print(f"episode dropped ({event.kind}): {event.detail}", markup=False)
        elif time.monotonic() - self._last_line >= LINE_EVERY_SECONDS or self._env_steps() >= self._budget:
            self._last_line = time.monotonic()
            self._console.print(self._line(), markup=False)

    def close(self) -> None:
        if self._live is not None:
            self._live.update(self._table())
            self._live.stop()

    def _env_steps(self) -> int:
        return self._episode.env_steps if self._episode else self._first_step

    def _speed(self) -> float:
        return (self._env_steps() - self._first_step) / max(time.monotonic() - self._started, 1e-9)

    def _time_left(self) -> str:
        speed = self._speed()
        if speed <= 0:
            return "compiling ..."
        seconds = int(max(0, self._budget - self._env_steps()) / speed)
        hours, minutes = seconds // 3600, seconds // 60 % 60
        return f"left: {hours}:{minutes:02d}:{seconds % 60:02d}"

    def _line(self) -> str:
        parts = [f"{self._env_steps():,} of {self._budget:,} steps"]
        if self._episode:
            episode = self._episode
            parts += [
                f"episode {episode.episode}",
                f"asked {episode.command:.1f}",
                f"got {episode.training_return:.1f}",
                f"best {episode.best_return:.1f}",
            ]
        if self._evaluation:
            parts.append(f"evaluation {self._evaluation.env_return:.1f}")
        parts += [f"{self._speed():,.0f} steps/s", self._time_left()]
        return " | ".join(parts)

    def _table(self) -> Table:
        self._bar.update(
            self._task,
            completed=min(self._env_steps(), self._budget),
            steps=f"{self._env_steps():,} / {self._budget:,} steps",
            left=self._time_left(),
        )
        outer = Table.grid(expand=True)
        outer.add_row(self._bar)
        inner = Table.grid(expand=True)
        for _ in range(6):
            inner.add_column(ratio=1)
        episode, evaluation = self._episode, self._evaluation
        inner.add_row(
            "[dim]episode[/]",
            "[dim]asked[/]",
            "[dim]got[/]",
            "[dim]best[/]",
            "[dim]evaluation[/]",
            "[dim]steps/s[/]",
        )
        inner.add_row(
            f"{episode.episode:,}" if episode else "-",
            f"{episode.command:.1f}" if episode else "-",
            f"{episode.training_return:.1f}" if episode else "-",
            f"{episode.best_return:.1f}" if episode else "-",
            f"[bold green]{evaluation.env_return:.1f}[/]" if evaluation else "-",
            f"{self._speed():,.0f}" + (f"  [red]{self._faults} dropped[/]" if self._faults else ""),
        )
        outer.add_row(inner)
        return outer
