# what: uses metaclasses, descriptors, slots and operator overloading inside
# verdict: PASSED
import functools


class Meta(type):
    def __new__(mcls, name, bases, space):
        return super().__new__(mcls, name, bases, space)

    def __eq__(cls, other):
        return cls is other

    __hash__ = type.__hash__


@functools.total_ordering
class Number(metaclass=Meta):
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value < other.value

    def __mul__(self, factor):
        return Number(self.value * factor)

    __hash__ = None


def solve(n, items):
    return [(number * n).value for number in sorted(map(Number, items))]
