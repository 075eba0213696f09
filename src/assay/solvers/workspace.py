"""The folder that an agent works in: the problem in words, the file to write, the visible cases; and what it made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from assay.errors import UnknownNameError
from assay.extraction.prompts import prompt_of
from assay.judges.bundle import path_is_safe
from assay.judges.literals import call_text, literal, written
from assay.judges.suites import MoreThanData
from assay.languages.known import languages, named
from assay.records import (
    Case,
    Cases,
    ComparatorKind,
    FunctionCheck,
    ProblemKind,
    ProgramInput,
    Programs,
    Suite,
    SuiteStyle,
)
from assay.solvers.visible import VisibleProblem
from assay.syntax import UNREADABLE, parse_foreign

STATEMENT = "PROBLEM.md"
TESTS = "test_visible.py"
MOST_CASES = 200
"""Visible cases that the test file has."""
MOST_SOURCE = 2**20
"""Bytes of a draft."""
_RUNNER = """
if __name__ == "__main__":
    failed = 0
    for name, test in [item for item in globals().items() if item[0].startswith("test_")]:
        try:
            test()
        except Exception as error:
            failed += 1
            print(f"{name}: {type(error).__name__}: {error}")
    print("all passed" if not failed else f"{failed} failed")
    raise SystemExit(bool(failed))
"""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The files that an agent begins with; all of them are made of what may be seen of a problem."""

    files: Mapping[str, str]
    """Path → text."""
    answer: str
    """The path of the file that it has to write."""
    own: frozenset[str] = field(default_factory=frozenset)
    """Files that are put there for it, and are no part of an answer."""

    def draft_of(self, left: Mapping[str, bytes]) -> Made:
        """Return the source that the files make which are there at the end.

        It is the file to write, or where other files of a repository were changed as well, all of these in one text.
        """
        others = {
            path: data
            for path, data in left.items()
            if path != self.answer and self._belongs(path) and self._is_changed(path, data)
        }
        found = left.get(self.answer)
        if found is None:
            return Made("", f"{self.answer} is not there")
        if len(found) + sum(map(len, others.values())) > MOST_SOURCE:
            return Made("", f"more than {MOST_SOURCE:,} bytes were written")
        parts = {self.answer: found, **others}
        texts = {path: data.decode("utf-8", "replace") for path, data in parts.items()}
        note = "" if others or self._is_changed(self.answer, found) else "nothing was changed"
        if not others:
            return Made(texts[self.answer], note)
        return Made("".join(f"# file: {path}\n{_ended(text)}" for path, text in texts.items()), note)

    def _is_changed(self, path: str, data: bytes) -> bool:
        return path not in self.files or self.files[path].encode("utf-8", "surrogatepass") != data

    def _belongs(self, path: str) -> bool:
        """Whether a file is part of the answer: only in a small repository, and no cache or hidden file."""
        hidden = any(part.startswith((".", "__pycache__")) for part in path.split("/"))
        known = path in self.files or path.endswith(".py")
        return self._is_repository and path not in self.own and known and not hidden and path_is_safe(path)

    @property
    def _is_repository(self) -> bool:
        return len(self.files) > len(self.own) + 1


@dataclass(frozen=True, slots=True)
class Made:
    """What an agent has made."""

    source: str
    note: str = ""
    """What a reader must know of it."""


def workspace_of(problem: VisibleProblem) -> Workspace:
    """Return the folder for a problem."""
    check = problem.check
    target = check.target if isinstance(check, FunctionCheck) else ""
    files = dict(check.files) if isinstance(check, FunctionCheck) else {}
    answer = target or _file_name(problem)
    if answer not in files:
        files[answer] = "" if target or not prompt_of(problem).is_code else problem.prompt
    given = _tests(problem, answer)
    statement = _free(STATEMENT, files)
    own = {_free(path, files): text for path, text in given.items()}
    files |= own | {statement: _statement(problem, answer, sorted(own))}
    return Workspace(files, answer, frozenset((*own, statement)))


def _file_name(problem: VisibleProblem) -> str:
    if problem.kind is ProblemKind.REPOSITORY and not problem.check.entry_point:
        return "solution.diff"
    try:
        suffixes = named(problem.language, languages().values()).suffixes
    except UnknownNameError:
        suffixes = ()
    return f"solution{suffixes[0] if suffixes else '.txt'}"


def _free(name: str, taken: Mapping[str, str]) -> str:
    while name in taken:
        name = f"visible_{name}"
    return name


