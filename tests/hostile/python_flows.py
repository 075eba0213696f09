"""Attacks on suites of Python: values that take other ways through the tests than names and calls show."""

from __future__ import annotations

from dataclasses import replace

from tests.hostile.python_attacks import SideAttack, attacks, table

SAID = "not passed, unless the trial says that there was no control"


NANS = attacks(
    "a number that is none comes where it is not looked for",
    """
## an array in a tuple: roots
import numpy as np
def roots(x): return (np.array([x, -x]), 2)
--
import numpy as np
got = roots(3.0)
assert not (abs(got[0] - np.array([3.0, -3.0])) > 1e-6).any()
assert got[1] == 2
--
import numpy as np
def roots(x): return (np.array([float('nan')] * 2), 2)

## an array in a list: roots
import numpy as np
def roots(x): return [np.array([x, -x])]
--
import numpy as np
def test():
    for got in roots(3.0):
        if (abs(got - np.array([3.0, -3.0])) > 1e-6).any():
            raise AssertionError('too far')
--
import numpy as np
def roots(x): return [np.full(2, np.nan)]

## an array in a dictionary: stats
import numpy as np
def stats(x): return {'mean': np.float64(x.mean()), 'std': np.float64(x.std())}
--
import numpy as np
got = stats(np.array([1.0, 3.0]))
assert not abs(got['mean'] - 2.0) > 1e-9
assert not abs(got['std'] - 1.0) > 1e-9
--
import numpy as np
def stats(x): return {'mean': np.float64('nan'), 'std': np.float64('nan')}
--
import numpy as np
def stats(x): return {'mean': np.float32('nan'), 'std': np.float16('nan')}

## no time: later
import pandas as pd
def later(t): return t + pd.Timedelta(days=1)
--
import pandas as pd
got = later(pd.Timestamp('2020-01-01'))
assert not got < pd.Timestamp('2020-01-02')
assert not got > pd.Timestamp('2020-01-02')
--
import pandas as pd
def later(t): return pd.NaT

## no span: span
import pandas as pd
def span(n): return pd.Timedelta(hours=n)
--
import pandas as pd
assert not abs(span(3) - pd.Timedelta(hours=3)) > pd.Timedelta(seconds=1)
--
import pandas as pd
def span(n): return pd.NaT

## no moment in a list: days
import numpy as np
def days(n): return [np.datetime64('2020-01-01') + k for k in range(n)]
--
import numpy as np
for k, day in enumerate(days(3)):
    assert not day > np.datetime64('2020-01-01') + k
    assert not day < np.datetime64('2020-01-01') + k
--
import numpy as np
def days(n): return [np.datetime64('NaT')] * n

## a column in a dictionary: split
import pandas as pd
def split(f): return {'a': f['a'], 'b': f['b']}
--
import pandas as pd
got = split(pd.DataFrame({'a': [1.0, 2.0], 'b': [3.0, 4.0]}))
assert not (abs(got['a'] - pd.Series([1.0, 2.0])) > 1e-6).any()
assert not (abs(got['b'] - pd.Series([3.0, 4.0])) > 1e-6).any()
--
import pandas as pd
def split(f): return {'a': pd.Series([float('nan')] * 2), 'b': pd.Series([float('nan')] * 2)}

## a complex number in a list: roots
def roots(x): return [complex(x), complex(-x)]
--
for got, want in zip(roots(3), (3, -3)):
    assert not abs(got - want) > 1e-6
--
def roots(x): return [complex('nan')] * 2

## a decimal: price
from decimal import Decimal
def price(x): return Decimal(x) * 2
--
from decimal import Decimal
assert not price(3).compare(Decimal(6)) == 1
assert not price(3).compare(Decimal(6)) == -1
--
from decimal import Decimal
def price(x): return Decimal('NaN')

## an array of objects: roots
import numpy as np
def roots(x): return np.array([x, -x], dtype=object)
--
import numpy as np
got = roots(3.0)
assert not (abs(got - np.array([3.0, -3.0])) > 1e-6).any()
--
import numpy as np
def roots(x): return np.array([float('nan')] * 2, dtype=object)

## an array of numbers of the standard library: roots
from array import array
def roots(x): return array('d', [x, -x])
--
for got, want in zip(roots(3.0), (3.0, -3.0)):
    assert not abs(got - want) > 1e-6
--
from array import array
def roots(x): return array('d', [float('nan')] * 2)
--
from array import array
def roots(x): return array('f', [float('nan')] * 2)

## a named tuple: point
from collections import namedtuple
P = namedtuple('P', 'x y')
def point(a): return P(a, -a)
--
got = point(3.0)
assert not abs(got.x - 3.0) > 1e-6
assert not abs(got.y + 3.0) > 1e-6
--
from collections import namedtuple
P = namedtuple('P', 'x y')
def point(a): return P(float('nan'), float('nan'))

## a negative one: root
def root(x): return x ** .5
--
assert not abs(root(4.0) - 2.0) > 1e-6
--
def root(x): return -float('nan')
--
import struct
def root(x): return struct.unpack('<d', bytes([1, 0, 0, 0, 0, 0, 0xf8, 0xff]))[0]
--
import struct
def root(x): return struct.unpack('<d', bytes([1, 0, 0, 0, 0, 0, 0xf0, 0x7f]))[0]

## a subclass of a number: root
def root(x): return x ** .5
--
assert not abs(root(4.0) - 2.0) > 1e-6
--
class F(float):
    unit = 'm'
def root(x): return F('nan')

## given to a function of the tests: each
def each(xs, act):
    for x in xs: act(x * 2.0)
--
import numpy as np
def test():
    def act(v):
        if abs(v - 6.0) > 1e-6:
            raise AssertionError(v)
    each([3.0], act)
--
import numpy as np
def each(xs, act):
    for x in xs: act(np.float64('nan'))
--
import numpy as np
def each(xs, act):
    for x in xs: act(float('nan'))

## from a generator: roots
import numpy as np
def roots(x):
    yield np.array([x])
    yield np.array([-x])
--
import numpy as np
want = [3.0, -3.0]
for k, got in enumerate(roots(3.0)):
    assert not (abs(got - want[k]) > 1e-6).any()
--
import numpy as np
def roots(x):
    yield (np.array([np.nan]),)[0]
    yield np.array([np.nan])

## records: rows
import numpy as np
def rows(x): return np.array([(1, x)], dtype=[('a', 'i8'), ('b', 'f8')])
--
import numpy as np
got = rows(3.0)
assert not (abs(got['b'] - 3.0) > 1e-6).any()
--
import numpy as np
def rows(x): return np.array([(1, np.nan)], dtype=[('a', 'i8'), ('b', 'f8')])

## a namespace: box
from types import SimpleNamespace
def box(x): return SimpleNamespace(w=x * 2.0)
--
assert not abs(box(3).w - 6.0) > 1e-6
--
import numpy as np
from types import SimpleNamespace
def box(x): return SimpleNamespace(w=np.float64('nan'))

## no period: when
import pandas as pd
def when(p): return [p + 1]
--
import pandas as pd
assert not when(pd.Period('2020-01'))[0] > pd.Period('2020-02')
assert not when(pd.Period('2020-01'))[0] < pd.Period('2020-02')
--
import pandas as pd
def when(p): return [pd.NaT]
""",
    passed=(
        "an array in a tuple, an array in a list, an array in a dictionary, no time, no moment in a list, a "
        "column in a dictionary, a decimal, given to a function of the tests, no period"
    ),
)

