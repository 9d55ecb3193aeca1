"""Episodes as tasks of a real Ray of several nodes on this machine: losing any of it costs time only."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.comparing import (
    BONUS,
    MISBEHAVING,
    NETWORK,
    all_gone,
    by_index,
    command_line,
    descendants,
    eventually,
    interface_of,
    loads,
    misbehaving_importable,
    played,
    request_for,
    unequal_jobs,
)
from gogepo.engines import Job
from gogepo.engines.inline import InlineEngine
from gogepo.engines.ray import LOCAL, QUIET, RayEngine
from gogepo.envs.tasks import env_factory
from gogepo.inputs import InputError

STEP_SECONDS = 1.5
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "node_ip_address": "127.0.0.1"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A head that plays nothing, and two nodes of one core each. Its environment is that of its workers."""
    os.environ.update({**QUIET, **LOCAL})  # for good, as the engine does: Ray keeps what it has once read
    with (
        misbehaving_importable(),
        socket.create_server(
            ("127.0.0.1", 0)
        ) as taken,  # or the dashboard's server asks the network where it is
        tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder,
    ):
        from ray.cluster_utils import Cluster

        quick = {"health_check_period_ms": 500, "health_check_failure_threshold": 2}
        head = {**NODE, "num_cpus": 0, "include_dashboard": False, "_system_config": quick}
        head |= {"dashboard_port": taken.getsockname()[1], "temp_dir": f"{folder}/r"}
        before = set(descendants(os.getpid()))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # Ray forgets the socket that found no port
            made = Cluster(initialize_head=True, head_node_args=head)
        try:
            for _ in range(2):
                made.add_node(**NODE)
            yield made
        finally:
            rays = set(descendants(os.getpid())) - before
            made.shutdown()
            assert len(rays) > 5
            assert all_gone(rays), [command_line(pid) for pid in rays]


def engine_of(name: str, cluster: Any) -> RayEngine:
    return RayEngine(name, interface_of(name), BONUS, address=cluster.address, step_seconds=STEP_SECONDS)


@pytest.fixture
def engine(cluster: Any) -> Iterator[RayEngine]:
    made = engine_of(MISBEHAVING, cluster)
    yield made
    made.close()


@pytest.fixture
def inline(cluster: Any) -> InlineEngine:
    return InlineEngine(env_factory(MISBEHAVING), NETWORK, BONUS)


def busy_workers() -> list[int]:
    """Ray's, which have their task in their name, rather than the players below them."""
    return [pid for pid in descendants(os.getpid()) if command_line(pid).startswith("ray::_play")]


def test_ray_plays_as_this_process_does_bit_for_bit(cluster):
    inline = InlineEngine(env_factory("CartPole-v1"), NETWORK, BONUS)
    jobs = unequal_jobs(inline.interface, 12)
    expected = played(inline, jobs)
    for order in (jobs, jobs[::-1]):  # joined and left twice: leaving ends no Ray that others may use
        engine = engine_of("CartPole-v1", cluster)
        try:
            assert engine.collect() is None
            assert played(engine, order) == expected
            workers = [pid for pid in descendants(os.getpid()) if "ray::" in command_line(pid)]
            players = [pid for pid in descendants(os.getpid()) if "engines.worker" in command_line(pid)]
            assert len(players) >= 2
            assert not any(loads(pid, "jaxlib") for pid in [*workers, *players])
            assert modules_in_a_worker().isdisjoint({"jax", "jaxlib", "equinox"})
        finally:
            engine.close()
        assert all_gone(players)


def modules_in_a_worker() -> set[str]:
    """After it has imported what plays there."""

    def look() -> set[str]:
        import gogepo.engines.ray  # noqa: F401

        return set(sys.modules)

    return in_a_worker(look)


def in_a_worker(look: Callable[[], Any]) -> Any:
    import ray

    return ray.get(ray.remote(look).remote())


