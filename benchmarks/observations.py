"""Observations in a store of SQLite: how fast they come in, and how fast windows and trends of millions come out."""

from __future__ import annotations

import math
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.bench import Options, Outcome, table

if TYPE_CHECKING:
    from assay.observations import Observation
    from assay.store.base import Store

OBSERVATIONS, QUICK_OBSERVATIONS = 5_000_000, 50_000
INGESTED, QUICK_INGESTED = 100_000, 5_000
BATCHES = (100, 1_000)
QUESTIONS, QUICK_QUESTIONS = 60, 5
ROUNDS = 3
END = datetime(2026, 11, 1, tzinfo=UTC)
DAY = timedelta(days=1)
YEAR = 365 * DAY
VERSIONS, TYPES, TASKS = 12, 5, 5_000
CLASSES = ("timeout", "wrong answer", "crash", "out of memory")
MOST_SECONDS = 0.1
"""What 95 of a hundred questions about windows and trends should take at most."""

_PLAIN_TABLE = """CREATE TABLE plain (
    id TEXT NOT NULL UNIQUE, at TEXT, model TEXT, model_version TEXT, task_type TEXT, task TEXT, error_class TEXT,
    cost REAL, latency REAL, message TEXT); CREATE INDEX plain_by_time ON plain (at)"""

Question = Callable[[random.Random], object]


@dataclass(frozen=True, slots=True)
class _Rates:
    """Observations per wall second in one size of batch."""

    ours: float
    plain: float
    """Rows put by `executemany` of sqlite3, one transaction for each batch."""
    late: float
    """Ours, in the store that holds all observations already."""


def run(options: Options) -> Outcome:
    from assay.store.sql import SqlStore

    total = QUICK_OBSERVATIONS if options.quick else OBSERVATIONS
    ingested = QUICK_INGESTED if options.quick else INGESTED
    rounds = 1 if options.quick else ROUNDS
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
        folder = Path(name)
        early = {size: _race(folder, size, ingested, rounds) for size in BATCHES}
        with closing(SqlStore(folder / "year.db")) as store:
            started = time.perf_counter()
            for batch in _batches(_observations(total, seed=1, since=END - YEAR, until=END), 10_000):
                store.add_observations(batch)
            built = total / (time.perf_counter() - started)
            size = sum(file.stat().st_size for file in folder.glob("year.db*"))
            spent = _asked(_questions(store), QUICK_QUESTIONS if options.quick else QUESTIONS)
            late = {
                size: max(_ingest(store, size, ingested, seed=100 * size + number) for number in range(rounds))
                for size in BATCHES
            }
    rates = {size: _Rates(*early[size], late[size]) for size in BATCHES}
    return _outcome(total, built, size, rates, spent)


def _observations(count: int, *, seed: int, since: datetime, until: datetime) -> Iterator[Observation]:
    """Yield observations in the order of time: a new version each month, which some get earlier, and types of tasks."""
    from assay.observations import Observation

    numbers = random.Random(seed)
    step = (until - since) / count
    for place in range(count):
        at = since + place * step
        passed = numbers.random() < 0.8
        version = math.floor(VERSIONS * ((at - END) / YEAR + 1) + (numbers.random() < 0.1))
        yield Observation(
            task_id=f"task/{numbers.randrange(TASKS)}",
            passed=passed,
            at=at,
            id=f"{seed:06x}{place:010x}{numbers.getrandbits(64):016x}",
            model="model",
            model_version=f"2.{version}",
            task_type=f"type {numbers.randrange(TYPES)}",
            error_class="" if passed else numbers.choice(CLASSES),
            message="" if passed else f"AssertionError: expected 3, got {place}",
            cost_usd=round(numbers.lognormvariate(-4, 1), 6),
            latency_seconds=round(numbers.lognormvariate(1.5, 0.8), 3),
        )


def _batches(observations: Iterator[Observation], size: int) -> Iterator[list[Observation]]:
    while batch := list(islice(observations, size)):
        yield batch


def _race(folder: Path, size: int, count: int, rounds: int) -> tuple[float, float]:
    """Return observations per second of the best round: ours, and rows by plain sqlite3; the rounds alternate."""
    from assay.store.sql import SqlStore

    ours = plain = 0.0
    for number in range(rounds):
        with closing(SqlStore(folder / f"ours-{size}-{number}.db")) as store:
            ours = max(ours, _ingest(store, size, count, seed=number))
        plain = max(plain, _plain(folder / f"plain-{size}-{number}.db", size, count, seed=number))
    return ours, plain


def _ingest(store: Store, size: int, count: int, *, seed: int) -> float:
    """Return the observations of one busy day that a store takes per second."""
    batches = list(_batches(_observations(count, seed=seed + 2, since=END, until=END + DAY), size))
    started = time.perf_counter()
    for batch in batches:
        store.add_observations(batch)
    return count / (time.perf_counter() - started)


