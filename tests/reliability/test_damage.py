"""A5 and A8: damaged checkpoints are refused, and the last valid one is never deleted."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gogepo.algorithms.protocol import init
from gogepo.files import BadFile
from gogepo.inputs import InputError
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import KEEP, CheckpointStore, load
from gogepo.runs.directory import RunDirectory
from gogepo.runs.manifest import Manifest, read_manifest, seal, unseal, verify
from gogepo.training.experiment import Experiment
from gogepo.training.loop import Progress
from reliability.rows import ROWS, record
from reliability.saver import SIZES, small_experiment, told


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return small_experiment()


@pytest.fixture(scope="module")
def whole(experiment: Experiment, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with three checkpoints and three segments."""
    run = RunDirectory.create(tmp_path_factory.mktemp("whole") / "run", experiment.config)
    store = CheckpointStore(run)
    progress = Progress(init(experiment.algorithm))
    for _ in range(3):
        told(experiment, progress, 2)
        store.save(experiment, progress, SIZES)
    run.unlock()
    return run.path


def flip_bit(path: Path, rng: random.Random) -> str:
    content = bytearray(path.read_bytes())
    where, bit = rng.randrange(len(content)), rng.randrange(8)
    content[where] ^= 1 << bit
    path.write_bytes(content)
    return f"bit {bit} of byte {where}"


def truncate(path: Path, rng: random.Random) -> str:
    size = rng.randrange(path.stat().st_size)
    with path.open("rb+") as file:
        file.truncate(size)
    return f"cut to {size}"


def append(path: Path, rng: random.Random) -> str:
    with path.open("ab") as file:
        file.write(rng.randbytes(rng.randrange(1, 100)))
    return "grown"


def overwrite(path: Path, rng: random.Random) -> str:
    content = bytearray(path.read_bytes())
    start = rng.randrange(len(content))
    length = min(len(content) - start, rng.randrange(1, 4096))
    noise = rng.randbytes(length)
    if content[start : start + length] == noise:
        noise = bytes(byte ^ 255 for byte in noise)
    content[start : start + length] = noise
    path.write_bytes(content)
    return f"noise at {start}"


def remove(path: Path, rng: random.Random) -> str:
    path.unlink()
    return "removed"


def link(path: Path, rng: random.Random) -> str:
    elsewhere = path.with_name("elsewhere")
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    return "a link"


DAMAGE: tuple[Callable[[Path, random.Random], str], ...] = (
    flip_bit,
    flip_bit,
    flip_bit,
    truncate,
    append,
    overwrite,
    remove,
    link,
)


def damage_one_file(checkpoint: Path, rng: random.Random) -> str:
    """Damage a file of the checkpoint; or swap in another checkpoint's, which is whole but not its."""
    manifest = read_manifest(checkpoint)
    files = [checkpoint / "manifest.json", checkpoint / "state.safetensors"]
    files += [checkpoint.parent / "archive" / entry.name for entry in manifest.segments]
    kind = rng.randrange(len(DAMAGE) + 2)
    if kind < len(DAMAGE):
        victim = rng.choice(files)
        return f"{victim.name}: {DAMAGE[kind](victim, rng)}"
    others = [path for path in checkpoint.parent.glob("checkpoint-*") if path != checkpoint]
    other = rng.choice(others)
    if kind == len(DAMAGE):
        shutil.copy(other / "state.safetensors", checkpoint / "state.safetensors")
        return "state of another checkpoint"
    stale = unseal(
        (checkpoint / "manifest.json").read_bytes()
    )  # a manifest of the right form, but of the past
    stale["state"] = unseal((other / "manifest.json").read_bytes())["state"]
    (checkpoint / "manifest.json").write_bytes(seal(stale))
    return "stale manifest"


def test_row_a5_every_damaged_checkpoint_is_refused_by_name_and_the_newest_valid_one_is_offered(
    whole: Path, experiment: Experiment, tmp_path: Path
):
    trials, passed = ROWS["A5"].trials, 0
    missed: list[str] = []
    run = tmp_path / "run"
    for trial in range(trials):
        rng = random.Random(trial)
        if run.exists():
            shutil.rmtree(run)
        shutil.copytree(whole, run)
        newest = CheckpointStore(RunDirectory(run)).newest_first()[0]
        what = damage_one_file(newest, rng)
        try:
            load(newest, read_manifest(newest), experiment)
            missed.append(what)
            continue
        except BadFile as damage:
            reason = str(damage)
        if trial % 50 == 0:  # what a user sees, which takes longer
            with pytest.raises(InputError) as refusal:
                runs.read(RunDirectory(run))
            text = str(refusal.value)
            offered = "--latest-valid" in text or "No other checkpoint" in text
            if newest.name not in text or reason not in text or not offered or "\n" in text:
                missed.append(f"{what}: {text}")
                continue
        passed += 1
    record("A5", passed, trials, "; ".join(missed[:3]))


