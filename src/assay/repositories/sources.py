"""The tree of a base commit, from an archive, a clone, a bare mirror or the network; never with its history.

Files are read from git's objects, not checked out: no hook, filter or configuration of a repository is obeyed, and no
file is left out, as `git archive` would leave out those that are marked `export-ignore`.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from assay.errors import InvalidValue
from assay.files import read_bytes
from assay.hashing import content_digest
from assay.records import MIB, Repository
from assay.repositories.archives import (
    MOST_BYTES,
    MOST_FILES,
    Entry,
    EntryKind,
    check_entries,
    read_archive,
    write_archive,
)
from assay.repositories.faults import MissingSource
from assay.sandbox.artefacts import ArtefactCache, key_of
from assay.settings import default_cache_folder, flag_of

FORMAT = "1"
CACHE_BYTES = 2048 * MIB
GIT_SECONDS = 300
FETCH_SECONDS = 1800
TREE = "tree.tar"
_BASE = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/-]*")
_HOSTED = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_][A-Za-z0-9._-]*")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_SAID = 300
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh",
    "LC_ALL": "C.UTF-8",
}


def tree_of(check: Repository, problem_id: str, cache: ArtefactCache | None = None) -> bytes:
    """Return the tree of a check's base commit as a tar archive; equal trees have equal bytes.

    It comes from `check.source`, from `check.repository` where that is a folder of this machine, or is fetched. Trees
    are kept by commit. Raises `MissingSource`.
    """
    if not _BASE.fullmatch(check.base) or ".." in check.base:
        raise MissingSource(f"{problem_id}: base {check.base!r} is not a commit")
    cache = cache or ArtefactCache(default_cache_folder() / "trees", max_bytes=CACHE_BYTES)
    source = Path(os.path.expanduser(check.source)) if check.source else None
    if source is not None and not source.exists():
        raise MissingSource(f"{problem_id}: source {str(source)!r} does not exist")
    if source is not None and source.is_file():
        return _of_archive(source, check.base, cache)
    if source is None and Path(check.repository).is_dir():
        source = Path(check.repository)
    return _of_commit(check, source, cache)


def _of_archive(file: Path, base: str, cache: ArtefactCache) -> bytes:
    try:
        data = read_bytes(file, MOST_BYTES)
    except InvalidValue as error:
        raise MissingSource(str(error)) from None
    if not data:
        raise MissingSource(f"{file}: is empty")
    key = key_of(["archive", FORMAT, base, content_digest(data)])
    kept = cache.get(key)
    if kept is None:
        kept = {TREE: write_archive(_within(read_archive(data, str(file)), base).values())}
        cache.put(key, kept)
    return kept[TREE]


def _within(entries: dict[str, Entry], base: str) -> dict[str, Entry]:
    """Return the entries without the one folder around them that is named by the commit, as hosts pack archives."""
    tops = {path.partition("/")[0] for path in entries}
    top = next(iter(tops), "")
    named = re.fullmatch(r".+-([0-9a-f]{7,64})", top)
    if len(tops) != 1 or named is None or not base.startswith(named[1]):
        return entries
    inner = (replace(entry, path=path.partition("/")[2]) for path, entry in entries.items() if path != top)
    return {entry.path: entry for entry in inner}


def _of_commit(check: Repository, source: Path | None, cache: ArtefactCache) -> bytes:
    key = key_of(["commit", FORMAT, check.base])
    kept = cache.get(key) if _COMMIT.fullmatch(check.base) else None
    if kept is not None:
        return kept[TREE]
    if source is not None:
        tree = _of_objects(_git_folder(source), check.base, str(source))
    else:
        with tempfile.TemporaryDirectory(prefix="assay-fetch-") as folder:
            tree = _of_objects(_fetched(check, Path(folder)), check.base, check.repository)
    if _COMMIT.fullmatch(check.base):
        cache.put(key, {TREE: tree})
    return tree


def _git_folder(source: Path) -> Path:
    if (source / ".git").exists():
        return source / ".git"
    if (source / "HEAD").is_file() and (source / "objects").is_dir():
        return source
    raise MissingSource(f"{source}: neither a clone nor a bare repository of git")


def _of_objects(folder: Path, base: str, where: str) -> bytes:
    """Return the tree of a commit, made of git's objects."""
    try:
        _git(folder, ["rev-parse", "--verify", f"{base}^{{tree}}"])
    except MissingSource as error:
        raise MissingSource(f"{where}: has no commit {base}: fetch it there, or give its tree ({error})") from None
    listed = _git(folder, ["ls-tree", "-r", "-z", "-l", "--full-tree", f"{base}^{{tree}}"])
    found = [_listed(line, where) for line in listed.split(b"\0") if line]
    if len(found) > MOST_FILES or sum(size for *_, size in found) > MOST_BYTES:
        raise MissingSource(f"{where}: {base} holds more than {MOST_FILES:,} files or {MOST_BYTES:,} bytes")
    blobs = [(mode, name, path, size) for mode, name, path, size in found if mode != "160000"]
    contents = _git(folder, ["cat-file", "--batch"], "".join(f"{name}\n" for _, name, _, _ in blobs).encode())
    entries, place = {}, 0
    for mode, name, path, size in blobs:
        place = contents.index(b"\n", place) + 1
        data = contents[place : place + size]
        place += size + 1
        kind = EntryKind.LINK if mode == "120000" else EntryKind.FILE
        entries[path] = Entry(path, data, kind, mode == "100755")
        if len(data) != size:
            raise MissingSource(f"{where}: the object {name} of {path!r} in {base} cannot be read")
    check_entries(entries, where)
    return write_archive(entries.values())


