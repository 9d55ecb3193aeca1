"""The runs that the page may ask for: loaded, asked for policies, and loaded anew as training goes on.

All JAX runs in one thread. What waits for it is bounded, and of several turns of one slot only the newest
is carried out.
"""

from __future__ import annotations

import functools
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import jax
import numpy as np

from gogepo.dial.catalogue import Entry, RecordTail, find_runs, is_locked, newest_checkpoint
from gogepo.dial.players import SLOTS, Players, PlayJob, Slot, finite
from gogepo.dial.policy_map import ArchiveMap, draw_map, fingerprint, rounded
from gogepo.inputs import InputError, parse_command
from gogepo.methods import Method
from gogepo.policy import Policy

EPISODES = 5
SWEEP_COMMANDS, SWEEP_EPISODES = 15, 2
MOST_LOADED = 2
MOST_CURVES = 16
MOST_WAITING = 16
REST = 50.0
"""After a load no other follows for so many times what it took: 2 % of one core at most."""
FIRST_REST, LEAST_REST = 10.0, 5.0
"""Seconds. The first load compiles as well and says little about the next."""
LIST_SECONDS = 2.0

Key = tuple[str, int]
"""The name of a run, and a seed of it."""
Result = TypeVar("Result")


class Superseded(Exception):
    """A newer turn of the same slot has come meanwhile."""


class Busy(Exception):
    """As much is waiting already as may."""


@dataclass
class OpenRun:
    """One seed of a run, at one checkpoint."""

    entry: Entry
    model: Method
    checkpoint: str
    map: ArchiveMap | None = None

    @staticmethod
    def load(entry: Entry, seed: int, device: Any) -> OpenRun:
        checkpoint = newest_checkpoint(entry.member(seed))["checkpoint"]  # a later one is loaded later
        model = Method.load(entry.directory.path, device=device, seed=seed)
        opened = OpenRun(entry, model, checkpoint or "")
        if model.config.algorithm.writes_policies:
            with jax.default_device(model.experiment.device):
                opened.map = draw_map(model.progress.state, opened.dial_range)
        return opened

    @property
    def learned(self) -> tuple[float, float] | None:
        """Lowest and highest return that commands were learned from, if any were."""
        commandable, state = self.model.config.algorithm.commandable, self.model.progress.state
        return self.model.learned_range if commandable and state.episodes else None

    @property
    def dial_range(self) -> tuple[float, float]:
        """The task's return range, and what was learned beyond it."""
        low, high = self.model.config.known_return_range
        least, most = self.learned or (low, high)
        return min(low, least), max(high, most)

    def as_json(self) -> dict[str, Any]:
        config, learned, drawn = self.model.config, self.learned, self.map
        return {
            "name": self.entry.name,
            "env": config.env,
            "method": config.algorithm_name,
            "seed": config.seed,
            "seeds": list(self.entry.config.all_seeds),
            "commandable": config.algorithm.commandable,
            "return_range": list(self.dial_range),
            "learned": None if learned is None else rounded(learned),
            "best_return": rounded(self.model.best_return),
            "survival_bonus": config.survival_bonus,
            "checkpoint": self.checkpoint,
            "weights": self.model.experiment.shape.weights_size,
            "map": None if drawn is None else drawn.as_json(),
            "commands": None if drawn is None else rounded(drawn.commands),
            "predicted": None if drawn is None else rounded(drawn.predicted),
        }

    def archived(self, episode: int) -> tuple[Policy, float]:
        """A policy as it was played in training, with the normaliser of that time, and the return it got."""
        model = self.model
        archive = model.progress.state.memory
        if not model.config.algorithm.keeps_policies or episode not in archive.played:
            raise InputError(f"the archive holds no policy of episode {episode}")
        policy = Policy.of(model.generate().interface, archive.request(episode), model.config.env)
        return policy, float(archive.read([episode])[1][0])

    def place(self, policy: Policy) -> list[float] | None:
        """Where a policy lies on the map."""
        if self.map is None:
            return None
        with jax.default_device(self.model.experiment.device):
            evaluator = self.model.progress.state.learner.evaluator.network()
            return rounded(self.map.plane.place(fingerprint(evaluator, policy.weights[None]))[0])

    def python(self, policy: Policy | None) -> str:
        """The lines that make a generated policy, or load one that cannot be made again."""
        if policy is None:
            imported, made = "Policy", 'Policy.load("policy.safetensors")  # download it here'
        else:
            imported = type(self.model).__name__
            seed = f", seed={self.model.config.seed}" if self.entry.config.seeds > 1 else ""
            command = repr(policy.command) if math.isfinite(policy.command) else ""
            made = (
                f'{imported}.load({str(self.entry.directory.path)!r}, device="cpu"{seed}).generate({command})'
            )
        lines = (f"from gogepo import {imported}", "", f"policy = {made}")
        return "\n".join([*lines, "action, _ = policy.predict(observation)"])


