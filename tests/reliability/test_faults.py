"""B1, B2, B3: what an environment does wrong costs an episode or an update, not the run."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import safetensors.numpy

from gogepo.config import GoGePoConfig, Limits, RunConfig
from gogepo.engines import Engine
from gogepo.engines.inline import InlineEngine
from gogepo.engines.processes import ProcessEngine
from gogepo.envs.rollout import EpisodeFault
from gogepo.envs.spaces import read_interface
from gogepo.envs.tasks import make_env
from gogepo.runs import train as runs
from gogepo.runs.checkpoint import CheckpointStore, Snapshot, load
from gogepo.runs.directory import RunDirectory, read_records
from gogepo.runs.faults import MOST_KEPT
from gogepo.runs.manifest import read_manifest, verify
from gogepo.runs.verify import replay
from gogepo.seeding import reset_seed
from gogepo.training.experiment import Experiment, build
from gogepo.training.loop import Progress
from reliability import faulty
from reliability.rows import FULL, ROWS, record

ALGORITHM = GoGePoConfig(
    policy_hidden=(16, 16),
    generator_hidden=(16, 16),
    evaluator_hidden=(16, 16),
    probing_states=7,
    batch_size=2,
    archive_capacity=64,
)
SMALLER = dataclasses.replace(ALGORITHM, policy_hidden=(16,), generator_hidden=(16,), evaluator_hidden=(16,))
"""For many bodies, since JAX compiles the networks of each anew."""
STEP_SECONDS = 1.0

# A run outside pytest only warns where NumPy overflows; as an error it would become the environment's fault.
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MuJoCo logs where it is; worker processes must find the environments."""
    monkeypatch.chdir(tmp_path)
    path = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))


@dataclass
class Run:
    """A run that has ended."""

    directory: RunDirectory
    experiment: Experiment
    outcome: runs.Outcome
    progress: Progress
    engine: Engine

    @property
    def seed(self) -> int:
        return self.experiment.config.seed

    def bad_attempts(self, misbehaves: Callable[[int], bool]) -> list[int]:
        """Those of its attempts that must have gone wrong."""
        attempts = range(self.progress.state.attempts)
        return [index for index in attempts if misbehaves(reset_seed(self.seed, "episode", index))]


