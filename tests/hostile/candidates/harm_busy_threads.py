# what: eight busy threads while the main thread waits
# verdict: TIMED_OUT
# variants: data
import threading


def busy():
    while True:
        pass


def solve(n, items):
    threads = [threading.Thread(target=busy, daemon=True) for _ in range(8)]
    for thread in threads:
        thread.start()
    threads[0].join()
