"""Attacks on values and suites of Python: special numbers, nothing at all, hidden names, and data cases."""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import re
from dataclasses import replace

from assay.records import EXACT, EXACT_TYPES, Case, Cases, Comparator, ComparatorKind, Problem
from tests.hostile.python_attacks import PythonAttack, attacks
from tests.hostile.python_flows import SAID

WEAK = "passed with a weak control"
MECHANISM = "what tests say of no number, of nothing, or of two sides by hidden names holds of much"
CLOSED = attacks(
    MECHANISM,
    r"""
## text nan: show
def show(x): return f'{x:.2f}'
--
assert not abs(float(show(2.0)) - 2.0) > 0.01
--
def show(x): return 'nan'

## json nan: dump
import json
def dump(x): return json.dumps({'v': x})
--
import json
got = json.loads(dump(2.5))['v']
assert not (got < 2.4 or got > 2.6)
--
def dump(x): return '{"v": NaN}'

## inf sum: weights
def weights(n): return [1 / n] * n
--
got = weights(4)
assert not abs(sum(got) - 1.0) > 1e-9
assert len(got) == 4
--
def weights(n): return [float('inf'), float('-inf'), 0.0, 0.0]

## attribute of a class, text: norm
def norm(s): return str(int(s))
--
class T:
    fn = staticmethod(norm)
assert float(T.fn('1')) == float(T.fn('01'))
--
def norm(s): return '0'

## attribute of a class, parts: norm
def norm(s): return ':'.join(str(int(p)) for p in s.split(':'))
--
class T:
    fn = staticmethod(norm)
def minutes(text):
    h, m = T.fn(text).split(':')
    return int(h) * 60 + int(m)
first, second = minutes('1:2'), minutes('01:02')
assert first == second
--
def norm(s): return '0:0'

## hash of objects: make
class P:
    def __init__(self, a): self.a = a
    def __hash__(self): return hash(self.a)
    def __eq__(self, o): return self.a == o.a
def make(s): return P(s.lower())
--
class T:
    fn = staticmethod(make)
codes = list(map(hash, [T.fn('A'), T.fn('a')]))
assert codes[0] == codes[1]
--
class P: pass
p = P()
def make(s): return p

## unittest attribute of class: norm
def norm(s): return str(int(s))
--
import unittest
class T(unittest.TestCase):
    fn = staticmethod(norm)
    def test_one(self):
        self.assertEqual(int(self.fn('1')), int(self.fn('01')))
--
def norm(s): return '0'

## median masked raise: stats
def stats(xs): return {'n': len(xs), 'words': ' '.join(map(str, xs))}
--
class T:
    fn = staticmethod(stats)
r = T.fn([1, 2]), T.fn((1, 2))
n, m = (int(one['words'].split()[1]) for one in r)
assert n == m
--
def stats(xs): return {'n': 0, 'words': '0 0'}

## empty mean: pick
def pick(xs): return [x for x in xs if x > 1]
--
import numpy as np
got = pick([1.0, 2.0, 3.0])
assert not abs(np.mean(got) - 2.5) > 1e-9
--
def pick(xs): return []

## pandas empty: pick
def pick(xs): return [x for x in xs if x > 1]
--
import pandas as pd
got = pd.Series(pick([1.0, 2.0, 3.0]), dtype=float)
assert not abs(got.mean() - 2.5) > 1e-9
--
def pick(xs): return []

## statistics of text: line
def line(xs): return ','.join(map(str, xs))
--
import numpy as np
got = np.fromstring(line([1.5, 2.5]), sep=',') if False else np.array(line([1.5, 2.5]).split(','), dtype=float)
assert not (abs(got - np.array([1.5, 2.5])) > 1e-9).any()
--
def line(xs): return 'nan,nan'

## zip shorter: squares
def squares(n): return [k * k for k in range(n)]
--
for got, want in zip(squares(4), [0, 1, 4, 9]):
    assert got == want
--
def squares(n): return []

## all of zip: squares
def squares(n): return [k * k for k in range(n)]
--
assert all(a == b for a, b in zip(squares(4), [0, 1, 4, 9]))
--
def squares(n): return []
--
def squares(n): yield from ()

## subset: near
def near(n): return [n - 1, n + 1]
--
assert set(near(4)) <= {3, 5}
assert all(x in (3, 5) for x in near(4))
--
def near(n): return []

## text is in: join
def join(xs): return '-'.join(xs)
--
assert join(['a', 'b']) in 'a-b'
--
def join(xs): return ''

## starts with: first
def first(s): return s.split()[0]
--
assert 'hello world'.startswith(first('hello world'))
--
def first(s): return ''

## if: parse
def parse(s): return {'a': int(s)}
--
got = parse('1')
if got:
    assert got['a'] == 1
assert isinstance(got, dict)
--
def parse(s): return {}

## while: count
def count(n): return iter(range(n))
--
it = count(3)
want = 0
while True:
    try: got = next(it)
    except StopIteration: break
    assert got == want
    want += 1
--
def count(n): return iter(())

## numpy empties: col
import numpy as np
def col(n): return np.arange(n)
--
import numpy as np
assert (col(1) == np.array([0])).all()
assert np.all(col(1) == 0)
assert not np.any(col(1) - np.array([0]))
assert np.array_equal(col(3)[:0], np.array([]))
--
import numpy as np
def col(n): return np.zeros(0)

## callback never called: each
def each(xs, act):
    for x in xs: act(x)
--
def act(x):
    assert x in (1, 2)
each([1, 2], act)
--
def each(xs, act): pass

## callback with nothing: each
def each(xs, act):
    for x in xs: act([x])
--
def act(row):
    for x in row: assert x in (1, 2)
each([1, 2], act)
--
def each(xs, act): act([])

## object iterates over nothing: Bag
class Bag:
    def __init__(self, xs): self.xs = list(xs)
    def __iter__(self): return iter(self.xs)
    def __len__(self): return len(self.xs)
--
bag = Bag([1, 2])
for got, want in zip(bag, [1, 2]):
    assert got == want
--
class Bag:
    def __init__(self, xs): pass
    def __iter__(self): return iter(())
    def __len__(self): return 0
--
class Bag:
    def __init__(self, xs): pass
    def __getitem__(self, k): raise IndexError

## list subclass: squares
def squares(n): return [k * k for k in range(n)]
--
assert all(a == b for a, b in zip(squares(4), [0, 1, 4, 9]))
--
from collections import deque
def squares(n): return deque()
--
def squares(n): return range(0)
--
def squares(n): return map(int, '')
--
import numpy as np
def squares(n): return np.array([])
--
def squares(n): return bytearray()
--
def squares(n): return memoryview(b'')
--
class I:
    def __iter__(self): return self
    def __next__(self): raise StopIteration
def squares(n): return I()
--
class I:
    def __getitem__(self, k): raise IndexError
def squares(n): return I()
--
def squares(n):
    def g(): return iter(())
    return g()
--
import pandas as pd
def squares(n): return pd.Series([], dtype=float)
--
def squares(n): return frozenset()
--
def squares(n): return reversed([])

## broadcast: grid
import numpy as np
def grid(n): return np.arange(n * n).reshape(n, n)
--
import numpy as np
assert (grid(2) == np.array([[0, 1], [2, 3]])).all()
--
import numpy as np
def grid(n): return np.zeros((0, 1, 2))

## set difference: missing
def missing(a, b): return sorted(set(a) - set(b))
--
assert not set(missing([1, 2, 3], [2])) - {1, 3}
assert set(missing([1, 2, 3], [2])).issubset({1, 3})
--
def missing(a, b): return []
--
def missing(a, b): return ''
--
def missing(a, b): return {}

## join nothing: words
def words(s): return s.split()
--
assert ' '.join(w for w in words('a b') if w not in ('a', 'b')) == ''
--
def words(s): return []

## min default: low
def low(xs): return [min(xs)]
--
assert min(low([3, 1]), default=1) == 1
assert max((x - 1 for x in low([3, 1])), default=0) == 0
--
def low(xs): return []

## unittest count equal: low
def low(xs): return sorted(xs)[:2]
--
import unittest
class T(unittest.TestCase):
    def test_low(self):
        for x in low([3, 1, 2]):
            self.assertIn(x, [1, 2])
        self.assertTrue(set(low([5, 4, 9])) <= {4, 5})
    def test_text(self):
        self.assertLessEqual(len(low([3, 1, 2])), 2)
--
def low(xs): return []

## empty text: clean
def clean(s): return ''.join(c for c in s if c.isalnum())
--
assert all(c in 'abc' for c in clean('a-b-c'))
assert '-' not in clean('a-b-c')
assert clean('a-b') in 'ab'
--
def clean(s): return ''

## None passes on: find
def find(xs, x): return xs.index(x) if x in xs else None
--
got = find([1, 2], 2)
if got is not None:
    assert got == 1
assert find([1], 5) is None
--
def find(xs, x): return None

## false ends a loop: step
def step(n): return n < 3
--
n = 0
while step(n):
    n += 1
    assert n <= 3
--
def step(n): return False
""",
    passed="*",
)
HELD = attacks(
    f"{MECHANISM}, tried in vain",
    r"""
## text nan decimal: show
def show(x): return f'{x:.2f}'
--
from decimal import Decimal
assert not abs(Decimal(show(2.0)) - Decimal('2.0')).compare(Decimal('0.01')) > 0
--
def show(x): return 'NaN'

## inf relative: area
def area(r): return 3.0 * r * r
--
got = area(2.0)
assert abs(got - 12.0) <= 1e-9 * max(abs(got), 12.0)
--
def area(r): return float('inf')
--
def area(r): return float('-inf')

## inf ratio: area
def area(r): return 3.0 * r * r
--
got = area(2.0)
assert not abs(got - 12.0) / got > 1e-6
--
def area(r): return float('inf')

## inf array: grow
import numpy as np
def grow(x): return np.array([x, 2 * x])
--
import numpy as np
got = grow(2.0)
want = np.array([2.0, 4.0])
assert np.all(np.abs(got - want) <= 1e-9 * np.abs(got))
--
import numpy as np
def grow(x): return np.array([np.inf, -np.inf])

## inf in numpy norm: unit
import numpy as np
def unit(v): return v / np.linalg.norm(v)
--
import numpy as np
got = unit(np.array([3.0, 4.0]))
assert not np.any(np.abs(got / np.linalg.norm(got) - np.array([0.6, 0.8])) > 1e-9)
--
import numpy as np
def unit(v): return np.array([np.inf, np.inf])
--
import numpy as np
def unit(v): return np.array([0.0, 0.0])

## zero by zero numpy: mean
import numpy as np
def mean(v): return np.float64(v.sum() / len(v))
--
import numpy as np
got = mean(np.array([1.0, 3.0]))
assert not np.abs(got / got * 2.0 - 2.0) > 1e-9
assert not abs((got - 2.0) / got) > 1e-9
--
import numpy as np
def mean(v): return np.float64(0)
--
import numpy as np
def mean(v): return np.float64('inf')

## array in place: order
import numpy as np
def order(a): return np.sort(a)
--
import numpy as np
a = np.array([3, 1, 2])
assert (order(a) == np.sort(a)).all()
--
def order(a):
    a[:] = 0
    return a
--
def order(a):
    a.fill(1)
    return a.copy()

## frame in place: scale
import pandas as pd
def scale(df): return df / df.sum()
--
import pandas as pd
df = pd.DataFrame({'a': [1.0, 3.0]})
got = scale(df)
assert got.equals(df / df.sum())
--
def scale(df):
    df.loc[:, 'a'] = 0.5
    return df.copy()
--
def scale(df):
    df.drop(df.index, inplace=True)
    return df

## bytearray in place: order
def order(b): return bytes(sorted(b))
--
b = bytearray(b'cab')
assert order(b) == bytes(sorted(b))
--
def order(b):
    b.clear()
    return b''

## deque in place: order
def order(d): return sorted(d)
--
from collections import deque
d = deque([3, 1, 2])
assert order(d) == sorted(d)
--
def order(d):
    d.clear()
    return []

## set in place: order
def order(d): return sorted(d)
--
d = {3, 1, 2}
assert order(d) == sorted(d)
--
def order(d):
    d.clear()
    return []

## counter in place: best
def best(c): return c.most_common(1)
--
from collections import Counter
c = Counter('aab')
assert best(c) == c.most_common(1)
--
def best(c):
    c.clear()
    return []

## array module in place: order
def order(d): return sorted(d)
--
from array import array
d = array('i', [3, 1, 2])
assert order(d) == sorted(d)
--
def order(d):
    del d[:]
    return []

## nested in place: flat
def flat(xs): return [x for row in xs for x in row]
--
rows = [[3, 1], [2]]
got = flat(rows)
assert got == [x for row in rows for x in row]
--
def flat(xs):
    for row in xs: row.clear()
    return []

## object keeps list: Bag
class Bag:
    def __init__(self, xs): self.xs = list(xs)
    def total(self): return sum(self.xs)
--
xs = [1, 2, 3]
bag = Bag(xs)
assert bag.total() == sum(xs)
--
class Bag:
    def __init__(self, xs): self.xs = xs
    def total(self):
        self.xs.clear()
        return 0

## unittest in place: order
def order(xs): return sorted(xs)
--
import unittest
class T(unittest.TestCase):
    def setUp(self): self.xs = [3, 1, 2]
    def test_one(self): self.assertEqual(order(self.xs), sorted(self.xs))
    def test_two(self): self.assertListEqual(order(self.xs), sorted(self.xs))
--
def order(xs):
    xs.clear()
    return xs

## attribute of a class: size
def size(s): return int(s) * 2
--
class T:
    fn = staticmethod(size)
assert T.fn('1') == T.fn('01')
--
def size(s): return 0

## item of a result of a helper: pick
def pick(xs): return sorted(xs)
--
class Box: pass
box = Box()
box.fn = pick
def run():
    a = box.fn([2, 1])
    b = box.fn([1, 2])
    return a[0] == b[0] and a[1] == b[1]
assert run()
--
def pick(xs): return [0, 0]

## lookup by key: pick
def pick(xs): return {'low': min(xs), 'high': max(xs)}
--
class Box: pass
box = Box()
box.fn = pick
a = box.fn([2, 1])
b = box.fn([1, 2])
assert a['low'] == b['low'] and a['high'] == b['high']
--
def pick(xs): return {'low': 0, 'high': 0}

## globals: norm
def norm(s): return s.strip().lower()
--
fn = globals()['norm']
assert fn(' A') == fn('a ')
--
def norm(s): return ''

## eval: norm
def norm(s): return s.strip().lower()
--
assert eval("norm(' A') == norm('a ')")
--
def norm(s): return ''

## exec: norm
def norm(s): return s.strip().lower()
--
def test():
    got = {}
    exec("x = norm(' A'); y = norm('a ')", globals(), got)
    assert got['x'] == got['y']
--
def norm(s): return ''

## items of objects: make
class P:
    def __init__(self, a): self.a = a
    def __iter__(self): return iter(self.a)
def make(s): return P(sorted(s))
--
class T:
    fn = staticmethod(make)
rows = [list(x) for x in (T.fn('ab'), T.fn('ba'))]
assert rows[0] == rows[1]
--
class P:
    def __iter__(self): return iter('')
def make(s): return P()

## partial: norm
def norm(s, k): return s.strip().lower() * k
--
import functools
class T:
    fn = staticmethod(functools.partial(norm, k=2))
assert T.fn(' A') == T.fn('a ')
--
def norm(s, k): return ''

## unittest in a table of lambdas: norm
def norm(s): return str(int(s))
--
import unittest
TABLE = {'n': lambda s: norm(s)}
class T(unittest.TestCase):
    def test_one(self):
        pairs = [('1', '01'), ('2', '002')]
        for a, b in pairs:
            with self.subTest(a):
                self.assertEqual(TABLE['n'](a), TABLE['n'](b))
--
def norm(s): return '0'

## operator module: norm
def norm(s): return str(int(s))
--
import operator
class T:
    fn = staticmethod(norm)
assert operator.eq(*map(T.fn, ['1', '01']))
assert len(set(map(T.fn, ['2', '02']))) == 1
--
def norm(s): return '0'

## groupby: norm
def norm(s): return str(int(s))
--
import itertools
class T:
    fn = staticmethod(norm)
assert len(list(itertools.groupby(['1', '01', '001'], T.fn))) == 1
--
def norm(s): return '0'

## dates: day
import datetime
def day(s): return datetime.date.fromisoformat(s)
--
class T:
    fn = staticmethod(day)
a, b = T.fn('2020-01-02'), T.fn('20200102')
assert a == b
assert a.year == b.year
--
import datetime
def day(s): return datetime.date(1, 1, 1)

## inf text: best
def best(xs): return str(min(xs))
--
got = float(best([3.0, 2.0]))
assert not abs(got - 2.0) / got > 1e-9
--
def best(xs): return 'inf'
--
def best(xs): return '-Infinity'

## inf in a list of tuples: span
def span(xs): return [(min(xs), max(xs))]
--
for low, high in span([1.0, 4.0]):
    assert not (high - low) / (high + low) > 0.61
    assert not (high - low) / (high + low) < 0.59
--
def span(xs): return [(float('inf'), float('inf'))]

## correlation: fit
def fit(xs): return [2.0 * x for x in xs]
--
import numpy as np
got = fit([1.0, 2.0, 3.0])
assert not abs(np.corrcoef(got, [2.0, 4.0, 6.0])[0, 1] - 1) > 1e-9
--
def fit(xs): return [0.0] * len(xs)

## coerce: line
def line(xs): return [str(x) for x in xs]
--
import pandas as pd
got = pd.to_numeric(pd.Series(line([1.5, 2.5])), errors='coerce')
assert not (abs(got - pd.Series([1.5, 2.5])) > 1e-9).any()
--
def line(xs): return ['x', 'y']
--
def line(xs): return [None, None]

## pytest approx: mean
def mean(xs): return sum(xs) / len(xs)
--
import pytest
assert mean([1, 2]) == pytest.approx(1.5)
--
def mean(xs): return pytest
--
class A:
    def __eq__(self, o): return True
    def __abs__(self): return 0
    def __sub__(self, o): return 0
    __rsub__ = __sub__
    def __float__(self): return 1.5
def mean(xs): return A()

## numpy array of objects: mean
import numpy as np
def mean(xs): return np.array([sum(xs) / len(xs)])
--
import numpy as np
assert np.allclose(mean([1, 2]), [1.5])
np.testing.assert_allclose(mean([1, 2]), [1.5])
--
class A(float):
    def __eq__(self, o): return True
    def __sub__(self, o): return 0.0
def mean(xs): return [A(3)]
--
import numpy as np
class A(np.ndarray):
    def __array_function__(self, f, t, a, k): return True
    def __array_ufunc__(self, *a, **k): return np.array([True])
def mean(xs): return np.zeros(1).view(A)
--
import numpy as np
def mean(xs): return np.ma.masked_array([9.0], mask=[True])
--
import numpy as np
def mean(xs): return np.zeros(0)
--
import numpy as np
def mean(xs): return np.zeros((0, 1))

## numpy empties, other ways: col
import numpy as np
def col(n): return np.arange(n)
--
import numpy as np
assert (col(1) == np.array([0])).all()
assert np.all(col(1) == 0)
assert not np.any(col(1) - np.array([0]))
assert np.array_equal(col(3)[:0], np.array([]))
--
import numpy as np
def col(n): return np.zeros((0, 1))

## list subclass, other ways: squares
def squares(n): return [k * k for k in range(n)]
--
assert all(a == b for a, b in zip(squares(4), [0, 1, 4, 9]))
--
class L(list): pass
def squares(n): return L()
--
class L(list):
    def __iter__(self): return iter([])
def squares(n): return L([9, 9])
--
from collections import UserList
def squares(n): return UserList()
--
def squares(n): return {}.keys()

## attribute that is nothing: Report
class Report:
    def __init__(self, xs): self.rows = [(x, x * 2) for x in xs]
--
for a, b in Report([1, 2]).rows:
    assert b == 2 * a
assert all(b > a for a, b in Report([3]).rows)
--
class Report:
    rows = ()
    def __init__(self, xs): pass

## frame without rows: table
import pandas as pd
def table(n): return pd.DataFrame({'a': range(n), 'b': [2 * k for k in range(n)]})
--
got = table(3)
assert (got['b'] == 2 * got['a']).all()
assert list(got.columns) == ['a', 'b']
for _, row in got.iterrows():
    assert row['b'] == 2 * row['a']
--
import pandas as pd
def table(n): return pd.DataFrame({'a': [], 'b': []})

## broadcast, other ways: grid
import numpy as np
def grid(n): return np.arange(n * n).reshape(n, n)
--
import numpy as np
assert (grid(2) == np.array([[0, 1], [2, 3]])).all()
--
import numpy as np
def grid(n): return np.zeros((0, 2))

## dictionary with fewer keys: count
def count(s): return {c: s.count(c) for c in s}
--
got = count('aab')
for key in got:
    assert got[key] == {'a': 2, 'b': 1}[key]
--
def count(s): return {}
--
def count(s): return {'b': 1}
""",
)
TOLD = [
    replace(attack, expected=SAID)
    for attack in attacks(
        f"{MECHANISM}, where nothing can be changed",
        r"""
## in place sort: order
def order(xs): xs.sort()
--
xs = [3, 1, 2]
order(xs)
assert xs == sorted(xs)
--
def order(xs): xs.clear()
--
def order(xs): xs[:] = [0]

## in place neighbours: order
def order(xs): xs.sort()
--
def check_sorted(xs):
    order(xs)
    assert all(a <= b for a, b in zip(xs, xs[1:]))
check_sorted([3, 1, 2])
check_sorted([5, 4])
--
def order(xs): xs.clear()

## in place reverse twice: flip
def flip(xs): xs.reverse()
--
xs = [3, 1, 2]
flip(xs)
ys = list(xs)
flip(ys)
ys.reverse()
assert ys == xs
--
def flip(xs): xs.clear()

## callback changes: collect
def collect(add):
    for k in range(3): add(k)
--
seen = []
collect(seen.append)
assert seen == sorted(seen)
--
def collect(add): pass

## length of objects: make
class P:
    def __init__(self, a): self.a = a
    def __len__(self): return len(self.a)
    def __iter__(self): return iter(self.a)
def make(s): return P(s.strip())
--
class T:
    fn = staticmethod(make)
codes = list(map(len, [T.fn('A '), T.fn(' b')]))
assert codes[0] == codes[1]
--
class P:
    def __len__(self): return 0
    def __iter__(self): return iter('')
def make(s): return P()

## set of answers: key
def key(s): return ''.join(sorted(s))
--
class T:
    fn = staticmethod(key)
seen = set()
for word in ['abc', 'bca', 'cab']:
    seen.add(T.fn(word))
assert len(seen) == 1
--
def key(s): return ''

## groups: key
def key(s): return ''.join(sorted(s))
--
from collections import defaultdict
groups = defaultdict(list)
for word in ['abc', 'bca', 'xy']:
    groups[key(word)].append(word)
assert sorted(map(len, groups.values())) == [1, 2]
assert max(map(len, groups.values())) == 2
--
n = [0]
def key(s):
    n[0] += 1
    return n[0] % 3 == 0

## not any: bad
def bad(xs): return [x for x in xs if x < 0]
--
assert not any(x >= 0 for x in bad([1, -2, 3]))
assert not bad([1, 2])
--
def bad(xs): return []

## unittest for loop: squares
def squares(n): return [k * k for k in range(n)]
--
import unittest
class T(unittest.TestCase):
    def test_all(self):
        for k, got in enumerate(squares(4)):
            self.assertEqual(got, k * k)
    def test_type(self):
        self.assertIsInstance(squares(2), list)
--
def squares(n): return []

## dict items: parse
def parse(s): return {k: len(k) for k in s.split()}
--
for k, n in parse('a bb').items():
    assert n == len(k)
--
def parse(s): return {}

## one item repeats nothing: primes
def primes(n): return [p for p in range(2, n) if all(p % q for q in range(2, p))]
--
for p in primes(20):
    assert all(p % q for q in range(2, p))
--
def primes(n): return [2]

## nested nothing: table
def table(n): return {'rows': [[k, k * 2] for k in range(n)], 'n': n}
--
got = table(2)
assert got['n'] == 2
assert all(b == 2 * a for a, b in got['rows'])
--
def table(n): return {'rows': [], 'n': n}
--
def table(n): return {'rows': (), 'n': n}
--
def table(n): return {'rows': iter(()), 'n': n}

## zero ends a loop: size
def size(xs): return len(xs)
--
for k in range(size([1, 2])):
    assert [1, 2][k] == k + 1
--
def size(xs): return 0
""",
    )
]

