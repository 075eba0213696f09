"""What counts as equal: the tables of `docs/comparators.md` row by row, the laws behind them, and hostile values."""

from __future__ import annotations

import math
import random
import subprocess
import sys
from array import array
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.judges.comparators import describe, matches
from assay.records import ANY_ORDER, EXACT, EXACT_TYPES, ONE_OF, SET_EQUAL, TRUTH, Comparator, ComparatorKind

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")

CLOSE = Comparator.close(atol=1e-6)
NESTING = (ComparatorKind.ANY_ORDER, ComparatorKind.SET_EQUAL, ComparatorKind.ONE_OF)
NESTED = [Comparator(kind, inner=inner) for kind in NESTING for inner in (EXACT_TYPES, CLOSE, ANY_ORDER)]
COMPARATORS = [EXACT, EXACT_TYPES, CLOSE, ANY_ORDER, SET_EQUAL, ONE_OF, *NESTED]
ON_THE_PAGE = [*COMPARATORS, TRUTH]

Point = namedtuple("Point", "x y")
Pair = namedtuple("Pair", "x y")
NAMES: dict[str, object] = {
    **{kind.__name__: kind for kind in (Counter, OrderedDict, defaultdict, deque, Decimal, Fraction, HTTPStatus)},
    **{kind.__name__: kind for kind in (date, datetime, timedelta, timezone, Point, Pair)},
    **{kind.__name__: kind for kind in (Path, PurePosixPath, array, SimpleNamespace)},
    **{"UTC": UTC, "nan": math.nan, "inf": math.inf, "np": np, "pd": pd},
}


class Opaque:
    """A handle as the codec makes it, of the worst kind: equal to everything."""

    __assay_opaque__ = True

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(1)


# ---- the page ------------------------------------------------------------------------------------------------------


def rows_of_the_page() -> Iterator[Any]:  # Any: pytest's ParameterSet
    """One test for each yes or no in a table whose header names comparators."""
    by_name = {describe(comparator): comparator for comparator in ON_THE_PAGE}
    header: list[str] = []
    for line in Path(__file__).parents[2].joinpath("docs", "comparators.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if cells[0] == "returned":
            header = cells
        elif header and cells[0].startswith("`"):
            actual, expected = (cell.strip("`") for cell in cells[:2])
            for name, answer in zip(header[2:], cells[2:], strict=True):
                yield pytest.param(by_name[name], actual, expected, answer, id=f"{name}: {actual} ~ {expected}")
        elif not line.startswith("|"):
            header = []


@pytest.mark.parametrize(("comparator", "actual", "expected", "answer"), list(rows_of_the_page()))
def test_the_page_is_true(comparator: Comparator, actual: str, expected: str, answer: str) -> None:
    result = matches(comparator, eval(actual, dict(NAMES)), eval(expected, dict(NAMES)))

    assert {"yes": True, "no": False}[answer] is result


def test_the_page_has_rows_for_every_comparator() -> None:
    shown = {row.values[0].kind for row in rows_of_the_page()}

    assert shown == set(ComparatorKind) - {ComparatorKind.PREDICATE}


# ---- names and refusals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("comparator", "name"),
    [
        (EXACT, "exact"),
        (EXACT_TYPES, "exact_types"),
        (CLOSE, "close(atol=1e-06)"),
        (Comparator.close(atol=1e-6, rtol=0.5), "close(atol=1e-06, rtol=0.5)"),
        (Comparator.close(), "close"),
        (ANY_ORDER, "any_order"),
        (Comparator(ComparatorKind.ANY_ORDER, inner=EXACT), "any_order"),
        (Comparator(ComparatorKind.ONE_OF, inner=Comparator(ComparatorKind.ANY_ORDER, inner=CLOSE)),
         "one_of(any_order(close(atol=1e-06)))"),
        (Comparator.predicate("accept = bool"), "predicate(744bea3a)"),
    ],
)  # fmt: skip
def test_a_comparator_has_a_short_name(comparator: Comparator, name: str) -> None:
    assert describe(comparator) == name


@pytest.mark.parametrize("wrap", [None, *NESTING])
def test_a_predicate_is_not_carried_out_here(wrap: ComparatorKind | None) -> None:
    predicate = Comparator.predicate("def accept(result): return True")
    comparator = predicate if wrap is None else Comparator(wrap, inner=predicate)

    with pytest.raises(InvalidValue, match="predicate"):
        matches(comparator, 1, 1)


