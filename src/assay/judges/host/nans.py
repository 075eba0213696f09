"""Values that equal nothing, not even themselves, wherever they are in a value."""

from __future__ import annotations

import sys
from collections import deque

from assay.judges.host.links import link_of
from assay.sandbox.guest.ledger import state
from assay.sandbox.guest.wire import ATOMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def holds_nan(value: Any) -> bool:
    """Return whether arrays, tables, moments or decimals in a value are, or hold, no number or no time.

    Floats by themselves are not looked at: their bytes in the message show it.
    """
    waiting, seen = [value], set()
    while waiting:
        item = waiting.pop()
        if type(item) in ATOMS or id(item) in seen or isinstance(item, type) or link_of(item) is not None:
            continue
        seen.add(id(item))
        if isinstance(item, dict):
            waiting.extend((*item, *item.values()))
        elif isinstance(item, tuple | list | set | frozenset | deque | type({}.values())):
            waiting.extend(item)
        elif _is_nan(item):
            return True
        else:
            waiting.extend(state(item).values())
    return False


def _is_nan(item: Any) -> bool:
    """Return whether an object is no number, or has a cell that is none."""
    library = type(item).__module__.partition(".")[0]
    try:
        if library == "decimal":
            return bool(item.is_nan())
        if library == "pandas":
            found: Any = sys.modules["pandas"].isna(item)
        else:
            found = item != item if library == "numpy" else False
        return found if type(found) is bool else bool(getattr(found, "values", found).any())
    except Exception:  # tables of other libraries, cells that compare in a way of their own
        return False
