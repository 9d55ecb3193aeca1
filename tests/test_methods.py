"""The library: train, generate, evaluate, save and load, for environments of every kind."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import gogepo
import toys
from gogepo import EpisodeEvent, EvaluationEvent, FaultEvent, GoGePo, InputError
from gogepo.presets import with_preset
from gogepo.seeding import reset_seed
from reliability.leaving import WHAT

TINY: dict[str, Any] = {
    "policy_hidden": (16,),
    "generator_hidden": (16,),
    "evaluator_hidden": (16,),
    "probing_states": 7,
    "batch_size": 4,
    "generator_updates": 2,
    "evaluator_updates": 2,
    "generator_learning_rate": 1e-3,
    "evaluation_episodes": 2,
}


def make(env: Any = toys.TargetEnv, **settings: Any) -> GoGePo:
    return GoGePo(env, **{**TINY, "return_range": (0.0, 100.0), "evaluate_every": 30, **settings})


def weights_of(model: GoGePo) -> np.ndarray:
    return np.stack([model.generate(command).weights for command in (-10.0, 0.0, 50.0, 99.5)])


@pytest.fixture(scope="module")
def trained() -> GoGePo:
    return make(seed=3).learn(60)


# Presets


@pytest.mark.parametrize("preset", ["default", "paper", "release"])
def test_a_preset_is_given_by_its_name(preset: Any):
    model = GoGePo(toys.TargetEnv, return_range=(0.0, 100.0), preset=preset, batch_size=4)
    model.close()
    wanted = with_preset(gogepo.GoGePoConfig(preset=preset, batch_size=4), "TargetEnv")
    assert model.config.algorithm == wanted
    assert model.config.as_json()["algorithm"]["preset"] == preset


def test_a_preset_that_is_none_is_refused_in_one_line():
    with pytest.raises(InputError, match=r"^the call has preset = 'papre', which is not of its type$"):
        GoGePo(toys.TargetEnv, return_range=(0.0, 100.0), preset="papre")


# Learning


def test_learning_changes_what_is_generated_and_counts_its_steps():
    model = make()
    before = weights_of(model)
    assert model.learn(30) is model
    assert model.env_steps == 30  # episodes of 3 steps
    assert model.progress.state.episodes == 10
    assert (weights_of(model) != before).any()


def test_learning_goes_on_where_it_stopped():
    at_once, in_parts = make(seed=1).learn(60), make(seed=1).learn(30).learn(30)
    assert at_once.env_steps == in_parts.env_steps == 60
    np.testing.assert_array_equal(weights_of(at_once), weights_of(in_parts))


def test_the_seed_decides_everything():
    first, again, other = (make(seed=seed).learn(15) for seed in (1, 1, 2))
    np.testing.assert_array_equal(weights_of(first), weights_of(again))
    assert first.best_return == again.best_return
    assert (weights_of(first) != weights_of(other)).any()


def test_a_callback_may_evaluate_and_changes_nothing_by_it():
    found = []

    def callback(event: Any) -> None:
        found.append(model.evaluate(50.0, episodes=3))

    model = make(seed=2)
    model.learn(45, callback)
    plain = make(seed=2).learn(45)
    np.testing.assert_array_equal(weights_of(model), weights_of(plain))
    assert len(found) == 15 + 2
    assert all(len(each.env_returns) == 3 and each.command == 50.0 for each in found)
    assert found[-1].env_returns == plain.evaluate(50.0, episodes=3).env_returns


class Interrupted(BaseException):
    """What a handler of a signal may raise."""


class Ill(toys.TargetEnv):
    """Raises once, or has the user press Ctrl-C, in the middle of an episode."""

    left, what = 0, "exit"

    def step(self, action: Any) -> Any:
        Ill.left -= 1
        if Ill.left == 0 and self.what == "ctrl-c":
            os.kill(os.getpid(), signal.SIGINT)
        elif Ill.left == 0:
            raise WHAT[self.what]()
        return super().step(action)


@pytest.mark.parametrize("what", ["exit", "interrupt", "unheard", "speechless", "disk"])
def test_what_a_callback_raises_is_the_callers_and_nothing_is_lost(what: str):
    at_once, model, left = make(seed=1).learn(60), make(seed=1), 7

    def calling(event: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise error

    error = WHAT[what]()
    with pytest.raises(type(error)) as raised:
        model.learn(60, calling)
    assert raised.value is error
    assert 0 < model.env_steps < 60
    np.testing.assert_array_equal(weights_of(model.learn(60 - model.env_steps)), weights_of(at_once))


@pytest.mark.parametrize("what", ["exit", "unheard", "interrupt"])
def test_an_environment_that_exits_costs_an_episode(what: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Ill, "what", what)
    model = make(Ill, seed=1)
    monkeypatch.setattr(Ill, "left", 8)
    events: list[Any] = []
    assert model.learn(60, events.append).env_steps >= 60
    assert [event.kind for event in events if isinstance(event, FaultEvent)] == ["exception"]


def test_ctrl_c_in_an_episode_is_the_callers_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch):
    at_once = make(seed=1).learn(60)
    monkeypatch.setattr(Ill, "what", "ctrl-c")
    model = make(Ill, seed=1)
    monkeypatch.setattr(Ill, "left", 20)
    with pytest.raises(KeyboardInterrupt):
        model.learn(60)
    assert 0 < model.env_steps < 60
    assert model.progress.faults == 0
    np.testing.assert_array_equal(weights_of(model.learn(60 - model.env_steps)), weights_of(at_once))


def test_a_handler_that_raises_at_any_moment_leaves_a_state_to_go_on_from():
    def raising(number: int, frame: Any) -> None:
        raise Interrupted

    at_once, model = make(seed=1).learn(60), make(seed=1)
    rng, times = np.random.default_rng(0), 0
    before = signal.signal(signal.SIGALRM, raising)
    try:
        while model.env_steps < 60:
            try:
                signal.setitimer(signal.ITIMER_REAL, rng.uniform(0.001, 0.02))
                model.learn(60 - model.env_steps)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Interrupted:
                times += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert times > 3
    np.testing.assert_array_equal(weights_of(model), weights_of(at_once))


def test_a_callback_is_called_with_every_event_and_stops_training_by_returning_false():
    events: list[Any] = []
    make().learn(60, events.append)
    episodes = [event for event in events if isinstance(event, EpisodeEvent)]
    evaluations = [event for event in events if isinstance(event, EvaluationEvent)]
    assert [event.episode for event in episodes] == list(range(1, 21))
    assert [event.env_steps for event in evaluations] == [30, 60]
    assert all(len(event.env_returns) == 2 for event in evaluations)
    assert len(events) == 22

    model = make()
    model.learn(60, lambda event: not (isinstance(event, EpisodeEvent) and event.episode == 4))
    assert model.env_steps == 12


def test_the_best_return_is_the_highest_that_an_episode_gave():
    returns: list[float] = []
    model = make().learn(
        30, lambda event: returns.append(event.training_return) if isinstance(event, EpisodeEvent) else None
    )
    assert len(returns) == 10
    assert model.best_return == pytest.approx(max(returns))
    low, high = model.learned_range
    assert (low, high) == pytest.approx((min(returns), max(returns)))


class Moody(toys.TargetEnv):
    """Raises in its first step whenever its seed is odd. The guard's and the first seeds are chosen even."""

    odd = False

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        self.odd = bool(seed and seed % 2)
        return super().reset(seed=seed)

    def step(self, action: Any) -> Any:
        if self.odd:
            raise RuntimeError("not today")
        return super().step(action)


