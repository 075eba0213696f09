# what: says a thousand times that it is loaded
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


for _ in range(1000):
    send("l")


def solve(n, items):
    send("l")
    return None
