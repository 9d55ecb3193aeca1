"""Every setting of a run, each written once: the fields are the command line's flags.

"A.1" is the table of shared hyperparameters in the paper's appendix A.1, "A.1 list" the list
below it. This module imports nothing heavy, so that `--help` is instant.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, get_type_hints

from tyro.conf import Positional, arg


class InputError(Exception):
    """Something handed in from outside is unusable; the message is one line that says what to do."""


AlgorithmName = Literal["gogepo", "ars", "ddpg", "udrl"]
Device = Literal["auto", "cpu", "gpu"]
Precision = Literal["float32", "bfloat16"]
WantedPrecision = Literal["auto", "float32", "bfloat16"]
EngineName = Literal["inline", "processes", "ray"]
Activation = Literal["tanh", "relu"]
ExhibitName = Literal["finals", "curves", "weighting", "drive", "map", "commands"]
Scale = Literal["paper", "fast"]


@dataclass(frozen=True)
class Network:
    """What a method says about the architecture of its policies; the environment says the rest."""

    hidden_sizes: tuple[int, ...]
    activation: Activation = "tanh"
    """Of hidden units."""
    commanded: bool = False
    """Reads, after the observation, the return that is still wanted and the steps to get it in."""


@dataclass(frozen=True)
class GoGePoConfig:
    """Hyperparameters of GoGePo. The defaults are the paper's, but for the rehearsals and, on Hopper, the leak."""

    policy_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the generated policies, multiples of the slice size (A.1, policy architecture)."""
    noise: float = 0.1
    """Standard deviation of the noise on generated weights (A.1, exploration noise scale)."""
    generator_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the networks that write slices (A.1 list)."""
    embedding_size: int = 8
    """Length of a slice's learned embedding (A.1 list)."""
    slice_size: int = 16
    """Rows and columns of a slice (A.1 list)."""
    output_scaling: bool = True
    """Scale generated weights by 2/sqrt(fan-in) (section 5.1; off is the ablation)."""
    generator_learning_rate: float = 2e-6
    """Adam's step size for the generator (A.1)."""
    generator_updates: int = 20
    """Generator updates after each episode (A.1; D4)."""
    evaluator_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the evaluator (A.1, value function architecture)."""
    probing_states: int = 200
    """Number of learned probing states (A.1 list)."""
    evaluator_learning_rate: float = 5e-3
    """Adam's step size for the evaluator and its probing states (A.1)."""
    evaluator_updates: int = 5
    """Evaluator updates after each episode (A.1)."""
    batch_size: int = 16
    """Policies or commands in an update (A.1)."""
    archive_capacity: int = 10_000
    """Policies kept; the oldest leave first (A.1, replay buffer size)."""
    recency: float = 1.1
    """A policy x episodes old is drawn with weight 1/x^recency (A.1 list); 0 is uniform, the ablation."""
    rehearsals: int = 1
    """Commands of every generator batch that are the one to be asked for next, not a past return (D24; the
    paper has none)."""
    recall: float = 0.0
    """Weight of one example in every generator batch: how the best policy of the archive acts (D26; 0, as in
    the paper, is none)."""
    evaluator_leak: float | None = None
    """Slope of the evaluator's closed ReLUs (D27; the paper's is 0). Default: 0.01 on Hopper, 0 elsewhere."""
    vary_noise: bool = False
    """Draw the size of each policy's noise evenly from 0 to `noise` (D28; off, as in the paper)."""
    overreach: float = 0.0
    """Ask for more, evenly up to this share of the way to the top of the return range (D29; the paper's is 0)."""
    restart_after: int = 0
    """Begin anew where the best return is low and has not risen by the drive in so many episodes (D30; 0: never)."""
    refine: bool = False
    """`vary_noise` once the best return is in the upper half of the return range (D31; off, as in the paper)."""
    drive: float = 20.0
    """Ask for the best return so far plus this (section 5.1; 0 is the paper's other variant)."""
    first_command: float = 0.0
    """The command before any episode has been seen (algorithm 1; D3)."""
    normalize_observations: bool = True
    """Normalise observations by their running mean and deviation (A.1)."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden)


@dataclass(frozen=True)
class ARSConfig:
    """Hyperparameters of ARS (V2-t). None means: the paper's value for the environment (A.1, ARS table)."""

    policy_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the policy (A.1, policy architecture)."""
    step_size: float | None = None
    """Length of a step, alpha."""
    directions: int | None = None
    """Random directions tried in an iteration, each to both sides, N."""
    elites: int | None = None
    """Directions that a step is made of: those whose better side was best, b."""
    noise: float | None = None
    """How far a try goes along its direction, nu."""
    normalize_observations: bool = True
    """Normalise observations by their running mean and deviation (A.1)."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden)


