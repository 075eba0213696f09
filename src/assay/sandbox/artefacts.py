"""A cache of compiled programs, by the content of everything that decides them, in a folder of bounded size."""

from __future__ import annotations

import contextlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from assay.files import private_folder
from assay.hashing import content_digest
from assay.records import MIB
from assay.sandbox.tar_members import members_of
from assay.settings import default_cache_folder

FORMAT = "1"
MAX_BYTES = 512 * MIB
_SWEEP_TO = 0.8
_TEMPORARY = ".new-"


def key_of(parts: Iterable[str | bytes]) -> str:
    """Return one name for everything that decides what a compiler makes; no two lists of parts share one.

    >>> key_of(["a", "bc"]) == key_of(["ab", "c"])
    False
    """
    return content_digest(FORMAT, *parts).hex()


class ArtefactCache:
    """Artefacts by key, the least recently used of them removed when the folder grows too large.

    >>> cache = ArtefactCache(Path(tempfile.mkdtemp()))
    >>> cache.put("ab" * 32, {"main": b"x"})
    >>> cache.get("ab" * 32)
    {'main': b'x'}
    """

    def __init__(self, folder: Path | None = None, *, max_bytes: int = MAX_BYTES) -> None:
        """Open the cache in `folder`; by default `artefacts` in the cache folder."""
        self.folder = folder or default_cache_folder() / "artefacts"
        self.max_bytes = max_bytes

    def get(self, key: str) -> dict[str, bytes] | None:
        """Return the files that were kept under that key; `None` where there are none, or they are damaged."""
        path = self.folder / key
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return _unpack(data)

    def put(self, key: str, files: Mapping[str, bytes]) -> None:
        """Keep these files under that key; a folder that cannot be written to only costs time."""
        data = _pack(files)
        if len(data) > self.max_bytes:
            return
        with contextlib.suppress(OSError):
            private_folder(self.folder)
            fd, name = tempfile.mkstemp(prefix=_TEMPORARY, dir=self.folder)
            with os.fdopen(fd, "wb") as file:
                file.write(data)
            os.replace(name, self.folder / key)
            self._sweep()

    def _sweep(self) -> None:
        entries = []
        for entry in os.scandir(self.folder):
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                entries.append((status.st_mtime, status.st_size, entry.path))
        total = sum(size for _, size, _ in entries)
        if total <= self.max_bytes:
            return
        for _, size, path in sorted(entries):
            if total <= self.max_bytes * _SWEEP_TO:
                return
            with contextlib.suppress(OSError):
                os.unlink(path)
            total -= size


def _pack(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    payload = buffer.getvalue()
    return content_digest(payload) + payload


def _unpack(data: bytes) -> dict[str, bytes] | None:
    digest, payload = data[:32], data[32:]
    if digest != content_digest(payload):
        return None
    try:
        return read_archive(payload, max_bytes=MAX_BYTES)
    except (ValueError, tarfile.TarError):
        return None


def read_archive(data: bytes, *, max_bytes: int) -> dict[str, bytes]:
    """Return the regular files of an untrusted tar archive: relative paths only, bounded in all.

    Raises `ValueError` or `tarfile.TarError` for anything else.
    """
    files: dict[str, bytes] = {}
    left = max_bytes
    for member, content in members_of(data):
        path = PurePosixPath(member.name)
        if not member.isreg():
            continue
        if path.is_absolute() or ".." in path.parts or not path.parts or len(content) > left or str(path) in files:
            raise ValueError(f"the archive holds {member.name!r} with {member.size} bytes")
        left -= len(content)
        files[str(path)] = content
    return files
