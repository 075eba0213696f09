# what: a released memoryview raises whatever is done with it
# verdict: FAILED | CRASHED
def solve(n, items):
    view = memoryview(bytearray(10))
    view.release()
    return [view]
