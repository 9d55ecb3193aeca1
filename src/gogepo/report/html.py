"""The report as one HTML page that contains all it needs: pictures, tables and settings."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from html import escape

from gogepo.config import ALGORITHMS
from gogepo.records.record import Record
from gogepo.report import style
from gogepo.report.exhibits import Exhibit, Table
from gogepo.report.finals import MARKS, final_cells
from gogepo.report.select import Selection

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""The browser may load nothing from elsewhere and run no script."""


def page(exhibits: Sequence[Exhibit], selection: Selection) -> str:
    """The whole report. Every text from a record is escaped."""
    links = "".join(f'<a href="#{each.name}">{escape(each.title)}</a>' for each in exhibits)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>GoGePo, regenerated</title><style>{STYLE}</style></head><body>",
        "<header><h1>Goal-Conditioned Generators of Deep Policies, regenerated</h1>",
        "<p>Tables and figures of Faccio et al. (2022) from the runs listed below, beside the paper's numbers.</p>",
        f'<nav>{links}<a href="#runs">Runs and settings</a></nav></header><main>',
        _summary(selection),
        *(_exhibit(each) for each in exhibits),
        _runs(selection),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _summary(selection: Selection) -> str:
    """How many of the paper's numbers were met, as tiles."""
    every = [cell for cell in final_cells(selection) if cell.contender.by_default]
    words = {
        "inside": "inside the paper's interval",
        "above": "above it",
        "below": "below it",
        None: "without a record",
    }
    cells = "".join(
        f'<div class="tile {word or "missing"}"><b>{sum(cell.verdict == word for cell in every)}</b>'
        f"<span>{escape(text)}</span></div>"
        for word, text in words.items()
    )
    return f'<section class="tiles" aria-label="final returns beside the paper\'s">{cells}</section>'


def _exhibit(exhibit: Exhibit) -> str:
    parts = [f'<section id="{exhibit.name}"><h2>{escape(exhibit.title)}</h2>']
    if exhibit.figure is not None:
        picture = base64.b64encode(style.image(exhibit.figure, "svg")).decode()
        source = f"data:image/svg+xml;base64,{picture}"
        share = round(100 * exhibit.figure.get_figwidth() / style.WIDTH)
        parts.append(f'<figure><img alt="{escape(exhibit.title)}" style="width:{share}%" src="{source}">')
        parts.append(f"<figcaption>{escape(exhibit.caption)}</figcaption></figure>")
    else:
        parts.append(f"<p>{escape(exhibit.caption)}</p>")
    if exhibit.table is not None:
        parts.append(_table(exhibit.table))
    if exhibit.missing:
        parts.append(
            f'<p class="missing"><b>Not among the records:</b> {escape("; ".join(exhibit.missing))}.</p>'
        )
    return "\n".join([*parts, "</section>"])


def _table(table: Table) -> str:
    head = "".join(f"<th{_right(table, n)}>{escape(cell)}</th>" for n, cell in enumerate(table.header))
    rows = []
    for number, row in enumerate(table.rows):
        record = table.records[number] if table.records else None
        cells = []
        first = number == 0 or row[0] != table.rows[number - 1][0]
        for column, cell in enumerate(row):
            text = escape(cell) if column > 0 or first else ""
            if column == 1 and record is not None:
                text = f'<a href="#{anchor(record)}">{text}</a>'
            word = next((word for word, mark in MARKS.items() if cell.startswith(mark)), None)
            kind = f' class="verdict {word}"' if word else _right(table, column)
            cells.append(f"<td{kind}>{text}</td>")
        rows.append(f"<tr{' class=first' if first else ''}>{''.join(cells)}</tr>")
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _right(table: Table, column: int) -> str:
    return ' class="number"' if column in table.numbers else ""


def anchor(name: str) -> str:
    """An id for a record's name: different for different names, with nothing that a link would have to escape."""
    return "run-" + re.sub(r"[^a-zA-Z0-9._-]", lambda found: f"~{ord(found[0]):x}~", name)


