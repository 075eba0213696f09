# what: sends to the path of a Unix socket from one half of a datagram pair
# verdict: FAILED
# marker: socket
import socket


def solve(n, items):
    for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
        try:
            one, two = socket.socketpair(socket.AF_UNIX, kind)
            one.sendto(b"hello", "@DGRAM@")
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
