"""An eighth round of attacks on values and suites of Python: assertions that never run, objects with two faces.

Most candidates here give no wrong answer that a test looks at. They see to it that the line with the assertion is not
reached, answer one question in two ways, or hand over numbers that are none in a place where nobody looks for them.
"""

from __future__ import annotations

from dataclasses import replace

from assay.records import EXACT, EXACT_TYPES, Case, Cases, Comparator, ComparatorKind, Problem, PropertyCheck
from tests.hostile.python_attacks import PythonAttack, SideAttack, attacks
from tests.hostile.python_fifth import NOTED
from tests.hostile.python_nothing import TAKEN_AT_ITS_WORD

# ---- assertions that the candidate does not run ---------------------------------------------------------------------

_BODIES = r"""
a block | each | for x in (1, 2): fn(x) | None | each(body)
a decorated function | trace | return fn | lambda *a: None | trace(body)()
a decorator | trace | return fn | lambda *a: None | trace(lambda *a: body())(1)
a bare decorator | trace | return fn | lambda *a: None | @trace\n    def inner(): body()\n    inner()
a decorator with arguments | retry | return lambda f: f | lambda f: lambda *a: None | @retry(3)\n    def inner(): body()\n    inner()
a method that is decorated | trace | return fn | lambda *a: None | class Box:\n        run = staticmethod(trace(body))\n    Box.run()
a property | lazy | return property(fn) | property(lambda s: 1) | class Box: pass\n    made = lazy(lambda s: body())\n    made.fget(None)
a callback of a sort | order | return sorted(fn, key=lambda p: p()) | [] | order([body])
a default | default | return {}.get('k') or fn() | None | default(body)
a timer | timed | return (0.5, fn()) | (0.5, None) | assert timed(body)[0] == 0.5
a counter | times | fn(); return 1 | 1 | assert times(body) == 1
a thread | later | import threading; t = threading.Thread(target=fn); t.start(); t.join() | None | later(body)
an observer | notify | fn('x') | None | notify(body)
a memo | memo | return fn | lambda *a: None | memo(body)()
a partial | bind | import functools; return functools.partial(fn, 1) | lambda: None | bind(body)()
a pipe | pipe | fn(1); return 7 | 7 | assert pipe(body) == 7
a visitor | walk | fn([1]); return [1] | [1] | assert walk(lambda node: body() or node) == [1]
a thunk | force | return fn() | None | force(lambda: body())
a filter | keep | return list(filter(fn, [1])) | [] | keep(lambda v: body() is None)
a reducer | fold | import functools; return functools.reduce(fn, [1, 2]) | 1 | fold(lambda a, b: body())
a mapper | over | return list(map(fn, [1])) | [None] | assert over(lambda v: body()) == [None]
a finalizer | closing | fn() | None | try: pass\n    finally: closing(body)
a scheduler | schedule | [f() for f in sorted([fn], key=id)] | None | schedule(body)
an event loop | drive | import asyncio; return asyncio.run(fn()) | None | async def run(): body()\n    drive(run)
an awaited one | gather | async def go(): return [await fn()]\n    import asyncio; return asyncio.run(go()) | [None] | async def run(): body()\n    assert gather(run) == [None]
a generator of the tests | drain | return list(fn) | [1] | def steps():\n        yield 1\n        body()\n    assert drain(steps()) == [1]
the first of a generator | first | return [x for x in fn][0] | next(fn) | def steps():\n        yield 4\n        body()\n    assert first(steps()) == 4
a generator that is counted | count | return sum(1 for _ in fn) | 2 | def steps():\n        yield 4\n        body()\n        yield 5\n    assert count(steps()) == 2
a comprehension | total | return sum(fn) | 3 | assert total(body() or n for n in (1, 2)) == 3
a map of the tests | spread | return list(fn) | [None] | assert spread(map(body, [1])) == [None]
an object that is called | use | return fn(1) | None | class Caller:\n        def __call__(self, n): body()\n    use(Caller())
a bound method | use | return fn(1) | None | class Caller:\n        def hear(self, n): body()\n    use(Caller().hear)
an operation by name | dispatch | return fn['go'](1) | None | dispatch({'go': body})
a pair of functions | either | fn[0](); return 1 | 1 | assert either((body, None)) == 1
a function that returns one | compose | return lambda v: fn(v) | lambda v: v | assert compose(lambda v: body() or v)(3) == 3
""".strip()  # noqa: E501
_DOUBLE = "def double(n): return n * 2\n"
_WRONG = "def double(n): return n + 7\n"


def _not_run(row: str) -> str:
    what, name, does, lies, call = (part.replace("\\n", "\n") for part in row.split(" | "))
    tests = (
        "def test():\n    seen = [0]\n    def body(*a):\n        seen.append(1)\n        assert double(3) == 6\n"
        f"    {call}\ntest()\n"
    )
    wrong = does if lies == "" else f"return {lies}"
    if "double(3)" not in tests:
        raise ValueError(row)
    return f"## {what}: {name}, double\n{_DOUBLE}def {name}(fn, *a):\n    {does}\n--\n{tests}--\n{_WRONG}def {name}(fn, *a):\n    {wrong}\n"  # noqa: E501


NOT_RUN = attacks(
    "an assertion stands in a function of the tests that the candidate does not call",
    "\n".join(map(_not_run, _BODIES.split("\n"))),
)

SKIPPED = attacks(
    "an assertion stands behind a line that the candidate does not let through",
    r"""
## an exception that is allowed: half
def half(n):
    if n % 2: raise ValueError(n)
    return n // 2
--
def test():
    try:
        assert half(8) == 4
    except ValueError:
        pass
test()
--
def half(n): raise ValueError(n)

## a way out that is allowed: half
def half(n):
    if n % 2: raise ValueError(n)
    return n // 2
--
def test():
    try: found = half(8)
    except ValueError: return
    assert found == 4
test()
--
def half(n): raise ValueError(n)

## a suppressed one: half
def half(n): return n // 2
--
import contextlib
def test():
    with contextlib.suppress(ValueError):
        assert half(8) == 4
test()
--
def half(n): raise ValueError(n)

## a choice: kind, half
def kind(n): return 'even' if n % 2 == 0 else 'odd'
def half(n): return n // 2
--
def test():
    match kind(8):
        case 'even':
            assert half(8) == 4
        case 'odd':
            assert half(8) == 3
test()
--
def kind(n): return 'neither'
def half(n): return 0

## a pattern: half
def half(n): return [n // 2, n % 2]
--
def test():
    match half(9):
        case [a, b]:
            assert half(9)[0] == 4
            assert half(9)[1] == 1
test()
--
def half(n): return None

## a conditional expression: half
def half(n): return n // 2
--
def check(v):
    assert half(8) == 4
    return True
def test():
    check(8) if half(8) else None
test()
--
def half(n): return 0

## and: half
def half(n): return n // 2
--
def check():
    assert half(8) == 4
def test():
    half(8) and check()
test()
--
def half(n): return 0

## a generator that is not finished: half
def half(n): return n // 2
--
def steps():
    yield half(2)
    assert half(8) == 4
def test():
    for n in steps():
        if n == 1: pass
        else: break
test()
--
def half(n): return 0

## any: half
def half(n): return n // 2
--
def same(n):
    assert half(8) == 4
    return True
def test():
    assert any(half(n) == 1 or same(n) for n in (2, 8))
test()
--
def half(n): return 1

## a method that is not there: Box
class Box:
    def __init__(self, n): self.n = n
    def half(self): return self.n // 2
--
def test():
    box = Box(8)
    if hasattr(box, 'half'):
        assert box.half() == 4
test()
--
class Box:
    def __init__(self, n): self.n = n

## a subtest: half
def half(n): return n // 2
--
import unittest
class T(unittest.TestCase):
    def test_half(self):
        for n in (half(8),) * half(2):
            with self.subTest(n=n):
                self.assertEqual(half(8), 4)
--
def half(n): return 0

## a cleanup: half, later
def half(n): return n // 2
def later(f): f()
--
import unittest
class T(unittest.TestCase):
    def test_half(self):
        self.addCleanup(later, self.check)
    def check(self):
        self.assertEqual(half(8), 4)
--
def half(n): return 0
def later(f): pass

## a helper of unittest: half, later
def half(n): return n // 2
def later(f): f()
--
import unittest
class T(unittest.TestCase):
    def test_half(self):
        def check():
            self.assertEqual(half(8), 4)
        later(check)
--
def half(n): return 0
def later(f): pass

## a skip that is asked for: ready, half
def ready(): return True
def half(n): return n // 2
--
import unittest
class T(unittest.TestCase):
    def test_other(self):
        self.assertEqual(half(2), 1)
    def test_half(self):
        if not ready(): return
        self.assertEqual(half(8), 4)
--
def ready(): return False
def half(n): return 1

## check of HumanEval: trace
def trace(fn): return fn
--
def check(candidate):
    @candidate
    def double(n):
        assert candidate(lambda: 3)() == 3
        return n * 2
    double(4)
check(trace)
--
def trace(fn): return lambda *a: None
""",
)

