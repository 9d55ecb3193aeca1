"""Which of the records at hand an exhibit is drawn from, and which not."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from gogepo.config import ALGORITHMS, AlgorithmName
from gogepo.records.merging import merged
from gogepo.records.record import Record, default_preset
from gogepo.report import paper, style

OTHER_PRESETS: dict[AlgorithmName, tuple[str, ...]] = {"gogepo": ("paper", "release")}
"""Presets that have a row and a curve of their own beside the default, where there is a record."""
PRESETS_TEXT = "Preset paper: the algorithm as printed; preset release: as in the authors' release."


class Contender(NamedTuple):
    """A method with a preset on a task, and its record if there is one."""

    task: str
    env: str
    method: AlgorithmName
    preset: str | None
    record: Record | None

    @property
    def by_default(self) -> bool:
        return self.preset == default_preset(self.method)

    @property
    def label(self) -> str:
        name = ALGORITHMS[self.method].label
        return name if self.by_default else f"{name}, preset {self.preset}"

    @property
    def look(self) -> style.Look:
        presets = style.PRESETS if self.method == "gogepo" else {}
        return presets.get(self.preset or "", style.METHODS[self.method])

    @property
    def number(self) -> paper.PaperReturn:
        """What the paper has."""
        return paper.FINAL[self.task][self.method]


class Selection:
    """Records by what they are of. Of several for one cell, the one nearest to the paper's protocol is drawn."""

    def __init__(self, records: Sequence[Record]):
        self.records = _told_apart(merged(records))
        self._versions = {task: self._version(task) for task in paper.TASKS}
        self._used: set[int] = set()

    def find(
        self,
        task: str,
        method: AlgorithmName = "gogepo",
        variant: dict[str, Any] | None = None,
        preset: str | None = None,
    ) -> Record | None:
        """The record of a method with a preset (by default the default one) but for the settings of `variant`."""
        return self._use(self._find(task, method, variant or {}, preset))

    def find_methods(self, task: str) -> list[Contender]:
        """All methods by default and, where there is a record, with their other presets."""
        found = []
        for method in paper.METHODS:
            for preset in (default_preset(method), *OTHER_PRESETS.get(method, ())):
                record = self.find(task, method, preset=preset)
                contender = Contender(task, self.env(task), method, preset, record)
                if record is not None or contender.by_default:
                    found.append(contender)
        return found

    def find_compared(
        self, task: str, variants: dict[str, dict[str, Any]]
    ) -> tuple[dict[str, Record | None], dict[str, Any]]:
        """GoGePo's records that differ in nothing but the variants, and in what all differ from the default: in
        nothing, unless more of them were run with other settings."""
        changed = {name for variant in variants.values() for name in variant}
        others = [record.variant() for record in self._of(task, "gogepo", default_preset("gogepo"))]
        bases = [{}, *(base for base in others if not changed & set(base))]

        def found(base: dict[str, Any]) -> dict[str, Record | None]:
            return {label: self._find(task, "gogepo", base | variant) for label, variant in variants.items()}

        base = max(bases, key=lambda base: sum(record is not None for record in found(base).values()))
        records = found(base)
        for record in records.values():
            self._use(record)
        return records, base

    def find_with(self, task: str, part: str) -> Record | None:
        """GoGePo's record with `calibrations` or a `policy_map`: of the default settings, or else of any."""
        found = [record for record in self._of(task, "gogepo") if getattr(record, part)]
        return self._use(
            max(found, key=lambda record: (not unusual_settings(record), _nearness(record)), default=None)
        )

    def env(self, task: str) -> str:
        """The version of a task that is shown: versions are never mixed."""
        return self._versions[task] or task

    def unused(self) -> list[Record]:
        """Records that no exhibit was drawn from so far."""
        return [record for record in self.records if not self.is_used(record)]

    def is_used(self, record: Record) -> bool:
        return id(record) in self._used

    def _use(self, record: Record | None) -> Record | None:
        if record is not None:
            self._used.add(id(record))
        return record

    def _find(
        self, task: str, method: AlgorithmName, variant: dict[str, Any], preset: str | None = None
    ) -> Record | None:
        found = self._of(task, method, preset or default_preset(method))
        return max((each for each in found if each.variant() == variant), key=_nearness, default=None)

    def _of(self, task: str, method: AlgorithmName, *presets: str | None) -> list[Record]:
        """Records of the version that is shown, of the given presets or of any."""
        return [
            record
            for record in self._drawable(task)
            if record.env == self._versions[task]
            and record.method == method
            and (not presets or record.preset in presets)
        ]

    def _drawable(self, task: str) -> list[Record]:
        return [record for record in self.records if record.task == task and not record.superseded]

    def _version(self, task: str) -> str | None:
        """The version with the most steps."""
        records = self._drawable(task)
        steps = Counter[str]()
        for record in records:
            steps[record.env] += _steps(record)
        return max(sorted(steps), key=lambda env: steps[env], default=None)


def unusual_settings(record: Record) -> str:
    """What is not as by default, in words; empty if all of it is."""
    preset = "" if record.preset == default_preset(record.method) else f"preset {record.preset}"
    return ", ".join(filter(None, (preset, settings_text(record.variant()))))


def settings_text(settings: dict[str, Any]) -> str:
    """Settings in words."""
    return ", ".join(f"{value or 'no'} {name.replace('_', ' ')}" for name, value in settings.items())


def _told_apart(records: Sequence[Record]) -> list[Record]:
    """Numbers on names that occur again: a link to a record is made of its name."""
    found: dict[str, Record] = {}
    for record in records:
        numbered = (f"{record.name}-{number}" for number in itertools.count(2))
        name = next(name for name in itertools.chain([record.name], numbered) if name not in found)
        found[name] = record if name == record.name else dataclasses.replace(record, name=name)
    return list(found.values())


def _steps(record: Record) -> int:
    """The steps of all seeds, each counted no further than the paper goes."""
    most = paper.PROTOCOL[record.task].env_steps
    return sum(min(reached, most) for reached in record.reached().values())


def _nearness(record: Record) -> tuple[bool, int]:
    return record.interval == paper.PROTOCOL[record.task].evaluate_every, _steps(record)
