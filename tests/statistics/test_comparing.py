"""Tests, intervals and power of comparisons: every published value is a row, other libraries are the oracles."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.statistics import independent, mcnemar
from assay.statistics.equivalence import tost
from assay.statistics.mcnemar import PairTable
from assay.statistics.mixing import Stratum, mix_shift, standardised
from assay.statistics.multiplicity import benjamini_hochberg, holm
from assay.statistics.permutation import sign_flip
from assay.statistics.power import detectable, detectable_apart, pairs_needed, problems_needed
from assay.statistics.ratios import paired_ratio

LARGE, MIDDLE, SMALL = PairTable(101, 59, 121, 33), PairTable(80, 5, 15, 64), PairTable(100, 2, 8, 54)
COUNTS = st.integers(0, 60)
TABLES = st.tuples(COUNTS, COUNTS, COUNTS, COUNTS).filter(any).map(lambda counts: PairTable(*counts))


@pytest.mark.parametrize(
    ("table", "exact", "corrected", "plain", "mid_p"),
    [
        pytest.param(LARGE, 4.434449e-06, 20.672222, 21.355556, 3.266647e-06, id="published-314"),
        pytest.param(MIDDLE, 0.0413895, 4.05, 5.0, 0.0266037, id="published-164"),
        pytest.param(SMALL, 0.109375, 2.5, 3.6, 0.0654297, id="published-eight-to-two"),
        pytest.param(PairTable(7, 0, 0, 3), 1.0, 0.0, 0.0, 1.0, id="no-difference"),
        pytest.param(PairTable(0, 3, 3, 0), 1.0, 0.0, 0.0, 1.0, id="as-many-each"),
        pytest.param(PairTable(0, 0, 1, 0), 1.0, 0.0, 1.0, 0.5, id="one"),
    ],
)
def test_mcnemar(table: PairTable, exact: float, corrected: float, plain: float, mid_p: float) -> None:
    assert mcnemar.mcnemar_exact(table) == pytest.approx(exact, rel=1e-6)
    assert mcnemar.mcnemar_chi2_corrected(table) == pytest.approx(corrected, abs=1e-6)
    assert mcnemar.mcnemar_chi2(table) == pytest.approx(plain, abs=1e-6)
    assert mcnemar.mcnemar_mid_p(table) == pytest.approx(mid_p, rel=2e-6)


def test_mcnemar_by_chi2() -> None:
    assert mcnemar.chi2_p(mcnemar.mcnemar_chi2_corrected(MIDDLE)) == pytest.approx(0.0441713, abs=1e-7)


@pytest.mark.slow
@given(TABLES)
def test_mcnemar_is_that_of_statsmodels(table: PairTable) -> None:
    from statsmodels.stats import contingency_tables

    rows = [[table.both, table.first_only], [table.second_only, table.neither]]

    assert mcnemar.mcnemar_exact(table) == pytest.approx(contingency_tables.mcnemar(rows, exact=True).pvalue)
    if table.discordant:
        other = contingency_tables.mcnemar(rows, exact=False, correction=False)
        assert mcnemar.mcnemar_chi2(table) == pytest.approx(other.statistic)
        assert mcnemar.chi2_p(mcnemar.mcnemar_chi2(table)) == pytest.approx(other.pvalue)


def test_many_discordant_problems_cost_little() -> None:
    assert mcnemar.mcnemar_exact(PairTable(0, 50_000, 50_600, 0)) == pytest.approx(0.0589, abs=1e-3)


@pytest.mark.parametrize(
    ("table", "bonett_price", "newcombe"),
    [
        pytest.param(MIDDLE, (0.005625, 0.114857), (0.007120, 0.113906), id="published"),
        pytest.param(SMALL, (-0.004385, 0.076674), None, id="published-small"),
    ],
)
def test_paired_intervals(
    table: PairTable, bonett_price: tuple[float, float], newcombe: tuple[float, float] | None
) -> None:
    assert mcnemar.bonett_price(table) == pytest.approx(bonett_price, abs=1e-6)
    if newcombe is not None:
        assert mcnemar.newcombe_paired(table) == pytest.approx(newcombe, abs=1e-6)


@given(TABLES)
def test_paired_intervals_hold_the_difference_and_turn_round_with_it(table: PairTable) -> None:
    turned = PairTable(table.both, table.second_only, table.first_only, table.neither)
    for interval in (mcnemar.bonett_price, mcnemar.newcombe_paired):
        low, high = interval(table)
        assert -1 <= low <= table.difference + 1e-12
        assert table.difference - 1e-12 <= high <= 1
        assert interval(turned) == pytest.approx((-high, -low), abs=1e-12)


def test_pairing_is_free_power() -> None:
    differences = [1.0] * 15 + [-1.0] * 5 + [0.0] * 144
    shares = 95 / 164, 85 / 164
    apart = math.sqrt(sum(share * (1 - share) / 164 for share in shares))

    assert np.std(differences) / math.sqrt(164) == pytest.approx(0.0268502, abs=1e-7)
    assert apart == pytest.approx(0.0548491, abs=1e-7)
    assert mcnemar.bonett_price_error(MIDDLE) < apart / 1.9


@pytest.mark.parametrize("counts", [(-1, 1, 1, 1), (0, 0, 0, 0)])
def test_a_table_of_nothing_is_refused(counts: tuple[int, int, int, int]) -> None:
    with pytest.raises(InvalidValue, match="a table of pairs"):
        PairTable(*counts)


def test_different_problems_as_published() -> None:
    counts = (48, 80, 56, 70)

    assert independent.newcombe(*counts) == pytest.approx((0.052431, 0.333873), abs=1e-6)
    assert independent.agresti_caffo(*counts) == pytest.approx((0.052453, 0.335758), abs=1e-6)
    assert independent.fisher(*counts) == pytest.approx(0.0125211, abs=1e-7)
    assert independent.boschloo(*counts) == pytest.approx(0.0088445, abs=1e-7)


@pytest.mark.slow
@given(st.integers(1, 50), st.integers(1, 50), st.data())
def test_intervals_of_different_problems_are_those_of_statsmodels(n: int, other_n: int, data: st.DataObject) -> None:
    from statsmodels.stats import proportion

    passed, other = data.draw(st.integers(0, n)), data.draw(st.integers(0, other_n))
    for method, ours in (("newcomb", independent.newcombe), ("agresti-caffo", independent.agresti_caffo)):
        oracle = proportion.confint_proportions_2indep(other, other_n, passed, n, method=method)
        assert ours(passed, n, other, other_n) == pytest.approx((max(-1.0, oracle[0]), min(1.0, oracle[1])), abs=1e-9)


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        pytest.param([1.0] * 8 + [-1.0] * 2 + [0.0] * 154, 0.109375, id="is-exact-mcnemar"),
        pytest.param([1.0] * 15 + [-1.0] * 5 + [0.0] * 144, 0.0413895, id="is-exact-mcnemar-164"),
        pytest.param([0.0] * 5, 1.0, id="no-difference"),
        pytest.param([0.5], 1.0, id="one"),
        pytest.param([0.5, 0.25, 0.75], 0.25, id="three-alike"),
        pytest.param([1.0] * 2_600 + [-1.0] * 2_500, 0.165656, id="many-equal-ones-are-exact"),
    ],
)
def test_sign_flips(differences: list[float], p: float) -> None:
    assert sign_flip(differences) == pytest.approx(p, abs=1e-6)


def test_drawn_signs_come_near_to_students_t_and_do_not_depend_on_the_order() -> None:
    from scipy.stats import ttest_1samp

    rng = np.random.default_rng(2)
    values = rng.normal(0.1, 0.5, 120)

    found = sign_flip(values.tolist(), seed=4)

    assert found == pytest.approx(ttest_1samp(values, 0).pvalue, abs=0.01)
    assert found == sign_flip(values[::-1].tolist(), seed=4) == sign_flip((-values).tolist(), seed=4)


@settings(max_examples=40)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=10))
def test_sign_flips_are_those_of_all_signs(differences: list[int]) -> None:
    signs = np.array(np.meshgrid(*[[-1, 1]] * len(differences))).reshape(len(differences), -1)
    sums = np.abs(np.array(differences) @ signs)

    assert sign_flip([each / 3 for each in differences]) == pytest.approx(np.mean(sums >= abs(sum(differences))))


@pytest.mark.parametrize("differences", [[], [math.nan], [math.inf]])
def test_no_signs_of_nothing(differences: list[float]) -> None:
    with pytest.raises(InvalidValue, match="a sign-flip test needs"):
        sign_flip(differences)


@pytest.mark.slow
def test_tost_is_that_of_statsmodels() -> None:
    from statsmodels.stats import weightstats

    rng = np.random.default_rng(7)
    first, second = rng.normal(0, 0.1, 50), rng.normal(0.01, 0.1, 50)
    differences = second - first

    oracle, *_ = weightstats.ttost_paired(second, first, -0.03, 0.03)

    error = float(differences.std(ddof=1)) / math.sqrt(50)
    assert tost(float(differences.mean()), error, margin=0.03, freedom=49) == pytest.approx(oracle)


def test_tost_is_the_90_percent_interval_within_the_margin() -> None:
    error = 0.01
    border = 0.03 - 1.6448536269514722 * error

    assert tost(border, error, margin=0.03) == pytest.approx(0.05)
    assert tost(-border, error, margin=0.03) == pytest.approx(0.05)
    with pytest.raises(InvalidValue, match="TOST needs an error"):
        tost(0.0, 0.0, margin=0.03)


@pytest.mark.parametrize(
    ("within", "attempts", "n"),
    [
        pytest.param((1 / 6, 1 / 6), (1, 1), 3876, id="one-attempt"),
        pytest.param((1 / 6, 1 / 6), (10, 10), 1260, id="ten-attempts"),
        pytest.param((0.0, 0.0), (1, 1), 969, id="no-chance-within"),
    ],
)
def test_problems_needed(within: tuple[float, float], attempts: tuple[int, int], n: int) -> None:
    assert problems_needed(0.03, between=1 / 9, within=within, attempts=attempts) == n


@pytest.mark.parametrize(("n", "points"), [(164, 15.469), (225, 13.207), (500, 8.859)])
def test_detectable_on_different_problems(n: int, points: float) -> None:
    assert 100 * detectable_apart(n) == pytest.approx(points, abs=1e-3)


def test_pairs_needed() -> None:
    assert pairs_needed(0.05, discordance=0.2) == pairs_needed(-0.05, discordance=0.2) == 626


def test_power_of_nonsense_is_refused() -> None:
    with pytest.raises(InvalidValue, match="an effect other than 0"):
        problems_needed(0.0, between=0.1)
    with pytest.raises(InvalidValue, match="at least the effect"):
        pairs_needed(0.3, discordance=0.2)
    with pytest.raises(InvalidValue, match="a share from 0 to 1"):
        detectable_apart(10, share=math.nan)
    with pytest.raises(InvalidValue, match="a standard error"):
        detectable(math.nan)


P_VALUES = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]


def test_several_tests_as_published() -> None:
    assert holm(P_VALUES) == pytest.approx([0.01, 0.072, *[0.312] * 3, 0.312, 0.312, *[0.615] * 3])
    raised = [0.01, 0.04, *[0.084] * 3, 0.1, 0.105714, *[0.216] * 3]
    assert benjamini_hochberg(P_VALUES) == pytest.approx(raised, abs=1e-6)


@pytest.mark.slow
def test_several_tests_are_those_of_statsmodels() -> None:
    from statsmodels.stats import multitest

    rng = np.random.default_rng(9)
    for size in (*range(1, 13), 500):
        values = np.round(rng.random(size) ** 2, 2).tolist()  # with ties
        assert holm(values) == pytest.approx(multitest.multipletests(values, method="holm")[1].tolist())
        assert benjamini_hochberg(values) == pytest.approx(multitest.multipletests(values, method="fdr_bh")[1].tolist())


def test_no_tests_and_no_p_values() -> None:
    assert holm([]) == benjamini_hochberg([]) == []
    with pytest.raises(InvalidValue, match="from 0 to 1, got nan"):
        holm([0.1, math.nan])


def test_every_kind_improved_and_the_headline_fell() -> None:
    names = ("easy", "medium", "hard")
    before = {name: Stratum(*one) for name, one in zip(names, [(0.5, 0.9), (0.3, 0.7), (0.2, 0.4)], strict=True)}
    after = {name: Stratum(*one) for name, one in zip(names, [(0.3, 0.92), (0.3, 0.72), (0.4, 0.42)], strict=True)}

    shift = mix_shift(before, after)

    assert (shift.before, shift.after, shift.mix, shift.performance) == pytest.approx((0.74, 0.66, -0.1, 0.02))


def test_a_kind_of_one_side_changes_the_mix_only() -> None:
    shift = mix_shift({"a": Stratum(1.0, 0.8)}, {"a": Stratum(0.5, 0.8), "b": Stratum(0.5, 0.2)})

    assert (shift.mix, shift.performance) == pytest.approx((-0.3, 0.0))


KINDS = st.tuples(st.integers(0, 9), st.integers(0, 9), st.floats(0, 1), st.floats(0, 1))


@given(st.lists(KINDS, min_size=1, max_size=5))
def test_mix_and_performance_are_the_whole_change(rows: list[tuple[int, int, float, float]]) -> None:
    totals = [sum(row[side] + 1 for row in rows) for side in (0, 1)]
    before = {str(place): Stratum((row[0] + 1) / totals[0], row[2]) for place, row in enumerate(rows)}
    after = {str(place): Stratum((row[1] + 1) / totals[1], row[3]) for place, row in enumerate(rows)}

    shift, back = mix_shift(before, after), mix_shift(after, before)

    assert shift.mix + shift.performance == pytest.approx(shift.after - shift.before, abs=1e-9)
    assert (back.mix, back.performance) == pytest.approx((-shift.mix, -shift.performance), abs=1e-9)


def test_a_standardised_share() -> None:
    found = standardised({"a": (45, 50), "b": (30, 40), "c": (8, 20)}, {"a": 0.5, "b": 0.3, "c": 0.2})

    assert (found.value, found.error, found.n) == pytest.approx((0.755, 0.0367679, 110), abs=1e-7)
    assert pytest.approx(0.754545, abs=1e-6) == 83 / 110


def test_mixes_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidValue, match="must sum to 1"):
        mix_shift({"a": Stratum(0.5, 0.5)}, {"a": Stratum(1.0, 0.5)})
    with pytest.raises(InvalidValue, match="weight and share of 'a'"):
        mix_shift({"a": Stratum(1.0, math.nan)}, {"a": Stratum(1.0, 0.5)})
    with pytest.raises(InvalidValue, match="every kind needs counts"):
        standardised({"a": (1, 2)}, {"b": 1.0})
    with pytest.raises(InvalidValue, match="counts must be from 0 to n"):
        standardised({"a": (3, 2)}, {"a": 1.0})


def test_a_ratio_of_latencies_is_students_t_on_logarithms() -> None:
    from scipy.stats import ttest_rel

    rng = np.random.default_rng(3)
    first = rng.lognormal(0, 1, 40)
    second = first * rng.lognormal(0.3, 0.4, 40)

    found, back = paired_ratio(first.tolist(), second.tolist()), paired_ratio(second.tolist(), first.tolist())

    oracle = ttest_rel(np.log(second), np.log(first))
    assert found.interval is not None
    assert back.interval is not None
    assert found.p == pytest.approx(oracle.pvalue)
    assert np.log(found.interval) == pytest.approx(list(oracle.confidence_interval(0.95)))
    assert 1 / back.value == pytest.approx(found.value)
    assert (1 / back.interval[1], 1 / back.interval[0]) == pytest.approx(found.interval)


def test_ratios_at_the_edges() -> None:
    assert paired_ratio([2.0], [3.0]).interval is None
    assert paired_ratio([2.0], [3.0]).value == pytest.approx(1.5)
    assert (paired_ratio([1.0, 2.0], [1.0, 2.0]).interval, paired_ratio([1.0, 2.0], [1.0, 2.0]).p) == ((1.0, 1.0), 1.0)
    for wrong in ([0.0], [-1.0], [math.nan], [math.inf]):
        with pytest.raises(InvalidValue, match="a latency must be positive"):
            paired_ratio([1.0], wrong)
    with pytest.raises(InvalidValue, match="one latency of each"):
        paired_ratio([1.0], [])
