# what: builds many small objects of all kinds
# verdict: OUT_OF_MEMORY | TIMED_OUT
def solve(n, items):
    kept = {}
    for number in range(20_000_000):
        kept[number] = [str(number)]
    return None
