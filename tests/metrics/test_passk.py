"""pass@k and pass^k: rows worked out by hand, parity with plain loops, and the laws they obey."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.metrics import passk
from tests.metrics.builders import run_of

COUNTS = st.integers(1, 120).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


@pytest.mark.parametrize(
    ("n", "c", "k", "expected"),
    [
        (10, 3, 1, 0.3),
        (10, 3, 5, 0.9166667),
        (20, 1, 10, 0.5),
        (200, 37, 10, 0.8773746),
        (5, 0, 3, 0.0),
        (5, 5, 3, 1.0),
        (5, 3, 1, 0.6),
        (5, 3, 2, 0.9),
        (5, 3, 3, 1.0),
        pytest.param(3, 3, 2, 1.0, id="more-passes-than-k"),
        pytest.param(5, 2, 2, 0.7, id="as-many-passes-as-k-is-not-certain"),
    ],
)
def test_pass_at_k_of_one_problem(n: int, c: int, k: int, expected: float) -> None:
    assert passk.compute_pass_at_k(n, c, k) == pytest.approx(expected, abs=5e-8)
    assert passk.calculate_pass_at_k(n, c, k) == passk.compute_pass_at_k(n, c, k)
    assert passk.pass_at_k_of_counts([n], [c], k=k).tolist() == [pytest.approx(expected, abs=5e-8)]


@pytest.mark.parametrize(
    ("n", "c", "k", "expected"), [(8, 6, 3, 0.3571429), (10, 9, 4, 0.6), (4, 3, 4, 0.0), (4, 4, 4, 1.0), (5, 3, 1, 0.6)]
)
def test_pass_hat_k_of_one_problem(n: int, c: int, k: int, expected: float) -> None:
    assert passk.compute_pass_hat_k(n, c, k) == pytest.approx(expected, abs=5e-8)
    assert passk.pass_hat_k_of_counts([n], [c], k=k).tolist() == [pytest.approx(expected, abs=5e-8)]


@pytest.mark.parametrize(
    ("problems", "k", "expected"),
    [
        pytest.param({"a": "PF"}, 1, 0.5, id="half"),
        pytest.param({"a": "PFFFF"}, 2, 0.4, id="one-of-five"),
        pytest.param({"a": "P", "b": "T"}, 1, 0.5, id="a-timeout-is-not-a-pass"),
        pytest.param({"a": "PX", "b": "F"}, 1, 0.5, id="a-fault-is-not-a-failure"),
        pytest.param({"a": "PX", "b": "PF"}, 2, 1.0, id="a-problem-short-by-faults-is-left-out"),
        pytest.param({"a": "PPPP", "b": "F"}, 1, 0.5, id="problems-weigh-the-same"),
        pytest.param({"a": "X"}, 1, None, id="nothing-is-judged"),
        pytest.param({}, 1, None, id="nothing-at-all"),
    ],
)
def test_pass_at_k_of_trials(problems: dict[str, str], k: int, expected: float | None) -> None:
    assert passk.pass_at_k(run_of(**problems), k=k) == pytest.approx(expected)


def test_pass_hat_k_of_trials() -> None:
    assert passk.pass_hat_k(run_of(a="PPF", b="PPP"), k=2) == pytest.approx((1 / 3 + 1) / 2)


@given(COUNTS)
def test_the_vectorised_form_agrees_with_exact_fractions(counts: tuple[int, int, int]) -> None:
    n, c, k = counts
    at_least_one = 1 - Fraction(math.comb(n - c, k), math.comb(n, k))
    all_of_them = Fraction(math.comb(c, k), math.comb(n, k))

    assert passk.pass_at_k_of_counts([n], [c], k=k)[0] == pytest.approx(float(at_least_one), rel=1e-11, abs=1e-300)
    assert passk.pass_hat_k_of_counts([n], [c], k=k)[0] == pytest.approx(float(all_of_them), rel=1e-11, abs=1e-300)


@pytest.mark.parametrize("equal", [True, False], ids=["equal-attempts", "unequal-attempts"])
@pytest.mark.parametrize("k", [1, 2, 5, 10, 100])
def test_many_problems_agree_with_a_plain_loop(k: int, equal: bool) -> None:
    rng = np.random.default_rng(7)
    n = np.full(3_000, 200) if equal else rng.integers(100, 220, 3_000)
    c = rng.integers(0, n + 1)

    looped = [
        1.0 if attempts - passes < k else 1 - math.prod(1 - k / i for i in range(attempts - passes + 1, attempts + 1))
        for attempts, passes in zip(n.tolist(), c.tolist(), strict=True)
    ]

    np.testing.assert_allclose(passk.pass_at_k_of_counts(n, c, k=k), looped, rtol=1e-10, atol=1e-12)


@given(st.integers(2, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n - 1))))
def test_more_attempts_never_hurt_and_repeating_never_helps(counts: tuple[int, int, int]) -> None:
    n, c, k = counts
    once = passk.pass_at_k_of_counts([n], [c], k=k)[0]
    more = passk.pass_at_k_of_counts([n], [c], k=k + 1)[0]
    steady = passk.pass_hat_k_of_counts([n], [c], k=k)[0]
    steadier = passk.pass_hat_k_of_counts([n], [c], k=k + 1)[0]

    assert 0 <= once <= more + 1e-12
    assert more <= 1
    assert 1 >= steady >= steadier - 1e-12
    assert steadier >= 0
    assert steady <= once + 1e-12


@given(st.integers(1, 500), st.integers(1, 500))
def test_none_and_all_are_exact(n: int, k: int) -> None:
    k = min(n, k)

    assert passk.pass_at_k_of_counts([n, n], [0, n], k=k).tolist() == [0.0, 1.0]
    assert passk.pass_hat_k_of_counts([n, n], [0, n], k=k).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("attempts", [[5], [5, 10]], ids=["equal", "unlike"])
@pytest.mark.parametrize("k", [1, 2, 5])
def test_no_score_is_a_negative_zero(attempts: list[int], k: int) -> None:
    none = [0] * len(attempts)

    for values in (passk.pass_at_k_of_counts(attempts, none, k=k), passk.pass_hat_k_of_counts(attempts, none, k=k)):
        assert [math.copysign(1.0, value) for value in values.tolist()] == [1.0] * len(attempts)


def test_several_k_of_one_problem() -> None:
    results = [True, False, True, False, True]

    assert passk.calculate_pass_at_k_for_multiple(results) == {"pass@1": 0.6, "pass@5": 1.0}
    assert passk.calculate_pass_at_k_for_multiple(results, [1, 2, 3]) == {"pass@1": 0.6, "pass@2": 0.9, "pass@3": 1.0}
    with pytest.raises(InvalidValue, match=r"from 1 to the number of attempts, 5, got 6"):
        passk.calculate_pass_at_k_for_multiple(results, [6])


def test_a_k_above_the_attempts_names_the_problems() -> None:
    problems = {f"p{number}": "PF" for number in range(7)} | {"long": "PFPFP"}

    with pytest.raises(InvalidValue) as refused:
        passk.pass_at_k(run_of(**problems), k=3)

    assert str(refused.value) == (
        "k=3 needs at least 3 attempts at every problem: "
        "'p0' has 2, 'p1' has 2, 'p2' has 2, 'p3' has 2, 'p4' has 2 and 2 more problems"
    )


@pytest.mark.parametrize(
    ("attempts", "passed", "k", "message"),
    [
        ([5, 5], [1], 1, "two lists of one length"),
        ([5], [6], 1, "from 0 to its attempts"),
        ([5], [-1], 1, "from 0 to its attempts"),
        ([5, 3], [1, 1], 4, "got k=4 with 3 to 5 attempts"),
        ([5], [1], 0, "got k=0"),
        ([5.5], [1.0], 1, "whole numbers"),
        ([10**12], [1], 1, "at most 10000000"),
    ],
)
def test_impossible_counts_are_refused(attempts: list[float], passed: list[float], k: int, message: str) -> None:
    with pytest.raises(InvalidValue, match=message):
        passk.pass_at_k_of_counts(attempts, passed, k=k)


@pytest.mark.parametrize(("n", "c", "k"), [(5, 6, 1), (5, -1, 1), (5, 1, 6), (5, 1, 0), (0, 0, 1)])
def test_impossible_counts_of_one_problem_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(InvalidValue):
        passk.compute_pass_at_k(n, c, k)
    with pytest.raises(InvalidValue):
        passk.compute_pass_hat_k(n, c, k)


def test_no_problems_give_no_values() -> None:
    assert passk.pass_at_k_of_counts([], [], k=5).tolist() == []
