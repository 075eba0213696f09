"""A run keeps every trial once, whatever happens to it, and goes on where it was."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from assay.choices import Sitting
from assay.engines.base import Task
from assay.engines.inline import InlineEngine
from assay.errors import InvalidValue
from assay.evaluation.evaluating import Evaluation, evaluate
from assay.evaluation.planning import candidates_at, load
from assay.evaluation.pump import Progress, Stopped
from assay.records import Attempt, Candidate, Trial, Verdict
from assay.reports.report import Report
from assay.spec import About, BenchmarkRef, CandidatesRef, Judging, RunSpec, RunState, Scoring
from assay.store.memory import MemoryStore
from tests.evaluation.support import RIGHT, SMALL, ScriptedEngine, attempts

SPEC = RunSpec(BenchmarkRef("small"), CandidatesRef("some.jsonl", "digest"), scoring=Scoring((1,)))


def verdict(task: Task) -> Trial:
    passed = "return x  #" not in str(task.candidate.source)
    return Trial(task.problem.id, task.candidate, Verdict.PASSED if passed else Verdict.FAILED)


def made(
    store: MemoryStore,
    given: Iterable[Attempt],
    engine: ScriptedEngine | None = None,
    spec: RunSpec = SPEC,
    **more: object,
) -> Evaluation:
    return Evaluation(
        spec,
        given,
        engine=engine or ScriptedEngine(verdict),
        store=store,
        benchmark=SMALL,
        **({"sitting": Sitting(cache=False)} | more),  # type: ignore[arg-type]  # a table of arguments
    )


def interrupted(after: int, count: int = 40) -> Iterator[Attempt]:
    for number, given in enumerate(attempts(count)):
        if number == after:
            raise KeyboardInterrupt
        yield given


@pytest.mark.parametrize("given", [list(attempts(10)), attempts(10)], ids=["list", "generator"])
def test_attempts_may_come_from_anywhere(given: Iterable[Attempt]) -> None:
    store = MemoryStore()

    report = evaluate(SPEC, given, engine=ScriptedEngine(verdict), store=store, benchmark=SMALL)

    assert report.verdicts == {"passed": 8, "failed": 2}
    assert (report.run.benchmark_problems, report.run.trials, report.run.state) == (2, 10, RunState.FINISHED)
    assert [trial.candidate for trial in store.trials(report.run.id)] == [one.candidate for one in attempts(10)]


def test_the_spec_is_kept_as_it_is_and_the_report_beside_it() -> None:
    store = MemoryStore()
    report = made(store, attempts(4)).finish()

    kept = store.find_run("latest")
    assert kept.spec == SPEC
    assert Report.from_dict(kept, store.report(kept.id) or {}).scores == report.scores
    facts = "small:1|k:1|attempts:2|blocks:first|time:3s|mem:1GiB|judge:separate|iso:full|py:3.11"
    assert report.scores[0].signature.startswith(facts)


def test_an_interrupted_run_goes_on_where_it_was() -> None:
    store, engine = MemoryStore(), ScriptedEngine(verdict)
    with pytest.raises(KeyboardInterrupt):
        made(store, interrupted(after=6), ScriptedEngine(verdict, room=1)).finish()
    first = store.find_run("latest")
    seen: list[tuple[int, int]] = []

    report = made(
        store, attempts(10), engine, watch=lambda progress: seen.append((progress.done, progress.before))
    ).finish()

    assert first.state is RunState.INTERRUPTED
    assert [run.id for run in store.runs()] == [report.run.id] == [first.id]
    assert [task.sequence for task in engine.asked] == [6, 7, 8, 9]
    assert (seen[0], seen[-1]) == ((6, 6), (10, 6))


@pytest.mark.parametrize(
    ("changed", "sitting"),
    [
        pytest.param({"candidates": CandidatesRef("some.jsonl", "other")}, Sitting(), id="candidates"),
        pytest.param({"judging": Judging(first_failure=True)}, Sitting(), id="judging"),
        pytest.param({"about": About(model="m")}, Sitting(), id="about"),
        pytest.param({}, Sitting(fresh=True), id="fresh"),
    ],
)
def test_another_plan_is_another_run(changed: dict[str, object], sitting: Sitting) -> None:
    store = MemoryStore()
    spec = replace(SPEC, **changed)  # type: ignore[arg-type]  # a table of fields
    for begun in (SPEC, spec):
        with pytest.raises(KeyboardInterrupt):
            made(store, interrupted(after=3), spec=begun, sitting=sitting).finish()

    assert [run.state for run in store.runs()] == [RunState.INTERRUPTED] * 2


def test_candidates_that_nobody_knows_before_are_never_taken_for_others() -> None:
    store, spec = MemoryStore(), replace(SPEC, candidates=CandidatesRef("a generator"))
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            made(store, interrupted(after=3), spec=spec).finish()

    assert [run.plan for run in store.runs()] == ["", ""]


@pytest.mark.parametrize("seed", range(8))
def test_an_interrupt_at_any_point_loses_nothing_and_counts_nothing_twice(seed: int) -> None:
    store = MemoryStore()
    stop = random.Random(seed).randrange(1, 40)

    with pytest.raises(KeyboardInterrupt):
        made(store, interrupted(after=stop), sitting=Sitting()).finish()
    run = made(store, attempts(40), sitting=Sitting()).finish().run

    kept = [(trial.problem_id, trial.candidate.attempt, trial.verdict) for trial in store.trials(run.id)]
    problems = {problem.id: problem for problem in SMALL}
    assert kept == [
        (one.problem_id, one.candidate.attempt, verdict(Task(0, problems[one.problem_id], one.candidate)).verdict)
        for one in attempts(40)
    ]


def test_it_stops_when_another_thread_says_so_and_goes_on_later() -> None:
    store = MemoryStore()
    half = threading.Event()

    def watch(progress: Progress) -> None:
        if progress.done == 20:
            half.set()
            teller.join(10)

    def tell() -> None:
        half.wait(10)
        evaluation.stop()

    evaluation = made(store, attempts(40), watch=watch)
    teller = threading.Thread(target=tell)
    teller.start()
    with pytest.raises(Stopped):
        evaluation.finish()

    assert evaluation.run is not None
    assert (evaluation.run.state, evaluation.run.trials) == (RunState.INTERRUPTED, 20)
    assert made(store, attempts(40)).finish().run.id == evaluation.run.id


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        pytest.param([Attempt("triple", Candidate(""))], "small has no problem 'triple'", id="problem"),
        pytest.param([Attempt("double", Candidate("")), Attempt("double", Candidate("x"))], "comes twice", id="twice"),
        pytest.param([Attempt("double", Candidate("", n)) for n in (2, 0, 1, 2)], "attempt 2 at", id="unordered"),
    ],
)
def test_attempts_that_make_no_sense_are_refused(given: list[Attempt], complaint: str) -> None:
    with pytest.raises(InvalidValue, match=complaint):
        made(MemoryStore(), given).finish()


def test_a_run_in_this_very_process() -> None:
    spec = RunSpec(BenchmarkRef("starter"))
    problem = load(spec.benchmark, spec.judging).problems[0]
    with closing(InlineEngine()) as engine:
        report = evaluate(spec, [Attempt(problem.id, Candidate(problem.reference))], engine=engine, store=MemoryStore())

    assert report.verdicts == {"passed": 1}


def test_the_digest_of_candidates_is_that_of_their_files(tmp_path: Path) -> None:
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "a.py").write_text(RIGHT["double"])
    first = candidates_at(str(folder), name="mine")
    (folder / "a.py").write_text(RIGHT["square"])

    assert first.name == "mine"
    assert first.digest != candidates_at(str(folder)).digest
    with pytest.raises(InvalidValue, match="candidates: no file or folder at 'nowhere'"):
        candidates_at("nowhere")