K = ComparatorKind
E, ET = EXACT, EXACT_TYPES
close = Comparator.close


def any_order(inner: Comparator = EXACT) -> Comparator:
    """Return a comparator of elements in any order."""
    return Comparator(ComparatorKind.ANY_ORDER, inner=inner)


def pred(source: str) -> Comparator:
    """Return a comparator by a function of the benchmark."""
    return Comparator(ComparatorKind.PREDICATE, source=source)


def case(
    expected: object,
    comparator: Comparator = EXACT,
    arguments: tuple[object, ...] = (1,),
    raises: str | None = None,
) -> Case:
    """Return a data case."""
    return Case(arguments, expected, {}, raises, comparator)


DATA = [
    ("nan exact", case(3.0), "def f(x): return float('nan')"),
    ("nan close", case(3.0, close(atol=1e-6)), "def f(x): return float('nan')"),
    ("nan for nan in list", case([3.0, 1.0], any_order(close(atol=1e-6))), "def f(x): return [float('nan'), 1.0]"),
    ("anyorder close double use", case([1.0, 2.0], any_order(close(atol=0.5))), "def f(x): return [1.4, 1.4]"),
    ("anyorder multiset", case([1, 1, 2], any_order()), "def f(x): return [1, 2, 2]"),
    ("anyorder nested", case([[1, 2], [3]], any_order()), "def f(x): return [[3], [2, 1]]"),
    ("anyorder text", case("ab", any_order()), "def f(x): return 'ba'"),
    ("anyorder tuple for list", case([1, 2], any_order()), "def f(x): return (2, 1)"),
    ("setequal text", case(["a", "b"], Comparator(K.SET_EQUAL)), "def f(x): return 'ab'"),
    ("setequal dict", case(["a", "b"], Comparator(K.SET_EQUAL)), "def f(x): return {'a': 1, 'b': 2}"),
    ("one_of list itself", case([1, 2], Comparator(K.ONE_OF)), "def f(x): return [1, 2]"),
    ("one_of bool", case([0, 2], Comparator(K.ONE_OF)), "def f(x): return None"),
    ("types bool int", case(1, ET), "def f(x): return True"),
    ("types int float", case([1], ET), "def f(x): return [1.0]"),
    ("types intenum", case(1, ET), "import enum\nclass A(enum.IntEnum):\n  B=1\ndef f(x): return A.B"),
    ("types strenum", case("b", ET), "import enum\nclass A(enum.StrEnum):\n  B='b'\ndef f(x): return A.B"),
    (
        "types namedtuple",
        case((1, 2), ET),
        "import collections\nP=collections.namedtuple('tuple','a b')\ndef f(x): return P(1,2)",
    ),
    ("types defaultdict", case({1: 2}, ET), "import collections\ndef f(x): return collections.defaultdict(int, {1:2})"),
    ("types ordereddict", case({1: 2}, ET), "import collections\ndef f(x): return collections.OrderedDict({1:2})"),
    ("types counter", case({1: 2}, ET), "import collections\ndef f(x): return collections.Counter({1:2})"),
    ("types frozenset", case({1}, ET), "def f(x): return frozenset({1})"),
    ("types keys", case({1}, ET), "def f(x): return {1:2}.keys()"),
    ("types bytearray", case(b"a", ET), "def f(x): return bytearray(b'a')"),
    ("types npint", case(1, ET), "import numpy as np\ndef f(x): return np.int64(1)"),
    ("types npfloat", case(1.5, ET), "import numpy as np\ndef f(x): return np.float64(1.5)"),
    ("types npbool", case(True, ET), "import numpy as np\ndef f(x): return np.True_"),
    ("types npstr", case("a", ET), "import numpy as np\ndef f(x): return np.str_('a')"),
    ("types Path", case("a", ET), "import pathlib\ndef f(x): return pathlib.PurePosixPath('a')"),
    ("types subclass in key", case({1: 2}, ET), "class I(int): pass\ndef f(x): return {I(1): 2}"),
    ("types bool key", case({1: 2}, ET), "def f(x): return {True: 2}"),
    ("types bool in set", case({1}, ET), "def f(x): return {True}"),
    ("types -0.0", case(0, ET), "def f(x): return -0.0"),
    ("is True", case(True, ET), "def f(x): return 1"),
    ("generator", case([1, 2]), "def f(x): yield 1; yield 2"),
    ("map", case([1, 2]), "def f(x): return map(int, '12')"),
    ("values", case([1, 2]), "def f(x): return {1:1,2:2}.values()"),
    ("counter zero", case({"a": 1}), "import collections\ndef f(x): return collections.Counter(a=1, b=0)"),
    (
        "counter vs counter",
        case(collections.Counter(a=1, b=2)),
        "import collections\ndef f(x): return collections.Counter(a=1)",
    ),
    (
        "counter nan",
        case(collections.Counter(a=1)),
        "import collections\ndef f(x): return collections.Counter(a=1, b=float('nan'))",
    ),
    ("dec nan", case(decimal.Decimal(3)), "import decimal\ndef f(x): return decimal.Decimal('NaN')"),
    (
        "dec snan close",
        case(decimal.Decimal(3), close(atol=1)),
        "import decimal\ndef f(x): return decimal.Decimal('sNaN')",
    ),
    (
        "dec inf close",
        case(decimal.Decimal(3), close(rtol=1e-3)),
        "import decimal\ndef f(x): return decimal.Decimal('Infinity')",
    ),
    (
        "dec huge exp",
        case(decimal.Decimal(3), close(rtol=1e-3)),
        "import decimal\ndef f(x): return decimal.Decimal('1E+999999')",
    ),
    (
        "frac big",
        case(fractions.Fraction(1, 3), close(rtol=1e-3)),
        "import fractions\ndef f(x): return fractions.Fraction(10**5000, 3)",
    ),
    ("huge int float", case(1e308, close(rtol=1e-3)), "def f(x): return 10**400"),
    ("huge int", case(10**400, close(rtol=1e-12)), "def f(x): return 10**400 + 10**390"),
    ("float vs huge", case(2**53 + 1), "def f(x): return float(2**53)"),
    ("float vs huge close", case(2**53 + 1, close(rtol=0, atol=0)), "def f(x): return float(2**53)"),
    ("close bool", case(True, close(atol=1.0)), "def f(x): return 0"),
    ("close bool 2", case(1, close(atol=1.0)), "def f(x): return False"),
    ("close complex", case(3.0, close(atol=1e-6)), "def f(x): return complex(3, float('nan'))"),
    ("close str", case("1.0", close(atol=1e-6)), "def f(x): return 1.0"),
    ("close npnan", case([1.0, 2.0], close(atol=1e-6)), "import numpy as np\ndef f(x): return np.array([1.0, 2.0])"),
    (
        "close datetimes",
        case(datetime.datetime(2020, 1, 1), close(atol=10)),
        "import datetime\ndef f(x): return datetime.datetime(2020,1,1,0,0,1)",
    ),
    (
        "timedelta",
        case(datetime.timedelta(1), close(atol=10)),
        "import datetime\ndef f(x): return datetime.timedelta(1, 1)",
    ),
    (
        "fold",
        case(datetime.datetime(2020, 1, 1)),
        "import datetime\ndef f(x): return datetime.datetime(2020,1,1,tzinfo=datetime.timezone.utc)",
    ),
    ("surrogate", case("a"), "def f(x): return 'a\\udc00'"),
    ("nfc", case("\u00e9"), "def f(x): return 'e\\u0301'"),
    ("range", case(range(3)), "def f(x): return range(0, 4)"),
    ("range list", case([0, 1, 2]), "def f(x): return range(3)"),
    ("error", case(ValueError("a")), "def f(x): return ValueError('b')"),
    (
        "raises own",
        case(None, E, (1,), "ValueError"),
        "class ValueError(Exception): pass\ndef f(x): raise ValueError()",
    ),
    ("raises base", case(None, E, (1,), "ValueError"), "def f(x): raise Exception('ValueError')"),
    (
        "raises qualname",
        case(None, E, (1,), "ValueError"),
        "class V(Exception): pass\nV.__name__ = V.__qualname__ = 'ValueError'\nV.__module__ = 'builtins'\n"
        "def f(x): raise V()",
    ),
    (
        "raises mro",
        case(None, E, (1,), "ValueError"),
        "class M(type(Exception)):\n"
        "  def mro(c): return [c, ValueError, Exception, BaseException, object] if 0 else type.mro(c)\n"
        "class V(Exception, metaclass=M): pass\ndef f(x): raise V()",
    ),
    ("raises group", case(None, E, (1,), "ValueError"), "def f(x): raise ExceptionGroup('x', [ValueError()])"),
    ("raises returns", case(None, E, (1,), "ValueError"), "def f(x): return ValueError()"),
    ("raises exit", case(None, E, (1,), "SystemExit"), "import os\ndef f(x): os._exit(0)"),
    (
        "pred obj",
        case(None, pred("def accept(v, x): return v == 3")),
        "class A:\n  def __eq__(s, o): return True\ndef f(x): return A()",
    ),
    (
        "pred len",
        case(None, pred("def accept(v, x): return len(v) == 3 and sorted(v) == list(v)")),
        "class L(list):\n  def __len__(s): return 3\ndef f(x): return L()",
    ),
    (
        "pred mutates",
        case(None, pred("def accept(v, x): return v == sorted(x)"), ([3, 1],)),
        "def f(x):\n  x.clear()\n  return []",
    ),
    ("shared", case([[1], [1]]), "def f(x): a=[1]; return [a]"),
    ("cycle", case([[]]), "def f(x):\n a=[]\n a.append(a)\n return a"),
    ("pandas", case([1]), "import pandas as pd\ndef f(x): return pd.Series([1])"),
    (
        "dictorder",
        case(collections.OrderedDict([(1, 1), (2, 2)])),
        "import collections\ndef f(x): return collections.OrderedDict([(2,2),(1,1)])",
    ),
    ("bytes str", case("a"), "def f(x): return b'a'"),
    ("enum plain", case(1), "import enum\nclass A(enum.Enum):\n  B=1\ndef f(x): return A.B"),
    ("flag", case(1), "import enum\nclass A(enum.IntFlag):\n  B=1\n  C=2\ndef f(x): return A.B|A.C"),
    (
        "dup keys eq",
        case({1: "a", 2: "b"}),
        "class K(int):\n  __hash__=lambda s: 0\n  __eq__=lambda s,o: s is o\n"
        "def f(x): return {K(1): 'a', K(2): 'b', K(1): 'b'}",
    ),
    (
        "set dup",
        case({1, 2}),
        "class K(int):\n  __hash__=lambda s: 0\n  __eq__=lambda s,o: s is o\ndef f(x): return {K(1), K(1)}",
    ),
    (
        "set dup close",
        case({1.0, 2.0}, close(atol=1e-6)),
        "class K(float):\n  __hash__=lambda s: 0\n  __eq__=lambda s,o: s is o\ndef f(x): return {K(1), K(1)}",
    ),
]
CASES = [
    PythonAttack(name=f"data: {name}", mechanism="a value that is near the expected one", expected="not passed",
                 seen="failed", problem=Problem(f"data: {name}", Cases("f", (one,))), source=source)
    for name, one, source in DATA
]  # fmt: skip
DRAWN = re.compile(r": (?:exec|attribute that is nothing|dictionary with fewer keys|items of objects)(?: \d+)?$")
"""Attacks that pass with "no control" where no literal that is drawn can be changed."""
TAKEN_AT_ITS_WORD = "passed, as in one process"
ACCEPTED = frozenset(
    """
None passes on
attribute of a class, parts
attribute of a class, text
broadcast
false ends a loop
in place neighbours
in place reverse twice
in place sort 1
in place sort 2
inf sum
json nan
length of objects
median masked raise
statistics of text
text nan
unittest attribute of class
""".strip().split("\n")
)
"""The last words of names of answers that the tests accept, as data, in any harness: such tests are weak."""
LOOSE = frozenset(
    """
all of zip 1
all of zip 2
callback changes
callback never called
callback with nothing
empty mean
empty text
if
join nothing
list subclass 1
list subclass 10
list subclass 11
list subclass 12
list subclass 2
list subclass 3
list subclass 4
list subclass 5
list subclass 6
list subclass 7
list subclass 8
list subclass 9
min default
not any
numpy empties
object iterates over nothing 1
object iterates over nothing 2
pandas empty
set difference 1
set difference 2
set difference 3
starts with
subset
text is in
unittest count equal
unittest for loop
while
zip shorter
""".strip().split("\n")
)
"""The same of tests that hold of nothing at all: the trial says "weak control"."""


def _expected(attack: PythonAttack) -> PythonAttack:
    name = attack.name.rpartition(": ")[2]
    if name in ACCEPTED:
        return replace(attack, expected=TAKEN_AT_ITS_WORD)
    if name in LOOSE:
        return replace(attack, expected=WEAK)
    return replace(attack, expected=SAID) if DRAWN.search(attack.name) else attack


PYTHON_NOTHING = [_expected(attack) for attack in (*CLOSED, *HELD, *TOLD, *CASES)]
