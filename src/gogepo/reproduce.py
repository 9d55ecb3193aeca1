"""The paper's experiments: which runs they are, at most how long they take, and what is measured on them."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np

from gogepo.config import (
    ALGORITHMS,
    AlgorithmName,
    DDPGConfig,
    Device,
    EngineConfig,
    ExhibitName,
    GoGePoConfig,
    RunConfig,
    Scale,
    UDRLConfig,
    WantedPrecision,
)
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import core_count
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Request
from gogepo.inputs import InputError, build_settings
from gogepo.methods import Method
from gogepo.presets import with_preset
from gogepo.records.calibration import calibrations_text, read_calibrations
from gogepo.records.collect import find_records, record_name
from gogepo.records.json_files import read_json
from gogepo.records.measure import kept_stages, measure_map
from gogepo.records.merging import merged
from gogepo.records.record import Record, map_text, read_map, write_record
from gogepo.report import paper
from gogepo.runs.directory import RunDirectory
from gogepo.runs.plan import newest_manifest
from gogepo.seeding import reset_seed
from gogepo.training.engine import make_engine
from gogepo.training.experiment import build
from gogepo.training.loop import EpisodeEvent, Trainer

ABLATIONS: dict[ExhibitName, dict[str, dict[str, Any]]] = {
    "weighting": {
        "no-scaling": {"output_scaling": False},
        "no-weighting": {"recency": 0.0},
        "neither": {"output_scaling": False, "recency": 0.0},
    },
    "drive": {"drive-0": {"drive": 0.0}},
}
OF_GENERATORS: tuple[ExhibitName, ...] = ("map", "commands")
"""Exhibits that are measured on trained generators."""


@dataclass(frozen=True)
class Planned:
    """A population to be trained."""

    name: str
    """The name of its directory."""
    config: RunConfig
    exhibits: frozenset[str]
    """The exhibits that are drawn from it."""


class Measuring(NamedTuple):
    """How thoroughly trained generators are measured."""

    runs: int
    """How many have their commanded returns measured; the map is of the first of them."""
    commands: int
    episodes: int


FAST: dict[AlgorithmName, tuple[int, int, int, int]] = {
    "gogepo": (100_000, 4_000, 8_000, 30_000),
    "ars": (400_000, 200_000, 50_000, 50_000),
    "ddpg": (20_000, 20_000, 25_000, 20_000),
    "udrl": (100_000, 20_000, 30_000, 50_000),
}
"""Steps on each of the paper's tasks, with 20 evaluations; two seeds take an hour or so on two cores."""
FAST_ABLATION = {"Swimmer": 100_000, "Hopper": 2_000}
SEEDS: dict[Scale, range] = {"paper": range(paper.SEEDS), "fast": range(2)}
MEASURING: dict[Scale, Measuring] = {
    "paper": Measuring(paper.FEW_SEEDS, paper.MAP_COMMANDS, paper.COMMANDED_EPISODES),
    "fast": Measuring(2, paper.MAP_COMMANDS, 3),
}


def plan_of(scale: Scale, device: Device = "auto", precision: WantedPrecision = "auto") -> list[Planned]:
    """Every run of the paper, each once: exhibits share them."""
    found: list[Planned] = []

    def add(task: str, label: str, settings: Any, fast: int, seeds: range, exhibits: set[str]) -> None:
        protocol = paper.PROTOCOL[task]
        config = RunConfig(
            paper.ENVS[task],
            env_steps=protocol.env_steps if scale == "paper" else fast,
            evaluate_every=protocol.evaluate_every if scale == "paper" else fast // 20,
            seed=seeds.start,
            seeds=len(seeds),
            device=device,
            precision=precision,
            algorithm=settings,
        )
        name = "-".join(filter(None, (config.algorithm_name, config.env.lower(), label)))
        found.append(Planned(name, config, frozenset(exhibits)))

    seeds, main = SEEDS[scale], {"finals", "curves"}
    few, more = seeds[: paper.FEW_SEEDS], seeds[paper.FEW_SEEDS :]
    for place, task in enumerate(paper.TASKS):
        # The ablations and the measurements need the first few seeds only.
        shared = main | set(OF_GENERATORS) | (set(ABLATIONS) if task in paper.ABLATION_TASKS else set())
        steps = FAST["gogepo"][place]
        add(task, "", GoGePoConfig(), steps, few, shared)
        if more:
            add(task, "more-seeds", GoGePoConfig(), steps, more, main)
        add(task, "preset-paper", GoGePoConfig(preset="paper"), steps, seeds, main)
        for method in paper.METHODS[1:]:
            add(task, "", ALGORITHMS[method](), FAST[method][place], seeds, main)
    for exhibit, variants in ABLATIONS.items():
        for task, steps in FAST_ABLATION.items():
            for label, changes in variants.items():
                add(task, label, GoGePoConfig(**changes), steps, few, {exhibit})
    return found


