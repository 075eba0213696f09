"""Patches out of what models write: the marked blocks of an answer that are unified diffs."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^(`{3,}|~{3,})[ \t]*([A-Za-z]*)[^\n]*\n", re.MULTILINE)
_NAMED = frozenset(("diff", "patch", "udiff"))
_STARTS = ("diff --git ", "--- ", "Index: ")


def patch_of(text: str) -> str | None:
    """Return the diffs in the fences of an answer, one after the other; `None` where there is none.

    >>> patch_of("Fixed:\\n```diff\\n--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-1\\n+2\\n```\\nDone.")
    '--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-1\\n+2\\n'
    """
    found, at = [], 0
    while (opening := _FENCE.search(text, at)) is not None:
        closing = text.find(f"\n{opening[1]}", opening.end() - 1)
        end = len(text) if closing < 0 else closing + 1
        block = text[opening.end() : end]
        if opening[2].lower() in _NAMED or block.lstrip("\n").startswith(_STARTS):
            found.append(block)
        at = end + len(opening[1])
    return "".join(found) or None
