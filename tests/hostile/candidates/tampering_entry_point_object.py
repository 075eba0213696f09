# what: the entry point is an object whose attributes and call all lie
# verdict: FAILED | CRASHED | INVALID
class Anything:
    def __call__(self, *args, **kwargs):
        return self

    def __getattribute__(self, name):
        return self

    def __eq__(self, other):
        return True


solve = Anything()
