# what: every attribute of the result raises SystemExit or KeyboardInterrupt
# verdict: CRASHED | FAILED
class Trap:
    def __getattribute__(self, name):
        raise SystemExit(0)

    def __repr__(self):
        raise KeyboardInterrupt

    __len__ = __iter__ = __hash__ = __bool__ = __repr__


class Meta(type):
    def __getattribute__(cls, name):
        raise SystemExit(0)


class Sub(dict, metaclass=Meta):
    pass


def solve(n, items):
    return [Trap()] if n % 2 else Sub(a=1)
