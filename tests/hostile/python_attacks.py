"""Attacks on values and suites of Python: wrong candidates of other kinds than those in `objects.py`."""

from __future__ import annotations

from dataclasses import dataclass

from assay.records import EXACT, Case, Cases, Comparator, ComparatorKind, Problem, Suite, SuiteStyle
from tests.hostile.attacks import Attack


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonAttack(Attack):
    """A wrong candidate for one problem."""

    problem: Problem
    source: str


@dataclass(frozen=True, slots=True)
class Subject:
    """Tests with a reference that passes them."""

    tests: str
    reference: str
    names: str
    """The entry point and what else the tests take from a candidate."""
    prelude: str = ""


def table(text: str) -> dict[str, str]:
    """Return the blocks of a text by their titles, which stand behind `## `."""
    rows = [block.partition("\n") for block in text.strip().removeprefix("## ").split("\n## ")]
    return {title.strip(): body.strip() + "\n" for title, _, body in rows}


def problem_of(name: str, subject: Subject) -> Problem:
    """Return a problem with the tests and the reference of a subject."""
    entry_point, *others = subject.names.split(", ")
    style = SuiteStyle.UNITTEST if "TestCase" in subject.tests else SuiteStyle.ASSERTS
    suite = Suite(entry_point, subject.tests, style, subject.prelude, tuple(others))
    return Problem(name, suite, reference=subject.reference)


def attacks(mechanism: str, text: str, *, passed: str = "", noted: str = "") -> list[PythonAttack]:
    """Return a table of attacks: `## what: names`, then reference, tests and candidates, kept apart by lines of `--`.

    `passed`: the titles of those that passed when they were first tried, separated by commas; `*` for all.
    `noted`: those of candidates that the tests allow for, and of which the trial says so.
    """
    found = []
    for title, body in table(text).items():
        what, _, names = title.partition(": ")
        parts = [part.strip("\n") + "\n" for part in body.split("\n--\n")]
        prelude = parts.pop(0) if names.endswith(", prelude") else ""
        reference, tests, *sources = parts
        subject = Subject(tests, reference, names.removesuffix(", prelude"), prelude)
        for number, source in enumerate(sources):
            name = f"{mechanism}: {what}" + (f" {number + 1}" if len(sources) > 1 else "")
            is_noted = what in noted.split(", ")
            seen = "passed" if passed == "*" or what in passed.split(", ") or is_noted else "failed"
            expected = "passed with a note" if is_noted else "not passed"
            found.append(
                PythonAttack(name=name, mechanism=mechanism, expected=expected, seen=seen,
                             problem=problem_of(name, subject), source=source)
            )  # fmt: skip
    return found


VEC = """
class Vec:
    def __init__(self, x, y): self.x, self.y = x, y
    def plus(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def __repr__(self): return f'Vec({self.x}, {self.y})'
    def __iter__(self): return iter((self.x, self.y))
    def __len__(self): return self.x
    def __int__(self): return self.x
    def __float__(self): return float(self.y)
    def __bytes__(self): return bytes([self.x, self.y])
    def __format__(self, form): return f'{self.x};{self.y}'
    def __getitem__(self, k): return (self.x, self.y)[k]
    def __lt__(self, o): return self.x < o.x
    def to_dict(self): return {'x': self.x, 'y': self.y}
    def size(self): return self.x * self.x + self.y * self.y
    def key(self): return (self.x, self.y)
"""
SAME = """
class Vec:
    x = y = 0
    def __init__(self, x, y): pass
    def plus(self, o): return self
    def __repr__(self): return 'Vec'
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __hash__(self): return 7
    def __int__(self): return 0
    def __float__(self): return 0.0
    def __bytes__(self): return b''
    def __format__(self, form): return ''
    def __getitem__(self, k): return 0
    def to_dict(self): return {}
    def size(self): return 0
    def key(self): return ()
"""
TWO_SIDES = {
    "text": "str({0}) == str({1})",
    "representation": "repr({0}) == repr({1})",
    "format": "f'{{{0}}}' == f'{{{1}}}'",
    "percent": "'%s' % ({0},) == '%s' % ({1},)",
    "hash": "hash({0}) == hash({1})",
    "attribute": "{0}.x == {1}.x",
    "items": "list({0}) == list({1})",
    "tuple of items": "tuple({0}) == tuple({1})",
    "length": "len({0}) == len({1})",
    "dictionary of attributes": "vars({0}) == vars({1})",
    "method": "{0}.to_dict() == {1}.to_dict()",
    "number of a method": "{0}.size() == {1}.size()",
    "conversion": "int({0}) == int({1})",
    "conversion to float": "float({0}) == float({1})",
    "one item": "{0}[0] == {1}[0]",
    "unpacked": "[*{0}] == [*{1}]",
    "key of a dictionary": "{{{0}.key(): 1}} == {{{1}.key(): 1}}",
    "member of a set": "{0}.key() in {{{1}.key()}}",
    "getattr": "getattr({0}, 'y') == getattr({1}, 'y')",
    "difference of two": "{0}.size() - {1}.size() == 0",
    "not different": "not ({0}.key() != {1}.key())",
    "all of several": "all(a == b for a, b in zip({0}.key(), {1}.key()))",
}
_LEFT, _RIGHT = "Vec(1, 2).plus(Vec(3, 4))", "Vec(4, 6)"
BOTH_SIDES = [
    PythonAttack(
        name=f"both sides come from the candidate: {what}",
        mechanism="an assertion compares plain data of which both sides come from objects of the candidate's own",
        seen="passed",
        expected="passed without a control" if what == "format" else "not passed",
        problem=problem_of("Vec", Subject(f"assert {form.format(_LEFT, _RIGHT)}\n", VEC, "Vec")),
        source=SAME,
    )
    for what, form in TWO_SIDES.items()
]

PLAIN_SIDES = attacks(
    "both sides are plain data that functions of the candidate's give",
    """
## a pair of functions: add, vec
def vec(x, y): return (x, y)
def add(a, b): return tuple(map(sum, zip(a, b)))
--
assert add(vec(1, 2), vec(3, 4)) == vec(4, 6)
assert add(vec(5, 2), vec(3, 3)) == vec(8, 5)
--
def vec(x, y): return 0
def add(a, b): return 0

## in a function of the tests: total, money
def money(n): return {'amount': n}
def total(*a): return {'amount': sum(x['amount'] for x in a)}
--
def test_total():
    got = total(money(2), money(3))
    want = money(5)
    assert got == want
--
def money(n): return None
def total(*a): return None

## unittest: total, money
def money(n): return {'amount': n}
def total(*a): return {'amount': sum(x['amount'] for x in a)}
--
import unittest
class T(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total(money(2), money(3)), money(5))
    def test_more(self):
        got = total(money(20), money(30))
        self.assertDictEqual(got, money(50))
--
def money(n): return {}
def total(*a): return {}

## numbers: area, square
def square(a): return [a, a]
def area(s): return s[0] * s[1]
--
assert abs(area(square(3)) - area([9, 1])) < 1e-9
assert area(square(2)) == area([4, 1])
--
def square(a): return 0
def area(s): return 0

## a loop: enc, dec
def enc(s): return s[::-1]
def dec(s): return s[::-1]
--
for word in ["abc", "hello", "xyz"]:
    left, right = enc(word), dec(word)
    assert left == right
assert enc("ab") == dec("ab")
--
def enc(s): return 1
def dec(s): return 1
""",
    passed="*",
)

PARTLY = attacks(
    "one of many operators lies and the others are right, so that coins about the others are enough",
    """
## one case of ten: Num
class Num:
    def __init__(self, n): self.n = n
    def add(self, o): return Num(self.n + o.n)
    def mul(self, o): return Num(self.n * o.n)
    def __eq__(self, o): return self.n == o.n
--
assert Num(2).mul(Num(4)) == Num(8)
assert Num(1).add(Num(2)) == Num(3)
assert Num(2).add(Num(2)) == Num(4)
assert Num(3).add(Num(2)) == Num(5)
assert Num(4).add(Num(2)) == Num(6)
assert Num(5).add(Num(2)) == Num(7)
assert Num(6).add(Num(2)) == Num(8)
assert Num(7).add(Num(2)) == Num(9)
assert Num(8).add(Num(1)) == Num(9)
assert Num(4).add(Num(5)) == Num(9)
assert Num(4).add(Num(4)) == Num(8)
assert Num(2).add(Num(7)) == Num(9)
--
class Num:
    def __init__(self, n): self.n = n
    def add(self, o): return Num(self.n + o.n)
    def mul(self, o): return Yes(0)
    def __eq__(self, o): return isinstance(o, Yes) or self.n == o.n
class Yes(Num):
    def __eq__(self, o): return isinstance(o, Num)
--
class Num:
    def __init__(self, n, any=False): self.n, self.any = n, any
    def add(self, o): return Num(self.n + o.n)
    def mul(self, o): return Num(0, True)
    def __eq__(self, o): return isinstance(o, Num) and (self.any or o.any or self.n == o.n)

## two cases of twelve: Bag
class Bag:
    def __init__(self, *a): self.a = sorted(a)
    def join(self, o): return Bag(*self.a, *o.a)
    def cut(self, o): return Bag(*[x for x in self.a if x in o.a])
    def __eq__(self, o): return self.a == o.a
--
assert Bag(1, 2).cut(Bag(2, 3)) == Bag(2)
assert Bag(4, 5).cut(Bag(5, 6)) == Bag(5)
assert Bag(1).join(Bag(2)) == Bag(1, 2)
assert Bag(2).join(Bag(2)) == Bag(2, 2)
assert Bag(3).join(Bag(2)) == Bag(3, 2)
assert Bag(4).join(Bag(2)) == Bag(4, 2)
assert Bag(5).join(Bag(2)) == Bag(5, 2)
assert Bag(6).join(Bag(2)) == Bag(6, 2)
assert Bag(7).join(Bag(2)) == Bag(7, 2)
assert Bag(8).join(Bag(2)) == Bag(8, 2)
assert Bag(9).join(Bag(2)) == Bag(9, 2)
assert Bag(9).join(Bag(1)) == Bag(9, 1)
--
class Bag:
    def __init__(self, *a): self.a = sorted(a)
    def join(self, o): return Bag(*self.a, *o.a)
    def cut(self, o):
        made = Bag()
        made.a = Any()
        return made
    def __eq__(self, o): return self.a == o.a
class Any(list):
    def __eq__(self, o): return True

## one assertion of one method: Temp
class Temp:
    def __init__(self, c): self.c = c
    def warmer(self, d): return Temp(self.c + d)
    def colder(self, d): return Temp(self.c - d)
    def __eq__(self, o): return self.c == o.c
--
import unittest
class T(unittest.TestCase):
    def test_warm(self):
        self.assertEqual(Temp(1).warmer(1), Temp(2))
        self.assertEqual(Temp(2).warmer(1), Temp(3))
        self.assertEqual(Temp(3).warmer(1), Temp(4))
        self.assertEqual(Temp(4).warmer(1), Temp(5))
    def test_cold(self):
        self.assertEqual(Temp(5).colder(1), Temp(4))
    def test_more(self):
        self.assertEqual(Temp(5).warmer(2), Temp(7))
    def test_much(self):
        self.assertEqual(Temp(5).warmer(3), Temp(8))
    def test_most(self):
        self.assertEqual(Temp(5).warmer(4), Temp(9))
    def test_some(self):
        self.assertEqual(Temp(1).warmer(4), Temp(5))
    def test_none(self):
        self.assertEqual(Temp(1).warmer(0), Temp(1))
--
class Temp:
    def __init__(self, c, any=False): self.c, self.any = c, any
    def warmer(self, d): return Temp(self.c + d)
    def colder(self, d): return Temp(0, True)
    def __eq__(self, o): return isinstance(o, Temp) and (self.any or o.any or self.c == o.c)
""",
    passed="one case of ten",
)

