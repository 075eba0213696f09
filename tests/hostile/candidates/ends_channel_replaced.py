# what: puts /dev/null, a pipe or a socket pair in the channel's place
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import socket


def solve(n, items):
    if n % 2:
        os.dup2(os.open("/dev/null", os.O_RDWR), 3)
    else:
        ours, theirs = socket.socketpair()
        os.dup2(ours.fileno(), 3)
        theirs.sendall(b"\x00" * 1000)
    return None
