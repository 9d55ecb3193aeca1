"""Trained runs at work: networks are loaded, asked for policies, and loaded anew when training has gone on.

All JAX runs in one thread. What waits for it is bounded, and of several turns of one side only the
newest is carried out.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import jax
import numpy as np

from gogepo.dial.catalogue import Entry, RecordTail, find_runs, is_locked, newest_checkpoint
from gogepo.dial.players import SLOTS, Job, Show, Slot, Troupe
from gogepo.dial.policy_map import PolicyMap, draw_map, fingerprint, rounded
from gogepo.inputs import InputError, parse_command
from gogepo.memory.archive import Archive
from gogepo.methods import Method
from gogepo.policy import Policy

EPISODES = 5
SWEEP_COMMANDS, SWEEP_EPISODES = 15, 2
MOST_LOADED = 2
MOST_WAITING = 16
REST = 50.0
"""After a load no other follows for this many times what it took: 2 % of one core at most."""
FIRST_REST, LEAST_REST = 10.0, 5.0
"""Seconds. The first load compiles as well and says little about the next."""
LIST_SECONDS = 2.0

Result = TypeVar("Result")


class Superseded(Exception):
    """A newer turn of the same side has come meanwhile."""


class Busy(Exception):
    """More is waiting already than may."""


@dataclass
class Loaded:
    """One seed of a run, at one checkpoint."""

    entry: Entry
    model: Method
    checkpoint: str
    map: PolicyMap | None
    show: Show

    def as_json(self) -> dict[str, Any]:
        config = self.model.config
        commandable = self.model.config.algorithm.commandable
        learned = self.model.learned_range if commandable and self.model.progress.state.episodes else None
        return {
            "name": self.entry.name,
            "env": config.env,
            "method": config.algorithm_name,
            "seed": config.seed,
            "seeds": list(self.entry.config.all_seeds),
            "commandable": commandable,
            "return_range": list(dial_range(self.model)),
            "learned": None if learned is None else [rounded(value) for value in learned],
            "best_return": rounded(self.model.best_return),
            "survival_bonus": config.survival_bonus,
            "checkpoint": self.checkpoint,
            "weights": self.model.experiment.shape.weights_size,
            "map": None if self.map is None else self.map.as_json(),
            "commands": None if self.map is None else rounded(self.map.commands),
            "predicted": None if self.map is None else rounded(self.map.predicted),
        }


@dataclass
class _Tails:
    metrics: RecordTail
    evaluations: RecordTail
    lock: threading.Lock = field(default_factory=threading.Lock)


class Studio:
    """The runs at a path, and everything that the page may ask of them."""

    def __init__(self, path: Path, device: Any = "cpu"):
        self._path, self._device = path, device
        self._entries, self._listed = find_runs(path), time.monotonic()
        self._thread = ThreadPoolExecutor(1, "studio")
        self._loaded: OrderedDict[tuple[str, int], Loaded] = OrderedDict()
        self._refreshing: set[tuple[str, int]] = set()
        self._problems: dict[tuple[str, int], str] = {}
        self._due: dict[tuple[str, int], float] = {}
        """When a run may be loaded anew, or tried again if it could not be."""
        self._tails: OrderedDict[tuple[str, int], _Tails] = OrderedDict()
        self._newest_turn: dict[Slot, int] = dict.fromkeys(SLOTS, 0)
        self._waiting = 0
        self._lock = threading.RLock()
        self.troupe = Troupe()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self.troupe.close()

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
        """All about one seed of a run. It is loaded if it is not."""
        return self._later(lambda: self._open(name, seed).as_json())

    def state(self, name: str, seed: int) -> dict[str, Any]:
        """How far the run is; where it has gone on, it is loaded anew by and by."""
        entry = self.entry(name)
        newest = newest_checkpoint(entry.member(seed))
        key = (name, seed)
        with self._lock:
            loaded = self._loaded.get(key)
            problem = self._problems.get(key)
            stale = newest["checkpoint"] is not None and (
                loaded is None or loaded.checkpoint != newest["checkpoint"]
            )
            rested = time.monotonic() >= self._due.get(key, 0.0)
            if stale and rested and key not in self._refreshing:
                self._refreshing.add(key)
                self._thread.submit(self._refresh, key)
        return {
            **newest,
            "loaded": loaded.checkpoint if loaded else None,
            "problem": problem,
            "budget": entry.config.env_steps,
            "training": is_locked(entry.member(seed).path / "lock"),
        }

    def curve(self, name: str, seed: int) -> dict[str, Any]:
        """Returns over steps, of episodes and of evaluations."""
        run = self.entry(name).member(seed)
        with self._lock:
            tails = self._tails.setdefault(
                (name, seed), _Tails(RecordTail(run.metrics), RecordTail(run.evaluations))
            )
            while len(self._tails) > 8:
                self._tails.popitem(last=False)
        with tails.lock:
            tails.metrics.look()
            tails.evaluations.look()
            return {"episodes": tails.metrics.as_json(), "evaluations": tails.evaluations.as_json()}

    def turn(
        self, name: str, seed: int, slot: Slot, command: float | None, archived: int | None
    ) -> Future[Job]:
        """A policy for a command, or one from the archive, and episodes of it."""
        if command is not None:
            command = parse_command(command)
        with self._lock:  # a turn that is refused supersedes nothing
            number = self._newest_turn[slot] + 1
            begun = self._later(lambda: self._turn(name, seed, slot, command, archived, number))
            self._newest_turn[slot] = number
        return begun

    def sweep(self, name: str, seed: int) -> Future[Job]:
        """The whole dial, a few commands and episodes."""
        return self._later(lambda: self._sweep(name, seed))

    def _later(self, work: Callable[[], Result]) -> Future[Result]:
        with self._lock:
            if self._waiting >= MOST_WAITING:
                raise Busy
            self._waiting += 1

        def over(_: Any) -> None:
            with self._lock:
                self._waiting -= 1

        begun = self._thread.submit(work)
        begun.add_done_callback(over)  # also if whoever asked gave up before its turn came
        return begun

    # What follows runs in the studio's thread alone.

    def _open(self, name: str, seed: int) -> Loaded:
        with self._lock:
            loaded = self._loaded.get((name, seed))
            if loaded is not None:
                self._loaded.move_to_end((name, seed))
                return loaded
        loaded = self._load(name, seed)
        with self._lock:
            self._due[name, seed] = time.monotonic() + FIRST_REST
        return loaded

    def _load(self, name: str, seed: int) -> Loaded:
        entry = self.entry(name)
        run = entry.member(seed)
        checkpoint = newest_checkpoint(run)["checkpoint"]
        model = Method.load(entry.directory.path, device=self._device, seed=seed)
        with jax.default_device(model.experiment.device):
            state = model.progress.state
            drawn = draw_map(state, dial_range(model)) if _has_map(model) else None
        config = model.config
        show = Show(
            config.env,
            config.algorithm.network,
            config.survival_bonus or 0.0,
            config.seed,
        )
        self.troupe.warm_up("left", show)
        loaded = Loaded(entry, model, checkpoint or "", drawn, show)
        with self._lock:
            self._loaded[name, seed] = loaded
            self._problems.pop((name, seed), None)
            dropped = [self._loaded.popitem(last=False)[1] for _ in range(len(self._loaded) - MOST_LOADED)]
        for each in dropped:
            each.model.close()
        return loaded

    def _refresh(self, key: tuple[str, int]) -> None:
        began = time.monotonic()
        try:
            with self._lock:
                old = self._loaded.pop(key, None)
            if old is not None:  # first: an archive may be too large to lie in memory twice
                old.model.close()
                del old
            self._load(*key)
        except InputError as error:  # for one, a damaged checkpoint
            with self._lock:
                self._problems[key] = str(error)
        finally:
            now = time.monotonic()
            with self._lock:
                self._due[key] = now + max(LEAST_REST, REST * (now - began))
                self._refreshing.discard(key)

    def _turn(
        self, name: str, seed: int, slot: Slot, command: float | None, archived: int | None, number: int
    ) -> Job:
        with self._lock:
            newest = self._newest_turn[slot]
        if number != newest:
            raise Superseded
        loaded = self._open(name, seed)
        model = loaded.model
        policy = model.generate(command) if archived is None else _archived(loaded, archived)
        told: dict[str, Any] = {
            "command": _number(policy.command),
            "predicted": _number(model.predict_return(policy)),
            "archived": archived,
            "place": None,
            "checkpoint": loaded.checkpoint,
            "python": _python(loaded, policy, archived),
        }
        if loaded.map is not None:
            evaluator = model.progress.state.learner.evaluator.network()
            with jax.default_device(model.experiment.device):
                place = loaded.map.plane.place(fingerprint(evaluator, policy.weights[None]))
            told["place"] = rounded(place[0])
        if archived is not None:
            told["archived_return"] = _archived_return(loaded, archived)
        return self.troupe.play(slot, loaded.show, [policy], EPISODES, told)

    def _sweep(self, name: str, seed: int) -> Job:
        loaded = self._open(name, seed)
        if not loaded.model.config.algorithm.commandable:
            raise InputError("this method learns one policy and obeys no command")
        commands = np.linspace(*dial_range(loaded.model), SWEEP_COMMANDS)
        policies = [loaded.model.generate(float(command)) for command in commands]
        told = {"checkpoint": loaded.checkpoint}
        return self.troupe.play("sweep", loaded.show, policies, SWEEP_EPISODES, told)


def dial_range(model: Method) -> tuple[float, float]:
    """The task's return range, and what was learned beyond it."""
    low, high = model.config.known_return_range
    if not model.config.algorithm.commandable or not model.progress.state.episodes:
        return low, high
    least, most = model.learned_range
    return min(low, least), max(high, most)


