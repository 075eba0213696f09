# what: a named tuple whose field is called __class__: rebuilt elsewhere, class becomes its own word
# verdict: FAILED | CRASHED
class Row(tuple):
    _fields = ("__class__",)


def solve(n, items):
    return Row((list,))
