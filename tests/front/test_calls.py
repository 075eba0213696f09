"""The calls of the front door: any kind of candidates, any kind of problems, in threads and event loops."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import pytest

import assay
from assay.engines.inline import InlineEngine
from assay.errors import InvalidOption, InvalidProblem, InvalidValue, UnknownNameError
from assay.evaluation.pump import Progress
from assay.records import ProgramInput, Programs, Untested
from assay.spec import RunState

T = TypeVar("T")
CHECK = assay.Cases("double", (assay.Case((2,), 4), assay.Case((-1,), -2)))
DOUBLE = assay.Problem("double", CHECK, prompt="def double(x):\n")
TRIPLE = assay.Problem("triple", assay.Cases("triple", (assay.Case((2,), 6),)), prompt="def triple(x):\n")
RIGHT, WRONG = "def double(x):\n    return x + x\n", "def double(x):\n    return x * x\n"
ROWS = [
    {"task_id": "double", "completion": "    return x + x"},
    {"task_id": "double", "completion": "    return x * x"},
]
SLOW = "import time\ndef double(x):\n    time.sleep(0.1)\n    return 2 * x  # {}"


def processes() -> set[int]:
    """The children of this process."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended meanwhile
            found |= set(map(int, (task / "children").read_text().split()))
    return found


def in_a_thread(work: Callable[[], T]) -> T:
    done: list[T] = []
    thread = threading.Thread(target=lambda: done.append(work()))
    thread.start()
    thread.join()
    return done[0]


def a_file(folder: Path) -> str:
    path = folder / "samples.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return str(path)


