# what: named tuples whose fields are called after every operator
# verdict: FAILED | CRASHED
class Row(tuple):
    _fields = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__contains__", "__bool__", "__sub__", "__rsub__", "__abs__", "__float__", "__hash__", "__getitem__", "__len__", "__iter__")


def solve(n, items):
    return Row((bool, str, bool, bool, bool, bool, bool, bool, float, float, int, float, int, int, int, list))
