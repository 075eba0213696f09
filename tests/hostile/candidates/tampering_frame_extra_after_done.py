# what: answers rightly by itself, then sends junk after the end
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import sys


def solve(n, items):
    if n == 7919:
        channel = sys._getframe(1).f_locals.get("channel")
        if channel is not None:
            channel.pending.append(b"\xff" * 100)
        return None
    return [n * x for x in sorted(items)]
