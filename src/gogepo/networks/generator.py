"""The generator G: a sliced, weight-sharing hypernetwork (paper, section 4.1 and appendix A.2).

It maps a command to the flat weights of a policy. Each weight matrix is cut into slices of
f x f (f x observation for the first layer, output x f for the last); a network shared by all
slices of a kind writes each slice from its own learned embedding and the command.
"""

from __future__ import annotations

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float

from gogepo.config import Precision
from gogepo.networks.mlp import MLP, product
from gogepo.types import Layers, PolicyShape

FARTHEST_COMMAND = 1e3  # in spans of the return range


class SliceNetwork(eqx.Module):
    """H: writes one slice from an embedding and a command. Equation (5)."""

    mlp: MLP

    def __init__(
        self, embedding_size: int, hidden: tuple[int, ...], slice_length: int, rng: np.random.Generator
    ):
        self.mlp = MLP((embedding_size + 1, *hidden, slice_length), rng)

    def features(
        self,
        embeddings: Float[Array, "tiles embedding"],
        commands: Float[Array, " batch"],
        precision: Precision,
    ) -> Float[Array, "hidden batch_tiles"]:
        """The activations before the last linear layer, for each command and tile."""
        mlp = self.mlp
        # The first layer of [embedding, command] is an outer sum: a term of the tile plus a
        # term of the command, so it is computed once per tile instead of once per pair.
        matrix, bias = mlp.matrices[0], mlp.biases[0]
        of_tile = matrix[:, :-1] @ embeddings.T + bias[:, None]
        of_command = matrix[:, -1:] * commands
        columns = of_command[:, :, None] + of_tile[:, None, :]
        columns = jax.nn.relu(columns.reshape(columns.shape[0], -1))
        for matrix, bias in zip(mlp.matrices[1:-1], mlp.biases[1:-1], strict=True):
            columns = jax.nn.relu(product(matrix, columns, precision) + bias[:, None])
        return columns

    def last(
        self, features: Float[Array, "hidden columns"], precision: Precision
    ) -> Float[Array, "slice columns"]:
        return product(self.mlp.matrices[-1], features, precision) + self.mlp.biases[-1][:, None]


class LayerNetworks(eqx.Module):
    """The weight network and the bias network of one kind of layer: input, hidden or output."""

    matrix: SliceNetwork
    bias: SliceNetwork
    slice_shape: tuple[int, int] = eqx.field(static=True)

    def __init__(
        self,
        embedding_size: int,
        hidden: tuple[int, ...],
        slice_shape: tuple[int, int],
        rng: np.random.Generator,
    ):
        self.slice_shape = slice_shape
        self.matrix = SliceNetwork(embedding_size, hidden, slice_shape[0] * slice_shape[1], rng)
        self.bias = SliceNetwork(embedding_size, hidden, slice_shape[0], rng)

    def __call__(
        self,
        embeddings: Float[Array, "rows columns embedding"],
        commands: Float[Array, " batch"],
        precision: Precision,
    ) -> tuple[Float[Array, "batch out fan_in"], Float[Array, "batch out"]]:
        """One layer of each commanded policy: matrix and bias."""
        rows, columns, embedding_size = embeddings.shape
        height, width = self.slice_shape
        batch = commands.shape[0]
        tiles = embeddings.reshape(-1, embedding_size)

        # Equation (6): the slices, side by side and below each other, are the matrix.
        slices = self.matrix.last(self.matrix.features(tiles, commands, precision), precision)
        slices = slices.reshape(height, width, batch, rows, columns)
        matrix = slices.transpose(2, 3, 0, 4, 1).reshape(batch, rows * height, columns * width)

        # Appendix A.2: the bias is the mean over the input tiles. The mean is linear, so it is
        # taken before the last linear layer, which is then cheaper by their number (D7).
        features = self.bias.features(tiles, commands, precision)
        features = features.reshape(-1, batch, rows, columns).mean(axis=3)
        biases = self.bias.last(features.reshape(-1, batch * rows), precision)
        return matrix, biases.reshape(height, batch, rows).transpose(1, 2, 0).reshape(batch, -1)


