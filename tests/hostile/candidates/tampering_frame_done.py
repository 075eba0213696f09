# what: says that it is done before any case was answered
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


send("l")
send("d")


def solve(n, items):
    return None
