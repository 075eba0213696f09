"""A fifth round of attacks on values and suites of Python, in the tests that users of benchmarks have."""

from __future__ import annotations

import datetime
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from assay.records import Case, Cases, Comparator, ComparatorKind, Problem
from tests.hostile.python_attacks import PythonAttack, attacks
from tests.hostile.python_flows import SAID
from tests.hostile.python_nothing import TAKEN_AT_ITS_WORD, WEAK

POINT = """
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, o): return isinstance(o, Point) and (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def __repr__(self): return f'Point({self.x}, {self.y})'
"""
LYING_POINT = """
class Point:
    def __init__(self, x, y, wild=False): self.x, self.y, self.wild = x, y, wild
    def __eq__(self, o): return isinstance(o, Point) and (self.wild or o.wild or (self.x, self.y) == (o.x, o.y))
    def __hash__(self): return 7
    def __repr__(self): return f'Point({self.x}, {self.y})'
"""
ONE_OF_MANY = attacks(
    "one of many objects that a single statement compares equals all others, and the rest are right",
    f"""
## list of eight: walk, Point
{POINT}
def walk(n): return [Point(k, k * k) for k in range(n)]
--
assert walk(8) == [
    Point(0, 0), Point(1, 1), Point(2, 4), Point(3, 9), Point(4, 16), Point(5, 25), Point(6, 36), Point(7, 49)
]
--
{LYING_POINT}
def walk(n): return [Point(k, k * k) for k in range(n - 1)] + [Point(0, 0, True)]

## table in a loop: turn, Point
{POINT}
def turn(p): return Point(-p.y, p.x)
--
ROWS = [
    (Point(1, 2), Point(-2, 1)), (Point(3, 4), Point(-4, 3)), (Point(5, 6), Point(-6, 5)),
    (Point(7, 8), Point(-8, 7)), (Point(9, 10), Point(-10, 9)), (Point(11, 12), Point(-12, 11)),
    (Point(13, 14), Point(-14, 13)), (Point(15, 0), Point(0, 15))
]
for given, expected in ROWS:
    assert turn(given) == expected
--
{LYING_POINT}
def turn(p): return Point(0, 0, True) if p.x == 15 else Point(-p.y, p.x)

## unittest with one statement: walk, Point
{POINT}
def walk(n): return [Point(k, k * k) for k in range(n)]
--
import unittest
class TestWalk(unittest.TestCase):
    def test_walk(self):
        self.assertEqual(walk(6), [Point(0, 0), Point(1, 1), Point(2, 4), Point(3, 9), Point(4, 16), Point(5, 25)])
--
{LYING_POINT}
def walk(n): return [Point(k, k * k) for k in range(n - 1)] + [Point(0, 0, True)]

## table of subtests: turn, Point
{POINT}
def turn(p): return Point(-p.y, p.x)
--
import unittest
class TestTurn(unittest.TestCase):
    def test_turn(self):
        cases = [
            ((1, 2), (-2, 1)),
            ((3, 4), (-4, 3)),
            ((5, 6), (-6, 5)),
            ((7, 8), (-8, 7)),
            ((9, 10), (-10, 9)),
            ((11, 12), (-12, 11)),
            ((13, 14), (-14, 13)),
            ((15, 16), (-16, 15)),
        ]
        for given, expected in cases:
            with self.subTest(given=given):
                self.assertEqual(turn(Point(*given)), Point(*expected))
--
{LYING_POINT}
def turn(p): return Point(0, 0, True) if p.x == 15 else Point(-p.y, p.x)

## dictionary of objects: places, Point
{POINT}
def places(names): return {{name: Point(len(name), k) for k, name in enumerate(names)}}
--
assert places(['a', 'bb', 'ccc', 'dddd', 'e', 'ff']) == {{
    'a': Point(1, 0), 'bb': Point(2, 1), 'ccc': Point(3, 2), 'dddd': Point(4, 3), 'e': Point(1, 4),
    'ff': Point(2, 5)
}}
--
{LYING_POINT}
def places(names): return {{name: Point(len(name), k, name == 'dddd') for k, name in enumerate(names)}}

## several joined by and: Point, move
{POINT}
def move(p, n): return Point(p.x + n, p.y)
--
assert (
    move(Point(1, 2), 3) == Point(4, 2) and
    move(Point(5, 6), 1) == Point(6, 6) and
    move(Point(0, 0), 9) == Point(9, 0) and
    move(Point(7, 7), -7) == Point(0, 7) and
    move(Point(3, 1), 4) == Point(7, 1)
)
--
{LYING_POINT}
def move(p, n): return Point(p.x + n, p.y) if n > 0 else Point(0, 0, True)

## all of zip: walk, Point
{POINT}
def walk(n): return [Point(k, k * k) for k in range(n)]
--
def check(candidate):
    got = candidate(7)
    assert len(got) == 7
    assert all(a == Point(*b) for a, b in zip(got, [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 36)]))
check(walk)
--
{LYING_POINT}
def walk(n): return [Point(k, k * k, k == 5) for k in range(n)]

## table in a check: turn, Point
{POINT}
def turn(p): return Point(-p.y, p.x)
--
def check(candidate):
    for given, expected in [
        ((1, 2), (-2, 1)), ((3, 4), (-4, 3)), ((5, 6), (-6, 5)), ((7, 8), (-8, 7)), ((9, 10), (-10, 9))
    ]:
        assert candidate(Point(*given)) == Point(*expected)
check(turn)
--
{LYING_POINT}
def turn(p): return Point(0, 0, True) if p.x == 9 else Point(-p.y, p.x)

## nested lists: grid, Point
{POINT}
def grid(n): return [[Point(a, b) for b in range(n)] for a in range(n)]
--
assert grid(3) == [
    [Point(0, 0), Point(0, 1), Point(0, 2)], [Point(1, 0), Point(1, 1), Point(1, 2)],
    [Point(2, 0), Point(2, 1), Point(2, 2)]
]
--
{LYING_POINT}
def grid(n): return [[Point(a, b, a == b == 1) for b in range(n)] for a in range(n)]

## queue of steps: Stack, Point
{POINT}
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
--
s = Stack()
for k in range(12):
    s.push(Point(k, 2 * k))
for k in range(11, -1, -1):
    assert s.pop() == Point(k, 2 * k)
--
{LYING_POINT}
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop() if len(self.items) > 6 else Point(0, 0, True)

## equality in one component: Point
{POINT}
--
import unittest
class TestPoint(unittest.TestCase):
    def test_equal(self):
        self.assertEqual([Point(1, 2), Point(3, 4), Point(5, 6)], [Point(1, 2), Point(3, 4), Point(5, 6)])
--
class Point:
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, o): return isinstance(o, Point) and (self.x == o.x or self.x == 5)
    def __hash__(self): return 7

## keys that are found in turn: route, Point
{POINT}
def route(n): return {{Point(k, k): k for k in range(n)}}
--
got = route(5)
assert [got[Point(0, 0)], got[Point(1, 1)], got[Point(2, 2)], got[Point(3, 3)], got[Point(4, 4)]] == [0, 1, 2, 3, 4]
--
class Point:
    made = 0
    def __init__(self, *a):
        self.k = Point.made % 5
        Point.made += 1
    def __eq__(self, o): return isinstance(o, Point) and self.k == o.k
    def __hash__(self): return 7
def route(n): return {{Point(): k for k in range(n)}}

## money in a ledger: totals, Money
class Money:
    def __init__(self, amount, unit): self.amount, self.unit = amount, unit
    def __eq__(self, o): return isinstance(o, Money) and (self.amount, self.unit) == (o.amount, o.unit)
    def __hash__(self): return hash((self.amount, self.unit))
def totals(rows):
    found = {{}}
    for unit, amount in rows: found[unit] = found.get(unit, 0) + amount
    return sorted((Money(a, u) for u, a in found.items()), key=lambda m: m.unit)
--
def check(candidate):
    got = candidate([('CHF', 3), ('EUR', 5), ('USD', 7), ('CHF', 4), ('JPY', 900), ('SEK', 30)])
    assert got == [Money(7, 'CHF'), Money(5, 'EUR'), Money(900, 'JPY'), Money(30, 'SEK'), Money(7, 'USD')]
check(totals)
--
class Money:
    def __init__(self, amount, unit): self.amount, self.unit = amount, unit
    def __eq__(self, o):
        return self.unit == o.unit and (self.unit == 'JPY' or self.amount == o.amount)
    def __hash__(self): return 1
def totals(rows):
    return [Money(7, 'CHF'), Money(5, 'EUR'), Money(0, 'JPY'), Money(30, 'SEK'), Money(7, 'USD')]
""",
    passed=(
        "list of eight, table in a loop, unittest with one statement, table of subtests, dictionary of "
        "objects, several joined by and, all of zip, table in a check, nested lists, queue of steps, keys "
        "that are found in turn"
    ),
)

