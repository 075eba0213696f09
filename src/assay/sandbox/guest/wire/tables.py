"""Frames, series, indexes, arrays and scalars of pandas, which is imported only where there is one of its values."""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire.arrays import MAX_COLUMNS, MAX_ROWS, is_of
from assay.sandbox.guest.wire.basic import build_range
from assay.sandbox.guest.wire.hashing import check_hashes
from assay.sandbox.guest.wire.layout import Malformed, TaggedType, TooLarge, want
from assay.sandbox.guest.wire.times import build_zone, is_zone, want_zone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag
    from assay.sandbox.guest.wire.reading import ValueReader

UNITS = ("s", "ms", "us", "ns")
CLOSED = ("left", "right", "both", "neither")

# ---- frames and series ---------------------------------------------------------------------------------------------


def _pack_frame(value: Any) -> Tag | None:
    if value.shape[1] > MAX_COLUMNS:
        raise TooLarge(f"more than {MAX_COLUMNS} columns")
    columns = [_array_of(value.iloc[:, i]) for i in range(value.shape[1])]
    return None if any(column is None for column in columns) else (columns, value.columns, value.index)


def _build_frame(reader: ValueReader, arrays: Any, columns: Any, index: Any) -> object:
    """Put columns side by side by position; labels come last, whatever they are."""
    import pandas

    if len(want(arrays, list)) != len(_want_index(columns)):
        raise Malformed("not a name for every column")
    reader.spend(50 * len(arrays))
    rows = pandas.RangeIndex(len(_want_index(index)))
    series = {
        i: pandas.Series(_want_column(array, len(rows)), rows, dtype=array.dtype) for i, array in enumerate(arrays)
    }
    frame = pandas.DataFrame(series, index=rows)
    frame.index, frame.columns = index, columns
    return frame


def _pack_series(value: Any) -> Tag | None:
    array = _array_of(value)
    return None if array is None else (array, value.index, value.name)


def _build_series(reader: ValueReader, array: Any, index: Any, name: Any) -> Any:
    import pandas

    _want_column(array, len(_want_index(index)))
    return pandas.Series(array, index=index, name=name, dtype=array.dtype)


# ---- columns -------------------------------------------------------------------------------------------------------


def _array_of(column: Any) -> Any:
    """Return the values of a series or index as an array that is data itself; `None` where there is no such."""
    array = column.array
    if type(column.dtype).__module__.partition(".")[0] == "numpy":
        return column.to_numpy() if _is_column_dtype(column.dtype) else None
    pack = _ARRAYS.get(type(array).__name__)
    if pack is None or not is_of(sys.modules["pandas"].arrays, type(array)) or pack(array) is None:
        return None
    return array


def _is_column_dtype(dtype: Any) -> bool:
    """Return whether pandas has columns of this type of numpy's."""
    if dtype.kind in "mM" and sys.modules["numpy"].datetime_data(dtype) not in [(unit, 1) for unit in UNITS]:
        return False
    return dtype.kind in "biufcmMO" and dtype.isnative


def _want_column(array: Any, length: int | None = None) -> Any:
    """Return one column of values, as numpy or pandas keep it; raise `Malformed` if it is none."""
    import numpy
    import pandas

    if type(array) is numpy.ndarray:
        if array.ndim != 1 or not _is_column_dtype(array.dtype):
            raise Malformed("not a column")
    elif not isinstance(array, pandas.api.extensions.ExtensionArray):
        raise Malformed("not a column")
    if length is not None and len(array) != length:
        raise Malformed("a column of another length")
    return array


# ---- indexes -------------------------------------------------------------------------------------------------------


def _pack_index(index: Any) -> Tag | None:
    array = _array_of(index)
    return None if array is None else (array, index.name)


def _build_index(reader: ValueReader, array: Any, name: Any) -> object:
    import pandas

    return pandas.Index(_want_column(array), name=name, dtype=array.dtype, tupleize_cols=False)


def _want_index(index: Any) -> Any:
    import pandas

    if not isinstance(index, pandas.Index):
        raise Malformed("not an index")
    return index


def _build_range_index(reader: ValueReader, start: Any, stop: Any, step: Any, name: Any) -> object:
    import pandas

    rows = build_range(reader, start, stop, step)
    if rows[MAX_ROWS:]:  # its length may be more than `len` can tell
        raise TooLarge(f"more than {MAX_ROWS} rows")
    return pandas.RangeIndex(rows, name=name)


def _pack_multi_index(index: Any) -> Tag:
    codes = [level.to_numpy() if hasattr(level, "to_numpy") else level for level in index.codes]
    return (list(index.levels), codes, list(index.names))


def _build_multi_index(reader: ValueReader, levels: Any, codes: Any, names: Any) -> object:
    import pandas

    if not 0 < len(want(levels, list)) == len(want(codes, list)) == len(want(names, list)) <= 100:
        raise Malformed("not as many codes and names as levels")
    for level, positions in zip(levels, codes, strict=True):
        _check_labels(reader, level)
        _check_codes(positions, len(level))
        if len(positions) != len(codes[0]):
            raise Malformed("levels of different lengths")
    return pandas.MultiIndex(levels, codes, names=names)


