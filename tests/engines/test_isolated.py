"""Episodes in a process of their own: the same numbers, and a hang or crash costs one episode."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import toys
from gogepo.config import InputError
from gogepo.engines.inline import InlineEngine
from gogepo.engines.isolated import IsolatedEngine
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Episode, EpisodeFault, Request
from gogepo.envs.spaces import Interface, read_interface
from gogepo.envs.tasks import env_factory

HIDDEN = (16, 16)
STEP_SECONDS = 1.5


@pytest.fixture(scope="module", autouse=True)
def misbehaving() -> Iterator[None]:
    """The module is importable here and in workers."""
    here = str(Path(__file__).parent)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(here)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH")])))
        yield
    sys.modules.pop("misbehaving", None)


def interface_of(name: str) -> Interface:
    return read_interface(env_factory(name)(), HIDDEN)


@pytest.fixture(scope="module")
def engine(misbehaving: None) -> Iterator[IsolatedEngine]:
    name = "misbehaving:Misbehaving-v0"
    made = IsolatedEngine(name, interface_of(name), 0.5, STEP_SECONDS)
    yield made
    made.close()


def request_for(interface: Interface, index: int = 0) -> Request:
    """A random policy with a normaliser that does something."""
    rng = np.random.default_rng(index)
    size = interface.shape.observation_size
    normalizer = Normalizer(rng.normal(size=size), rng.uniform(0.5, 2, size))
    return Request(index, 1.5, toys.random_weights(interface.shape, rng), normalizer)


def assert_equal(found: Episode, expected: Episode) -> None:
    assert {**vars(found), "moments": None} == {**vars(expected), "moments": None}
    assert found.moments.count == expected.moments.count
    assert found.moments.mean.tobytes() == expected.moments.mean.tobytes()
    assert found.moments.squares.tobytes() == expected.moments.squares.tobytes()


def test_an_isolated_episode_equals_one_in_this_process_bit_for_bit():
    inline = InlineEngine(env_factory("CartPole-v1"), HIDDEN, 0.25)
    isolated = IsolatedEngine("CartPole-v1", inline.interface, 0.25, 60.0)
    lengths = set()
    try:
        for index in range(8):
            request = request_for(inline.interface, index)
            expected = inline.play(request, seed=index)
            assert_equal(isolated.play(request, seed=index), expected)
            lengths.add(expected.env_steps)
    finally:
        isolated.close()
    assert len(lengths) > 1


@pytest.mark.parametrize(
    ("what", "kind", "says"),
    [
        ("HANG", "hang", "a step took longer than 1.5 s (--step-timeout)"),
        ("HANG_IN_RESET", "hang", "a step took longer than 1.5 s (--step-timeout)"),
        ("EXIT", "crash", "the environment's process ended with exit code 3"),
        ("KILL", "crash", "the environment's process ended with signal 9"),
        ("SEGFAULT", "crash", "the environment's process ended with signal 11"),
    ],
)
def test_a_hang_or_crash_costs_one_episode_and_the_next_one_plays(engine, what, kind, says):
    import misbehaving

    request = request_for(engine.interface)
    with pytest.raises(EpisodeFault) as fault:
        engine.play(request, seed=getattr(misbehaving, what))
    assert (fault.value.kind, fault.value.detail) == (kind, says)
    assert fault.value.env_steps == 0  # what a resumed run would count as well
    inline = InlineEngine(misbehaving.Misbehaving, HIDDEN, 0.5)
    assert_equal(engine.play(request, seed=7), inline.play(request, seed=7))


def test_a_fault_inside_the_worker_is_told_as_it_was(engine):
    import misbehaving

    with pytest.raises(EpisodeFault) as fault:
        engine.play(request_for(engine.interface), seed=misbehaving.RAISE)
    assert (fault.value.kind, fault.value.detail, fault.value.env_steps) == (
        "exception",
        "RuntimeError: not well",
        2,
    )


def test_a_slow_episode_whose_steps_are_in_time_is_no_hang(engine):
    import misbehaving

    assert engine.play(request_for(engine.interface), seed=misbehaving.SLOW).env_steps == 8  # 3.2 s


def test_a_worker_that_cannot_make_its_environment_is_refused():
    engine = IsolatedEngine("NoSuchEnvironment-v0", interface_of("CartPole-v1"), 0.0, 60.0)
    with pytest.raises(InputError, match="unknown environment 'NoSuchEnvironment-v0'"):
        engine.play(request_for(engine.interface), seed=0)
    engine.close()


def test_closing_ends_the_worker():
    engine = IsolatedEngine("CartPole-v1", interface_of("CartPole-v1"), 0.0, 60.0)
    engine.play(request_for(engine.interface), seed=0)
    process = engine._process
    assert process is not None
    assert process.poll() is None
    engine.close()
    assert process.poll() is not None
