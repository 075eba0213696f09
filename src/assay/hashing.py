"""Digests of content: what two texts, files or lists of parts are compared by."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
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


def running_digest() -> hashlib._Hash:
    """Return a SHA-256 that is given its content piece by piece."""
    return hashlib.sha256()


def file_digest(path: Path) -> bytes:
    """Return the SHA-256 of the content of a file, which is read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def object_name(kind: str, content: bytes, *, digits: int = 40) -> str:
    """Return the name of an object of git, by SHA-1 or by SHA-256 where names have 64 digits.

    >>> object_name("blob", b"")
    'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'
    """
    found = hashlib.new("sha1" if digits == 40 else "sha256", f"{kind} {len(content)}\0".encode())
    found.update(content)
    return found.hexdigest()


def stable_bytes(part: object) -> bytes:
    """Return a value that can be pickled as bytes that are the same in every process, whatever its hash seed.

    >>> stable_bytes({"b", "a"}) == stable_bytes({"a", "b"})
    True
    """
    import pickle

    data = pickle.dumps(part, protocol=4)
    set_marks = frozenset(pickle.EMPTY_SET + pickle.FROZENSET)
    if not set_marks.intersection(data):
        return data  # it holds no set, the one thing whose order changes from process to process
    return repr(_ordered(part)).encode("utf-8", "surrogatepass")


def _ordered(value: object) -> object:
    """Return the value with its sets as sorted lists, by the text of their members."""
    if isinstance(value, set | frozenset):
        return (type(value).__name__, sorted(repr(_ordered(item)) for item in value))
    if isinstance(value, list | tuple):
        return (type(value).__name__, [_ordered(item) for item in value])
    if isinstance(value, Mapping):
        return (type(value).__name__, [(_ordered(key), _ordered(item)) for key, item in value.items()])
    if is_dataclass(value):
        return (type(value).__name__, [_ordered(getattr(value, field.name)) for field in fields(value)])
    try:
        return repr(value)
    except ValueError:  # an integer of too many digits
        import pickle

        return pickle.dumps(value, protocol=4)