class Session:
    """The runs at a path, and everything that the page may ask of them."""

    def __init__(self, path: Path, device: Any = "cpu"):
        self._path, self._device = path, device
        self._entries, self._listed = find_runs(path), time.monotonic()
        self._thread = ThreadPoolExecutor(1, "session")
        self._loaded: OrderedDict[Key, OpenRun] = OrderedDict()
        self._refreshing: set[Key] = set()
        self._problems: dict[Key, str] = {}
        self._due: dict[Key, float] = {}
        """When a run may be loaded anew, or tried again if it could not be."""
        self._tail = functools.lru_cache(MOST_CURVES)(RecordTail)
        self._newest_turn: dict[Slot, int] = dict.fromkeys(SLOTS, 0)
        self._room = threading.Semaphore(MOST_WAITING)
        self._lock = threading.RLock()
        self.players = Players()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self.players.close()

    def runs(self) -> list[dict[str, Any]]:
        """The list of runs; a directory is looked through again every few seconds."""
        with self._lock:
            if time.monotonic() - self._listed > LIST_SECONDS:
                self._entries, self._listed = find_runs(self._path), time.monotonic()
            entries = list(self._entries.values())
        return [entry.summary() for entry in entries]

    def entry(self, name: str) -> Entry:
        """A run by its name, which is looked up and never made a path of."""
        with self._lock:
            found = self._entries.get(name)
        if found is None:
            raise InputError("there is no such run here")
        return found

    def open(self, name: str, seed: int) -> Future[dict[str, Any]]:
        """All about one seed of a run, which is loaded if it is not yet."""
        return self._later(lambda: self._open((name, seed)).as_json())

    def state(self, name: str, seed: int) -> dict[str, Any]:
        """How far the run is; a newer checkpoint is loaded by and by."""
        entry, key = self.entry(name), (name, seed)
        member = entry.member(seed)
        newest = newest_checkpoint(member)
        with self._lock:
            loaded = self._loaded[key].checkpoint if key in self._loaded else None
            stale = newest["checkpoint"] not in (None, loaded)
            rested = time.monotonic() >= self._due.get(key, 0.0)
            if stale and rested and key not in self._refreshing:
                self._refreshing.add(key)
                self._thread.submit(self._refresh, key)
            problem = self._problems.get(key)
        return {
            **newest,
            "loaded": loaded,
            "problem": problem,
            "budget": entry.config.env_steps,
            "training": is_locked(member.path / "lock"),
        }

    def curve(self, name: str, seed: int) -> dict[str, Any]:
        """Returns over steps, of episodes and of evaluations."""
        run = self.entry(name).member(seed)
        return {
            "episodes": self._tail(run.metrics).follow(),
            "evaluations": self._tail(run.evaluations).follow(),
        }

    def turn(
        self, name: str, seed: int, slot: Slot, command: float | None, archived: int | None
    ) -> Future[PlayJob]:
        """A policy for a command, or one from the archive, and episodes of it."""
        if command is not None:
            command = parse_command(command)
        with self._lock:  # a turn that is refused supersedes nothing
            number = self._newest_turn[slot] + 1
            begun = self._later(lambda: self._turn((name, seed), slot, command, archived, number))
            self._newest_turn[slot] = number
        return begun

    def sweep(self, name: str, seed: int) -> Future[PlayJob]:
        """The whole dial, a few commands and episodes."""
        return self._later(lambda: self._sweep((name, seed)))

    def _later(self, work: Callable[[], Result]) -> Future[Result]:
        if not self._room.acquire(blocking=False):
            raise Busy
        begun = self._thread.submit(work)
        begun.add_done_callback(lambda _: self._room.release())  # also if whoever asked has given up
        return begun

    # What follows runs in the session's thread alone.

    def _open(self, key: Key) -> OpenRun:
        with self._lock:
            loaded = self._loaded.get(key)
            if loaded is not None:
                self._loaded.move_to_end(key)
                return loaded
        loaded = self._load(key)
        with self._lock:
            self._due[key] = time.monotonic() + FIRST_REST
        return loaded

    def _load(self, key: Key) -> OpenRun:
        name, seed = key
        loaded = OpenRun.load(self.entry(name), seed, self._device)
        self.players.warm_up("left", loaded.model.config)
        with self._lock:
            self._loaded[key] = loaded
            self._problems.pop(key, None)
            dropped = [self._loaded.popitem(last=False)[1] for _ in range(len(self._loaded) - MOST_LOADED)]
        for each in dropped:
            each.model.close()
        return loaded

    def _refresh(self, key: Key) -> None:
        began = time.monotonic()
        try:
            with self._lock:
                old = self._loaded.pop(key, None)
            if old is not None:  # first: an archive may be too large to lie in memory twice
                old.model.close()
                del old
            self._load(key)
        except InputError as error:  # for one, a damaged checkpoint
            with self._lock:
                self._problems[key] = str(error)
        finally:
            now = time.monotonic()
            with self._lock:
                self._due[key] = now + max(LEAST_REST, REST * (now - began))
                self._refreshing.discard(key)

    def _turn(
        self, key: Key, slot: Slot, command: float | None, archived: int | None, number: int
    ) -> PlayJob:
        with self._lock:
            if number != self._newest_turn[slot]:
                raise Superseded
        run = self._open(key)
        told: dict[str, Any] = {"archived": archived, "checkpoint": run.checkpoint}
        if archived is None:
            policy = run.model.generate(command)
            told["python"] = run.python(policy)
        else:
            policy, told["archived_return"] = run.archived(archived)
            told["python"] = run.python(None)
        told |= {"command": finite(policy.command), "predicted": finite(run.model.predict_return(policy))}
        told["place"] = run.place(policy)
        return self.players.play(slot, run.model.config, [policy], EPISODES, told)

    def _sweep(self, key: Key) -> PlayJob:
        run = self._open(key)
        if not run.model.config.algorithm.commandable:
            raise InputError("this method learns one policy and obeys no command")
        commands = np.linspace(*run.dial_range, SWEEP_COMMANDS)
        policies = [run.model.generate(float(command)) for command in commands]
        told = {"checkpoint": run.checkpoint}
        return self.players.play("sweep", run.model.config, policies, SWEEP_EPISODES, told)
