# what: shuts the channel down in both directions
# verdict: CRASHED | FAILED | TIMED_OUT
import socket


def solve(n, items):
    socket.socket(fileno=3).shutdown(socket.SHUT_RDWR)
    return None