def _has_map(model: Method) -> bool:
    return model.config.algorithm.writes_policies


def _archive(loaded: Loaded, episode: int) -> Archive:
    """The archive, if it holds the policy of an episode."""
    archive = loaded.model.progress.state.memory
    if not isinstance(archive, Archive) or episode not in archive.played:
        raise InputError(f"the archive holds no policy of episode {episode}")
    return archive


def _archived(loaded: Loaded, episode: int) -> Policy:
    """A policy as it was played in training, with the normaliser of that time."""
    request, model = _archive(loaded, episode).request(episode), loaded.model
    interface = model.generate().interface
    return Policy(interface, request.weights, request.normalizer, command=math.nan, env=model.config.env)


def _archived_return(loaded: Loaded, episode: int) -> float:
    return float(_archive(loaded, episode).read([episode])[1][0])


def _python(loaded: Loaded, policy: Policy, archived: int | None) -> str:
    """Lines that make the same policy."""
    if archived is not None:
        made = [
            "from gogepo import Policy",
            "",
            'policy = Policy.load("policy.safetensors")  # download it here',
        ]
    else:
        method = type(loaded.model).__name__
        path = loaded.entry.directory.path
        seed = f", seed={loaded.model.config.seed}" if loaded.entry.config.seeds > 1 else ""
        command = f"{policy.command!r}" if math.isfinite(policy.command) else ""
        load = f'{method}.load({str(path)!r}, device="cpu"{seed})'
        made = [f"from gogepo import {method}", "", f"policy = {load}.generate({command})"]
    return "\n".join([*made, "action, _ = policy.predict(observation)"])


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
