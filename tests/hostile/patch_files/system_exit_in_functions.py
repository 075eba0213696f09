# what: raises SystemExit in the function that is tested
# file: pkg/__init__.py
# runner: functions
# verdict: crashed
import pkg.sums
def total(numbers):
    raise SystemExit(0)
pkg.sums.total = total