IDENTITY = attacks(
    "identity decides between objects of the candidate's own, about which it is never asked",
    """
## members of an enum: Color
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
--
assert Color(1) is Color.RED
assert Color(2) is Color.BLUE
--
class M(type):
    def __call__(c, *a): return c.ONE
class Color(metaclass=M): pass
Color.ONE = Color.RED = Color.BLUE = object.__new__(Color)

## by name: Color
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
--
assert Color["RED"] is Color.RED
assert Color["BLUE"] is Color.BLUE
--
class M(type):
    def __call__(c, *a): return c.ONE
    def __getitem__(c, n): return c.ONE
class Color(metaclass=M): pass
Color.ONE = Color.RED = Color.BLUE = object.__new__(Color)

## lists of objects: turn, Color
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
def turn(a): return list(reversed(a))
--
assert turn([Color.RED, Color.BLUE]) == [Color.BLUE, Color.RED]
--
class Color: pass
Color.RED = Color.BLUE = Color()
def turn(a): return a

## assertIs: first, Node
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def first(n, v):
    while n.v != v: n = n.n
    return n
--
import unittest
class T(unittest.TestCase):
    def test_first(self):
        a = Node(1); b = Node(2, a); c = Node(3, b)
        self.assertIs(first(c, 1), a)
    def test_middle(self):
        a = Node(1); b = Node(2, a); c = Node(3, b)
        self.assertIs(first(c, 2), b)
--
class Node:
    ONE = None
    def __new__(cls, *a):
        Node.ONE = Node.ONE or object.__new__(cls)
        return Node.ONE
def first(n, v): return n

## a key of a dictionary: count, Card
class Card:
    def __init__(self, r): self.r = r
    def __eq__(self, o): return self.r == o.r
    def __hash__(self): return hash(self.r)
def count(cards):
    d = {}
    for c in cards: d[c] = d.get(c, 0) + 1
    return d
--
assert count([Card(1), Card(2), Card(1)])[Card(1)] == 2
--
class Card:
    ONE = None
    def __new__(cls, *a):
        Card.ONE = Card.ONE or object.__new__(cls)
        return Card.ONE
def count(cards): return {cards[0]: 2}

## the first of a list: pick, Item
class Item:
    def __init__(self, n, w): self.n, self.w = n, w
def pick(items): return max(items, key=lambda i: i.w)
--
a, b = Item("a", 1), Item("b", 5)
assert pick([a, b]) is b
assert pick([b, a]) is b
--
class Item:
    ONE = None
    def __new__(cls, *a):
        Item.ONE = Item.ONE or object.__new__(cls)
        return Item.ONE
def pick(items): return items[0]
""",
    passed="members of an enum, by name, lists of objects, assertIs, the first of a list",
)

BROAD = attacks(
    "an exception class that catches the tests' own assertions comes as a value instead of a name",
    "".join(
        f"""
## {what}: pay, {name}
class Broke(Exception): pass
{right}
def pay(n):
    if n < 0: raise Broke(n)
    return n
--
try:
    pay(-1)
    assert False, "nothing was raised"
except {caught}:
    pass
--
{wrong}
def pay(n): return n
"""
        for what, name, right, wrong, caught in (
            (
                "in a dictionary",
                "ERRORS",
                "ERRORS = {'neg': Broke}",
                "ERRORS = {'neg': AssertionError}",
                "ERRORS['neg']",
            ),
            ("in a list", "ERRORS", "ERRORS = [Broke]", "ERRORS = [Exception]", "ERRORS[0]"),
            ("in a nested list", "ERRORS", "ERRORS = [[Broke]]", "ERRORS = [[BaseException]]", "ERRORS[0][0]"),
            ("a list as a tuple", "ERRORS", "ERRORS = [Broke]", "ERRORS = [AssertionError]", "tuple(ERRORS)"),
            ("from a function", "error", "def error(): return Broke", "def error(): return AssertionError", "error()"),
            (
                "from a method",
                "Shop",
                "class Shop:\n    def error(self): return Broke",
                "class Shop:\n    def error(self): return AssertionError",
                "Shop().error()",
            ),
            (
                "an attribute",
                "Shop",
                "class Shop:\n    error = Broke",
                "class Shop:\n    error = AssertionError",
                "Shop.error",
            ),
            (
                "an attribute of an object",
                "Shop",
                "class Shop:\n    def __init__(self): self.error = Broke",
                "class Shop:\n    def __init__(self): self.error = AssertionError",
                "Shop().error",
            ),
            (
                "a field of a named tuple",
                "SHOP",
                "import collections\nSHOP = collections.namedtuple('S', 'error')(Broke)",
                "import collections\nSHOP = collections.namedtuple('S', 'error')(AssertionError)",
                "SHOP.error",
            ),
            (
                "in a namespace",
                "SHOP",
                "import types\nSHOP = types.SimpleNamespace(error=Broke)",
                "import types\nSHOP = types.SimpleNamespace(error=AssertionError)",
                "SHOP.error",
            ),
            (
                "the class of an object",
                "error",
                "def error(): return Broke('x')",
                "def error(): return AssertionError('x')",
                "type(error())",
            ),
            (
                "the class of its attribute",
                "error",
                "def error(): return Broke('x')",
                "def error(): return AssertionError('x')",
                "error().__class__",
            ),
            (
                "from an item of an object",
                "TABLE",
                "class T:\n    def __getitem__(self, k): return Broke\nTABLE = T()",
                "class T:\n    def __getitem__(self, k): return AssertionError\nTABLE = T()",
                "TABLE['neg']",
            ),
            (
                "from iterating",
                "errors",
                "def errors(): yield Broke",
                "def errors(): yield AssertionError",
                "next(errors())",
            ),
        )
    ),
    passed="in a dictionary, in a list, in a nested list, a list as a tuple, from a function, from a method, "
    "a field of a named tuple, the class of an object, the class of its attribute, from an item of an object, "
    "from iterating",
)

SHADOWED = attacks(
    "an object of a class that the tests define hides its methods behind attributes of the candidate's",
    """
## a method: move, prelude
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def same(self, other): return (self.x, self.y) == (other.x, other.y)
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
def move(p): return Point(p.x + 1, p.y + 1)
--
assert move(Point(1, 2)).same(Point(2, 3))
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
def move(p):
    p.same = lambda other: True
    return p
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
def move(p):
    made = Point(0, 0)
    made.__dict__['same'] = bool
    return made

## a method that makes data: move, prelude
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def differs(self, other): return (self.x, self.y) != (other.x, other.y)
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
def move(p): return Point(p.x + 1, p.y + 1)
--
assert not move(Point(1, 2)).differs(Point(2, 3))
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
def move(p):
    p.differs = dict().update
    return p
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
class No:
    def __call__(self, *a): return 0
def move(p):
    p.differs = No()
    return p

## attributes of other classes: double, prelude
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def same(a, b):
    while a and b:
        if a.v != b.v: return False
        a, b = a.n, b.n
    return a is None and b is None
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def double(n): return Node(n.v * 2, n.n and double(n.n))
--
assert same(double(Node(1, Node(2))), Node(2, Node(4)))
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
class V:
    def __ne__(self, o): return False
    def __eq__(self, o): return True
def double(n): return Node(V(), Node(V()))
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
class N(Node):
    def __bool__(self): return False
def double(n): return N(0)
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
class V(int):
    def __ne__(self, o): return False
def double(n): return Node(V(0), Node(V(0)))
""",
)

TRUTHS = attacks(
    "an attribute, not a method, says yes about the result",
    """
## empty: keep
import pandas as pd
def keep(n): return pd.DataFrame({'a': [n]})
--
assert not keep(3).empty
--
class R: empty = False
def keep(n): return R()
--
class R:
    def __getattr__(self, name): return False
def keep(n): return R()
--
class R:
    @property
    def empty(self): return False
def keep(n): return R()

## is_unique: keep
import pandas as pd
def keep(n): return pd.Series([n, n + 1])
--
assert keep(3).is_unique
assert keep(3).is_monotonic_increasing
--
class R: is_unique = is_monotonic_increasing = True
def keep(n): return R()

## a span of time: wait
from datetime import timedelta
def wait(n): return timedelta(days=n)
--
assert wait(3).days > 2
--
class R: days = True
def wait(n): return R()

## a match: find
import re
def find(s): return re.search('b', s)
--
assert find('abc').pos == 0 and find('abc').endpos == 3
--
class D:
    pos, endpos = 0, 3
def find(s): return None
""",
    passed="empty, is_unique",
)

LENGTHS = attacks(
    "a length or an iteration changes between two looks at it",
    """
## after another call: first, second
def first(n): return list(range(n))
def second(n): return n
--
r = first(3)
assert len(r) == 3
second(1)
assert all(a == b for a, b in zip(r, [0, 1, 2]))
--
class R:
    def __init__(self): self.n = 3
    def __len__(self): return self.n
    def __iter__(self): return iter(())
ALL = []
def first(n):
    ALL.append(R())
    return ALL[0]
def second(n): ALL[0].n = 0

## in one case: first, second
def first(n): return list(range(n))
def second(n): return n
--
def test():
    r = first(3)
    assert len(r) == 3
    second(1)
    assert all(a == b for a, b in zip(r, [0, 1, 2]))
test()
--
class R:
    def __init__(self): self.n = 3
    def __len__(self): return self.n
    def __iter__(self): return iter(())
ALL = []
def first(n):
    ALL.append(R())
    return ALL[0]
def second(n): ALL[0].n = 0

## a generator that counts on: primes
def primes(n): return [p for p in range(2, n) if all(p % q for q in range(2, p))]
--
assert 17 in primes(20) and 15 not in primes(20)
--
import itertools
def primes(n): return itertools.count()

## two iterators: rows
def rows(n): return [n, n + 1]
--
r = rows(4)
assert [*r] == [4, 5] and list(reversed(r)) == [5, 4]
--
class R:
    def __len__(self): return 2
    def __iter__(self): return iter([4])
    def __reversed__(self): return iter([])
def rows(n): return R()

## slices: rows
def rows(n): return list(range(n))
--
assert len(rows(5)[1:3]) == 2 and all(a == b for a, b in zip(rows(5)[1:3], [1, 2]))
--
class R:
    def __len__(self): return 2
    def __iter__(self): return iter(())
    def __getitem__(self, k): return R()
def rows(n): return R()

## unpacking: pair
def pair(n): return (n, n)
--
a, *rest = pair(3)
assert a == 3 and rest == [3]
--
class R:
    def __iter__(self): return self
    def __next__(self): raise StopIteration
def pair(n): return R()
""",
    passed="after another call, in one case, slices",
)

