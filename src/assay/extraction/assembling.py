"""From what a model wrote about a problem to the program that is judged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.extraction.expressions import expression_of
from assay.extraction.inserting import insertion_of
from assay.extraction.mending import mended
from assay.extraction.native import MAX_NATIVE, Placed, block_of, completed, has_fence, opening_of, solved
from assay.extraction.parsing import Reader
from assay.extraction.patches import patch_of
from assay.extraction.prompts import Prompt, asked_of, prompt_of
from assay.extraction.search import How, extraction_of
from assay.languages.outline import Outline
from assay.records import FunctionCheck, Mend, NativeSuite, Problem, Repository, Untested


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
    looks = extracting is Extracting.ALWAYS or (extracting is Extracting.AUTO and form is Form.CHAT)
    if isinstance(problem.check, Repository) or problem.language == "diff":
        found = patch_of(text) if looks else None
        return Assembled(text, How.AS_GIVEN) if found is None else Assembled(found, How.BLOCK)
    if isinstance(problem.check, FunctionCheck) and problem.check.is_expression:
        found = expression_of(text, called=bool(problem.check.before)) if looks else text
        return Assembled(found, How.BLOCK if looks else How.AS_GIVEN)
    if isinstance(problem.check, FunctionCheck) and problem.check.is_text:
        return _inserted(text, form, extracting)
    if extracting is not Extracting.NEVER and _is_native(problem) and len(text) <= MAX_NATIVE:
        return _native(problem, text, Form.CHAT if looks else form)
    prompt = prompt_of(problem)
    if looks:
        return _extracted(problem, prompt, text)
    completes = form is Form.COMPLETION and (prompt.is_code or _is_native(problem))
    if extracting is Extracting.AUTO and problem.language == "python" and problem.check.one_file:
        better = mended(prompt, asked_of(problem), text, completes=completes)
        if better is not None:
            return Assembled(better[0], How.MENDED, mend=better[1])
    return Assembled(prompt.text + text, How.APPENDED) if completes else Assembled(text, How.AS_GIVEN)


def _inserted(text: str, form: Form, extracting: Extracting) -> Assembled:
    """The text that test code puts into a program of its own: that of the answer's first mark, where it has marks."""
    code = text if extracting is Extracting.NEVER else insertion_of(text)
    if code == text:
        return Assembled(text, How.AS_GIVEN)
    return Assembled(code, How.BLOCK) if form is Form.CHAT else Assembled(code, How.MENDED, mend=Mend.FENCED_BLOCK)


def _extracted(problem: Problem, prompt: Prompt, text: str) -> Assembled:
    if problem.language != "python":
        block = block_of(text, problem.language, problem.check.entry_point)
        return Assembled(text, How.UNCHANGED) if block is None else Assembled(block, How.BLOCK)
    behind = prompt.text if prompt.start is not None else ""
    found = extraction_of(text, entry_point=asked_of(problem), prompt=behind)
    holder = problem.check.holder if isinstance(problem.check, FunctionCheck) else ""
    if holder and found.how is How.NOT_FOUND:
        found = extraction_of(text, entry_point=holder, prompt=behind)
    before = _needed_context(prompt, found.source) if behind and found.how is not How.BODY else ""
    return Assembled(before + found.source, found.how, context=bool(before))


def _is_native(problem: Problem) -> bool:
    """Return whether a candidate is one text that stands before tests in its own language, be they hidden."""
    match problem.check:
        case NativeSuite(files=files, tests_path=path):
            return not files and not path
        case Untested(entry_point=name, files=files):
            return problem.language != "python" and bool(name) and not files
    return False


def _native(problem: Problem, text: str, form: Form) -> Assembled:
    """Return the program of a text for tests in its own language."""
    opening, entry_point = opening_of(problem), problem.check.entry_point
    marked = block_of(text, problem.language, entry_point) if form is Form.CHAT or has_fence(text) else None
    code = text if marked is None else marked
    whole = Outline(code, problem.language).defines(entry_point) or not entry_point
    if form is Form.COMPLETION and marked is None:
        placed = completed(opening, code)
        return _assembled(placed, How.APPENDED)
    if whole:
        placed = solved(opening, code)
        if marked is not None:
            return Assembled(placed.source, How.BLOCK, mend=None if form is Form.CHAT else Mend.FENCED_BLOCK)
        unchanged = How.UNCHANGED if form is Form.CHAT else How.AS_GIVEN
        return Assembled(placed.source, unchanged if placed.source == text else How.CUT)
    placed = completed(opening, code)
    if marked is not None or form is not Form.CHAT:
        mend = Mend.BEHIND_THE_PROMPT if marked is None else Mend.FENCED_BLOCK
        return Assembled(placed.source, How.BODY if form is Form.CHAT else How.MENDED, mend=mend)
    return _assembled(placed, How.BODY) if placed.mend is None else Assembled(text, How.NOT_FOUND)


def _assembled(placed: Placed, how: How) -> Assembled:
    return Assembled(placed.source, how if placed.mend is None else How.MENDED, mend=placed.mend)


def _needed_context(prompt: Prompt, source: str) -> str:
    """What stands before the function in the prompt, where the answer uses it and does not repeat it."""
    reader = Reader()
    context, answer = reader.piece(prompt.context), reader.piece(source)
    if context is None or answer is None or not context.bound & answer.needed:
        return ""
    return prompt.context