def test_nothing_but_the_standard_library_is_loaded() -> None:
    script = "import sys, assay.judges.comparators; print({'numpy', 'pandas'} & set(sys.modules))"

    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert shown.stdout.strip() == "set()"


# ---- tolerances ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actual", "expected", "atol", "rtol", "answer"),
    [
        (100.9, 100, 0.0, 0.01, True),
        (101.1, 100, 0.0, 0.01, False),
        pytest.param(100, 101.005, 0.0, 0.01, True, id="relative to the expected value"),
        pytest.param(101.005, 100, 0.0, 0.01, False, id="and not to the returned one"),
        (11, 9, 2, 0.0, True),
        pytest.param(10**400 + 10**390, 10**400, 0.0, 1e-9, True, id="ints beyond floats"),
        pytest.param(10**400 + 10**392, 10**400, 0.0, 1e-9, False, id="ints beyond floats and too far"),
        pytest.param(10**400, 1.5, 1e300, 1e300, False, id="an int beyond floats and a float"),
        pytest.param(1e308, -1e308, 1.0, 0.0, False, id="a difference beyond floats"),
        pytest.param(1e308, 1.7e308, 0.0, 1.5, True, id="a tolerance beyond floats"),
        pytest.param(1.0, math.inf, 1.0, 1.0, False, id="nothing finite is near infinity"),
        pytest.param(5.0, 1.0, math.inf, 0.0, True, id="any finite number"),
        pytest.param(math.inf, 1.0, math.inf, 0.0, False, id="but no other"),
        pytest.param(5.0, 1.0, math.nan, 0.0, False, id="a tolerance that is not a number"),
        (Decimal("1.05"), 1, 0.1, 0.0, True),
        (Decimal("1.05"), Fraction(1), 0.01, 0.0, False),
        pytest.param(Decimal("1.0000001e5000"), Decimal("1e5000"), 0.0, 1e-6, True, id="decimals beyond floats"),
        pytest.param(Decimal("1.1e5000"), Decimal("1e5000"), 0.0, 1e-6, False, id="decimals beyond floats, too far"),
        pytest.param(Decimal(10**100 + 1), 10**100, 0.0, 0.0, False, id="no tolerance, and no rounding"),
        pytest.param(Decimal("3." + "1" * 2000), 28 / 9, 1e-9, 0.0, True, id="a long decimal"),
        (Fraction(1, 3), 0.3333, 1e-3, 0.0, True),
        (3 + 4j, 3 + 4.05j, 0.1, 0.0, True),
        (3 + 4j, 5, 0.1, 0.0, False),
        (1 + 1e-9j, 1, 1e-6, 0.0, True),
        (np.float16(1.001), 1, 1e-2, 0.0, True),
        pytest.param(np.array([1e308]), np.array([-1e308]), 1.0, 0.0, False, id="arrays: a difference beyond floats"),
        pytest.param(np.array([2**60 + 1]), np.array([2**60]), 1.0, 0.0, True, id="arrays: integers beyond floats"),
        pytest.param(np.array([2**60 + 2]), np.array([2**60]), 1.0, 0.0, False, id="arrays: such integers, too far"),
        pytest.param(np.array([1], "uint8"), np.array([2], "uint8"), 1.0, 0.0, True, id="arrays: unsigned"),
        pytest.param(np.array([1], "uint8"), np.array([3], "uint8"), 1.0, 0.0, False, id="arrays: unsigned, too far"),
        (np.array([1 + 1j]), np.array([1 + 1.5j]), 0.5, 0.0, True),
    ],
)  # fmt: skip
def test_tolerance(actual: object, expected: object, atol: float, rtol: float, answer: bool) -> None:
    assert matches(Comparator.close(atol=atol, rtol=rtol), actual, expected) is answer


