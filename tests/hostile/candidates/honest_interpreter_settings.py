# what: turns the collector off and changes the switch interval and the digit limit
# verdict: PASSED
import gc
import sys

gc.disable()
sys.setswitchinterval(0.001)
sys.set_int_max_str_digits(10_000)


def solve(n, items):
    assert len(str(10**5000)) == 5001
    gc.collect()
    return [n * x for x in sorted(items)]
