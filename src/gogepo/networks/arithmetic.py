"""How a device computes the networks: the same functions up to rounding, arranged for its strengths."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import optax
from jax.flatten_util import ravel_pytree
from jaxtyping import Array, Float

from gogepo.config import Precision
from gogepo.networks import accelerated
from gogepo.networks.evaluator import Evaluator
from gogepo.networks.generator import Generator
from gogepo.types import Layers, split_layers


@dataclass(frozen=True)
class Arithmetic:
    """The arrangement and the precision of a device."""

    accelerated: bool = False
    """Arranged for an accelerator rather than for a CPU (networks/accelerated.py)."""
    precision: Precision = "float32"
    """The precision of the large products. Weights, gradients, losses and optimisers are float32 (D21)."""
    merge_commands: bool = True
    """Compute equal commands of a batch once: less work in shapes that vary, which suits a CPU."""

    def predict(self, evaluator: Evaluator, weights: Float[Array, "batch weights"]) -> Float[Array, " batch"]:
        """The prediction V(theta)."""
        return self.predict_layers(evaluator, split_layers(evaluator.shape, weights))

    def predict_layers(self, evaluator: Evaluator, layers: Layers) -> Float[Array, " batch"]:
        """V of policies that are given layer by layer."""
        if self.accelerated:
            return accelerated.read(evaluator, accelerated.fingerprint(evaluator, layers, self.precision))
        return evaluator.read(evaluator.fingerprint_layers(layers, self.precision))

    def write(self, generator: Generator, commands: Float[Array, " batch"]) -> Layers:
        """The policies G(c), layer by layer."""
        if self.accelerated:
            return accelerated.write(generator, commands, self.precision)
        return generator.layers(commands, self.precision)


CPU = Arithmetic()


class Flat(eqx.Module):
    """A network and its Adam optimiser as flat vectors: a step is then one pass over memory, not one per array."""

    vector: Float[Array, " parameters"]
    optimizer: Any
    unravel: Callable[[Array], Any] = eqx.field(static=True)

    @staticmethod
    def new(network: Any) -> Flat:
        """A network that has not been updated yet. Adam's state does not depend on its rate."""
        return Flat.of(network, optax.adam(0.0).init(eqx.filter(network, eqx.is_array)))

    @staticmethod
    def of(network: Any, optimizer: Any) -> Flat:
        vector, unravel = ravel_pytree(network)
        adam, *rest = optimizer
        adam = adam._replace(mu=ravel_pytree(adam.mu)[0], nu=ravel_pytree(adam.nu)[0])
        return Flat(vector, (adam, *rest), unravel)

    def network(self) -> Any:
        return self.unravel(self.vector)

    def tree_optimizer(self) -> Any:
        """The optimiser with an array for each of the network's."""
        adam, *rest = self.optimizer
        return (adam._replace(mu=self.unravel(adam.mu), nu=self.unravel(adam.nu)), *rest)


class UpdateMetrics(NamedTuple):
    """What one update reports."""

    loss: Float[Array, ""]
    gradient_norm: Float[Array, ""]
    skipped: Float[Array, ""]


def adam_step(
    learning_rate: float, flat: Flat, loss: Float[Array, ""], gradient: Any
) -> tuple[Flat, UpdateMetrics]:
    """One Adam step; one whose loss or gradient is not finite changes nothing and is counted (D19).

    A gradient of finite norm has finite squares, so Adam's update is finite too.
    """
    gradient, _ = ravel_pytree(gradient)
    norm = jnp.linalg.norm(gradient)
    updates: Any
    updates, moved = optax.adam(learning_rate).update(gradient, flat.optimizer)
    finite = jnp.isfinite(loss) & jnp.isfinite(norm)

    def keep(new: Array, old: Array) -> Array:
        return jnp.where(finite, new, old)

    vector = keep(flat.vector + updates, flat.vector)
    optimizer = jax.tree.map(keep, moved, flat.optimizer)
    return Flat(vector, optimizer, flat.unravel), UpdateMetrics(loss, norm, 1.0 - finite)


def merged(
    value_and_gradient: Callable[[Array, Array], Any],
    commands: Float[Array, " batch"],
    counts: Float[Array, " batch"],
) -> Any:
    """The same loss and gradient from the distinct commands of a batch and how often each occurs (D6).

    Drawn with replacement and by recency, about 12 of 16 commands differ. Shapes are static, so
    the work is done for the smallest of a few sizes that holds them; the rest has count 0.
    """
    size = commands.shape[0]
    sizes = sorted({max(1, size * eighths // 8) for eighths in (5, 6, 7, 8)})
    distinct, places, occurrences = jnp.unique(commands, return_inverse=True, return_counts=True, size=size)
    counts = jnp.zeros(size).at[places].add(counts)
    smallest = jnp.searchsorted(jnp.array(sizes), jnp.sum(occurrences > 0))
    branches = [lambda distinct, counts, n=n: value_and_gradient(distinct[:n], counts[:n]) for n in sizes]
    return jax.lax.switch(smallest, branches, distinct, counts)
