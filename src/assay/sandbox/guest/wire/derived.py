"""Values that hold data without being exactly of a built-in type: subclasses of `list`, `str`, `dict` and so on,
`UserDict`, `ChainMap`, views of dictionaries, `memoryview`, paths.

They are read by the methods of the built-in type, so what the judge's side gets is plain data. A method that the class
overrides, such as an `__eq__` that always says yes, has no part in that.
"""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire.layout import Malformed, TaggedType, want

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag
    from assay.sandbox.guest.wire.reading import ValueReader

FILE_NAME = "<candidate>"
"""What the candidate's code is called in tracebacks; files of its repository begin with it."""
NOTHING = object()
"""Stands for the data of a value that holds none."""

DATA_NAMES = frozenset(
    ("abs", "add", "add_prefix", "add_suffix", "adjusted", "agg", "aggregate", "align", "all", "any", "append",
     "appendleft", "apply", "argmax", "argmin", "argpartition", "argsort", "as_integer_ratio", "as_posix",
     "as_tuple", "as_unit", "as_uri", "asfreq", "asof", "asof_locs", "assign", "astimezone", "astype", "at_time",
     "autocorr", "between", "between_time", "bfill", "bit_count", "bit_length", "boxplot", "buffer_info", "byteswap",
     "canonical", "capitalize", "case_when", "casefold", "cast", "cat", "ceil", "center", "choose", "clear", "clip",
     "combine", "combine_first", "compare", "compare_signal", "compare_total", "compare_total_mag", "compress",
     "conj", "conjugate", "convert_dtypes", "copy", "copy_abs", "copy_negate", "copy_sign", "corr", "corrwith",
     "count", "cov", "ctime", "cummax", "cummin", "cumprod", "cumsum", "date", "day_name", "decode", "delete",
     "describe", "diagonal", "diff", "difference", "difference_update", "discard", "div", "divide", "divmod", "dot",
     "drop", "drop_duplicates", "droplevel", "dropna", "dst", "dt", "dump", "dumps", "duplicated", "encode",
     "endswith", "eq", "equals", "eval", "ewm", "exp", "expanding", "expandtabs", "explode", "extend", "extendleft",
     "factorize", "ffill", "fill", "fillna", "filter", "find", "first_valid_index", "flatten", "floor", "floordiv",
     "fma", "format", "format_map", "from_arrow", "from_bytes", "from_decimal", "from_dict", "from_float",
     "from_number", "from_records", "frombytes", "fromfile", "fromhex", "fromisocalendar", "fromisoformat",
     "fromkeys", "fromlist", "fromordinal", "fromtimestamp", "fromunicode", "full_match", "ge", "get", "get_indexer",
     "get_indexer_for", "get_indexer_non_unique", "get_level_values", "get_loc", "get_slice_bound", "getfield",
     "groupby", "gt", "head", "hex", "hist", "identical", "idxmax", "idxmin", "index", "infer_objects", "info",
     "insert", "interpolate", "intersection", "intersection_update", "is_", "is_absolute", "is_canonical",
     "is_finite", "is_infinite", "is_integer", "is_nan", "is_normal", "is_qnan", "is_relative_to", "is_reserved",
     "is_signed", "is_snan", "is_subnormal", "is_zero", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit",
     "isdisjoint", "isetitem", "isidentifier", "isin", "islower", "isna", "isnull", "isnumeric", "isocalendar",
     "isoformat", "isoweekday", "isprintable", "isspace", "issubset", "issuperset", "istitle", "isupper", "item",
     "items", "iterrows", "itertuples", "join", "joinpath", "keys", "kurt", "kurtosis", "last_valid_index", "le",
     "limit_denominator", "list", "ljust", "ln", "log10", "logb", "logical_and", "logical_invert", "logical_or",
     "logical_xor", "lower", "lstrip", "lt", "maketrans", "map", "mask", "match", "max", "max_mag", "mean", "median",
     "melt", "memory_usage", "merge", "min", "min_mag", "mod", "mode", "month_name", "mul", "multiply", "ne",
     "next_minus", "next_plus", "next_toward", "nlargest", "nonzero", "normalize", "notna", "notnull", "now",
     "nsmallest", "number_class", "nunique", "partition", "pct_change", "pipe", "pivot", "pivot_table", "plot",
     "pop", "popitem", "popleft", "pow", "prod", "product", "put", "putmask", "quantile", "quantize", "query",
     "radd", "radix", "rank", "ravel", "rdiv", "rdivmod", "reindex", "reindex_like", "relative_to", "release",
     "remainder_near", "remove", "removeprefix", "removesuffix", "rename", "rename_axis", "reorder_levels", "repeat",
     "replace", "resample", "reset_index", "reshape", "resize", "reverse", "rfind", "rfloordiv", "rindex", "rjust",
     "rmod", "rmul", "rolling", "rotate", "round", "rpartition", "rpow", "rsplit", "rstrip", "rsub", "rtruediv",
     "same_quantum", "sample", "scaleb", "searchsorted", "select", "select_dtypes", "sem", "set_axis", "set_flags",
     "set_index", "set_names", "setdefault", "setfield", "setflags", "shift", "skew", "slice_indexer", "slice_locs",
     "sort", "sort_index", "sort_values", "sortlevel", "sparse", "split", "splitlines", "sqrt", "squeeze", "stack",
     "startswith", "std", "str", "strftime", "strip", "strptime", "struct", "sub", "subtract", "sum", "swapaxes",
     "swapcase", "swaplevel", "symmetric_difference", "symmetric_difference_update", "tail", "take", "time",
     "timestamp", "timetuple", "timetz", "title", "to_bytes", "to_clipboard", "to_csv", "to_datetime64", "to_device",
     "to_dict", "to_eng_string", "to_excel", "to_feather", "to_flat_index", "to_frame", "to_hdf", "to_html",
     "to_iceberg", "to_integral", "to_integral_exact", "to_integral_value", "to_json", "to_julian_date", "to_latex",
     "to_list", "to_markdown", "to_numpy", "to_orc", "to_parquet", "to_period", "to_pickle", "to_pydatetime",
     "to_pytimedelta", "to_records", "to_series", "to_sql", "to_stata", "to_string", "to_timedelta64",
     "to_timestamp", "to_xarray", "to_xml", "tobytes", "today", "tofile", "tolist", "toordinal", "toreadonly",
     "total_seconds", "tounicode", "trace", "transform", "translate", "transpose", "truediv", "truncate",
     "tz_convert", "tz_localize", "tzname", "union", "unique", "unstack", "update", "upper", "utcfromtimestamp",
     "utcnow", "utcoffset", "utctimetuple", "value_counts", "values", "var", "view", "weekday", "where", "with_name",
     "with_segments", "with_stem", "with_suffix", "xs", "zfill")
)  # fmt: skip
"""Methods of plain data: of the built-in and standard types, of arrays and of frames.

An object that has one of them may pose as such data. They are listed, so that no verdict depends on what was imported.
"""
TOLD_BY_NAME = frozenset(
    ("equal", "equals", "is_equal", "isclose", "is_close", "allclose", "almost_equal", "almost_equals", "array_equal")
)
"""Further names by which libraries compare."""
TRUE_OR_FALSE = frozenset(
    ("empty", "is_unique", "is_monotonic_increasing", "is_monotonic_decreasing", "hasnans", "has_duplicates",
     "is_leap_year", "is_month_start", "is_month_end", "is_quarter_start", "is_quarter_end", "is_year_start",
     "is_year_end", "writeable", "c_contiguous", "f_contiguous", "contiguous", "readonly", "is_private", "is_global",
     "is_loopback", "is_multicast", "is_reserved", "is_unspecified", "is_link_local")
)  # fmt: skip
"""Attributes of frames, arrays, moments and addresses that are true or false."""


