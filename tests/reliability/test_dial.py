"""D1 and D2: whom the dial answers, and that nobody can wear it out."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from dial.serving import TOKEN, Answer, Served, parse, serving
from dial.small_runs import save_small
from engines.comparing import eventually
from reliability.rows import FULL, ROWS, record

SECRET = "what no visitor may read"
FOREIGN_HOSTS = [
    *(
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example:{port}",
        "localhost.evil.example:{port}",
    ),
    *(
        "127.0.0.1",
        "localhost",
        "127.0.0.1:1",
        "127.0.0.1:{port}.evil.example",
        "0.0.0.0:{port}",
        "[::1]:{port}",
    ),
    *(
        "127.0.0.2:{port}",
        "127.1:{port}",
        "2130706433:{port}",
        "",
        " ",
        "user@127.0.0.1:{port}",
        "localhost.:{port}",
    ),
    *("127.0.0.1:0{port}", "127.0.0.1:{port}/", "xn--lcalhost-54a:{port}"),
]
FOREIGN_ORIGINS = [
    *(
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1",
        "http://localhost:1",
        "null",
        "file://",
    ),
    *("http://127.0.0.1:{port}.evil.example", "http://evil.example:{port}", "chrome-extension://abc", ""),
    *("http://localhost:{port}@evil.example", "http://127.0.0.1:{port}/"),
]
WRONG_TOKENS = [
    *(None, "", "wrong", TOKEN[:-1], TOKEN + "x", TOKEN.upper(), " ", "Bearer " + TOKEN, TOKEN[::-1], "null"),
    *(f"{TOKEN}, {TOKEN}", "%00" + TOKEN),
]
UP = [
    "..",
    "%2e%2e",
    "..%2f",
    "%2e%2e%2f",
    "..%5c",
    "..\\",
    "%252e%252e",
    "....//",
    "..;",
    "%c0%ae%c0%ae",
    "..%00",
]
AIMS = [
    *("secret.txt", "config.json", "lock", "metrics.jsonl", "etc/passwd", "proc/self/environ"),
    *("server.py", "static/app.js", "example/config.json", "checkpoints/archive"),
]
PLACES = ["/", "/static/", "/api/", "/api/jobs/", "/app.js/", "//", "/./", "/api/jobs/1/frames/"]
CHANGES = ["/api/turn", "/api/sweep", "/api/stop"]
TARGETS = [*CHANGES, "/api/runs", "/api/run?run=small&seed=0", "/api/state?run=small&seed=0", "/api/jobs/1"]


@dataclass(frozen=True)
class Trial:
    """A request that must come to nothing, and with which answers."""

    kind: str
    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    expected: tuple[int, ...]

    def bytes(self, port: int) -> bytes:
        body = b'{"run": "small", "seed": 0, "slot": "left", "command": -5}' if self.method == "POST" else b""
        lines = [f"{self.method} {self.target} HTTP/1.1"]
        lines += [f"{name}: {value.format(port=port)}" for name, value in self.headers]
        if body:
            lines += ["content-type: application/json", f"content-length: {len(body)}"]
        return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body

    def passed(self, answer: Answer) -> bool:
        return (
            answer.status in self.expected
            and SECRET.encode() not in answer.body
            and b"root:" not in answer.body
        )


HOST, KNOWN = ("host", "127.0.0.1:{port}"), ("x-gogepo-token", TOKEN)


def matrix() -> list[Trial]:
    """Every kind of request that must be refused."""
    trials = []
    for target, host in itertools.product(["/", "/app.js", *TARGETS], FOREIGN_HOSTS):
        method = "POST" if target in CHANGES else "GET"
        trials.append(Trial("host", method, target, (("host", host), KNOWN), (421, 400)))
    for target in TARGETS:
        method = "POST" if target in CHANGES else "GET"
        twice = (HOST, ("host", "evil.example"), KNOWN)
        trials.append(Trial("host", method, target, twice, (400, 421)))
        trials.append(Trial("host", method, target, (KNOWN,), (400, 421)))
        for origin in FOREIGN_ORIGINS:
            trials.append(Trial("origin", method, target, (HOST, ("origin", origin), KNOWN), (403,)))
        for site in ("cross-site", "same-site"):
            trials.append(Trial("origin", method, target, (HOST, ("sec-fetch-site", site), KNOWN), (403,)))
        for token in WRONG_TOKENS:
            given = () if token is None else (("x-gogepo-token", token),)
            trials.append(Trial("token", method, target, (HOST, *given), (401, 400)))
        trials.append(
            Trial(
                "token", method, target + ("&" if "?" in target else "?") + f"token={TOKEN}", (HOST,), (401,)
            )
        )
        trials.append(Trial("token", method, target, (HOST, ("cookie", f"token={TOKEN}")), (401,)))
    for place, up, aim in itertools.product(PLACES, UP, AIMS):
        path = place + "/".join([up] * 4) + "/" + aim
        trials.append(Trial("path", "GET", path, (HOST, KNOWN), (404, 405, 400, 414)))
    for up, aim in itertools.product([*UP, "/etc", "/tmp/small", "."], AIMS):
        name = f"/api/run?run={up}%2F{aim}&seed=0".replace("\\", "%5C")
        trials.append(Trial("run", "GET", name, (HOST, KNOWN), (400,)))
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"):
        for target in TARGETS:
            trials.append(Trial("method", method, target, (HOST, KNOWN), (405, 400)))
    for target in CHANGES:
        trials.append(Trial("method", "GET", target, (HOST, KNOWN), (405,)))
    return trials


def spread(trials: list[Trial], count: int) -> list[Trial]:
    """So many of them, of every kind, in an order that is the same every time."""
    rng = random.Random(7)
    kinds = {
        kind: [trial for trial in trials if trial.kind == kind] for kind in sorted({t.kind for t in trials})
    }
    for each in kinds.values():
        rng.shuffle(each)
    turns = itertools.chain.from_iterable(itertools.zip_longest(*kinds.values()))
    return [trial for trial in turns if trial is not None][:count]


def test_row_d1_whom_the_dial_answers(tmp_path: Path):
    (tmp_path / "secret.txt").write_text(SECRET)
    run = save_small(tmp_path / "small", env_steps=200)
    (run / "secret.txt").write_text(SECRET)
    trials = spread(matrix(), ROWS["D1"].trials)
    with serving(run) as served:
        assert listens_on(served.port) == {"0100007F"}  # 127.0.0.1, and nowhere else
        failures = [
            trial for trial in trials if not trial.passed(parse(served.raw(trial.bytes(served.port))))
        ]
        # None of them changed anything: the first job there is is this one.
        body = {"run": "small", "seed": 0, "slot": "left", "command": -5.0}
        first = served.ask("/api/turn", body, headers={"origin": f"http://{served.host}"})
        assert first.json["job"] == 1
    kinds = len({trial.kind for trial in trials})
    record(
        "D1",
        len(trials) - len(failures),
        len(trials),
        f"{kinds} kinds of requests; {failures[:3] or ''}".rstrip("; "),
    )


def listens_on(port: int) -> set[str]:
    """Local addresses, as the kernel writes them, that listen on a port."""
    found = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            local, _, state = line.split()[1:4]
            address, number = local.split(":")
            if int(number, 16) == port and state == "0A":
                found.add(address)
    return found


# G8

BROWSER = """
import glob, json, os, sys
from pathlib import Path
from urllib.parse import unquote, urlparse
page = Path(unquote(urlparse(sys.argv[2]).path))
lines = [Path(name).read_bytes().decode(errors="replace") for name in glob.glob("/proc/[0-9]*/cmdline") if os.path.exists(name)]
told = {"page": page.read_text(), "modes": [oct(each.stat().st_mode & 0o777) for each in (page, page.parent)]}
Path(sys.argv[1]).write_text(json.dumps({**told, "owner": page.stat().st_uid, "lines": lines}))
"""


def opened(folder: Path, run: Path, ending: signal.Signals, home: Path) -> str:
    """Start a dial with a program in the browser's place and end it; what was wrong ('' if nothing)."""
    told, program = folder / "told.json", folder / "browser.py"
    program.write_text(BROWSER)
    (folder / "elsewhere").mkdir()
    where = {"HOME": str(home), "TMPDIR": str(folder / "elsewhere")}
    process = subprocess.Popen(
        [sys.executable, "-m", "gogepo", "dial", str(run)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **where, "BROWSER": f"{sys.executable} {program} {told} %s"},
    )
    try:
        assert process.stdout is not None
        address, token = re.search(r"(http://\S+#token=(\S+))", process.stdout.readline()).groups()
        assert eventually(lambda: told.exists() and told.read_text())
        found = json.loads(told.read_text())
        process.send_signal(ending)
        assert process.wait(60) == 0
        process.stdout.close()
    finally:
        process.kill()
    left = [path for place in (home, folder / "elsewhere") for path in place.glob("*dial*")]
    problems = {
        "in a command line": any(token in line for line in found["lines"]),
        "no way to the page": f"url={address}" not in found["page"],
        "open to others": found["modes"] != ["0o600", "0o700"] or found["owner"] != os.getuid(),
        f"left: {left}": bool(left),
        "no command lines": not any("browser.py" in line for line in found["lines"]),
    }
    return "; ".join(name for name, wrong in problems.items() if wrong)


