# what: ignores or handles every signal it can, then loops
# verdict: TIMED_OUT
# variants: data
import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN if number % 2 else lambda *args: None)
    except (OSError, ValueError):
        pass


def solve(n, items):
    while True:
        pass
