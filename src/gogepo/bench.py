"""Speed beside its limit, both measured in one run, because machines are shared and noisy."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gogepo.algorithms.gogepo import GoGePo, Lesson
from gogepo.algorithms.protocol import known, learn_on_device
from gogepo.config import Device, GoGePoConfig, Precision, RunConfig, WantedPrecision
from gogepo.engines.inline import InlineEngine
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Request, one_blas_thread
from gogepo.memory.archive import Drawn, sample_slots
from gogepo.seeding import reset_seed
from gogepo.training.device import JaxDevice, choose_device, cpu_multiplies_bfloat16
from gogepo.training.experiment import Experiment, build
from gogepo.types import PolicyShape, split_layers

ROLLOUT_ENVS = ("Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5")
PRODUCT_SIZE = 2048
ARCHIVED = 1000  # episodes in the archive that the round's batches are drawn from


@dataclass(frozen=True)
class Row:
    """One figure beside its limit."""

    what: str
    measured: float
    """Seconds."""
    limit: float
    """Seconds."""
    target: float | None
    """Largest (ratio of times) or smallest (ratio of speeds) ratio that is good enough."""
    of_speed: bool
    """Whether the ratio compares speeds, limit over measured, rather than times."""

    @property
    def ratio(self) -> float:
        return self.limit / self.measured if self.of_speed else self.measured / self.limit

    @property
    def met(self) -> bool:
        if self.target is None:
            return True
        return self.ratio >= self.target if self.of_speed else self.ratio <= self.target

    def as_json(self) -> dict[str, Any]:
        return {**dataclasses.asdict(self), "ratio": self.ratio, "met": self.met}


def bench(quick: bool, device: Device, say: Callable[[str], None]) -> list[Row]:
    """The round beside its own matrix products, rollouts beside physics and policy alone."""
    repetitions, chosen = 3 if quick else 15, choose_device(device)
    rows = [_bench_round(repetitions, chosen, "auto", say)]
    if chosen.platform == "cpu" and cpu_multiplies_bfloat16():
        rows.append(_bench_round(repetitions, chosen, "bfloat16", say))
    for env in ROLLOUT_ENVS:
        say(f"rollout of {env} ...")
        rows.append(_bench_rollout(env, 2_000 if quick else 10_000))
    return rows


def round_products(config: GoGePoConfig, sizes: tuple[int, ...]) -> float:
    """Multiply-adds of the matrix products of one round, equal commands not merged.

    An update does a layer's product three times: forward, and backward for its weights and for its input.
    A network's first layer has no gradient of its input, and the evaluator's own weights have none while
    the generator learns.
    """
    hidden, slice_size, last = config.generator_hidden, config.slice_size, len(sizes) - 2
    generator = 0
    for number, (fan_in, out) in enumerate(pairwise(sizes)):
        rows = 1 if number == last else out // slice_size
        columns = 1 if number == 0 else fan_in // slice_size
        height, width = out // rows, fan_in // columns
        generator += 3 * rows * columns * (2 * _products(hidden) + hidden[-1] * height * width)
        generator += 3 * rows * hidden[-1] * height
    probing, policy = config.probing_states, _products(sizes)
    head = _products((probing * sizes[-1], *config.evaluator_hidden, 1))
    generator_update = generator + probing * (3 * policy - sizes[0] * sizes[1]) + 2 * head
    evaluator_update = probing * 2 * policy + 3 * head  # the policies' weights are not learned
    updates = known(config.generator_updates), known(config.evaluator_updates)
    return config.batch_size * float(updates[0] * generator_update + updates[1] * evaluator_update)


def _products(sizes: Sequence[int]) -> int:
    """Multiply-adds of a network with layers of these sizes, for one input."""
    return sum(fan_in * out for fan_in, out in pairwise(sizes))


def square_product(precision: Precision = "float32") -> Callable[[], Any]:
    """Multiplies two large matrices on the default device, to be timed."""
    square = jax.random.normal(jax.random.key(0), (PRODUCT_SIZE, PRODUCT_SIZE)).astype(precision)
    product = jax.jit(lambda matrix: jnp.matmul(matrix, matrix, preferred_element_type=jnp.float32))
    jax.block_until_ready(product(square))
    return lambda: jax.block_until_ready(product(square))


def limit_precision(experiment: Experiment) -> Precision:
    """Precision of the product that a round is compared with: on a CPU the round's, else JAX's default."""
    return experiment.algorithm.arithmetic.precision if experiment.device.platform == "cpu" else "float32"


def product_rate(precision: Precision = "float32", repetitions: int = 5) -> float:
    """Floating-point operations a second of matrix products on the default device."""
    product = square_product(precision)
    return _rate([_seconds(product) for _ in range(repetitions)])


def _rate(times: list[float]) -> float:
    return 2 * PRODUCT_SIZE**3 / float(np.median(times))


def _seconds(work: Callable[[], Any]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _bench_round(
    repetitions: int, device: JaxDevice, precision: WantedPrecision, say: Callable[[str], None]
) -> Row:
    on_cpu = device.platform == "cpu"
    experiment = build(RunConfig("Swimmer-v5", device="cpu" if on_cpu else "gpu", precision=precision))
    algorithm: GoGePo = experiment.algorithm
    config, arithmetic = algorithm.config, algorithm.arithmetic
    of_product = limit_precision(experiment)
    with jax.default_device(device):
        say(f"compiling the round for {device.platform} in {arithmetic.precision} ...")
        learner, learn = algorithm.init_learner(), learn_on_device(algorithm)
        times, product_times = [], []
        product, size = square_product(of_product), experiment.shape.weights_size
        for repetition in range(repetitions + 1):
            lesson = draw_like_training(config, size, repetition, arithmetic.precision)
            jax.block_until_ready(lesson)
            start = time.perf_counter()
            learner, _ = jax.block_until_ready(learn(learner, lesson))
            times.append(time.perf_counter() - start)
            product_times.append(_seconds(product))
            if repetition == 0:
                say("measuring the round and the machine's matrix products in turns ...")
    rate = _rate(product_times[1:])
    limit = 2 * round_products(config, experiment.shape.layer_sizes) / rate
    what = f"round, {device.platform}, one seed, {arithmetic.precision} ({rate / 1e9:,.0f} GFLOP/s in {of_product})"
    target = 1.5 if on_cpu and of_product == "float32" else None
    return Row(what, float(np.median(times[1:])), limit, target, of_speed=False)


def draw_like_training(
    config: GoGePoConfig, weights_size: int, repetition: int, precision: Precision = "float32"
) -> Lesson:
    """A lesson from an archive of `ARCHIVED` policies with distinct returns."""
    key = jax.random.key(repetition)
    returns = jnp.linspace(-50.0, 250.0, ARCHIVED)
    split = known(config.evaluator_updates)
    updates = split + known(config.generator_updates)
    rng = np.random.default_rng(repetition)
    slots = sample_slots(ARCHIVED, ARCHIVED, (updates, config.batch_size), config.recency, rng)
    shape = (split, config.batch_size, weights_size)
    weights = (0.1 * jax.random.normal(key, shape)).astype(precision)
    drawn = returns[slots]
    counts, rehearsed = jnp.ones(config.batch_size), jnp.zeros(0)
    return Lesson(Drawn(weights[0, 0], weights, drawn[:split], drawn[split:]), counts, rehearsed)


def _bench_rollout(env: str, steps: int) -> Row:
    """Whole episodes beside the bare physics of the same episodes plus the policy's own time."""
    experiment = build(RunConfig(env, device="cpu"))
    shape = experiment.shape
    engine = InlineEngine(experiment.factory, shape.network, 0.0)
    request = Request(0, 0.0, steady_weights(env, shape), Normalizer.identity(shape.observation_size))
    policy = NumpyPolicy(shape, request.weights, request.normalizer)
    engine.play(request, 0)
    played, spent, physics, thinking = 0, 0.0, 0.0, 0.0
    for index in itertools.count():  # in turns, so that all see the same machine
        seed = reset_seed(0, "measurement", index)
        start = time.perf_counter()
        episode = engine.play(request, seed)
        spent += time.perf_counter() - start
        physics += physics_time(engine.env, policy, seed)
        thinking += _policy_time(policy, shape.observation_size, episode.env_steps)
        played += episode.env_steps
        if played >= steps:
            break
    engine.close()
    return Row(f"rollout step, {env}", spent / played, (physics + thinking) / played, 0.75, of_speed=True)


