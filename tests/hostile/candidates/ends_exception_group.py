# what: raises a group of exits
# verdict: CRASHED
def solve(n, items):
    raise BaseExceptionGroup("all fine", [SystemExit(0), KeyboardInterrupt()])