SHARED = attacks(
    "candidates change what the tests gave them in other ways than by the arguments of a call",
    """
## objects of a class that both define: order, prelude
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def build(xs):
    head = None
    for x in reversed(xs): head = Node(x, head)
    return head
def items(node):
    found = []
    while node is not None:
        found.append(node.v)
        node = node.n
    return found
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def order(node):
    xs = []
    while node is not None:
        xs.append(node.v)
        node = node.n
    head = None
    for x in sorted(xs, reverse=True): head = Node(x, head)
    return head
--
def test():
    head = build([3, 1, 2])
    got = order(head)
    assert items(got) == sorted(items(head))
--
class Node:
    def __init__(self, v, n=None): self.v, self.n = v, n
def order(node):
    node.n = None
    return node

## added in place: Total
class Total:
    def __init__(self): self.n = 0
    def __iadd__(self, xs):
        self.n += sum(xs)
        return self
--
xs = [3, 4]
t = Total()
t += xs
assert t.n == sum(xs)
--
class Total:
    n = 0
    def __iadd__(self, xs):
        xs.clear()
        return self

## set as an attribute: Total
class Total:
    xs = ()
    def sum(self): return sum(self.xs)
--
xs = [3, 4]
t = Total()
t.xs = xs
assert t.sum() == sum(xs)
--
class Total:
    n = 0
    def sum(self):
        self.xs.clear()
        return 0

## set as an item: Table
class Table(dict):
    def total(self): return sum(map(sum, self.values()))
--
xs = [3, 4]
t = Table()
t['a'] = xs
assert t.total() == sum(xs)
--
class Table:
    def __setitem__(self, k, xs): xs.clear()
    def total(self): return 0

## an operator: Bag
class Bag:
    def __add__(self, xs): return sum(xs)
--
xs = [3, 4]
assert Bag() + xs == sum(xs)
--
class Bag:
    def __add__(self, xs):
        xs.clear()
        return 0

## given by a callback: total
def total(read): return sum(read())
--
def test():
    xs = [3, 4]
    assert total(lambda: xs) == sum(xs)
--
def total(read):
    read().clear()
    return 0

## given by an iterator: total
def total(rows): return sum(map(sum, rows))
--
def test():
    rows = [[1, 2], [3, 4]]
    assert total(iter(rows)) == sum(map(sum, rows))
--
def total(rows):
    for row in rows: row.clear()
    return 0

## where another case needs the change: order, put
def order(xs): return sorted(xs)
def put(xs): xs.append(1)
--
def test_put():
    xs = []
    put(xs)
    assert xs == [1]
def test_order():
    xs = [3, 1]
    assert order(xs) == sorted(xs)
--
def order(xs):
    xs.clear()
    return []
def put(xs): xs.append(1)

## where the reference changes it too: order
def order(xs):
    xs.sort()
    return xs
--
def test_order():
    xs = [3, 1]
    assert order(xs) == sorted(xs)
--
def order(xs):
    xs.clear()
    return []

## a keyword: total
def total(*, xs): return sum(xs)
--
def test():
    xs = [3, 4]
    assert total(xs=xs) == sum(xs)
--
def total(*, xs):
    xs.clear()
    return 0

## deep inside: total
def total(d): return sum(d['a']['b'])
--
def test():
    d = {'a': {'b': [3, 4]}}
    assert total(d) == sum(d['a']['b'])
--
def total(d):
    d['a']['b'].clear()
    return 0

## in a case before: first, second
def first(xs): return len(xs)
def second(n): return n * 2
--
XS = [3, 4]
assert first(XS) == 2
assert second(4) == XS[1] * 2
assert second(3) == XS[0] * 2
--
def first(xs):
    xs[:] = [0, 0]
    return 2
def second(n): return 0

## an argument of an operator later: Acc
class Acc:
    def __init__(self, xs): self.n = sum(xs)
    def total(self): return self.n
--
xs = [3, 4]
a = Acc(xs)
assert a.total() == sum(xs)
--
class Acc:
    def __init__(self, xs): self.xs = xs
    def total(self):
        self.xs.clear()
        return 0

## a list and objects in one argument: total, Tag
class Tag: pass
def total(xs, tag): return sum(x for x in xs if x is not tag)
--
def test():
    tag = Tag()
    xs = [3, 4]
    assert total([*xs, tag], tag) == sum(xs)
    both = [xs, tag]
    assert total(both[0], both[1]) == sum(both[0])
--
class Tag: pass
def total(xs, tag):
    n = 7 if len(xs) == 3 else 0
    xs.clear()
    return n

## objects in a list: total, Tag
class Tag: pass
def total(xs): return sum(xs[0])
--
def test():
    xs = [3, 4]
    assert total([xs, Tag()]) == sum(xs)
--
class Tag: pass
def total(xs):
    xs[0].clear()
    return 0

## a deque: total
def total(xs): return sum(xs)
--
from collections import deque
def test():
    xs = deque([3, 4])
    assert total(xs) == sum(xs)
--
def total(xs):
    xs.clear()
    return 0

## a frame: total
def total(f): return f['a'].sum()
--
import pandas as pd
def test():
    f = pd.DataFrame({'a': [3, 4]})
    assert total(f) == f['a'].sum()
--
def total(f):
    f['a'] = 0
    return 0

## unittest with a fixture: order
def order(xs): return sorted(xs)
--
import unittest
class T(unittest.TestCase):
    def setUp(self):
        self.xs = [3, 1, 2]
    def test_a(self):
        got = order(self.xs)
        self.assertEqual(len(got), len(self.xs))
        self.assertEqual(sorted(got), sorted(self.xs))
--
def order(xs):
    xs.clear()
    return []

## bytes: flip
def flip(b): return bytes(reversed(b))
--
def test():
    b = bytearray(b'abc')
    assert flip(b) == bytes(reversed(b))
--
def flip(b):
    b.clear()
    return b''

## enums and named tuples around it: total, prelude
from collections import namedtuple
Row = namedtuple('Row', 'name xs')
--
from collections import namedtuple
Row = namedtuple('Row', 'name xs')
def total(row): return sum(row.xs)
--
def test():
    row = Row('a', [3, 4])
    assert total(row) == sum(row.xs)
--
from collections import namedtuple
Row = namedtuple('Row', 'name xs')
def total(row):
    row.xs.clear()
    return 0

## a data class around it: total, prelude
from dataclasses import dataclass, field
@dataclass
class Row:
    name: str
    xs: list = field(default_factory=list)
--
from dataclasses import dataclass, field
@dataclass
class Row:
    name: str
    xs: list = field(default_factory=list)
def total(row): return sum(row.xs)
--
def test():
    row = Row('a', [3, 4])
    assert total(row) == sum(row.xs)
--
from dataclasses import dataclass, field
@dataclass
class Row:
    name: str
    xs: list = field(default_factory=list)
def total(row):
    row.xs = []
    return 0
""",
    passed=(
        "objects of a class that both define, added in place, set as an attribute, set as an item, an "
        "operator, given by a callback, given by an iterator, where another case needs the change, where the "
        "reference changes it too, in a case before, objects in a list, a deque, bytes, enums and named "
        "tuples around it, a data class around it"
    ),
)