def test_row_g8_the_token_is_in_no_command_line(tmp_path: Path):
    run = save_small(tmp_path / "small", env_steps=200)
    endings = itertools.cycle((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    trials, problems = ROWS["G8"].trials, []
    for number, ending in zip(range(trials), endings, strict=False):
        folder = tmp_path / str(number)
        (folder / "home").mkdir(parents=True)
        home = folder / "none" if number % 4 == 3 else folder / "home"
        problems.append(opened(folder, run, ending, home))
    bad = [problem for problem in problems if problem]
    record("G8", trials - len(bad), trials, "; ".join(bad[:3]))


# D2

LIMIT_MILLISECONDS = 500
AT_ONCE = 20
LARGEST_GROWTH = 200 * 2**20


@pytest.mark.skipif(not FULL, reason="minutes of load: make reliability")
def test_row_d2_the_dial_cannot_be_exhausted(tmp_path: Path):
    run = save_small(tmp_path / "small")
    process = subprocess.Popen(
        [sys.executable, "-m", "gogepo", "dial", str(run), "--no-browser"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)/#token=(\S+)", process.stdout.readline())
        assert found is not None
        served, token = Served(int(found[1])), found[2]
        asked = requests(ROWS["D2"].trials)
        first = served.ask("/api/turn", {**TURN, "command": -1.0}, token=token).json["job"]
        served.ask("/api/run?run=small&seed=0", token=token)
        before = memory(process.pid)
        over = threading.Event()
        nuisances = [
            threading.Thread(target=nuisance, args=(served, token, over, kind)) for kind in range(20)
        ]
        for each in nuisances:
            each.start()
        seconds: list[float] = []
        statuses: list[int] = []

        def one(number: int) -> None:
            target, body = asked[number]
            began = time.perf_counter()
            answer = served.ask(target.format(first=first), body, token=token)
            seconds.append(time.perf_counter() - began)
            statuses.append(answer.status)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(one, range(len(asked))))
        over.set()
        for each in nuisances:
            each.join(60)
        growth = memory(process.pid) - before
        assert process.poll() is None
        until = time.monotonic() + 30
        while served.ask("/api/turn", {**TURN, "command": -3.0}, token=token).status != 200:
            assert time.monotonic() < until
        quantiles = statistics.quantiles([1000 * value for value in seconds], n=100)
        answered = sum(status in (200, 400, 404, 429) for status in statuses)
        in_time = quantiles[98] <= LIMIT_MILLISECONDS and growth <= LARGEST_GROWTH
        note = (
            f"{AT_ONCE} at once beside 20 slow or rude clients: 0 crashes, median {quantiles[49]:.0f} ms, "
            f"p99 {quantiles[98]:.0f} ms (limit {LIMIT_MILLISECONDS}), memory grew by {growth / 2**20:.0f} MB"
        )
        record("D2", answered if in_time else 0, len(asked), note)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        if process.stdout is not None:
            process.stdout.close()


TURN = {"run": "small", "seed": 0, "slot": "right"}


def requests(count: int) -> list[tuple[str, object]]:
    """What pages ask for, in a seeded order: mostly looks, now and then a turn or a sweep."""
    rng = random.Random(3)
    looks = [
        *(
            "/",
            "/app.js",
            "/app.css",
            "/api/runs",
            "/api/run?run=small&seed=0",
            "/api/state?run=small&seed=0",
        ),
        *("/api/curve?run=small&seed=0", "/api/jobs/{first}", "/api/jobs/{first}/policy.onnx"),
    ]
    found: list[tuple[str, object]] = []
    for _ in range(count):
        draw = rng.random()
        if draw < 0.15:
            found.append(("/api/turn", {**TURN, "command": rng.uniform(-2000, 0)}))
        elif draw < 0.16:
            found.append(("/api/sweep", {"run": "small", "seed": 0}))
        elif draw < 0.20:
            found.append(("/api/turn", b"{" * rng.randrange(4000)))
        else:
            found.append((rng.choice(looks), None))
    return found


def nuisance(served: Served, token: str, over: threading.Event, kind: int) -> None:
    """A client that is slow, or stops in the middle, or does not read, again and again."""
    head = f"GET /app.js HTTP/1.1\r\nhost: {served.host}\r\n"
    post = f"POST /api/turn HTTP/1.1\r\nhost: {served.host}\r\nx-gogepo-token: {token}\r\n"
    openings = [
        head.encode(),
        (head + "\r\n").encode(),
        (post + "content-type: application/json\r\ncontent-length: 4000\r\n\r\n").encode(),
        b"\x00" * 5000,
    ]
    while not over.is_set():
        try:
            with socket.create_connection(("127.0.0.1", served.port), timeout=5) as connection:
                connection.sendall(openings[kind % len(openings)])
                for _ in range(20):
                    if over.wait(0.1):
                        return
                    if kind % len(openings) != 1:
                        connection.sendall(b"x")
        except OSError:
            over.wait(0.05)


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
