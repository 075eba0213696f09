"""Answers of models, solutions and known solutions in a database."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from assay.hashing import content_digest
from assay.solutions import Completion, Draft, Solution
from assay.store.base import check_solutions
from assay.store.codec import to_column
from assay.store.connections import corrupt
from assay.store.database import MICRO, chunks, select
from assay.store.grouping import GroupedWrites
from assay.store.rows import Values, solution_values
from assay.store.schema import tables
from assay.store.solution_codec import (
    pack_completion,
    pack_draft,
    pack_solution,
    unpack_completion,
    unpack_draft,
    unpack_solution,
)
from assay.store.sql_caching import SAME_USE, Caching

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, TableClause

T = TypeVar("T")

_PLACES = 4096
"""Solutions whose places are read at once: two numbers each."""


class SqlSolutions(Caching):
    """The part of a store in a database that keeps what models answered and what solvers made of it."""

    def __init__(self, location: str | os.PathLike[str], **how: Any) -> None:  # Any: arguments of `Caching`
        self._answers = GroupedWrites(self._put_responses)
        super().__init__(location, **how)

    # answers of models

    def response(self, key: str) -> Completion | None:
        """The answer that was kept under a key of `assay.models.base.request_key`."""
        return self._recalled(tables().responses, key, unpack_completion)

    def keep_response(self, key: str, completion: Completion) -> None:
        """Keep an answer; when this returns, it outlives the process, however that ends.

        Answers that several threads bring at the same time share a transaction.
        """
        self._answers.put(self._cache_values(key, pack_completion(completion)))

    def _put_responses(self, rows: list[Values]) -> None:
        self._remember(tables().responses, rows)

    # solutions

    def add_solutions(self, run_id: str, solutions: Sequence[Solution]) -> None:
        """Keep solutions of a run, all or none; one of a problem that is there already is replaced."""
        check_solutions(solutions)
        last = {solution.problem_id: solution for solution in solutions}
        packed = [(solution, pack_solution(solution)) for solution in last.values()]
        with self._writing() as connection:
            number = self._known_number(connection, run_id)
            values = [solution_values(number, *pair) for pair in packed]
            self._put(connection, tables().solutions, values, key=("run", "problem"))

    def solutions(self, run_id: str, *, problem: str | None = None, steps: bool = True) -> Iterator[Solution]:
        """The solutions of a run in the order of adding, a few at a time in memory; without `steps`, much faster."""
        table = tables().solutions
        where = [table.c.run == self._known(run_id)]
        if problem is not None:
            where.append(table.c.problem == to_column(problem))
        return self._stream_solutions(where, steps=steps)

    def _stream_solutions(self, where: Sequence[ColumnElement[bool]], *, steps: bool) -> Iterator[Solution]:
        """Short reads one after another, so that a slow reader never keeps the database from tidying up."""
        from sqlalchemy import func, literal

        table = tables().solutions
        columns = [table.c.body, table.c.steps] if steps else [table.c.body]
        size = sum(map(func.length, columns), start=literal(0)).label("size")
        place = select(table.c.number, size).where(*where).order_by(table.c.number).limit(_PLACES)
        rows = self._rows(place)
        while rows:
            for numbers in chunks(rows):
                chosen = select(*columns).where(table.c.number.in_(numbers)).order_by(table.c.number)
                yield from map(self._solution, self._rows(chosen))
            rows = self._rows(place.where(table.c.number > rows[-1].number))

    def _solution(self, row: Any) -> Solution:  # Any: a row with body, and with steps where they are wanted
        try:
            return unpack_solution(row.body, getattr(row, "steps", None))
        except ValueError as error:
            raise corrupt(self.location, f"a solution cannot be read: {error}") from error

    # known solutions

    def known_solution(self, key: str) -> Draft | None:
        """The code that solved a problem with this content before, with the confidence that it is right."""
        return self._recalled(tables().known_solutions, key, unpack_draft)

    def keep_known_solution(self, key: str, draft: Draft) -> None:
        """Keep code that solves a problem with this content, in the place of what was kept before."""
        self._remember(tables().known_solutions, [self._cache_values(key, pack_draft(draft))])

    # rows of both caches

    def _recalled(self, table: TableClause, key: str, read: Callable[[bytes], T]) -> T | None:
        digest, now = content_digest(key), int(self._clock() * MICRO)
        rows = self._rows(select(table.c.used, table.c.body).where(table.c.digest == digest))
        if not rows:
            return None
        if now - rows[0].used > SAME_USE * MICRO:
            self._note_use(table, [digest], now)
        try:
            return read(rows[0].body)
        except ValueError as error:
            raise corrupt(self.location, f"a row of {table.name} cannot be read: {error}") from error

    def _cache_values(self, key: str, body: bytes) -> Values:
        used = int(self._clock() * MICRO)
        return {"digest": content_digest(key), "used": used, "size": len(body), "body": body}

    def _remember(self, table: TableClause, rows: list[Values]) -> None:
        # The last one of each key, and sorted, so that two processes never wait for each other.
        values = [row for _, row in sorted({row["digest"]: row for row in rows}.items())]
        with self._writing() as connection:
            self._put(connection, table, values, key=("digest",))
            self._count_bytes(connection, table, sum(row["size"] for row in values))
