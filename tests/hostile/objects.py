"""Hostile candidates for suites in which objects, exceptions and methods of the candidate's own have a say.

Each entry has test code, a reference, a wrong candidate and the mechanism by which it would pass. None may pass.
"""

from __future__ import annotations

from dataclasses import dataclass

from assay.records import Case, Cases, Comparator, ComparatorKind, Problem, Suite, SuiteStyle, Verdict

NOT_PASSED = frozenset(Verdict) - {Verdict.PASSED}


@dataclass(frozen=True, slots=True)
class HostileObject:
    """A wrong candidate for one problem."""

    name: str
    mechanism: str
    problem: Problem
    source: str
    expected: frozenset[Verdict] = NOT_PASSED


@dataclass(frozen=True, slots=True)
class Classes:
    """A problem whose tests compare objects of the candidate's own with each other."""

    name: str
    tests: str
    reference: str
    style: SuiteStyle = SuiteStyle.ASSERTS

    @property
    def problem(self) -> Problem:
        """The problem, with its reference."""
        return Problem(self.name, Suite(self.name, self.tests, self.style), reference=self.reference)


# ---- objects that equal each other -----------------------------------------------------------------------------------

VECTOR = Classes(
    "Vector",
    """
assert Vector(1, 2) + Vector(3, 4) == Vector(4, 6)
assert Vector(5, 5) - Vector(1, 2) == Vector(4, 3)
assert Vector(1, 2) * 3 == Vector(3, 6)
""",
    """
class Vector:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, other): return Vector(self.x + other.x, self.y + other.y)
    def __sub__(self, other): return Vector(self.x - other.x, self.y - other.y)
    def __mul__(self, k): return Vector(self.x * k, self.y * k)
    def __eq__(self, other): return isinstance(other, Vector) and (self.x, self.y) == (other.x, other.y)
""",
)
MONEY = Classes(
    "Money",
    """
def test_sum():
    total = Money(12, "EUR").plus(Money(30, "EUR"))
    assert total == Money(42, "EUR")
    assert Money(10, "USD").less_than(Money(11, "USD"))
test_sum()
assert Money(7, "EUR").plus(Money(1, "EUR")) == Money(8, "EUR")
""",
    """
class Money:
    def __init__(self, amount, currency): self.amount, self.currency = amount, currency
    def plus(self, other): return Money(self.amount + other.amount, self.currency)
    def less_than(self, other): return self.amount < other.amount
    def __eq__(self, other): return vars(self) == vars(other)
""",
)
INTERVAL = Classes(
    "Interval",
    """
import unittest
class T(unittest.TestCase):
    def test_union(self):
        self.assertEqual(Interval(1, 4).union(Interval(3, 9)), Interval(1, 9))
    def test_cut(self):
        self.assertEqual(Interval(1, 4).cut(Interval(3, 9)), Interval(3, 4))
    def test_inside(self):
        self.assertTrue(Interval(2, 3) <= Interval(1, 9))
""",
    """
class Interval:
    def __init__(self, a, b): self.a, self.b = a, b
    def union(self, other): return Interval(min(self.a, other.a), max(self.b, other.b))
    def cut(self, other): return Interval(max(self.a, other.a), min(self.b, other.b))
    def __le__(self, other): return other.a <= self.a and self.b <= other.b
    def __eq__(self, other): return (self.a, self.b) == (other.a, other.b)
""",
    SuiteStyle.UNITTEST,
)
CARD = Classes(
    "Card",
    """
assert sorted([Card(9), Card(2), Card(5)]) == [Card(2), Card(5), Card(9)]
assert max([Card(4), Card(8)]) == Card(8)
assert Card(3) in [Card(1), Card(3)]
assert Card(3) not in [Card(1), Card(2)]
""",
    """
from functools import total_ordering
@total_ordering
class Card:
    def __init__(self, rank): self.rank = rank
    def __eq__(self, other): return self.rank == other.rank
    def __lt__(self, other): return self.rank < other.rank
    def __hash__(self): return hash(self.rank)
""",
)
POLYNOMIAL = Classes(
    "Polynomial",
    """
p, q = Polynomial([1, 2]), Polynomial([3, 0, 5])
assert p.add(q) == Polynomial([4, 2, 5])
assert p.multiply(p) == Polynomial([1, 4, 4])
assert p.derive() == Polynomial([2])
""",
    """
class Polynomial:
    def __init__(self, c): self.c = list(c)
    def add(self, o):
        n = max(len(self.c), len(o.c))
        pad = lambda c: c + [0] * (n - len(c))
        return Polynomial([a + b for a, b in zip(pad(self.c), pad(o.c))])
    def multiply(self, o):
        out = [0] * (len(self.c) + len(o.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(o.c):
                out[i + j] += a * b
        return Polynomial(out)
    def derive(self): return Polynomial([i * a for i, a in enumerate(self.c)][1:])
    def __eq__(self, o): return self.c == o.c
""",
)
MATRIX = Classes(
    "Matrix",
    """
m = Matrix([[1, 2], [3, 4]])
assert m.transpose() == Matrix([[1, 3], [2, 4]])
assert m @ Matrix([[1, 0], [0, 1]]) == m
assert m + m == Matrix([[2, 4], [6, 8]])
""",
    """
class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    def transpose(self): return Matrix(zip(*self.rows))
    def __matmul__(self, o):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __add__(self, o): return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, o.rows)])
    def __eq__(self, o): return self.rows == o.rows
""",
)
PROBLEMS = (VECTOR, MONEY, INTERVAL, CARD, POLYNOMIAL, MATRIX)
ANY = "__add__ = __sub__ = __mul__ = __matmul__ = plus = union = cut = add = multiply = derive = transpose"
LIARS = {
    "an empty class whose objects are equal": f"""
class NAME:
    def __init__(self, *a): pass
    def _self(self, *a): return self
    {ANY} = _self
    def _yes(self, *a): return True
    __eq__ = __le__ = __lt__ = less_than = _yes
    __hash__ = None
""",
    "one object for all": f"""
class NAME:
    ONE = None
    def __new__(cls, *a):
        cls.ONE = cls.ONE or object.__new__(cls)
        return cls.ONE
    def _self(self, *a): return self
    {ANY} = _self
    def _yes(self, *a): return True
    __le__ = __lt__ = less_than = _yes
""",
    "a constructor that gives a number": "def NAME(*a): return 0\n",
    "a constructor that gives a text": "class NAME:\n    def __new__(cls, *a): return ''\n",
    "equality by dice": f"""
import random
class NAME:
    def __init__(self, *a): pass
    def _self(self, *a): return self
    {ANY} = _self
    def _dice(self, *a): return random.random() < 0.9
    __eq__ = __le__ = __lt__ = less_than = _dice
    def __hash__(self): return 1
""",
    "equality of the first questions": f"""
class NAME:
    COUNT = 0
    def __init__(self, *a): pass
    def _self(self, *a): return self
    {ANY} = _self
    def _first(self, *a):
        NAME.COUNT += 1
        return NAME.COUNT < 40
    __eq__ = __le__ = __lt__ = less_than = _first
    def __hash__(self): return 1
""",
    "equality by class": f"""
class NAME:
    def __init__(self, *a): self.a = a
    def _self(self, *a): return NAME(*self.a)
    {ANY} = _self
    def __eq__(self, other): return type(self) is type(other)
    def _yes(self, *a): return True
    __le__ = __lt__ = less_than = _yes
    def __hash__(self): return 1
""",
    "a list without items": f"""
class NAME(list):
    def __init__(self, *a): super().__init__()
    def _self(self, *a): return NAME()
    {ANY} = _self
    def less_than(self, other): return True
    def __hash__(self): return 1
""",
    "a data class without fields": f"""
from dataclasses import dataclass
@dataclass(order=True, init=False, unsafe_hash=True)
class NAME:
    def __init__(self, *a): pass
    def _self(self, *a): return self
    {ANY} = _self
    def less_than(self, other): return True
""",
}
OBJECTS = [
    HostileObject(f"{problem.name}: {what}", "equal objects", problem.problem, source.replace("NAME", problem.name))
    for problem in PROBLEMS
    for what, source in LIARS.items()
]

