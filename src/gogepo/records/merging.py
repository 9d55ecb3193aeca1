"""Records of one configuration put together: seeds that were trained apart are seeds all the same."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any

from gogepo.records.record import Record

APART = ("seed", "seeds", "device", "precision", "deterministic")
"""Settings in which runs of one configuration may differ."""


def merged(records: Iterable[Record]) -> list[Record]:
    """Records of equal settings as one, as long as no seed occurs twice; the others stay as they are."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        settings = {key: value for key, value in record.config.items() if key not in APART}
        group = groups.setdefault(json.dumps([settings, record.superseded], sort_keys=True), [])
        for place, known in enumerate(group):
            if not set(known.evaluations) & set(record.evaluations):
                group[place] = _together(known, record)
                break
        else:
            group.append(record)
    return [record for group in groups.values() for record in group]


def differences(one: Record, other: Record) -> list[str]:
    """Names of the settings that keep two records from being of one configuration."""
    found = _differing(one.config, other.config, ("algorithm", *APART))
    found += _differing(one.config["algorithm"], other.config["algorithm"])
    return found + ["superseded"] * (one.superseded != other.superseded)


def _differing(one: dict[str, Any], other: dict[str, Any], but: Iterable[str] = ()) -> list[str]:
    names = [name for name in {**one, **other} if name not in but]
    return [name for name in names if one.get(name) != other.get(name)]


def _together(one: Record, other: Record) -> Record:
    evaluations = dict(sorted({**one.evaluations, **other.evaluations}.items()))
    config = {**one.config, "seed": min(evaluations, default=0), "seeds": max(len(evaluations), 1)}
    for name in ("device", "precision"):
        if config.get(name) != other.config.get(name):
            config[name] = "auto"
    notes = [note for note in (one.note, other.note) if note]
    return dataclasses.replace(
        one,
        config=config,
        evaluations=evaluations,
        calibrations=sorted([*one.calibrations, *other.calibrations], key=lambda each: each.seed),
        policy_map=one.policy_map or other.policy_map,
        provenance=one.provenance if one.provenance == other.provenance else {},
        note="; ".join(dict.fromkeys(notes)),
    )