@dataclass(frozen=True)
class DDPGConfig:
    """Hyperparameters of DDPG. None means: what the preset says."""

    preset: Literal["paper", "tuned"] = "paper"
    """paper: appendix A.1; tuned: better known values for the environment (docs/baselines.md)."""
    policy_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the actor (A.1, policy architecture)."""
    critic_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the critic (A.1, value function architecture)."""
    critic_layer_norm: bool | None = None
    """Normalise what the critic's hidden units get, example by example."""
    actor_learning_rate: float | None = None
    """Adam's step size for the actor (A.1)."""
    critic_learning_rate: float = 1e-3
    """Adam's step size for the critic (A.1)."""
    discount: float | None = None
    """Weight of a reward one step later, gamma."""
    polyak: float = 0.995
    """How much of a target network stays in an update (A.1 list)."""
    batch_size: int = 128
    """Transitions in an update (A.1)."""
    replay_capacity: int | None = None
    """Transitions kept; the oldest leave first."""
    random_steps: int = 10_000
    """First steps that are taken at random (A.1 list, start-steps)."""
    update_after: int = 1_000
    """Steps before the first update (A.1 list)."""
    update_every: int = 50
    """Steps between two rounds of updates, and updates in a round (A.1)."""
    noise: float | None = None
    """Standard deviation of the noise on actions, in the action's units (A.1)."""
    noise_correlation: float | None = None
    """Correlation of the noise, and of random actions, with those of the step before."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden, "relu")


@dataclass(frozen=True)
class UDRLConfig:
    """Hyperparameters of UDRL. None means: the value for the environment (A.1, UDRL table; docs/baselines.md)."""

    policy_hidden: tuple[int, ...] = (256, 256)
    """Hidden layers of the behaviour function (A.1, UDRL)."""
    activation: Activation | None = None
    """Nonlinearity of hidden units."""
    learning_rate: float | None = None
    """Adam's step size."""
    last_few: int | None = None
    """How many of the best episodes the exploratory commands are made from."""
    warm_up_episodes: int = 10
    """First episodes, with random actions."""
    episodes_per_iteration: int = 10
    """Episodes that are played between two rounds of updates."""
    updates_per_iteration: int | None = None
    """Updates in a round."""
    batch_size: int = 256
    """Steps in an update."""
    replay_episodes: int = 300
    """Episodes kept; those of the lowest return leave first."""
    noise: float | None = None
    """Standard deviation of the noise on actions while exploring, in half ranges of the action."""
    return_gain: float | None = None
    """What the behaviour function reads of a wanted return: its share of the return range times this."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden, self.activation or "relu", commanded=True)


AlgorithmConfig = GoGePoConfig | ARSConfig | DDPGConfig | UDRLConfig
ALGORITHMS: dict[AlgorithmName, type[Any]] = {
    "gogepo": GoGePoConfig,
    "ars": ARSConfig,
    "ddpg": DDPGConfig,
    "udrl": UDRLConfig,
}
"""The method's settings by the name that `--algorithm` takes."""


