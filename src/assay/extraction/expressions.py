"""Answers to problems that ask for one expression, such as what a call returns."""

from __future__ import annotations

from assay.extraction.blocks import blocks_of

_OPEN, _CLOSE = "[ANSWER]", "[/ANSWER]"


def expression_of(text: str, *, called: bool = False) -> str:
    """Return the expression in an answer: the marked one, else that of the last block, else that of the last line.

    Of an assertion it is what stands behind the first `==`, or in front of it where a call is asked for (`called`).

    >>> expression_of("It adds one, so [ANSWER]assert f(2) == 3[/ANSWER]")
    '3'
    >>> expression_of("So:\\n```python\\nf([1, 2])\\n```")
    'f([1, 2])'
    """
    marked = text.rpartition(_OPEN)[2].partition(_CLOSE)[0] if _OPEN in text else _last_code(text)
    answer = marked.strip()
    if answer.startswith("assert "):
        left, _, right = answer.removeprefix("assert ").partition("==")
        return (left if called else right).strip() or answer
    return answer


def _last_code(text: str) -> str:
    blocks = list(blocks_of(text))
    return blocks[-1].text if blocks else text.strip().rpartition("\n")[2]