class GeneratorSizes(NamedTuple):
    """How many numbers a generator holds, and how many an update computes on the way."""

    parameters: int
    activations: int


class Generator(eqx.Module):
    """G: command -> weights. Commands enter as return / (high - low) of the task's range."""

    input: LayerNetworks
    hidden: LayerNetworks | None
    output: LayerNetworks
    embeddings: list[Float[Array, "_rows _columns embedding"]]
    scales: tuple[float, ...] = eqx.field(static=True)
    return_span: float = eqx.field(static=True)

    def __init__(
        self,
        shape: PolicyShape,
        return_span: float,
        *,
        slice_size: int,
        embedding_size: int,
        hidden_sizes: tuple[int, ...],
        output_scaling: bool,
        rng: np.random.Generator,
    ):
        sizes = list(shape.layer_sizes)
        f = slice_size
        self.input = LayerNetworks(embedding_size, hidden_sizes, (f, sizes[0]), rng)
        self.hidden = LayerNetworks(embedding_size, hidden_sizes, (f, f), rng) if len(sizes) > 3 else None
        self.output = LayerNetworks(embedding_size, hidden_sizes, (sizes[-1], f), rng)
        grids = [(sizes[1] // f, 1)]
        grids += [(out // f, fan_in // f) for fan_in, out in zip(sizes[1:-2], sizes[2:-1], strict=True)]
        grids += [(1, sizes[-2] // f)]
        self.embeddings = [
            jnp.asarray(rng.standard_normal((*grid, embedding_size)), jnp.float32) for grid in grids
        ]
        # Section 5.1, "Obtaining suitable policies from the start": 2 / sqrt(fan-in).
        self.scales = tuple(2 / fan_in**0.5 if output_scaling else 1.0 for fan_in in sizes[:-1])
        self.return_span = return_span

    @staticmethod
    def sizes(
        shape: PolicyShape,
        slice_size: int,
        embedding_size: int,
        hidden_sizes: tuple[int, ...],
        batch_size: int,
    ) -> GeneratorSizes:
        """The sizes, without making a generator."""
        sizes, f = list(shape.layer_sizes), slice_size
        first = (embedding_size + 1, *hidden_sizes)

        def kind(height: int, width: int) -> int:
            return sum(MLP.parameter_count((*first, length)) for length in (height * width, height))

        kinds = kind(f, sizes[0]) + kind(sizes[-1], f) + (kind(f, f) if len(sizes) > 3 else 0)
        inner = sum(a // f * (b // f) for a, b in zip(sizes[1:-2], sizes[2:-1], strict=True))
        tiles = sizes[1] // f + inner + sizes[-2] // f
        # An update holds the outputs of every hidden layer of the slice networks, and their gradients.
        activations = 4 * batch_size * tiles * 2 * sum(hidden_sizes)
        return GeneratorSizes(kinds + tiles * embedding_size, activations)

    def kinds(self) -> list[LayerNetworks]:
        """The networks that write each layer."""
        hidden = [] if self.hidden is None else [self.hidden] * (len(self.embeddings) - 2)
        return [self.input, *hidden, self.output]

    def __call__(self, commands: Float[Array, " batch"]) -> Float[Array, "batch weights"]:
        """Flat weights: layer by layer, each matrix row by row and then its bias."""
        parts = [part.reshape(len(part), -1) for layer in self.layers(commands) for part in layer]
        return jnp.concatenate(parts, axis=1)

    def layers(self, commands: Float[Array, " batch"], precision: Precision = "float32") -> Layers:
        """The weights of each commanded policy, layer by layer."""
        commands = scaled_commands(commands, self.return_span)
        written: Layers = []
        for networks, embeddings, scale in zip(self.kinds(), self.embeddings, self.scales, strict=True):
            matrix, bias = networks(embeddings, commands, precision)
            written.append((scale * matrix, scale * bias))
        return written


def scaled_commands(commands: Float[Array, " batch"], return_span: float) -> Float[Array, " batch"]:
    """Commands as the networks read them: in spans of the return range (D1), clipped far outside it (D22)."""
    return jnp.clip(commands / return_span, -FARTHEST_COMMAND, FARTHEST_COMMAND)
