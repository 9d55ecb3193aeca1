"""The page in a real browser: what a visitor does, and what comes of it."""

from __future__ import annotations

import io
import itertools
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from gogepo.commands.dial import EXAMPLE, redirecting
from gogepo.methods import GoGePo

Visit = Callable[..., Any]
LEFT, RIGHT = ".side[data-side=left]", ".side[data-side=right]"


def settled(page: Any, side: str = LEFT) -> None:
    """All episodes of a side are over and the first is on screen."""
    page.wait_for_selector(f"{side}:not(.busy) .chips li:last-child button.chip", timeout=60_000)
    page.wait_for_selector(f"{side} .chip[aria-pressed=true]")


def ask(page: Any, command: float, side: str = LEFT) -> None:
    field = page.locator(f"{side} .exact")
    field.fill(str(command))
    field.press("Enter")
    page.wait_for_function(
        "([side, words]) => document.querySelector(side + ' .caption').textContent.startsWith(words)",
        arg=[side, "asked for"],
    )
    page.wait_for_function(
        "([side, value]) => Number(document.querySelector(side + ' dd').textContent.replace('\\u2212', '-').replace(',', '')) === value",
        arg=[side, command],
    )
    page.wait_for_timeout(300)
    settled(page, side)


def figures(page: Any, side: str = LEFT) -> list[str]:
    return page.locator(f"{side} .numbers dl > div:not([hidden]) dd").all_inner_texts()


def number(text: str) -> float:
    return float(text.split("±")[0].replace("\u2212", "-").replace(",", ""))


def picture(page: Any, side: str = LEFT) -> np.ndarray:
    """The agent in the middle of its episode."""
    if page.get_attribute("#pause", "aria-pressed") == "false":
        page.click("#pause")
    page.eval_on_selector("#time", "time => { time.value = 0.5; time.dispatchEvent(new Event('input')); }")
    shot = page.locator(f"{side} .screen canvas").screenshot()
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), np.int16)


def learned() -> tuple[float, float]:
    return GoGePo.load(EXAMPLE, device="cpu").learned_range


