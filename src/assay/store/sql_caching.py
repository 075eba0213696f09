"""Caches in a database: what was not used for longest leaves them when they grow too large."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING, Any

from assay.store.base import CACHE_BYTES
from assay.store.database import MANY, Database, parts, select

if TYPE_CHECKING:
    from sqlalchemy import Connection, TableClause

SAME_USE = 86_400
"""Seconds in which a second use of a row is not noted, so that reading seldom writes."""


class Caching(Database):
    """A database some of whose tables are caches: their rows have a `digest`, a `size`, and the time they were `used`.

    Each of these tables may hold `cache_bytes`.
    """

    def __init__(
        self, location: str | os.PathLike[str], *, cache_bytes: int = CACHE_BYTES, **how: Any
    ) -> None:  # Any: the other arguments of a database
        self._cache_bytes = cache_bytes
        self._uncounted_bytes: Counter[str] = Counter()
        super().__init__(location, **how)

    def _note_use(self, table: TableClause, digests: list[bytes], now: int) -> None:
        if digests:
            with self._writing() as connection:
                for part in parts(digests, MANY):
                    connection.execute(table.update().where(table.c.digest.in_(part)).values(used=now))

    def _count_bytes(self, connection: Connection, table: TableClause, added: int) -> None:
        """Cut the table down now and then: to sum up its sizes takes too long to do it each time."""
        self._uncounted_bytes[table.name] += added
        if self._uncounted_bytes[table.name] > self._cache_bytes // 16:
            self._trim(connection, table, self._cache_bytes)
            self._uncounted_bytes[table.name] = 0

    def _trim(self, connection: Connection, table: TableClause, cache_bytes: int) -> None:
        """Let the rows go that were not used for longest, until the rest fits."""
        from sqlalchemy import func

        excess = int(connection.execute(select(func.coalesce(func.sum(table.c.size), 0))).scalar() or 0) - cache_bytes
        if excess <= 0:
            return
        border = None
        by_use = select(table.c.used, func.sum(table.c.size).label("size")).group_by(table.c.used)
        for row in connection.execute(by_use.order_by(table.c.used)):
            border, excess = row.used, excess - int(row.size)
            if excess <= 0:
                break
        connection.execute(table.delete().where(table.c.used <= border))
