"""Assertions of tests in any language, read from their text: messages, tolerances, values that may be others."""

from __future__ import annotations

import functools
import re

_LITERAL = re.compile(r"""\"(?:\\.|[^"\\])*\"|'(?:\\.|[^'\\])*'""")
_LOOP_HEAD = re.compile(
    r"\b(?:for|foreach|while|until)\b\s*\((?:[^()]|\([^()]*\))*\)|\bfor\b[^;{}\n]*;[^;{}\n]*;[^{}\n]*\{"
)
_TYPES = re.compile(r"(?<=[\w:])<[^<>;=|+\n]{0,200}>")
_TESTED = "\0"
"""Takes the place of a call of what is tested."""
_BOUND = re.compile(
    r"(?<![A-Za-z])(?i:f?abs|(?:is|all)?close(?:to)?|near\w*|delta|approx\w*|tolerance|within|eps\w*)(?![a-z])"
    r"|(?<=[a-z])(?:Close|Near|Delta|Approx|Tolerance|Almost)"
)
"""Whole words, or parts of names, that speak of a tolerance."""
_ORDER = re.compile(
    r"(?<![-=<\w:|$*])<(?![-<?>$/&*!~])|(?<![-=>\w|$*<?~!])(?<!\[\])>(?!>)(?!\s*[/&])|-(?:lt|le|gt|ge)\b|\s(?:lt|le|gt|ge)\s"
)
"""Comparisons that hold for many values."""
_OPEN = re.compile(
    r"(?:assert|expect|unless|ensure|check|stopifnot|\bok)\w*\W.*(?:!==?|~=|\bne\b)|assert!?\s*\(?\s*(?:!|not\b)|assert_?(?:ne\b|not)"
    r"|not\w*equal|not_?(?:eq\b|to\b|in\b)|refute|\.not\.|isnt\b|includes?\b|contain|in_array|member|\bany|\bsome\(|%in%"
    r"|^\s*\[\[? [^&|\n]*!=[^&|\n]*$"
    r"|\bif\b.*[^!=<>]={2,3}(?!=)(?:(?!\belse\b)[\s\S])*\b(?:throw|raise|die|panic|fatal|errorf?|exit|abort)\b"
    r"|\b(?:throw|raise|die|fail)\b.*\bif\b.*[^!=<>]={2,3}(?!=)",
    re.IGNORECASE | re.MULTILINE,
)
"""What a statement holds for which another value than the one in it may be right too."""
_FALSE = re.compile(r"false", re.IGNORECASE)
_TRUTH = re.compile(r"(?:true|false)", re.IGNORECASE)
_ASSERTION = re.compile(
    r"(?:assert\w*|\w*equals?\w*|\w*eq|is\w*|ok|check\w*|expect\w*|stopifnot|like)!?\s*$", re.IGNORECASE
)
"""What stands before the brackets of an assertion."""
_EQUATES = re.compile(
    r"(?:(?<![a-z])(?:is|same|like|identical|compare)\w*|\w*equals?\w*\??|\w*eq(?:_\w+)?|to_?be|issame|check\w*|expect\w*|assert\w*)"
    r"!?\s*$",
    re.IGNORECASE,
)
"""What stands before the brackets, or the values, that are compared with each other."""
_SECOND = re.compile(r"(?:\w*equals?\w*|(?<![a-z])(?:\w*_)?eq|(?<!\w)is|like|same)!?\s*$", re.IGNORECASE)
"""What stands before two values that are compared, and no message."""
_SAYS = re.compile(
    r"\b(?:die|raise|croak|throw|panic|stop|echo|puts|\w*(?:error|fatal|fail|print|log|exception))(?:f|ln)?!?\s*(?:new\s+\w+)?"
    r"\s*\(?\s*(?:\w+\s*,\s*)?$",
    re.IGNORECASE,
)
"""Code before the text of a failure."""
_COMPARISON = re.compile(r"==|!=|~=|[<>]|\b(?:eq|ne|equals)\b")
_ARROW = re.compile(r"[=-]>")
_EQUALITY = re.compile(r"==|\b(?:eq|equals?)\b", re.IGNORECASE)
_SIDES = re.compile(
    r"[!=]==?|(?<![-+*/%&|^<>!=~])=(?![=>~])|~=|<>|/=|\b(?:eq|ne|eql|equal)\b|\bis(?:\s+not)?\b|-(?:eq|ne)\b"
)
"""What stands between two values that are equal, or must not differ."""
_OR = re.compile(r"\|\||\bor\b")
_OPENED = {")": "(", "]": "[", "}": "{"}
_CLOSES = {left: right for right, left in _OPENED.items()}
LONGEST_STATEMENT = 2000
"""Characters of a statement that are looked at."""
_LONGEST_LEAD = 80
"""Characters before a text that are looked at for what tells a failure."""
_FALLBACK = re.compile(r"\|\||&&|\?|\bor\b|\band\b")


