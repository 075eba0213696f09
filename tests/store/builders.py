"""Small makers of runs and trials, and strategies for every trial there can be."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from assay.records import (
    Candidate,
    CaseKind,
    CaseOutcome,
    CaseStatus,
    Execution,
    KilledBy,
    Limits,
    Mend,
    ProbeOutcome,
    Score,
    Suspicion,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.settings import ISOLATION_LEVELS
from assay.solutions import Completion, Cost, Draft, EndedBy, Message, Solution, Step, StepKind
from assay.spec import (
    EXTRACTING,
    FORMS,
    About,
    BenchmarkRef,
    CandidatesRef,
    Judging,
    ReadingRules,
    Run,
    RunSpec,
    Scoring,
    Subset,
)

PASSED = CaseOutcome(CaseStatus.PASSED)


def a_run(run_id: str = "r1", minute: int = 0, **fields: object) -> Run:
    created = f"2026-11-15T12:{minute:02}:00.000000+00:00"
    return Run(**({"id": run_id, "benchmark": "starter", "benchmark_version": "1", "created": created} | fields))  # type: ignore[arg-type]  # a table of fields


def a_trial(
    problem: str = "p/1", attempt: int = 0, verdict: Verdict | None = Verdict.PASSED, **fields: object
) -> Trial:
    candidate = Candidate("def f():\n    return 1\n", attempt, "samples.jsonl:1", "m-1")
    return Trial(problem, candidate, verdict, **({"outcomes": (PASSED,) * 3} | fields))  # type: ignore[arg-type]  # likewise


def numbered(trials: Iterable[Trial], start: int = 0) -> list[tuple[int, Trial]]:
    return list(enumerate(trials, start))


def attempts(number: int, problem: str = "p/1") -> list[Trial]:
    return [a_trial(problem, attempt) for attempt in range(number)]


any_text = st.text(st.characters(exclude_categories=()), max_size=30)
"""Lone surrogates, NUL and all."""
any_float = st.floats().map(lambda number: number + 0.0)
"""But for minus zero, which equals zero, and which SQLite keeps as that."""
any_case = st.builds(
    CaseOutcome,
    st.sampled_from(CaseStatus),
    st.sampled_from(CaseKind),
    any_text,
    actual=any_text,
    expected=any_text,
    error=any_text,
    seconds=any_float,
)
any_execution = st.builds(
    Execution,
    st.none() | st.integers(0, 255),
    st.none() | st.integers(1, 64),
    st.none() | st.sampled_from(KilledBy),
    stdout=st.binary(max_size=40),
    stderr=st.binary(max_size=40),
    truncated=st.booleans(),
    wall_seconds=any_float,
    effective_seconds=any_float,
    cpu_seconds=any_float,
    memory_bytes=st.integers(0, 2**80),
    isolation=any_text,
)
any_candidate = st.builds(
    Candidate,
    any_text | st.binary(max_size=40),
    st.integers(0, 2**63 - 1),
    any_text,
    any_text,
    any_text,
    st.none() | st.sampled_from(Mend),
)
any_trial = st.builds(
    Trial,
    any_text,
    any_candidate,
    st.none() | st.sampled_from(Verdict),
    st.lists(any_case, max_size=4).map(tuple),
    st.lists(st.builds(Suspicion, st.sampled_from(SuspicionKind), any_text), max_size=2).map(tuple),
    fault=any_text,
    detail=any_text,
    executions=st.lists(any_execution, max_size=2).map(tuple),
    judge=any_text,
    isolation=any_text,
    probes=st.lists(
        st.builds(ProbeOutcome, any_text, st.integers(0, 9), st.integers(0, 9), any_text, st.integers(0, 9), any_text),
        max_size=2,
    ).map(tuple),
)
any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | any_float | any_text,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(any_text, inner, max_size=2),
    max_leaves=5,
)
any_score = st.builds(
    Score,
    any_text,
    st.none() | any_float,
    st.integers(0, 2**40),
    st.none() | st.tuples(any_float, any_float),
    any_text,
    st.none() | st.integers(1, 100),
    any_text,
    st.none() | any_float,
)
any_labels = st.dictionaries(any_text, any_text, max_size=2)
any_spec = st.builds(
    RunSpec,
    st.builds(BenchmarkRef, any_text, any_text, st.booleans(), any_text, any_text, any_text),
    st.builds(CandidatesRef, any_text, any_text),
    st.builds(
        Subset,
        st.none() | any_text,
        st.none() | st.integers(1, 10**9),
        published_from=st.none() | st.dates().map(str),
        attempts=st.none() | st.integers(1, 10**9),
    ),
    st.builds(ReadingRules, st.sampled_from([None, *FORMS]), st.sampled_from(EXTRACTING)),
    st.builds(
        Judging,
        st.sampled_from(["separate", "shared"]),
        st.builds(Limits, st.floats(0.1, 100), st.none() | st.floats(0.1, 100)),
        st.none() | any_text.filter(bool),
        st.sampled_from(ISOLATION_LEVELS),
        st.booleans(),
    ),
    st.builds(Scoring, st.none() | st.lists(st.integers(1, 100), min_size=1, max_size=3).map(tuple), st.booleans()),
    st.builds(About, any_text.filter(lambda name: name != "latest"), any_text, any_text, any_text, any_labels),
)
any_run = st.builds(
    a_run,
    any_text.filter(bool),
    name=any_text,
    benchmark=any_text,
    model=any_text,
    labels=any_labels,
    source=any_text,
    plan=any_text,
    facts=any_labels,
    spec=st.none() | any_spec,
    notes=st.lists(any_text, max_size=2).map(tuple),
    problems=st.integers(0, 2**40),
    selected_problems=st.integers(0, 2**40),
    benchmark_problems=st.integers(0, 2**40),
    seconds=any_float,
    scores=st.lists(any_score, max_size=3).map(tuple),
)

any_count = st.integers(0, 2**80)
any_completion = st.builds(
    Completion,
    any_text,
    any_count,
    any_count,
    any_count,
    st.none() | any_float,
    any_float,
    st.none() | any_float,
    any_text,
    any_text,
    any_text,
    st.integers(1, 9),
    st.booleans(),
)
any_draft = st.builds(
    Draft,
    any_text,
    st.integers(0, 9),
    st.integers(0, 9),
    st.booleans(),
    any_text,
    any_text,
    st.none() | any_float,
)
any_step = st.builds(
    Step,
    st.sampled_from(StepKind),
    stage=st.integers(0, 9),
    template=any_text,
    messages=st.lists(st.builds(Message, st.sampled_from(["system", "user", "assistant"]), any_text), max_size=2).map(
        tuple
    ),
    completion=st.none() | any_completion,
    number=st.integers(0, 9),
    source=any_text,
    passed=st.integers(0, 9),
    of=st.integers(0, 9),
    seconds=any_float,
    text=any_text,
)
any_solution = st.builds(
    Solution,
    any_text,
    st.lists(any_draft, max_size=2).map(tuple),
    st.lists(any_step, max_size=3).map(tuple),
    st.none() | st.sampled_from(EndedBy),
    any_text,
    st.booleans(),
    st.none() | any_float,
    st.builds(Cost, any_count, any_count, any_count, any_count, any_count, st.none() | any_float, any_float),
)


def a_solution(problem: str = "p/1", steps: int = 2, **fields: object) -> Solution:
    ask = (Message("user", "write it \0 \udc80"),)
    made = tuple(
        Step(StepKind.ASKED, n, "plain@1", messages=ask, completion=Completion(f"answer {n}", 9, 5), number=n)
        for n in range(steps)
    )
    usual = {"drafts": (Draft("def f(): ...", 1, 2),), "steps": made, "cost": Cost(steps, tokens_in=9 * steps)}
    return Solution(problem, **(usual | fields))  # type: ignore[arg-type]  # a table of fields