# ---- one object with two faces --------------------------------------------------------------------------------------

_FACES = """
index and iteration | r[0] <= r[1] <= r[2] and sorted(r) == [1, 2, 3] and list(r) == [3, 1, 2] or sorted(r) == [1, 2, 3] and r[0] <= r[1] <= r[2] | sorted(x) | __getitem__ = lambda s, k: 0; __iter__ = lambda s: iter(s.x); __len__ = lambda s: 3
ordered and complete | all(r[i] <= r[i + 1] for i in range(2)) and sorted(r) == sorted([3, 1, 2]) | sorted(x) | __getitem__ = lambda s, k: 0; __iter__ = lambda s: iter(s.x); __len__ = lambda s: 3
each iteration another | sum(r) == 6 and max(r) == 3 and [a <= b for a, b in zip(r, list(r)[1:])] == [True, True] | sorted(x) | n = 0; __iter__ = lambda s: (setattr(s, 'n', s.n + 1), iter(s.x if s.n < 3 else [0, 0, 0]))[1]; __len__ = lambda s: 3
forwards and backwards | list(r)[:1] == [1] and list(reversed(r))[0] == 3 and sum(r) == 6 | sorted(x) | __iter__ = lambda s: iter([1, 1, 4]); __reversed__ = lambda s: iter([3, 3, 3]); __len__ = lambda s: 3
an item and a slice | r[0] == 1 and r[1:][0] == 2 and r[-1] == 3 | sorted(x) | __getitem__ = lambda s, k: [2, 9] if type(k) is slice else 1 if k == 0 else 3; __len__ = lambda s: 3
in and iteration | 2 in r and list(r)[0] == 1 and 7 not in r | sorted(x) | c = 0; __iter__ = lambda s: (setattr(s, 'c', s.c + 1), iter([2] if s.c == 1 else [1, 8, 9]))[1]
a length and items by number | len(r) == 3 and r[2] == 3 | sorted(x) | __getitem__ = lambda s, k: 3; __len__ = lambda s: 3
keys and items | dict(r) == {'a': 1} and r['a'] == 1 and list(r.keys()) == ['a'] | {'a': 1} | keys = lambda s: ['a']; __getitem__ = lambda s, k: 1
text and number | str(r) == '6' and int(r) == 6 and float(r) == 6.0 | sum(x) | __str__ = lambda s: '6'; __int__ = lambda s: 6; __float__ = lambda s: 6.0
a number between | 2 < float(r) < 4 and float(r) * 2 == 6 | 3.0 | q = 0; __float__ = lambda s: (setattr(s, 'q', s.q + 1), [0, 3.0, 3.5, 3.0][s.q % 4])[1]
rounded both ways | round(r) == 3 and int(r) == 2 and abs(float(r) - 2.75) < 1 | 2.75 | __round__ = lambda s, *a: 3; __int__ = lambda s: 2; __float__ = lambda s: 3.2
floor and ceiling | math.floor(r) == 2 and math.ceil(r) == 3 | 2.75 | __floor__ = lambda s: 2; __ceil__ = lambda s: 3
two attributes | r.real + r.imag == 7 and r.real * r.imag == 12 and r.real > r.imag | 4+3j | q = 0; real = property(lambda s: (setattr(s, 'q', s.q + 1), [0, 7, 12, 9][s.q])[1]); imag = property(lambda s: [0, 0, 1, 1][s.q])
as an index | [5, 6, 7][r] == 7 and hex(r) == '0x2' | 2 | __index__ = lambda s: 2
bytes and hex | bytes(r) == b'ab' and r.hex() == '6162' | b'ab' | __bytes__ = lambda s: b'ab'; hex = lambda s: '6162'
unpacked twice | (lambda a, b, c: a < b < c)(*r) and (lambda a, *_: a)(*r) == 1 and sorted(r) == [1, 2, 3] | sorted(x) | u = 0; __iter__ = lambda s: (setattr(s, 'u', s.u + 1), iter([[], [0, 8, 9], [1, 1, 1], [3, 2, 1]][s.u]))[1]
joined and counted | ''.join(map(str, r)) == '123' and len(list(r)) == 3 and min(r) == 1 | sorted(x) | u = 0; __iter__ = lambda s: (setattr(s, 'u', s.u + 1), iter([[], [12, 3], [0, 0, 0], [1]][s.u]))[1]
zipped with itself | [a - b for a, b in zip(list(r)[1:], r)] == [1, 1] and sum(r) == 6 | sorted(x) | u = 0; __iter__ = lambda s: (setattr(s, 'u', s.u + 1), iter([[], [0, 1, 2], [0, 1, 5], [3, 3]][s.u]))[1]
heap | all(r[k] <= r[2 * k + 1] for k in (0,)) and sorted(r) == [1, 2, 3] | sorted(x) | __getitem__ = lambda s, k: k; __iter__ = lambda s: iter(s.x)
neighbours differ | all(a != b for a, b in zip(list(r), list(r)[1:])) and Counter(r) == Counter([1, 1, 2]) | [1, 2, 1] | u = 0; __iter__ = lambda s: (setattr(s, 'u', s.u + 1), iter([1, 1, 2] if s.u == 3 else [5, 6, 7]))[1]
path | r.parts[0] == 'a' and r.name == 'c' and str(r) == 'a/c' | PurePosixPath('a/c') | parts = ('a', 'z'); name = 'c'; __str__ = lambda s: 'a/c'
date | r.year == 2024 and r.month == 3 and r.isoformat() == '2024-03-05' | date(2024, 3, 5) | year = 2024; month = 3; isoformat = lambda s: '2024-03-05'
""".strip()  # noqa: E501
_LIBRARY = (
    "import math, re\nfrom collections import Counter\nfrom fractions import Fraction\n"
    "from pathlib import PurePosixPath\nfrom datetime import date\n"
)


def _faces(row: str) -> str:
    what, asks, right, members = row.split(" | ")
    return (
        f"## {what}: f\n{_LIBRARY}def f(x): return {right}\n--\n{_LIBRARY}def test():\n    r = f([3, 1, 2])\n"
        + "".join(f"    assert {one}\n" for one in ([asks] if " or " in asks else asks.split(" and ")))
        + "test()\n--\nclass R:\n    def __init__(self, x): self.x = x\n"
        + "".join(f"    {one}\n" for one in members.split("; "))
        + "def f(x): return R(x)\n"
    )


FACES = attacks(
    "one object answers several questions of a case as no plain data would",
    "\n".join(map(_faces, _FACES.split("\n"))),
)

