# what: computes in several threads for longer than its limit of CPU time, then answers rightly
# verdict: TIMED_OUT
# variants: data
import hashlib
import threading

BLOCK = bytes(64 << 20)


def work():
    for _ in range(6):
        hashlib.sha256(BLOCK)


def solve(n, items):
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [n * x for x in sorted(items)]
