# what: a thread reads the channel in the runtime's place
# verdict: FAILED | CRASHED | TIMED_OUT
import os
import threading

STOLEN = []


def thief():
    while True:
        data = os.read(3, 65536)
        if not data:
            break
        STOLEN.append(data)


threading.Thread(target=thief, daemon=True).start()


def solve(n, items):
    return STOLEN
