# what: loops for ever
# verdict: TIMED_OUT
# variants: code
def solve(n, items):
    while True:
        pass
