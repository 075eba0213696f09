# what: sends an unreadable callback before the first request is answered
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


send("l")
send("c", b"junk")


def solve(n, items):
    return None
