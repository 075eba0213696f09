# what: makes files whose names are not UTF-8, full of line breaks, dashes and as long as possible
# verdict: FAILED | CRASHED
import os


def solve(n, items):
    for name in (b"\xff\xfe", b"\n", b"-rf", b"*", b" ", b"x" * 255, b"\x1b[2J", b"..x", b"\xed\xa0\x80"):
        try:
            os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
            os.mkdir(name + b"d" if len(name) < 255 else b"y" * 255)
        except OSError:
            pass
    return None