def test_a_faulty_episode_is_told_and_not_learned_from():
    seed = next(seed for seed in range(100) if reset_seed(seed, "range", 0) % 2 == 0)
    events: list[Any] = []
    model = make(Moody, seed=seed).learn(30, events.append)
    faults = [event for event in events if isinstance(event, FaultEvent)]
    attempts = [event.attempt for event in events if not isinstance(event, EvaluationEvent)]
    assert faults
    assert all(event.seed % 2 == 1 and event.kind == "exception" for event in faults)
    assert attempts == list(range(len(attempts)))
    assert model.progress.faults == len(faults)
    assert model.progress.state.episodes == 10


@pytest.mark.parametrize("budget", [0, -5])
def test_a_budget_that_is_no_budget_is_refused(budget):
    with pytest.raises(InputError, match="at least 1"):
        make().learn(budget)


# Settings


def test_an_unknown_hyperparameter_is_refused_with_those_there_are():
    with pytest.raises(
        InputError, match=r"no hyperparameter is called 'learning_rate'; there are: .*evaluator_learning_rate"
    ):
        make(learning_rate=0.1)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"policy_hidden": (17,)}, "--policy-hidden 17"),
        ({"noise": -1.0}, "--noise"),
        ({"return_range": (5.0, 1.0)}, "--return-range"),
        ({"return_range": None}, "give --return-range LOW HIGH"),
        ({"seed": -1}, "--seed"),
    ],
)
def test_a_bad_setting_is_refused_before_training(settings, says):
    with pytest.raises(InputError) as refusal:
        make(**settings)
    assert says in str(refusal.value)


