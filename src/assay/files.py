"""The one reader of files and folders that others wrote: regular files only, of bounded size, number and depth.

Nothing here waits for a pipe, reads a device, follows a link out of a folder that was named, or holds more in memory
than the caller allows. Every refusal is a `UsageError` that names the path, what was found and what is allowed.
What a command writes for its user goes through `writing`, by the same rules.
"""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from assay.errors import InvalidValue, UsageError
from assay.hashing import content_digest

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

MOST_ENTRIES = 500_000
"""Files, folders and links of one folder and all folders in it."""
MOST_DEPTH = 64
"""Folders inside of each other."""
MOST_TEXT_BYTES = 64 * 2**20
"""Of a file that a person writes."""
MOST_BYTES = 8 * 2**30
"""Of one file of rows as it lies on the disk, of the same unpacked, and of all files of a folder together."""

GZIP = b"\x1f\x8b"
SQLITE = b"SQLite format 3\0"
_PIECE = 1 << 16

Wrong = Callable[[str], UsageError]
"""Makes the error of a refusal from its reason."""
Sink = Callable[[bytes], object]
"""Is given every piece that is read from a disk, such as `update` of a hash."""


def read_bytes(path: str | Path, most: int, *, within: Path | None = None, wrong: Wrong = InvalidValue) -> bytes:
    """Return the content of a regular file of at most `most` bytes; `within` is a folder that it must lie in."""
    with opened(path, most, within=within, wrong=wrong) as file:
        return file.read()


def read_text(
    path: str | Path,
    most: int,
    *,
    within: Path | None = None,
    encoding: str = "utf-8",
    wrong: Wrong = InvalidValue,
) -> str:
    """Return the text of a file of at most `most` bytes, with its line ends as they are."""
    return decoded(read_bytes(path, most, within=within, wrong=wrong), str(path), encoding=encoding, wrong=wrong)


def read_head(path: str | Path, most: int, *, wrong: Wrong = InvalidValue) -> bytes:
    """Return the first bytes of a regular file of any size, at most `most` of them."""
    with opened(path, sys.maxsize, wrong=wrong) as file:
        return file.read(most)


def read_stdin(file: BinaryIO, most: int, *, wrong: Wrong = InvalidValue) -> bytes:
    """Return all that comes on standard input, which may be at most `most` bytes."""
    return Bounded(file, "<stdin>", most, wrong=wrong, closes=False).readall()


def decoded(data: bytes, name: str, *, encoding: str = "utf-8", wrong: Wrong = InvalidValue) -> str:
    """Return bytes as text; raise the error that names the line where they are none."""
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise wrong(f"{name}, line {line}: not UTF-8: {data[error.start : error.end]!r}") from None