@dataclass(frozen=True)
class RunConfig:
    """What a run is: the task, the budget, the method. None means: what the task table says."""

    env: Positional[Annotated[str, arg(metavar="ENV")]]
    """Environment id, for example Swimmer-v5; module:Id imports the module first."""
    env_steps: int | None = None
    """Environment steps to train for, evaluations not counted."""
    seed: int = 0
    """Seed of everything: networks, noise, sampling, environment resets."""
    seeds: int = 1
    """Train a population of so many seeds, counted up from --seed."""
    return_range: tuple[float, float] | Literal["auto"] | None = None
    """Lowest and highest return expected, or auto to estimate it from a few random episodes."""
    survival_bonus: float | None = None
    """Reward per step that is left out of the training return (A.1, survival reward adjustment)."""
    evaluate_every: int | None = None
    """Environment steps between evaluations."""
    evaluation_episodes: int = 10
    """Episodes of an evaluation (appendix B.2)."""
    device: Device = "auto"
    """Where the networks learn: auto takes an accelerator where there is one."""
    precision: WantedPrecision = "auto"
    """Of GoGePo's large matrix products: auto is bfloat16 on an accelerator, float32 on a CPU (D21)."""
    deterministic: bool = False
    """Repeat bit for bit on an accelerator too, at some cost in speed; a CPU always does."""
    algorithm: AlgorithmConfig = field(default_factory=GoGePoConfig)
    """The method's own settings."""

    @property
    def algorithm_name(self) -> AlgorithmName:
        return next(name for name, kind in ALGORITHMS.items() if type(self.algorithm) is kind)

    @property
    def all_seeds(self) -> range:
        """The seeds of the population."""
        return range(self.seed, self.seed + self.seeds)

    def as_json(self) -> dict[str, Any]:
        settings = dataclasses.asdict(self)
        return {**settings, "algorithm": {"name": self.algorithm_name, **settings["algorithm"]}}

    @staticmethod
    def from_json(data: Any) -> RunConfig:
        """The inverse of `as_json`, refusing what a hand or another version wrote wrong."""
        if not isinstance(data, dict):
            raise InputError("config must be a JSON object")
        settings = data.get("algorithm", {})
        if not isinstance(settings, dict):
            raise InputError("algorithm must be a JSON object")
        name, settings = settings.get("name", "gogepo"), {k: v for k, v in settings.items() if k != "name"}
        if not isinstance(name, str) or name not in ALGORITHMS:
            raise InputError(f"algorithm has the name {_shown(name)}; there are {', '.join(ALGORITHMS)}")
        algorithm = build_settings(ALGORITHMS[name], {**FORMERLY.get(name, {}), **settings}, "algorithm")
        return build_settings(RunConfig, {**data, "algorithm": algorithm}, "config")


FORMERLY: dict[str, dict[str, Any]] = {
    "gogepo": {
        "rehearsals": 0,
        "recall": 0.0,
        "evaluator_leak": 0.0,
        "vary_noise": False,
        "overreach": 0.0,
        "restart_after": 0,
        "refine": False,
    },
    "ddpg": {"noise_correlation": 0.0, "critic_layer_norm": False},
    "udrl": {"return_gain": 1.0},
}
"""Settings that the configs of older versions do not name, as they were then."""


@dataclass(frozen=True)
class Limits:
    """When to save, and how much misbehaviour to bear. Nothing here changes what is learned."""

    checkpoint_every_seconds: float = 120.0
    """Save after this many seconds of training."""
    checkpoint_every_env_steps: int = 100_000
    """Save after this many environment steps."""
    max_consecutive_faults: int = 20
    """Stop after this many episodes in a row were dropped because the environment misbehaved."""
    max_consecutive_skips: int = 100
    """Stop after this many updates were skipped as not finite, in episodes that follow each other."""


@dataclass(frozen=True)
class EngineConfig:
    """Who plays the episodes. Nothing here changes what is learned."""

    engine: EngineName | None = None
    """inline: in this process; processes: in workers; ray: on a Ray cluster (needs gogepo[ray]).
    Default: inline for one seed, processes for several."""
    workers: int | None = None
    """Worker processes (default: one per core)."""
    address: str | None = None
    """Ray cluster to join (default: one of its own on this machine)."""
    isolate: bool = False
    """Survive an environment that hangs or crashes: as --engine processes."""
    step_timeout: float = 60.0
    """Seconds that a step of an environment in another process may take."""