def needed(plan: Sequence[Planned], only: ExhibitName | None) -> list[Planned]:
    """The runs of a plan that an exhibit is drawn from."""
    return [each for each in plan if only is None or only in each.exhibits]


# Cost


@dataclass(frozen=True)
class Pace:
    """How fast this machine is."""

    rounds: dict[str, float]
    """By method: seconds of a round of updates of one seed; for UDRL of a single update."""
    steps: dict[str, float]
    """By environment: seconds of a step with its policy on one core."""
    lengths: dict[str, float]
    """By environment: mean length of the episodes of policies with random weights."""


LONGEST_EPISODE = 1_000
"""Steps, on all four tasks."""
SECONDS_OF_STEPS, SECONDS_OF_ROUNDS = 1.0, 2.0
"""How long each is timed, at least."""
FIRST_ROUNDS = 3
"""Rounds of a seed that are not timed, since they are compiled."""
AT_ONCE: dict[AlgorithmName, dict[str, Any]] = {
    "ddpg": {"random_steps": 0, "update_after": 0},
    "udrl": {"warm_up_episodes": 1, "episodes_per_iteration": 1, "updates_per_iteration": 100},
}
"""Settings with which a method learns at once, so that its rounds can be timed."""


def rounds_of(config: RunConfig, env_steps: float, episodes: float) -> float:
    """Rounds that a seed makes in so many steps and episodes; for UDRL its updates."""
    algorithm = with_preset(config.algorithm, config.env)
    if isinstance(algorithm, DDPGConfig):
        return env_steps / algorithm.update_every
    if isinstance(algorithm, UDRLConfig):
        return episodes / algorithm.episodes_per_iteration * (algorithm.updates_per_iteration or 0)
    return episodes if isinstance(algorithm, GoGePoConfig) else 0.0


def training_seconds(config: RunConfig, pace: Pace, workers: int) -> float:
    """Seconds for a population whose episodes stay as short as at first; evaluations count at full length."""
    env_steps, interval = config.env_steps or 0, config.evaluate_every or 1
    rounds = rounds_of(config, env_steps, env_steps / max(pace.lengths[config.env], 1))
    evaluation = config.evaluation_episodes * LONGEST_EPISODE * (env_steps / interval)
    playing = (env_steps + evaluation) * pace.steps[config.env] / workers
    return config.seeds * (rounds * pace.rounds[config.algorithm_name] + playing)


def measuring_seconds(env: str, what: ExhibitName, size: Measuring, pace: Pace) -> float:
    """Seconds for one run, if every episode lasts as long as it can."""
    policies = size.commands * (paper.MAP_STAGES if what == "map" else 1)
    return policies * size.episodes * LONGEST_EPISODE * pace.steps[env]


def workers_of(engine: EngineConfig) -> int:
    return 1 if engine.engine == "inline" else engine.workers or core_count()


def read_pace(path: Path) -> Pace:
    """The pace that was kept; empty where there is none or it is damaged."""
    with contextlib.suppress(InputError):
        pace: Pace = build_settings(Pace, read_json(path), "pace.json")
        if all(0 <= number < 1e6 for part in vars(pace).values() for number in part.values()):
            return pace
    return Pace({}, {}, {})


def add_pace(pace: Pace, config: RunConfig, engine: EngineConfig) -> None:
    """Add the method and the environment of a run, from a few seconds of each, here and now."""
    env, method = config.env, config.algorithm_name
    if env not in pace.steps or env not in pace.lengths:
        pace.steps[env], pace.lengths[env] = _time_steps(config)
    if method not in pace.rounds:  # of ARS a round is a sum of a few vectors
        pace.rounds[method] = 0.0 if method == "ars" else _time_rounds(config, engine)


def _time_steps(config: RunConfig) -> tuple[float, float]:
    """Seconds of a step, and steps of an episode, of policies with random weights."""
    experiment = build(dataclasses.replace(config, seeds=1, algorithm=GoGePoConfig()))
    config, shape = experiment.config, experiment.shape
    engine = InlineEngine(experiment.factory, config.algorithm.network, config.survival_bonus or 0.0)
    rng, normalizer = np.random.default_rng(0), Normalizer.identity(shape.input_size)
    began, lengths = time.perf_counter(), []
    try:
        while time.perf_counter() - began < SECONDS_OF_STEPS:
            weights = (0.1 * rng.standard_normal(shape.weights_size)).astype(np.float32)
            seed = reset_seed(0, "measurement", len(lengths))
            (played,) = engine.play_all(Request(0, 0.0, weights, normalizer), (seed,))
            lengths.append(max(played.env_steps, 1))
    finally:
        engine.close()
    return (time.perf_counter() - began) / sum(lengths), sum(lengths) / len(lengths)


