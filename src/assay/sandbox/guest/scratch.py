"""Empty the scratch folder after a candidate had it: by descriptor, never following a link, at any depth."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

MAX_ENTRIES = 200_000


def wipe(path: str, spared: Collection[str] = ()) -> str:
    """Remove everything below `path` but for the `spared` names in it; return what could not be removed and why."""
    if not os.listdir(path):
        return ""
    root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        return _empty(root, spared)
    finally:
        os.close(root)


def _empty(root: int, spared: Collection[str]) -> str:
    """Empty a folder: files at once, folders after they were moved up, so that the depth never exceeds one.

    They get names that nobody could have put in the way.
    """
    removed = 0
    while True:
        names = [name for name in os.listdir(root) if name not in spared]
        if not names:
            return ""
        for name in names:
            try:
                _remove(root, name)
                removed += 1
            except OSError as error:
                return f"{name!r}: {error}"
            if removed > MAX_ENTRIES:
                return "too many entries"


def _remove(root: int, name: str) -> None:
    if not stat.S_ISDIR(os.stat(name, dir_fd=root, follow_symlinks=False).st_mode):
        os.unlink(name, dir_fd=root)
        return
    os.chmod(name, 0o700, dir_fd=root)
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=root)
    try:
        for entry in os.listdir(folder):
            if stat.S_ISDIR(os.stat(entry, dir_fd=folder, follow_symlinks=False).st_mode):
                os.chmod(entry, 0o700, dir_fd=folder)  # a folder that may not be written cannot change its place
                os.rename(entry, os.urandom(12).hex(), src_dir_fd=folder, dst_dir_fd=root)
            else:
                os.unlink(entry, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=root)
