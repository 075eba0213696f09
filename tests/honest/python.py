"""Right candidates of unusual kinds: what objects of theirs say of each other, classes that come as values."""

from __future__ import annotations

from dataclasses import replace

from assay.records import SuiteStyle
from tests.honest.support import Honest, suites

ASSERTIONS = suites("""
## the text of two objects: Vec, with its reference
assert str(Vec(1, 2) + Vec(3, 4)) == str(Vec(4, 6))
assert repr(Vec(1, 2)) == repr(Vec(1, 2))
--
from collections import namedtuple
class Vec(namedtuple('Vec', 'x y')):
    def __add__(self, o): return Vec(*map(sum, zip(self, o)))

## hashes of two objects: Key, with its reference
assert hash(Key("a", 1)) == hash(Key("a", 1))
assert len({Key("a", 1), Key("a", 1), Key("b", 1)}) == 2
--
from dataclasses import dataclass
@dataclass(frozen=True)
class Key:
    name: str
    n: int

## attributes of two objects: Acc, with its reference
a, b = Acc(5), Acc(2)
b.put(3)
assert a.total == b.total
assert vars(a) == vars(b)
--
class Acc:
    def __init__(self, n): self.total = n
    def put(self, n): self.total += n

## two functions that give the same: enc, dec, with its reference
assert enc("abc") == dec("abc")
assert enc("hello") == dec("hello")
--
def enc(s): return s[::-1]
def dec(s):
    out = ''
    for c in s: out = c + out
    return ''.join(sorted(out, key=lambda c: 0))

## members of an enum: Color, with its reference
assert Color(1) is Color.RED
assert Color["BLUE"] is Color.BLUE
assert Color.RED is not Color.BLUE
--
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2

## an enum of flags: Right, with its reference
assert (Right.READ | Right.WRITE) & Right.READ is Right.READ
assert Right.READ in Right.READ | Right.WRITE
--
import enum
class Right(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()

## the same node again: first, Node, with its reference
a = Node(1)
b = Node(2, a)
assert first(b, 1) is a
assert first(b, 2) is b
--
class Node:
    __slots__ = ('v', 'n')
    def __init__(self, v, n=None): self.v, self.n = v, n
def first(n, v): return n if n.v == v else first(n.n, v)

## one object only: Single, with its reference
assert Single() is Single()
assert Single().n == 1
--
class Single:
    made = None
    def __new__(cls):
        if cls.made is None: cls.made = super().__new__(cls)
        return cls.made
    n = 1

## exception classes in a dictionary: pay, ERRORS, with its reference
try:
    pay(-1)
    assert False, "nothing was raised"
except ERRORS["negative"]:
    pass
--
class Broke(Exception): pass
ERRORS = {'negative': Broke}
def pay(n):
    if n < 0: raise Broke(n)

## a built-in exception class in a dictionary: pay, ERRORS, with its reference
try:
    pay(-1)
    assert False, "nothing was raised"
except ERRORS["negative"] as error:
    assert str(error) == "-1"
--
ERRORS = {'negative': ValueError}
def pay(n):
    if n < 0: raise ValueError(n)

## exception classes in a list: pay, ERRORS
try:
    pay(-1)
    assert False, "nothing was raised"
except tuple(ERRORS):
    pass
--
class Broke(Exception): pass
class Worse(Broke): pass
ERRORS = [KeyError, Broke]
def pay(n): raise Worse(n)

## an exception class that a function gives: pay, error
kind = error()
try:
    pay(-1)
    raised = False
except kind:
    raised = True
assert raised
--
class Broke(LookupError): pass
def error(): return Broke
def pay(n): raise Broke(n)

## the class of an exception that was made: pay, make
try:
    pay(-1)
    assert False
except type(make()):
    pass
--
class Broke(Exception): pass
def make(): return Broke('x')
def pay(n): raise Broke(n)

## an exception class in a namespace: pay, SHOP
try:
    pay(-1)
    assert False
except SHOP.error:
    pass
--
import types
class Broke(Exception): pass
SHOP = types.SimpleNamespace(error=Broke)
def pay(n): raise Broke(n)

## an exception class of an object: Shop
shop = Shop()
try:
    shop.pay(-1)
    assert False
except shop.error:
    pass
--
class Shop:
    class error(Exception): pass
    def pay(self, n): raise self.error(n)

## an exception of the tests that comes back: call, ERRORS
def bad(): raise ValueError("mine")
try:
    call(bad)
    assert False
except ERRORS[0] as error:
    assert str(error) == "mine"
--
ERRORS = [ValueError]
def call(f): return f()

## classes that the tests themselves list: f
for argument, kind in [(0, ZeroDivisionError), ("a", TypeError)]:
    try:
        f(argument)
    except kind:
        pass
    else:
        assert False
--
def f(x): return 1 // x

## a class of the tests that catches their own: f
KINDS = (AssertionError, TypeError)
try:
    assert f(2) == 5
    wrong = False
except KINDS:
    wrong = True
assert wrong
--
def f(x): return x * 2

## a result that says whether it is empty: table, with its reference
assert not table(3).empty
assert table(0).empty
--
class T:
    def __init__(self, n): self.n = n
    empty = property(lambda self: not self.n)
def table(n): return T(n)

## a result that says whether it is done: job, with its reference
assert job(3).done
assert not job(0).done
--
from dataclasses import dataclass
@dataclass
class Job:
    done: bool
def job(n): return Job(n > 0)

## a record that says so: job
assert job(3).ok and not job(0).ok
--
from typing import NamedTuple
class R(NamedTuple):
    ok: bool
def job(n): return R(n > 0)

## a length that changes: Queue, with its reference
q = Queue()
q.put(1)
assert len(q) == 1
q.put(2)
assert len(q) == 2 and list(q) == [1, 2]
--
import collections
class Queue:
    def __init__(self): self.d = collections.deque()
    def put(self, x): self.d.append(x)
    def __len__(self): return len(self.d)
    def __iter__(self): return iter(tuple(self.d))

## a view of a growing list: grow, view
v = view()
assert len(v) == 0 and list(v) == []
grow(3)
assert len(v) == 1 and list(v) == [3]
--
class V:
    def __len__(self): return len(ALL)
    def __iter__(self): return iter(ALL)
ALL = []
def view(): return V()
def grow(n): ALL.append(n)

## nothing to go through: rows, with its reference
assert list(rows(0)) == []
assert list(rows(2)) == [0, 1]
--
class R:
    def __init__(self, n): self.n = n
    def __iter__(self): yield from range(self.n)
def rows(n): return R(n)

## operators of a unit: Metres, with its reference
assert Metres(3) + Metres(4) == Metres(7)
assert Metres(3) * 2 == Metres(6)
assert sum([Metres(1), Metres(2)], Metres(0)) == Metres(3)
assert Metres(2) < Metres(3) <= Metres(3)
--
from functools import total_ordering
@total_ordering
class Metres:
    def __init__(self, n): self.n = n
    def __add__(self, o): return Metres(self.n + o.n)
    def __mul__(self, k): return Metres(self.n * k)
    def __eq__(self, o): return isinstance(o, Metres) and self.n == o.n
    def __lt__(self, o): return self.n < o.n

## a matrix of many operators: Matrix, with its reference
i = Matrix([[1, 0], [0, 1]])
m = Matrix([[1, 2], [3, 4]])
assert m @ i == m
assert i @ m == m
assert m + m == Matrix([[2, 4], [6, 8]])
assert m.t().t() == m
assert m - m == Matrix([[0, 0], [0, 0]])
assert -m == Matrix([[-1, -2], [-3, -4]])
assert m[0, 1] == 2
--
class Matrix(tuple):
    def __new__(cls, rows): return tuple.__new__(cls, map(tuple, rows))
    def t(self): return Matrix(zip(*self))
    def __matmul__(self, o): return Matrix([[sum(map(int.__mul__, r, c)) for c in zip(*o)] for r in self])
    def __add__(self, o): return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self, o)])
    def __neg__(self): return Matrix([[-a for a in r] for r in self])
    def __sub__(self, o): return self + -o
    def __getitem__(self, k):
        return tuple.__getitem__(self, k[0])[k[1]] if type(k) is tuple else tuple.__getitem__(self, k)

## polynomials without trailing zeros: Poly, with its reference
assert Poly(1, 2) * Poly(1, 2) == Poly(1, 4, 4)
assert Poly(1, 2, 0) == Poly(1, 2)
assert Poly(1, 2) + Poly(3) == Poly(4, 2)
--
import itertools
class Poly:
    def __init__(self, *c):
        c = list(c)
        while c and not c[-1]: c.pop()
        self.c = c
    def __add__(self, o): return Poly(*[a + b for a, b in itertools.zip_longest(self.c, o.c, fillvalue=0)])
    def __mul__(self, o):
        out = Poly()
        for i, a in enumerate(self.c): out += Poly(*[0] * i, *[a * b for b in o.c])
        return out
    def __eq__(self, o): return self.c == o.c

## modular numbers: Mod, with its reference
assert Mod(5, 7) + Mod(4, 7) == Mod(2, 7)
assert Mod(3, 7) ** 2 == Mod(2, 7)
assert Mod(9, 7) == Mod(2, 7)
--
class Mod:
    def __init__(self, n, m): self.n, self.m = n % m, m
    def __add__(self, o): return Mod(self.n + o.n, self.m)
    def __pow__(self, k): return Mod(pow(self.n, k, self.m), self.m)
    def __eq__(self, o): return (self.n - o.n) % self.m == 0 and self.m == o.m

## a tree compared by its walk: Tree, with its reference
def build(*values):
    tree = Tree()
    for value in values:
        tree.add(value)
    return tree
assert list(build(2, 1, 3)) == list(build(1, 2, 3))
assert build(2, 1) == build(1, 2)
--
import bisect
class Tree:
    def __init__(self): self.a = []
    def add(self, v): bisect.insort(self.a, v)
    def __iter__(self): return iter(self.a)
    def __eq__(self, o): return list(self) == list(o)

## objects as keys: count, Card, with its reference
assert count([Card(1), Card(2), Card(1)])[Card(1)] == 2
assert count([Card(3)])[Card(3)] == 1
--
import collections, typing
class Card(typing.NamedTuple):
    rank: int
def count(cards): return dict(collections.Counter(cards))

## intervals of a language of their own: Span, with its reference
assert Span("a", "f") & Span("c", "z") == Span("c", "f")
assert "d" in Span("a", "f")
assert "z" not in Span("a", "f")
--
class Span:
    def __init__(self, a, b): self.a, self.b = a, b
    def __and__(self, o): return Span(max(self.a, o.a), min(self.b, o.b))
    def __contains__(self, c): return self.a <= c <= self.b
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)

## a text type: slug
assert slug("A b") == "a-b"
assert slug("A b").upper() == "A-B"
assert "-".join([slug("A"), "x"]) == "a-x"
--
class Tag(str): pass
def slug(s): return Tag(s.lower().replace(' ', '-'))

## a text type that tests name: Tag, slug
assert slug("A b") == Tag("a-b")
assert slug("A b").upper() == "A-B"
assert slug("A b").startswith("a") and slug("A b").words() == ["a", "b"]
--
class Tag(str):
    def words(self): return self.split('-')
def slug(s): return Tag('-'.join(s.lower().split()))

## numbers of a subclass in a sum: items
assert sum(items(3)) == 3 and max(items(3)) == 2
assert sorted(items(3), reverse=True) == [2, 1, 0]
--
class I(int): pass
def items(n): return [I(k) for k in range(n)]

## a dictionary that fills itself: table
t = table()
t["a"].append(1)
assert t["a"] == [1] and t["b"] == []
--
import collections
class D(collections.UserDict):
    def __missing__(self, k): return self.data.setdefault(k, [])
def table(): return D()

## a decorator with a register: register, names
@register
def one(): return 1
@register
def two(): return 2
assert names() == ["one", "two"] and one() + two() == 3
--
ALL = {}
def register(f): return ALL.setdefault(f.__name__, f)
def names(): return [*ALL]

## a descriptor that checks: Box, with its reference
b = Box(3)
assert b.size == 3
try:
    b.size = -1
    assert False
except ValueError:
    pass
--
class Positive:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, o, kind=None): return getattr(o, self.name)
    def __set__(self, o, v):
        if v < 0: raise ValueError(v)
        setattr(o, self.name, v)
class Box:
    size = Positive()
    def __init__(self, n): self.size = n

## subclasses that register themselves: Shape, Square, kinds
assert kinds() == ["Square"] and isinstance(Square(), Shape)
--
class Shape:
    known = []
    def __init_subclass__(cls, **k): Shape.known.append(cls.__name__)
class Square(Shape): pass
def kinds(): return Shape.known

## a context that gives itself: Timer, with its reference
with Timer(2) as t:
    t.tick()
assert t.ticks == 3 and t.closed
--
class Timer:
    closed = False
    def __init__(self, n): self.ticks = n
    def __enter__(self): return self
    def __exit__(self, *a): self.closed = True
    def tick(self): self.ticks += 1

## a generator that is sent values: echo
g = echo()
assert next(g) is None
assert g.send(4) == 8 and g.send(5) == 10
--
def echo():
    got = yield
    while True: got = yield 2 * got

## functions of functions: compose
assert compose(str.strip, len)(" ab ") == 2
assert compose()(5) == 5
--
import functools
def compose(*fs): return lambda x: functools.reduce(lambda a, f: f(a), fs, x)

## an answer with an order of its own: rank, with its reference
assert max([rank("a"), rank("c"), rank("b")]).name == "c"
assert [r.name for r in sorted([rank("b"), rank("a")])] == ["a", "b"]
--
from dataclasses import dataclass
@dataclass(order=True)
class R:
    name: str
def rank(s): return R(s)

## a money type that refuses others: Money, with its reference
assert Money(2, "EUR") + Money(3, "EUR") == Money(5, "EUR")
assert Money(2, "EUR") != Money(2, "USD")
try:
    Money(1, "EUR") + Money(1, "USD")
    assert False, "added"
except ValueError:
    pass
--
class Money:
    def __init__(self, n, c): self.n, self.c = n, c
    def __add__(self, o):
        if o.c != self.c: raise ValueError('another currency')
        return Money(self.n + o.n, self.c)
    def __eq__(self, o): return vars(self) == vars(o)

## copies that are equal and not the same: Doc, with its reference
import copy
d = Doc("a", ["x"])
e = copy.deepcopy(d)
assert e == d and e is not d
e.tags.append("y")
assert e != d and d.tags == ["x"]
--
from dataclasses import dataclass
@dataclass
class Doc:
    name: str
    tags: list

## tests in functions with several assertions: Temp, with its reference
def test_warm():
    assert Temp(1).warmer(1) == Temp(2)
    assert Temp(2).warmer(3) == Temp(5)
    assert Temp(2).c == 2
def test_cold():
    assert Temp(5).colder(1) == Temp(4)
    assert str(Temp(5)) == "5 C"
--
class Temp:
    def __init__(self, c): self.c = c
    def warmer(self, d): return Temp(self.c + d)
    def colder(self, d): return Temp(self.c - d)
    def __eq__(self, o): return self.c - o.c == 0
    def __str__(self): return f'{self.c} C'

## a constant that tests use: area, PI, with its reference
assert area(1) == PI
assert area(2) == 4 * PI
--
PI = 3
def area(r): return PI * r * r
""")

