"""`make demo`: train on MountainCarContinuous-v0 until it is solved, then turn the dial."""

from __future__ import annotations

import sys

from gogepo.cli import BAD_INPUT, DONE, INTERRUPTED, Calibrate
from gogepo.commands.output import out
from gogepo.commands.policies import calibrate_command
from gogepo.commands.training import draw_run_curve, free_name
from gogepo.config import EngineConfig, RunConfig
from gogepo.inputs import InputError
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory
from gogepo.runs.display import Display
from gogepo.runs.event_log import EachToItsOwn, TensorBoard
from gogepo.training.engine import make_engine
from gogepo.training.experiment import build
from gogepo.training.loop import EvaluationEvent, Event

ENV = "MountainCarContinuous-v0"
SOLVED = 90.0  # Gymnasium's own threshold for this task


class Solved:
    """A sink that notices when an evaluation reaches the threshold."""

    def __init__(self) -> None:
        self.reached = False

    def write(self, member: int, event: Event) -> None:
        self.reached |= isinstance(event, EvaluationEvent) and event.env_return >= SOLVED

    def close(self) -> None:
        pass


def main() -> int:
    experiment = build(RunConfig(ENV))
    config = experiment.config
    run = RunDirectory.create(free_name(config, "demo"), config)
    out.print(f"Training on {ENV} until an evaluation reaches {SOLVED:g}.")
    engine = make_engine(experiment, EngineConfig())
    solved = Solved()
    (ending,) = runs.train(
        [runs.Member(run, experiment)],
        engine,
        sinks=[solved, EachToItsOwn([TensorBoard(run, 0)]), Display(config)],
        stop=lambda: solved.reached,
    )
    engine.close()
    run.unlock()
    if not solved.reached:
        if ending.outcome == "interrupted":
            raise KeyboardInterrupt
        raise InputError(f"not solved within {config.env_steps} steps; look at {run}/evaluations.jsonl")
    draw_run_curve(run, config)
    out.print(f"Solved after {ending.progress.state.episodes} episodes, {ending.progress.env_steps:,} steps.")
    calibrate_command(Calibrate(str(run)))
    out.print("Ask for any return you like:", markup=False)
    out.print(f"  .venv/bin/gogepo evaluate {run} --command 50", markup=False)
    out.print(f"  .venv/bin/gogepo watch {run} --command 90 --video film.gif", markup=False)
    return DONE


if __name__ == "__main__":
    try:
        sys.exit(main())
    except InputError as error:
        print(f"gogepo: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except KeyboardInterrupt:
        print("gogepo: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
