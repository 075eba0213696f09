# what: keys that raise when hashed, once they are in a dict
# verdict: FAILED | CRASHED
ARMED = [False]


class Key:
    def __hash__(self):
        if ARMED[0]:
            raise SystemExit(0)
        return 1

    def __eq__(self, other):
        return True


def solve(n, items):
    ARMED[0] = False
    value = {Key(): 1}
    ARMED[0] = True
    return value
