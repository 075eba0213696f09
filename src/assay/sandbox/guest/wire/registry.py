"""Which types cross as a tag and fields: the tables of the modules that know them, put together."""

from __future__ import annotations

import sys

from assay.sandbox.guest.wire import arrays, basic, classes, derived, tables, times

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from assay.sandbox.guest.wire.layout import Builders, Packers, Tag

PACKERS: Packers = {**basic.PACKERS, **times.PACKERS, **arrays.PACKERS, **tables.PACKERS}
"""By the name of a class: its module, looked up late (what nobody imported has no instances), and what packs it."""
RECOGNISERS = (
    basic.pack_not_implemented,
    classes.pack_enum_member,
    basic.pack_type,
    basic.pack_exception,
    arrays.pack_scalar,
    tables.pack_missing,
)
"""What packs values that are not known by the name of their class."""
BUILDERS: Builders = {
    **basic.BUILDERS,
    **times.BUILDERS,
    **classes.BUILDERS,
    **derived.BUILDERS,
    **arrays.BUILDERS,
    **tables.BUILDERS,
}
"""By tag: what builds a value of a reader and the fields."""
COSTS = {**arrays.COSTS, **tables.COSTS}


def fields_of(value: Any, kind: type) -> Tag | None:
    """Return tag and fields of a value that is data, but not in the layout; `None` for all others."""
    name = kind.__name__
    packer = PACKERS.get(name) if type(name) is str else None
    if packer is not None and getattr(sys.modules.get(packer[0]), name, None) is kind:
        return packer[1](value)
    for recognise in RECOGNISERS:
        found = recognise(value, kind)
        if found is not None:
            return found
    return None
