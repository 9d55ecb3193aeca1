"""The command line: parse and dispatch. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import dataclass, field
from typing import Annotated, Any

import tyro
from tyro.conf import AvoidSubcommands, OmitArgPrefixes, Positional, arg, subcommand

from gogepo import streams
from gogepo.config import (
    ALGORITHMS,
    AlgorithmName,
    Device,
    EngineConfig,
    ExhibitName,
    Limits,
    RunConfig,
    Scale,
    WantedPrecision,
)
from gogepo.inputs import InputError

DONE, FAILED, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def exit_code(outcome: str) -> int:
    """The exit code for the outcome of a run."""
    return {"done": DONE, "interrupted": INTERRUPTED}.get(outcome, FAILED)


@dataclass(frozen=True)
class Train:
    """Train a generator of policies, or one of its rivals, on an environment."""

    config: RunConfig
    algorithm: AlgorithmName = "gogepo"
    """The method. Its settings are listed by: gogepo train --algorithm NAME --help."""
    out: str | None = None
    """Run directory to make (default: runs/ENV-seedS-N)."""
    engine: EngineConfig = field(default_factory=EngineConfig)
    limits: Limits = field(default_factory=Limits)
    tensorboard: bool = True
    """Write TensorBoard event files."""
    wandb: bool = False
    """Log to Weights & Biases as well (needs gogepo[wandb])."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


Run = Positional[Annotated[str, arg(metavar="RUN")]]
Command = Annotated[str | None, arg(metavar="C")]
Seed = Annotated[int | None, arg(metavar="S")]


@dataclass(frozen=True)
class Resume:
    """Continue a run where its last checkpoint left it."""

    run: Run
    """Run directory."""
    env_steps: int | None = None
    """New budget in all, to extend a run that has reached its old one."""
    device: Device | None = None
    """Continue on another device (needs --inexact)."""
    inexact: bool = False
    """Go on although versions, threads or device differ, so that bits will too."""
    latest_valid: bool = False
    """Pass over damaged checkpoints."""
    engine: EngineConfig = field(default_factory=EngineConfig)
    limits: Limits = field(default_factory=Limits)
    tensorboard: bool = True
    """Write TensorBoard event files."""
    wandb: bool = False
    """Log to Weights & Biases as well (needs gogepo[wandb])."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Evaluate:
    """Play the policy for a command and report its returns."""

    run: Run
    """Run directory."""
    seed: Seed = None
    """Which seed of a population."""
    command: Command = None
    """Return to ask for, without survival bonus (default: the best seen)."""
    episodes: int = 10
    """Episodes to play."""
    device: Device | None = None
    """Where the generator runs (default: as trained)."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Calibrate:
    """Commanded against achieved return: table, error, rank correlation, picture."""

    run: Run
    """Run directory."""
    seed: Seed = None
    """Which seed of a population."""
    commands: int = 21
    """Commands, evenly spaced over the task's return range."""
    episodes: int = 10
    """Episodes for each command."""
    out: str | None = None
    """Picture to write (default: RUN/figures/calibration.png)."""
    device: Device | None = None
    """Where the generator runs (default: as trained)."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Map:
    """The map of policies: what the generator wrote at stages of its training, among all policies tried."""

    run: Run
    """Run directory."""
    seed: Seed = None
    """Which seed of a population."""
    commands: int = 20
    """Commands at each stage, evenly spaced over the task's return range."""
    episodes: int = 10
    """Episodes for each command."""
    stages: int = 4
    """Stages to show, of those that the run has kept."""
    out: str | None = None
    """Picture to write (default: RUN/figures/map.png)."""
    device: Device | None = None
    """Where the networks run (default: as trained)."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Generate:
    """Write the policy for a command to a file."""

    run: Run
    """Run directory."""
    out: Annotated[str, arg(metavar="FILE")]
    """File to write: .safetensors or .onnx."""
    command: Command = None
    """Return to ask for, without survival bonus (default: the best seen)."""
    seed: Seed = None
    """Which seed of a population."""
    device: Device | None = None
    """Where the generator runs (default: as trained)."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Watch:
    """Watch the policy for a command, in a window or as a film."""

    run: Run
    """Run directory."""
    seed: Seed = None
    """Which seed of a population."""
    command: Command = None
    """Return to ask for, without survival bonus (default: the best seen)."""
    video: Annotated[str | None, arg(metavar="FILE")] = None
    """Write a film (.mp4 or .gif) instead of opening a window; needs no screen."""
    episode: int = 0
    """Number of the episode, which decides its reset."""
    device: Device | None = None
    """Where the generator runs (default: as trained)."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Dial:
    """Choose a return and watch the policy, on a local web page (needs gogepo[dial])."""

    run: Positional[Annotated[str | None, arg(metavar="RUN")]] = None
    """Run directory, or a directory of several."""
    example: bool = False
    """Show the small trained run that comes with the package."""
    port: int = 0
    """Port to listen on (default: any that is free)."""
    browser: bool = True
    """Open a browser."""
    host: str = "127.0.0.1"
    """Address to listen on. Any but this machine's own needs --expose too."""
    expose: bool = False
    """Let other machines in, unencrypted."""
    device: Device = "cpu"
    """Where the generator runs."""
    json: bool = False
    """Print one JSON object, the address, when it listens."""


