"""Trees of files as tar archives: read with suspicion, and written so that equal trees have equal bytes."""

from __future__ import annotations

import io
import posixpath
import tarfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath

from assay.errors import InvalidValue
from assay.files import unpacked
from assay.records import MIB
from assay.repositories.faults import MissingSource
from assay.sandbox.tar_members import members_of

MOST_FILES = 60_000
MOST_BYTES = 512 * MIB
"""Of an archive, unpacked."""
MOST_DEPTH = 200
"""Folders in each other."""
TIME = 1_500_000_000
"""When every file was changed, as far as anybody can see: a zip file cannot say a time before 1980."""


class EntryKind(Enum):
    """What stands at a path of a tree."""

    FILE = "file"
    LINK = "link"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file, link or folder of a tree."""

    path: str
    """Relative, with slashes."""
    data: bytes = b""
    """The content of a file, or where a link leads."""
    kind: EntryKind = EntryKind.FILE
    executable: bool = False


def read_archive(data: bytes, where: str) -> dict[str, Entry]:
    """Return what a `.tar` or `.tar.gz` holds; raises `MissingSource` for what must not be unpacked anywhere.

    That is a path or a link out of the tree, a device, a hard link, a path twice, or too much. Folders named `.git` are
    left out.
    """
    plain = _unpressed(data, where)
    entries: dict[str, Entry] = {}
    try:
        for member, content in members_of(plain):
            entry = _entry(member, content, where)
            if entry is None:
                continue
            if entry.path in entries:
                raise MissingSource(f"{where}: holds {entry.path!r} twice")
            entries[entry.path] = entry
            if len(entries) > MOST_FILES:
                raise MissingSource(f"{where}: holds more than {MOST_FILES:,} files")
    except tarfile.TarError as error:
        raise MissingSource(f"{where}: not a tar archive that can be read: {error}") from None
    check_entries(entries, where)
    return entries


def write_archive(entries: Iterable[Entry]) -> bytes:
    """Return an archive of these entries, in the order of their paths, all of one time and of nobody in particular."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in sorted(entries, key=lambda one: one.path.split("/")):
            archive.addfile(_member(entry), io.BytesIO(entry.data) if entry.kind is EntryKind.FILE else None)
    return buffer.getvalue()


def check_entries(entries: dict[str, Entry], where: str) -> None:
    """Raise `MissingSource` for a path that leaves the tree, or leads through a link or a file."""
    size = 0
    for path, entry in entries.items():
        check_path(path, where)
        if path != posixpath.normpath(path):
            raise MissingSource(f"{where}: {path!r} is not the plain form of a path")
        size += len(entry.data)
        if entry.kind is EntryKind.LINK:
            _check_link(entry, entries, where)
        folder = path
        while folder := folder.rpartition("/")[0]:
            above = entries.get(folder)
            if above is not None and above.kind is not EntryKind.FOLDER:
                raise MissingSource(f"{where}: {path!r} leads through {above.path!r}, which is a {above.kind.value}")
    if size > MOST_BYTES:
        raise MissingSource(f"{where}: holds more than {MOST_BYTES:,} bytes")


def check_path(path: str, where: str) -> None:
    """Raise `MissingSource` for a path that leaves the tree or is too deep."""
    if path.startswith("/") or ".." in path.split("/") or "\0" in path or path.count("/") > MOST_DEPTH:
        raise MissingSource(f"{where}: {path!r} is not a path inside the tree")


def _unpressed(data: bytes, where: str) -> bytes:
    try:
        return unpacked(io.BufferedReader(io.BytesIO(data)), where, MOST_BYTES).read()
    except InvalidValue as error:
        raise MissingSource(str(error)) from None


def _entry(member: tarfile.TarInfo, content: bytes, where: str) -> Entry | None:
    """Return a member as an entry; `None` for the top folder and for what belongs to git."""
    check_path(member.name, where)
    path = PurePosixPath(member.name)
    if not path.parts or ".git" in path.parts:
        return None
    if member.isdir():
        return Entry(str(path), kind=EntryKind.FOLDER)
    if member.issym():
        return Entry(str(path), member.linkname.encode("utf-8", "surrogateescape"), EntryKind.LINK)
    if not member.isreg():
        raise MissingSource(f"{where}: {member.name!r} is neither a file nor a folder nor a symbolic link")
    return Entry(str(path), content, executable=bool(member.mode & 0o100))


def _member(entry: Entry) -> tarfile.TarInfo:
    member = tarfile.TarInfo(entry.path)
    member.mtime = TIME
    member.mode = 0o755 if entry.executable or entry.kind is EntryKind.FOLDER else 0o644
    if entry.kind is EntryKind.FILE:
        member.size = len(entry.data)
    elif entry.kind is EntryKind.LINK:
        member.type, member.linkname = tarfile.SYMTYPE, entry.data.decode("utf-8", "surrogateescape")
    else:
        member.type = tarfile.DIRTYPE
    return member


def _check_link(entry: Entry, entries: Mapping[str, Entry], where: str) -> None:
    """Refuse a link that leaves the tree, or goes up after another link, from where that leads."""
    target = entry.data.decode("utf-8", "surrogateescape")
    here, is_out = entry.path.split("/")[:-1], target.startswith("/") or not target or "\0" in target
    passed = False
    for part in target.split("/", MOST_DEPTH + 1):
        is_out |= part == ".." and (passed or not here)
        if is_out:
            break
        if part == "..":
            here.pop()
        elif part not in ("", "."):
            here.append(part)
            above = entries.get("/".join(here))
            passed |= above is not None and above.kind is EntryKind.LINK
    if is_out or target.count("/") > MOST_DEPTH:
        raise MissingSource(f"{where}: the link {entry.path!r} leads out of the tree, to {target!r:.200}")
