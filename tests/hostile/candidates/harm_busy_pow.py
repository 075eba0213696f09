# what: a power that takes years
# verdict: TIMED_OUT | OUT_OF_MEMORY
# variants: data
def solve(n, items):
    return pow(3, 10**8) % 7
