# what: says, in the runtime's own words, that the sandbox failed
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


send("x", b"fork: out of memory")


def solve(n, items):
    send("x", b"LayerFailed: landlock")
