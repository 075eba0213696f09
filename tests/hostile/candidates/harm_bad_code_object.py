# what: runs bytecode that was never compiled
# verdict: CRASHED | FAILED | TIMED_OUT
def solve(n, items):
    code = solve.__code__.replace(co_code=bytes([100, 255, 100, 250, 1, 0, 83, 0] * 20), co_consts=(), co_stacksize=1)
    return type(solve)(code, {})(1, 2) and None
