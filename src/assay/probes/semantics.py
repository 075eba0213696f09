"""Whether two pieces of code are the same to a test suite: the accuracy document's `semantic_equivalence`."""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType

from assay.errors import Fault, require
from assay.judges.base import JUDGES, judge_of
from assay.judges.comparators import matches
from assay.metrics.matching import same_outcomes
from assay.probes.equivalence import common_function
from assay.probes.inputs.base import Input
from assay.probes.mutation.forms import problem_of
from assay.probes.sides import Behaviour, Side, same, sandbox_or_new
from assay.records import Candidate, Case, Cases, ComparatorKind, Limits, Problem, Programs, Suite, Trial
from assay.sandbox.base import Sandbox
from assay.sandbox.calling import CallEnd
from assay.syntax import UNREADABLE, parse_foreign

Tests = Problem | Cases | Suite | Programs | str | Sequence[str] | Sequence[Case]
CASE_SECONDS = 3.0


def semantic_equivalence(
    solution1: str,
    solution2: str,
    test_suite: Tests,
    *,
    entry_point: str | None = None,
    limits: Limits | None = None,
    sandbox: Sandbox | None = None,
) -> bool:
    """Say whether two pieces of code do the same on every test of a suite.

    On a test they do the same when both pass, or both fail alike: the same value, the same type of exception, or the
    same limit. What neither was run on shows nothing, so then the answer is no, and so it is where a source of Python
    does not parse. About inputs beyond the suite it says
    nothing: see `equivalence`.

    Args:
        solution1: one source.
        solution2: the other.
        test_suite: a problem, the check of one, cases, test code or a list of assertions.
        entry_point: the function that cases call, where `test_suite` does not say it; by default the one both define.
        limits: of time, memory and output, for each of the two.
        sandbox: where they run; by default one that lives as long as the call.

    >>> tests = [Case((2,), 4), Case((3,), 9)]
    >>> semantic_equivalence("def f(x): return x * x", "def f(x): return x ** 2", tests)
    True
    >>> semantic_equivalence("def f(x): return x * x", "def f(x): return x + x", tests)
    False
    """
    for name, code in (("solution1", solution1), ("solution2", solution2)):
        require(name, code, (str,), "source text")
    require("limits", limits, (Limits, NoneType), "Limits")
    if not isinstance(test_suite, Problem | Programs) and not all(map(_parses, (solution1, solution2))):
        return False
    problem = _problem(test_suite, entry_point, solution1, solution2)
    with sandbox_or_new(sandbox) as place:
        check = problem.check
        if isinstance(check, Cases) and check.one_file and not any(map(_needs_the_judge, check.cases)):
            return _same_calls(place, solution1, solution2, check, limits)
        judge = JUDGES.get(judge_of(problem))(place, limits)
        one, other = (_judged(judge.judge(problem, Candidate(code))) for code in (solution1, solution2))
    return same_outcomes(one, other)


def _parses(code: str) -> bool:
    try:
        return bool(parse_foreign(code).body)
    except UNREADABLE:
        return False


def _problem(tests: Tests, entry_point: str | None, *codes: str) -> Problem:
    if isinstance(tests, Problem):
        return tests
    if isinstance(tests, Cases | Suite | Programs):
        return Problem("tests", tests)
    given: object = tests  # from Python it may be anything
    if isinstance(given, Sequence) and given and all(isinstance(one, Case) for one in given):
        entry_point = entry_point or common_function(*codes)
    return problem_of(codes[0], tests, entry_point=entry_point, name="tests", argument="test_suite")


def _needs_the_judge(case: Case) -> bool:
    """Return whether more than the value, or the name of an exception, decides about a case."""
    return case.comparator.kind is ComparatorKind.PREDICATE or case.raises is not None


def _judged(trial: Trial) -> Trial:
    if trial.fault:
        raise Fault(trial.fault)
    return trial


def _same_calls(sandbox: Sandbox, code1: str, code2: str, check: Cases, limits: Limits | None) -> bool:
    """Call both functions with the arguments of each case; one that ends its process does not cost the others."""
    limits = limits or Limits(seconds=CASE_SECONDS * max(1, len(check.cases)), case_seconds=CASE_SECONDS)
    inputs = [Input(tuple(case.arguments), dict(case.keywords)) for case in check.cases]
    sides = [Side(sandbox, code, check.entry_point, limits=limits, changes=False) for code in (code1, code2)]
    behaviours = zip(*(side.behaviours(inputs) for side in sides), strict=True)
    return all(_alike(case, one, other) for case, (one, other) in zip(check.cases, behaviours, strict=True))


def _alike(case: Case, one: Behaviour, other: Behaviour) -> bool:
    if not one.known or not other.known:
        return False
    passed = _passes(case, one)
    return passed == _passes(case, other) and (passed or same(one, other))


def _passes(case: Case, behaviour: Behaviour) -> bool:
    return behaviour.end is CallEnd.RETURNED and matches(case.comparator, behaviour.value, case.expected)
