"""Environments that misbehave, in episodes that their reset seed chooses: `reliability.faulty:Id`.

Which episodes are bad is a function of the reset seed alone, so a test knows them beforehand. The
trial before training must see none of it: a run's seed has to be one that `quiet_seed` gives.
"""

from __future__ import annotations

import itertools
import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from gogepo.seeding import reset_seed

STEPS = 6
FAULTS = {
    "nan-observation": "observation",
    "infinite-observation": "observation",
    "nan-reward": "reward",
    "infinite-reward": "reward",
    "exception": "exception",
    "shape": "shape",
    "dtype": "shape",
    "hang": "hang",
    "crash": "crash",
}
"""What happens, and the kind of fault that it must be logged as."""
IN_A_PROCESS_OF_ITS_OWN = ("hang", "crash")


def half(seed: int) -> bool:
    return seed % 2 == 1


def nearly_all(seed: int) -> bool:
    return seed % 50 != 0


def quiet_seed(misbehaves: Callable[[int], bool], after: int = 0) -> int:
    """The first run seed from `after` on whose trial before training shows nothing bad."""
    return next(seed for seed in itertools.count(after) if not misbehaves(reset_seed(seed, "range", 0)))


class FaultyEnv(gym.Env[np.ndarray, np.ndarray]):
    """Pays for following what is seen. A bad episode goes wrong at a step that its seed chooses."""

    observation_space = spaces.Box(-1, 1, (3,), np.float64)
    action_space = spaces.Box(-1, 1, (2,), np.float32)

    def __init__(self, what: str, misbehaves: Callable[[int], bool]):
        self._what, self._misbehaves = what, misbehaves
        self._bad_step: int | None = None
        self._variant = self._step = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self._step, self._bad_step = 0, None
        if seed is not None and self._misbehaves(seed):
            # The trial's own 0 would fit too, but only what reset() returns can be wrong there.
            first = 0 if self._what.endswith("observation") or self._what in ("shape", "dtype") else 1
            self._bad_step = first + seed // 2 % (STEPS + 1 - first)
            self._variant = seed // 2 // (STEPS + 1)
        return self._observe(), {}

    def step(self, action: np.ndarray) -> Any:
        self._step += 1
        reward = -float(np.square(action - self._seen[:2]).sum())
        if self._step == self._bad_step:
            self._act_up()
            if self._what == "nan-reward":
                reward = float("nan")
            elif self._what == "infinite-reward":
                reward = (-1) ** self._variant * float("inf")
        return self._observe(), reward, False, self._step == STEPS, {}

    def _act_up(self) -> None:
        if self._what == "exception":
            raise [ValueError, RuntimeError, KeyError, AssertionError][self._variant % 4]("as planned")
        if self._what == "hang":
            if self._variant % 3 == 0:
                time.sleep(3600)
            elif self._variant % 3 == 1:
                sum(range(10**15))  # in C, never letting another thread run
            else:
                while True:
                    pass
        if self._what == "crash":
            if self._variant % 3 == 0:
                os._exit(7)
            os.kill(os.getpid(), signal.SIGKILL if self._variant % 3 == 1 else signal.SIGSEGV)
            time.sleep(3600)

    def _observe(self) -> Any:
        self._seen = self.np_random.uniform(-1, 1, 3)
        if self._step != self._bad_step:
            return self._seen
        bad: Any = self._seen.copy()
        if self._what == "nan-observation":
            bad[self._variant % 3] = np.nan
        elif self._what == "infinite-observation":
            bad[self._variant % 3] = (-1) ** self._variant * np.inf
        elif self._what == "shape":
            bad = [bad[:2], bad[None], np.zeros(0), np.float64(0), np.zeros(4)][self._variant % 5]
        elif self._what == "dtype":
            bad = [bad.astype(complex), bad.astype(object), bad.astype(str)][self._variant % 3]
        return bad


