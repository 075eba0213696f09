# what: tests itself when it is loaded
# verdict: PASSED
def solve(n, items):
    return [n * x for x in sorted(items)]


assert solve(2, [3, 1]) == [2, 6]
for size in range(20):
    assert len(solve(1, list(range(size)))) == size
print("all fine")
