"""Every setting of a run, each written once: the fields are the command line's flags.

"A.1" is the table of shared hyperparameters in the paper's appendix A.1, "A.1 list" the list
below it. This module imports nothing heavy, so that `--help` is instant.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Gt, Le
from tyro.conf import Positional, arg

from gogepo.inputs import InputError, build_settings, check_bounds, shown
from gogepo.versions import as_today

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


LearningRate = Annotated[float, Ge(0), Le(1e6)]
Share = Annotated[float, Ge(0), Le(1)]
NotNegative = Annotated[float, Ge(0)]
Updates = Annotated[int, Ge(0), Le(100_000)]
Layers = tuple[int, ...]


@dataclass(frozen=True)
class GoGePoConfig:
    """Hyperparameters of GoGePo. None means: what the preset says; all others are the paper's."""

    label: ClassVar[str] = "GoGePo"
    commandable: ClassVar[bool] = True
    """Writes a policy for any commanded return."""
    keeps_policies: ClassVar[bool] = True
    """Has an archive of the policies that were tried, so that their episodes can be played again."""
    writes_policies: ClassVar[bool] = True
    """Has a generator whose policies an evaluator predicts, so that there is a map to draw."""
    whole_returns: ClassVar[bool] = True
    """Learns from whole returns, so the survival bonus is left out (A.1, survival reward adjustment)."""
    memory_setting: ClassVar[str] = "archive_capacity"
    """The setting that the need for memory follows."""

    preset: Literal["default", "paper", "release"] = "default"
    """default: what learns best; paper: algorithm 1 and appendix A.1 to the letter; release: besides, what
    the authors' release does (docs/differences.md)."""
    policy_hidden: Layers = (256, 256)
    """Hidden layers of the generated policies, multiples of the slice size (A.1, policy architecture)."""
    noise: NotNegative = 0.1
    """Standard deviation of the noise on generated weights (A.1, exploration noise scale)."""
    generator_hidden: Layers = (256, 256)
    """Hidden layers of the networks that write slices (A.1 list)."""
    embedding_size: Annotated[int, Ge(1), Le(4096)] = 8
    """Length of a slice's learned embedding (A.1 list)."""
    slice_size: Annotated[int, Ge(1), Le(4096)] = 16
    """Rows and columns of a slice (A.1 list)."""
    output_scaling: bool = True
    """Scale generated weights by 2/sqrt(fan-in) (section 5.1; off is the ablation)."""
    generator_learning_rate: LearningRate = 2e-6
    """Adam's step size for the generator (A.1)."""
    generator_updates: Updates | None = None
    """Generator updates after each episode (A.1: 20; D4)."""
    evaluator_hidden: Layers = (256, 256)
    """Hidden layers of the evaluator (A.1, value function architecture)."""
    evaluator_leak: Share | None = None
    """Slope of the evaluator's closed ReLUs (D27; the paper's is 0)."""
    probing_states: Annotated[int, Ge(1), Le(100_000)] = 200
    """Number of learned probing states (A.1 list)."""
    evaluator_learning_rate: LearningRate = 5e-3
    """Adam's step size for the evaluator and its probing states (A.1)."""
    evaluator_updates: Updates | None = None
    """Evaluator updates after each episode (A.1: 5; D4)."""
    batch_size: Annotated[int, Ge(1), Le(65_536)] = 16
    """Policies or commands in an update (A.1)."""
    full_batches: bool | None = None
    """Fill a batch while the archive holds fewer policies (D5)."""
    archive_capacity: Annotated[int, Ge(1), Le(10_000_000)] = 10_000
    """Policies kept; the oldest leave first (A.1, replay buffer size)."""
    recency: NotNegative = 1.1
    """A policy x episodes old is drawn with weight 1/x^recency (A.1 list); 0 is uniform, the ablation."""
    rehearsals: Annotated[int, Ge(0)] | None = None
    """Commands of every generator batch that are the one to be asked for next, not a past return (D24; the
    paper has none)."""
    drive: NotNegative = 20.0
    """Ask for the best return so far plus this (section 5.1; 0 is the paper's other variant)."""
    first_command: float | None = None
    """The command before any episode has been seen (algorithm 1; D3)."""
    first_return_counts: bool | None = None
    """Let the first return be the best for longer than one episode (D25)."""
    normalize_observations: bool = True
    """Normalise observations by their running mean and deviation (A.1)."""
    moving_normalizer: bool | None = None
    """Update the normaliser at every step of an episode, not after it (D10)."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden)


@dataclass(frozen=True)
class ARSConfig:
    """Hyperparameters of ARS (V2-t). None means: the paper's value for the environment (A.1, ARS table)."""

    label: ClassVar[str] = "ARS"
    commandable: ClassVar[bool] = False
    keeps_policies: ClassVar[bool] = False
    writes_policies: ClassVar[bool] = False
    whole_returns: ClassVar[bool] = True
    memory_setting: ClassVar[str] = "directions"

    policy_hidden: Layers = (256, 256)
    """Hidden layers of the policy (A.1, policy architecture)."""
    step_size: LearningRate | None = None
    """Length of a step, alpha."""
    directions: Annotated[int, Ge(1), Le(100_000)] | None = None
    """Random directions tried in an iteration, each to both sides, N."""
    elites: Annotated[int, Ge(1)] | None = None
    """Directions that a step is made of: those whose better side was best, b."""
    noise: NotNegative | None = None
    """How far a try goes along its direction, nu."""
    normalize_observations: bool = True
    """Normalise observations by their running mean and deviation (A.1)."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden)


@dataclass(frozen=True)
class DDPGConfig:
    """Hyperparameters of DDPG. None means: what the preset says."""

    label: ClassVar[str] = "DDPG"
    commandable: ClassVar[bool] = False
    keeps_policies: ClassVar[bool] = False
    writes_policies: ClassVar[bool] = False
    whole_returns: ClassVar[bool] = False
    memory_setting: ClassVar[str] = "replay_capacity"

    preset: Literal["paper", "tuned"] = "paper"
    """paper: appendix A.1; tuned: better known values for the environment (docs/baselines.md)."""
    policy_hidden: Layers = (256, 256)
    """Hidden layers of the actor (A.1, policy architecture)."""
    critic_hidden: Layers = (256, 256)
    """Hidden layers of the critic (A.1, value function architecture)."""
    critic_layer_norm: bool | None = None
    """Normalise the inputs of the critic's hidden units, example by example."""
    actor_learning_rate: LearningRate | None = None
    """Adam's step size for the actor (A.1)."""
    critic_learning_rate: LearningRate = 1e-3
    """Adam's step size for the critic (A.1)."""
    discount: Share | None = None
    """Weight of a reward one step later, gamma."""
    polyak: Share = 0.995
    """How much of a target network stays in an update (A.1 list)."""
    batch_size: Annotated[int, Ge(1), Le(65_536)] = 128
    """Transitions in an update (A.1)."""
    replay_capacity: Annotated[int, Ge(1), Le(100_000_000)] | None = None
    """Transitions kept; the oldest leave first."""
    random_steps: Annotated[int, Ge(0)] = 10_000
    """First steps that are taken at random (A.1 list, start-steps)."""
    update_after: Annotated[int, Ge(0)] = 1_000
    """Steps before the first update (A.1 list)."""
    update_every: Annotated[int, Ge(1), Le(100_000)] = 50
    """Steps between two rounds of updates, and updates in a round (A.1)."""
    noise: NotNegative | None = None
    """Standard deviation of the noise on actions, in the action's units (A.1)."""
    noise_correlation: Annotated[float, Ge(0), Le(0.999)] | None = None
    """Correlation of the noise, and of random actions, with those of the step before."""

    @property
    def network(self) -> Network:
        return Network(self.policy_hidden, "relu")


