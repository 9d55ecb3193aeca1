"""The map of policies, against an answer worked by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gogepo.dial.policy_map import PATH_POINTS, chosen_episodes, draw_map, rounded
from gogepo.methods import GoGePo
from gogepo.records.pca import PrincipalComponents


def test_the_plane_is_that_of_the_largest_differences():
    # Along x by 3, along y by 1, nothing in z; returns grow along -x and +y.
    prints = np.array([[3, 0, 5], [-3, 0, 5], [0, 1, 5], [0, -1, 5]], float)
    plane = PrincipalComponents.of(prints, np.array([0.0, 10.0, 6.0, 4.0]))
    np.testing.assert_allclose(plane.center, [0, 0, 5])
    np.testing.assert_allclose(plane.axes, [[-1, 0, 0], [0, 1, 0]], atol=1e-12)
    np.testing.assert_allclose(plane.place(np.array([[1.0, 2.0, 9.0]])), [[-1, 2]], atol=1e-12)


def test_a_single_policy_lies_in_the_middle():
    plane = PrincipalComponents.of(np.ones((1, 4)), np.zeros(1))
    np.testing.assert_allclose(plane.place(np.ones((1, 4))), [[0, 0]])


@pytest.mark.parametrize(("episodes", "oldest", "count"), [(5, 0, 5), (5000, 4000, 600)])
def test_chosen_policies_are_in_the_archive_and_the_newest_is_among_them(
    episodes: int, oldest: int, count: int
):
    chosen = chosen_episodes(episodes, oldest)
    assert (chosen[0], chosen[-1], len(chosen)) == (oldest, episodes - 1, count)


def test_the_map_of_a_run(small_run: Path):
    model = GoGePo.load(small_run, device="cpu")
    state = model.progress.state
    drawn = draw_map(state, (-2000.0, 0.0))
    assert drawn is not None
    assert drawn.episodes.tolist() == list(range(state.episodes))
    np.testing.assert_array_equal(drawn.returns, state.memory.returns(state.episodes))
    assert drawn.path.shape == (2 * PATH_POINTS, 2)
    assert (drawn.commands[0], drawn.commands[-1]) == (-2000, 0)
    assert (np.diff(drawn.commands) >= 0).all()
    last = model.generate(float(drawn.commands[-1]))
    assert drawn.predicted[-1] == pytest.approx(model.predict_return(last), rel=1e-4)


def test_numbers_are_short_and_finite():
    assert rounded(np.array([1.23456789, np.nan, [np.inf][0]])) == [1.2346, None, None]
