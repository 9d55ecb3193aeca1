"""A policy as users hold it: what it predicts, and its files."""

from __future__ import annotations

import json
import pickle
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import safetensors.numpy
from gymnasium import spaces

import toys
from gogepo.config import Network
from gogepo.envs.normalizer import Normalizer
from gogepo.envs.spaces import read_interface
from gogepo.inputs import InputError
from gogepo.policy import Policy


class Bare(gym.Env[Any, Any]):
    """Nothing but spaces."""

    def __init__(self, observations: Any, actions: Any):
        self.observation_space, self.action_space = observations, actions


NETWORK = Network((16, 16))
RELU = Network((16, 16), "relu")
VECTOR = spaces.Box(-np.inf, np.inf, (3,), np.float64)
CONTINUOUS = spaces.Box(np.float32([-1, 2]), np.float32([5, 2.5]))
DISCRETE = spaces.Discrete(4, start=-1)
SEED_OF_VARIETY = 2  # a discrete policy that takes several actions
OBSERVATIONS = np.random.default_rng(5).normal(size=(20, 3)) * [1, 100, 0.01] + [0, 500, -3]


def make(
    observations: Any = VECTOR, actions: Any = CONTINUOUS, seed: int = 0, network: Network = NETWORK
) -> Policy:
    """A random policy with a normaliser that matters."""
    interface = read_interface(Bare(observations, actions), network)
    rng = np.random.default_rng(seed)
    size = interface.shape.observation_size
    mean, deviation = np.array([0.0, 500.0, -3.0]), np.array([1.0, 100.0, 0.01])
    if size != 3:
        mean, deviation = rng.normal(size=size), rng.uniform(0.5, 2, size)
    weights = toys.random_weights(interface.shape, rng, 0.7)
    return Policy(interface, weights, Normalizer(mean, deviation), command=12.5, env="Theirs-v3")


# Predict


@pytest.mark.parametrize("network", [NETWORK, RELU], ids=["tanh", "relu"])
def test_an_action_is_that_of_the_policy_written_naively_on_the_normalised_observation(network):
    policy = make(network=network)
    for observation in OBSERVATIONS:
        normalised = (observation - policy.normalizer.mean) / policy.normalizer.deviation
        outputs = toys.naive_policy(policy.shape, policy.weights, normalised)
        expected = np.tanh(outputs) * [3, 0.25] + [2, 2.25]
        action, _ = policy.predict(observation)
        np.testing.assert_allclose(action, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "actions", [CONTINUOUS, DISCRETE, spaces.Box(0, 1, (2, 2))], ids=["box", "discrete", "matrix"]
)
def test_a_batch_gives_the_action_of_each_of_its_observations(actions):
    policy = make(actions=actions, seed=SEED_OF_VARIETY)
    batch, _ = policy.predict(OBSERVATIONS)
    single = [policy.predict(observation)[0] for observation in OBSERVATIONS]
    assert batch.shape == (20, *actions.shape)
    np.testing.assert_array_equal(batch, single)
    assert all(actions.contains(action) for action in batch)
    assert len(np.unique(batch.reshape(20, -1), axis=0)) > 1


def test_discrete_actions_are_the_best_logit_counted_from_the_spaces_start():
    policy = make(actions=DISCRETE, seed=SEED_OF_VARIETY)
    seen = set()
    for observation in OBSERVATIONS:
        normalised = (observation - policy.normalizer.mean) / policy.normalizer.deviation
        best = int(np.argmax(toys.naive_policy(policy.shape, policy.weights, normalised)))
        action, _ = policy.predict(observation)
        assert action == best - 1
        seen.add(int(action))
    assert len(seen) > 1


def test_state_comes_back_and_the_other_arguments_change_nothing():
    policy = make()
    action, state = policy.predict(OBSERVATIONS[0], "kept", np.array([True]), deterministic=False)
    assert state == "kept"
    np.testing.assert_array_equal(action, policy.predict(OBSERVATIONS[0])[0])


def test_a_returned_action_stays_when_the_next_one_is_predicted():
    policy = make()
    first, _ = policy.predict(OBSERVATIONS[0])
    kept = first.copy()
    policy.predict(OBSERVATIONS[1])
    np.testing.assert_array_equal(first, kept)


PARTS = spaces.Dict(
    {
        "position": spaces.Box(-2, 2, (2, 1)),
        "mode": spaces.Discrete(2),
        "more": spaces.Tuple([spaces.Box(-2, 2, (1,))]),
    }
)


