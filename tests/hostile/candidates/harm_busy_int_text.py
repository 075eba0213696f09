# what: converts a giant integer to text after lifting the limit of digits
# verdict: TIMED_OUT
# variants: data
import sys

sys.set_int_max_str_digits(0)


def solve(n, items):
    return len(str(3**5_000_000)) and None