def opened(
    path: str | Path,
    most: int,
    *,
    within: Path | None = None,
    wrong: Wrong = InvalidValue,
    sinks: tuple[Sink, ...] = (),
) -> io.BufferedReader:
    """Open a regular file; reading more than `most` bytes of it raises, also where it grows meanwhile."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    except (OSError, ValueError) as error:
        raise wrong(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            raise wrong(f"{path}: cannot be read: it is {_kind(status.st_mode)}, not a regular file")
        if within is not None:
            _check_within(path, within, status, wrong)
        if status.st_size > most:
            raise wrong(_too_large(str(path), f"{status.st_size:,}", most))
    except BaseException:
        os.close(fd)
        raise
    return io.BufferedReader(Bounded(io.FileIO(fd), str(path), most, wrong=wrong, sinks=sinks), _PIECE)


def unpacked(file: io.BufferedReader, name: str, most: int, *, wrong: Wrong = InvalidValue) -> io.BufferedReader:
    """Return a file as it is, or what it holds if it is gzip, which its first bytes say; `most` bounds that too."""
    head = file.peek(2)[:2]
    if head == GZIP[:1]:  # a pipe may give one byte at a time
        head = file.read(1) + file.peek(1)[:1]
        file = preceded(GZIP[:1], file)
    if head != GZIP:
        return file
    return io.BufferedReader(Bounded(_Gzip(file, name, wrong), name, most, wrong=wrong, what="unpacked bytes"), _PIECE)


def preceded(head: bytes, file: io.BufferedReader) -> io.BufferedReader:
    """Return a file with bytes before it that were read from it already."""
    return io.BufferedReader(_Preceded(head, file), _PIECE)


class Bounded(io.RawIOBase):
    """The bytes of another file, which raises once there are more than `most` of them."""

    def __init__(
        self,
        file: BinaryIO | io.RawIOBase,
        name: str,
        most: int,
        *,
        wrong: Wrong = InvalidValue,
        sinks: tuple[Sink, ...] = (),
        what: str = "bytes",
        closes: bool = True,
    ) -> None:
        self._file, self._name, self._most, self._closes = file, name, most, closes
        self._read: Callable[[int], bytes | None] = getattr(file, "read1", file.read)
        self._wrong, self._sinks, self._what = wrong, sinks, what
        self.count = 0

    def readable(self) -> bool:
        """Return true: that is all it can."""
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to another place of a file that has places."""
        return self._file.seek(offset, whence)

    def seekable(self) -> bool:
        """Return whether the other file has places to go to."""
        return self._file.seekable()

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read some bytes into a buffer and return how many."""
        view = memoryview(buffer).cast("B")
        try:
            data = self._read(min(len(view), self._most - self.count + 1))
        except OSError as error:
            raise self._wrong(f"{self._name}: cannot be read: {error.strerror or error}") from None
        if data is None:
            raise self._wrong(f"{self._name}: cannot be read: it holds nothing yet and is no regular file")
        self.count += len(data)
        if self.count > self._most:
            raise self._wrong(_too_large(self._name, f"at least {self.count:,}", self._most, self._what))
        view[: len(data)] = data
        for sink in self._sinks:
            sink(data)
        return len(data)

    def close(self) -> None:
        """Close the other file too, unless it is to stay open."""
        if self._closes:
            self._file.close()
        super().close()


class _Preceded(io.RawIOBase):
    """Some bytes, and then those of a file."""

    def __init__(self, head: bytes, file: io.BufferedReader) -> None:
        self._head, self._file = head, file

    def readable(self) -> bool:
        """Return true: that is all it can."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read some bytes into a buffer and return how many."""
        view = memoryview(buffer).cast("B")
        data = self._head[: len(view)] or self._file.read1(len(view))
        self._head = self._head[len(data) :]
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the file too."""
        self._file.close()
        super().close()


class _Gzip(io.RawIOBase):
    """The unpacked bytes of a gzip file of one or more members; headers of any length are read by zlib."""

    def __init__(self, file: io.BufferedReader, name: str, wrong: Wrong) -> None:
        self._file, self._name, self._wrong = file, name, wrong
        self._member = zlib.decompressobj(31)
        self._left = b""

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes; none at the end."""
        while True:
            packed = self._left or self._file.read1(_PIECE)
            if self._member.eof:
                packed = packed.lstrip(b"\0")
                if packed:
                    self._member = zlib.decompressobj(31)
                elif not self._file.peek(1):
                    return b""
            elif not packed:
                raise self._wrong(f"{self._name}: not a whole gzip file: it ends too early")
            try:
                data = self._member.decompress(packed, size)
            except zlib.error as error:
                raise self._wrong(f"{self._name}: not a whole gzip file: {error}") from None
            self._left = self._member.unused_data if self._member.eof else self._member.unconsumed_tail
            if data:
                return data

    def close(self) -> None:
        """Close the packed file too."""
        self._file.close()
        super().close()


