"""A first look at values: is everything in them of a known type, and how much is there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from assay.judges.comparators.families import FAMILIES, LEAVES, TypeFamily, UnknownType, family_of
from assay.judges.comparators.rules import RULES

_MAX_NODES = 3_000_000


class Survey:
    """What two values consist of, found in one pass at C speed for flat data."""

    def __init__(self) -> None:
        self.types: set[type] = set()
        self.nodes = 0
        self.nan = False
        """A NaN was met outside arrays and frames."""
        self._instances: dict[int, object] = {}
        """Those that were looked through, by identity: objects often refer to each other in circles."""

    def look_through(self, value: object) -> None:
        """Note what a value consists of; raise for an unknown type, or for more values than a channel carries."""
        groups: list[Collection[Any]] = [(value,)]
        while groups:
            group = groups.pop()
            types = set(map(type, group))
            self.types |= types
            self.nodes += len(group)
            if self.nodes > _MAX_NODES:  # also what a cycle comes to
                raise UnknownType(f"more than {_MAX_NODES} values")
            if not self.nan and (float in types or complex in types):
                self.nan = any(item != item for item in group if type(item) in (float, complex))
            if not types <= LEAVES:
                for item in group:
                    groups.extend(self._contents(item))

    def _contents(self, value: object) -> tuple[Collection[Any], ...]:
        """Return the values directly inside of a value; an instance is looked through once."""
        kind = type(value)
        if kind in LEAVES:
            return ()
        family = FAMILIES.get(kind) or family_of(value)
        if family is TypeFamily.INSTANCE:
            if id(value) in self._instances:
                return ()
            self._instances[id(value)] = value
        contents = RULES[family].contents
        return () if contents is None else contents(value)
