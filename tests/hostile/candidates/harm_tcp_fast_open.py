# what: connects by sending with MSG_FASTOPEN, past the connect call
# verdict: FAILED
# marker: port
import socket


def solve(n, items):
    try:
        with socket.socket() as client:
            client.sendto(b"hello", 0x20000000, ("127.0.0.1", int("@PORT@")))
        return [n * x for x in sorted(items)]
    except OSError:
        return None