def is_data_name(name: str) -> bool:
    """Return whether plain data has a public method of that name, or libraries compare by one of that name."""
    return name in DATA_NAMES or name in TOLD_BY_NAME


def is_data_attribute(name: str) -> bool:
    """Return whether plain data has a public attribute of that name that is true or false."""
    return name in TRUE_OR_FALSE


def poses(name: str, value: object) -> bool:
    """Return whether an attribute would make an object without methods pose as data: it can be called like a method."""
    return callable(value) and (not isinstance(value, type) or is_data_name(name))


def _ordered(value: Any) -> object:
    kind: Any = sys.modules["collections"].OrderedDict
    return kind((key, dict.__getitem__(value, key)) for key in kind.__iter__(value))


def _counter(value: Any) -> object:
    counter: Any = sys.modules["collections"].Counter()
    dict.update(counter, dict(dict.items(value)))
    return counter


def _deque(value: Any) -> object:
    kind: Any = sys.modules["collections"].deque
    return kind(kind.__iter__(value), value.maxlen)


def _bytes_of(view: memoryview) -> object:
    return view.tobytes() if view.format in ("B", "b", "c") else NOTHING


def _pairs(view: Any) -> object:
    """Return the items of a dictionary as the set that they equal; a list where a value cannot be in a set."""
    try:
        return set(view)
    except TypeError:
        return list(view)


