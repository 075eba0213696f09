# what: claims, while it is called, that it never compiled
# verdict: FAILED | CRASHED | INVALID
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import marshal


def solve(n, items):
    send("L", marshal.dumps(("compile", "SyntaxError", "m", ["SyntaxError"], "", ""), 2))
    return None
