"""MBPP, full and sanitized: a sentence and three assertions, which decide as they do in published scores.

Eleven problems of the full set have challenge assertions besides: edge cases that are reported beside the verdict, and
decide where that is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.humaneval import located, unique
from assay.benchmarks.recognising import expect_family
from assay.benchmarks.rows import Row, read_content, rows_of
from assay.benchmarks.sources import DESCRIPTIONS, version_of
from assay.errors import InvalidProblem
from assay.judges.suites import imports_of, names_taken
from assay.records import Limits, Part, Problem, Suite

PREFIX = "Mbpp/"
ERRATA: Mapping[str, str] = {}
"""All references pass. Mbpp/367 and Mbpp/927 need `test_setup_code` to run after the code, as it does here."""
LIMITS = Limits(failed_seconds=0.5, reference_factor=4.0)
"""The reference of Mbpp/123 needs up to 4 seconds, no other needs 1."""


def load(path: Path, *, challenge: bool = False) -> Benchmark:
    """The problems of a file in the format of the full set, plain or gzip.

    `challenge`: the challenge assertions decide too; the version says so, and with it every signature.
    """
    made = _loaded(path, "mbpp", partial(problem_of, challenge=challenge))
    if challenge:
        return replace(made, version=f"{made.version}+challenge", parts={"test_list": Part.BASIC})
    return replace(made, parts={"challenge": Part.WHOLE})


def load_sanitized(path: Path) -> Benchmark:
    """The problems of a file in the format of the sanitized set, plain or gzip."""
    return _loaded(path, "mbpp-sanitized", sanitized_problem_of)


def _loaded(path: Path, name: str, make: Callable[[Row], Problem]) -> Benchmark:
    content = read_content(path)
    rows = rows_of(content)
    expect_family(name, rows)
    problems = unique([(row, make(row)) for row in rows])
    version = version_of(name, content.digest)
    return Benchmark(name, version, problems, DESCRIPTIONS[name], content.digest, PREFIX, limits=LIMITS, errata=ERRATA)


def problem_of(row: Row, *, challenge: bool = False) -> Problem:
    """One problem of the full set: its setup runs after the candidate's code and before the assertions."""
    made = _problem(
        row,
        row.text("text"),
        setup=row.text("test_setup_code", ""),
        edge=row.texts("challenge_test_list", []),
        imports=[],
    )
    return replace(made, edge_decides=challenge)


def sanitized_problem_of(row: Row) -> Problem:
    """One problem of the sanitized set."""
    return _problem(row, row.text("prompt"), setup="", edge=[], imports=row.texts("test_imports", []))


def _problem(row: Row, text: str, *, setup: str, edge: list[str], imports: list[str]) -> Problem:
    reference = row.text("code").replace("\r", "")
    tests = "\n".join(row.texts("test_list"))
    try:
        taken = names_taken(tests, reference)
        if not taken:
            raise ValueError("test_list uses nothing that code defines")
        entry_point = taken[0]  # nothing else in a row says it
        if setup or edge:
            taken = names_taken("\n".join((setup, tests, *edge)), reference)
        prelude = imports_of(reference)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InvalidProblem(f"{row.where}: code or tests do not compile: {error}") from None
    try:
        return Problem(
            id_of(row),
            Suite(
                entry_point,
                source=f"{setup}\n{tests}",
                prelude="\n".join((prelude, *imports)),
                names=tuple(name for name in taken if name != entry_point),
                edge_source="\n".join(edge),
            ),
            prompt=prompt_of(text, tests),
            reference=reference,
        )
    except InvalidProblem as error:
        raise located(row, error) from None


def id_of(row: Row) -> str:
    """The id as the families of MBPP write it: `Mbpp/11` for 11, "11" and "Mbpp/11"."""
    value = row.data.get("task_id")
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise row.wrong("task_id", value, "a number or a text")
    text = str(value)
    return f"{PREFIX}{text}" if text.isdecimal() else text


def prompt_of(text: str, tests: str) -> str:
    """What a model is given: a docstring with the task and its assertions, which alone say the function's name.

    >>> print(prompt_of("Double a number.", "assert double(1) == 2"))
    \"\"\"
    Double a number.
    assert double(1) == 2
    \"\"\"
    <BLANKLINE>
    """
    body = f"{text.strip()}\n{tests}".replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{body}\n"""\n'
