"""Numbers of all types: equal in value, or near each other, at a cost that grows with their length alone."""

from __future__ import annotations

import cmath
import decimal
import math
import sys
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeGuard

from assay.judges.comparators.families import FAMILIES, FamilyRule, Foreign, Key, TypeFamily, ValuesDiffer
from assay.records import Comparator

if TYPE_CHECKING:
    from assay.judges.comparators.matching import Matcher
    from assay.judges.comparators.walking import PairWalk, SortKeys

_Real = int | float | Fraction | Decimal
_Number = _Real | complex
_NAN: Key = ("nan",)
EXACT_IN_FLOAT = 2**53
_MAX_DECIMAL_DIGITS = 1_100
_MAX_BITS = 20_000


def _plain_number(value: Any) -> _Number:  # Any: narrowed by its type
    """Return the number in terms of Python: the value that a numpy scalar holds, a Decimal that is finite."""
    kind = type(value)
    if kind is Decimal:
        return value if value.is_finite() else math.nan if value.is_nan() else math.copysign(math.inf, value)
    if kind in FAMILIES:
        return value  # type: ignore[no-any-return]  # one of the numbers among the families
    if issubclass(kind, Enum):
        return int.__int__(value)
    numpy: Foreign = sys.modules["numpy"]
    if issubclass(kind, numpy.bool_):
        return bool(value)
    if issubclass(kind, numpy.integer):
        return int(value)
    if issubclass(kind, numpy.complexfloating):
        return complex(value)
    if value.itemsize > 8 and numpy.isfinite(value):
        return Fraction(*value.as_integer_ratio())
    return float(value)


def _number_key(number: _Number) -> Key:
    """Return a key that is the same for equal numbers of any type only; as cheap as the number is long.

    Python's own `==` between a Decimal and an int of a million digits takes minutes.
    """
    if isinstance(number, Decimal):
        return _decimal_key(number)
    if isinstance(number, Fraction):
        return _ratio_key(number.numerator, number.denominator)
    if isinstance(number, complex) and number.imag != 0:
        return ("complex", _number_key(number.real), _number_key(number.imag))
    return ("real", number.real) if number == number else _NAN


def _ratio_key(numerator: int, denominator: int) -> Key:
    """Return the key of a ratio in lowest terms: that of an int or a float where it is one."""
    if denominator == 1:
        return ("real", numerator)
    if numerator.bit_length() <= 53 and denominator.bit_length() <= 1075 and denominator & (denominator - 1) == 0:
        return ("real", numerator / denominator)
    return ("ratio", numerator, denominator)


def _decimal_key(number: Decimal) -> Key:
    """Return the key of a Decimal as a ratio, unless it is longer than any float: then it equals Decimals only."""
    if not number:
        return ("real", 0)
    sign = number.is_signed()
    # As one text, a byte for each digit: a tuple of digits takes a hundred times as much.
    text = f"{number.copy_abs():E}".partition("E")[0].replace(".", "").rstrip("0")
    shift = number.adjusted() - len(text) + 1
    # A float with n digits after the point has at least 0.7 n digits in all, so 1.5 times as many miss none.
    most = 350 if shift > 0 else 64 + 3 * len(text) // 2
    if len(text) > _MAX_DECIMAL_DIGITS or abs(shift) > most:
        return ("decimal", sign, number.adjusted(), text)
    coefficient = -int(text) if sign else int(text)
    if shift >= 0:
        return ("real", coefficient * 10**shift)
    ratio = Fraction(coefficient, 10**-shift)
    return _ratio_key(ratio.numerator, ratio.denominator)


def _is_nan(number: _Number) -> bool:
    return number != number


def same_number(actual: object, expected: object, *, nan: bool) -> bool:
    """Return whether two numbers of any type have the same value; `nan`: NaN is the same as NaN."""
    if _fits_float(actual) and _fits_float(expected):
        return actual == expected or (nan and _is_nan(actual) and _is_nan(expected))
    left, right = _plain_number(actual), _plain_number(expected)
    return _number_key(left) == _number_key(right) and (nan or not _is_nan(left))