def steady_weights(env: str, shape: PolicyShape) -> np.ndarray:
    """A policy whose episodes are long, as most steps of a real run are steps of long episodes."""
    weights = np.random.default_rng(0).normal(0, 0.01, shape.weights_size).astype(np.float32)
    if env.startswith("InvertedPendulum"):  # feedback through the first unit of each layer balances it
        weights *= 0.1
        first, second, last = (matrix for matrix, _ in split_layers(shape, weights))
        first[0], second[0] = (0.01, 0.4, 0.017, 0.067), 0.0
        second[0, 0], last[0, 0] = 1.0, 10.0
    return weights


def physics_time(env: Any, policy: NumpyPolicy, seed: int) -> float:
    """Seconds that MuJoCo itself takes for an episode, its actions known beforehand."""
    import mujoco

    mj_step: Any = mujoco.mj_step  # pyright: ignore[reportAttributeAccessIssue]
    observation, _ = env.reset(seed=seed)
    actions, done = [], False
    while not done:
        actions.append(policy.act(observation))
        observation, _, terminated, truncated, _ = env.step(actions[-1])
        done = terminated or truncated
    env.reset(seed=seed)
    raw = env.unwrapped
    model, data, control, frames = raw.model, raw.data, raw.data.ctrl, raw.frame_skip

    def simulate() -> None:
        for action in actions:
            control[:] = action
            mj_step(model, data, frames)

    return _seconds(simulate)


def _policy_time(policy: NumpyPolicy, observation_size: int, calls: int) -> float:
    """Seconds that so many calls of the policy take."""
    observation = np.random.default_rng(0).normal(size=observation_size)
    with one_blas_thread():
        return _seconds(lambda: [policy.act(observation) for _ in range(calls)])