def test_dict_observations_are_predicted_singly_and_stacked():
    policy = make(PARTS)
    PARTS.seed(3)
    rows = [PARTS.sample() for _ in range(6)]
    single = [policy.predict(row)[0] for row in rows]
    flat = [policy.predict(np.asarray(spaces.flatten(PARTS, row), np.float64))[0] for row in rows]
    stacked = {
        "position": np.stack([row["position"] for row in rows]),
        "mode": np.array([row["mode"] for row in rows]),
        "more": (np.stack([row["more"][0] for row in rows]),),
    }
    np.testing.assert_array_equal(single, flat)
    np.testing.assert_array_equal(policy.predict(stacked)[0], single)
    assert len(np.unique(single, axis=0)) == 6


def test_a_dict_observation_outside_its_bounds_or_of_more_precision_is_still_one_observation():
    """The environments' guard lets these through as well."""
    policy = make(PARTS)
    observation = {"position": np.array([[2.5], [0.5]]), "mode": 1, "more": (np.array([0.25]),)}
    expected, _ = policy.predict(np.array([0, 1, 0.25, 2.5, 0.5]))  # mode, more, position
    action, _ = policy.predict(observation)
    np.testing.assert_array_equal(action, expected)


@pytest.mark.parametrize(
    ("space", "observation", "flat"),
    [
        (spaces.Discrete(3), 2, [0, 0, 1]),
        (spaces.MultiDiscrete([2, 2]), np.array([0, 1]), [1, 0, 0, 1]),
        (spaces.Box(-9, 9, (2, 2)), np.float32([[1, 2], [3, 4]]), [1, 2, 3, 4]),
        (spaces.Box(-9, 9, ()), np.float32(3), [3]),
    ],
    ids=["discrete", "multi-discrete", "matrix", "scalar"],
)
def test_observations_of_any_accepted_space_are_predicted_singly_and_in_a_batch(space, observation, flat):
    policy = make(space)
    expected, _ = policy.predict(np.array(flat, np.float64))
    np.testing.assert_array_equal(policy.predict(observation)[0], expected)
    np.testing.assert_array_equal(
        policy.predict(np.stack([observation, observation]))[0], [expected, expected]
    )


@pytest.mark.parametrize("wrong", [np.zeros(2), np.zeros((4, 2)), np.zeros(()), np.zeros((1, 1, 3))])
def test_an_observation_of_another_size_is_refused(wrong):
    with pytest.raises(InputError, match="reads observations of 3 numbers"):
        make().predict(wrong)


# .safetensors


@pytest.mark.parametrize(
    "actions",
    [CONTINUOUS, DISCRETE, spaces.Box(-0.5, 1, (2, 1), np.float64)],
    ids=["box", "discrete", "float64 matrix"],
)
def test_a_saved_policy_acts_the_same_when_loaded(actions, tmp_path):
    policy = make(actions=actions)
    path = policy.save(tmp_path / "new" / "folder" / "policy.safetensors")
    loaded = Policy.load(path)
    expected, _ = policy.predict(OBSERVATIONS)
    actual, _ = loaded.predict(OBSERVATIONS)
    np.testing.assert_array_equal(actual, expected)
    assert (actual.dtype, actual.shape) == (expected.dtype, expected.shape)
    assert (loaded.command, loaded.env, loaded.shape) == (12.5, "Theirs-v3", policy.shape)


def test_a_loaded_policy_takes_flat_observations_only(tmp_path):
    loaded = Policy.load(make(PARTS).save(tmp_path / "policy.safetensors"))
    assert loaded.predict(np.zeros(5))[0].shape == (2,)
    PARTS.seed(0)
    with pytest.raises(InputError):
        loaded.predict(PARTS.sample())


