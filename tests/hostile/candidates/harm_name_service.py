# what: resolves names, which talks to sockets and reads files
# verdict: FAILED
# marker: port
import socket


def solve(n, items):
    for attempt in (lambda: socket.getaddrinfo("localhost", int("@PORT@")), lambda: socket.gethostbyname("example.com"), lambda: socket.create_connection(("127.0.0.1", int("@PORT@")), 0.1)):
        try:
            attempt()
        except OSError:
            pass
    return None
