"""HumanEval: a prompt that ends where the answer begins, and `check(candidate)`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.recognising import expect_family
from assay.benchmarks.rows import Row, read_content, rows_of
from assay.benchmarks.sources import DESCRIPTIONS, version_of
from assay.errors import InvalidProblem
from assay.records import Limits, Problem, Suite, SuiteStyle

ERRATA: Mapping[str, str] = {}
"""All 164 references pass their own tests."""
LIMITS = Limits(failed_seconds=0.5)
"""Whoever has failed goes on for half a second in all, in which every reference is done."""


def load(path: Path) -> Benchmark:
    """The problems of a file in HumanEval's format, plain or gzip."""
    content = read_content(path)
    rows = rows_of(content)
    expect_family("humaneval", rows)
    problems = unique([(row, problem_of(row)) for row in rows])
    prefix = "HumanEval/" if all(problem.id.startswith("HumanEval/") for problem in problems) else ""
    return Benchmark(
        "humaneval",
        version_of("humaneval", content.digest),
        problems,
        DESCRIPTIONS["humaneval"],
        content.digest,
        prefix,
        limits=LIMITS,
        errata=ERRATA,
    )


def problem_of(row: Row) -> Problem:
    """One problem; its prompt goes before the tests too, which may use what it imports or defines."""
    prompt = row.text("prompt")
    try:
        return Problem(
            row.text("task_id"),
            Suite(row.text("entry_point"), row.text("test"), SuiteStyle.CHECK, prelude=_prelude(prompt)),
            prompt=prompt,
            reference=prompt + row.text("canonical_solution"),
        )
    except InvalidProblem as error:
        raise located(row, error) from None


def _prelude(prompt: str) -> str:
    """What tests may need of a prompt; one that is no whole code by itself gives nothing."""
    try:
        compile(prompt, "<prompt>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return ""
    return prompt


def unique(found: list[tuple[Row, Problem]]) -> tuple[Problem, ...]:
    """The problems, none of whose ids may come twice."""
    first: dict[str, Row] = {}
    for row, problem in found:
        if problem.id in first:
            raise InvalidProblem(
                f"{row.where}: id {problem.id!r} is taken; it first stands in line {first[problem.id].line}"
            )
        first[problem.id] = row
    return tuple(problem for _, problem in found)


def located(row: Row, error: InvalidProblem) -> InvalidProblem:
    """The error with the place it is about in front."""
    text = str(error)
    return error if text.startswith(row.file) else InvalidProblem(f"{row.where}: {text}")
