"""The data of an object whose class is written in Python: its attributes, read without running a line of that class."""

from __future__ import annotations

from abc import ABCMeta
from dataclasses import Field
from types import GetSetDescriptorType, MemberDescriptorType

_WORD = object.__basicsize__ // 2
"""Bytes of a pointer: an object is a count of references and a pointer to its type."""
_IN_PYTHON = 1 << 9
"""The flag of classes that are made while the interpreter runs; the built-in ones lack it."""


def own_data(value: object) -> dict[str, object] | None:
    """The attributes of an object by name; `None` where the object holds more than its attributes.

    A class that derives from one written in C, such as a file or an array, keeps part of its state where nobody can
    read it: two such objects cannot be shown to be equal. Of a dataclass, a field that takes no part in comparisons is
    left out. No method of the class is called: slots and the dict of attributes are read by the interpreter's own
    descriptors.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     x: int
    >>> own_data(Point(1)), own_data(print)
    ({'x': 1}, None)
    """
    kind = type(value)
    if type(kind) not in (type, ABCMeta) or kind is object:  # another metaclass could answer for the class
        return None
    slots = _slots(kind)
    if not _is_all_attributes(kind, len(slots)):
        return None
    held = _attributes(value, kind) if kind.__dictoffset__ else {}
    if held is None:
        return None
    found = dict(held)
    for name, slot in slots.items():
        try:
            found[name] = slot.__get__(value, kind)
        except AttributeError:  # never set
            continue
    hidden = _not_compared(kind)
    return {name: each for name, each in found.items() if name not in hidden}


def _slots(kind: type) -> dict[str, MemberDescriptorType]:
    """The slots of a class and of those it derives from, by name; one that hides another of its name beside it."""
    found: dict[str, MemberDescriptorType] = {}
    for base in kind.__mro__:
        for name, each in vars(base).items():
            if type(each) is MemberDescriptorType:
                found[name if name not in found else f"{base.__qualname__}.{name}"] = each
    return found


def _is_all_attributes(kind: type, slots: int) -> bool:
    """Whether slots, the dict of attributes and weak references account for every byte of an object."""
    words = slots + (kind.__dictoffset__ > 0) + (kind.__weakrefoffset__ > 0)
    return (
        all(base is object or base.__flags__ & _IN_PYTHON for base in kind.__mro__)
        and not kind.__itemsize__
        and kind.__basicsize__ <= object.__basicsize__ + words * _WORD
    )


def _attributes(value: object, kind: type) -> dict[str, object] | None:
    """The dict of attributes; `None` where the class has put something else in its place."""
    for base in kind.__mro__:
        each = vars(base).get("__dict__")
        if type(each) is GetSetDescriptorType:
            held = each.__get__(value, kind)
            return held if type(held) is dict else None
    return None


def _not_compared(kind: type) -> set[str]:
    fields = vars(kind).get("__dataclass_fields__")
    if type(fields) is not dict:
        return set()
    return {name for name, field in fields.items() if type(field) is Field and not field.compare}
