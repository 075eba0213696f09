# what: an element of the result shortens the list and dict that are being encoded
# verdict: FAILED | CRASHED
VALUE = []
TABLE = {}


class Cutter:
    @property
    def __class__(self):
        VALUE.clear()
        TABLE.clear()
        return int

    def __getattr__(self, name):
        VALUE.clear()
        TABLE.clear()
        raise AttributeError(name)

    def __eq__(self, other):
        VALUE.clear()
        TABLE.clear()
        return True

    def __hash__(self):
        return 1


def solve(n, items):
    VALUE[:] = [Cutter() for _ in range(1000)]
    TABLE.update(dict.fromkeys(range(1000), Cutter()))
    return [VALUE, TABLE]
