# what: closes and replaces file descriptors 0, 1 and 2, also by the channel
# verdict: FAILED | CRASHED | TIMED_OUT
import os

print("x" * 1000)
for fd in (0, 1, 2):
    os.dup2(3, fd)
print("passed", flush=True)


def solve(n, items):
    print("passed", flush=True)
    return None
