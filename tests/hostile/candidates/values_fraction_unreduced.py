# what: a fraction that was never reduced, of two giant numbers
# verdict: FAILED | CRASHED | TIMED_OUT
import random
from fractions import Fraction

VALUE = Fraction(1, 3)
VALUE._numerator, VALUE._denominator = (int.from_bytes(random.Random(seed).randbytes(2 << 20), "little") for seed in (1, 2))


def solve(n, items):
    return VALUE