@dataclass(frozen=True)
class Info:
    """What a run is, how far it got, its best return and its files."""

    run: Run
    """Run directory."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Verify:
    """Check every digest of a run and play logged episodes again to the same return."""

    run: Run
    """Run directory."""
    episodes: int = 10
    """Episodes to play again, chosen evenly; 0 checks files only."""
    device: Device | None = None
    """Where the networks are loaded (default: as trained)."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Replay:
    """Play one logged episode again, also one that was dropped."""

    run: Run
    """Run directory."""
    attempt: int
    """Number of the attempt, as in metrics.jsonl and faults.jsonl."""
    seed: Seed = None
    """Which seed of a population."""
    step_timeout: float = 60.0
    """Seconds that a step may take; the episode plays in a process of its own."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Sweep:
    """Try every combination of some settings, a few seeds each, and show which did best.

    Killed or interrupted, the same command goes on where it was.
    """

    config: RunConfig
    algorithm: AlgorithmName = "gogepo"
    """The method. Its settings are listed by: gogepo sweep --algorithm NAME --help."""
    grid: Annotated[tuple[str, ...], arg(metavar="NAME=V,V,...")] = ()
    """What to vary, for example: step_size=0.01,0.001 directions:elites=8:4,32:16; or: paper."""
    top: int = 10
    """Configurations to show in the table."""
    inexact: bool = False
    """Go on with runs although versions, threads or device differ, so that bits will too."""
    out: str | None = None
    """Directory of the sweep (default: runs/sweep-ENV-ALGORITHM)."""
    engine: EngineConfig = field(default_factory=EngineConfig)
    limits: Limits = field(default_factory=Limits)
    tensorboard: bool = False
    """Write TensorBoard event files."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


Runs = Positional[Annotated[tuple[str, ...], arg(metavar="RUNS")]]


@dataclass(frozen=True)
class RecordRuns:
    """Keep what reports are drawn from: settings and evaluations of runs, small and in plain text."""

    runs: Runs
    """Runs, populations, or directories that hold some; seeds of one configuration become one record."""
    out: Annotated[str, arg(metavar="DIR")]
    """Directory to write the records in, each in a directory of its own."""
    name: str | None = None
    """Name of the record, if the runs are of one configuration (default: METHOD-ENV and what is not default)."""
    note: str = ""
    """A line on how the runs were made: machine, what stopped them."""
    replace: bool = False
    """Write over records of the same names."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Report:
    """The paper's tables and figures from any runs or records, beside the paper's numbers."""

    runs: Runs
    """Runs, populations, records, or directories that hold some."""
    out: Annotated[str, arg(metavar="DIR")]
    """Directory to write: index.html, figures/ and tables/."""
    only: ExhibitName | None = None
    """One exhibit alone."""
    into: Annotated[tuple[str, ...], arg(metavar="FILE.md")] = ()
    """Markdown files whose tables to renew, between the lines <!-- EXHIBIT --> and <!-- /EXHIBIT -->."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Reproduce:
    """Run the paper's experiments and make its tables and figures from them.

    Says first which runs there are and at most how long they take. Killed or interrupted, the same command
    continues where it was; what is finished is not done again.
    """

    scale: Scale = "fast"
    """paper: 20 seeds and full budgets; fast: 2 seeds and fewer steps, an hour or more on two cores."""
    only: ExhibitName | None = None
    """The runs of one exhibit alone."""
    plan: bool = False
    """Say which runs there are and at most how long they take, and stop there."""
    out: str | None = None
    """Directory of runs, records and report (default: runs/reproduce-SCALE)."""
    device: Device = "auto"
    """Where the networks learn: auto takes an accelerator where there is one."""
    precision: WantedPrecision = "auto"
    """Of GoGePo's large matrix products: auto is bfloat16 on an accelerator, float32 on a CPU (D21)."""
    inexact: bool = False
    """Go on with runs although versions, threads or device differ, so that bits will too."""
    engine: EngineConfig = field(default_factory=EngineConfig)
    limits: Limits = field(default_factory=Limits)
    json: bool = False
    """Print one JSON object as the last line of stdout."""


