# what: sends datagrams to the loopback interface
# verdict: FAILED
# marker: port
import socket


def solve(n, items):
    for protocol in (socket.IPPROTO_UDP, 136):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, protocol) as client:
                client.sendto(b"hello", ("127.0.0.1", int("@PORT@")))
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
