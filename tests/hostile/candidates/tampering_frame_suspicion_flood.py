# what: reports a million suspicions of itself
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import marshal

BLOCK = marshal.dumps(("denied_read", "x"), 2)
BLOCK = (struct.pack("<IB", len(BLOCK), ord("s")) + BLOCK) * 10_000


def solve(n, items):
    for _ in range(100):
        os.write(3, BLOCK)
    return None
