# what: changes decimal's context, the int digit limit, the locale and the float format
# verdict: FAILED | CRASHED
import decimal
import locale
import sys

decimal.getcontext().prec = 1
decimal.getcontext().traps = {signal: True for signal in decimal.getcontext().traps}
sys.set_int_max_str_digits(640)
locale.setlocale(locale.LC_ALL, "C")


def solve(n, items):
    return [decimal.Decimal(x) / 3 for x in items]
