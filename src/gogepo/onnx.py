"""A policy as an ONNX graph: observation in, action out, nothing else needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gogepo.inputs import InputError
from gogepo.types import split_layers

if TYPE_CHECKING:
    from gogepo.policy import Policy

OPSET = 17


def to_onnx(policy: Policy) -> bytes:
    """The graph of `NumpyPolicy.act` for a batch: normalise in float64, then the MLP in float32."""
    try:
        import onnx
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise InputError(
            "writing .onnx needs a package that is missing; pip install 'gogepo[onnx]'"
        ) from None
    shape, normalizer = policy.shape, policy.normalizer
    constants: dict[str, np.ndarray] = {
        "mean": np.asarray(normalizer.mean, np.float64),
        "inverse_deviation": 1.0 / np.asarray(normalizer.deviation, np.float64),
    }
    nodes = [
        helper.make_node("Cast", ["observation"], ["observation64"], to=TensorProto.DOUBLE),
        helper.make_node("Sub", ["observation64", "mean"], ["centred"]),
        helper.make_node("Mul", ["centred", "inverse_deviation"], ["normalised64"]),
        helper.make_node("Cast", ["normalised64"], ["hidden0"], to=TensorProto.FLOAT),
    ]
    layers = split_layers(shape, np.asarray(policy.weights, np.float32))
    for number, (matrix, bias) in enumerate(layers):
        constants[f"matrix{number}"], constants[f"bias{number}"] = matrix, bias
        nodes.append(
            helper.make_node(
                "Gemm",
                [f"hidden{number}", f"matrix{number}", f"bias{number}"],
                [f"output{number}"],
                transB=1,
            )
        )
        if number < len(layers) - 1:
            kind = "Relu" if shape.activation == "relu" else "Tanh"
            nodes.append(helper.make_node(kind, [f"output{number}"], [f"hidden{number + 1}"]))
    last = f"output{len(layers) - 1}"
    if shape.actions == "discrete":
        constants["first_action"] = np.array(policy.interface.first_action, np.int64)
        nodes.append(helper.make_node("ArgMax", [last], ["index"], axis=1, keepdims=0))
        nodes.append(helper.make_node("Add", ["index", "first_action"], ["action"]))
        action = helper.make_tensor_value_info("action", TensorProto.INT64, ["batch"])
    else:
        constants["center"], constants["half_range"] = shape.action_center, shape.action_half_range
        constants["low"] = np.array(shape.low, np.float32)
        constants["high"] = np.array(shape.high, np.float32)
        nodes += [
            helper.make_node("Tanh", [last], ["squashed"]),
            helper.make_node("Mul", ["squashed", "half_range"], ["scaled"]),
            helper.make_node("Add", ["scaled", "center"], ["mapped"]),
            helper.make_node("Max", ["mapped", "low"], ["above_low"]),
            helper.make_node("Min", ["above_low", "high"], ["action"]),
        ]
        action = helper.make_tensor_value_info("action", TensorProto.FLOAT, ["batch", shape.output_size])
    observation = helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["batch", shape.input_size])
    graph = helper.make_graph(
        nodes,
        "policy",
        [observation],
        [action],
        [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="gogepo")
    model.ir_version = 8  # what opset 17 came with, so that older runtimes read it too
    helper.set_model_props(model, {"env": policy.env, "command": repr(policy.command)})
    onnx.checker.check_model(model)
    return model.SerializeToString()
