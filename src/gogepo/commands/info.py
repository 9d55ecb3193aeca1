"""info: what a run is, how far it got, and its files."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from gogepo import cli
from gogepo.commands.output import number, out, print_json
from gogepo.files import BadFile
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.runs.manifest import disagreement, read_manifest


def info_command(command: cli.Info) -> int:
    directory = RunDirectory.open(command.run)
    config = directory.read_config()
    members = directory.members(config)
    summaries = [_info(run.checked()) for run in members.values()]
    if config.seeds == 1:
        summary = summaries[0]
        _show_run(summary)
    else:
        summary = {
            "run": str(directory),
            "env": config.env,
            "budget": config.env_steps,
            "bytes": directory.size(),
            "config": config.as_json(),
            "seeds": summaries,
        }
        _show_population(summary)
    print_json(command.json, summary)
    return cli.DONE


def _info(directory: RunDirectory) -> dict[str, Any]:
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
                "damaged": disagreement(manifest, config),
            }
        except BadFile as damage:
            entry = {"name": path.name, "damaged": str(damage)}
        checkpoints.append(entry)
    # A run saved by the library has no metrics, so its newest checkpoint speaks for it.
    newest = next((entry for entry in checkpoints if not entry["damaged"]), None)
    reached = metrics[-1] if metrics else newest or {}
    return {
        "run": str(directory),
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


def _show_run(summary: dict[str, Any]) -> None:
    checkpoints = summary["checkpoints"]
    table = Table(show_header=False, box=None, pad_edge=False)
    for label, value in (
        ("environment", f"{summary['env']}, seed {summary['seed']}"),
        (
            "trained",
            f"{summary['env_steps']:,} of {summary['budget'] or 0:,} steps, {summary['episodes']:,} episodes",
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
        ("size", f"{summary['bytes'] / 1e6:,.1f} MB in {summary['run']}"),
    ):
        table.add_row(f"[dim]{label}[/]", value)
    out.print(table)


def _show_population(summary: dict[str, Any]) -> None:
    seeds = summary["seeds"]
    title = f"{summary['env']}, {len(seeds)} seeds, {summary['bytes'] / 1e6:,.1f} MB in {summary['run']}"
    table = Table(title=title, title_justify="left")
    for heading in ("seed", "steps", "episodes", "best training return", "last evaluation", "dropped"):
        table.add_column(heading, justify="right")
    for each in seeds:
        table.add_row(
            str(each["seed"]),
            f"{each['env_steps']:,}",
            f"{each['episodes']:,}",
            number(each["best_training_return"]),
            number(each["evaluation_env_return"]),
            str(each["faults"]),
        )
    table.add_section()
    table.add_row(
        "mean",
        *(_mean(seeds, name) for name in ("env_steps", "episodes")),
        *(_mean(seeds, name, 1) for name in ("best_training_return", "evaluation_env_return")),
        _mean(seeds, "faults", 1),
    )
    out.print(table)


def _mean(seeds: list[dict[str, Any]], name: str, digits: int = 0) -> str:
    values = [each[name] for each in seeds if each[name] is not None]
    return f"{sum(values) / len(values):,.{digits}f}" if values else "-"
