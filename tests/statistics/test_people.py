"""People beside machines, and preferences: published values, laws, and what has no answer."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.people import cohen_kappa, combine
from assay.statistics.strengths import bradley_terry


def test_kappa_as_published() -> None:
    assert cohen_kappa([[20, 5], [10, 15]]) == pytest.approx(0.4)


@pytest.mark.slow
@given(st.lists(st.lists(st.integers(0, 20), min_size=3, max_size=3), min_size=3, max_size=3))
def test_kappa_is_that_of_statsmodels(table: list[list[int]]) -> None:
    from statsmodels.stats import inter_rater

    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    if min(rows) and min(columns):
        assert cohen_kappa(table) == pytest.approx(inter_rater.cohens_kappa(table, return_results=False))


def test_kappa_of_one_class_is_none_and_of_nothing_refused() -> None:
    assert cohen_kappa([[5, 0], [0, 0]]) is None
    for wrong in ([[0, 0], [0, 0]], [[1, 2]], [[1, -1], [2, 2]]):
        with pytest.raises(InvalidValue, match="kappa needs"):
            cohen_kappa(wrong)


def test_people_and_machine_combined_as_published() -> None:
    labels = [(1.0, 1.0)] * 70 + [(0.0, 1.0)] * 10 + [(0.0, 0.0)] * 12 + [(1.0, 0.0)] * 8

    found = combine([1.0] * 720 + [0.0] * 280, labels)

    assert (found.value, found.error) == pytest.approx((0.7, 0.0448993), abs=1e-7)
    assert found.interval == pytest.approx((0.611999, 0.788001), abs=1e-6)
    assert (found.n, found.labelled) == (1000, 100)
    alone = [human for human, _ in labels]
    assert (np.mean(alone), np.std(alone, ddof=1) / 10) == pytest.approx((0.78, 0.0416333), abs=1e-7)


def test_a_few_who_agree_do_not_prove_the_machine_right() -> None:
    found = combine([1.0] * 1000, [(1.0, 1.0)] * 3)

    assert found.value == 1.0
    assert found.interval[0] < 0.5


@pytest.mark.slow
def test_the_combination_covers_what_people_would_say() -> None:
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(2_000):
        human = rng.random(600) < 0.7
        machine = np.where(rng.random(600) < 0.85, human, ~human)
        chosen = rng.permutation(600)[:80]
        pairs = [(float(human[place]), float(machine[place])) for place in chosen]
        found = combine(machine.astype(float).tolist(), pairs)
        covered += found.interval[0] <= 0.7 <= found.interval[1]

    assert 0.935 <= covered / 2_000 <= 0.985


def test_a_combination_of_nothing_is_refused() -> None:
    with pytest.raises(InvalidValue, match="two judgements of each"):
        combine([1.0, 0.0], [(1.0, 1.0)])
    with pytest.raises(InvalidValue, match="from 0 to 1, got nan"):
        combine([1.0, math.nan], [(1.0, 1.0), (0.0, 0.0)])


THREE = {("A", "B"): 7, ("B", "A"): 3, ("A", "C"): 8, ("C", "A"): 2, ("B", "C"): 6, ("C", "B"): 4}


def test_strengths_as_published() -> None:
    found = bradley_terry(THREE)

    assert [one.name for one in found] == ["A", "B", "C"]
    assert [one.rating for one in found] == pytest.approx([1128.650, 974.098, 897.252], abs=1e-3)
    assert [one.n for one in found] == [20, 20, 20]
    two = bradley_terry({("x", "y"): 7, ("y", "x"): 3})
    assert two[0].rating - two[1].rating == pytest.approx(147.1907, abs=1e-4)


@given(st.lists(st.integers(1, 30), min_size=6, max_size=6))
def test_strengths_do_not_depend_on_names_and_turn_round_with_the_wins(counts: list[int]) -> None:
    wins = dict(zip(THREE, map(float, counts), strict=True))
    renamed = {"A": "z", "B": "m", "C": "a"}

    ratings = {one.name: one.rating for one in bradley_terry(wins)}
    moved = {one.name: one.rating for one in bradley_terry({(renamed[a], renamed[b]): n for (a, b), n in wins.items()})}
    turned = {one.name: one.rating for one in bradley_terry({(b, a): n for (a, b), n in wins.items()})}

    assert sum(ratings.values()) == pytest.approx(3000)
    for name, rating in ratings.items():
        assert moved[renamed[name]] == pytest.approx(rating, abs=1e-6)
        assert turned[name] == pytest.approx(2000 - rating, abs=1e-6)


def test_a_tie_is_half_a_win_each() -> None:
    tied = bradley_terry({("a", "b"): 3.5, ("b", "a"): 3.5})

    assert [one.rating for one in tied] == pytest.approx([1000, 1000])


def test_whoever_always_wins_has_a_strength_only_with_imagined_wins() -> None:
    wins = {("a", "b"): 5.0, ("b", "c"): 2.0, ("c", "b"): 1.0}

    with pytest.raises(InvalidValue, match="no finite strength: 'b', 'c' never beat any of the others"):
        bradley_terry(wins)
    found = bradley_terry(wins, imagined=0.5)
    assert [one.name for one in found] == ["a", "b", "c"]
    assert all(math.isfinite(end) for one in found for end in one.interval)


def test_players_who_never_met_are_refused() -> None:
    with pytest.raises(InvalidValue, match="never compared with 'a', even through others: 'c', 'd'"):
        bradley_terry({("a", "b"): 1, ("b", "a"): 1, ("c", "d"): 1, ("d", "c"): 1}, imagined=0.5)


@pytest.mark.parametrize("wins", [{}, {("a", "a"): 1.0}, {("a", "b"): -1.0}, {("a", "b"): math.nan}])
def test_wins_that_make_no_sense_are_refused(wins: dict[tuple[str, str], float]) -> None:
    with pytest.raises(InvalidValue, match=r"strengths need|wins are counts"):
        bradley_terry(wins)


def test_strengths_of_far_apart_players_are_found() -> None:
    found = bradley_terry({("a", "b"): 1e6, ("b", "a"): 1.0})

    assert found[0].rating - found[1].rating == pytest.approx(2400, abs=1e-3)
