# what: a generator that never ends
# verdict: FAILED | TIMED_OUT
def solve(n, items):
    while True:
        yield n
