"""The built page: made from what is in frontend/, whole, and self-contained."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRONTEND = ROOT / "frontend"
STATIC = ROOT / "src" / "gogepo" / "dial" / "static"
EXAMPLE = STATIC.parent / "example"
BUILT = ["app.css", "app.js", "icon.svg", "index.html", "licenses.txt"]


def test_everything_is_there():
    assert sorted(path.name for path in STATIC.iterdir()) == BUILT


@pytest.mark.skipif(shutil.which("npm") is None, reason="needs Node, to build the page again")
def test_it_is_what_the_sources_give(tmp_path: Path):
    work = tmp_path / "frontend"
    shutil.copytree(FRONTEND, work, ignore=shutil.ignore_patterns("node_modules"))
    quiet = {"env": {**os.environ, "npm_config_loglevel": "error"}, "cwd": work, "check": True}
    subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], **quiet, stdout=subprocess.DEVNULL)
    subprocess.run(["node", "build.mjs", str(tmp_path / "static")], **quiet)
    for name in BUILT:
        assert (tmp_path / "static" / name).read_bytes() == (STATIC / name).read_bytes(), (
            f"{name} is not what frontend/ gives; run: make frontend"
        )


def test_the_wheel_carries_the_page_and_the_example(tmp_path: Path):
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        tmp_path,
        ROOT,
    ]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {name.removeprefix("gogepo/dial/") for name in names if name.startswith("gogepo/dial/")}
    assert {f"static/{name}" for name in BUILT} <= shipped
    wanted = {str(path.relative_to(STATIC.parent)) for path in EXAMPLE.rglob("*") if path.is_file()}
    assert wanted <= shipped
    assert not any("node_modules" in name or name.startswith("frontend") for name in names)
    assert wheel.stat().st_size < 3e6


def test_nothing_inline_that_the_policy_would_forbid():
    page = (STATIC / "index.html").read_text()
    assert re.findall(r"<script[^>]*>([^<]+)<", page) == []
    assert "<style" not in page
    assert " style=" not in page
    assert not re.search(r"\son\w+=", page)
    assert re.findall(r'(?:src|href)="([^"#]+)"', page) == ["icon.svg", "app.css", "app.js", "icon.svg"]


def test_styles_fetch_nothing():
    styles = (STATIC / "app.css").read_text()
    assert "url(" not in styles
    assert "@import" not in styles


def test_the_lock_names_versions_and_digests_but_no_host():
    lock = json.loads((FRONTEND / "package-lock.json").read_text())
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert all("integrity" in entry and "resolved" not in entry for entry in packages.values())


def test_what_is_bundled_is_credited():
    wanted = json.loads((FRONTEND / "package.json").read_text())["dependencies"]
    credits = (STATIC / "licenses.txt").read_text()
    assert all(f"{name} {version}" in credits for name, version in wanted.items())