class Folder:
    """A folder that others wrote; all that is listed and read of it is counted against one bound.

    A link that leads out of it is refused, or it could name any file of the user.
    """

    def __init__(
        self,
        root: Path,
        *,
        most_bytes: int = MOST_BYTES,
        most_entries: int = MOST_ENTRIES,
        wrong: Wrong = InvalidValue,
    ) -> None:
        self.root = root
        self.digests: dict[str, bytes] = {}
        """SHA-256 of every file that was read whole, by its path in the folder."""
        self._most_bytes, self._most_entries, self._wrong = most_bytes, most_entries, wrong
        self._bytes = self._entries = 0
        self._listed: dict[Path, list[os.DirEntry[str]]] = {}

    def entries(self, folder: Path | None = None) -> list[Path]:
        """Return what lies directly in a folder, the root unless another is named."""
        folder = folder or self.root
        return [folder / entry.name for entry in self._scan(folder)]

    def files(self, skips: Callable[[Path], bool] = lambda path: False, folder: Path | None = None) -> Iterator[Path]:
        """Yield all that is no folder in a folder and the folders in it, sorted in each; reading tells what it is.

        No link to a folder is followed. A file or folder is left out where `skips` says so.
        """
        waiting = [(folder or self.root, 0)]
        while waiting:
            folder, depth = waiting.pop()
            if depth > MOST_DEPTH:
                raise self._wrong(f"{self.root}: its folders are at least {depth} deep, at most {MOST_DEPTH} are read")
            inner = []
            for entry in self._scan(folder):
                path = folder / entry.name
                if skips(path):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    inner.append((path, depth + 1))
                elif not path.is_dir():
                    yield path
            waiting += reversed(inner)

    def read(self, path: Path, most: int) -> bytes:
        """Return the content of a file of at most `most` bytes, which also counts against the bound of the folder."""
        data = read_bytes(path, most, within=self.root, wrong=self._wrong)
        self.add(path, len(data), content_digest(data))
        return data

    def add(self, path: Path, size: int, digest: bytes) -> None:
        """Count a file that was read by other means."""
        self._bytes += size
        if self._bytes > self._most_bytes:
            raise self._wrong(_too_large(str(self.root), f"files of at least {self._bytes:,}", self._most_bytes))
        self.digests[str(path.relative_to(self.root))] = digest

    def _scan(self, folder: Path) -> list[os.DirEntry[str]]:
        if folder in self._listed:
            return self._listed[folder]
        found = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    self._entries += 1
                    if self._entries > self._most_entries:
                        raise self._wrong(
                            f"{self.root}: holds at least {self._entries:,} entries, at most {self._most_entries:,}"
                            " are read; name a smaller folder"
                        )
                    found.append(entry)
        except (OSError, ValueError) as error:
            raise self._wrong(f"{folder}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
        self._listed[folder] = sorted(found, key=lambda entry: entry.name)
        return self._listed[folder]


@contextlib.contextmanager
def writing(path: str | Path, *, binary: bool = False, wrong: Wrong = InvalidValue) -> Iterator[IO[Any]]:
    """Open a file to write, which is in its place when all of it is there, or stays as it was.

    A device or a pipe is written to and never replaced, nothing is waited for, and a database is not overwritten.
    """
    # Any: text or bytes
    how: dict[str, Any] = {} if binary else {"encoding": "utf-8", "errors": "surrogatepass", "newline": ""}
    place = Path(path)
    _check_name(path, wrong)
    try:
        found = _status(place)
        if not place.name or (found is not None and stat.S_ISDIR(found.st_mode)):
            raise wrong(f"{str(path)!r} cannot be written: it is a folder")
        if found is not None and not stat.S_ISREG(found.st_mode):
            fd = os.open(place, os.O_WRONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
            os.set_blocking(fd, True)
            with open(fd, "wb" if binary else "w", **how) as file:
                yield file
            return
        if found is not None and read_head(place, len(SQLITE), wrong=wrong) == SQLITE:
            raise wrong(f"{str(path)!r} cannot be written: a database is there; name another file")
        place.parent.mkdir(parents=True, exist_ok=True)
        target = Path(os.path.realpath(place))
        part = target.with_name(f".{target.name[:80]}.{secrets.token_hex(8)}.part")
        with _made_beside(part), part.open("xb" if binary else "x", **how) as file:
            yield file
            file.close()
            part.replace(target)
    except OSError as error:
        raise wrong(f"{str(path)!r} cannot be written: {error.strerror or error}") from None


def private_folder(folder: Path) -> None:
    """Make a folder that only this user can enter, whatever the umask; one that is there stays as it is."""
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        try:
            folder.mkdir(0o700)
        except FileExistsError:
            if not folder.is_dir():
                raise
        else:
            folder.chmod(0o700)


def make_private(path: Path) -> None:
    """Make an empty file that only this user can read, whatever the umask; one that is there stays as it is."""
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        return
    os.fchmod(fd, 0o600)
    os.close(fd)


def is_hidden(path: Path) -> bool:
    """Return whether the name of a file or folder begins with a dot."""
    return path.name.startswith(".")


def leads_out(path: str | Path, folder: Path) -> str:
    """Return where a path leads if that is outside of a folder; empty where it stays inside."""
    target = os.path.realpath(path)
    return "" if Path(target).is_relative_to(os.path.realpath(folder)) else target


@contextlib.contextmanager
def _made_beside(part: Path) -> Iterator[None]:
    """Remove a file where what writes it does not come to its end."""
    try:
        yield
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _check_name(path: str | Path, wrong: Wrong) -> None:
    try:
        found = os.fsencode(path)
    except ValueError:
        found = b"\0"
    if b"\0" in found:
        raise wrong(f"{str(path)!r} cannot be written: no file has such a name")


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _check_within(path: str | Path, folder: Path, status: os.stat_result, wrong: Wrong) -> None:
    """Refuse a file that was opened by a path which leads, or led when it was opened, out of a folder."""
    target = leads_out(path, folder)
    if target:
        raise wrong(
            f"{path}: it is a link that leads out of its folder, to {target!r}, and is not followed; copy the file"
        )
    try:
        same = os.path.samestat(os.stat(os.path.realpath(path)), status)
    except OSError:
        same = False
    if not same:
        raise wrong(f"{path}: cannot be read: it was replaced while it was opened")


def _too_large(name: str, size: str, most: int, what: str = "bytes") -> str:
    return f"{name}: holds {size} {what}, at most {most:,} are read"


def _kind(mode: int) -> str:
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((name for is_kind, name in kinds if is_kind(mode)), "something else")
