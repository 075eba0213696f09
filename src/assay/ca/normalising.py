"""Two outputs made alike before they are compared: the documented way, and more of it where the user asks."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assay.errors import InvalidValue, UnknownNameError

DOCUMENTED = "documented"
DEFAULT_TOLERANCE = 1e-6

_BLANKS = re.compile(r"[^\S\n]+")
_NUMBER = re.compile(r"([-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?)")
_DECIMALS = re.compile(r"\d\.\d*+(?![A-Za-z.])")
_BARE_POINT = re.compile(r"(\d)\.(?![\dA-Za-z.])")
_TIMESTAMP = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:[A-Z][a-z]{2} {1,2}\d{1,2}|\d{1,2} [A-Z][a-z]{2}),? [\d: ]+"
    r"(?:[A-Z]{3,4}\b)?(?: \d{4})?"
    r"|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b"
)
_PATH = re.compile(r"(?<![\w./:])/[\w.@+-]+(?:/[\w.@+-]+)+")
_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{4,}\b")


def normalise(text: str) -> str:
    """The text in lower case, with line breaks kept, runs of blanks made one, and no blanks or empty lines at ends.

    >>> normalise("Hello   World \\r\\n\\n  Bye\\n\\n")
    'hello world\\n\\n bye'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_BLANKS.sub(" ", line).rstrip() for line in lines).rstrip("\n").lower()


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
        Normaliser("paths", "absolute paths count as equal", lambda text: _PATH.sub("<path>", text)),
        Normaliser("addresses", "memory addresses count as equal", lambda text: _ADDRESS.sub("<address>", text)),
        Normaliser("trailing-zeros", "1.50 is 1.5, and 2.0 is 2", _without_trailing_zeros),
        Normaliser("unordered", "lines may come in any order", _sorted_lines),
        Normaliser("floats", "numbers may differ by a tolerance, floats:1e-6", str, takes_tolerance=True),
    )
}
"""In the order in which they are applied; masks see the text as it was printed."""
_BEFORE = ("timestamps", "paths", "addresses", "trailing-zeros")


@dataclass(frozen=True, slots=True)
class Rule:
    """How two outputs are compared."""

    normalise: bool = True
    strict: bool = False
    normalisers: tuple[str, ...] = ()
    """Names in `NORMALISERS`, beyond the documented one."""
    tolerance: float = DEFAULT_TOLERANCE

    def names(self) -> tuple[str, ...]:
        """All that may make two outputs alike; none when bytes decide."""
        if self.strict or not self.normalise:
            return ()
        return (DOCUMENTED, *self.normalisers)

    def __str__(self) -> str:
        if self.strict:
            return "strict"
        texts = [f"floats({self.tolerance:g})" if name == "floats" else name for name in self.names()]
        return "+".join(texts) or "exact"


def make_rule(*, normalise: bool = True, strict: bool = False, normalisers: Sequence[str] = ()) -> Rule:
    """The rule that these options ask for; a tolerance follows its name, as in `floats:0.01`.

    >>> str(make_rule(normalisers=["floats:0.01", "unordered"]))
    'documented+unordered+floats(0.01)'
    """
    chosen, tolerance = set(), DEFAULT_TOLERANCE
    for text in normalisers:
        name, _, value = text.partition(":")
        if name not in NORMALISERS:
            raise UnknownNameError("normaliser", name, NORMALISERS)
        if value:
            tolerance = _tolerance(name, value)
        chosen.add(name)
    return Rule(normalise, strict, tuple(name for name in NORMALISERS if name in chosen), tolerance)


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
    return _sorted_lines(text) if "unordered" in names else text


def equal_after(left: str, right: str, rule: Rule) -> tuple[str, ...] | None:
    """The normalisers without which the two texts would differ; `None` when they differ all the same.

    >>> equal_after("A\\n1.0", "a\\n1.0000001", make_rule(normalisers=["floats", "paths"]))
    ('documented', 'floats')
    """
    names = rule.names()
    if not names or not _equal(left, right, names, rule.tolerance):
        return None
    needed = list(names)
    for name in reversed(names[1:]):
        without = [other for other in needed if other != name]
        if _equal(left, right, without, rule.tolerance):
            needed = without
    return tuple(needed)


def _equal(left: str, right: str, names: Sequence[str], tolerance: float) -> bool:
    left, right = made_alike(left, names), made_alike(right, names)
    return left == right or ("floats" in names and _close(left, right, tolerance))


def _close(left: str, right: str, tolerance: float) -> bool:
    ours, theirs = _NUMBER.split(left), _NUMBER.split(right)
    if len(ours) != len(theirs):
        return False
    pairs = zip(ours, theirs, itertools.cycle((False, True)), strict=False)
    return all(a == b or (is_number and _close_numbers(a, b, tolerance)) for a, b, is_number in pairs)


def _close_numbers(left: str, right: str, tolerance: float) -> bool:
    """Whole numbers are exact: a tolerance is about rounding, which they do not know."""
    if left.lstrip("+-").isdigit() and right.lstrip("+-").isdigit():
        return left.lstrip("+") == right.lstrip("+")
    return math.isclose(float(left), float(right), rel_tol=tolerance, abs_tol=tolerance)
