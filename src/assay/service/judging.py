"""What a request to judge asks for, held against what the service allows; and the workers that do it."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from assay.choices import Bounds
from assay.errors import InvalidProblem, InvalidValue, UnknownNameError
from assay.extraction import Form
from assay.front.answering import candidate_of
from assay.front.columns import COLUMNS, ColumnReader, language_of
from assay.front.pooling import Item, JudgingPool, local_engine
from assay.judges.base import judge_of
from assay.metrics.partial import partial_correctness
from assay.records import MIB, Candidate, Cases, Limits, Problem, Programs, Trial
from assay.service.answers import Refused
from assay.service.context import Context, ServiceSettings
from assay.service.shelf import Shelf
from assay.settings import ISOLATION_LEVELS
from assay.spec import Judging
from assay.text import one_line

PART = "judging"
MOST_CANDIDATES = 10_000
MOST_CHARACTERS = MIB
"""Of the text of one candidate."""
MOST_CASES = 10_000
"""Of a problem that a request states: calls of a function, which share one process."""
MOST_INPUTS = 1000
"""The same of a program, which is started for each."""
LONGEST_TEXT = 500
"""Characters of what an answer says of a candidate."""
SHOWN_OUTCOMES = 1000
TEXTS = {"code": Form.SOLUTION, "completion": Form.COMPLETION, "response": Form.CHAT}
"""Field → what its text is."""
KEYS = ("benchmark", "problem_id", "problem", *TEXTS, "limits", "isolation", "cache", "details", "candidates")
_MAKING = threading.Lock()


@dataclass(frozen=True, slots=True)
class JudgingDesk:
    """The parts that judge for a service."""

    settings: ServiceSettings
    shelf: Shelf
    pool: JudgingPool
    columns: ColumnReader


def desk_of(context: Context) -> JudgingDesk:
    """Return the parts that judge for a service; their processes start with the first candidate."""
    with _MAKING:
        if PART not in context.parts:
            settings = context.settings
            context.parts[PART] = JudgingDesk(
                settings,
                Shelf(settings.benchmarks, Judging(isolation=settings.isolation)),
                JudgingPool(lambda: local_engine(settings.workers), verdicts=context.store),
                ColumnReader(),
            )
        found: JudgingDesk = context.parts[PART]
        return found


@contextmanager
def judging(context: Context) -> Iterator[None]:
    """Judge as long as the service runs; what waits at its end is told that it is unjudged."""
    yield
    if PART in context.parts:
        desk_of(context).pool.close()


Way = tuple[Judging, bool, bool]
"""How a candidate is judged, whether its tests are the sender's own, and whether verdicts of before may be used."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The candidates of one request, by how they are judged; each with its place."""

    groups: Mapping[Way, Sequence[tuple[int, Item]]]
    count: int
    details: bool


def asked_of(desk: JudgingDesk, rows: Sequence[Any], *, usual: Mapping[str, Any] | None = None) -> Asked:  # Any: JSON
    """Return what rows ask for, each of which may leave out what `usual` says."""
    groups: dict[Way, list[tuple[int, Item]]] = defaultdict(list)
    details = False
    for place, row in enumerate(rows):
        try:
            if not isinstance(row, dict):
                raise InvalidValue(f"candidates: each must be an object, got {row!r:.40}")
            merged = {**(usual or {}), **row}
            way, item = _one(desk, merged)
            details = details or _switch(merged, "details", False)
        except UnknownNameError as error:
            raise Refused(404, str(error), field="benchmark", index=place) from None
        except InvalidProblem as error:
            column = str(error).partition(":")[0]
            field = column if column in COLUMNS else "problem"
            raise Refused(400, str(error), field=field, index=place) from None
        except InvalidValue as error:
            raise Refused(400, str(error), field=str(error).partition(":")[0], index=place) from None
        groups[way].append((place, item))
    return Asked(groups, len(rows), details)


def _one(desk: JudgingDesk, row: Mapping[str, Any]) -> tuple[Way, Item]:  # Any: JSON
    unknown = next((key for key in row if key not in KEYS), None)
    if unknown is not None:
        raise InvalidValue(f"{one_line(unknown)[:40]}: no field has that name. Known: {', '.join(KEYS)}")
    most_seconds = desk.settings.most_seconds
    if row.get("problem") is not None:
        problem, is_own = _checked(desk.columns.problem(_own(row))), True
        memory_bytes = min(Limits().memory_bytes, desk.settings.most_memory_bytes)
        judge, usual = judge_of(problem), Limits(min(Limits().seconds, most_seconds), memory_bytes=memory_bytes)
    else:
        problem, judge, usual = _known(desk, row)
        is_own = False
    limits = _bounds(row.get("limits"), desk.settings).of(usual)
    if isinstance(problem.check, Programs) and (is_own or row.get("limits") is not None):
        limits = replace(limits, all_seconds=most_seconds)
    judging = Judging(judge, limits, isolation=_isolation(row.get("isolation"), desk.settings))
    candidate = _candidate(problem, row)
    return (judging, is_own, _switch(row, "cache", True)), (problem, candidate)


