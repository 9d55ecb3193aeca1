"""The paper's experiments: which runs they are, at most how long they take, and what is measured on them."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np

from gogepo.config import (
    ALGORITHMS,
    AlgorithmName,
    ARSConfig,
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
from gogepo.files import write_durably
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


class Size(NamedTuple):
    """The size of a population."""

    seeds: int
    env_steps: int
    evaluate_every: int


FAST: dict[AlgorithmName, tuple[Size, Size, Size, Size]] = {
    "gogepo": (Size(2, 100_000, 5_000), Size(2, 4_000, 200), Size(2, 8_000, 400), Size(2, 30_000, 1_000)),
    "ars": (
        *(Size(3, 400_000, 10_000), Size(3, 200_000, 10_000)),
        *(Size(5, 50_000, 1_000), Size(5, 50_000, 1_000)),
    ),
    "ddpg": (
        *(Size(2, 20_000, 1_000), Size(2, 20_000, 1_000)),
        *(Size(2, 25_000, 1_000), Size(2, 20_000, 1_000)),
    ),
    "udrl": (
        *(Size(2, 100_000, 5_000), Size(2, 20_000, 1_000)),
        *(Size(2, 30_000, 1_000), Size(2, 50_000, 2_000)),
    ),
}
"""On the paper's tasks, in order; about an hour on two cores."""
FAST_ABLATION = {"Swimmer": Size(2, 100_000, 5_000), "Hopper": Size(2, 2_000, 100)}
MEASURING: dict[Scale, Measuring] = {
    "paper": Measuring(paper.FEW_SEEDS, paper.MAP_COMMANDS, paper.COMMANDED_EPISODES),
    "fast": Measuring(2, paper.MAP_COMMANDS, 3),
}


def plan_of(scale: Scale, device: Device = "auto", precision: WantedPrecision = "auto") -> list[Planned]:
    """Every run of the paper, each once: exhibits share them."""
    found: list[Planned] = []

    def add(task: str, label: str, size: Size, algorithm: Any, exhibits: set[str], seed: int = 0) -> None:
        seeds, env_steps, evaluate_every = size
        config = RunConfig(
            paper.ENVS[task],
            env_steps=env_steps,
            evaluate_every=evaluate_every,
            seed=seed,
            seeds=seeds,
            device=device,
            precision=precision,
            algorithm=algorithm,
        )
        found.append(Planned(label.format(config.env.lower()), config, frozenset(exhibits)))

    def size_of(task: str, seeds: int, fast: Size) -> Size:
        protocol = paper.PROTOCOL[task]
        return Size(seeds, protocol.env_steps, protocol.evaluate_every) if scale == "paper" else fast

    main = {"finals", "curves"}
    for place, task in enumerate(paper.TASKS):
        for method in paper.METHODS:
            size, settings = size_of(task, paper.SEEDS, FAST[method][place]), ALGORITHMS[method]()
            if method != "gogepo":
                add(task, f"{method}-{{}}", size, settings, main)
                continue
            # The ablations and the measurements need the first few seeds only.
            few = min(paper.FEW_SEEDS, size.seeds)
            ablations = set(ABLATIONS) if task in paper.ABLATION_TASKS else set()
            shared = main | set(OF_GENERATORS) | ablations
            add(task, "gogepo-{}", size._replace(seeds=few), settings, shared)
            if rest := size.seeds - few:
                add(task, "gogepo-{}-more-seeds", size._replace(seeds=rest), settings, main, few)
            add(task, "gogepo-{}-preset-paper", size, GoGePoConfig(preset="paper"), main)
    for exhibit, variants in ABLATIONS.items():
        for task in paper.ABLATION_TASKS:
            for label, changes in variants.items():
                size = size_of(task, paper.FEW_SEEDS, FAST_ABLATION[task])
                add(task, f"gogepo-{{}}-{label}", size, GoGePoConfig(**changes), {exhibit})
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
FEWEST = 3
"""Rounds before the clock starts, since the first ones compile, and rounds that are timed, at least."""


def rounds_of(config: RunConfig, env_steps: float, episodes: float) -> float:
    """Rounds that a seed makes in so many steps and episodes; for UDRL its updates."""
    algorithm = with_preset(config.algorithm, config.env)
    if isinstance(algorithm, DDPGConfig):
        return env_steps / algorithm.update_every
    if isinstance(algorithm, UDRLConfig):
        return episodes / algorithm.episodes_per_iteration * (algorithm.updates_per_iteration or 0)
    return episodes if isinstance(algorithm, GoGePoConfig) else 0.0


def training_seconds(config: RunConfig, pace: Pace, workers: int) -> float:
    """Of a population, if its episodes stay as short as at first, and those of evaluations last as long as they can."""
    env_steps, interval = config.env_steps or 0, config.evaluate_every or 1
    rounds = rounds_of(config, env_steps, env_steps / pace.lengths[config.env])
    evaluation = config.evaluation_episodes * LONGEST_EPISODE * (env_steps / interval)
    playing = (env_steps + evaluation) * pace.steps[config.env] / workers
    return config.seeds * (rounds * pace.rounds[config.algorithm_name] + playing)


def measuring_seconds(env: str, what: ExhibitName, size: Measuring, pace: Pace) -> float:
    """Of one run, if every episode lasts as long as it can."""
    policies = size.commands * (paper.MAP_STAGES if what == "map" else 1)
    return policies * size.episodes * LONGEST_EPISODE * pace.steps[env]


def workers_of(engine: EngineConfig) -> int:
    return 1 if engine.engine == "inline" else engine.workers or core_count()


