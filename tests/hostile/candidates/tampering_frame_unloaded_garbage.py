# what: sends unreadable reasons why it was not loaded
# verdict: CRASHED | INVALID
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


send("L", b"[\x01\x00\x00\x00" * 100_000)


def solve(n, items):
    return None
