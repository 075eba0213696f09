# what: greets again, as another process
# verdict: FAILED | CRASHED
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


send("h", b"1")
send("h", b"@TESTER@")


def solve(n, items):
    send("h", b"not a number")
