# what: inflates a small text to gigabytes
# verdict: OUT_OF_MEMORY | TIMED_OUT
import zlib


def solve(n, items):
    squeezer = zlib.compressobj(1)
    small = b"".join(squeezer.compress(bytes(1 << 20)) for _ in range(24)) + squeezer.flush()
    kept = [zlib.decompress(small) for _ in range(200)]
    return None
