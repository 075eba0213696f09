# what: a list subclass lies about length, items and iteration, its real content is wrong
# verdict: FAILED
class Sly(list):
    def __len__(self):
        return 2

    def __iter__(self):
        return iter([2, 6])

    def __getitem__(self, index):
        return 6 if index else 2

    def __eq__(self, other):
        return True

    def __reversed__(self):
        return iter([6, 2])


def solve(n, items):
    return Sly([0])
