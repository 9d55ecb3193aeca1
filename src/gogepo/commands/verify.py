"""verify: is a run what it says?"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import jax
from rich.progress import Progress as Bar

from gogepo import cli
from gogepo.commands.output import err, out, print_json
from gogepo.config import EngineConfig
from gogepo.inputs import InputError
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory
from gogepo.runs.verify import Verification, verify_checkpoints, verify_episodes
from gogepo.training.engine import make_engine


def verify_command(command: cli.Verify) -> int:
    if command.episodes < 0:
        raise InputError(f"--episodes must not be negative, not {command.episodes}")
    directory = RunDirectory.open(command.run)
    config = directory.read_config()
    members = directory.members(config)
    total = Verification()
    with Bar(console=err, transient=True) as bar:
        task = bar.add_task("playing again", total=command.episodes * len(members))
        for run in members.values():
            try:
                result, changed = _verify(run.checked(), command, lambda: bar.advance(task))
            except InputError as error:
                if len(members) == 1:
                    raise
                result, changed = Verification(problems=[str(error)]), []
            for problem in result.problems:
                where = f"{run.path.name}: " if len(members) > 1 else ""
                err.print(f"problem: {where}{problem}", markup=False)
            if result.problems and changed:
                err.print("this installation differs from the run's: " + "; ".join(changed), markup=False)
            total.checkpoints += result.checkpoints
            total.episodes_replayed += result.episodes_replayed
            total.problems += result.problems
    if not total.problems:
        out.print(
            f"{directory} is whole: {total.checkpoints} checkpoints match their digests"
            + (
                f", {total.episodes_replayed} episodes played again to the same return."
                if total.episodes_replayed or config.algorithm.keeps_policies
                else f"; {config.algorithm.label} keeps no policies to play again."
            ),
            markup=False,
        )
    print_json(command.json, {**dataclasses.asdict(total), "valid": not total.problems})
    return cli.FAILED if total.problems else cli.DONE


def _verify(
    directory: RunDirectory, command: cli.Verify, on_episode: Callable[[], None]
) -> tuple[Verification, list[str]]:
    """One run's verification, and what has changed in the installation since."""
    result = verify_checkpoints(directory)
    if not command.episodes or result.problems:
        return result, []
    loaded = runs.read(directory, device=command.device)
    config = loaded.experiment.config
    engine = make_engine(loaded.experiment, EngineConfig())
    assert loaded.progress is not None  # read() refuses a run without a checkpoint
    with jax.default_device(loaded.experiment.device):
        verify_episodes(directory, config.seed, loaded.progress, engine, command.episodes, result, on_episode)
    engine.close()
    return result, loaded.differences()
