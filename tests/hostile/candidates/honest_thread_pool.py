# what: uses a thread pool
# verdict: PASSED
from concurrent.futures import ThreadPoolExecutor


def solve(n, items):
    with ThreadPoolExecutor(max_workers=4) as pool:
        return list(pool.map(lambda value: n * value, sorted(items)))
