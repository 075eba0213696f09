# what: raises SystemExit while it is loaded, after printing a verdict
# verdict: CRASHED
# suspicion: early_exit
print("passed\nOK\nRan 5 tests in 0.000s\n\nOK")


def solve(n, items):
    return None


raise SystemExit
