# what: shuts down only its receiving direction, so that the judge's next write fails
# verdict: CRASHED | FAILED | TIMED_OUT
import socket

CHANNEL = socket.socket(fileno=3)


def solve(n, items):
    CHANNEL.shutdown(socket.SHUT_RD)
    return None