@pytest.mark.parametrize(
    ("actual", "expected", "answer"),
    [
        pytest.param([0.0, 0.9], [0.8, 1.7], True, id="a chain that must move"),
        pytest.param([0.0, 0.9, 1.8], [2.7, 0.9, 1.8], True, id="a longer one"),
        pytest.param(
            [(0.5, "a"), (0.6, "b")], [(0.0, "b"), (1.0, "a")], True, id="the order of the first member misleads"
        ),
        pytest.param([0.0, 0.1], [1.0, 5.0], False, id="one without a partner"),
        pytest.param([0.0, 0.1, 5.0], [0.0, 5.0, 5.1], False, id="two for one"),
        pytest.param([10**400, "a", None], [None, 10**400, "a"], True, id="an int beyond floats"),
        pytest.param([Decimal("-1e9999"), 0], [0, Decimal("-1e9999")], True, id="a decimal beyond floats"),
    ],
)
def test_near_elements_are_paired_one_to_one(actual: object, expected: object, answer: bool) -> None:
    assert matches(Comparator(ComparatorKind.ANY_ORDER, inner=Comparator.close(atol=1.0)), actual, expected) is answer


def test_a_pair_is_found_although_every_element_has_to_move() -> None:
    """Kuhn's paths: the nearest free partner is always the wrong one."""
    inner = Comparator(ComparatorKind.ONE_OF)
    actual = [0, 1, 2, 3, 4]
    expected = [[0, 1], [1, 2], [2, 3], [3, 4], [0]]

    assert matches(Comparator(ComparatorKind.ANY_ORDER, inner=inner), actual, expected)
    assert not matches(Comparator(ComparatorKind.ANY_ORDER, inner=inner), actual, [*expected[:4], [5]])


# ---- frames beyond the page ----------------------------------------------------------------------------------------


def frame(**columns: list[object]) -> Any:  # Any: pandas has no types here
    return pd.DataFrame(columns)


TIMES = pd.to_datetime(["2024-01-01", None])
LEVELS = pd.MultiIndex.from_tuples([("a", 1), ("b", 2)])


@pytest.mark.parametrize(
    ("actual", "expected", "answer"),
    [
        (frame(a=[[1], {"x": 2}]), frame(a=[[1], {"x": 2}]), True),
        (frame(a=[[1], {"x": 2}]), frame(a=[[1], {"x": 3}]), False),
        (frame(t=list(TIMES)), frame(t=list(TIMES)), True),
        (pd.Series(TIMES), pd.Series(TIMES.tz_localize("UTC")), False),
        (pd.Series([1, 2], index=LEVELS), pd.Series([1, 2], index=LEVELS), True),
        (pd.Series([1, 2], index=LEVELS), pd.Series([1, 2], index=LEVELS[::-1]), False),
        (pd.Series([1, 2], index=LEVELS), pd.Series([1, 2], index=list(LEVELS.to_flat_index())), False),
        (LEVELS, LEVELS, True),
        (pd.Series([1.0], index=[math.nan]), pd.Series([1.0], index=[math.nan]), True),
        (pd.DataFrame(), pd.DataFrame(), True),
        (pd.DataFrame(), pd.DataFrame(index=[0]), False),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), pd.DataFrame([[1, 2]], columns=["a", "a"]), True),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), pd.DataFrame([[2, 1]], columns=["a", "a"]), False),
        (frame(a=[2**53 + 1]), frame(a=[2.0**53]), False),
        (pd.Series([pd.Period("2024-01")]), pd.Series([pd.Period("2024-01")]), True),
        (pd.Series([pd.Interval(0, 1)]), pd.Series([pd.Interval(0, 2)]), False),
        ({"f": frame(a=[1])}, {"f": frame(a=[1])}, True),
    ],
)
def test_frames(actual: object, expected: object, answer: bool) -> None:
    assert matches(EXACT, actual, expected) is answer


@pytest.mark.parametrize("comparator", [ANY_ORDER, SET_EQUAL], ids=describe)
def test_frames_and_arrays_as_elements(comparator: Comparator) -> None:
    actual = [frame(a=[1]), np.array([1, 2]), np.datetime64("2024-01-01"), frame(a=[2])]
    expected = [np.datetime64("2024-01-01"), frame(a=[2]), frame(a=[1]), np.array([1, 2])]

    assert matches(comparator, actual, expected)
    assert not matches(comparator, actual, [*expected[:3], np.array([1, 3])])


# ---- laws ----------------------------------------------------------------------------------------------------------

