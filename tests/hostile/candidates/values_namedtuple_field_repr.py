# what: a named tuple whose field is called __repr__: rebuilt elsewhere, text becomes its own word
# verdict: FAILED | CRASHED
class Row(tuple):
    _fields = ("__repr__",)


def solve(n, items):
    return Row((int,))
