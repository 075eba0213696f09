"""The start of a program: its files, its standard input, then `exec` for all that is not a warm Python."""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

INPUT_NAME = ".assay-stdin"


def launch(argv: tuple[str, ...], files: Sequence[tuple[str, bytes]], stdin: bytes) -> NoReturn:
    """Write the files to the scratch folder (the current one) and become the program."""
    lay_out(files, stdin)
    os.set_inheritable(3, False)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # a Python ignores them, and so would what it becomes
        signal.signal(number, signal.SIG_DFL)
    os.execvpe(argv[0], argv, dict(os.environ))


def lay_out(files: Sequence[tuple[str, bytes]], stdin: bytes) -> None:
    """Write the files, and make the input the standard one; without input that stays the empty device."""
    for path, content in files:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, exist_ok=True)
        _write(path, content)
    if not stdin:
        return
    _write(INPUT_NAME, stdin)
    source = os.open(INPUT_NAME, os.O_RDONLY)
    os.unlink(INPUT_NAME)
    os.dup2(source, 0)
    os.close(source)


def _write(path: str, content: bytes) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o700)
    try:
        view = memoryview(content)
        while view:
            view = view[os.write(fd, view) :]
    finally:
        os.close(fd)
