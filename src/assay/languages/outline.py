"""What can be seen of code in any language without its grammar: braces, definitions, imports, one pass each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

ENDING = frozenset({"ruby", "lua", "julia"})
"""Languages whose functions end with a word, so that braces say nothing about them."""
_HASH = frozenset({"python", "ruby", "perl", "php", "bash", "r", "julia"})
_LISP = frozenset({"racket"})
_DASH = frozenset({"lua"})
_ONE_CHARACTER = frozenset({"c", "cpp", "java", "csharp", "go", "rust", "kotlin", "scala", "swift", "d"})
"""Languages in which single quotes hold one character; in the others they hold a text."""
_TYPED = frozenset({"c", "cpp", "java", "csharp", "d"})
"""Languages in which a function begins with its type and not with a word that says what it is."""
_NO_TYPE = frozenset({"return", "new", "else", "throw", "case", "in", "await", "delete", "goto", "co_return"})
_BRACE = re.compile(r"[{}]")
_PARENTHESIS = re.compile(r"[()]")
_HOLDER = re.compile(r"\b(?:class|object|namespace|struct|interface)\s+(\w+)[^{};]{0,300}\{")
_IMPORT = re.compile(
    r"[ \t]*(?:#[ \t]*include\b|#[ \t]*define\b|#!|<\?php"
    r"|(?:pub[ \t]+)?(?:using|import|use|package|require|from|extern)\b"
    r"|(?:const|let|var|local)\b.{0,80}\brequire\b|library\()"
)
_LAST_WORD = re.compile(r"(\w+|(?<=>)|(?<=\]))[>\]&*? \t\n]*\Z")
"""The end of a type, behind which the name of a function may stand."""
_LOOK_BACK = 200
_MAX_DEFINITIONS = 200
"""Places at which a name is looked at as a definition."""
_MAX_PARAMETERS = 4_000
"""Characters in the parentheses of a definition."""


@dataclass(frozen=True)
class Outline:
    """Code as it is, and the same without what stands in its strings and comments."""

    code: str
    language: str

    @cached_property
    def plain(self) -> str:
        """Blanks in the place of strings and comments; everything else where it is in the code."""
        return _strings(self.language).sub(lambda match: _blank(match[0]), self.code)

    @cached_property
    def braces(self) -> list[tuple[int, int]]:
        """Where a brace stands, and how many are open behind it; less than none where more are closed than opened."""
        depth, found = 0, []
        for match in _BRACE.finditer(self.plain):
            depth += 1 if match[0] == "{" else -1
            found.append((match.start(), depth))
        return found

    @property
    def depth(self) -> int:
        """How many braces are open at the end."""
        return self.braces[-1][1] if self.braces else 0

    @property
    def closed_before(self) -> int:
        """How many braces it closes that something before it must have opened."""
        return max(0, -min((depth for _, depth in self.braces), default=0))

    def below(self, floor: int, start: int = 0) -> int | None:
        """Return where the brace stands, from `start` on, behind which fewer than `floor` are open."""
        return next((at for at, depth in self.braces if at >= start and depth < floor), None)

    def end_of(self, start: int) -> int | None:
        """Return where the block that begins behind `start` has ended."""
        opened: int | None = None
        for at, depth in self.braces:
            if at < start:
                continue
            if opened is None:
                opened = depth
            if depth < opened:
                return at + 1
        return None

    def definitions(self, name: str) -> list[int]:
        """Return where the lines begin that define a function or a class of that name."""
        found = (at for at in _candidates(self.plain, name, self.language) if at is not None)
        return [self.plain.rfind("\n", 0, at) + 1 for at in found]

    def defines(self, name: str) -> bool:
        """Return whether there is a definition of that name."""
        return bool(name) and bool(self.definitions(name))

    def holders(self) -> list[str]:
        """Return the names of the classes that are open at the end, the outermost first."""
        opened: list[tuple[str, int]] = []
        starts = {match.end() - 1: match[1] for match in _HOLDER.finditer(self.plain)}
        for at, depth in self.braces:
            if at in starts:
                opened.append((starts[at], depth))
            while opened and depth < opened[-1][1]:
                opened.pop()
        return [name for name, _ in opened]

    def imports(self) -> list[str]:
        """Return the lines that import something; a block in parentheses is one of them."""
        found: list[str] = []
        block: list[str] = []
        for line in self.code.split("\n"):
            if block:
                block.append(line)
                if line.strip().startswith(")"):
                    found.append("\n".join(block))
                    block = []
            elif _IMPORT.match(line):
                if line.rstrip().endswith("("):
                    block = [line]
                else:
                    found.append(line)
        return found


def _blank(text: str) -> str:
    return " " * len(text) if "\n" not in text else re.sub(r"[^\n]", " ", text)


@lru_cache(maxsize=64)
def _strings(language: str) -> re.Pattern[str]:
    """Return what matches one string or comment of a language; one without an end goes on to the end of the text."""
    parts = [r'"(?:\\.|[^"\\\n])*"?']
    if language in _ONE_CHARACTER:
        parts.append(r"'(?:\\[^'\n]{1,10}|[^'\\\n])'")
    else:
        parts.append(r"'(?:\\.|[^'\\\n])*'?" if language not in _LISP else r"'(?=\()")
    if language in {"javascript", "typescript", "go"}:
        parts.append(r"`(?:\\.|[^`\\])*`?" if language != "go" else r"`[^`]*`?")
    if language in _HASH:
        parts.append(r"(?<![$\w{&])#[^\n]*")
    if language in _LISP:
        parts.append(r";[^\n]*")
    if language in _DASH:
        parts.append(r"--[^\n]*")
    if language not in (_HASH | _LISP | _DASH) - {"php"}:
        parts.append(r"//[^\n]*|/\*(?:.*?\*/|.*)")
    return re.compile("|".join(parts), re.DOTALL)


@lru_cache(maxsize=1024)
def _definition(name: str) -> re.Pattern[str]:
    """Return what matches the beginning of a definition in languages that have a word for it."""
    own = re.escape(name)
    return re.compile(
        r"\b(?:function|func|fn|fun|def|sub|class|object|struct|mod)\b[ \t]*(?:<[^<>\n]*>[ \t]*)?"
        rf"(?:\([^()\n]*\)[ \t]*)?(?:self\.|\*[ \t]*)?{own}(?![\w])"
        rf"|\b(?:const|let|var|val)[ \t]+{own}(?![\w])[^=\n;]*="
        rf"|^[ \t]*(?:local[ \t]+)?{own}[ \t]*(?:<-|=)[ \t]*(?:async\b[ \t]*)?(?:function\b|\(|lambda\b)"
        rf"|\(define[ \t]+\(?{own}(?![\w?!-])"
        rf"|^[ \t]*{own}[ \t]*\(\)[ \t\n]*\{{",
        re.MULTILINE,
    )


@lru_cache(maxsize=1024)
def _typed(name: str) -> re.Pattern[str]:
    """Return what matches a name before a parenthesis."""
    return re.compile(rf"(?<![\w.]){re.escape(name)}[ \t\n]*\(")


def _candidates(plain: str, name: str, language: str) -> Iterator[int | None]:
    if not name:
        return
    for number, match in enumerate(_definition(name).finditer(plain)):
        if number >= _MAX_DEFINITIONS:
            return
        yield match.start() + len(match[0]) - len(match[0].lstrip())
    if language not in _TYPED:
        return
    for number, match in enumerate(_typed(name).finditer(plain)):
        if number >= _MAX_DEFINITIONS:
            return
        before = plain[max(0, match.start() - _LOOK_BACK) : match.start()].rstrip()
        word = _LAST_WORD.search(before)
        if word is not None and word[1] not in _NO_TYPE and _has_body(plain, match.end()):
            yield max(0, match.start() - _LOOK_BACK) + word.start()


def _has_body(plain: str, start: int) -> bool:
    """Return whether a body, or the end of the text, follows the parenthesis that was opened before `start`."""
    depth, end = 1, min(len(plain), start + _MAX_PARAMETERS)
    for match in _PARENTHESIS.finditer(plain, start, end):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            rest = plain[match.end() : match.end() + 200].lstrip()
            return not rest or bool(re.match(r"(?:(?:const|noexcept|override|throws)\b[^;{}()]*)?(?:\{|=>)", rest))
    return False