def is_truth(literal: str) -> bool:
    """Return whether a literal is a truth value."""
    return _TRUTH.fullmatch(literal) is not None


def is_label(before: str) -> bool:
    """Return whether a string is the message of an assertion, by what stands before it in its statement.

    >>> texts = "assert(f(1) == 2, ", "assertEquals(2, f(1), ", "is(f(1), ", "is(f({a => 1}), "
    >>> [is_label(text) for text in texts]
    [True, True, False, False]
    """
    if _SAYS.search(before[-_LONGEST_LEAD:]) or re.search(r"&&\s*$", before) or re.match(r"assert\b[^?]*:\s*$", before):
        return True
    text = _blanked(before[-LONGEST_STATEMENT:])
    depth, commas, outside = 0, 0, list[str]()
    for place in range(len(text) - 1, -1, -1):
        sign = text[place]
        if sign in _OPENED:
            depth += 1
        elif sign in _CLOSES:
            depth -= 1
        if depth < 0:
            plain = _ARROW.sub("", _untyped("".join(reversed(outside))))
            is_compared = commas == 1 and _COMPARISON.search(plain) is not None and not _SECOND.search(text[:place])
            return sign == "(" and (commas > 1 or is_compared) and _ASSERTION.search(text[:place]) is not None
        commas += sign == "," and depth == 0
        if depth == 0 and sign not in _CLOSES:
            outside.append(sign)
    return False


def is_loose(text: str) -> bool:
    """Return whether an expression compares within a bound or a tolerance.

    >>> texts = "abs(f(2) - 5) < 1", "f(2) >= 5", "for (i = 0; i < 9; i++) f(i) == 2", "f('closed')"
    >>> [is_loose(text) for text in texts]
    [True, True, False, False]
    """
    plain = _plain(text)
    return _BOUND.search(plain) is not None or _ORDER.search(plain) is not None


def is_open(statement: str, literal: str, named: re.Pattern[bytes]) -> bool:
    """Return whether a statement holds for other values too: an inequality, a choice, or what must not be."""
    text = _around_calls(statement, named)
    return (not is_truth(literal) and _FALSE.search(text) is not None) or _holds_for_others(text)


def _holds_for_others(text: str) -> bool:
    choices = [part for part in _OR.split(text) if _EQUALITY.search(part) and _TESTED in part]
    is_ordered = _ORDER.search(text) is not None and _BOUND.search(text) is None
    return is_ordered or len(choices) > 1 or _OPEN.search(text) is not None


@functools.lru_cache(maxsize=1)
def _around_calls(statement: str, named: re.Pattern[bytes]) -> str:
    """Return a statement with a mark for each call of what is tested, without strings, heads of loops and types."""
    text = _plain(statement[:LONGEST_STATEMENT])
    parts, seen = list[str](), 0
    for found in re.finditer(named.pattern.decode("utf-8", "replace"), text):
        if found.start() >= seen:
            parts += [text[seen : found.start()], _TESTED]
            seen = _call_end(text, found.end())
    return "".join([*parts, text[seen:]])


