"""From what a model wrote about a problem to the program that is judged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.extraction.blocks import blocks_of
from assay.extraction.mending import mended
from assay.extraction.parsing import Reader
from assay.extraction.prompts import Prompt, prompt_of
from assay.extraction.search import How, extraction_of
from assay.records import Mend, Problem


class Form(StrEnum):
    """What the text of a candidate is."""

    COMPLETION = "completion"
    """What comes behind the prompt, and is judged as prompt + completion."""
    SOLUTION = "solution"
    """A whole program."""
    CHAT = "chat"
    """An answer in words with code in it."""


class Extracting(StrEnum):
    """Whether code is looked for in what a model wrote."""

    AUTO = "auto"
    """In chat answers, and in completions and solutions that do not parse as their key says."""
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Assembled:
    """The program that is judged, and how it came about."""

    source: str
    how: How
    context: bool = False
    """Code that stands before the function in the prompt (imports, helpers) was put before it."""
    mend: Mend | None = None
    """What was done to a text that does not parse as its key says."""


def assemble(problem: Problem, text: str, form: Form, *, extracting: Extracting = Extracting.AUTO) -> Assembled:
    """The program to judge: a completion behind its prompt, a solution as it is, the code of a chat answer.

    >>> from assay.records import Case, Cases
    >>> one = Problem("one", Cases("one", (Case((), 1),)), prompt="def one():\\n")
    >>> assemble(one, "    return 1", Form.COMPLETION).source
    'def one():\\n    return 1'
    >>> assemble(one, "return 1", Form.COMPLETION).mend
    <Mend.INDENTATION_RESTORED: 'indentation_restored'>
    """
    if not text.strip():
        return Assembled("", How.EMPTY)
    prompt = prompt_of(problem)
    if extracting is Extracting.ALWAYS or (extracting is Extracting.AUTO and form is Form.CHAT):
        return _extracted(problem, prompt, text)
    completes = form is Form.COMPLETION and prompt.is_code
    if extracting is Extracting.AUTO and problem.language == "python" and problem.check.one_file:
        found = mended(prompt, problem.check.entry_point, text, completes=completes)
        if found is not None:
            return Assembled(found[0], How.MENDED, mend=found[1])
    return Assembled(prompt.text + text, How.APPENDED) if completes else Assembled(text, How.AS_GIVEN)


def _extracted(problem: Problem, prompt: Prompt, text: str) -> Assembled:
    if problem.language != "python":  # nothing here reads other languages: the longest marked block is the program
        longest = max(blocks_of(text), key=lambda block: len(block.text), default=None)
        return Assembled(text, How.UNCHANGED) if longest is None else Assembled(longest.text, How.BLOCK)
    behind = prompt.text if prompt.start is not None else ""
    found = extraction_of(text, entry_point=problem.check.entry_point, prompt=behind)
    before = _needed_context(prompt, found.source) if behind and found.how is not How.BODY else ""
    return Assembled(before + found.source, found.how, context=bool(before))


def _needed_context(prompt: Prompt, source: str) -> str:
    """What stands before the function in the prompt, where the answer uses it and does not repeat it."""
    reader = Reader()
    context, answer = reader.piece(prompt.context), reader.piece(source)
    if context is None or answer is None or not context.bound & answer.needed:
        return ""
    return prompt.context
