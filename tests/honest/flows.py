"""Right candidates whose values take unusual ways through test code: kept, shared, changed, compared."""

from __future__ import annotations

from assay.records import SuiteStyle
from tests.honest.support import Honest, suites

SHARED = suites("""
## a list that is sorted in place and given back: order, with its reference
def test():
    xs = [3, 1, 2]
    assert order(xs) == sorted(xs)
    assert xs == [1, 2, 3]
--
def order(xs):
    xs[:] = sorted(xs)
    return xs

## linked nodes that are turned round: turn, with its reference
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def items(node):
    found = []
    while node is not None:
        found.append(node.v)
        node = node.n
    return found
--
def test():
    head = Node(1, Node(2, Node(3)))
    got = turn(head)
    assert items(got) == [3, 2, 1]
    assert items(head) == [1]
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def turn(node):
    last = None
    while node is not None:
        node.n, last, node = last, node, node.n
    return last

## a long linked list that is counted and cut: cut, with its reference
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def build(n):
    head = None
    for k in range(n): head = Node(k, head)
    return head
--
def test():
    head = build(150)
    assert cut(head) == 150
    assert head.n is None
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def cut(node):
    count, head = 0, node
    while node is not None:
        count, node = count + 1, node.n
    head.n = None
    return count

## a row of named tuples whose list grows: add, with its reference
from collections import namedtuple
Row = namedtuple('Row', 'name xs')
--
def test():
    row = Row('a', [3])
    add(row, 4)
    add(row, 5)
    assert row.xs == [3, 4, 5]
    assert sum(row.xs) == 12
--
from collections import namedtuple
Row = namedtuple('Row', 'name xs')
def add(row, n): row.xs.append(n)

## a container that takes a list by an operator: Total, with its reference
xs = [3, 4]
t = Total()
t += xs
xs.append(5)
t += xs
assert t.n == 19
assert xs == [3, 4, 5]
--
class Total:
    def __init__(self): self.n = 0
    def __iadd__(self, xs):
        self.n += sum(xs)
        return self

## a callback whose list is used up: drain, with its reference
def test():
    work = [[1], [2, 3]]
    assert drain(lambda: work) == 6
    assert work == []
--
def drain(read):
    work, n = read(), 0
    while work: n += sum(work.pop())
    return n

## a cache that the tests see filled: fib, with its reference
def test():
    seen = {}
    assert fib(10, seen) == 55
    assert seen[9] == 34
    assert fib(10, seen) == 55
--
def fib(n, seen):
    if n < 2: return n
    if n not in seen: seen[n] = fib(n - 1, seen) + fib(n - 2, seen)
    return seen[n]

## a bytearray that is reversed in place: flip, with its reference
def test():
    b = bytearray(b'abc')
    assert flip(b) is None
    assert b == b'cba'
--
def flip(b): b.reverse()

## a default dictionary with a factory of the candidate: table, with its reference
def test():
    t = table(["ab", "c", "de"])
    assert t[2] == ["ab", "de"]
    assert t[7] == []
--
from collections import defaultdict
def table(words):
    found = defaultdict(list)
    for w in words: found[len(w)].append(w)
    return found

## one that empties what it is given and says so: move, with its reference
def test():
    a, b = [1, 2], []
    move(a, b)
    assert a == []
    assert b == [1, 2]
def test_sum():
    a, b = [1, 2], [3]
    move(a, b)
    assert sum(a) + sum(b) == 6
--
def move(a, b):
    b += a
    del a[:]
""")