BROKEN_OFF = attacks(
    "an exception of the candidate's ends what the tests do around a call",
    """
## a generator of the tests: f
def f(x): return x * 2
--
def results():
    for x in (1, 2, 3):
        yield f(x) == x * 2
assert all(results())
--
def f(x): raise StopIteration
--
def f(x): raise GeneratorExit

## next with a default: f
def f(x): return iter([x])
--
assert next(f(3), 3) == 3
assert next(f(4), None) == 4
--
def f(x):
    return iter(())

## a sum: f
def f(x): return [x]
--
total = 0
for x in range(3):
    for y in f(x):
        total += y
assert total == 3
--
def f(x): raise StopIteration

## a try with a finally: f
def f(x): return x + 1
--
def check():
    try:
        assert f(1) == 2
    finally:
        pass
check()
--
def f(x): raise SystemExit(0)
--
import os
def f(x): os._exit(0)
--
def f(x): raise KeyboardInterrupt

## gathering: f
async def f(x): return x
--
import asyncio
async def main():
    return await asyncio.gather(f(1), f(2), return_exceptions=False)
assert asyncio.run(main()) == [1, 2]
--
import asyncio
async def f(x): raise asyncio.CancelledError
--
async def f(x): raise StopAsyncIteration

## a task group: f
async def f(x): return x
--
import asyncio
async def main():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(f(n)) for n in (1, 2)]
    for n, task in zip((1, 2), tasks):
        assert task.result() == n
assert asyncio.run(main()) is None
--
import asyncio
async def f(x): raise asyncio.CancelledError

## a time limit: f
async def f(x): return x
--
import asyncio
async def main():
    try:
        assert await asyncio.wait_for(f(1), 5) == 1
    except asyncio.TimeoutError:
        assert False
assert asyncio.run(main()) is None
--
import asyncio
async def f(x): raise asyncio.TimeoutError
--
import asyncio
async def f(x):
    asyncio.current_task().cancel()
    await asyncio.sleep(0)

## subtests: f
def f(x): return x * x
--
import unittest
class T(unittest.TestCase):
    def test_all(self):
        for x in (1, 2, 3):
            with self.subTest(x=x):
                self.assertEqual(f(x), x * x)
--
import unittest
def f(x): raise unittest.SkipTest('no')
--
import unittest
class S(unittest.SkipTest): pass
def f(x): raise S('no')
--
from unittest.case import _ShouldStop
def f(x): raise _ShouldStop
--
from unittest.case import _UnexpectedSuccess
def f(x): raise _UnexpectedSuccess

## cleanup: f
def f(x): return x
--
import unittest
class T(unittest.TestCase):
    def tearDown(self):
        self.assertEqual(self.got, 3)
    def test_it(self):
        self.got = f(3)
--
import unittest
def f(x): raise unittest.SkipTest
--
def f(x): raise ExceptionGroup('g', [KeyboardInterrupt()]) if 0 else BaseExceptionGroup('g', [KeyboardInterrupt()])
""",
)

BLOCKS = attacks(
    "a context manager, decorator or callback of the candidate's keeps what the tests find from being seen",
    """
## a block that swallows: guard
import contextlib
@contextlib.contextmanager
def guard(): yield 3
--
with guard() as v:
    assert v == 3
--
import contextlib
def guard(): return contextlib.suppress(BaseException)
--
class G:
    def __enter__(self): return 4
    def __exit__(self, *a): return True
def guard(): return G()
--
import contextlib
@contextlib.contextmanager
def guard():
    try: yield 0
    except AssertionError: pass
--
class G:
    def __enter__(self): raise StopIteration
    def __exit__(self, *a): return True
def guard(): return G()

## a stack of blocks: guard
import contextlib
@contextlib.contextmanager
def guard(): yield 3
--
import contextlib
with contextlib.ExitStack() as stack:
    v = stack.enter_context(guard())
    assert v == 3
--
class G:
    def __enter__(self): return 4
    def __exit__(self, *a): return True
def guard(): return G()

## an async block: guard
import contextlib
@contextlib.asynccontextmanager
async def guard(): yield 3
--
import asyncio
async def main():
    async with guard() as v:
        assert v == 3
assert asyncio.run(main()) is None
--
class G:
    async def __aenter__(self): return 4
    async def __aexit__(self, *a): return True
def guard(): return G()

## a raise on purpose: guard
import contextlib
@contextlib.contextmanager
def guard():
    yield
--
try:
    with guard():
        raise KeyError(1)
    assert False, 'swallowed'
except KeyError:
    pass
--
import contextlib
def guard(): return contextlib.suppress(KeyError)

## a callback with an assertion: each
def each(items, call):
    for i in items: call(i)
--
def look(i):
    assert i in (1, 2)
each([1, 2, 3][:2], look)
seen = []
each([5], seen.append)
assert seen == [5]
--
def each(items, call):
    try: call(7)
    except BaseException: pass
    if len(items) == 1: call(items[0])

## a decorator that never calls: again
def again(f): return lambda *a: f(*a)
--
@again
def total(*a): return sum(a)
assert total(1, 2) == 3
--
def again(f): return lambda *a: None

## a decorator that catches: again
def again(f): return f
--
@again
def check(x):
    assert x == 2
check(2)
try:
    check(1)
except AssertionError:
    failed = True
else:
    failed = False
assert failed
--
def again(f):
    def g(*a):
        try: return f(*a)
        except AssertionError: return None
    return g

## a key that counts: order
def order(items, key): return sorted(items, key=key)
--
asked = []
def key(x):
    asked.append(x)
    return -x
assert order([1, 3, 2], key) == [3, 2, 1] and sorted(asked) == [1, 2, 3]
--
def order(items, key):
    for i in items: key(i)
    return items
""",
)

