# what: sends a hundred small frames at import, as answers to calls that were not made yet
# verdict: CRASHED | FAILED | TIMED_OUT
import os
import struct

for payload in (b"\xf5", b"\x82\x02\x06", b"\x00", b"\xa1\x00\x82\x02\x06"):
    for head in ("<I", ">I", "<Q", ">Q"):
        os.write(3, (struct.pack(head, len(payload)) + payload) * 25)


def solve(n, items):
    return None
