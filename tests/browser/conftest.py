"""A real headless Chromium, and the real program behind it.

Where there is no Chromium the tests skip themselves and say so; where CI is set they fail instead.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dial.small_runs import save_rival, save_small

MISSING = "there is no Chromium to test the page in; as root on Debian: apt-get install chromium"
FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",  # WebGL in software: no graphics card is needed
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if _chromium() is None and os.environ.get("CI") != "true":
        here = Path(__file__).parent
        for item in items:
            if here in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=MISSING))


def _chromium() -> str | None:
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    program = _chromium()
    assert program is not None, MISSING
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@contextlib.contextmanager
def dialling(*arguments: object) -> Iterator[str]:
    """`gogepo dial` as a visitor starts it; its address."""
    path = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")]  # where toys are
    process = subprocess.Popen(
        [sys.executable, "-m", "gogepo", "dial", *map(str, arguments), "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found.group()
    finally:
        process.terminate()
        process.wait(60)
        if process.stdout is not None:
            process.stdout.close()


@pytest.fixture(scope="session")
def example() -> Iterator[str]:
    with dialling("--example") as address:
        yield address


@pytest.fixture(scope="session")
def several(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A directory of runs: a population, a rival, and one whose name is an attack."""
    folder = tmp_path_factory.mktemp("several")
    save_small(folder / "<img src=x onerror=alert(1)>", env="CartPole-v1", env_steps=40)
    save_rival(folder / "search", "ars", directions=1, elites=1)
    save_small(folder / "lines", env="toys:ToyTarget-v0", env_steps=9, return_range=(0.0, 100.0))
    save_small(folder / "painted", env="Acrobot-v1", env_steps=500, return_range=(-500.0, 0.0))
    _save_population(folder / "population")
    with dialling(folder) as address:
        yield address


def _save_population(path: Path) -> None:
    tiny = ("--policy-hidden", "16", "16", "--generator-hidden", "16", "16", "--evaluator-hidden", "16", "16")
    less = ("--probing-states", "7", "--batch-size", "2", "--evaluation-episodes", "1", "--device", "cpu")
    run = (
        "train",
        "Pendulum-v1",
        "--seeds",
        "2",
        "--env-steps",
        "400",
        "--engine",
        "inline",
        "--out",
        str(path),
    )
    subprocess.run(
        [sys.executable, "-m", "gogepo", *run, *tiny, *less, "--no-tensorboard"],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture
def dial() -> Iterator[Callable[..., str]]:
    """Starts a dial of the test's own. It answers until the test's pages are closed: see `visit`."""
    with contextlib.ExitStack() as dials:
        yield lambda *arguments: dials.enter_context(dialling(*arguments))


@pytest.fixture
def visit(browser: Any, dial: object) -> Iterator[Callable[..., Any]]:
    """Opens a page. In the end nothing was wrong in any of them, and nothing was asked of another machine.

    It asks for `dial` so that pages close before their dial stops: a page whose dial is gone says so.
    """
    contexts, wrong, foreign = [], [], []

    def open_page(address: str, width: int = 1280, height: int = 800, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        origin = address.split("/#")[0]
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on(
            "console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith((origin, "blob:" + origin)) else foreign.append(asked.url)
            ),
        )
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # A driver's warning about reading pixels is about speed, not about us.
    assert [text for text in wrong if "GPU stall due to ReadPixels" not in text] == []
    assert foreign == []