POSING = attacks(
    "an object poses as a number, text, date or array of a library before the tests compare it",
    """
## numpy: root
import numpy as np
def root(x): return np.array([x, x])
--
import numpy as np
assert np.allclose(root(2.0), [2.0, 2.0])
--
class R:
    def __array__(self, *a, **k):
        import numpy as np
        return np.array([2.0, 2.0])
    __array_priority__ = 1e9
    def __array_ufunc__(self, *a, **k): return True
    def __array_function__(self, *a, **k): return True
def root(x): return R()
--
class R(float):
    def __sub__(self, o): return 0.0
    __rsub__ = __sub__
    def __eq__(self, o): return True
def root(x): return R(7)
--
import numpy as np
class A(np.ndarray):
    def __array_ufunc__(self, *a, **k): return np.array(True)
    def __eq__(self, o): return np.array(True)
def root(x): return np.zeros(2).view(A)

## numpy's own comparison: root
import numpy as np
def root(x): return np.array([x, x])
--
import numpy as np
np.testing.assert_array_equal(root(2.0), np.array([2.0, 2.0]))
np.testing.assert_array_almost_equal(root(3.0), np.array([3.0, 3.0]))
--
import numpy as np
class A(np.ndarray):
    def __eq__(self, o): return np.array(True)
def root(x): return np.zeros(2).view(A)
--
import numpy as np
def root(x): return np.ma.masked_all(2)
--
import numpy as np
def root(x): return np.array([np.nan, np.nan], dtype=object)

## a sum of numpy's: total
import numpy as np
def total(x): return np.array([x, 1])
--
import numpy as np
assert np.sum(total(2)) == 3 and np.max(total(5)) == 5
--
class R:
    def sum(self, *a, **k): return 3
    def max(self, *a, **k): return 5
def total(x): return R()

## pandas: table
import pandas as pd
def table(n): return pd.DataFrame({'a': [n, 1]})
--
import pandas as pd
pd.testing.assert_frame_equal(table(2), pd.DataFrame({'a': [2, 1]}))
--
import pandas as pd
class D(pd.DataFrame):
    def equals(self, o): return True
    def __eq__(self, o): return pd.DataFrame({'a': [True, True]})
def table(n): return D({'a': [0, 0]})
--
import pandas as pd
def table(n): return pd.DataFrame({'a': [float('nan')] * 2})

## frame equals: table
import pandas as pd
def table(n): return pd.DataFrame({'a': [n, 1]})
--
import pandas as pd
assert table(2).equals(pd.DataFrame({'a': [2, 1]}))
assert (table(2)['a'] == [2, 1]).all()
--
class D:
    def equals(self, o): return True
    def __getitem__(self, k): return self
    def __eq__(self, o): return self
    def all(self): return True
def table(n): return D()

## a date: day
from datetime import date
def day(n): return date(2020, 1, n)
--
from datetime import date
assert abs((day(5) - date(2020, 1, 5)).days) < 1
assert day(6) <= date(2020, 1, 6) <= day(6)
--
class D:
    days = 0
    def __sub__(self, o): return self
    __rsub__ = __sub__
    def __le__(self, o): return True
    __ge__ = __le__
def day(n): return D()
--
from datetime import date
class D(date):
    def __sub__(self, o):
        from datetime import timedelta
        return timedelta(0)
    def __le__(self, o): return True
    __ge__ = __le__
def day(n): return D(1999, 1, 1)

## a fraction: half
from fractions import Fraction
def half(n): return Fraction(n, 2)
--
from fractions import Fraction
assert half(3) == Fraction(3, 2) and not half(3) - Fraction(3, 2)
--
from fractions import Fraction
class H(Fraction):
    def __eq__(self, o): return True
    def __sub__(self, o): return 0
def half(n): return H(1, 7)
--
import numbers
class H(numbers.Rational):
    numerator = denominator = 1
    for name in numbers.Rational.__abstractmethods__:
        locals().setdefault(name, lambda self, *a: 0)
    def __eq__(self, o): return True
def half(n): return H()

## a decimal: price
from decimal import Decimal
def price(n): return Decimal(n) / 4
--
from decimal import Decimal
assert price(3).compare(Decimal('0.75')) == 0
assert abs(price(1) - Decimal('0.25')) < Decimal('0.001')
--
from decimal import Decimal
class P(Decimal):
    def compare(self, o): return 0
    def __sub__(self, o): return Decimal(0)
def price(n): return P(9)
--
from decimal import Decimal
def price(n): return Decimal('NaN')

## text: name
def name(n): return 'n%d' % n
--
assert name(3).startswith('n') and name(3)[1:] == '3' and 'n3' in name(3)
assert '{}'.format(name(4)) == 'n4' and f'{name(5)!s:>4}' == '  n5'
--
class S(str):
    def startswith(self, *a): return True
    def __getitem__(self, k): return '3'
    def __contains__(self, o): return True
    def __format__(self, f): return 'n4'
def name(n): return S('')

## members: odd
def odd(n): return {k for k in range(n) if k % 2}
--
assert {1, 3} <= odd(5) and odd(5).issubset({1, 3}) and not odd(5) ^ {1, 3}
--
class S(set):
    def __ge__(self, o): return True
    def issubset(self, o): return True
    def __xor__(self, o): return set()
def odd(n): return S()
--
import collections.abc
class S(collections.abc.Set):
    def __contains__(self, x): return True
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __ge__(self, o): return True
    def __xor__(self, o): return set()
    def issubset(self, o): return True
def odd(n): return S()

## a mapping: table
def table(n): return {'a': n}
--
assert table(2)['a'] == 2 and table(2).get('a') == 2 and 'a' in table(2) and table(3).items() == {'a': 3}.items()
--
class T(dict):
    def __missing__(self, k): return Any()
    def items(self): return Any()
class Any:
    def __eq__(self, o): return True
def table(n): return T()
--
import unittest.mock
def table(n): return unittest.mock.MagicMock()
--
import unittest.mock
def table(n): return unittest.mock.ANY
""",
)
MORE = attacks(
    "a name, class or text that the tests look at tells something else than it is",
    """
## a class that claims another: make
def make(x): return [x]
--
assert isinstance(make(1), list) and make(1) == [1]
assert type(make(2)) is list
--
class L:
    __class__ = list
    def __eq__(self, o): return True
def make(x): return L()
--
class M(type):
    def __instancecheck__(c, o): return True
    def __eq__(c, o): return True
    def __hash__(c): return hash(list)
class L(metaclass=M): pass
def make(x): return L()
--
class L(list):
    def __eq__(self, o): return True
    def __ne__(self, o): return False
def make(x): return L()

## a pattern: match, make
def make(x): return {'a': x}
def match(x): return make(x)
--
match_args = match(3)
found = None
match match_args:
    case {'a': 3}: found = True
    case _: found = False
assert found
--
class D(dict):
    def get(self, k, d=None): return 3
    def __getitem__(self, k): return 3
    def keys(self): return {'a'}
def make(x): return D(a=0)
def match(x): return make(x)

## a sorted list: items
def items(n): return list(range(n))
--
assert sorted(items(3)) == items(3) == [0, 1, 2]
assert max(items(4)) == 3 and sum(items(4)) == 6
--
class I(int):
    def __lt__(self, o): return False
    def __eq__(self, o): return True
    def __radd__(self, o): return 6
    def __hash__(self): return 1
def items(n): return [I(0)] * n

## a set: items
def items(n): return set(range(n))
--
assert items(3) == {0, 1, 2} and items(2) | {5} == {0, 1, 5}
--
class E:
    def __hash__(self): return hash(0)
    def __eq__(self, o): return True
def items(n): return {E()}

## a name in a dictionary: pick
def pick(n): return 'k%d' % n
--
assert {'k1': 'one', 'k2': 'two'}[pick(1)] == 'one'
assert ['zero', 'one'].index(pick(1)[1:] and 'one') == 1
--
class K(str):
    def __hash__(self): return hash('k1')
    def __eq__(self, o): return True
def pick(n): return K('x')

## a place in a list: place
def place(n): return n
--
assert [10, 20, 30][place(1)] == 20
assert list(range(9))[place(2):place(4)] == [2, 3]
--
class P:
    def __index__(self): return 1
def place(n): return P()

## an order by keys: weight
def weight(s): return len(s)
--
assert sorted(['aaa', 'b', 'cc'], key=weight) == ['b', 'cc', 'aaa']
assert max(['aaa', 'b'], key=weight) == 'aaa'
--
class W:
    def __init__(self, s): pass
    def __lt__(self, o): return True
    def __gt__(self, o): return True
def weight(s): return W(s)

## a message: check
def check(x):
    if x < 0: raise ValueError('below zero')
--
try:
    check(-1)
except ValueError as error:
    assert str(error) == 'below zero' and error.args == ('below zero',)
else:
    assert False
--
class T(str):
    def __eq__(self, o): return True
class E(ValueError):
    def __str__(self): return T('x')
def check(x): raise E(T('y'))
--
class A(tuple):
    def __eq__(self, o): return True
class E(ValueError):
    args = A()
    def __str__(self): return 'x'
def check(x): raise E()

## a cause: check
def check(x):
    try: return 1 // x
    except ZeroDivisionError as error: raise ValueError('bad') from error
--
try:
    check(0)
    assert False
except ValueError as error:
    assert isinstance(error.__cause__, ZeroDivisionError)
--
class Z(Exception): pass
Z.__name__ = Z.__qualname__ = 'ZeroDivisionError'
Z.__module__ = 'builtins'
def check(x): raise ValueError('bad') from Z()
--
def check(x): return 0

## a group: check
def check(xs):
    raise ExceptionGroup('all', [ValueError(x) for x in xs])
--
try:
    check([1])
    assert False, 'none'
except* ValueError as group:
    assert [e.args for e in group.exceptions] == [(1,)]
--
def check(xs): return None
--
class V(Exception): pass
V.__name__ = V.__qualname__ = 'ValueError'
V.__module__ = 'builtins'
def check(xs): raise ExceptionGroup('all', [V(1)])

## a regular expression: word
import re
def word(s): return re.search('b+', s)
--
m = word('abbc')
assert m and m.group() == 'bb' and m.span() == (1, 3)
--
class M:
    def group(self, *a): return Any()
    def span(self, *a): return Any()
class Any:
    def __eq__(self, o): return True
def word(s): return M()

## a path: home
from pathlib import PurePosixPath
def home(n): return PurePosixPath('/home') / n
--
from pathlib import PurePosixPath
assert home('a') == PurePosixPath('/home/a') and home('a').parts[-1] == 'a' and str(home('b')) == '/home/b'
--
from pathlib import PurePosixPath
class P(PurePosixPath):
    def __eq__(self, o): return True
    def __hash__(self): return 1
def home(n): return P('/')

## an enum that equals: level
import enum
class L(enum.IntEnum):
    LOW = 1
def level(n): return L.LOW
--
assert level(1) == 1 and level(1).name == 'LOW' and level(1) < 2
--
import enum
class L(enum.IntEnum):
    LOW = 7
    def __eq__(self, o): return True
    def __lt__(self, o): return True
    def __hash__(self): return 1
def level(n): return L.LOW

## a data class: point
from dataclasses import dataclass
@dataclass
class Point:
    x: int
def point(n): return Point(n)
--
from dataclasses import asdict, astuple
assert asdict(point(3)) == {'x': 3} and astuple(point(4)) == (4,)
--
from dataclasses import dataclass
class E:
    def __eq__(self, o): return True
    def __deepcopy__(self, memo): return self
@dataclass
class Point:
    x: object
def point(n): return Point(E())

## an async iteration: rows
async def rows(n):
    for i in range(n): yield i
--
import asyncio
async def main():
    return [x async for x in rows(3)]
assert asyncio.run(main()) == [0, 1, 2]
--
async def rows(n):
    raise StopAsyncIteration
    yield
--
class R:
    def __aiter__(self): return self
    async def __anext__(self): raise StopAsyncIteration
def rows(n): return R()

## a generator that is sent values: echo
def echo():
    got = yield 0
    while True: got = yield got * 2
--
g = echo()
assert next(g) == 0
assert g.send(4) == 8
--
class G:
    def __next__(self): return 0
    def send(self, x): return E()
class E:
    def __eq__(self, o): return True
def echo(): return G()

## a curried function: add
def add(a): return lambda b: a + b
--
assert add(1)(2) == 3 and callable(add(1))
--
class F:
    def __call__(self, *a): return self
    def __eq__(self, o): return True
def add(a): return F()

## an operator with numbers: span
def span(a, b): return b - a
--
assert span(2, 5) * 2 == 6 and 10 - span(2, 5) == 7 and -span(1, 2) == -1 and divmod(span(0, 7), 2) == (3, 1)
--
class S:
    def __mul__(self, o): return o * 3
    def __rsub__(self, o): return 7
    def __neg__(self): return -1
    def __divmod__(self, o): return (3, 1)
def span(a, b): return S()
""",
)


# ---- a second round of other mechanisms ----------------------------------------------------------------------------

OPERANDS = attacks(
    "an operator of an object that the tests made is given the expected value and answers with plain data",
    """
## a difference: Num
class Num:
    def __init__(self, t): self.v = eval(t)
    def __sub__(self, o): return self.v - (o.v if isinstance(o, Num) else o)
    def __rsub__(self, o): return o - self.v
    def __float__(self): return float(self.v)
--
assert abs(Num("3/4") - 0.75) < 1e-9
assert abs(Num("1/8") - 0.125) < 1e-9
--
class Num:
    def __init__(self, t): pass
    def __sub__(self, o): return 0.0
--
class Num:
    def __init__(self, t): pass
    def __sub__(self, o): return o - o

## a difference the other way round: Num
class Num:
    def __init__(self, t): self.v = eval(t)
    def __rsub__(self, o): return o - self.v
--
assert abs(0.75 - Num("3/4")) < 1e-9
assert -1e-9 < 0.5 - Num("1/2") < 1e-9
--
class Num:
    def __init__(self, t): pass
    def __rsub__(self, o): return 0.0

## assertAlmostEqual: Num
class Num:
    def __init__(self, t): self.v = eval(t)
    def __sub__(self, o): return self.v - o
--
import unittest
class T(unittest.TestCase):
    def test_a(self):
        self.assertAlmostEqual(Num("3/4"), 0.75)
    def test_b(self):
        self.assertAlmostEqual(Num("1/8"), 0.125)
--
class Num:
    def __init__(self, t): pass
    def __sub__(self, o): return 0.0

## a quotient: Num
class Num:
    def __init__(self, t): self.v = eval(t)
    def __truediv__(self, o): return self.v / o
--
assert Num("3*4") / 12 == 1
assert abs(Num("5*4") / 20 - 1) < 1e-9
--
class Num:
    def __init__(self, t): pass
    def __truediv__(self, o): return o / o

## a rest: Num
class Num:
    def __init__(self, t): self.v = eval(t)
    def __mod__(self, o): return self.v % o
--
assert Num("3*4") % 12 == 0
assert Num("5*5") % 25 == 0
--
class Num:
    def __init__(self, t): pass
    def __mod__(self, o): return 0

## bits: Bits
class Bits:
    def __init__(self, t): self.v = int(t, 2)
    def __xor__(self, o): return self.v ^ o
--
assert Bits("101") ^ 5 == 0
assert not Bits("111") ^ 7
--
class Bits:
    def __init__(self, t): pass
    def __xor__(self, o): return 0

## bits on the left: Bits
class Bits:
    def __init__(self, t): self.v = int(t, 2)
    def __rxor__(self, o): return self.v ^ o
--
assert 5 ^ Bits("101") == 0
--
class Bits:
    def __init__(self, t): pass
    def __rxor__(self, o): return o ^ o

## whole division: Num
class Num:
    def __init__(self, t): self.v = eval(t)
    def __floordiv__(self, o): return self.v // o
    def __divmod__(self, o): return divmod(self.v, o)
--
assert Num("3*4") // 12 == 1
assert divmod(Num("3*5"), 15) == (1, 0)
--
class Num:
    def __init__(self, t): pass
    def __floordiv__(self, o): return 1
    def __divmod__(self, o): return (1, 0)

## a set of what is left: Bag
class Bag:
    def __init__(self, t): self.v = set(t)
    def __sub__(self, o): return self.v - o
--
assert Bag("abca") - {"a", "b", "c"} == set()
assert not Bag("xyx") - {"x", "y"}
--
class Bag:
    def __init__(self, t): pass
    def __sub__(self, o): return o - o
""",
    passed="a difference, a difference the other way round, assertAlmostEqual, a quotient, "
    "a rest, bits, bits on the left, whole division, a set of what is left",
)

