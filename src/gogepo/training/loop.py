"""The one loop: ask, play, tell, and evaluate when due. It writes nothing and prints nothing.

It runs one seed or a population. No member waits for the longest episode: those whose episode is over
learn, in groups, while the others play, and evaluations are played beside training.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import NamedTuple

import jax
import numpy as np

from gogepo.algorithms.protocol import State, Told, init
from gogepo.engines import Done, Engine, Job, Outcome
from gogepo.envs.rollout import EpisodeFault, Request
from gogepo.seeding import reset_seed
from gogepo.training.evaluation import Evaluation, evaluation_job
from gogepo.training.experiment import Experiment
from gogepo.training.learners import Rollouts, make_learners

MOMENT = 0.005  # seconds for which a round waits for members that have none to make


@dataclass(frozen=True)
class EpisodeEvent:
    """One episode played and learned from. Field names are those in metrics.jsonl (docs/metrics.md)."""

    episode: int
    env_steps: int
    command: float
    env_return: float
    training_return: float
    best_return: float
    episode_steps: int
    terminated: bool
    seed: int
    attempt: int
    skipped_updates: int
    """Skipped since the episode before."""
    metrics: dict[str, float]
    """What the method reports of its last updates."""


@dataclass(frozen=True)
class EvaluationEvent:
    """The policy for the best return so far, evaluated without noise."""

    episode: int
    env_steps: int
    command: float
    env_return: float
    training_return: float
    env_returns: list[float]
    training_returns: list[float]
    faults: int


@dataclass(frozen=True)
class FaultEvent:
    """An episode that was dropped because the environment misbehaved."""

    attempt: int
    env_steps: int
    seed: int
    kind: str
    detail: str
    episode_steps: int


Event = EpisodeEvent | EvaluationEvent | FaultEvent


class DueEvaluation(NamedTuple):
    """An evaluation that has come due and is not finished; training continues meanwhile."""

    request: Request
    episode: int
    env_steps: int


@dataclass
class Progress:
    """Where a run stands: with its config, all that is saved."""

    state: State
    env_steps: int = 0
    last_evaluated: int = 0
    """The env_steps at which an evaluation last came due."""
    faults: int = 0
    consecutive_faults: int = 0
    skipped_updates: int = 0
    unreported_skips: int = 0
    """Those since the last episode that ended."""
    consecutive_skips: int = 0
    """Those in consecutive rounds, up to the last one."""
    due_evaluation: DueEvaluation | None = None


def _known(outcomes: Sequence[Outcome | None]) -> list[Outcome]:
    """The outcomes of rollouts that are all over."""
    return [outcome for outcome in outcomes if outcome is not None]


class MemberEvent(NamedTuple):
    """Something that happened to one seed of a population."""

    member: int
    event: Event


@dataclass
class _Asked:
    """A member's rollouts under way, with the state that asked for them."""

    member: int
    state: State
    requests: list[Request]
    seeds: list[int]
    outcomes: list[Outcome | None]

    @property
    def over(self) -> bool:
        return all(outcome is not None for outcome in self.outcomes)


class _Part(NamedTuple):
    """A job under way: one of the rollouts that a member asked for."""

    asked: _Asked
    position: int


