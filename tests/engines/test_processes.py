"""Episodes in worker processes: the same numbers, and a hang or crash costs one episode."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engines.comparing import (
    BONUS,
    MISBEHAVING,
    NETWORK,
    alive,
    all_gone,
    by_index,
    eventually,
    facts,
    interface_of,
    loads,
    misbehaving_importable,
    played,
    request_for,
    unequal_jobs,
)
from gogepo.engines import Job, play, play_all
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import ProcessEngine
from gogepo.envs.rollout import Episode, EpisodeFault, Exploration
from gogepo.envs.tasks import env_factory
from gogepo.inputs import InputError

STEP_SECONDS = 1.5
TOO_LONG = {"kind": "hang", "detail": "a step took longer than 1.5 s (--step-timeout)", "env_steps": 0}
EXITED = {
    "kind": "crash",
    "detail": "the environment's process ended with exit code 3",
    "env_steps": 0,
}


@pytest.fixture(scope="module", autouse=True)
def misbehaving() -> Iterator[None]:
    with misbehaving_importable():
        yield


def engine_of(name: str, workers: int, step_seconds: float = 60.0) -> ProcessEngine:
    return ProcessEngine(name, interface_of(name), BONUS, workers=workers, step_seconds=step_seconds)


@pytest.fixture(scope="module")
def engine(misbehaving: None) -> Iterator[ProcessEngine]:
    made = engine_of(MISBEHAVING, 1, STEP_SECONDS)
    yield made
    made.close()


@pytest.fixture
def three(misbehaving: None) -> Iterator[ProcessEngine]:
    made = engine_of(MISBEHAVING, 3)
    yield made
    made.close()


@pytest.fixture(scope="module")
def inline(misbehaving: None) -> InlineEngine:
    return InlineEngine(env_factory(MISBEHAVING), NETWORK, BONUS)


def test_three_workers_play_unequal_jobs_as_this_process_does_bit_for_bit():
    inline = InlineEngine(env_factory("CartPole-v1"), NETWORK, BONUS)
    jobs = unequal_jobs(inline.interface, 30)
    expected = played(inline, jobs)
    assert len({outcome["env_steps"] for outcomes in expected.values() for outcome in outcomes}) > 3
    several = engine_of("CartPole-v1", 3)
    try:
        for order in (jobs, jobs[::-1]):
            assert played(several, order) == expected
        assert len(several.pids) == 3
        assert not any(loads(pid, "jaxlib") for pid in several.pids)
    finally:
        several.close()


def test_the_parts_of_an_episode_are_played_by_one_worker_even_if_others_are_idle(monkeypatch):
    engine, players = engine_of("Pendulum-v1", 2), defaultdict(set)
    send = ProcessEngine._send

    def noted(self, to, task):
        players[task.job.seeds[0]].add(to.process.pid)
        send(self, to, task)

    monkeypatch.setattr(ProcessEngine, "_send", noted)
    seeds = range(5)
    actions = {seed: np.empty((0, 1), np.float32) for seed in seeds}
    whole = request_for(engine.interface)
    try:
        for _ in range(6):
            for seed in seeds:
                plan = Exploration(np.full(1, 0.1, np.float32), False, actions[seed], 20)
                engine.submit(Job(dataclasses.replace(whole, exploration=plan), (seed,)))
            while (done := engine.collect()) is not None:
                (part,) = done.outcomes
                assert isinstance(part, Episode)
                assert part.trajectory is not None
                seed = done.job.seeds[0]
                actions[seed] = np.concatenate([actions[seed], part.trajectory.actions])
    finally:
        engine.close()
    assert all(len(taken) == 120 for taken in actions.values())
    assert [len(players[seed]) for seed in seeds] == [1] * 5
    assert len(set.union(*players.values())) == 2


def test_collect_says_whether_there_is_anything_to_wait_for(engine):
    import misbehaving

    assert engine.collect() is None
    engine.submit(Job(request_for(engine.interface), (misbehaving.PATIENT,)))
    assert engine.collect(wait=0.0) is None
    assert engine.collect() is not None
    assert engine.collect() is None


def test_a_worker_killed_in_the_middle_of_a_job_costs_time_only(engine, inline):
    import misbehaving

    job = Job(request_for(engine.interface), (misbehaving.PATIENT + 3,))  # 0.4 s
    play(engine, job.request, 0)  # so that the worker is there
    (victim,) = engine.pids
    engine.submit(job)
    time.sleep(0.1)
    os.kill(victim, signal.SIGKILL)
    done = engine.collect()
    assert [facts(outcome) for outcome in done.outcomes] == played(inline, [job])[0]
    assert victim not in engine.pids


def test_episodes_in_lockstep_stay_together_however_often_their_worker_is_killed():
    """Alone they would round otherwise."""
    inline = InlineEngine(env_factory("Pendulum-v1"), NETWORK, BONUS)
    job = Job(request_for(inline.interface), tuple(range(100)))  # of 200 steps
    engine = engine_of("Pendulum-v1", 1)
    try:
        play(engine, job.request, 0)
        engine.submit(job)
        for _ in range(3):
            engine.collect(wait=0.0)
            assert eventually(lambda: engine.collect(wait=0.0) is None and ready(engine))
            (victim,) = engine.pids
            os.kill(victim, signal.SIGKILL)
            assert eventually(lambda victim=victim: not alive(victim))
        done = engine.collect()
    finally:
        engine.close()
    assert [facts(outcome) for outcome in done.outcomes] == played(inline, [job])[0]


def ready(engine: ProcessEngine) -> bool:
    """Whether all workers that live have begun to play."""
    return all(each.ready for each in engine._workers.values())


@pytest.mark.parametrize("seed", range(3))
def test_random_kills_cost_time_only(three, inline, seed):
    """E1. A job may lose its worker once; one in which it is lost twice counts as the environment's doing."""
    import misbehaving

    jobs = unequal_jobs(inline.interface, 24, first_seed=misbehaving.PATIENT)
    draws = random.Random(seed)
    killed = []

    def kill_now_and_then(count: int) -> None:
        if count % 4 == 0:
            victim = draws.choice([pid for pid in three.pids if pid not in killed])
            killed.append(victim)
            os.kill(victim, signal.SIGKILL)

    for job in jobs:
        three.submit(job)
    assert by_index(three, kill_now_and_then) == played(inline, jobs)
    assert len(killed) == 6


