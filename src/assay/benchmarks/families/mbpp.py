"""MBPP, full and sanitized: a sentence and three assertions, which decide as they do in published scores.

Eleven problems of the full set have challenge assertions besides: edge cases that are reported beside the verdict, and
decide where that is asked for.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace
from functools import partial

from assay.benchmarks.base import Benchmark
from assay.benchmarks.families import humaneval
from assay.benchmarks.family import Family, LoadOptions, PublicFile, has
from assay.benchmarks.rows import Row
from assay.errors import InvalidProblem
from assay.judges.suites import imports_of, names_taken
from assay.records import Limits, Part, Problem, Suite

PREFIX = "Mbpp/"
TEST_SPLIT = range(11, 511)
"""Numbers of the problems that are published as the test split, which harnesses ask for."""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    """Return the full set; where the challenge assertions decide too, the version and so every signature says it."""
    make = partial(problem_of, challenge=options.challenge)
    made = _with_split(family.benchmark(*family.rows(options), make, parts={"challenge": Part.WHOLE}))
    if not options.challenge:
        return made
    return replace(made, version=f"{made.version}+challenge", parts={"test_list": Part.BASIC})


def _read_sanitized(family: Family, options: LoadOptions) -> Benchmark:
    return _with_split(family.benchmark(*family.rows(options), sanitized_problem_of))


def _with_split(made: Benchmark) -> Benchmark:
    return replace(made, listed=tuple(problem.id for problem in made.numbered(TEST_SPLIT)))


def _recognises(row: Row) -> bool:
    if humaneval.is_named(row):
        return row.text("name").startswith("mbpp_")
    return has(row, "test_list", "text") and not has(row, "base_input")


def _recognises_sanitized(row: Row) -> bool:
    return has(row, "test_list", "prompt") and not {"text", "test", "base_input"} & row.data.keys()


def problem_of(row: Row, *, challenge: bool = False) -> Problem:
    """One problem of the full set: its setup runs after the candidate's code and before the assertions.

    Rows with a function of tests instead of a list are read as rows of HumanEval are.
    """
    if has(row, "entry_point", "test") and not has(row, "test_list"):
        return humaneval.problem_of(row, PREFIX)
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
    given = row.texts("test_list")
    tests = "\n".join(given)
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
    return Problem(
        id_of(row),
        Suite(
            entry_point,
            f"{setup}\n{tests}",
            prelude="\n".join((prelude, *imports)),
            names=tuple(name for name in taken if name != entry_point),
            edge_source="\n".join(edge),
        ),
        prompt=prompt_of(text, given[0]),
        reference=reference,
        examples=_example(entry_point, given[0], prelude="\n".join((prelude, *imports, setup)), reference=reference),
    )


def _example(entry_point: str, test: str, *, prelude: str, reference: str) -> Suite | None:
    """Return the first assertion, which the prompt shows, with the imports that it needs; it alone may be seen.

    Where it needs more, such as objects that the setup makes, there is none.
    """
    try:
        tree, before = ast.parse(test), ast.parse(prelude)
    except (SyntaxError, ValueError, RecursionError):
        return None
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    needed, given = [], set[str]()
    for statement in before.body:
        bound = {(alias.asname or alias.name).partition(".")[0] for alias in getattr(statement, "names", [])}
        if isinstance(statement, ast.Import | ast.ImportFrom) and bound & used:
            needed.append(ast.unparse(statement))
            given |= bound
    names = tuple(name for name in names_taken(test, reference) if name != entry_point and name not in given)
    if used - given - {entry_point, *names} - set(dir(builtins)):
        return None
    return Suite(entry_point, "\n".join((*needed, test.strip())), names=names)


def id_of(row: Row) -> str:
    """The id as the families of MBPP write it: `Mbpp/11` for 11, "11" and "Mbpp/11"."""
    value = row.data.get("task_id")
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise row.wrong("task_id", value, "a number or a text")
    text = str(value)
    return f"{PREFIX}{text}" if text.isdecimal() else text


def prompt_of(text: str, test: str) -> str:
    """What a model is given: a docstring with the task and its first assertion, which alone says the function's name.

    The other assertions stay hidden: who solves a problem must not see what decides about it.

    >>> print(prompt_of("Double a number.", "assert double(1) == 2"))
    \"\"\"
    Double a number.
    assert double(1) == 2
    \"\"\"
    <BLANKLINE>
    """
    body = f"{text.strip()}\n{test.strip()}".replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\n{body}\n"""\n'


LIMITS = Limits(failed_seconds=0.5, reference_factor=4.0)
"""The reference of Mbpp/123 needs up to 4 seconds, no other needs 1."""
MBPP = Family(
    "mbpp",
    "974 short Python tasks by crowd workers (Austin et al. 2021)",
    _read,
    source=PublicFile(
        "mbpp.jsonl",
        ("https://raw.githubusercontent.com/google-research/google-research/master/mbpp/mbpp.jsonl",),
        "ccf64ceae9c5403bf50a044cb6d505bfd2a2963ee58338ba268fd65beab92a9f",
        563_743,
        "CC-BY-4.0",
    ),
    versions={"ccf64ceae9c5403bf50a044cb6d505bfd2a2963ee58338ba268fd65beab92a9f": "1.0"},
    recognises=_recognises,
    fields=("task_id", "text", "code", "test_list"),
    prefix=PREFIX,
    limits=LIMITS,
    has_challenge=True,
)
"""All references pass. Mbpp/367 and Mbpp/927 need `test_setup_code` to run after the code, as it does here."""
SANITIZED = Family(
    "mbpp-sanitized",
    "427 tasks of MBPP that were verified by hand",
    _read_sanitized,
    aliases=("sanitized_mbpp",),
    source=PublicFile(
        "sanitized-mbpp.json",
        ("https://raw.githubusercontent.com/google-research/google-research/master/mbpp/sanitized-mbpp.json",),
        "ca95deaa9a01ef0a6f439f88bcf0dd3db3563d22f22aad6cae04ebb9a8d8c8e9",
        255_053,
        "CC-BY-4.0",
    ),
    versions={"ca95deaa9a01ef0a6f439f88bcf0dd3db3563d22f22aad6cae04ebb9a8d8c8e9": "1.0"},
    recognises=_recognises_sanitized,
    fields=("task_id", "prompt", "code", "test_list", "test_imports"),
    prefix=PREFIX,
    limits=LIMITS,
)

FAMILIES = (MBPP, SANITIZED)
