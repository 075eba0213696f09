"""Named tuples and members of enums, whose classes only the sender has: the reader makes a class like them."""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire import derived
from assay.sandbox.guest.wire.layout import NEW_CLASS, Malformed, TaggedType, want

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag
    from assay.sandbox.guest.wire.reading import ValueReader

# ---- named tuples --------------------------------------------------------------------------------------------------

_TUPLE_METHODS = ("__eq__", "__ne__", "__lt__", "__hash__", "__iter__", "__len__", "__getitem__", "__contains__")


def named_tuple_names(kind: type, *, bare: bool) -> Tag | None:
    """Return the name and the field names of a class of named tuples; `None` for any other class.

    `bare`: only of a class whose objects have no methods of their own.
    """
    if not issubclass(kind, tuple):
        return None
    fields = kind.__dict__.get("_fields")
    if kind.__bases__ != (tuple,) or type(fields) is not tuple or not _inherits(kind, tuple, *_TUPLE_METHODS):
        return None
    if not _are_field_names(fields) or not _is_name(kind.__name__):
        return None
    return None if bare and not derived.is_bare_record(kind, fields) else (kind.__name__, fields)


def _build_named_tuple(reader: ValueReader, name: Any, fields: Any, values: Any) -> object:
    """Return a named tuple; its names may not be ones by which Python itself would ask the values of the candidate."""
    names = want(fields, tuple)
    if len(names) != len(want(values, tuple)) or not _is_name(name) or not _are_field_names(names):
        raise Malformed("a named tuple with impossible names")
    if any(map(derived.poses, names, values)):
        raise Malformed("a named tuple that would pose as other data")
    return tuple.__new__(reader.once(_named_tuple_class, (name, names), NEW_CLASS + len(names)), values)


def _named_tuple_class(name: str, names: Tag) -> type[Any]:
    from operator import itemgetter

    members: dict[str, Any] = {field: property(itemgetter(position)) for position, field in enumerate(names)}
    methods = {"_asdict": _as_dict, "_replace": _replaced, "_make": classmethod(tuple.__new__), "__repr__": _named_repr}
    return type(name, (tuple,), {"__slots__": (), "__match_args__": names, **members, **methods, "_fields": names})


def _as_dict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _replaced(self: Any, **changes: Any) -> Any:
    if not changes.keys() <= set(self._fields):
        raise ValueError(f"Got unexpected field names: {sorted(changes.keys() - set(self._fields))!r}")
    return tuple.__new__(type(self), [changes.get(name, value) for name, value in zip(self._fields, self, strict=True)])


def _named_repr(self: Any) -> str:
    pairs = [f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True)]
    return f"{type(self).__name__}({', '.join(pairs)})"


def _is_name(name: object) -> bool:
    """Return whether it may name a class or a member of one; names with a meaning to Python itself may not."""
    from keyword import iskeyword

    return type(name) is str and name.isidentifier() and not iskeyword(name) and name[0] != "_"


def _are_field_names(names: Tag) -> bool:
    """Return whether `collections.namedtuple` allows these names: `_0`, `_1`, ... are the ones it gives itself."""
    return len(set(map(type, names)) - {str}) == 0 and len(set(names)) == len(names) and all(
        _is_name(name) or name == f"_{position}" for position, name in enumerate(names)
    )  # fmt: skip


def _inherits(kind: type, base: type, *names: str) -> bool:
    """Return whether `kind` leaves these methods of `base` alone."""
    return all(getattr(kind, name, None) is getattr(base, name) for name in names)


# ---- enums ---------------------------------------------------------------------------------------------------------


def pack_enum_member(value: Any, kind: type) -> Tag | None:
    """Pack a member whose class is also an int or a str, by its value; others are objects, equal to nothing else."""
    enum = sys.modules.get("enum")
    if enum is None or type(kind) is not enum.EnumMeta or not issubclass(kind, (int, str)):
        return None
    base = int if issubclass(kind, int) else str
    name, module, qualname = value._name_, kind.__module__, kind.__qualname__
    if not _inherits(kind, base, "__eq__", "__ne__", "__hash__") or not _are_enum_names(module, qualname, name):
        return None
    label = ("IntEnum" if base is int else "StrEnum") if issubclass(kind, enum.ReprEnum) else base.__name__
    return ("enum", label, module, qualname, name, int.__int__(value) if base is int else str.__str__(value))


def _build_enum_member(reader: ValueReader, label: Any, *fields: Any) -> object:
    """Return a member of an enum that only the candidate has: equal to its plain value."""
    module, qualname, member, value = fields
    want(value, int if want(label, str) in ("int", "IntEnum") else str)
    if not _are_enum_names(module, qualname, member) or label not in ("int", "str", "IntEnum", "StrEnum"):
        raise Malformed("an enum with impossible names")
    return reader.once(_enum_member, (label, *fields), 2 * NEW_CLASS)


def _enum_member(label: str, module: Any, qualname: Any, member: Any, value: Any) -> Any:
    import enum

    name, members = qualname.rpartition(".")[2], {member: value}
    base: Any = getattr(enum, label) if label in ("IntEnum", "StrEnum") else enum.Enum
    mixed_in = {} if base is not enum.Enum else {"type": int if label == "int" else str}
    return base(name, members, module=module, qualname=qualname, **mixed_in)[member]


def _are_enum_names(module: object, qualname: object, member: object) -> bool:
    """Return whether a class and a member of it may have these names; a member of flags is named like `READ|WRITE`."""
    if not (type(module) is str and type(qualname) is str and type(member) is str):
        return False
    return _is_name(qualname.rpartition(".")[2]) and all(map(_is_member_name, member.split("|")))


def _is_member_name(name: str) -> bool:
    """Return whether an enum takes the name for that of a member, and does not need it itself."""
    return name.isidentifier() and not name.startswith("__") and not name[0] == name[-1] == "_" and name != "mro"


TYPES = (TaggedType("namedtuple", _build_named_tuple), TaggedType("enum", _build_enum_member))