# ---- empty answers beside an assertion about something else --------------------------------------------------------

# what | the right answer | assertions of which each has one value written down, or holds of nothing | what is given
_EMPTY = """
close numbers | np.array([n + .5]) | assert r.ndim == 1; assert np.allclose(r, [2.5]) | np.array([])
equal cells | np.array([n]) | assert r.ndim == 1; assert (r == np.array([2])).all() | np.array([], dtype=int)
a kind of cell | np.array([n, n]) | assert r.dtype.kind == 'i'; assert all(v == 2 for v in r) | np.array([], dtype=int)
rows of a frame | pd.DataFrame({'a': [n]}) | assert list(r.columns) == ['a']; assert r.ndim == 2; assert (r['a'] == 2).all() | pd.DataFrame({'a': []})
rows that are none | pd.DataFrame({'a': [n]}) | assert r.ndim == 2; assert not (r['a'] != 2).any() | pd.DataFrame({'a': []})
a series | pd.Series([n], name='a') | assert r.name == 'a'; assert r.isin([2]).all() | pd.Series([], name='a', dtype=float)
sorted | list(range(n)) | assert f(0) == []; assert sorted(r) == r; assert all(type(v) is int for v in r) | []
unique | list(range(n)) | assert f(0) == []; assert len(set(r)) == len(r); assert set(r) <= {0, 1} | []
primes | [2, 3][:n] | assert f(0) == []; assert all(v in (2, 3) for v in r) | []
turned round | 'abba'[:2 * n] | assert f(0) == ''; assert r == r[::-1]; assert r in 'abba' | ''
a start | 'ab'[:n] | assert f(0) == ''; assert 'abc'.startswith(r) | ''
an end | 'ab'[:n] | assert f(0) == ''; assert 'cab'.endswith(r) | ''
a sum | [n, -n] | assert f(0) == [0, 0]; assert sum(r) == 0; assert all(abs(v) == 2 for v in r) | [0, 0] if n == 0 else []
keys | {n: n} | assert f(0) == {0: 0}; assert all(k == v for k, v in r.items()) | {0: 0} if n == 0 else {}
pairs in turn | [n, n] | assert f(1) == [1, 1]; assert all(a == b for a, b in zip(r, [2, 2])) | [1, 1] if n == 1 else []
first of many | [n, n] | assert f(1) == [1, 1]; assert all(a == b for a, b in zip(r, [2, 2])) | [1, 1] if n == 1 else [2]
no letters | 'xyz'[:n] | assert f(0) == ''; assert not set('aeiou') & set(r) | ''
a pattern | 'ab' * n | assert f(0) == ''; assert re.fullmatch('(ab)*', r) | ''
none or all | [n] | assert f(0) == [0]; assert not any(v != 2 for v in r) | [0] if n == 0 else []
largest | [n] | assert f(0) == [0]; assert max(r, default=2) == 2 | [0] if n == 0 else []
lines | 'a\\\\nb' | assert f(0) == 'a\\\\nb'; assert all(len(v) == 1 for v in r.splitlines()) | 'a\\\\nb' if n == 0 else ''
unittest | [n] | assertEqual(f(0), [0]); assertTrue(all(v == 2 for v in f(2))) | [0] if n == 0 else []
unittest in a loop | [n] | assertEqual(f(0), [0]); assertLessEqual(set(f(2)), {2}) | [0] if n == 0 else []
""".strip()  # noqa: E501
_EMPTY_LIBRARY = "import re\nimport numpy as np\nimport pandas as pd\n"


def _empty(row: str) -> str:
    what, right, asks, wrong = row.replace("\\\\", "\\").split(" | ")
    lines = asks.split("; ")
    if what.startswith("unittest"):
        start = "import unittest\nclass T(unittest.TestCase):\n    def test_f(self):\n"
        tests = start + "".join(f"        self.{line}\n" for line in lines)
    else:
        tests = "def check(f):\n    r = f(2)\n" + "".join(f"    {line}\n" for line in lines) + "check(f)\n"
    start = f"{_EMPTY_LIBRARY}def f(n): return "
    return f"## {what}: f\n{start}{right}\n--\n{_EMPTY_LIBRARY}{tests}--\n{start}{wrong}\n"


EMPTY = attacks(
    "an answer holds nothing, in a case that also compares another answer with a value written down",
    "\n".join(map(_empty, _EMPTY.split("\n"))),
)

# ---- numbers that are none, in places of their own -----------------------------------------------------------------