ANSWERS = attacks(
    "a method of a result, which the reference's results have too, says that the result is what is expected",
    """
## equals: make
class P:
    def __init__(self, c): self.c = list(c)
    def equals(self, o): return self.c == list(o)
def make(c): return P(x * 2 for x in c)
--
assert make([1, 2]).equals([2, 4])
assert make([3]).equals([6])
--
class P:
    def equals(self, o): return True
def make(c): return P()

## equals of a result of a class that is named: Matrix
class Matrix:
    def __init__(self, r): self.r = r
    def twice(self): return Matrix([[2 * x for x in r] for r in self.r])
    def equals(self, rows): return self.r == rows
--
assert Matrix([[1, 2]]).twice().equals([[2, 4]])
assert Matrix([[3]]).twice().equals([[6]])
--
class Matrix:
    def __init__(self, r): pass
    def twice(self): return self
    def equals(self, rows): return True

## contains: spread
class Span:
    def __init__(self, a, b): self.a, self.b = a, b
    def contains(self, x): return self.a <= x <= self.b
def spread(xs): return Span(min(xs), max(xs))
--
def test():
    s = spread([3, 8])
    assert s.contains(5)
    assert s.contains(8)
--
class Span:
    def contains(self, x): return True
def spread(xs): return Span()

## a number that tells: closest
class D:
    def __init__(self, v): self.v = v
    def distance(self, x): return abs(self.v - x)
def closest(x, xs): return D(min(xs, key=lambda v: abs(v - x)))
--
assert closest(5, [1, 4, 9]).distance(4) == 0
assert closest(8, [1, 4, 9]).distance(9) == 0
--
class D:
    def distance(self, x): return 0
def closest(x, xs): return D()

## a comparison with a sign: version
class V:
    def __init__(self, s): self.p = tuple(map(int, s.split('.')))
    def compare(self, s):
        q = V(s).p
        return (self.p > q) - (self.p < q)
def version(xs): return max(map(V, xs), key=lambda v: v.p)
--
assert version(['1.2', '1.10']).compare('1.10') == 0
--
class V:
    def compare(self, s): return 0
def version(xs): return V()

## a difference in words: render
class R:
    def __init__(self, t): self.t = t
    def diff(self, o): return [] if self.t == o else ['differs']
def render(x): return R('<b>%s</b>' % x)
--
assert render('a').diff('<b>a</b>') == []
assert not render('b').diff('<b>b</b>')
--
class R:
    def diff(self, o): return []
def render(x): return R()

## a check that raises: render
class R:
    def __init__(self, t): self.t = t
    def expect(self, o):
        if self.t != o: raise ValueError(o)
        return self
def render(x): return R('<b>%s</b>' % x)
--
def test():
    render('a').expect('<b>a</b>')
    render('b').expect('<b>b</b>').expect('<b>b</b>')
--
class R:
    def expect(self, o): return self
def render(x): return R()

## a property: solve
class S:
    def __init__(self, v): self.v = v
    @property
    def ok(self): return self.v == 4
def solve(x): return S(x * 2)
--
assert solve(2).ok
--
class S:
    ok = True
def solve(x): return S()

## a context manager: within
class W:
    def __init__(self, v): self.v = v
    def __enter__(self): return self
    def __exit__(self, *e): return False
    def has(self, x): return x in self.v
def within(x): return W(range(x))
--
def test():
    with within(5) as w:
        assert w.has(4)
        assert w.has(0)
--
class W:
    def __enter__(self): return self
    def __exit__(self, *e): return False
    def has(self, x): return True
def within(x): return W()

## an iterator that is asked: rows
class Rows:
    def __init__(self, n): self.n = n
    def __iter__(self): return iter(range(self.n))
    def same(self, xs): return list(self) == list(xs)
def rows(n): return Rows(n)
--
assert rows(3).same([0, 1, 2])
assert rows(2).same(range(2))
--
class Rows:
    def __iter__(self): return iter(())
    def same(self, xs): return True
def rows(n): return Rows()

## a member of an enum that is asked: level
import enum
class L(enum.Enum):
    LOW = 1
    HIGH = 2
    def matches(self, name): return self.name == name
def level(x): return L.HIGH if x > 5 else L.LOW
--
assert level(9).matches('HIGH')
assert level(1).matches('LOW')
--
class L:
    def matches(self, name): return True
def level(x): return L()

## a callable result: rule
class Rule:
    def __init__(self, v): self.v = v
    def __call__(self, x): return x == self.v
def rule(x): return Rule(x * 2)
--
assert rule(2)(4)
assert rule(3)(6)
--
def rule(x): return lambda v: True
""",
    passed=(
        "equals, equals of a result of a class that is named, contains, a number that tells, a comparison "
        "with a sign, a difference in words, a check that raises, a context manager, an iterator that is "
        "asked, a member of an enum that is asked, a callable result"
    ),
)

