"""`make demo`: train on MountainCarContinuous-v0 until it is solved, then turn the dial."""

from __future__ import annotations

import sys

from gogepo.application import Manner, train_new
from gogepo.cli import BAD_INPUT, DONE, INTERRUPTED, Calibrate
from gogepo.commands.calibrate import calibrate_command
from gogepo.commands.output import out
from gogepo.config import RunConfig
from gogepo.inputs import InputError
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
    out.print(f"Training on {ENV} until an evaluation reaches {SOLVED:g}.")
    solved = Solved()
    manner = Manner(tensorboard=True, sinks=[solved], stop=lambda: solved.reached)
    summary = train_new(RunConfig(ENV), None, manner, name="demo").summary
    run = summary["run"]
    if not solved.reached:
        if summary["outcome"] == "interrupted":
            raise KeyboardInterrupt
        raise InputError(f"not solved within {summary['env_steps']} steps; look at {run}/evaluations.jsonl")
    out.print(f"Solved after {summary['episodes']} episodes, {summary['env_steps']:,} steps.")
    calibrate_command(Calibrate(run))
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
