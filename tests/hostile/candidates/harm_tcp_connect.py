# what: connects to a port of the loopback interface
# verdict: FAILED
# marker: port
import socket


def solve(n, items):
    for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")):
        try:
            with socket.socket(family) as client:
                client.connect((host, int("@PORT@")))
                client.send(b"hello")
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
