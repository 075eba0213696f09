"""Values that hold no others and are no numbers: single values, text, bytes, ranges, dates and times, identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.judges.comparators.families import FamilyRule, Key, TypeFamily

if TYPE_CHECKING:
    from assay.judges.comparators.walking import PairWalk


def same_natively(walk: PairWalk, actual: object, expected: object) -> bool:
    """Return what the types' own `==` says."""
    return bool(actual == expected)


def _range_key(value: range) -> Key:
    """Return a key of the numbers that a range holds, of which there may be more than `len` can tell."""
    away = 1 if value.step > 0 else -1
    length = max(0, (value.stop - value.start + value.step - away) // value.step)
    return (length, value.start if length else 0, value.step if length > 1 else 0)


RULES = {
    TypeFamily.SINGLE: FamilyRule(lambda walk, actual, expected: actual is expected, lambda keys, value: (id(value),)),
    TypeFamily.TEXT: FamilyRule(
        lambda walk, actual, expected: str.__str__(actual) == str.__str__(expected),
        lambda keys, value: (str.__str__(value),),
    ),
    TypeFamily.BYTES: FamilyRule(
        lambda walk, actual, expected: bytes(actual) == bytes(expected), lambda keys, value: (bytes(value),)
    ),
    TypeFamily.RANGE: FamilyRule(same_natively, lambda keys, value: _range_key(value)),
    TypeFamily.DATE: FamilyRule(same_natively, lambda keys, value: (value,)),
    TypeFamily.DATETIME: FamilyRule(same_natively, lambda keys, value: (value.utcoffset() is None, value)),
    TypeFamily.TIME: FamilyRule(same_natively, lambda keys, value: (value.utcoffset() is None, value)),
    TypeFamily.TIMEDELTA: FamilyRule(same_natively, lambda keys, value: (value,)),
    TypeFamily.TIMEZONE: FamilyRule(same_natively, lambda keys, value: (value.utcoffset(None),)),
    TypeFamily.UUID: FamilyRule(same_natively, lambda keys, value: (value.int,)),
    TypeFamily.PATH: FamilyRule(same_natively),
}
