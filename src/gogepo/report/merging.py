"""Records of one configuration put together: seeds that were trained apart are seeds all the same."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from typing import Any

from gogepo.report.record import Record

APART = ("seed", "seeds", "device", "precision", "deterministic")
"""Settings in which runs of one configuration may differ."""


def merged(records: Iterable[Record]) -> list[Record]:
    """Records of equal settings as one, as long as no seed occurs twice; the others stay as they are."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        group = groups.setdefault(_configuration(record.config), [])
        place = next((n for n, known in enumerate(group) if _apart(known, record)), None)
        if place is None:
            group.append(record)
        else:
            group[place] = _together(group[place], record)
    return [record for group in groups.values() for record in group]


def _configuration(config: dict[str, Any]) -> str:
    return json.dumps({key: value for key, value in config.items() if key not in APART}, sort_keys=True)


def differences(one: Record, other: Record) -> list[str]:
    """Names of the settings that keep two records from being of one configuration."""
    found = _differing(one.config, other.config, APART) + (
        ["superseded"] * (one.superseded != other.superseded)
    )
    if "algorithm" in found:
        place = found.index("algorithm")
        found[place : place + 1] = _differing(one.config["algorithm"], other.config["algorithm"])
    return found


def _differing(one: dict[str, Any], other: dict[str, Any], but: Iterable[str] = ()) -> list[str]:
    names = [name for name in {**one, **other} if name not in but]
    return [name for name in names if one.get(name) != other.get(name)]


def _apart(one: Record, other: Record) -> bool:
    same_seeds = set(one.evaluations) & set(other.evaluations)
    return not same_seeds and one.superseded == other.superseded


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
        commanded=sorted([*one.commanded, *other.commanded], key=lambda each: each.seed),
        policy_map=one.policy_map or other.policy_map,
        provenance=one.provenance if one.provenance == other.provenance else {},
        note="; ".join(dict.fromkeys(notes)),
    )
