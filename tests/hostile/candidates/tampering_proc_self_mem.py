# what: opens its own memory through /proc; success alone would be a hole
# verdict: FAILED
# suspicion: denied_read
def solve(n, items):
    for path in ("/proc/self/mem", "/proc/thread-self/mem", "/proc/self/maps"):
        try:
            with open(path, "rb"):
                return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
