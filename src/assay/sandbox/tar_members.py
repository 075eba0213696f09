"""Read tar archives that others made, in one pass whose time and memory their size bounds."""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from tarfile import BLOCKSIZE, ReadError, TarInfo

from assay.records import MIB

MOST_HEADS = 150_000
"""Of every kind, also of members that the caller leaves out."""
MOST_PATH = 4096
"""Characters of a path, and of what a link names."""
_MOST_SAID = 64 << 10
_MOST_SAID_IN_ALL = 16 * MIB
"""Bytes of one head that says more about a member, and of all such heads."""
_NAMES = {tarfile.GNUTYPE_LONGNAME: "path", tarfile.GNUTYPE_LONGLINK: "linkpath"}
_OF_ONE = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_MOST_DIGITS = 20


def members_of(data: bytes) -> Iterator[tuple[TarInfo, bytes]]:
    """Yield each member of a tar archive (ustar, GNU long names, pax) with its content.

    Raises `tarfile.TarError` for anything else: sparse files, sizes below zero, what ends too early, a second head of
    one kind for one member, a head for all members that says more than a comment, and what exceeds the bounds above.

    >>> list(members_of(bytes(1024)))
    []
    """
    place = count = total = 0
    said: dict[str, str] = {}
    while place < len(data) or not data:
        try:
            member = TarInfo.frombuf(data[place : place + BLOCKSIZE], "utf-8", "surrogateescape")
        except tarfile.EOFHeaderError:  # type: ignore[attr-defined]  # not in the stubs
            break
        except (tarfile.HeaderError, IndexError, ValueError) as error:
            raise ReadError(f"the head at byte {place:,} cannot be read: {error}") from None
        place, count = place + BLOCKSIZE, count + 1
        if count > MOST_HEADS:
            raise ReadError(f"it holds more than {MOST_HEADS:,} heads of members")
        is_head = member.type in (*_OF_ONE, *_NAMES, tarfile.XGLTYPE)
        size = member.size if is_head or "size" not in said else _number(said["size"])
        if not 0 <= size <= len(data) - place:
            raise ReadError(f"{member.name[:80]!r} has {size:,} bytes, and {len(data) - place:,} follow")
        content = data[place : place + size]
        place += -(-size // BLOCKSIZE) * BLOCKSIZE
        if is_head:
            total += size
            if size > _MOST_SAID or total > _MOST_SAID_IN_ALL:
                raise ReadError(f"the head before byte {place:,} has {size:,} bytes, and all so far {total:,}")
            _add(said, member.type, content)
            continue
        member.size, member.name = size, said.get("path", member.name)
        member.linkname = said.get("linkpath", member.linkname)
        said.clear()
        if member.type == tarfile.GNUTYPE_SPARSE or (size and not member.isreg()):
            raise ReadError(f"{member.name[:80]!r} is sparse, or has content and is no file")
        if max(len(member.name), len(member.linkname)) > MOST_PATH:
            raise ReadError(f"the path {member.name[:80]!r} or its link has more than {MOST_PATH:,} characters")
        yield member, content


def _add(said: dict[str, str], kind: bytes, content: bytes) -> None:
    """Add what a head says of the next member; what it says of all members must be of no account."""
    if kind in _NAMES:
        name = tarfile.nts(content, "utf-8", "surrogateescape")  # type: ignore[attr-defined]  # not in the stubs
        found = {_NAMES[kind]: name}
    else:
        found = _records(content)
    if kind == tarfile.XGLTYPE:
        if found.keys() & {"path", "linkpath", "size"}:
            raise ReadError("a head says one name or size of all members")
        found = {"": ""}
    elif kind in _OF_ONE:
        found["pax"] = ""
    if found.keys() & said.keys() or any(name.startswith("GNU.sparse.") for name in found):
        raise ReadError(f"heads say {', '.join(found)[:80]} of one member twice, or that it is sparse")
    said |= found


def _records(content: bytes) -> dict[str, str]:
    """Return the records of a pax head, each `<length> <name>=<value>` and a line end."""
    found: dict[str, str] = {}
    place = 0
    while place < len(content):
        blank = content.find(b" ", place, place + _MOST_DIGITS)
        end = place + _number(content[place : max(blank, place)].decode("latin-1"))
        name, sign, value = content[blank + 1 : end - 1].decode("utf-8", "surrogateescape").partition("=")
        if not place < blank < end <= len(content) or content[end - 1] != ord("\n") or not sign or name in found:
            raise ReadError(f"a record of a head cannot be read: {content[place : place + 80]!r}")
        found[name] = value
        place = end
    return found


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS):
        raise ReadError(f"a number of a head cannot be read: {text[:80]!r}")
    return int(text)
