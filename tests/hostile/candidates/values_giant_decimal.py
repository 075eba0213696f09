# what: numbers that are small on the wire and giant when converted
# verdict: FAILED | CRASHED
from decimal import Decimal
from fractions import Fraction


def solve(n, items):
    return [Decimal("1E+999999999999999999"), Decimal("-1E-999999999999999999"), Fraction(1, 1 << 3_000_000)][: len(items)] or Decimal("1E+999999999")
