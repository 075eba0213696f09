"""Opens the store that the user means: a path, a URL, `ASSAY_STORE`, or the default file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay.store.base import Store

DEFAULT = Path(".assay", "assay.db")
VARIABLE = "ASSAY_STORE"
MEMORY = ("memory:", ":memory:", "sqlite://", "sqlite:///:memory:")


def open_store(
    location: str | os.PathLike[str] | None = None, *, environment: Mapping[str, str] | None = None
) -> Store:
    """The store at a path or URL; without one at `ASSAY_STORE`, or else in `.assay/assay.db`.

    >>> open_store("memory:").location
    'memory'
    """
    place = location or (os.environ if environment is None else environment).get(VARIABLE) or DEFAULT
    if str(place) in MEMORY:
        from assay.store.memory import MemoryStore

        return MemoryStore()
    from assay.store.sql import SqlStore

    return SqlStore(place)
