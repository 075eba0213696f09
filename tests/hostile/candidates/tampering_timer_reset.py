# what: switches every timer off and sleeps past the limit, then answers rightly
# verdict: TIMED_OUT
# variants: data
import signal
import time


def solve(n, items):
    signal.alarm(0)
    for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
        signal.setitimer(timer, 0)
    time.sleep(0.8)
    return [n * x for x in sorted(items)]
