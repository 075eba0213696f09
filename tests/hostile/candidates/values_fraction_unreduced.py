# what: a fraction that was never reduced, of two giant numbers
# verdict: FAILED | CRASHED | TIMED_OUT
from fractions import Fraction


def solve(n, items):
    value = Fraction(1, 3)
    value._numerator = (1 << 30_000_000) + 1
    value._denominator = (1 << 30_000_000) + 12345
    return value
