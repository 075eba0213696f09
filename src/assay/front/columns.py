"""A problem out of the columns of a data set for training: tests, pairs of input and output, or a known benchmark's."""

from __future__ import annotations

import ast
import builtins
import json
import keyword
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from assay.benchmarks.fields import Fields, FilePlace
from assay.benchmarks.own import PROBLEM_KEYS, problem_of
from assay.distinct import LONG_DECODER, check_memory
from assay.errors import InvalidProblem, InvalidValue, UnknownNameError
from assay.hashing import content_digest
from assay.judges.suites import imports_of, names_taken
from assay.records import (
    MIB,
    ONE_OF,
    Case,
    Cases,
    Check,
    Checker,
    Problem,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
)
from assay.sandbox.recipes import runnable
from assay.syntax import UNREADABLE, TooCostly, parse_foreign
from assay.text import one_line

Row = Mapping[str, Any]  # Any: whatever a data set holds
KNOWN = (
    "'entry_point' with 'test' (HumanEval); 'test_list' (MBPP); 'tests' or 'cases', with 'entry_point';"
    " 'verification_info' (open-r1); 'test_cases', or 'inputs' with 'outputs'"
)
MOST_REMEMBERED = 2048
"""Problems that are kept, so that workers are told once of each."""
MOST_CHARACTERS = 16 << 20
"""Of the columns of all problems that are kept; the newest is kept however long it is."""
MOST_MEMORY = 128 * MIB
"""Of the values of one text of JSON, about."""
CODE = (
    "tests", "test", "test_list", "edge_tests", "prelude", "test_setup_code", "test_imports", "reference", "code",
    "prompt",
)  # fmt: skip
"""Columns with source, as text or as a list of texts."""
COLUMNS = (
    "verification_info", "test_cases", "inputs", "outputs", "fn_name", "test_list", "test_setup_code", "test_imports",
    "test", "tests", "cases", "entry_point", "style", "prelude", "edge_tests", "prompt", "reference", "code",
    "language", "problem_id", "task_id", "id",
)  # fmt: skip
"""What of a row makes the problem."""


class ColumnReader:
    """Makes problems of rows; the same columns are the same problem.

    >>> reader = ColumnReader()
    >>> row = {"tests": ["assert double(2) == 4"], "reward": 1}
    >>> reader.problem(row).check.entry_point, reader.problem(row) is reader.problem(dict(row))
    ('double', True)
    """

    def __init__(self, *, most_characters: int = MOST_CHARACTERS) -> None:
        self._known: OrderedDict[bytes, tuple[Problem, int]] = OrderedDict()
        """Digest → problem, and the characters of its columns; the one that was used longest ago first."""
        self._characters = 0
        self._most_characters = most_characters
        self._lock = threading.Lock()

    def problem(self, row: Row) -> Problem:
        """Return the problem that a row states; raises `InvalidProblem` where it states none that can be judged."""
        try:
            stated = {name: _plain(row[name]) for name in COLUMNS if row.get(name) is not None}
            text = repr(sorted(stated.items()))
        except RecursionError:
            raise InvalidProblem("the columns of a problem are nested too deeply") from None
        digest = content_digest(text)
        with self._lock:
            known = self._known.get(digest)
            if known is not None:
                self._known.move_to_end(digest)
                return known[0]
        found = problem_of_row(stated, digest.hex()[:12])
        with self._lock:
            return self._kept(digest, found, len(text))

    def _kept(self, digest: bytes, problem: Problem, characters: int) -> Problem:
        """Keep a problem, and forget the oldest where there are too many; returns it, or the one that came before."""
        if digest in self._known:
            return self._known[digest][0]
        self._known[digest] = problem, characters
        self._characters += characters
        while len(self._known) > MOST_REMEMBERED or (len(self._known) > 1 and self._characters > self._most_characters):
            self._characters -= self._known.popitem(last=False)[1][1]
        return problem


