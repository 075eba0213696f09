# what: sends the channel over itself, a cycle only the kernel's collector can free
# verdict: FAILED | CRASHED | TIMED_OUT
import array
import os
import socket

CHANNEL = socket.socket(fileno=os.dup(3))


def solve(n, items):
    for _ in range(20):
        CHANNEL.sendmsg([b"\x00"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [3]).tobytes())])
    return None
