# what: sends file descriptors over the channel, to fill the judge's table or to be written to
# verdict: FAILED | CRASHED | TIMED_OUT
import array
import os
import socket

CHANNEL = socket.socket(fileno=os.dup(3))


def solve(n, items):
    mine = os.open("/dev/null", os.O_RDWR)
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [mine] * 50).tobytes())]
    for _ in range(50):
        try:
            CHANNEL.sendmsg([b"\x00"], rights)
        except OSError:
            break
    return None