@dataclass(frozen=True)
class Bench:
    """Measure speed beside its limit on this machine."""

    quick: bool = False
    """Fewer repetitions."""
    device: Device = "auto"
    """Where the round is measured."""
    json: bool = False
    """Print one JSON object as the last line of stdout."""


def _commands(algorithm: AlgorithmName) -> Any:
    """All commands; `train` and `sweep` take the settings of one method."""
    settings = RunConfig(tyro.MISSING, algorithm=ALGORITHMS[algorithm]())
    train = subcommand("train", default=Train(settings, algorithm))
    sweep = subcommand("sweep", default=Sweep(settings, algorithm))
    return Annotated[Train, train] | Commands | Annotated[Sweep, sweep]


def _wanted_algorithm(arguments: list[str]) -> AlgorithmName:
    """The method, known before the rest is parsed: which flags there are depends on it."""
    wanted: AlgorithmName = "gogepo"
    for number, argument in enumerate(arguments):  # of several the last counts, as for any flag
        name, _, value = argument.partition("=")
        if name == "--algorithm":
            value = value or next(iter(arguments[number + 1 :]), "")
            matches: list[AlgorithmName] = [known for known in ALGORITHMS if known == value]
            wanted = matches[0] if matches else wanted  # tyro refuses any other
    return wanted


Commands = (
    Annotated[Resume, subcommand("resume")]
    | Annotated[Evaluate, subcommand("evaluate")]
    | Annotated[Calibrate, subcommand("calibrate")]
    | Annotated[Map, subcommand("map")]
    | Annotated[Generate, subcommand("generate")]
    | Annotated[Watch, subcommand("watch")]
    | Annotated[Dial, subcommand("dial")]
    | Annotated[Info, subcommand("info")]
    | Annotated[Verify, subcommand("verify")]
    | Annotated[Replay, subcommand("replay")]
    | Annotated[RecordRuns, subcommand("record")]
    | Annotated[Report, subcommand("report")]
    | Annotated[Reproduce, subcommand("reproduce")]
    | Annotated[Bench, subcommand("bench")]
)

DESCRIPTION = """Ask for a return, get a policy.

Exit codes: 0 done, 1 stopped because an environment, the numbers or the machine failed (saved), 2 bad input,
130 interrupted and saved."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command; bad input is one line on stderr and exit code 2."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments == ["--version"]:
        import gogepo

        print(f"gogepo {gogepo.__version__}")
        return DONE
    parsed = tyro.cli(
        _commands(_wanted_algorithm(arguments)),
        prog="gogepo",
        description=DESCRIPTION,
        args=arguments,
        config=(OmitArgPrefixes, AvoidSubcommands),
    )
    try:
        from gogepo import commands

        return commands.run(parsed)
    except InputError as error:
        print(f"gogepo: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT
    except (OSError, FloatingPointError) as error:
        reason = getattr(error, "strerror", None) or error
        advice = "The last checkpoint stands: fix that, then gogepo resume RUN"
        if isinstance(error, OSError) and error.errno == errno.ESTALE:
            advice = "Nothing more is written; if it was moved, gogepo resume it where it is now"
        print(f"gogepo: stopped: {reason}. {advice}", file=sys.stderr)
        return FAILED
    except RuntimeError as error:
        if "RESOURCE_EXHAUSTED" not in str(error):  # what JAX says when a device has no memory left
            raise
        print(
            "gogepo: stopped: the accelerator's memory is full. The last checkpoint stands: free some, or use "
            "fewer --seeds",
            file=sys.stderr,
        )
        return FAILED
    except MemoryError:
        print("gogepo: stopped: main memory is full; use smaller settings or fewer --seeds", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("gogepo: interrupted", file=sys.stderr)
        return INTERRUPTED


def entry_point() -> None:
    """The `gogepo` program."""
    streams.secure()
    try:
        code = main()
    except SystemExit as end:  # as tyro ends
        code = end.code
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python's last flush complains
        if not code:
            print(f"gogepo: cannot write the output: {error.strerror}", file=sys.stderr)
        code = code or FAILED
    sys.exit(code)
