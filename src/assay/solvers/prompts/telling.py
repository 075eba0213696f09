"""A problem in words for a model: the task, the cases that may be seen, and what an answer looks like."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from assay.errors import UnknownNameError
from assay.judges.literals import call_text, written
from assay.languages.known import languages, named
from assay.languages.outline import Outline
from assay.records import (
    Case,
    Cases,
    ComparatorKind,
    FunctionCheck,
    NativeSuite,
    ProblemKind,
    ProgramInput,
    Programs,
    Suite,
)
from assay.solvers.prompts.quoting import fenced, settled, shortened
from assay.solvers.visible import VisibleProblem
from assay.syntax import UNREADABLE, parse_foreign

PROBLEM_FIELDS: Mapping[str, str] = {
    "task": "the prompt of the problem, with the name of the function and other files where they matter",
    "prompt": "the prompt of the problem, as it is",
    "language": "the name of the language, such as Python",
    "entry_point": "the name of the function or class; empty for a whole program",
    "answer": "what the answer must be: one code block, with the whole function or program",
    "cases": "the cases that may be seen, as assertions or as input and output; empty where there are none",
}
"""What every template may say of a problem."""

MAX_SHOWN = 20
"""Visible cases that a prompt shows."""
MAX_CASE = 2_000
"""Characters of one of them."""
MAX_FILES = 60_000
"""Characters of a repository's other files that a prompt shows."""


def problem_fields(problem: VisibleProblem) -> dict[str, str]:
    """Return the fields of a problem, by name."""
    return {
        "task": _task(problem),
        "prompt": problem.prompt.strip("\n"),
        "language": _title(problem.language),
        "entry_point": problem.check.entry_point,
        "answer": _answer(problem),
        "cases": cases_text(problem),
    }


def cases_text(problem: VisibleProblem) -> str:
    """Return the visible cases as a model is shown them; empty where there are none."""
    match problem.check:
        case Cases(cases=cases) as check:
            lines = [_assertion(check.entry_point, case) for case in cases[:MAX_SHOWN]]
            return fenced("\n".join(lines), "python") + _more(len(cases))
        case Suite(source=source):
            return fenced(shortened(source, MAX_SHOWN * MAX_CASE), "python")
        case NativeSuite(tests=tests):
            return fenced(shortened(tests, MAX_SHOWN * MAX_CASE), problem.language)
        case Programs(inputs=inputs):
            return "\n\n".join(_run(one, number) for number, one in enumerate(inputs[:MAX_SHOWN], 1)) + _more(
                len(inputs)
            )
    return ""


def _more(count: int) -> str:
    return f"\n\n({count - MAX_SHOWN} more are not shown.)" if count > MAX_SHOWN else ""


def _assertion(entry_point: str, case: Case) -> str:
    call = call_text(entry_point, case)
    if case.raises is not None:
        return shortened(f"{call}  # raises {case.raises}", MAX_CASE)
    expected, comparator = written(case.expected), case.comparator
    match comparator.kind:
        case ComparatorKind.TRUTH:
            text = f"assert {call}" if case.expected else f"assert not {call}"
        case ComparatorKind.ONE_OF:
            text = f"assert {call} in {expected}"
        case ComparatorKind.PREDICATE:
            text = f"{call}  # more than one answer is right"
        case kind:
            note = {
                ComparatorKind.ANY_ORDER: "  # in any order",
                ComparatorKind.SET_EQUAL: "  # in any order, each once",
                ComparatorKind.CLOSE: f"  # within {max(comparator.atol, comparator.rtol):g}",
            }.get(kind, "")
            text = f"assert {call} == {expected}{note}"
    return settled(text, MAX_CASE)


def _run(given: ProgramInput, number: int) -> str:
    shown = [f"Input {number}:", fenced(_plain(given.stdin))]
    if given.arguments:
        shown.insert(0, f"Arguments {number}: {' '.join(map(repr, given.arguments))}")
    if given.expected is not None:
        shown += [f"Output {number}:", fenced(_plain(given.expected))]
    return "\n".join(shown)


def _plain(data: bytes) -> str:
    return settled(data.decode("utf-8", "replace"), MAX_CASE)


def _task(problem: VisibleProblem) -> str:
    check, prompt = problem.check, problem.prompt.strip("\n")
    parts = [fenced(prompt, problem.language) if _is_code(problem) else prompt]
    name = check.entry_point
    if name and not re.search(rf"\b{re.escape(name)}\b", prompt):
        parts.append(f"The {_noun(problem)} must be called `{name}`.")
    if isinstance(check, FunctionCheck) and check.target:
        parts.append(f"The code stands in the file `{check.target}` of a project.")
        parts += _files(check, prompt, problem.language)
    return "\n\n".join(filter(None, parts))


def _files(check: FunctionCheck, prompt: str, language_name: str) -> list[str]:
    """The other files of the project that the prompt does not show itself, as far as they have room."""
    found, room = [], MAX_FILES
    for path, text in sorted(check.files.items()):
        if path == check.target or not text.strip() or text.strip() in prompt:
            continue
        if len(text) > room:
            found.append(f"It also has the file `{path}`.")
            continue
        room -= len(text)
        found.append(f"It also has the file `{path}`:\n{fenced(text, language_name if path.endswith('.py') else '')}")
    return found


def _answer(problem: VisibleProblem) -> str:
    check, title = problem.check, _title(problem.language)
    block = f"Answer with exactly one code block, which begins with ```{problem.language}, and put into it"
    if problem.kind is ProblemKind.REPOSITORY and not check.entry_point:
        return "Answer with exactly one code block, which begins with ```diff, and put into it a unified diff."
    if not check.entry_point:
        return (
            f"{block} the whole {title} program, not a part of it. "
            "It reads from standard input and prints to standard output nothing but what is asked for."
        )
    if isinstance(check, FunctionCheck) and check.target:
        return f"{block} the whole file `{check.target}` with `{check.entry_point}`, not a part of it."
    return (
        f"{block} the whole {_noun(problem)} `{check.entry_point}` in {title}, "
        "with every import and helper that it needs; no tests, and no code that runs it."
    )


def _noun(problem: VisibleProblem) -> str:
    name = problem.check.entry_point
    return "class" if name and re.search(rf"\bclass\s+{re.escape(name)}\b", problem.prompt) else "function"


def _is_code(problem: VisibleProblem) -> bool:
    """Whether the prompt is code, such as a function without its body, and not words."""
    if problem.language != "python" and not problem.opening:
        return Outline(problem.prompt, problem.language).defines(problem.check.entry_point)
    if problem.language != "python" or not re.search(r"\b(?:def|class) ", problem.prompt):
        return False
    for text in (problem.prompt, f"{problem.prompt}\n    pass\n"):
        try:
            tree = parse_foreign(text)
        except UNREADABLE:
            continue
        return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for node in tree.body)
    return False


def _title(name: str) -> str:
    try:
        return named(name, languages().values()).title
    except UnknownNameError:
        return name
