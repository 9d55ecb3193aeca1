"""bench: speed beside its limit."""

from __future__ import annotations

from rich.table import Table

from gogepo import cli
from gogepo.bench import bench
from gogepo.commands.output import err, out, print_json


def bench_command(command: cli.Bench) -> int:
    rows = bench(quick=command.quick, device=command.device, say=lambda text: err.print(text, style="dim"))
    table = Table(title="Speed beside its limit", title_justify="left")
    for heading in ("what", "measured", "limit", "ratio", "target", ""):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in rows:
        met = "" if row.target is None else ("[green]met[/]" if row.met else "[red]missed[/]")
        table.add_row(row.what, row.measured_text, row.limit_text, f"{row.ratio:.2f}", row.target_text, met)
    out.print(table)
    print_json(command.json, {"rows": [row.as_json() for row in rows]})
    return cli.DONE
