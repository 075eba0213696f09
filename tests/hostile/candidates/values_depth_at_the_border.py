# what: every depth from 50 to 1,200 in one result, to find the exact border of the decoder
# verdict: FAILED | CRASHED
def nested(depth):
    value = 0
    for _ in range(depth):
        value = [value]
    return value


CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    return nested(150 * CALLS[0])