def _plain(value: Any) -> Any:  # Any: whatever a data set holds
    """Return a value without arrays, whose `repr` leaves out the middle; all else is as it was."""
    if isinstance(value, str):
        return value
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def problem_of_row(row: Row, name: str) -> Problem:
    """Return the problem of a row; `name` is its id unless a column gives one.

    >>> problem_of_row({"test_cases": [{"input": "2", "output": "4"}]}, "a").check.inputs[0].expected
    b'4'
    """
    made = next((make for column, make in MAKERS.items() if column in row), None)
    if made is None:
        shown = ", ".join(repr(column)[:40] for column in list(row)[:20]) or "none of them"
        raise InvalidValue(f"no column says how to judge: there is {shown}. Known: {KNOWN}.")
    for column in CODE:
        _check_text(column, row.get(column))
    try:
        return made(row, _id(row, name))
    except UnicodeEncodeError as error:
        halves = error.object[error.start : error.start + 1]
        raise InvalidProblem(f"{_column_of(row)}: has {halves!r}, which is no character") from None
    except RecursionError:
        raise InvalidProblem(f"{_column_of(row)}: is nested too deeply") from None


def _column_of(row: Row) -> str:
    return next(column for column in MAKERS if column in row)


def _check_text(column: str, value: object) -> None:
    """Raise `InvalidProblem` where a source, or one of several, is text that no file can hold."""
    for text in value if isinstance(value, list) else [value]:
        if not isinstance(text, str):
            continue
        wrong = "\0" if "\0" in text else next((sign for sign in text if "\ud800" <= sign <= "\udfff"), "")
        if wrong:
            raise InvalidProblem(f"{column}: has {wrong!r}, which no source may have")


def _id(row: Row, name: str) -> str:
    given = next((row[column] for column in ("problem_id", "task_id", "id") if row.get(column) not in (None, "")), name)
    return one_line(str(given))[:200]


def _text(row: Row, column: str, default: str | None = None) -> str:
    value = row.get(column, default)
    if not isinstance(value, str):
        raise InvalidProblem(f"{column}: must be text, got {value!r:.80}")
    return value


def _code(row: Row, column: str) -> str:
    """Return test code that is one text, or a list of statements."""
    value = row.get(column, "")
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and all(isinstance(one, str) for one in value):
        return "\n".join(value)
    raise InvalidProblem(f"{column}: must be text or a list of texts, got {value!r:.80}")


def _humaneval(row: Row, name: str) -> Problem:
    """Return a problem with `check(candidate)`, or with assertions where it does not define one."""
    prompt, tests = _text(row, "prompt", ""), _code(row, "test")
    _check_compiles("test", tests)
    suite = Suite(_text(row, "entry_point"), tests, _style(tests), prompt if _compiles(prompt) else "")
    return Problem(name, suite, prompt=prompt, reference=_text(row, "reference", ""))


def _mbpp(row: Row, name: str) -> Problem:
    setup, tests = _text(row, "test_setup_code", ""), _code(row, "test_list")
    reference = _text(row, "code", "").replace("\r", "")
    entry_point, others = _names(row, tests, f"{setup}\n{tests}", reference)
    prelude = "\n".join((imports_of(reference) if _compiles(reference) else "", _code(row, "test_imports")))
    suite = Suite(entry_point, f"{setup}\n{tests}", prelude=prelude, names=others)
    return Problem(name, suite, prompt=_text(row, "prompt", ""), reference=reference)


def _tests(row: Row, name: str) -> Problem:
    """Return a problem of the user's own format, in which the entry point may be left out."""
    tests = _code(row, "tests")
    entry_point, others = _names(row, tests, tests, _text(row, "reference", ""))
    style = SuiteStyle(row["style"]) if row.get("style") in list(SuiteStyle) else _style(tests)
    suite = Suite(entry_point, tests, style, _text(row, "prelude", ""), others, _code(row, "edge_tests"))
    return Problem(name, suite, prompt=_text(row, "prompt", ""), reference=_text(row, "reference", ""))