NUMBERS = st.one_of(
    st.booleans(), st.integers(), st.integers(-2, 2), st.floats(allow_nan=False), st.fractions(),
    st.complex_numbers(allow_nan=False), st.decimals(allow_nan=False), st.sampled_from([0.0, -0.0, 1.0, 0.5, 2.0**70]),
    st.sampled_from([Decimal("0.5"), Decimal("1.0"), Decimal("0.1"), Fraction(1, 10), Fraction(1, 2), 2**70, 1 + 0j]),
)  # fmt: skip
ATOMS = st.one_of(
    st.none(), NUMBERS, st.text(max_size=3), st.binary(max_size=3), st.just(...), st.dates(), st.datetimes(),
    st.datetimes(timezones=st.just(UTC)), st.times(), st.timedeltas(), st.uuids(), st.sampled_from([int, bool, UTC]),
    st.builds(range, st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([-2, -1, 1, 2])),
)  # fmt: skip
HASHABLE = st.recursive(
    ATOMS, lambda inner: st.one_of(st.tuples(inner, inner), st.frozensets(inner, max_size=3)), max_leaves=4
)


def containers(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    mappings = st.dictionaries(HASHABLE, inner, max_size=3)
    counts = st.dictionaries(st.sampled_from("abc"), st.integers(0, 2), max_size=3)
    return st.one_of(
        st.lists(inner, max_size=4), st.lists(inner, max_size=3).map(tuple), st.lists(inner, max_size=3).map(deque),
        st.builds(Point, inner, inner), mappings, mappings.map(OrderedDict),
        mappings.map(lambda items: defaultdict(list, items)), counts.map(Counter), st.sets(HASHABLE, max_size=3),
        st.builds(slice, inner, inner),
    )  # fmt: skip


VALUES: st.SearchStrategy[object] = st.recursive(st.one_of(ATOMS, HASHABLE), containers, max_leaves=8)
SIMILAR = st.recursive(  # few atoms, so that two of them are often equal
    st.sampled_from([0, 1, 1.0, True, "a", None, Decimal(1)]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2), st.tuples(inner), st.sets(st.sampled_from([0, 1, 1.0]), max_size=2),
        st.dictionaries(st.sampled_from(["a", 1, True]), inner, max_size=2),
        st.dictionaries(st.sampled_from("ab"), inner, max_size=2).map(OrderedDict),
        st.dictionaries(st.sampled_from("ab"), st.integers(0, 1), max_size=2).map(Counter),
    ),
    max_leaves=4,
)  # fmt: skip


def copy_of(value: Any) -> Any:  # Any: any plain value
    """The same value in new containers, as if it had crossed a process."""
    if isinstance(value, Point):
        return Point(*map(copy_of, value))
    if isinstance(value, slice):
        return slice(copy_of(value.start), copy_of(value.stop), copy_of(value.step))
    if isinstance(value, defaultdict):
        return defaultdict(list, {copy_of(key): copy_of(item) for key, item in value.items()})
    if isinstance(value, dict):
        return type(value)({copy_of(key): copy_of(item) for key, item in value.items()})
    if isinstance(value, list | tuple | set | frozenset | deque):
        return type(value)(map(copy_of, value))
    return value


@given(VALUES)
def test_a_value_matches_its_copy(value: object) -> None:
    twin = copy_of(value)

    for comparator in (EXACT, EXACT_TYPES, CLOSE, ANY_ORDER, SET_EQUAL, *NESTED[:6]):
        assert matches(comparator, twin, value), describe(comparator)
    assert matches(ONE_OF, twin, [object, value])


@given(st.one_of(st.tuples(SIMILAR, SIMILAR), st.tuples(VALUES, VALUES), st.tuples(NUMBERS, NUMBERS)))
def test_exact_is_what_python_says(pair: tuple[object, object]) -> None:
    actual, expected = pair

    assert matches(EXACT, actual, expected) is bool(actual == expected)


@given(st.one_of(st.tuples(SIMILAR, SIMILAR), st.tuples(VALUES, VALUES), st.tuples(NUMBERS, NUMBERS)))
def test_exact_beside_an_array_is_still_what_python_says(pair: tuple[object, object]) -> None:
    """An array in the value takes the comparison off the native path."""
    actual, expected = pair

    assert matches(EXACT, [np.array([1]), actual], [np.array([1]), expected]) is bool(actual == expected)


@given(st.one_of(st.tuples(SIMILAR, SIMILAR), st.tuples(VALUES, VALUES)))
def test_exact_types_implies_exact_and_both_imply_close(pair: tuple[object, object]) -> None:
    strict, exact, close = (matches(comparator, *pair) for comparator in (EXACT_TYPES, EXACT, CLOSE))

    assert strict <= exact <= close


