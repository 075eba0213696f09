# what: an object whose text forms raise, also outside Exception
# verdict: FAILED | CRASHED
class Mute:
    def __repr__(self):
        raise KeyboardInterrupt

    __str__ = __format__ = __repr__


def solve(n, items):
    return [Mute()]
