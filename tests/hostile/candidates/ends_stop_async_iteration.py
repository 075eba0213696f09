# what: raises StopAsyncIteration, then asyncio's CancelledError
# verdict: CRASHED
import asyncio


def solve(n, items):
    if n % 2:
        raise StopAsyncIteration
    raise asyncio.CancelledError
