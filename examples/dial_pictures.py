"""Takes the pictures of the dial in docs/images: `make pictures`. Needs Chromium.

    python examples/dial_pictures.py [RUN]

RUN is a run on Hopper-v5; without it a small one is trained first.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
HOPPER = [
    *(
        "Hopper-v5",
        "--env-steps",
        "300000",
        "--device",
        "cpu",
        "--no-tensorboard",
        "--policy-hidden",
        "16",
        "16",
    ),
    *(
        "--generator-hidden",
        "64",
        "64",
        "--generator-learning-rate",
        "3e-5",
        "--evaluator-hidden",
        "64",
        "64",
    ),
    *("--probing-states", "50"),
]
FLAGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]


@contextlib.contextmanager
def dialling(*arguments: object) -> Iterator[str]:
    command = [sys.executable, "-m", "gogepo", "dial", *map(str, arguments), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found.group()
        process.terminate()


class Camera:
    """One visitor who takes pictures."""

    def __init__(self, browser: Any, address: str, width: int, height: int, scheme: str, scale: float = 1.0):
        self.page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=scale
        )
        self.page.goto(address)
        self.settle()

    def settle(self, side: str = "left") -> None:
        place = f".side[data-side={side}]"
        self.page.wait_for_selector(f"{place}:not(.busy) .chips li:last-child button.chip", timeout=90_000)

    def ask(self, command: float, side: str = "left") -> None:
        field = self.page.locator(f".side[data-side={side}] .exact")
        field.fill(str(command))
        field.press("Enter")
        self.page.wait_for_timeout(600)
        self.settle(side)

    def compare(self) -> None:
        self.page.click("#compare")
        self.settle("right")

    def sweep(self) -> None:
        self.page.click("#sweep")
        self.page.wait_for_selector("#sweep:has-text('Sweeping')")
        self.page.wait_for_selector("#sweep:has-text('Sweep the dial')", timeout=180_000)

    def shoot(self, name: str, at: float, whole: bool = False) -> None:
        self.page.click("#pause")
        self.page.eval_on_selector(
            "#time", f"time => {{ time.value = {at}; time.dispatchEvent(new Event('input')); }}"
        )
        self.page.evaluate("document.activeElement.blur()")
        self.page.wait_for_timeout(300)
        self.page.screenshot(path=IMAGES / name, full_page=whole)
        self.page.close()
        print(f"docs/images/{name}")


def main() -> None:
    hopper = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/hopper")
    if not hopper.exists():
        command = [sys.executable, "-m", "gogepo", "train", *HOPPER, "--out", str(hopper)]
        subprocess.run(command, check=True)
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        with dialling("--example") as address:
            light = Camera(browser, address, 1440, 900, "light")
            light.sweep()
            for command in (40, 160, 230):
                light.ask(command)
            light.shoot("dial-light.png", 0.35)
            dark = Camera(browser, address, 1440, 900, "dark")
            dark.compare()
            dark.ask(250)
            dark.ask(0, "right")
            dark.shoot("dial-dark.png", 0.3)
            small = Camera(browser, address, 390, 844, "light", 2.0)
            small.ask(200)
            small.shoot("dial-small.png", 0.3)
        with dialling(hopper) as address:
            other = Camera(browser, address, 1280, 800, "light")
            other.page.click(".zoom")
            other.ask(200)
            other.shoot("dial-hopper.png", 0.25)
        browser.close()


if __name__ == "__main__":
    main()