def is_operand(before: str, behind: str, named: re.Pattern[bytes]) -> bool:
    """Return whether a value, by the text of its statement before and behind it, must equal what is tested.

    It does where an equality, or an assertion of two values, has what is tested on one side and the value on the other.

    >>> named = re.compile(rb"\\bf\\b")
    >>> texts = "a(int(f(3), 4) == 2)", "a([4] == f(3))", "is(f(3), 4)", "f(3) & 4"
    >>> [is_operand(*text.split("4"), named) for text in texts]
    [False, True, True, False]
    """
    before, behind = _blanked(before[-LONGEST_STATEMENT:]), _blanked(behind[:LONGEST_STATEMENT])
    name = re.compile(named.pattern.decode("utf-8", "replace"))
    text, place = f"{before}0{behind}", len(before)
    begin, end = _level(text, place, place + 1)
    while True:
        pieces = _pieces(text, begin, end)
        own = next(((first, last) for first, last in pieces if first <= place < last), (begin, end))
        sides = [*_split(text, *own, _SIDES)]
        side = next(((first, last) for first, last in sides if first <= place < last), own)
        if not name.search(text, *side) and any(name.search(text, *other) for other in sides):
            return True
        lead = text[: begin - 1] if begin else ""
        opener = text[begin - 1] if begin else ""
        if name.search(text, *own):
            return _is_argument_of_command(text[own[0] : place])
        if any(name.search(text, *other) for other in pieces):
            head = re.match(r"\s*([\w!?.-]+)\s", text[begin:end])
            called = lead if opener in ("(", "[") and _EQUATES.search(lead) else head[1] if head else ""
            is_first = own in pieces[: 3 if text[slice(*pieces[0])].strip() == "t" else 2]
            return is_first and (opener == "{" or (opener == "[" and not called) or _EQUATES.search(called) is not None)
        if opener == "(" and _EQUATES.search(lead) and name.search(lead):
            return True  # a method of what is tested
        if not begin:
            return False
        begin, end = _level(text, begin - 1, end + 1)


def _is_argument_of_command(text: str) -> bool:
    """Return whether the first word of a text compares the values behind it, as in `(check-equal? (f 3) 4)`."""
    found = re.match(r"\s*([\w!?.-]+)\s", text)
    return found is not None and _EQUATES.search(found[1]) is not None


def _level(text: str, first: int, last: int) -> tuple[int, int]:
    """Return where the text inside of the brackets around a stretch begins and ends."""
    depth, begin, end = 0, first, last
    while begin > 0 and depth >= 0:
        begin -= 1
        depth += (text[begin] in _OPENED) - (text[begin] in _CLOSES)
    begin += depth < 0
    depth = 0
    while end < len(text):
        depth += (text[end] in _CLOSES) - (text[end] in _OPENED)
        if depth < 0:
            break
        end += 1
    return begin, end


def _pieces(text: str, begin: int, end: int) -> list[tuple[int, int]]:
    return [*_split(text, begin, end, re.compile(r"[,;]|&&|\|\|"))]


def _split(text: str, begin: int, end: int, at: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return the stretches of a text between what stands outside of all its brackets."""
    depths, depth = bytearray(end - begin), 0
    for place in range(begin, end):
        depth += (text[place] in _CLOSES) - (text[place] in _OPENED)
        depths[place - begin] = min(max(depth, 0), 255)
    found = [one.span() for one in at.finditer(text, begin, end) if not depths[one.start() - begin]]
    return list(zip([begin, *(last for _, last in found)], [*(first for first, _ in found), end], strict=True))


def _call_end(text: str, place: int) -> int:
    """Return where the arguments end that begin at a place of a text; the place where none do."""
    opening = re.compile(r"(?:->|\.(?:call)?|::)?\(").match(text, place)
    if opening is None:
        return place
    depth = 0
    for found in re.compile(r"[()]").finditer(text, place):
        depth += 1 if found[0] == "(" else -1
        if depth == 0:
            return found.end()
    return len(text)


def _plain(text: str) -> str:
    return _untyped(_LOOP_HEAD.sub(" ", _blanked(text)))


def _blanked(text: str) -> str:
    """Return a text with other signs in place of its strings."""
    return _LITERAL.sub(lambda found: "_" * len(found[0]), text)


def _untyped(text: str) -> str:
    """Return a text without angle brackets behind names, and what is in them."""
    for _ in range(8):
        shorter = _TYPES.sub("", text)
        if shorter == text:
            break
        text = shorter
    return text
