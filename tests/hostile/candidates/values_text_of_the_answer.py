# what: returns the text and the bytes of the right answer instead of the answer
# verdict: FAILED
import json


def solve(n, items):
    text = json.dumps([n * x for x in sorted(items)])
    return text if n % 2 else text.encode()
