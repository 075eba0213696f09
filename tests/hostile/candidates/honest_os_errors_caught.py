# what: tries what a sandbox forbids, accepts the refusal and answers rightly
# verdict: PASSED
import os
import socket
import subprocess


def solve(n, items):
    for attempt in (os.fork, socket.socket, lambda: subprocess.run(["true"]), lambda: os.listdir("/root"), lambda: open("/etc/shadow")):
        try:
            attempt()
            raise AssertionError("not refused")
        except OSError:
            pass
    return [n * x for x in sorted(items)]
