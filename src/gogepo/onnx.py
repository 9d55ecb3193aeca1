"""A policy as an ONNX graph: observation in, action out, nothing else needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gogepo.inputs import InputError
from gogepo.types import split_layers

if TYPE_CHECKING:
    from gogepo.policy import Policy

OPSET = 17
FLOAT, DOUBLE = 1, 11  # of TensorProto
Nodes = list[tuple[str, str, str, dict[str, Any]]]
"""Operation, inputs, output and attributes of each node."""


def to_onnx(policy: Policy) -> bytes:
    """The graph of `NumpyPolicy.act` for a batch."""
    try:
        import onnx
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise InputError(
            "writing .onnx needs a package that is missing; pip install 'gogepo[onnx]'"
        ) from None
    shape, describe = policy.shape, helper.make_tensor_value_info
    nodes, constants = _network(policy)
    if shape.actions == "discrete":
        action = describe("action", TensorProto.INT64, ["batch"])
    else:
        action = describe("action", TensorProto.FLOAT, ["batch", shape.output_size])
    graph = helper.make_graph(
        [helper.make_node(kind, inputs.split(), [output], **more) for kind, inputs, output, more in nodes],
        "policy",
        [describe("observation", TensorProto.FLOAT, ["batch", shape.input_size])],
        [action],
        [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="gogepo")
    model.ir_version = 8  # what opset 17 came with, so that older runtimes read it too
    helper.set_model_props(model, {"env": policy.env, "command": repr(policy.command)})
    onnx.checker.check_model(model)
    return model.SerializeToString()


def _network(policy: Policy) -> tuple[Nodes, dict[str, np.ndarray]]:
    """Nodes and constants: normalise in float64, then the MLP in float32, then the action."""
    shape = policy.shape
    constants: dict[str, np.ndarray] = {
        "mean": np.asarray(policy.normalizer.mean, np.float64),
        "inverse_deviation": 1.0 / np.asarray(policy.normalizer.deviation, np.float64),
    }
    nodes: Nodes = [
        ("Cast", "observation", "observation64", {"to": DOUBLE}),
        ("Sub", "observation64 mean", "centred", {}),
        ("Mul", "centred inverse_deviation", "normalised64", {}),
        ("Cast", "normalised64", "hidden0", {"to": FLOAT}),
    ]
    layers = split_layers(shape, np.asarray(policy.weights, np.float32))
    activation, last = "Relu" if shape.activation == "relu" else "Tanh", len(layers) - 1
    for number, (matrix, bias) in enumerate(layers):
        constants |= {f"matrix{number}": matrix, f"bias{number}": bias}
        inputs = f"hidden{number} matrix{number} bias{number}"
        nodes.append(("Gemm", inputs, f"output{number}", {"transB": 1}))
        if number < last:
            nodes.append((activation, f"output{number}", f"hidden{number + 1}", {}))
    if shape.actions == "discrete":
        constants["first_action"] = np.array(policy.interface.first_action, np.int64)
        nodes.append(("ArgMax", f"output{last}", "index", {"axis": 1, "keepdims": 0}))
        nodes.append(("Add", "index first_action", "action", {}))
        return nodes, constants
    constants |= {"center": shape.action_center, "half_range": shape.action_half_range}
    constants |= {"low": np.array(shape.low, np.float32), "high": np.array(shape.high, np.float32)}
    nodes += [
        ("Tanh", f"output{last}", "squashed", {}),
        ("Mul", "squashed half_range", "scaled", {}),
        ("Add", "scaled center", "mapped", {}),
        ("Max", "mapped low", "above_low", {}),
        ("Min", "above_low high", "action", {}),
    ]
    return nodes, constants
