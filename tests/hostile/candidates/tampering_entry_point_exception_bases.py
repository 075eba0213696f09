# what: the entry point is an exception class that names impossible bases
# verdict: FAILED | CRASHED | INVALID
class Meta(type):
    @property
    def __mro__(cls):
        return (bool, NotImplemented, type)

    def __call__(cls, *args):
        return None


class solve(BaseException, metaclass=Meta):
    pass
