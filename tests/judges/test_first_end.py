"""A candidate has one process: how that ends counts, and there is no other to behave better in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import SandboxUnavailable
from assay.judges.cases import CaseRun, Prepared
from assay.judges.functional import FunctionalCorrectnessEvaluator
from assay.judges.separate import SeparateJudge
from assay.records import (
    Candidate,
    Case,
    CaseKind,
    Cases,
    CaseStatus,
    Comparator,
    Execution,
    KilledBy,
    Limits,
    Problem,
    Suite,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.sandbox.base import Frame
from assay.sandbox.guest import frames, wire
from assay.sandbox.scripted import Behaviour, ScriptedMessages, ScriptedSandbox
from assay.sandbox.warm import WarmPython

GOOD = {"f": lambda x: x + 1}
LOADED, DONE = Frame(frames.LOADED, b""), Frame(frames.DONE, b"")
LEFT = Execution(0)
TIMED_OUT = Execution(None, 9, KilledBy.TIME)
FORBIDDEN = Execution(None, 31, KilledBy.SYSTEM_CALL)
OUT_OF_MEMORY = Execution(None, 9, KilledBy.MEMORY)
ACCEPT_ALL = Comparator.predicate("def accept(result, x): return True")


def value(number: int) -> Frame:
    return Frame(frames.VALUE, wire.encode(number))


def judged(*processes: Behaviour, cases: tuple[Case, ...] = (Case((1,), 2), Case((2,), 3))) -> Trial:
    sandbox = ScriptedSandbox({"x": processes})  # type: ignore[dict-item]  # a sequence of what each process does
    return SeparateJudge(sandbox).judge(Problem("p", Cases("f", cases)), Candidate("x"))


def kinds(trial: Trial) -> set[SuspicionKind]:
    return {suspicion.kind for suspicion in trial.suspicions}


@pytest.mark.parametrize(
    ("ending", "verdict", "suspicions"),
    [
        pytest.param(LEFT, Verdict.CRASHED, {SuspicionKind.EARLY_EXIT}, id="exit"),
        pytest.param(Execution(3), Verdict.CRASHED, set(), id="exit with a status"),
        pytest.param(Execution(None, 11), Verdict.CRASHED, set(), id="crash"),
        pytest.param(TIMED_OUT, Verdict.TIMED_OUT, set(), id="hang"),
        pytest.param(OUT_OF_MEMORY, Verdict.OUT_OF_MEMORY, set(), id="memory"),
        pytest.param(FORBIDDEN, Verdict.CRASHED, {SuspicionKind.SYSTEM_CALL}, id="system call"),
    ],
)
@pytest.mark.parametrize(
    "messages",
    [
        pytest.param((), id="before any message"),
        pytest.param((LOADED,), id="after loading"),
        pytest.param((LOADED, value(2)), id="after an answer"),
        pytest.param((LOADED, value(2), value(3)), id="after the last answer"),
    ],
)
def test_the_end_decides_even_if_another_process_would_behave(
    messages: tuple[Frame, ...], ending: Execution, verdict: Verdict, suspicions: set[SuspicionKind]
) -> None:
    trial = judged(ScriptedMessages(messages, ending), GOOD)

    assert trial.verdict is verdict
    assert suspicions <= kinds(trial)


@pytest.mark.parametrize(
    "first", [ScriptedMessages((LOADED, value(2)), TIMED_OUT), ScriptedMessages((LOADED,), FORBIDDEN)]
)
def test_predicates_do_not_forget_the_end(first: Behaviour) -> None:
    """The case that the end is put down to has no value that a predicate could still accept."""
    cases = (Case((1,), comparator=ACCEPT_ALL), Case((2,), comparator=ACCEPT_ALL))
    sandbox = ScriptedSandbox({"x": (first, GOOD)})  # type: ignore[dict-item]  # a sequence of what each process does
    run = CaseRun(sandbox, Prepared(Problem("p", Cases("f", cases)), cases), b"x", Limits())
    run.run()

    decided = [index for index, outcome in enumerate(run.outcomes) if outcome.status is not CaseStatus.NOT_RUN]
    assert [run.values[index] for index in decided] == [None]


def test_a_limit_crossed_on_the_way_is_not_forgotten_by_a_predicate() -> None:
    late = ScriptedMessages((LOADED, value(2), DONE), TIMED_OUT)

    assert judged(late, cases=(Case((1,), comparator=ACCEPT_ALL),)).verdict is Verdict.TIMED_OUT


def test_a_sandbox_that_fails_later_leaves_the_first_end() -> None:
    assert judged(TIMED_OUT, SandboxUnavailable("gone")).verdict is Verdict.TIMED_OUT
    assert judged(ScriptedMessages((LOADED, value(2)), LEFT), SandboxUnavailable("gone")).verdict is Verdict.CRASHED


@pytest.mark.parametrize(
    ("first", "passed"), [(LEFT, 0), (TIMED_OUT, 0), (ScriptedMessages((LOADED, value(2)), LEFT), 1)]
)
def test_functional_correctness_does_not_forget_the_end(first: Behaviour, passed: int) -> None:
    sandbox = ScriptedSandbox({"x": (first, GOOD)})  # type: ignore[dict-item]  # a sequence of what each process does
    inputs = [{"input": {"x": 1}}, {"input": {"x": 2}}]

    found = FunctionalCorrectnessEvaluator(sandbox).evaluate("x", GOOD["f"], inputs, entry_point="f")

    assert (found.tests_passed, len(found.errors)) == (passed, 2 - passed)


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=0.5)) as made:
        yield made


TOSS = "import os\ndef f(x):\n    if os.urandom(1)[0] % 2:\n        {act}\n    return x + 1"


@pytest.mark.parametrize("act", ["os._exit(0)", "os.kill(os.getpid(), 11)", "import ctypes; ctypes.string_at(0)"])
def test_a_pass_takes_one_process(judge: SeparateJudge, act: str) -> None:
    """A candidate that tosses a coin in each process has one toss, not several."""
    problem = Problem("p", Cases("f", (Case((1,), 2),)))

    trials = [judge.judge(problem, Candidate(TOSS.format(act=act))) for _ in range(8)]

    assert all(len(trial.executions) == 1 for trial in trials if trial.verdict is Verdict.PASSED)


@pytest.mark.parametrize(
    ("tests", "source"),
    [
        pytest.param("import os\nassert f(0) or os._exit(0)\nassert f(1) is None", "exits = 0", id="test code exits"),
        pytest.param("import os\nif f(0) is None:\n    os.abort()\nassert f(1) is None", "aborts = 0", id="aborts"),
    ],
)
def test_the_end_of_the_judges_process_counts_at_once(judge: SeparateJudge, tests: str, source: str) -> None:
    """It is run again only after a kill from outside, so one candidate process is all there is."""
    given = Problem("p", Suite("f", tests))

    trial = judge.judge(given, Candidate(f"{source}\ndef f(x): return None"))

    assert trial.verdict is Verdict.CRASHED
    assert len(trial.executions) == 1


def test_a_predicate_that_ends_its_process_is_asked_once(judge: SeparateJudge) -> None:
    ends = Comparator.predicate("import os\ndef accept(result, x): os._exit(0)")
    trial = judge.judge(Problem("p", Cases("f", (Case((1,), comparator=ends),))), Candidate("def f(x): return 1"))

    assert trial.verdict is Verdict.FAILED


@pytest.mark.parametrize("first_failure", [False, True])
def test_the_shorter_time_after_a_failure_does_not_turn_the_failure_into_a_timeout(first_failure: bool) -> None:
    problem = Problem("p", Cases("f", tuple(Case((x,), x) for x in range(3))))
    late = "import time\ndef f(x):\n    time.sleep(0.1)\n    return x if x < 2 else -1\n"
    with WarmPython() as sandbox:
        limits = Limits(seconds=5.0, failed_seconds=0.15)
        with SeparateJudge(sandbox, limits, first_failure=first_failure) as judge:
            trial = judge.judge(problem, Candidate(late))

    assert trial.verdict is Verdict.FAILED


@pytest.mark.parametrize("first_failure", [False, True])
def test_a_case_that_does_not_decide_neither_stops_a_candidate_nor_shortens_its_time(first_failure: bool) -> None:
    cases = (Case((0,), 0, kind=CaseKind.EDGE), Case((1,), 1), Case((2,), 2))
    wrong_at_the_edge = "import time\ndef f(x):\n    time.sleep(0.1)\n    return x or -1\n"
    with WarmPython() as sandbox:
        limits = Limits(seconds=5.0, failed_seconds=0.15)
        with SeparateJudge(sandbox, limits, first_failure=first_failure) as judge:
            trial = judge.judge(Problem("p", Cases("f", cases), edge_decides=False), Candidate(wrong_at_the_edge))

    assert trial.verdict is Verdict.PASSED