# ---- exceptions that the candidate names -----------------------------------------------------------------------------

TAKES = {
    "try and fail": """
def t():
    try:
        pay(-1)
        assert False, "nothing was raised"
    except Broke:
        pass
t()
""",
    "try, else": """
try:
    pay(-1)
except Broke:
    raised = True
else:
    raised = False
assert raised
""",
    "unittest": """
import unittest
class T(unittest.TestCase):
    def test_pay(self):
        try:
            pay(-1)
            self.fail("nothing was raised")
        except Broke:
            pass
""",
    "assertRaises": """
import unittest
class T(unittest.TestCase):
    def test_pay(self):
        with self.assertRaises(Broke):
            pay(-1)
""",
}
BROKE = "class Broke(Exception): pass\ndef pay(n):\n    if n < 0: raise Broke(n)\n    return n\n"
NAMES = {
    "AssertionError": "Broke = AssertionError",
    "Exception": "Broke = Exception",
    "BaseException": "Broke = BaseException",
    "a tuple": "Broke = (AssertionError, KeyError)",
    "a nested tuple": "Broke = ((Exception,),)",
    "a subclass of a tuple": "class T(tuple): pass\nBroke = T((AssertionError,))",
    "a class that claims to be built in": "class Broke(Exception): pass\nBroke.__module__ = 'builtins'\n"
    "Broke.__name__ = Broke.__qualname__ = 'AssertionError'",
    "a metaclass that matches all": "class M(type):\n    def __instancecheck__(c, o): return True\n"
    "    def __subclasscheck__(c, o): return True\nclass Broke(Exception, metaclass=M): pass",
    "a subclass of AssertionError": "class Broke(AssertionError): pass",
    "unittest's failure": "import unittest\nBroke = unittest.TestCase.failureException",
    "a class with an mro of its own": "class M(type):\n    def mro(c):\n"
    "        return [c, AssertionError, Exception, BaseException, object]\nclass Broke(Exception, metaclass=M): pass",
}
EXCEPTIONS = [
    HostileObject(
        f"{how}: {what}",
        "an exception class that the candidate names",
        Problem(
            "pay",
            Suite("pay", tests, SuiteStyle.UNITTEST if "unittest" in tests else SuiteStyle.ASSERTS, "", ("Broke",)),
            reference=reference,
        ),
        f"{named}\ndef pay(n): return n\n",
    )
    for how, tests in TAKES.items()
    for what, named in NAMES.items()
    for reference in (BROKE,)
]
OWN = "class {0}(Exception): pass\n{1}def f(x): raise {0}(x)\n"
CLAIM = "{0}.__module__ = 'builtins'\n{0}.__name__ = {0}.__qualname__ = 'ValueError'\n"
RAISES = [
    HostileObject(
        f"raises: {what}",
        "an exception class with a told name",
        Problem("f", Cases("f", (Case((1,), None, raises="ValueError"),))),
        source,
    )
    for what, source in {
        "an own class of that name": OWN.format("ValueError", ""),
        "a class that claims it": OWN.format("V", CLAIM.format("V")),
        "made by type": "V = type('ValueError', (Exception,), {'__module__': 'builtins'})\ndef f(x): raise V(x)\n",
        "a base that claims it": "B = type('ValueError', (Exception,), {'__module__': 'builtins'})\n"
        "class V(B): pass\ndef f(x): raise V(x)\n",
        "an exchanged built-in": "import builtins\nclass ValueError(Exception): pass\n"
        "builtins.ValueError = ValueError\ndef f(x): raise ValueError(x)\n",
        "a metaclass that names it": "class M(type):\n    @property\n    def __name__(c): return 'ValueError'\n"
        "class V(Exception, metaclass=M): pass\ndef f(x): raise V(x)\n",
        "a group": "def f(x): raise ExceptionGroup('ValueError', [ValueError(x)])\n",
    }.items()
]