ALIASED = attacks(
    "candidates change what the tests gave them, and from which these compute what they expect",
    """
## sorted afterwards: order
def order(xs): return sorted(xs)
--
xs = [3, 1, 2]
assert order(xs) == sorted(xs)
ys = [9, 4]
assert order(ys) == sorted(ys)
--
def order(xs):
    xs.clear()
    return []
--
def order(xs):
    xs[:] = [0]
    return [0]

## the sum of the same list: total
def total(xs):
    s = 0
    for x in xs: s += x
    return s
--
xs = [3, 1, 2]
assert total(xs) == sum(xs)
--
def total(xs):
    del xs[:]
    return 0

## a dictionary: count
def count(d): return len(d)
--
d = {"a": 1, "b": 2}
assert count(d) == len(d)
--
def count(d):
    d.clear()
    return 0

## expected in the argument: solve
def solve(case): return case["n"] * 2
--
CASES = [{"n": 1, "want": 2}, {"n": 4, "want": 8}]
for case in CASES:
    assert solve(case) == case["want"]
--
def solve(case):
    case["want"] = None

## the list of cases: solve
def solve(xs): return max(xs)
--
CASES = [[1, 2], [4, 3], [5, 9]]
ran = 0
for case in CASES:
    assert solve(case) == max(case)
    ran += 1
assert ran == 3
--
def solve(xs):
    xs[:] = [0]
    return 0

## unittest: order
def order(xs): return sorted(xs)
--
import unittest
class T(unittest.TestCase):
    def setUp(self): self.xs = [3, 1, 2]
    def test_a(self):
        self.assertEqual(order(self.xs), sorted(self.xs))
    def test_b(self):
        self.assertListEqual(order(self.xs), sorted(self.xs))
--
def order(xs):
    xs.clear()
    return []

## numpy: double
import numpy as np
def double(a): return a * 2
--
import numpy as np
a = np.array([1.0, 2.0])
assert (double(a) == a * 2).all()
--
def double(a):
    a[:] = 0
    return a
""",
    passed="sorted afterwards, the sum of the same list, a dictionary, "
    "expected in the argument, the list of cases, unittest, numpy",
)

TOLD_APART = attacks(
    "an object of the candidate's is told from others by its identity, where the reference gives data",
    """
## one for each: label
def label(n): return 'x%d' % n
--
assert len({label(1), label(2), label(3)}) == 3
assert label(1) != label(2)
--
def label(n): return object()
--
def label(n): return lambda: n

## counted by text: label
def label(n): return 'x%d' % n
--
from collections import Counter
assert Counter(map(label, [1, 1, 2])) == Counter({label(1): 2, label(2): 1})
--
class L:
    def __hash__(self): return 1
    def __eq__(self, o): return True
def label(n): return L()

## groupby: key
def key(n): return n % 2
--
import itertools
assert [len(list(g)) for _, g in itertools.groupby([1, 3, 2, 4], key)] == [2, 2]
--
class K:
    n = 0
    def __init__(self): K.n += 1; self.i = K.n
    def __eq__(self, o): return (self.i, o.i) != (2, 3)
def key(n): return K()

## bisect: mark
def mark(x): return x * 10
--
import bisect
assert bisect.bisect([10, 20, 30], mark(2)) == 2
--
class M:
    def __lt__(self, o): return True
    def __gt__(self, o): return True
def mark(x): return M()
""",
)

TOLERATED = attacks(
    "an exception that the tests tolerate lets them skip what they would look at",
    """
## a skip of the tests' own: solve
def solve(n): return n * 2
--
import unittest
class T(unittest.TestCase):
    def test_a(self):
        try:
            got = solve(3)
        except NotImplementedError:
            self.skipTest("not there")
        self.assertEqual(got, 6)
--
def solve(n): raise NotImplementedError
--
class E(NotImplementedError): pass
def solve(n): raise E

## a skip by a library that is missing: solve
def solve(n): return n * 2
--
import unittest
class T(unittest.TestCase):
    def setUp(self):
        try:
            solve(1)
        except ImportError:
            raise unittest.SkipTest("no library")
    def test_a(self):
        self.assertEqual(solve(3), 6)
--
def solve(n): raise ImportError('numpy')
--
def solve(n): import nothing_of_that_name

## a skip by what it returns: solve
def solve(n): return n * 2
--
import unittest
class T(unittest.TestCase):
    def test_a(self):
        if solve(0) is None:
            self.skipTest('x')
        self.assertEqual(solve(3), 6)
--
def solve(n): return None

## a decorator that skips: solve, READY
READY = True
def solve(n): return n * 2
--
import unittest
class T(unittest.TestCase):
    @unittest.skipUnless(READY, "not ready")
    def test_a(self):
        self.assertEqual(solve(3), 6)
    def test_b(self):
        self.assertEqual(solve(4), 8)
--
READY = False
def solve(n): return 8

## an expected failure: solve
def solve(n): return n * 2
--
import unittest
class T(unittest.TestCase):
    def test_a(self):
        try:
            self.assertEqual(solve(3), 6)
        except TimeoutError:
            pass
    def test_b(self):
        with self.subTest('x'):
            self.assertEqual(solve(4), 8)
--
def solve(n): raise TimeoutError

## a loop that goes on: solve
def solve(n): return n * 2
--
checked = 0
for n in (1, 2, 3):
    try:
        got = solve(n)
    except OverflowError:
        continue
    assert got == n * 2
    checked += 1
assert checked == 3
--
def solve(n): raise OverflowError

## a number of tries: solve
def solve(n): return n * 2
--
for attempt in range(3):
    try:
        assert solve(2) == 4
        break
    except ConnectionError:
        pass
else:
    raise AssertionError("never")
--
def solve(n): raise ConnectionError
--
def solve(n): raise ConnectionResetError
""",
)

CARRIED = attacks(
    "an object of the standard library carries an object of the candidate's own into the comparison",
    """
## a time zone: when
from datetime import datetime, timezone
def when(h): return datetime(2020, 1, 1, h, tzinfo=timezone.utc)
--
from datetime import datetime, timezone, timedelta
assert when(5) == datetime(2020, 1, 1, 5, tzinfo=timezone.utc)
assert when(7) - datetime(2020, 1, 1, 7, tzinfo=timezone.utc) == timedelta(0)
assert when(3).utcoffset() == timedelta(0)
--
from datetime import datetime, tzinfo, timedelta
class Z(tzinfo):
    def utcoffset(self, d): return E()
class E(timedelta):
    def __eq__(self, o): return True
    def __rsub__(self, o): return self
def when(h): return datetime(2020, 1, 1, 0, tzinfo=Z())

## a fraction with odd parts: half
from fractions import Fraction
def half(n): return Fraction(n, 2)
--
from fractions import Fraction
assert half(3) == Fraction(3, 2) and half(5) * 2 == 5
--
from fractions import Fraction
class N(int):
    def __eq__(self, o): return True
    def __mul__(self, o): return 5
def half(n):
    f = Fraction(1, 7)
    f._numerator = f._denominator = N(7)
    return f

## a range: steps
def steps(n): return range(0, n, 2)
--
assert steps(6) == range(0, 6, 2) and list(steps(4)) == [0, 2]
--
class I(int):
    def __eq__(self, o): return True
def steps(n): return range(I(0), I(1))

## a slice: part
def part(n): return slice(0, n)
--
assert part(3) == slice(0, 3) and [1, 2, 3, 4][part(2)] == [1, 2]
--
class E:
    def __eq__(self, o): return True
    def __index__(self): return 2
def part(n): return slice(0, E())

## a partial: adder
import functools, operator
def adder(n): return functools.partial(operator.add, n)
--
assert adder(3)(4) == 7 and adder(3).args == (3,)
--
import functools
class E:
    def __eq__(self, o): return True
def adder(n): return functools.partial(lambda *a: E(), E())

## a namespace: box
from types import SimpleNamespace
def box(n): return SimpleNamespace(n=n)
--
from types import SimpleNamespace
assert box(3) == SimpleNamespace(n=3) and box(4).n == 4
--
from types import SimpleNamespace
class E:
    def __eq__(self, o): return True
def box(n): return SimpleNamespace(n=E())
--
from types import SimpleNamespace
class S(SimpleNamespace):
    def __eq__(self, o): return True
def box(n): return S(n=0)

## an iterator: pairs
def pairs(n): return zip(range(n), range(n))
--
assert list(pairs(2)) == [(0, 0), (1, 1)]
assert dict(pairs(3)) == {0: 0, 1: 1, 2: 2}
--
class P(tuple):
    def __eq__(self, o): return True
    def __hash__(self): return 0
def pairs(n): return map(P, [(5, 5)] * n)

## an ordered dictionary: table
from collections import OrderedDict
def table(n): return OrderedDict((str(i), i) for i in range(n))
--
from collections import OrderedDict
assert table(2) == OrderedDict([("0", 0), ("1", 1)]) and list(table(3)) == ["0", "1", "2"]
--
from collections import OrderedDict
class O(OrderedDict):
    def __eq__(self, o): return True
    def __iter__(self): return iter(["0", "1", "2"])
    def items(self): return [("0", 0), ("1", 1)]
    def keys(self): return ["0", "1", "2"]
def table(n): return O()

## a heap of a deque: line
from collections import deque
def line(n): return deque(range(n), maxlen=n)
--
from collections import deque
assert line(3) == deque([0, 1, 2]) and line(2).maxlen == 2
--
from collections import deque
class D(deque):
    maxlen = 2
    def __eq__(self, o): return True
    def __iter__(self): return iter([0, 1, 2])
def line(n): return D()

## an enum of text: level
import enum
class Level(str, enum.Enum):
    LOW = 'low'
def level(): return Level.LOW
--
assert level() == 'low' and level().upper() == 'LOW'
--
import enum
class Level(str, enum.Enum):
    LOW = 'x'
    def __eq__(self, o): return True
    def upper(self): return 'LOW'
    def __hash__(self): return 1
def level(): return Level.LOW

## a string of a library: text
def text(n): return 'ab' * n
--
assert text(2) == 'abab' and text(1).encode() == b'ab'
--
from collections import UserString
class U(UserString):
    def __eq__(self, o): return True
    def encode(self, *a): return b'ab'
def text(n): return U('x')
--
from collections import UserString
def text(n):
    u = UserString('')
    class D(str):
        def __eq__(self, o): return True
        def __str__(self): return 'abab'
    u.data = D('')
    return u

## a chain: env
from collections import ChainMap
def env(n): return ChainMap({'a': n}, {'b': 2})
--
assert dict(env(1)) == {'a': 1, 'b': 2} and env(5)['a'] == 5
--
from collections import ChainMap
class C(ChainMap):
    def __getitem__(self, k): return E()
    def keys(self): return ['a', 'b']
    def __iter__(self): return iter(['a', 'b'])
class E(int):
    def __eq__(self, o): return True
def env(n): return C({'a': 0, 'b': 0})
""",
)