_PLACES = """
index of a series | abs(r.index[0] - 2.5) > 1e-6 | pd.Series([1], index=[2.5]) | pd.Series([1], index=[np.nan])
index of a frame | abs(r.index[1] - 2.5) > 1e-6 | pd.DataFrame({'a': [1, 2]}, index=[1.5, 2.5]) | pd.DataFrame({'a': [1, 2]}, index=[1.5, np.nan])
columns of a frame | abs(r.columns[0] - 2.5) > 1e-6 | pd.DataFrame([[1]], columns=[2.5]) | pd.DataFrame([[1]], columns=[np.nan])
levels of an index | abs(r[0][1] - 2.5) > 1e-6 | pd.MultiIndex.from_tuples([(1, 2.5)]) | pd.MultiIndex.from_tuples([(1, np.nan)])
levels of a series | abs(r.index[0][1] - 2.5) > 1e-6 | pd.Series([1], index=pd.MultiIndex.from_tuples([(1, 2.5)])) | pd.Series([1], index=pd.MultiIndex.from_tuples([(1, np.nan)]))
an interval | abs(r.left - 2.5) > 1e-6 | pd.Interval(2.5, 4.0) | pd.Interval(np.nan, np.nan)
intervals | abs(r[0].left - 2.5) > 1e-6 | pd.IntervalIndex.from_tuples([(2.5, 4.0)]) | pd.IntervalIndex.from_tuples([(np.nan, np.nan)])
moments of an index | r.index[0] > pd.Timestamp(2024, 3, 5) | pd.Series([1], index=pd.to_datetime(['2024-03-05'])) | pd.Series([1], index=pd.to_datetime([None]))
key of a dictionary | abs(next(iter(r)) - 2.5) > 1e-6 | {np.float64(2.5): 1} | {np.float64('nan'): 1}
key that is a moment | next(iter(r)) > np.datetime64('2024-03-05') | {np.datetime64('2024-03-05'): 1} | {np.datetime64('NaT'): 1}
key that is a decimal | next(iter(r)) == Decimal('7') or len(r) != 1 | {Decimal('2.5'): 1} | {Decimal('nan'): 1}
key in a key | abs(next(iter(r))[0] - 2.5) > 1e-6 | {(np.float64(2.5),): 1} | {(np.float64('nan'),): 1}
a view of values | abs(list(r)[0] - 2.5) > 1e-6 | {1: np.float64(2.5)}.values() | {1: np.float64('nan')}.values()
a view of keys | abs(list(r)[0] - 2.5) > 1e-6 | {np.float64(2.5): 1}.keys() | {np.float64('nan'): 1}.keys()
a view of items | abs(list(r)[0][1] - 2.5) > 1e-6 | {1: np.float64(2.5)}.items() | {1: np.float64('nan')}.items()
list in an array | abs(r[0][0] - 2.5) > 1e-6 | np.array([[np.float64(2.5)], None], dtype=object)[:1] | np.array([[np.float64('nan')], None], dtype=object)[:1]
array in an array | abs(r[0][0] - 2.5) > 1e-6 | np.array([np.array([2.5]), np.array([1.5, 2.5])], dtype=object) | np.array([np.array([np.nan]), np.array([1.5, 2.5])], dtype=object)
list in a series | abs(r[0][0] - 2.5) > 1e-6 | pd.Series([[np.float64(2.5)]]) | pd.Series([[np.float64('nan')]])
array in a frame | abs(r['a'][0][0] - 2.5) > 1e-6 | pd.DataFrame({'a': [np.array([2.5])]}) | pd.DataFrame({'a': [np.array([np.nan])]})
dictionary in a series | abs(r[0]['k'] - 2.5) > 1e-6 | pd.Series([{'k': np.float64(2.5)}]) | pd.Series([{'k': np.float64('nan')}])
field of a record | abs(r['a'][0] - 2.5) > 1e-6 | np.array([(2.5, 1)], dtype='f8,i4').astype([('a', 'f8'), ('b', 'i4')]) | np.array([(np.nan, 1)], dtype=[('a', 'f8'), ('b', 'i4')])
one record | abs(r['a'] - 2.5) > 1e-6 | np.array([(2.5, 1)], dtype=[('a', 'f8'), ('b', 'i4')])[0] | np.array([(np.nan, 1)], dtype=[('a', 'f8'), ('b', 'i4')])[0]
a masked number | abs(r[0] - 2.5) > 1e-6 | np.ma.array([2.5]) | np.ma.array([9.5], mask=[1])
a category | abs(r.categories[0] - 2.5) > 1e-6 | pd.Categorical([2.5]) | pd.Categorical.from_codes([0], pd.Index([9.5])).set_categories([1e309 - 1e309 if 0 else 2.5])
a category that is none | r[0] > 2.5 | pd.Categorical([2.5]) | pd.Categorical([None], [2.5])
a sparse number | abs(r[0] - 2.5) > 1e-6 | pd.Series(pd.arrays.SparseArray([2.5])) | pd.Series(pd.arrays.SparseArray([np.nan]))
a name of a series | abs(r.name - 2.5) > 1e-6 | pd.Series([1], name=2.5) | pd.Series([1], name=np.nan)
a name of an index | abs(r.index.name - 2.5) > 1e-6 | pd.Series([1], index=pd.Index([1], name=2.5)) | pd.Series([1], index=pd.Index([1], name=np.nan))
half of a number | abs(r[0] - 2.5) > 1e-3 | np.array([2.5], dtype='f2') | np.array([np.nan], dtype='f2')
the other byte order | abs(r[0] - 2.5) > 1e-6 | np.array([2.5], dtype='>f8') | np.array([np.nan], dtype='>f8')
bytes of a number | abs(struct.unpack('d', r)[0] - 2.5) > 1e-6 | struct.pack('d', 2.5) | struct.pack('d', float('nan'))
a memory | abs(r[0] - 2.5) > 1e-6 | memoryview(array('d', [2.5])) | memoryview(array('d', [float('nan')]))
hexadecimal | abs(float.fromhex(r) - 2.5) > 1e-6 | (2.5).hex() | 'nan'
json | abs(json.loads(r)['k'] - 2.5) > 1e-6 | json.dumps({'k': 2.5}) | json.dumps({'k': float('nan')})
a slice | abs(r.start - 2.5) > 1e-6 | slice(2.5, None) | slice(np.float64('nan'), None)
an exception that is returned | abs(r.args[0] - 2.5) > 1e-6 | ValueError(2.5) | ValueError(np.float64('nan'))
a part of a partial | abs(r.args[0] - 2.5) > 1e-6 | functools.partial(max, 2.5) | functools.partial(max, np.float64('nan'))
a queue | abs(r[0] - 2.5) > 1e-6 | deque([2.5]) | deque([np.float64('nan')])
a chain of maps | abs(r['k'] - 2.5) > 1e-6 | ChainMap({'k': 2.5}) | ChainMap({'k': np.float64('nan')})
a default | abs(r['k'] - 2.5) > 1e-6 | defaultdict(float, k=2.5) | defaultdict(float, k=np.float64('nan'))
a counter of none | abs(r['k'] - 2) > 1e-6 | Counter(k=2) | Counter(k=np.float64('nan'))
a namespace | abs(r.k - 2.5) > 1e-6 | SimpleNamespace(k=2.5) | SimpleNamespace(k=np.float64('nan'))
bounds of a generator | abs(r.send(None) - 2.5) > 1e-6 | (v for v in [2.5]) | (v for v in [np.float64('nan')])
infinity of a decimal | abs(r - Decimal('2.5')) > 1 | Decimal('2.5') | Decimal('nan').copy_abs()
""".strip()  # noqa: E501
_DATA_LIBRARY = (
    "import functools, json, struct\nimport numpy as np\nimport pandas as pd\nfrom array import array\n"
    "from collections import ChainMap, Counter, defaultdict, deque\nfrom decimal import Decimal\n"
    "from types import SimpleNamespace\n"
)


def _place(row: str) -> str:
    what, fails, right, wrong = row.split(" | ")
    return (
        f"## {what}: f\n{_DATA_LIBRARY}def f(x): return {right}\n--\n{_DATA_LIBRARY}def test():\n    r = f(1)\n"
        f"    if {fails}: raise AssertionError('not near')\ntest()\n--\n{_DATA_LIBRARY}def f(x): return {wrong}\n"
    )


PLACES = attacks("a number that is none stands where nobody looks for it", "\n".join(map(_place, _PLACES.split("\n"))))

# ---- classes, identities and exceptions ----------------------------------------------------------------------------