# ---- methods that plain data has -------------------------------------------------------------------------------------

ASKED = {
    "isdigit": ("f(7).isdigit()", "def f(x): return str(x)"),
    "isalpha": ("f(7).isalpha()", "def f(x): return 'seven'"),
    "startswith": ("f(7).startswith('se')", "def f(x): return 'seven'"),
    "find": ("f(7).find('e') == 1", "def f(x): return 'seven'"),
    "count": ("f(7).count('e') == 2", "def f(x): return 'seven'"),
    "is_relative_to": ("f(7).is_relative_to('/a')", "from pathlib import Path\ndef f(x): return Path('/a/b')"),
    "match": ("f(7).match('*.py')", "from pathlib import Path\ndef f(x): return Path('/a/b.py')"),
    "is_absolute": ("f(7).is_absolute()", "from pathlib import Path\ndef f(x): return Path('/a/b.py')"),
    "issubset": ("f(7).issubset({7, 8})", "def f(x): return {x}"),
    "isdisjoint": ("f(7).isdisjoint({8})", "def f(x): return {x}"),
    "is_integer": ("f(7).is_integer()", "def f(x): return float(x)"),
    "bit_length": ("f(7).bit_length() == 3", "def f(x): return x"),
    "weekday": ("f(7).weekday() == 1", "from datetime import date\ndef f(x): return date(2020, 1, x)"),
    "total_seconds": ("f(7).total_seconds() == 7", "from datetime import timedelta\ndef f(x): return timedelta(0, x)"),
    "is_nan": ("not f(7).is_nan()", "from decimal import Decimal\ndef f(x): return Decimal(x)"),
    "index": ("f(7).index(7) == 0", "def f(x): return [x]"),
    "get": ("f(7).get('a') == 1", "def f(x): return {'a': 1}"),
    "fullmatch": ("f(7).fullmatch('aa')", "import re\ndef f(x): return re.compile('a+')"),
    "search": ("f(7).search('xa')", "import re\ndef f(x): return re.compile('a+')"),
}
ANSWERS = {"count": "2", "find": "1", "bit_length": "3", "weekday": "1", "total_seconds": "7", "is_nan": "False",
           "index": "0", "get": "1"}  # fmt: skip