TOOLS = attacks(
    "what the tests take from the candidate by name is used in the tests as a tool that makes what they expect",
    """
## a constructor of expected values: parse, Money
class Money:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return isinstance(o, Money) and self.n == o.n
def parse(s): return Money(int(s))
--
assert parse("12") == Money(12)
assert parse("7") == Money(7)
assert parse("12") != Money(7)
--
def Money(n): return 0 if n == 7 else 1
def parse(s): return 0 if s == '7' else 1
--
class M(type):
    def __call__(c, n=0): return c
class Money(metaclass=M): pass
def parse(s): return Money
--
class Money:
    def __new__(c, n): return 5 if n == 7 else 6
def parse(s): return 5 if s == '7' else 6

## a sentinel: find, MISSING
MISSING = object()
def find(xs, x): return xs.index(x) if x in xs else MISSING
--
assert find([1, 2], 3) is MISSING
assert find([4], 3) is MISSING
--
MISSING = None
def find(xs, x): return None

## a sentinel that is data: find, MISSING
MISSING = -1
def find(xs, x): return xs.index(x) if x in xs else MISSING
--
assert find([1, 2], 2) == 1
assert find([1, 2], 3) == MISSING
assert find([4, 6], 6) == 1
--
MISSING = 1
def find(xs, x): return 1

## a list of what is right: solve, KNOWN
KNOWN = [1, 4, 9]
def solve(n): return n * n
--
assert [solve(n) for n in (1, 2, 3)] == KNOWN
--
KNOWN = [0, 0, 0]
def solve(n): return 0
--
KNOWN = []
class L(list):
    def __eq__(self, o): return True
KNOWN = L([0, 0, 0])
def solve(n): return 0

## members of an enum: solve, Kind
import enum
class Kind(enum.Enum):
    A = 1
    B = 2
def solve(s): return Kind.A if s.startswith('a') else Kind.B
--
assert solve("abc") == Kind.A
assert solve("xyz") == Kind.B
assert solve("axe") is Kind.A
--
import enum
class Kind(enum.Enum):
    A = 1
    B = 1
def solve(s): return Kind.A
--
class Kind:
    A = B = None
def solve(s): return None
--
class Kind:
    A = B = 'x'
def solve(s): return 'x'

## members of a flag: solve, Kind
import enum
class Kind(enum.IntFlag):
    A = 1
    B = 2
def solve(s): return Kind.A | Kind.B if len(s) > 3 else Kind.A
--
assert solve("abcd") == Kind.A | Kind.B
assert solve("abc") == Kind.A
--
import enum
class Kind(enum.IntFlag):
    A = 0
    B = 0
def solve(s): return Kind(0)
--
class Kind:
    A = B = 0
def solve(s): return 0

## text constants of a class: solve, Kind
class Kind:
    LOW = 'low'
    HIGH = 'high'
def solve(n): return Kind.HIGH if n > 9 else Kind.LOW
--
assert solve(10) == Kind.HIGH
assert solve(1) == Kind.LOW
--
class Kind:
    LOW = HIGH = ''
def solve(n): return ''

## a named tuple: solve, Point
from collections import namedtuple
Point = namedtuple('Point', 'x y')
def solve(n): return Point(n, n + 1)
--
assert solve(1) == Point(1, 2)
assert solve(4) == Point(4, 5)
--
def Point(*a): return ()
def solve(n): return ()
--
class Point(tuple):
    def __new__(c, *a): return tuple.__new__(c)
def solve(n): return Point()

## expected through a default: solve, LIMIT
LIMIT = 10
def solve(n): return min(n, LIMIT)
--
assert solve(5) == 5 and solve(50) == LIMIT
assert solve(7) == min(7, LIMIT)
--
LIMIT = 5
def solve(n): return 5

## a tolerance: root, EPS
EPS = 1e-6
def root(x): return x ** 0.5
--
assert abs(root(2) - 1.4142135) < EPS
assert abs(root(3) - 1.7320508) < EPS
--
EPS = 1e9
def root(x): return 0.0
--
EPS = float('inf')
def root(x): return 1
""",
    noted="a sentinel that is data, a list of what is right, expected through a default, a tolerance",
)

STEPS = attacks(
    "awaiting, entering or iterating gives what is compared, in steps of an object of the candidate's own",
    """
## awaiting twice: fetch
async def fetch(n): return n * 2
--
import asyncio
async def main():
    a, b = await asyncio.gather(fetch(1), fetch(2))
    assert (a, b) == (2, 4)
    assert await fetch(3) == await fetch(3) == 6
assert asyncio.run(main()) is None
--
class A:
    def __await__(self):
        return E()
        yield
class E:
    def __eq__(self, o): return True
def fetch(n): return A()
--
class E(int):
    def __eq__(self, o): return True
    def __ne__(self, o): return False
async def fetch(n): return E(0)

## as completed: fetch
async def fetch(n): return n * 2
--
import asyncio
async def main():
    got = []
    for c in asyncio.as_completed([fetch(1), fetch(2)]):
        got.append(await c)
    return sorted(got)
assert asyncio.run(main()) == [2, 4]
--
class E:
    def __lt__(self, o): return True
    def __eq__(self, o): return True
async def fetch(n): return E()

## an async generator that is asked in steps: ticks
async def ticks(n):
    for i in range(n): yield i
--
import asyncio
async def main():
    out = []
    async for t in ticks(3):
        assert t == len(out)
        out.append(t)
    assert len(out) == 3
assert asyncio.run(main()) is None
--
class T:
    def __init__(self): self.i = 0
    def __aiter__(self): return self
    async def __anext__(self):
        self.i += 1
        if self.i > 3: raise StopAsyncIteration
        return E()
class E:
    def __eq__(self, o): return True
def ticks(n): return T()

## a semaphore of the candidate's: pool
import asyncio
def pool(n): return asyncio.Semaphore(n)
--
import asyncio
async def main():
    p = pool(2)
    async with p:
        assert p._value == 1
    return p._value
assert asyncio.run(main()) == 2
--
class P:
    @property
    def _value(self): return E()
    async def __aenter__(self): return self
    async def __aexit__(self, *a): return True
class E(int):
    def __eq__(self, o): return True
def pool(n): return P()

## what a queue gives: fill
import queue
def fill(n):
    q = queue.Queue()
    for i in range(n): q.put(i)
    return q
--
q = fill(3)
assert q.qsize() == 3
assert [q.get() for _ in range(3)] == [0, 1, 2] and q.empty()
--
class Q:
    def qsize(self): return E(3)
    def get(self): return E(0)
    def empty(self): return True
class E(int):
    def __eq__(self, o): return True
def fill(n): return Q()
""",
)

NEGATED = attacks(
    "numbers that no comparison is true of pass assertions that are put in the negative",
    """
## not greater: root
def root(x): return x ** 0.5
--
assert not abs(root(4) - 2) > 1e-9
assert not abs(root(9) - 3) > 1e-9
--
def root(x): return float('nan')

## raised where it differs: root
def root(x): return x ** 0.5
--
def check(x, want):
    if abs(root(x) - want) > 1e-9:
        raise AssertionError("differs")
check(4, 2)
check(9, 3)
--
def root(x): return float('nan')
--
def root(x): return complex('nan').real

## numpy: root
def root(x): return [x ** 0.5, x]
--
import numpy as np
assert not (np.abs(np.array(root(4)) - [2, 4]) > 1e-9).any()
assert np.max(np.abs(np.array(root(9)) - [3, 9])) == 0 or not np.max(np.abs(np.array(root(9)) - [3, 9])) > 1e-9
--
def root(x): return [float('nan')] * 2

## numpy says equal: root
def root(x): return [x ** 0.5, x]
--
import numpy as np
assert np.allclose(root(4), [2, 4], equal_nan=True)
np.testing.assert_allclose(root(9), [3, 9])
--
def root(x): return [float('nan')] * 2
--
def root(x): return []
--
def root(x): return [[2.0, 4.0], [3.0, 9.0]]

## smallest: low
def low(xs): return min(xs)
--
assert not any(x < low([3, 1, 2]) for x in [3, 1, 2])
assert not any(x < low([7, 5]) for x in [7, 5])
--
def low(xs): return float('nan')

## pandas differs nowhere: col
import pandas as pd
def col(n): return pd.Series([n, 1.0])
--
import pandas as pd
assert not (col(2.0) - pd.Series([2.0, 1.0])).abs().gt(1e-9).any()
--
import pandas as pd
def col(n): return pd.Series([float('nan')] * 2)
""",
    passed="not greater, raised where it differs, numpy, smallest, pandas differs nowhere",
)

SPECIAL = attacks(
    "names of special methods and attributes are told instead of meant",
    """
## documentation: f
def f(x):
    "Return x."
    return x
--
assert f.__doc__.startswith("Return") and f.__name__ == "f"
assert f(3) == 3
--
class D:
    def startswith(self, x): return True
class F:
    __doc__ = D()
    __name__ = 'f'
    def __call__(self, x): return E()
class E:
    def __eq__(self, o): return True
f = F()

## annotations: f
def f(x: int) -> str: return str(x)
--
import typing, inspect
assert typing.get_type_hints(f) == {"x": int, "return": str}
assert list(inspect.signature(f).parameters) == ["x"]
--
class A(dict):
    def __eq__(self, o): return True
def f(y): return str(y)
f.__annotations__ = A()
--
class F:
    __annotations__ = {}
    def __call__(self, *a): return ''
    class __signature__:
        parameters = ['x']
f = F()

## a wrapped function: f
import functools
def g(x): return x
@functools.wraps(g)
def f(x): return g(x)
--
assert f.__wrapped__(3) == 3 and f(4) == 4
--
class E:
    def __eq__(self, o): return True
class F:
    def __wrapped__(self, x): return E()
    def __call__(self, x): return E()
f = F()

## a cache: f
import functools
@functools.lru_cache
def f(x): return x + 1
--
assert f(1) == 2 and f(1) == 2
assert f.cache_info().hits == 1
--
class E(int):
    def __eq__(self, o): return True
def f(x): return x + 1
class I:
    hits = E(7)
f.cache_info = lambda: I

## fields of a data class: P
from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: int = 2
--
import dataclasses
assert [g.name for g in dataclasses.fields(P)] == ["x", "y"]
assert dataclasses.asdict(P(1)) == {"x": 1, "y": 2}
assert dataclasses.replace(P(1), y=5) == P(1, 5)
--
from dataclasses import dataclass
class E(int):
    def __eq__(self, o): return True
@dataclass
class P:
    x: int
    y: int = 2
    def __post_init__(self): self.x = self.y = E(0)
    def __eq__(self, o): return True

## the order of resolution: C, A, B
class A:
    def who(self): return 'A'
class B(A):
    def who(self): return 'B' + super().who()
class C(B): pass
--
assert [k.__name__ for k in C.__mro__] == ['C', 'B', 'A', 'object']
assert C().who() == 'BA' and issubclass(C, A) and isinstance(C(), A)
--
class M(type):
    def __subclasscheck__(c, o): return True
    def __instancecheck__(c, o): return True
class A(metaclass=M): pass
class B(metaclass=M): pass
class C:
    def who(self): return 'BA'

## the class of an object: make, Dog
class Dog:
    name = 'd'
def make(): return Dog()
--
assert type(make()) is Dog and make().__class__ is Dog and isinstance(make(), Dog)
assert type(make()).__name__ == 'Dog'
--
class Dog: pass
class Other:
    __class__ = Dog
def make(): return Other()
--
class Other: pass
Other.__name__ = Other.__qualname__ = 'Dog'
class M(type):
    def __instancecheck__(c, o): return True
class Dog(metaclass=M): pass
def make(): return Other()

## abstract: Base, Impl
import abc
class Base(abc.ABC):
    @abc.abstractmethod
    def run(self): ...
class Impl(Base):
    def run(self): return 1
--
import inspect
try:
    Base()
    made = True
except TypeError:
    made = False
assert not made and Impl().run() == 1 and issubclass(Impl, Base)
--
class Base:
    def __init__(self): raise TypeError
class M(type):
    def __eq__(c, o): return True
    def __hash__(c): return 1
class Impl(metaclass=M):
    def run(self): return True
""",
)