def test_workers_killed_while_idle_are_nobodys_fault(three, inline):
    jobs = [Job(request_for(three.interface, index), (index,)) for index in range(6)]
    played(three, jobs)
    for pid in three.pids:
        os.kill(pid, signal.SIGKILL)
    assert all_gone(three.pids)
    assert played(three, jobs) == played(inline, jobs)


@pytest.mark.parametrize(
    ("what", "kind", "says"),
    [
        ("HANG", "hang", TOO_LONG["detail"]),
        ("HANG_IN_RESET", "hang", TOO_LONG["detail"]),
        ("FREEZE", "hang", TOO_LONG["detail"]),
        ("EXIT", "crash", EXITED["detail"]),
        ("KILL", "crash", "the environment's process ended with signal 9"),
        ("SEGFAULT", "crash", "the environment's process ended with signal 11"),
    ],
)
def test_a_hang_or_crash_costs_one_episode_and_the_next_one_plays(engine, inline, what, kind, says):
    import misbehaving

    request = request_for(engine.interface)
    with pytest.raises(EpisodeFault) as fault:
        play(engine, request, seed=getattr(misbehaving, what))
    # No steps: what a resumed run would count as well.
    assert facts(fault.value) == {"kind": kind, "detail": says, "env_steps": 0}
    assert facts(play(engine, request, seed=7)) == facts(inline.play(request, seed=7))


def test_an_episode_that_takes_its_worker_with_it_once_is_played_again(tmp_path, monkeypatch):
    import misbehaving

    monkeypatch.setenv(misbehaving.MARKER, str(tmp_path / "marker"))
    engine = engine_of(MISBEHAVING, 1)  # a worker of the module's engine would not see the variable
    try:
        assert play(engine, request_for(engine.interface), misbehaving.EXIT_ONCE).env_steps == 8
    finally:
        engine.close()
    assert (tmp_path / "marker").exists()


def test_of_several_seeds_only_those_that_crash_or_hang_are_lost(engine, inline):
    import misbehaving

    request = request_for(engine.interface)
    outcomes = play_all(engine, request, (5, misbehaving.EXIT, 6, misbehaving.HANG, 7))
    five, six, seven = (facts(inline.play(request, seed)) for seed in (5, 6, 7))
    assert [facts(outcome) for outcome in outcomes] == [five, EXITED, six, TOO_LONG, seven]


def test_a_hang_holds_up_no_other_worker():
    import misbehaving

    engine = engine_of(MISBEHAVING, 2, step_seconds=3.0)
    try:
        hung = Job(request_for(engine.interface, 0), (misbehaving.HANG,))
        others = [Job(request_for(engine.interface, index), (index,)) for index in range(1, 9)]
        order = list(played(engine, [hung, *others]))
        assert order[-1] == 0
    finally:
        engine.close()


def test_who_was_not_listened_to_has_not_hung(engine, inline):
    """The parent may be away for long, as when it compiles; what it then reads first is old."""
    import misbehaving

    request = request_for(engine.interface)
    play(engine, request, 0)
    engine.submit(Job(request, (misbehaving.SLOW,)))  # 3.2 s in steps of 0.4 s
    deadline = time.monotonic() + 0.7
    while time.monotonic() < deadline:
        assert engine.collect(wait=0.0) is None
        time.sleep(0.05)
    time.sleep(STEP_SECONDS + 2.5)
    (outcome,) = engine.collect().outcomes
    assert facts(outcome)["env_steps"] == 8


