"""Changed tests, which nobody passes by solving the problem: who passes them has switched the tests off."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from assay.languages.base import Language
from assay.languages.parsing import CodeTooLarge, parse

if TYPE_CHECKING:
    import tree_sitter

_BLOCK = re.compile(r"block|compound|body|source_file|program|translation_unit|module|declaration_list|statement_list")
"""Kinds of nodes whose children are statements."""
_KEPT = re.compile(
    r"include|import|preproc|attribute|annotation|package|using|use_declaration|subscript|index|array_type|type_argument"
    r"|template_argument|dimension|array_declarator|for_header|case_|range"
)
"""Kinds of nodes inside of which a literal is no value that a test gives or expects, or cannot be changed alone."""
_LOOKED_UP = re.compile(r"\b(?:import|load|source|(?:require|include)(?:_once|_relative)?)\s*\(?\s*$")
"""What stands before a string that names a module or a file."""
_NUMBER = re.compile(r"(\d[\d_]*)((?:\.\d+)?(?:[eE][+-]?\d+)?)([a-zA-Z][a-zA-Z0-9_]*)?")
_QUOTED = re.compile(r"""(?s)((?:[a-zA-Z]{0,2}\#*)?["'`].*?)(\)[^()\s"]{0,16}"|"\#*|'|`)""")
_PLAIN = re.compile(
    rb"""(?<![\w.$@%&])(?:\d+(?:\.\d+)?(?![\w.])|true|false|TRUE|FALSE)(?!\w)"""
    rb"""|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
)
"""A literal in a line of a language that no grammar reads."""
_PLAIN = re.compile(
    rb"""(?<![\w.$@%&])(?:\d+(?:\.\d+)?(?![\w.])|true|false|TRUE|FALSE)(?!\w)"""
    rb"""|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'"""
)
"""A literal in a line of a language that no grammar reads."""
_TRUTH = {"true": "false", "false": "true", "True": "False", "False": "True", "TRUE": "FALSE", "FALSE": "TRUE"}
_CALL = re.compile(r"call|invocation")
"""Kinds of nodes that are calls."""
_LARGE = 9
"""Digits from which on a number is made smaller instead of larger, for it may be the largest of its type."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class _Edit(NamedTuple):
    """A literal of the tests and what stands in its place."""

    start: int
    end: int
    text: str
    unit: int
    """Where the expression begins, the smallest around the literal, that names what is tested."""
    is_expected: bool
    """Whether it is expected of what is tested: it stands in an expression with the call, and not in the call."""
    is_shown: bool
    """Whether what stands in that expression also stands in the prompt, so that a candidate may know it."""


class ChangedTests(NamedTuple):
    """Tests in which one value is another one."""

    text: str
    is_expected: bool
    """Whether that value is expected of the candidate, so that whoever passed before must fail now."""


def changed_tests(
    tests: str, language: Language, entry_point: str = "", *, shown: str = "", chance: random.Random
) -> Iterator[ChangedTests]:
    """Yield the tests with one value changed, a random one each time, in a random order.

    Changed are values that are expected of the entry point or of `candidate` first, then all others, and last those
    that stand in `shown`, the prompt: whoever notices which value was changed knows the answers.

    >>> from assay.languages.known import language
    >>> import random
    >>> tests = "int main() { assert(f(1, 'a') == 2.5); }"
    >>> next(changed_tests(tests, language("cpp"), "f", chance=random.Random(1))).text
    "int main() { assert(f(1, 'a') == 3.5); }"
    """
    named = re.compile(rb"\b(?:candidate|" + re.escape(entry_point or "candidate").encode() + rb")\b")
    read = partial(_edits, language=language) if language.grammar else _plain_edits
    try:
        edits = read(tests, named=named, shown=_packed(shown), chance=chance)
    except CodeTooLarge:
        return
    last = {edit.unit: edit for edit in edits}  # of each expression the last one, which is what is expected most often
    chosen = chance.sample(list(last.values()), len(last))
    data = tests.encode("utf-8", "replace")
    for edit in sorted(chosen, key=lambda edit: (not edit.is_expected, edit.is_shown)):
        text = data[: edit.start] + edit.text.encode() + data[edit.end :]
        yield ChangedTests(text.decode("utf-8", "replace"), edit.is_expected)


def changed_literal(text: str, chance: random.Random, *, character: bool = False) -> str | None:
    """Return another value of the same type as a literal, drawn at random; `None` where none can be made.

    >>> import random
    >>> [changed_literal(text, random.Random(2)) for text in ("1", "1.5", "9u8", '"a"', "true", "0x10", "1e-6")]
    ['2', '2.5', '10u8', '"ab"', 'false', None, None]
    """
    if text in _TRUTH:
        return _TRUTH[text]
    if character:
        return _changed_character(text, chance)
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return _changed_number(number, chance)
    quoted = _QUOTED.fullmatch(text)
    return None if quoted is None else f"{quoted[1]}{chance.choice(_LETTERS)}{quoted[2]}"


def _changed_character(text: str, chance: random.Random) -> str:
    letter = chance.choice([letter for letter in _LETTERS if letter not in text[-2:-1]])
    return f"{text[:-2]}{letter}'" if len(text) >= 3 and text[-3] == "'" else f"'{letter}'"


def _changed_number(found: re.Match[str], chance: random.Random) -> str | None:
    whole, rest, suffix = found[1].replace("_", ""), found[2], found[3] or ""
    if (whole.startswith("0") and len(whole) > 1) or (whole == "0" and suffix[:1].lower() in ("x", "b", "o")):
        return None
    if re.search(r"[eE]-", rest) or (int(whole) == 0 and re.match(r"\.0", rest)):
        return (
            None if re.search(r"[1-9]", whole + rest) else f"{chance.randint(1, 9)}{rest}{suffix}"
        )  # else a tolerance
    step = chance.randint(1, 3)
    return f"{int(whole) + (step if len(whole) < _LARGE else -step)}{rest}{suffix}"


def _edits(
    tests: str, *, language: Language, named: re.Pattern[bytes], shown: str, chance: random.Random
) -> list[_Edit]:
    parsed = parse(tests, language)
    kinds = {*language.literals, *language.strings}
    edits = []
    for node in _literals(parsed.root, kinds):
        before = parsed.code[max(0, node.start_byte - 40) : node.start_byte].decode("utf-8", "replace")
        if _LOOKED_UP.search(before):
            continue
        unit = _unit(node, named, parsed.code)
        text = changed_literal(parsed.text(node), chance, character="char" in node.type)
        if text is not None:
            around = parsed.text(unit)
            start, end = node.start_byte - parsed.shift, node.end_byte - parsed.shift
            is_shown = _arguments(around) in shown
            is_expected = unit is not node and _CALL.search(unit.type) is None
            edits.append(_Edit(start, end, text, unit.start_byte, is_expected, is_shown))
    return edits


def _plain_edits(tests: str, *, named: re.Pattern[bytes], shown: str, chance: random.Random) -> list[_Edit]:
    """Return the edits in tests that no grammar reads: of each line that names what is tested, the last is expected."""
    edits, start = list[_Edit](), 0
    for line in tests.encode("utf-8", "replace").split(b"\n"):
        is_expected = named.search(line) is not None
        is_shown = is_expected and _arguments(line.decode("utf-8", "replace")) in shown
        for found in _PLAIN.finditer(line):
            text = changed_literal(found[0].decode("utf-8", "replace"), chance)
            if text is not None and not _LOOKED_UP.search(line[: found.start()].decode("utf-8", "replace")):
                edits.append(_Edit(start + found.start(), start + found.end(), text, start, is_expected, is_shown))
        start += len(line) + 1
    return edits


def _arguments(text: str) -> str:
    """Return what stands in the first round brackets of an expression, without blanks; a mark where there are none."""
    _, _, rest = text.partition("(")
    return _packed(rest.partition(")")[0]) or "\0"


def _packed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _literals(root: tree_sitter.Node, kinds: set[str]) -> Iterator[tree_sitter.Node]:
    """Yield the literals in the order of the text, those left out that are no values."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type in kinds:
            yield node
        elif not _KEPT.search(node.type):
            waiting.extend(reversed(node.children))


def _unit(node: tree_sitter.Node, named: re.Pattern[bytes], code: bytes) -> tree_sitter.Node:
    """Return the smallest expression or statement around a literal that names what is tested, or the literal itself."""
    found: tree_sitter.Node | None = node
    while found is not None and not _BLOCK.search(found.type):
        if named.search(code, found.start_byte, found.end_byte):
            return found
        found = found.parent
    return node