@dataclass(frozen=True)
class UDRLConfig:
    """Hyperparameters of UDRL. None means: the value for the environment (A.1, UDRL table; docs/baselines.md)."""

    label: ClassVar[str] = "UDRL"
    commandable: ClassVar[bool] = True
    keeps_policies: ClassVar[bool] = False
    writes_policies: ClassVar[bool] = False
    whole_returns: ClassVar[bool] = False
    memory_setting: ClassVar[str] = "replay_episodes"

    policy_hidden: Layers = (256, 256)
    """Hidden layers of the behaviour function (A.1, UDRL)."""
    activation: Activation | None = None
    """Nonlinearity of hidden units."""
    learning_rate: LearningRate | None = None
    """Adam's step size."""
    last_few: Annotated[int, Ge(1), Le(1_000_000)] | None = None
    """How many of the best episodes the exploratory commands are made from."""
    warm_up_episodes: Annotated[int, Ge(1), Le(1_000_000)] = 10
    """First episodes, with random actions."""
    episodes_per_iteration: Annotated[int, Ge(1), Le(100_000)] = 10
    """Episodes that are played between two rounds of updates."""
    updates_per_iteration: Annotated[int, Ge(0), Le(1_000_000)] | None = None
    """Updates in a round."""
    batch_size: Annotated[int, Ge(1), Le(65_536)] = 256
    """Steps in an update."""
    replay_episodes: Annotated[int, Ge(1), Le(1_000_000)] = 300
    """Episodes kept; those of the lowest return leave first."""
    noise: NotNegative | None = None
    """Standard deviation of the noise on actions while exploring, in half ranges of the action."""
    return_gain: Annotated[float, Ge(1), Le(1e6)] | None = None
    """The share of the return range that a wanted return is, as the behaviour function reads it, times this."""

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
    env_steps: Annotated[int, Ge(1)] | None = None
    """Environment steps to train for, evaluations not counted."""
    seed: Annotated[int, Ge(0), Le(2**63)] = 0
    """Seed of everything: networks, noise, sampling, environment resets."""
    seeds: Annotated[int, Ge(1), Le(10_000)] = 1
    """Train a population of so many seeds, counted up from --seed."""
    return_range: tuple[float, float] | Literal["auto"] | None = None
    """Lowest and highest return expected, or auto to estimate it from a few random episodes."""
    survival_bonus: float | None = None
    """Reward per step that is left out of the training return (A.1, survival reward adjustment)."""
    evaluate_every: Annotated[int, Ge(1)] | None = None
    """Environment steps between evaluations."""
    evaluation_episodes: Annotated[int, Ge(1), Le(100_000)] = 10
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
    def return_span(self) -> float:
        """high - low of a return range that is known."""
        low, high = self.known_return_range
        return high - low

    @property
    def known_return_range(self) -> tuple[float, float]:
        if self.return_range is None or self.return_range == "auto":
            raise InputError("the return range is not known yet; give --return-range LOW HIGH")
        return self.return_range

    @property
    def all_seeds(self) -> range:
        """The seeds of the population."""
        return range(self.seed, self.seed + self.seeds)

    def as_json(self) -> dict[str, Any]:
        settings = dataclasses.asdict(self)
        return {**settings, "algorithm": {"name": self.algorithm_name, **settings["algorithm"]}}

    def disagreement(self, other: RunConfig) -> str | None:
        """The first setting in which it differs from another config of the same run, if there is one.

        `resume` may change the budget and the device; what one of them leaves open is no difference.
        """
        mine, its = ({**each.pop("algorithm"), **each} for each in (self.as_json(), other.as_json()))
        for name in sorted({*mine, *its} - {"env_steps", "device"}):
            pair = mine.get(name), its.get(name)
            if pair[0] != pair[1] and not {None, "auto"} & set(pair):
                return f"{name} is {shown(pair[0])} and not {shown(pair[1])}"
        return None

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
            raise InputError(f"algorithm has the name {shown(name)}; there are {', '.join(ALGORITHMS)}")
        settings = as_today(name, settings)
        algorithm = build_settings(ALGORITHMS[name], settings, "algorithm")
        return build_settings(RunConfig, {**data, "algorithm": algorithm}, "config")


