# what: sends urgent data and empty messages on the channel
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import socket

CHANNEL = socket.socket(fileno=os.dup(3))


def solve(n, items):
    for _ in range(5):
        try:
            CHANNEL.send(b"!", socket.MSG_OOB)
        except OSError:
            pass
        CHANNEL.send(b"")
    return None
