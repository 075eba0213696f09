"""Data cases: outcomes one by one, limits per case, and nothing passes by leaving early."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.errors import InvalidProblem, SandboxUnavailable
from assay.judges.separate import SeparateJudge
from assay.records import (
    ANY_ORDER,
    EXACT_TYPES,
    MIB,
    ONE_OF,
    SET_EQUAL,
    Candidate,
    Case,
    CaseKind,
    Cases,
    CaseStatus,
    Comparator,
    Execution,
    Limits,
    Pace,
    Problem,
    SuspicionKind,
    Trial,
    Verdict,
)
from assay.sandbox.scripted import ScriptedSandbox
from assay.sandbox.warm import WarmPython

PASSED, FAILED, CRASHED = CaseStatus.PASSED, CaseStatus.FAILED, CaseStatus.CRASHED
TIMED_OUT, NOT_RUN = CaseStatus.TIMED_OUT, CaseStatus.NOT_RUN


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


def judged(sandbox: WarmPython, source: str | bytes, *cases: Case, limits: Limits | None = None) -> Trial:
    problem = Problem("p", Cases("f", cases or tuple(Case((i,), i + 1) for i in range(4))))
    with SeparateJudge(sandbox, limits or Limits(seconds=1)) as judge:
        return judge.judge(problem, Candidate(source))


def statuses(trial: Trial) -> list[CaseStatus]:
    return [outcome.status for outcome in trial.outcomes]


def test_each_case_has_its_own_outcome(sandbox: WarmPython) -> None:
    source = "def f(x):\n if x == 1: return 0\n if x == 2: raise KeyError('two')\n return x + 1"

    trial = judged(sandbox, source)

    assert statuses(trial) == [PASSED, FAILED, CRASHED, PASSED]
    assert (trial.outcomes[1].expected, trial.outcomes[1].actual) == ("2", "0")
    assert trial.outcomes[2].error == "KeyError: 'two'\nline 3, in f"
    assert trial.verdict is Verdict.FAILED


@pytest.mark.parametrize(
    ("act", "status"),
    [
        pytest.param("os._exit(0)", CRASHED, id="exit"),
        pytest.param("os.kill(os.getpid(), 11)", CRASHED, id="signal"),
        pytest.param("[0 for _ in iter(int, 1)]", TIMED_OUT, id="loop"),
        pytest.param("time.sleep(9)", TIMED_OUT, id="sleep"),
        pytest.param("os.abort()", CRASHED, id="abort"),
    ],
)
@pytest.mark.parametrize("fatal", [0, 1, 3])
def test_the_case_a_process_ends_at_is_known_and_the_rest_is_not_run(
    sandbox: WarmPython, act: str, status: CaseStatus, fatal: int
) -> None:
    """One process in all: the answers that it had made and not sent are found where it left them."""
    source = f"import os, time\ndef f(x):\n if x == {fatal}: {act}\n return x + 1 if x != 2 else 0"
    cases = tuple(Case((i,), i + 1) for i in range(5))

    trial = judged(sandbox, source, *cases, limits=Limits(seconds=0.5))

    before = [PASSED, PASSED, FAILED, PASSED][:fatal]
    assert statuses(trial) == [*before, status, *[NOT_RUN] * (4 - fatal)]
    assert len(trial.executions) == 1


def test_a_process_that_ends_among_many_answers_is_at_the_case_after_the_last_one(sandbox: WarmPython) -> None:
    """More than fit into one batch, small and large ones, some in the memory and some on their way."""
    cases = tuple(Case((i,), "x" * (i % 7 * 3000)) for i in range(200))
    source = "import os\ndef f(i):\n if i == 150: os._exit(3)\n return 'x' * (i % 7 * 3000)"

    trial = judged(sandbox, source, *cases)

    assert statuses(trial) == [*[PASSED] * 150, CRASHED, *[NOT_RUN] * 49]


def test_wrong_answers_and_exceptions_go_on(sandbox: WarmPython) -> None:
    trial = judged(sandbox, "def f(x):\n if x == 1: raise SystemExit(0)\n return x + (x != 2)")

    assert statuses(trial) == [PASSED, CRASHED, FAILED, PASSED]
    assert SuspicionKind.EARLY_EXIT in {suspicion.kind for suspicion in trial.suspicions}


def test_a_candidate_uses_its_time_once(sandbox: WarmPython) -> None:
    cases = tuple(Case((i,), i + 1) for i in range(8))

    trial = judged(sandbox, "def f(x):\n while True: pass", *cases, limits=Limits(seconds=0.2))

    assert statuses(trial) == [TIMED_OUT, *[NOT_RUN] * 7]
    assert sum(execution.cpu_seconds for execution in trial.executions) < 0.4
    assert trial.verdict is Verdict.TIMED_OUT


def test_whoever_has_failed_gets_less_time(sandbox: WarmPython) -> None:
    limits = Limits(seconds=20, failed_seconds=0.3)
    cases = tuple(Case((i,), i + 1) for i in range(40))
    slow = "import time\ndef f(x):\n time.sleep(0.05)\n return x + {}"

    wrong, right = (judged(sandbox, slow.format(add), *cases[:12], limits=limits) for add in (2, 1))

    assert NOT_RUN in statuses(wrong)
    assert right.verdict is Verdict.PASSED


def test_the_limits_follow_the_reference(sandbox: WarmPython) -> None:
    cases = tuple(Case((i,), i + 1) for i in range(3))
    source = "import time\ndef f(x):\n time.sleep(0.6 if x == 1 else 0)\n return x + 1"
    limits = Limits(seconds=0.3, case_seconds=0.2, reference_factor=4)

    def verdict(pace: Pace | None, limits: Limits = limits) -> Verdict | None:
        problem = Problem("p", Cases("f", cases), pace=pace)
        return SeparateJudge(sandbox, limits).judge(problem, Candidate(source)).verdict

    assert verdict(Pace(0.3, {1: 0.25})) is Verdict.PASSED
    assert verdict(Pace(0.3, {0: 0.25})) is Verdict.TIMED_OUT, "that case was quick"
    assert verdict(Pace(0.01)) is Verdict.TIMED_OUT
    assert verdict(None) is Verdict.TIMED_OUT
    assert verdict(None, Limits(seconds=5, case_seconds=0.2, reference_factor=4)) is Verdict.PASSED, "no case limit"
    assert verdict(Pace(9.0, {1: 9.0}), Limits(seconds=0.3)) is Verdict.TIMED_OUT, "a plain limit is what it says"


def test_the_first_failure_is_enough_where_that_is_asked_for(sandbox: WarmPython) -> None:
    problem = Problem("p", Cases("f", tuple(Case((i,), i + 1) for i in range(4))))
    source = "def f(x):\n print(x, flush=True)\n return x + (x != 1)"

    trial = SeparateJudge(sandbox, first_failure=True).judge(problem, Candidate(source))

    assert statuses(trial) == [PASSED, FAILED, NOT_RUN, NOT_RUN]
    assert trial.outcomes[2].error == "it was stopped at its first failure"
    assert (trial.verdict, trial.suspicions) == (Verdict.FAILED, ())


def test_all_cases_together_stay_within_the_limit_of_the_process(sandbox: WarmPython) -> None:
    """Each case alone would be fast enough; a candidate has its seconds once."""
    cases = tuple(Case((i,), i + 1) for i in range(40))
    source = "import time\ndef f(x):\n time.sleep(0.05)\n return x + 1"

    trial = judged(sandbox, source, *cases, limits=Limits(seconds=0.5))

    assert trial.verdict is Verdict.TIMED_OUT


def test_a_case_may_have_a_limit_of_its_own(sandbox: WarmPython) -> None:
    source = "import time\ndef f(x):\n time.sleep(0.6 if x == 2 else 0.1)\n return x + 1"

    trial = judged(sandbox, source, limits=Limits(seconds=10, case_seconds=0.3))

    assert statuses(trial) == [PASSED, PASSED, TIMED_OUT, NOT_RUN]


def test_a_source_that_does_not_load_is_invalid_and_no_case_is_run(sandbox: WarmPython) -> None:
    for source in ("def f(x:", "def g(x): pass", "f = 3", "", b"\xff\xfe", "def f(x): return 1\0"):
        trial = judged(sandbox, source)
        assert (trial.verdict, set(statuses(trial))) == (Verdict.INVALID, {NOT_RUN}), source


def test_an_exception_while_loading_is_a_crash_with_its_place(sandbox: WarmPython) -> None:
    trial = judged(sandbox, "def f(x): return x + 1\n\nimport no_such_module")

    assert trial.verdict is Verdict.CRASHED
    assert trial.detail == "ModuleNotFoundError: No module named 'no_such_module'\nline 3, in <module>"


@pytest.mark.parametrize(
    ("case", "source", "verdict"),
    [
        pytest.param(Case((1,), raises="ValueError"), "def f(x): raise ValueError", Verdict.PASSED, id="raises"),
        pytest.param(Case((1,), raises="LookupError"), "def f(x): return {}[1]", Verdict.PASSED, id="a subclass"),
        pytest.param(Case((1,), raises="ValueError"), "def f(x): raise TypeError", Verdict.CRASHED, id="another"),
        pytest.param(Case((1,), raises="ValueError"), "def f(x): return ValueError()", Verdict.FAILED, id="returns it"),
        pytest.param(Case((1,), 1.0, comparator=EXACT_TYPES), "def f(x): return x", Verdict.FAILED, id="types"),
        pytest.param(Case((1,), 1.0), "def f(x): return True", Verdict.PASSED, id="1 == True == 1.0"),
        pytest.param(Case((1,), float("nan")), "def f(x): return float('nan')", Verdict.FAILED, id="nan"),
        pytest.param(
            Case((1,), 0.3, comparator=Comparator.close(atol=1e-9)),
            "def f(x): return .1 + .2",
            Verdict.PASSED,
            id="close",
        ),
        pytest.param(
            Case((1,), [1, 2, 2], comparator=ANY_ORDER), "def f(x): return [2, 1, 2]", Verdict.PASSED, id="order"
        ),
        pytest.param(Case((1,), [1, 2], comparator=SET_EQUAL), "def f(x): return [2, 1, 2]", Verdict.PASSED, id="set"),
        pytest.param(Case((1,), ["a", "b"], comparator=ONE_OF), "def f(x): return 'b'", Verdict.PASSED, id="one of"),
        pytest.param(Case((), 3, {"b": 1, "a": 2}), "def f(a, b): return a + b", Verdict.PASSED, id="keywords"),
        pytest.param(
            Case(({1, 2}, (3,)), {1, 2, 3}), "def f(a, b): return a | set(b)", Verdict.PASSED, id="containers"
        ),
    ],
)
def test_comparators_and_exceptions_as_data(sandbox: WarmPython, case: Case, source: str, verdict: Verdict) -> None:
    assert judged(sandbox, source, case).verdict is verdict


def test_predicates_run_with_the_tests_on_plain_values(sandbox: WarmPython) -> None:
    divides = Comparator.predicate(
        "def accept(result, n): return type(result) is int and 1 < result < n == n // result * result"
    )
    cases = (Case((15,), comparator=divides), Case((21,), comparator=divides, kind=CaseKind.EDGE))
    lies = "class Yes(int):\n __lt__ = __gt__ = __eq__ = lambda s, o: True\ndef f(n): return Yes(1)"

    assert judged(sandbox, "def f(n): return 3", *cases).verdict is Verdict.PASSED
    assert judged(sandbox, "def f(n): return n", *cases).verdict is Verdict.FAILED
    assert judged(sandbox, lies, *cases).verdict is Verdict.FAILED


def test_a_predicate_that_never_ends_does_not_pass(sandbox: WarmPython) -> None:
    endless = Comparator.predicate("def accept(result, n):\n    while True: pass")

    trial = judged(sandbox, "def f(n): return 3", Case((15,), comparator=endless), limits=Limits(seconds=0.2))

    assert trial.verdict is Verdict.FAILED


def test_values_beyond_the_channel_fail_and_do_not_crash_the_judge(sandbox: WarmPython) -> None:
    sources = [
        "def f(x): return [0] * 3_000_000",
        "def f(x): return 'x' * 50_000_000",
        "def f(x):\n a = []\n for _ in range(100_000): a = [a]\n return a",
        "def f(x):\n a = []; a.append(a)\n return a",
    ]
    for source in sources:
        trial = judged(sandbox, source, Case((1,), 2), limits=Limits(seconds=5))
        assert trial.verdict is Verdict.FAILED, source


def test_hard_coded_answers_are_a_suspicion_and_no_verdict(sandbox: WarmPython) -> None:
    cases = tuple(Case((word,), word[::-1]) for word in ("assay", "verdict", "sandbox", "candidate"))
    coded = f"def f(x): return {dict((case.arguments[0], case.expected) for case in cases)!r}[x]"

    found = judged(sandbox, coded, *cases)
    honest = judged(sandbox, "def f(x): return x[::-1]", *cases)

    assert (found.verdict, honest.verdict) == (Verdict.PASSED, Verdict.PASSED)
    assert {suspicion.kind for suspicion in found.suspicions} == {SuspicionKind.HARD_CODED}
    assert honest.suspicions == ()


def test_arguments_that_are_not_data_are_an_invalid_problem(sandbox: WarmPython) -> None:
    with pytest.raises(InvalidProblem, match="arguments of case 0 are not data"):
        judged(sandbox, "def f(x): pass", Case((object(),), 1))


def test_a_problem_needs_a_case_and_a_name() -> None:
    with pytest.raises(InvalidProblem, match="there must be at least one case"):
        Problem("p", Cases("f", ()))
    with pytest.raises(InvalidProblem, match="entry_point must be a name, got 'a b'"):
        Problem("p", Cases("a b", (Case(),)))


def test_a_fault_is_ours_and_no_verdict() -> None:
    sandbox = ScriptedSandbox({"x": SandboxUnavailable("the machine is on fire")})
    trial = SeparateJudge(sandbox).judge(Problem("p", Cases("f", (Case((1,), 2),))), Candidate("x"))

    assert (trial.verdict, trial.fault) == (None, "the machine is on fire")


@pytest.mark.parametrize(
    ("execution", "verdict"),
    [
        (Execution(0), Verdict.CRASHED),
        (Execution(None, 11), Verdict.CRASHED),
    ],
)
def test_silence_is_never_a_pass(execution: Execution, verdict: Verdict) -> None:
    trial = SeparateJudge(ScriptedSandbox({"x": execution})).judge(
        Problem("p", Cases("f", (Case((1,), 2),))), Candidate("x")
    )

    assert trial.verdict is verdict


def test_peak_memory_counts_even_when_every_answer_is_right(sandbox: WarmPython) -> None:
    """The limit is on what it takes, not on whether it notices."""
    trial = judged(
        sandbox,
        "def f(x):\n try: return bytearray(1 << 33) and 0\n except MemoryError: return x + 1",
        Case((1,), 2),
        limits=Limits(memory_bytes=100 * MIB),
    )

    assert trial.verdict is Verdict.PASSED
    assert trial.executions[0].memory_bytes < 100 * MIB


def test_the_limit_of_a_case_holds_right_after_quick_ones(sandbox: WarmPython) -> None:
    """Its answers are still on their way when the next case does not come to an end."""
    cases = tuple(Case((i,), i + 1) for i in range(6))
    source = "def f(x):\n while x == 3: pass\n return x + 1"

    trial = judged(sandbox, source, *cases, limits=Limits(seconds=60, case_seconds=0.3))

    assert statuses(trial) == [PASSED, PASSED, PASSED, TIMED_OUT, NOT_RUN, NOT_RUN]
    assert trial.executions[0].cpu_seconds < 5


def test_answers_that_were_read_early_are_not_counted_twice(sandbox: WarmPython) -> None:
    """Quick answers, one that takes long enough for the others to be looked for, and many more."""
    cases = tuple(Case((i,), i + 1) for i in range(300))
    source = "import time\ndef f(x):\n if x in (3, 100, 101): time.sleep(0.2)\n return x + 1 if x != 200 else 0"

    trial = judged(sandbox, source, *cases)

    assert statuses(trial) == [*[PASSED] * 200, FAILED, *[PASSED] * 99]


@pytest.mark.parametrize(
    "act", ["os.close(3)", "socket.socket(fileno=3).shutdown(2)", "os.dup2(os.open('/dev/null', 1), 3)"]
)
def test_whoever_closes_its_channel_has_crashed_however_right_it_is(sandbox: WarmPython, act: str) -> None:
    source = f"import os, socket\ndef f(x):\n if x == 0: kept = {act}\n return x + 1"
    cases = tuple(Case((i,), i + 1) for i in range(2))

    assert {judged(sandbox, source, *cases).verdict for _ in range(10)} == {Verdict.CRASHED}
