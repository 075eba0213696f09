# what: says that it is done in the first call, then ends with status 0
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


def solve(n, items):
    send("d")
    os._exit(0)
