"""A way out of an empty network: a socket that listens there, and is served by whoever it is handed to.

A socket stays in the network namespace that it was made in. So candidates can connect to this one, and the supervisor
can accept from it, while there is still no route from one network to the other.
"""

from __future__ import annotations

import _socket
import struct

from assay.sandbox.guest import kernel

ADDRESS = "127.0.0.1"
WAITING = 64
"""Connections that wait to be accepted; more of them are not answered."""
_REQUEST = "16sh22x"  # struct ifreq


def listener(port: int) -> _socket.socket:
    """Return a socket that listens on loopback; the caller must be in a network namespace of its own."""
    found = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM | _socket.SOCK_CLOEXEC)
    try:
        _bring_up_loopback(found.fileno())
        found.bind((ADDRESS, port))
        found.listen(WAITING)
    except OSError:
        found.close()
        raise
    return found


def _bring_up_loopback(fd: int) -> None:
    """Bring up the one interface of a new network, which leads nowhere else."""
    from fcntl import ioctl

    asked = struct.pack(_REQUEST, b"lo", 0)
    flags = struct.unpack(_REQUEST, ioctl(fd, kernel.SIOCGIFFLAGS, asked))[1]
    ioctl(fd, kernel.SIOCSIFFLAGS, struct.pack(_REQUEST, b"lo", flags | kernel.IFF_UP))