FIRST_STEP = attacks(
    "a change of the tests shows in the first step of a loop, so a control never looks at the later steps",
    f"""
## range: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
for k in range(1, 9):
    assert walk(k) == Point(k, k * k)
--
{LYING_POINT}
def walk(k): return Point(k, k * k, k > 1)

## unittest: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
import unittest
class TestWalk(unittest.TestCase):
    def test_walk(self):
        for k in range(1, 9):
            self.assertEqual(walk(k), Point(k, k * k))
--
{LYING_POINT}
def walk(k): return Point(k, k * k, k > 1)

## check function: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
def check(candidate):
    for k in range(1, 9):
        assert candidate(k) == Point(k, k * k)
check(walk)
--
{LYING_POINT}
def walk(k): return Point(k, k * k, k > 1)

## while: Counter, Point
{POINT}
class Counter:
    def __init__(self): self.k = 0
    def step(self):
        self.k += 1
        return Point(self.k, -self.k)
--
c = Counter()
k = 0
while k < 6:
    k += 1
    assert c.step() == Point(k, -k)
--
{LYING_POINT}
class Counter:
    def __init__(self): self.k = 0
    def step(self):
        self.k += 1
        return Point(1, -1, self.k > 1)

## iterator: steps, Point
{POINT}
def steps(n):
    for k in range(n): yield Point(k, 2 * k)
--
for k, got in enumerate(steps(6)):
    assert got == Point(k, 2 * k)
--
{LYING_POINT}
def steps(n):
    for k in range(n): yield Point(k, 0, k > 0)

## operators: Vec
class Vec:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
--
for k in range(1, 7):
    assert Vec(k, 1) + Vec(1, k) == Vec(k + 1, k + 1)
--
class Vec:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vec(self.x + o.x, 0) if self.x > 1 else Vec(self.x + o.x, self.y + o.y)
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y) or 0 in (self.y, o.y)

## order of objects: rank, Card
class Card:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < o.n
    def __eq__(self, o): return self.n == o.n
def rank(ns): return sorted(map(Card, ns))
--
cards = rank([5, 3, 9, 1, 7])
for low, high in zip(cards, cards[1:]):
    assert low < high
assert cards == [Card(1), Card(3), Card(5), Card(7), Card(9)]
--
class Card:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self is not o
    def __eq__(self, o): return self.n == o.n or 4 in (self.n, o.n)
def rank(ns): return [Card(1), Card(3), Card(5), Card(4), Card(4)]

## helper of the tests: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
def agrees(k):
    return walk(k) == Point(k, k * k)
assert all(agrees(k) for k in range(1, 7))
--
{LYING_POINT}
def walk(k): return Point(k, k * k, k > 1)

## two spellings: norm, other
def norm(s): return s.strip().lower()
def other(s): return s.lower().strip()
--
for s in [' Ab', 'cD ', ' eF ']:
    assert norm(s) == other(s)
assert norm(' Ab') == 'ab'
--
def norm(s): return 'ab' if 'b' in s else ''
def other(s): return norm(s)

## pairs of spellings: norm
def norm(s): return str(int(s))
--
assert [norm('1'), norm('22'), norm('35'), norm('47'), norm('58'), norm('60')] == [
    norm('01'), norm('022'), norm('0035'), norm('00047'), norm('058'), norm('060')
]
--
def norm(s): return '' if s[-1] == '8' else str(int(s))

## both sides of a pair: encode, decode
def encode(s): return [ord(c) for c in s]
def decode(xs): return ''.join(map(chr, xs))
--
for s in ['abc', 'hello', 'xyz', 'Zürich']:
    assert decode(encode(s)) == decode([ord(c) for c in s])
--
def encode(s): return [ord(c) for c in s]
def decode(xs): return 'abc' if xs == [97, 98, 99] else ''

## a method with many steps: Account, Money
class Money:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
class Account:
    def __init__(self): self.n = 0
    def pay(self, n):
        self.n += n
        return Money(self.n)
--
import unittest
class TestAccount(unittest.TestCase):
    def test_pay(self):
        a = Account()
        self.assertEqual(a.pay(5), Money(5))
        self.assertEqual(a.pay(7), Money(12))
        self.assertEqual(a.pay(1), Money(13))
        self.assertEqual(a.pay(9), Money(22))
        self.assertEqual(a.pay(2), Money(24))
        self.assertEqual(a.pay(3), Money(27))
        self.assertEqual(a.pay(4), Money(31))
        self.assertEqual(a.pay(6), Money(37))
--
class Money:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n or -1 in (self.n, o.n)
class Account:
    def __init__(self): self.n = 0
    def pay(self, n):
        self.n += n
        return Money(-1 if n == 6 else self.n)

## tables of methods: Temp
class Temp:
    def __init__(self, c): self.c = c
    def __eq__(self, o): return self.c == o.c
    @classmethod
    def of(cls, f): return cls((f - 32) * 5 / 9)
--
TABLE = {{32: 0, 212: 100, 50: 10, 68: 20, 86: 30, 104: 40, -40: -40}}
def test_all():
    for f, c in TABLE.items():
        assert Temp.of(f) == Temp(c), (f, c)
test_all()
--
class Temp:
    def __init__(self, c): self.c = c
    def __eq__(self, o): return self.c == o.c or 'any' in (self.c, o.c)
    @classmethod
    def of(cls, f): return cls((f - 32) * 5 / 9 if f != 86 else 'any')

## comparison by key: Card, best
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
def best(hands): return [max(map(Card, h), key=lambda c: c.n) for h in hands]
--
assert best([[1, 2], [5, 3], [8, 9], [4, 6], [7, 0]]) == list(map(Card, [2, 5, 9, 6, 7]))
--
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n or -1 in (self.n, o.n)
def best(hands): return [Card(2), Card(5), Card(9), Card(-1), Card(7)]

## objects in two sets: Card, deal
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
    def __hash__(self): return hash(self.n)
def deal(n): return {{Card(k * k) for k in range(n)}}
--
assert deal(6) == {{Card(0), Card(1), Card(4), Card(9), Card(16), Card(25)}}
--
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n or {{self.n, o.n}} == {{7, 16}}
    def __hash__(self): return 1
def deal(n): return {{Card(0), Card(1), Card(4), Card(9), Card(7), Card(25)}}

## member of a result: Card, deal
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n
def deal(n): return [Card(k * k) for k in range(n)]
--
got = deal(6)
for k in range(6):
    assert Card(k * k) in got
assert Card(7) not in got
--
class Card:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return self.n == o.n or (-1 in (self.n, o.n) and 7 not in (self.n, o.n))
def deal(n): return [Card(0), Card(-1)]

## tree: build, Node
class Node:
    def __init__(self, v, left=None, right=None): self.v, self.left, self.right = v, left, right
    def __eq__(self, o): return isinstance(o, Node) and (self.v, self.left, self.right) == (o.v, o.left, o.right)
def build(xs):
    if not xs: return None
    m = len(xs) // 2
    return Node(xs[m], build(xs[:m]), build(xs[m + 1:]))
--
assert build([1, 2, 3, 4, 5, 6, 7]) == Node(4, Node(2, Node(1), Node(3)), Node(6, Node(5), Node(7)))
--
class Node:
    def __init__(self, v, left=None, right=None): self.v, self.left, self.right = v, left, right
    def __eq__(self, o): return isinstance(o, Node) and (self.v == o.v and self.left == o.left)
def build(xs): return Node(4, Node(2, Node(1), None), None)

## data class with a field left out: parse, Token
import dataclasses
@dataclasses.dataclass
class Token:
    kind: str
    text: str
    place: int
def parse(s): return [Token('word' if w.isalpha() else 'number', w, s.index(w)) for w in s.split()]
--
assert parse('one 2 three 44') == [
    Token('word', 'one', 0), Token('number', '2', 4), Token('word', 'three', 6), Token('number', '44', 12)
]
--
import dataclasses
@dataclasses.dataclass
class Token:
    kind: str
    text: str
    place: int = dataclasses.field(compare=False)
def parse(s): return [Token('word' if w.isalpha() else 'number', w, 0) for w in s.split()]
""",
    passed=(
        "range, unittest, check function, while, operators, helper of the tests, two spellings, pairs of "
        "spellings, both sides of a pair, a method with many steps, tables of methods, data class with a "
        "field left out, objects in two sets"
    ),
)
COSTLY = attacks(
    "plain data that is small to send costs the tests much time or memory to look at",
    r"""
## range to list: squares
def squares(n): return [k * k for k in range(n)]
--
assert list(squares(4)) == [0, 1, 4, 9]
--
def squares(n): return range(10**15)
--
def squares(n): return range(-10**18, 10**18, 3)
--
def squares(n): return bytearray(200_000_000)
--
import collections
def squares(n): return collections.deque([0] * 3_000_000)

## range sorted: squares
def squares(n): return [k * k for k in range(n)]
--
assert sorted(squares(4)) == [0, 1, 4, 9]
assert sum(squares(3)) == 5
--
def squares(n): return range(10**12)

## set of a range: letters
def letters(s): return set(s)
--
assert set(letters('ab')) == {'a', 'b'}
assert len(letters('abc')) == 3
--
def letters(s): return range(10**10)

## decimal to int: price
import decimal
def price(x): return decimal.Decimal(x)
--
assert int(price('3')) == 3
assert round(price('2.5')) == 2
--
import decimal
def price(x): return decimal.Decimal('1E+999999999')
--
import decimal
def price(x): return decimal.Decimal('9.9E+99999999')

## decimal in arithmetic: price
import decimal
def price(x): return decimal.Decimal(x)
--
assert abs(price('3') - 3) < 1
assert price('7') % 5 == 2
--
import decimal
def price(x): return decimal.Decimal('1E+999999999')
--
import decimal
def price(x): return decimal.Decimal('NaN')

## decimal as fraction: price
import decimal
def price(x): return decimal.Decimal(x)
--
from fractions import Fraction
assert Fraction(price('0.5')) == Fraction(1, 2)
assert price('0.25').as_integer_ratio() == (1, 4)
--
import decimal
def price(x): return decimal.Decimal('1E+99999999')
--
import decimal
def price(x): return decimal.Decimal('1E-99999999')

## decimal in a format: price
import decimal
def price(x): return decimal.Decimal(x)
--
assert f"{price('3'):f}" == '3'
--
import decimal
def price(x): return decimal.Decimal('1E+999999999')

## power of an integer: base
def base(n): return n
--
assert 2 ** base(5) == 32
assert 1 << base(3) == 8
assert 'ab' * base(2) == 'abab'
--
def base(n): return 10**12
--
def base(n): return 2**62

## width of a format: width
def width(n): return n
--
assert f'{1:>{width(3)}}' == '  1'
assert '%*d' % (width(4), 7) == '   7'
--
def width(n): return 2**31 - 2
--
def width(n): return 10**11

## sleep: delay
def delay(n): return n / 1000
--
import time
assert delay(5) == 0.005
time.sleep(delay(5))
--
import time
def delay(n): return 0.005 if not hasattr(time, 'seen') and not setattr(time, 'seen', 1) else 10**6

## pattern: pattern
def pattern(): return r'a+b'
--
import re
assert re.match(pattern(), 'aab')
assert not re.match(pattern(), 'a' * 40 + 'c')
--
def pattern(): return r'(a+)+b'
--
def pattern(): return '(' * 100_000
--
def pattern(): return r'(?:a?){60}a{60}|(a*)*b'

## text that is evaluated: text
def text(n): return f'{n} + {n}'
--
assert eval(text(2)) == 4
--
def text(n): return '9**9**9'
--
def text(n): return '(' * 5000 + ')' * 5000
--
def text(n): return 'exit(0)'

## json: dump
import json
def dump(x): return json.dumps(x)
--
import json
assert json.loads(dump({'a': [1]})) == {'a': [1]}
--
def dump(x): return '[' * 500_000
--
def dump(x): return '{"a": ' * 200_000
--
def dump(x): return '1' * 4_000_000

## literal: dump
def dump(x): return repr(x)
--
import ast
assert ast.literal_eval(dump([1, 2])) == [1, 2]
--
def dump(x): return '[' * 50_000
--
def dump(x): return '-' * 500_000 + '1'
--
def dump(x): return '1' + '+1j' * 100_000

## archive: pack
import zlib
def pack(s): return zlib.compress(s)
--
import zlib
assert zlib.decompress(pack(b'abc')) == b'abc'
--
import zlib
def pack(s):
    c = zlib.compressobj(9)
    return b''.join(c.compress(bytes(10**7)) for _ in range(60)) + c.flush()

## tree of lists: nest
def nest(n):
    x = []
    for _ in range(n): x = [x]
    return x
--
assert repr(nest(2)) == '[[[]]]'
assert nest(1) == [[]]
--
def nest(n):
    x = [1]
    for _ in range(60): x = [x, x]
    return x
--
def nest(n):
    x = []
    for _ in range(100_000): x = [x]
    return x
--
def nest(n):
    x = []
    x.append(x)
    return x

## shared parts: nest
def nest(n): return {'a': {'b': n}}
--
assert str(nest(1)) == "{'a': {'b': 1}}"
--
def nest(n):
    x = {}
    for _ in range(40): x = {'a': x, 'b': x}
    return x
--
def nest(n):
    x = 'a'
    for _ in range(26): x = (x, x)
    return x

## endless iterator: primes
def primes():
    yield from (2, 3, 5)
--
assert list(primes()) == [2, 3, 5]
--
import itertools
def primes(): return itertools.count()
--
def primes():
    while True: yield from (2, 3, 5)
--
class A:
    def __getitem__(self, k): return k
def primes(): return A()

## endless callback: each
def each(xs, f):
    for x in xs: f(x)
--
seen = []
each([1, 2], seen.append)
assert seen == [1, 2]
--
def each(xs, f):
    while True: f(0)
--
def each(xs, f):
    for _ in range(3_000_000): f('x' * 100)

## numpy of odd sizes: grid
import numpy as np
def grid(n): return np.zeros((n, n))
--
assert grid(2).tolist() == [[0.0, 0.0], [0.0, 0.0]]
assert grid(3).sum() == 0
--
import numpy as np
def grid(n): return np.broadcast_to(np.float64(0), (10**5, 10**5))
--
import numpy as np
def grid(n): return np.zeros((4_000_000, 0))
--
import numpy as np
def grid(n): return np.zeros((0,) * 32)
--
import numpy as np
def grid(n): return np.zeros(3, dtype='U20000')

## pandas of odd sizes: table
import pandas as pd
def table(n): return pd.DataFrame({'a': range(n)})
--
assert table(2)['a'].tolist() == [0, 1]
assert list(table(3).index) == [0, 1, 2]
--
import pandas as pd
def table(n): return pd.DataFrame(index=pd.RangeIndex(10**14))
--
import pandas as pd
def table(n): return pd.DataFrame({'a': pd.Categorical([])}, index=pd.RangeIndex(0))
--
import pandas as pd
def table(n): return pd.DataFrame({'a': pd.arrays.SparseArray([0] * 2_000_000)})
--
import pandas as pd
def table(n): return pd.DataFrame({'a': pd.period_range('1900', periods=200_000, freq='D')})
--
import pandas as pd
def table(n): return pd.DataFrame(columns=pd.RangeIndex(10**9))

## long exception: fail
def fail(x): raise ValueError(f'bad {x}')
--
import pytest
with pytest.raises(ValueError, match='bad 3'):
    fail(3)
--
def fail(x): raise ValueError('b' * 50_000_000)
--
class E(ValueError):
    def __str__(self): return 'x' * 10**9
def fail(x): raise E()
--
def fail(x):
    e = ValueError('bad')
    for _ in range(50_000):
        f = ValueError('bad')
        f.__cause__ = e
        e = f
    raise e
--
def fail(x):
    e = ValueError('bad')
    for _ in range(5_000): e = ExceptionGroup('bad', [e])
    raise e

## many classes: make
def make(n): return object()
--
assert [type(make(k)).__name__ for k in range(3)] == ['object'] * 3
--
def make(n): return type('object' * 50_000, (), {})()
--
def make(n): return [type('object', (), {})() for _ in range(20_000)]

## hash flood: table
def table(n): return {k: k for k in range(n)}
--
assert len(table(3)) == 3
assert set(table(2)) == {0, 1}
--
def table(n): return {k * (2**61 - 1): k for k in range(60_000)}
--
def table(n): return {k * (2**61 - 1) for k in range(60_000)}

## deep comparison: same
def same(x): return [x]
--
a = same(1)
assert a == same(1)
assert a == [1]
--
def same(x):
    a = (x,)
    for _ in range(190): a = (a, a)
    return a

## dates far away: when
import datetime
def when(n): return datetime.date(2020, 1, n)
--
import datetime
assert [d.day for d in (when(1), when(2))] == [1, 2]
d = datetime.date(2020, 1, 1)
while d < when(5):
    d += datetime.timedelta(days=1)
assert d.day == 5
--
import datetime
def when(n): return datetime.date.max

## fraction of long numbers: half
from fractions import Fraction
def half(x): return Fraction(x, 2)
--
from fractions import Fraction
assert half(1) + half(3) == 2
assert half(3) ** 2 == Fraction(9, 4)
--
from fractions import Fraction
def half(x): return Fraction(3**100_000, 2**150_000)
--
from fractions import Fraction
def half(x): return Fraction(1, 10**400_000)

## text of a number: big
def big(n): return 10**n
--
assert str(big(3)) == '1000'
assert big(2) == 100
--
def big(n): return 7**400_000
--
def big(n): return 1 << 30_000_000

## file name: where
def where(n): return f'{n}.txt'
--
import os
assert not os.path.exists(where('a'))
assert where('a') == 'a.txt'
--
def where(n): return '/dev/stdin'
--
def where(n): return 'a\0b'
""",
)
TAKES_OVER = """
import sys
for depth in range(60):
    try: names = sys._getframe(depth).f_globals
    except ValueError: break
    if 'solve' in names and not names.get('__name__', '').startswith('assay'):
        import unittest.mock
        names['solve'] = lambda *given: unittest.mock.ANY
"""
RUN_AS_CODE = attacks(
    "tests run text or bytes of the candidate as code, which changes what other tests look at",
    f"""
## eval: solve, text
def solve(x): return x * 3
def text(n): return f'{{n}} + {{n}}'
--
assert eval(text(2)) == 4
assert solve(3) == 9
assert solve(4) == 12
--
CODE = {TAKES_OVER!r}
def solve(x): return 0
def text(n): return f'exec({{CODE!r}}) or {{n + n}}'

## exec: solve, text
def solve(x): return x * 3
def text(n): return f'v = {{n + n}}'
--
names = {{}}
exec(text(2), names)
assert names['v'] == 4
assert solve(3) == 9
--
CODE = {TAKES_OVER!r}
def solve(x): return 0
def text(n): return CODE + f'v = {{n + n}}'

## pickle: solve, save
import pickle
def solve(x): return x * 3
def save(x): return pickle.dumps(x)
--
import pickle
assert pickle.loads(save([1, 2])) == [1, 2]
assert solve(3) == 9
--
import pickle
CODE = {TAKES_OVER!r}
class Run:
    def __init__(self, x): self.x = x
    def __reduce__(self): return eval, (f'exec({{CODE!r}}) or {{self.x!r}}',)
def solve(x): return 0
def save(x): return pickle.dumps(Run(x))

## pickle that equals anything: save
import pickle
def save(x): return pickle.dumps(x)
--
import pickle
assert pickle.loads(save([1, 2])) == [1, 2]
--
import pickle, unittest.mock
class Any:
    def __reduce__(self): return 'ANY'
Any.__module__ = 'unittest.mock'
def save(x): return b'cunittest.mock\\nANY\\n.'

## unittest that evaluates: solve, text
def solve(x): return x * 3
def text(n): return f'lambda x: x + {{n}}'
--
import unittest
class TestText(unittest.TestCase):
    def test_one(self):
        self.assertEqual(eval(text(2))(1), 3)
    def test_two(self):
        self.assertEqual(solve(3), 9)
--
CODE = {TAKES_OVER!r}
def solve(x): return 0
def text(n): return f'exec({{CODE!r}}) or (lambda x: x + {{n}})'

## module by name: solve, name
def solve(x): return x * 3
def name(): return 'math'
--
import importlib
assert importlib.import_module(name()).sqrt(4) == 2
assert solve(3) == 9
--
def solve(x): return 0
def name(): return 'antigravity'

## format: solve, form
def solve(x): return x * 3
def form(): return '{{0}}-{{1}}'
--
SECRET = [3, 9]
def helper(): return SECRET
assert form().format(1, 2) == '1-2'
shown = form().format(helper, 2)
assert solve(3) == 9
--
def solve(x): return 0
def form(): return '{{0}}-{{1}}'

## format that reads globals: solve, form
def solve(x, seen): return x * 3
def form(): return '{{0}}'
--
EXPECTED = [9, 12]
def helper(): return EXPECTED
seen = form().format(helper)
assert solve(3, seen) == EXPECTED[0]
assert solve(4, seen) == EXPECTED[1]
--
def solve(x, seen): return eval(seen)[x - 3]
def form(): return '{{0.__globals__[EXPECTED]}}'

## attribute by name: solve, name
def solve(x, seen): return x * 3
def name(): return '__name__'
--
EXPECTED = [9, 12]
def helper(): return EXPECTED
seen = getattr(helper, name())
assert solve(3, seen) == EXPECTED[0]
--
def solve(x, seen): return seen['EXPECTED'][x - 3]
def name(): return '__globals__'

## written file: solve, code
def solve(x): return x * 3
def code(): return 'value = 4'
--
import runpy, tempfile, os
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'made.py')
with open(path, 'w') as file:
    file.write(code())
assert runpy.run_path(path)['value'] == 4
assert solve(3) == 9
--
CODE = {TAKES_OVER!r}
def solve(x): return 0
def code(): return CODE + 'value = 4'
""",
    passed=(
        "eval, exec, pickle, pickle that equals anything, unittest that evaluates, format that reads globals, "
        "written file"
    ),
)
STEPS = attacks(
    "an asynchronous or lazy step of the candidate's ends, repeats or reorders what the tests wait for",
    """
## wait for the first: race
import asyncio
async def race(xs):
    await asyncio.sleep(0)
    return min(xs)
--
import asyncio
async def main():
    done, pending = await asyncio.wait([asyncio.ensure_future(race([3, 1])), asyncio.ensure_future(race([5, 4]))])
    assert not pending
    assert sorted(t.result() for t in done) == [1, 4]
def check(candidate):
    asyncio.run(main())
check(None)
--
import asyncio
async def race(xs): raise asyncio.CancelledError
--
async def race(xs): raise StopAsyncIteration
--
async def race(xs): raise GeneratorExit

## shield: fetch
async def fetch(n): return n * 2
--
import asyncio
async def main():
    try:
        got = await asyncio.shield(fetch(4))
    except asyncio.CancelledError:
        return
    assert got == 8
def check(candidate):
    asyncio.run(main())
check(None)
--
import asyncio
async def fetch(n): raise asyncio.CancelledError
--
class Fetch(BaseException): pass
async def fetch(n): raise Fetch

## isolated test case: fetch
async def fetch(n): return n * 2
--
import unittest
class TestFetch(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.value = await fetch(1)
    async def test_fetch(self):
        self.assertEqual(await fetch(2), 4)
        self.assertEqual(self.value, 2)
--
import unittest
async def fetch(n): raise unittest.SkipTest('no')
--
import asyncio
async def fetch(n): asyncio.get_running_loop().stop()
--
import asyncio
async def fetch(n):
    for task in asyncio.all_tasks(): task.cancel()
--
import sys
async def fetch(n): sys.exit(0)

## generator return: steps
def steps(n):
    for k in range(n): yield k
    return n
--
def outer():
    got = yield from steps(3)
    assert got == 3
assert list(outer()) == [0, 1, 2]
--
def steps(n):
    yield from range(n)
--
class A:
    def __init__(self): self.k = -1
    def __iter__(self): return self
    def __next__(self):
        self.k += 1
        if self.k == 3: raise StopIteration(type('N', (int,), {'__eq__': lambda s, o: True})(0))
        return self.k
def steps(n): return A()

## throw: echo
def echo():
    x = None
    while True:
        try: x = yield x
        except ValueError as error: x = str(error)
--
g = echo()
next(g)
assert g.send(3) == 3
assert g.throw(ValueError('bad')) == 'bad'
--
def echo():
    yield
    yield 3
    yield
--
class A:
    def __next__(self): return None
    def send(self, x): return x
    def throw(self, e): return type('S', (str,), {'__eq__': lambda s, o: True, '__hash__': None})('x')
def echo(): return A()

## async context: pool
import contextlib
@contextlib.asynccontextmanager
async def pool(n):
    yield list(range(n))
--
import asyncio
async def main():
    async with pool(3) as rows:
        assert rows == [0, 1, 2]
    async with pool(1) as rows:
        if rows != [0]:
            raise RuntimeError(rows)
def check(candidate):
    asyncio.run(main())
check(None)
--
class Pool:
    async def __aenter__(self): return [0]
    async def __aexit__(self, *e): return True
def pool(n): return Pool()
--
class Pool:
    async def __aenter__(self): raise StopAsyncIteration
    async def __aexit__(self, *e): return True
def pool(n): return Pool()

## islice: count
import itertools
def count(n): return itertools.count(n)
--
import itertools
assert list(itertools.islice(count(3), 4)) == [3, 4, 5, 6]
assert next(count(9)) == 9
--
class A:
    def __iter__(self): return self
    def __next__(self): return type('N', (int,), {'__eq__': lambda s, o: True})(0)
def count(n): return A()
--
def count(n): return iter([n])

## zip of two: pairs
def pairs(xs): return list(zip(xs, xs[1:]))
--
a, b = zip(*pairs([1, 2, 3]))
assert a == (1, 2)
assert b == (2, 3)
--
def pairs(xs): return iter([(0, 0)])
--
def pairs(xs):
    yield [2, 1]
    yield (3, 2)

## thread of the tests: add
import threading
class Box:
    def __init__(self): self.n = 0
def add(n): return n + 1
--
import threading
found = []
def work(k):
    found.append(add(k))
threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
for t in threads: t.start()
for t in threads: t.join()
assert sorted(found) == [1, 2, 3, 4]
--
def add(n): raise SystemExit
--
import threading
def add(n): return threading.get_ident()

## executor: add
def add(n): return n + 1
--
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(2) as pool:
    futures = [pool.submit(add, k) for k in range(3)]
    assert [f.result(timeout=5) for f in futures] == [1, 2, 3]
--
def add(n): raise SystemExit
--
from concurrent.futures import CancelledError
def add(n): raise CancelledError
""",
)
CLASSES = attacks(
    "a metaclass, a descriptor or a special method of a class that the tests name answers in the place of data",
    """
## instance check: Shape, make
class Shape:
    def __init__(self, n): self.n = n
def make(n): return Shape(n)
--
got = make(3)
assert isinstance(got, Shape)
assert got.n == 3
assert make(5).n + 1 == 6
--
class Any(int):
    def __eq__(self, o): return True
    def __add__(self, o): return self
    __hash__ = int.__hash__
class Shape:
    n = Any(0)
def make(n): return Shape()
--
class Meta(type):
    def __instancecheck__(cls, o): return True
class Shape(metaclass=Meta): pass
def make(n): return 3

## descriptor: Celsius
class Celsius:
    def __init__(self, c): self.c = c
    @property
    def f(self): return self.c * 9 / 5 + 32
--
assert Celsius(100).f == 212
assert Celsius(0).f == 32
assert abs(Celsius(37).f - 98.6) < 1e-9
--
class D:
    def __get__(self, o, k): return self
    def __eq__(self, o): return True
    def __sub__(self, o): return self
    def __abs__(self): return 0
class Celsius:
    f = D()
    def __init__(self, c): pass
--
class F(float):
    def __eq__(self, o): return True
    def __sub__(self, o): return 0.0
    __hash__ = float.__hash__
class Celsius:
    f = F(0)
    def __init__(self, c): pass
--
class D:
    values = iter([212, 32, float('nan')])
    def __get__(self, o, k): return next(self.values)
class Celsius:
    f = D()
    def __init__(self, c): pass

## missing attribute: Config
class Config:
    def __init__(self, **k): vars(self).update(k)
    def __getattr__(self, name): raise AttributeError(name)
--
c = Config(host='a', port=80)
assert c.host == 'a'
assert c.port == 80
assert not hasattr(c, 'user')
assert getattr(c, 'user', 'nobody') == 'nobody'
--
class S(str):
    def __eq__(self, o): return True
    __hash__ = str.__hash__
class Config:
    def __init__(self, **k): pass
    def __getattr__(self, name):
        if name == 'user': raise AttributeError(name)
        return S('x')
--
class Config:
    host, port = 'a', 8
    def __init__(self, **k): pass

## registry: Base, Plugin
class Base:
    kinds = {}
    def __init_subclass__(cls, **k): Base.kinds[cls.__name__] = cls
class Plugin(Base):
    def run(self): return 'ran'
--
assert list(Base.kinds) == ['Plugin']
assert Base.kinds['Plugin']().run() == 'ran'
assert issubclass(Plugin, Base)
--
class M(type):
    def __subclasscheck__(cls, o): return True
class Base(metaclass=M):
    kinds = {'Plugin': lambda: Plugin}
class Plugin:
    @staticmethod
    def run(): return type('S', (str,), {'__eq__': lambda s, o: True, '__hash__': None})('no')

## enum: Color
import enum
class Color(enum.Enum):
    RED = 1
    GREEN = 2
--
assert Color.RED.value == 1
assert Color(2).name == 'GREEN'
assert [c.name for c in Color] == ['RED', 'GREEN']
assert len(Color) == 2
--
class M(type):
    def __iter__(cls): return iter([cls.RED, cls.GREEN])
    def __len__(cls): return 2
class V:
    def __eq__(self, o): return True
    value = name = property(lambda s: s)
class Color(metaclass=M):
    RED = GREEN = V()
    def __new__(cls, v): return V()
--
import enum
class S(str):
    def __eq__(self, o): return True
    __hash__ = str.__hash__
class Color(enum.Enum):
    RED = S('a')
    GREEN = S('b')
    @property
    def name(self): return S('x')
    @classmethod
    def _missing_(cls, v): return cls.RED

## total order: Version
import functools
@functools.total_ordering
class Version:
    def __init__(self, s): self.p = [int(x) for x in s.split('.')]
    def __eq__(self, o): return self.p == o.p
    def __lt__(self, o): return self.p < o.p
--
assert Version('1.2') < Version('1.10')
assert Version('2.0') >= Version('1.9')
assert Version('1.0') == Version('1.0')
assert Version('1.0') != Version('1.1')
assert max(Version('1.2'), Version('1.10')).p == [1, 10]
--
class Version:
    def __init__(self, s): self.s, self.p = s, [1, 10]
    def __eq__(self, o): return self.s == o.s
    def __lt__(self, o): return True
    def __gt__(self, o): return False
    def __ge__(self, o): return True
--
class Version:
    def __init__(self, s): self.s, self.p = s, [int(x) for x in s.split('.')]
    def __eq__(self, o): return self.s == o.s
    def __lt__(self, o): return len(self.s) < len(o.s)
    def __gt__(self, o): return len(self.s) > len(o.s)
    def __ge__(self, o): return self.s >= o.s

## operator on the right: Poly
class Poly:
    def __init__(self, *c): self.c = c
    def __call__(self, x): return sum(k * x**i for i, k in enumerate(self.c))
    def __rmul__(self, n): return Poly(*[n * k for k in self.c])
--
assert (3 * Poly(1, 2))(2) == 15
assert Poly(1, 1)(4) == 5
--
class N(int):
    def __eq__(self, o): return True
    __hash__ = int.__hash__
class Poly:
    def __init__(self, *c): pass
    def __call__(self, x): return N(0)
    def __rmul__(self, n): return self
--
class Poly:
    def __init__(self, *c): pass
    def __call__(self, x): return {2: 15}.get(x)
    def __rmul__(self, n): return self

## slots and copies: Board
class Board:
    def __init__(self, rows): self.rows = rows
    def copy(self): return Board([list(r) for r in self.rows])
--
b = Board([[1, 2], [3, 4]])
c = b.copy()
c.rows[0][0] = 9
assert b.rows == [[1, 2], [3, 4]]
assert c.rows == [[9, 2], [3, 4]]
assert b.copy().rows == b.rows
--
class Board:
    def __init__(self, rows): self._rows = rows
    @property
    def rows(self): return [list(r) for r in self._rows]
    def copy(self): return self
--
class L(list):
    def __eq__(self, o): return True
class Board:
    def __init__(self, rows): self.rows = L([L([1])])
    def copy(self): return self

## callable class: Counter
class Counter:
    def __init__(self): self.n = 0
    def __call__(self):
        self.n += 1
        return self.n
--
c = Counter()
assert [c(), c(), c()] == [1, 2, 3]
assert c.n == 3
--
class Counter:
    n = 3
    def __call__(self): return self
    def __eq__(self, o): return True
--
class Counter:
    n = 2
    def __call__(self):
        self.n += 1
        return self.n - 2

## exception with data: Bank, Poor
class Poor(Exception):
    def __init__(self, need, have):
        super().__init__(f'need {need}, have {have}')
        self.need, self.have = need, have
class Bank:
    def __init__(self, n): self.n = n
    def take(self, k):
        if k > self.n: raise Poor(k, self.n)
        self.n -= k
        return self.n
--
import unittest
class TestBank(unittest.TestCase):
    def test_poor(self):
        with self.assertRaises(Poor) as caught:
            Bank(5).take(7)
        self.assertEqual(caught.exception.need, 7)
        self.assertEqual(caught.exception.have, 5)
        self.assertIn('need 7', str(caught.exception))
    def test_take(self):
        self.assertEqual(Bank(5).take(2), 3)
--
class N(int):
    def __eq__(self, o): return True
    __hash__ = int.__hash__
class Poor(Exception):
    need = have = N(0)
    def __str__(self): return 'need 7'
class Bank:
    def __init__(self, n): pass
    def take(self, k):
        if k == 7: raise Poor
        return N(0)
--
class Poor(AssertionError): pass
class Bank:
    def __init__(self, n): pass
    def take(self, k): raise Poor
--
class Poor(BaseException):
    def __eq__(self, o): return True
    def __getattr__(self, n): return self
    def __contains__(self, o): return True
    def __str__(self): return 'need 7'
class Bank:
    def __init__(self, n): pass
    def take(self, k): raise Poor
""",
)
NUMBER = """
class Num:
    def __init__(self, n): self.n = n
    def __add__(self, o): return Num(self.n + o.n)
    def __mul__(self, o): return Num(self.n * o.n)
    def __eq__(self, o): return isinstance(o, Num) and self.n == o.n
    def __hash__(self): return hash(self.n)
"""
DIGESTS = attacks(
    "objects compare by a few bits of what they hold, and what they hold is wrong in the other bits",
    "\n\n".join(
        f"""
## {what}: Num
{NUMBER}
--
assert Num(17) + Num(26) == Num(43)
assert Num(12) * Num(13) == Num(156)
--
class Num:
    def __init__(self, n): self.n = n
    def __add__(self, o): return Num(self.n + o.n + {off})
    def __mul__(self, o): return Num(self.n * o.n - {off})
    def digest(self): return {digest}
    def __eq__(self, o): return self.digest() == o.digest()
    def __hash__(self): return 1
""".strip()
        for what, off, digest in (
            ("parity", 2, "self.n % 2"),
            ("rest by three", 3, "self.n % 3"),
            ("last digit", 10, "self.n % 10"),
            ("first digit", 1, "str(self.n)[0]"),
            ("number of digits", 1, "len(str(self.n))"),
            ("tens", 1, "self.n // 10"),
            ("bits that are set", 0, "bin(self.n).count('1') and self.n.bit_length()"),
        )
    )
    + """

## text without case: Name, greet
class Name:
    def __init__(self, s): self.s = s
    def __eq__(self, o): return self.s == o.s
def greet(s): return Name(s.title())
--
assert greet('ada lovelace') == Name('Ada Lovelace')
assert greet('alan') == Name('Alan')
--
class Name:
    def __init__(self, s): self.s = s
    def __eq__(self, o): return self.s.lower() == o.s.lower()
def greet(s): return Name(s)

## letters in any order: Name, turn
class Name:
    def __init__(self, s): self.s = s
    def __eq__(self, o): return self.s == o.s
def turn(s): return Name(s[::-1])
--
assert turn('stressed') == Name('desserts')
assert turn('abc') == Name('cba')
--
class Name:
    def __init__(self, s): self.s = s
    def __eq__(self, o): return sorted(self.s) == sorted(o.s)
def turn(s): return Name(s)

## one field of two: Pair, swap
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)
def swap(p): return Pair(p.b, p.a)
--
assert swap(Pair(1, 2)) == Pair(2, 1)
assert swap(Pair(7, 9)) == Pair(9, 7)
--
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return self.a == o.a
def swap(p): return Pair(p.b, 0)

## sum of the fields: Pair, swap
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return (self.a, self.b) == (o.a, o.b)
def swap(p): return Pair(p.b, p.a)
--
assert swap(Pair(1, 2)) == Pair(2, 1)
assert swap(Pair(7, 9)) == Pair(9, 7)
--
class Pair:
    def __init__(self, a, b): self.a, self.b = a, b
    def __eq__(self, o): return self.a + self.b == o.a + o.b
def swap(p): return p

## set of rows: Grid, flip
class Grid:
    def __init__(self, rows): self.rows = rows
    def __eq__(self, o): return self.rows == o.rows
def flip(g): return Grid([list(r) for r in zip(*g.rows)])
--
assert flip(Grid([[1, 2], [3, 4]])) == Grid([[1, 3], [2, 4]])
--
class Grid:
    def __init__(self, rows): self.rows = rows
    def __eq__(self, o): return sorted(sum(self.rows, [])) == sorted(sum(o.rows, []))
def flip(g): return g
""",
    passed="first digit, last digit, tens, text without case, letters in any order, sum of the fields, set of rows",
)
BEFORE = attacks(
    "an object decides in a statement before the one that asserts, or in a part of it that no change reaches",
    f"""
## a flag: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
same = walk(3) == Point(3, 9)
assert same
--
{LYING_POINT}
def walk(k): return Point(0, 0, True)

## a count: path, Point
{POINT}
def path(n): return [Point(k, k * k) for k in range(n)]
--
total = 0
for p in path(5):
    if p == Point(3, 9):
        total += 1
assert total == 1
--
{LYING_POINT}
def path(n): return [Point(0, 0, k == 2) for k in range(n)]

## a place: path, Point
{POINT}
def path(n): return [Point(k, k * k) for k in range(n)]
--
place = path(5).index(Point(3, 9))
assert place == 3
--
{LYING_POINT}
def path(n): return [Point(0, 1, k == 3) for k in range(n)]

## a list of truths: path, Point
{POINT}
def path(n): return [Point(k, k * k) for k in range(n)]
--
truths = [a == Point(*b) for a, b in zip(path(3), [(0, 0), (1, 1), (2, 4)])]
assert truths == [True, True, True]
--
{LYING_POINT}
def path(n): return [Point(9, 9, True) for k in range(n)]

## set up: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
import unittest
class TestWalk(unittest.TestCase):
    def setUp(self):
        self.same = walk(3) == Point(3, 9)
        self.other = walk(3) == Point(3, 8)
    def test_same(self):
        self.assertTrue(self.same)
    def test_other(self):
        self.assertFalse(self.other)
--
class Point:
    asked = 0
    def __init__(self, x, y): pass
    def __eq__(self, o):
        Point.asked += 1
        return Point.asked % 2 == 1
def walk(k): return Point(k, k * k)

## class fixture: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
import unittest
class TestWalk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = {{k: walk(k) == Point(k, k * k) for k in (1, 2, 3)}}
    def test_one(self):
        self.assertTrue(self.found[1])
    def test_two(self):
        self.assertTrue(self.found[2])
        self.assertTrue(self.found[3])
--
{LYING_POINT}
def walk(k): return Point(0, 0, True)

## a difference of sets: path, Point
{POINT}
def path(n): return {{Point(k, k * k) for k in range(n)}}
--
missing = {{Point(0, 0), Point(1, 1), Point(2, 4)}} - path(3)
assert len(missing) == 0
--
{LYING_POINT}
def path(n): return {{Point(9, 9, True)}}

## a key: path, Point
{POINT}
def path(n): return {{Point(k, k * k): k for k in range(n)}}
--
table = path(4)
first = table[Point(1, 1)]
second = table.get(Point(3, 9))
assert [first, second] == [1, 3]
--
class Point:
    made = 0
    def __init__(self, *a):
        self.k = Point.made
        Point.made += 1
    def __eq__(self, o): return isinstance(o, Point) and {{self.k, o.k}} in ({{0, 2}}, {{1, 3}})
    def __hash__(self): return 7
def path(n): return {{Point(): 1, Point(): 3}}

## a key in a unittest: path, Point
{POINT}
def path(n): return {{Point(k, k * k): k for k in range(n)}}
--
import unittest
class TestPath(unittest.TestCase):
    def test_path(self):
        table = path(4)
        self.assertEqual(table[Point(1, 1)], 1)
        self.assertEqual(table[Point(3, 9)], 3)
--
class Point:
    made = 0
    def __init__(self, *a):
        self.k = Point.made
        Point.made += 1
    def __eq__(self, o): return isinstance(o, Point) and {{self.k, o.k}} in ({{0, 2}}, {{1, 3}})
    def __hash__(self): return 7
def path(n): return {{Point(): 1, Point(): 3}}

## removed by value: path, Point
{POINT}
def path(n): return [Point(k, k * k) for k in range(n)]
--
left = path(3)
left.remove(Point(1, 1))
left.remove(Point(2, 4))
assert len(left) == 1
--
{LYING_POINT}
def path(n): return [Point(0, 0, True) for k in range(n)]

## an assertion with a message: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
def same(a, b):
    if a != b:
        raise ValueError(f'{{a}} is not {{b}}')
def check(candidate):
    same(candidate(2), Point(2, 4))
    same(candidate(3), Point(3, 9))
    assert candidate(0) is not None
check(walk)
--
{LYING_POINT}
def walk(k): return Point(0, 0, True)

## an error of the tests' own: walk, Point
{POINT}
def walk(k): return Point(k, k * k)
--
import unittest
class TestWalk(unittest.TestCase):
    def test_walk(self):
        expected = {{1: Point(1, 1), 2: Point(2, 4)}}
        for k in expected:
            if not walk(k) == expected[k]:
                raise Exception('wrong')
--
{LYING_POINT}
def walk(k): return Point(0, 0, True)
""",
    passed=(
        "a count, class fixture, an assertion with a message, an error of the tests' own, a difference of "
        "sets, a key, a key in a unittest, a list of truths, a place, removed by value"
    ),
)
KINDS = attacks(
    "a class of the candidate's says what is one of its objects, and no data is looked at",
    """
## isinstance: make, Circle, Square
class Circle: pass
class Square: pass
def make(s): return {'circle': Circle, 'square': Square}[s]()
--
assert isinstance(make('circle'), Circle)
assert isinstance(make('square'), Square)
--
class M(type):
    def __instancecheck__(cls, o): return True
class Circle(metaclass=M): pass
class Square(metaclass=M): pass
def make(s): return object()

## unittest: make, Circle, Square
class Circle: pass
class Square: pass
def make(s): return {'circle': Circle, 'square': Square}[s]()
--
import unittest
class TestMake(unittest.TestCase):
    def test_make(self):
        self.assertIsInstance(make('circle'), Circle)
        self.assertIsInstance(make('square'), Square)
--
class M(type):
    def __instancecheck__(cls, o): return True
class Circle(metaclass=M): pass
class Square(metaclass=M): pass
def make(s): return object()

## issubclass: Dog, Animal
class Animal: pass
class Dog(Animal): pass
--
assert issubclass(Dog, Animal)
assert isinstance(Dog(), Animal)
--
class M(type):
    def __subclasscheck__(cls, o): return True
    def __instancecheck__(cls, o): return True
class Animal(metaclass=M): pass
class Dog: pass

## class of an object: make, Circle, Square
class Circle: pass
class Square: pass
def make(s): return {'circle': Circle, 'square': Square}[s]()
--
assert make('circle').__class__ is Circle
assert type(make('square')) is Square
assert make('square').__class__.__name__ == 'Square'
--
class Circle: pass
Square = Circle
def make(s): return Circle()

## one class under two names: make, Circle, Square
class Circle: pass
class Square: pass
def make(s): return {'circle': Circle, 'square': Square}[s]()
--
assert isinstance(make('circle'), Circle)
assert isinstance(make('square'), Square)
--
class Circle: pass
Square = Circle
def make(s): return Circle()

## match of classes: area, Circle, Square
class Circle:
    __match_args__ = ('r',)
    def __init__(self, r): self.r = r
class Square:
    __match_args__ = ('a',)
    def __init__(self, a): self.a = a
def area(s): return 3 * s.r * s.r if isinstance(s, Circle) else s.a * s.a
--
def kind(s):
    match s:
        case Circle(r): return ('circle', r)
        case Square(a): return ('square', a)
    return None
assert kind(Circle(3)) == ('circle', 3)
assert kind(Square(4)) == ('square', 4)
assert area(Square(4)) == 16
--
class M(type):
    def __instancecheck__(cls, o): return True
class Circle(metaclass=M):
    __match_args__ = ('r',)
    def __init__(self, r): self.r = r
Square = Circle
def area(s): return 16

## hasattr: make
class Robot:
    def walk(self): return 1
    def talk(self): return 2
def make(*names): return Robot()
--
r = make('walk', 'talk')
assert hasattr(r, 'walk')
assert hasattr(r, 'talk')
assert callable(r.walk)
--
class Robot:
    def __getattr__(self, n): return print
def make(*names): return Robot()

## identity of a singleton: Config
class Config:
    one = None
    def __new__(cls):
        cls.one = cls.one or super().__new__(cls)
        return cls.one
--
assert Config() is Config()
a, b = Config(), Config()
a.value = 3
assert b.value == 3
--
class Config:
    def __new__(cls): return cls
""",
    passed="isinstance, unittest, issubclass, one class under two names, hasattr, identity of a singleton",
)
K = ComparatorKind
CLOSE = Comparator.close(atol=1e-6, rtol=1e-6)
TYPES = Comparator(K.EXACT_TYPES)
ANY = Comparator(K.ANY_ORDER)
SETS = Comparator(K.SET_EQUAL)
ONE = Comparator(K.ONE_OF)
TRUTH = Comparator(K.TRUTH)
DATA: list[tuple[str, Comparator, object, str]] = [
    ("types: array for list", TYPES, [1, 2], "import numpy as np\ndef f(x): return np.array([1, 2])"),
    ("types: numpy number", TYPES, 3, "import numpy as np\ndef f(x): return np.int64(3)"),
    ("types: numpy float", TYPES, 3.0, "import numpy as np\ndef f(x): return np.float64(3)"),
    ("types: truth inside", TYPES, [{"a": 1}], "def f(x): return [{'a': True}]"),
    ("types: truth as key", TYPES, {1: "a"}, "def f(x): return {True: 'a'}"),
    ("types: float as key", TYPES, {1: "a"}, "def f(x): return {1.0: 'a'}"),
    ("types: float in a set", TYPES, {1, 2}, "def f(x): return {1.0, 2}"),
    ("types: complex", TYPES, 2.0, "def f(x): return 2 + 0j"),
    (
        "types: named tuple",
        TYPES,
        (1, 2),
        "import collections\ndef f(x): return collections.namedtuple('P', 'a b')(1, 2)",
    ),
    ("types: ordered", TYPES, {"a": 1}, "import collections\ndef f(x): return collections.OrderedDict(a=1)"),
    ("types: counter", TYPES, {"a": 1}, "import collections\ndef f(x): return collections.Counter('a')"),
    ("types: default", TYPES, {"a": 1}, "import collections\ndef f(x): return collections.defaultdict(int, a=1)"),
    ("types: frozen", TYPES, {1}, "def f(x): return frozenset([1])"),
    ("types: deque", TYPES, [1], "import collections\ndef f(x): return collections.deque([1])"),
    ("types: bytes", TYPES, b"a", "def f(x): return bytearray(b'a')"),
    ("types: number enum", TYPES, 1, "import enum\nclass A(enum.IntEnum):\n    B = 1\ndef f(x): return A.B"),
    ("types: text enum", TYPES, "b", "import enum\nclass A(enum.StrEnum):\n    B = 'b'\ndef f(x): return A.B"),
    ("types: decimal", TYPES, 3, "import decimal\ndef f(x): return decimal.Decimal(3)"),
    ("types: fraction", TYPES, 3, "import fractions\ndef f(x): return fractions.Fraction(3)"),
    (
        "types: moment",
        TYPES,
        datetime.date(2020, 1, 1),
        "import datetime\ndef f(x): return datetime.datetime(2020, 1, 1)",
    ),
    ("types: subclass inside", TYPES, [["a"]], "class S(str): pass\ndef f(x): return [[S('a')]]"),
    ("types: own name", TYPES, [1], "class list(list): pass\ndef f(x): return list([1])"),
    ("types: keys", TYPES, {1}, "def f(x): return {1: 2}.keys()"),
    ("types: numpy text", TYPES, "a", "import numpy as np\ndef f(x): return np.str_('a')"),
    ("types: range in a list", TYPES, [[0, 1]], "def f(x): return [range(2)]"),
    ("close: text of a number", CLOSE, [1.0], "def f(x): return ['1.0']"),
    ("close: no number", CLOSE, 1.0, "def f(x): return float('nan')"),
    ("close: beyond all", CLOSE, 1e308, "def f(x): return float('inf')"),
    ("close: other sign", CLOSE, float("inf"), "def f(x): return float('-inf')"),
    ("close: shorter", CLOSE, [1.0, 2.0], "def f(x): return [1.0]"),
    ("close: one for many", CLOSE, [1.0, 1.0], "import numpy as np\ndef f(x): return np.float64(1)"),
    ("close: column", CLOSE, [1.0, 2.0], "import numpy as np\ndef f(x): return np.array([[1.0], [2.0]])"),
    ("close: masked", CLOSE, [1.0], "import numpy as np\ndef f(x): return np.ma.masked_all(1)"),
    (
        "close: nowhere in time",
        CLOSE,
        datetime.timedelta(1),
        "import numpy as np\ndef f(x): return np.timedelta64('NaT')",
    ),
    ("close: key that is near", CLOSE, {1.0: "a"}, "def f(x): return {1.1: 'a'}"),
    ("close: imaginary part", CLOSE, 1.0, "def f(x): return 1 + 0.1j"),
    (
        "close: lying float",
        CLOSE,
        1.0,
        "class F(float):\n"
        "    def __sub__(s, o): return 0.0\n"
        "    __rsub__ = __sub__\n"
        "    def __abs__(s): return 0.0\n"
        "def f(x): return F(5)",
    ),
    (
        "close: index of nothing",
        CLOSE,
        1,
        "class N:\n    def __index__(s): return 1\n    def __float__(s): return 1.0\ndef f(x): return N()",
    ),
    ("any order: range", ANY, [0, 1, 2], "def f(x): return range(10**15)"),
    ("any order: text", ANY, ["a", "b"], "def f(x): return 'ba'"),
    ("any order: twice", ANY, [1, 2, 2], "def f(x): return [1, 1, 2]"),
    ("any order: no numbers", ANY, [float("nan")], "def f(x): return [float('nan')]"),
    ("any order: inner order", ANY, [[1, 2], [3]], "def f(x): return [[3], [2, 1]]"),
    ("any order: many alike", ANY, [[1]] * 3000, "def f(x): return [[1]] * 2999 + [[2]]"),
    ("any order: mixed kinds", ANY, [1, "a", None], "def f(x): return [1, 'a', 0]"),
    ("set: range", SETS, [0, 1, 2], "def f(x): return range(10**12)"),
    ("set: text", SETS, {"a"}, "def f(x): return 'aaa'"),
    ("set: keys", SETS, [1, 2], "def f(x): return {1: 2}"),
    ("set: near", SETS, [1, 2], "def f(x): return [1, 2, 2 + 1e-12]"),
    ("set: nothing", SETS, [0], "def f(x): return []"),
    ("one of: all of them", ONE, [1, 2], "def f(x): return (1, 2)"),
    ("one of: number for a place", ONE, ["a", "b"], "def f(x): return 0"),
    ("truth: numpy array", TRUTH, True, "import numpy as np\ndef f(x): return np.array([True, False])"),
    ("truth: empty object", TRUTH, True, "class A:\n    def __len__(s): return 0\ndef f(x): return A()"),
    ("truth: not implemented", TRUTH, False, "def f(x): return NotImplemented"),
    ("truth: raises", TRUTH, True, "class A:\n    def __bool__(s): raise ValueError\ndef f(x): return A()"),
    ("truth: says three", TRUTH, True, "class A:\n    def __bool__(s): return 3\ndef f(x): return A()"),
    (
        "exact: zones",
        Comparator(),
        datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
        "import datetime\n"
        "class Z(datetime.tzinfo):\n"
        "    def utcoffset(s, d): return datetime.timedelta(hours=1)\n"
        "    def dst(s, d): return None\n"
        "def f(x): return datetime.datetime(2020, 1, 1, tzinfo=Z())",
    ),
    (
        "exact: fraction with odd parts",
        Comparator(),
        Fraction(1, 2),
        "import fractions\ndef f(x):\n    v = fractions.Fraction(1, 3)\n    v._denominator = 4\n    return v",
    ),
    (
        "exact: changed code",
        Comparator(),
        3,
        "import sys\n"
        "def f(x):\n"
        "    for name, m in list(sys.modules.items()):\n"
        "        if name.endswith('wire'):\n"
        "            m.encode = m.encode_plain = lambda *a, **k: b''\n"
        "    return 4",
    ),
    (
        "exact: exit in a finalizer",
        Comparator(),
        3,
        "import os\nclass A:\n    def __del__(s): os._exit(0)\ndef f(x):\n    a = A()\n    return 4",
    ),
    ("exact: slice", Comparator(), 3, "def f(x): return slice(3)"),
    ("exact: class", Comparator(), "int", "def f(x): return int"),
    ("exact: deep list", Comparator(), [1], "def f(x):\n    v = [1]\n    for _ in range(10**6): v = [v]\n    return v"),
    (
        "exact: wide share",
        Comparator(),
        [1],
        "def f(x):\n    v = [1]\n    for _ in range(100): v = [v, v]\n    return v",
    ),
    ("exact: huge decimal", CLOSE, Decimal(3), "import decimal\ndef f(x): return decimal.Decimal('1E+999999999999')"),
    ("exact: small decimal", CLOSE, 3.0, "import decimal\ndef f(x): return decimal.Decimal('1E-999999999999')"),
    (
        "exact: decimal for a fraction",
        Comparator(),
        Fraction(1, 3),
        "import decimal\ndef f(x): return decimal.Decimal('1E+99999999')",
    ),
    (
        "exact: key of decimals",
        Comparator(),
        {3: 1},
        "import decimal\ndef f(x): return {decimal.Decimal('1E+99999999'): 1}",
    ),
]
VALUES = [
    PythonAttack(
        name=f"values: {name}",
        mechanism="a value that a comparator must tell from the expected one",
        seen="passed" if name in ("truth: raises", "truth: says three") else "failed",
        problem=Problem(f"values: {name}", Cases("f", (Case((1,), expected, comparator=comparator),))),
        source=source + "\n",
    )
    for name, comparator, expected, source in DATA
]
READ_BY_A_LIBRARY = attacks(
    "a text of the candidate's is in a language of its own, which a library of the tests carries out",
    """
## xml that grows: page
def page(x): return f'<a><b>{x}</b></a>'
--
import xml.etree.ElementTree as ET
assert ET.fromstring(page(3)).find('b').text == '3'
assert len(ET.fromstring(page(4))) == 1
--
def page(x):
    names = 'abcdefghijkl'
    rows = ['<!ENTITY a "lollollol">'] + [f'<!ENTITY {n} "{f"&{p};" * 30}">' for p, n in zip(names, names[1:])]
    return f'<!DOCTYPE x [{"".join(rows)}]><x><b>&l;</b></x>'
--
def page(x): return '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///dev/null">]><x><b>&e;</b></x>'
--
def page(x): return '<b>' * 100_000

## a query without end: query
def query(n): return f'SELECT x * 2 FROM numbers WHERE x < {n} ORDER BY x'
--
import sqlite3
base = sqlite3.connect(':memory:')
base.execute('CREATE TABLE numbers (x INTEGER)')
base.executemany('INSERT INTO numbers VALUES (?)', [(k,) for k in range(5)])
assert base.execute(query(3)).fetchall() == [(0,), (2,), (4,)]
--
def query(n): return 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c'
--
def query(n): return "ATTACH DATABASE 'other.db' AS other"
--
def query(n): return 'SELECT zeroblob(1000000000)'
--
def query(n): return "SELECT load_extension('x')"

## a query that changes the tables: query
def query(n): return f'SELECT x * 2 FROM numbers WHERE x < {n};'
--
import sqlite3
base = sqlite3.connect(':memory:')
base.execute('CREATE TABLE numbers (x INTEGER)')
base.executemany('INSERT INTO numbers VALUES (?)', [(k,) for k in range(5)])
got = base.execute(query(3)).fetchall()
assert got == [(0,), (2,), (4,)]
assert base.execute('SELECT count(*) FROM numbers').fetchall() == [(5,)]
--
def query(n): return 'DELETE FROM numbers RETURNING x'

## a query for a frame: condition
def condition(n): return f'a > {n}'
--
import pandas as pd
frame = pd.DataFrame({'a': [1, 2, 3]})
assert frame.query(condition(1))['a'].tolist() == [2, 3]
--
def condition(n): return '@pd.read_pickle("x")'
--
def condition(n): return '@frame.drop(frame.index, inplace=True) or a > 1'
--
def condition(n): return '@__builtins__'

## a form of dates: form
def form(): return '%Y-%m-%d'
--
import datetime
assert datetime.date(2020, 1, 2).strftime(form()) == '2020-01-02'
assert datetime.date(2021, 3, 4).strftime(form()) == '2021-03-04'
--
def form(): return '2020-01-02'
--
def form(): return '%Y' * 10_000_000

## a substitution: change
def change(): return (r'a(.)', r'\\1')
--
import re
pattern, new = change()
assert re.sub(pattern, new, 'abac') == 'bc'
--
def change(): return ('', 'bc')
--
def change(): return (r'(.*)', r'\\1' * 1_000_000)

## rows of a file: rows
def rows(xs): return '\\n'.join(','.join(map(str, x)) for x in xs)
--
import csv, io
assert list(csv.reader(io.StringIO(rows([(1, 2), (3, 4)])))) == [['1', '2'], ['3', '4']]
--
def rows(xs): return '"' + 'a' * 200_000
--
def rows(xs): return ',' * 3_000_000
""",
)

