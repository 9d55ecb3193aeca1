"""The one place where an engine is chosen."""

from __future__ import annotations

from gogepo.config import EngineConfig
from gogepo.engines import Engine
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import ProcessEngine, core_count
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import close_env, make_env
from gogepo.inputs import InputError
from gogepo.training.experiment import FROM_CALLABLE, Experiment


def plays_elsewhere(wanted: EngineConfig, seeds: int) -> bool:
    """Whether episodes are played in other processes, which then try the environment themselves."""
    if wanted.engine is None:
        return wanted.isolate or wanted.workers is not None or seeds > 1
    return wanted.engine != "inline"


def make_engine(experiment: Experiment, wanted: EngineConfig) -> Engine:
    """The engine asked for: by default in this process for one seed, in workers for several."""
    config = experiment.config
    network, bonus = config.algorithm.network, config.survival_bonus or 0.0
    if not plays_elsewhere(wanted, config.seeds):
        return InlineEngine(experiment.factory, network, bonus)
    if config.env.startswith(FROM_CALLABLE):
        raise InputError(
            "an environment made by a callable plays in this process only; register it with Gymnasium and "
            "give module:Id, or use --engine inline"
        )
    env = make_env(experiment.factory)
    interface = read_interface(env, network)
    close_env(env)
    if wanted.engine == "ray":
        from gogepo.engines.ray import RayEngine

        return RayEngine(
            config.env, interface, bonus, address=wanted.address, step_seconds=wanted.step_timeout
        )
    alone = config.seeds == 1 and wanted.engine is None  # isolated: for safety, not for speed
    workers = wanted.workers or (1 if alone else core_count())
    return ProcessEngine(config.env, interface, bonus, workers=workers, step_seconds=wanted.step_timeout)
