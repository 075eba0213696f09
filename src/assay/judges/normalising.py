"""Two outputs made alike before they are compared: the documented way, and more of it where the user asks."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal

from assay.errors import InvalidValue, UnknownNameError
from assay.records import Checker

DOCUMENTED = "documented"
LINE_ENDS = "line-ends"
OUTER_BLANKS = "outer-blanks"
WORDS = "words"
WORDS_ANY_CASE = "words-any-case"

_ASCII_BLANKS = "\t\x0b\x0c\x1c\x1d\x1e\x1f"
_BLANKS = _ASCII_BLANKS + (
    "\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Everything that counts as white space, but for the blank itself and line breaks."""
_NUMBER = re.compile(r"([-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?)")
_DECIMALS = re.compile(r"[0-9]\.[0-9]*+(?![A-Za-z.\d])")
_BARE_POINT = re.compile(r"([0-9])\.(?![\dA-Za-z.])")
_TIMESTAMP = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} {1,2}\d{1,2}|\d{1,2} [A-Z][a-z]{2}),? [\d: ]+"
    r"(?:[A-Z]{3,4}\b)?(?: \d{4})?"
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"
)
_PATH = re.compile(r"(?<![\w./:])/[\w.@+-]+(?:/[\w.@+-]+)+")
_WHOLE = re.compile(r"[-+]?[0-9]+")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*+|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?(?:nan|inf|infinity)", re.IGNORECASE | re.ASCII)
LONGEST_NUMBER = 1200
"""Characters of a word that is taken for a number; the smallest float has fewer."""
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
"""Reads and compares numbers of any size, each in time linear in its text."""
_LONG = Context(prec=4 * LONGEST_NUMBER, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[])
"""Subtracts two numbers of at most that many characters that floats can hold."""
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b")


