"""The program in a model's answer: found, never invented, and left alone where it already stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from assay.extraction.blocks import Block, blocks_of
from assay.extraction.choosing import chosen, ended, is_announced, joined
from assay.extraction.cutting import (
    after_start_tokens,
    after_thoughts,
    before_end_token,
    before_stray_fence,
    dedented,
    parsed_beginning,
    segments,
    without_prompts,
    without_usage,
)
from assay.extraction.indenting import indented
from assay.extraction.parsing import MAX_SOURCE, Piece, Reader
from assay.extraction.prompts import read_prompt

_ROUNDS = 3
"""How often what was found may itself be an answer with something in it."""


class How(StrEnum):
    """What was done to a text to make it a program."""

    AS_GIVEN = "as_given"
    """It is a solution, and is judged as it was given."""
    APPENDED = "appended"
    """It is a completion, and stands behind the prompt."""
    EMPTY = "empty"
    """There was nothing in it."""
    UNCHANGED = "unchanged"
    """An answer that is a program already."""
    BLOCK = "block"
    """One marked block of the answer."""
    BLOCKS = "blocks"
    """Several marked blocks, joined because one needs the others."""
    BODY = "body"
    """The body of the function, put behind the prompt."""
    CUT = "cut"
    """Unmarked code, with text before or behind it cut away."""
    SESSION = "session"
    """Typed in an interactive session."""
    MENDED = "mended"
    """It does not parse as its key says, and was read in another way."""
    NOT_FOUND = "not_found"
    """No code that defines the entry point was found; the nearest thing is judged."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Code and how it was come by."""

    source: str
    how: How


def extract(text: str, *, entry_point: str = "", prompt: str = "") -> str:
    """The program in an answer.

    Idempotent; a text that parses and binds the entry point comes back as it is.

    >>> extract("Sure!\\n```python\\ndef one():\\n    return 1\\n```\\nHope it helps.", entry_point="one")
    'def one():\\n    return 1\\n'
    """
    return extraction_of(text, entry_point=entry_point, prompt=prompt).source


def extraction_of(text: str, *, entry_point: str = "", prompt: str = "") -> Extracted:
    """The program in an answer, and how it was found.

    >>> extraction_of("    return 1\\n", entry_point="one", prompt="def one():\\n")
    Extracted(source='def one():\\n    return 1\\n', how=<How.BODY: 'body'>)
    """
    if _Search(entry_point, prompt, text).stands(text):
        return Extracted(text, How.UNCHANGED)
    # Where nothing stands, the nearest thing is looked into again: a guess is settled when that leads nowhere else.
    guess = text
    for _ in range(_ROUNDS):
        search = _Search(entry_point, prompt, guess)
        if guess != text and search.stands(guess):
            return Extracted(guess, How.CUT)
        found = search.find(guess)
        if found is not None:
            return found
        nearer = search.nearest(guess)
        if nearer == guess:
            return Extracted(guess, How.NOT_FOUND)
        guess = nearer
    return Extracted(text, How.NOT_FOUND)


