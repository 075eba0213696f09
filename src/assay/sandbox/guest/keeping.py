"""Read what a program leaves in its folder, after its end: regular files alone, bounded, never through a link."""

from __future__ import annotations

import os
import stat
from errno import ELOOP

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
MAX_DEPTH = 16
MAX_ENTRIES = 20_000
"""Files and folders that are looked at."""
MAX_NOTES = 20

TYPE_CHECKING = False
if TYPE_CHECKING:
    Found = tuple[list[tuple[str, bytes]], list[str]]
    """Paths with their content, and what was left out and why."""


def collect(root: str, names: tuple[str, ...], most_files: int, most_bytes: int) -> Found:
    """Return the files of these names below `root`; of a folder all files in it, at any depth.

    A name that is not there is no file and no note. Nothing that a program can leave behind makes it raise.
    """
    reader = FolderReader(most_files, most_bytes)
    for name in names:
        reader.read_from(root, name)
    return reader.files, reader.notes[:MAX_NOTES]


class FolderReader:
    """Reads files until there are too many, or too many bytes."""

    def __init__(self, most_files: int, most_bytes: int) -> None:
        self.files: list[tuple[str, bytes]] = []
        self.notes: list[str] = []
        self._files_left = most_files
        self._bytes_left = most_bytes
        self._entries_left = MAX_ENTRIES

    def read_from(self, root: str, name: str) -> None:
        """Read one file or folder; every folder on the way is opened by itself, so that none can be a link."""
        *folders, last = name.split("/")
        place = os.open(root, FOLDER)
        try:
            for folder in folders:
                inner = os.open(folder, FOLDER, dir_fd=place)
                os.close(place)
                place = inner
            self._read(place, last, name, 0)
        except FileNotFoundError:
            pass
        except OSError as error:
            self._note(name, _reason(error))
        finally:
            os.close(place)

    def _read(self, place: int, entry: str, path: str, depth: int) -> None:
        if not self._files_left or not self._entries_left:
            self._note(path, "one too many")
            return
        self._entries_left -= 1
        try:
            fd = os.open(entry, FILE, dir_fd=place)
        except FileNotFoundError:
            return
        except OSError as error:
            self._note(path, _reason(error))
            return
        try:
            mode = os.fstat(fd).st_mode
            if stat.S_ISDIR(mode):
                self._read_folder(fd, path, depth)
            elif stat.S_ISREG(mode):
                self._read_file(fd, path)
            else:
                self._note(path, "neither a file nor a folder")
        except OSError as error:
            self._note(path, _reason(error))
        finally:
            os.close(fd)

    def _read_folder(self, folder: int, path: str, depth: int) -> None:
        if depth >= MAX_DEPTH:
            self._note(path, "nested too deeply")
            return
        for entry in sorted(os.listdir(folder)):
            self._read(folder, entry, f"{path}/{entry}", depth + 1)
            if not self._files_left or not self._entries_left:
                self._note(path, "holds more than is kept")
                return

    def _read_file(self, fd: int, path: str) -> None:
        size = os.fstat(fd).st_size
        if size > self._bytes_left:
            self._note(path, f"{size} bytes, more than is kept")
            return
        content = b""
        while len(content) < size:
            part = os.pread(fd, size - len(content), len(content))
            if not part:
                break
            content += part
        self.files.append((path, content))
        self._bytes_left -= len(content)
        self._files_left -= 1

    def _note(self, path: str, why: str) -> None:
        if len(self.notes) < MAX_NOTES:
            self.notes.append(f"{path[:200]!r}: {why}")


def _reason(error: OSError) -> str:
    return "a link" if error.errno == ELOOP else error.strerror or str(error)