def _own(row: Mapping[str, Any]) -> Mapping[str, Any]:  # Any: JSON
    given = row["problem"]
    if row.get("benchmark") is not None or row.get("problem_id") is not None:
        raise InvalidValue("problem: give either a problem, or a benchmark and a problem_id, got both")
    if not isinstance(given, dict):
        raise InvalidValue(f"problem: must be an object, got {given!r:.40}")
    unknown = next((key for key in given if key not in COLUMNS), None)
    if unknown is not None:
        raise InvalidValue(f"problem: {unknown[:40]!r} is no field of one. Known: {', '.join(COLUMNS)}")
    if given.get("language") is not None:
        language_of(str(given["language"]))
    return given


def _checked(problem: Problem) -> Problem:
    """Return a problem that a request stated; one with too many cases is refused."""
    match problem.check:
        case Programs(inputs=inputs) if len(inputs) > MOST_INPUTS:
            raise InvalidProblem(f"problem: a program has at most {MOST_INPUTS:,} test cases, got {len(inputs):,}")
        case Cases(cases=cases) if len(cases) > MOST_CASES:
            raise InvalidProblem(f"problem: a function has at most {MOST_CASES:,} cases, got {len(cases):,}")
    return problem


def _known(desk: JudgingDesk, row: Mapping[str, Any]) -> tuple[Problem, str, Limits]:  # Any: JSON
    name, problem_id = row.get("benchmark"), row.get("problem_id")
    if not isinstance(name, str) or not name:
        raise InvalidValue(f"benchmark: must be the name of one, got {name!r:.40}; or give a problem")
    if isinstance(problem_id, bool) or not isinstance(problem_id, str | int):
        raise InvalidValue(f"problem_id: must be the id of a problem of {name[:40]}, got {problem_id!r:.40}")
    benchmark = desk.shelf.get(name)
    found = benchmark.find(problem_id)
    if found is None:
        example = benchmark.problems[0].id
        raise InvalidValue(f"problem_id: {benchmark.name} has no {problem_id!r:.80}; one that it has is {example!r}")
    return found, benchmark.judge, benchmark.limits


def _candidate(problem: Problem, row: Mapping[str, Any]) -> Candidate:  # Any: JSON
    given = [key for key in TEXTS if row.get(key) is not None]
    if len(given) != 1:
        raise InvalidValue(f"code: give one of {', '.join(TEXTS)}, got {' and '.join(given) or 'none'}")
    (key,) = given
    text = row[key]
    if not isinstance(text, str):
        raise InvalidValue(f"{key}: must be text, got {text!r:.40}")
    if len(text) > MOST_CHARACTERS:
        raise InvalidValue(f"{key}: must have at most {MOST_CHARACTERS:,} characters, got {len(text):,}")
    return candidate_of(problem, text, TEXTS[key], origin="request")


def _bounds(given: Any, settings: ServiceSettings) -> Bounds:  # Any: JSON
    """Return the limits that a request asks for, none of which may be beyond the service's own."""
    if given is None:
        return Bounds()
    if not isinstance(given, dict):
        raise InvalidValue(f"limits: must be an object with seconds and memory_bytes, got {given!r:.40}")
    most = {"seconds": settings.most_seconds, "memory_bytes": settings.most_memory_bytes}
    for key, value in given.items():
        if key not in most:
            raise InvalidValue(f"limits: {key[:40]!r} is none of them. Known: {', '.join(most)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most[key]:
            raise InvalidValue(f"limits: {key} must be more than 0 and at most {most[key]:,}, got {value!r:.40}")
    memory = given.get("memory_bytes")
    if memory is not None and memory < 16 * MIB:
        raise InvalidValue(f"limits: memory_bytes must be at least {16 * MIB:,}, got {memory!r:.40}")
    return Bounds(given.get("seconds"), None if memory is None else int(memory))


def _isolation(given: Any, settings: ServiceSettings) -> str:  # Any: JSON
    """Return the level that a request asks for, which may not be weaker than the service's."""
    if given is None:
        return settings.isolation
    levels = list(ISOLATION_LEVELS)
    if not isinstance(given, str) or given not in levels:
        raise InvalidValue(f"isolation: must be one of {', '.join(levels)}, got {given!r:.40}")
    if levels.index(given) > levels.index(settings.isolation):
        raise Refused(
            403,
            f"isolation: this service judges with {settings.isolation!r}, and a request may not ask for {given!r}",
            field="isolation",
        )
    return given


def _switch(row: Mapping[str, Any], key: str, usual: bool) -> bool:  # Any: JSON
    value = row.get(key, usual)
    if not isinstance(value, bool):
        raise InvalidValue(f"{key}: must be true or false, got {value!r:.40}")
    return value


def verdict_data(trial: Trial, *, details: bool) -> dict[str, Any]:  # Any: JSON
    """Return what is answered about a candidate."""
    partial = partial_correctness(trial)
    data: dict[str, Any] = {  # Any: JSON
        "problem_id": trial.problem_id,
        "verdict": None if trial.verdict is None else trial.verdict.value,
        "passed": None if trial.verdict is None else trial.passed,
        "cases": len(trial.outcomes),
        "cases_passed": sum(outcome.passed for outcome in trial.outcomes),
        "partial": None if partial is None else partial.compute_score(),
        "detail": one_line(trial.detail)[:LONGEST_TEXT],
        "fault": one_line(trial.fault)[:LONGEST_TEXT] if trial.verdict is None else None,
        "suspicions": [suspicion.kind.value for suspicion in trial.suspicions],
        "isolation": trial.isolation,
    }
    if details:
        data["outcomes"] = trial.table()[:SHOWN_OUTCOMES]
    return data
