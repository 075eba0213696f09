"""Digests of content: what two texts, files or lists of parts are compared by."""

from __future__ import annotations

import hashlib
from pathlib import Path


def content_digest(*parts: str | bytes) -> bytes:
    """Return the SHA-256 of one part as it is, or of several with the length of each before it.

    Text is encoded as UTF-8. Two lists of several parts that differ have different digests.

    >>> content_digest("abc").hex()[:16]
    'ba7816bf8f01cfea'
    >>> content_digest("a", "bc") == content_digest("ab", "c")
    False
    """
    encoded = [part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part for part in parts]
    if len(encoded) == 1:
        return hashlib.sha256(encoded[0]).digest()
    whole = hashlib.sha256()
    for data in encoded:
        whole.update(len(data).to_bytes(8, "big"))
        whole.update(data)
    return whole.digest()


def file_digest(path: Path) -> bytes:
    """Return the SHA-256 of the content of a file, which is read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()