def build_settings(cls: type, data: Any, name: str) -> Any:
    """A config from names and values, refused in one line where one is unknown or of another type."""
    from typeguard import TypeCheckError, check_type

    if not isinstance(data, dict):
        raise InputError(f"{name} must be a JSON object")
    hints = get_type_hints(cls)
    if unknown := sorted(set(data) - set(hints)):
        raise InputError(f"{name} has an unknown entry {unknown[0]!r}; was it written by another version?")
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    for key, value in values.items():
        try:
            check_type(value, hints[key])
        except TypeCheckError:
            raise InputError(f"{name} has {key} = {_shown(value)}, which is not of its type") from None
    try:
        return cls(**values)
    except TypeError as error:
        raise InputError(f"{name} is incomplete: {error}") from None


_AT_LEAST_ONE = (
    "env_steps",
    "seeds",
    "evaluate_every",
    "evaluation_episodes",
    "embedding_size",
    "slice_size",
    "probing_states",
    "batch_size",
    "archive_capacity",
    "directions",
    "elites",
    "replay_capacity",
    "update_every",
    "last_few",
    "return_gain",
    "warm_up_episodes",
    "episodes_per_iteration",
    "replay_episodes",
)
_NOT_NEGATIVE = (
    "seed",
    "noise",
    "generator_updates",
    "evaluator_updates",
    "generator_learning_rate",
    "evaluator_learning_rate",
    "recency",
    "rehearsals",
    "recall",
    "evaluator_leak",
    "overreach",
    "restart_after",
    "drive",
    "step_size",
    "actor_learning_rate",
    "critic_learning_rate",
    "learning_rate",
    "discount",
    "polyak",
    "noise_correlation",
    "random_steps",
    "update_after",
    "updates_per_iteration",
)


_AT_MOST = {
    "embedding_size": 4096,
    "slice_size": 4096,
    "probing_states": 100_000,
    "batch_size": 65_536,
    "archive_capacity": 10_000_000,
    "evaluator_updates": 100_000,
    "evaluator_leak": 1.0,
    "overreach": 1.0,
    "generator_learning_rate": 1e6,
    "evaluator_learning_rate": 1e6,
    "generator_updates": 100_000,
    "evaluation_episodes": 100_000,
    "step_size": 1e6,
    "directions": 100_000,
    "actor_learning_rate": 1e6,
    "critic_learning_rate": 1e6,
    "learning_rate": 1e6,
    "discount": 1.0,
    "polyak": 1.0,
    "noise_correlation": 0.999,
    "replay_capacity": 100_000_000,
    "update_every": 100_000,
    "last_few": 1_000_000,
    "return_gain": 1e6,
    "warm_up_episodes": 1_000_000,
    "episodes_per_iteration": 100_000,
    "updates_per_iteration": 1_000_000,
    "replay_episodes": 1_000_000,
    "seed": 2**63,
    "seeds": 10_000,
}
MOST_LAYERS, LARGEST_LAYER = 16, 16_384
LARGEST_LIMIT = 1e9
MOST_WORKERS = 4096
LARGEST_NUMBER = 1e30  # far inside float32


