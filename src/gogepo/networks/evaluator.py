"""The evaluator V: predicts a policy's return from its fingerprint (paper, section 4.2)."""

from __future__ import annotations

import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from gogepo.config import Precision
from gogepo.networks.act import act
from gogepo.networks.mlp import MLP
from gogepo.types import Layers, PolicyShape, split_layers


class Evaluator(eqx.Module):
    """V = U(fingerprint): learned probing states and an MLP, trained together."""

    probing_states: Float[Array, "states observation"]
    mlp: MLP
    shape: PolicyShape = eqx.field(static=True)

    def __init__(
        self,
        shape: PolicyShape,
        *,
        probing_states: int,
        hidden_sizes: tuple[int, ...],
        rng: np.random.Generator,
        leak: float = 0.0,
    ):
        self.probing_states = jnp.asarray(
            rng.uniform(0, 1, (probing_states, shape.observation_size)), jnp.float32
        )
        self.mlp = MLP((probing_states * shape.output_size, *hidden_sizes, 1), rng, leak)
        self.shape = shape

    def fingerprint(self, weights: Float[Array, "batch weights"]) -> Float[Array, "batch fingerprint"]:
        """The policies' actions in the probing states, one after the other."""
        return self.fingerprint_layers(split_layers(self.shape, weights))

    def fingerprint_layers(
        self, layers: Layers, precision: Precision = "float32"
    ) -> Float[Array, "batch fingerprint"]:
        """The same for policies given layer by layer."""
        actions = act(self.shape, layers, self.probing_states, precision)
        return actions.reshape(actions.shape[0], -1)

    def __call__(self, weights: Float[Array, "batch weights"]) -> Float[Array, " batch"]:
        """Predicted return, in the units of the return."""
        return self.read(self.fingerprint(weights))

    def read(self, fingerprints: Float[Array, "batch fingerprint"]) -> Float[Array, " batch"]:
        """U: the return of policies with these fingerprints."""
        return self.mlp(fingerprints.T)[0]

    @staticmethod
    def parameter_count(shape: PolicyShape, probing_states: int, hidden_sizes: tuple[int, ...]) -> int:
        """The number of parameters, without making an evaluator."""
        inputs = probing_states * shape.output_size
        return MLP.parameter_count((inputs, *hidden_sizes, 1)) + probing_states * shape.observation_size
