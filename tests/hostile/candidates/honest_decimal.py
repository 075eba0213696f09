# what: computes with decimals and fractions and returns ints
# verdict: PASSED
from decimal import Decimal, localcontext
from fractions import Fraction


def solve(n, items):
    with localcontext() as context:
        context.prec = 50
        return [int(Decimal(n) * Decimal(x)) for x in sorted(items, key=lambda x: Fraction(x, 3))]