READERS: dict[tuple[str, str], Callable[[Any], object]] = {
    ("collections", "OrderedDict"): _ordered,
    ("collections", "defaultdict"): lambda value: dict(dict.items(value)),
    ("collections", "Counter"): _counter,
    ("collections", "deque"): _deque,
    ("collections", "UserDict"): lambda value: dict(value.data),
    ("collections", "UserList"): lambda value: list(value.data),
    ("collections", "UserString"): lambda value: str.__str__(value.data),
    ("collections", "ChainMap"): lambda value: dict(value),
    ("collections.abc", "Mapping"): lambda value: dict(value.items()),
    ("collections.abc", "Set"): lambda value: set(value),
    ("builtins", "list"): lambda value: list.__getitem__(value, slice(None)),
    ("builtins", "tuple"): lambda value: tuple.__getitem__(value, slice(None)),
    ("builtins", "dict"): lambda value: dict(dict.items(value)),
    ("builtins", "set"): lambda value: {*set.__iter__(value)},
    ("builtins", "frozenset"): lambda value: frozenset(frozenset.__iter__(value)),
    ("builtins", "str"): str.__str__,
    ("builtins", "bytes"): lambda value: bytes.__getitem__(value, slice(None)),
    ("builtins", "bytearray"): lambda value: bytearray.__getitem__(value, slice(None)),
    ("builtins", "int"): int.__int__,
    ("builtins", "float"): float.__float__,
    ("builtins", "complex"): complex.__complex__,
    ("builtins", "memoryview"): _bytes_of,
    ("builtins", "dict_keys"): set,
    ("builtins", "dict_items"): _pairs,
    ("builtins", "mappingproxy"): lambda value: dict(value),
    ("decimal", "Decimal"): lambda value: sys.modules["decimal"].Decimal(sys.modules["decimal"].Decimal.__str__(value)),
    ("datetime", "datetime"): lambda value: sys.modules["datetime"].datetime.combine(
        sys.modules["datetime"].date(value.year, value.month, value.day), value.timetz()
    ),
    ("datetime", "date"): lambda value: sys.modules["datetime"].date(value.year, value.month, value.day),
    ("datetime", "timedelta"): lambda value: sys.modules["datetime"].timedelta(
        value.days, value.seconds, value.microseconds
    ),
    ("fractions", "Fraction"): lambda value: sys.modules["fractions"].Fraction(value.numerator, value.denominator),
    ("numpy", "ndarray"): lambda value: value.view(sys.modules["numpy"].ndarray),
}
"""By module and name of a type: how the data in one of its objects, or in one of a subclass, is read."""


MAX_PATH = 65_536


def _pack_path(path: Any) -> Tag | None:
    names = ("PurePosixPath", "PureWindowsPath", "PosixPath")
    name = next((kind.__name__ for kind in type.mro(type(path)) if kind.__name__ in names), None)
    return None if name is None else ("path", name, str.__str__(str(path)))


def _build_path(reader: ValueReader, name: Any, text: Any) -> object:
    import pathlib

    if len(want(text, str)) > MAX_PATH:
        raise Malformed("a path longer than any")
    kinds = {"PurePosixPath": pathlib.PurePosixPath, "PosixPath": pathlib.PosixPath}
    return {**kinds, "PureWindowsPath": pathlib.PureWindowsPath}[want(name, str)](text)


def _build_namespace(reader: ValueReader, attributes: Any) -> object:
    from types import SimpleNamespace

    if any(poses(*item) for item in want(attributes, dict).items()):
        raise Malformed("a namespace that would pose as other data")
    namespace = SimpleNamespace()
    vars(namespace).update({want(name, str): value for name, value in attributes.items()})
    return namespace


def _build_array(reader: ValueReader, code: Any, numbers: Any) -> object:
    from array import array

    return array(want(code, str), want(numbers, list))


def _build_derived(reader: ValueReader, name: Any, lies: Any, data: Any) -> object:
    """Return the data that was read from an object of the named class; see `fields_of`."""
    reader.derived.append(want(name, str)[:100])
    if want(lies, bool):
        reader.lies.append(name[:100])
    return data


TAGGED: dict[tuple[str, str], Callable[[Any], Tag | None]] = {
    ("pathlib", "PurePath"): _pack_path,
    ("types", "SimpleNamespace"): lambda v: (
        None if any(poses(*item) for item in vars(v).items()) else ("namespace", dict(vars(v)))
    ),
    ("array", "array"): lambda v: ("array", v.typecode, v.tolist()),
    ("builtins", "dict_values"): lambda v: ("values", list(v)),
}
"""The same for types that data has no exact type for: tag and fields."""
TYPES = (
    TaggedType("derived", _build_derived),
    TaggedType("path", _build_path),
    TaggedType("namespace", _build_namespace),
    TaggedType("array", _build_array),
    TaggedType("values", lambda reader, items: dict(enumerate(want(items, list))).values()),
)

