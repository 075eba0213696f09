# what: calls back functions of the test code that it was never given
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import marshal

for body in ((0, "call", (), {}), (-1, "next", (), {}), (10**30, "call", [], 5), ("x",), None, (0, "call", (1,), {"a": 1})):
    send("c", marshal.dumps(body, 2))
send("c", b"junk")


def solve(n, items):
    send("c", marshal.dumps((0, "call", (), {}), 2))
    return None