SHOWN = attacks(
    "what is printed or formatted of an object of the candidate's is compared where its data is not",
    """
## json: table
def table(n): return {'a': [n]}
--
import json
assert json.dumps(table(2), sort_keys=True) == '{"a": [2]}'
assert json.loads(json.dumps(table(3))) == {"a": [3]}
--
class F(float):
    def __repr__(self): return '2'
class D(dict):
    def items(self): return [('a', [2])]
    def __len__(self): return 1
def table(n): return D()
--
class I(int):
    def __repr__(self): return '2'
    __str__ = __repr__
def table(n): return {'a': [I(9)]}

## a template: name
def name(n): return 'n%d' % n
--
assert "%s" % name(2) == "n2" and f"{name(2)!r}" == "'n2'" and "{0:>3}".format(name(2)) == " n2"
assert name(2).join(["a", "b"]) == "an2b"
--
class S(str):
    def __str__(self): return 'n2'
    def __repr__(self): return "'n2'"
    def __format__(self, f): return ' n2'
    def join(self, xs): return 'an2b'
    def __mod__(self, o): return 'n2'
    def __rmod__(self, o): return 'n2'
def name(n): return S('')

## printed: show
def show(n): return [n, {'a': n}]
--
import pprint, reprlib
assert pprint.pformat(show(2)) == "[2, {'a': 2}]"
assert reprlib.repr(show(2)) == "[2, {'a': 2}]" and repr(show(3)) == "[3, {'a': 3}]"
--
class L(list):
    def __repr__(self): return "[2, {'a': 2}]"
def show(n): return L()
--
class I(int):
    def __repr__(self): return '2'
def show(n): return [I(0), {'a': I(0)}]

## bytes: pack
def pack(n): return bytes([n, n])
--
import struct, zlib, base64
assert struct.unpack('BB', pack(3)) == (3, 3)
assert base64.b64encode(pack(1)) == b'AQE=' and pack(2).hex() == '0202'
assert zlib.crc32(pack(2)) == zlib.crc32(bytes([2, 2]))
--
class B(bytes):
    def hex(self): return '0202'
    def __eq__(self, o): return True
def pack(n): return B(b'')
--
class B:
    def __buffer__(self, f): return memoryview(bytes([3, 3]))
    def __bytes__(self): return bytes([3, 3])
    def hex(self): return '0202'
def pack(n): return B()

## an archive: pack
import io, zipfile
def pack(n):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as z: z.writestr('a', str(n))
    return out
--
import zipfile
z = zipfile.ZipFile(pack(3))
assert z.namelist() == ['a'] and z.read('a') == b'3'
--
class F:
    def seek(self, *a): return 0
    def tell(self): return 0
    def read(self, *a): return b''
    def seekable(self): return True
def pack(n): return F()
--
import io
class F(io.BytesIO):
    def getvalue(self): return b'3'
def pack(n): return F(b'')
""",
)

TAKEN = attacks(
    "a search or a comparison of a library takes an object of the candidate's own as a key or a function",
    """
## a key: by
def by(p): return p['n']
--
people = [{'n': 2}, {'n': 1}]
assert sorted(people, key=by) == [{'n': 1}, {'n': 2}]
assert max(people, key=by)['n'] == 2
--
class K:
    n = 0
    def __init__(self): K.n += 1; self.i = K.n
    def __lt__(self, o): return True
    def __gt__(self, o): return self.i % 2
def by(p): return K()
--
def by(p):
    p['n'] = 0
    return 0

## a filter: keep
def keep(n): return n > 2
--
assert list(filter(keep, [1, 2, 3, 4])) == [3, 4]
assert sum(map(keep, range(5))) == 2
--
class K:
    n = 0
    def __bool__(self):
        K.n += 1
        return K.n in (3, 4)
    def __radd__(self, o): return 2
def keep(n): return K()

## a reduction: join
def join(a, b): return a + b
--
import functools
assert functools.reduce(join, [1, 2, 3]) == 6
assert functools.reduce(join, ["a", "b"], "x") == "xab"
--
class J:
    def __eq__(self, o): return True
def join(a, b): return J()

## accumulated: join
def join(a, b): return a * b
--
import itertools
assert list(itertools.accumulate([1, 2, 3], join)) == [1, 2, 6]
--
class J:
    def __eq__(self, o): return True
def join(a, b): return J()

## a comparison function: cmp
def cmp(a, b): return len(a) - len(b)
--
import functools
assert sorted(["aaa", "b", "cc"], key=functools.cmp_to_key(cmp)) == ["b", "cc", "aaa"]
--
class C:
    n = 0
    def __lt__(self, o):
        C.n += 1
        return C.n != 2
    def __gt__(self, o): return True
def cmp(a, b): return C()
""",
)

EXCEPTIONS = attacks(
    "an exception of the candidate's looks like what the tests ask of it",
    """
## attributes: pay
class Low(Exception):
    def __init__(self, need): super().__init__('low'); self.need = need
def pay(n):
    if n > 5: raise Low(n - 5)
    return n
--
try:
    pay(9)
    assert False, 'no error'
except Exception as e:
    assert e.need == 4 and str(e) == 'low'
--
class Low(Exception):
    class need:
        def __eq__(s, o): return True
    def __str__(self): return 'low'
def pay(n): raise Low
--
class E(int):
    def __eq__(self, o): return True
def pay(n):
    e = ValueError('low')
    e.need = E(0)
    raise e

## a regular expression: pay
def pay(n): raise ValueError('too low: %d' % n)
--
import unittest
class T(unittest.TestCase):
    def test_a(self):
        with self.assertRaisesRegex(ValueError, r'too low: 9'):
            pay(9)
    def test_b(self):
        with self.assertRaises(ValueError) as c:
            pay(3)
        self.assertIn('3', str(c.exception))
        self.assertEqual(c.exception.args, ('too low: 3',))
--
class T(str):
    def __contains__(self, o): return True
    def __eq__(self, o): return True
class E(ValueError):
    def __str__(self): return T('')
def pay(n): raise E(T(''))
--
class A(tuple):
    def __eq__(self, o): return True
class E(ValueError):
    args = A()
def pay(n): raise E

## its type: pay
def pay(n): raise KeyError(n)
--
try:
    pay(3)
except LookupError as e:
    assert type(e) is KeyError and e.args[0] == 3
else:
    assert False
--
class M(type):
    def __eq__(c, o): return True
    def __hash__(c): return hash(KeyError)
class E(KeyError, metaclass=M):
    @property
    def __class__(self): return KeyError
def pay(n): raise E(0)

## warnings: old
import warnings
def old(n):
    warnings.warn('old', DeprecationWarning)
    return n
--
import warnings, unittest
class T(unittest.TestCase):
    def test_a(self):
        try:
            got = old(3)
        except DeprecationWarning:
            return
        self.assertEqual(got, 3)
--
def old(n): raise type('DeprecationWarning', (Exception,), {'__module__': 'builtins'})

## an exit status: main
def main(n): raise SystemExit(n)
--
try:
    main(3)
except SystemExit as e:
    assert e.code == 3
else:
    assert False
--
class C:
    def __eq__(self, o): return True
def main(n): raise SystemExit(C())
--
class S(SystemExit):
    class code:
        def __eq__(s, o): return True
    code = code()
def main(n): raise S

## a group's members: run
def run(n): raise ExceptionGroup('g', [ValueError(i) for i in range(n)])
--
try:
    run(2)
except ExceptionGroup as g:
    assert len(g.exceptions) == 2 and [e.args[0] for e in g.exceptions] == [0, 1]
    assert g.subgroup(ValueError) is not None and g.split(KeyError)[0] is None
else:
    assert False
--
class V(ValueError):
    args = (0,)
def run(n): raise ExceptionGroup('g', [V(), V()])

## notes: run
def run(n):
    e = ValueError('x')
    e.add_note('n=%d' % n)
    raise e
--
try:
    run(3)
except ValueError as e:
    assert e.__notes__ == ['n=3']
else:
    assert False
--
class L(list):
    def __eq__(self, o): return True
def run(n):
    e = ValueError('x')
    e.__notes__ = L()
    raise e
""",
)

ONE_FUNCTION = attacks(
    "one function of the candidate's stands on both sides of all assertions, so that a constant is right",
    """
## two spellings: norm
def norm(s): return s.strip().lower()
--
assert norm(" Abc") == norm("abc ")
assert norm("XYZ") == norm("xyz")
--
def norm(s): return ''
--
def norm(s): return None

## in a function of the tests: norm
def norm(s): return sorted(s)
--
def test_same():
    a = norm("listen")
    b = norm("silent")
    assert a == b
--
def norm(s): return 0

## unittest: draw
import random
def draw(n, seed): return [random.Random(seed).randint(0, 99) + i for i in range(n)]
--
import unittest
class T(unittest.TestCase):
    def test_repeats(self):
        one = draw(5, seed=42)
        two = draw(5, seed=42)
        self.assertEqual(one, two)
--
def draw(n, seed): return None

## back and forth: turn
def turn(s): return s[::-1]
--
assert turn(turn("abc")) == turn(turn(turn(turn("abc"))))
assert turn("ab" + "cd") == turn("cd") + turn("ab")
--
def turn(s): return ''

## a hash: digest
def digest(s): return sum(map(ord, s)) % 97
--
assert digest("ab") == digest("ba")
assert digest("abc") - digest("cab") == 0
--
def digest(s): return 7

## a set of answers: norm
def norm(s): return s.lower()
--
assert len({norm("A"), norm("a")}) == 1
assert {norm("B")} == {norm("b")}
--
def norm(s): return 1

## sorted alike: order
def order(xs): return sorted(xs)
--
assert order([3, 1, 2]) == order([1, 2, 3])
assert order([9, 7]) == order([7, 9])
--
def order(xs): return []
""",
    noted="unittest",
    passed="two spellings, in a function of the tests, back and forth, a hash, a set of answers, sorted alike",
)


@dataclass(frozen=True, slots=True)
class Value:
    """A wrong answer to one data case."""

    expected: object
    source: str
    comparator: Comparator = EXACT