UNHASHABLE = frozenset(
    (("collections", "OrderedDict"), ("collections", "defaultdict"), ("collections", "Counter"),
     ("collections", "deque"), ("collections", "UserDict"), ("collections", "UserList"), ("collections", "ChainMap"),
     ("collections.abc", "Mapping"), ("collections.abc", "Set"), ("builtins", "list"), ("builtins", "dict"),
     ("builtins", "set"), ("builtins", "bytearray"), ("builtins", "dict_keys"), ("builtins", "dict_items"),
     ("builtins", "mappingproxy"), ("numpy", "ndarray"), ("types", "SimpleNamespace"), ("array", "array"),
     ("builtins", "dict_values"))
)  # fmt: skip
"""Types whose data cannot be the key of a dictionary, though an object of a subclass may be one."""

_bases: dict[type, tuple[str, str] | None] = {}


def base_of(kind: type) -> tuple[str, str] | None:
    """Return module and name of the type by which the data of a class is read; `None` for a class without data."""
    if kind not in _bases:
        _bases[kind] = next(filter(_is_base, map(place_of, type.mro(kind))), None)
    return _bases[kind]


def place_of(kind: type) -> tuple[str, str]:
    """Return module and name of a class, given that the module offers this very class under that name."""
    name, module = kind.__name__, kind.__module__
    if type(name) is not str or type(module) is not str:
        return ("", "")
    place = {"pathlib._local": "pathlib"}.get(module, module), name
    if module == "builtins" and kind in _UNNAMED:
        return place
    return place if getattr(sys.modules.get(place[0]), name, None) is kind else ("", "")


_UNNAMED = frozenset((type({}.keys()), type({}.items()), type({}.values()), type(type.__dict__)))
"""Types of Python's own that no module offers by name."""


def _is_base(place: tuple[str, str]) -> bool:
    return place in READERS or place in TAGGED


def fields_of(value: Any) -> Tag | None:
    """Return tag and fields of the data in a value; `None` where it holds none."""
    kind = type(value)
    base = base_of(kind)
    if base is None:
        return None
    if base in TAGGED:
        return TAGGED[base](value)
    data = READERS[base](value)
    return None if data is NOTHING else ("derived", kind.__name__[:100], defines_equality(kind), data)


# ---- what a class adds ---------------------------------------------------------------------------------------------

UNNOTICED = frozenset(
    ("__module__", "__qualname__", "__doc__", "__slots__", "__dict__", "__weakref__", "__annotations__", "__init__",
     "__new__", "__orig_bases__", "__parameters__", "__init_subclass__", "__class_getitem__", "__reduce__",
     "__reduce_ex__", "__getnewargs__", "__getstate__", "__static_attributes__", "__firstlineno__")
)  # fmt: skip
"""What a class may define without its objects being more than the data in them."""


def is_bare(value: Any) -> bool:
    """Return whether an object is no more than its data: its class adds nothing that tests could use."""
    base = base_of(type(value))
    if base is None or getattr(value, "__dict__", None):
        return False
    for kind in type.mro(type(value)):
        if place_of(kind) == base:
            return True
        if not UNNOTICED.issuperset(attributes(kind)):
            return False
    return False


def is_bare_record(kind: type, fields: tuple[str, ...]) -> bool:
    """Return whether a class of named tuples has nothing but its fields and what every such class has."""
    return all(
        name in fields or (name.startswith("_") and not _is_candidates(member))
        for name, member in attributes(kind).items()
        if name not in ("__new__", "__init__")
    )


def _is_candidates(member: object) -> bool:
    """Return whether a member of a class is code of the candidate's."""
    function = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
    name = getattr(getattr(function, "__code__", None), "co_filename", "")
    return type(name) is str and name.startswith(FILE_NAME)


def overrides(value: object, name: str) -> bool:
    """Return whether a class of the candidate's own defines a method, of a value that holds data."""
    found = next((attributes(kind)[name] for kind in type.mro(type(value)) if name in attributes(kind)), None)
    return _is_candidates(found)


def library_of(kind: type) -> str:
    """Return the full name of a class of a library; empty for a class of the candidate's own."""
    module, name = place_of(kind)
    if module in ("", "candidate") or any(map(_is_candidates, attributes(kind).values())):
        return ""
    return f"{module}.{name}"


def attributes(kind: type) -> Any:
    """Return what a class itself defines, without asking its metaclass."""
    return type.__dict__["__dict__"].__get__(kind)


def defines_equality(kind: type) -> bool:
    """Return whether a Python class of the candidate's defines how its objects compare."""
    return any("__eq__" in attributes(base) and _is_own(base) for base in type.mro(kind))


def _is_own(kind: type) -> bool:
    """Return whether a class is the candidate's: of its module or repository, or one that equals anything."""
    if kind.__module__ in ("candidate", "unittest.mock"):
        return True
    code = getattr(attributes(kind)["__eq__"], "__code__", None)
    name = getattr(code, "co_filename", "/")
    return type(name) is str and name.startswith(FILE_NAME)
