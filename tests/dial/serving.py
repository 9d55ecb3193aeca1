"""A real server on a real socket, for tests: started, asked with raw requests, ended."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TOKEN = "a-token-for-tests"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Served:
    """Where a server listens, and how to talk to it without a client that means well."""

    port: int
    session: Any = field(compare=False, default=None)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}/#token={TOKEN}"

    def raw(self, content: bytes, seconds: float = 10.0) -> bytes:
        """Everything that is answered to these bytes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as connection:
            connection.sendall(content)
            parts = []
            with contextlib.suppress(ConnectionError):
                while part := connection.recv(65536):
                    parts.append(part)
        return b"".join(parts)

    def ask(
        self,
        target: str,
        body: Any = None,
        *,
        method: str | None = None,
        token: str | None = TOKEN,
        headers: dict[str, str] | None = None,
        seconds: float = 60.0,
    ) -> Answer:
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = {"host": self.host}
        if token is not None:
            lines["x-gogepo-token"] = token
        if body is not None:
            lines |= {"content-type": "application/json", "content-length": str(len(content))}
        lines |= headers or {}
        head = f"{method or ('GET' if body is None else 'POST')} {target} HTTP/1.1\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return parse(self.raw(head.encode("latin-1") + b"\r\n" + content, seconds))

    def job(self, number: int, seconds: float = 60.0, token: str = TOKEN) -> Any:
        """A job when it is over."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            told = self.ask(f"/api/jobs/{number}", token=token).json
            if told["status"] not in ("waiting", "playing"):
                return told
            time.sleep(0.05)
        raise TimeoutError(told)


def parse(answer: bytes) -> Answer:
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0] else 0
    pairs = (line.partition(":") for line in lines[1:])
    return Answer(status, {name.lower(): value.strip() for name, _, value in pairs}, body)


@contextlib.contextmanager
def serving(path: Path) -> Iterator[Served]:
    """The dial of a run, in a thread of this process."""
    from gogepo.dial.server import listen, make_server
    from gogepo.dial.session import Session

    listening = listen("127.0.0.1", 0)
    session = Session(path)
    port = listening.getsockname()[1]
    server = make_server(session, "127.0.0.1", port, TOKEN)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield Served(port, session)
    finally:
        server.should_exit = True
        thread.join(60)
        session.close()
        listening.close()