def test_workers_import_from_where_this_process_does_and_not_from_the_current_directory(
    cluster, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    engine = engine_of("CartPole-v1", cluster)
    try:
        path = in_a_worker(lambda: list(sys.path))
    finally:
        engine.close()
    assert str(tmp_path) not in path
    wanted = [each for each in sys.path if os.path.isabs(each)]
    assert [each for each in path if each in wanted][: len(wanted)] == wanted


def test_killed_workers_and_a_killed_node_cost_time_only(cluster, engine, inline):
    """E1."""
    import misbehaving

    jobs = unequal_jobs(inline.interface, 24, first_seed=misbehaving.PATIENT)
    killed, busy = [], []

    def another_is_busy() -> list[int]:
        busy[:] = set(busy_workers()) - set(killed)
        return busy

    def kill(count: int) -> None:
        if count in (2, 5, 8):
            assert eventually(another_is_busy)
            killed.append(busy[0])  # of the same look: in another it may be over
            os.kill(busy[0], signal.SIGKILL)
        elif count == 12:
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
            cluster.add_node(**NODE)

    for job in jobs:
        engine.submit(job)
    assert by_index(engine, kill) == played(inline, jobs)
    assert len(set(killed)) == 3


def test_what_an_environment_does_to_its_process_costs_one_episode(engine, inline):
    import misbehaving

    def fault(kind: str, detail: str, env_steps: int = 0) -> dict[str, object]:
        return {"kind": kind, "detail": detail, "env_steps": env_steps}

    hang = fault("hang", "a step took longer than 1.5 s (--step-timeout)")
    ended = "the environment's process ended with "
    faults = {
        misbehaving.HANG: hang,
        misbehaving.FREEZE: hang,
        misbehaving.EXIT: fault("crash", ended + "exit code 3"),
        misbehaving.SEGFAULT: fault("crash", ended + "signal 11"),
        misbehaving.RAISE: fault("exception", "RuntimeError: not well", 2),
    }
    jobs = [Job(request_for(engine.interface, seed), (seed,)) for seed in faults]
    together = Job(request_for(engine.interface, 1), (5, misbehaving.EXIT, 6))
    good = Job(request_for(engine.interface, 1), (5, 6))
    found = played(engine, [*jobs, together])
    five, six = played(inline, [good])[1]
    assert found == {
        **{seed: [told] for seed, told in faults.items()},
        1: [five, faults[misbehaving.EXIT], six],
    }


def test_what_is_abandoned_and_cancelled_is_never_collected(engine, inline):
    import misbehaving

    class Abandoned(BaseException):
        pass

    def abandon(number: int, frame: Any) -> None:
        raise Abandoned

    for index in range(6):
        engine.submit(Job(request_for(engine.interface, index), (misbehaving.HANG,)))
    assert eventually(busy_workers)
    assert engine.collect(wait=0.0) is None
    before = signal.signal(signal.SIGALRM, abandon)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Abandoned):
            engine.collect()
    finally:
        signal.signal(signal.SIGALRM, before)
    engine.cancel()
    assert engine.collect() is None
    jobs = unequal_jobs(inline.interface, 3)
    assert played(engine, jobs) == played(inline, jobs)


def test_a_worker_that_cannot_make_its_environment_is_refused(cluster):
    interface = interface_of("CartPole-v1")
    engine = RayEngine("NoSuch-v0", interface, BONUS, address=cluster.address, step_seconds=STEP_SECONDS)
    engine.submit(Job(request_for(interface), (0,)))
    with pytest.raises(InputError, match="unknown environment 'NoSuch-v0'"):
        engine.collect()
    engine.close()


def test_a_cluster_that_answers_no_more_is_gone_unless_it_comes_back(engine, monkeypatch):
    import misbehaving

    monkeypatch.setattr("gogepo.engines.ray.LOOK_SECONDS", 0.1)
    monkeypatch.setattr("gogepo.engines.ray.GONE_SECONDS", 0.5)
    there = engine._address
    with socket.create_server(("127.0.0.1", 0)) as server:
        nowhere = f"127.0.0.1:{server.getsockname()[1]}"
    engine._address = nowhere
    engine.submit(Job(request_for(engine.interface), (misbehaving.HANG,)))
    assert engine.collect(wait=0.3) is None
    engine._address = there
    assert engine.collect(wait=0.8) is None
    engine.cancel()
    engine.submit(Job(request_for(engine.interface), (misbehaving.HANG,)))
    engine._address = nowhere
    with pytest.raises(ConnectionError, match="the Ray cluster is gone"):
        engine.collect()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("127.0.0.1:{free}", "no Ray at '127.0.0.1:{free}': [Errno 111] Connection refused"),
        ("127.0.0.1:99999", "no Ray at '127.0.0.1:99999': "),
        ("ray://127.0.0.1:{free}", "'ray://127.0.0.1:{free}' is no address of Ray; give HOST:PORT, or auto"),
        ("here", "'here' is no address of Ray; give HOST:PORT, or auto"),
    ],
)
def test_an_address_where_there_is_no_ray_is_refused_at_once(address, says):
    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    start = time.monotonic()
    with pytest.raises(InputError) as refusal:
        RayEngine(
            "CartPole-v1",
            interface_of("CartPole-v1"),
            0.0,
            address=address.format(free=free),
            step_seconds=1.0,
        )
    assert str(refusal.value).startswith(says.format(free=free))
    assert "\n" not in str(refusal.value)
    assert time.monotonic() - start < 30


