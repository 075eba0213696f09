# what: connects to a Unix socket by its path, as to docker.sock
# verdict: FAILED
# marker: socket
import socket


def solve(n, items):
    for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET, socket.SOCK_DGRAM):
        try:
            with socket.socket(socket.AF_UNIX, kind) as client:
                client.connect("@SOCKET@")
                client.send(b"hello")
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
