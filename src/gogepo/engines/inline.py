"""Episodes in this process."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from gogepo.config import Network
from gogepo.engines import Done, Job, Outcome
from gogepo.envs.exploration import Explorer
from gogepo.envs.fast_mujoco import faster
from gogepo.envs.lockstep import lockstep
from gogepo.envs.numpy_policy import NumpyPolicy
from gogepo.envs.rollout import Episode, EpisodeFault, Request, rollout
from gogepo.envs.spaces import Interface, read_interface
from gogepo.envs.tasks import EnvFactory, close_env, make_env


class InlineEngine:
    """One environment, played here. A hang or crash of it is one of this process."""

    def __init__(
        self,
        factory: EnvFactory,
        network: Network,
        survival_bonus: float,
        prepare: Callable[[Any], Any] = lambda env: env,
    ):
        """`prepare` is given every environment that is made, and gives the one to play."""
        self.env = prepare(faster(make_env(factory)))
        self.interface: Interface = read_interface(self.env, network)
        self.lockstep = None
        if not network.commanded:  # what is wanted changes with what each episode was paid
            self.lockstep = lockstep(factory, self.interface, survival_bonus, self.env)
        self._explorer = Explorer(
            lambda: prepare(faster(make_env(factory))),
            self.interface,
            survival_bonus,
            [self.env] if network.commanded else [],  # who reads a command is always played there
        )
        self._survival_bonus = survival_bonus
        self._jobs: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        self._jobs.append(job)

    def collect(self, wait: float | None = None) -> Done | None:
        if wait is not None or not self._jobs:
            return None  # to play takes longer than anybody waits who does not wait for ever
        job = self._jobs.popleft()
        return Done(job, self.play_all(job.request, job.seeds))

    def play_all(self, request: Request, seeds: tuple[int, ...]) -> list[Outcome]:
        """Several episodes of one policy share its matrix products where the task allows it."""
        if len(seeds) > 1 and self.lockstep is not None and request.exploration is None:
            return self.lockstep.play(request, seeds)
        outcomes: list[Outcome] = []
        for seed in seeds:
            try:
                outcomes.append(self.play(request, seed))
            except EpisodeFault as fault:
                outcomes.append(fault)
        return outcomes

    def play(self, request: Request, seed: int) -> Episode:
        if request.exploration is not None or self.interface.shape.commanded:
            return self._explorer.play(request, seed)
        policy = NumpyPolicy(self.interface.shape, request.weights, request.normalizer)
        return rollout(self.env, self.interface, policy, seed, self._survival_bonus)

    def cancel(self) -> None:
        self._jobs.clear()

    def close(self) -> None:
        close_env(self.env)
        self._explorer.close()
        if self.lockstep is not None:
            self.lockstep.close()
