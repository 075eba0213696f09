"""Problems written in the format of a user's own benchmark, which `assay.benchmarks.own` reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from assay.benchmarks.base import Wrong
from assay.benchmarks.literals import text_of
from assay.benchmarks.own_programs import program_row
from assay.errors import InvalidProblem
from assay.records import (
    Case,
    CaseKind,
    Cases,
    Comparator,
    ComparatorKind,
    Problem,
    ProblemKind,
    Programs,
    PropertyCheck,
    Suite,
    SuiteStyle,
)


def problem_row(problem: Problem, wrong: tuple[Wrong, ...] = ()) -> dict[str, Any]:  # Any: JSON
    """Return one problem as the keys of docs/problems.md; raise `InvalidProblem` for what they cannot say.

    >>> problem = Problem("double", Cases("double", (Case((2,), 4, name="double(2)"),)))
    >>> problem_row(problem)
    {'id': 'double', 'entry_point': 'double', 'cases': [{'call': 'double(2)', 'returns': '4'}]}
    """
    check = problem.check
    if not isinstance(check, Cases | Suite | Programs):
        raise InvalidProblem(
            f"problem {problem.id!r}: a {type(check).__name__} cannot be written as a problem of your own"
        )
    row: dict[str, Any] = {"id": problem.id}  # Any: JSON
    usual = ProblemKind.ALGORITHM if isinstance(check, Programs) else ProblemKind.FUNCTION
    about = {
        "entry_point": check.entry_point,
        "kind": "" if problem.kind is usual else problem.kind.value,
        "difficulty": problem.difficulty,
        "tags": list(problem.tags),
        "language": "" if problem.language == "python" else problem.language,
        "prompt": problem.prompt,
        "reference": problem.reference,
    }
    row |= {key: value for key, value in about.items() if value}
    row |= _programs(problem, check) if isinstance(check, Programs) else _function(problem, check)
    row |= _examples(problem)
    if problem.properties:
        row["properties"] = [_property(one) for one in problem.properties]
    if wrong:
        row["wrong"] = [
            {"name": one.name, "verdict": one.verdict.value, "source": one.source}
            for one in wrong
            if one.verdict is not None
        ]
    return row


def _function(problem: Problem, check: Cases | Suite) -> dict[str, Any]:  # Any: JSON
    place = {"target": check.target, "files": dict(check.files)}
    row = {key: value for key, value in place.items() if value}
    return row | ({"cases": _cases(problem, check)} if isinstance(check, Cases) else _suite(check))


def _programs(problem: Problem, check: Programs) -> dict[str, Any]:  # Any: JSON
    try:
        return program_row(check)
    except ValueError as error:  # bytes that are no text are one, too
        raise InvalidProblem(f"problem {problem.id!r}: its programs cannot be written down: {error}") from None


def _property(asked: PropertyCheck) -> dict[str, Any]:  # Any: JSON
    from assay.probes.properties.library import LIBRARY

    usual = PropertyCheck("")
    row: dict[str, Any] = {"property": asked.text}  # Any: JSON
    if asked.source and asked.text.partition("(")[0].strip() not in LIBRARY:
        row["source"] = asked.source
    changed = ("strategy", "examples", "seed", "kind")
    return row | {name: getattr(asked, name) for name in changed if getattr(asked, name) != getattr(usual, name)}


def _suite(check: Suite) -> dict[str, Any]:  # Any: JSON
    found = {
        "tests": check.source,
        "edge_tests": check.edge_source,
        "style": "" if check.style is SuiteStyle.ASSERTS else check.style.value,
        "prelude": check.prelude,
    }
    return {key: value for key, value in found.items() if value}


def _examples(problem: Problem) -> dict[str, Any]:  # Any: JSON
    """Return what a solver may see; test code of another style than plain assertions cannot be said."""
    match problem.examples:
        case Cases() as check:
            return {"examples": _cases(problem, check)}
        case Suite(style=SuiteStyle.ASSERTS) as suite:
            return {"examples": "\n".join(filter(None, (suite.prelude, suite.source)))}
    return {}


def _cases(problem: Problem, check: Cases) -> list[dict[str, Any]]:  # Any: JSON
    rows = []
    for number, case in enumerate(check.cases):
        try:
            rows.append(_case(check.entry_point, case))
        except ValueError as error:
            raise InvalidProblem(f"problem {problem.id!r}: case {number} cannot be written down: {error}") from None
    return rows


def _case(entry_point: str, case: Case) -> dict[str, Any]:  # Any: JSON
    named = [f"{name}={text_of(value)}" for name, value in case.keywords.items()]
    call = f"{entry_point}({', '.join([*map(text_of, case.arguments), *named])})"
    row: dict[str, Any] = {"call": call}  # Any: JSON
    if case.raises is not None:
        row["raises"] = case.raises
    elif case.comparator.kind is not ComparatorKind.PREDICATE:
        row["returns"] = text_of(case.expected)
    row |= _comparison(case.comparator)
    if case.kind is CaseKind.EDGE:
        row["kind"] = "edge"
    if case.name not in ("", call):
        row["name"] = case.name
    return row


def _comparison(comparator: Comparator) -> Mapping[str, Any]:  # Any: JSON
    write = _WRITERS.get(comparator.kind)
    if write is not None:
        return write(comparator)
    row: dict[str, Any] = {"compare": comparator.kind.value}  # Any: JSON
    if comparator.inner is not None:
        if comparator.inner.kind is not ComparatorKind.CLOSE:
            raise ValueError(f"alternatives compared by {comparator.inner.kind}")
        row |= {"atol": comparator.inner.atol, "rtol": comparator.inner.rtol}
    return row


_WRITERS: dict[ComparatorKind, Callable[[Comparator], Mapping[str, Any]]] = {  # Any: JSON
    ComparatorKind.EXACT: lambda _: {},
    ComparatorKind.CLOSE: lambda one: {"compare": "close", "atol": one.atol, "rtol": one.rtol},
    ComparatorKind.PREDICATE: lambda one: {"accept": one.source},
}
