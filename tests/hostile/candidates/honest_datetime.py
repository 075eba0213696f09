# what: uses dates, clocks, time zones and locales
# verdict: PASSED
import datetime
import time


def solve(n, items):
    start = time.perf_counter()
    now = datetime.datetime.now(datetime.timezone.utc)
    assert now.astimezone() == now and time.localtime() and time.strftime("%Y") >= "2000"
    time.sleep(0.001)
    assert time.perf_counter() > start
    return [n * x for x in sorted(items)]