def measure_pace(
    runs: Sequence[Planned], known: Pace, engine: EngineConfig, say: Callable[[str], None] = lambda text: None
) -> Pace:
    """What is known, and for other methods and environments what a few seconds of each show here and now."""
    pace = Pace(dict(known.rounds), dict(known.steps), dict(known.lengths))
    for config in (planned.config for planned in runs):
        env, method = config.env, config.algorithm_name
        if env not in pace.steps or env not in pace.lengths:
            say(f"timing steps of {env}")
            pace.steps[env], pace.lengths[env] = _time_steps(config)
        if method not in pace.rounds:
            say(f"timing rounds of {paper.NAMES[method]}")
            pace.rounds[method] = _time_rounds(config, engine, pace.steps[env])
    return pace


def _time_steps(config: RunConfig) -> tuple[float, float]:
    """Seconds of a step, and steps of an episode, of policies with random weights."""
    experiment = build(dataclasses.replace(config, seeds=1, algorithm=GoGePoConfig()))
    config, shape = experiment.config, experiment.shape
    engine = InlineEngine(experiment.factory, config.algorithm.network, config.survival_bonus or 0.0)
    rng, normalizer = np.random.default_rng(0), Normalizer.identity(shape.input_size)
    seconds, lengths = 0.0, []
    try:
        while seconds < SECONDS_OF_STEPS:
            weights = (0.1 * rng.standard_normal(shape.weights_size)).astype(np.float32)
            began = time.perf_counter()
            seed = reset_seed(0, "measurement", len(lengths))
            (played,) = engine.play_all(Request(0, 0.0, weights, normalizer), (seed,))
            seconds += time.perf_counter() - began
            lengths.append(max(played.env_steps, 1))
    finally:
        engine.close()
    return seconds / sum(lengths), sum(lengths) / len(lengths)


def _time_rounds(config: RunConfig, wanted: EngineConfig, step_seconds: float) -> float:
    """Seconds of a round of one seed, from real training without files, less the time of its steps."""
    algorithm = config.algorithm
    if isinstance(algorithm, ARSConfig):
        return 0.0  # a sum of a few vectors
    if isinstance(algorithm, DDPGConfig):  # learns from the start
        algorithm = dataclasses.replace(algorithm, random_steps=0, update_after=0)
    if isinstance(algorithm, UDRLConfig):  # learns after every episode
        algorithm = dataclasses.replace(
            algorithm, warm_up_episodes=1, episodes_per_iteration=1, updates_per_iteration=100
        )
    on_cpu = build(config).device.platform == "cpu"
    seeds = 1 if on_cpu else config.seeds  # on an accelerator seeds learn together
    config = dataclasses.replace(config, seeds=seeds, evaluate_every=10**9, algorithm=algorithm)
    experiment = build(config)
    engine = make_engine(experiment, wanted)
    try:
        with jax.default_device(experiment.device):
            trainer = Trainer(experiment.members(), engine)
            began = now = rounds = 0.0
            steps = episodes = first = 0
            for events in trainer.events(10**9):
                now = time.perf_counter()
                steps = sum(trainer.counters(member).env_steps for member in range(seeds)) - first
                episodes += sum(isinstance(event, EpisodeEvent) for _, event in events)
                rounds = rounds_of(config, steps, episodes)
                if rounds < FEWEST * seeds:
                    continue
                if not began:
                    began, first, episodes = now, steps, 0
                elif now - began > SECONDS_OF_ROUNDS:
                    break
            playing = steps * step_seconds / (1 if seeds == 1 else core_count())
            return max(0.0, now - began - playing) / rounds
    finally:
        engine.close()


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

    def read_pace(self) -> Pace:
        """The pace that was kept; empty where there is none or it is damaged."""
        path = self.folder / "pace.json"
        try:
            pace: Pace = build_settings(Pace, read_json(path), "pace.json")
            numbers = [*pace.rounds.values(), *pace.steps.values(), *pace.lengths.values()]
            if all(0 <= number < 1e6 for number in numbers) and min(pace.lengths.values(), default=1) >= 1:
                return pace
        except InputError:
            pass
        return Pace({}, {}, {})

    def keep_pace(self, pace: Pace) -> None:
        write_durably(
            self.folder / "pace.json", json.dumps(dataclasses.asdict(pace), indent=1).encode() + b"\n"
        )

    def seconds_left(self, planned: Planned, pace: Pace, workers: int) -> float:
        """Of training that the checkpoints of a run do not hold yet."""
        config, budget = planned.config, planned.config.env_steps or 0
        members = RunDirectory(self.path(planned)).members(config).values()
        saved = [newest_manifest(member) for member in members]
        done = sum(min(each.env_steps, budget) for each in saved if each is not None)
        return training_seconds(config, pace, workers) * (1 - done / max(budget * config.seeds, 1))

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

    def measure(self, what: ExhibitName, run: RunDirectory, on_policy: Callable[[int, int], None]) -> None:
        """Measure the map or the commanded returns of a trained generator, and keep them in its run."""
        _, commands, episodes = self.size
        if what == "map":
            found = measure_map(run, commands, episodes, paper.MAP_STAGES, on_policy=on_policy)
            run.folder.write("map.json", map_text(found).encode())
            return
        model = Method.load(run.path)
        done = iter(range(1, commands + 1))
        calibration = model.calibrate(commands, episodes, lambda: on_policy(next(done), commands))
        model.close()
        run.folder.write("commanded.json", calibrations_text([calibration]).encode())

    def write_records(self) -> list[Record]:
        """Write records of all runs that have an evaluation; gives all records that there are."""
        found: list[Record] = []
        for planned in self.plan:
            try:
                found += find_records([str(self.path(planned))])
            except InputError:  # not begun, or stopped before its first evaluation
                continue
        folder = self.folder / "records"
        for record in merged(found):
            name = record_name(record)
            write_record(dataclasses.replace(record, name=name), folder / name)
        return find_records([str(folder)]) if found else []