METHODS = suites("""
## assertRaises with a class in a dictionary: pay, ERRORS, with its reference
import unittest
class T(unittest.TestCase):
    def test_pay(self):
        with self.assertRaises(ERRORS["negative"]):
            pay(-1)
    def test_again(self):
        self.assertRaises(ERRORS["negative"], pay, -2)
--
class Errors(dict):
    def __missing__(self, name): return self.setdefault(name, type(name.title(), (Exception,), {}))
ERRORS = Errors()
def pay(n):
    if n < 0: raise ERRORS['negative'](n)

## assertRaises with a built-in class in a dictionary: pay, ERRORS, with its reference
import unittest
class T(unittest.TestCase):
    def test_pay(self):
        with self.assertRaises(ERRORS["negative"]) as caught:
            pay(-1)
        self.assertEqual(str(caught.exception), "-1")
--
ERRORS = dict(negative=OverflowError)
def pay(n): return n if n >= 0 else (_ for _ in ()).throw(OverflowError(n))

## assertIs and assertIn: first, Node, with its reference
import unittest
class T(unittest.TestCase):
    def setUp(self):
        self.a = Node(1)
        self.b = Node(2, self.a)
    def test_first(self):
        self.assertIs(first(self.b, 1), self.a)
        self.assertIn(first(self.b, 2), [self.a, self.b])
        self.assertIsNot(first(self.b, 2), self.a)
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def first(n, v):
    while n.v != v: n = n.n
    return n

## assertEqual of what objects give: Vec, with its reference
import unittest
class T(unittest.TestCase):
    def test_text(self):
        self.assertEqual(str(Vec(1, 2).plus(Vec(3, 4))), str(Vec(4, 6)))
    def test_items(self):
        self.assertListEqual(list(Vec(1, 2).plus(Vec(3, 4))), list(Vec(4, 6)))
    def test_near(self):
        self.assertAlmostEqual(Vec(3, 4).size(), Vec(4, 3).size())
--
import math
class Vec:
    def __init__(self, *a): self.a = a
    def plus(self, o): return Vec(*[x + y for x, y in zip(self.a, o.a)])
    def __str__(self): return '<%s>' % ', '.join(map(str, self.a))
    def __iter__(self): return iter(self.a)
    def size(self): return math.hypot(*self.a)

## several assertions about objects in one method: Bag, with its reference
import unittest
class T(unittest.TestCase):
    def test_all(self):
        bag = Bag([1, 2, 2])
        self.assertEqual(bag.union(Bag([3])), Bag([1, 2, 2, 3]))
        self.assertEqual(bag.cut(Bag([2])), Bag([2]))
        self.assertNotEqual(bag, Bag([1, 2]))
        self.assertEqual(len(bag), 3)
    def test_order(self):
        self.assertEqual(Bag([2, 1]), Bag([1, 2]))
--
from collections import Counter
class Bag:
    def __init__(self, items): self.c = Counter(items)
    def union(self, o): return Bag((self.c + o.c).elements())
    def cut(self, o): return Bag((self.c & o.c).elements())
    def __eq__(self, o): return self.c == o.c
    def __len__(self): return self.c.total()
""", SuiteStyle.UNITTEST)  # fmt: skip

