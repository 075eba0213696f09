# what: the entry point is an object with __call__
# verdict: PASSED
class Solver:
    def __init__(self, reverse):
        self.reverse = reverse

    def __call__(self, n, items):
        return [n * x for x in sorted(items, reverse=self.reverse)]


solve = Solver(reverse=False)
