# what: raises GeneratorExit
# verdict: CRASHED
def solve(n, items):
    raise GeneratorExit
