"""Sequential tests: published values, and that looking often does not make them wrong."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.finite import AnytimeMean, anytime_interval
from assay.statistics.sequential import MixtureTest, SequentialTest, confidence_sequence, mcnemar_e_value

VALUES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=40)


def test_walds_test_has_the_published_values() -> None:
    test = SequentialTest(0.7, 0.6)

    assert (test.upper, test.lower) == pytest.approx((2.772589, -1.558145), abs=1e-6)
    assert (test.step(passed=False), test.step(passed=True)) == pytest.approx((0.287682, -0.154151), abs=1e-6)
    assert test.expected_observations(0.7) == pytest.approx(62.1, abs=0.05)
    assert test.expected_observations(0.6) == pytest.approx(84.4, abs=0.05)


@pytest.mark.parametrize(
    ("null", "alternative", "alpha", "beta"), [(0.5, 0.5, 0.05, 0.2), (0, 0.5, 0.05, 0.2), (0.7, 0.6, 0, 0.2),
                                               (0.7, 0.6, 0.5, 0.5)]
)  # fmt: skip
def test_a_test_of_nothing_is_refused(null: float, alternative: float, alpha: float, beta: float) -> None:
    with pytest.raises(InvalidValue):
        SequentialTest(null, alternative, alpha, beta)
    with pytest.raises(InvalidValue, match="one of those tested"):
        SequentialTest(0.7, 0.6).expected_observations(0.65)


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "most"), [(0.7, 0.05), (0.6, 0.2)])
def test_walds_test_errs_as_seldom_as_it_says(rate: float, most: float) -> None:
    test, rng, wrong, observed, rounds = SequentialTest(0.7, 0.6), np.random.default_rng(5), 0, 0, 4_000
    for _ in range(rounds):
        total = 0.0
        while test.lower < total < test.upper:
            total += test.step(passed=bool(rng.random() < rate))
            observed += 1
        wrong += total >= test.upper if rate == test.null else total <= test.lower

    assert wrong / rounds <= most + 0.01
    assert observed / rounds == pytest.approx(test.expected_observations(rate), rel=0.15)  # plus what it overshoots


@pytest.mark.parametrize(
    ("passed", "n", "low", "high"),
    [
        (7, 10, 0.266741, 0.963360),
        (70, 100, 0.542754, 0.830554),
        (700, 1000, 0.646985, 0.749662),
        (0, 20, 0.0, 0.260671),
        (20, 20, 1 - 0.260671, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_the_confidence_sequence_has_the_published_values(passed: int, n: int, low: float, high: float) -> None:
    assert confidence_sequence(passed, n - passed) == pytest.approx((low, high), abs=1e-6)


@given(st.integers(0, 3_000), st.integers(0, 3_000), st.floats(0.001, 0.5))
def test_the_confidence_sequence_holds_its_estimate_and_is_wider_than_one_look(
    passed: int, failed: int, alpha: float
) -> None:
    low, high = confidence_sequence(passed, failed, alpha=alpha)

    assert 0 <= low <= high <= 1
    if passed + failed:
        assert low <= passed / (passed + failed) <= high
    assert confidence_sequence(failed, passed, alpha=alpha) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "expected"), [(15, 5, 3.220601), (8, 2, 2.068687), (10, 0, 93.090909), (0, 0, 1.0)]
)
def test_the_e_value_has_the_published_values(first: int, second: int, expected: float) -> None:
    assert mcnemar_e_value(first, second) == pytest.approx(expected, abs=1e-6)
    assert mcnemar_e_value(second, first) == mcnemar_e_value(first, second)


def test_an_e_value_beyond_all_floats_is_infinite() -> None:
    assert mcnemar_e_value(5_000, 0) == math.inf


def test_the_mixture_test_has_the_published_values() -> None:
    test = MixtureTest(variance=0.25, spread=0.01)

    assert test.likelihood_ratio(100, 0.1) == pytest.approx(2.215063, abs=1e-6)
    assert test.radius(100) == pytest.approx(0.154119, abs=1e-6)
    assert test.radius(1000) == pytest.approx(0.049869, abs=1e-6)


@given(st.integers(1, 10_000), st.floats(0.01, 10), st.floats(0.001, 1), st.floats(0.001, 0.5))
def test_the_radius_is_where_the_ratio_reaches_one_in_alpha(
    n: int, variance: float, spread: float, alpha: float
) -> None:
    test = MixtureTest(variance, spread)

    assert test.likelihood_ratio(n, 3 + test.radius(n, alpha=alpha), null=3) == pytest.approx(1 / alpha, rel=1e-6)


@pytest.mark.parametrize(("variance", "spread"), [(0, 1), (1, 0), (math.inf, 1), (math.nan, 1)])
def test_a_mixture_without_spread_is_refused(variance: float, spread: float) -> None:
    with pytest.raises(InvalidValue, match="must be positive"):
        MixtureTest(variance, spread)


def test_counts_below_zero_are_refused() -> None:
    for call in (lambda: mcnemar_e_value(-1, 0), lambda: confidence_sequence(0, -1), lambda: AnytimeMean(0)):
        with pytest.raises(InvalidValue):
            call()


# ---- a finite set of values ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("passed", "n"), [(0, 8), (7, 10), (70, 100), (3, 20), (20, 20)])
def test_of_a_huge_set_it_is_the_confidence_sequence_rounded_outward(passed: int, n: int) -> None:
    low, high = anytime_interval([1.0] * passed + [0.0] * (n - passed), 10**9)
    exact = confidence_sequence(passed, n - passed)

    assert exact[0] - 0.001 <= low <= exact[0]
    assert exact[1] <= high <= exact[1] + 0.001


def test_of_zeros_and_ones_the_order_does_not_matter() -> None:
    assert anytime_interval([1.0] * 10 + [0.0] * 5, 164) == anytime_interval([0.0] * 5 + [1.0] * 10, 164)


def test_a_small_set_says_more_than_a_huge_one() -> None:
    values = [1.0] * 40 + [0.0] * 40
    small, huge = anytime_interval(values, 100), anytime_interval(values, 10**9)

    assert huge[0] < small[0] < 0.5 < small[1] < huge[1]


@given(VALUES, st.integers(0, 3))
def test_it_holds_what_it_is_about_when_all_were_seen_and_never_the_impossible(
    values: list[float], unseen: int
) -> None:
    seen = AnytimeMean(len(values) + unseen)
    for value in values:
        seen.add(value)
    low, high = seen.interval
    total = math.fsum(values)

    assert low <= high
    assert total / seen.size - 1e-9 <= low
    assert high <= (total + unseen) / seen.size + 1e-9
    if not unseen:
        assert (low, high) == pytest.approx((total / seen.size, total / seen.size))


@given(VALUES, st.integers(1, 500), st.floats(0.01, 0.99))
def test_its_decisions_are_those_of_its_interval(values: list[float], unseen: int, bar: float) -> None:
    seen = AnytimeMean(len(values) + unseen)
    for value in values:
        seen.add(value)
    low, high = seen.interval

    assert not (seen.is_below(bar) and seen.is_above(bar))
    assert not seen.is_below(bar) or high <= bar + 1e-8
    assert not seen.is_above(bar) or low >= bar - 1e-8
    assert seen.is_below(bar) or high >= bar
    assert seen.is_above(bar) or low <= bar


@pytest.mark.parametrize(
    ("values", "size", "bar", "below", "above"),
    [
        pytest.param([0.0] * 3, 6, 0.5, False, False, id="half-can-still-come"),
        pytest.param([0.0] * 4, 6, 0.5, True, False, id="less-than-half-whatever-comes"),
        pytest.param([1.0] * 4, 6, 0.5, False, True, id="more-than-half-whatever-comes"),
        pytest.param([1.0, 0.0], 2, 0.5, False, False, id="exactly-half-is-neither"),
        pytest.param([], 10, 0.5, False, False, id="nothing-seen"),
        pytest.param([0.0] * 8, 10_000, 0.5, True, False, id="by-chance"),
    ],
)
def test_what_is_certain(values: list[float], size: int, bar: float, below: bool, above: bool) -> None:
    seen = AnytimeMean(size)
    for value in values:
        seen.add(value)

    assert (seen.is_below(bar), seen.is_above(bar)) == (below, above)


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan])
def test_what_is_no_share_is_refused(value: float) -> None:
    with pytest.raises(InvalidValue, match="values from 0 to 1"):
        AnytimeMean(3).add(value)


def test_more_values_than_there_are_are_refused() -> None:
    seen = AnytimeMean(1)
    seen.add(1.0)

    with pytest.raises(InvalidValue, match="after 1 of them"):
        seen.add(1.0)


# ---- how often they are wrong where one looks after every observation -----------------------------------------------


def missed(values: np.ndarray[tuple[int], np.dtype[np.float64]], rounds: int, seed: int) -> float:
    """How often the interval of a shuffled set ever misses its mean."""
    rng, truth, wrong = np.random.default_rng(seed), float(values.mean()), 0
    for _ in range(rounds):
        seen = AnytimeMean(len(values))
        for value in rng.permutation(values):
            seen.add(float(value))
            low, high = seen.interval
            if not low - 1e-9 <= truth <= high + 1e-9:
                wrong += 1
                break
    return wrong / rounds


def test_a_few_shuffled_sets() -> None:
    assert missed(np.array([1.0] * 24 + [0.0] * 16), 60, 1) <= 0.08


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["halves", "rare", "shares", "quarters"])
def test_looking_after_every_problem_misses_the_mean_of_a_set_in_at_most_one_of_twenty(kind: str) -> None:
    rng = np.random.default_rng(2)
    values = {
        "halves": np.repeat([0.0, 1.0], 82),
        "rare": np.repeat([0.0, 1.0], [155, 9]),
        "shares": rng.beta(0.5, 0.5, 164),
        "quarters": rng.integers(0, 5, 164) / 4,
    }[kind]

    assert missed(values, 1_000, 3) <= 0.05 + 0.015


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.1, 0.5, 0.8])
def test_the_confidence_sequence_covers_at_all_times(rate: float) -> None:
    rng, wrong, rounds, looks = np.random.default_rng(7), 0, 1_000, 500
    ends = {}
    for _ in range(rounds):
        passed = np.cumsum(rng.random(looks) < rate)
        for n in range(1, looks + 1, 3):
            key = int(passed[n - 1]), n
            if key not in ends:
                ends[key] = confidence_sequence(key[0], n - key[0])
            if not ends[key][0] <= rate <= ends[key][1]:
                wrong += 1
                break

    assert wrong / rounds <= 0.05 + 0.012


@pytest.mark.slow
def test_peeking_at_a_usual_test_is_wrong_half_the_time_and_at_these_tests_is_not() -> None:
    """5,000 looks at data with no difference; the published shares are 3.7 %, 3.8 % and 55 %."""
    rng, rounds, looks = np.random.default_rng(0), 2_000, 5_000
    test = MixtureTest(variance=1.0, spread=0.01)
    n = np.arange(1, looks + 1)
    radius = np.array([test.radius(int(count)) for count in n])
    log_factorials = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, looks + 2)))])
    rejected = {"e-value": 0, "mixture": 0, "naive": 0}
    for _ in range(rounds):
        first = np.cumsum(rng.random(looks) < 0.5)
        e_value = log_factorials[first] + log_factorials[n - first] - log_factorials[n + 1] + n * math.log(2)
        means = np.cumsum(rng.standard_normal(looks)) / n
        rejected["e-value"] += bool((e_value >= math.log(20)).any())
        rejected["mixture"] += bool((np.abs(means) >= radius).any())
        rejected["naive"] += bool((np.abs(means[9:]) * np.sqrt(n[9:]) > 1.96).any())
    shares = {name: count / rounds for name, count in rejected.items()}

    assert shares["e-value"] <= 0.05
    assert shares["mixture"] <= 0.05
    assert shares["naive"] >= 0.45


def test_the_e_value_of_a_walk_is_the_formula_of_the_simulation() -> None:
    assert math.log(mcnemar_e_value(15, 5)) == pytest.approx(
        math.lgamma(16) + math.lgamma(6) - math.lgamma(22) + 20 * math.log(2)
    )
