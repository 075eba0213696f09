# what: parses its own text with regular expressions
# verdict: PASSED
import re


def solve(n, items):
    text = " ".join(f"<{item}>" for item in items)
    return [n * x for x in sorted(int(m.group(1)) for m in re.finditer(r"<(-?\d+)>", text))]
