# what: memoryviews, arrays, mapping proxies and bytearrays
# verdict: FAILED
import array
import types

CALLS = [0]


def solve(n, items):
    CALLS[0] += 1
    kinds = [memoryview(b"26"), array.array("q", [2, 6]), types.MappingProxyType({"a": 1}), bytearray(b"\x02\x06"), array.array("d")]
    return kinds[CALLS[0] % len(kinds)]
