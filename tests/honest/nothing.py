"""Right candidates that give nothing where the reference gives something, infinity, and changes in place."""

from __future__ import annotations

from tests.honest.support import Honest
from tests.hostile.python_attacks import attacks

_ROWS = attacks(
    "gives what a careful control looks at",
    r"""
## answers of infinity: best
def best(xs): return min(xs, default=float('inf'))
--
import math
assert best([]) == float('inf')
assert best([]) == math.inf
assert math.isinf(best([]))
assert best([3, 1]) == 1
--
def best(xs):
    found = float('inf')
    for x in xs: found = min(found, x)
    return found

## text with names that begin like no number: greet
def greet(name): return f'hello {name}'
--
assert greet('Nan') == 'hello Nan'
assert greet('inf') == 'hello inf'
assert greet('nan').upper() == 'HELLO NAN'
--
def greet(name): return ' '.join(['hello', name])

## push that gives nothing: Stack
class Stack:
    def __init__(self): self.items = []
    def push(self, x):
        self.items.append(x)
        return self
    def pop(self): return self.items.pop() if self.items else None
--
s = Stack()
s.push(1)
s.push(2)
assert s.pop() == 2
assert s.pop() == 1
assert s.pop() is None
--
class Stack:
    def __init__(self): self.items = []
    def push(self, x): self.items.append(x)
    def pop(self):
        if not self.items: return None
        return self.items.pop()

## empty parts on the way: parse
def parse(s): return {'key': s.split('=')[0], 'value': s.split('=')[1], 'notes': None}
--
got = parse('a=1')
assert got['key'] == 'a'
assert got['value'] == '1'
for k in got:
    assert isinstance(k, str)
--
def parse(s):
    key, value = s.split('=')
    return {'key': key, 'value': value, 'notes': [], 'more': {}, 'text': ''}

## in place: order
def order(xs): xs.sort()
--
xs = [3, 1, 2]
order(xs)
assert xs == [1, 2, 3]
ys = ['b', 'a']
assert order(ys) is None
assert ys == ['a', 'b']
--
def order(xs):
    for i in range(len(xs)):
        for j in range(len(xs) - 1):
            if xs[j] > xs[j + 1]: xs[j], xs[j + 1] = xs[j + 1], xs[j]

## in place by slices: rotate
def rotate(xs, k):
    xs[:] = xs[-k:] + xs[:-k]
    return xs
--
import unittest
class T(unittest.TestCase):
    def test_it(self):
        xs = [1, 2, 3, 4]
        out = rotate(xs, 1)
        self.assertIs(out, xs)
        self.assertEqual(xs, [4, 1, 2, 3])
--
def rotate(xs, k):
    for _ in range(k): xs.insert(0, xs.pop())
    return xs

## callback that is not needed: get
def get(table, key, default): return table[key] if key in table else default()
--
assert get({'a': 1}, 'a', lambda: 5) == 1
assert get({}, 'a', lambda: 5) == 5
--
def get(table, key, default):
    other = default()
    return table.get(key, other)

## fewer calls of a callback: cached
def cached(f, xs): return [f(x) for x in xs]
--
seen = []
def double(x):
    seen.append(x)
    return x * 2
assert cached(double, [1, 1, 2]) == [2, 2, 4]
assert set(seen) == {1, 2}
--
def cached(f, xs):
    known = {}
    return [known.setdefault(x, f(x)) if x not in known else known[x] for x in xs]

## iterator in the place of a list: evens
def evens(n): return [k for k in range(n) if k % 2 == 0]
--
assert list(evens(5)) == [0, 2, 4]
assert list(evens(0)) == []
assert sorted(evens(3)) == [0, 2]
--
def evens(n):
    for k in range(0, n, 2): yield k

## nothing found twice: search
def search(xs, x): return [i for i, y in enumerate(xs) if y == x]
--
import unittest
class T(unittest.TestCase):
    def test_found(self):
        for i in search([1, 2, 1], 1):
            self.assertIn(i, (0, 2))
        self.assertEqual(search([1, 2, 1], 1), [0, 2])
    def test_none(self):
        self.assertEqual(list(search([], 1)), [])
        self.assertFalse(search([2], 1))
--
def search(xs, x):
    found, start = [], -1
    while x in xs[start + 1:]:
        start = xs.index(x, start + 1)
        found.append(start)
    return found

## infinity on the way: shortest
def shortest(graph, a, b):
    import heapq
    best, heap = {a: 0}, [(0, a)]
    while heap:
        d, n = heapq.heappop(heap)
        if n == b: return d
        for m, w in graph.get(n, {}).items():
            if d + w < best.get(m, float('inf')):
                best[m] = d + w
                heapq.heappush(heap, (d + w, m))
    return float('inf')
--
g = {'a': {'b': 1}, 'b': {'c': 2}}
assert shortest(g, 'a', 'c') == 3
assert shortest(g, 'c', 'a') == float('inf')
assert shortest(g, 'c', 'a') > 1000
--
def shortest(graph, a, b):
    d = {n: float('inf') for n in [*graph, a, b, *(m for t in graph.values() for m in t)]}
    d[a] = 0
    for _ in d:
        for n, t in graph.items():
            for m, w in t.items():
                d[m] = min(d[m], d[n] + w)
    return d[b]

## text of numbers: show
def show(x): return f'{x:.2f}'
--
assert float(show(2.0)) == 2.0
assert abs(float(show(3.14159)) - 3.14) < 1e-9
assert show(float('nan')) == 'nan'
--
def show(x): return '%.2f' % x

## objects that count: Counter2
class Counter2:
    def __init__(self): self.n = 0
    def hit(self): self.n += 1; return self.n
    def __len__(self): return self.n
--
c = Counter2()
assert len(c) == 0
assert not c
assert c.hit() == 1
assert len(c) == 1
--
class Counter2(list):
    def hit(self):
        self.append(None)
        return len(self)
""",
)
"""What, names, reference, tests and a right candidate that is written in another way."""
NOTHING: list[Honest] = [Honest(row.name, row.problem, row.source) for row in _ROWS]
