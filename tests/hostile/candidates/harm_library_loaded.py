# what: loads a shared object it wrote itself
# verdict: FAILED | CRASHED
import ctypes


def solve(n, items):
    with open("evil.so", "wb") as file:
        file.write(b"\x7fELF" + bytes(60))
    try:
        ctypes.CDLL("./evil.so")
        return [n * x for x in sorted(items)]
    except OSError:
        return None