def train(
    path: Path,
    env: str,
    *,
    seed: int,
    env_steps: int,
    return_range: tuple[float, float] = (-20.0, 0.0),
    algorithm: GoGePoConfig = ALGORITHM,
    isolate: bool = False,
    limits: Limits | None = None,
    store: type[CheckpointStore] = CheckpointStore,
) -> Run:
    config = RunConfig(
        env=f"reliability.faulty:{env}",
        env_steps=env_steps,
        seed=seed,
        return_range=return_range,
        survival_bonus=0.0,
        evaluate_every=max(1, env_steps // 2),
        evaluation_episodes=1 if isolate else 2,
        device="cpu",
        algorithm=algorithm,
    )
    experiment = build(config, try_env=not isolate)
    directory = RunDirectory.create(path, experiment.config)
    engine = make_engine(experiment, isolate)
    try:
        ((outcome, progress),) = runs.train(
            [runs.Member(directory, experiment, store=store(directory))],
            engine,
            limits=limits or Limits(checkpoint_every_env_steps=100),
        )
    finally:
        engine.close()
        directory.unlock()
    return Run(directory, experiment, outcome, progress, engine)


def make_engine(experiment: Experiment, isolate: bool) -> Engine:
    network = experiment.config.algorithm.network
    if not isolate:
        return InlineEngine(experiment.factory, network, 0.0)
    interface = read_interface(make_env(experiment.factory), network)
    return ProcessEngine(experiment.config.env, interface, 0.0, workers=1, step_seconds=STEP_SECONDS)


def costs(run: Run, misbehaves: Callable[[int], bool], kind: str) -> tuple[list[dict], set[int]]:
    """The logged faults, and which bad attempts cost their episode and nothing else."""
    logged = read_records(run.directory.faults)
    learned = {line["attempt"] for line in read_records(run.directory.metrics)}
    archived = {played.attempt for played in run.progress.state.memory.played.values()}
    saved = runs.read(run.directory)
    assert saved.progress is not None
    assert saved.progress.faults == run.progress.faults == len(logged)
    assert saved.progress.state.episodes == run.progress.state.episodes == len(learned)
    on_disk = {played.attempt for played in saved.progress.state.memory.played.values()}
    assert archived == on_disk
    dropped = {
        line["attempt"]
        for line in logged
        if line["kind"] == kind and line["seed"] == reset_seed(run.seed, "episode", line["attempt"])
    }
    wanted = set(run.bad_attempts(misbehaves))
    assert learned | dropped == set(range(run.progress.state.attempts))
    return logged, (wanted & dropped) - learned - archived


def replays(run: Run, faults: list[dict], engine: Engine) -> int:
    """How many of the logged faults happen again, the same, when their attempt is replayed."""
    same = 0
    for line in faults:
        try:
            replay(
                run.directory,
                run.seed,
                run.progress,
                engine,
                line["attempt"],
                run.experiment.shape.weights_size,
            )
        except EpisodeFault as fault:
            happened = (fault.kind, fault.detail, fault.env_steps)
            same += happened == (line["kind"], line["detail"], line["episode_steps"])
    return same


# B1


def faults_of_kind(path: Path, what: str, needed: int) -> tuple[int, int]:
    """Train through at least `needed` faults of one sort; how many there were and passed."""
    isolate = what in faulty.IN_A_PROCESS_OF_ITS_OWN
    # A hang or crash counts no steps, so that many good episodes see about as many bad ones.
    episodes = round(1.1 * needed) + 2 if isolate else round(2.2 * needed) + 6
    run = train(
        path,
        faulty.identifier(what),
        seed=faulty.quiet_seed(faulty.half, after=1),
        env_steps=episodes * faulty.STEPS,
        isolate=isolate,
    )
    faults, cost_one_episode = costs(run, faulty.half, faulty.FAULTS[what])
    wanted = run.bad_attempts(faulty.half)
    assert [line["attempt"] for line in faults] == wanted
    # It went on: to its budget, over an episode that was learned from.
    assert run.outcome == "done"
    assert run.progress.env_steps >= run.experiment.config.env_steps
    assert max(played.attempt for played in run.progress.state.memory.played.values()) > wanted[0]
    again = faults[:1] if isolate else faults[:MOST_KEPT]
    engine = make_engine(run.experiment, isolate)
    try:
        assert replays(run, again, engine) == len(again)
    finally:
        engine.close()
    return len(wanted), len(cost_one_episode)


def test_a_bad_step_costs_its_episode_not_the_run(tmp_path: Path):
    needed = -(-ROWS["B1"].trials // len(faulty.FAULTS))
    with ThreadPoolExecutor(2) as pool:  # these mostly wait
        isolated = {
            what: pool.submit(faults_of_kind, tmp_path / what, what, needed)
            for what in faulty.IN_A_PROCESS_OF_ITS_OWN
        }
        results = {
            what: faults_of_kind(tmp_path / what, what, needed)
            for what in faulty.FAULTS
            if what not in faulty.IN_A_PROCESS_OF_ITS_OWN
        }
        results |= {what: job.result() for what, job in isolated.items()}
    print(results)
    assert min(trials for trials, _ in results.values()) >= needed
    record(
        "B1",
        sum(passed for _, passed in results.values()),
        sum(trials for trials, _ in results.values()),
        f"{len(results)} kinds, at least {needed} of each",
    )


@pytest.mark.parametrize("what", [what for what in faulty.FAULTS if FULL or what in ("exception", "crash")])
def test_too_many_faults_in_a_row_stop_the_run_with_a_valid_checkpoint(tmp_path: Path, what: str):
    most = 4
    isolate = what in faulty.IN_A_PROCESS_OF_ITS_OWN
    run = train(
        tmp_path / "run",
        faulty.identifier(what, often=True),
        seed=faulty.quiet_seed(faulty.nearly_all),
        env_steps=600,
        isolate=isolate,
        limits=Limits(max_consecutive_faults=most),
    )
    bad = run.bad_attempts(faulty.nearly_all)
    assert run.outcome == "faults"
    assert run.progress.consecutive_faults == most
    assert bad[-most:] == list(range(run.progress.state.attempts - most, run.progress.state.attempts))
    newest = CheckpointStore(run.directory).newest_first()[0]
    verify(newest, read_manifest(newest))
    saved = runs.read(run.directory).progress
    assert saved is not None
    assert saved.faults == len(bad)


# B2


def test_a_divergence_is_detected_kept_out_and_replayable(tmp_path: Path):
    trials = ROWS["B2"].trials
    bodies = [f"{how}-{body[:-3]}-v0" for body in faulty.BODIES for how in ("BlowUp", "BlowUpAtReset")]
    bodies = bodies if FULL else [bodies[0], bodies[3], bodies[4], bodies[6]]
    needed = -(-trials // len(bodies))
    happened = passed = 0
    for body in bodies:
        run = train(
            tmp_path / body,
            body,
            seed=faulty.quiet_seed(faulty.half, after=2),
            env_steps=(round(2.2 * needed) + 6) * faulty.BLOW_UP_STEPS,
            return_range=(-100.0, 100.0),
            algorithm=SMALLER,
        )
        faults, cost_one_episode = costs(run, faulty.half, "divergence")
        wanted = run.bad_attempts(faulty.half)
        assert run.outcome == "done"
        assert len(wanted) >= needed
        engine = make_engine(run.experiment, isolate=False)
        again = [line for line in faults if replays(run, [line], engine) == 1]
        engine.close()
        happened += len(wanted)
        passed += len(cost_one_episode & {line["attempt"] for line in again})
        # The environment said nothing: nothing but MuJoCo's own count told.
        assert all("MuJoCo warning" in line["detail"] for line in faults)
    record("B2", passed, happened, f"{len(faulty.BODIES)} bodies, {len(faulty.BLOW_UPS)} ways")


def test_a_divergence_leaves_finite_observations_and_rewards():
    """Why the warning must be asked for: what Gymnasium returns looks healthy."""
    env = faulty.blown_up("Hopper-v5")
    env.reset(seed=1)  # odd: a bad episode
    bad = False
    for _ in range(4):
        observation, reward, _, _, _ = env.step(np.zeros(3))
        assert np.isfinite(observation).all()
        assert np.isfinite(reward)
        bad = bad or any(warning.number for warning in env.unwrapped.data.warning)
    env.close()
    assert bad


# B3


class Inspecting(CheckpointStore):
    """Reads every checkpoint back from the disk as soon as it is written."""

    inspected = 0

    def snapshot(self, experiment: Experiment, progress: Progress, record_sizes: dict[str, int]) -> Snapshot:
        self._experiment = experiment
        return super().snapshot(experiment, progress, record_sizes)

    def write(self, snapshot: Snapshot) -> Path:
        path = super().write(snapshot)
        manifest = read_manifest(path)
        files = [path / manifest.state.name]
        files += [path.parent / "archive" / entry.name for entry in manifest.segments]
        for file in files:
            for name, array in safetensors.numpy.load(file.read_bytes()).items():
                if name == "due.command":
                    array, horizon = array[:1], array[1:]
                    assert np.isnan(horizon).tolist() == [True]  # which GoGePo's policies have none of
                allowed = name == "best_return" and manifest.episodes == 0
                assert allowed or np.isfinite(array).all(), f"{file.name}: {name} is not finite"
        load(path, manifest, self._experiment)
        Inspecting.inspected += 1
        return path


def skips_as_promised(run: Run, misbehaves: Callable[[int], bool], limit: int) -> None:
    """Counted in the record, none before the poison, and stopped exactly when there were too many."""
    lines = read_records(run.directory.metrics)
    assert run.progress.skipped_updates == sum(line["skipped_updates"] for line in lines)
    first = next((n for n, line in enumerate(lines) if misbehaves(line["seed"])), len(lines))
    assert sum(line["skipped_updates"] for line in lines[:first]) == 0
    in_a_row = 0
    for number, line in enumerate(lines):
        in_a_row = in_a_row + line["skipped_updates"] if line["skipped_updates"] else 0
        stopped = run.outcome == "numbers" and number == len(lines) - 1
        assert (in_a_row >= limit) == stopped


def test_poisoned_returns_leave_finite_weights(tmp_path: Path):
    trials = ROWS["B3"].trials
    kinds = list(faulty.poisons())
    order = np.random.default_rng(3).permutation(len(kinds))
    ranges = ((-20.0, 0.0), (0.0, 0.001))
    passed = stopped = finished = skipped = 0
    Inspecting.inspected = 0
    for trial in range(trials):
        amount, mixture, often = kinds[order[trial % len(kinds)]]
        misbehaves = faulty.nearly_all if often else faulty.half
        limit = (100, 10_000, 60)[trial % 3]  # the second bears them all and must go on to the end
        try:
            run = train(
                tmp_path / str(trial),
                faulty.poison_name(amount, mixture, often),
                seed=faulty.quiet_seed(misbehaves, after=10 + 100 * trial),
                env_steps=24 * faulty.STEPS,
                return_range=ranges[(trial + trial // len(kinds)) % 2],
                limits=Limits(max_consecutive_skips=limit, checkpoint_every_env_steps=4 * faulty.STEPS),
                store=Inspecting,
            )
            skips_as_promised(run, misbehaves, limit)
            assert run.progress.skipped_updates > 0
            assert run.outcome in (("numbers", "done", "faults") if limit < 10_000 else ("done", "faults"))
        except (AssertionError, FloatingPointError) as error:
            print(f"trial {trial}: {amount:g}, mixture {mixture}, often {often}: {error}")
            continue
        except Exception as error:
            print(f"trial {trial}: {amount:g}, mixture {mixture}, often {often}: {type(error)} {error}")
            continue
        passed += 1
        stopped += run.outcome == "numbers"
        finished += run.outcome == "done"
        skipped += run.progress.skipped_updates
    assert stopped > 0, "no run was stopped, so stopping was not shown"
    assert finished > 0, "no run went on, so going on was not shown"
    record(
        "B3",
        passed,
        trials,
        f"{skipped:,} updates skipped, {stopped} runs stopped and {finished} finished, {Inspecting.inspected} checkpoints read back",
    )


def test_a_run_of_skipped_updates_is_stopped_by_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture
):
    from gogepo.cli import main

    env = f"reliability.faulty:{faulty.poison_name(1e30, False, True)}"
    seed = faulty.quiet_seed(faulty.nearly_all)
    sizes = (
        "--policy-hidden",
        "16",
        "16",
        "--generator-hidden",
        "16",
        "16",
        "--evaluator-hidden",
        "16",
        "16",
    )
    arguments = ["train", env, "--seed", str(seed), "--env-steps", "600", "--return-range", "0", "500"]
    code = main(
        [*arguments, *sizes, "--probing-states", "7", "--batch-size", "4", "--no-tensorboard", "--json"]
    )
    captured = capsys.readouterr()
    summary = json.loads(captured.out.splitlines()[-1])
    assert code == 1
    assert summary["outcome"] == "numbers"
    assert summary["skipped_updates"] >= Limits().max_consecutive_skips
    assert "not finite" in captured.err