@given(st.lists(VALUES, max_size=8), st.randoms(use_true_random=False))
def test_any_order_does_not_see_the_order(values: list[object], shuffle: random.Random) -> None:
    mixed = [copy_of(value) for value in values]
    shuffle.shuffle(mixed)

    for comparator in (ANY_ORDER, SET_EQUAL, *NESTED[:2]):
        assert matches(comparator, mixed, values), describe(comparator)


def can_be_paired(inner: Comparator, actual: list[Any], expected: list[Any]) -> bool:
    """By trying every permutation."""
    return (not actual and not expected) or any(
        matches(inner, actual[0], item) and can_be_paired(inner, actual[1:], expected[:i] + expected[i + 1 :])
        for i, item in enumerate(expected if actual else [])
    )


NEAR = st.one_of(st.integers(-3, 3), st.sampled_from([-1.5, 0.0, 0.5, 2.5, math.inf, math.nan, True, Decimal(1)]))
NEAR_LISTS = st.lists(st.one_of(NEAR, st.tuples(NEAR, st.sampled_from("ab"))), max_size=5) | st.lists(NEAR, max_size=5)
INNER = st.sampled_from([EXACT, EXACT_TYPES, *(Comparator.close(atol=a, rtol=r) for a in (0, 1) for r in (0, 0.5, 3))])


@given(INNER, st.one_of(st.tuples(NEAR_LISTS, NEAR_LISTS), st.tuples(*[st.lists(SIMILAR, max_size=4)] * 2)))
def test_any_order_finds_the_permutation(inner: Comparator, pair: tuple[list[object], list[object]]) -> None:
    comparator = Comparator(ComparatorKind.ANY_ORDER, inner=inner)

    assert matches(comparator, *pair) is can_be_paired(inner, *pair)


@given(INNER, st.one_of(st.tuples(NEAR_LISTS, NEAR_LISTS), st.tuples(*[st.lists(SIMILAR, max_size=4)] * 2)))
def test_set_equal_is_membership_both_ways(inner: Comparator, pair: tuple[list[object], list[object]]) -> None:
    actual, expected = pair
    law = all(any(matches(inner, one, other) for other in expected) for one in actual) and all(
        any(matches(inner, one, other) for one in actual) for other in expected
    )

    assert matches(Comparator(ComparatorKind.SET_EQUAL, inner=inner), actual, expected) is law


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e-6, 1e-6))
def test_close_agrees_with_numpy(expected: float, error: float) -> None:
    comparator = Comparator.close(atol=1e-7, rtol=1e-7)
    actual = expected + error * max(1.0, abs(expected))

    law = bool(np.isclose(actual, expected, atol=1e-7, rtol=1e-7))
    assert matches(comparator, actual, expected) is law
    assert matches(comparator, np.array([actual]), np.array([expected])) is law


# ---- hostile values ------------------------------------------------------------------------------------------------

HANDLE = Opaque()
OBJECTS = np.array([1, None], object)
OBJECTS[1] = HANDLE


