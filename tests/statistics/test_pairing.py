"""Two systems held against each other: reference values, laws, the words, and how often the words are wrong."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics.deciding import Decision, Difference
from assay.statistics.pairing import paired_difference, unpaired_difference
from assay.statistics.standard_errors import clustered_mean


def outcomes(both: int, first_only: int, second_only: int, neither: int) -> tuple[list[float], list[float]]:
    """Return the values of two systems, problem by problem, from how many problems which of them solved."""
    first = [1.0] * (both + first_only) + [0.0] * (second_only + neither)
    return first, [1.0] * both + [0.0] * first_only + [1.0] * second_only + [0.0] * neither


@pytest.mark.parametrize(
    ("table", "value", "interval", "p", "mid_p", "decision"),
    [
        pytest.param((80, 5, 15, 64), 0.0609756, (0.005625, 0.114857), 0.0413895, 0.0266037, "better", id="better"),
        pytest.param((80, 15, 5, 64), -0.0609756, (-0.114857, -0.005625), 0.0413895, 0.0266037, "worse", id="worse"),
        pytest.param((100, 2, 8, 54), 0.0365854, (-0.004385, 0.076674), 0.109375, 0.0654297, "unclear", id="unclear"),
        pytest.param((500, 0, 0, 500), 0.0, (-0.002766, 0.002766), 1.0, 1.0, "same", id="same-in-everything"),
        pytest.param((480, 10, 10, 500), 0.0, (-0.009175, 0.009175), 1.0, 1.0, "same", id="same-by-tost"),
        pytest.param((2, 0, 0, 2), 0.0, (-0.461967, 0.461967), 1.0, 1.0, "unclear", id="four-alike-show-nothing"),
    ],
)
def test_one_attempt_each(
    table: tuple[int, int, int, int],
    value: float,
    interval: tuple[float, float],
    p: float,
    mid_p: float,
    decision: str,
) -> None:
    found = paired_difference(*outcomes(*table))

    assert found.value == pytest.approx(value, abs=1e-6)
    assert found.interval == pytest.approx(interval, abs=1e-6)
    assert (found.p, found.mid_p) == pytest.approx((p, mid_p), abs=1e-6)
    assert (found.decision.value, found.n) == (decision, sum(table))
    assert "McNemar" in found.method
    assert "Bonett–Price" in found.method


def test_clusters_as_published() -> None:
    """Differences [[1,0],[0,0,-1],[1,1],[0],[0,1]]: 0.3 with an error of 0.2734045, and two imagined problems."""
    differences = [1, 0, 0, 0, -1, 1, 1, 0, 0, 1]
    first = [1.0 if each < 0 else 0.0 for each in differences]
    second = [1.0 if each > 0 else 0.0 for each in differences]

    found = paired_difference(first, second, clusters=list("aabbbccdee"))

    assert found.value == pytest.approx(0.3)
    assert found.interval is not None
    assert clustered_mean(differences, list("aabbbccdee")).error == pytest.approx(0.2734045, abs=1e-6)
    reach = 2.7764451 * math.hypot(0.2734045, math.sqrt(2) / 7)  # t with 4 df
    assert found.value - found.interval[0] == pytest.approx(reach, abs=1e-6)
    assert (found.n, found.decision, found.mid_p) == (10, Decision.UNCLEAR, None)
    assert "5 clusters" in found.method


def test_repeats_are_clustered_by_problem() -> None:
    first, second = [0.0, 0.5, 0.25, 1.0, 0.0, 0.5, 0.75], [0.5, 0.75, 0.25, 1.0, 0.5, 1.0, 1.0]
    differences = np.subtract(second, first)

    found = paired_difference(first, second)

    error = math.hypot(differences.std(ddof=1) / math.sqrt(7), math.sqrt(2 / 4) / 9)  # of four attempts each
    ends = tuple(differences.mean() + sign * 2.4469119 * error for sign in (-1, 1))
    assert found.interval == pytest.approx(ends, abs=1e-6)
    assert found.detectable == pytest.approx((1.9599640 + 0.8416212) * error)
    assert found.method == "paired, clustered by problem, t interval with two imagined problems"


def test_clusters_of_one_problem_each_are_none() -> None:
    values = outcomes(20, 2, 9, 9)

    assert paired_difference(*values, clusters=[str(each) for each in range(40)]) == paired_difference(*values)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param([1.0], [0.0], id="one"),
        pytest.param([0.5], [0.75], id="one-with-repeats"),
        pytest.param([0.0, 0.0], [1.0, 1.0], id="two"),
        pytest.param([0.0, 0.1], [0.9, 1.0], id="two-with-repeats-that-agree"),
        pytest.param([0.0] * 5, [0.9, 0.9, 0.9, 0.9, 1.0], id="five-with-repeats-that-agree"),
        pytest.param([0.5] * 20, [0.5] * 20, id="twenty-without-any-difference"),
        pytest.param([0.5] * 20, [0.5] * 19 + [0.6], id="twenty-with-hardly-any"),
        pytest.param([1.0] * 30, [1.0] * 30, id="thirty-that-both-solve"),
    ],
)
def test_little_data_decides_nothing(first: list[float], second: list[float]) -> None:
    found = paired_difference(first, second)

    assert found.decision is Decision.UNCLEAR
    assert found.interval is None or found.interval[0] <= found.value <= found.interval[1]
    assert (found.needed is None) is (found.interval is None)


@pytest.mark.parametrize(("n", "decision", "needed"), [(75, "unclear", 24), (98, "unclear", 1), (99, "same", None)])
def test_no_change_at_all_shows_something_only_from_many_problems_on(n: int, decision: str, needed: int | None) -> None:
    """A system that loses 3 points loses none of 98 problems in 5.05 % of all cases, and none of 99 in 4.9 %."""
    found = paired_difference([1.0] * n, [1.0] * n)

    assert (found.decision.value, found.needed) == (decision, needed)
    assert found.inner is not None
    assert (found.inner[1] < found.margin) is (decision == "same")


def test_luck_that_never_varied_is_not_certainty() -> None:
    """Asked once, it solved all twenty; its equal was asked ten times and solved 95 % of them."""
    found = paired_difference([1.0] * 20, [1.0] * 11 + [0.9] * 8 + [0.8])

    assert found.decision is Decision.UNCLEAR


def test_a_certain_difference_is_said_even_within_the_margin() -> None:
    found = paired_difference(*outcomes(5_000, 20, 80, 4_900))

    assert found.decision is Decision.BETTER
    assert found.interval is not None
    assert found.interval[1] < found.margin


def test_the_exact_test_has_a_say() -> None:
    """60 against 40 discordant problems: Bonett and Price leave 0 out, but fair coins do as much in 5.7 % of cases."""
    found = paired_difference(*outcomes(0, 40, 60, 0))

    assert found.interval == pytest.approx((-0.0055817, 0.3934105), abs=1e-6)
    assert (found.decision, found.is_unborne) == (Decision.UNCLEAR, False)


def test_interval_and_test_agree_for_few_problems() -> None:
    """Wherever the interval leaves 0 out, the exact test speaks against no difference too."""
    for n in range(1, 13):
        for lost in range(n + 1):
            for gained in range(n + 1 - lost):
                found = paired_difference(*outcomes(n - lost - gained, lost, gained, 0))
                assert found.interval is not None
                assert found.p is not None
                assert found.interval[0] <= 0 <= found.interval[1] or found.p <= 0.05


def test_too_few_problems_do_not_bear_out_an_interval() -> None:
    found = paired_difference([0.0, 0.1, 0.0, 0.1], [1.0, 0.9, 1.0, 0.9])

    assert found.interval is not None
    assert found.interval[0] > 0
    assert (found.decision, found.is_unborne) == (Decision.UNCLEAR, True)


def test_as_many_more_as_are_needed_are_enough() -> None:
    """Ten times the problems with the same shares: more are needed before, none after."""
    few = paired_difference(*outcomes(60, 12, 14, 14))
    assert few.needed is not None

    times = math.ceil((few.n + few.needed) / few.n)
    many = paired_difference(*outcomes(60 * times, 12 * times, 14 * times, 14 * times))

    assert many.detectable is not None
    assert many.detectable <= many.margin


def test_a_difference_between_0_and_the_margin_asks_for_more_than_power_does() -> None:
    found = paired_difference(*outcomes(4_000, 290, 335, 3_375), margin=0.009)

    assert found.decision is Decision.UNCLEAR
    assert found.detectable is not None
    assert found.detectable < found.margin
    assert found.needed is not None
    assert 0 < found.needed < 8_000


values = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


@given(values, st.booleans())
def test_swapping_negates_and_order_does_not_matter(pairs: list[tuple[int, int]], once: bool) -> None:
    scaled = [(float(one > 1), float(other > 1)) if once else (one / 4, other / 4) for one, other in pairs]
    first, second = [one for one, _ in scaled], [other for _, other in scaled]

    found, back = paired_difference(first, second), paired_difference(second, first)
    moved = paired_difference(first[::-1], second[::-1])

    _same(found, moved)
    _opposite(found, back)
    if found.interval is not None:
        assert -1 <= found.interval[0] <= found.value <= found.interval[1] <= 1


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.lists(st.integers(0, 4), min_size=1, max_size=12))
def test_different_problems_keep_the_same_laws(one: list[int], other: list[int]) -> None:
    first, second = [each / 4 for each in one], [each / 4 for each in other]

    found = unpaired_difference(first, second)

    _same(found, unpaired_difference(first[::-1], second[::-1]))
    _opposite(found, unpaired_difference(second, first))
    if found.interval is not None:
        assert -1 <= found.interval[0] <= found.value <= found.interval[1] <= 1


def _same(one: Difference, other: Difference) -> None:
    assert (one.decision, one.needed, one.n) == (other.decision, other.needed, other.n)
    assert _numbers(one) == pytest.approx(_numbers(other), abs=1e-9)


def _opposite(one: Difference, other: Difference) -> None:
    words = {Decision.BETTER: Decision.WORSE, Decision.WORSE: Decision.BETTER}
    assert other.decision is words.get(one.decision, one.decision)
    assert other.value == pytest.approx(-one.value, abs=1e-12)
    assert (one.needed, one.n) == (other.needed, other.n)
    assert (one.p, one.mid_p, one.detectable) == pytest.approx((other.p, other.mid_p, other.detectable))
    if one.interval is not None:
        assert other.interval == pytest.approx((-one.interval[1], -one.interval[0]), abs=1e-9)


def _numbers(found: Difference) -> list[float]:
    return [found.value, *(found.interval or ()), *(each for each in (found.p, found.detectable) if each is not None)]


def test_different_problems_as_published() -> None:
    found = unpaired_difference([1.0] * 48 + [0.0] * 32, [1.0] * 56 + [0.0] * 14)

    assert found.interval == pytest.approx((0.052431, 0.333873), abs=1e-6)
    assert found.p == pytest.approx(0.0088445, abs=1e-6)
    assert (found.decision, found.n) == (Decision.BETTER, 150)


def test_many_different_problems_are_tested_at_a_low_cost() -> None:
    found = unpaired_difference([1.0] * 5_000 + [0.0] * 5_000, [1.0] * 5_010 + [0.0] * 4_990)

    assert "Fisher" in found.method
    assert found.decision is Decision.SAME


def test_different_problems_with_repeats_are_welchs() -> None:
    from scipy.stats import ttest_ind

    rng = np.random.default_rng(5)
    first, second = rng.integers(0, 5, 40) / 4, rng.integers(1, 5, 25) / 4

    found = unpaired_difference(first.tolist(), second.tolist())

    oracle = ttest_ind(second, first, equal_var=False)
    low, high = oracle.confidence_interval(0.95)
    error = found.value / float(oracle.statistic)
    wider = math.hypot(error, math.sqrt(2 / 4) / 27) / error  # two imagined problems, four attempts each
    reach = wider * (high - low) / 2
    assert found.interval == pytest.approx((found.value - reach, found.value + reach))
    assert found.p is not None
    assert found.p > oracle.pvalue


@pytest.mark.parametrize(
    ("first", "second", "margin", "message"),
    [
        pytest.param([], [], 0.03, "at least one problem", id="nothing"),
        pytest.param([1.0], [], 0.03, "at least one problem", id="nothing-on-one-side"),
        pytest.param([math.nan], [1.0], 0.03, "from 0 to 1, got nan", id="nan"),
        pytest.param([1.0], [math.inf], 0.03, "from 0 to 1, got inf", id="infinite"),
        pytest.param([1.0], [-0.1], 0.03, "from 0 to 1, got -0.1", id="negative"),
        pytest.param([1.0], [1.0], 0.0, "margin must be", id="no-margin"),
        pytest.param([1.0], [1.0], math.nan, "margin must be", id="margin-nan"),
    ],
)
def test_what_makes_no_sense_is_refused(
    first: Sequence[float], second: Sequence[float], margin: float, message: str
) -> None:
    with pytest.raises(InvalidValue, match=message):
        paired_difference(first, second, margin=margin)
    with pytest.raises(InvalidValue, match=message):
        unpaired_difference(first, second, margin=margin)


@pytest.mark.parametrize("clusters", [None, ["a"]])
def test_pairs_must_be_complete(clusters: list[str] | None) -> None:
    second = [1.0] if clusters is None else [1.0, 0.0]
    with pytest.raises(InvalidValue, match="one of each for every problem, got 2 and"):
        paired_difference([1.0, 0.0], second, clusters=clusters)


def test_one_attempt_each_needs_no_heavy_library() -> None:
    """`assay run` says how a run stands beside the one before, and must not wait for scipy."""
    code = (
        "import sys; from assay.statistics.pairing import paired_difference; paired_difference([1, 0], [0, 1]);"
        "print([name for name in ('numpy', 'scipy') if name in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"
