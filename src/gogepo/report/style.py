"""How figures look: one colour, line and marker for a method everywhere, on paper and on a screen."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from gogepo.config import AlgorithmName
from gogepo.files import write_as_told


class Look(NamedTuple):
    """Of a line. The colour-blind can tell the colours apart (Okabe and Ito's); lines and markers differ in grey too."""

    colour: str
    line: Any
    marker: str

    def marked(self, size: float) -> dict[str, Any]:
        """As matplotlib takes it, with markers of a size."""
        white_edge = {"mec": "white", "mew": 0.4}
        return {"color": self.colour, "ls": self.line, "marker": self.marker, "ms": size, **white_edge}


METHODS: dict[AlgorithmName, Look] = {
    "gogepo": Look("#0072B2", "-", "o"),
    "ars": Look("#E69F00", (0, (5, 1.5)), "s"),
    "ddpg": Look("#009E73", (0, (4, 1.2, 1, 1.2)), "^"),
    "udrl": Look("#CC79A7", (0, (1.2, 1.2)), "D"),
}
PRESETS = {
    "paper": Look("#56B4E9", (0, (3, 1, 1, 1, 1, 1)), "v"),
    # "release": Look("#A65628", (0, (5, 1, 1, 1)), "P"),
}
"""Of GoGePo with another preset than the default."""
VARIANTS = (
    METHODS["gogepo"],  # the whole method is GoGePo's blue here too
    Look("#D55E00", (0, (5, 1.5)), "s"),
    Look("#56B4E9", (0, (4, 1.2, 1, 1.2)), "^"),
    Look("#000000", (0, (1.2, 1.2)), "D"),
)
GREY = "0.45"
RETURNS = "viridis"
"""The colours of returns: even to the eye, and monotone in grey."""

WIDTH = 7.0
"""Of a figure as wide as a page's text, in inches."""

SETTINGS: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.labelsize": 8,
    "xtick.labelsize": 7,
    "ytick.labelsize": 7,
    "legend.fontsize": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.7,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
    "axes.grid": True,
    "grid.color": "0.9",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "lines.linewidth": 1.4,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
    "savefig.facecolor": "white",
    "svg.hashsalt": "gogepo",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}


@contextmanager
def styled() -> Iterator[None]:
    """Figures that are made and written within have this style."""
    import matplotlib

    with matplotlib.rc_context(SETTINGS):
        yield


def panels(rows: int, columns: int, height: float, width: float = WIDTH) -> tuple[Any, list[Any]]:
    """A figure and its axes, row by row."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, list(figure.subplots(rows, columns, squeeze=False).flat)


def key(label: str, **looks: Any) -> Any:
    """An entry of a legend."""
    from matplotlib.lines import Line2D

    return Line2D([], [], label=label, **looks)


def image(figure: Any, kind: str, dpi: int = 200) -> bytes:
    """A figure as the bytes of an svg, pdf or png; equal figures are equal bytes."""
    out = io.BytesIO()
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[kind]
    with styled():
        figure.savefig(out, format=kind, dpi=dpi, metadata=metadata)
    return out.getvalue()


def write_images(figure: Any, stem: Path) -> list[Path]:
    """STEM.svg, STEM.pdf and STEM.png."""
    written = []
    for kind in ("svg", "pdf", "png"):
        path = stem.with_name(f"{stem.name}.{kind}")
        write_as_told(path, image(figure, kind))
        written.append(path)
    return written


def steps_axis(axes: Any, largest: float, room: float = 0.0) -> None:
    """Environment steps as 0, 50k, 100k or 0, 1M, 2M; `room` stays free at the right."""
    from matplotlib.ticker import MaxNLocator

    ticks = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(0, largest)
    ticks = [tick for tick in ticks if 0 <= tick <= largest]
    axes.set_xticks(ticks, [steps_text(tick) for tick in ticks])
    axes.set_xlim(0, largest * (1 + room))


def with_settings(title: str, settings: str, width: int) -> str:
    """A title, and below it the unusual settings as far as there is room for them."""
    return f"{title}\n{textwrap.shorten(settings, width, placeholder=' ...')}" if settings else title


def steps_text(steps: float) -> str:
    """2,570,000 as 2.57M."""
    for size, letter in ((1_000_000, "M"), (1_000, "k")):
        if abs(steps) >= 0.9995 * size:  # what three digits round up to it
            return f"{steps / size:.3g}{letter}"
    return f"{steps:.0f}"
