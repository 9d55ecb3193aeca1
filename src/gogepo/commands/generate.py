"""generate: the policy for a command as a file."""

from __future__ import annotations

import math
from pathlib import Path

from gogepo import cli
from gogepo.commands.output import (
    finite,
    out,
    print_json,
)
from gogepo.inputs import InputError, parse_command
from gogepo.methods import Method


def generate_command(command: cli.Generate) -> int:
    target = None if command.command is None else parse_command(command.command)
    if Path(command.out).suffix not in (".safetensors", ".onnx"):
        raise InputError(f"--out must end in .safetensors or .onnx, not {command.out!r}")
    path = Path(command.out).absolute()  # before an environment changes the working directory
    model = Method.load(command.run, device=command.device, seed=command.seed)
    policy = model.generate(target)
    policy.save(path)
    predicted = model.predict_return(policy)
    asked = f" for a return of {policy.command:g}" if model.config.algorithm.commandable else ""
    expected = f" (the evaluator predicts {predicted:.1f})" if math.isfinite(predicted) else ""
    out.print(
        f"Wrote {command.out}: a policy of {policy.shape.weights_size:,} weights{asked}{expected}.",
        markup=False,
    )
    print_json(
        command.json,
        {
            "file": command.out,
            "command": finite(policy.command),
            "predicted_return": finite(predicted),
            "weights": policy.shape.weights_size,
            "bytes": path.stat().st_size,
        },
    )
    return cli.DONE
