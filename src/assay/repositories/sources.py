"""The tree of a base commit, from an archive, a clone, a bare mirror or the network; never with its history.

Files are read from git's objects, not checked out: no hook, filter or configuration of a repository is obeyed, and no
file is left out, as `git archive` would leave out those that are marked `export-ignore`.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import stat
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, cast

from assay.errors import InvalidValue
from assay.files import read_bytes
from assay.hashing import content_digest, object_name
from assay.records import MIB, Repository
from assay.repositories.archives import (
    MOST_BYTES,
    MOST_FILES,
    Entry,
    EntryKind,
    check_entries,
    check_path,
    read_archive,
    write_archive,
)
from assay.repositories.faults import MissingSource
from assay.sandbox.artefacts import ArtefactCache, key_of
from assay.settings import default_cache_folder, flag_of
from assay.text import one_line

FORMAT = "2"
CACHE_BYTES = 2048 * MIB
GIT_SECONDS = 300
FETCH_SECONDS = 1800
TREE = "tree.tar"
_BASE = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/-]*")
_HOSTED = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9_][A-Za-z0-9._-]*")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LEADS = re.compile(rb"(?:tree|object) ([0-9a-f]{40,64})\n")
_SAID = 300
_MOST_TAGS = 10
"""Tags and commits that lead from a name to a tree."""
_READ_FIRST = (
    "HEAD", "config", "config.worktree", "commondir", "packed-refs", "shallow", "objects/info/alternates",
)  # fmt: skip
"""Files that git reads of a clone before it reads an object."""
_Read = Callable[[str], tuple[str, str, bytes]]
"""Returns the whole name, the kind and the content of an object by its name."""
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
        kept = {TREE: write_archive(_within(read_archive(data, str(file)), base, str(file)).values())}
        cache.put(key, kept)
    return kept[TREE]


def _within(entries: dict[str, Entry], base: str, where: str) -> dict[str, Entry]:
    """Return the entries without the one folder around them that is named by the commit, as hosts pack archives."""
    tops = {path.partition("/")[0] for path in entries}
    top = next(iter(tops), "")
    named = re.fullmatch(r".+-([0-9a-f]{7,64})", top)
    if len(tops) != 1 or named is None or not base.startswith(named[1]):
        return entries
    inner = (replace(entry, path=path.partition("/")[2]) for path, entry in entries.items() if path != top)
    found = {entry.path: entry for entry in inner}
    check_entries(found, where)
    return found


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
    for name in _READ_FIRST:
        path = folder / name
        if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
            raise MissingSource(f"{where}: {str(path)!r} is not a regular file")
    with _opened(folder, where) as read:
        try:
            name, kind, data = read(base)
        except MissingSource as error:
            hint = "fetch it there, or give its tree"
            raise MissingSource(f"{where}: has no commit {base}: {hint} ({error})") from None
        if _COMMIT.fullmatch(base) and name != base:
            raise MissingSource(f"{where}: git takes {base} for {name}")
        for _ in range(_MOST_TAGS):
            if kind == "tree":
                break
            led = _LEADS.match(data)
            if led is None:
                raise MissingSource(f"{where}: {base} is a {kind}, not a commit")
            name, kind, data = read(led[1].decode())
        entries = _entries(read, name, where)
    check_entries(entries, where)
    return write_archive(entries.values())


def _entries(read: _Read, top: str, where: str) -> dict[str, Entry]:
    """Return what a tree and the trees in it hold, without submodules."""
    entries: dict[str, Entry] = {}
    waiting, count, size = [("", top)], 0, 0
    pattern = re.compile(rb"([0-7]{1,7}) ([^\0]+)\0(.{%d})" % (len(top) // 2), re.DOTALL)
    while waiting:
        above, tree = waiting.pop()
        _, kind, data = read(tree)
        place = 0
        while kind == "tree" and (found := pattern.match(data, place)):
            place, count = found.end(), count + 1
            path = above + found[2].decode("utf-8", "surrogateescape")
            check_path(path, where)
            mode, name = int(found[1], 8), found[3].hex()
            if count > MOST_FILES or path in entries:
                raise MissingSource(f"{where}: holds more than {MOST_FILES:,} files, or {path!r} twice")
            if stat.S_ISDIR(mode):
                waiting.append((f"{path}/", name))
            elif stat.S_ISREG(mode) or stat.S_ISLNK(mode):
                content = read(name)[2]
                size += len(content)
                if size > MOST_BYTES:
                    raise MissingSource(f"{where}: holds more than {MOST_BYTES:,} bytes")
                made = EntryKind.LINK if stat.S_ISLNK(mode) else EntryKind.FILE
                entries[path] = Entry(path, content, made, bool(mode & stat.S_IXUSR))
        if kind != "tree" or place != len(data):
            raise MissingSource(f"{where}: the object {tree} of {above!r} is not a tree")
    return entries


@contextlib.contextmanager
def _opened(folder: Path, where: str) -> Iterator[_Read]:
    """Yield a function that reads objects of a clone, whose digests git itself does not check, within bounds."""
    left = MOST_BYTES
    command = ["git", f"--git-dir={folder}", "cat-file", "--batch"]

    @functools.cache
    def read(name: str) -> tuple[str, str, bytes]:
        nonlocal left
        with contextlib.suppress(BrokenPipeError):
            os.write(asked.fileno(), f"{name}\n".encode())
        head = answers.readline(_SAID).split()
        if len(head) != 3 or not 0 <= int(head[2]) <= left:
            git.kill()
            git.wait()
            said.seek(0)
            reason = said.read(_SAID).decode("utf-8", "replace").strip() or b" ".join(head[1:]).decode() or "timeout"
            raise MissingSource(f"{where}: the object {name} cannot be read: {one_line(reason)}")
        full, kind, size = head[0].decode(), head[1].decode(), int(head[2])
        left -= size
        data = answers.read(size + 1)[:size]
        if len(data) != size or object_name(kind, data, digits=len(full)) != full:
            raise MissingSource(f"{where}: the object {full} has another content than its name says")
        return full, kind, data

    with tempfile.TemporaryFile() as said, _started(command, said) as git:
        asked, answers = cast(IO[bytes], git.stdin), cast(IO[bytes], git.stdout)  # as both are pipes
        timer = threading.Timer(GIT_SECONDS, git.kill)
        timer.start()
        try:
            yield read
        finally:
            timer.cancel()
            git.kill()


def _started(command: Sequence[str], said: IO[bytes]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, env=_environment())
    except OSError as error:
        raise MissingSource(f"git cannot be started: {error.strerror}") from None


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _ENVIRONMENT


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


def _git(folder: Path, arguments: Sequence[str], *, seconds: float = GIT_SECONDS) -> None:
    _run(["git", f"--git-dir={folder}", *arguments], seconds=seconds)


def _run(command: Sequence[str], *, seconds: float = GIT_SECONDS) -> None:
    """Run git for what it does; of what it says only the beginning is read."""
    with tempfile.TemporaryFile() as said:
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=said, timeout=seconds, env=_environment()
            )
        except subprocess.TimeoutExpired:
            raise MissingSource(f"git {command[2]} did not end within {seconds:.0f} s") from None
        except OSError as error:
            raise MissingSource(f"git cannot be started: {error.strerror}") from None
        if done.returncode:
            said.seek(0)
            reason = " ".join(said.read(_SAID).decode("utf-8", "replace").split())
            raise MissingSource(f"git {command[2]}: {reason or f'status {done.returncode}'}")
