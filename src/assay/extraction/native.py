"""From a text about a problem with tests in its own language to the program that stands before these tests.

The tests say how many braces a program must leave open: those that they close themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from assay.extraction.blocks import Block, blocks_of
from assay.extraction.choosing import is_announced, meant
from assay.extraction.cutting import after_start_tokens, after_thoughts, before_end_token
from assay.languages.known import languages
from assay.languages.outline import ENDING, Outline
from assay.records import Mend, NativeSuite, Problem, Untested

MAX_NATIVE = 1_000_000
"""Characters of a text that is looked at; a longer one is judged as it was given."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_PACKAGE = re.compile(r"^[ \t]*package[ \t]+\w+[ \t]*;?[ \t]*\n?", re.MULTILINE)
_IMPORTED = re.compile(r'^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([^"\n]+)"[ \t]*;?[ \t]*$')
_PUBLIC = re.compile(r"^([ \t]*)public[ \t]+(?=(?:final[ \t]+|abstract[ \t]+)*class\b)", re.MULTILINE)
_HELPER = re.compile(
    r"\b(?:fn|func|fun|function|def|sub|class|const|let|var)[ \t]+(\w+)|(\w+)[ \t]*\([^()]{0,500}\)[^;{}()]{0,200}\{"
)
_NO_HELPER = frozenset({"if", "for", "while", "switch", "catch"})
_OF_TESTS = ("main", "Main", "tests")
"""Definitions that a program must not have beside those of its tests."""
_MAX_UNWANTED = 8


@dataclass(frozen=True, slots=True)
class Placed:
    """A program, and how the text became it."""

    source: str
    mend: Mend | None = None
    is_body: bool = False
    """Whether the text was put behind the prompt."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What programs for a problem begin with, and what their tests bring."""

    text: str
    """What a completion stands behind."""
    head: str
    """What of it stands before the function: imports, a class that is opened, helpers."""
    language: str
    entry_point: str
    left_open: int
    """How many braces a program leaves for its tests to close."""
    unwanted: tuple[str, ...]
    """Definitions that the tests have themselves."""
    has_package: bool = False
    """Whether something before a program names its package."""
    stops: tuple[str, ...] = ()


def opening_of(problem: Problem) -> Opening:
    """Return what programs begin with for a problem with tests in their own language, or with none that may be seen."""
    text, check = problem.opening or problem.prompt, problem.check
    if isinstance(check, NativeSuite):
        return _opening(text, problem.language, check)
    left_open = check.left_open if isinstance(check, Untested) else 0
    return replace(_opening(text, problem.language, NativeSuite("", entry_point=check.entry_point)),
                   left_open=left_open, unwanted=_OF_TESTS)  # fmt: skip


@lru_cache(maxsize=2048)
def _opening(text: str, language: str, check: NativeSuite) -> Opening:
    starts = Outline(text, language).definitions(check.entry_point)
    head = text[: starts[-1]] if starts else ""
    tests = Outline(check.tests, language)
    unwanted = tuple(name for name in _OF_TESTS if name != check.entry_point and tests.defines(name))
    has_package = _PACKAGE.search(f"{check.before}\n{head}") is not None
    return Opening(
        text, head, language, check.entry_point, left_open(check, language), unwanted, has_package, check.stops
    )


def left_open(check: NativeSuite, language: str) -> int:
    """Return how many braces a program leaves for its tests to close."""
    closed = Outline(check.tests, language).closed_before
    return max(0, closed - max(0, Outline(check.before, language).depth))


def block_of(text: str, language: str, entry_point: str) -> str | None:
    """Return the marked code of an answer: the block that defines the entry point, else the longest one."""
    answer = before_end_token(after_start_tokens(after_thoughts(text)))
    blocks = [block for block in blocks_of(answer) if block.text.strip()]
    own = [block for block in blocks if _is_in(block, language)] or blocks
    naming = [block for block in own if Outline(block.text, language).defines(entry_point)]
    if naming:
        announced = [number for number, block in enumerate(naming) if is_announced(block.lead)]
        return naming[meant([block.text for block in naming], announced)].text
    return max(own, key=lambda block: len(block.text)).text if own else None


def _is_in(block: Block, language: str) -> bool:
    marked = block.info.split()[0].lower().strip("{}.") if block.info.split() else ""
    known = languages().get(language)
    return not marked or marked == language or (known is not None and marked in known.aliases)


def has_fence(text: str) -> bool:
    """Return whether a line of a text is a fence, as around the code in a chat answer."""
    return _FENCE.search(text) is not None


def completed(opening: Opening, text: str) -> Placed:
    """Return the program of what comes behind a prompt, which may go on too long or be a whole function again."""
    cut = _before_stop(text, opening.stops)
    whole = Outline(opening.text + cut, opening.language)
    again = Outline(cut, opening.language).defines(opening.entry_point)
    stands = whole.depth == opening.left_open and whole.below(opening.left_open, len(opening.text)) is None
    if stands and not (again and opening.language in ENDING):
        source = _without_tests(whole, opening, len(opening.text))
        return Placed(source, Mend.TAIL_LEFT_OUT if source != opening.text + text else None, is_body=True)
    if again:
        return Placed(solved(opening, cut).source, Mend.WHOLE_PROGRAM)
    return _behind(opening, cut, changed=cut != text)


