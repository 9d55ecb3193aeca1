"""watch: an episode in a window or as a film."""

from __future__ import annotations

import math
from pathlib import Path

from gogepo import cli
from gogepo.commands.output import (
    finite,
    out,
    print_json,
)
from gogepo.inputs import parse_command
from gogepo.methods import Method
from gogepo.watch import use_offscreen_rendering, watch


def watch_command(command: cli.Watch) -> int:
    use_offscreen_rendering()
    target = None if command.command is None else parse_command(command.command)
    video = command.video and str(
        Path(command.video).absolute()
    )  # an environment may change the working directory
    model = Method.load(command.run, device=command.device, seed=command.seed)
    policy = model.generate(target)
    seen = watch(model, policy, video, command.episode)
    where = f"Film: {command.video}" if command.video else "Watched"
    asked = f"Asked {policy.command:.1f}, achieved" if math.isfinite(policy.command) else "Achieved"
    out.print(
        f"{where}. {asked} {seen.training_return:.1f} (env return {seen.env_return:.1f}) "
        f"in {seen.env_steps} steps.",
        markup=False,
    )
    print_json(
        command.json,
        {
            "command": finite(policy.command),
            "env_return": seen.env_return,
            "training_return": seen.training_return,
            "env_steps": seen.env_steps,
            "video": command.video,
        },
    )
    return cli.DONE
