# what: text whose UTF-8 form is four times as long as expected by a naive bound
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    return "\U0001f600" * 40_000_000
