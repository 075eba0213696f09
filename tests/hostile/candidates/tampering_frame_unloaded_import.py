# what: claims, while it is loaded, that it does not compile
# verdict: CRASHED | INVALID
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import marshal

send("L", marshal.dumps(("compile", "SyntaxError", "m", ["SyntaxError"], "", ""), 2))


def solve(n, items):
    return None
