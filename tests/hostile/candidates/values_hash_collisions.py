# what: 60,000 different integers with the same hash, as keys and members
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
PRIME = (1 << 61) - 1
CROWD = [k * PRIME for k in range(60_000)]


class Table(dict):
    pass


def solve(n, items):
    # A list: building the set here would take this process's own time; the wire should not take ours.
    return {"list": CROWD, "pair": [tuple(CROWD[:10]), {0: 1, PRIME: 2}]}
