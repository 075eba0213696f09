# what: sharing among hashable containers, for decoders that hash what they share
# verdict: FAILED | CRASHED | OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    value = (1,)
    for _ in range(28):
        value = (value, value)
    return {"laugh": value}
