# what: shuts down only its sending direction, so that the judge sees the end while it lives
# verdict: CRASHED | TIMED_OUT
# variants: data
import socket
import time

CHANNEL = socket.socket(fileno=3)


def solve(n, items):
    CHANNEL.shutdown(socket.SHUT_WR)
    time.sleep(1e6)
