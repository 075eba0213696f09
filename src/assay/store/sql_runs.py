"""Runs, who makes them, and their reports, in a database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from assay.errors import InvalidValue
from assay.spec import Run, RunState
from assay.store.base import UnknownRun, check_run, choose_run
from assay.store.codec import from_column, from_json_column, json_column, to_column
from assay.store.connections import corrupt
from assay.store.database import MANY, MICRO, Database, parts, select, upsert
from assay.store.leases import Holder, Lease, as_it_stands, may_hold
from assay.store.observation_writes import delete_feedback_on_run, delete_of_run
from assay.store.rows import run_of, run_values, score_of, score_values
from assay.store.schema import tables

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection


class SqlRuns(Database):
    """The part of a store in a database that keeps runs."""

    def add_run(self, run: Run) -> None:
        """Keep a new run; its id must not be taken."""
        check_run(run)
        with self._writing() as connection:
            insert = upsert(connection, tables().runs).values(**run_values(run))
            insert = insert.on_conflict_do_nothing(index_elements=["id"]).execution_options(preserve_rowcount=True)
            if connection.execute(insert).rowcount != 1:
                raise InvalidValue(f"there is a run with the id {run.id!r} already")
            self._put_scores(connection, self._known_number(connection, run.id), run)

    def update_run(self, run: Run) -> None:
        """Keep the run as it stands now, under its id."""
        check_run(run)
        runs, scores = tables().runs, tables().scores
        with self._writing() as connection:
            number = self._known_number(connection, run.id)
            connection.execute(runs.update().where(runs.c.number == number).values(**run_values(run)))
            connection.execute(scores.delete().where(scores.c.run == number))
            self._put_scores(connection, number, run)

    def get_run(self, run_id: str) -> Run:
        """The run of exactly that id."""
        found = self._runs(tables().runs.c.id == to_column(run_id))
        if not found:
            raise UnknownRun(run_id, [known for known, _ in self._listing()])
        return found[0]

    def find_run(self, text: str) -> Run:
        """The run meant by an id, a name (the newest of that name), a unique prefix of an id, or `latest`."""
        return self.get_run(choose_run(text, self._listing()))

    def runs(
        self,
        *,
        limit: int | None = None,
        benchmark: str | None = None,
        labels: Mapping[str, str] | None = None,
        after: str | None = None,
    ) -> list[Run]:
        """Runs, the newest first; with `labels`, those that carry all of them; `after`: those that follow this one."""
        runs = tables().runs
        where = [] if benchmark is None else [runs.c.benchmark == to_column(benchmark)]
        if after is not None:
            where.append(self._older_than(after))
        limit = None if limit is None else max(limit, 0)
        if not labels:
            return self._runs(*where, limit=limit)
        found = (run for run in self._runs(*where) if labels.items() <= run.labels.items())
        return list(islice(found, limit))

    def unfinished(self, plan: str) -> Run | None:
        """The newest run of that plan that is not finished."""
        runs = tables().runs
        found = self._runs(runs.c.plan == to_column(plan), runs.c.state != RunState.FINISHED.value, limit=1)
        return found[0] if found else None

    def hold(self, run_id: str, holder: Holder, *, by_force: bool = False) -> Holder:
        """Who has the run from now on: `holder`, unless another one has it that lives; with `by_force` in any case."""
        leases, now = tables().leases, self._clock()
        with self._writing() as connection:
            number = self._known_number(connection, run_id)
            values = {"run": number, "holder": to_column(holder.as_text()), "seen": int(now * MICRO)}
            insert = upsert(connection, leases).values(**values).on_conflict_do_nothing(index_elements=["run"])
            if connection.execute(insert.execution_options(preserve_rowcount=True)).rowcount == 1:
                return holder
            locked = connection.execute(select(leases).where(leases.c.run == number).with_for_update()).one()
            found, state = self._lease(locked), self._state(connection, number)
            if not by_force and not may_hold(holder, state, found, now):
                return found.holder
            connection.execute(leases.update().where(leases.c.run == number).values(**values))
            return holder

    def keep_report(self, run_id: str, report: Mapping[str, Any]) -> None:  # Any: JSON
        """Keep the report of a run, in the place of the one before."""
        with self._writing() as connection:
            values = {"run": self._known_number(connection, run_id), "body": json_column(dict(report))}
            self._put(connection, tables().reports, [values], key=("run",))

    def report(self, run_id: str) -> dict[str, Any] | None:  # Any: JSON
        """The report that was kept with a run."""
        table = tables().reports
        rows = self._rows(select(table.c.body).where(table.c.run == self._known(run_id)))
        try:
            return from_json_column(rows[0].body) if rows else None
        except ValueError as error:
            raise corrupt(self.location, f"the report of a run cannot be read: {error}") from error

    def _runs(self, *where: ColumnElement[bool], limit: int | None = None) -> list[Run]:
        runs, scores = tables().runs, tables().scores
        chosen = select(runs).where(*where).order_by(runs.c.created.desc(), runs.c.number.desc()).limit(limit)
        with self._reading() as connection:
            rows = connection.execute(chosen).all()
            leases = self._leases(connection, [row.number for row in rows if row.state == RunState.RUNNING.value])
            scores_of: dict[int, list[Any]] = {row.number: [] for row in rows}  # Any: scores' rows
            for numbers in parts(list(scores_of), MANY):
                statement = select(scores).where(scores.c.run.in_(numbers)).order_by(scores.c.run, scores.c.place)
                for score in connection.execute(statement):
                    scores_of[score.run].append(score)
        now = self._clock()
        try:
            return [
                as_it_stands(run_of(row, map(score_of, scores_of[row.number])), leases.get(row.number), now)
                for row in rows
            ]
        except (ValueError, TypeError) as error:
            raise corrupt(self.location, f"a run cannot be read: {error}") from error

    def _older_than(self, run_id: str) -> ColumnElement[bool]:
        """Return what holds for the runs that follow one, in the order from the newest on."""
        from sqlalchemy import and_, or_

        runs = tables().runs
        with self._reading() as connection:
            known = connection.execute(
                select(runs.c.created, runs.c.number).where(runs.c.id == to_column(run_id))
            ).first()
        if known is None:
            raise UnknownRun(run_id, [one for one, _ in self._listing()])
        return or_(runs.c.created < known.created, and_(runs.c.created == known.created, runs.c.number < known.number))

    def _listing(self) -> list[tuple[str, str]]:
        runs = tables().runs
        statement = select(runs.c.id, runs.c.name).order_by(runs.c.created.desc(), runs.c.number.desc())
        return [(from_column(row.id), from_column(row.name)) for row in self._rows(statement)]

    def _leases(self, connection: Connection, numbers: Sequence[int]) -> dict[int, Lease]:
        leases = tables().leases
        found: dict[int, Lease] = {}
        for part in parts(numbers, MANY):
            rows = connection.execute(select(leases).where(leases.c.run.in_(part)))
            found.update((row.run, self._lease(row)) for row in rows)
        return found

    def _lease(self, row: Any) -> Lease:  # Any: a row of leases
        try:
            return Lease(Holder.from_text(from_column(row.holder)), row.seen / MICRO)
        except (ValueError, TypeError) as error:
            raise corrupt(self.location, f"a lease cannot be read: {error}") from error

    def _state(self, connection: Connection, number: int) -> RunState:
        runs = tables().runs
        return RunState(connection.execute(select(runs.c.state).where(runs.c.number == number)).scalar_one())

    def _put_scores(self, connection: Connection, number: int, run: Run) -> None:
        if run.scores:
            connection.execute(tables().scores.insert(), score_values(number, run.scores))

    def _delete(self, connection: Connection, number: int) -> None:
        known = tables()
        name = select(known.runs.c.id).where(known.runs.c.number == number).scalar_subquery()
        run_id = from_column(connection.execute(select(name)).scalar_one())
        delete_feedback_on_run(connection, run_id)
        delete_of_run(connection, run_id)
        connection.execute(known.ratings.delete().where(known.ratings.c.run == name))
        connection.execute(known.trials.delete().where(known.trials.c.run == number))
        connection.execute(known.solutions.delete().where(known.solutions.c.run == number))
        connection.execute(known.scores.delete().where(known.scores.c.run == number))
        connection.execute(known.leases.delete().where(known.leases.c.run == number))
        connection.execute(known.reports.delete().where(known.reports.c.run == number))
        connection.execute(known.runs.delete().where(known.runs.c.number == number))