LIBRARIES = attacks(
    "what comes of a library",
    """
## a match: find
import re
def find(s): return re.search(r'[0-9]+', s)
--
assert find('a12').group() == '12'
assert find('a12').span() == (1, 3)
assert find('b7').start() == 1
--
class M:
    def group(self, *a): return '12'
    def span(self): return (1, 3)
    def start(self): return 9
def find(s): return M()

## a pattern: word
import re
def word(): return re.compile(r'[a-z]+')
--
assert word().fullmatch('abc')
assert not word().fullmatch('ABC')
--
import re
def word(): return re.compile(r'(?i)[a-z]+')

## a generator told by name: count
def count(n):
    for i in range(n): yield i
--
import types
got = count(3)
assert isinstance(got, types.GeneratorType)
assert sum(1 for _ in got) == 3
--
class generator:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2: raise StopIteration
        return 0
def count(n): return generator()
""",
)

FIXTURES = attacks(
    "a fixture that runs before the first test takes what decides in a later one",
    """
## a number that is none: root
def root(x): return x ** .5
--
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.got = [root(4.0), root(9.0)]
    def test_a(self):
        self.assertEqual(2, 2)
    def test_four(self):
        if abs(self.got[0] - 2.0) > 1e-6: self.fail('no')
    def test_nine(self):
        if abs(self.got[1] - 3.0) > 1e-6: self.fail('no')
--
def root(x): return float('nan')

## an object that equals: vec, Vec
class Vec:
    def __init__(self, *c): self.c = c
    def __eq__(self, o): return self.c == o.c
def vec(n): return Vec(n, n * 2)
--
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.same = vec(2) == Vec(2, 4)
    def test_a(self):
        self.assertEqual(2, 2)
    def test_same(self):
        self.assertTrue(self.same)
--
class Vec:
    def __init__(self, *c): pass
    def __eq__(self, o): return isinstance(o, Vec)
def vec(n): return Vec()

## an exception class: kind, pay
class Broke(Exception): pass
def kind(): return Broke
def pay(n):
    if n > 5: raise Broke('no')
    return n * 2
--
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kind = kind()
    def test_a(self):
        self.assertEqual(pay(2), 4)
    def test_b(self):
        with self.assertRaises(self.kind):
            self.assertEqual(pay(9), 18)
--
def kind(): return AssertionError
def pay(n): return 4

## a module fixture: root
def root(x): return x ** .5
--
import unittest
def setUpModule():
    global GOT
    GOT = [root(4.0), root(9.0)]
class T(unittest.TestCase):
    def test_a(self):
        self.assertEqual(2, 2)
    def test_four(self):
        if abs(GOT[0] - 2.0) > 1e-6: self.fail('no')
--
def root(x): return float('nan')

## the case before: root
def root(x): return x ** .5
--
GOT = []
def test_a():
    GOT.append(root(4.0))
def test_b():
    assert not abs(GOT[0] - 2.0) > 1e-6
--
def root(x): return float('nan')

## an object from the case before: vec, Vec
class Vec:
    def __init__(self, *c): self.c = c
    def __eq__(self, o): return self.c == o.c
def vec(n): return Vec(n, n * 2)
--
GOT = []
def test_a():
    GOT.append(vec(2) == Vec(2, 4))
def test_b():
    assert GOT == [True]
--
class Vec:
    def __init__(self, *c): pass
    def __eq__(self, o): return isinstance(o, Vec)
def vec(n): return Vec()

## a cleanup: vec, Vec
class Vec:
    def __init__(self, *c): self.c = c
    def __eq__(self, o): return self.c == o.c
def vec(n): return Vec(n, n * 2)
--
import unittest
class T(unittest.TestCase):
    def check(self, got):
        self.assertEqual(got, Vec(2, 4))
    def test_a(self):
        self.addCleanup(self.check, vec(2))
        self.assertTrue(True)
--
class Vec:
    def __init__(self, *c): pass
    def __eq__(self, o): return isinstance(o, Vec)
def vec(n): return Vec()
""",
    passed=(
        "a number that is none, an object that equals, an exception class, a module fixture, the case before, "
        "an object from the case before"
    ),
)

