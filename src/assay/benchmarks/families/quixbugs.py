"""QuixBugs: forty small Python programs with one wrong line each; the answer is the mended program.

A problem file holds one row for each program (`name`, `language`, `buggy`, `correct`, and `testcases` or `pytest`); a
checkout of the project's repository is read as well. The programs in Java are not read here.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from assay.benchmarks.base import Benchmark
from assay.benchmarks.family import Family, LoadOptions, has
from assay.benchmarks.rows import MAX_FILE_BYTES, Content, Row, parsed
from assay.errors import InvalidProblem, UsageError
from assay.files import read_text
from assay.hashing import content_digest
from assay.records import EXACT, Case, Cases, Check, Comparator, Limits, Problem, Suite

PYTHON = "python"
LISTED = frozenset({"flatten", "kheapsort"})
"""What they return is a generator: a list of it is compared."""
TUPLES = frozenset({"hanoi"})
"""JSON has no tuples: the items of the expected lists are some."""
TOLERANT = frozenset({"sqrt"})
"""The third argument of a case says how far off the answer may be."""
SLOW_CAPACITY, SLOW_LETTERS = 6404180, 60
"""One case of knapsack and one of levenshtein take the mended programs minutes; the project's own tests leave them
out as well."""
NODE = '''
class Node:
    """A node of a list or of a graph."""

    def __init__(self, value=None, successor=None, successors=None, predecessors=None, incoming_nodes=None,
                 outgoing_nodes=None):
        self.value = value
        self.successor = successor
        self.successors = [] if successors is None else successors
        self.predecessors = [] if predecessors is None else predecessors
        self.incoming_nodes = [] if incoming_nodes is None else incoming_nodes
        self.outgoing_nodes = [] if outgoing_nodes is None else outgoing_nodes


NodeOfTests = Node
'''
"""What the tests of six programs build their inputs of; it stands before the program, which is given its objects.

The tests take it by the second name, so that a program with a `Node` of its own does not replace it.
"""


def _read(family: Family, options: LoadOptions) -> Benchmark:
    content, rows = _rows(family, options)
    other = next((row for row in rows if row.text("language", PYTHON) != PYTHON), None)
    if other is not None:
        raise UsageError(f"{other.where}: a program in {other.text('language')!r}; those in Python are judged here")
    return family.benchmark(content, rows, problem_of)


def _rows(family: Family, options: LoadOptions) -> tuple[Content, list[Row]]:
    """Return the rows of a problem file, or those of a checkout of the project."""
    given = options.problem_file
    folder = None if given is None else Path(os.path.expanduser(given))
    if folder is None or not folder.is_dir():
        return family.rows(options)
    rows = list(_checkout(folder))
    if not rows:
        raise UsageError(f"{folder}: no checkout of QuixBugs: there are no correct_python_programs in it")
    texts = json.dumps([row.data for row in rows], sort_keys=True).encode()
    return Content(str(folder), texts, content_digest(texts).hex()), rows


def _checkout(folder: Path) -> Iterator[Row]:
    """Yield a row for each program that the project has in both forms; helpers and drivers are none."""
    for path in sorted((folder / "correct_python_programs").glob("*.py")):
        buggy, name = folder / "python_programs" / path.name, path.stem
        if not buggy.is_file() or name in ("__init__", "node") or name.endswith("_test"):
            continue
        data: dict[str, object] = {"name": name, "language": PYTHON, "buggy": _text(buggy), "correct": _text(path)}
        cases = folder / "json_testcases" / f"{name}.json"
        if cases.is_file():
            lines = [line for line in _text(cases).split("\n") if line.strip()]
            data["testcases"] = [parsed(line, f"{cases}, line {number}") for number, line in enumerate(lines, 1)]
        else:
            data["pytest"] = _text(folder / "python_testcases" / f"test_{name}.py")
        yield Row(str(buggy), 1, data, content_digest(json.dumps(data, sort_keys=True)).hex())


def _text(path: Path) -> str:
    return read_text(path, MAX_FILE_BYTES, wrong=UsageError)


def _recognises(row: Row) -> bool:
    return has(row, "name", "language", "buggy", "correct") and bool({"testcases", "pytest"} & row.data.keys())


def problem_of(row: Row) -> Problem:
    """Return one program: with data cases where the project has some, else with its pytest functions."""
    name = row.text("name")
    given = row.data.get("testcases")
    check = _tests(row, name) if given is None else _cases(row, name, given)
    return Problem(name, check, prompt=prompt_of(row), reference=row.text("correct"), tags=("repair",))


def prompt_of(row: Row) -> str:
    """Return what a model is given: the program with its mistake, which is said in a comment."""
    return f"# One line of this program is wrong. Write the program without the mistake.\n{row.text('buggy')}"


def _cases(row: Row, name: str, given: object) -> Check:
    if not isinstance(given, list) or not all(
        isinstance(case, list) and len(case) == 2 and isinstance(case[0], list) for case in given
    ):
        raise row.wrong("testcases", given, "a list of pairs: a list of arguments, and what is returned")
    kept = [case for case in given if not _is_slow(name, case[0])]
    if name in LISTED:
        tests = "\n".join(f"assert list({name}(*{arguments!r})) == {value!r}" for arguments, value in kept)
        return Suite(name, tests)
    return Cases(name, tuple(_case(name, arguments, value) for arguments, value in kept))


def _case(name: str, arguments: list[object], value: object) -> Case:
    if name in TUPLES and isinstance(value, list):
        value = [tuple(item) if isinstance(item, list) else item for item in value]
    within = arguments[-1] if name in TOLERANT and arguments else None
    comparator = Comparator.close(atol=float(within)) if isinstance(within, int | float) else EXACT
    return Case(tuple(arguments), value, comparator=comparator)


def _is_slow(name: str, arguments: list[object]) -> bool:
    """Return whether a case is one of the two that the project's own tests leave out."""
    if name == "knapsack":
        return bool(arguments) and arguments[0] == SLOW_CAPACITY
    return name == "levenshtein" and len("".join(text for text in arguments if isinstance(text, str))) > SLOW_LETTERS


def _tests(row: Row, name: str) -> Suite:
    """Return the functions of a pytest file; what it imports from the project is given by other means."""
    try:
        body = ast.parse(row.text("pytest")).body
    except (SyntaxError, ValueError, RecursionError) as error:
        raise InvalidProblem(f"{row.where}: field 'pytest' does not compile: {error}") from None
    kept: Iterable[ast.stmt] = [node for node in body if not isinstance(node, ast.Import | ast.ImportFrom | ast.If)]
    tests = ast.unparse(ast.Module(list(kept), []))
    if "Node(" not in tests:
        return Suite(name, tests)
    return Suite(name, re.sub(r"\bNode\b", "NodeOfTests", tests), names=("NodeOfTests",), before=NODE)


QUIXBUGS = Family(
    "quixbugs",
    "40 small Python programs with one wrong line each, to be mended (Lin et al. 2017)",
    _read,
    obtain="get the repository jkoppel/QuixBugs and name its folder, or a file with one row for each program",
    variants={PYTHON: None},
    versions={"30bc9a0f295a6a0241b80ee306c34ce801f9b275a526e657e190fecd411d20e8": "1.0"},
    recognises=_recognises,
    limits=Limits(failed_seconds=1.0),
)

FAMILIES = (QUIXBUGS,)