def test_a_fault_inside_the_worker_is_told_as_it_was(engine):
    import misbehaving

    with pytest.raises(EpisodeFault) as fault:
        play(engine, request_for(engine.interface), seed=misbehaving.RAISE)
    assert facts(fault.value) == {
        "kind": "exception",
        "detail": "RuntimeError: not well",
        "env_steps": 2,
    }


def test_a_slow_episode_whose_steps_are_in_time_is_no_hang(engine):
    import misbehaving

    assert play(engine, request_for(engine.interface), seed=misbehaving.SLOW).env_steps == 8  # 3.2 s


def test_a_whole_episode_at_once_that_takes_longer_than_a_step_may_is_no_hang(misbehaving: None):
    from misbehaving import LONG_STEPS

    engine = engine_of("misbehaving:LongSwimmer-v0", 1, STEP_SECONDS)
    assert play(engine, request_for(engine.interface), seed=1).env_steps == LONG_STEPS
    engine.close()


def test_a_worker_that_cannot_make_its_environment_is_refused():
    engine = ProcessEngine(
        "NoSuchEnvironment-v0", interface_of("CartPole-v1"), 0.0, workers=2, step_seconds=60.0
    )
    with pytest.raises(InputError, match="unknown environment 'NoSuchEnvironment-v0'"):
        play(engine, request_for(engine.interface), seed=0)
    engine.close()


def test_closing_ends_all_workers_at_once_also_busy_ones():
    import misbehaving

    engine = engine_of(MISBEHAVING, 3)
    request = request_for(engine.interface)
    played(engine, unequal_jobs(engine.interface, 6))
    for seed in (misbehaving.HANG, misbehaving.FREEZE):
        engine.submit(Job(request, (seed,)))
    time.sleep(0.3)
    pids = engine.pids
    assert len(pids) == 3
    assert all(alive(pid) for pid in pids)
    start = time.monotonic()
    engine.close()
    assert time.monotonic() - start < 30  # the hung ones sleep for an hour
    assert not any(alive(pid) for pid in pids)


def test_what_is_cancelled_is_never_collected(three, inline):
    import misbehaving

    jobs = unequal_jobs(inline.interface, 6)
    played(three, jobs)
    for _ in range(5):
        three.submit(Job(request_for(three.interface, 99), (misbehaving.PATIENT,)))
    three.cancel()
    assert three.collect() is None
    assert played(three, jobs) == played(inline, jobs)


def process_of(script: str) -> subprocess.Popen[str]:
    """A process of its own that has an engine."""
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ["PYTHONPATH"]])
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("longer", [0.3, 2.0])
def test_a_job_that_is_suspended_goes_on_where_it_stood(longer):
    """As a cluster's scheduler suspends one: trainer and workers, for longer than a step may take."""
    parent = process_of(SUSPENDED)
    assert parent.stdout is not None
    with parent, parent.stdout:
        pids = [parent.pid, *map(int, parent.stdout.readline().split())]
        assert len(pids) == 2
        time.sleep(0.5)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(STEP_SECONDS + longer)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        assert parent.stdout.readline() == "8\n"  # steps of the episode that was under way
        assert parent.stdout.readline() == "hang\n"  # which is still one


SUSPENDED = f"""
    from engines.comparing import MISBEHAVING, interface_of, request_for
    from gogepo.engines import Job
    from gogepo.engines.processes import ProcessEngine
    import misbehaving

    engine = ProcessEngine(
        MISBEHAVING, interface_of(MISBEHAVING), 0.5, workers=1, step_seconds={STEP_SECONDS}
    )
    request = request_for(engine.interface)
    for seed in (0, misbehaving.SLOW, misbehaving.HANG):
        engine.submit(Job(request, (seed,)))
    engine.collect()
    print(*engine.pids, flush=True)
    print(engine.collect().outcomes[0].env_steps, flush=True)
    print(engine.collect().outcomes[0].kind, flush=True)
    engine.close()
"""


def test_no_worker_outlives_a_parent_that_is_killed():
    """Also none that is in the middle of an episode that never ends."""
    parent = process_of(PARENT)
    assert parent.stdout is not None
    with parent, parent.stdout:
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(pids) == 2
        assert all(alive(pid) for pid in pids)
        parent.kill()
    assert all_gone(pids)


PARENT = """
    import time
    from engines.comparing import MISBEHAVING, interface_of, request_for
    from gogepo.engines import Job
    from gogepo.engines.processes import ProcessEngine
    import misbehaving

    engine = ProcessEngine(MISBEHAVING, interface_of(MISBEHAVING), 0.5, workers=2, step_seconds=60.0)
    request = request_for(engine.interface)
    for seed in (1, 2):
        engine.submit(Job(request, (seed,)))
    while engine.collect():
        pass
    engine.submit(Job(request, (misbehaving.HANG,)))
    time.sleep(0.3)
    print(*engine.pids, flush=True)
    time.sleep(3600)
"""
