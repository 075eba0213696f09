"""Python's own types beyond the layout: collections, exact numbers, ranges and slices, built-in classes, exceptions."""

from __future__ import annotations

from assay.sandbox.guest.wire.layout import Malformed, TaggedType, want

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag
    from assay.sandbox.guest.wire.reading import ValueReader


def build_range(reader: ValueReader, start: Any, stop: Any, step: Any) -> range:
    """Return the range of these three integers."""
    reader.spend(_long_division(want(start, int), want(stop, int), want(step, int)))
    return range(start, stop, step)


def _build_slice(reader: ValueReader, start: Any, stop: Any, step: Any) -> object:
    return reader.in_run(slice(start, stop, step), (start, stop, step))


def _bounds(value: Any) -> Tag:
    return (value.start, value.stop, value.step)


def _long_division(*numbers: int) -> int:
    """Return what it costs to divide such numbers, or to find what divides both: the product of their lengths."""
    lengths = sorted([number.bit_length() for number in numbers])
    return lengths[-1] * lengths[-2] >> 18


# ---- collections ---------------------------------------------------------------------------------------------------


def _build_ordered_dict(reader: ValueReader, items: Any) -> object:
    from collections import OrderedDict

    return OrderedDict(want(items, dict))


def _build_counter(reader: ValueReader, counts: Any) -> object:
    from collections import Counter

    counter: Counter[object] = Counter()
    dict.update(counter, want(counts, dict))
    return counter


FACTORIES = {kind.__name__: kind for kind in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)}


def _pack_defaultdict(value: Any) -> Tag:
    """Name the default factory; one that is not a plain type is dropped, equality does not see it."""
    factory = next((name for name, kind in FACTORIES.items() if kind is value.default_factory), None)
    return (factory, dict(value))


def _build_defaultdict(reader: ValueReader, factory: Any, items: Any) -> object:
    from collections import defaultdict

    built = defaultdict(None if factory is None else FACTORIES[want(factory, str)], want(items, dict))
    return reader.in_run(built, [*built.keys(), *built.values()])


def _build_deque(reader: ValueReader, items: Any, maxlen: Any) -> object:
    from collections import deque

    if maxlen is not None and want(maxlen, int) < len(want(items, list)):
        raise Malformed("a deque of more than it holds")
    return reader.in_run(deque(want(items, list), maxlen), items)


# ---- numbers and identifiers ---------------------------------------------------------------------------------------


def _build_decimal(reader: ValueReader, text: Any) -> object:
    from decimal import Context, Decimal, InvalidOperation

    return Decimal(want(text, str), Context(traps=[InvalidOperation]))


def _build_fraction(reader: ValueReader, numerator: Any, denominator: Any) -> object:
    from fractions import Fraction

    reader.spend(_long_division(want(numerator, int), want(denominator, int)))
    return Fraction(numerator, denominator)


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


TYPES = (
    TaggedType("bytearray", lambda _, data: bytearray(want(data, bytes)), lambda v: (bytes(v),), "builtins.bytearray"),
    TaggedType("range", build_range, _bounds, "builtins.range"),
    TaggedType("slice", _build_slice, _bounds, "builtins.slice"),
    TaggedType("ordered_dict", _build_ordered_dict, lambda v: ({key: v[key] for key in v},), "collections.OrderedDict"),
    TaggedType("counter", _build_counter, lambda v: (dict(v),), "collections.Counter"),
    TaggedType("defaultdict", _build_defaultdict, _pack_defaultdict, "collections.defaultdict"),
    TaggedType("deque", _build_deque, lambda v: (list(v), v.maxlen), "collections.deque"),
    TaggedType("decimal", _build_decimal, lambda v: (str(v),), "decimal.Decimal"),
    TaggedType("fraction", _build_fraction, lambda v: (v.numerator, v.denominator), "fractions.Fraction"),
    TaggedType("uuid", _build_uuid, lambda v: (v.int,), "uuid.UUID"),
    TaggedType("type", _build_type),
    TaggedType("exception", _build_exception),
    TaggedType("not_implemented", lambda reader: NotImplemented),
)
