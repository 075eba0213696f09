# what: shrinks the channel's buffers and sets timeouts, linger and credentials on it
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import socket
import struct

CHANNEL = socket.socket(fileno=os.dup(3))
for option, value in ((socket.SO_SNDBUF, 1), (socket.SO_RCVBUF, 1), (socket.SO_RCVTIMEO, struct.pack("ll", 0, 1)), (socket.SO_SNDTIMEO, struct.pack("ll", 0, 1)), (socket.SO_PASSCRED, 1), (socket.SO_LINGER, struct.pack("ii", 1, 1 << 20))):
    try:
        CHANNEL.setsockopt(socket.SOL_SOCKET, option, value)
    except OSError:
        pass


def solve(n, items):
    return ["x" * 100_000]