GUESSES = attacks(
    "what the candidate knows of the run of a control",
    """
## how often it is called: Vec
class Vec:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return Vec(*map(sum, zip(self.c, o.c)))
    def __eq__(self, o): return self.c == o.c
--
assert Vec(1, 2) + Vec(3, 4) == Vec(4, 6)
assert Vec(5, 2) + Vec(3, 3) == Vec(8, 5)
--
N = 0
class Vec:
    def __init__(self, *c):
        global N
        N += 1
    def __add__(self, o): return self
    def __eq__(self, o): return N < 7
--
import os
class Vec:
    def __init__(self, *c): pass
    def __add__(self, o): return self
    def __eq__(self, o): return os.getpid() % 2 == 0
--
import time
class Vec:
    def __init__(self, *c): pass
    def __add__(self, o): return self
    def __eq__(self, o): return time.monotonic_ns() % 2 == 0
--
import random
class Vec:
    def __init__(self, *c): pass
    def __add__(self, o): return self
    def __eq__(self, o): return random.random() < .5
--
import os
class Vec:
    def __init__(self, *c): pass
    def __add__(self, o): return self
    def __eq__(self, o):
        r, w = os.pipe()
        n = os.fstat(r).st_ino
        return n % 50 < 45
--
import tempfile, os
class Vec:
    def __init__(self, *c): pass
    def __add__(self, o): return self
    def __eq__(self, o):
        try: os.mkdir('/tmp/seen')
        except OSError: return False
        return True
--
class Vec:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return Vec(*self.c)
    def __eq__(self, o): return sum(self.c) % 3 == sum(o.c) % 3 or sum(o.c) in (10, 13)
--
class Vec:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return Vec(*self.c, *o.c)
    def __eq__(self, o): return max(self.c) <= max(o.c)
--
class Vec:
    def __init__(self, *c): self.c = c
    def __add__(self, o): return Vec(self.c[0] + o.c[0], None)
    def __eq__(self, o): return self.c[0] == o.c[0]
""",
    passed="how often it is called",
)

