# what: __bool__, __len__, __hash__ and __index__ return the wrong types
# verdict: FAILED | CRASHED
class Odd:
    def __bool__(self):
        return "yes"

    def __len__(self):
        return -1

    def __hash__(self):
        return "x"

    def __index__(self):
        return None

    def __eq__(self, other):
        return NotImplemented


def solve(n, items):
    return [Odd()]
