# what: connects to an abstract Unix socket
# verdict: FAILED
# marker: abstract
import socket


def solve(n, items):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            with socket.socket(socket.AF_UNIX, kind) as client:
                client.connect("\0@ABSTRACT@")
                client.send(b"hello")
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
