# what: connects, binds and listens with the channel itself
# verdict: FAILED | CRASHED
# marker: socket
import os
import socket


def solve(n, items):
    channel = socket.socket(fileno=os.dup(3))
    for attempt in (
        lambda: channel.connect("@SOCKET@"),
        lambda: channel.sendto(b"hello", "@DGRAM@"),
        lambda: channel.bind("@OUTSIDE@/bound"),
        lambda: channel.bind("\0@ABSTRACT@2"),
    ):
        try:
            attempt()
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
