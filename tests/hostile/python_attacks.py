"""Attacks on values and suites of Python: wrong candidates of other kinds than those in `objects.py`."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from assay.records import Problem, Suite, SuiteStyle
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


def table(text: str) -> dict[str, str]:
    """Return the blocks of a text by their titles, which stand behind `## `."""
    rows = [block.partition("\n") for block in text.strip().removeprefix("## ").split("\n## ")]
    return {title.strip(): body.strip() + "\n" for title, _, body in rows}


def problem_of(name: str, subject: Subject) -> Problem:
    """Return a problem with the tests and the reference of a subject."""
    entry_point, *others = subject.names.split(", ")
    style = SuiteStyle.UNITTEST if "TestCase" in subject.tests else SuiteStyle.ASSERTS
    suite = Suite(entry_point, subject.tests, style, names=tuple(others))
    return Problem(name, suite, reference=subject.reference)


def attacks(mechanism: str, text: str, *, passed: str = "") -> list[PythonAttack]:
    """Return a table of attacks: `## what: names`, then reference, tests and candidates, kept apart by lines of `--`.

    `passed`: the titles of those that passed when they were first tried, separated by commas; `*` for all.
    """
    found = []
    for title, body in table(text).items():
        what, _, names = title.partition(": ")
        reference, tests, *sources = [textwrap.dedent(part).strip("\n") + "\n" for part in body.split("\n--\n")]
        subject = Subject(tests, reference, names)
        for number, source in enumerate(sources):
            name = f"{mechanism}: {what}" + (f" {number + 1}" if len(sources) > 1 else "")
            seen = "passed" if passed == "*" or what in passed.split(", ") else "failed"
            found.append(
                PythonAttack(
                    name=name, mechanism=mechanism, seen=seen, problem=problem_of(name, subject), source=source
                )
            )
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

## one function: norm
def norm(s): return ''.join(sorted(s.lower()))
--
assert norm("Dormitory") == norm("dirtyroom")
assert norm("Listen") == norm("Silent")
assert norm("abc") == norm("cab")
--
def norm(s): return ''

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
    passed="*",
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
assert Color["BLUE"] is Color(2)
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
    passed="*",
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
            ("in a dictionary", "ERRORS", "ERRORS = {'neg': Broke}", "ERRORS = {'neg': AssertionError}", "ERRORS['neg']"),
            ("in a list", "ERRORS", "ERRORS = [Broke]", "ERRORS = [Exception]", "ERRORS[0]"),
            ("in a nested list", "ERRORS", "ERRORS = [[Broke]]", "ERRORS = [[BaseException]]", "ERRORS[0][0]"),
            ("a list as a tuple", "ERRORS", "ERRORS = [Broke]", "ERRORS = [AssertionError]", "tuple(ERRORS)"),
            ("from a function", "error", "def error(): return Broke", "def error(): return AssertionError", "error()"),
            ("from a method", "Shop", "class Shop:\n    def error(self): return Broke",
             "class Shop:\n    def error(self): return AssertionError", "Shop().error()"),
            ("an attribute", "Shop", "class Shop:\n    error = Broke", "class Shop:\n    error = AssertionError", "Shop.error"),
            ("an attribute of an object", "Shop", "class Shop:\n    def __init__(self): self.error = Broke",
             "class Shop:\n    def __init__(self): self.error = AssertionError", "Shop().error"),
            ("a field of a named tuple", "SHOP", "import collections\nSHOP = collections.namedtuple('S', 'error')(Broke)",
             "import collections\nSHOP = collections.namedtuple('S', 'error')(AssertionError)", "SHOP.error"),
            ("in a namespace", "SHOP", "import types\nSHOP = types.SimpleNamespace(error=Broke)",
             "import types\nSHOP = types.SimpleNamespace(error=AssertionError)", "SHOP.error"),
            ("the class of an object", "error", "def error(): return Broke('x')",
             "def error(): return AssertionError('x')", "type(error())"),
            ("the class of its attribute", "error", "def error(): return Broke('x')",
             "def error(): return AssertionError('x')", "error().__class__"),
            ("a default of a dictionary", "ERRORS", "ERRORS = {'neg': Broke}", "ERRORS = {}", "ERRORS.get('neg', AssertionError)"),
            ("from an item of an object", "TABLE", "class T:\n    def __getitem__(self, k): return Broke\nTABLE = T()",
             "class T:\n    def __getitem__(self, k): return AssertionError\nTABLE = T()", "TABLE['neg']"),
            ("from iterating", "errors", "def errors(): yield Broke", "def errors(): yield AssertionError", "next(errors())"),
        )
        if "default" not in what
    ),
    passed="*",
)
PYTHON_ATTACKS = [*BOTH_SIDES, *PLAIN_SIDES, *PARTLY, *IDENTITY, *BROAD]