def test_without_the_package_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(InputError) as refusal:
        RayEngine("CartPole-v1", interface_of("CartPole-v1"), 0.0, address=None, step_seconds=1.0)
    assert str(refusal.value) == ("--engine ray needs a package that is missing; pip install 'gogepo[ray]'")


def test_a_ray_of_our_own_is_heard_by_this_machine_only_says_nothing_and_leaves_nothing():
    """In a process of its own, as a command would start it; that process has JAX in it. One worker is killed."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("RAY_")}
    here = Path(__file__).parent
    env["PYTHONPATH"] = os.pathsep.join([str(here.parent), str(here), os.environ.get("PYTHONPATH", "")])
    env["RAY_ADDRESS"] = "127.0.0.1:1"  # which must not be followed
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # pytest's are too long for sockets
        ended = subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", textwrap.dedent(ALONE)],
            env={**env, "RAY_TMPDIR": folder},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ended.returncode == 0, ended.stderr
        assert list(Path(folder).rglob("*")) == []
    assert ended.stderr == ""
    told = json.loads(ended.stdout)
    assert told["steps"] == [8, 8]
    assert len(told["listening"]) >= 5  # GCS, raylet (2), agent, driver, workers
    assert set(told["listening"]) <= {"127.0.0.1", "::1"}
    assert told["sigterm"] == "ours"
    assert told["usage"] is False
    assert all_gone(told["pids"]), [command_line(pid) for pid in told["pids"]]


ALONE = """
    import ipaddress, json, os, re, signal, threading, time
    from pathlib import Path
    import jax
    from engines.comparing import (
        MISBEHAVING, command_line, descendants, eventually, interface_of, request_for
    )
    from misbehaving import PATIENT
    from gogepo.engines import Job
    from gogepo.engines.ray import RayEngine

    def listening(pids):
        inodes = set()
        for pid in pids:
            for descriptor in Path(f"/proc/{pid}/fd").iterdir():
                try:
                    inodes.update(re.findall(r"socket:.(\\d+)", os.readlink(descriptor)))
                except OSError:
                    pass
        for table in ("tcp", "tcp6"):
            for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                if fields[3] == "0A" and fields[9] in inodes:
                    words = fields[1].split(":")[0]
                    parts = [bytes.fromhex(words[at : at + 8])[::-1] for at in range(0, len(words), 8)]
                    address = ipaddress.ip_address(b"".join(parts))
                    yield str(getattr(address, "ipv4_mapped", None) or address)

    def ours(number, frame): pass
    signal.signal(signal.SIGTERM, ours)
    jax.numpy.zeros(3).block_until_ready()
    engine = RayEngine(MISBEHAVING, interface_of(MISBEHAVING), 0.0, address=None, step_seconds=60.0)

    def play(seed):
        engine.submit(Job(request_for(engine.interface), (seed,)))
        return engine.collect().outcomes[0].env_steps

    def kill():
        def busy():
            return [pid for pid in descendants(os.getpid()) if command_line(pid).startswith("ray::_play")]

        assert eventually(busy)
        os.kill(busy()[0], signal.SIGKILL)

    steps = [play(1)]
    killer = threading.Thread(target=kill)
    killer.start()
    steps.append(play(PATIENT + 3))
    killer.join()
    time.sleep(1)  # for Ray to say something
    pids = descendants(os.getpid())
    from ray._common.usage.usage_lib import usage_stats_enabled
    told = {
        "steps": steps,
        "pids": pids,
        "listening": list(listening([os.getpid(), *pids])),
        "sigterm": signal.getsignal(signal.SIGTERM).__name__,
        "usage": usage_stats_enabled(),
    }
    engine.close()
    print(json.dumps(told))
"""
