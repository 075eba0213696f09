# what: forges all frames of a finished candidate and stays alive, asleep
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import struct


def send(kind, body=b""):
    data = struct.pack("<IB", len(body), ord(kind)) + body
    while data:
        data = data[os.write(3, data):]


import marshal
import time

send("l")
for _ in range(5):
    send("v", marshal.dumps([2, 6], 2))
send("d")
time.sleep(1e6)


def solve(n, items):
    return None
