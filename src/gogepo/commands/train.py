"""train: a new run."""

from __future__ import annotations

from gogepo import cli
from gogepo.application import Manner, Summary, Trained, train_new
from gogepo.commands.output import err, out, print_json
from gogepo.config import RunConfig


def train_command(command: cli.Train) -> int:
    return finish(command, train_new(command.config, command.out, manner_of(command)))


def manner_of(command: cli.Train | cli.Resume | cli.Sweep | cli.Reproduce) -> Manner:
    """The manner that the flags of a command ask for."""
    return Manner(
        engine=command.engine,
        limits=command.limits,
        tensorboard=getattr(command, "tensorboard", False),
        wandb=getattr(command, "wandb", False),
        inexact=getattr(command, "inexact", False),
        say=lambda line: err.print(line, markup=False),
        advise=isinstance(command, cli.Train),
    )


def finish(command: cli.Train | cli.Resume, trained: Trained) -> int:
    """Say what came of a run and what to do next; its exit code."""
    _report_end(*trained)
    print_json(command.json, trained.summary)
    return cli.exit_code(trained.summary["outcome"])


def _report_end(config: RunConfig, summary: Summary) -> None:
    path, commandable = summary["run"], config.algorithm.commandable
    if summary["outcome"] == "interrupted":
        err.print(f"Interrupted and saved. Continue with: gogepo resume {path}", markup=False)
        return
    each = summary.get("seeds", [summary])
    for seed in each:
        if seed["outcome"] in _TROUBLE:
            stopped = "Stopped" if len(each) == 1 else f"Seed {seed['seed']} stopped"
            err.print(
                f"{stopped}: {_TROUBLE[seed['outcome']].format(run=seed['run'])}. "
                f"The run is saved; continue with: gogepo resume {path}",
                markup=False,
            )
    if summary["outcome"] != "done" and len(each) == 1:
        return
    best, evaluation = summary["best_training_return"], summary["evaluation_env_return"]
    of_seeds = f" of {len(each)} seeds" if len(each) > 1 else ""
    out.print(
        f"Trained {summary['episodes']:,} episodes{of_seeds} in {summary['seconds']:.0f} s.", markup=False
    )
    if best is not None and evaluation is not None:
        mean = "Mean over seeds: best" if of_seeds else "Best"
        out.print(f"{mean} training return {best:.1f}; last evaluation (env return) {evaluation:.1f}.")
    seed = f" --seed {_best_seed(each)}" if of_seeds else ""
    middle = ((best or 0.0) + config.known_return_range[0]) / 2
    asked = f" --command {middle:.0f}" if commandable else ""
    out.print(f"The run is in {path}. Try next:", markup=False)
    out.print(f"  gogepo {'calibrate' if commandable else 'evaluate'} {path}{seed}", markup=False)
    out.print(f"  gogepo watch {path}{seed}{asked} --video film.gif", markup=False)
    out.print(f"  gogepo generate {path}{seed}{asked} --out policy.safetensors", markup=False)


_TROUBLE = {
    "faults": "the environment misbehaved in too many episodes in a row; see {run}/faults.jsonl",
    "numbers": "too many updates in a row were not finite; see skipped_updates in {run}/metrics.jsonl; "
    "smaller learning rates or another --return-range may help",
}


def _best_seed(seeds: list[Summary]) -> int:
    known = [each for each in seeds if each["evaluation_env_return"] is not None]
    return max(known or seeds, key=lambda each: each["evaluation_env_return"] or 0.0)["seed"]