def _behind(opening: Opening, text: str, *, changed: bool) -> Placed:
    """Return a text behind the prompt, cut where it closes more than the prompt opened."""
    whole = Outline(opening.text + text, opening.language)
    end = whole.below(opening.left_open, len(opening.text))
    if end is not None and opening.language not in ENDING:
        source = whole.code[:end] if opening.left_open else whole.code[: _last_closing(whole, end)]
        return Placed(source, Mend.TAIL_LEFT_OUT, is_body=True)
    holders = len(Outline(opening.head, opening.language).holders())
    if opening.left_open < whole.depth <= holders:  # the function has ended, the class around it has not
        return Placed(whole.code + "\n}" * (whole.depth - opening.left_open), is_body=True)
    return Placed(whole.code, Mend.TAIL_LEFT_OUT if changed else None, is_body=True)


def _last_closing(whole: Outline, end: int) -> int:
    """Return where the block ended that was closed last before the brace at `end`, which closes nothing."""
    return max((at + 1 for at, depth in whole.braces if at < end and depth == 0), default=end)


def solved(opening: Opening, text: str) -> Placed:
    """Return the program of a text that defines the entry point itself, with what it needs of the prompt."""
    source = _without_tests(Outline(text, opening.language), opening, 0)
    outline, before = Outline(source, opening.language), Outline(opening.head, opening.language)
    holders = before.holders()
    if holders and not outline.defines(holders[-1]):
        whole = Outline(f"{_ended(opening.head)}{_ended(source)}", opening.language)
        return Placed(whole.code + "}\n" * max(0, whole.depth - opening.left_open))
    if opening.language == "java":  # a file has one public class, and that is the tests'
        source = _PUBLIC.sub(r"\1", source)
    context, source = _context(before, Outline(source, opening.language), opening)
    whole = Outline(context + source, opening.language)
    return Placed(_reopened(whole, opening.left_open))


def _context(head: Outline, source: Outline, opening: Opening) -> tuple[str, str]:
    """Return what of the prompt goes before a whole program, and the program without what stands there already."""
    text = source.code
    if head.code.strip() in text or (opening.language == "php" and "<?php" in text):
        return "", text
    if opening.language == "go":
        return _go_context(head, text, opening)
    names = {name for match in _HELPER.finditer(head.plain) for name in match.groups() if name} - _NO_HELPER
    if head.holders() or not head.plain.strip() or any(source.defines(name) for name in names):
        lines = [line for line in head.imports() if line.strip() not in text]
        return "".join(f"{line}\n" for line in lines), text
    return _ended(head.code), text


def _go_context(head: Outline, text: str, opening: Opening) -> tuple[str, str]:
    """Return the imports of the prompt and the program without those, since Go takes each of them once."""
    given = "\n".join(head.imports())
    if opening.has_package:
        text = _PACKAGE.sub("", text, count=1)
    listed = {match[1] for line in given.split("\n") if (match := _IMPORTED.match(line))}
    kept, blocks = [], Outline(text, "go").imports()
    inside = {line for block in blocks for line in block.split("\n")}
    for line in text.split("\n"):
        match = _IMPORTED.match(line) if line in inside else None
        if match is None or match[1] not in listed:
            kept.append(line)
    return (given + "\n" if given else ""), "\n".join(kept)


def _without_tests(outline: Outline, opening: Opening, start: int) -> str:
    """Return the code without a `main`, or tests, of its own behind `start` where the tests bring theirs."""
    cuts = []
    for name in opening.unwanted:
        for at in outline.definitions(name)[:_MAX_UNWANTED]:
            end = outline.end_of(at)
            if at >= start and end is not None:
                cuts.append((at, end))
    kept, done = [], 0
    for at, end in sorted(cuts):
        kept.append(outline.code[done : max(at, done)])
        done = max(end, done)
    return "".join([*kept, outline.code[done:]])


def _reopened(whole: Outline, left_open: int) -> str:
    """Return the code without so many of its last closing braces as its tests bring."""
    missing = left_open - whole.depth
    if missing <= 0:
        return whole.code
    closing = [at for at, _ in whole.braces if whole.plain[at] == "}"]
    if len(closing) < missing or whole.plain[closing[-missing] :].strip("} \t\r\n;"):
        return whole.code
    return whole.code[: closing[-missing]]


def _before_stop(text: str, stops: tuple[str, ...]) -> str:
    """Return the text up to the first of the words at which a set says that a completion ends."""
    ends = [at for stop in stops if stop and (at := text.find(stop)) >= 0]
    return text[: min(ends)] if ends else text


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else text + "\n"
