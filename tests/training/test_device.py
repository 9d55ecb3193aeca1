"""What is known about the machine that learns."""

from __future__ import annotations

import pytest

from gogepo import application
from gogepo.config import ARSConfig, GoGePoConfig, RunConfig
from gogepo.training.device import cpu_multiplies_bfloat16
from gogepo.training.experiment import build
from test_cli import TINY, gogepo


@pytest.mark.parametrize(
    ("flags", "can"),
    [
        ("fpu avx2 avx512f avx512_bf16", True),
        ("fpu amx_bf16 amx_tile", True),
        ("fpu avx2 avx512f", False),
        ("fpu not_avx512_bf16", False),
    ],
)
def test_a_cpu_says_whether_it_multiplies_in_bfloat16(flags, can, tmp_path):
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(f"processor\t: 0\nmodel name\t: amx_bf16\nflags\t\t: {flags}\n\n" * 2)
    assert cpu_multiplies_bfloat16(cpuinfo) is can


def test_a_machine_that_does_not_say_does_not(tmp_path):
    assert not cpu_multiplies_bfloat16(tmp_path / "missing")
    (tmp_path / "other").write_text("processor\t: 0\nFeatures\t: fp asimd bf16\n")
    assert not cpu_multiplies_bfloat16(tmp_path / "other")


FASTER, SLOWER = "has instructions for bfloat16", "has no instructions for bfloat16"


@pytest.mark.parametrize(
    ("algorithm", "wanted", "can", "says"),
    [
        (GoGePoConfig(), "auto", True, FASTER),
        (GoGePoConfig(policy_hidden=(128, 128)), "auto", True, FASTER),
        (GoGePoConfig(policy_hidden=(32, 32)), "auto", True, None),
        (GoGePoConfig(), "auto", False, None),
        (GoGePoConfig(), "float32", True, None),
        (GoGePoConfig(), "bfloat16", True, None),
        (GoGePoConfig(), "bfloat16", False, SLOWER),
        (ARSConfig(step_size=0.1, directions=2, elites=1, noise=0.1), "auto", True, None),
    ],
)
def test_a_precision_is_proposed_where_it_pays(algorithm, wanted, can, says, monkeypatch):
    monkeypatch.setattr(application, "cpu_multiplies_bfloat16", lambda: can)
    experiment = build(RunConfig("CartPole-v1", device="cpu", algorithm=algorithm))
    advice = application.advice_on_precision(experiment, wanted)
    assert says in advice if says else advice is None


def test_train_gives_the_advice_in_one_line_before_it_starts(monkeypatch, tmp_path):
    monkeypatch.setattr(application, "cpu_multiplies_bfloat16", lambda: False)
    arguments = ("train", "CartPole-v1", "--env-steps", 30, "--device", "cpu", "--out", tmp_path / "run")
    result = gogepo(*arguments, "--precision", "bfloat16", *TINY)
    assert result.code == 0
    assert SLOWER in result.err.splitlines()[0]
