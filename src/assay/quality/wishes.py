"""What a task's description asks for by name: definitions, arguments, errors, border cases."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from assay.languages.quality_rules import QualityRules
from assay.quality.facts import Facts, covered
from assay.quality.records import Wish

DESCRIPTION_LIMIT = 20_000
"""Characters of a description that are read."""
WISH_LIMIT = 40

_SIGNATURE = re.compile(
    r"\b(?:def|function|func|fn|fun)\s+(?:\([^()\n]{0,80}\)\s*)?(\w{1,80})\s*(?:<[^<>\n]{0,40}>)?\(([^()]{0,600})"
)
_CLASS = re.compile(r"\bclass\s+([A-Z]\w{0,80})")
_NAMED = re.compile(
    r"\b(?:functions?|methods?|class(?:es)?|called|named|implement|define|write)\s+[`'\"]([A-Za-z_]\w{0,80})(?:\(([^()`]{0,300})\))?[`'\"]"
)
_QUOTED_CALL = re.compile(r"`([A-Za-z_]\w{0,80})\(([^()`]{0,300})\)`")
_CALLED = re.compile(r"\b(?:called|named)\s+([A-Za-z_]\w*(?:_\w+|[a-z][A-Z]\w*))\b")
_ERROR = re.compile(r"\b[A-Z]\w{0,60}(?:Error|Exception)\b")
_RAISES = re.compile(r"\b(?:raises?|throws?|panics?|rejects?)\b", re.IGNORECASE)
_CASE = re.compile(
    r"\b(?:handles?|handling|if|when|for|on|with|cases?)\b[^.\n]{0,40}?\b(empty|negative|zero|None|null|nil)\b",
    re.IGNORECASE,
)
_PARAMETER = re.compile(r"[*&$\s]*(?:mut\s+)?([A-Za-z_]\w*)")
_ONLY_NAMES = re.compile(r"\s*[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*\s*")
_NOT_ARGUMENTS = frozenset({"self", "cls", "this", "args", "kwargs", "void"})
_SIGNS = {
    "empty": re.compile(
        r"\bnot\s+\w+|\blen\(|\.length|is_?empty|\bempty\b|==\s*0\b|[=!]==?\s*(?:\"\"|''|\[\])|\.size|!\w+", re.I
    ),
    "negative": re.compile(r"<\s*0\b|<=?\s*-?1\b|\babs\(|negative|>=\s*0", re.I),
    "zero": re.compile(r"[=!]==?\s*0\b|<=?\s*[01]\b|\bnot\s+\w+|\bzero\b|>\s*0\b|!\w+", re.I),
    "none": re.compile(r"\bNone\b|\bnull\b|\bnil\b|\bundefined\b|\bnullptr\b|\bNULL\b|\?\.|!\w+"),
}


def find_wishes(description: str, facts: Facts, text: str, rules: QualityRules | None) -> tuple[Wish, ...]:
    """Return what the description asks for, in its order, and whether the code has it."""
    description = description[:DESCRIPTION_LIMIT]
    if not description.strip():
        return ()
    wishes: dict[tuple[str, str], Wish] = {}
    for wish in _all(description, facts, text, rules):
        wishes.setdefault((wish.kind, wish.text), wish)
        if len(wishes) >= WISH_LIMIT:
            break
    return tuple(wishes.values())


def _all(description: str, facts: Facts, text: str, rules: QualityRules | None) -> Iterator[Wish]:
    yield from _names(description, facts)
    yield from _errors(description, facts, rules)
    code: str | None = None
    for match in _CASE.finditer(description):
        word = match[1].lower()
        sign = _SIGNS["none" if word in ("none", "null", "nil") else word]
        code = _code_only(text, facts) if code is None else code
        found = sign.search(code)
        yield Wish("case", word, found is not None, code.count("\n", 0, found.start()) + 1 if found else None)


def _names(description: str, facts: Facts) -> Iterator[Wish]:
    rows = {item.name: item.row for item in facts.definitions}
    given = {name for function in facts.functions for name in function.parameters}
    for match in _SIGNATURE.finditer(description):
        yield _name(match[1], rows)
        yield from _argument_wishes(match[1], match[2], given, rows)
    for pattern in (_NAMED, _QUOTED_CALL, _CALLED, _CLASS):
        yield from (_name(match[1], rows) for match in pattern.finditer(description))
    for match in _QUOTED_CALL.finditer(description):
        if _ONLY_NAMES.fullmatch(match[2]):
            yield from _argument_wishes(match[1], match[2], given, rows)


def _name(name: str, rows: Mapping[str, int]) -> Wish:
    return Wish("name", name, name in rows, _line(name, rows))


def _argument_wishes(name: str, listed: str, given: Collection[str], rows: Mapping[str, int]) -> Iterator[Wish]:
    """Give a wish for each argument of the function of that name."""
    for argument in _arguments(listed):
        yield Wish("argument", argument, argument in given, _line(name, rows))


def _line(name: str, rows: Mapping[str, int]) -> int | None:
    return rows[name] + 1 if name in rows else None


def _arguments(text: str) -> Iterator[str]:
    depth, start = 0, 0
    for position, character in enumerate(f"{text},"):
        if character in "[{<(":
            depth += 1
        elif character in "]}>)":
            depth -= 1
        elif character == "," and depth <= 0:
            match = _PARAMETER.match(text[start:position])
            if match and match[1] not in _NOT_ARGUMENTS:
                yield match[1]
            start = position + 1


def _errors(description: str, facts: Facts, rules: QualityRules | None) -> Iterator[Wish]:
    raised = " ".join(facts.raised)
    named = list(dict.fromkeys(_ERROR.findall(description)))
    for name in named:
        yield Wish("error", name, re.search(rf"\b{name}\b", raised) is not None)
    if not named and _RAISES.search(description) and (rules is None or rules.raises_errors):
        yield Wish("error", "any error", bool(facts.raised or facts.validations))


def _code_only(text: str, facts: Facts) -> str:
    """Return the code without lines that only document it."""
    notes = [(note.row, note.end_row) for note in facts.comments]
    starts = {first for first, _ in (*facts.text_rows, *notes)}
    rows = covered([*facts.text_rows, *notes])
    return "\n".join(
        "" if row in rows and (row not in starts or line.lstrip()[:1] in ("#", "/", "*", '"', "'")) else line
        for row, line in enumerate(text.split("\n"))
    )
