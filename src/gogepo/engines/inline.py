"""Episodes in this process."""

from __future__ import annotations

from gogepo.envs.lean import lean
from gogepo.envs.policy import NumpyPolicy
from gogepo.envs.rollout import Episode, Request, rollout
from gogepo.envs.spaces import Interface, read_interface
from gogepo.envs.tasks import EnvFactory, make_env


class InlineEngine:
    """One environment, played here. A hang or crash of it is one of this process."""

    def __init__(self, factory: EnvFactory, hidden_sizes: tuple[int, ...], survival_bonus: float):
        self.env = lean(make_env(factory))
        self.interface: Interface = read_interface(self.env, hidden_sizes)
        self._survival_bonus = survival_bonus

    def play(self, request: Request, seed: int) -> Episode:
        policy = NumpyPolicy(self.interface.shape, request.weights, request.normalizer)
        return rollout(self.env, self.interface, policy, seed, self._survival_bonus)

    def close(self) -> None:
        self.env.close()
