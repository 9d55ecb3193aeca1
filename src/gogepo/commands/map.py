"""map: where a generator's policies lie among all policies tried."""

from __future__ import annotations

import json

from rich.progress import Progress as Bar

from gogepo import cli
from gogepo.commands.output import (
    err,
    finite_tree,
    out,
    picture_path,
    print_json,
    write_picture,
    writing,
)
from gogepo.inputs import InputError
from gogepo.methods import check_counts
from gogepo.records.measure import measure_map
from gogepo.records.record import map_text
from gogepo.report.policy_map import draw_maps
from gogepo.report.style import image
from gogepo.runs.directory import RunDirectory


def map_command(command: cli.Map) -> int:
    directory = RunDirectory.open(command.run).member(command.seed)
    picture = picture_path(command.out, directory, "map.png")
    check_counts(command.commands, command.episodes)
    if command.stages < 1:
        raise InputError(f"--stages must be at least 1, not {command.stages}")
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task("playing", total=None)
        chart = measure_map(
            directory,
            commands=command.commands,
            episodes=command.episodes,
            stages=command.stages,
            device=command.device,
            on_policy=lambda done, of: bar.update(task, completed=done, total=of),
        )
    with writing(directory.map):
        directory.folder.write("map.json", map_text(chart).encode())
    env = directory.read_config().env
    content = image(draw_maps([(env, chart)]), picture.suffix[1:])
    shares = ", ".join(f"{100 * share:.0f} %" for share in chart.explained)
    steps = ", ".join(f"{stage.env_steps:,}" for stage in chart.stages)
    out.print(
        f"{env}: {chart.policies:,} policies in the plane of two components ({shares} of the variance); "
        f"the generator after {steps} steps.",
        markup=False,
    )
    write_picture(content, picture, directory)
    print_json(command.json, finite_tree({**json.loads(map_text(chart)), "picture": str(picture)}))
    return cli.DONE
