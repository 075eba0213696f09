# what: an asynchronous generator
# verdict: FAILED
async def solve(n, items):
    for item in sorted(items):
        yield n * item
