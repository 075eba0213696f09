# what: keeps memory in the stacks of many threads
# verdict: OUT_OF_MEMORY | CRASHED | FAILED | TIMED_OUT
import threading
import time

threading.stack_size(64 << 20)


def solve(n, items):
    started = 0
    try:
        for _ in range(96):
            threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
            started += 1
    except (RuntimeError, MemoryError):
        pass
    return [n * x for x in sorted(items)] if started > 50 else None
