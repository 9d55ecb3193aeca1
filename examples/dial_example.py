"""Makes the run that `gogepo dial --example` shows: `make example`.

Trains on Swimmer-v5 with small networks, a few minutes on two cores, then keeps what the page needs: the
networks, a part of the archive, and of the records the returns. Adam's moments are zeroed, so the result is to
be looked at, not resumed.
"""

from __future__ import annotations

import dataclasses
import json
import shutil
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from gogepo import cli
from gogepo.memory import Archive, read_policies
from gogepo.methods import Method
from gogepo.runs.checkpoint import CheckpointStore
from gogepo.runs.directory import RECORDS, RunDirectory, read_records

OUT = Path(__file__).parents[1] / "src" / "gogepo" / "dial" / "example"
SETTINGS = [
    *("Swimmer-v5", "--env-steps", "1500000", "--seed", "1", "--device", "cpu", "--no-tensorboard"),
    *("--return-range", "-60", "120", "--noise", "0.2", "--rehearsals", "0", "--probing-states", "50"),
    *("--policy-hidden", "16", "16", "--generator-hidden", "128", "128", "--evaluator-hidden", "64", "64"),
    *("--generator-learning-rate", "1e-5"),
]
POLICIES = 400
KEPT = ("episode", "env_steps", "env_return", "training_return", "best_return")


def shrink(run: Path, out: Path) -> None:
    """A run of the same networks with every few of its policies."""
    model = Method.load(run, device="cpu")
    progress, state = model.progress, model.progress.state
    stored = np.arange(max(0, state.episodes - state.memory.slots), state.episodes)
    chosen = stored[np.linspace(0, len(stored) - 1, min(POLICIES, len(stored))).round().astype(int)]
    weights, returns = read_policies(state.memory, chosen % state.memory.slots)
    slots = Archive.slots_for(model.config.algorithm.archive_capacity, len(chosen))
    room = ((0, slots - len(chosen)), (0, 0))
    archive = Archive(jnp.asarray(np.pad(weights, room)), jnp.asarray(np.pad(returns, room[0])))
    learner = state.learner
    without = {
        name: jax.tree.map(jnp.zeros_like, getattr(learner, name))
        for name in ("generator_optimizer", "evaluator_optimizer")
    }
    learner = dataclasses.replace(learner, **without)
    played = {number: progress.played[episode] for number, episode in enumerate(chosen.tolist())}
    small = dataclasses.replace(
        progress,
        state=state._replace(learner=learner, memory=archive, episodes=len(chosen)),
        played=played,
        due_evaluation=None,
    )
    shutil.rmtree(out, ignore_errors=True)
    directory = RunDirectory.create(out, model.config)
    CheckpointStore(directory).save(model.experiment, small, dict.fromkeys(RECORDS, 0))
    for name in RECORDS[:2]:
        lines = [{key: line[key] for key in KEPT if key in line} for line in read_records(run / name)]
        (out / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    directory.unlock()
    (out / "lock").unlink()


def main() -> int:
    run = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/example")
    if not run.exists():
        code = cli.main(["train", *SETTINGS, "--out", str(run)])
        if code != cli.DONE:
            return code
    shrink(run, OUT)
    size = sum(path.stat().st_size for path in OUT.rglob("*") if path.is_file())
    print(f"Wrote {OUT}, {size / 1e6:.1f} MB.")
    return cli.DONE


if __name__ == "__main__":
    sys.exit(main())
