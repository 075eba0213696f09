"""APPS: problems of contests and exercises, as programs on standard input or as functions that are called.

Read are the folders as APPS publishes them, the rows of its copy on the Hugging Face hub, the same folders packed one a
row, the rows of a set that made functions of the programs (`function_name`, `test_cases`), and those of MapCoder, in
which every problem is a program (`test_list`).
"""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.contests import (
    check_of,
    close_to,
    first_solution,
    identifier,
    json_field,
    words_of,
)
from assay.benchmarks.family import Family, LoadOptions, expect_family, has
from assay.benchmarks.rows import MAX_FILE_BYTES, Content, Row
from assay.errors import InvalidProblem, UsageError
from assay.files import read_text
from assay.hashing import content_digest
from assay.judges.literals import literal
from assay.judges.suites import MoreThanData
from assay.records import Case, Cases, Checker, Limits, Problem, ProblemKind, ProgramInput, Programs, Suite

PREFIX = "apps/"
CHECKER = Checker.words(1e-5)
"""The harness of APPS takes words in any order, too; here their order counts."""
BEFORE = (
    "import sys; import time; import itertools; from itertools import accumulate, product, permutations, combinations;"
    " import collections; from collections import Counter, OrderedDict, deque, defaultdict, ChainMap;"
    " from functools import lru_cache; import math;"
    " from math import sqrt, sin, cos, tan, ceil, fabs, floor, gcd, exp, log, log2; import fractions;"
    " from typing import List, Tuple; import random; import heapq; from heapq import *"
)
"""What the harness of APPS imports for every candidate, but for numpy."""
DIFFICULTIES = {"introductory": 1, "interview": 2, "competition": 3}
FILES = ("question.txt", "solutions.json", "input_output.json", "metadata.json", "starter_code.py")


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = _content(family, options)
    with_tests = [row for row in rows if _has_tests(row)]
    if not with_tests:
        raise InvalidProblem(f"{content.file}: none of its {len(rows)} problems has tests")
    once = list({row.digest: row for row in reversed(with_tests)}.values())[::-1]  # a file of MapCoder repeats some
    made = family.benchmark(content, once, problem_of, judge="programs+separate", errata=ERRATA)
    numbered = all(problem.id.startswith(PREFIX) for problem in made)
    left_out, again = len(rows) - len(with_tests), len(with_tests) - len(once)
    return replace(
        made,
        description=made.description
        + (f"; {left_out} problems without tests are left out" if left_out else "")
        + (f"; {again} rows that are repeated count once" if again else ""),
        prefix=PREFIX if numbered else "",
        licence="MIT",
        source="https://github.com/hendrycks/apps",
        eval_only=True,
    )


def _content(family: Family, options: LoadOptions) -> tuple[Content, list[Row]]:
    folder = None if options.problem_file is None else Path(os.path.expanduser(options.problem_file))
    if folder is None or not folder.is_dir():
        return family.rows(options)
    rows = [_folder_row(one) for one in sorted(folder.iterdir()) if (one / FILES[0]).is_file()]
    if not rows:
        raise UsageError(f"problem file {str(folder)!r} is a folder without folders that hold a {FILES[0]}")
    expect_family(family.name, rows)
    digest = content_digest("".join(row.digest for row in rows)).hex()
    return Content(str(folder), b"", digest), rows


def _folder_row(folder: Path) -> Row:
    """Return one problem of a folder; the files that it does not have are not in its row."""
    data: dict[str, object] = {"problem_id": folder.name}
    for name in FILES:
        path = folder / name
        if not path.is_file():
            continue
        data[name] = read_text(path, MAX_FILE_BYTES, wrong=InvalidProblem)
    return Row(str(folder), 1, data, content_digest(json.dumps(data, sort_keys=True)).hex())


def _recognises(row: Row) -> bool:
    return _is_function(row) or has(row, "problem_id", "question.txt") or _is_hub(row) or _is_listed(row)


def _is_hub(row: Row) -> bool:
    return has(row, "problem_id", "question", "input_output")


def _is_listed(row: Row) -> bool:
    return has(row, "id", "description", "test_list")


def _is_function(row: Row) -> bool:
    return has(row, "problem_id", "function_name", "test_cases", "correct_solution")


def _has_tests(row: Row) -> bool:
    names = ("test_cases", "input_output.json", "input_output", "test_list")
    return any(row.data.get(name) not in (None, "", [], {}) for name in names)


def problem_of(row: Row) -> Problem:
    """Return one problem, in whichever of the forms its row is."""
    if _is_function(row):
        return _function(row)
    if _is_listed(row):
        return _listed(row)
    dot = "." if "question.txt" in row.data else ""
    question, starter = ("question.txt", "starter_code.py") if dot else ("question", "starter_code")
    tests, solutions = ("input_output.json", "solutions.json") if dot else ("input_output", "solutions")
    about = json_field(row, "metadata.json", default={}) if dot else row.data
    if not isinstance(about, dict):
        raise row.wrong("metadata.json", about, "an object")
    check = check_of(row, tests, checker=CHECKER, before=BEFORE)
    return Problem(
        _id(row),
        check,
        prompt=prompt_of(row.text(question), row.data.get(starter) or "", called=isinstance(check, Cases)),
        reference=first_solution(row, solutions),
        kind=ProblemKind.ALGORITHM,
        difficulty=_difficulty(row, about),
    )


