"""resume: a run continues where its last checkpoint left it."""

from __future__ import annotations

from gogepo import cli
from gogepo.application import resume
from gogepo.commands.train import finish, manner_of


def resume_command(command: cli.Resume) -> int:
    trained = resume(
        command.run,
        manner_of(command),
        env_steps=command.env_steps,
        device=command.device,
        latest_valid=command.latest_valid,
    )
    return finish(command, trained)
