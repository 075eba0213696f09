"""One script that shows a failing case again, with nothing but Python: the candidate, the call, what was expected."""

from __future__ import annotations

import ast

from assay.errors import InvalidValue
from assay.judges.host.statements import Plan, Step
from assay.judges.literals import call_text
from assay.judges.properties import suite_of
from assay.judges.suites import plan
from assay.records import (
    Case,
    Cases,
    CaseStatus,
    FunctionCheck,
    NativeSuite,
    Problem,
    PropertyCheck,
    Suite,
    SuiteStyle,
    Trial,
)

HEAD = """# Shows one case of a problem again.
# It runs the candidate in this very process, without any protection: read it before you run it.

import collections, datetime, decimal, fractions, sys, traceback
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction

inf, nan = float("inf"), float("nan")

PROBLEM, CASE, ATTEMPT, STATUS = {problem!r}, {number!r}, {attempt!r}, {status!r}
CANDIDATE = {source!r}

candidate = {{"__name__": "candidate"}}
exec(compile(CANDIDATE, "candidate.py", "exec"), candidate)
"""
CALL = """
arguments, keywords = {arguments!r}, {keywords!r}
print("call     ", {call!r})
print("expected ", {expected!r})
try:
    actual = candidate[{entry!r}](*arguments, **keywords)
except BaseException:
    traceback.print_exc()
    sys.exit(1)
print("actual   ", repr(actual))
"""
TESTS = """
{prelude}
globals().update({{name: candidate[name] for name in {names!r}}})
{bound}
{steps}
print("the case passes here")
"""
PROPERTY = """
{prelude}
globals().update({{name: candidate[name] for name in {names!r}}})
for number in range({count}):
    try:
        _assay_input(number)
    except AssayUntested:
        continue
    except BaseException:
        print("input    ", _assay_inputs[number])
        traceback.print_exc()
        sys.exit(1)
print("the property holds here")
"""
UNITTEST = """
{prelude}
globals().update({{name: candidate[name] for name in {names!r}}})
{steps}
import unittest
unittest.main(argv=["replay", {test!r}])
"""


def replay(problem: Problem, trial: Trial, source: str, number: int | None = None) -> str:
    """The script for one case of a trial; without a number, for the first that did not pass."""
    number = first_failing(trial) if number is None else number
    if not 0 <= number < len(trial.outcomes):
        raise InvalidValue(f"case {number}: {problem.id} has the cases 0 to {len(trial.outcomes) - 1}")
    outcome = trial.outcomes[number]
    head = HEAD.format(
        number=number, problem=problem.id, attempt=trial.candidate.attempt, status=outcome.status.value, source=source
    )
    own = len(trial.outcomes) - len(problem.properties)
    if problem.properties and number >= own:
        return head + _property(problem, problem.properties[number - own])
    match problem.check:
        case Cases(entry_point=entry_point, cases=cases):
            return head + _call(entry_point, cases[number])
        case Suite() as suite:
            return head + _tests(problem, suite, number)
    if isinstance(problem.check, NativeSuite):
        raise InvalidValue(f"{problem.id}: its tests are in {problem.language}, and only Python is shown again")
    raise InvalidValue(f"{problem.id}: a case of {type(problem.check).__name__} cannot be shown again in Python")


def _property(problem: Problem, asked: PropertyCheck) -> str:
    """Return what tries a property on all its inputs, without the candidate."""
    assert isinstance(problem.check, FunctionCheck), "a problem with properties has one"
    suite = suite_of(problem.check, asked, asked.inputs)
    names = list(dict.fromkeys(suite.required))
    return PROPERTY.format(prelude=suite.prelude, names=names, count=len(asked.inputs))


def first_failing(trial: Trial) -> int:
    """The number of the first case that did not pass."""
    for number, outcome in enumerate(trial.outcomes):
        if outcome.status not in (CaseStatus.PASSED, CaseStatus.NOT_RUN):
            return number
    raise InvalidValue(f"{trial.problem_id}, attempt {trial.candidate.attempt}: no case failed ({trial.verdict})")


def _call(entry_point: str, case: Case) -> str:
    expected = f"raises {case.raises}" if case.raises else f"{case.expected!r} ({case.comparator.kind.value})"
    return CALL.format(
        arguments=tuple(case.arguments),
        keywords=dict(case.keywords),
        call=call_text(entry_point, case),
        expected=expected,
        entry=entry_point,
    )


def _tests(problem: Problem, suite: Suite, number: int) -> str:
    found = plan(problem, suite)
    wanted = found.cases[min(number, len(found.cases) - 1)]
    names = list(dict.fromkeys(suite.required))
    if suite.style is SuiteStyle.UNITTEST:
        steps = "\n".join(ast.unparse(step.node) for step in found.steps if not step.is_case)
        return UNITTEST.format(prelude=suite.prelude, names=names, steps=steps, test=wanted.name)
    bound = f"{found.parameter} = {suite.entry_point}" if found.parameter else ""
    return TESTS.format(prelude=suite.prelude, names=names, bound=bound, steps=_up_to(found, wanted))


def _up_to(found: Plan, wanted: Step) -> str:
    """What prepares the case, and the case itself."""
    steps = found.steps[: found.steps.index(wanted) + 1]
    return "\n".join(ast.unparse(step.node) for step in steps if step is wanted or not step.is_case)
