# what: raises StopIteration with the answer in it
# verdict: CRASHED
def solve(n, items):
    raise StopIteration([n * x for x in sorted(items)])