class _Search:
    """One extraction: what is looked for, and what parsing has cost so far."""

    def __init__(self, entry_point: str, prompt: str, answer: str) -> None:
        self.entry_point = entry_point
        self.prompt = prompt
        self.indentation = read_prompt(prompt, entry_point).indentation if prompt else ""
        self.reader = Reader(answer + prompt)
        self._blocks: dict[str, list[Block]] = {}

    @cached_property
    def _arguments(self) -> int | None:
        """How many arguments the function of the prompt takes; `None` where the prompt has no such function."""
        piece = self.reader.piece(ended(self.prompt)) if self.prompt else None
        found = piece.functions(self.entry_point) if piece is not None else []
        return len(found[-1].args.posonlyargs) + len(found[-1].args.args) if found else None

    def stands(self, text: str) -> bool:
        """Whether it is a program that binds the entry point; what is too long to be looked at counts as one."""
        if len(text) > MAX_SOURCE and not self._blocks_of(after_thoughts(text)):
            return True
        piece = self.reader.piece(text)
        if piece is None:
            return False
        return piece.binds(self.entry_point) if self.entry_point else not piece.says_nothing

    def find(self, text: str) -> Extracted | None:
        """The first way of reading the text that gives a program which stands."""
        ways: tuple[Callable[[str], Extracted | None], ...] = (self._marked, self._body, self._unmarked, self._session)
        for plain in self._plainer(text):
            for whole in (plain, dedented(plain)):
                if whole != text and self.stands(whole):
                    return Extracted(whole, How.CUT)
            for way in ways:
                found = way(plain)
                if found is not None:
                    return found
        return None

    def nearest(self, text: str) -> str:
        """Where no program stands: the block or the stretch of code that is most likely meant."""
        plain = next(self._plainer(text))
        marked = [block.text for block in self._blocks_of(plain) if block.python and block.text.strip()]
        if marked:
            naming = [code for code in marked if self.entry_point and self.entry_point in code]
            return (naming or marked)[-1]
        pieces = [piece.source for piece in segments(plain, self.reader) if not piece.says_nothing]
        return "".join(ended(source) for source in pieces) if pieces else plain

    def _plainer(self, text: str) -> Iterator[str]:
        """The text with ever more of the machinery of chats taken off, then as it is."""
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        answer = after_start_tokens(after_thoughts(plain))
        ended = before_end_token(answer)
        tried = [answer, ended, plain]
        # Behind the end of its turn a model may go on with somebody else's; inside a block the token may be code.
        if ended != answer and ended.strip() and all(block.closed for block in self._blocks_of(ended)):
            tried.insert(0, ended)
        return iter(dict.fromkeys(tried))

    def _blocks_of(self, text: str) -> list[Block]:
        if text not in self._blocks:
            self._blocks[text] = blocks_of(text)
        return self._blocks[text]

    def _marked(self, text: str) -> Extracted | None:
        """Out of fences or tags: the block that defines the entry point, with the blocks it needs."""
        blocks = [block for block in self._blocks_of(text) if block.text.strip()]
        for wanted in (True, False):
            read = [(block, piece) for block in blocks if block.python is wanted for piece in self._read(block)]
            announced = [piece for block, piece in read if is_announced(block.lead)]
            program = chosen([piece for _, piece in read], self.entry_point, announced, self._arguments)
            if program:
                return self._joined(program, How.BLOCK if len(program) == 1 else How.BLOCKS)
        for block in reversed(blocks):
            found = self._body(block.text)
            if found is not None:
                return found
        return None

    def _read(self, block: Block) -> Iterator[Piece]:
        """A block as code, with the least cut away that makes it parse."""
        tried = set()
        for change in (_same, dedented, without_prompts, before_end_token, before_stray_fence):
            source = change(block.text)
            if source is None or source in tried:
                continue
            tried.add(source)
            piece = self.reader.piece(source)
            if piece is not None:
                yield piece
                return
        for change in (_same, before_end_token):
            piece = parsed_beginning(dedented(change(block.text) or ""), self.reader)
            if piece is not None and not piece.says_nothing:
                yield piece
                return

    def _body(self, text: str) -> Extracted | None:
        """As what comes behind the prompt: the body of the function, however it was indented."""
        if not self.prompt or not self.entry_point or not text.strip() or len(text) > MAX_SOURCE:
            return None
        if re.search(rf"^(?:async[ \t]+)?def[ \t]+{re.escape(self.entry_point)}\b", text, re.MULTILINE):
            return None  # a whole function
        opening = ended(self.prompt)
        for whole in (opening + text, *indented(text, opening, self.indentation, self.reader)):
            piece = parsed_beginning(whole, self.reader)
            # The prompt alone parses where it has a docstring, and says nothing.
            if piece is not None and piece.begins(self.entry_point):
                return Extracted(piece.source, How.BODY)
        return None

    def _unmarked(self, text: str) -> Extracted | None:
        """Out of prose, or from before the text that follows it."""
        pieces = [piece for piece in segments(text, self.reader) if not piece.says_nothing]
        program = chosen(pieces, self.entry_point)
        return self._joined(program, How.CUT) if program else None

    def _session(self, text: str) -> Extracted | None:
        typed = without_prompts(text) if len(text) <= MAX_SOURCE else None
        piece = parsed_beginning(typed, self.reader) if typed is not None else None
        program = chosen([piece], self.entry_point) if piece is not None else []
        return self._joined(program, How.SESSION) if program else None

    def _joined(self, program: list[Piece], how: How) -> Extracted | None:
        tidy = [without_usage(piece, self.entry_point, self.reader) if self.entry_point else piece for piece in program]
        for pieces in (tidy, program, program[-1:]):
            source = joined(piece.source for piece in pieces)
            if self.stands(source):
                return Extracted(source, how)
        return None


def _same(source: str) -> str | None:
    return source
