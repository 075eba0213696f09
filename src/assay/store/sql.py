"""The store in a database: one SQLite file by default, PostgreSQL by URL, through SQLAlchemy Core."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import Any

from assay.store.base import (
    RATING_GRADES,
    RATING_TEXTS,
    Pruned,
    Rating,
    StoreSize,
    check_bounds,
    check_quarantine,
    check_rating,
    prunable,
    pruned,
)
from assay.store.codec import from_column, to_column
from assay.store.connections import explained
from assay.store.damage import tells_damage
from assay.store.database import MICRO, select
from assay.store.hours import hour_of
from assay.store.schema import Tables, tables
from assay.store.sql_alerts import SqlAlerts
from assay.store.sql_observations import SqlObservations
from assay.store.sql_runs import SqlRuns
from assay.store.sql_solutions import SqlSolutions
from assay.store.sql_tokens import SqlTokens
from assay.store.sql_trials import SqlTrials

_FREED_PAGES = 5_000


@tells_damage
class SqlStore(SqlRuns, SqlTrials, SqlSolutions, SqlObservations, SqlAlerts, SqlTokens):
    """Runs, trials, solutions, observations, alerts, tokens, caches, ratings and quarantined problems in a database.

    >>> import tempfile
    >>> from assay.spec import Run
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = SqlStore(Path(folder, "assay.db"))
    ...     store.add_run(Run("r1", "starter", "1", labels={"team": "a"}))
    ...     found = store.find_run("r")
    ...     store.close()
    >>> found.labels
    {'team': 'a'}
    """

    def delete_run(self, run_id: str) -> None:
        """Take a run out, with its trials, its solutions, its report, its observations and what people said of them."""
        with self._writing() as connection:
            self._delete(connection, self._known_number(connection, run_id))
            self._drop_unused_names(connection)
        self._give_space_back()

    def add_rating(self, rating: Rating) -> None:
        """Keep what a person says of a candidate, in the place of what the same person said of it before."""
        check_rating(rating)
        values = {name: to_column(rating[name]) for name in RATING_TEXTS} | {
            name: rating[name] for name in RATING_GRADES
        }
        with self._writing() as connection:
            self._put(connection, tables().ratings, [values], key=("run", "candidate", "rater"))

    def ratings(self, run: str | None = None) -> list[Rating]:
        """What people said, of one run or of all, in the order of run, candidate and rater."""
        kept = tables().ratings
        where = [] if run is None else [kept.c.run == to_column(run)]
        rows = self._rows(select(kept).where(*where))
        found = [
            {name: from_column(getattr(row, name)) for name in RATING_TEXTS}
            | {name: getattr(row, name) for name in RATING_GRADES}
            for row in rows
        ]
        return sorted(found, key=lambda rating: (rating["run"], rating["candidate"], rating["rater"]))

    def quarantine(self, digest: str, problems: Mapping[str, str]) -> None:
        """Keep why each of these problems is not trusted, in the place of all that was kept under this digest."""
        check_quarantine(digest, problems)
        kept, key = tables().quarantined, to_column(digest)
        rows = [
            {"digest": key, "problem": to_column(problem), "reason": to_column(reason)}
            for problem, reason in problems.items()
        ]
        with self._writing() as connection:
            connection.execute(kept.delete().where(kept.c.digest == key))
            self._put(connection, kept, rows, key=("digest", "problem"))

    def quarantined(self, digest: str) -> dict[str, str]:
        """The reason for each problem that is not trusted, in the order of their ids."""
        kept = tables().quarantined
        rows = self._rows(select(kept.c.problem, kept.c.reason).where(kept.c.digest == to_column(digest)))
        return dict(sorted((from_column(row.problem), from_column(row.reason)) for row in rows))

    def size(self) -> StoreSize:
        """How much is in it."""
        from sqlalchemy import func

        known = tables()
        runs, trials, solutions, known_solutions, observations, feedback = (
            self._rows(select(func.count()).select_from(table))[0][0]
            for table in (
                known.runs,
                known.trials,
                known.solutions,
                known.known_solutions,
                known.observations,
                known.feedback,
            )
        )
        verdicts, responses = (
            self._rows(select(func.count(), func.coalesce(func.sum(table.c.size), 0)))[0]
            for table in (known.verdicts, known.responses)
        )
        return StoreSize(
            self.location,
            self._total_bytes(),
            runs,
            trials,
            verdicts[0],
            int(verdicts[1]),
            solutions,
            responses[0],
            int(responses[1]),
            known_solutions,
            observations,
            feedback,
        )

    def prune(
        self,
        *,
        keep_runs: int | None = None,
        older_than: timedelta | None = None,
        cache_bytes: int | None = None,
        with_counts: bool = False,
    ) -> Pruned:
        """Take out runs that are neither among the newest nor young, and give their space back."""
        check_bounds(keep_runs, older_than, cache_bytes)
        before, now, known = self.size(), self._clock(), tables()
        doomed = prunable(self.runs(), now=now, keep_runs=keep_runs, older_than=older_than)
        with self._writing() as connection:
            for run_id in doomed:
                number = self._number(connection, run_id)
                if number is not None:
                    self._delete(connection, number)
            for cache in (known.verdicts, known.responses, known.known_solutions):
                if older_than is not None:
                    border = int((now - older_than.total_seconds()) * MICRO)
                    connection.execute(cache.delete().where(cache.c.used < border))
                self._trim(connection, cache, self._cache_bytes if cache_bytes is None else cache_bytes)
            self._drop_unused_names(connection)
            if older_than is not None:
                self._prune_alerts(connection, int((now - older_than.total_seconds()) * MICRO))
        if older_than is not None:
            self._prune_observations(hour_of(now - older_than.total_seconds()), with_counts=with_counts)
        self._give_space_back()
        return pruned(before, self.size())

    def _give_space_back(self) -> None:
        self._names.cache_clear()
        if self._path is None:
            return  # PostgreSQL tidies up by itself
        with explained(self.location, self._secrets), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            before, free = None, _free_pages(cursor)
            while free and free != before:
                # A script, because `execute` stops after the first page; and not all at once: others want to write.
                cursor.executescript(f"PRAGMA incremental_vacuum({_FREED_PAGES});")
                before, free = free, _free_pages(cursor)
            cursor.executescript("PRAGMA wal_checkpoint(TRUNCATE);")

    def _total_bytes(self) -> int:
        if self._path is not None:
            files = (self._path, Path(f"{self._path}-wal"))
            return sum(file.stat().st_size for file in files if file.exists())
        sizes = " + ".join(f"pg_total_relation_size('{table.name}')" for table in fields(Tables))
        with self._reading() as connection:
            return int(connection.exec_driver_sql(f"SELECT {sizes}").scalar_one())


def _free_pages(cursor: Any) -> int:  # Any: a DBAPI cursor
    return int(cursor.execute("PRAGMA freelist_count").fetchone()[0])
