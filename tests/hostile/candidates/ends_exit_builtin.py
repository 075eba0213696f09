# what: calls the interactive exit(), quit() and their Quitter
# verdict: CRASHED
def solve(n, items):
    try:
        exit(0)
    except NameError:
        raise SystemExit(0)