def _runs(selection: Selection) -> str:
    parts = ['<section id="runs"><h2>Runs and settings</h2>']
    parts += [_record(record) for record in selection.records if selection.is_used(record)]
    if others := selection.unused():
        parts.append("<h3>Not drawn</h3>")
        parts.append("<p>Superseded, of other settings, or less than another record of the same.</p>")
        parts += [_record(record) for record in others]
    return "\n".join([*parts, "</section>"])


def _record(record: Record) -> str:
    reached = sorted(record.reached().values()) or [0]
    steps = " to ".join(dict.fromkeys(style.steps_text(value) for value in (reached[0], reached[-1])))
    head = (
        f"<b>{escape(record.name)}</b> {escape(ALGORITHMS[record.method].label)} on {escape(record.env)}, "
        f"{len(record.evaluations)} seeds, {steps} of {style.steps_text(record.budget)} steps"
    )
    variant = ", ".join(f"{name} = {value}" for name, value in record.variant().items())
    facts = {"note": record.note, "superseded": record.superseded, "preset": record.preset}
    facts |= {"not the preset's" if record.preset else "not default": variant} | record.provenance
    shown = [(name, str(value)) for name, value in facts.items() if value not in ("", None)]
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in shown)
    config = escape(json.dumps(record.config, indent=2))
    return (
        f'<details id="{anchor(record.name)}"><summary>{head}</summary><dl>{rows}</dl>'
        f"<pre>{config}</pre></details>"
    )


STYLE = """
:root{--page:#fbfbfa;--card:#fff;--ink:#1c1e21;--soft:#5c6370;--line:#dfe1e5;--link:#00568a;
--inside:#0072B2;--above:#00785a;--below:#b34700;--missing:#80868f}
@media (prefers-color-scheme:dark){:root{--page:#15171a;--card:#1e2125;--ink:#e8e9eb;--soft:#a2a8b2;--line:#34383e;--link:#7cc4f0;
--inside:#56B4E9;--above:#3fc79d;--below:#f08a4b;--missing:#8d939c}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main{max-width:80rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2.5rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem;text-wrap:balance}
h2{font-size:1.3rem;margin:0 0 1rem}
h3{font-size:1.05rem;margin:1.5rem 0 .5rem}
header p{color:var(--soft);margin:0 0 1rem}
nav{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;font-size:.9rem}
a{color:var(--link)}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.4rem;margin:1.4rem 0;scroll-margin-top:1rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem}
.tile{border-left:4px solid;padding-left:.8rem}
.tile b{display:block;font-size:1.9rem;line-height:1.15;font-variant-numeric:tabular-nums}
.tile span{color:var(--soft);font-size:.85rem}
.tile.inside{border-color:var(--inside)}.tile.above{border-color:var(--above)}.tile.below{border-color:var(--below)}.tile.missing{border-color:var(--missing)}
figure{margin:0 0 1.2rem}
figure img{display:block;height:auto;margin:0 auto;background:#fff;border-radius:6px}
figcaption,section>p{color:var(--soft);font-size:.88rem;margin:.7rem 0 0}
.scroll{overflow-x:auto;margin-top:1rem}
table{border-collapse:collapse;width:100%;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{padding:.34rem .7rem .34rem 0;text-align:left;vertical-align:top;white-space:nowrap}
th{color:var(--soft);font-weight:600;vertical-align:bottom}
.number{text-align:right}
tr.first td{border-top:1px solid var(--line)}
tbody tr:last-child td{border-bottom:1px solid var(--line)}
td:nth-child(2),td:nth-child(3){white-space:normal}
.verdict{font-weight:600;white-space:normal;min-width:9rem}
td.verdict.inside{color:var(--inside)}td.verdict.above{color:var(--above)}td.verdict.below{color:var(--below)}
p.missing{border-left:4px solid var(--missing);padding-left:.8rem}
details{border-top:1px solid var(--line);padding:.5rem 0;font-size:.88rem}
summary{cursor:pointer}
details:target{outline:2px solid var(--link);outline-offset:4px;border-radius:4px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.7rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--page);border:1px solid var(--line);border-radius:6px;padding:.8rem;overflow:auto;max-height:26rem;font-size:.8rem}
@media print{section{break-inside:avoid;border:0;padding:0}}
"""
