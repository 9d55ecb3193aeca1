"""What a request may be, how long it may take, and how many there may be."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from pathlib import Path

import pytest

from dial.serving import Served, parse, serving
from gogepo.dial import access
from gogepo.dial.access import HEADERS, is_loopback, own_names
from gogepo.dial.session import Busy


def test_every_answer_carries_the_headers(served: Served):
    for target in ("/", "/app.js", "/app.css", "/icon.svg", "/nowhere", "/api/runs"):
        headers = served.ask(target).headers
        for name, value in HEADERS:
            assert headers[name.decode()] == value.decode(), target
        assert "server" not in headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"


def test_the_page_needs_no_token_and_the_api_does(served: Served):
    assert served.ask("/", token=None).status == 200
    assert served.ask("/api/runs", token=None).status == 401
    assert served.ask("/api/runs", token="wrong").status == 401
    assert served.ask("/api/runs").status == 200


def test_a_browser_may_come_to_the_page_from_elsewhere_and_to_nothing_else(served: Served):
    coming = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert served.ask("/", token=None, headers=coming).status == 200
    for target in ("/app.js", "/api/runs", "/?run=small", "//", "/icon.svg"):
        assert served.ask(target, headers=coming).status == 403, target
    assert served.ask("/", method="POST", headers=coming).status == 403
    assert served.ask("/", headers={**coming, "origin": "http://evil.example"}).status == 403
    for use in ("iframe", "embed", "object", "script", "image", "empty"):
        assert served.ask("/", headers={**coming, "sec-fetch-dest": use}).status == 403, use


@pytest.mark.parametrize(
    ("host", "port", "names"),
    [
        ("127.0.0.1", 8000, ["127.0.0.1:8000", "localhost:8000"]),
        ("::1", 8000, ["[::1]:8000"]),
        ("192.168.1.5", 80, ["192.168.1.5:80", "192.168.1.5"]),
        ("MyBox", 8000, ["mybox:8000"]),
    ],
)
def test_names_of_ones_own(host: str, port: int, names: list[str]):
    assert own_names(host, port) == names


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        *(("127.0.0.1", True), ("127.5.5.5", True), ("::1", True), ("localhost", True)),
        *(("0.0.0.0", False), ("::", False), ("192.168.0.1", False), ("example.org", False)),
    ],
)
def test_loopback(host: str, loopback: bool):
    assert is_loopback(host) is loopback


def test_bodies_are_bounded(served: Served):
    assert served.ask("/api/turn", b"x" * 4097).status == 413
    assert served.ask("/api/turn", b"", headers={"content-length": "99999999999999999999"}).status in (
        400,
        413,
    )
    chunks = b"".join(b"400\r\n" + b"y" * 1024 + b"\r\n" for _ in range(6)) + b"0\r\n\r\n"
    head = f"POST /api/turn HTTP/1.1\r\nhost: {served.host}\r\nx-gogepo-token: a-token-for-tests\r\n"
    head += "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    assert parse(served.raw(head.encode() + chunks)).status == 413
    assert served.ask("/" + "a" * 2000).status == 414


def test_slow_clients_are_ended(small_run: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(access, "HEADER_SECONDS", 0.4)
    monkeypatch.setattr(access, "BODY_SECONDS", 0.4)
    with serving(small_run) as served:
        with socket.create_connection(("127.0.0.1", served.port), timeout=60) as silent:
            silent.sendall(b"GET / HTT")
            with contextlib.suppress(ConnectionResetError):
                assert silent.recv(10) == b""  # and not a timeout of ours
        head = f"POST /api/turn HTTP/1.1\r\nhost: {served.host}\r\nx-gogepo-token: a-token-for-tests\r\n"
        slow = served.raw(head.encode() + b"content-type: application/json\r\ncontent-length: 50\r\n\r\n{")
        assert parse(slow).status == 408


def test_there_is_an_answer_while_others_hold_connections(small_run: Path):
    with serving(small_run) as served:
        held = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(60)]
        assert served.ask("/api/runs").status == 200
        more = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(80)]
        assert served.ask("/api/runs").status == 503  # so many it does not serve, and says so
        for each in [*held, *more]:
            each.close()
        until = time.monotonic() + 60
        while served.ask("/api/runs").status != 200:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_turns_that_nobody_waits_for_any_more_make_room(small_run: Path):
    with serving(small_run) as served:
        served.ask("/api/run?run=small&seed=0")
        blocked = threading.Event()
        served.session._thread.submit(blocked.wait)
        for _ in range(3):
            begun = [served.session.sweep("small", 0) for _ in range(16)]
            with pytest.raises(Busy):
                served.session.sweep("small", 0)
            assert all(each.cancel() for each in begun)  # as when an answer takes too long
        blocked.set()
        assert served.ask("/api/run?run=small&seed=0").status == 200


def test_too_many_turns_at_once_are_told_to_come_later(small_run: Path):
    with serving(small_run) as served:
        served.ask("/api/run?run=small&seed=0")
        blocked = threading.Event()
        served.session._thread.submit(blocked.wait)  # the thread that computes is busy
        statuses: list[int] = []
        superseded: list[bool] = []
        body = {"run": "small", "seed": 0, "slot": "left", "command": -1.0}

        def ask() -> None:
            answer = served.ask("/api/turn", body)
            statuses.append(answer.status)
            superseded.append("superseded" in json.loads(answer.body))

        askers = [threading.Thread(target=ask) for _ in range(30)]
        for asker in askers:
            asker.start()
        until = time.monotonic() + 60
        while statuses.count(429) < 14 and time.monotonic() < until:
            time.sleep(0.05)
        assert served.ask("/api/state?run=small&seed=0").status == 200  # the rest goes on
        blocked.set()
        for asker in askers:
            asker.join(60)
        assert statuses.count(429) == 14
        assert statuses.count(200) == 16
        assert superseded.count(True) == 15  # all but the newest
