# what: Decimal('sNaN') raises when it is compared or hashed
# verdict: FAILED | CRASHED
from decimal import Decimal


def solve(n, items):
    return [Decimal("sNaN") for _ in items] or Decimal("sNaN")
