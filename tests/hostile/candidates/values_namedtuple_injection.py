# what: field names of a would-be namedtuple carry code, for judges that rebuild the type
# verdict: FAILED | CRASHED
# marker: outside
class Point(tuple):
    __slots__ = ()
    _fields = ("x=__import__('os').system('touch @OUTSIDE@/namedtuple')", "y): pass\nimport os #")
    _field_defaults = {}

    @classmethod
    def _make(cls, values):
        return cls(values)

    def _asdict(self):
        return {"x": 2, "y": 6}

    def _replace(self, **changes):
        return self


Point.__name__ = "P(object): pass\n__import__('os').system('touch @OUTSIDE@/name')\nclass Q"


def solve(n, items):
    return Point((2, 6))
