# what: connects by multipath TCP and SCTP, which TCP rules do not see
# verdict: FAILED
# marker: port
import socket


def solve(n, items):
    for protocol in (262, 132):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_STREAM, protocol) as client:
                client.connect(("127.0.0.1", int("@PORT@")))
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