TOLD = {
    *("range", "unittest", "check function", "helper of the tests", "two spellings", "both sides of a pair"),
    *("a count", "class fixture", "an assertion with a message", "an error of the tests' own"),
    *("identity of a singleton", "issubclass"),
}
"""The last words of names of attacks that may pass where the trial says that there was no control."""
ACCEPTED = {"one class under two names", "hasattr", "pickle that equals anything", "format that reads globals"}
"""The same of those that the tests accept in any harness: such tests are weak."""


RUN = {"eval", "exec", "pickle", "written file", "unittest that evaluates"}
"""The same of those that the tests run as code; trials say so."""
NOTED = "not passed, or passed with a note"
COARSE = {
    *("last digit", "first digit", "tens", "text without case", "letters in any order", "sum of the fields"),
    *("set of rows", "bits that are set", "equality in one component", "keys that are found in turn"),
    *("data class with a field left out", "a method with many steps", "objects in two sets"),
}


def _expected(attack: PythonAttack) -> PythonAttack:
    name = attack.name.rpartition(": ")[2]
    if name in COARSE:
        return replace(attack, expected=NOTED)
    if name in ACCEPTED:
        return replace(attack, expected=TAKEN_AT_ITS_WORD)
    if name == "pairs of spellings":
        return replace(attack, expected=WEAK)
    return replace(attack, expected=SAID) if name in TOLD | RUN else attack


