"""Children of the program: they import from where their parent does, and die with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engines.comparing import BONUS, MISBEHAVING, facts, interface_of, request_for
from gogepo.engines import child, play, worker
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import ProcessEngine
from gogepo.envs.tasks import env_factory


def test_a_child_imports_from_where_this_process_does_whatever_pythonpath_says(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setenv("PYTHONPATH", f"nowhere{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    interface = interface_of(MISBEHAVING)
    inline = InlineEngine(env_factory(MISBEHAVING), interface.shape.network, BONUS)
    engine = ProcessEngine(MISBEHAVING, interface, BONUS, workers=1, step_seconds=60.0)
    request = request_for(interface)
    try:
        assert facts(play(engine, request, seed=3)) == facts(inline.play(request, seed=3))
        (pid,) = engine.pids
        variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        (told,) = [each for each in variables if each.startswith(b"PYTHONPATH=")]
        assert b"nowhere" not in told
    finally:
        engine.close()


def test_the_current_directory_is_on_no_childs_path(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "path", ["", "relative", str(tmp_path)])
    assert child.import_path() == [str(tmp_path), str(Path(child.__file__).parents[2])]


def test_a_child_lives_on_when_the_thread_that_wanted_it_ends():
    interface, started = interface_of("CartPole-v1"), []

    def begin() -> None:
        start = ("gogepo.engines.worker", "CartPole-v1", interface.shape.network, BONUS)
        process, connection = child.start(*start)
        started.append((process, connection))
        assert worker.receive(connection)  # it has begun

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    ((process, connection),) = started
    with connection:
        for _ in range(4):  # one may have been under way; it raises where the child is gone
            worker.receive(connection)
    assert process.wait(60) == 0  # the other end is closed


@pytest.mark.parametrize(("parent", "runs"), [(os.getpid, True), (lambda: 1, False)])
def test_a_child_whose_parent_was_gone_before_it_began_does_nothing(tmp_path, parent, runs):
    (tmp_path / "gogepo.py").write_text("print('imported')")
    told = json.dumps({"parent": parent(), "path": [str(tmp_path), *sys.path]})
    command = [sys.executable, "-P", "-c", child.FIRST, "gogepo.engines.worker", told]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.stdout == "imported\n") == runs
    assert (done.returncode == 0) != runs  # that gogepo has no engines
