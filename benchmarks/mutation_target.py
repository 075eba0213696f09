"""Five pure functions and their 33 tests, which the bench `mutation` measures, as text."""

from __future__ import annotations

PURE = """\
def to_roman(number):
    if not 0 < number < 4000:
        raise ValueError(f"no roman numeral for {number}")
    signs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L")]
    signs += [(40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, sign in signs:
        while number >= value:
            text += sign
            number -= value
    return text


def find(items, wanted):
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == wanted:
            return middle
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def merge(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def is_prime(number):
    if number < 2:
        return False
    if number % 2 == 0:
        return number == 2
    factor = 3
    while factor * factor <= number:
        if number % factor == 0:
            return False
        factor += 2
    return True


def distance(one, other):
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, start=1):
        diagonal, row[0] = row[0], i
        for j, right in enumerate(other, start=1):
            cost = 0 if left == right else 1
            best = min(row[j] + 1, row[j - 1] + 1, diagonal + cost)
            diagonal, row[j] = row[j], best
    return row[-1]
"""
TESTS = """\
import pytest
from pure import distance, find, is_prime, merge, to_roman


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "I"),
        (4, "IV"),
        (9, "IX"),
        (14, "XIV"),
        (44, "XLIV"),
        (99, "XCIX"),
        (1994, "MCMXCIV"),
        (3999, "MMMCMXCIX"),
    ],
)
def test_to_roman(number, text):
    assert to_roman(number) == text


@pytest.mark.parametrize("number", [0, -1])
def test_no_roman(number):
    with pytest.raises(ValueError):
        to_roman(number)


@pytest.mark.parametrize(("wanted", "place"), [(1, 0), (3, 1), (5, 2), (9, 4), (4, -1), (10, -1)])
def test_find(wanted, place):
    assert find([1, 3, 5, 7, 9], wanted) == place


def test_find_in_nothing():
    assert find([], 1) == -1


@pytest.mark.parametrize(
    ("given", "merged"),
    [
        ([], []),
        ([(1, 2)], [[1, 2]]),
        ([(1, 3), (2, 4)], [[1, 4]]),
        ([(5, 6), (1, 2)], [[1, 2], [5, 6]]),
        ([(1, 9), (2, 3)], [[1, 9]]),
    ],
)
def test_merge(given, merged):
    assert merge(given) == merged


@pytest.mark.parametrize(("number", "prime"), [(0, False), (2, True), (4, False), (9, False), (13, True), (49, False)])
def test_is_prime(number, prime):
    assert is_prime(number) is prime


@pytest.mark.parametrize(
    ("one", "other", "far"), [("", "", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("abc", "abc", 0), ("ab", "ba", 2)]
)
def test_distance(one, other, far):
    assert distance(one, other) == far
"""