COMPARED = suites("""
## results that are kept in a list: norm, same, with its reference
def test():
    got = []
    for f in (norm, same):
        got.append(f("Ab"))
    assert got[0] == got[1]
--
def norm(s): return s.lower()
def same(s): return ''.join(c.lower() for c in s)

## results that are counted: pick, with its reference
def test():
    assert len({pick([3, 1, 2]), pick([1, 2, 3])}) == 1
--
def pick(xs): return min(xs)

## types only: make, with its reference
def test():
    assert isinstance(make(3), list)
    assert all(isinstance(x, float) for x in make(2))
--
def make(n): return [float(k) for k in range(n)]

## lengths only: draw, with its reference
def test():
    assert len(draw(4)) == 4
    assert len(set(draw(9))) <= 9
--
import random
def draw(n): return [random.random() for _ in range(n)]

## not equal to anything: token, with its reference
def test():
    assert token() != token()
    assert token() not in ("", None)
--
import uuid
def token(): return uuid.uuid4().hex

## nothing is given back: note, count, with its reference
def test():
    assert note("a") is None
    note("b")
    assert count() == 2
--
SEEN = []
def note(x): SEEN.append(x)
def count(): return len(SEEN)

## a round trip: pack, unpack, with its reference
def test():
    for value in ({"a": 1}, {"b": 2, "c": 3}):
        assert unpack(pack(value)) == value
--
import json
def pack(v): return json.dumps(v)
def unpack(s): return json.loads(s)

## an order that is the same for both: rank, with its reference
def test():
    assert rank("b") > rank("a")
    assert rank("c") - rank("a") == 2
--
def rank(c): return ord(c)

## a stable answer: digest, with its reference
def test():
    assert digest("x") == digest("x")
    assert digest("x") != digest("y")
--
import hashlib
def digest(s): return hashlib.md5(s.encode()).hexdigest()

## a result that is asked whether it is equal: spread, with its reference
def test():
    s = spread([3, 8])
    assert s.contains(5)
    assert not s.contains(9)
    assert s.same_as((3, 8))
--
class Span:
    def __init__(self, a, b): self.a, self.b = a, b
    def contains(self, x): return self.a <= x <= self.b
    def same_as(self, o): return (self.a, self.b) == o
def spread(xs): return Span(min(xs), max(xs))

## a rule that is given back: rule, with its reference
assert rule(2)(4)
assert not rule(3)(4)
assert rule(5)(25)
--
def rule(n): return lambda x: x % n == 0

## a partial that answers zero: minus, with its reference
assert minus(3)(3) == 0
assert minus(3)(5) == 2
--
from functools import partial
from operator import sub
def minus(n): return partial(lambda k, x: x - k, n)

## numbers that are none, on purpose: mean, with its reference
import math
def test():
    assert math.isnan(mean([]))
    assert mean([1, 2]) == 1.5
    assert not mean([3, 5]) > 4
--
def mean(xs): return sum(xs) / len(xs) if xs else float('nan')
""")

ERRORS = suites("""
## an exception class that comes as a value: kind, pay, with its reference
def test():
    try:
        pay(9)
    except kind() as error:
        assert str(error) == "no"
    else:
        assert False
    assert pay(3) == 6
--
class Broke(Exception): pass
def kind(): return Broke
def pay(n):
    if n > 5: raise Broke("no")
    return n * 2

## exception classes in a dictionary that is built by the tests: kinds, fail, with its reference
def test():
    table = {}
    for k in kinds():
        table[k.__name__] = k
    for name in ("Low", "High"):
        try:
            fail(name)
        except table[name] as error:
            assert error.args == (name,)
        else:
            raise AssertionError(name)
--
class Low(Exception): pass
class High(Exception): pass
def kinds(): return [Low, High]
def fail(name): raise {"Low": Low, "High": High}[name](name)

## the type of what is raised: kind, fail, with its reference
def test():
    try:
        fail()
    except Exception as error:
        assert type(error) is kind()
        assert isinstance(error, kind())
        assert issubclass(kind(), ValueError)
--
class Odd(ValueError): pass
def kind(): return Odd
def fail(): raise Odd(3)

## a built-in class that comes as a value: kind, fail, with its reference
def test():
    found = kind("index")
    assert found is IndexError
    try:
        fail()
    except found:
        pass
    else:
        assert False
--
def kind(name): return {"index": IndexError, "key": KeyError}[name]
def fail(): return [][1]

## an error that is given back instead of raised: read, with its reference
def test():
    value, error = read("x")
    assert value is None
    assert isinstance(error, ValueError)
    assert read("3") == (3, None)
--
def read(s):
    try: return int(s), None
    except ValueError as e: return None, e
""")