def _cases(row: Row, name: str) -> Problem:
    fields = {column: value for column, value in row.items() if column in PROBLEM_KEYS and column != "id"}
    return problem_of(Fields(fields, FilePlace(f"problem {name!r}"), PROBLEM_KEYS), name)[0]


def _verified(row: Row, name: str) -> Problem:
    """Return a problem of open-r1: a language, and test cases."""
    info = decoded(row["verification_info"])
    if not isinstance(info, Mapping):
        raise InvalidProblem(f"verification_info: must be an object, got {info!r:.80}")
    return _pairs({**row, **info}, name)


def _pairs(row: Row, name: str) -> Problem:
    """Return a problem of pairs of input and output: of whole programs, or of calls where `fn_name` is given."""
    pairs = _pairs_of(row)
    language = language_of(_text(row, "language", "python"))
    names = {str(pair["fn_name"]) for pair in pairs if pair.get("fn_name")}
    if len(names) > 1 or not all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
        raise InvalidProblem(f"fn_name: must be the name of one function, got {', '.join(sorted(names)):.80}")
    function = "".join(names)
    if function and language != "python":
        raise InvalidProblem(f"language: a function is called in python alone, got {language!r}")
    check = _calls(function, pairs) if function else _programs(pairs)
    return Problem(name, check, prompt=_text(row, "prompt", ""), language=language)


def _pairs_of(row: Row) -> list[Mapping[str, Any]]:  # Any: whatever a data set holds
    given = decoded(row.get("test_cases"))
    if given is None:
        inputs, outputs = decoded(row.get("inputs")), decoded(row.get("outputs"))
        if not isinstance(inputs, list | tuple) or not isinstance(outputs, list | tuple) or len(inputs) != len(outputs):
            raise InvalidProblem("inputs and outputs: must be two lists of one length")
        function = row.get("fn_name")
        given = [
            {"input": one, "output": other, "fn_name": function} for one, other in zip(inputs, outputs, strict=True)
        ]
    elif isinstance(given, Mapping):
        return _pairs_of({**row, **given, "test_cases": None})
    wrong = not isinstance(given, Sequence) or not all(isinstance(one, Mapping) and "output" in one for one in given)
    if wrong or not given:
        raise InvalidProblem(f"test_cases: must be objects with 'input' and 'output', got {given!r:.80}")
    return list(given)


def _programs(pairs: Sequence[Mapping[str, Any]]) -> Check:  # Any: whatever a data set holds
    inputs = tuple(
        ProgramInput(
            _lines(pair.get("input", "")).encode(), name=f"case {place}", expected=_lines(pair["output"]).encode()
        )
        for place, pair in enumerate(pairs)
    )
    return Programs(inputs, checker=Checker.line_ends())


