"""The maintainability index: radon's own for Python, a documented one of ours elsewhere."""

from __future__ import annotations

import io
import math
import tokenize
import warnings
from collections.abc import Sequence

INDEX_LIMIT = 128 * 1024
"""Bytes of Python that radon is given."""
FEW_LINES = 100
TANGLE_LIMIT = 100_000
"""The sum, over statements, of their lines squared: what radon's line counter takes time for."""


def python_index(text: str) -> float | None:
    """Return radon's index from 0 to 100, docstrings as comments; `None` when it does not parse or is too long.

    >>> python_index("x = 1")
    100.0
    """
    if len(text) > INDEX_LIMIT or (text.count("\n") > FEW_LINES and _tangle(text) > TANGLE_LIMIT):
        return None
    from radon.metrics import mi_visit  # type: ignore[import-untyped]  # radon has no types

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return float(mi_visit(text, multi=True))
        except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
            return None


def _tangle(text: str) -> int:
    total = start = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NEWLINE:
                total += (token.end[0] - start) ** 2
                start = token.end[0]
    except (tokenize.TokenError, SyntaxError):
        return TANGLE_LIMIT + 1
    return total


def index(tokens: Sequence[bytes], *, decisions: int, lines: int) -> float | None:
    """From 0 to 100: 171 − 5.2 ln V − 0.23 G − 16.2 ln L, over 171, where V is the token count times the
    binary logarithm of the number of different tokens, G the decisions and L the lines with code.

    It is not comparable with radon's, whose volume counts operators and operands only.

    >>> round(index([b"a", b"=", b"1"], decisions=0, lines=1), 1)
    95.3
    """
    if not tokens or lines < 1:
        return None
    volume = max(1.0, len(tokens) * math.log2(max(2, len(set(tokens)))))
    raw = 171 - 5.2 * math.log(volume) - 0.23 * decisions - 16.2 * math.log(lines)
    return min(100.0, max(0.0, raw * 100 / 171))
