"""Parts looked up by name: imported when used, listed without importing."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Generic, TypeVar

from assay.errors import UnknownNameError

T = TypeVar("T")


class Registry(Generic[T]):
    """A dictionary of `"module:attribute"` paths, plus the entry points of one group.

    >>> registry = Registry("codec", {"json": "json:loads"})
    >>> list(registry), registry.get("json")("[1]")
    (['json'], [1])
    """

    def __init__(self, kind: str, builtin: Mapping[str, str]) -> None:
        self.kind = kind
        self._builtin = dict(builtin)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._paths()))

    def __contains__(self, name: object) -> bool:
        return name in self._paths()

    def get(self, name: str) -> T:
        """Import and return the part called `name`."""
        paths = self._paths()
        if name not in paths:
            raise UnknownNameError(self.kind, name, paths)
        module, _, attribute = paths[name].partition(":")
        part: T = attrgetter(attribute)(importlib.import_module(module))
        return part

    def _paths(self) -> dict[str, str]:
        from importlib.metadata import entry_points  # costs 20 ms that `import assay` need not pay

        installed = {entry.name: f"{entry.module}:{entry.attr}" for entry in entry_points(group=f"assay.{self.kind}")}
        return installed | self._builtin  # a plug-in cannot replace a built-in
