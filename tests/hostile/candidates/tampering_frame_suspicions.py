# what: reports suspicions of itself that make no sense
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import marshal

for report in (("nonsense", "x"), (5, None), (), None, ("denied_read", "x" * 10_000_000), ([], {}), ("denied_read", [1] * 1000), ("denied_read", "\ud800\x1b[2J")):
    send("s", marshal.dumps(report, 2))
send("s", b"")
send("s", b"[\x01\x00\x00\x00" * 1000)


def solve(n, items):
    return None