def _lines(value: object) -> str:
    """Return what a program is given or prints: a text, or a list of lines."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    raise InvalidProblem(f"test_cases: input and output of a program must be text, got {value!r:.80}")


def _calls(function: str, pairs: Sequence[Mapping[str, Any]]) -> Check:  # Any: whatever a data set holds
    """Return calls; a result that is a list of one may stand for its only element, as data sets wrap it."""
    cases = []
    for pair in pairs:
        arguments, want = _arguments(pair), decoded(pair["output"])
        wrapped = isinstance(want, list) and len(want) == 1
        alternatives = [want, want[0]] if wrapped else want
        cases.append(Case(arguments, alternatives, comparator=ONE_OF) if wrapped else Case(arguments, want))
    return Cases(function, tuple(cases))


def _arguments(pair: Mapping[str, Any]) -> tuple[object, ...]:  # Any: whatever a data set holds
    """Return the arguments of a call: a list of them, or JSON with one on each line (`functional`)."""
    given = pair.get("input", ())
    if isinstance(given, str) and pair.get("type") == "functional":
        return tuple(decoded(line) for line in given.split("\n") if line.strip())
    found = decoded(given)
    return tuple(found) if isinstance(found, list | tuple) else (found,)


def decoded(value: Any) -> Any:  # Any: whatever a data set holds
    """Return a value that may be written as JSON; what is no JSON is text.

    Raises `InvalidProblem` for a key that stands twice in one object, a number of too many digits, or too many values.
    """
    if not isinstance(value, str):
        return value.tolist() if hasattr(value, "tolist") else value
    try:
        check_memory(value, MOST_MEMORY)
        return LONG_DECODER.decode(value)
    except (json.JSONDecodeError, RecursionError):
        return value
    except ValueError as error:
        raise InvalidProblem(f"{value:.40}: {error}") from None


def _style(tests: str) -> SuiteStyle:
    if "def check(" in tests:
        return SuiteStyle.CHECK
    return SuiteStyle.UNITTEST if "TestCase" in tests else SuiteStyle.ASSERTS


def language_of(name: str) -> str:
    """Return a language by its name or another name of it; one in which nothing can be run is an `InvalidProblem`."""
    try:
        return runnable(name[:80]).name
    except UnknownNameError as error:
        raise InvalidProblem(f"language: {error}") from None


def _compiles(source: str) -> bool:
    try:
        parse_foreign(source)
    except UNREADABLE:
        return False
    return True


def _check_compiles(column: str, source: str) -> None:
    """Raise `InvalidProblem` where code does not compile; what is too long to be looked at is left to the judge."""
    try:
        parse_foreign(source)
    except TooCostly:
        pass
    except UNREADABLE as error:
        raise InvalidProblem(f"{column}: does not compile: {_reason(error)}") from None


def _reason(error: BaseException) -> str:
    if isinstance(error, RecursionError | MemoryError):  # what the compiler says of it means nothing to anybody
        return "it is nested too deeply"
    return one_line(str(error))[:200]


def _names(row: Row, tests: str, everything: str, reference: str) -> tuple[str, tuple[str, ...]]:
    """Return the entry point, and what else tests take from a candidate."""
    try:
        for source in (everything, reference) if reference or not row.get("entry_point") else ():
            parse_foreign(source)  # which is bounded, unlike the parsing of what we know
        taken = names_taken(everything, reference) if reference else ()
        first = names_taken(tests, reference) if reference else ()
        entry_point = row.get("entry_point") or (first[0] if first else called_first(tests))
    except UNREADABLE as error:
        raise InvalidProblem(f"the tests or the reference do not compile: {_reason(error)}") from None
    _check_compiles("tests", everything)
    if not isinstance(entry_point, str) or not entry_point.isidentifier():
        raise InvalidProblem(f"entry_point: must be the name of a function, got {entry_point!r:.80}")
    return entry_point, tuple(name for name in taken if name != entry_point)


def called_first(tests: str) -> str:
    """Return the function that assertions call first, which is none of Python's own and not defined in the tests.

    >>> called_first("import math\\nassert math.isclose(area(2), 4)")
    'area'
    """
    tree = ast.parse(tests)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    own = defined | set(dir(builtins))
    calls = [
        (node.lineno, node.col_offset, node.func.id)
        for part in ast.walk(tree)
        if isinstance(part, ast.Assert)
        for node in ast.walk(part)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in own
    ]
    if not calls:
        raise ValueError("no assertion calls a function, so entry_point must say which is meant")
    return min(calls)[2]


MAKERS: Mapping[str, Callable[[Row, str], Problem]] = {
    "verification_info": _verified,
    "test_cases": _pairs,
    "inputs": _pairs,
    "test_list": _mbpp,
    "tests": _tests,
    "cases": _cases,
    "test": _humaneval,
}
"""The first of these columns that a row has says how it is read."""