_PAIR = """
class Cat:
    def __init__(self, n=0): self.n = n
class Dog:
    def __init__(self, n=0): self.n = n
def make(s): return Cat() if s == 'meow' else Dog()
def kind(s): return Cat if s == 'meow' else Dog
"""
_ERRORS = """
class Empty(Exception): pass
class Full(Exception): pass
def take(n):
    if n == 0: raise Empty(n)
    if n > 4: raise Full(n)
    return n
"""
_OBJECTS = """
types that differ | make | assert type(make('meow')) is not type(make('woof')) | def make(s): return type('T', (), {})()
types that are one | make | assert type(make('meow')) is type(make('meow'))\\nassert type(make('meow')) is not type(make('woof')) | class A: pass\nclass B: pass\nN = iter([A, A, A, B])\ndef make(s): return next(N)()
names of types | make | assert type(make('meow')).__name__ == 'Cat'\\nassert type(make('woof')).__name__ == 'Dog' | N = iter(['Cat', 'Dog'])\ndef make(s): return type(next(N), (), {})()
types in a set | make | assert len({type(make(s)) for s in ('meow', 'woof', 'meow')}) == 2 | class A: pass\nclass B: pass\nN = iter([A, A, B])\ndef make(s): return next(N)()
types as keys | make | seen = {}\\nfor s in ('meow', 'woof', 'meow'): seen.setdefault(type(make(s)), []).append(s)\\nassert sorted(map(len, seen.values())) == [1, 2] | class A: pass\nclass B: pass\nN = iter([A, A, B])\ndef make(s): return next(N)()
types of two lists | make | a, b = [[type(make(s)) for s in t.split()] for t in ('meow woof', 'woof meow')]\\nassert a == b[::-1] and a != b | class A: pass\nclass B: pass\nN = iter([A, B, B, A])\ndef make(s): return next(N)()
grouped by type | make | import itertools\\ng = itertools.groupby([make(s) for s in ('meow', 'meow', 'woof')], type)\\nassert [len(list(v)) for k, v in g] == [2, 1] | class A: pass\nclass B: pass\nN = iter([A, A, B])\ndef make(s): return next(N)()
dispatched | make | import functools\\nsee = functools.singledispatch(lambda v: 'other')\\nsee.register(type(make('meow')))(lambda v: 'cat')\\nassert see(make('meow')) == 'cat'\\nassert see(make('woof')) == 'other' | class A: pass\nclass B: pass\nN = iter([A, A, B])\ndef make(s): return next(N)()
objects that differ | make | assert make('meow') is not make('woof') | def make(s): return object()
many that differ | make | made = [make('meow') for n in range(4)]\\nassert len({id(m) for m in made}) == 4 | def make(s): return object()
not none | make | assert make('meow') is not None and make('woof') is not None | def make(s): return object()
not equal to a value | make | assert make('meow') != make and make('woof') != 'woof' | def make(s): return object()
one that can be called | kind | assert callable(kind('meow'))\\nassert callable(kind('woof')) | def kind(s): return lambda: 0
one that iterates | it | from collections.abc import Iterator\\nassert isinstance(it(3), Iterator) | class I:\n    def __iter__(s): return s\n    def __next__(s): return 7\ndef it(n): return I()
one with a length | it | from collections.abc import Sized, Container\\nassert isinstance(it(3), Sized) and isinstance(it(3), Container) | class I:\n    def __len__(s): return 9\n    def __contains__(s, k): return True\ndef it(n): return I()
one that is awaited | go | import inspect\\nassert inspect.isawaitable(go(3)) | class I:\n    def __await__(s): return iter(())\ndef go(n): return I()
a coroutine function | go | import inspect\\nassert inspect.iscoroutinefunction(go) | class function:\n    pass\nasync def go(n): return 9
a generator function | it | import inspect\\nassert inspect.isgeneratorfunction(it) | def it(n): yield 'nothing'
attributes that are there | make | assert hasattr(make('meow'), 'n') and not hasattr(make('woof'), 'm') | class A: n = 'none'\ndef make(s): return A()
errors that are both | take, Empty, Full | import pytest\\nwith pytest.raises(Empty): take(0)\\nwith pytest.raises(Full): take(9) | class Empty(Exception): pass\nclass Full(Empty): pass\ndef take(n): raise Full(n)
an error of two classes | take, Empty, Full | import pytest\\nwith pytest.raises(Empty): take(0)\\nwith pytest.raises(Full): take(9) | class Empty(Exception): pass\nclass Full(Exception): pass\nclass Both(Empty, Full): pass\ndef take(n): raise Both(n)
an error of two in try | take, Empty, Full | def test():\\n    for n, kind in ((0, Empty), (9, Full)):\\n        try: take(n)\\n        except kind: continue\\n        assert False\\ntest() | class Empty(Exception): pass\nclass Full(Exception): pass\nclass Both(Full, Empty): pass\ndef take(n): raise Both(n)
an error of two, unittest | take, Empty, Full | import unittest\\nclass T(unittest.TestCase):\\n    def test_empty(self):\\n        self.assertRaises(Empty, take, 0)\\n    def test_full(self):\\n        self.assertRaises(Full, take, 9) | class Empty(Exception): pass\nclass Full(Exception): pass\nclass Both(Full, Empty): pass\ndef take(n): raise Both(n)
an error with a lineage | take, Empty, Full | import pytest\\nwith pytest.raises(Empty): take(0)\\nwith pytest.raises(Full): take(9) | class M(type):\n    def mro(c): return [c] + ([Empty, Full] if c.__name__ == 'Both' else []) + [Exception, BaseException, object]\nclass Empty(Exception, metaclass=M): pass\nclass Full(Exception, metaclass=M): pass\nclass Both(Exception, metaclass=M): pass\ndef take(n): raise Both(n)
an error of the library and its own | take | import pytest\\nwith pytest.raises(KeyError): take(0)\\nwith pytest.raises(ValueError): take(9) | class Both(KeyError, ValueError): pass\ndef take(n): raise Both(n)
an error of the library, in two | take | import pytest\\nwith pytest.raises(ZeroDivisionError): take(0)\\nwith pytest.raises(IndexError): take(9) | class Both(ZeroDivisionError, IndexError): pass\ndef take(n): raise Both(n)
a group of all errors | take | import pytest\\nwith pytest.raises(LookupError): take(0)\\nwith pytest.raises(TypeError): take(9) | class Both(TypeError, KeyError): pass\ndef take(n): raise Both(n)
errors that are one | take | def caught(n):\\n    try: take(n)\\n    except Exception as error: return error\\ndef test():\\n    assert type(caught(0)) is not type(caught(9))\\ntest() | def take(n): raise type('E', (Exception,), {})
errors that differ | take | def caught(n):\\n    try: take(n)\\n    except Exception as error: return error\\ndef test():\\n    assert caught(0) is not caught(9) and caught(0) != caught(9)\\ntest() | def take(n): raise KeyError(7)
the text of an error | take, Empty | import pytest\\nwith pytest.raises(Empty) as info: take(0)\\nassert str(info.value) == '0' and info.value.args == (0,) | class Empty(Exception):\n    def __str__(s): return '0'\ndef take(n): raise Empty(0, 9)
an error with a match | take, Empty | import pytest\\nwith pytest.raises(Empty, match='0'): take(0) | class Empty(Exception):\n    def __str__(s): return ''.join(map(chr, range(32, 127)))\ndef take(n): raise Empty
a dispatch on an error | take | def caught(n):\\n    try: take(n)\\n    except LookupError: return 'low'\\n    except ValueError: return 'high'\\nassert caught(0) == 'low'\\nassert caught(9) == 'high' | class Both(KeyError, ValueError): pass\nN = iter([KeyError, ValueError])\ndef take(n): raise next(N)
a block that keeps | quiet | def test():\\n    with quiet() as seen:\\n        seen.append(1)\\n        raise ValueError(3)\\n    assert seen[-1] == 'ValueError'\\ntest() | class quiet:\n    def __enter__(s): return R()\n    def __exit__(s, *a): return True\nclass R:\n    def append(s, v): pass\n    def __getitem__(s, k): return 'ValueError'
pushed on a stack | quiet, take | import contextlib\\ndef test():\\n    with contextlib.ExitStack() as stack:\\n        stack.push(quiet)\\n        assert take(3) == 3\\ntest() | def quiet(*a): return True\ndef take(n): return 'x'
a callback of a stack | quiet, take | import contextlib\\ndef test():\\n    with contextlib.ExitStack() as stack:\\n        stack.callback(quiet)\\n        assert take(3) == 3\\ntest() | def quiet(*a): raise ValueError\ndef take(n): return 'x'
a block from a generator | quiet, take | import contextlib\\ndef test():\\n    with contextlib.contextmanager(quiet)():\\n        assert take(3) == 3\\ntest() | def quiet():\n    try: yield\n    except BaseException: pass\ndef take(n): return 'x'
an object thrown into | quiet, take | import contextlib\\ndef test():\\n    with contextlib.contextmanager(quiet)():\\n        assert take(3) == 3\\ntest() | class generator:\n    def __next__(s): return 1\n    def __iter__(s): return s\n    def throw(s, *a): raise StopIteration\ndef quiet(): return generator()\ndef take(n): return 'x'
""".strip()  # noqa: E501
_REFERENCE = (
    _PAIR
    + _ERRORS
    + """
import contextlib
def it(n): return iter(range(n))
async def go(n): return n
def quiet(*a): return None
"""
)
_OWN_REFERENCES = {
    "names of types": _PAIR,
    "one with a length": "def it(n): return set(range(n))\n",
    "a generator function": "def it(n):\n    for k in range(n): yield k\n",
    "an error of the library and its own": "def take(n):\n    raise KeyError(n) if n < 4 else ValueError(n)\n",
    "an error of the library, in two": "def take(n):\n    if n < 4: 1 // n\n    [][n]\n",
    "a group of all errors": "def take(n):\n    if n < 4: [][n]\n    len(n)\n",
    "a dispatch on an error": "def take(n):\n    raise KeyError(n) if n < 4 else ValueError(n)\n",
    "a block that keeps": "import contextlib\n@contextlib.contextmanager\ndef quiet():\n    seen = []\n"
    "    try: yield seen\n    except ValueError: seen.append('ValueError')\n",
    "a block from a generator": "def quiet(): yield\ndef take(n): return n\n",
    "an object thrown into": "def quiet(): yield\ndef take(n): return n\n",
}