@pytest.mark.parametrize("name", ["policy.txt", "policy", "policy.pt"])
def test_another_kind_of_file_is_not_written(name, tmp_path):
    with pytest.raises(InputError, match=r"saved as \.safetensors or \.onnx"):
        make().save(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_refused_in_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot write"):
        make().save(tmp_path / "file" / "policy.safetensors")


class Bomb:
    """Unpickling this would leave a file behind."""

    def __init__(self, path: Path):
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def parts() -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The tensors and metadata of a good file."""
    policy = make()
    return policy._tensors(), policy._metadata()


def tampered(tensors: Any = None, metadata: Any = None) -> bytes:
    """A good file with some entries replaced, or removed where None is given."""
    good_tensors, good_metadata = parts()
    new_tensors = {**good_tensors, **(tensors or {})}
    new_metadata = {**good_metadata, **(metadata or {})}
    return safetensors.numpy.save(
        {name: value for name, value in new_tensors.items() if value is not None},
        {name: value for name, value in new_metadata.items() if value is not None},
    )


def with_nan(name: str, value: float = np.nan) -> dict[str, np.ndarray]:
    tensor = parts()[0][name].copy()
    tensor[0] = value
    return {name: tensor}


DEEP = "[" * 100_000

HOSTILE: dict[str, Any] = {
    "empty": lambda: b"",
    "random bytes": lambda: np.random.default_rng(0).bytes(4096),
    "huge header": lambda: struct.pack("<Q", 2**62) + b"{}",
    "truncated in the header": lambda: tampered()[:100],
    "truncated in the tensors": lambda: tampered()[:-100],
    "pickle": lambda: pickle.dumps({"weights": [1, 2, 3]}),
    "other safetensors": lambda: safetensors.numpy.save({"weights": np.zeros(3)}),
    "other format": lambda: tampered(metadata={"format": "gogepo-policy-99"}),
    "no format": lambda: tampered(metadata={"format": None}),
    "no weights": lambda: tampered({"weights": None}),
    "no normaliser": lambda: tampered({"normalizer.mean": None}),
    "NaN weights": lambda: tampered(with_nan("weights")),
    "infinite weights": lambda: tampered(with_nan("weights", np.inf)),
    "NaN mean": lambda: tampered(with_nan("normalizer.mean")),
    "deviation of zero": lambda: tampered(with_nan("normalizer.deviation", 0.0)),
    "too few weights": lambda: tampered({"weights": np.zeros(7, np.float32)}),
    "weights in a matrix": lambda: tampered({"weights": parts()[0]["weights"][None]}),
    "other hidden sizes": lambda: tampered(metadata={"hidden_sizes": "[16, 17]"}),
    "negative hidden sizes": lambda: tampered(metadata={"hidden_sizes": "[-16, -16]"}),
    "hidden sizes no list": lambda: tampered(metadata={"hidden_sizes": "true"}),
    "hidden sizes no JSON": lambda: tampered(metadata={"hidden_sizes": "16, 16"}),
    "hidden sizes too deep": lambda: tampered(metadata={"hidden_sizes": DEEP}),
    "no activation": lambda: tampered(metadata={"activation": None}),
    "other activation": lambda: tampered(metadata={"activation": "softmax"}),
    "no horizon": lambda: tampered(metadata={"horizon": None}),
    "horizon no number": lambda: tampered(metadata={"horizon": "soon"}),
    "horizon of zero": lambda: tampered(metadata={"horizon": "0.0"}),
    "horizon without end": lambda: tampered(metadata={"horizon": "inf"}),
    "horizon but no command": lambda: tampered(metadata={"horizon": "10.0", "command": "nan"}),
    "horizon but no observation": lambda: safetensors.numpy.save(
        make(spaces.Box(-1, 1, (1,)))._tensors(), {**parts()[1], "horizon": "10.0"}
    ),
    "an older format": lambda: tampered(metadata={"format": "gogepo-policy-1"}),
    "deviation of another length": lambda: tampered({"normalizer.deviation": np.ones(2)}),
    "mean in a matrix": lambda: tampered(
        {"normalizer.mean": np.zeros((3, 1)), "normalizer.deviation": np.ones((3, 1))}
    ),
    "fewer upper bounds": lambda: tampered({"action.high": np.ones(1)}),
    "bounds crossed": lambda: tampered({"action.low": np.array([9.0, 9.0])}),
    "other actions": lambda: tampered(metadata={"actions": "telepathic"}),
    "action shape of another size": lambda: tampered(metadata={"action_shape": "[3]"}),
    "action shape no JSON": lambda: tampered(metadata={"action_shape": "none"}),
    "objects as actions": lambda: tampered(metadata={"action_dtype": "|O"}),
    "no such dtype": lambda: tampered(metadata={"action_dtype": "float33"}),
    "first action no number": lambda: tampered(metadata={"first_action": "one"}),
    "command no number": lambda: tampered(metadata={"command": "much"}),
}


LOAD_ALL = """
import json, sys
from pathlib import Path
from gogepo.config import InputError, Network
from gogepo.policy import Policy
found = {}
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        Policy.load(path)
        found[path.name] = ["accepted", ""]
    except Exception as error:
        found[path.name] = [type(error).__name__, str(error)]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What loading each file gives in a process of its own: in this one beartype would refuse some first."""
    folder = tmp_path_factory.mktemp("hostile")
    for what, content in HOSTILE.items():
        (folder / what).write_bytes(content())
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LOAD_ALL, str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_or_wrong_file_is_refused_in_one_line(what, refusals):
    kind, message = refusals[what]
    assert kind == "InputError", message
    assert what in message  # the path
    assert "\n" not in message


def test_the_tampering_above_starts_from_a_file_that_loads(tmp_path):
    (tmp_path / "policy.safetensors").write_bytes(tampered())
    assert Policy.load(tmp_path / "policy.safetensors").command == 12.5


def test_a_pickle_is_refused_without_being_opened(tmp_path):
    path = tmp_path / "policy.safetensors"
    path.write_bytes(pickle.dumps(Bomb(tmp_path / "boom")))
    with pytest.raises(InputError):
        Policy.load(path)
    assert not (tmp_path / "boom").exists()


@pytest.mark.parametrize("name", ["missing.safetensors", "."])
def test_a_path_that_is_no_file_is_refused(name, tmp_path):
    with pytest.raises(InputError, match=r"cannot read|not a policy file"):
        Policy.load(tmp_path / name)


def test_any_flipped_byte_of_the_header_is_refused_or_gives_a_policy(tmp_path):
    """Never another exception, whatever is in the file."""
    content = tampered()
    size = 8 + struct.unpack("<Q", content[:8])[0]
    rng, path = np.random.default_rng(0), tmp_path / "policy.safetensors"
    refused = 0
    for place in rng.choice(size, 150, replace=False):
        damaged = bytearray(content)
        damaged[place] ^= int(rng.integers(1, 256))
        path.write_bytes(damaged)
        try:
            Policy.load(path)
        except InputError:
            refused += 1
    assert refused > 75


# .onnx


def run_onnx(path: Path, observations: np.ndarray) -> np.ndarray:
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    assert [entry.name for entry in session.get_inputs()] == ["observation"]
    assert [entry.name for entry in session.get_outputs()] == ["action"]
    return session.run(None, {"observation": observations.astype(np.float32)})[0]


@pytest.mark.parametrize("batch", [1, 20])
def test_the_onnx_graph_gives_the_continuous_actions_of_predict(batch, tmp_path):
    policy = make()
    observations = OBSERVATIONS[:batch].astype(np.float32)
    found = run_onnx(policy.save(tmp_path / "policy.onnx"), observations)
    expected, _ = policy.predict(observations)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, expected, atol=1e-5, rtol=0)
    assert batch == 1 or np.ptp(expected, axis=0).min() > 0.05  # not a constant


def test_the_onnx_graph_keeps_saturated_actions_inside_their_bounds(tmp_path):
    policy = make()
    loud = Policy(policy.interface, policy.weights * 50, policy.normalizer, command=0.0, env="Theirs-v3")
    found = run_onnx(loud.save(tmp_path / "policy.onnx"), OBSERVATIONS)
    assert all(CONTINUOUS.contains(action) for action in found)
    assert (found == CONTINUOUS.low).any()
    assert (found == CONTINUOUS.high).any()


def test_the_onnx_graph_gives_the_discrete_actions_of_predict_exactly(tmp_path):
    policy = make(actions=DISCRETE, seed=SEED_OF_VARIETY)
    observations = OBSERVATIONS.astype(np.float32)
    found = run_onnx(policy.save(tmp_path / "policy.onnx"), observations)
    np.testing.assert_array_equal(found, policy.predict(observations)[0])
    assert len(np.unique(found)) > 1


def test_the_onnx_file_says_what_it_is_for(tmp_path):
    onnx = pytest.importorskip("onnx")
    model = onnx.load(make().save(tmp_path / "policy.onnx"))
    assert {entry.key: entry.value for entry in model.metadata_props} == {
        "env": "Theirs-v3",
        "command": "12.5",
    }


def test_without_the_onnx_package_the_refusal_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(InputError) as refusal:
        make().save(tmp_path / "policy.onnx")
    assert "pip install 'gogepo[onnx]'" in str(refusal.value)
    assert not list(tmp_path.iterdir())
