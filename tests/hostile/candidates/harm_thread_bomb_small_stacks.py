# what: starts as many threads as it can with tiny stacks; more than 1,000 would be a hole
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
import _thread
import threading
import time

threading.stack_size(32768)


def solve(n, items):
    started = 0
    try:
        for _ in range(3000):
            _thread.start_new_thread(time.sleep, (30,))
            started += 1
    except (RuntimeError, MemoryError):
        pass
    return [n * x for x in sorted(items)] if started > 1000 else None
