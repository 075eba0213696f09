# what: stops the clocks of its process, then loops past the limit and answers rightly
# verdict: TIMED_OUT
# variants: code
import time

real = time.perf_counter
for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time", "time_ns", "monotonic_ns", "perf_counter_ns", "sleep"):
    setattr(time, name, lambda *args: 0)


def solve(n, items):
    start = real()
    while real() - start < 0.8:
        pass
    return [n * x for x in sorted(items)]
