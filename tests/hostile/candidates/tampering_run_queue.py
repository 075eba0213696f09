# what: makes many threads wait for a CPU, so that its own sleep looks like the machine's load
# verdict: TIMED_OUT
# variants: data
import hashlib
import threading
import time

BLOCK = bytes(2 << 20)
GATE = threading.Event()
threading.stack_size(256 << 10)


def crowd():
    GATE.wait()
    hashlib.sha256(BLOCK)
    time.sleep(60)


for _ in range(58):
    threading.Thread(target=crowd, daemon=True).start()


def solve(n, items):
    if not GATE.is_set():
        GATE.set()
        time.sleep(2)
    return [n * x for x in sorted(items)]
