# what: a named tuple whose field is called __len__: rebuilt elsewhere, length becomes its own word
# verdict: FAILED | CRASHED
class Row(tuple):
    _fields = ("__len__",)


def solve(n, items):
    return Row((float,))