class Trainer:
    """Plays algorithm 1 for one experiment, or for several that differ in their seed.

    A member's progress is always the one after the last rollouts that it was told of. It may be saved, and a
    run that resumes from it continues as if it had never stopped.
    """

    def __init__(
        self,
        experiments: Sequence[Experiment],
        engine: Engine,
        progress: Sequence[Progress | None] | None = None,
        deterministic: bool = False,
    ):
        self.experiments, self.engine = experiments, engine
        self._device = experiments[0].device
        with jax.default_device(self._device):
            before = progress or [None] * len(experiments)
            self._progress = [
                known or Progress(init(experiment.algorithm))
                for experiment, known in zip(experiments, before, strict=True)
            ]
            algorithms = [experiment.algorithm for experiment in experiments]
            states = [each.state for each in self._progress]
            self._learners, states = make_learners(
                algorithms, states, self._device, deterministic, experiments[0].most_episodes
            )
        for each, state in zip(self._progress, states, strict=True):
            each.state = state
        self.dropped: dict[int, dict[int, Request]] = {}
        """By member and attempt: the dropped policies of its newest group of rollouts."""
        self._retired: set[int] = set()
        self._unplayed: deque[Done] = deque()
        self._learning: list[_Asked] = []
        """Members' rollouts that are over and whose round was put off."""
        self._untold: list[MemberEvent] = []
        self.broken: set[int] = set()
        """Members whose round was broken off: it has used their state up, and there is nothing to save."""

    def counters(self, member: int = 0) -> Progress:
        """How far a member is; its networks may be elsewhere."""
        return self._progress[member]

    def progress(self, member: int = 0) -> Progress:
        """All that is saved of a member."""
        progress = self._progress[member]
        progress_state = self._learners.whole(member, progress.state)
        return replace(progress, state=progress_state) if progress_state is not progress.state else progress

    def take(self) -> list[MemberEvent]:
        """What has happened and was not yielded, as progress has it already: an exception came in between."""
        events, self._untold = self._untold, []
        return events

    def retire(self, member: int) -> None:
        """Stop asking for a member, and do not learn from what it is playing."""
        self._retired.add(member)

    def events(
        self, env_steps: int, update: Callable[[], AbstractContextManager[None]] = nullcontext
    ) -> Iterator[list[MemberEvent]]:
        """Train until every member has played `env_steps` steps in all (D17), and evaluate when due.

        Events come in the groups in which they happened. A group is empty when only parts of episodes were
        played. After each group all progress may be saved. Whatever changes progress is done within an
        `update`.
        """
        under_way: dict[Job, _Part | int] = {}
        idle = list(range(len(self.experiments)))
        try:
            for member in idle:
                self._submit_evaluation(member, under_way)
            news = False  # true also for parts of episodes, which have no event
            while True:
                # Submit the next episodes before the caller writes about the last ones.
                with jax.default_device(self._device), update():
                    idle = self._ask(idle, env_steps, under_way)
                if news:
                    yield self.take()
                if not (under_way or self._learning) or len(self._retired) == len(self.experiments):
                    return
                with jax.default_device(self._device):
                    # Collect everything first: if waiting is given up, no progress must have changed.
                    finished = list(self._finished())
                    with update():
                        idle_again = self._hear(finished, under_way)
                news = bool(self._untold or idle_again)
                idle += idle_again
        finally:
            self._unplayed.clear()
            self._learning.clear()
            self.engine.cancel()

    def _ask(self, idle: list[int], env_steps: int, under_way: dict[Job, _Part | int]) -> list[int]:
        """Send idle members to play, or to be evaluated; return those that must wait or are done."""
        asking, waiting = [], []
        for member in idle:
            progress = self._progress[member]
            if self._evaluation_due(member, env_steps) and progress.due_evaluation is None:
                request = self._learners.policy(member, progress.state)
                progress.due_evaluation = DueEvaluation(request, progress.state.episodes, progress.env_steps)
                progress.last_evaluated = progress.env_steps
                self._submit_evaluation(member, under_way)
            blocked = self._evaluation_due(member, env_steps)  # while the one before is still being played
            if blocked or progress.env_steps >= env_steps or member in self._retired:
                waiting.append(member)
            else:
                asking.append((member, progress.state))
        asked = self._learners.ask(asking) if asking else []
        for (member, _), (state, requests) in zip(asking, asked, strict=True):
            run_seed = self.experiments[member].config.seed
            seeds = [reset_seed(run_seed, "episode", request.index) for request in requests]
            group = _Asked(member, state, requests, seeds, [None] * len(requests))
            for position, (request, seed) in enumerate(zip(requests, seeds, strict=True)):
                job = Job(request, (seed,))
                under_way[job] = _Part(group, position)
                self._play(job)
        return waiting

    def _play(self, job: Job) -> None:
        if np.isfinite(job.request.weights).all():
            self.engine.submit(job)
        else:
            fault = EpisodeFault("weights", "a policy was written whose weights are not finite", 0)
            self._unplayed.append(Done(job, [fault for _ in job.seeds]))

    def _evaluation_due(self, member: int, env_steps: int) -> bool:
        """Whether training has passed a multiple of the interval, or has ended, since the last one (D16)."""
        progress, interval = self._progress[member], self.experiments[member].config.evaluate_every
        assert interval is not None  # filled in when the experiment was built
        if progress.state.episodes == 0 or progress.env_steps == progress.last_evaluated:
            return False
        passed = progress.env_steps // interval > progress.last_evaluated // interval
        return passed or progress.env_steps >= env_steps

    def _submit_evaluation(self, member: int, under_way: dict[Job, _Part | int]) -> None:
        due, config = self._progress[member].due_evaluation, self.experiments[member].config
        if due is not None:
            first = due.episode * config.evaluation_episodes
            job = evaluation_job(due.request, config.seed, "evaluation", first, config.evaluation_episodes)
            under_way[job] = member
            self._play(job)

    def _hear(self, finished: list[Done], under_way: dict[Job, _Part | int]) -> list[int]:
        """Learn from all that is over; return the members that are now idle.

        A member with no round to make continues at once: one whose episodes last three steps would otherwise
        wait for the others' rounds after each. And only as many members learn as can at once, so that these
        play again while the others learn.
        """
        ready = [asked for asked in self._learning if asked.member not in self._retired]
        self._learning = []
        for done in finished:
            part = under_way.pop(done.job)
            if isinstance(part, int):
                if part not in self._retired:
                    self._untold.append(MemberEvent(part, self._evaluated(part, done.outcomes)))
                continue
            asked, position = part
            (asked.outcomes[position],) = done.outcomes
            if asked.over and asked.member not in self._retired:
                ready.append(asked)
        quick = [asked for asked in ready if not self._learns(asked)]
        most = self._learners.at_once
        if quick and len(quick) < len(ready):
            self._learning, ready = [asked for asked in ready if self._learns(asked)], quick
        elif not quick and len(ready) < most and finished and self._company(under_way):
            self._learning, ready = ready, []
        elif not quick:
            ready, self._learning = ready[:most], ready[most:]
        plays = [Rollouts(each.member, each.state, each.requests, _known(each.outcomes)) for each in ready]
        self.broken = {asked.member for asked in ready}
        for asked, told in zip(ready, self._learners.tell(plays) if plays else [], strict=True):
            self._untold += [MemberEvent(asked.member, event) for event in self._told(asked, told)]
        self.broken = set()
        return [asked.member for asked in ready]

    def _company(self, under_way: dict[Job, _Part | int]) -> bool:
        """Whether a member is playing that may soon learn beside those that are ready."""
        return not self._learners.patience and any(isinstance(part, _Part) for part in under_way.values())

    def _learns(self, asked: _Asked) -> bool:
        return self.experiments[asked.member].algorithm.learns(asked.state, _known(asked.outcomes))

    def _finished(self) -> Iterator[Done]:
        """The jobs that are over, at least one, and those that are over soon after it."""
        wait = None
        if self._learning:  # rounds were put off
            wait = 0.0 if len(self._learning) >= self._learners.at_once else MOMENT
        done = self.engine.collect(wait=0.0 if self._unplayed else wait)
        while self._unplayed:
            yield self._unplayed.popleft()
        deadline = time.monotonic() + self._learners.patience
        while done is not None:
            yield done
            done = self.engine.collect(wait=max(0.0, deadline - time.monotonic()))

    def _told(self, asked: _Asked, told: Told) -> Iterator[Event]:
        """Bring a member's progress up to date; yield an event for each rollout that ended or failed."""
        progress = self._progress[asked.member]
        finished = dict(told.finished)
        dropped = self.dropped[asked.member] = {}
        skipped = told.metrics.get("skipped_updates")
        if skipped is not None:  # there was a round
            progress.skipped_updates += int(skipped)
            progress.unreported_skips += int(skipped)
            progress.consecutive_skips = progress.consecutive_skips + int(skipped) if skipped else 0
        metrics = {name: float(value) for name, value in told.metrics.items() if name != "skipped_updates"}
        number, best_return = progress.state.episodes, progress.state.best_return
        progress.state = told.state
        last = max(finished, default=None)
        events: list[Event] = []
        for position, (request, outcome) in enumerate(
            zip(asked.requests, _known(asked.outcomes), strict=True)
        ):
            progress.env_steps += outcome.env_steps
            if isinstance(outcome, EpisodeFault):
                dropped[request.index] = request
                progress.faults += 1
                progress.consecutive_faults += 1
                progress.consecutive_skips = 0
                seed = asked.seeds[position]
                steps = progress.env_steps
                events.append(
                    FaultEvent(request.index, steps, seed, outcome.kind, outcome.detail, outcome.env_steps)
                )
                continue
            if position not in finished:
                continue
            progress.consecutive_faults = 0
            episode = finished[position]
            number += 1
            best_return = min(max(best_return, episode.training_return), told.state.best_return)
            events.append(
                EpisodeEvent(
                    episode=number,
                    env_steps=progress.env_steps,
                    command=request.command,
                    env_return=episode.env_return,
                    training_return=episode.training_return,
                    best_return=best_return,
                    episode_steps=episode.env_steps,
                    terminated=episode.terminated,
                    seed=asked.seeds[position],
                    attempt=request.index,
                    skipped_updates=progress.unreported_skips if position == last else 0,
                    metrics=metrics,
                )
            )
        if finished:
            progress.unreported_skips = 0
        yield from events

    def _evaluated(self, member: int, outcomes: list[Outcome]) -> EvaluationEvent:
        progress = self._progress[member]
        due = progress.due_evaluation
        assert due is not None  # it was submitted
        progress.due_evaluation = None
        result = Evaluation.of(due.request.command, outcomes)
        return EvaluationEvent(
            episode=due.episode,
            env_steps=due.env_steps,
            command=result.command,
            env_return=result.env_return,
            training_return=result.training_return,
            env_returns=result.env_returns,
            training_returns=result.training_returns,
            faults=result.faults,
        )
