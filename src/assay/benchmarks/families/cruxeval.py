"""CRUXEval: what a call of a short function returns (part `output`), or a call that returns a value (part `input`).

A candidate is an expression, evaluated in its own process. For `input` the name `f` stands there for something that
hands its arguments over; the function itself is trusted, and is called with them where the candidate cannot reach.
"""

from __future__ import annotations

import ast
from functools import partial

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.rows import Row
from assay.errors import InvalidProblem, UsageError
from assay.records import Case, Cases, Limits, Problem, Suite, SuiteStyle

ENTRY_POINT = "answer"
ARGUMENTS = "def f(*given, **named): return given, named"
"""What `f` is to a candidate that predicts an input, behind the code of the function: some inputs use other names of
it."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    part = family.name.partition(":")[2]
    if not part:
        names = " or ".join(f"{family.name}:{one}" for one in family.variants)
        raise UsageError(f"{family.name} has two parts, which ask for different things: name {names}")
    content, rows = family.rows(options)
    return family.benchmark(content, rows, partial(problem_of, part=part))


def _recognises(row: Row) -> bool:
    return has(row, "code", "input", "output", "id") and len(row.data) == 4


def problem_of(row: Row, *, part: str) -> Problem:
    """Return one problem of a part."""
    code, given, returned = row.text("code"), row.text("input"), row.text("output")
    for name, text in (("input", f"f({given})"), ("output", returned)):
        try:
            ast.parse(text, mode="eval")
        except (SyntaxError, ValueError, RecursionError) as error:
            raise InvalidProblem(f"{row.where}: field {name!r} is not an expression: {error}") from None
    if part == "input":
        return Problem(
            row.text("id"),
            Suite(
                ENTRY_POINT,
                f"given, named = {ENTRY_POINT}()\nassert f(*given, **named) == {returned}",
                SuiteStyle.ASSERTS,
                code,
                before=f"{code}\n{ARGUMENTS}",
                is_expression=True,
            ),
            prompt=prompt_of(code, f"assert f(??) == {returned}", "a call of `f` that makes this assertion hold"),
            reference=f"f({given})",
        )
    return Problem(
        row.text("id"),
        Cases(ENTRY_POINT, (Case((), _value(row, returned)),), is_expression=True),
        prompt=prompt_of(code, f"assert f({given}) == ??", "the literal that makes this assertion hold in place of ??"),
        reference=returned,
    )


def _value(row: Row, text: str) -> object:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise InvalidProblem(f"{row.where}: field 'output' is not a literal: {error}") from None


def prompt_of(code: str, assertion: str, wanted: str) -> str:
    """Return what a model is asked."""
    return (
        f"Read this Python function and give {wanted}. Answer with that expression alone, between [ANSWER] and"
        f" [/ANSWER].\n\n{code}\n{assertion}\n"
    )


PUBLIC = PublicFile(
    "cruxeval.jsonl",
    ("https://raw.githubusercontent.com/facebookresearch/cruxeval/main/data/cruxeval.jsonl",),
    "8368b81047dc5014e4caf5a2f97604eff7644e0ecd7415e3ceeb184bbc2e0c96",
    186873,
    "MIT",
)
CRUXEVAL = Family(
    "cruxeval",
    "800 short Python functions: predict what a call returns, or a call that returns a value (Gu et al. 2024)",
    _read,
    variants={"input": PUBLIC, "output": PUBLIC},
    versions={"8368b81047dc5014e4caf5a2f97604eff7644e0ecd7415e3ceeb184bbc2e0c96": "1.0"},
    recognises=_recognises,
    fields=("id", "code", "input", "output"),
    prefix="sample_",
    limits=Limits(),
)

FAMILIES = (CRUXEVAL,)