def _listed(line: bytes, where: str) -> tuple[str, str, str, int]:
    """Return mode, object, path and size of a line of `git ls-tree`; a submodule has no size."""
    facts, _, path = line.partition(b"\t")
    mode, _, name, size = facts.decode().split()
    shown = path.decode("utf-8", "surrogateescape")
    if size != "-" and not size.isdecimal():
        raise MissingSource(f"{where}: the object {name} of {shown!r} is missing there")
    return mode, name, shown, 0 if size == "-" else int(size)


def _fetched(check: Repository, folder: Path) -> Path:
    """Return a new bare repository that holds the base commit alone, or all of it where the host wants it so."""
    hosted = _HOSTED.fullmatch(check.repository)
    address = f"https://github.com/{check.repository}" if hosted else check.repository
    if address.startswith("-"):
        raise MissingSource(f"repository {address!r} is nothing that git can clone")
    _run(["git", "init", "-q", "--bare", str(folder)])
    try:
        _git(folder, ["fetch", "-q", "--depth=1", "--no-tags", address, check.base], seconds=FETCH_SECONDS)
    except MissingSource as error:
        try:
            _git(folder, ["fetch", "-q", "--tags", address, "+refs/heads/*:refs/heads/*"], seconds=FETCH_SECONDS)
        except MissingSource:
            hint = f"give its tree, a clone or a mirror with {flag_of('repos')}"
            raise MissingSource(f"{check.repository}: {check.base[:12]} cannot be fetched: {hint} ({error})") from None
    return folder


def _git(folder: Path, arguments: Sequence[str], stdin: bytes = b"", *, seconds: float = GIT_SECONDS) -> bytes:
    return _run(["git", f"--git-dir={folder}", *arguments], stdin, seconds=seconds)


def _run(command: Sequence[str], stdin: bytes = b"", *, seconds: float = GIT_SECONDS) -> bytes:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=seconds, env={**kept, **_ENVIRONMENT})
    except subprocess.TimeoutExpired:
        raise MissingSource(f"git {command[2]} did not end within {seconds:.0f} s") from None
    except OSError as error:
        raise MissingSource(f"git cannot be started: {error.strerror}") from None
    if done.returncode:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())[:_SAID]
        raise MissingSource(f"git {command[2]}: {said or f'status {done.returncode}'}")
    return done.stdout