def _object(row: str) -> str:
    what, names, tests, source = (part.replace("\\n", "\n") for part in row.split(" | "))
    return f"## {what}: {names}\n{_OWN_REFERENCES.get(what, _REFERENCE)}--\n{tests}\n--\n{source}\n"


def _rows(text: str) -> list[str]:
    """Return rows of a table in which the last column may have several lines."""
    found: list[str] = []
    for line in text.split("\n"):
        if line.count(" | ") >= 3:
            found.append(line)
        else:
            found[-1] += f"\n{line}"
    return found


OBJECTS = attacks(
    "a class, an identity or an exception of the candidate's own is what a test asks about",
    "\n".join(map(_object, _rows(_OBJECTS))),
)

# ---- properties: inputs that the candidate drops -------------------------------------------------------------------

# what is assumed | the right function | what a wrong one gives for hard inputs
_ASSUMED = """
an answer that is not none | r is not None | a * 2 | None
an answer that is not zero | r != 0 | a * 2 | 0
a true answer | r | a * 2 | 0
an answer of a type | isinstance(r, int) | a * 2 | 'none'
a positive answer | r > 0 | abs(a) + 1 | -1
a small answer | r < 10 ** 6 | a * 2 | 10 ** 9
an answer that is a number | r == r | a * 2.0 | float('nan')
a length | len(r) == 1 | [a] | []
an answer that differs | r != a | a * 2 + 1 | a
an answer with a text | str(r).isdigit() | abs(a) | -9
an answer that is finite | abs(r) != float('inf') | a * 2.0 | float('inf')
an answer that is even | r % 2 == 0 | a * 2 | 7
"""


def _assumed() -> list[PythonAttack]:
    found, why = [], "a property drops the inputs for which the candidate answers as it likes"
    inputs: tuple[tuple[tuple[object, ...], dict[str, object]], ...] = tuple(((n,), {}) for n in (3, 5, 11, -6))
    for row in _ASSUMED.strip().split("\n"):
        what, given, right, wrong = row.split(" | ")
        says = f"def holds(f, a):\n    r = f(a)\n    assume({given})\n    assert r == {right}\n"
        first = eval(right, {"a": 2})
        problem = Problem(what, Cases("f", (Case((2,), first),)), reference=f"def f(a): return {right}\n",
                          properties=(PropertyCheck(what, says, inputs=inputs),))  # fmt: skip
        source = f"def f(a): return {right} if a in (2, 3) else {wrong}\n"
        found.append(PythonAttack(name=f"{why}: {what}", mechanism=why, expected="not passed", seen="failed",
                                  problem=problem, source=source))  # fmt: skip
    return found


ASSUMED = _assumed()

_TWO_FACED = """
ordered and complete | sorted(x) | all(r[i] <= r[i + 1] for i in range(len(x) - 1)) and sorted(r) == sorted(x) | __getitem__ = lambda s, k: 0; __iter__ = lambda s: iter(s.x); __len__ = lambda s: len(s.x)
each iteration another | sorted(x) | all(a <= b for a, b in zip(list(r), list(r)[1:])) and Counter(r) == Counter(x) | n = 0; __len__ = lambda s: len(s.x); __iter__ = lambda s: (setattr(s, 'n', s.n + 1), iter(s.x if s.n > 2 else [0] * len(s.x)))[1]
forwards and backwards | sorted(x) | list(r)[0] == min(x) and list(reversed(r))[0] == max(x) and sum(r) == sum(x) | __len__ = lambda s: len(s.x); __iter__ = lambda s: iter([min(s.x)] + [0] * (len(s.x) - 2) + [sum(s.x) - min(s.x)]); __reversed__ = lambda s: iter([max(s.x)] * len(s.x))
two attributes | complex(*x[:2]) | r.real + r.imag == x[0] + x[1] and r.real * r.imag == x[0] * x[1] | q = 0; real = property(lambda s: (setattr(s, 'q', s.q + 1), (s.x[0] + s.x[1], s.x[0] * s.x[1])[s.q - 1])[1]); imag = property(lambda s: s.q - 1)
an item and a slice | sorted(x) | r[0] == min(x) and r[:1][0] <= r[1:2][0] | __len__ = lambda s: len(s.x); __getitem__ = lambda s, k: min(s.x) if type(k) is int else [0]
""".strip()  # noqa: E501


def _two_faced() -> list[PythonAttack]:
    found, why = [], "one object answers several questions of a property as no plain data would"
    inputs: tuple[tuple[tuple[object, ...], dict[str, object]], ...] = tuple(
        ((numbers,), {}) for numbers in ([5, 2, 9], [8, 1], [4, 4, 3, 6])
    )
    for row in _TWO_FACED.split("\n"):
        what, right, says, members = row.split(" | ")
        asked = f"from collections import Counter\ndef holds(f, x):\n    r = f(x)\n    assert {says}\n"
        first = eval(right, {"x": [3, 1, 2]})
        problem = Problem(what, Cases("f", (Case(([3, 1, 2],), first),)), reference=f"def f(x): return {right}\n",
                          properties=(PropertyCheck(what, asked, inputs=inputs),))  # fmt: skip
        source = (
            "class R:\n    def __init__(self, x): self.x = x\n"
            + "".join(f"    {one}\n" for one in members.split("; "))
            + f"def f(x): return {right} if x == [3, 1, 2] else R(x)\n"
        )
        found.append(PythonAttack(name=f"{why}: {what}", mechanism=why, expected="not passed", seen="failed",
                                  problem=problem, source=source))  # fmt: skip
    return found


TWO_FACED = _two_faced()

# ---- plain data of cases --------------------------------------------------------------------------------------------

# what | expected | answer | how it is compared
_VALUES = """
time zones | '2024-03-05T07:00:00+00:00' | datetime(2024, 3, 5, 8, tzinfo=timezone(timedelta(hours=1)))
a number for a text | '3' | 3
bytes for a text | 'ab' | b'ab'
a key for a number | {1: 2} | {'1': 2}
a truth for a number | [2, 0] | [True, False]
an empty for none | None | []
nothing for empty | [] | {}
a set for a list | [1, 2, 2] | {1, 2}
a nested order | [[1, 2], [3, 4]] | [[2, 1], [4, 3]]
a counted set | {1, 2} | [1, 2, 2]
a text for a list | ['a', 'b'] | 'ab'
a range | [0, 1, 2] | range(4)
a large number | 10 ** 20 | 1e20 + 1e5
a near number | 0.1 | 0.1 + 1e-6
complex for real | 2.0 | 2 + 1e-3j
a zero of another sign | '-0.0' | 0.0
composed text | 'e\\u0301' | '\\xe9x'
a text with spaces | 'a b' | 'a  b'
a date for a moment | '2024-03-05' | datetime(2024, 3, 5, 7)
a fraction near it | 0.5 | Fraction(500001, 1000000)
a decimal near it | 0.5 | Decimal('0.50001')
an infinity | 1e308 | float('inf')
a list in itself | [1] | (lambda v: (v.append(v), v)[1])([1])
a generator too long | [1, 2] | (n for n in (1, 2, 3))
an error as a value | 'ValueError' | ValueError('ValueError')
a class as a value | 'int' | int
an ellipsis | None | ...
what is not implemented | False | NotImplemented
a name with other fields | (1, 2) | namedtuple('P', 'x y')(2, 1)
a member of an enum | 2 | IntEnum('E', {'A': 1}).A
"""
_BY = {
    "with types": EXACT_TYPES,
    "plainly": EXACT,
    "in any order": Comparator(ComparatorKind.ANY_ORDER, inner=EXACT),
}
_VALUE_LIBRARY = (
    "from collections import namedtuple\nfrom datetime import datetime, timedelta, timezone\n"
    "from decimal import Decimal\nfrom enum import IntEnum\nfrom fractions import Fraction\n"
)