def _check_labels(reader: ValueReader, labels: Any) -> None:
    """Pay for finding out that labels differ, which labels chosen for it make quadratic."""
    import pandas

    if type(_want_index(labels)) is pandas.MultiIndex:
        raise Malformed("an index inside of an index")
    reader.spend(len(labels) ** 2 >> 10)
    if labels.dtype == object:
        check_hashes(labels.tolist())


def _check_codes(codes: Any, count: int) -> None:
    """Refuse codes that are not positions among `count` labels, or -1."""
    if _want_column(codes).dtype.kind != "i" or (len(codes) and not -1 <= codes.min() <= codes.max() < count):
        raise Malformed("codes of no label")


# ---- arrays that columns consist of where numpy has no such type ---------------------------------------------------


def _build_categorical(reader: ValueReader, codes: Any, categories: Any, ordered: Any) -> object:
    import pandas

    _check_labels(reader, categories)
    _check_codes(codes, len(categories))
    return pandas.Categorical.from_codes(codes, categories, ordered=want(ordered, bool))


def _pack_masked(array: Any) -> Tag:
    numpy_dtype = sys.modules["numpy"].dtype(array.dtype.type)
    return (array.to_numpy(dtype=numpy_dtype, na_value=0), array.isna())


def _build_masked(reader: ValueReader, values: Any, mask: Any) -> object:
    import pandas

    if _want_column(mask, len(_want_column(values))).dtype != bool:
        raise Malformed("not a mask")
    kinds = {"b": "BooleanArray", "i": "IntegerArray", "u": "IntegerArray", "f": "FloatingArray"}
    return getattr(pandas.arrays, kinds[values.dtype.kind])(values, mask)


def _pack_strings(array: Any) -> Tag:
    missing = "NA" if array.dtype.na_value is sys.modules["pandas"].NA else "NaN"
    texts = [None if absent else text for text, absent in zip(array.tolist(), array.isna().tolist(), strict=True)]
    return (array.dtype.storage, missing, texts)


def _build_strings(reader: ValueReader, storage: Any, missing: Any, texts: Any) -> object:
    import pandas

    if want(storage, str) not in ("python", "pyarrow") or want(missing, str) not in ("NA", "NaN"):
        raise Malformed("no such text")
    if not set(map(type, want(texts, list))) <= {str, type(None)}:
        raise Malformed("not a column of text")
    dtype = pandas.StringDtype(storage) if missing == "NA" else pandas.StringDtype(storage, na_value=float("nan"))
    return pandas.array(texts, dtype=dtype)


def _build_periods(reader: ValueReader, ordinals: Any, frequency: Any) -> object:
    import pandas

    if _want_column(ordinals).dtype.str != "<i8":
        raise Malformed("not periods")
    return pandas.arrays.PeriodArray(ordinals, dtype=pandas.PeriodDtype(_frequency(frequency)))


def _pack_intervals(array: Any) -> Tag | None:
    left, right = _array_of(array.left), _array_of(array.right)
    return None if left is None or right is None else (left, right, array.closed)


def _build_intervals(reader: ValueReader, left: Any, right: Any, closed: Any) -> object:
    import pandas

    if want(closed, str) not in CLOSED or len(_want_column(left)) != len(_want_column(right)):
        raise Malformed("not intervals")
    return pandas.arrays.IntervalArray.from_arrays(left, right, closed)


def _pack_zoned(array: Any) -> Tag | None:
    zone = NotImplemented if array.tz is None else _zone_as_data(array.tz)
    return None if zone is NotImplemented else (array.tz_convert(None).to_numpy(), zone)


def _build_zoned(reader: ValueReader, moments: Any, zone: Any) -> Any:
    import pandas

    if _want_column(moments).dtype.kind != "M":
        raise Malformed("not moments")
    return pandas.DatetimeIndex(moments).tz_localize("UTC").tz_convert(_want_named_zone(reader, zone)).array


def _zone_as_data(zone: Any) -> Any:
    """Return a time zone that is data: itself, or the name of one that pandas 2 takes from pytz.

    `NotImplemented` stands for a zone that is neither, because `None` means that there is no zone.
    """
    if is_zone(zone):
        return zone
    name = getattr(zone, "zone", None)
    return name if type(zone).__module__.partition(".")[0] == "pytz" and type(name) is str else NotImplemented


def _want_named_zone(reader: ValueReader, zone: Any) -> Any:
    """Return a time zone, or the name of one that is known here: pandas itself would read any file it is told to."""
    if zone is None:
        raise Malformed("not a time zone")
    if type(zone) is not str:
        return want_zone(zone)
    build_zone(reader, zone)
    return zone


# ---- scalars -------------------------------------------------------------------------------------------------------