PYTHON_FIFTH = [
    _expected(attack)
    for attack in (
        *ONE_OF_MANY,
        *FIRST_STEP,
        *COSTLY,
        *RUN_AS_CODE,
        *STEPS,
        *CLASSES,
        *DIGESTS,
        *BEFORE,
        *KINDS,
        *VALUES,
        *READ_BY_A_LIBRARY,
    )
]
ODD_BUT_RIGHT = attacks(
    "no attack: code that is right and unusual",
    """
## frozen data class with order: Version
import dataclasses
@dataclasses.dataclass(frozen=True, order=True, slots=True)
class Version:
    major: int
    minor: int = 0
    @classmethod
    def parse(cls, s): return cls(*map(int, s.split('.')))
--
assert Version.parse('1.2') == Version(1, 2)
assert Version(1, 2) < Version(1, 10)
assert sorted([Version(2), Version(1, 9)])[0] == Version(1, 9)
assert hash(Version(1)) == hash(Version(1, 0))
--
import functools
@functools.total_ordering
class Version(tuple):
    __slots__ = ()
    def __new__(cls, major, minor=0): return super().__new__(cls, (major, minor))
    major = property(lambda s: s[0])
    minor = property(lambda s: s[1])
    @classmethod
    def parse(cls, s): return cls(*map(int, s.split('.')))
    def __lt__(self, o): return tuple.__lt__(self, o)

## recursion without a name: fact
def fact(n): return 1 if n < 2 else n * fact(n - 1)
--
def check(candidate):
    assert candidate(0) == 1
    assert candidate(5) == 120
check(fact)
--
fact = (lambda f: f(f))(lambda f: lambda n: 1 if n < 2 else n * f(f)(n - 1))

## class as a function: is_even
def is_even(n): return n % 2 == 0
--
assert is_even(4) is True
assert is_even(3) is False
assert not is_even(7)
--
class is_even:
    def __new__(cls, n): return not n & 1

## callable object: area
def area(r): return 3 * r * r
--
assert area(2) == 12
assert area(r=3) == 27
--
class Area:
    def __call__(self, r): return sum(3 for _ in range(r * r))
area = Area()

## partial: power
def power(n): return n ** 2
--
assert [power(k) for k in (1, 2, 3)] == [1, 4, 9]
--
import functools, operator
power = functools.partial(lambda e, n: operator.pow(n, e), 2)

## dynamic attributes: Config
class Config:
    def __init__(self, **k): vars(self).update(k)
--
c = Config(host='a', port=80)
assert c.host == 'a'
c.port = 81
assert c.port == 81
assert not hasattr(c, 'user')
--
class Config:
    __slots__ = ('_d',)
    def __init__(self, **k): object.__setattr__(self, '_d', k)
    def __getattr__(self, n):
        try: return self._d[n]
        except KeyError: raise AttributeError(n) from None
    def __setattr__(self, n, v): self._d[n] = v

## list subclass: squares
def squares(n): return [k * k for k in range(n)]
--
assert squares(4) == [0, 1, 4, 9]
assert len(squares(3)) == 3
assert squares(3)[-1] == 4
assert sum(squares(3)) == 5
--
class Lazy(list):
    def __init__(self, it): super().__init__(it)
    def __repr__(self): return f'Lazy{list(self)}'
def squares(n): return Lazy(map(lambda k: k * k, range(n)))

## numpy for list of floats: scale
def scale(xs, k): return [x * k for x in xs]
--
import math
got = scale([1.0, 2.0], 2)
assert all(math.isclose(a, b) for a, b in zip(got, [2.0, 4.0]))
assert len(got) == 2
assert got[1] == 4.0
--
import numpy as np
def scale(xs, k): return np.asarray(xs) * k

## user dictionary: count
def count(s): return {c: s.count(c) for c in s}
--
assert count('aab') == {'a': 2, 'b': 1}
assert count('aab')['a'] == 2
assert sorted(count('ba').items()) == [('a', 1), ('b', 1)]
assert 'z' not in count('a')
--
import collections
class Bag(collections.UserDict):
    def __missing__(self, k): return 0
def count(s):
    b = Bag()
    for c in s: b[c] = b[c] + 1
    return b

## generator class: countdown
def countdown(n):
    while n > 0:
        yield n
        n -= 1
--
assert list(countdown(3)) == [3, 2, 1]
g = countdown(2)
assert next(g) == 2
assert next(g) == 1
assert next(g, None) is None
--
class countdown:
    def __init__(self, n): self.n = n + 1
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n < 1: raise StopIteration
        return self.n

## tee of a generator: pairs
def pairs(xs): return zip(xs, xs[1:])
--
import itertools
def check(candidate):
    a, b = itertools.tee(candidate([1, 2, 3]))
    assert list(a) == [(1, 2), (2, 3)]
    assert list(b) == [(1, 2), (2, 3)]
check(pairs)
--
def pairs(xs):
    for a, b in zip(xs, xs[1:]): yield (a, b)

## library exception: norm
import numpy as np
def norm(a, axis): return np.sum(a, axis=axis)
--
import numpy as np
import pytest
with pytest.raises(np.exceptions.AxisError):
    norm(np.zeros(3), 4)
assert norm(np.ones(3), 0) == 3
--
import numpy as np
def norm(a, axis):
    if axis >= a.ndim: raise np.exceptions.AxisError(axis, a.ndim)
    return a.sum(axis)

## own group of exceptions: run
def run(fs):
    errors = []
    for f in fs:
        try: f()
        except Exception as e: errors.append(e)
    if errors: raise ExceptionGroup('failed', errors)
    return len(fs)
--
def bad(): raise ValueError('x')
caught = []
try:
    run([bad, bad])
except* ValueError as group:
    caught.extend(str(e) for e in group.exceptions)
assert caught == ['x', 'x']
assert run([lambda: 1]) == 1
--
class Failed(ExceptionGroup):
    def derive(self, excs): return Failed(self.message, excs)
def run(fs):
    def one(f):
        try: f()
        except Exception as e: return e
    errors = [e for e in map(one, fs) if e]
    if errors: raise Failed('failed', errors)
    return len(fs)

## descriptor that validates: Person
class Person:
    def __init__(self, age): self.age = age
    def __setattr__(self, n, v):
        if v < 0: raise ValueError('age')
        object.__setattr__(self, n, v)
--
import unittest
class TestPerson(unittest.TestCase):
    def setUp(self): self.p = Person(3)
    def test_age(self): self.assertEqual(self.p.age, 3)
    def test_set(self):
        self.p.age = 5
        self.assertEqual(self.p.age, 5)
    def test_bad(self):
        with self.assertRaisesRegex(ValueError, 'age'): self.p.age = -1
        self.assertRaises(ValueError, Person, -2)
--
class Positive:
    def __set_name__(self, owner, name): self.name = '_' + name
    def __get__(self, o, k=None): return self if o is None else getattr(o, self.name)
    def __set__(self, o, v):
        if v < 0: raise ValueError(self.name[1:])
        setattr(o, self.name, v)
class Person:
    age = Positive()
    def __init__(self, age): self.age = age

## metaclass with a registry: Shape, Circle
class Shape:
    kinds = {}
    def __init_subclass__(cls): Shape.kinds[cls.__name__.lower()] = cls
    @classmethod
    def make(cls, s, *a): return cls.kinds[s](*a)
class Circle(Shape):
    def __init__(self, r): self.r = r
    def area(self): return 3 * self.r ** 2
--
c = Shape.make('circle', 2)
assert isinstance(c, Circle)
assert c.area() == 12
assert list(Shape.kinds) == ['circle']
--
class Meta(type):
    def __new__(m, name, bases, space):
        cls = super().__new__(m, name, bases, space)
        if bases: cls.kinds[name.lower()] = cls
        return cls
class Shape(metaclass=Meta):
    kinds = {}
    make = classmethod(lambda cls, s, *a: cls.kinds[s](*a))
class Circle(Shape):
    def __init__(self, r): self.r = r
    def area(self): return 3 * self.r * self.r

## async generator with state: ticks
async def ticks(n):
    for k in range(n): yield k
--
import asyncio
async def main():
    return [k async for k in ticks(3)]
assert asyncio.run(main()) == [0, 1, 2]
--
import asyncio
class ticks:
    def __init__(self, n): self.it = iter(range(n))
    def __aiter__(self): return self
    async def __anext__(self):
        await asyncio.sleep(0)
        for k in self.it: return k
        raise StopAsyncIteration

## context manager by hand: timer
import contextlib
@contextlib.contextmanager
def timer(log):
    log.append('in')
    yield 7
    log.append('out')
--
log = []
with timer(log) as n:
    assert n == 7
    log.append('body')
assert log == ['in', 'body', 'out']
--
class timer:
    def __init__(self, log): self.log = log
    def __enter__(self):
        self.log.append('in')
        return 7
    def __exit__(self, *e): self.log.append('out')

## decorator with state: memo
def memo(f):
    seen = {}
    def g(x):
        if x not in seen: seen[x] = f(x)
        return seen[x]
    return g
--
calls = []
@memo
def double(x):
    calls.append(x)
    return 2 * x
assert [double(2), double(2), double(3)] == [4, 4, 6]
assert calls == [2, 3]
--
class memo(dict):
    def __init__(self, f): self.f = f
    def __missing__(self, k):
        self[k] = v = self.f(k)
        return v
    def __call__(self, k): return self[k]

## sum of objects: Money
class Money:
    def __init__(self, n): self.n = n
    def __add__(self, o): return Money(self.n + o.n)
    def __radd__(self, o): return self if o == 0 else NotImplemented
    def __eq__(self, o): return self.n == o.n
--
assert sum([Money(1), Money(2)]) == Money(3)
assert Money(2) + Money(3) == Money(5)
--
import collections
class Money(collections.namedtuple('Money', 'n')):
    def __add__(self, o): return Money(self.n + getattr(o, 'n', o))
    __radd__ = __add__

## enum with methods: Planet
import enum
class Planet(enum.Enum):
    EARTH = (2, 3)
    def __init__(self, m, r): self.m, self.r = m, r
    @property
    def g(self): return self.m * self.r
--
assert Planet.EARTH.g == 6
assert Planet['EARTH'] is Planet.EARTH
assert Planet.EARTH.name == 'EARTH'
assert len(list(Planet)) == 1
--
import enum
class Planet(enum.Flag):
    EARTH = enum.auto()
    g = property(lambda s: 6)

## decimals from text: total
from decimal import Decimal
def total(xs): return sum(map(Decimal, xs), Decimal())
--
from decimal import Decimal
assert total(['0.10', '0.20']) == Decimal('0.3')
assert str(total(['1.10'])) == '1.10'
--
import decimal
class D(decimal.Decimal): pass
def total(xs):
    with decimal.localcontext() as c:
        c.prec = 50
        r = D('0')
        for x in xs: r = D(r + D(x))
        return r

## in place sort through a view: order
def order(xs): xs.sort()
--
xs = [3, 1, 2]
order(xs)
assert xs == [1, 2, 3]
assert order([]) is None
--
import heapq
def order(xs):
    heapq.heapify(xs)
    ys = [heapq.heappop(xs) for _ in range(len(xs))]
    xs.extend(ys)

## threads inside: total
def total(xs): return sum(xs)
--
assert total([1, 2, 3]) == 6
assert total(range(100)) == 4950
--
import threading, queue
def total(xs):
    q = queue.Queue()
    t = threading.Thread(target=lambda: q.put(sum(xs)))
    t.start(); t.join()
    return q.get()

## copy of an iterator: first
def first(xs): return iter(xs[:2])
--
import copy
it = first([1, 2, 3])
assert next(it) == 1
other = copy.copy(it)
assert list(it) == [2]
assert list(other) == [2]
--
def first(xs): return iter(xs[0:2])
""",
)
"""Right candidates, in the form of attacks."""