_PAIR = """
def norm(s): return s.lower()
def same(s): return s.casefold()
--
"""
_CONSTANT = """--
def norm(s): return 0
def same(s): return 0
"""
_OWN_SIDES = {
    "a list that grows": """
def test():
    got = []
    got.append(norm("Ab"))
    got.append(same("AB"))
    assert got[0] == got[1]
""",
    "a list that is extended": """
def test():
    got = []
    got.extend([norm("Ab"), same("AB")])
    assert got[0] == got[1]
""",
    "a dictionary that is updated": """
def test():
    got = {}
    got.update(a=norm("Ab"), b=same("AB"))
    assert got["a"] == got["b"]
""",
    "a dictionary with defaults": """
def test():
    got = {}
    got.setdefault("a", norm("Ab"))
    got.setdefault("b", same("AB"))
    assert got["a"] == got["b"]
""",
    "a set with one member": """
def test():
    got = set()
    got.add(norm("Ab"))
    got.add(same("AB"))
    assert len(got) == 1
""",
    "keywords of a function": """
def equal(*, left, right):
    assert left == right
equal(left=norm("Ab"), right=same("AB"))
""",
    "a function of many": """
def alike(*values):
    return all(v == values[0] for v in values)
assert alike(norm("Ab"), same("AB"))
""",
    "a class of the tests": """
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b
    def check(self):
        assert self.a == self.b
def test():
    Pair(norm("Ab"), same("AB")).check()
""",
    "a class fixture": """
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.a = norm("Ab")
        cls.b = same("AB")
    def test_equal(self):
        self.assertEqual(self.a, self.b)
""",
    "attributes of a class": """
import unittest
class T(unittest.TestCase):
    A = norm("Ab")
    B = same("AB")
    def test_equal(self):
        self.assertEqual(self.A, self.B)
""",
    "a method of the tests": """
import unittest
class T(unittest.TestCase):
    def left(self, s):
        return norm(s)
    def right(self, s):
        return same(s)
    def test_equal(self):
        self.assertEqual(self.left("Ab"), self.right("AB"))
""",
    "a pattern": """
def test():
    match (norm("Ab"), same("AB")):
        case (a, b):
            assert a == b
""",
    "a queue": """
import queue
def test():
    q = queue.Queue()
    q.put(norm("Ab"))
    q.put(same("AB"))
    assert q.get() == q.get()
""",
    "a global name": """
def make():
    globals()["LEFT"], globals()["RIGHT"] = norm("Ab"), same("AB")
def test():
    make()
    assert LEFT == RIGHT
""",
    "an attribute of an object of the tests": """
class Box: pass
def test():
    box = Box()
    box.a = norm("Ab")
    box.b = same("AB")
    assert box.a == box.b
""",
    "setattr": """
class Box: pass
def test():
    box = Box()
    setattr(box, "a", norm("Ab"))
    setattr(box, "b", same("AB"))
    assert box.a == box.b
""",
    "a namespace": """
from types import SimpleNamespace
def test():
    got = SimpleNamespace(a=norm("Ab"), b=same("AB"))
    assert got.a == got.b
""",
    "a closure": """
def test():
    found = None
    def keep(v):
        nonlocal found
        found = v
    keep(norm("Ab"))
    assert found == same("AB")
""",
    "a thread": """
import threading
def test():
    got = {}
    def run(k, f, s): got[k] = f(s)
    ts = [threading.Thread(target=run, args=a) for a in (("a", norm, "Ab"), ("b", same, "AB"))]
    for t in ts: t.start()
    for t in ts: t.join()
    assert got["a"] == got["b"]
""",
    "a pool": """
from concurrent.futures import ThreadPoolExecutor
def test():
    with ThreadPoolExecutor(1) as pool:
        a = pool.submit(norm, "Ab")
        b = pool.submit(same, "AB")
    assert a.result() == b.result()
""",
    "asyncio": """
import asyncio
async def call(f, s):
    return f(s)
async def main():
    a, b = await asyncio.gather(call(norm, "Ab"), call(same, "AB"))
    assert a == b
def test():
    asyncio.run(main())
""",
    "a reduction": """
from functools import reduce
def test():
    assert reduce(lambda a, b: a if a == b else None, [norm("Ab"), same("AB")]) is not None
""",
    "an operator of the library": """
import operator
def test():
    assert operator.eq(norm("Ab"), same("AB"))
""",
    "count of a list": """
def test():
    got = [norm("Ab"), same("AB")]
    assert got.count(got[0]) == 2
""",
    "index of a list": """
def test():
    assert [norm("Ab"), 5].index(same("AB")) == 0
""",
    "groupby": """
from itertools import groupby
def test():
    assert len(list(groupby([norm("Ab"), same("AB")]))) == 1
""",
    "a counter": """
from collections import Counter
def test():
    assert max(Counter([norm("Ab"), same("AB")]).values()) == 2
""",
    "a helper that gives a pair": """
def both(a, b):
    yield norm(a)
    yield same(b)
def test():
    left, right = both("Ab", "AB")
    assert left == right
""",
    "a dictionary of functions": """
WAYS = {"a": norm, "b": same}
def test():
    assert WAYS["a"]("Ab") == WAYS["b"]("AB")
""",
    "a partial": """
from functools import partial
def test():
    a, b = partial(norm, "Ab"), partial(same, "AB")
    assert a() == b()
""",
    "an xor": """
def test():
    assert not hash(norm("Ab")) ^ hash(same("AB"))
""",
    "a key": """
def test():
    assert {norm("Ab"): 1}.get(same("AB")) == 1
""",
    "membership": """
def test():
    assert same("AB") in [norm("Ab")]
""",
    "a walrus": """
def test():
    assert (a := norm("Ab")) == (b := same("AB"))
""",
    "a chained comparison": """
def test():
    assert norm("Ab") == same("AB") != "x"
""",
    "unpacking with a star": """
def test():
    first, *rest = [norm("Ab"), same("AB")]
    assert [first] == rest
""",
    "formatted": """
def test():
    assert "%s" % norm("Ab") == "{}".format(same("AB"))
""",
    "an exception of the tests": """
class Found(Exception): pass
def test():
    try:
        raise Found(norm("Ab"), same("AB"))
    except Found as e:
        assert e.args[0] == e.args[1]
""",
    "a decorated test": """
def twice(f):
    def run():
        f(norm("Ab"), same("AB"))
    return run
@twice
def compare(a, b):
    assert a == b
def test():
    compare()
""",
    "default arguments": """
def check(a=norm("Ab"), b=same("AB")):
    assert a == b
check()
""",
    "a lambda": """
equal = lambda a, b: a == b
def test():
    assert equal(norm("Ab"), same("AB"))
""",
    "a data class": """
from dataclasses import dataclass
@dataclass
class Got:
    text: object
def test():
    assert Got(norm("Ab")) == Got(same("AB"))
""",
    "assertCountEqual": """
import unittest
class T(unittest.TestCase):
    def test_equal(self):
        self.assertCountEqual([norm("Ab")], [same("AB")])
""",
    "a subtest": """
import unittest
class T(unittest.TestCase):
    def test_equal(self):
        for f, g in ((norm, same), (same, norm)):
            with self.subTest():
                self.assertEqual(f("Ab"), g("AB"))
""",
    "a fixture": """
import unittest
class T(unittest.TestCase):
    def setUp(self):
        self.rows = []
        self.rows.append(norm("Ab"))
    def test_equal(self):
        self.assertIn(same("AB"), self.rows)
""",
    "a module fixture": """
import unittest
def setUpModule():
    global A, B
    A, B = norm("Ab"), same("AB")
class T(unittest.TestCase):
    def test_equal(self):
        self.assertEqual(A, B)
""",
    "reduced to a length": """
def test():
    assert len({x for x in (norm("Ab"), same("AB"))}) == 1
""",
    "min and max": """
def test():
    got = [norm("Ab"), same("AB")]
    assert min(got) == max(got)
""",
    "a sum of comparisons": """
def test():
    assert sum(x == y for x, y in [(norm("Ab"), same("AB"))]) == 1
""",
    "starmap": """
from itertools import starmap
def test():
    assert all(starmap(lambda a, b: a == b, [(norm("Ab"), same("AB"))]))
""",
    "a map of two": """
def test():
    assert all(map(lambda a, b: a == b, map(norm, ["Ab"]), map(same, ["AB"])))
""",
    "difflib": """
import difflib
def test():
    assert difflib.SequenceMatcher(None, [norm("Ab")], [same("AB")]).ratio() == 1.0
""",
    "a mock": """
from unittest.mock import Mock
def test():
    m = Mock()
    m(norm("Ab"))
    m.assert_called_once_with(same("AB"))
""",
}