@pytest.mark.parametrize("comparator", COMPARATORS, ids=describe)
@pytest.mark.parametrize(
    "value",
    [
        HANDLE, [HANDLE], (1, HANDLE), {HANDLE}, {HANDLE: 1}, {1: [HANDLE]}, deque([HANDLE]), Point(1, HANDLE), OBJECTS,
        slice(HANDLE), ValueError(HANDLE), frame(a=[HANDLE]), pd.Series([1], index=pd.Index([HANDLE], dtype=object)),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_handle_matches_nothing(comparator: Comparator, value: object) -> None:
    """Not even itself, wherever it is and whatever it says about equality."""
    assert not matches(comparator, value, value)
    assert not matches(comparator, [value], [value])
    assert not matches(comparator, value, [1, value])
    assert not matches(comparator, 1, [1, value])
    assert not matches(comparator, value, 1)


class Lying(int):
    """Of a type that no rule is written for."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Disguised:
    """Claims to be an int."""

    __class__ = int  # type: ignore[assignment]  # that is the lie

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = object.__hash__


LYING_TUPLE = type("P", (tuple,), {"_fields": ("__eq__", "__len__"), "__eq__": bool, "__len__": int, "__hash__": int})


@pytest.mark.parametrize("comparator", COMPARATORS, ids=describe)
@pytest.mark.parametrize(
    "value", [Lying(1), Disguised(), object(), len, LYING_TUPLE((1,))], ids=lambda v: type(v).__name__
)
def test_the_opinion_of_a_value_is_not_asked(comparator: Comparator, value: object) -> None:
    assert not matches(comparator, value, 5)
    assert not matches(comparator, [value], [5])
    assert not matches(comparator, value, [5, 6])
    assert not matches(comparator, {"a": value}, {"a": 5})


def cyclic() -> list[object]:
    value: list[object] = []
    value.append([value, value])
    return value


def deep(depth: int) -> object:
    value: object = 1.5
    for level in range(depth):
        value = [value] if level % 2 else {"k": value}
    return value


@pytest.mark.parametrize("comparator", [EXACT, EXACT_TYPES, CLOSE, *NESTED[:6]], ids=describe)
def test_what_is_as_deep_as_a_channel_carries_is_compared(comparator: Comparator) -> None:
    assert matches(comparator, deep(200), deep(200))


@pytest.mark.parametrize("comparator", COMPARATORS, ids=describe)
def test_what_is_too_deep_matches_nothing(comparator: Comparator) -> None:
    assert not matches(comparator, deep(20_000), deep(20_000))


def test_what_never_ends_matches_nothing() -> None:
    assert not matches(EXACT, cyclic(), cyclic())


COLLIDING = [i * (2**61 - 1) for i in range(20_000)]
"""Ints with the same hash: a hash table of them takes quadratic time."""
HUGE = 1 << 32_000_000
"""Python needs hours to compare it with a Decimal."""
LONG = Decimal("1" * 100_000)


@pytest.mark.parametrize(
    ("comparator", "actual", "expected", "answer"),
    [
        pytest.param(EXACT, HUGE, Decimal(5), False, id="a huge int and a decimal"),
        pytest.param(CLOSE, HUGE, Decimal(5), False, id="a huge int near a decimal"),
        pytest.param(CLOSE, HUGE, 5, False, id="a huge int near a number"),
        pytest.param(Comparator.close(rtol=0.5), HUGE, HUGE + 1, True, id="two huge ints"),
        pytest.param(ANY_ORDER, [HUGE, 1], [Decimal(5), 1], False, id="a huge int in any order"),
        pytest.param(EXACT, Decimal("1e999999999999"), 10**9, False, id="a decimal with a huge exponent"),
        pytest.param(CLOSE, Decimal("1e999999999999"), 10**9, False, id="a decimal with a huge exponent, near"),
        pytest.param(CLOSE, Decimal("1e999999999999"), Decimal("1e-999999999999"), False, id="two such decimals"),
        pytest.param(EXACT, Decimal("1e-999999999999"), Fraction(1, 3), False, id="such a decimal and a fraction"),
        pytest.param(EXACT, [Decimal("1e-999999999999")] * 1000, [Decimal("1e-999999999999")] * 1000, True, id="many"),
        pytest.param(EXACT, LONG, Decimal("1" * 100_000), True, id="a long decimal"),
        pytest.param(CLOSE, LONG, Fraction(1, 3), False, id="a long decimal near a fraction"),
        pytest.param(EXACT, Fraction(HUGE, 3), 0.5, False, id="a huge fraction"),
        pytest.param(CLOSE, Fraction(HUGE, 3), 0.5, False, id="a huge fraction near a float"),
        pytest.param(CLOSE, Fraction(1, HUGE), 1e-9, False, id="a tiny fraction near a float"),
        pytest.param(ANY_ORDER, COLLIDING, COLLIDING[::-1], True, id="colliding hashes in any order"),
        pytest.param(SET_EQUAL, COLLIDING, COLLIDING[::-1], True, id="colliding hashes as a set"),
        pytest.param(NESTED[1], COLLIDING, COLLIDING[::-1], True, id="colliding hashes, near"),
        pytest.param(ANY_ORDER, [[i] for i in range(50_000)], [[i] for i in range(1, 50_001)], False, id="unhashable"),
        pytest.param(NESTED[1], [{"a": i} for i in range(50_000)], [{"a": -1}] * 50_000, False, id="near, none alike"),
        pytest.param(SET_EQUAL, range(10**18), [1], False, id="a long range as a set"),
        pytest.param(SET_EQUAL, range(10**30), [1], False, id="a range longer than len can tell"),
        pytest.param(EXACT, [Decimal(1), range(10**30)], [Decimal(1), range(10**30)], True, id="ranges are compared"),
        pytest.param(ANY_ORDER, [range(10**30), 1], [1, range(10**30)], True, id="in any order too"),
        pytest.param(ANY_ORDER, [Decimal("sNaN")], [Decimal("sNaN")], False, id="a signalling NaN"),
        pytest.param(EXACT_TYPES, {"a": Decimal("sNaN")}, {"a": Decimal("sNaN")}, True, id="a signalling NaN is a NaN"),
        pytest.param(EXACT, ["\ud800", Decimal(1)], ["\ud800", Decimal(1)], True, id="a lone surrogate"),
    ],
)  # fmt: skip
def test_cost_stays_bounded(comparator: Comparator, actual: object, expected: object, answer: bool) -> None:
    """No time is asserted: a comparison that is not bounded runs into the time limit of the test."""
    assert matches(comparator, actual, expected) is answer


def test_what_cannot_be_paired_within_the_budget_does_not_match() -> None:
    """The first alternatives sort one way and the right ones the other: pairing takes comparing each with each."""
    comparator = Comparator(ComparatorKind.ANY_ORDER, inner=ONE_OF)
    actual, expected = list(range(5_000)), [[-i, i] for i in range(5_000)]

    assert not matches(comparator, actual, expected)
    assert matches(comparator, actual[:300], expected[:300])


@pytest.mark.parametrize(
    ("actual", "expected", "answer"),
    [
        ({np.datetime64("2024-01-01"): 1}, {np.datetime64("2024-01-01"): 1}, True),
        ({np.datetime64("2024-01-01"): 1}, {np.datetime64("2024-01-02"): 1}, False),
        ({np.datetime64("NaT"): 1}, {np.datetime64("NaT"): 1}, False),
        ({pd.NaT: 1}, {pd.NaT: 1}, False),
        ({pd.Timestamp("2024-01-01"): Decimal(1)}, {datetime(2024, 1, 1): 1}, True),
        ({pd.Period("2024-01"): 1}, {pd.Period("2024-01"): 1}, True),
        ({pd.Period("2024-01")}, {pd.Period("2024-02")}, False),
        ({pd.Interval(0, 1)}, {pd.Interval(0, 2)}, False),
        ({ValueError("x"): 1}, {ValueError("x"): 1}, True),
        ({ValueError("x"): 1}, {ValueError("y"): 1}, False),
        ({ValueError(frame(a=[1])): 1}, {ValueError(frame(a=[2])): 1}, False),
        ({ValueError(OrderedDict(a=1, b=2)): 1}, {ValueError(OrderedDict(b=2, a=1)): 1}, False),
        ({Point(1, 2): Decimal(1)}, {(1, 2): 1}, True),
        ({np.float64(0.5): "x"}, {Fraction(1, 2): "x"}, True),
        ({np.float32(0.1): "x"}, {0.1: "x"}, False),
        ({"a": Decimal(1), "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": Decimal(1), "b": 2}, {"c": 2, "a": 1}, False),
    ],
)
def test_unusual_keys(actual: object, expected: object, answer: bool) -> None:
    assert matches(EXACT, actual, expected) is answer


def test_two_nans_are_not_two_different_members() -> None:
    assert not matches(EXACT_TYPES, {math.nan, float("nan")}, {math.nan, 5.0})
    assert not matches(EXACT_TYPES, {math.nan: 1, float("nan"): 1}, {math.nan: 1, 5.0: 1})
    assert matches(EXACT_TYPES, {math.nan, float("nan")}, {float("nan"), math.nan})


def test_an_enum_that_crossed_has_the_type_of_its_original() -> None:
    crossed = IntEnum("HTTPStatus", {"OK": 200}).OK  # type: ignore[attr-defined]  # a member made at run time

    assert matches(EXACT_TYPES, crossed, HTTPStatus.OK)
    assert not matches(EXACT_TYPES, crossed, HTTPStatus.CREATED)
    assert not matches(EXACT_TYPES, crossed, 200)


def test_an_identical_nan_does_not_slip_through() -> None:
    """Python's containers take identical objects for equal; a NaN is not equal to itself."""
    array = np.array([math.nan], object)

    for value in ([math.nan], (math.nan,), {1: math.nan}, {math.nan: 1}, {math.nan}, [Decimal(1), math.nan], array):
        assert not matches(EXACT, value, value)
        assert not matches(ANY_ORDER, [value], [value])
        assert matches(EXACT_TYPES, value, value)
        assert matches(CLOSE, value, value)