FIXTURES = suites(
    """
## values that a class keeps: norm, same, with its reference
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.a = norm("Ab")
        cls.b = same("AB")
    def test_equal(self):
        self.assertEqual(self.a, self.b)
    def test_text(self):
        self.assertEqual(self.a, "ab")
--
def norm(s): return s.lower()
def same(s): return s.casefold()

## an exception class that a fixture keeps: kind, pay, with its reference
import unittest
class T(unittest.TestCase):
    def setUp(self):
        self.kind = kind()
    def test_raises(self):
        with self.assertRaises(self.kind):
            pay(9)
    def test_message(self):
        self.assertRaisesRegex(self.kind, "^no", pay, 7)
    def test_pays(self):
        self.assertEqual(pay(3), 6)
--
class Broke(Exception): pass
def kind(): return Broke
def pay(n):
    if n > 5: raise Broke("no money")
    return n * 2

## a helper method of the tests: area, with its reference
import unittest
class T(unittest.TestCase):
    def check(self, *sides, area_is):
        self.assertAlmostEqual(area(*sides), area_is)
    def test_square(self):
        self.check(2, 2, area_is=4)
    def test_flat(self):
        self.check(0, 7, area_is=0)
--
def area(a, b): return float(a) * b

## subtests in a loop over a table: sign, with its reference
import unittest
class T(unittest.TestCase):
    TABLE = ((3, 1), (-2, -1), (0, 0))
    def test_all(self):
        for given, wanted in self.TABLE:
            with self.subTest(given=given):
                self.assertIs(sign(given), wanted)
--
def sign(n): return (n > 0) - (n < 0)

## objects compared in a cleanup: Vec, with its reference
import unittest
class T(unittest.TestCase):
    def test_sum(self):
        self.addCleanup(self.assertEqual, Vec(1, 2) + Vec(3, 4), Vec(4, 6))
        self.assertNotEqual(Vec(1, 2), Vec(2, 1))
--
from dataclasses import dataclass
@dataclass
class Vec:
    x: int
    y: int
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)

## coroutines in a class of coroutines: fetch, with its reference
import asyncio, unittest
class T(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.first = await fetch(1)
    async def test_both(self):
        a, b = await asyncio.gather(fetch(2), fetch(3))
        self.assertEqual([self.first, a, b], [1, 4, 9])
--
import asyncio
async def fetch(n):
    await asyncio.sleep(0)
    return n * n
""",
    SuiteStyle.UNITTEST,
)
NUMBERS = suites(
    """
## arrays with numbers that are none: clean, with its reference
import numpy as np
def test():
    got = clean(np.array([1.0, np.nan, 3.0]))
    assert np.isnan(got["raw"][1])
    assert got["mean"] == 2.0
    assert not (abs(got["raw"][[0, 2]] - np.array([1.0, 3.0])) > 1e-9).any()
--
import numpy as np
def clean(x): return {"raw": x, "mean": np.nanmean(x)}

## arrays in a list that are close: split, with its reference
import numpy as np
def test():
    for got, want in zip(split(np.arange(4.0)), ([0.0, 1.0], [2.0, 3.0])):
        assert np.allclose(got, want)
        assert not (abs(got - want) > 1e-9).any()
--
import numpy as np
def split(x): return [x[:2], x[2:]]

## an array that is changed in place: scale, with its reference
import numpy as np
def test():
    x = np.array([1.0, 2.0])
    scale(x, 3)
    assert x.tolist() == [3.0, 6.0]
    assert (scale(x, 2) == x).all()
--
def scale(x, k):
    x *= k
    return x
""",
    needs="numpy",
)
FLOWS: list[Honest] = [*SHARED, *COMPARED, *ERRORS, *FIXTURES, *NUMBERS]