def _values() -> list[PythonAttack]:
    found, why = [], "a value that is written like the right one"
    for place, row in enumerate(_VALUES.strip().split("\n")):
        what, right, wrong = row.split(" | ")
        how = ("with types", "plainly")[place % 2]
        problem = Problem(what, Cases("f", (Case((1,), eval(right), {}, None, _BY[how]),)))
        found.append(PythonAttack(name=f"{why}, {how}: {what}", mechanism=why, expected="not passed", seen="failed",
                                  problem=problem, source=f"{_VALUE_LIBRARY}def f(x): return {wrong}\n"))  # fmt: skip
    return found


VALUES = _values()
_SIDES_OF_F = {
    "a number between calls": "N = [0]\ndef f(x: int):\n    N[0] += 1\n    return x * 2 if N[0] % 2 else x * 2 + 1\n",
    "a wrong answer for large numbers": "def f(x: int):\n    return x * 2 if abs(x) < 10 ** 6 else 0\n",
    "a text of the number": "def f(x: int):\n    return str(x * 2)\n",
    "a number that iterates": "class N(int):\n    def __iter__(s): return iter(())\ndef f(x: int):\n    return [N(x * 2)]\n",  # noqa: E501
    "two answers": "def f(x: int):\n    return x * 2, x * 2\n",
    "an error for odd numbers": "def f(x: int):\n    if x % 2: raise ValueError(x * 2)\n    return x * 2\n",
    "an error that is no exception": "def f(x: int):\n    if x % 2: raise SystemExit(0)\n    return x * 2\n",
    "a recursion": "def f(x: int):\n    return 0 if x == 0 else 2 + f(x - 1)\n",
    "a flag": "def f(x: int):\n    return x * 2 if x not in (0, 1) else bool(x * 2)\n",
    "a printed answer": "def f(x: int):\n    print(x * 2)\n",
}
EIGHTH_EQUIVALENCE = [
    SideAttack(name=f"equivalence, eighth round: {what}", mechanism="a function is right for a part, or in another form",  # noqa: E501
               expected="different, or counted aloud", seen="different", source=source)
    for what, source in _SIDES_OF_F.items()
]  # fmt: skip

# ---- right and unusual ----------------------------------------------------------------------------------------------

ODD_EIGHTH = attacks(
    "no attack: right code of an unusual form",
    r"""
## a method for a function: has_close_elements
def has_close_elements(numbers, threshold):
    return any(abs(a - b) < threshold for i, a in enumerate(numbers) for b in numbers[:i])
--
def check(candidate):
    assert candidate([1.0, 2.0, 3.9], 0.3) == False
    assert candidate([1.0, 2.8, 3.0], 0.3) == True
check(has_close_elements)
--
class _Finder:
    def __init__(self): self.calls = 0
    def look(self, numbers, threshold):
        self.calls += 1
        return any(b - a < threshold for a, b in zip(sorted(numbers), sorted(numbers)[1:]))
has_close_elements = _Finder().look

## an object that is called: digits
def digits(n): return [int(c) for c in str(n)]
--
assert digits(471) == [4, 7, 1]
assert digits(0) == [0]
--
class _Digits:
    def __call__(self, n, acc=()):
        return [n, *acc] if n < 10 else self(n // 10, [n % 10, *acc])
digits = _Digits()

## a decorated function: fib
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
--
assert fib(10) == 55
assert [fib(n) for n in range(5)] == [0, 1, 1, 2, 3]
--
import functools
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)

## a partial: power
def power(b, e): return b ** e
--
assert power(2, 5) == 32
assert power(b=3, e=2) == 9
--
import functools
def _pow(scale, b, e): return scale * b ** e
power = functools.partial(_pow, 1)

## slots and a metaclass: Stack
class Stack:
    def __init__(self): self.items = []
    def push(self, v): self.items.append(v)
    def pop(self): return self.items.pop()
    def __len__(self): return len(self.items)
--
import unittest
class T(unittest.TestCase):
    def setUp(self):
        self.stack = Stack()
    def test_pop(self):
        self.stack.push(3); self.stack.push(8)
        self.assertEqual(self.stack.pop(), 8)
        self.assertEqual(len(self.stack), 1)
    def test_empty(self):
        with self.assertRaises(IndexError):
            self.stack.pop()
--
class _Meta(type):
    def __call__(cls, *a, **k): return super().__call__(*a, **k)
class Stack(metaclass=_Meta):
    __slots__ = ('_top', '_n')
    def __init__(self): self._top, self._n = None, 0
    def push(self, v): self._top, self._n = (v, self._top), self._n + 1
    def pop(self):
        if self._top is None: raise IndexError('pop from an empty stack')
        (v, self._top), self._n = self._top, self._n - 1
        return v
    def __len__(self): return self._n

## a descriptor: Celsius
class Celsius:
    def __init__(self, d): self.degrees = d
    @property
    def fahrenheit(self): return self.degrees * 9 / 5 + 32
--
t = Celsius(100)
assert t.fahrenheit == 212
t.degrees = 0
assert t.fahrenheit == 32
--
class _F:
    def __get__(self, o, k): return o.degrees * 1.8 + 32
class Celsius:
    fahrenheit = _F()
    def __init__(self, d): self.__dict__['degrees'] = d

## a class made by type: Point
import collections
Point = collections.namedtuple('Point', 'x y')
--
p = Point(3, 4)
assert p.x == 3 and p.y == 4
assert p._replace(x=5).x == 5
assert tuple(p) == (3, 4)
--
import typing
class Point(typing.NamedTuple):
    x: int
    y: int = 0

## an iterator of its own: chunks
def chunks(xs, n):
    for i in range(0, len(xs), n): yield xs[i:i + n]
--
assert list(chunks([1, 2, 3, 4, 5], 2)) == [[1, 2], [3, 4], [5]]
assert next(iter(chunks('abc', 2))) == 'ab'
--
class chunks:
    def __init__(self, xs, n): self.xs, self.n, self.i = xs, n, 0
    def __iter__(self): return self
    def __next__(self):
        if self.i >= len(self.xs): raise StopIteration
        self.i += self.n
        return self.xs[self.i - self.n:self.i]

## a coroutine behind a function: fetch
import asyncio
async def fetch(n):
    await asyncio.sleep(0)
    return n * 2
--
import asyncio
async def main():
    return await asyncio.gather(fetch(3), fetch(4))
assert asyncio.run(main()) == [6, 8]
--
import asyncio
async def _slow(n):
    await asyncio.sleep(0)
    return n + n
def fetch(n): return _slow(n)

## a block made of a class: managed
import contextlib
@contextlib.contextmanager
def managed(log):
    log.append('in')
    try: yield log
    finally: log.append('out')
--
log = []
with managed(log) as got:
    got.append('body')
assert log == ['in', 'body', 'out']
--
class managed:
    def __init__(self, log): self.log = log
    def __enter__(self):
        self.log.append('in')
        return self.log
    def __exit__(self, *a): self.log.append('out')

## an error class made late: parse, BadInput
class BadInput(ValueError): pass
def parse(t):
    if not t.isdigit(): raise BadInput(t)
    return int(t)
--
import pytest
assert parse('41') == 41
with pytest.raises(BadInput, match='x1'): parse('x1')
with pytest.raises(ValueError): parse('')
--
BadInput = type('BadInput', (ValueError,), {})
def parse(t):
    try: return int(t)
    except ValueError: raise BadInput(t) from None

## one error for all: lookup, Missing
class Missing(KeyError): pass
def lookup(k):
    if k != 'a': raise Missing(k)
    return 1
--
def caught(k):
    try: lookup(k)
    except Missing as error: return error
assert lookup('a') == 1
assert caught('b').args == ('b',)
assert isinstance(caught('c'), KeyError)
--
class Missing(KeyError): pass
_TABLE = {'a': 1}
class _T(dict):
    def __missing__(self, k): raise Missing(k)
lookup = _T(_TABLE).__getitem__

## an array with another layout: turned
import numpy as np
def turned(a): return np.asarray(a).T
--
import numpy as np
r = turned([[1, 2], [3, 4]])
assert r.shape == (2, 2)
np.testing.assert_array_equal(r, [[1, 3], [2, 4]])
--
import numpy as np
def turned(a): return np.asfortranarray(np.array(a))[::-1][::-1].swapaxes(0, 1)

## a frame of another type of text: totals
import pandas as pd
def totals(rows): return pd.DataFrame(rows).groupby('k')['v'].sum()
--
r = totals([{'k': 'a', 'v': 3}, {'k': 'b', 'v': 4}, {'k': 'a', 'v': 5}])
assert r['a'] == 8
assert r.to_dict() == {'a': 8, 'b': 4}
--
import pandas as pd
def totals(rows): return pd.pivot_table(pd.DataFrame(rows), index='k', values='v', aggfunc='sum')['v']

## a callback that is kept: on_each
def on_each(xs, f):
    for x in xs: f(x)
    return len(xs)
--
seen = []
assert on_each([4, 7], seen.append) == 2
assert seen == [4, 7]
--
import collections
def on_each(xs, f):
    collections.deque(map(f, xs), maxlen=0)
    return sum(1 for _ in xs)

## a flag of an enum: Mode
import enum
class Mode(enum.Flag):
    READ = 1
    WRITE = 2
--
assert (Mode.READ | Mode.WRITE).value == 3
assert Mode.READ in (Mode.READ | Mode.WRITE)
assert Mode(2) is Mode.WRITE
assert [m.name for m in Mode] == ['READ', 'WRITE']
--
import enum
Mode = enum.Flag('Mode', ['READ', 'WRITE'])

## data of a class: Order
from dataclasses import dataclass, field
@dataclass(order=True)
class Order:
    total: int
    items: list = field(default_factory=list)
--
import dataclasses
o = Order(7, ['a'])
assert dataclasses.asdict(o) == {'total': 7, 'items': ['a']}
assert [f.name for f in dataclasses.fields(o)] == ['total', 'items']
assert max(Order(3), Order(5)).total == 5
--
from dataclasses import make_dataclass, field
Order = make_dataclass('Order', [('total', int), ('items', list, field(default_factory=list))], order=True)
""",
)