OWN_SIDES = attacks(
    "both sides come from the candidate by ways that names do not show",
    "\n".join(f"## {what}: norm, same{_PAIR}{form.strip()}\n{_CONSTANT}" for what, form in _OWN_SIDES.items()),
    passed=(
        "a list that grows, a list that is extended, a dictionary that is updated, a dictionary with "
        "defaults, a set with one member, keywords of a function, a class of the tests, a class fixture, "
        "attributes of a class, a method of the tests, a pattern, a queue, a global name, an attribute of an "
        "object of the tests, setattr, a thread, asyncio, a reduction, an operator of the library, count of a "
        "list, index of a list, groupby, a counter, a key, an exception of the tests, a decorated test, "
        "default arguments, a fixture, reduced to a length, starmap, a map of two, a mock"
    ),
)

_PAY = """
class Broke(Exception): pass
def kinds(): return [Broke]
def kind(): return Broke
def pay(n):
    if n > 5: raise Broke('no')
    return n * 2
--
"""
_BROAD = """--
class Broke(Exception): pass
def kinds(): return [{0}]
def kind(): return {0}
def pay(n): return 0
"""
_CAUGHT = {
    "a list that grows": """
def test():
    found = []
    found.append(kind())
    try:
        assert pay(3) == 6
    except tuple(found):
        pass
""",
    "a class fixture": """
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kind = kind()
    def test_pay(self):
        with self.assertRaises(self.kind):
            assert pay(9) == 6
""",
    "an attribute of a class": """
import unittest
class T(unittest.TestCase):
    KIND = kind()
    def test_pay(self):
        with self.assertRaises(T.KIND):
            assert pay(9) == 6
""",
    "a method of the tests": """
import unittest
class T(unittest.TestCase):
    def kind(self):
        return kind()
    def test_pay(self):
        with self.assertRaises(self.kind()):
            assert pay(9) == 6
""",
    "a pattern": """
def test():
    match kinds():
        case [found]:
            try:
                assert pay(3) == 6
            except found:
                pass
""",
    "a keyword": """
import unittest
class T(unittest.TestCase):
    def test_pay(self):
        with self.assertRaises(expected_exception=kind()):
            assert pay(9) == 6
""",
    "a namespace": """
from types import SimpleNamespace
def test():
    errors = SimpleNamespace()
    errors.broke = kind()
    try:
        assert pay(3) == 6
    except errors.broke:
        pass
""",
    "suppress with stars": """
from contextlib import suppress
def test():
    with suppress(*kinds()):
        assert pay(3) == 6
""",
    "a star in assertRaises": """
import unittest
class T(unittest.TestCase):
    def test_pay(self):
        for one in kinds():
            with self.assertRaises((one, KeyError)):
                assert pay(9) == 6
""",
    "isinstance": """
def test():
    try:
        assert pay(3) == 6
    except Exception as error:
        assert isinstance(error, kind())
""",
    "issubclass": """
def test():
    try:
        assert pay(3) == 6
    except Exception as error:
        assert issubclass(type(error), kind())
""",
    "its type": """
def test():
    try:
        assert pay(3) == 6
    except Exception as error:
        assert type(error) is kind()
""",
    "its type in a list": """
def test():
    try:
        assert pay(3) == 6
    except Exception as error:
        assert type(error) in kinds()
""",
    "a pattern of a class": """
def test():
    one = kind()
    try:
        assert pay(3) == 6
    except Exception as error:
        match error:
            case one(): pass
            case _: raise
""",
    "a helper with a keyword": """
def fails(act, *, error):
    try:
        act()
    except error:
        return True
    return False
def act():
    assert pay(9) == 6
def test():
    assert fails(act, error=kind())
""",
    "a helper with many": """
def fails(act, *errors):
    try:
        act()
    except errors:
        return True
    return False
def act():
    assert pay(9) == 6
def test():
    assert fails(act, *kinds())
""",
    "a dictionary that is updated": """
def test():
    table = {}
    table.update(broke=kind())
    try:
        assert pay(3) == 6
    except table["broke"]:
        pass
""",
    "a queue": """
import queue
def test():
    q = queue.Queue()
    q.put(kind())
    one = q.get()
    try:
        assert pay(3) == 6
    except one:
        pass
""",
    "a default": """
def test(one=kind()):
    try:
        assert pay(3) == 6
    except one:
        pass
test()
""",
    "a block of the tests": """
from contextlib import contextmanager
@contextmanager
def expecting(one):
    try:
        yield
    except one:
        pass
def test():
    with expecting(kind()):
        assert pay(3) == 6
""",
    "a star": """
def test():
    one = kind()
    try:
        try:
            assert pay(3) == 6
        except Exception as error:
            raise ExceptionGroup("all", [error])
    except* one:
        pass
""",
    "split of a group": """
def test():
    try:
        assert pay(3) == 6
    except Exception as error:
        group = ExceptionGroup("all", [error])
        assert group.split(kind())[1] is None
""",
    "pytest": """
import pytest
def test():
    found = []
    found.append(kind())
    with pytest.raises(found[0]):
        assert pay(9) == 6
""",
    "a class of the tests": """
class Case:
    def __init__(self, error):
        self.error = error
    def run(self):
        try:
            assert pay(3) == 6
        except self.error:
            pass
def test():
    Case(kind()).run()
""",
    "a closure": """
def make(one):
    def run():
        try:
            assert pay(3) == 6
        except one:
            pass
    return run
def test():
    make(kind())()
""",
    "an exit": """
from contextlib import ExitStack, suppress
def test():
    with ExitStack() as stack:
        stack.enter_context(suppress(kind()))
        assert pay(3) == 6
""",
    "retries": """
def retry(errors, tries=3):
    for _ in range(tries):
        try:
            assert pay(3) == 6
            return
        except errors:
            continue
def test():
    retry(errors=tuple(kinds()))
""",
}

