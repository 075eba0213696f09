"""Answers that are no program but a text which test code puts into one, as DS-1000 asks for them."""

from __future__ import annotations

import re

_FENCE = re.compile(r"```[ \t]*(?:python|py)?[ \t]*\n?|~~~[^\n]*\n?", re.IGNORECASE)
_ENDS = ("</code>", "\nEND SOLUTION", "\n### END SOLUTION", "\n# SOLUTION END")
"""How the prompts of such sets mark the end of the text that is wanted."""


def insertion_of(text: str) -> str:
    """Return the text that is meant: up to the mark of its end, and between fences where there are some.

    Blanks in front stay: the text may be the body of a function.

    >>> insertion_of("Here it is:\\n```python\\ndf = df.T\\n```\\nDone.")
    'df = df.T\\n'
    >>> insertion_of("    return 1\\n</code>\\nEND SOLUTION")
    '    return 1\\n'
    """
    cut = min((at for at in map(text.find, _ENDS) if at >= 0), default=len(text))
    text = text[:cut]
    first = _FENCE.search(text)
    if first is not None:
        second = _FENCE.search(text, first.end())
        text = text[first.end() : len(text) if second is None else second.start()]
    return text.rpartition("<code>")[2].removeprefix("\n") if "<code>" in text else text