def normalise(text: str) -> str:
    """The text in lower case, with line breaks kept, runs of blanks made one, and no blanks or empty lines at ends.

    >>> normalise("Hello   World \\r\\n\\n  Bye\\n\\n")
    'hello world\\n\\n bye'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for blank in _ASCII_BLANKS if text.isascii() else _BLANKS:
        text = text.replace(blank, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text.replace(" \n", "\n").rstrip(" \n").lower()


@dataclass(frozen=True, slots=True)
class Normaliser:
    """One way to make texts alike, chosen by the user."""

    name: str
    summary: str
    apply: Callable[[str], str]
    takes_tolerance: bool = False


def _without_trailing_zeros(text: str) -> str:
    return _BARE_POINT.sub(r"\1", _DECIMALS.sub(lambda number: number[0].rstrip("0"), text))


def _sorted_lines(text: str) -> str:
    return "\n".join(sorted(text.split("\n")))


NORMALISERS = {
    known.name: known
    for known in (
        Normaliser("timestamps", "dates and times count as equal", lambda text: _TIMESTAMP.sub("<timestamp>", text)),
        Normaliser(
            "paths", "absolute paths count as equal", lambda text: _PATH.sub("<path>", text) if "/" in text else text
        ),
        Normaliser(
            "addresses",
            "memory addresses count as equal",
            lambda text: _ADDRESS.sub("<address>", text) if "0x" in text else text,
        ),
        Normaliser("trailing-zeros", "1.50 is 1.5, and 2.0 is 2", _without_trailing_zeros),
        Normaliser("unordered", "lines may come in any order", _sorted_lines),
        Normaliser("one-number", "an output that is one number counts with as many decimals as both have", str),
        Normaliser("floats", "numbers may differ by a tolerance, floats:1e-6", str, takes_tolerance=True),
    )
}
"""In the order in which they are applied; masks see the text as it was printed."""
_BEFORE = ("timestamps", "paths", "addresses", "trailing-zeros")


def make_checker(*, normalise: bool = True, strict: bool = False, normalisers: Sequence[str] = ()) -> Checker:
    """The rule that these options ask for; a tolerance follows its name, as in `floats:0.01`.

    >>> str(make_checker(normalisers=["floats:0.01", "unordered"]))
    'documented+unordered+floats(0.01)'
    """
    chosen, tolerance = set(), Checker().tolerance
    for text in normalisers:
        name, _, value = text.partition(":")
        if name not in NORMALISERS:
            raise UnknownNameError("normaliser", name, NORMALISERS)
        if value:
            tolerance = _tolerance(name, value)
        chosen.add(name)
    return Checker(normalise, strict, tuple(name for name in NORMALISERS if name in chosen), tolerance)


def _tolerance(name: str, value: str) -> float:
    try:
        tolerance = float(value)
    except ValueError:
        tolerance = -1.0
    if not NORMALISERS[name].takes_tolerance or not 0 <= tolerance < math.inf:
        raise InvalidValue(f"normaliser {name!r} takes {_takes(name)}, got {value!r}")
    return tolerance


def _takes(name: str) -> str:
    return "a tolerance of at least 0" if NORMALISERS[name].takes_tolerance else "no value"


def made_alike(text: str, names: Sequence[str]) -> str:
    """The text after all these normalisers."""
    for name in _BEFORE:
        if name in names:
            text = NORMALISERS[name].apply(text)
    if DOCUMENTED in names:
        text = normalise(text)
    if LINE_ENDS in names:
        text = "\n".join(line.rstrip() for line in text.split("\n")).rstrip("\n")
    if OUTER_BLANKS in names:
        text = text.strip()
    if WORDS_ANY_CASE in names:
        text = text.lower()
    if by_words(names):
        text = " ".join(text.split())
    return _sorted_lines(text) if "unordered" in names else text


def equal_after(left: str, right: str, rule: Checker, alike: tuple[str, str] | None = None) -> tuple[str, ...] | None:
    """The normalisers without which the two texts would differ; `None` when they differ all the same.

    `alike` holds both texts after all normalisers of the rule, where the caller has them already.

    >>> equal_after("A\\n1.0", "a\\n1.0000001", make_checker(normalisers=["floats", "paths"]))
    ('documented', 'floats')
    """
    names = rule.names()
    ours, theirs = alike or (made_alike(left, names), made_alike(right, names))
    if not names or not alike_already(ours, theirs, names, rule.tolerance):
        return None
    first = names[:1]
    if names[1:] and made_alike(left, first) == made_alike(right, first):
        return first  # the usual case, without one more pass for each other name
    needed = list(names)
    for name in reversed(names[1:]):
        without = [other for other in needed if other != name]
        if alike_already(made_alike(left, without), made_alike(right, without), without, rule.tolerance):
            needed = without
    return tuple(needed)


def by_words(names: Sequence[str]) -> bool:
    """Return whether outputs are compared word by word."""
    return WORDS in names or WORDS_ANY_CASE in names


def alike_already(left: str, right: str, names: Sequence[str], tolerance: float) -> bool:
    """Return whether two texts that were made alike are the same, numbers within the tolerance included."""
    if left == right or ("one-number" in names and same_number(left.strip(), right.strip())):
        return True
    if "floats" not in names:
        return False
    if by_words(names):
        return first_other_word(left.split(), right.split(), tolerance) is None
    return _close(left, right, tolerance)


def first_other_word(expected: Sequence[str], got: Sequence[str], tolerance: float | None = None) -> int | None:
    """Return the place of the first word that is not the expected one; `None` where all are.

    With a `tolerance`, numbers count as the same that differ by no more than that, or by that share of the expected
    one; a whole number is exactly another one or is not.

    >>> first_other_word(["a", "2.5"], ["a", "2.4999"], 0.01), first_other_word(["a", "25"], ["a", "26"], 9.0)
    (None, 1)
    """
    for place, (right, seen) in enumerate(zip(expected, got, strict=False)):
        if right != seen and (tolerance is None or not close_words(right, seen, tolerance)):
            return place
    return None if len(expected) == len(got) else min(len(expected), len(got))


def same_number(expected: str, got: str) -> bool:
    """Return whether two texts are one number each, the same when both are rounded to the fewer of their decimals.

    >>> [same_number(one, other) for one, other in (("0.33", "0.333"), ("2", "2.0"), ("2", "2.1"), ("1 2", "1 2.0"))]
    [True, True, False, False]
    """
    if max(len(expected), len(got)) > LONGEST_NUMBER or not (_DECIMAL.fullmatch(expected) and _DECIMAL.fullmatch(got)):
        return False
    right, seen = float(expected), float(got)
    if not (math.isfinite(right) and math.isfinite(seen)):
        return False
    decimals = min(len(text.partition(".")[2]) for text in (expected, got))
    if not (right == seen if decimals == 0 else round(right, decimals) == round(seen, decimals)):
        return False
    apart = _LONG.subtract(_exact(expected), _exact(got))  # large floats are the same for numbers that are not
    return apart.copy_abs() < Decimal((0, (1,), -decimals))


def close_words(expected: str, got: str, tolerance: float) -> bool:
    """Return whether two words are numbers that nearly are the same.

    A number is what is written as one: neither hexadecimal nor too large for a float. `nan` is only `nan`, and an
    infinity only the same one.

    >>> close_words("0.5", "1/2", 0.1), close_words("NaN", "nan", 0.1), close_words("inf", "1e999", 0.1)
    (False, True, False)
    """
    if len(expected) > LONGEST_NUMBER or len(got) > LONGEST_NUMBER:
        return False
    if _NOT_FINITE.fullmatch(expected) and _NOT_FINITE.fullmatch(got):
        right, seen = float(expected), float(got)
        return right == seen or (math.isnan(right) and math.isnan(seen))
    if not (_DECIMAL.fullmatch(expected) and _DECIMAL.fullmatch(got)):
        return False
    decided = _decided_exactly(expected, got, tolerance)
    if decided is not None:
        return decided
    right, seen = float(expected), float(got)
    return abs(right - seen) <= tolerance * max(1.0, abs(right))


def _decided_exactly(expected: str, got: str, tolerance: float) -> bool | None:
    """Return whether two numbers are the same, or `None` where they are not and the tolerance is to decide.

    A whole number is not rounded: what is printed for it has to be nearer to it than to any other one.
    """
    right, seen = _exact(expected), _exact(got)
    if right == seen:
        return True
    if tolerance == 0 or not (math.isfinite(float(expected)) and math.isfinite(float(got))):
        return False
    if _WHOLE.fullmatch(expected) and seen.to_integral_value(context=_EXACT) != right:
        return False
    return None


def _exact(number: str) -> Decimal:
    return _EXACT.create_decimal(number)


def _close(left: str, right: str, tolerance: float) -> bool:
    """Whether two texts are the same but for numbers that nearly are; one number at a time, for texts of any size."""
    seen = other_seen = 0
    for ours, theirs in itertools.zip_longest(_NUMBER.finditer(left), _NUMBER.finditer(right)):
        if ours is None or theirs is None or left[seen : ours.start()] != right[other_seen : theirs.start()]:
            return False
        if ours[0] != theirs[0] and not _close_numbers(ours[0], theirs[0], tolerance):
            return False
        seen, other_seen = ours.end(), theirs.end()
    return left[seen:] == right[other_seen:]


def _close_numbers(expected: str, got: str, tolerance: float) -> bool:
    """Whole numbers are exact: a tolerance is about rounding, which they do not know."""
    if _WHOLE.fullmatch(expected) and _WHOLE.fullmatch(got):
        return expected.lstrip("+") == got.lstrip("+")
    decided = _decided_exactly(expected, got, tolerance)
    if decided is not None:
        return decided
    return math.isclose(float(expected), float(got), rel_tol=tolerance, abs_tol=tolerance)
