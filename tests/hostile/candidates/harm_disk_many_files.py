# what: makes 50,000 empty files
# verdict: FAILED | CRASHED | TIMED_OUT
# variants: data
import os


def solve(n, items):
    for number in range(50_000):
        os.close(os.open(f"f{number}", os.O_CREAT | os.O_WRONLY))
    return None