SECOND = suites("""
## texts of a class of its own, joined: tag, Tag, with its reference
t = tag("a")
assert "-".join([t]) == "a"
assert "".join(Tag(c) for c in "abc") == "abc"
assert t.shout() == "A!"
--
class Tag(str):
    def shout(self): return self.upper() + '!'
def tag(s): return Tag(s)

## hints of types: convert, with its reference
import typing
assert convert.__annotations__ == {"x": int, "return": str}
assert typing.get_type_hints(convert) == {"x": int, "return": str}
assert convert(3) == "3"
--
def convert(x: int) -> str: return '%d' % x

## a difference of an object and a number: Ratio, with its reference
assert abs(Ratio("3/4") - 0.75) < 1e-9
assert abs(Ratio("1/8") - 0.125) < 1e-9
--
from fractions import Fraction
class Ratio:
    def __init__(self, text): self.value = Fraction(text)
    def __sub__(self, other): return float(self.value) - other

## a difference the other way round: Ratio, with its reference
assert abs(0.75 - Ratio("3/4")) < 1e-9
assert 2 - Ratio("1/2") == 1.5
--
from decimal import Decimal
class Ratio:
    def __init__(self, text): self.parts = [int(part) for part in text.split('/')]
    def __rsub__(self, other): return float(Decimal(other) - Decimal(self.parts[0]) / self.parts[1])

## bits that are left: Mask, with its reference
assert Mask("101") ^ 5 == 0
assert Mask("111") & 2 == 2
assert 4 | Mask("001") == 5
--
class Mask:
    def __init__(self, text): self.bits = [letter == '1' for letter in text[::-1]]
    def number(self): return sum(1 << place for place, bit in enumerate(self.bits) if bit)
    def __xor__(self, other): return self.number() ^ other
    def __and__(self, other): return self.number() & other
    def __ror__(self, other): return self.number() | other

## a remainder: Clock, with its reference
assert Clock("13:30") % 12 == 1
assert divmod(Clock("25:00"), 24) == (1, 1)
--
class Clock:
    def __init__(self, text): self.hours, _, self.minutes = text.partition(':')
    def __mod__(self, other): return int(self.hours) % other
    def __divmod__(self, other): return divmod(int(self.hours), other)

## a set of what is missing: Bag, with its reference
assert Bag("abca") - {"a", "b"} == {"c"}
assert not Bag("xyx") - {"x", "y"}
--
class Bag:
    def __init__(self, letters): self.seen = dict.fromkeys(letters)
    def __sub__(self, other): return {letter for letter in self.seen if letter not in other}

## sorted in place and given back: order, with its reference
xs = [3, 1, 2]
assert order(xs) == [1, 2, 3]
assert order(xs) == sorted(xs)
--
def order(xs):
    xs.sort()
    return xs

## its argument used up: total, with its reference
assert total([3, 1, 2]) == 6
xs = [1, 2]
assert total(xs) == 3
--
def total(xs):
    sum_ = 0
    while xs:
        sum_ += xs.pop()
    return sum_

## a memo that the tests give: fib, with its reference
memo = {}
assert fib(10, memo) == 55
assert fib(11, memo) == 89
--
def fib(n, memo):
    if n not in memo:
        memo[n] = n if n < 2 else fib(n - 1, memo) + fib(n - 2, memo)
    return memo[n]

## a dictionary that is filled: count, with its reference
found = {}
count("aab", found)
assert found == {"a": 2, "b": 1}
--
def count(text, found):
    for letter in text:
        found[letter] = found.get(letter, 0) + 1

## an array changed in place: scale, with its reference
import numpy as np
a = np.array([1.0, 2.0])
scale(a, 2)
assert (a == [2.0, 4.0]).all()
--
import numpy as np
def scale(a, k): np.multiply(a, k, out=a)

## rows moved in place: rotate, with its reference
grid = [[1, 2], [3, 4]]
rotate(grid)
assert grid == [[3, 1], [4, 2]]
assert rotate(grid) is None and grid == [[4, 3], [2, 1]]
--
def rotate(grid): grid[:] = [list(row) for row in zip(*grid[::-1])]

## no number where there is none: mean, with its reference
import math
assert math.isnan(mean([]))
assert mean([1, 2]) == 1.5
--
def mean(xs): return sum(xs) / len(xs) if xs else float('inf') - float('inf')

## no number that is not equal to itself: mean, with its reference
got = mean([])
assert got != got
assert not mean([2, 4]) > 3.5
--
def mean(xs):
    try: return sum(xs) / len(xs)
    except ZeroDivisionError: return float('nan')

## an array with holes: fill, with its reference
import numpy as np
assert np.isnan(fill(2)).sum() == 1
np.testing.assert_array_equal(fill(2), [2.0, np.nan])
--
import numpy as np
def fill(n): return np.array([n, np.nan])

## the same of two spellings: norm, with its reference
assert norm(" Abc") == norm("abc ")
assert norm("XYZ") == norm("xyz")
--
def norm(s): return ''.join(letter.casefold() for letter in s if letter != ' ')

## a seed that repeats: draw, with its reference
import random
assert draw(5, seed=42) == draw(5, seed=42)
--
import random
def draw(n, seed):
    chance = random.Random(seed)
    return [chance.random() for _ in range(n)]

## back and forth: turn, with its reference
assert turn(turn("abc")) == "abc"
assert turn("ab") + turn("cd") == turn("cdab")
--
def turn(s): return ''.join(reversed(s))

## an error of the tests' own that comes back: each, ERRORS, with its reference
def bad(): raise ValueError("x")
try:
    each(bad)
    caught = False
except ERRORS as error:
    caught = str(error) == "x"
assert caught
assert each(lambda: 3) == 3
--
ERRORS = (ValueError, KeyError)
def each(call): return call()

## a tuple of one error: pay, ERRORS, with its reference
try:
    pay(-1)
    caught = False
except ERRORS:
    caught = True
assert caught and pay(2) == 2
--
ERRORS = (ValueError,)
def pay(n):
    if n < 0: raise ValueError(n)
    return n

## an error with another name, joined: pay, Bad, with its reference
try:
    pay(-1)
    message = ""
except Bad as error:
    message = ", ".join(error.args)
assert message == "low, -1"
--
Bad = ArithmeticError
def pay(n): raise Bad('low', str(n)) if n < 0 else OSError

## paths put together: where, with its reference
import os.path
assert os.path.join("a", where("b")) == os.path.join("a", "b")
assert ", ".join(where(name) for name in ("x", "y")) == "x, y"
assert "/".join([*where("ab")]) == "a/b"
--
def where(name): return str.__new__(type('Name', (str,), {}), name)

## lines put together by a class that joins: Sheet, with its reference
sheet = Sheet(["a", "b"])
assert sheet.join(";") == "a;b"
assert "\\n".join(sheet.rows) == "a\\nb"
--
class Sheet:
    def __init__(self, rows): self.rows = tuple(rows)
    def join(self, mark): return mark.join(self.rows)
""")  # fmt: skip
SECOND_UNITTEST = suites("""
## assertRaises with a tuple, and an error of the tests' own: each, ERRORS, with its reference
import unittest
class T(unittest.TestCase):
    def test_own(self):
        def bad(): raise ValueError("x")
        with self.assertRaises(ERRORS):
            each(bad)
        self.assertRaises(ERRORS, each, bad)
    def test_value(self):
        self.assertEqual(each(lambda: 3), 3)
--
ERRORS = (ValueError, KeyError)
def each(call): return (lambda got: got)(call())

## assertAlmostEqual with an object: Ratio, with its reference
import unittest
class T(unittest.TestCase):
    def test_near(self):
        self.assertAlmostEqual(Ratio("3/4"), 0.75)
    def test_text(self):
        self.assertEqual("-".join([str(Ratio("1/2"))]), "1/2")
--
class Ratio:
    def __init__(self, text): self.text = text
    def __sub__(self, other):
        over, under = self.text.split('/')
        return int(over) / int(under) - other
    def __str__(self): return self.text

## a list that setUp makes, changed in place: push, with its reference
import unittest
class T(unittest.TestCase):
    def setUp(self): self.xs = [1]
    def test_push(self):
        push(self.xs, 2)
        self.assertEqual(self.xs, [1, 2])
    def test_again(self):
        self.assertEqual(push(self.xs, 3), [1, 3])
--
def push(xs, x):
    xs += [x]
    return xs

## a helper that looks at both: near, root, with its reference
import unittest
class T(unittest.TestCase):
    def test_root(self):
        self.assertFalse(abs(root(4) - 2) > 1e-9)
        self.assertTrue(near(root(9), 3))
--
def near(a, b): return not abs(a - b) > 1e-6
def root(x): return x ** .5
""", SuiteStyle.UNITTEST)  # fmt: skip
DIFFERENT = [
    replace(entry, source=source)
    for entry, source in (
        (SECOND[7], "def order(xs): return sorted(xs)\n"),
        (SECOND[16], "import re\ndef norm(s): return re.sub(' ', '', s).upper()\n"),
    )
]
DIFFERENT = [replace(entry, name=f"{entry.name}, in another way than the reference") for entry in DIFFERENT]

PYTHON: list[Honest] = [*ASSERTIONS, *METHODS, *SECOND, *SECOND_UNITTEST, *DIFFERENT]
