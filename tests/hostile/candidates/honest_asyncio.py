# what: runs an event loop
# verdict: PASSED
import asyncio


async def scale(n, value):
    await asyncio.sleep(0)
    return n * value


async def main(n, items):
    return await asyncio.gather(*(scale(n, value) for value in sorted(items)))


def solve(n, items):
    return list(asyncio.run(main(n, items)))
