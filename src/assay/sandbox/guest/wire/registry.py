"""Which types cross as a tag and fields: the rows of the modules that know them, put together."""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire import arrays, basic, classes, derived, tables, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Tag, TaggedType

TAGGED_TYPES: dict[str, TaggedType] = {
    row.tag: row for row in (*basic.TYPES, *times.TYPES, *classes.TYPES, *derived.TYPES, *arrays.TYPES, *tables.TYPES)
}
"""Every tagged type, by tag."""
PACKERS = {
    name.rpartition(".")[2]: (name.rpartition(".")[0], row)
    for row in TAGGED_TYPES.values()
    for name in row.classes.split()
}
"""By the name of a class: its module, looked up late (what nobody imported has no instances), and its row."""
RECOGNISERS = (
    basic.pack_not_implemented,
    classes.pack_enum_member,
    basic.pack_type,
    basic.pack_exception,
    arrays.pack_numpy,
    tables.pack_missing,
)
"""What packs values that are not known by the name of their class: each returns tag and fields, or `None`."""


def fields_of(value: Any, kind: type) -> Tag | None:
    """Return tag and fields of a value that is data, but not in the layout; `None` for all others."""
    name = kind.__name__
    module, row = PACKERS.get(name, _UNKNOWN) if type(name) is str else _UNKNOWN
    if row is not None and getattr(sys.modules.get(module), name, None) is kind:
        fields = row.pack(value)
        return None if fields is None else (row.tag, *fields)
    for recognise in RECOGNISERS:
        found = recognise(value, kind)
        if found is not None:
            return found
    return None


_UNKNOWN: tuple[str, Any] = ("", None)
