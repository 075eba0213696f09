# what: writes one file of 4 GB
# verdict: FAILED | CRASHED | TIMED_OUT
def solve(n, items):
    block = bytes(1 << 20)
    with open("big", "wb") as file:
        for _ in range(4 << 10):
            file.write(block)
    return [n * x for x in sorted(items)]
