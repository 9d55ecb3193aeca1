"""The paper's experiments: which runs they are, and what they will cost before any is started."""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import jax
import numpy as np

from gogepo.algorithms.protocol import known
from gogepo.config import (
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
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import as_vector, one_blas_thread
from gogepo.presets import with_preset
from gogepo.report import paper
from gogepo.report.exhibits import EXHIBITS
from gogepo.seeding import reset_seed
from gogepo.training.engine import make_engine
from gogepo.training.experiment import Experiment, build
from gogepo.training.loop import EpisodeEvent, Trainer

ENVS = {task: f"{task}-v0" if task == "MountainCarContinuous" else f"{task}-v5" for task in paper.TASKS}
ABLATIONS: dict[ExhibitName, dict[str, dict[str, Any]]] = {
    "weighting": {
        "no-scaling": {"output_scaling": False},
        "no-weighting": {"recency": 0.0},
        "neither": {"output_scaling": False, "recency": 0.0},
    },
    "drive": {"drive-0": {"drive": 0.0}},
}
DEFAULTS: dict[AlgorithmName, Any] = {
    "gogepo": GoGePoConfig(),
    "ars": ARSConfig(),
    "ddpg": DDPGConfig(),
    "udrl": UDRLConfig(),
}
OF_GENERATORS: tuple[ExhibitName, ...] = ("map", "commands")
"""Exhibits that are measured on trained generators."""


@dataclass(frozen=True)
class Planned:
    """A population to be trained."""

    name: str
    """Of its directory."""
    config: RunConfig
    exhibits: frozenset[str]
    """That are drawn from it."""


@dataclass(frozen=True)
class Measuring:
    """How thoroughly trained generators are measured."""

    runs: int
    """With commanded returns; the map is of the first of them."""
    commands: int
    episodes: int


class Size(NamedTuple):
    """Of a population in the small scale."""

    seeds: int
    env_steps: int
    evaluate_every: int


FAST: dict[AlgorithmName, dict[str, Size]] = {
    "gogepo": {
        "Swimmer": Size(2, 200_000, 10_000),
        "Hopper": Size(2, 4_000, 200),
        "InvertedPendulum": Size(2, 8_000, 400),
        "MountainCarContinuous": Size(3, 30_000, 1_000),
    },
    "ars": {
        "Swimmer": Size(3, 400_000, 10_000),
        "Hopper": Size(3, 200_000, 10_000),
        "InvertedPendulum": Size(5, 50_000, 1_000),
        "MountainCarContinuous": Size(5, 50_000, 1_000),
    },
    "ddpg": {
        "Swimmer": Size(2, 20_000, 1_000),
        "Hopper": Size(2, 20_000, 1_000),
        "InvertedPendulum": Size(2, 25_000, 1_000),
        "MountainCarContinuous": Size(2, 20_000, 1_000),
    },
    "udrl": {
        "Swimmer": Size(2, 100_000, 5_000),
        "Hopper": Size(2, 20_000, 1_000),
        "InvertedPendulum": Size(2, 30_000, 1_000),
        "MountainCarContinuous": Size(2, 50_000, 2_000),
    },
}
"""About an hour on two cores."""
FAST_ABLATION = {"Swimmer": Size(2, 100_000, 5_000), "Hopper": Size(2, 2_000, 100)}
MEASURING: dict[Scale, Measuring] = {
    "paper": Measuring(paper.FEW_SEEDS, paper.MAP_COMMANDS, paper.COMMANDED_EPISODES),
    "fast": Measuring(2, paper.MAP_COMMANDS, 3),
}


def plan_of(scale: Scale, device: Device = "auto", precision: WantedPrecision = "auto") -> list[Planned]:
    """Every run of the paper, each once: exhibits share them."""
    computed = {"device": device, "precision": precision}
    found: list[Planned] = []
    main: frozenset[str] = frozenset({"finals", "curves"})
    for task in paper.TASKS:
        for method in paper.METHODS:
            size = _paper_size(task, paper.SEEDS) if scale == "paper" else FAST[method][task]
            config = _config(task, size, DEFAULTS[method], computed)
            name = f"{method}-{ENVS[task].lower()}"
            if method != "gogepo":
                found.append(Planned(name, config, main))
                continue
            # The ablations and the measurements need the first few seeds only.
            few = min(paper.FEW_SEEDS, size.seeds)
            shared = main | set(OF_GENERATORS) | (set(ABLATIONS) if task in paper.ABLATION_TASKS else set())
            found.append(Planned(name, dataclasses.replace(config, seeds=few), shared))
            if size.seeds > few:
                rest = dataclasses.replace(config, seed=few, seeds=size.seeds - few)
                found.append(Planned(f"{name}-more-seeds", rest, main))
    for exhibit, variants in ABLATIONS.items():
        for task in paper.ABLATION_TASKS:
            size = _paper_size(task, paper.FEW_SEEDS) if scale == "paper" else FAST_ABLATION[task]
            for label, settings in variants.items():
                config = _config(task, size, dataclasses.replace(DEFAULTS["gogepo"], **settings), computed)
                found.append(Planned(f"gogepo-{ENVS[task].lower()}-{label}", config, frozenset({exhibit})))
    return found


def _paper_size(task: str, seeds: int) -> Size:
    return Size(seeds, *paper.PROTOCOL[task])


def _config(task: str, size: Size, algorithm: Any, computed: dict[str, Any]) -> RunConfig:
    return RunConfig(
        ENVS[task],
        env_steps=size.env_steps,
        evaluate_every=size.evaluate_every,
        seeds=size.seeds,
        algorithm=algorithm,
        **computed,
    )


def needed(plan: Sequence[Planned], only: ExhibitName | None) -> list[Planned]:
    """Of a plan, the runs that an exhibit is drawn from."""
    return [each for each in plan if only is None or only in each.exhibits]


def measured(only: ExhibitName | None) -> list[ExhibitName]:
    """The exhibits that need more than training."""
    return [name for name in EXHIBITS if name in OF_GENERATORS and only in (None, name)]


# Cost


@dataclass(frozen=True)
class Pace:
    """How fast this machine is."""

    rounds: dict[str, float]
    """Seconds of a round of updates, for one seed, by method; UDRL's, which differ, of one of `UDRL_UPDATES`."""
    steps: dict[str, float]
    """Seconds of an environment step with its policy, on one core, by environment."""
    workers: int
    """That play at once."""


LONGEST_EPISODE = 1_000
"""Steps, of all four tasks."""
EPISODES: dict[str, tuple[tuple[int, int], ...]] = {
    "Swimmer": ((0, 0), (1_000, 1)),
    "Hopper": (
        *((0, 0), (10_000, 348), (20_000, 658), (50_000, 1_352), (100_000, 1_872), (300_000, 2_585)),
        *((500_000, 2_989), (1_000_000, 3_846), (2_000_000, 5_408), (3_000_000, 6_822)),
    ),
    "InvertedPendulum": (
        *((0, 0), (1_000, 75), (2_000, 116), (5_000, 182), (10_000, 212)),
        *((20_000, 237), (50_000, 292), (100_000, 382)),
    ),
    "MountainCarContinuous": ((0, 0), (10_000, 13), (20_000, 29), (50_000, 101), (100_000, 237)),
}
"""Episodes that GoGePo, as by default, has played after so many steps, from the records in results/: from one point to
the next, the mean over the seeds that came so far."""


def expected_episodes(env: str, env_steps: int) -> float:
    """Beyond what was recorded, as many a step as at its end: more than there will be where episodes grow longer."""
    points = EPISODES.get(env.split(":")[-1].split("-v")[0], ((0, 0), (1, 1)))
    (before, fewer), (last, most) = points[-2:]
    if env_steps > last:
        return most + (env_steps - last) * (most - fewer) / (last - before)
    return float(np.interp(env_steps, *np.array(points).T))


def rounds_of(config: RunConfig) -> float:
    """Rounds of updates that one seed will make."""
    env_steps, algorithm = config.env_steps or 0, config.algorithm
    if isinstance(algorithm, DDPGConfig):
        return env_steps / algorithm.update_every
    if isinstance(algorithm, UDRLConfig):
        as_at_first = expected_episodes(config.env, 1_000) * env_steps / 1_000  # so slowly does it learn
        return max(as_at_first, expected_episodes(config.env, env_steps)) / algorithm.episodes_per_iteration
    return expected_episodes(config.env, env_steps) if isinstance(algorithm, GoGePoConfig) else 0.0


UDRL_UPDATES = 100


def round_size(config: RunConfig) -> float:
    """What a round takes, as a multiple of the method's that was timed."""
    algorithm = with_preset(config.algorithm, config.env)
    return known(algorithm.updates_per_iteration) / UDRL_UPDATES if isinstance(algorithm, UDRLConfig) else 1.0


def expected_seconds(config: RunConfig, pace: Pace) -> float:
    """Of a population. Evaluations are taken to last as long as they can."""
    env_steps, interval = config.env_steps or 0, config.evaluate_every or 1
    evaluation = config.evaluation_episodes * LONGEST_EPISODE * (env_steps / interval)
    playing = (env_steps + evaluation) * pace.steps[config.env] / pace.workers
    learning = rounds_of(config) * round_size(config) * pace.rounds[config.algorithm_name]
    return config.seeds * (learning + playing)


def measuring_seconds(env: str, what: ExhibitName, size: Measuring, pace: Pace) -> float:
    """Of one run."""
    policies = size.commands * (paper.MAP_STAGES if what == "map" else 1)
    return policies * size.episodes * LONGEST_EPISODE * pace.steps[env]


def workers_of(engine: EngineConfig) -> int:
    return 1 if engine.engine == "inline" else engine.workers or core_count()


def read_pace(path: Path, workers: int) -> Pace:
    """One that was kept, with so many workers now. Raises ValueError where the file does not hold one."""
    data = json.loads(path.read_text())
    try:
        pace = Pace(
            {str(name): float(value) for name, value in data["rounds"].items()},
            {str(name): float(value) for name, value in data["steps"].items()},
            workers,
        )
    except (KeyError, TypeError, AttributeError, OverflowError) as error:
        raise ValueError("not a pace") from error
    if not all(0 <= value < 1e6 for value in (*pace.rounds.values(), *pace.steps.values())):
        raise ValueError("not a pace")
    return pace


SHORTEST_MEASUREMENT = 2.0
"""Seconds that a pace is measured for, at least."""
LONGEST_MEASUREMENT = 20.0
"""With all that is not counted."""
FEWEST, MOST = 3, 200
"""Rounds that are timed."""


def measure_pace(plan: Sequence[Planned], engine: EngineConfig, say: Any = lambda text: None) -> Pace:
    """Time a few rounds of each method and a few episodes of each environment, here and now."""
    rounds: dict[str, float] = {}
    steps: dict[str, float] = {}
    for planned in plan:
        config = planned.config
        if config.env not in steps:
            say(f"timing steps of {config.env}")
            steps[config.env] = _time_steps(build(dataclasses.replace(config, algorithm=GoGePoConfig())))
        if config.algorithm_name not in rounds:
            say(f"timing rounds of {paper.NAMES[config.algorithm_name]}")
            rounds[config.algorithm_name] = _time_rounds(config, engine, steps[config.env])
    return Pace(rounds, steps, workers_of(engine))


def _time_steps(experiment: Experiment) -> float:
    """Seconds of a step with a policy's action; resets are not counted, since later episodes are longer."""
    config, shape = experiment.config, experiment.shape
    engine = InlineEngine(experiment.factory, config.algorithm.network, config.survival_bonus or 0.0)
    env, interface, size = engine.env, engine.interface, (shape.observation_size,)
    rng = np.random.default_rng(0)
    weights = (0.1 * rng.standard_normal(shape.weights_size)).astype(np.float32)
    policy = NumpyPolicy(shape, weights, Normalizer.identity(shape.input_size))
    played, seconds = 0, 0.0
    deadline = time.perf_counter() + LONGEST_MEASUREMENT
    try:
        with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
            while seconds < SHORTEST_MEASUREMENT / 2 and time.perf_counter() < deadline:
                observation, _ = env.reset(seed=reset_seed(0, "measurement", played))
                over, first = False, time.perf_counter()
                while not over and seconds + time.perf_counter() - first < SHORTEST_MEASUREMENT:
                    action = policy.act(as_vector(observation, interface.flatten, size, 0))
                    plain = interface.plain_actions
                    observation, _, *over, _ = env.step(action if plain else interface.to_env(action))
                    over, played = any(over), played + 1
                seconds += time.perf_counter() - first
    finally:
        engine.close()
    return seconds / max(played, 1)


def _time_rounds(config: RunConfig, wanted: EngineConfig, step_seconds: float) -> float:
    """Seconds of a round for one seed, from real training without files; what its episodes take is left out."""
    algorithm = config.algorithm
    if isinstance(algorithm, ARSConfig):
        return 0.0  # a sum of a few vectors
    if isinstance(algorithm, DDPGConfig):  # learns from the start
        algorithm = dataclasses.replace(algorithm, random_steps=0, update_after=0)
    if isinstance(algorithm, UDRLConfig):  # after every episode
        algorithm = dataclasses.replace(
            algorithm, warm_up_episodes=1, episodes_per_iteration=1, updates_per_iteration=UDRL_UPDATES
        )
    on_cpu = build(config).device.platform == "cpu"
    config = dataclasses.replace(
        config,
        seeds=1 if on_cpu else config.seeds,  # on an accelerator seeds learn together
        evaluate_every=10**9,
        algorithm=algorithm,
    )
    experiment = build(config)
    engine = make_engine(experiment, wanted)
    try:
        with jax.default_device(experiment.device):
            trainer = Trainer(experiment.members(), engine)
            return _time_training(trainer, config, step_seconds)
    finally:
        engine.close()


def _time_training(trainer: Trainer, config: RunConfig, step_seconds: float) -> float:
    began = None
    rounds, first, steps = 0.0, 0, 0
    for events in trainer.events(10**9):
        now, before = time.perf_counter(), steps
        steps = sum(trainer.counters(member).env_steps for member in range(config.seeds))
        if isinstance(config.algorithm, DDPGConfig):
            rounds += (steps - before) / config.algorithm.update_every
        else:
            rounds += sum(isinstance(event, EpisodeEvent) for _, event in events)
        if began is None and rounds >= FEWEST * config.seeds:  # until then it was compiled
            began, first, rounds = now, steps, 0.0
        elif began is not None and (
            rounds >= MOST * config.seeds or (rounds >= FEWEST and now - began > SHORTEST_MEASUREMENT)
        ):
            played = (steps - first) * step_seconds / (1 if config.seeds == 1 else core_count())
            return max(0.0, now - began - played) / rounds
    raise AssertionError("training ended by itself")
