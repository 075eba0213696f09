# what: the entry point is an exception class whose metaclass lies about names and bases
# verdict: FAILED | CRASHED | INVALID
class Meta(type):
    @property
    def __mro__(cls):
        return 5

    @property
    def __name__(cls):
        return "x\x00y"

    def __call__(cls, *args):
        return [2, 6]


class solve(BaseException, metaclass=Meta):
    pass
