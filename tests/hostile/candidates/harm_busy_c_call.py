# what: stays in one C call that no signal handler interrupts
# verdict: TIMED_OUT
# variants: code
def solve(n, items):
    return sum(range(10**12))
