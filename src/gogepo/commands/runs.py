"""info, verify and replay: what a run directory holds, and whether it is true."""

from __future__ import annotations

import dataclasses
from typing import Any

from rich.progress import Progress as Bar
from rich.table import Table

from gogepo import cli
from gogepo.commands.output import err, number, out, print_json
from gogepo.config import InputError, Limits, check_limits
from gogepo.engines.inline import InlineEngine
from gogepo.engines.isolated import IsolatedEngine
from gogepo.envs.rollout import EpisodeFault
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import make_env
from gogepo.tensors import BadFile
from gogepo.training import run as runs
from gogepo.training.checkpoint import CheckpointStore
from gogepo.training.manifest import read_manifest
from gogepo.training.rundir import RunDirectory, read_records
from gogepo.training.verify import replay, verify_checkpoints, verify_episodes


def info_command(command: cli.Info) -> int:
    directory = RunDirectory.open(command.run)
    config = directory.read_config()
    evaluations = read_records(directory.evaluations)
    metrics = read_records(directory.metrics)
    checkpoints = []
    for path in CheckpointStore(directory).newest_first():
        try:
            manifest = read_manifest(path)
            entry = {
                "name": path.name,
                "env_steps": manifest.env_steps,
                "episode": manifest.episodes,
                "best_return": manifest.best_return,
                "damaged": None,
            }
        except BadFile as damage:
            entry = {"name": path.name, "damaged": str(damage)}
        checkpoints.append(entry)
    # A run saved by the library has no metrics, so its newest checkpoint speaks for it.
    newest = next((entry for entry in checkpoints if not entry["damaged"]), None)
    reached = metrics[-1] if metrics else newest or {}
    summary = {
        "run": str(directory.path),
        "env": config.env,
        "seed": config.seed,
        "env_steps": reached.get("env_steps", 0),
        "budget": config.env_steps,
        "episodes": reached.get("episode", 0),
        "best_training_return": reached.get("best_return"),
        "evaluation_env_return": evaluations[-1]["env_return"] if evaluations else None,
        "best_evaluation_env_return": max(
            (record["env_return"] for record in evaluations if record["env_return"] is not None), default=None
        ),
        "faults": len(read_records(directory.faults)),
        "checkpoints": checkpoints,
        "bytes": directory.size(),
        "config": config.as_json(),
    }
    table = Table(show_header=False, box=None, pad_edge=False)
    for label, value in (
        ("environment", f"{config.env}, seed {config.seed}"),
        (
            "trained",
            f"{summary['env_steps']:,} of {config.env_steps or 0:,} steps, {summary['episodes']:,} episodes",
        ),
        ("best training return", number(summary["best_training_return"])),
        ("last evaluation", f"{number(summary['evaluation_env_return'])} (env return)"),
        ("best evaluation", f"{number(summary['best_evaluation_env_return'])} (env return)"),
        ("dropped episodes", str(summary["faults"])),
        (
            "checkpoints",
            ", ".join(entry["name"] + (" (damaged)" if entry["damaged"] else "") for entry in checkpoints)
            or "none",
        ),
        ("size", f"{summary['bytes'] / 1e6:,.1f} MB in {directory.path}"),
    ):
        table.add_row(f"[dim]{label}[/]", value)
    out.print(table)
    print_json(command.json, summary)
    return cli.DONE


def verify_command(command: cli.Verify) -> int:
    if command.episodes < 0:
        raise InputError(f"--episodes must not be negative, not {command.episodes}")
    directory = RunDirectory.open(command.run)
    result = verify_checkpoints(directory)
    changed: list[str] = []
    if command.episodes and not result.problems:
        loaded = runs.read(directory, device=command.device)
        changed, config = loaded.differences(), loaded.experiment.config
        engine = InlineEngine(
            loaded.experiment.factory, config.algorithm.policy_hidden, config.survival_bonus or 0.0
        )
        with Bar(console=err, transient=True) as bar:
            task = bar.add_task("playing again", total=command.episodes)
            assert loaded.progress is not None  # read() refuses a run without a checkpoint
            verify_episodes(
                directory,
                config.seed,
                loaded.progress,
                engine,
                command.episodes,
                result,
                lambda: bar.advance(task),
            )
        engine.close()
    for problem in result.problems:
        err.print(f"problem: {problem}", markup=False)
    if result.problems and changed:
        err.print("this installation differs from the run's: " + "; ".join(changed), markup=False)
    if not result.problems:
        out.print(
            f"{directory.path} is whole: {result.checkpoints} checkpoints match their digests, "
            f"{result.episodes_replayed} episodes played again to the same return.",
            markup=False,
        )
    print_json(command.json, {**dataclasses.asdict(result), "valid": not result.problems})
    return cli.FAILED if result.problems else cli.DONE


def replay_command(command: cli.Replay) -> int:
    check_limits(Limits(step_timeout=command.step_timeout))
    directory = RunDirectory.open(command.run)
    loaded = runs.read(directory)
    assert loaded.progress is not None  # read() refuses a run without a checkpoint
    experiment = loaded.experiment
    config = experiment.config
    interface = read_interface(make_env(experiment.factory), config.algorithm.policy_hidden)
    engine = IsolatedEngine(config.env, interface, config.survival_bonus or 0.0, command.step_timeout)
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