def _close_number(matcher: Matcher, comparator: Comparator, actual: object, expected: object) -> bool:
    """Return whether two numbers differ by at most atol + rtol * |expected|; a bool has no tolerance."""
    if _fits_float(actual) and _fits_float(expected):
        difference, tolerance = abs(actual - expected), comparator.atol + comparator.rtol * abs(expected)
        if difference <= tolerance < math.inf:
            return True
    left, right = _plain_number(actual), _plain_number(expected)
    if _number_key(left) == _number_key(right):
        return True
    if isinstance(left, bool) or isinstance(right, bool):
        return False
    return _is_finite(left) and _is_finite(right) and _within(matcher, comparator, left, right)


def _fits_float(value: object) -> TypeGuard[float]:
    """Return whether floating-point arithmetic is the right one; a bool is left out."""
    kind = type(value)
    return kind is float or (kind is int and -EXACT_IN_FLOAT <= value <= EXACT_IN_FLOAT)  # type: ignore[operator]  # int


def _within(matcher: Matcher, comparator: Comparator, actual: _Number, expected: _Number) -> bool:
    """Apply the rule of `close` to finite numbers of any length."""
    if comparator.atol == math.inf:
        return True
    if isinstance(actual, complex) or isinstance(expected, complex):
        return abs(complex(actual) - complex(expected)) <= comparator.atol + comparator.rtol * abs(complex(expected))
    if isinstance(actual, Decimal) or isinstance(expected, Decimal):
        return _within_decimal(comparator, actual, expected)
    return _within_ratio(matcher, comparator, Fraction(actual), Fraction(expected))


def _is_finite(number: _Number) -> bool:
    return not isinstance(number, float | complex) or cmath.isfinite(number)


def _within_ratio(matcher: Matcher, comparator: Comparator, actual: Fraction, expected: Fraction) -> bool:
    """Apply the rule of `close` without rounding; a denominator beyond `_MAX_BITS` has no tolerance."""
    if actual.denominator.bit_length() + expected.denominator.bit_length() > _MAX_BITS:
        return False
    matcher.spend((actual.numerator.bit_length() + expected.numerator.bit_length()) >> 10)
    return abs(actual - expected) <= Fraction(comparator.atol) + Fraction(comparator.rtol) * abs(expected)


def _within_decimal(comparator: Comparator, actual: _Real, expected: _Real) -> bool:
    """Apply the rule of `close` in 60 digits, which no exponent can make expensive."""
    if comparator.atol == comparator.rtol == 0:
        return False
    context = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[])
    left, right = _as_decimal(context, actual), _as_decimal(context, expected)
    tolerance = context.add(Decimal(comparator.atol), context.multiply(Decimal(comparator.rtol), context.abs(right)))
    return tolerance.is_finite() and context.abs(context.subtract(left, right)) <= tolerance


def _as_decimal(context: decimal.Context, number: _Real) -> Decimal:
    if isinstance(number, Decimal):
        return number
    if isinstance(number, float):
        return Decimal(number)
    top, bottom = number.as_integer_ratio()
    if max(top.bit_length(), bottom.bit_length()) > _MAX_BITS:
        raise ValuesDiffer("a number that takes minutes to convert")
    return Decimal(top) if bottom == 1 else context.divide(Decimal(top), Decimal(bottom))


def _roughly(number: _Number) -> float:
    """Return a float near the number, to sort by."""
    if isinstance(number, Decimal):
        number = decimal.Context(prec=20, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[]).plus(number)
    try:
        rough = float(number.real)
    except OverflowError:
        return math.inf if number.real > 0 else -math.inf
    return math.inf if rough != rough else rough


def _same(walk: PairWalk, actual: object, expected: object) -> bool:
    if walk.close:
        return _close_number(walk.matcher, walk.comparator, actual, expected)
    return same_number(actual, expected, nan=walk.nan)


def _key(keys: SortKeys, value: object) -> Key:
    number = _plain_number(value)
    if keys.rough:
        keys.loose = True
        return (_roughly(number),)
    if not keys.nan and _is_nan(number):
        raise ValuesDiffer("NaN equals nothing")
    return _number_key(number)


RULES = {TypeFamily.NUMBER: FamilyRule(_same, _key)}
