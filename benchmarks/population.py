"""How fast a population is, each figure beside its limit where it has one.

    python benchmarks/population.py [--device cpu|gpu|auto] [--precision float32|bfloat16|auto]
                                    [--only SECTION ...] [--quick] [--json FILE]

Sections: rounds, rollouts, training, archive, episodes. `make bench` runs all of them.
"""

from __future__ import annotations

import dataclasses
import json
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import jax
import numpy as np
import tyro
from rich.console import Console
from rich.table import Table
from rich.text import Text

from gogepo.algorithms.protocol import ask, init
from gogepo.bench import limit_precision, physics_time, product_rate, round_products, steady_weights
from gogepo.config import Device, EngineConfig, RunConfig, WantedPrecision
from gogepo.engines import Job
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import ProcessEngine, core_count
from gogepo.envs.normalizer import Moments, Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, Request
from gogepo.memory.archive import Policies, store_and_draw
from gogepo.runs import train as runs
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.training.engine import make_engine
from gogepo.training.experiment import Experiment, build
from gogepo.training.learners import Rollouts, make_learners
from gogepo.training.loop import EpisodeEvent, Trainer
from gogepo.training.memory_plan import footprint

ENV = "Swimmer-v5"
SECONDS = 3.0  # that a figure of the rollouts section is measured over
Section = Literal["rounds", "rollouts", "training", "archive", "episodes"]
Rows = Iterator[dict[str, Any]]


@dataclass(frozen=True)
class Options:
    device: Device = "auto"
    precision: WantedPrecision = "auto"
    """Of the rounds and training sections."""
    only: tuple[Section, ...] = ()
    quick: bool = False
    """Fewer repetitions and sizes."""
    seeds: int | None = None
    """Seeds of the training section (default: 2 on a CPU, 20 on an accelerator)."""
    env_steps: int | None = None
    """Steps a seed of the training section (default: 2,000 on a CPU, 50,000 on an accelerator)."""
    json: Path | None = None


def population(device: Device, seeds: int, env: str = ENV, precision: WantedPrecision = "auto") -> Experiment:
    return build(RunConfig(env, seeds=seeds, device=device, precision=precision, env_steps=1_000_000))


def episode_of(experiment: Experiment, number: int) -> Episode:
    """A made-up episode with a return of its own, so that commands differ as in training."""
    observations = np.random.default_rng(number).normal(size=(10, experiment.shape.observation_size))
    env_return = float(number * 37 % 300)
    return Episode(0, env_return, env_return, 1000, False, Moments.of(observations))


def rounds(options: Options) -> Rows:
    """A round of every seed: store, draw, 5 + 20 updates. Limit: its matrix products at the measured rate."""
    for seeds in (1, 4) if options.quick else (1, 4, 16, 32):
        experiment = population(options.device, seeds, precision=options.precision)
        with jax.default_device(experiment.device):
            algorithms = [member.algorithm for member in experiment.members()]
            states = [init(algorithm) for algorithm in algorithms]
            learners, states = make_learners(
                algorithms, states, experiment.device, deterministic=False, episodes=experiment.most_episodes
            )
            times, compiled = [], 0.0
            start = time.perf_counter()
            for repetition in range(2 + (1 if experiment.device.platform == "cpu" else 20)):
                asked = learners.ask(list(enumerate(states)))
                plays = [
                    Rollouts(member, state, requests, [episode_of(experiment, repetition)])
                    for member, (state, requests) in enumerate(asked)
                ]
                begun = time.perf_counter()
                states = [told.state for told in learners.tell(plays)]
                times.append(time.perf_counter() - begun)
                if repetition == 0:
                    compiled = time.perf_counter() - start
            rate = product_rate(limit_precision(experiment))
        limit = 2 * round_products(experiment.algorithm.config, experiment.shape.layer_sizes) / rate
        yield {
            "seeds": seeds,
            "device": experiment.device.device_kind,
            "precision": experiment.config.precision,
            "round a seed [ms]": 1e3 * float(np.median(times[2:])) / seeds,
            "limit [ms]": 1e3 * limit,
            "product rate [TFLOP/s]": rate / 1e12,
            "first round [s]": compiled,
            "peak memory [GB]": peak_memory(experiment) / 1e9,
        }


def rollouts(options: Options) -> Rows:
    """Episodes in workers. Limit: MuJoCo alone on one core, times the workers."""
    experiment = population("cpu", 1)
    shape = experiment.shape
    inline = InlineEngine(experiment.factory, shape.network, 0.0)
    weights = steady_weights(ENV, shape)
    normalizer = Normalizer.identity(shape.observation_size)
    request = Request(0, 0.0, weights, normalizer)
    physics = min(
        physics_time(inline.env, NumpyPolicy(shape, weights, normalizer), seed) for seed in range(5)
    )
    counts = [1, *(2**k for k in range(1, 10) if 2**k < core_count()), core_count()]
    for workers in sorted(set(counts)):
        for episodes in (1, 10):
            engine = ProcessEngine(ENV, inline.interface, 0.0, workers=workers, step_seconds=60.0)
            jobs = max(2 * workers, int(SECONDS * workers / (episodes * physics)))
            start, steps = 0.0, 0
            for measured in (False, True):  # the first round starts the workers
                start, steps = time.perf_counter(), 0
                for number in range(jobs if measured else workers):
                    engine.submit(Job(request, tuple(range(number, number + episodes))))
                while done := engine.collect():
                    steps += sum(outcome.env_steps for outcome in done.outcomes)
            seconds = time.perf_counter() - start
            engine.close()
            yield {
                "workers": workers,
                "job": "training episode" if episodes == 1 else f"evaluation of {episodes}",
                "steps a second": steps / seconds,
                "limit": workers * 1000 / physics,
                "ratio": steps / seconds / (workers * 1000 / physics),
            }


