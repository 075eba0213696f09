"""Completions and solutions whose text is not what their key says: read in the other ways models write them.

A mend puts a text together in another way, or takes away what surrounds marked code. It never drops a line of code
and never guesses: what does not become a program that parses and defines the entry point is judged as it was given.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from assay.extraction.blocks import Block, blocks_of, in_string
from assay.extraction.choosing import chosen, joined
from assay.extraction.cutting import after_start_tokens, after_thoughts, before_end_token
from assay.extraction.indenting import indented, unindented
from assay.extraction.parsing import Broken, Reader
from assay.extraction.prompts import Prompt
from assay.records import Mend

MAX_MENDED = 2**16
"""Characters of a text that is looked at: what is longer is judged as it was given."""
PARSED_PER_CHARACTER = 3
"""How much is parsed for each character of a text before it is judged as it was given."""
MAX_BODIES = 8
"""Marked blocks, from the last, that are tried as the body of the function."""

_MARKS = {
    "`": ("```",),
    "~": ("~~~",),
    "<": ("</", "<|", "<s>", "<eos>", "<end_of_turn>"),
    "[": ("[/", "[DONE]"),
    "\\": ("\\begin{",),
    "\ufeff": ("\ufeff",),
}
"""One of these is in every text that holds marked code, or tokens of a model's turn; by a sign that is found faster."""
_USUAL = ("    ", "\t")
"""How far in a body mostly is."""
_TOP = re.compile(r"(?:async[ \t]+)?(?:def|class|import|from|if|try|for|while|with)\b|[@#\"']|[A-Za-z_]\w*[ \t]*[:=]")
"""How a program begins."""
_FENCE_LINE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)
_DEFINITION = re.compile(
    r"^(?:(?:async[ \t]+)?def[ \t]+\w|class[ \t]+\w|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b|@\w)", re.MULTILINE
)


def mended(prompt: Prompt, entry_point: str, text: str, *, completes: bool) -> tuple[str, Mend] | None:
    """The program that a text is meant to be and what was done for it; `None`: it is judged as it was given.

    `completes`: its key says that it comes behind the prompt; otherwise that it is a whole program.
    """
    if len(text) > MAX_MENDED or not _may_be_mended(prompt, entry_point, text, completes):
        return None
    return _Mending(prompt, entry_point, text, completes).found(text)


def _may_be_mended(prompt: Prompt, entry_point: str, text: str, completes: bool) -> bool:
    """Whether some mend could apply: a look at the text, as most candidates need none and parsing one takes long."""
    for sign, marks in _MARKS.items():
        if sign in text and any(mark in text for mark in marks):
            return True
    code = text.lstrip()
    indentation = text[: len(text) - len(code)].rpartition("\n")[2]
    if indentation:
        return not completes or indentation not in ((prompt.indentation,) if prompt.indentation else _USUAL)
    if completes and not prompt.is_whole:
        return True
    definition = f"def {entry_point}("
    return _TOP.match(code) is None or not (code.startswith(definition) or f"\n{definition}" in text)


class _Mending:
    """One text, and what parsing it has cost so far."""

    def __init__(self, prompt: Prompt, entry_point: str, text: str, completes: bool) -> None:
        self.prompt = prompt
        self.entry_point = entry_point
        self.completes = completes
        self.reader = Reader(text + prompt.text, per_character=PARSED_PER_CHARACTER)

    def found(self, text: str) -> tuple[str, Mend] | None:
        parsed = self.reader.parse(self._as_given(text))
        if not isinstance(parsed, Broken) or not parsed.line:  # what cannot be looked at is not known to be broken
            return None
        return next(self._ways(text), None)

    def _ways(self, text: str) -> Iterator[tuple[str, Mend]]:
        yield from self._readings(text)
        plain = _without_marks(text)
        for inner in self._fenced(plain):
            yield from ((source, Mend.FENCED_BLOCK) for source in self._any_reading(inner))
        if plain != text:
            yield from ((source, Mend.MARKS_LEFT_OUT) for source in self._any_reading(plain))
        code = _without_prose(plain)
        if code:
            yield from ((source, Mend.PROSE_LEFT_OUT) for source in self._any_reading(code))

    def _as_given(self, text: str) -> str:
        return self.prompt.text + text if self.completes and self.prompt.is_code else text

    def _any_reading(self, text: str) -> Iterator[str]:
        """The text as its key says, and then in the other readings."""
        if self._stands(self._as_given(text)):
            yield self._as_given(text)
        yield from (source for source, _ in self._readings(text))

    def _readings(self, text: str) -> Iterator[tuple[str, Mend]]:
        """The text as something else than its key says, where that is a program."""
        own = unindented(text, self.reader)
        if self._stands(own):
            if not self.completes:
                yield own, Mend.INDENTATION_RESTORED
            elif self.prompt.start is not None:
                yield self.prompt.context + own, Mend.WHOLE_PROGRAM
        if self.prompt.start is None or not text.strip() or self._has_definition(text):
            return
        behind = self.prompt.text + text
        if not self.completes and self._stands(behind):
            yield behind, Mend.BEHIND_THE_PROMPT
        for source in indented(text, self.prompt.opening, self.prompt.indentation, self.reader):
            if self._stands(source):
                yield source, Mend.INDENTATION_RESTORED

    def _has_definition(self, text: str) -> bool:
        """Whether the entry point is defined in the first column, so that the text is no body."""
        return re.search(rf"^(?:async[ \t]+)?def[ \t]+{self.entry_point}\b", text, re.MULTILINE) is not None

    def _stands(self, source: str) -> bool:
        piece = self.reader.piece(source)
        return piece is not None and piece.acts(self.entry_point)

    def _fenced(self, text: str) -> Iterator[str]:
        """The marked code: the blocks that make the program, or each as a body, or the code before a stray fence."""
        fence = _FENCE_LINE.search(text)
        before = text[: fence.start()] if fence is not None else ""
        if in_string(before.split("\n")):
            return
        blocks = [block.text for block in blocks_of(text) if block.python and _is_certain(block)]
        pieces = [piece for block in blocks if (piece := self.reader.piece(unindented(block, self.reader))) is not None]
        program = chosen(pieces, self.entry_point)
        if program and program[-1].defines(self.entry_point):
            yield joined(piece.source for piece in program)
            return
        yield from reversed(blocks[-MAX_BODIES:])
        if before.strip():
            yield before


def _is_certain(block: Block) -> bool:
    """Whether it is clear where the block ends: in an unclosed one, a fence in the midst of a line may be its end."""
    return bool(block.text.strip()) and (block.closed or not _has_fence(block.text))


def _has_fence(text: str) -> bool:
    return "```" in text or "~~~" in text


def _without_marks(text: str) -> str:
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    ended = before_end_token(after_start_tokens(after_thoughts(plain)))
    return ended if ended.strip() else plain


def _without_prose(text: str) -> str:
    """The text from its first definition or import on, where all that stands before it is words; else nothing."""
    start = _DEFINITION.search(text)
    if start is None or not text[: start.start()].strip() or _has_fence(text):
        return ""
    before = text[: start.start()].split("\n")
    return text[start.start() :] if all(_is_prose(line) for line in before) else ""


def _is_prose(line: str) -> bool:
    words = line.split(maxsplit=1)
    if not words:
        return True
    code = keyword.iskeyword(words[0]) or keyword.issoftkeyword(words[0]) or line[0] in " \t#@\"'" or "=" in line
    return not code and not line.endswith("\\")
