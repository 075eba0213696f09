"""Unified diffs: which files they touch, which of those can hold tests, and which decide how tests are run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from assay.records import Repository

CONFIGURATION = (
    r"(.*/)?conftest\.py",
    r"(.*/)?\.?pytest\.(ini|toml)",
    r"(.*/)?(tox\.ini|setup\.cfg|pyproject\.toml|\.coveragerc|noxfile\.py)",
    r"(.*/)?(sitecustomize|usercustomize)(\.py|/.*)",
    r".*\.pth",
    r"(.*/)?[^/]*\.(egg-info|dist-info|egg-link)(/.*)?",
    r"(.*/)?entry_points\.txt",
    r"(.*/)?\.git(/.*)?",
    r"(.*/)?__pycache__/.*",
    r".*\.py[co]",
)
"""Paths of files that decide how tests are found, run and reported, as patterns for the whole path."""
COMPILED_SOURCES = (".pyx", ".pxd", ".pxi", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp", ".f", ".f90", ".pyx.tp")
"""Ends of the names of files that say nothing until they are compiled."""
_TEST_FOLDERS = ("tests", "test", "testing")
_NO_TESTS = ("conftest.py", "__init__.py")
_HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
_ESCAPE = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_ESCAPED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}
_NO_FILE = "/dev/null"


class ChangeKind(StrEnum):
    """What a diff does to a file."""

    ADDED = "added"
    CHANGED = "changed"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file that a diff is about."""

    path: str
    """After the change; of a file that is deleted, before it."""
    kind: ChangeKind
    old_path: str
    """Before the change; the same, unless the file is renamed or copied."""


def changes(diff: str) -> list[FileChange]:
    """Return the files that a diff is about, in its order; text that is no diff is about none.

    >>> changes("--- a/x.py\\n+++ b/x.py\\n@@ -1 +1 @@\\n-1\\n+2\\n")
    [FileChange(path='x.py', kind=<ChangeKind.CHANGED: 'changed'>, old_path='x.py')]
    """
    found = []
    for header in _headers(diff):
        change = _change(header)
        if change is not None:
            found.append(change)
    return found


def touched(diff: str) -> frozenset[str]:
    """Return every path that a diff names, before and after its changes."""
    return frozenset(path for change in changes(diff) for path in (change.path, change.old_path))


def test_files(check: Repository) -> tuple[str, ...]:
    """Return the files that are given to the test command.

    Those are the files that the check names, or else the Python files that its test patch leaves there; of them only
    those with ids of the check, where its ids name files.
    """
    if check.files:
        return check.files
    left = [change.path for change in changes(check.test_patch) if change.kind is not ChangeKind.DELETED]
    can = [path for path in dict.fromkeys(left) if path.endswith(".py") and PurePosixPath(path).name not in _NO_TESTS]
    named = {name.partition("::")[0] for name in (*check.fail_to_pass, *check.pass_to_pass) if "::" in name}
    return tuple(path for path in can if path in named) or tuple(can)


def support_patterns(files: Iterable[str]) -> tuple[str, ...]:
    """Return patterns for what lies in the folders of tests that these test files are in.

    >>> support_patterns(["src/a/tests/unit/test_b.py", "test_c.py"])
    ('src/a/tests/.*',)
    """
    found: dict[str, None] = {}
    for file in files:
        folders = PurePosixPath(file).parts[:-1]
        place = next((number for number, name in enumerate(folders) if name in _TEST_FOLDERS), None)
        if place is not None:
            found[re.escape("/".join(folders[: place + 1])) + "/.*"] = None
    return tuple(found)


test_files.__test__ = False  # type: ignore[attr-defined]  # pytest takes every function of that name for a test


@dataclass(slots=True)
class _Header:
    """What a diff says of one file before its hunks."""

    git: str = ""
    before: str = ""
    after: str = ""
    renamed_from: str = ""
    renamed_to: str = ""
    is_new: bool = False
    is_deleted: bool = False


def _headers(diff: str) -> Iterator[_Header]:
    """Yield one header for each file; what stands in a hunk is never read as one."""
    current: _Header | None = None
    old_lines = new_lines = 0
    for line in diff.splitlines():
        if old_lines > 0 or new_lines > 0:
            sign = line[:1]
            old_lines -= sign in (" ", "-", "")
            new_lines -= sign in (" ", "+", "")
            continue
        if line.startswith("diff --git "):
            if current is not None:
                yield current
            current = _Header(git=line[len("diff --git ") :])
        elif line.startswith("--- "):
            if current is None or current.before:  # a diff without the lines that git adds
                if current is not None:
                    yield current
                current = _Header()
            current.before = _named(line[4:])
        elif current is not None and line.startswith("@@ "):
            sizes = _HUNK.match(line)
            if sizes is not None:
                old_lines, new_lines = (int((size or "1")[:9]) for size in sizes.groups())
        elif current is not None:
            _read_line(current, line)
    if current is not None:
        yield current


def _read_line(header: _Header, line: str) -> None:
    if line.startswith("+++ "):
        header.after = _named(line[4:])
    elif line.startswith("new file mode"):
        header.is_new = True
    elif line.startswith("deleted file mode"):
        header.is_deleted = True
    elif line.startswith("rename from "):
        header.renamed_from = _unquoted(line[len("rename from ") :])
    elif line.startswith("rename to "):
        header.renamed_to = _unquoted(line[len("rename to ") :])


def _change(header: _Header) -> FileChange | None:
    if header.renamed_to:
        return FileChange(header.renamed_to, ChangeKind.CHANGED, header.renamed_from)
    if not header.before or not header.after:
        path = _of_git(header.git)
        kind = ChangeKind.ADDED if header.is_new else ChangeKind.DELETED if header.is_deleted else ChangeKind.CHANGED
        return FileChange(path, kind, path) if path else None
    if header.after == _NO_FILE:
        return FileChange(_stripped(header.before), ChangeKind.DELETED, _stripped(header.before))
    path = _stripped(header.after)
    if header.before == _NO_FILE:
        return FileChange(path, ChangeKind.ADDED, path)
    return FileChange(path, ChangeKind.CHANGED, _stripped(header.before))


def _of_git(line: str) -> str:
    """Return the path in `a/path b/path`, which stands alone where nothing of the text is changed."""
    if line.endswith('"'):
        return _stripped(_unquoted(line[line.rfind(' "') + 1 :]))
    half = (len(line) - 1) // 2
    return _stripped(line[half + 1 :]) if line[:1] == "a" and line[half : half + 1] == " " else ""


def _named(text: str) -> str:
    """Return the path of a line that may have a time behind it."""
    return _unquoted(text.partition("\t")[0].rstrip() if not text.startswith('"') else text.rstrip())


def _unquoted(text: str) -> str:
    if len(text) < 2 or not (text.startswith('"') and text.endswith('"')):
        return text
    raw = _ESCAPE.sub(_unescaped, text[1:-1].encode("utf-8", "surrogateescape"))
    return raw.decode("utf-8", "surrogateescape")


def _unescaped(found: re.Match[bytes]) -> bytes:
    escape = found[1]
    return bytes([int(escape, 8) & 0xFF]) if len(escape) == 3 else _ESCAPED.get(escape, escape)


def _stripped(path: str) -> str:
    """Return a path without the first folder, which is `a` or `b`."""
    return path.partition("/")[2] or path