def training(options: Options) -> Rows:
    """A whole run, records and checkpoints and evaluations included."""
    for env in (ENV, "Hopper-v5"):
        on_cpu = population(options.device, 1).device.platform == "cpu"
        seeds = options.seeds or (2 if on_cpu else 20)
        env_steps = options.env_steps or (2_000 if on_cpu else 50_000)
        config = RunConfig(
            env, seeds=seeds, device=options.device, precision=options.precision, env_steps=env_steps
        )
        experiment = build(config)
        engine = make_engine(experiment, EngineConfig())
        with tempfile.TemporaryDirectory() as folder:
            directory = RunDirectory.create(Path(folder) / "run", experiment.config)
            directories = list(directory.members(experiment.config).values())
            members = [
                runs.Member(run, member)
                for run, member in zip(directories, experiment.members(), strict=True)
            ]
            clock = Clock()
            start = time.perf_counter()
            runs.train(members, engine, sinks=[clock])
            seconds = time.perf_counter() - start
            engine.close()
            directory.unlock()
            episodes = sum(len(read_records(run.metrics)) for run in directories)
        first, last = clock.marks[len(clock.marks) // 4], clock.marks[-1]
        yield {
            "env": env,
            "seeds": seeds,
            "steps a seed": env_steps,
            "seconds": seconds,
            "training steps a second": (last[1] - first[1]) / (last[0] - first[0]),
            "episodes": episodes,
            "predicted memory [GB]": seeds
            * sum(vars(footprint(experiment.algorithm, experiment.most_episodes)).values())
            / 1e9,
            "peak memory [GB]": peak_memory(experiment) / 1e9,
        }


class Clock:
    """A sink that notes when how many steps had been played, so that compiling can be left out."""

    def __init__(self) -> None:
        self.marks: list[tuple[float, int]] = []
        self._steps: dict[int, int] = {}

    def write(self, member: int, event: Any) -> None:
        if hasattr(event, "best_return"):
            self._steps[member] = event.env_steps
            self.marks.append((time.perf_counter(), sum(self._steps.values())))

    def close(self) -> None:
        pass


def archive(options: Options) -> Rows:
    """Storing and drawing with archives of more and more policies. It must not grow with them."""
    for stored in (100, 1_000) if options.quick else (100, 1_000, 10_000):
        experiment = population(options.device, 1)
        algorithm = experiment.algorithm
        with jax.default_device(experiment.device):
            state, (request,) = ask(algorithm, init(algorithm))
            state = state._replace(episodes=stored)
            policies = Policies.empty(1, 2 * stored, request.weights.size)
            times = []
            for number in range(12):
                begun = time.perf_counter()
                observed = algorithm.observe(state, [request], [episode_of(experiment, number)])
                state, precision = observed.state, algorithm.arithmetic.precision
                policies, drawn = store_and_draw(policies, np.int32(0), observed.exchange, precision)
                jax.block_until_ready(drawn)
                times.append(time.perf_counter() - begun)
        yield {
            "policies": stored,
            "store and draw [ms]": 1e3 * float(np.median(times[2:])),
            "archive [GB]": policies.weights.nbytes / 1e9,
        }


def episodes(options: Options) -> Rows:
    """Seconds of the first, second, ... part of a run of tiny policies. Equal parts mean linear time."""
    algorithm = dataclasses.replace(
        population("cpu", 1).config.algorithm, policy_hidden=(32, 32), generator_hidden=(16, 16)
    )
    config = RunConfig(
        "MountainCarContinuous-v0", device=options.device, algorithm=algorithm, evaluate_every=10**9
    )
    experiment = build(config)
    count = 40 if options.quick else 200
    engine = make_engine(experiment, EngineConfig())
    marks: list[float] = []
    for happened in Trainer([experiment], engine).events(10**9):
        marks += [time.perf_counter() for _, event in happened if isinstance(event, EpisodeEvent)]
        if len(marks) > 5 * count // 4:
            break
    engine.close()
    part = count // 4
    for number in range(1, 5):
        yield {
            "episodes": f"{number * part} to {(number + 1) * part}",
            "seconds": marks[(number + 1) * part] - marks[number * part],
        }


def peak_memory(experiment: Experiment) -> int:
    """Bytes: of the accelerator, or of this process."""
    stats = experiment.device.memory_stats()
    if stats:
        return stats["peak_bytes_in_use"]
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


SECTIONS: dict[str, Callable[[Options], Rows]] = {
    each.__name__: each for each in (rounds, rollouts, training, archive, episodes)
}


def main(options: Options) -> None:
    console = Console(highlight=False)
    found: dict[str, list[dict[str, Any]]] = {}
    for name in options.only or SECTIONS:
        section = SECTIONS[name]
        console.print(f"{name}: {section.__doc__}", style="bold", markup=False)
        table = Table()
        rows: list[dict[str, Any]] = []
        for row in section(options):
            rows.append(row)
            line = ", ".join(f"{key} {_text(value)}" for key, value in row.items())
            console.print(line, style="dim", markup=False)
        for heading in rows[0]:
            table.add_column(Text(heading), justify="right")
        for row in rows:
            table.add_row(*map(_text, row.values()))
        console.print(table)
        found[name] = rows
        if options.json:
            options.json.write_text(json.dumps(found, indent=1) + "\n")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.3g}" if isinstance(value, float) and value < 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    main(tyro.cli(Options, description=__doc__))
