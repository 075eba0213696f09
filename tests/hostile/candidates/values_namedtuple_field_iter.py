# what: a named tuple whose field is called __iter__: rebuilt elsewhere, iteration becomes its own word
# verdict: FAILED | CRASHED
class Row(tuple):
    _fields = ("__iter__",)


def solve(n, items):
    return Row((int,))
