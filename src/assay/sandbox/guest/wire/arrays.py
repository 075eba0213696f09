"""Arrays and scalars of numpy, which is imported only where there is one of its values."""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire.layout import Malformed, TaggedType, want

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag
    from assay.sandbox.guest.wire.reading import ValueReader

MAX_ROWS = 2**22
MAX_COLUMNS = 20_000
NUMPY_KINDS = "biufcSUmM"
MAX_EMPTY_ITEM = 65_536
"""Bytes of one element of an array that has none."""
MAX_MULTIPLE = 1_000_000
"""Of a unit of time: numpy divides by it, and a process that divides by zero is killed."""


def pack_numpy(value: Any, kind: type) -> Tag | None:
    """Pack an array, or a number, text or time of numpy's own types."""
    numpy: Any = sys.modules.get("numpy")
    if not is_of(numpy, kind):
        return None
    if kind is numpy.ndarray:
        return _pack_array(value)
    return _pack_scalar(value) if issubclass(kind, numpy.generic) else None


def is_of(module: Any, kind: type) -> bool:
    """Return whether the module itself offers this class, without asking what it does for names that it lacks."""
    return getattr(module, "__dict__", {}).get(kind.__name__) is kind


# ---- arrays --------------------------------------------------------------------------------------------------------


def _pack_array(value: Any) -> Tag | None:
    if value.dtype.kind == "O" and _are_sides(value.shape, value.size):
        return ("ndarray_object", value.shape, value.ravel().tolist())
    if value.dtype.names and _are_sides(value.shape, value.nbytes):
        return _pack_records(value)
    if _is_plain_dtype(value.dtype, value.nbytes) and _are_sides(value.shape, value.nbytes):
        return ("ndarray", value.dtype.str, value.shape, value.tobytes())
    return None


def _build_array(reader: ValueReader, name: Any, shape: Any, data: Any) -> Any:
    import numpy

    dtype, sides = _dtype(name, want(data, bytes)), _shape(shape, len(data))
    count = _count(sides, dtype, data)
    if count == 0:
        return numpy.zeros(sides, dtype)
    array = numpy.frombuffer(data, dtype=dtype)
    if dtype.kind == "b" and array.view("u1").max() > 1:
        raise Malformed("a truth value that is neither")
    if dtype.kind == "U" and array.view(f"{dtype.str[0]}u4").max() > sys.maxunicode:
        raise Malformed("a character beyond Unicode")
    return array.reshape(sides).copy()


def _build_object_array(reader: ValueReader, shape: Any, items: Any) -> object:
    import numpy

    array = numpy.empty(len(want(items, list)), dtype=object)
    for position, item in enumerate(items):
        array[position] = item
    return reader.in_run(array.reshape(_shape(shape, len(array))), items)


def _pack_records(array: Any) -> Tag | None:
    """Pack an array of records, without the gaps between their fields."""
    columns = [(name, array.dtype[name]) for name in array.dtype.names]
    if not all(dtype.kind in NUMPY_KINDS and dtype.names is None and not dtype.shape for _, dtype in columns):
        return None
    layout = [(name, dtype.str) for name, dtype in columns]
    return ("ndarray_records", layout, array.shape, array.astype(sys.modules["numpy"].dtype(layout)).tobytes())


def _build_records(reader: ValueReader, layout: Any, shape: Any, data: Any) -> Any:
    import numpy

    sides, columns = _shape(shape, len(want(data, bytes))), []
    if not 0 < len(want(layout, list)) <= MAX_COLUMNS:
        raise Malformed("not the fields of a record")
    for name, kind in layout:
        columns.append((want(name, str), _dtype(kind, data)))
    reader.spend(20 * len(columns))
    dtype = numpy.dtype(columns)
    count = _count(sides, dtype, data)
    array = numpy.frombuffer(data, dtype=dtype) if count else numpy.zeros(sides, dtype)
    for name, kind in columns:
        if count and kind.kind in "bU":
            _build_array(reader, kind.str, (count,), array[name].tobytes())
    return array.reshape(sides).copy()


def _dtype(name: Any, data: bytes) -> Any:
    """Return a type of numbers, text or time, by the name that numpy itself gives it."""
    import numpy

    if len(want(name, str)) > 40 or name[1:2] not in [*NUMPY_KINDS]:
        raise Malformed("no plain dtype")
    dtype: Any = numpy.dtype(name)
    if dtype.str != name or not _is_plain_dtype(dtype, len(data)):
        raise Malformed("no plain dtype")
    return dtype


def _is_plain_dtype(dtype: Any, size: int) -> bool:
    """Return whether elements are plain bytes; `size` of them in all."""
    if dtype.kind not in NUMPY_KINDS or not 0 < dtype.itemsize <= max(size, MAX_EMPTY_ITEM):
        return False
    return dtype.kind not in "mM" or 0 < sys.modules["numpy"].datetime_data(dtype)[1] <= MAX_MULTIPLE


def _shape(shape: Any, size: int) -> tuple[int, ...]:
    sides = tuple([want(side, int) for side in want(shape, tuple)])
    if not _are_sides(sides, size):
        raise Malformed("an impossible shape")
    return sides


def _are_sides(shape: Tag, size: int) -> bool:
    """Return whether an array has no more rows than there is data for, which only an empty one can."""
    return all(0 <= side <= max(size, MAX_ROWS) for side in shape)


def _count(sides: tuple[int, ...], dtype: Any, data: bytes) -> int:
    """Return how many elements there are; raise `Malformed` if there is data for another number of them."""
    count = 1
    for side in sides:
        count *= side
    if count * dtype.itemsize != len(data):
        raise Malformed("an array of another size than its data")
    return count


# ---- scalars -------------------------------------------------------------------------------------------------------


def _pack_scalar(value: Any) -> Tag | None:
    if value.dtype.kind == "U":
        return ("numpy_text", str.__str__(value))
    if value.dtype.kind == "S":
        return ("numpy_text", bytes.__getitem__(value, slice(None)))
    return ("numpy_scalar", value.dtype.str, value.tobytes()) if value.dtype.kind in NUMPY_KINDS else None


def _build_scalar(reader: ValueReader, name: Any, data: Any) -> object:
    array = _build_array(reader, name, (1,), data)
    if array.dtype.kind in "SU":
        raise Malformed("text has a tag of its own")
    return array[0]


def _build_text(reader: ValueReader, text: Any) -> object:
    import numpy

    return numpy.str_(text) if type(want(text, str, bytes)) is str else numpy.bytes_(text)


TYPES = (
    TaggedType("ndarray", _build_array, cost=5),
    TaggedType("ndarray_object", _build_object_array, cost=5),
    TaggedType("ndarray_records", _build_records, cost=20),
    TaggedType("numpy_scalar", _build_scalar, cost=5),
    TaggedType("numpy_text", _build_text),
)
