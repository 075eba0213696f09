"""From what a model wrote about a problem to the program that is judged."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from enum import StrEnum

from assay.extraction.parsing import Reader
from assay.extraction.search import How, extraction_of
from assay.records import Problem


class Form(StrEnum):
    """What the text of a candidate is."""

    COMPLETION = "completion"
    """What comes behind the prompt, and is judged as prompt + completion."""
    SOLUTION = "solution"
    """A whole program."""
    CHAT = "chat"
    """An answer in words with code in it."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """The program that is judged, and how it came about."""

    source: str
    how: How
    context: bool = False
    """Code that stands before the function in the prompt (imports, helpers) was put before it."""


def assemble(problem: Problem, text: str, form: Form, *, extracting: bool | None = None) -> Assembled:
    """The program to judge: a completion behind its prompt, a solution as it is, the code of a chat answer.

    `extracting` looks for code in completions and solutions too, or leaves a chat answer as it is.

    >>> from assay.records import Case
    >>> one = Problem("one", "one", cases=(Case((), 1),), prompt="def one():\\n")
    >>> assemble(one, "    return 1", Form.COMPLETION)
    Assembled(source='def one():\\n    return 1', how=<How.APPENDED: 'appended'>, context=False)
    """
    if not text.strip():
        return Assembled("", How.EMPTY)
    if extracting if extracting is not None else form is Form.CHAT:
        return _extracted(problem, text)
    if form is Form.COMPLETION and is_code(problem):
        return Assembled(problem.prompt + text, How.APPENDED)
    return Assembled(text, How.AS_GIVEN)


def is_code(problem: Problem) -> bool:
    """Whether the prompt is code that an answer can stand behind, and not words about it."""
    if _function_start(problem) is not None:
        return True
    piece = Reader().piece(problem.prompt)
    return piece is not None and not any(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Name) for node in piece.tree.body
    )


def _extracted(problem: Problem, text: str) -> Assembled:
    prompt = problem.prompt if _function_start(problem) is not None else ""
    found = extraction_of(text, entry_point=problem.entry_point, prompt=prompt)
    before = _needed_context(problem, found.source) if prompt and found.how is not How.BODY else ""
    return Assembled(before + found.source, found.how, context=bool(before))


def _needed_context(problem: Problem, source: str) -> str:
    """What stands before the function in the prompt, where the answer uses it and does not repeat it."""
    before = problem.prompt[: _function_start(problem)]
    reader = Reader()
    context, answer = reader.piece(before), reader.piece(source)
    if context is None or answer is None or not context.bound & answer.needed:
        return ""
    return before if before.endswith("\n") or not before else before + "\n"


def _function_start(problem: Problem) -> int | None:
    """Where the prompt begins the function, for the last time."""
    pattern = rf"^(?:async[ \t]+)?def[ \t]+{re.escape(problem.entry_point)}\b"
    starts = [match.start() for match in re.finditer(pattern, problem.prompt, re.MULTILINE)]
    return starts[-1] if starts else None
