"""replay: one logged episode played again."""

from __future__ import annotations

from typing import Any

from gogepo import cli
from gogepo.commands.output import out, print_json
from gogepo.config import EngineConfig, check_engine
from gogepo.envs.rollout import EpisodeFault
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory
from gogepo.runs.verify import replay
from gogepo.training.engine import make_engine


def replay_command(command: cli.Replay) -> int:
    engine_config = EngineConfig(isolate=True, step_timeout=command.step_timeout)
    check_engine(engine_config)
    directory = RunDirectory.open(command.run).member(command.seed)
    loaded = runs.read(directory)
    assert loaded.progress is not None  # read() refuses a run without a checkpoint
    experiment = loaded.experiment
    config = experiment.config
    engine = make_engine(experiment, engine_config)
    summary: dict[str, Any] = {"attempt": command.attempt}
    try:
        episode = replay(
            directory, config.seed, loaded.progress, engine, command.attempt, experiment.shape.weights_size
        )
        summary |= {
            "fault": None,
            "env_return": episode.env_return,
            "training_return": episode.training_return,
            "env_steps": episode.env_steps,
        }
        out.print(
            f"Attempt {command.attempt}: env return {episode.env_return:.3f}, training return "
            f"{episode.training_return:.3f}, {episode.env_steps} steps, no fault."
        )
    except EpisodeFault as fault:
        summary |= {"fault": fault.kind, "detail": fault.detail, "env_steps": fault.env_steps}
        out.print(f"Attempt {command.attempt}: fault ({fault.kind}): {fault.detail}", markup=False)
    finally:
        engine.close()
    print_json(command.json, summary)
    return cli.DONE
