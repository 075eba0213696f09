# what: a coroutine that nobody awaits
# verdict: FAILED
# variants: data code
async def solve(n, items):
    return [n * x for x in sorted(items)]