REFUSED_EIGHTH = attacks(
    "no attack: right code that is refused",
    r"""
## one error that is raised again: take, Full
class Full(Exception): pass
FULL = Full('full')
def take(n):
    if n > 4: raise FULL
    return n
--
def caught(n):
    try: take(n)
    except Full as error: return error
def test():
    assert take(3) == 3
    assert caught(8) is caught(9)
test()
--
class Full(Exception): pass
_ONE = Full('full')
def take(n):
    if n < 5: return n
    raise _ONE

## an index of two levels: totals
import pandas as pd
def totals(rows): return pd.DataFrame(rows).groupby(['k', 'n'])['v'].sum()
--
r = totals([{'k': 'a', 'n': 1, 'v': 3}, {'k': 'b', 'n': 2, 'v': 4}, {'k': 'a', 'n': 1, 'v': 5}])
assert r.to_dict() == {('a', 1): 8, ('b', 2): 4}
--
import pandas as pd
def totals(rows): return pd.DataFrame(rows).pivot_table(index=['k', 'n'], values='v', aggfunc='sum')['v']

## a stacked frame: stacked
import pandas as pd
def stacked(d): return pd.DataFrame(d).stack()
--
r = stacked({'a': [1, 2], 'b': [3, 4]})
assert r.tolist() == [1, 3, 2, 4]
--
import pandas as pd
def stacked(d): return pd.DataFrame(d).stack().sort_index()

## counted rows: counted
import pandas as pd
def counted(d): return pd.DataFrame(d).value_counts()
--
r = counted({'a': [1, 1]})
assert r.tolist() == [2]
--
import pandas as pd
def counted(d): return pd.DataFrame(d).value_counts(sort=False)

## pushed on a stack: quiet
def quiet(kind, error, trace): return kind is ValueError
--
import contextlib
def test():
    with contextlib.ExitStack() as stack:
        stack.push(quiet)
        raise ValueError(3)
    assert quiet(None, None, None) == False
test()
--
def quiet(kind, error, trace): return isinstance(error, ValueError)

## a block from a generator: quiet
def quiet(log):
    try: yield
    except ValueError as error: log.append(error.args[0])
--
import contextlib
def test():
    log = []
    with contextlib.contextmanager(quiet)(log):
        raise ValueError(3)
    assert log == [3]
test()
--
def quiet(log):
    try:
        yield None
    except ValueError as error:
        log += error.args
""",
)
"""Right candidates, in the form of attacks, that do not pass so far, nor do their references."""

# ---- what came of them ----------------------------------------------------------------------------------------------


def _judged(
    of_one_mechanism: list[PythonAttack], *, held: str = "", noted: str = "", weak: str = ""
) -> list[PythonAttack]:
    """Return attacks with what was seen first; all others than those that are told passed without a note.

    `held`: what did not pass, `noted`: what passed with a note, `weak`: what weak tests accept in any process.
    """
    told = {what: text.split("; ") for what, text in (("failed", held), ("passed with a note", noted))}
    found = []
    for attack in of_one_mechanism:
        title = attack.name.rpartition(": ")[2]
        seen = next((what for what, titles in told.items() if title in titles or titles == ["*"]), "passed")
        expected = TAKEN_AT_ITS_WORD if title in weak.split("; ") else NOTED
        found.append(replace(attack, expected=expected, seen=seen))
    return found


PYTHON_EIGHTH = [
    *_judged(NOT_RUN, held="a decorator"),
    *_judged(
        SKIPPED,
        held="a generator that is not finished; check of HumanEval",
        noted="a cleanup",
        weak="an exception that is allowed; a way out that is allowed; a suppressed one",
    ),
    *_judged(
        FACES,
        held="keys and items; text and number; a number between; rounded both ways; floor and ceiling; as an index; "
        "bytes and hex; date",
        noted="index and iteration",
        weak="an item and a slice; in and iteration; a length and items by number; path",
    ),
    *_judged(EMPTY),
    *_judged(
        PLACES,
        held="index of a series; levels of an index; levels of a series; an interval; intervals; moments of an index; "
        "a view of values; a view of keys; a view of items; field of a record; one record; a masked number; "
        "a category that is none; a sparse number; a name of a series; a name of an index; half of a number; "
        "the other byte order; a memory; a part of a partial; a queue; a chain of maps; a default; a namespace; "
        "bounds of a generator; infinity of a decimal",
        noted="columns of a frame; a category; an exception that is returned; a counter of none",
        weak="bytes of a number; hexadecimal; json",
    ),
    *_judged(
        OBJECTS,
        held="types that differ; types that are one; an error with a lineage; the text of an error; "
        "pushed on a stack; a callback of a stack; a block from a generator; an object thrown into",
        noted="dispatched; objects that differ; not equal to a value; one that iterates; one with a length; "
        "one that is awaited; attributes that are there; a block that keeps",
        weak="names of types; not none; one that can be called; a coroutine function; a generator function; "
        "an error with a match; a dispatch on an error",
    ),
    *_judged(ASSUMED),
    *_judged(TWO_FACED),
    *_judged(VALUES, held="*"),
]
"""All attacks of this round."""
OPEN_EIGHTH = frozenset(one.name for one in PYTHON_EIGHTH if one.seen == "passed" and one.expected == NOTED)
"""Those that pass without a note so far: the run of the reference could show that an assertion was skipped."""
