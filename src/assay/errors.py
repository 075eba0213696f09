"""Errors: the caller's mistakes (`UsageError`) and our own (`Fault`).

A candidate that fails is not an exception: it is a verdict.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

MAX_COMPARED = 100
"""Characters of a name that are looked at for a better one."""


class AssayError(Exception):
    """Anything Assay raises on purpose."""

    exit_code = 1


class UsageError(AssayError):
    """The caller can fix it."""

    exit_code = 2


def _closest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like a given one; of several, the one that begins alike for longest."""
    close = difflib.get_close_matches(name, known, n=3)

    def likeness(one: str) -> tuple[float, int]:
        begins = next((place for place, (a, b) in enumerate(zip(one, name, strict=False)) if a != b), len(name))
        return difflib.SequenceMatcher(None, one, name).ratio(), begins

    return max(close, key=likeness, default="")


class UnknownNameError(UsageError, LookupError):
    """No part of that kind is registered under that name."""

    def __init__(self, kind: str, name: object, known: Iterable[str]) -> None:
        known = sorted(known)
        folded = {one.casefold(): one for one in known}
        close = _closest(name[:MAX_COMPARED].casefold(), folded) if isinstance(name, str) else ""
        hint = f" Did you mean {folded[close]!r}?" if close else ""
        super().__init__(f"No {kind} is named {name!r}.{hint} Known: {', '.join(known)}.")


class InvalidProblem(UsageError, ValueError):
    """A problem cannot be judged as it is stated; the message names the field and the value."""


class InvalidValue(UsageError, ValueError):
    """A setting, limit or argument is out of range; the message names it and the value."""


def require(name: str, value: object, kinds: tuple[type, ...], wanted: str) -> None:
    """Raise `InvalidValue` unless the value is of one of the kinds; `wanted` names them in words. A bool is no number.

    >>> require("limits", 3, (str,), "a text")
    Traceback (most recent call last):
    assay.errors.InvalidValue: limits: must be a text, got 3
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise InvalidValue(f"{name}: must be {wanted}, got {value!r:.80}")


def require_text(name: str, value: object, wanted: str = "a text that is not empty") -> None:
    """Raise `InvalidValue` unless the value is a text with more than blanks in it.

    >>> require_text("task", " ")
    Traceback (most recent call last):
    assay.errors.InvalidValue: task: must be a text that is not empty, got ' '
    """
    require(name, value, (str,), wanted)
    if not str(value).strip():
        raise InvalidValue(f"{name}: must be {wanted}, got {value!r:.80}")


def require_number(name: str, value: object, low: float, high: float = math.inf, *, whole: bool = False) -> None:
    """Raise `InvalidValue` unless the value is a number, or a whole one, from `low` to `high`.

    >>> require_number("n", 0, 1, whole=True)
    Traceback (most recent call last):
    assay.errors.InvalidValue: n: must be a whole number of at least 1, got 0
    """
    bounds = f"of at least {low:g}" if high == math.inf else f"from {low:g} to {high:g}"
    wanted = f"a {'whole ' if whole else ''}number {bounds}"
    require(name, value, (int,) if whole else (int, float), wanted)
    if not low <= value <= high:  # type: ignore[operator]  # a number, as just required
        raise InvalidValue(f"{name}: must be {wanted}, got {value!r:.80}")


def require_each(name: str, values: object, kinds: tuple[type, ...], wanted: str) -> None:
    """Raise `InvalidValue` unless the value is a list, or the like, and all in it is of one of the kinds.

    >>> require_each("arguments", ["-v", 3], (str,), "a list of texts")
    Traceback (most recent call last):
    assay.errors.InvalidValue: arguments: must be a list of texts, got 3
    """
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise InvalidValue(f"{name}: must be {wanted}, got {values!r:.80}")
    for value in values:
        require(name, value, kinds, wanted)


def require_method(name: str, value: object, method: str, wanted: str) -> None:
    """Raise `InvalidValue` unless the value has a method of that name; `wanted` names its kind in words.

    >>> require_method("sandbox", "docker", "session", "a Sandbox")
    Traceback (most recent call last):
    assay.errors.InvalidValue: sandbox: must be a Sandbox, got 'docker'
    """
    if not callable(getattr(value, method, None)):
        raise InvalidValue(f"{name}: must be {wanted}, got {value!r:.80}")


@contextmanager
def naming(name: str, value: object) -> Iterator[None]:
    """Let a `UsageError` from within name the argument, and show its value, where its own words do not.

    >>> with naming("weights", {"a": 1}):
    ...     raise UnknownNameError("weight", "a", ["ast"])
    Traceback (most recent call last):
    assay.errors.UnknownNameError: weights={'a': 1}: No weight is named 'a'. Known: ast.
    """
    try:
        yield
    except UsageError as error:
        said, shown = str(error), f"{value!r:.80}"
        is_shown = shown in said or str(value) in said.split()
        if not isinstance(error, InvalidOption) and not (said.startswith(name) and is_shown):
            error.args = (f"{name}: {said}" if is_shown else f"{name}={shown}: {said}",)
        raise


class InvalidOption(InvalidValue):
    """The value of an option makes no sense; whoever asked for it knows how the option was written.

    >>> str(InvalidOption("time", "must be positive, got 0"))
    'time: must be positive, got 0'
    """

    def __init__(self, option: str, why: str) -> None:
        super().__init__(f"{option}: {why}")
        self.option = option
        """Its name in a Python call."""
        self.why = why


class MissingExtra(UsageError, ImportError):
    """A part needs a package that is not installed."""

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs {package}: pip install 'assay[{extra}]'")


class Fault(AssayError):
    """Our side broke: the trial stays unjudged and is never counted as the candidate's failure."""

    exit_code = 3


class SandboxUnavailable(Fault):
    """The sandbox could not start, or stopped before the candidate's first line."""

    def __init__(self, message: str, *, layer: str = "") -> None:
        super().__init__(message)
        self.layer = layer
        """The layer that could not be put in force, where that is the reason."""