def _plain(path: Path, size: int, count: int, *, seed: int) -> float:
    """Return the rows per second that sqlite3 alone puts into one table without any counts."""
    rows = [
        (one.id, one.at.isoformat(), one.model, one.model_version, one.task_type, one.task_id, one.error_class,
         one.cost_usd, one.latency_seconds, one.message)
        for one in _observations(count, seed=seed + 2, since=END, until=END + DAY)
    ]  # fmt: skip
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + _PLAIN_TABLE)
        started = time.perf_counter()
        for start in range(0, count, size):
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(f"INSERT INTO plain VALUES ({', '.join('?' * 10)})", rows[start : start + size])
            connection.execute("COMMIT")
        return count / (time.perf_counter() - started)


def _questions(store: Store) -> dict[str, Question]:
    """Return what a dashboard asks, each at a random time of the year that begins and ends within an hour."""
    from assay.monitoring.windows import trend
    from assay.observations import Chosen

    def window(length: timedelta, numbers: random.Random) -> Chosen:
        until = END - (YEAR - length) * numbers.random()
        return Chosen(since=until - length, until=until)

    def a_slice(length: timedelta, numbers: random.Random) -> Chosen:
        return replace(window(length, numbers), slices={"task_type": f"type {numbers.randrange(TYPES)}"})

    def by_day(zone: str) -> Question:
        return lambda numbers: trend(store, window(YEAR - DAY, numbers), by="day", zone=zone, now=END)

    month = 30 * DAY
    return {
        "window of 1 hour": lambda numbers: store.tallies(window(DAY / 24, numbers)),
        "window of 24 hours": lambda numbers: store.tallies(window(DAY, numbers)),
        "window of 30 days": lambda numbers: store.tallies(window(month, numbers)),
        "window of 30 days, one type": lambda numbers: store.tallies(a_slice(month, numbers)),
        "window of 30 days, by version": lambda numbers: store.tallies(window(month, numbers), by=["model_version"]),
        "window of 30 days, by error class": lambda numbers: store.tallies(window(month, numbers), by=["error_class"]),
        "trend of 30 days by hour": lambda numbers: trend(store, window(month, numbers), now=END),
        "trend of a year by day": by_day("UTC"),
        "trend of a year by day of Berlin": by_day("Europe/Berlin"),
        "trend of a year by day of Kolkata": by_day("Asia/Kolkata"),
        "latencies of 30 days": lambda numbers: store.latencies(window(month, numbers)),
        "versions of a year": lambda numbers: store.values("model_version", window(YEAR, numbers)),
        "newest 50 failures of a task": lambda numbers: store.observations(
            Chosen(), passed=False, task_id=f"task/{numbers.randrange(TASKS)}", limit=50
        ),
        "newest 50 of an error class": lambda numbers: store.observations(
            Chosen(), error_class=numbers.choice(CLASSES), limit=50
        ),
    }


def _asked(questions: dict[str, Question], times: int) -> dict[str, list[float]]:
    """Return the seconds of each question, asked again and again about different times."""
    spent: dict[str, list[float]] = {}
    for name, ask in questions.items():
        numbers = random.Random(0)
        spent[name] = []
        for _ in range(times):
            started = time.perf_counter()
            ask(numbers)
            spent[name].append(time.perf_counter() - started)
    return spent


def _outcome(total: int, built: float, size: int, rates: dict[int, _Rates], spent: dict[str, list[float]]) -> Outcome:
    quantiles = {name: (statistics.median(times), _p95(times)) for name, times in spent.items()}
    slow = [name for name, (_, high) in quantiles.items() if high > MOST_SECONDS]
    ingest = table(
        ["observations per second", "empty store", "plain sqlite3", "share", f"{total:,} kept"],
        [
            [f"batches of {size:,}", f"{one.ours:,.0f}", f"{one.plain:,.0f}", f"{one.ours / one.plain:.2f}",
             f"{one.late:,.0f}"]
            for size, one in rates.items()
        ],
    )  # fmt: skip
    asked = table(
        ["milliseconds", "median", "95 %"],
        [[name, f"{1e3 * middle:.1f}", f"{1e3 * high:.1f}"] for name, (middle, high) in quantiles.items()],
    )
    text = "\n\n".join(
        (
            "One process, SQLite with `synchronous = FULL`, one transaction for each batch, best round. Plain sqlite3 "
            "puts the same rows by `executemany` into one table with two indexes and keeps no counts.",
            ingest,
            f"{total:,} observations of a year in {VERSIONS} versions × {TYPES} types ({size / 1e6:,.0f} MB, put at "
            f"{built:,.0f} per second in batches of 10,000); windows begin and end anywhere within an hour. "
            f"The goal is {1e3 * MOST_SECONDS:.0f} ms: {'missed by ' + ', '.join(slow) if slow else 'held by all'}.",
            asked,
        )
    )
    figures = {
        "built_per_second": built,
        "bytes": size,
        "ingest_per_second": {str(size): asdict(one) for size, one in rates.items()},
        "milliseconds": {name: [1e3 * middle, 1e3 * high] for name, (middle, high) in quantiles.items()},
    }
    return Outcome("Observations", text, figures)


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]
