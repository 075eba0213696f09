"""What an answer would get from a harness in which tests and answer share a process, as many harnesses work.

Such a harness executes the answer and then the tests in one interpreter, and believes what that interpreter says at
its end. Here it exists to be compared with: no verdict of a run comes from it. It runs in the sandbox, so that an
answer that cheats deceives the harness and harms nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.errors import InvalidValue
from assay.judges.bundle import Unplaceable, bundle
from assay.judges.literals import written
from assay.records import (
    Case,
    Cases,
    Comparator,
    ComparatorKind,
    Execution,
    Limits,
    Problem,
    Program,
    Suite,
    SuiteStyle,
)
from assay.sandbox.warm import WarmPython
from assay.sandbox.worker import SCRIPT

END = "the harness has reached its end"
_COMPARED = (ComparatorKind.EXACT, ComparatorKind.CLOSE, ComparatorKind.TRUTH, ComparatorKind.PREDICATE)
_HARNESS = """\
space = {{"__name__": "candidate"}}
exec(compile({answer!r}, "answer.py", "exec"), space)
exec(compile({tests!r}, "tests.py", "exec"), space)
print({end!r})
"""
_CLOSE = """
def _close(got, want, atol, rtol):
    if isinstance(want, (int, float)) and not isinstance(want, bool):
        return got == want or abs(got - want) <= atol + rtol * abs(want)
    if isinstance(want, (list, tuple)):
        return len(got) == len(want) and all(_close(a, b, atol, rtol) for a, b in zip(got, want))
    if isinstance(want, dict):
        return got.keys() == want.keys() and all(_close(got[key], want[key], atol, rtol) for key in want)
    return got == want
"""
_RAISES = """
try:
    {call}
except {error}:
    pass
else:
    raise AssertionError("it must raise {error}")
"""
_TEST_CASES = """
import unittest
_classes = [one for one in list(globals().values()) if isinstance(one, type) and issubclass(one, unittest.TestCase)]
_suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(one) for one in _classes)
assert unittest.TextTestRunner().run(_suite).wasSuccessful()
"""


@dataclass(frozen=True, slots=True)
class OneProcessOutcome:
    """What the harness believes about one answer, by two rules that are in use."""

    status_zero: bool
    """The process ended with status 0: a pass for a harness that looks at the exit status."""
    reached_end: bool
    """No exception came up to the harness, which went on to its end: a pass for a harness that catches exceptions."""


def fits_one_process(problem: Problem) -> bool:
    """Return whether the check of a problem can be run in one process with the answer.

    >>> fits_one_process(Problem("double", Cases("double", (Case((2,), 4),))))
    True
    """
    if problem.language != "python" or problem.properties or not isinstance(problem.check, Cases | Suite):
        return False
    return not isinstance(problem.check, Cases) or all(
        case.comparator.kind in _COMPARED for case in problem.check.cases
    )


def run_in_one_process(problem: Problem, source: bytes, sandbox: WarmPython, limits: Limits) -> OneProcessOutcome:
    """Run an answer and the tests of its problem in one process, and return what a harness there would believe."""
    try:
        answer = bundle(problem, source)
    except Unplaceable:
        return OneProcessOutcome(status_zero=False, reached_end=False)
    script = one_process_script(problem, answer).encode("utf-8", "surrogatepass")
    execution = sandbox.run_script(Program((SCRIPT,), {SCRIPT: script}), limits.beside(problem.pace))
    return _believed(execution)


def one_process_script(problem: Problem, answer: bytes) -> str:
    """Return the program that runs an answer together with the tests of its problem."""
    if not fits_one_process(problem):
        raise InvalidValue(f"problem {problem.id!r}: its check cannot be run in one process with an answer")
    return _HARNESS.format(answer=answer, tests=tests_text(problem), end=END)


def tests_text(problem: Problem) -> str:
    """Return the check of a problem as test code that runs after the answer, in the same names.

    >>> print(tests_text(Problem("double", Cases("double", (Case((2,), 4),)))))
    assert double(2) == 4
    """
    match problem.check:
        case Cases(entry_point=name, cases=cases):
            close = _CLOSE if any(case.comparator.kind is ComparatorKind.CLOSE for case in cases) else ""
            return "\n".join(filter(None, [close, *(_case(name, case) for case in cases)]))
        case Suite() as suite:
            return _suite(suite)
    raise InvalidValue(f"problem {problem.id!r}: its check is no test code")


def _case(name: str, case: Case) -> str:
    given = [written(value) for value in case.arguments]
    given += [f"{key}={written(value)}" for key, value in case.keywords.items()]
    call = f"{name}({', '.join(given)})"
    if case.raises:
        return _RAISES.format(call=call, error=case.raises)
    return _assertion(call, case, case.comparator)


def _assertion(call: str, case: Case, comparator: Comparator) -> str:
    want = written(case.expected)
    match comparator.kind:
        case ComparatorKind.CLOSE:
            return f"assert _close({call}, {want}, {comparator.atol!r}, {comparator.rtol!r})"
        case ComparatorKind.TRUTH:
            return f"assert bool({call}) is {bool(case.expected)}"
        case ComparatorKind.PREDICATE:
            given = "".join(f", {written(value)}" for value in case.arguments)
            return f"{comparator.source}\nassert accept({call}{given})"
        case _:
            return f"assert {call} == {want}"


def _suite(suite: Suite) -> str:
    """Return the test code of a suite, with its helpers; names of the answer win over those of the helpers."""
    called = f"check({suite.entry_point})" if suite.style is SuiteStyle.CHECK else ""
    parts = [
        f"_answered = {{name: globals()[name] for name in {list(suite.required)!r}}}",
        suite.prelude,
        "globals().update(_answered)",
        suite.source,
        called,
        suite.edge_source,
        called if suite.edge_source else "",
        _TEST_CASES if suite.style is SuiteStyle.UNITTEST else "",
    ]
    return "\n".join(filter(None, parts))


def _believed(execution: Execution) -> OneProcessOutcome:
    ended = execution.exit_code == 0 and execution.killed_by is None
    said = execution.stdout.decode("utf-8", "replace").splitlines()
    return OneProcessOutcome(ended, ended and END in said)