class Retention(RuleBasedStateMachine):
    """Save, crash, corrupt and read in any order: what was valid stays, or something newer does."""

    experiment: Experiment
    folder: Path
    count = 0
    steps = 0

    @initialize()
    def begin(self) -> None:
        type(self).count += 1
        self.run = RunDirectory(self.folder / f"machine-{type(self).count}")
        self.run.path.mkdir()
        self.store = CheckpointStore(self.run)
        self.progress = told(self.experiment, Progress(init(self.experiment.algorithm)), 1)
        self.store.save(self.experiment, self.progress, SIZES)

    def valid(self) -> list[str]:
        found = []
        for path in CheckpointStore(self.run).newest_first():
            try:
                verify(path, read_manifest(path))
                found.append(path.name)
            except BadFile:
                continue
        return found

    @rule(episodes=st.integers(0, 3))
    def save(self, episodes: int) -> None:
        told(self.experiment, self.progress, episodes)
        written = self.store.save(self.experiment, self.progress, SIZES)
        assert written.name in self.valid(), "what was just saved must be valid"

    @rule()
    def crash_in_a_save(self) -> None:
        """What a process that dies while it saves leaves behind."""
        torn = self.run.checkpoints / ".checkpoint-000000099-000.tmp"
        torn.mkdir(exist_ok=True)
        (torn / "state.safetensors").write_bytes(b"half")
        (self.run.checkpoints / "archive" / ".segment.tmp").write_bytes(b"half")

    @precondition(lambda self: len(self.valid()) > 1)
    @rule(which=st.integers(0, 2), seed=st.integers(0, 2**16))
    def corrupt(self, which: int, seed: int) -> None:
        """Damage one checkpoint's own file, but leave another valid."""
        names = self.valid()
        path = self.run.checkpoints / names[which % len(names)]
        rng = random.Random(seed)
        flip_bit(path / rng.choice(["manifest.json", "state.safetensors"]), rng)

    @rule(seed=st.integers(0, 2**16))
    def corrupt_a_segment_then_save(self, seed: int) -> None:
        """Policies are still in memory, so the next save must write them anew."""
        segments = sorted((self.run.checkpoints / "archive").glob("segment-*"))
        rng = random.Random(seed)
        flip_bit(rng.choice(segments), rng)
        self.save(1)

    @rule()
    def come_back_as_a_new_process(self) -> None:
        """Read the newest valid one as `resume --latest-valid` does."""
        damaged = 0
        for path in CheckpointStore(self.run).newest_first():
            try:
                manifest = read_manifest(path)
                self.progress = load(path, manifest, self.experiment)
            except BadFile:
                damaged += 1
                continue
            self.store = CheckpointStore(self.run)
            self.store.remember(manifest)
            self.store.set_aside(damaged)
            return
        raise AssertionError("no valid checkpoint was left")

    @invariant()
    def something_valid_is_left(self) -> None:
        if hasattr(self, "run"):
            type(self).steps += 1
            assert self.valid(), "the last valid checkpoint is gone"


def test_row_a8_retention_never_deletes_the_last_valid_checkpoint(experiment: Experiment, tmp_path: Path):
    trials = ROWS["A8"].trials
    steps = 20
    machines = max(5, trials // steps + trials // 50)  # some histories end early
    Retention.experiment, Retention.folder = experiment, tmp_path
    Retention.count = Retention.steps = 0
    run_state_machine_as_test(
        Retention,
        settings=settings(
            max_examples=machines,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            database=None,
            phases=(Phase.generate,),
        ),
    )
    # A broken promise has raised by now, so every step that was made has passed.
    assert Retention.steps >= trials
    record("A8", Retention.steps, Retention.steps, f"steps, in {Retention.count} histories")


def test_a_checkpoint_that_is_pruned_while_it_is_read_gives_way_to_a_newer_one(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What another process sees that reads a run while it trains."""
    run = RunDirectory.create(tmp_path / "run", experiment.config)
    store = CheckpointStore(run)
    progress = Progress(init(experiment.algorithm))

    def train_on() -> None:
        told(experiment, progress, 2)
        store.save(experiment, progress, SIZES)

    train_on()
    read_whole = runs.load
    sought = []

    def read_slowly(path: Path, manifest: Manifest, experiment: Experiment) -> Progress:
        sought.append(path.name)
        if len(sought) == 1:
            for _ in range(KEEP + 1):
                train_on()
            assert not path.exists()
        return read_whole(path, manifest, experiment)

    monkeypatch.setattr(runs, "load", read_slowly)
    found = runs.read(RunDirectory.open(run.path))
    run.unlock()
    assert found.progress is not None
    assert found.progress.state.episodes == progress.state.episodes == 2 * (KEEP + 2)
    assert found.skipped == ()
    assert len(sought) == 2