KINDS: dict[str, Callable[[Path], object]] = {
    "text-path": a_file,
    "path": lambda folder: Path(a_file(folder)),
    "rows": lambda folder: ROWS,
    "generated rows": lambda folder: iter(ROWS),
    "programs by attempt": lambda folder: [[RIGHT, WRONG]],
    "candidates": lambda folder: [assay.Candidate(RIGHT), assay.Candidate(WRONG)],
    "attempts": lambda folder: [
        assay.Attempt("double", assay.Candidate(RIGHT)), assay.Attempt("double", assay.Candidate(WRONG, 1))
    ],
    "generated candidates": lambda folder: (assay.Candidate(source) for source in (RIGHT, WRONG)),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_candidates_of_every_kind_get_the_same_verdicts(tmp_path: Path, kind: str) -> None:
    with closing(assay.open_store("memory:")) as store, closing(InlineEngine()) as engine:
        report = assay.evaluate(KINDS[kind](tmp_path), on=DOUBLE, store=store, engine=engine)  # type: ignore[arg-type]  # each is one

        trials = list(store.trials(report.run.id))

    assert [(trial.candidate.attempt, trial.verdict) for trial in trials] == [
        (0, assay.Verdict.PASSED),
        (1, assay.Verdict.FAILED),
    ]
    assert (report.scores[0].metric, report.scores[0].value, report.passed) == ("pass@1", 0.5, False)


def test_options_are_those_of_the_command() -> None:
    attempts = [
        assay.Attempt(problem.id, assay.Candidate(f"def {problem.id}(x): return 2 * x", number))
        for problem in (DOUBLE, TRIPLE)
        for number in range(3)
    ]
    with closing(InlineEngine()) as engine:
        report = assay.evaluate(
            attempts,
            on=[DOUBLE, TRIPLE],
            store="memory:",
            engine=engine,
            problems="d*",
            attempts=2,
            time="2s",
            k=(1, 2),
        )

    assert report.verdicts["passed"] == report.run.trials == 2
    assert [score.metric for score in report.scores[:2]] == ["pass@1", "pass@2"]
    assert "time:2s" in report.scores[0].signature
    assert (report.run.selected_problems, report.run.benchmark_problems) == (1, 2)


@pytest.mark.parametrize(
    ("candidates", "on", "options", "error", "message"),
    [
        (ROWS, DOUBLE, {"tim": "2s"}, InvalidValue, "Did you mean 'time'"),
        (ROWS, DOUBLE, {"time": "soon"}, InvalidOption, "time"),
        ([], DOUBLE, {}, InvalidValue, r"candidates: must be at least one, got \[\]"),
        ({"double": RIGHT}, DOUBLE, {}, InvalidValue, "candidates: must be a path"),
        (b"x", DOUBLE, {}, InvalidValue, "candidates: must be a path"),
        ("no/such/file.jsonl", DOUBLE, {}, InvalidOption, "no file or folder"),
        ([assay.Candidate(RIGHT)], [DOUBLE, TRIPLE], {}, InvalidValue, "which of the 2 problems"),
        ([assay.Candidate(RIGHT), RIGHT], DOUBLE, {}, InvalidValue, r"candidates\[1\]: must be an Attempt"),
        ([{"task_id": "other", "solution": RIGHT}], DOUBLE, {}, InvalidValue, "none of its 1 candidates belongs"),
        (ROWS, [], {}, InvalidValue, "on: must be"),
        (ROWS, "humanevil", {}, UnknownNameError, "humaneval"),
    ],
)
def test_what_makes_no_sense_is_an_error_that_says_so(
    candidates: object, on: object, options: dict[str, object], error: type[Exception], message: str
) -> None:
    with closing(InlineEngine()) as engine, pytest.raises(error, match=message):
        assay.evaluate(candidates, on, store="memory:", engine=engine, **options)  # type: ignore[arg-type]  # that is the point


def test_a_problem_that_no_judge_takes_is_refused() -> None:
    problem = assay.Problem("fix", Untested("f"))

    with pytest.raises(InvalidProblem, match="no judge takes Untested"):
        assay.judge("", problem)


def test_a_call_in_a_thread_leaves_no_process_behind() -> None:
    before = processes()

    trial = in_a_thread(lambda: assay.judge(RIGHT, DOUBLE))
    report = in_a_thread(lambda: assay.evaluate(ROWS, on=DOUBLE, store="memory:", workers=1))

    assert trial.passed
    assert trial.candidate.source == RIGHT
    assert report.verdicts["passed"] == 1
    assert processes() <= before


def test_what_is_judged_with_limits_keeps_to_them() -> None:
    endless = "def double(x):\n    while True: pass"

    assert assay.judge(endless, DOUBLE, limits=assay.Limits(seconds=0.2)).verdict is assay.Verdict.TIMED_OUT
    assert len(assay.judge(WRONG, DOUBLE).outcomes) == 2


def test_a_cancelled_run_keeps_what_it_has_and_the_same_call_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "runs.db"
    candidates = [assay.Candidate(SLOW.format(number)) for number in range(10)]
    before = processes()

    async def cancelled() -> None:
        loop, begun = asyncio.get_running_loop(), asyncio.Event()

        def watch(progress: Progress) -> None:
            if progress.done >= 2:
                loop.call_soon_threadsafe(begun.set)

        task = asyncio.create_task(assay.aevaluate(candidates, on=DOUBLE, store=place, workers=1, watch=watch))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    with closing(assay.open_store(place)) as store:
        (stopped,) = store.runs()
    kept = stopped.trials

    assert stopped.state is RunState.INTERRUPTED
    assert 2 <= kept < 10
    assert processes() <= before
    report = assay.evaluate(candidates, on=DOUBLE, store=place, workers=1)
    assert report.run.id == stopped.id
    assert report.verdicts["passed"] == report.run.trials == 10


def test_a_run_that_is_cancelled_before_it_begins_judges_nothing() -> None:
    def endless() -> Iterator[assay.Candidate]:
        while True:
            yield assay.Candidate(RIGHT)

    async def cancelled() -> None:
        task = asyncio.create_task(assay.aevaluate(endless(), on=DOUBLE, store="memory:", workers=1))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    before = processes()
    asyncio.run(cancelled())

    assert processes() <= before


def test_the_twins_of_short_calls_give_the_same() -> None:
    async def both() -> tuple[bool, float | None]:
        trial = await assay.ajudge(RIGHT, DOUBLE)
        same = await assay.acomputational_accuracy("print(1)", "print(1)")
        return trial.passed, same.score

    assert asyncio.run(both()) == (True, 1.0)


def test_the_prediction_comes_before_the_reference() -> None:
    crash = assay.computational_accuracy("raise ValueError", "print(1)")
    broken = assay.computational_accuracy("print(1)", "raise ValueError")
    alike = assay.codebleu("", "x = 1", "python")

    assert (crash.agreement, crash.score, crash.passed) == ("failed", 0.0, False)
    assert (broken.agreement, broken.score, broken.passed) == ("groundtruth_failed", None, False)
    assert alike.to_dict()["codebleu"] == alike.score
    assert [row["ca_score"] for row in crash.table()] == [0.0]


def test_whole_programs_are_judged_by_their_output() -> None:
    echo = assay.Problem("echo", Programs((ProgramInput(b"a\n", expected=b"a\n"),)))
    with closing(InlineEngine()) as engine:
        report = assay.evaluate([assay.Candidate("print('b')")], on=echo, store="memory:", engine=engine)

    assert assay.judge("print(input())", echo).passed
    assert report.verdicts["failed"] == 1
