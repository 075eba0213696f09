"""Reading what a candidate's process says, as bytes that may mean anything."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from itertools import islice
from typing import Any

from assay.records import Suspicion, SuspicionKind
from assay.sandbox.guest import messages, wire
from assay.text import legible

MAX_SHOWN = 500


def read_suspicion(body: bytes) -> Suspicion | None:
    """What the candidate's side reports about itself; `None` where it makes no sense."""
    try:
        kind, evidence = messages.read_texts(body, messages.MAX_NAME, MAX_SHOWN)
        return suspicion(SuspicionKind(kind), evidence)
    except (wire.Malformed, ValueError):
        return None


def suspicion(kind: SuspicionKind, evidence: str) -> Suspicion:
    """A suspicion with evidence that may be the candidate's own words."""
    return Suspicion(kind, legible(evidence[:MAX_SHOWN])[:MAX_SHOWN])


def shown(value: object) -> str:
    """A value as text for a report, cut; never fails, and takes no longer than what is shown of it.

    Names of classes and fields are the candidate's own words: what does not print in them is spelt out.
    """
    kind = type(value)
    if kind is bool or kind is float or value is None or (kind is int and -_SMALL < value < _SMALL):  # type: ignore[operator]  # an int
        return repr(value)
    parts: list[str] = []
    length = 0
    waiting: list[object] = [value]
    try:
        while waiting and length <= MAX_SHOWN:
            item = waiting.pop()
            if type(item) is _Text:
                parts.append(item)
                length += len(item)
            else:
                waiting.extend(reversed(_parts(item)))
    except Exception as error:
        return legible(f"<{type(value).__name__} that cannot be shown: {type(error).__name__}>"[:MAX_SHOWN])
    text = legible("".join(parts)[: MAX_SHOWN + 1])
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


class _Text(str):
    """Text that is shown as it is."""

    __slots__ = ()


_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    deque: ("deque([", "])"),
}
_SHOWN_BITS = 10_000
_SMALL = 1 << 62


def _parts(value: Any) -> list[object]:  # Any: narrowed by its type
    """What the text of a value is put together from: pieces of text, and values inside of it."""
    kind = type(value)
    if kind is int and value.bit_length() > _SHOWN_BITS:  # Python refuses to print it, and would take long
        return [_Text(f"<int of {value.bit_length()} bits>")]
    if kind is str or kind is bytes:
        return [_Text(repr(value[: MAX_SHOWN + 1]))]
    if kind is bytearray:
        return [_Text("bytearray("), bytes(value[: MAX_SHOWN + 1]), _Text(")")]
    if kind in _BRACKETS:
        return _members(value, kind)
    if issubclass(kind, dict):
        pairs = [[_Text(", "), key, _Text(": "), item] for key, item in islice(value.items(), MAX_SHOWN)]
        inside = [part for pair in pairs for part in pair][1:]
        name = "" if kind is dict else f"{kind.__name__}("
        return [_Text(name + "{"), *inside, _Text("})" if name else "}")]
    if issubclass(kind, tuple):
        names = kind.__dict__.get("_fields", ())
        return _call(kind, [*zip(names, tuple.__iter__(value), strict=False)])
    if issubclass(kind, BaseException):
        return _call(kind, [("", argument) for argument in value.args])
    if kind is Fraction:
        return _call(kind, [("", value.numerator), ("", value.denominator)])
    if kind is slice or (kind is range and value.step != 1):
        return _call(kind, [("", value.start), ("", value.stop), ("", value.step)])
    if kind is range:
        return _call(kind, [("", value.start), ("", value.stop)])
    if kind.__name__ == "ndarray" and value.dtype == object:
        return [_Text("array("), value.ravel()[:MAX_SHOWN].tolist(), _Text(f", shape={value.shape}, dtype=object)")]
    return [_Text(repr(value))]


def _members(value: Any, kind: type) -> list[object]:  # Any: a list, tuple, set or deque
    first, last = _BRACKETS[kind]
    if kind in (set, frozenset) and not value:
        return [_Text(f"{kind.__name__}()")]
    if kind is tuple and len(value) == 1:
        last = ",)"
    if kind is deque and value.maxlen is not None:
        last = f"], maxlen={value.maxlen})"
    inside = [part for member in islice(value, MAX_SHOWN) for part in (_Text(", "), member)][1:]
    return [_Text(first), *inside, _Text(last)]


def _call(kind: type, fields: list[tuple[str, object]]) -> list[object]:
    """As a call that would make the value."""
    inside = [part for name, field in fields[:MAX_SHOWN] for part in (_Text(f", {name}=" if name else ", "), field)]
    if inside:
        inside[0] = _Text(str(inside[0])[2:])
    return [_Text(f"{kind.__name__}("), *inside, _Text(")")]
