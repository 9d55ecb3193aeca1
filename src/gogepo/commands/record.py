"""record: keeps of runs what reports are drawn from."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from gogepo import cli
from gogepo.commands.output import out, print_json
from gogepo.inputs import InputError
from gogepo.records.collect import find_records, record_name
from gogepo.records.merging import differences, merged
from gogepo.records.record import Record, write_record


def record_command(command: cli.RecordRuns) -> int:
    folder = Path(command.out)
    records = _named(merged(find_records(command.runs)), command.name)
    for name in records:
        if (folder / name).exists() and not command.replace:
            raise InputError(
                f"{folder / name} exists; write over it with --replace, or choose another --name"
            )
    for name, record in records.items():
        note = "; ".join(text for text in (command.note, record.note) if text)
        write_record(dataclasses.replace(record, name=name, note=note), folder / name)
        steps = sorted(record.reached().values())
        out.print(
            f"{folder / name}: {len(steps)} seeds, {steps[0]:,} to {steps[-1]:,} of {record.budget:,} steps",
            markup=False,
        )
    print_json(command.json, {"records": [str(folder / name) for name in records]})
    return cli.DONE


def _named(records: list[Record], wanted: str | None) -> dict[str, Record]:
    """Records by the names of their directories."""
    if wanted is not None and len(records) > 1:
        raise InputError(f"--name is for one configuration, and these are {len(records)}; leave it out")
    if wanted is not None and (Path(wanted).name != wanted or wanted[:1] in ("", ".")):
        raise InputError(f"--name {wanted!r} is not the name of a directory")
    usual = [wanted or record_name(record) for record in records]
    found: dict[str, Record] = {}
    for name, record in zip(usual, records, strict=True):
        if usual.count(name) > 1:  # they differ in more than the method's settings
            name += f"-{record.budget}-steps"
        if name in found:
            apart = differences(found[name], record)
            how = f"differ in {', '.join(apart)}" if apart else "are of the same seeds and settings"
            raise InputError(
                f"some of these runs {how}, and would all be {name}; record them one by one with --name"
            )
        found[name] = record
    return found
