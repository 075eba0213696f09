# what: a named tuple whose field is called __getattribute__: rebuilt elsewhere, attribute access becomes its own word
# verdict: FAILED | CRASHED
class Row(tuple):
    _fields = ("__getattribute__",)


def solve(n, items):
    return Row((bool,))
