"""The map of policies: where a generator's policies lie among those of its archive, at stages of training."""

from __future__ import annotations

from typing import Any

import numpy as np

from gogepo.records.record import PolicyMap
from gogepo.report import paper, style
from gogepo.report.exhibits import Exhibit, span
from gogepo.report.select import Selection, unusual_settings

LEVELS = 65


def map_of_policies(selection: Selection) -> Exhibit:
    """The paper's figure of policies generated during different stages of training."""
    records = {task: selection.find_with(task, "policy_map") for task in paper.TASKS}
    missing = [f"a map of policies on {selection.env(task)}" for task in records if records[task] is None]
    known = [
        (style.with_settings(record.env, unusual_settings(record), 30), record.policy_map)
        for record in records.values()
        if record and record.policy_map
    ]
    stages = span([len(policy_map.stages) for _, policy_map in known], paper.MAP_STAGES)
    counts = [len(stage.points) for _, policy_map in known for stage in policy_map.stages]
    caption = (
        f"Policies that the generator of one run writes at {stages} stage{'' if stages == '1' else 's'} of its training, "
        f"for {span(counts, paper.MAP_COMMANDS)} commands from the lowest to the highest return of the task; neighbouring "
        "commands are joined, a square is the lowest and a triangle the highest. Positions are the first two principal "
        "components of the actions in the probing states of the final evaluator; the background is the final archive, "
        "its Delaunay triangulation coloured by return. Points are coloured by the return that they achieved, "
        "without survival bonus."
    )
    return Exhibit("map", "Policies during training", caption, draw_maps(known), None, missing)


@style.styled()
def draw_maps(maps: list[tuple[str, PolicyMap]]) -> Any:
    """A row for each environment, a column for each stage."""
    if not maps:
        return None
    columns = max(len(policy_map.stages) for _, policy_map in maps)
    figure, every = style.panels(len(maps), columns, 0.2 + 1.95 * len(maps))
    for number, (env, policy_map) in enumerate(maps):
        _draw_row(figure, every[number * columns :][:columns], env, policy_map)
    return figure


def _draw_row(figure: Any, row: Any, env: str, policy_map: PolicyMap) -> None:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    archive = np.array(policy_map.archive, float)
    # Command, x, y and return of each point.
    points = np.array([point for stage in policy_map.stages for point in stage.points], float)
    returns = np.concatenate([archive[:, 2], points[:, 3]])
    returns = returns[np.isfinite(returns)]
    least, most = float(returns.min()), float(returns.max())
    # Returns that are all the same have a scale too, with levels that can be told apart.
    scale = Normalize(least, max(most, least + 1e-9 * max(1.0, abs(least))))
    places = np.concatenate([archive[:, :2], points[:, 1:3]])
    low, high = places.min(axis=0), places.max(axis=0)
    room = 0.06 * np.maximum(high - low, 1e-6)
    for axes, stage in zip(row, policy_map.stages, strict=False):
        _background(axes, archive, scale)
        these = np.array(stage.points, float)
        axes.plot(these[:, 1], these[:, 2], color="white", lw=2.2, solid_joinstyle="round")
        axes.plot(these[:, 1], these[:, 2], color="black", lw=0.9)
        for marker, some, size in (("o", these, 13), ("s", these[:1], 22), ("^", these[-1:], 30)):
            axes.scatter(
                *some[:, 1:3].T, c=some[:, 3], cmap=style.RETURNS, norm=scale, s=size, marker=marker,
                edgecolors="black", linewidths=0.5, zorder=3, plotnonfinite=True,
            )  # fmt: skip
        axes.set_title(f"{style.steps_text(stage.env_steps)} steps", fontsize=8)
        axes.set_xlim(low[0] - room[0], high[0] + room[0])
        axes.set_ylim(low[1] - room[1], high[1] + room[1])
        axes.set_xticks([])
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.spines[["top", "right"]].set_visible(True)
    for axes in row[len(policy_map.stages) :]:
        axes.set_visible(False)
    row[0].set_ylabel(f"{env}\nseed {policy_map.seed}")
    colours = ScalarMappable(scale, style.RETURNS)
    bar = figure.colorbar(colours, ax=row, fraction=0.02, pad=0.01, aspect=22)
    bar.set_label("return", fontsize=7)
    bar.outline.set_linewidth(0.5)


def _background(axes: Any, archive: np.ndarray, scale: Any) -> None:
    from matplotlib.tri import Triangulation

    x, y, reached = archive.T
    _, first = np.unique(archive[:, :2], axis=0, return_index=True)
    if len(first) >= 3:
        try:
            mesh = Triangulation(x[first], y[first])
            # Returns between policies are interpolated, not their colours.
            levels = np.linspace(scale.vmin, scale.vmax, LEVELS)
            painted = axes.tricontourf(
                mesh, reached[first], levels, cmap=style.RETURNS, norm=scale, extend="both"
            )
            painted.set_rasterized(True)
            return
        except RuntimeError:  # all in one line
            pass
    axes.scatter(x, y, c=reached, cmap=style.RETURNS, norm=scale, s=4)
