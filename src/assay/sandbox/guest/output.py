"""Standard output and error of a candidate: kept up to a limit, then dropped without failing the writer."""

from __future__ import annotations

import io
import os
import sys

_write = os.write
BLOCK = 1 << 14


class Bounded(io.RawIOBase):
    """A stream that passes on what is written in blocks, up to the limit; to write more is no failure.

    It is its own buffer, so that the end of a silent candidate costs nothing.
    """

    def __init__(self, fd: int, limit: int, name: str) -> None:
        self.fd = fd
        self.name = name
        self.left = limit
        self.pending: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self.fd

    def isatty(self) -> bool:
        return False

    def write(self, data: object) -> int:
        kept = bytes(data)  # type: ignore[call-overload]  # whatever io hands over is a buffer
        if self.left > 0:
            self.pending.append(kept)
            self.size += len(kept)
            if self.size >= BLOCK:
                self.flush()
        return len(kept)

    def flush(self) -> None:
        if self.pending:
            data = b"".join(self.pending)[: self.left]
            self.pending = []
            self.size = 0
            self.left -= len(data)
            while data:
                data = data[_write(self.fd, data) :]


_streams: list[Bounded] = []


def install(limit: int) -> None:
    """Replace `sys.stdout` and `sys.stderr`; one byte more than the limit marks output that was cut."""
    for name, fd in (("stdout", 1), ("stderr", 2)):
        raw = Bounded(fd, limit + 1, f"<{name}>")
        stream = io.TextIOWrapper(
            raw,
            encoding="utf-8",
            errors="backslashreplace",
            newline="\n",
            write_through=True,
        )
        setattr(stream, "mode", "w")  # as the interpreter itself marks its streams  # noqa: B010
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
        _streams.append(raw)


def flush() -> None:
    for stream in _streams:
        if not stream.pending:
            continue
        try:
            stream.flush()
        except (OSError, ValueError):  # closed or full: what is kept is kept
            pass
