"""What is kept of a text that may be long: an excerpt, with a mark that says how much is left out."""

from __future__ import annotations

import json

KEPT = 2000
"""Characters of one text."""
PAIR_BYTES = 200_000
"""Of all texts of one pair's inputs together, as they stand in JSON."""


def start_of(text: str, most: int = KEPT) -> str:
    """The text, or its beginning and a mark.

    >>> start_of("a" * 9, 4)
    'aaaa\\n[... 5 more characters are left out]'
    """
    if len(text) <= most:
        return printable(text)
    return f"{printable(text[:most])}\n[... {len(text) - most} more characters are left out]"


def both_ends(text: str, most: int = KEPT) -> str:
    """The text, or its beginning and its end with a mark between them.

    >>> both_ends("abcdefgh", 4)
    'ab\\n[... 4 characters are left out ...]\\ngh'
    """
    if len(text) <= most:
        return printable(text)
    first, last = printable(text[: most // 2]), printable(text[-(most // 2) :])
    return f"{first}\n[... {len(text) - most // 2 * 2} characters are left out ...]\n{last}"


def printable(text: str) -> str:
    """The text with every byte that was no UTF-8 spelt out, so that it can be written anywhere."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


class Budget:
    """Room for the texts of one pair; when it is used up, a text is replaced by a mark.

    >>> budget = Budget(20)
    >>> budget.take("short"), budget.take("much too long for it"), budget.take("also")
    ('short', '[20 characters are left out]', 'also')
    """

    def __init__(self, most: int = PAIR_BYTES) -> None:
        self.left = most

    def take(self, text: str) -> str:
        if not text:
            return text
        size = len(json.dumps(text))
        if size > self.left:
            return f"[{len(text)} characters are left out]"
        self.left -= size
        return text
