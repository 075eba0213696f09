"""Standard output and error of a candidate: kept up to a limit, then dropped without failing the writer."""

from __future__ import annotations

import io
import os
import sys

_write = os.write


class Bounded(io.RawIOBase):
    """Writes to a file descriptor until the limit, and swallows the rest: chatter is not a failure."""

    def __init__(self, fd: int, limit: int) -> None:
        self.fd = fd
        self.left = limit

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.fd

    def write(self, data: object) -> int:
        view = memoryview(data)  # type: ignore[arg-type]  # whatever io hands over is a buffer
        if self.left > 0:
            self.left -= _write(self.fd, view[: self.left])
            if self.left == 0:
                self.left = -1
        return len(view)


_streams: list[io.TextIOWrapper] = []


def install(limit: int) -> None:
    """Replaces `sys.stdout` and `sys.stderr`; one byte more than the limit marks output that was cut."""
    for name, fd in (("stdout", 1), ("stderr", 2)):
        raw = Bounded(fd, limit + 1)
        stream = io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", newline="\n")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
        _streams.append(stream)


def flush() -> None:
    for stream in _streams:
        try:
            stream.flush()
        except (OSError, ValueError):  # closed or full: what is kept is kept
            pass
