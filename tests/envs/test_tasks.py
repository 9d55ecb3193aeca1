"""The task table, and how an id becomes an environment."""

from __future__ import annotations

import gymnasium as gym
import pytest
from gymnasium.wrappers import TimeLimit

from gogepo.envs.tasks import TASKS, env_factory, make_env
from gogepo.inputs import InputError

MUJOCO = {
    "Swimmer": ((-100, 365), 0),
    "Hopper": ((-100, 3000), 1),
    "InvertedPendulum": ((0, 1000), 0),
    "InvertedDoublePendulum": ((0, 10_000), 0),
    "HalfCheetah": ((-100, 4000), 0),
    "Walker2d": ((-100, 3000), 1),
    "Ant": (None, 1),
    "Humanoid": (None, 5),
}
"""Return ranges of the authors' release, where it has one, and survival bonuses of the paper's A.1."""

IDS = [
    *(f"{name}-{version}" for name in MUJOCO for version in ("v5", "v4")),
    *("MountainCarContinuous-v0", "Pendulum-v1", "CartPole-v1"),
]


def test_the_table_holds_every_promised_environment_and_no_other():
    assert sorted(TASKS) == sorted(IDS)


@pytest.mark.parametrize("version", ["v5", "v4"])
@pytest.mark.parametrize("name", MUJOCO)
def test_mujoco_tasks_have_the_ranges_and_bonuses_of_the_paper_in_both_versions(name, version):
    task, (return_range, bonus) = TASKS[f"{name}-{version}"], MUJOCO[name]
    assert task.survival_bonus == bonus
    if return_range is not None:
        assert task.return_range == return_range


def test_mountain_car_has_the_range_of_the_authors_release():
    assert TASKS["MountainCarContinuous-v0"].return_range == (-100, 100)


@pytest.mark.parametrize("name", IDS)
def test_every_range_has_room_and_every_budget_has_evaluations(name):
    task = TASKS[name]
    low, high = task.return_range
    assert low < high
    assert 0 < task.evaluate_every < task.env_steps


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("Swimmer-v5", 10_000),
        ("Hopper-v5", 10_000),
        ("InvertedPendulum-v5", 1_000),
        ("MountainCarContinuous-v0", 1_000),
    ],
)
def test_the_papers_four_tasks_are_evaluated_as_often_as_in_the_paper(name, every):
    assert TASKS[name].evaluate_every == every


@pytest.mark.filterwarnings("ignore::UserWarning")  # Gymnasium says of v4 that v5 is newer
@pytest.mark.parametrize("name", IDS)
def test_every_environment_of_the_table_is_made_with_a_time_limit(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # MuJoCo may write a log where it stands
    env = make_env(env_factory(name))
    try:
        assert isinstance(env, TimeLimit)
        assert env.spec is not None
        assert env.spec.id == name
    finally:
        env.close()


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("Swimer-v5", "Swimmer-v5"),
        ("hopper-v5", "Hopper-v5"),
        ("Hopper", "Hopper-v5"),
        ("Hopper-v9", "Hopper-v5 or Hopper-v4?"),
        ("CartPole-v7", "CartPole-v1"),
        ("MountainCarContinous-v0", "MountainCarContinuous-v0"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest_known_ones(wrong, meant):
    with pytest.raises(InputError) as refusal:
        env_factory(wrong)
    assert str(refusal.value).startswith(f"unknown environment {wrong!r}; did you mean ")
    assert meant in str(refusal.value)


def test_versions_that_gymnasium_only_keeps_to_refuse_are_never_suggested():
    with pytest.raises(InputError) as refusal:
        env_factory("Hoper-v3")
    assert "Hopper-v" in str(refusal.value)
    assert "Hopper-v3" not in str(refusal.value)
    assert "Hopper-v2" not in str(refusal.value)


def test_an_id_that_is_near_nothing_is_refused_with_how_to_import_it():
    with pytest.raises(InputError, match="module:Id imports it"):
        env_factory("zzzzqqqq")


def test_module_and_id_import_the_module_first():
    env = make_env(env_factory("toys:ToyPick-v0"))
    assert type(env.unwrapped).__name__ == "PickEnv"


def test_a_module_is_imported_when_it_was_not_before(tmp_path, monkeypatch):
    content = "import gymnasium as gym\nimport toys\ngym.register('OfAModule-v0', toys.PickEnv)\n"
    (tmp_path / "a_module_of_theirs.py").write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(gym.registry, "OfAModule-v0", raising=False)
    try:
        assert make_env(env_factory("a_module_of_theirs:OfAModule-v0")).action_space.n == 3
    finally:
        gym.registry.pop("OfAModule-v0", None)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no_such_module_here:Thing-v0", "cannot import 'no_such_module_here'"),
        ("toys:NoSuchToy-v0", "unknown environment 'NoSuchToy-v0'"),
        (":CartPole-v1", "CartPole-v1"),
        ("", "unknown environment"),
    ],
)
def test_a_module_or_id_that_is_not_there_is_refused(name, says):
    with pytest.raises(InputError) as refusal:
        env_factory(name)
    assert says in str(refusal.value)


def test_a_module_that_fails_while_it_is_imported_is_refused(tmp_path, monkeypatch):
    (tmp_path / "a_broken_module.py").write_text("raise ValueError('not today')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match=r"cannot import 'a_broken_module'.*not today"):
        env_factory("a_broken_module:Thing-v0")


def test_a_callable_is_its_own_factory():
    def factory():
        return gym.make("CartPole-v1")

    assert env_factory(factory) is factory


def test_an_environment_that_cannot_be_made_is_refused_in_one_line():
    def factory():
        raise RuntimeError("no licence\nand a second line")

    with pytest.raises(InputError) as refusal:
        make_env(factory)
    assert str(refusal.value) == "the environment could not be made: RuntimeError: no licence"


def test_a_factory_that_makes_something_else_is_refused():
    with pytest.raises(InputError, match=r"returned dict, not a gymnasium\.Env"):
        make_env(dict)
