# what: a guarded main block that would exit
# verdict: PASSED
def solve(n, items):
    return [n * x for x in sorted(items)]


if __name__ == "__main__":
    raise SystemExit(solve(1, [1]))
