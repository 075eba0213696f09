# what: uses generators, itertools, heapq and coroutines inside
# verdict: PASSED
import heapq
import itertools


def scale(n):
    value = yield
    while True:
        value = yield n * value


def solve(n, items):
    machine = scale(n)
    next(machine)
    heap = list(items)
    heapq.heapify(heap)
    ordered = itertools.islice(iter(lambda: heapq.heappop(heap) if heap else None, None), len(items))
    return [machine.send(value) for value in ordered]
