"""Frames over a stream socket, as both ends of a channel write and read them."""

from __future__ import annotations

import os
from _thread import allocate_lock
from struct import Struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap

HEADER = Struct("<IB")
CHUNK = 1 << 20
SENT, WAITING = Struct("<Q"), Struct("<Q")
"""The frames that were sent, then the bytes of those that wait, which follow. Each is written by itself, in an order in
which whoever reads in between finds nothing that was sent already."""
AHEAD = SENT.size + WAITING.size
AHEAD_BYTES = 32 << 10
"""Of the memory in which frames wait."""
_read, _write = os.read, os.write

# What a frame is, by its second field. From the candidate's process:
FAULT, LOADED, UNLOADED, VALUE, RAISED, TOO_LARGE, SUSPECT, DONE, CALLBACK, PLAIN, REFUSED = b"xlLvetsdcpr"
FROM_CANDIDATE = frozenset(b"xlLvetsdcpr")
FROM_HOST = frozenset(b"xlLsCGFBAN")
# To it:
JOB, CASES, REQUEST, ANSWER, ANSWER_RAISED, CALL = b"jkqaEQ"


def frame(kind: int, body: bytes = b"") -> bytes:
    return HEADER.pack(len(body), kind) + body


def not_sent(left: bytes, received: int) -> bytes:
    """Return the frames after the first `received` ones that a process had queued when it ended.

    The process may have written there what it liked, and have been stopped at any moment.

    >>> not_sent(SENT.pack(1) + WAITING.pack(12) + frame(VALUE, b"a") + frame(VALUE, b"b"), 2) == frame(VALUE, b"b")
    True
    """
    (sent,), (waiting,) = SENT.unpack_from(left), WAITING.unpack_from(left, SENT.size)
    if sent > received or AHEAD + waiting > len(left):
        return b""
    start, end = AHEAD, AHEAD + waiting
    while sent < received and start + HEADER.size <= end:
        start += HEADER.size + HEADER.unpack_from(left, start)[0]
        sent += 1
    return left[start:end] if sent == received else b""


class ChannelClosed(Exception):
    """The other side is gone."""


class Channel:
    """Frames over a stream socket: length, kind, body.

    Frames that are queued go out together. Those that wait stand in the shared memory `ahead` as well, where the other
    side finds them when this process ends before it has sent them.
    """

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self.pending: list[bytes] = []
        self.lock = allocate_lock()
        self.ahead: mmap | None = None
        self.sent = 0
        """Frames that went out so far."""
        self.waiting = 0
        """Bytes of those that have not."""

    def queue(self, kind: int, body: bytes = b"") -> None:
        with self.lock:  # the candidate's threads report on the same channel
            data = frame(kind, body)
            self.pending.append(data)
            if self.ahead is not None:
                self._keep(self.ahead, data)

    def _keep(self, ahead: mmap, data: bytes) -> None:
        """Put a frame where it survives this process, or send all there are where there is no room for it."""
        start, self.waiting = AHEAD + self.waiting, self.waiting + len(data)
        if AHEAD + self.waiting > AHEAD_BYTES:
            self._send_pending()
            return
        ahead[start : start + len(data)] = data
        ahead[SENT.size : AHEAD] = WAITING.pack(self.waiting)

    def flush(self) -> None:
        with self.lock:
            self._send_pending()

    def _send_pending(self) -> None:
        pending, self.pending = self.pending, []
        data = memoryview(b"".join(pending))
        while data:
            data = data[_write(self.fd, data) :]
        self.sent += len(pending)
        self.waiting = 0
        if self.ahead is not None:
            self.ahead[SENT.size : AHEAD] = WAITING.pack(0)
            self.ahead[: SENT.size] = SENT.pack(self.sent)

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
