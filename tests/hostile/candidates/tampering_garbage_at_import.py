# what: writes random bytes to the channel before it is ever called
# verdict: CRASHED | FAILED
# suspicion: garbage_on_channel
import os
import random

random.seed(1)
os.write(3, random.randbytes(4096))


def solve(n, items):
    return None
