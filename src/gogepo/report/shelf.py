"""Which of the records at hand an exhibit is drawn from, and which not."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence
from typing import Any

from gogepo.config import AlgorithmName
from gogepo.report import paper
from gogepo.report.merging import merged
from gogepo.report.record import Record, not_default


class Shelf:
    """Records by what they are of. Of several for one cell the one that comes nearest to the paper's protocol is used."""

    def __init__(self, records: Sequence[Record]):
        self.records = _told_apart(merged(records))
        self._versions = {task: self._version(task) for task in paper.TASKS}
        self._used: set[int] = set()

    def find(
        self, task: str, method: AlgorithmName = "gogepo", variant: dict[str, Any] | None = None
    ) -> Record | None:
        """The record of a method with the default settings but for `variant`."""
        best = self._find(task, method, variant or {})
        if best is not None:
            self._used.add(id(best))
        return best

    def find_methods(self, task: str) -> list[tuple[str, AlgorithmName, bool, Record | None]]:
        """Label, method, whether by default, and record of all methods; besides, the paper's very settings if run."""
        found: list[tuple[str, AlgorithmName, bool, Record | None]] = []
        for method in paper.METHODS:
            found.append((paper.NAMES[method], method, True, self.find(task, method)))
            exactly = not_default(method, self.env(task), paper.EXACTLY.get(method, {}))
            record = self.find(task, method, exactly) if exactly else None
            if exactly and record is not None:
                found.append((f"{paper.NAMES[method]}, as in the paper", method, False, record))
        return found

    def find_compared(
        self, task: str, variants: dict[str, dict[str, Any]]
    ) -> tuple[dict[str, Record | None], dict[str, Any]]:
        """GoGePo's records that differ in nothing but the variants, and in what all differ from the default: in
        nothing, unless more of them were run with other settings."""
        changed = {name for variant in variants.values() for name in variant}
        of_task = [record for record in self._of(task) if record.method == "gogepo"]
        bases = [{}, *(record.variant() for record in of_task if not changed & set(record.variant()))]

        def found(base: dict[str, Any]) -> dict[str, Record | None]:
            return {label: self._find(task, "gogepo", base | variant) for label, variant in variants.items()}

        base = max(bases, key=lambda base: sum(record is not None for record in found(base).values()))
        records = found(base)
        self._used |= {id(record) for record in records.values() if record is not None}
        return records, base

    def find_with(self, task: str, part: str) -> Record | None:
        """GoGePo's record that has `commanded` points or a `policy_map`: of the default settings, or else of any."""
        found = [
            record
            for record in self._of(task)
            if record.env == self._versions[task] and record.method == "gogepo" and getattr(record, part)
        ]
        best = max(found, key=lambda record: (not record.variant(), _nearness(record)), default=None)
        if best is not None:
            self._used.add(id(best))
        return best

    def env(self, task: str) -> str:
        """The version of a task that is shown: versions are never mixed."""
        return self._versions[task] or task

    def unused(self) -> list[Record]:
        """Records that no exhibit was drawn from so far."""
        return [record for record in self.records if id(record) not in self._used]

    def is_used(self, record: Record) -> bool:
        return id(record) in self._used

    def _find(self, task: str, method: AlgorithmName, variant: dict[str, Any]) -> Record | None:
        found = [
            record
            for record in self._of(task)
            if record.env == self._versions[task] and record.method == method and record.variant() == variant
        ]
        return max(found, key=_nearness, default=None)

    def _of(self, task: str) -> list[Record]:
        return [record for record in self.records if record.task == task and not record.superseded]

    def _version(self, task: str) -> str | None:
        """Of which there is most."""
        envs = {record.env for record in self._of(task)}
        return max(
            sorted(envs),
            key=lambda env: sum(_steps(record) for record in self._of(task) if record.env == env),
            default=None,
        )


def settings_text(settings: dict[str, Any]) -> str:
    """What is not as by default, in words."""
    return ", ".join(f"{value or 'no'} {name.replace('_', ' ')}" for name, value in settings.items())


def _told_apart(records: Sequence[Record]) -> list[Record]:
    """Numbers on names that come again: a link to a record is made of its name."""
    found: dict[str, Record] = {}
    for record in records:
        numbered = (f"{record.name}-{number}" for number in itertools.count(2))
        name = next(name for name in itertools.chain([record.name], numbered) if name not in found)
        found[name] = record if name == record.name else dataclasses.replace(record, name=name)
    return list(found.values())


def _steps(record: Record) -> int:
    """Of all seeds, no further than the paper goes."""
    most = paper.PROTOCOL[record.task].env_steps
    return sum(min(reached, most) for reached in record.reached().values())


def _nearness(record: Record) -> tuple[bool, int]:
    return record.interval == paper.PROTOCOL[record.task].evaluate_every, _steps(record)
