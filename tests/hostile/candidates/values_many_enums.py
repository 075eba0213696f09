# what: the same IntEnum member 50,000 times
# verdict: FAILED | CRASHED | TIMED_OUT | OUT_OF_MEMORY
import enum


class Colour(enum.IntEnum):
    RED = 2


def solve(n, items):
    return [Colour.RED] * 50_000
