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
        target, met = "-", ""
        if row.target is not None:
            target = f"{'>=' if row.of_speed else '<='} {row.target:g}"
            met = "[green]met[/]" if row.met else "[red]missed[/]"
        table.add_row(row.what, _shown(row.measured), _shown(row.limit), f"{row.ratio:.2f}", target, met)
    out.print(table)
    print_json(command.json, {"rows": [row.as_json() for row in rows]})
    return cli.DONE


def _shown(seconds: float) -> str:
    if seconds >= 1e-1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} us"