def check_config(config: RunConfig) -> None:
    """Refuse values that cannot work, in one line that names the flag."""
    values: dict[str, Any] = {**config.as_json(), **config.as_json()["algorithm"]}
    value: Any
    for name, value in values.items():
        flag = "--" + name.replace("_", "-")
        for number in _numbers(value):
            if not abs(number) <= LARGEST_NUMBER:
                raise InputError(f"{flag} must be a finite number of reasonable size, not {number}")
        if name in _AT_LEAST_ONE and value is not None and value < 1:
            raise InputError(f"{flag} must be at least 1, not {value}")
        if name in _AT_MOST and value is not None and value > _AT_MOST[name]:
            raise InputError(f"{flag} must be at most {_AT_MOST[name]:,}, not {value:,}")
        if name in _NOT_NEGATIVE and value is not None and value < 0:
            raise InputError(f"{flag} must not be negative, not {value}")
        if name.endswith("_hidden") and (not value or min(value) < 1):
            raise InputError(
                f"{flag} needs one or more layer sizes of at least 1, for example {flag} 256 256"
            )
        if name.endswith("_hidden") and value and (len(value) > MOST_LAYERS or max(value) > LARGEST_LAYER):
            raise InputError(f"{flag} takes at most {MOST_LAYERS} layers of at most {LARGEST_LAYER:,}")
    algorithm = config.algorithm
    if isinstance(algorithm, GoGePoConfig):
        check_slices(algorithm.policy_hidden, algorithm.slice_size)
        if algorithm.rehearsals > algorithm.batch_size:
            raise InputError(
                f"--rehearsals must be at most the --batch-size, {algorithm.batch_size}, "
                f"not {algorithm.rehearsals}"
            )
    if isinstance(algorithm, ARSConfig) and (algorithm.elites or 1) > (algorithm.directions or 100_000):
        raise InputError(
            f"--elites must be at most the --directions, {algorithm.directions}, not {algorithm.elites}"
        )
    if isinstance(config.return_range, tuple):
        low, high = config.return_range
        if low >= high:
            raise InputError(f"--return-range needs LOW < HIGH, not {low:g} {high:g}")


def _numbers(value: Any) -> list[float]:
    values = value if isinstance(value, (tuple, list)) else (value,)
    return [number for number in values if isinstance(number, float)]


def check_slices(hidden_sizes: tuple[int, ...], slice_size: int) -> None:
    """Refuse hidden layers that do not divide into slices, naming the nearest ones that do."""
    for size in hidden_sizes:
        if size % slice_size:
            below = size // slice_size * slice_size
            nearest = f"{below} or {below + slice_size}" if below > 0 else f"{slice_size}"
            raise InputError(
                f"--policy-hidden {size} does not divide into slices of {slice_size}; use {nearest}"
            )


def check_limits(limits: Limits) -> None:
    """Refuse limits that cannot work."""
    for name, value in vars(limits).items():
        if not isinstance(value, bool) and not 0 < value <= LARGEST_LIMIT:
            raise InputError(
                f"--{name.replace('_', '-')} must be more than 0 and at most {LARGEST_LIMIT:g}, not {value}"
            )


def check_engine(config: EngineConfig) -> None:
    """Refuse settings of an engine that cannot work."""
    if not 0 < config.step_timeout <= LARGEST_LIMIT:
        raise InputError(
            f"--step-timeout must be more than 0 and at most {LARGEST_LIMIT:g}, not {config.step_timeout}"
        )
    if config.workers is not None and not 1 <= config.workers <= MOST_WORKERS:
        raise InputError(f"--workers must be from 1 to {MOST_WORKERS:,}, not {config.workers}")
    if config.workers is not None and config.engine in ("inline", "ray"):
        raise InputError(f"--workers is for --engine processes, not {config.engine}")
    if config.isolate and config.engine == "inline":
        raise InputError("--isolate needs another process; leave out --engine inline")
    if config.address is not None and config.engine != "ray":
        raise InputError("--address is for --engine ray")


def parse_command(text: Any) -> float:
    """A commanded return from outside: any finite number of reasonable size."""
    try:
        command = float(text)
    except (TypeError, ValueError, OverflowError):
        command = None
    if command is None:
        raise InputError(f"a command is a return, a number such as 250, not {_shown(text)}")
    if not abs(command) <= LARGEST_NUMBER:
        raise InputError(f"a command must be a finite number of reasonable size, not {_shown(text)}")
    return command


def _shown(value: Any) -> str:
    """Any value on one short line."""
    try:
        text = repr(value)
    except Exception:  # an integer of ten thousand digits has no repr, and others may have worse
        text = f"a value of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "..."