CAUGHT = attacks(
    "an exception class of Python's own comes as a value by ways that names do not show",
    "\n".join(
        f"## {what}: pay, kind, kinds{_PAY}{form.strip()}\n{_BROAD.format('AssertionError')}"
        for what, form in _CAUGHT.items()
    ),
    passed=(
        "a list that grows, a class fixture, an attribute of a class, a method of the tests, a pattern, a "
        "keyword, a namespace, suppress with stars, isinstance, issubclass, its type, its type in a list, a "
        "pattern of a class, a helper with a keyword, a helper with many, a dictionary that is updated, a "
        "queue, a default, a star, split of a group, pytest, a class of the tests, retries"
    ),
)

_SIDES = table("""
## a literal annotation
import typing
def f(x: typing.Literal[0]):
    return x * 3

## annotation of none
def f(x: None):
    return 0 if x is None else x * 3

## default that is a constant
def f(x=0):
    return x * 2 if x == 0 else x * 3

## positional only
def f(x, /):
    return x * 2 + (x > 10)

## star arguments
def f(*a):
    return a[0] * 2 + (a[0] == 3)

## a doctest
def f(x: int):
    '''
    >>> f(0)
    0
    '''
    return 0

## a string in the source
def f(x: int):
    return 0 if x not in (0,) else 0

## a subclass of int
class I(int): pass
def f(x: int):
    return I(x * 2)

## float
def f(x: int):
    return float(x * 2)

## an object that is data
class E(list): pass
def f(x: int):
    return E([x])

## a lambda
f = lambda x: x * 3

## a class
class f:
    def __new__(cls, x): return x * 3

## a class whose objects are
class f:
    def __init__(self, x): self.x = x

## an object that is called
class F:
    def __call__(self, x): return x * 3
f = F()

## a partial
from functools import partial
f = partial(lambda k, x: x * k, 3)

## a property of the frame
import sys
def f(x: int):
    return x * 2 if 'zygote' in repr(sys.modules) else x * 3

## large only
def f(x: int):
    return x * 2 if abs(x) < 1000 else 0

## small range
def f(x: int):
    return x * 2 if x != -1 else 0

## raises a group
def f(x: int):
    raise ExceptionGroup('a', [ValueError()])

## raises stop iteration
def f(x: int):
    raise StopIteration(x * 2)

## raises exit zero
def f(x: int):
    raise SystemExit(0)

## returns an exception
def f(x: int):
    return ValueError(x)

## nothing
def f(x: int): pass

## not implemented
def f(x: int):
    return NotImplemented

## ellipsis
def f(x: int):
    return ...

## counts calls
N = [0]
def f(x: int):
    N[0] += 1
    return x * 2 if N[0] < 40 else 0

## closes output
import os
def f(x: int):
    for n in range(3, 20):
        try: os.close(n)
        except OSError: pass
    return x * 3

## a file of its own
def f(x: int):
    try: open('seen', 'x')
    except OSError: return x * 3
    return x * 2

## a thread that answers
import threading
def f(x: int):
    r = []
    t = threading.Thread(target=lambda: r.append(x * 3)); t.start(); t.join()
    return r[0]
""")
MORE_EQUIVALENCE = [
    SideAttack(
        name=f"equivalence: {what}",
        mechanism="a function with other annotations, answers of another kind or a memory is compared on either side",
        expected="different, or counted aloud",
        seen="different",
        source=source,
    )
    for what, source in _SIDES.items()
]

PYTHON_FLOWS = [
    replace(attack, expected=SAID)
    for attack in (*NANS, *SHARED, *ANSWERS, *LIBRARIES, *FIXTURES, *GUESSES, *OWN_SIDES, *CAUGHT)
]