def _function(row: Row) -> Problem:
    """Return a problem of a function whose tests are calls and values as texts."""
    name, tests = row.text("function_name"), row.data.get("test_cases")
    if not isinstance(tests, list) or not all(isinstance(one, dict) for one in tests):
        raise row.wrong("test_cases", tests, "a list of objects")
    called = [_call(row, test) for test in tests]
    names = tuple(dict.fromkeys(one.function for one in called))
    return Problem(
        _id(row),
        Cases(name, tuple(one.case for one in called), before=BEFORE) if names == (name,) else _suite(called, names),
        prompt=f"{row.text('description')}\n\nWrite the function `{name}`.\n",
        reference=row.text("correct_solution"),
        kind=ProblemKind.ALGORITHM,
        difficulty=_difficulty(row, row.data),
        tags=words_of(row, "tags"),
    )


def _listed(row: Row) -> Problem:
    """Return a problem whose tests are texts for standard input and the values to be printed."""
    tests = row.data["test_list"]
    wanted = "a list of objects with the text 'input' and a list 'output' of one value"
    if not isinstance(tests, list):
        raise row.wrong("test_list", tests, wanted)
    given = []
    for test in tests:
        match test:
            case {"input": str(text), "output": [value]}:
                printed = value if isinstance(value, str) else str(value)
                given.append(ProgramInput(text.encode(), expected=printed.encode()))
            case _:
                raise row.wrong("test_list", test, wanted)
    return Problem(
        _id(row, "id"),
        Programs(tuple(given), checker=CHECKER, before=BEFORE, may_return=True),
        prompt=prompt_of(row.text("description"), row.data.get("starter_code") or "", called=False),
        kind=ProblemKind.ALGORITHM,
        difficulty=_difficulty(row, row.data),
    )


@dataclass(frozen=True, slots=True)
class _Call:
    """A test that is a call with the values it may return."""

    function: str
    text: str
    case: Case


def _call(row: Row, test: Mapping[str, object]) -> _Call:
    call, value = test.get("input"), test.get("correct_output")
    if not isinstance(call, str) or not isinstance(value, str):
        raise row.wrong("test_cases", test, "a list of objects with the texts 'input' and 'correct_output'")
    try:
        tree = ast.parse(call, mode="eval").body
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
            raise ValueError("not a call of a function")
        arguments = tuple(literal(one) for one in tree.args)
        keywords = {one.arg or "": literal(one.value) for one in tree.keywords}
    except (SyntaxError, ValueError, TypeError, RecursionError, MoreThanData) as error:
        raise row.wrong("test_cases", call, f"calls with literals ({error})") from None
    case = Case(arguments, _values(value), keywords, comparator=close_to(1e-6), name=call[:200])
    return _Call(tree.func.id, call.strip(), case)


def _suite(called: Sequence[_Call], names: tuple[str, ...]) -> Suite:
    """Return the check of several functions, none of which is the one that the row names."""
    source = "\n".join(f"assert {one.text} in {one.case.expected!r}" for one in called)
    return Suite(names[0], source, names=names[1:], before=BEFORE)


def _values(text: str) -> list[object]:
    """Return what a text may stand for: the value that it is the source of, and the text itself."""
    try:
        return [ast.literal_eval(text), text]
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return [text]


def _id(row: Row, field: str = "problem_id") -> str:
    text = identifier(row, field)
    return f"{PREFIX}{int(text)}" if text.isdecimal() and len(text) < 10 else text


def _difficulty(row: Row, about: Mapping[str, object]) -> int | None:
    value = about.get("difficulty")
    if value is None:
        return None
    if not isinstance(value, str) or value not in DIFFICULTIES:
        raise row.wrong("difficulty", value, f"one of {', '.join(DIFFICULTIES)}")
    return DIFFICULTIES[value]


def prompt_of(question: str, starter: object, *, called: bool) -> str:
    """Return the question with the code to begin with, and with how the answer is used."""
    used = "Use the given function or class." if called else "Read standard input and print to standard output."
    code = f"\n{starter.strip()}\n" if isinstance(starter, str) and starter.strip() else ""
    return f"{question.strip()}\n{code}\n{used}\n"


_TEXT = "its reference returns a text, and the test holds the number or the tuple that was read from it"
ERRATA: Mapping[str, str] = {
    **dict.fromkeys(("train_903", "train_3135", "train_4506", "test_3996", "train_4232", "train_2630"), _TEXT),
    "train_3692": "its reference returns a number that is none (NaN), and the test holds the text of it",
    "test_2046": "its test has lost an empty line of what the reference returns",
    "test_2641": "its reference needs the package numba",
}
"""Of the set in function form, by its ids."""
APPS = Family(
    "apps",
    "10,000 problems of contests and exercises in three difficulties (Hendrycks et al. 2021)",
    _read,
    obtain=(
        "they are published at github.com/hendrycks/apps as a folder for each problem, and as codeparrot/apps on the"
        " Hugging Face hub"
    ),
    recognises=_recognises,
    fields=("problem_id", "question", "input_output", "solutions", "difficulty"),
    limits=Limits(seconds=60.0, case_seconds=4.0),
)
"""A test may take 4 seconds, as in the harness of APPS."""

FAMILIES = (APPS,)
