"""Messages between the process that evaluates and its workers: both are ours, and nothing else reaches the socket."""

from __future__ import annotations

import pickle
import socket
from struct import Struct
from typing import Any

_SIZE = Struct("<Q")


class Closed(Exception):
    """The other side is gone."""


class WorkerChannel:
    """Whole objects over a socket."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    def send(self, message: object) -> None:
        body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        try:
            self.connection.sendall(_SIZE.pack(len(body)) + body)
        except OSError as error:
            raise Closed(str(error)) from None

    def receive(self) -> Any:  # Any: whatever our own process sent
        """The next object; raises `Closed` at the end, and `TimeoutError` where the connection has a time limit."""
        (size,) = _SIZE.unpack(self._exactly(_SIZE.size))
        return pickle.loads(self._exactly(size))

    def close(self) -> None:
        self.connection.close()

    def _exactly(self, size: int) -> bytes:
        body = bytearray()
        while len(body) < size:
            try:
                part = self.connection.recv(min(size - len(body), 1 << 20))
            except TimeoutError:
                raise
            except OSError as error:
                raise Closed(str(error)) from None
            if not part:
                raise Closed("the other side is gone")
            body += part
        return bytes(body)