def test_lists_are_as_good_as_tuples():
    assert make(policy_hidden=[16, 16]).config.algorithm.policy_hidden == (16, 16)


def test_a_range_is_estimated_when_asked_for():
    model = make(return_range="auto")
    low, high = model.config.return_range
    assert low < high
    assert low < 0  # random actions give less than nothing here, and there is room below


def test_an_id_of_the_task_table_brings_its_settings():
    config = GoGePo("CartPole-v1", **TINY).config
    assert (config.env, config.return_range, config.env_steps) == ("CartPole-v1", (0, 500), 100_000)


# Policies


def test_by_default_the_policy_for_the_best_return_seen_is_generated(trained):
    policy = trained.generate()
    assert policy.command == trained.best_return
    np.testing.assert_array_equal(policy.weights, trained.generate(trained.best_return).weights)


def test_another_command_gives_another_policy_and_the_same_command_the_same(trained):
    assert (trained.generate(10.0).weights != trained.generate(90.0).weights).any()
    np.testing.assert_array_equal(trained.generate(10.0).weights, trained.generate(10.0).weights)
    assert trained.generate(10).command == 10.0


@pytest.mark.parametrize("command", [float("nan"), float("inf"), 1e39, "much"])
def test_a_command_that_is_no_return_is_refused(trained, command):
    with pytest.raises(InputError):
        trained.generate(command)
    with pytest.raises(InputError):
        trained.evaluate(command)


def test_a_generated_policy_plays_its_environment(trained):
    policy, env = trained.generate(50.0), toys.TargetEnv()
    observation, _ = env.reset(seed=0)
    for _ in range(3):
        action, _ = policy.predict(observation)
        assert env.action_space.contains(action)
        observation, _, _, truncated, _ = env.step(action)
    assert truncated


def test_evaluation_is_the_return_of_the_policy_played_by_hand(trained):
    result = trained.evaluate(50.0, episodes=4)
    policy, env, returns = trained.generate(50.0), toys.TargetEnv(), []
    for index in range(4):
        observation, _ = env.reset(seed=reset_seed(3, "measurement", index))
        total, over = 0.0, False
        while not over:
            observation, reward, _, over, _ = env.step(policy.predict(observation)[0])
            total += reward
        returns.append(total)
    assert result.env_returns == pytest.approx(returns)
    assert (result.command, result.faults) == (50.0, 0)
    assert result.env_return == pytest.approx(np.mean(returns))


def test_evaluation_is_repeatable_and_numbers_its_episodes(trained):
    first = trained.evaluate(50.0, episodes=4)
    assert trained.evaluate(50.0, episodes=4) == first
    assert trained.evaluate(50.0, episodes=2, first=2).env_returns == first.env_returns[2:]