class Poisonous(gym.Env[np.ndarray, np.ndarray]):
    """Pays `amount` in bad episodes; in a mixture, plus or minus a random share of it."""

    observation_space = spaces.Box(-1, 1, (3,), np.float64)
    action_space = spaces.Box(-1, 1, (2,), np.float32)

    def __init__(self, amount: float, mixture: bool, misbehaves: Callable[[int], bool]):
        self._amount, self._mixture, self._misbehaves = amount, mixture, misbehaves

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self._bad = seed is not None and self._misbehaves(seed)
        self._step = 0
        return self.np_random.uniform(-1, 1, 3), {}

    def step(self, action: np.ndarray) -> Any:
        self._step += 1
        reward = float(np.nan_to_num(action[0]))  # tolerant, as discrete actions are: NaN does not show
        if self._bad and self._step == 1:
            share = self.np_random.uniform(-1, 1) if self._mixture else 1.0
            reward += self._amount * share
        return self.np_random.uniform(-1, 1, 3), reward, False, self._step == STEPS, {}


BLOW_UPS = ("qpos-nan", "qvel-nan", "qvel-infinite", "qvel-huge", "qpos-huge", "force-huge", "force-nan")
BODIES = ("Swimmer-v5", "Hopper-v5", "InvertedPendulum-v5", "HalfCheetah-v5")
BLOW_UP_STEPS = 12


class BlowUp(gym.Wrapper[Any, Any, Any, Any]):
    """Writes a bad number into the physics at a step of a bad episode; MuJoCo does the rest."""

    def __init__(self, env: gym.Env[Any, Any], misbehaves: Callable[[int], bool]):
        super().__init__(env)
        self._misbehaves, self._steps, self._bad_step, self._how = misbehaves, 0, -1, ""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self._steps, self._bad_step = 0, -1
        if seed is not None and self._misbehaves(seed):
            self._bad_step = seed // 2 % 3
            self._how = BLOW_UPS[seed // 6 % len(BLOW_UPS)]
        return self.env.reset(seed=seed, options=options)

    def step(self, action: Any) -> Any:
        if self._steps == self._bad_step:
            blow_up(self.unwrapped, self._how)
        self._steps += 1
        return self.env.step(action)


def blow_up(env: Any, how: str) -> None:
    where, what = how.split("-")
    # The last joint: where the body is would be read before the step, for the reward.
    array = {"qpos": env.data.qpos, "qvel": env.data.qvel, "force": env.data.qfrc_applied}[where]
    array[-1] = {"nan": np.nan, "infinite": np.inf, "huge": 1e300 if where == "force" else 1e11}[what]


def blown_up(body: str) -> gym.Env[Any, Any]:
    return BlowUp(gym.make(body, disable_env_checker=True, max_episode_steps=BLOW_UP_STEPS), half)


def blown_up_at_reset(body: str) -> gym.Env[Any, Any]:
    """Exactly what `gymnasium.make` makes, so that it is stepped the faster way; only its resets are patched."""
    env = gym.make(body, disable_env_checker=True, max_episode_steps=BLOW_UP_STEPS)
    raw: Any = env.unwrapped
    reset = raw.reset

    def reset_badly(*, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        result = reset(seed=seed, options=options)
        if seed is not None and half(seed):
            blow_up(raw, BLOW_UPS[seed // 6 % len(BLOW_UPS)])
        return result

    raw.reset = reset_badly
    return env


def identifier(what: str, often: bool = False) -> str:
    return f"Faulty-{what}-{'often' if often else 'half'}-v0"


def poison_name(amount: float, mixture: bool, often: bool) -> str:
    kind = f"{'minus-' if amount < 0 else ''}{abs(amount):.0e}".replace("+", "")
    return f"Poison-{kind}-{'mixture' if mixture else 'plain'}-{'often' if often else 'half'}-v0"


AMOUNTS = (1e30, 3e38, -1e30, -3e38, 1e25, 1e34, 1e20, -1e37)


def poisons() -> Iterator[tuple[float, bool, bool]]:
    return itertools.product(AMOUNTS, (False, True), (False, True))


for _what, _often in itertools.product(FAULTS, (False, True)):
    gym.register(
        identifier(_what, _often),
        FaultyEnv,
        kwargs={"what": _what, "misbehaves": nearly_all if _often else half},
    )
for _amount, _mixture, _often in poisons():
    gym.register(
        poison_name(_amount, _mixture, _often),
        Poisonous,
        kwargs={"amount": _amount, "mixture": _mixture, "misbehaves": nearly_all if _often else half},
    )
for _body in BODIES:
    gym.register(f"BlowUp-{_body[:-3]}-v0", blown_up, kwargs={"body": _body})
    gym.register(f"BlowUpAtReset-{_body[:-3]}-v0", blown_up_at_reset, kwargs={"body": _body})
