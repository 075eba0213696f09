"""Python's own types beyond the layout: collections, exact numbers, ranges and slices, built-in classes, exceptions.

In this file as in its neighbours, `pack_…` turns a value into tag and fields, and `build_…` turns the fields back into
a value. A builder trusts no field.
"""

from __future__ import annotations

from assay.sandbox.guest.wire.layout import Malformed, want

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Builders, Packers, Tag
    from assay.sandbox.guest.wire.reading import ValueReader

# ---- ranges and slices ---------------------------------------------------------------------------------------------


def _pack_range(value: Any) -> Tag:
    return ("range", value.start, value.stop, value.step)


def build_range(reader: ValueReader, start: Any, stop: Any, step: Any) -> range:
    """Return the range of these three integers."""
    reader.spend(_long_division(want(start, int), want(stop, int), want(step, int)))
    return range(start, stop, step)


def _long_division(*numbers: int) -> int:
    """Return what it costs to divide such numbers, or to find what divides both: the product of their lengths."""
    lengths = sorted([number.bit_length() for number in numbers])
    return lengths[-1] * lengths[-2] >> 18


def _pack_slice(value: Any) -> Tag:
    return ("slice", value.start, value.stop, value.step)


def _build_slice(reader: ValueReader, start: Any, stop: Any, step: Any) -> object:
    return reader.in_run(slice(start, stop, step), (start, stop, step))


# ---- collections ---------------------------------------------------------------------------------------------------


def _pack_ordered_dict(value: Any) -> Tag:
    return ("ordered_dict", {key: value[key] for key in value})


def _build_ordered_dict(reader: ValueReader, items: Any) -> object:
    from collections import OrderedDict

    return OrderedDict(want(items, dict))


def _pack_counter(value: Any) -> Tag:
    return ("counter", dict(value))


def _build_counter(reader: ValueReader, counts: Any) -> object:
    from collections import Counter

    counter: Counter[object] = Counter()
    dict.update(counter, want(counts, dict))
    return counter


FACTORIES = {kind.__name__: kind for kind in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)}


def _pack_defaultdict(value: Any) -> Tag:
    """Name the default factory; one that is not a plain type is dropped, equality does not see it."""
    factory = next((name for name, kind in FACTORIES.items() if kind is value.default_factory), None)
    return ("defaultdict", factory, dict(value))


def _build_defaultdict(reader: ValueReader, factory: Any, items: Any) -> object:
    from collections import defaultdict

    built = defaultdict(None if factory is None else FACTORIES[want(factory, str)], want(items, dict))
    return reader.in_run(built, [*built.keys(), *built.values()])


def _pack_deque(value: Any) -> Tag:
    return ("deque", list(value), value.maxlen)


def _build_deque(reader: ValueReader, items: Any, maxlen: Any) -> object:
    from collections import deque

    if maxlen is not None and want(maxlen, int) < len(want(items, list)):
        raise Malformed("a deque of more than it holds")
    return reader.in_run(deque(want(items, list), maxlen), items)


# ---- numbers and identifiers ---------------------------------------------------------------------------------------


def _pack_decimal(value: Any) -> Tag:
    return ("decimal", str(value))


def _build_decimal(reader: ValueReader, text: Any) -> object:
    from decimal import Context, Decimal, InvalidOperation

    return Decimal(want(text, str), Context(traps=[InvalidOperation]))


def _pack_fraction(value: Any) -> Tag:
    return ("fraction", value.numerator, value.denominator)


def _build_fraction(reader: ValueReader, numerator: Any, denominator: Any) -> object:
    from fractions import Fraction

    reader.spend(_long_division(want(numerator, int), want(denominator, int)))
    return Fraction(numerator, denominator)


def _pack_uuid(value: Any) -> Tag:
    return ("uuid", value.int)


def _build_uuid(reader: ValueReader, number: Any) -> object:
    from uuid import UUID

    return UUID(int=want(number, int))


# ---- built-in classes, exceptions, NotImplemented ------------------------------------------------------------------


def pack_type(value: Any, kind: type) -> Tag | None:
    """Pack a built-in class by its name."""
    name = value.__name__ if kind is type else None
    return ("type", name) if type(name) is str and _builtin(name) is value else None


def _build_type(reader: ValueReader, name: Any) -> type:
    found = _builtin(want(name, str))
    if found is None:
        raise Malformed(f"no built-in type {name!r:.50}")
    return found


def _builtin(name: str) -> type | None:
    """Return the built-in class of that name."""
    import builtins

    found = builtins.__dict__.get(name)
    if not isinstance(found, type) or (found.__module__, found.__name__) != ("builtins", name):
        return None
    return found


def pack_exception(value: Any, kind: type) -> Tag | None:
    """Pack an exception of a built-in class."""
    name = kind.__name__
    if not issubclass(kind, BaseException) or _builtin(name) is not kind:
        return None
    return ("exception", name, value.args)


def _build_exception(reader: ValueReader, name: Any, args: Any) -> object:
    kind = _build_type(reader, name)
    if not issubclass(kind, BaseException):
        raise Malformed(f"{name!r} is not an exception")
    if issubclass(kind, BaseExceptionGroup):
        error: BaseException = kind(*want(args, tuple))
        if type(error) is not kind:
            raise Malformed("a group of another kind")
        return error
    error = kind.__new__(kind)
    error.args = want(args, tuple)
    return error


def pack_not_implemented(value: Any, kind: type) -> Tag | None:
    """Pack `NotImplemented`, which is the only value of its class."""
    return ("not_implemented",) if value is NotImplemented else None


PACKERS: Packers = {
    "bytearray": ("builtins", lambda value: ("bytearray", bytes(value))),
    "range": ("builtins", _pack_range),
    "slice": ("builtins", _pack_slice),
    "OrderedDict": ("collections", _pack_ordered_dict),
    "Counter": ("collections", _pack_counter),
    "defaultdict": ("collections", _pack_defaultdict),
    "deque": ("collections", _pack_deque),
    "Decimal": ("decimal", _pack_decimal),
    "Fraction": ("fractions", _pack_fraction),
    "UUID": ("uuid", _pack_uuid),
}
BUILDERS: Builders = {
    "bytearray": lambda reader, data: bytearray(want(data, bytes)),
    "range": build_range,
    "slice": _build_slice,
    "ordered_dict": _build_ordered_dict,
    "counter": _build_counter,
    "defaultdict": _build_defaultdict,
    "deque": _build_deque,
    "decimal": _build_decimal,
    "fraction": _build_fraction,
    "uuid": _build_uuid,
    "type": _build_type,
    "exception": _build_exception,
    "not_implemented": lambda reader: NotImplemented,
}