LARGEST_LIMIT = 1e9


@dataclass(frozen=True)
class Limits:
    """When to save, and how much misbehaviour to bear. Nothing here changes what is learned."""

    checkpoint_every_seconds: Annotated[float, Gt(0), Le(LARGEST_LIMIT)] = 120.0
    """Save after this many seconds of training."""
    checkpoint_every_env_steps: Annotated[int, Gt(0), Le(LARGEST_LIMIT)] = 100_000
    """Save after this many environment steps."""
    max_consecutive_faults: Annotated[int, Gt(0), Le(LARGEST_LIMIT)] = 20
    """Stop after this many episodes in a row were dropped because the environment misbehaved."""
    max_consecutive_skips: Annotated[int, Gt(0), Le(LARGEST_LIMIT)] = 100
    """Stop after this many updates were skipped as not finite, in episodes that follow each other."""


@dataclass(frozen=True)
class EngineConfig:
    """Who plays the episodes. Nothing here changes what is learned."""

    engine: EngineName | None = None
    """inline: in this process; processes: in workers; ray: on a Ray cluster (needs gogepo[ray]).
    Default: inline for one seed, processes for several."""
    workers: Annotated[int, Ge(1), Le(4096)] | None = None
    """Worker processes (default: one per core)."""
    address: str | None = None
    """Ray cluster to join (default: one of its own on this machine)."""
    isolate: bool = False
    """Survive an environment that hangs or crashes: as --engine processes."""
    step_timeout: Annotated[float, Gt(0), Le(LARGEST_LIMIT)] = 60.0
    """Seconds that a step of an environment in another process may take."""


def check_config(config: RunConfig) -> None:
    """Refuse values that cannot work, in one line that names the flag."""
    check_bounds(config)
    check_bounds(config.algorithm)
    algorithm = config.algorithm
    if isinstance(algorithm, GoGePoConfig):
        check_slices(algorithm.policy_hidden, algorithm.slice_size)
        if (algorithm.rehearsals or 0) > algorithm.batch_size:
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


def check_slices(hidden_sizes: tuple[int, ...], slice_size: int) -> None:
    """Refuse hidden layers that do not divide into slices, naming the nearest ones that do."""
    for size in hidden_sizes:
        if size % slice_size:
            below = size // slice_size * slice_size
            nearest = f"{below} or {below + slice_size}" if below > 0 else f"{slice_size}"
            raise InputError(
                f"--policy-hidden {size} does not divide into slices of {slice_size}; use {nearest}"
            )


def check_engine(config: EngineConfig) -> None:
    """Refuse settings of an engine that cannot work."""
    check_bounds(config)
    if config.workers is not None and config.engine in ("inline", "ray"):
        raise InputError(f"--workers is for --engine processes, not {config.engine}")
    if config.isolate and config.engine == "inline":
        raise InputError("--isolate needs another process; leave out --engine inline")
    if config.address is not None and config.engine != "ray":
        raise InputError("--address is for --engine ray")
