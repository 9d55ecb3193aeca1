"""The archive: a ring that grows, the law by which it is sampled, and what is saved of it."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gogepo.envs.normalizer import Normalizer
from gogepo.envs.rollout import Request
from gogepo.memory.archive import (
    FIRST_SLOTS,
    Archive,
    Exchange,
    Policies,
    sample_slots,
    segment_layout,
    slots_for,
    store_and_draw,
)

NOTHING = np.empty((0, 1), np.int32)


def exchange(episode: int, capacity: int, seed: int = 0, read: Any = NOTHING) -> Exchange:
    """Stores policy (episode, -episode) of return 10 * episode + seed, as `observe` says."""
    weights = np.array([episode, -episode], np.float32)
    return Exchange(np.int32(episode % capacity), weights, np.float32(10 * episode + seed), read, read)


def add(archive: Archive, episode: int) -> Archive:
    """As `tell` does; what was read of a policy says which it was."""
    archive.remember(episode, Request(2 * episode, 7.0, np.zeros(2), normalizer_of(episode)))
    archive = archive.with_room(episode)
    policies, _ = store_and_draw(archive.held, np.int32(0), exchange(episode, archive.capacity), "float32")
    return Archive(archive.capacity, policies, 0, archive.played)


def normalizer_of(episode: int, count: float = 0.0) -> Normalizer:
    return Normalizer(np.array([episode, 0.5]), np.array([1.0, 2.0 + episode]), count)


def filled(capacity: int, episodes: int) -> Archive:
    archive = Archive.empty(capacity, 2)
    for episode in range(episodes):
        archive = add(archive, episode)
    return archive


@pytest.mark.parametrize("capacity", [1, 5, FIRST_SLOTS, 90])
def test_the_archive_holds_the_newest_policies_up_to_capacity_and_the_oldest_leave_first(capacity: int):
    archive = Archive.empty(capacity, 2)
    newest: deque[int] = deque(maxlen=capacity)
    for episode in range(2 * capacity + 3):
        archive = add(archive, episode)
        newest.append(episode)
        slots = archive.held.slots
        assert slots <= capacity
        assert sorted(archive.played) == list(newest)
        if episode % 7 and episode not in (FIRST_SLOTS, capacity):
            continue  # reading the device back is the slow part
        weights, returns = np.asarray(archive.held.weights[0]), np.asarray(archive.held.returns[0])
        for kept in newest:
            slot = kept % slots
            assert weights[slot].tolist() == [kept, -kept]
            assert returns[slot] == 10 * kept
        empty = slots - len(newest)
        assert np.count_nonzero(~weights.any(axis=1)) == empty + (0 in newest)
        assert archive.oldest(episode + 1) == newest[0]
        assert archive.returns(episode + 1).tolist() == [10 * kept for kept in newest]


def test_growing_keeps_what_was_stored_and_adds_empty_slots():
    archive = filled(200, FIRST_SLOTS)
    before = archive.held
    weights, returns = np.array(before.weights[0]), np.array(before.returns[0])
    grown = archive.with_room(FIRST_SLOTS).held
    assert grown.slots == 80  # a quarter more than 64
    np.testing.assert_array_equal(grown.weights[0, :FIRST_SLOTS], weights)
    np.testing.assert_array_equal(grown.returns[0, :FIRST_SLOTS], returns)
    assert not np.any(np.asarray(grown.weights[0, FIRST_SLOTS:]))
    assert before.weights.is_deleted()  # others grow now too, and may not all exist twice
    assert before.returns.is_deleted()


def test_an_archive_with_room_is_left_as_it_is():
    archive = Archive.empty(200, 2)
    assert archive.with_room(FIRST_SLOTS - 1) is archive


@given(st.integers(1, 400), st.integers(0, 500))
def test_slots_for_is_the_size_that_an_archive_grows_to_episode_by_episode(capacity: int, episodes: int):
    archive = Archive.empty(capacity, 1)
    assert archive.held.slots == slots_for(capacity, 0)
    slots = [archive.held.slots]
    for stored in range(episodes):
        archive = archive.with_room(stored)
        assert archive.held.slots == slots_for(capacity, stored + 1)
        # Never short of room while it may grow, never above capacity, never shrinking.
        assert min(stored + 1, capacity) <= archive.held.slots <= capacity
        assert archive.held.slots >= slots[-1]
        slots.append(archive.held.slots)


# Reading, for one seed or for several


@pytest.mark.parametrize("count", [1, 63, 64, 65, 130])
def test_policies_are_read_back_in_parts_of_one_size(count: int):
    archive = filled(150, 150)
    numbers = np.random.default_rng(0).permutation(150)[:count]
    weights, returns = archive.read(numbers.tolist())
    np.testing.assert_array_equal(weights, np.stack([numbers, -numbers], axis=1))
    np.testing.assert_array_equal(returns, 10 * numbers)


def test_a_round_reads_what_was_drawn_also_the_policy_that_it_stores():
    archive = filled(5, 6)  # episodes 1 to 5, in the slots 1, 2, 3, 4, 0
    drawn_slots = np.array([[1, 4], [0, 0]], np.int32)
    _, drawn = store_and_draw(archive.held, np.int32(0), exchange(6, 5, read=drawn_slots), "float32")
    assert drawn.newest.tolist() == [6, -6]
    assert drawn.weights.tolist() == [[[6, -6], [4, -4]], [[5, -5], [5, -5]]]
    assert drawn.returns.tolist() == drawn.commands.tolist() == [[60, 40], [50, 50]]


def stacked(*exchanges: Exchange) -> Exchange:
    return Exchange(*(np.stack(parts) for parts in zip(*exchanges, strict=True)))


def test_seeds_side_by_side_store_and_read_their_own_and_nobody_nothing():
    alone = [filled(5, episodes).held for episodes in (2, 5)]
    together = Policies.side_by_side(alone, slots=5)
    assert (together.slots, together.weights_size, len(together.weights)) == (5, 2, 2)
    read = np.array([[0, 2, 4]], np.int32)
    group = stacked(exchange(4, 5, 7, read), exchange(2, 5, 9, read), exchange(1, 5, 1, read))
    # The second seed, the first, and nobody, who fills the group up.
    together, drawn = store_and_draw(together, np.array([1, 0, 2], np.int32), group, "float32")
    assert drawn.returns[:2].tolist() == [[[0, 20, 47]], [[0, 29, 0]]]
    assert drawn.weights[0, 0].tolist() == [[0, 0], [2, -2], [4, -4]]
    assert np.asarray(together.returns).tolist() == [[0, 10, 29, 0, 0], [0, 10, 20, 30, 47]]
    of_second = Archive(5, together, seed=1)
    assert of_second.returns(5).tolist() == [0, 10, 20, 30, 47]
    assert of_second.read([4, 1])[1].tolist() == [47, 10]


def test_an_archive_whose_policies_a_population_holds_has_none_to_read():
    with pytest.raises(ValueError, match="a population holds"):
        Archive(5, None).read([0])


def test_an_archived_policy_is_asked_for_as_it_was_played():
    request = filled(5, 9).request(6)
    assert (request.index, request.weights.tolist()) == (12, [6, -6])
    assert np.isnan(request.command)  # which is not kept
    assert request.normalizer.mean.tolist() == [6, 0.5]
    assert request.normalizer.deviation.tolist() == [1, 8]
    assert request.exploration is None


# In files


def bounds(archive: Archive, episodes: int, parts: int) -> list[tuple[int, int]]:
    """First and last episode of so many segments of what is held."""
    edges = np.linspace(archive.oldest(episodes), episodes, parts + 1).astype(int).tolist()
    return [(first, end - 1) for first, end in zip(edges[:-1], edges[1:], strict=True)]


@pytest.mark.parametrize(("capacity", "episodes", "parts"), [(5, 3, 1), (5, 5, 2), (5, 13, 3), (100, 70, 4)])
def test_an_archive_survives_its_segments(capacity: int, episodes: int, parts: int):
    archive = filled(capacity, episodes)
    segments = [(first, archive.segment(first, last)) for first, last in bounds(archive, episodes, parts)]
    again = Archive.from_segments(capacity, 2, episodes, reversed(segments))
    assert again.held.slots == archive.held.slots
    np.testing.assert_array_equal(again.held.weights, archive.held.weights)
    np.testing.assert_array_equal(again.held.returns, archive.held.returns)
    assert again.played.keys() == archive.played.keys()
    for episode in archive.played:
        one, other = archive.request(episode), again.request(episode)
        assert (one.index, one.normalizer.count) == (other.index, other.normalizer.count)
        np.testing.assert_array_equal(one.normalizer.mean, other.normalizer.mean)
        np.testing.assert_array_equal(one.normalizer.deviation, other.normalizer.deviation)


def test_of_segments_only_what_is_still_held_is_read():
    archive = filled(5, 6)
    whole = archive.segment(1, 5)  # written when there were six
    for episode in range(6, 9):
        archive = add(archive, episode)
    again = Archive.from_segments(5, 2, 9, [(1, whole), (6, archive.segment(6, 8))])
    np.testing.assert_array_equal(again.held.returns, archive.held.returns)
    assert sorted(again.played) == [4, 5, 6, 7, 8]
    gone = {name: array[:3] for name, array in whole.items()}  # episodes 1 to 3
    with pytest.raises(ValueError, match="a gap"):
        Archive.from_segments(5, 2, 9, [(1, gone), (6, archive.segment(6, 8))])


def test_a_segment_has_the_arrays_that_were_promised():
    arrays = filled(5, 4).segment(0, 3)
    assert {name: (array.shape, array.dtype) for name, array in arrays.items()} == segment_layout(4, 2, 2)


def test_a_segment_says_after_how_many_observations_its_normalisers_began_to_move():
    archive = filled(5, 3)
    archive.remember(2, Request(4, 7.0, np.zeros(2), normalizer_of(2, count=31.0)))
    arrays = archive.segment(0, 2)
    assert set(arrays) == {*segment_layout(3, 2, 2), "count"}
    assert arrays["count"].tolist() == [0, 0, 31]
    again = Archive.from_segments(5, 2, 3, [(0, arrays)])
    assert [again.request(episode).normalizer.count for episode in range(3)] == [0, 0, 31]


# Sampling


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
def test_sampling_follows_one_over_age_to_the_power_1_1(stored: int, slots: int):
    counts = frequencies(stored, slots, 1.1)
    assert p_value(counts, law(len(counts), 1.1)) > 1e-3
    assert p_value(counts, law(len(counts), 1.0)) < 1e-6  # so the test can tell


@pytest.mark.parametrize(("stored", "slots"), [(40, 64), (150, 64)])
def test_sampling_is_uniform_at_recency_zero(stored: int, slots: int):
    counts = frequencies(stored, slots, 0.0)
    assert p_value(counts, law(len(counts), 0.0)) > 1e-3


def test_sampling_follows_the_law_at_the_papers_capacity():
    """float32 sums over 10,000 policies are still good enough: ages in bins of equal ratio."""
    counts = frequencies(12_345, 10_000, 1.1)
    edges = np.unique(np.geomspace(1, 10_000, 30).astype(int)) - 1
    wanted = np.add.reduceat(law(10_000, 1.1), edges)
    assert p_value(np.add.reduceat(counts, edges), wanted) > 1e-3


@given(st.integers(1, 200), st.sampled_from([0.0, 1.1]), st.integers(0, 99))
def test_an_empty_slot_is_never_drawn(stored: int, recency: float, seed: int):
    drawn = sample_slots(stored, 128, (1000,), recency, np.random.default_rng(seed))
    assert drawn.min() >= 0
    assert drawn.max() < min(stored, 128)


def test_the_only_policy_is_drawn_every_time():
    assert not np.any(sample_slots(1, 64, (50,), 1.1, np.random.default_rng(0)))


def test_the_same_key_draws_the_same_and_another_key_does_not():
    def draw(seed: int) -> list[int]:
        return sample_slots(60, 64, (30,), 1.1, np.random.default_rng(seed)).tolist()

    assert draw(0) == draw(0)
    assert draw(0) != draw(1)
