"""Which language a text is written in: signs first, then a parse to tell the likely ones apart.

Short code is often code of several languages, so a name is given only where it leads: a sign that two languages share
stands in the lists of both. How often the names are right, by the length of the text, is in `docs/quality.md`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from assay.languages.base import Language
from assay.languages.known import UNKNOWN, readable
from assay.languages.parsing import CodeTooLarge, ParseBudget, parse

LOOKED_AT = 20_000
"""Characters: more do not tell more."""
LEAST = 2
"""The weight of signs below which no language is named."""
CLOSE = 0.5
"""Candidates with at least this share of the best weight are parsed."""
SURE = 8
"""The weight of signs at which a name needs no lead: so many of one language do not meet by chance."""
LEAD = 0.9
"""How far the weight of a name, after the parse, must be ahead of that of any other language."""
LINE_LEAD = 2
"""The same for a single line, in which one sign is often all there is."""
MOST_PARSED = 6
PARSING = ParseBudget(size_bytes=4 * LOOKED_AT, cpu_seconds=0.2)


def detect_language(code: str | bytes) -> str:
    """Return the name of the language, or `unknown` where too little speaks for one, or as much for another.

    >>> detect_language("def f(x):\\n    return x + 1"), detect_language("hello there"), detect_language("a.size()")
    ('python', 'unknown', 'unknown')
    """
    text = code.decode("utf-8", "replace") if isinstance(code, bytes) else code
    text = text[:LOOKED_AT].replace("\r\n", "\n")
    plain = {hashed: _tightened(_plain(text, hashed=hashed)) for hashed in (True, False)}
    weights = {one: _weight(plain[one.hash_comments], one) for one in readable().values()}
    lead = LEAD if "\n" in plain[True] else LINE_LEAD
    found = _best({one: weight for one, weight in weights.items() if weight}, _Fits(text), lead)
    return UNKNOWN if found is None else found.name


class _Fits(dict[Language, float]):
    """How well a text parses in each language, worked out when it is asked for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def __missing__(self, language: Language) -> float:
        self[language] = _fit(self._text + "\n", language)
        return self[language]


def _best(weights: dict[Language, int], fits: _Fits, lead: float) -> Language | None:
    """Return the language with the best weight after the parse, where that is sure or leads; fits cost a parse each."""
    heaviest = sorted(weights, key=lambda one: -weights[one])[:MOST_PARSED]
    likely = [one for one in heaviest if weights[one] >= max(LEAST, CLOSE * weights[heaviest[0]])]
    if not likely:
        return None
    found = likely[0] if len(likely) == 1 else max(likely, key=lambda one: weights[one] * fits[one])
    if weights[found] >= SURE:
        return found
    ahead = weights[found] * fits[found] - lead
    rivals = [one for one in heaviest if _family(one) != _family(found)]
    behind = all(weights[one] <= ahead or weights[one] * fits[one] <= ahead for one in rivals)
    return found if behind and ahead >= 0 else None


def _family(language: Language) -> str:
    return language.family or language.name


def _weight(text: str, language: Language) -> int:
    """Return the weight of all signs of a language that occur in the text."""
    total = 0
    for weight, pattern in _compiled(language):
        found = sum(1 for _ in islice(pattern.finditer(text), 3))
        total += weight * (0, 1, 1, 2)[found]
    return total


def _fit(text: str, language: Language) -> float:
    """Return how well a text parses, from near 0 (nothing of it does) to 1 (all of it does)."""
    try:
        parsed = parse(text, language, budget=PARSING)
    except CodeTooLarge:
        return 0.01
    if not parsed.has_error:
        return 1.0
    return 0.9 / (1 + parsed.error_nodes)


def _plain(text: str, *, hashed: bool) -> str:
    """Return the text without comments and long strings: prose has signs of everything."""
    return (_HASHED if hashed else _SLASHED).sub("", text)


def _tightened(text: str) -> str:
    """Return the text without blank lines, without long blanks and with long lines cut.

    A pattern that is tried at every place runs on over blanks, names and arguments: these are what makes it slow, and
    they are no sign of any language.
    """
    lines = (_LONG_BLANK.sub(" " * _BLANKS, line)[:_LINE] for line in text.split("\n") if line and not line.isspace())
    return "\n".join(lines)


_LINE = 400
_BLANKS = 16
_LONG_BLANK = re.compile(r"[^\S\n]{17,}")
_LONG = r"\"\"\"(?s:.*?)(\"\"\"|\Z)|'''(?s:.*?)('''|\Z)"
_HASHED = re.compile(_LONG + r"|(?<=\s)#(?![!{])[^\n]*$", re.M)
_SLASHED = re.compile(_LONG + r"|/\*(?s:.*?)(\*/|\Z)|(?<!:)//[^\n]*$", re.M)


@lru_cache(maxsize=32)
def _compiled(language: Language) -> tuple[tuple[int, re.Pattern[str]], ...]:
    return tuple((weight, re.compile(pattern, re.M)) for weight, pattern in language.signs)
