# what: reads the project's own tests and sources near the interpreter and in the working folder
# verdict: FAILED
import os


def solve(n, items):
    for path in ("@TESTS@/test_hostile.py", "@TESTS@/support.py", "@TESTS@/../../README.md", "tests/test_hostile.py", "../test_hostile.py"):
        try:
            with open(path) as file:
                if file.read(1):
                    return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