def test_the_survival_bonus_is_left_out_of_the_training_return():
    model = make(survival_bonus=2.0).learn(9)
    result = model.evaluate(0.0, episodes=2)
    assert result.env_return - result.training_return == pytest.approx(3 * 2.0)


def test_calibration_asks_for_commands_over_the_whole_range(trained):
    points: list[None] = []
    result = trained.calibrate(commands=5, episodes=2, on_point=lambda: points.append(None))
    assert [point.command for point in result.points] == [0, 25, 50, 75, 100]
    assert len(points) == 5
    assert result.learned == trained.learned_range
    for point in result.points:
        evaluation = trained.evaluate(point.command, episodes=2)
        assert point.achieved == pytest.approx(evaluation.training_return)
        assert point.deviation == pytest.approx(np.std(evaluation.training_returns))
        assert point.predicted == pytest.approx(trained.predict_return(trained.generate(point.command)))


@pytest.mark.parametrize(("commands", "episodes"), [(1, 2), (0, 2), (3, 0)])
def test_a_calibration_of_nothing_is_refused(trained, commands, episodes):
    with pytest.raises(InputError, match="must be at least"):
        trained.calibrate(commands, episodes)


def test_a_model_that_has_learned_nothing_has_no_learned_range():
    with pytest.raises(InputError, match="nothing has been learned yet; train first"):
        _ = make().learned_range


# Save and load


def test_a_loaded_model_generates_the_same_policies_and_learns_on_as_if_never_saved(tmp_path):
    model = make("toys:ToyTarget-v0", seed=4).learn(33)
    model.save(tmp_path / "run")
    loaded = GoGePo.load(tmp_path / "run")
    assert (loaded.env_steps, loaded.best_return, loaded.config) == (33, model.best_return, model.config)
    np.testing.assert_array_equal(weights_of(loaded), weights_of(model))
    assert loaded.evaluate(50.0, episodes=2) == model.evaluate(50.0, episodes=2)

    unsaved, restored = [], []
    model.learn(60, unsaved.append)
    loaded.learn(60, restored.append)
    assert restored == unsaved
    assert len(restored) > 20
    np.testing.assert_array_equal(weights_of(loaded), weights_of(model))


def test_a_model_of_a_callable_is_loaded_with_the_callable(tmp_path):
    model = make(lambda: gym.wrappers.TimeLimit(toys.TargetEnv(), 2), seed=4).learn(10)
    model.save(tmp_path / "run")
    loaded = GoGePo.load(tmp_path / "run", env=lambda: gym.wrappers.TimeLimit(toys.TargetEnv(), 2))
    np.testing.assert_array_equal(weights_of(loaded), weights_of(model))
    with pytest.raises(InputError):
        GoGePo.load(tmp_path / "run")


def test_nothing_is_overwritten(trained, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="exists and is not empty"):
        trained.save(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_what_is_no_run_directory_is_refused(name, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="is not a run directory"):
        GoGePo.load(tmp_path / name)


# Environments


@pytest.mark.parametrize(
    "env",
    [toys.SignalEnv, toys.PickEnv, "toys:ToyPick-v0"],
    ids=["Dict observations", "discrete", "module and id"],
)
def test_environments_of_every_kind_train_and_are_predicted(env):
    model = make(env).learn(60)
    assert model.env_steps >= 60
    space = model.generate().interface.observation_space
    assert space is not None
    space.seed(0)
    action, _ = model.generate().predict(space.sample())
    assert model._trainer.engine.env.action_space.contains(action if action.ndim else action.item())
    model.close()


# The README


def test_the_example_of_the_readme_runs(capsys):
    readme = Path(__file__).parent.parent / "README.md"
    blocks = re.findall(r"```python\n(.*?)```", readme.read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, str(readme), "exec"), {"__name__": "readme"})
    assert "asked for 100.0, achieved" in capsys.readouterr().out


def test_every_public_name_is_there():
    for name in gogepo.__all__:
        assert getattr(gogepo, name).__name__ == name if name != "TASKS" else "CartPole-v1" in gogepo.TASKS