def test_the_file_that_a_browser_is_started_with_leads_to_the_page(
    example: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HOME", str(tmp_path))
    page = browser.new_page()
    with redirecting(example) as file:
        assert file.startswith(tmp_path.as_uri())
        page.goto(file)
        page.wait_for_selector("text=of 1,500,000 steps")  # which takes the token to know
    page.close()
    assert list(tmp_path.iterdir()) == []


def test_turning_the_dial_changes_the_policy_and_the_picture(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    low, high = (round(value, 1) for value in learned())
    ask(page, low)
    below, low_figures = picture(page), figures(page)
    ask(page, high)
    above, high_figures = picture(page), figures(page)
    assert number(low_figures[0]) == low
    assert number(high_figures[1]) > number(low_figures[1])  # what the evaluator predicts
    assert number(high_figures[2]) > number(low_figures[2])  # what real episodes achieved
    assert (np.abs(above - below).max(axis=2) > 20).mean() > 0.002  # the agent is elsewhere
    assert len(np.unique(above.reshape(-1, 3), axis=0)) > 50  # it was drawn at all


def test_what_is_shown_is_what_the_library_says(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    model = GoGePo.load(EXAMPLE, device="cpu")
    command = round(sum(model.learned_range) / 2, 1)
    ask(page, command)
    shown = [number(text) for text in page.locator(f"{LEFT} .chip").all_inner_texts()]
    expected = model.evaluate(command, 5).training_returns
    assert shown == pytest.approx(expected, abs=0.06)
    assert number(figures(page)[1]) == pytest.approx(model.predict_return(model.generate(command)), abs=0.06)


def test_dragging_the_knob_asks_for_what_it_points_at(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    knob = page.locator(f"{LEFT} .knob")
    box = knob.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    page.mouse.down()
    for share in np.linspace(0.2, 0.4, 12):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2)
    page.mouse.up()
    page.wait_for_timeout(400)
    settled(page)
    assert number(figures(page)[0]) == pytest.approx(float(knob.input_value()), abs=0.06)


def test_two_policies_side_by_side(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    page.click("#compare")
    settled(page, RIGHT)
    low, high = (round(value, 1) for value in learned())
    ask(page, low, LEFT)
    ask(page, high, RIGHT)
    assert number(figures(page, RIGHT)[2]) > number(figures(page, LEFT)[2])
    left, right = picture(page, LEFT), picture(page, RIGHT)
    left, right = left[:, : right.shape[1]], right[:, : left.shape[1]]  # one has the border
    assert (np.abs(left - right).max(axis=2) > 20).mean() > 0.002
    page.click("#compare")
    assert page.locator(".side").count() == 1


def test_a_click_on_the_map_plays_that_policy(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    canvas = page.locator("#map canvas")
    box = canvas.bounding_box()
    hint = page.locator("#map-hint")
    for share in np.linspace(0.05, 0.95, 60):  # along a diagonal, until a point is near
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] * (0.2 + 0.6 * share))
        if hint.inner_text().startswith("episode"):
            break
    near = re.fullmatch(r"episode ([\d,]+), return (\S+)", hint.inner_text())
    assert near is not None
    page.mouse.down()
    page.mouse.up()
    episode = int(near[1].replace(",", ""))
    page.wait_for_function(
        "([side, words]) => document.querySelector(side + ' .caption').textContent.startsWith(words)",
        arg=[LEFT, f"policy of episode {episode}, which got {near[2]}"],
    )
    settled(page)
    model = GoGePo.load(EXAMPLE, device="cpu")
    _, returns = model.progress.state.memory.read([episode])
    assert returns[0] == pytest.approx(number(near[2]), abs=0.06)


def test_downloads_hold_what_is_on_screen(example: str, visit: Visit, tmp_path: Path):
    import onnxruntime

    from gogepo.policy import Policy

    page = visit(example, 420, 800)  # films are as large as the picture, and here they are drawn in software
    settled(page)
    model = GoGePo.load(EXAMPLE, device="cpu")
    command = round(model.learned_range[1], 1)
    ask(page, command)
    page.select_option("#speed", "8")  # a film has the speed that is seen
    files = {}
    for kind in ("onnx", "safetensors", "gif", "mp4"):
        with page.expect_download(timeout=90_000) as download:
            page.click(f"{LEFT} .takings button:has-text('.{kind}')")
        files[kind] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[kind])
    assert files["onnx"].name.endswith(f"return-{command:g}.onnx")
    policy = model.generate(command)
    session = onnxruntime.InferenceSession(files["onnx"])
    loaded = Policy.load(files["safetensors"])
    rng = np.random.default_rng(0)
    for observation in rng.normal(size=(50, policy.shape.observation_size)).astype(np.float32):
        action, _ = policy.predict(observation)
        np.testing.assert_array_equal(loaded.predict(observation)[0], action)
        np.testing.assert_allclose(
            session.run(None, {"observation": observation[None]})[0][0], action, atol=1e-5
        )
    for kind in ("gif", "mp4"):
        frames = film(files[kind])
        assert len(frames) > 20
        assert (np.abs(frames[0].astype(int) - frames[len(frames) // 2]).max(axis=-1) > 20).mean() > 0.002


def film(path: Path) -> np.ndarray:
    """Its frames, made small."""
    import imageio_ffmpeg

    size = (160, 90)
    decode = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", path, "-vf", f"scale={size[0]}:{size[1]}"]
    content = subprocess.run(
        [*decode, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, stdout=subprocess.PIPE
    )
    return np.frombuffer(content.stdout, np.uint8).reshape(-1, size[1], size[0], 3)


def test_the_keyboard_alone_reaches_and_does_everything(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    wanted = page.evaluate("""() => [...document.querySelectorAll('button, input, select, summary, canvas, pre, a')]
        .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0)
        .map((each, index) => (each.dataset.n = index, each.id || each.className || each.textContent))""")
    reached = set()
    page.evaluate("document.activeElement.blur()")
    for _ in range(3 * len(wanted)):
        page.keyboard.press("Tab")
        found = page.evaluate("document.activeElement.dataset.n")
        if found is not None:
            reached.add(int(found))
            ring = page.evaluate("""() => { const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
                return outlineStyle !== 'none' || boxShadow !== 'none' || document.activeElement.matches('.knob'); }""")
            assert ring, "the focus must be seen"
    assert [name for index, name in enumerate(wanted) if index not in reached] == []
    page.focus(f"{LEFT} .knob")
    before = number(figures(page)[0])
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(500)
    settled(page)
    assert number(figures(page)[0]) < before
    page.focus("#map canvas")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    page.wait_for_function(
        f"() => document.querySelector('{LEFT} .caption').textContent.startsWith('policy of episode')"
    )
    page.focus("#pause")
    page.keyboard.press("Enter")
    assert page.get_attribute("#pause", "aria-label") == "Play"
    page.focus("#compare")
    page.keyboard.press("Enter")
    settled(page, RIGHT)


def test_playback_pauses_scrubs_and_changes_speed(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    page.click("#pause")
    stopped = page.inner_text("#clock")
    page.wait_for_timeout(400)
    assert page.inner_text("#clock") == stopped
    page.eval_on_selector("#time", "time => { time.value = 1; time.dispatchEvent(new Event('input')); }")
    seconds = float(page.inner_text("#clock").removesuffix(" s"))
    assert seconds > 1
    before = picture(page)
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(700, 330, steps=5)
    page.mouse.up()
    assert np.abs(picture(page) - before).max() > 20  # seen from another side
    page.click("#view")
    np.testing.assert_allclose(picture(page), before, atol=3)


def test_it_fits_the_screen_in_light_and_dark(example: str, visit: Visit):
    page = visit(example)
    settled(page)
    page.click("#compare")
    settled(page, RIGHT)
    for summary in page.locator("summary").all():
        summary.click()
    for width, scheme in itertools.product((360, 768, 1024, 1440), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        over = page.evaluate("""() => [...document.querySelectorAll('main *')].filter((each) => each.offsetParent
            && !each.closest('.plot, .ticks')).filter((each) => each.getBoundingClientRect().right
            > (each.closest('.side') ?? document.documentElement).getBoundingClientRect().right + 1)
            .map((each) => each.className)""")
        assert over == [], (width, scheme)
        colours = page.evaluate("""() => { const style = getComputedStyle(document.body);
            return [style.backgroundColor, style.color]; }""")
        back, ink = (np.mean([int(part) for part in re.findall(r"\d+", value)[:3]]) for value in colours)
        assert (back > ink) == (scheme == "light")
        assert abs(back - ink) > 150
    page.click("#theme")
    assert page.inner_text("#theme") == "Light"  # whatever the system says
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_a_directory_lists_runs_and_seeds_can_be_switched(several: str, visit: Visit):
    page = visit(several)
    page.wait_for_selector(".run")
    names = page.locator(".run strong").all_inner_texts()
    assert names[0] == "<img src=x onerror=alert(1)>"  # as text, not as an element
    assert names[1:] == ["lines", "painted", "population", "search"]
    page.click(".run:has-text('population')")
    settled(page)
    first = figures(page)
    assert page.locator("#seed option").all_inner_texts() == ["0", "1"]
    page.select_option("#seed", "1")
    page.wait_for_function(
        "JSON.stringify([...document.querySelectorAll('dd')].map((d) => d.textContent)).length > 0"
    )
    page.wait_for_timeout(500)
    settled(page)
    assert figures(page) != first
    page.click("#all-runs")
    page.click(".run:has-text('search')")
    page.wait_for_selector("text=learns one policy, so there is no dial to turn")
    settled(page)
    assert not page.locator(".dial").is_visible()
    assert not page.locator("#compare").is_visible()
    page.click("#all-runs")
    page.click(".run >> nth=0")
    settled(page)
    assert page.inner_text("h1") == "CartPole-v1"


@pytest.mark.parametrize(("run", "colours"), [("lines", 2), ("painted", 10)])
def test_environments_without_geometry_are_shown_too(several: str, visit: Visit, run: str, colours: int):
    page = visit(f"{several}&run={run}")
    settled(page)
    page.wait_for_timeout(500)
    assert len(np.unique(picture(page).reshape(-1, 3), axis=0)) > colours
    assert page.get_attribute(f"{LEFT} .screen", "data-problem") is None


def test_a_wrong_token_is_told(example: str, browser: Any):
    page = browser.new_page()
    page.goto(example[:-5] + "wrong")
    page.wait_for_selector("#notice:has-text('token')")
    assert not page.locator(".side").count()
    page.close()


def test_the_page_follows_a_run_that_trains(visit: Visit, dial: Callable[..., str], tmp_path: Path):
    tiny = ("--policy-hidden", "16", "16", "--generator-hidden", "16", "16", "--evaluator-hidden", "16", "16")
    less = ("--probing-states", "7", "--batch-size", "2", "--evaluation-episodes", "1", "--device", "cpu")
    training = subprocess.Popen(
        [
            *(sys.executable, "-m", "gogepo", "train", "Pendulum-v1", "--out", str(tmp_path / "run")),
            *("--env-steps", "100000000", "--checkpoint-every-env-steps", "2000", "--no-tensorboard"),
            *(*tiny, *less),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + 180
        while not list((tmp_path / "run").glob("checkpoints/checkpoint-*")):
            assert time.monotonic() < until
            time.sleep(0.2)
        page = visit(dial(tmp_path / "run"))
        settled(page)
        assert page.locator("#about .live").inner_text() == "training"
        steps = "() => Number(document.querySelector('#about').textContent.match(/([\\d,]+) of/)[1].replace(/,/g, ''))"
        # The newest policy on the map, as its label says. How many there are says nothing: 600 at most.
        newest = "() => Number(document.querySelector('#map canvas').ariaLabel.match(/episode (\\d+)/)[1])"
        first_steps, first_newest = page.evaluate(steps), page.evaluate(newest)
        page.wait_for_function(f"() => ({steps})() > {first_steps}", timeout=60_000)
        page.wait_for_function(f"() => ({newest})() > {first_newest}", timeout=120_000)
        assert page.locator(f"{LEFT} .chip").count() == 5  # and what was on screen stays
        training.terminate()
        training.wait(60)
        page.wait_for_function("() => !document.querySelector('#about .live')", timeout=60_000)
    finally:
        training.kill()
        training.wait()
