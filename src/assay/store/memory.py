"""A store that lives as long as its process: for tests, and for runs that nobody wants to keep."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from assay.errors import InvalidValue
from assay.records import Trial, Verdict
from assay.solutions import Completion, Draft, Solution
from assay.spec import Run, RunState
from assay.store.base import (
    CACHE_BYTES,
    UNJUDGED,
    Pruned,
    Rating,
    StoreSize,
    TrialKey,
    UnknownRun,
    Wanted,
    check_bounds,
    check_quarantine,
    check_rating,
    check_run,
    check_solutions,
    check_trials,
    choose_run,
    missing_trial,
    prunable,
    pruned,
)
from assay.store.codec import pack, plain, unpack, unpack_names
from assay.store.hours import hour_of
from assay.store.leases import Holder, Lease, as_it_stands, may_hold
from assay.store.memory_alerts import MemoryAlerts
from assay.store.memory_cache import MemoryCache
from assay.store.memory_observations import MemoryObservations
from assay.store.memory_tokens import MemoryTokens
from assay.store.solution_codec import (
    PackedSolution,
    pack_completion,
    pack_draft,
    pack_solution,
    unpack_completion,
    unpack_draft,
    unpack_solution,
)


@dataclass(slots=True)
class _Row:
    """A trial as the store holds it, with what it is searched by."""

    sequence: int
    verdict: Verdict | None
    body: bytes
    names: tuple[str, ...] | None


@dataclass(slots=True)
class _Kept:
    """A run with its trials, in the order of adding."""

    run: Run
    lease: Lease | None = None
    report: dict[str, Any] | None = None  # Any: JSON
    rows: dict[TrialKey, _Row] = field(default_factory=dict)
    solutions: dict[str, PackedSolution] = field(default_factory=dict)


class MemoryStore(MemoryObservations, MemoryAlerts, MemoryTokens):
    """A store without a file.

    >>> store = MemoryStore()
    >>> store.add_run(Run("r1", "starter", "1"))
    >>> store.find_run("latest").id
    'r1'
    """

    location = "memory"

    def __init__(self, *, cache_bytes: int = CACHE_BYTES, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._runs: dict[str, _Kept] = {}
        self._verdicts = MemoryCache[_Row](cache_bytes, clock=clock)
        self._responses = MemoryCache[bytes](cache_bytes, clock=clock)
        self._known_solutions = MemoryCache[bytes](cache_bytes, clock=clock)
        self._ratings: dict[tuple[str, str, str], Rating] = {}
        self._quarantines: dict[str, dict[str, str]] = {}
        self._holding = threading.Lock()
        self._clock = clock

    def add_run(self, run: Run) -> None:
        check_run(run)
        if run.id in self._runs:
            raise InvalidValue(f"there is a run with the id {run.id!r} already")
        self._runs[run.id] = _Kept(_plain(run))

    def update_run(self, run: Run) -> None:
        check_run(run)
        self._kept(run.id).run = _plain(run)

    def get_run(self, run_id: str) -> Run:
        kept = self._kept(run_id)
        return as_it_stands(kept.run, kept.lease, self._clock())

    def find_run(self, text: str) -> Run:
        return self.get_run(choose_run(text, [(run.id, run.name) for run in self.runs()]))

    def runs(
        self,
        *,
        limit: int | None = None,
        benchmark: str | None = None,
        labels: Mapping[str, str] | None = None,
        after: str | None = None,
    ) -> list[Run]:
        standing = map(self.get_run, reversed(self._runs))
        newest = sorted(standing, key=lambda run: run.created, reverse=True)
        # `reverse` keeps the order of equal ones, so among equal times the last one added stays first.
        first = 0 if after is None else 1 + newest.index(self.get_run(after))
        wanted = set((labels or {}).items())
        found = [
            run
            for run in newest[first:]
            if (benchmark is None or run.benchmark == benchmark) and wanted <= run.labels.items()
        ]
        return found if limit is None else found[: max(limit, 0)]

    def unfinished(self, plan: str) -> Run | None:
        matching = (run for run in self.runs() if run.plan == plan and run.state is not RunState.FINISHED)
        return next(matching, None)

    def hold(self, run_id: str, holder: Holder, *, by_force: bool = False) -> Holder:
        kept, now = self._kept(run_id), self._clock()
        with self._holding:  # who renews in another thread must not write over who takes over
            if kept.lease is None or by_force or may_hold(holder, kept.run.state, kept.lease, now):
                kept.lease = Lease(holder, now)
            return kept.lease.holder

    def delete_run(self, run_id: str) -> None:
        self._kept(run_id)
        del self._runs[run_id]
        self._remove_feedback(run_id)
        self.remove_observations(run_id)
        self._ratings = {key: rating for key, rating in self._ratings.items() if key[0] != run_id}

    def keep_report(self, run_id: str, report: Mapping[str, Any]) -> None:  # Any: JSON
        self._kept(run_id).report = plain(report)

    def report(self, run_id: str) -> dict[str, Any] | None:  # Any: JSON
        return self._kept(run_id).report

    def add_trials(self, run_id: str, trials: Sequence[tuple[int, Trial]]) -> None:
        check_trials(trials)
        rows = self._kept(run_id).rows
        rows.update({_key(trial): _row(trial, sequence) for sequence, trial in trials})

    def replace_trials(self, run_id: str, trials: Sequence[Trial]) -> None:
        rows = self._kept(run_id).rows
        for trial in trials:
            if _key(trial) not in rows:
                raise missing_trial(run_id, trial)
        self.add_trials(run_id, [(rows[_key(trial)].sequence, trial) for trial in trials])

    def trials(self, run_id: str, *, problem: str | None = None, verdict: Wanted | None = None) -> Iterator[Trial]:
        rows = self._kept(run_id).rows.items()
        chosen = [
            row for key, row in rows if (problem is None or key[0] == problem) and _is_wanted(row.verdict, verdict)
        ]
        return (unpack(row.body, row.names) for row in sorted(chosen, key=lambda row: row.sequence))

    def judged(self, run_id: str) -> set[TrialKey]:
        return {key for key, row in self._kept(run_id).rows.items() if row.verdict is not None}

    def counts(self, run_id: str) -> dict[Verdict | None, int]:
        return dict(Counter(row.verdict for row in self._kept(run_id).rows.values()))

    def remove_trials(self, run_id: str, keys: Collection[TrialKey]) -> int:
        rows = self._kept(run_id).rows
        return sum(rows.pop(key, None) is not None for key in keys)

    def cached(self, keys: Collection[str]) -> dict[str, Trial]:
        found = {key: row for key in keys if (row := self._verdicts.get(key)) is not None}
        return {key: unpack(row.body, row.names) for key, row in found.items()}

    def cache(self, items: Iterable[tuple[str, Trial]]) -> None:
        for key, trial in items:
            if trial.verdict is not None:
                row = _row(trial, 0)
                self._verdicts.put(key, row, size=len(row.body))

    def response(self, key: str) -> Completion | None:
        body = self._responses.get(key)
        return None if body is None else unpack_completion(body)

    def keep_response(self, key: str, completion: Completion) -> None:
        body = pack_completion(completion)
        self._responses.put(key, body, size=len(body))

    def add_solutions(self, run_id: str, solutions: Sequence[Solution]) -> None:
        check_solutions(solutions)
        kept = self._kept(run_id).solutions
        kept.update({solution.problem_id: pack_solution(solution) for solution in solutions})

    def solutions(self, run_id: str, *, problem: str | None = None, steps: bool = True) -> Iterator[Solution]:
        kept = list(self._kept(run_id).solutions.items())
        chosen = [packed for problem_id, packed in kept if problem is None or problem_id == problem]
        return (unpack_solution(packed.body, packed.steps if steps else None) for packed in chosen)

    def known_solution(self, key: str) -> Draft | None:
        body = self._known_solutions.get(key)
        return None if body is None else unpack_draft(body)

    def keep_known_solution(self, key: str, draft: Draft) -> None:
        body = pack_draft(draft)
        self._known_solutions.put(key, body, size=len(body))

    def add_rating(self, rating: Rating) -> None:
        check_rating(rating)
        self._ratings[rating["run"], rating["candidate"], rating["rater"]] = dict(rating)

    def ratings(self, run: str | None = None) -> list[Rating]:
        return [dict(rating) for key, rating in sorted(self._ratings.items()) if run is None or key[0] == run]

    def quarantine(self, digest: str, problems: Mapping[str, str]) -> None:
        check_quarantine(digest, problems)
        self._quarantines[digest] = dict(sorted(problems.items()))

    def quarantined(self, digest: str) -> dict[str, str]:
        return dict(self._quarantines.get(digest, {}))

    def check_writable(self) -> None:
        """Do nothing: memory can always be written."""

    def size(self) -> StoreSize:
        trials = [row for kept in self._runs.values() for row in kept.rows.values()]
        solutions = [packed for kept in self._runs.values() for packed in kept.solutions.values()]
        caches = self._verdicts.size + self._responses.size + self._known_solutions.size
        return StoreSize(
            self.location,
            caches + sum(len(row.body) for row in trials) + sum(len(one.body) + len(one.steps) for one in solutions),
            len(self._runs),
            len(trials),
            len(self._verdicts),
            self._verdicts.size,
            len(solutions),
            len(self._responses),
            self._responses.size,
            len(self._known_solutions),
            len(self._observed),
            len(self._feedback),
        )

    def prune(
        self,
        *,
        keep_runs: int | None = None,
        older_than: timedelta | None = None,
        cache_bytes: int | None = None,
        with_counts: bool = False,
    ) -> Pruned:
        check_bounds(keep_runs, older_than, cache_bytes)
        before = self.size()
        for run_id in prunable(self.runs(), now=self._clock(), keep_runs=keep_runs, older_than=older_than):
            self.delete_run(run_id)
        border = None if older_than is None else self._clock() - older_than.total_seconds()
        for cache in (self._verdicts, self._responses, self._known_solutions):
            cache.cut(cache_bytes, unused_since=border)
        if border is not None:
            self._prune_alerts(border)
            self._prune_observations(hour_of(border), with_counts=with_counts)
        return pruned(before, self.size())

    def close(self) -> None:
        """Nothing to let go of."""

    def _kept(self, run_id: str) -> _Kept:
        if run_id not in self._runs:
            raise UnknownRun(run_id, [run.id for run in self.runs()])
        return self._runs[run_id]


def _key(trial: Trial) -> TrialKey:
    return trial.problem_id, trial.candidate.attempt


def _row(trial: Trial, sequence: int) -> _Row:
    packed = pack(trial)
    names = None if packed.names is None else unpack_names(packed.names)
    return _Row(sequence, trial.verdict, packed.body, names)


def _is_wanted(verdict: Verdict | None, wanted: Wanted | None) -> bool:
    return wanted is None or verdict == (None if wanted == UNJUDGED else wanted)


def _plain(run: Run) -> Run:
    return replace(run, labels=dict(run.labels), facts=dict(run.facts))