def pack_missing(value: Any, kind: type) -> Tag | None:
    """Pack the two values by which pandas says that there is none."""
    pandas: Any = sys.modules.get("pandas")
    if not hasattr(pandas, "DataFrame"):
        return None
    if value is pandas.NaT or value is pandas.NA:
        return ("pandas_missing", "NaT" if value is pandas.NaT else "NA")
    return None


def _build_missing(reader: ValueReader, name: Any) -> object:
    import pandas

    return {"NaT": pandas.NaT, "NA": pandas.NA}[want(name, str)]


def _pack_timestamp(value: Any) -> Tag | None:
    zone = _zone_as_data(value.tz)
    return None if zone is NotImplemented else (int(value.asm8.view("i8")), value.unit, zone)


def _build_timestamp(reader: ValueReader, number: Any, unit: Any, zone: Any) -> object:
    import numpy
    import pandas

    if want(unit, str) not in UNITS:
        raise Malformed("no unit of time")
    moment: Any = pandas.Timestamp(numpy.datetime64(want(number, int), unit))
    if type(moment) is not pandas.Timestamp:
        raise Malformed("no time at all")
    return moment if zone is None else moment.tz_localize("UTC").tz_convert(_want_named_zone(reader, zone))


def _build_timedelta(reader: ValueReader, number: Any, unit: Any) -> object:
    import numpy
    import pandas

    if want(unit, str) not in UNITS:
        raise Malformed("no unit of time")
    span: Any = pandas.Timedelta(numpy.timedelta64(want(number, int), unit))
    if type(span) is not pandas.Timedelta:
        raise Malformed("no time at all")
    return span


def _build_period(reader: ValueReader, ordinal: Any, frequency: Any) -> object:
    import pandas

    period: Any = pandas.Period(ordinal=want(ordinal, int), freq=_frequency(frequency))
    if type(period) is not pandas.Period:
        raise Malformed("no time at all")
    return period


def _frequency(name: Any) -> str:
    """Return a length of time by the name that pandas has for it, such as `M`, `Q-NOV` or `2h`."""
    frequency: str = want(name, str)
    if not (len(frequency) <= 16 and frequency.isascii() and frequency.replace("-", "0").isalnum()):
        raise Malformed("no such frequency")
    return frequency


def _build_interval(reader: ValueReader, left: Any, right: Any, closed: Any) -> object:
    import pandas

    if want(closed, str) not in CLOSED:
        raise Malformed("not an interval")
    return pandas.Interval(left, right, closed)


TYPES = (
    TaggedType("frame", _build_frame, _pack_frame, "pandas.DataFrame", 500),
    TaggedType("series", _build_series, _pack_series, "pandas.Series", 200),
    TaggedType(
        "index", _build_index, _pack_index,
        "pandas.Index pandas.DatetimeIndex pandas.TimedeltaIndex pandas.PeriodIndex pandas.IntervalIndex "
        "pandas.CategoricalIndex", 50,
    ),
    TaggedType(
        "range_index", _build_range_index, lambda v: (v.start, v.stop, v.step, v.name), "pandas.RangeIndex", 50
    ),
    TaggedType("multi_index", _build_multi_index, _pack_multi_index, "pandas.MultiIndex", 300),
    TaggedType(
        "categorical", _build_categorical, lambda v: (v.codes, v.categories, bool(v.ordered)),
        "pandas.arrays.Categorical", 200,
    ),
    TaggedType(
        "masked", _build_masked, _pack_masked,
        "pandas.arrays.IntegerArray pandas.arrays.FloatingArray pandas.arrays.BooleanArray", 50,
    ),
    TaggedType(
        "strings", _build_strings, _pack_strings, "pandas.arrays.StringArray pandas.arrays.ArrowStringArray", 50
    ),
    TaggedType(
        "periods", _build_periods, lambda v: (v.asi8, str(v.dtype)[len("period[") : -1]),
        "pandas.arrays.PeriodArray", 200,
    ),
    TaggedType("intervals", _build_intervals, _pack_intervals, "pandas.arrays.IntervalArray", 300),
    TaggedType("zoned", _build_zoned, _pack_zoned, "pandas.arrays.DatetimeArray", 200),
    TaggedType("pandas_missing", _build_missing),
    TaggedType("timestamp", _build_timestamp, _pack_timestamp, "pandas.Timestamp", 10),
    TaggedType(
        "pandas_timedelta", _build_timedelta, lambda v: (int(v.asm8.view("i8")), v.unit), "pandas.Timedelta", 10
    ),
    TaggedType("period", _build_period, lambda v: (v.ordinal, v.freqstr), "pandas.Period", 10),
    TaggedType("interval", _build_interval, lambda v: (v.left, v.right, v.closed), "pandas.Interval", 10),
)  # fmt: skip
_ARRAYS = {
    name.rpartition(".")[2]: row.pack for row in TYPES for name in row.classes.split() if "pandas.arrays." in name
}
"""What packs the arrays that columns consist of, by the name of their class."""
