# what: listens on a port of its own
# verdict: FAILED
import socket


def solve(n, items):
    try:
        with socket.socket() as server:
            server.bind(("127.0.0.1", 0))
            server.listen()
        return [n * x for x in sorted(items)]
    except OSError:
        return None