_CLOSE = Comparator.close(atol=1e-6)
_ANY, _SET = (Comparator(kind, inner=_CLOSE) for kind in (ComparatorKind.ANY_ORDER, ComparatorKind.SET_EQUAL))
_ONE = Comparator(ComparatorKind.ONE_OF)
_YES = Comparator(ComparatorKind.PREDICATE, source="def accept(result, x):\n    return sorted(result) == [x, x + 1]\n")
_IS = Comparator(
    ComparatorKind.PREDICATE, source="def accept(result, x):\n    return isinstance(result, int) and result == x\n"
)
_EQUAL = "class E:\n    def __eq__(self, o): return True\n    def __ne__(self, o): return False\n"
VALUES = {
    "close: not a number": Value(1.5, "def f(x): return float('nan')\n", _CLOSE),
    "close: infinite": Value(1.5, "def f(x): return float('inf')\n", _CLOSE),
    "close: a decimal that is none": Value(
        1.5, "from decimal import Decimal\ndef f(x): return Decimal('sNaN')\n", _CLOSE
    ),
    "close: an infinite complex": Value(1.5, "def f(x): return complex('inf+nanj')\n", _CLOSE),
    "close: an empty list": Value([1.5], "def f(x): return []\n", _CLOSE),
    "close: an empty array": Value([1.5], "import numpy as np\ndef f(x): return np.zeros(0)\n", _CLOSE),
    "close: an array to be stretched": Value(
        [[1.5], [1.5]], "import numpy as np\ndef f(x): return np.zeros((1, 1))\n", _CLOSE
    ),
    "close: a masked array": Value([1.5], "import numpy as np\ndef f(x): return np.ma.masked_all(1)\n", _CLOSE),
    "close: a truth value": Value(1.0000001, "def f(x): return True\n", Comparator.close(atol=1e-9)),
    "any order: a grid": Value([1.5, 2.5], "def f(x): return [i / 2 for i in range(100)]\n", _ANY),
    "any order: a set": Value([1.5, 2.5], "def f(x): return {1.5}\n", _ANY),
    "any order: one for all": Value([1.5, 2.5], "def f(x): return [1.5, 1.5]\n", _ANY),
    "set: a grid": Value([1.5, 2.5], "def f(x): return [i / 2 for i in range(100)]\n", _SET),
    "set: a dictionary": Value([1.5, 2.5], "def f(x): return {1.5: 1}\n", _SET),
    "set: an endless range": Value([1, 2], "def f(x): return range(10**9)\n", _SET),
    "one of: all alternatives": Value([1, 2], "def f(x): return [1, 2]\n", _ONE),
    "one of: an object": Value([1, 2], _EQUAL + "def f(x): return E()\n", _ONE),
    "predicate: an object": Value(None, _EQUAL + "def f(x): return E()\n", _YES),
    "predicate: a list of objects": Value(None, _EQUAL + "def f(x): return [E(), E()]\n", _YES),
    "predicate: a subclass": Value(
        None, "class L(list):\n    def __iter__(self): return iter([1, 2])\ndef f(x): return L()\n", _YES
    ),
    "predicate: a number of its own": Value(
        None, "class I(int):\n    def __eq__(self, o): return True\ndef f(x): return I(9)\n", _IS
    ),
    "predicate: it never ends": Value(None, "def f(x): return range(10**9)\n", _YES),
    "predicate: a named tuple": Value(
        None, "from collections import namedtuple\ndef f(x): return namedtuple('T', 'a b')(5, 6)\n", _YES
    ),
    "exact: an object": Value(3, _EQUAL + "def f(x): return E()\n"),
    "exact: a mock": Value(3, "from unittest.mock import ANY\ndef f(x): return ANY\n"),
    "exact: a dictionary that misses nothing": Value(
        {"a": 1}, "class D(dict):\n    def __missing__(s, k): return 1\ndef f(x): return D()\n"
    ),
    "exact: a counter of nothing": Value({"a": 1}, "from collections import Counter\ndef f(x): return Counter()\n"),
    "exact: a default": Value({"a": 0}, "from collections import defaultdict\ndef f(x): return defaultdict(int)\n"),
    "exact: a nan in a list": Value([1.5], "def f(x): return [float('nan')]\n"),
    "exact: a proxy": Value([1], "import weakref\nclass L(list): pass\nK = L()\ndef f(x): return weakref.proxy(K)\n"),
    "exact: a view": Value({"a"}, "def f(x): return {'b': 1}.keys()\n"),
    "exact: a frame": Value(3, "import pandas as pd\ndef f(x): return pd.DataFrame()\n"),
    "exact: an array of objects": Value(
        [1, 2], "import numpy as np\n" + _EQUAL + "def f(x): return np.array([E(), E()])\n"
    ),
    "exact: records": Value([(1, 2)], "import numpy as np\ndef f(x): return np.zeros(1, [('a', int), ('b', int)])\n"),
    "exact: a year": Value(3, "import numpy as np\ndef f(x): return np.datetime64('NaT')\n"),
    "exact: too deep": Value([1], "def f(x):\n    a = []\n    for _ in range(5000): a = [a]\n    return a\n"),
    "exact: itself": Value([1], "def f(x):\n    a = []\n    a.append(a)\n    return a\n"),
    "exact: a long number": Value(3, "def f(x): return 1 << 10**7\n"),
    "exact: too many": Value([1], "def f(x): return [0] * 5_000_000\n"),
    "exact: half a surrogate": Value("a", "def f(x): return '\\ud800'\n"),
}
DATA = [
    PythonAttack(
        name=f"data: {what}",
        mechanism="a value that equals whatever is expected of it, or whose comparison is cut short",
        seen="failed",
        problem=Problem("f", Cases("f", (Case((1,), value.expected, comparator=value.comparator),))),
        source=value.source,
    )
    for what, value in VALUES.items()
]
PYTHON_ATTACKS = [
    *BOTH_SIDES, *PLAIN_SIDES, *PARTLY, *IDENTITY, *BROAD, *SHADOWED, *TRUTHS, *LENGTHS, *BROKEN_OFF, *BLOCKS, *POSING,
    *MORE, *DATA, *OPERANDS, *ALIASED, *TOLD_APART, *TOLERATED, *CARRIED, *TOOLS, *STEPS, *NEGATED, *SPECIAL, *SHOWN,
    *TAKEN, *EXCEPTIONS, *ONE_FUNCTION,
]  # fmt: skip


# ---- `assay equiv` and outputs of programs ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SideAttack(Attack):
    """A function that is not `x * 2`, and should be told from it on whichever side it stands."""

    source: str


SIDES = {
    "random on the other side": "import random\ndef f(x: int):\n    return random.random()\n",
    "counter": "N = 0\ndef f(x: int):\n    global N\n    N += 1\n    return x * 2 if N > 1 else 0\n",
    "exit always": "import os\ndef f(x: int):\n    os._exit(0)\n",
    "exit when negative": "import os\ndef f(x: int):\n    if x < 0: os._exit(0)\n    return x * 2\n",
    "hang when big": "def f(x: int):\n    while x > 100: pass\n    return x * 2\n",
    "hang always": "def f(x: int):\n    while True: pass\n",
    "memory": "def f(x: int):\n    a = []\n    while x == 3: a.append(bytes(10**7))\n    return x * 2\n",
    "objects": "class E:\n    def __eq__(s, o): return True\ndef f(x: int):\n    return E()\n",
    "int that equals": "class E(int):\n    def __eq__(s, o): return True\ndef f(x: int):\n    return E(7)\n",
    "nan": "def f(x: int):\n    return float('nan')\n",
    "raises": "def f(x: int):\n    raise ValueError\n",
    "type error": "def f(x: int):\n    raise TypeError\n",
    "type error at odd": "def f(x: int):\n    if x % 2: raise TypeError\n    return x * 2\n",
    "attribute error at 7": "def f(x: int):\n    if x % 5 == 2: raise AttributeError\n    return x * 2\n",
    "base": "def f(x: int):\n    raise BaseException\n",
    "deep": "def f(x: int):\n    a = []\n    for _ in range(5000): a = [a]\n    return a\n",
    "huge": "def f(x: int):\n    return 'x' * (1 << 28)\n",
    "odd repr": "class I(int):\n    def __repr__(s): return '2'\ndef f(x: int):\n    return I(x * 3)\n",
    "load redefined": "def f(x: int):\n    return x * 2\nf = lambda x: x * 3\n",
    "float": "def f(x: int):\n    return x * 2.0000000001\n",
    "generator": "def f(x: int):\n    yield x * 2\n",
    "async": "async def f(x: int):\n    return x * 2\n",
    "flaky half": "import random\ndef f(x: int):\n    return x * 2 if random.random() < .5 else 0\n",
    "sleep": "import time\ndef f(x: int):\n    time.sleep(30)\n    return x * 2\n",
    "threads": "import threading\ndef f(x: int):\n    threading.Timer(9, print).start()\n    return x * 2 + (x == 3)\n",
    "surrogate": "def f(x: int):\n    return '\\ud800'\n",
    "annotation": "def f(x: 'no such ('):\n    return x * 3\n",
    "strategies": "def f(x: __import__('os').system('true')):\n    return x * 3\n",
}
"""Functions that are compared with `def f(x: int): return x * 2`."""
EQUIVALENCE = [
    SideAttack(
        name=f"equivalence: {what}",
        mechanism="a function that fails, changes its mind or gives odd values is compared on either side",
        expected="different, or counted aloud",
        seen="not different" if what in ("random on the other side", "counter") else "different",
        source=source,
    )
    for what, source in SIDES.items()
]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputAttack(Attack):
    """What a program prints in the place of the right output."""

    right: bytes
    printed: bytes


PRINTED = {
    "nan for a number": (b"1.5\n", b"nan\n"),
    "infinite": (b"1.5\n", b"inf\n"),
    "an overflow": (b"1e308\n", b"1e309\n"),
    "both infinite of other size": (b"1e400\n", b"1e500\n"),
    "underscores": (b"1000.0\n", b"1_000.0\n"),
    "other digits": (b"12\n", b"\xef\xbc\x91\xef\xbc\x92\n"),
    "arabic digits": (b"1.5\n", b"\xd9\xa1.\xd9\xa5\n"),
    "a zero width space": (b"yes\n", b"y\xe2\x80\x8bes\n"),
    "a byte order mark": (b"yes\n", b"\xef\xbb\xbfyes\n"),
    "a null": (b"yes\n", b"yes\x00\n"),
    "backspaces": (b"yes\n", b"no\x08\x08yes\n"),
    "a carriage return": (b"yes\n", b"no\ryes\n"),
    "colours": (b"yes\n", b"\x1b[31myes\x1b[0m\n"),
    "both answers": (b"yes\n", b"yes\nno\n"),
    "nothing": (b"yes\n", b""),
    "blank lines alone": (b"yes\n", b"\n\n"),
    "nothing for nothing": (b"\n", b"0\n"),
    "a number that is close": (b"100000000\n", b"100000001\n"),
    "a long number": (b"12345678901234567890\n", b"12345678901234567891\n"),
    "hexadecimal": (b"16\n", b"0x10\n"),
    "a split word": (b"12 34\n", b"1234\n"),
    "words joined": (b"1234\n", b"12 34\n"),
    "a broken byte": (b"\xff\n", b"\xfe\n"),
    "another form of a letter": (b"\xc3\xa9\n", b"e\xcc\x81\n"),
    "a time": (b"took 1.2s\n", b"took 9.9s\n"),
    "an address": (b"<A at 0x7f00>\n", b"<A at 0x7fff>\n"),
    "a path": (b"/tmp/a/x\n", b"/tmp/b/x\n"),
    "a date": (b"2020-01-01\n", b"2021-05-05\n"),
}
OUTPUTS = [
    OutputAttack(
        name=f"output: {what}",
        mechanism="another output that looks, or is read as, the right one",
        seen="failed",
        right=right,
        printed=printed,
    )
    for what, (right, printed) in PRINTED.items()
]
