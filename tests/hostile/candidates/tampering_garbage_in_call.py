# what: writes text to the channel in the call and then answers
# verdict: CRASHED | FAILED
# suspicion: garbage_on_channel
import os


def solve(n, items):
    os.write(3, b"HTTP/1.1 200 OK\r\n\r\npassed\n" * 10)
    return None
