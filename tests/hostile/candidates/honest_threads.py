# what: computes in threads
# verdict: PASSED
import queue
import threading


def solve(n, items):
    results = queue.Queue()
    threads = [threading.Thread(target=lambda value=value: results.put(n * value)) for value in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted((results.get() for _ in items), reverse=n < 0)
