"""The archive: a ring that grows, and the law by which it is sampled."""

from __future__ import annotations

from collections import deque

import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gogepo.memory import FIRST_SLOTS, Archive, make_room, read_policies, sample_slots, store


def add(archive: Archive, episode: int, capacity: int) -> Archive:
    """Store policy (episode, -episode) with return 10 * episode, as `tell` does."""
    archive = make_room(archive, episode, capacity)
    slot = jnp.int32(episode % archive.slots)
    return store(archive, slot, jnp.array([episode, -episode], jnp.float32), jnp.float32(10 * episode))


@pytest.mark.parametrize("capacity", [1, 5, FIRST_SLOTS, 90])
def test_the_archive_holds_the_newest_policies_up_to_capacity_and_the_oldest_leave_first(capacity):
    archive = Archive.empty(capacity, 2)
    newest: deque[int] = deque(maxlen=capacity)
    for episode in range(2 * capacity + 3):
        archive = add(archive, episode, capacity)
        newest.append(episode)
        assert archive.slots <= capacity
        if episode % 7 and episode not in (FIRST_SLOTS, capacity):
            continue  # reading the device back is the slow part
        weights, returns = np.asarray(archive.weights), np.asarray(archive.returns)
        for kept in newest:
            slot = kept % archive.slots
            assert weights[slot].tolist() == [kept, -kept]
            assert returns[slot] == 10 * kept
        empty = archive.slots - len(newest)
        assert np.count_nonzero(~weights.any(axis=1)) == empty + (0 in newest)


def test_growing_keeps_what_was_stored_and_adds_empty_slots():
    archive = Archive.empty(200, 2)
    for episode in range(FIRST_SLOTS):
        archive = add(archive, episode, 200)
    before = np.asarray(archive.weights), np.asarray(archive.returns)
    grown = make_room(archive, FIRST_SLOTS, 200)
    assert grown.slots == 80  # a quarter more than 64
    np.testing.assert_array_equal(grown.weights[:FIRST_SLOTS], before[0])
    np.testing.assert_array_equal(grown.returns[:FIRST_SLOTS], before[1])
    assert not np.any(np.asarray(grown.weights[FIRST_SLOTS:]))


def test_an_archive_with_room_is_left_as_it_is():
    archive = Archive.empty(200, 2)
    assert make_room(archive, FIRST_SLOTS - 1, 200) is archive


@given(st.integers(1, 400), st.integers(0, 500))
def test_slots_for_is_the_size_that_an_archive_grows_to_episode_by_episode(capacity, episodes):
    archive = Archive.empty(capacity, 1)
    assert archive.slots == Archive.slots_for(capacity, 0)
    slots = [archive.slots]
    for stored in range(episodes):
        archive = make_room(archive, stored, capacity)
        assert archive.slots == Archive.slots_for(capacity, stored + 1)
        # Never short of room while it may grow, never above capacity, never shrinking.
        assert min(stored + 1, capacity) <= archive.slots <= capacity
        assert archive.slots >= slots[-1]
        slots.append(archive.slots)


def frequencies(stored: int, slots: int, recency: float, draws: int = 200_000) -> np.ndarray:
    """How often the x-th newest policy was drawn, newest first."""
    drawn = sample_slots(stored, slots, (draws // 4, 4), recency, np.random.default_rng(0))
    assert drawn.shape == (draws // 4, 4)
    counts = np.bincount(np.ravel(drawn), minlength=slots)
    filled = min(stored, slots)
    by_age = [(stored - 1 - age) % slots for age in range(filled)]
    assert counts[by_age].sum() == draws, "an empty slot was drawn"
    return counts[by_age]


def law(filled: int, recency: float) -> np.ndarray:
    weight = np.arange(1, filled + 1, dtype=float) ** -recency
    return weight / weight.sum()


def p_value(counts: np.ndarray, probabilities: np.ndarray) -> float:
    return stats.chisquare(counts, probabilities * counts.sum()).pvalue


# An archive that is filling up, one just full, one that has gone round twice.
@pytest.mark.parametrize(("stored", "slots"), [(40, 64), (64, 64), (150, 64)])
def test_sampling_follows_one_over_age_to_the_power_1_1(stored, slots):
    counts = frequencies(stored, slots, 1.1)
    assert p_value(counts, law(len(counts), 1.1)) > 1e-3
    assert p_value(counts, law(len(counts), 1.0)) < 1e-6  # so the test can tell


@pytest.mark.parametrize(("stored", "slots"), [(40, 64), (150, 64)])
def test_sampling_is_uniform_at_recency_zero(stored, slots):
    counts = frequencies(stored, slots, 0.0)
    assert p_value(counts, law(len(counts), 0.0)) > 1e-3


def test_sampling_follows_the_law_at_the_papers_capacity():
    """float32 sums over 10,000 policies are still good enough: ages in bins of equal ratio."""
    counts = frequencies(12_345, 10_000, 1.1)
    edges = np.unique(np.geomspace(1, 10_000, 30).astype(int)) - 1
    wanted = np.add.reduceat(law(10_000, 1.1), edges)
    assert p_value(np.add.reduceat(counts, edges), wanted) > 1e-3


@given(st.integers(1, 200), st.sampled_from([0.0, 1.1]), st.integers(0, 99))
def test_an_empty_slot_is_never_drawn(stored, recency, seed):
    drawn = sample_slots(stored, 128, (1000,), recency, np.random.default_rng(seed))
    assert drawn.min() >= 0
    assert drawn.max() < min(stored, 128)


# In one piece, round the ring's end, and more than there are slots.
@pytest.mark.parametrize(("stored", "newest", "filled"), [(50, 10, 10), (67, 10, 10), (150, 100, 64)])
def test_of_the_newest_alone_the_x_th_newest_has_the_same_law(stored, newest, filled):
    drawn = sample_slots(stored, 64, (200_000,), 1.1, np.random.default_rng(0), newest=newest)
    counts = np.bincount(drawn, minlength=64)[[(stored - 1 - age) % 64 for age in range(filled)]]
    assert counts.sum() == 200_000
    assert p_value(counts, law(filled, 1.1)) > 1e-3


def test_the_only_policy_is_drawn_every_time():
    assert not np.any(sample_slots(1, 64, (50,), 1.1, np.random.default_rng(0)))


def test_the_same_key_draws_the_same_and_another_key_does_not():
    def draw(seed):
        return sample_slots(60, 64, (30,), 1.1, np.random.default_rng(seed)).tolist()

    assert draw(0) == draw(0)
    assert draw(0) != draw(1)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 130])
def test_policies_are_read_back_in_parts_of_one_size(count):
    archive = Archive.empty(150, 2)
    for episode in range(150):
        archive = add(archive, episode, 150)
    slots = np.random.default_rng(0).permutation(150)[:count]
    weights, returns = read_policies(archive, slots)
    np.testing.assert_array_equal(weights, np.stack([slots, -slots], axis=1))
    np.testing.assert_array_equal(returns, 10 * slots)