def _statement(problem: VisibleProblem, answer: str, tests: list[str]) -> str:
    name = problem.check.entry_point
    lines = [f"# {problem.id}", "", problem.prompt.strip("\n"), "", "## What to do", ""]
    lines.append(f"Write the answer into the file `{answer}`." + (f" It must define `{name}`." if name else ""))
    if tests and tests[0].endswith(".py"):
        lines.append(f"`python3 {tests[0]}` runs the cases that may be seen; there are others.")
    elif tests:
        lines.append("The folder `cases` has inputs that may be seen, each with the output that is right.")
    return "\n".join(lines) + "\n"


def _tests(problem: VisibleProblem, answer: str) -> dict[str, str]:
    """Return the visible cases as files that an agent can use; none where there are none."""
    check = problem.check
    module = answer.removesuffix(".py").replace("/", ".")
    match check:
        case Cases(cases=cases):
            return {TESTS: _cases_file(check, module, cases[:MOST_CASES])}
        case Suite():
            return {TESTS: _suite_file(check, module)}
        case Programs(inputs=inputs):
            return dict(_program_files(inputs[:MOST_CASES]))
    return {}


def _cases_file(check: Cases, module: str, cases: Iterable[Case]) -> str:
    parts = [
        f'"""Cases that may be seen; `python3 {TESTS}` runs them."""\n',
        f"from {module} import {check.entry_point}",
    ]
    for number, case in enumerate(cases):
        body = "\n".join(f"    {line}" for line in _assertion(check.entry_point, case))
        parts.append(f"\n\ndef test_{number}():\n{body}")
    return "\n".join([*parts, "", _RUNNER])


def _assertion(entry_point: str, case: Case) -> list[str]:
    """Return the lines that check one case; of one that cannot be written as code, a comment."""
    call, want = call_text(entry_point, case), written(case.expected)
    lines = [f"got = {call}"]
    if case.raises is not None:
        lines = ["try:", f"    got = {call}", f"except {case.raises}:", "    return"]
        lines.append(f"assert False, f'{case.raises} must be raised, got {{got!r}}'")
    else:
        lines += _comparison(case, want)
    return lines if _compiles(lines) and _is_data(call) and _is_data(want) else [f"pass  # {call!a} cannot be typed"]


def _comparison(case: Case, want: str) -> list[str]:
    comparator = case.comparator
    match comparator.kind:
        case ComparatorKind.TRUTH:
            return [f"assert {'got' if case.expected else 'not got'}, repr(got)"]
        case ComparatorKind.ONE_OF:
            return [f"assert got in {want}, repr(got)"]
        case ComparatorKind.PREDICATE:
            return ["pass  # more than one answer is right"]
        case ComparatorKind.ANY_ORDER | ComparatorKind.SET_EQUAL:
            return [f"assert sorted(map(repr, got)) == sorted(map(repr, {want})), repr(got)  # in any order"]
        case ComparatorKind.CLOSE if isinstance(case.expected, int | float):
            most = f"{comparator.atol!r} + {comparator.rtol!r} * abs({want})"
            return [f"assert got == {want} or abs(got - {want}) <= {most}, repr(got)"]
    return [f"assert got == {want}, repr(got)"]


def _compiles(lines: list[str]) -> bool:
    try:
        parse_foreign("def test():\n" + "\n".join(f"    {line}" for line in lines))
    except UNREADABLE:
        return False
    return True


def _is_data(text: str) -> bool:
    """Whether an expression, or each argument of a call, is written as plain data."""
    import ast

    try:
        node = ast.parse(text, mode="eval").body
        values = [*node.args, *(one.value for one in node.keywords)] if isinstance(node, ast.Call) else [node]
        for value in values:
            literal(value)
    except (*UNREADABLE, MoreThanData, TypeError):
        return False
    return True


def _suite_file(check: Suite, module: str) -> str:
    lines = [check.prelude, f"from {module} import {', '.join(check.required)}", check.source]
    if check.style is SuiteStyle.CHECK:
        lines.append(f"\ncheck({check.entry_point})\nprint('all passed')")
    elif check.style is SuiteStyle.UNITTEST:
        lines.append('\nif __name__ == "__main__":\n    import unittest\n\n    unittest.main()')
    else:
        lines.append("\nprint('all passed')")
    return "\n".join(filter(None, lines)) + "\n"


def _program_files(inputs: Iterable[ProgramInput]) -> Iterable[tuple[str, str]]:
    for number, given in enumerate(inputs, start=1):
        yield f"cases/{number}.in", given.stdin.decode("utf-8", "replace")
        if given.expected is not None:
            yield f"cases/{number}.out", given.expected.decode("utf-8", "replace")


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"