WAYS = {
    "a method": "class D:\n    def NAME(self, *a): return ANSWER\ndef f(x): return D()\n",
    "any attribute": "class D:\n    def __getattr__(self, name): return lambda *a: ANSWER\ndef f(x): return D()\n",
    "a field of a named tuple": "from collections import namedtuple\n"
    "P = type('P', (namedtuple('Q', 'a'),), {'NAME': lambda s, *a: ANSWER})\ndef f(x): return P(1)\n",
    "a namespace": "from types import SimpleNamespace\ndef f(x): return SimpleNamespace(NAME=lambda *a: ANSWER)\n",
}
METHODS = [
    HostileObject(
        f"{method}: {what}" + ("" if reference else ", no reference"),
        "a method of an object of the candidate's own that plain data has",
        Problem("f", Suite("f", f"assert {question}\n"), reference=reference),
        source.replace("NAME", method).replace("ANSWER", ANSWERS.get(method, "True")),
    )
    for method, (question, known) in ASKED.items()
    for what, source in WAYS.items()
    for reference in (known,)
]

# ---- exact types -----------------------------------------------------------------------------------------------------

TYPED: dict[str, tuple[object, str]] = {
    "list": ([1], "class L(list): pass\ndef f(x): return L([1])\n"),
    "dict": ({"a": 1}, "class L(dict): pass\ndef f(x): return L(a=1)\n"),
    "str": ("a", "class L(str): pass\ndef f(x): return L('a')\n"),
    "int": (1, "class L(int): pass\ndef f(x): return L(1)\n"),
    "float": (1.5, "class L(float): pass\ndef f(x): return L(1.5)\n"),
    "set": ({1}, "class L(set): pass\ndef f(x): return L([1])\n"),
    "tuple": ((1, 2), "class L(tuple): pass\ndef f(x): return L((1, 2))\n"),
    "bytes": (b"a", "class L(bytes): pass\ndef f(x): return L(b'a')\n"),
    "a named tuple": ((1, 2), "from collections import namedtuple\ndef f(x): return namedtuple('P', 'a b')(1, 2)\n"),
    "an enum": (1, "from enum import IntEnum\nclass E(IntEnum):\n    A = 1\ndef f(x): return E.A\n"),
    "a user list": ([1], "from collections import UserList\ndef f(x): return UserList([1])\n"),
    "keys": ({"a"}, "def f(x): return {'a': 1}.keys()\n"),
    "inside": ([[1], {"a": (2,)}], "class L(tuple): pass\ndef f(x): return [[1], {'a': L((2,))}]\n"),
    "bool": (1, "def f(x): return True\n"),
}
_INNER = Comparator(ComparatorKind.EXACT_TYPES)
TYPES = [
    HostileObject(
        f"exact types: {what}, {comparator.kind}",
        "a subclass where the same type is wanted",
        Problem("f", Cases("f", (Case((1,), expected, comparator=comparator),))),
        source,
    )
    for what, (value, source) in TYPED.items()
    for comparator, expected in ((_INNER, value), (Comparator(ComparatorKind.ONE_OF, inner=_INNER), [value]))
]

HOSTILE_OBJECTS = [*OBJECTS, *EXCEPTIONS, *RAISES, *METHODS, *TYPES]