def _time_rounds(config: RunConfig, wanted: EngineConfig) -> float:
    """Seconds of a round of one seed, from real training without files."""
    algorithm = dataclasses.replace(config.algorithm, **AT_ONCE.get(config.algorithm_name, {}))
    config = dataclasses.replace(config, evaluate_every=10**9, algorithm=algorithm)
    experiment = build(config)
    if experiment.device.platform == "cpu":  # on an accelerator seeds learn together
        experiment = build(dataclasses.replace(config, seeds=1))
    members = experiment.members()
    engine = make_engine(experiment, wanted)
    first, episodes = (0.0, 0.0), 0
    try:
        with jax.default_device(experiment.device):
            trainer = Trainer(members, engine)
            for events in trainer.events(10**9):
                steps = sum(trainer.counters(member).env_steps for member in range(len(members)))
                episodes += sum(isinstance(event, EpisodeEvent) for _, event in events)
                now, rounds = time.perf_counter(), rounds_of(config, steps, episodes)
                if first[1] < FIRST_ROUNDS * len(members):
                    first = now, rounds
                elif now - first[0] > SECONDS_OF_ROUNDS and rounds > first[1]:
                    return (now - first[0]) / (rounds - first[1])
    finally:
        engine.close()
    raise AssertionError("training ended by itself")


# A reproduction in a directory


@dataclass(frozen=True)
class Reproduction:
    """A plan, and the directory in which it is carried out."""

    folder: Path
    plan: Sequence[Planned]
    size: Measuring

    def path(self, planned: Planned) -> Path:
        return self.folder / "runs" / planned.name

    def plan_text(self) -> str:
        """What is being made; another text belongs into another directory."""
        runs = {planned.name: planned.config.as_json() for planned in self.plan}
        return json.dumps({"measuring": self.size._asdict(), "runs": runs}, indent=1) + "\n"

    def unmeasured(
        self, planned: Planned, only: ExhibitName | None
    ) -> list[tuple[ExhibitName, RunDirectory]]:
        """What is still to be measured on which run of a population: on the first seeds, not on chosen ones."""
        runs = list(RunDirectory(self.path(planned)).members(planned.config).values())
        return [
            (what, run)
            for what in OF_GENERATORS
            if what in planned.exhibits and only in (None, what)
            for run in runs[: 1 if what == "map" else self.size.runs]
            if not self._has(run, what)
        ]

    def _has(self, run: RunDirectory, what: ExhibitName) -> bool:
        """Whether a run was measured as it is now and as thoroughly as wanted; a map does not say its episodes."""
        newest = newest_manifest(run)
        if newest is None:
            return False
        try:
            if what == "map":
                found = [(stage.env_steps, len(stage.points)) for stage in read_map(run.map).stages]
                kept = kept_stages(newest, paper.MAP_STAGES)
                return found == [(stage.env_steps, self.size.commands) for stage in kept]
            (found,) = read_calibrations(run.commanded)
        except (InputError, ValueError):  # a damaged file is made again
            return False
        most = max(len(point.training_returns) for point in found.points)  # a dropped episode is missing
        return (found.env_steps, len(found.points), most) == (newest.env_steps, *self.size[1:])

    def measure(self, what: ExhibitName, run: RunDirectory) -> None:
        """Measure the map or the commanded returns of a trained generator, and keep them in its run."""
        _, commands, episodes = self.size
        if what == "map":
            found = measure_map(run, commands, episodes, paper.MAP_STAGES)
            run.folder.write("map.json", map_text(found).encode())
        else:
            model = Method.load(run.path)
            calibration = model.calibrate(commands, episodes)
            model.close()
            run.folder.write("commanded.json", calibrations_text([calibration]).encode())

    def write_records(self) -> list[Record]:
        """Write records of all runs that have an evaluation; gives all records that there are."""
        found: list[Record] = []
        for planned in self.plan:
            with contextlib.suppress(InputError):  # not begun, or stopped before its first evaluation
                found += find_records([str(self.path(planned))])
        folder = self.folder / "records"
        for record in merged(found):
            name = record_name(record)
            write_record(dataclasses.replace(record, name=name), folder / name)
        return find_records([str(folder)]) if found else []
