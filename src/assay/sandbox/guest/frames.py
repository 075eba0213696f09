"""Frames over a stream socket, as both ends of a channel write and read them."""

from __future__ import annotations

import os
from _thread import allocate_lock
from struct import Struct

HEADER = Struct("<IB")
CHUNK = 1 << 20
_read, _write = os.read, os.write

# What a frame is, by its second field. From the candidate's process:
FAULT, LOADED, UNLOADED, VALUE, RAISED, TOO_LARGE, SUSPECT, DONE, CALLBACK, PLAIN, REFUSED = b"xlLvetsdcpr"
FROM_CANDIDATE = frozenset(b"xlLvetsdcpr")
FROM_SCRIPT = frozenset(b"xlLsCGFBA")
# To it:
JOB, CASES, REQUEST, ANSWER, ANSWER_RAISED, CALL = b"jkqaEQ"


def frame(kind: int, body: bytes = b"") -> bytes:
    return HEADER.pack(len(body), kind) + body


class ChannelClosed(Exception):
    """The other side is gone."""


class Channel:
    """Frames over a stream socket: length, kind, body."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.pending: list[bytes] = []
        self.lock = allocate_lock()

    def queue(self, kind: int, body: bytes = b"") -> None:
        self.pending.append(frame(kind, body))

    def flush(self) -> None:
        with self.lock:  # the candidate's threads report on the same channel
            pending, self.pending = self.pending, []
            data = memoryview(b"".join(pending))
            while data:
                data = data[_write(self.fd, data) :]

    def send(self, kind: int, body: bytes = b"") -> None:
        self.queue(kind, body)
        self.flush()

    def receive(self) -> tuple[int, bytes]:
        size, kind = HEADER.unpack(self._exactly(HEADER.size))
        return kind, self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        data = _read(self.fd, min(size, CHUNK)) if size else b""
        if len(data) == size:
            return data
        parts = [data]
        size -= len(data)
        while size and parts[-1]:
            parts.append(_read(self.fd, min(size, CHUNK)))
            size -= len(parts[-1])
        if size:
            raise ChannelClosed
        return b"".join(parts)
