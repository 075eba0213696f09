"""What a second look found: ways by which objects of the candidate's own came to decide, each closed by a general rule.

Every row is test code and a candidate: a wrong one that passed once, or a right one that failed once.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Limits, Verdict
from assay.sandbox.warm import WarmPython
from tests.checks import complaint
from tests.judges.test_proxy import rows
from tests.judges.test_trust import judged


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


FORGED = rows(
    r"""
## predicate method is a built-in type (unnamed class)
assert f('x').startswith('ab')
--
class D:
    startswith = str
def f(x): return D()

## equals is a built-in type
import pandas as pd
assert f(1).equals(pd.DataFrame({'a': [1]}))
--
class D:
    equals = list
def f(x): return D()

## issubset
assert f(1).issubset({1, 2}) and f(1).endswith('q')
--
class D:
    issubset = bool
    endswith = bool
def f(x): return D()

## namespace
assert f('x').startswith('ab')
--
from types import SimpleNamespace
def f(x): return SimpleNamespace(startswith=bool)

## named tuple field
assert f('x').startswith('ab')
--
from collections import namedtuple
P = namedtuple('P', 'startswith')
def f(x): return P(bool)

## named tuple field equals frame
import pandas as pd
assert f(1).equals(pd.DataFrame({'a': [1]}))
--
from collections import namedtuple
P = namedtuple('P', 'equals')
def f(x): return P(list)

## named tuple difference with handle
assert not f(1).symmetric_difference({1, 2})
--
from collections import namedtuple
P = namedtuple('P', 'symmetric_difference')
def f(x): return P(lambda o: set())

## named tuple startswith lambda
assert f(1).startswith('ab')
--
from collections import namedtuple
P = namedtuple('P', 'startswith')
def f(x): return P(lambda o: True)

## namespace equals lambda
import pandas as pd
assert f(1).equals(pd.DataFrame({'a': [1]}))
--
from types import SimpleNamespace
def f(x): return SimpleNamespace(equals=lambda o: True)

## exception raised, attribute predicate
try:
    f(1)
except ValueError as e:
    assert e.startswith('ab')
else:
    assert False
--
class E(ValueError):
    def startswith(s, o): return True
def f(x): raise E()

## exception builtin with attribute predicate
try:
    f(1)
except ValueError as e:
    assert e.msg.startswith('ab')
else:
    assert False
--
class D:
    def startswith(s, o): return True
def f(x):
    e = ValueError('x')
    e.msg = type('T', (), {'startswith': bool})()
    raise e

## stateful length
result = f([3, 1, 2])
assert len(result) == 3
assert all(a == b for a, b in zip(result, [1, 2, 3]))
--
class D:
    n = 0
    def __len__(s):
        s.n += 1
        return 3 if s.n == 1 else 0
    def __iter__(s): return iter([])
def f(x): return D()

## stateful list
result = f([3, 1, 2])
assert len(result) == 3
for a, b in zip(result, [1, 2, 3]):
    assert a == b
--
class D(list):
    n = 0
    def __len__(s):
        s.n += 1
        return 3 if s.n == 1 else 0
    def __iter__(s): return iter([])
def f(x): return D()

## length set back by iteration
result = f([3, 1, 2])
assert isinstance(result, list)
assert len(result) == 3
for a, b in zip(result, [1, 2, 3]):
    assert a == b
--
class D(list):
    n = 3
    def __len__(s): return s.n
    def __iter__(s):
        s.n = 0
        return iter([])
def f(x): return D()

## named class: length without items
c = Circle(2)
result = f([3, 1, 2])
assert len(result) == 3
assert all(a == b for a, b in zip(result, [1, 2, 3]))
--
class Circle:
    def __init__(s, r): pass
    def __len__(s): return 3
    def __iter__(s): return iter([])
def f(x): return Circle(x)

## reversed
result = f([3, 1, 2])
assert len(result) == 3
assert all(a == b for a, b in zip(reversed(result), [3, 2, 1]))
--
class D(list):
    def __len__(s): return 3
    def __reversed__(s): return iter([])
def f(x): return D(x)

## items of dict
result = f({'a': 1})
assert len(result) == 2
for k, v in result.items():
    assert {'a': 1, 'b': 2}[k] == v
--
class D(dict):
    def __len__(s): return 2
    def items(s): return []
def f(x): return D()

## isinstance dict, keys
result = f({'a': 1})
assert isinstance(result, dict) and len(result) == 2
for k in result.keys():
    assert {'a': 1, 'b': 2}[k] == result[k]
--
class D(dict):
    def __len__(s): return 2
    def keys(s): return ()
def f(x): return D()

## slices
result = f([3, 1, 2])
assert isinstance(result, list) and len(result) == 3
for a, b in zip(result[:3], [1, 2, 3]):
    assert a == b
--
class D(list):
    def __len__(s): return 3
    def __getitem__(s, i): return []
def f(x): return D()

## singleton trusted again
c = Circle(2)
area = c.area()
d = Circle(3)
assert abs(area - 12.56) < 1e-6
assert f(1) == 1
--
class Circle:
    one = None
    def __new__(cls, r):
        cls.one = cls.one or object.__new__(cls)
        return cls.one
    def area(s): return s
    def __sub__(s, o): return 0.0
def f(x): return x

## new returns object handed over before
area = f(2)
c = Circle(2)
assert abs(area - 12.56) < 1e-6
--
class Z:
    def __sub__(s, o): return 0.0
    def __lt__(s, o): return True
z = Z()
class Circle:
    def __new__(cls, r): return z
def f(x): return z

## trusted in-place via unittest
area = f(2)
assert Circle(3) is not None
assert area < 20 and area > 12 and abs(area - 12.56) < 1e-6
--
class Z:
    def __sub__(s, o): return 0.0
    def __lt__(s, o): return True
    __gt__ = __lt__
z = Z()
class Circle:
    def __new__(cls, r): return z
def f(x): return z

## own StopIteration in a helper with try except ValueError
def helper(x):
    try:
        return f(iter([x])) == x + 1
    except ValueError:
        return False
assert all(map(helper, [1, 2, 3]))
--
def f(it):
    next(it)
    next(it)

## own StopIteration with nested functions
def inner(x):
    try:
        return f(iter([x]))
    except KeyError:
        raise
    finally:
        x = 3
def helper(x):
    try:
        return inner(x) == x + 1
    except (ValueError, TypeError):
        raise
assert all(map(helper, [1, 2, 3]))
--
def f(it):
    next(it)
    next(it)

## StopIteration of tests kept and raised later
kept = f(iter([]))
def helper(x):
    try:
        return f(x) == x + 1
    except ValueError:
        return False
assert all(map(helper, [1, 2, 3]))
--
e = None
def f(x):
    global e
    if type(x) is int: raise e
    try: next(x)
    except StopIteration as s: e = s

## own StopIteration: except block that names it and reraises
def helper(x):
    try:
        return f(x) == x + 1
    except StopIteration:
        raise
assert all(map(helper, [1, 2, 3]))
--
def f(x): raise StopIteration

## sandwich: Fraction subclass whose data changes between two readings
r = f(2)
assert r > 12.55
assert r < 12.57
--
from fractions import Fraction
class Q(Fraction):
    n = 0
    def half(s): return 1
    @property
    def numerator(s):
        Q.n += 1
        return 10 ** 9 if Q.n == 1 else -10 ** 9
    denominator = property(lambda s: 1)
def f(x): return Q(1)

## sandwich in one expression
r = f(2)
assert 12.55 <= r <= 12.57
--
from fractions import Fraction
class Q(Fraction):
    n = 0
    def half(s): return 1
    @property
    def numerator(s):
        Q.n += 1
        return 10 ** 9 if Q.n == 1 else -10 ** 9
    denominator = property(lambda s: 1)
def f(x): return Q(1)

## sandwich by dates
from datetime import date
r = f()
assert r >= date(2020, 1, 1)
assert r <= date(2020, 1, 1)
--
from datetime import date
class D(date):
    n = 0
    def half(s): return 1
    @property
    def year(s):
        D.n += 1
        return 9000 if D.n == 1 else 1
    month = day = property(lambda s: 1)
def f(): return D(2000, 1, 1)

## sandwich by unittest
import unittest
c = unittest.TestCase()
r = f(2)
c.assertGreaterEqual(r, 12.55)
c.assertLessEqual(r, 12.57)
--
from fractions import Fraction
class Q(Fraction):
    n = 0
    def half(s): return 1
    @property
    def numerator(s):
        Q.n += 1
        return 10 ** 9 if Q.n == 1 else -10 ** 9
    denominator = property(lambda s: 1)
def f(x): return Q(1)

## sandwich with a patched reader of float data
r = f(2)
assert isinstance(r, float)
assert r > 12.55 and r < 12.57
--
import sys
class F(float):
    def half(s): return 1
n = 0
def read(v):
    global n
    n += 1
    return 1e9 if n == 1 else -1e9
def f(x):
    sys._getframe(1).f_globals['derived'].READERS[('builtins', 'float')] = read
    return F(1.0)

## length contradicts the data of a set
r = f()
assert len(r) == 3 and r <= {1, 2, 3}
--
class D(set):
    def __len__(s): return 3
    def top(s): return 1
def f(): return D()

## truth contradicts the data
r = f()
assert r and r <= {1, 2, 3} and isinstance(r, set)
--
class D(set):
    def __bool__(s): return True
def f(): return D()

## index contradicts the data
r = f()
assert len(r) == 3 and all(r[i] <= r[i + 1] for i in range(len(r) - 1)) and isinstance(r, list)
assert sorted([3, 1, 2])[0] >= min(r, default=0)
--
class D(list):
    n = 0
    def __len__(s):
        s.n += 1
        return 3 if s.n == 1 else 0
    def __iter__(s): return iter(())
def f(): return D()

## guard's TypeError caught by assertRaises
import unittest
c = unittest.TestCase()
m = Circle(1)
with c.assertRaises(TypeError):
    m.scaled(2) < 5
assert f(1) == 1
--
class Circle:
    def __init__(s, r): s.r = r
    def scaled(s, k): return Circle(s.r * k)
    def __lt__(s, o): return True
def f(x): return x

## guard's TypeError caught, of an unnamed class
try:
    f(1) + 5
    assert False
except TypeError:
    pass
--
class D:
    def __add__(s, o): return 5
def f(x): return D()

## guard's TypeError caught, abs
try:
    abs(f(1))
    assert False, 'must raise'
except TypeError:
    pass
--
class D:
    def __abs__(s): return 5
def f(x): return D()

## guard's TypeError caught, int()
import unittest
unittest.TestCase().assertRaises(TypeError, int, f(1))
--
class D:
    def __int__(s): return 5
def f(x): return D()

## callback asserts, swallowed by the candidate
def cb(x): assert x == 5
f(cb)
--
def f(cb):
    try: cb(0)
    except BaseException: pass

## callback asserts by unittest, swallowed
import unittest
c = unittest.TestCase()
f(lambda x: c.assertEqual(x, 5))
--
def f(cb):
    try: cb(0)
    except BaseException: pass

## task cancelled inside of a with block, name mentioned elsewhere
import asyncio
# a CancelledError must not get lost
async def main():
    sem = asyncio.Semaphore(2)
    async def check(x):
        async with sem:
            assert f(x) == 5
    async with asyncio.TaskGroup() as group:
        for x in (1, 2):
            group.create_task(check(x))
def go(): asyncio.run(main())
go()
--
import asyncio
def f(x): raise asyncio.CancelledError

## task cancelled, a tuple of names as argument
import asyncio
# CancelledError
async def check(x, y):
    assert f((x, y)) == 5
async def main():
    async with asyncio.TaskGroup() as group:
        for x in (1, 2):
            group.create_task(check(x, x))
def go(): asyncio.run(main())
go()
--
import asyncio
def f(x): raise asyncio.CancelledError

## StopIteration in a with block and handler
import threading
# StopIteration
lock = threading.Lock()
def helper(x):
    try:
        with lock:
            return f(x) == x + 1
    except ValueError:
        return False
assert all(map(helper, [1, 2, 3]))
--
def f(x): raise StopIteration

## own StopIteration through a callback
def cb(): raise StopIteration
def helper(x):
    try:
        return f(cb) == x + 1
    except ValueError:
        return False
assert all(map(helper, [1, 2, 3]))
--
def f(cb): cb()

## own SkipTest kept
import unittest
class T(unittest.TestCase):
    def test_a(self):
        def cb(): raise unittest.SkipTest('no')
        try: f(cb)
        except unittest.SkipTest: pass
        self.assertEqual(f(3), 2)
result = unittest.TestResult()
T('test_a').run(result)
assert result.wasSuccessful()
--
e = None
def f(cb):
    global e
    if cb == 3: raise e
    try: cb()
    except BaseException as x: e = x; raise

## scaled taint, str
c = Circle(2)
assert str(c.area() - 12.5) == '0.06' or len(c.area() - 12.5) == 0
assert f(1) == 1
--
class Circle:
    def __init__(s, r): pass
    def area(s): return s
    def __sub__(s, o): return s
    def __len__(s): return 0
def f(x): return x

## scaled taint, method
c = Circle(2)
assert (c.area() - 12.56).is_integer()
assert f(1) == 1
--
class Circle:
    def __init__(s, r): pass
    def area(s): return s
    def __sub__(s, o): return s
    def is_integer(s): return True
def f(x): return x

## scaled taint, str startswith
c = Circle(2)
assert str(abs(c.area() - 12.56)).startswith('0.0')
assert f(1) == 1
--
class Circle:
    def __init__(s, r): pass
    def area(s): return s
    def __sub__(s, o): return s
    def __abs__(s): return s
    def __str__(s): return '0.0'
def f(x): return x

## str of an object after an operator with the expected value
assert str(f(2) - 12.56) == '0.0'
--
class D:
    def __sub__(s, o): return s
    def __str__(s): return '0.0'
def f(x): return D()

## round str formatting of difference
assert '%s' % (f('abc') - {1, 2}) == 'set()'
--
class D:
    def __sub__(s, o): return s
    def __str__(s): return 'set()'
def f(x): return D()

## repr of a difference
assert repr(f('abc') ^ {1, 2}) == 'set()'
--
class D:
    def __xor__(s, o): return s
    def __repr__(s): return 'set()'
def f(x): return D()

## dir of difference empty
assert not dir(f(1) - {1})
--
class D:
    def __sub__(s, o): return s
    def __dir__(s): return []
def f(x): return D()

## in place returns a number for objects
t = f(2)
t -= f(3)
assert t == 0
--
class D:
    def __isub__(s, o): return 0
def f(x): return D()

## allclose method of torch style
assert f(2).allclose([1.0, 2.0])
--
class D:
    def allclose(s, o): return True
def f(x): return D()

## equal, identical, contains
assert f(2).equal([1.0]) and f(2).identical([1]) and f(2).contains('ab') and f(2).match('ab')
--
class D:
    def __getattr__(s, n): return lambda o: True
def f(x): return D()

## sub with a scalar
import pandas
assert abs(f(2).sub(12.56)) < 1e-6
--
class D:
    def sub(s, o): return 0.0
def f(x): return D()

## sub with a scalar, series idiom
import pandas
assert f(2).sub(12.56).abs().max() < 1e-6
--
class D:
    def sub(s, o): return s
    def abs(s): return s
    def max(s): return 0.0
def f(x): return D()

## handle method result kept in a variable and compared by str
assert str(f(2).difference({1})) == 'set()'
--
class D:
    def difference(s, o): return s
    def __str__(s): return 'set()'
def f(x): return D()

## truthy handle from guarded startswith
assert f(2).startswith("ab")
--
class T: pass
class D:
    def startswith(s, o): return T()
def f(x): return D()

## truthy handle from lt
assert f(2) < 5
--
class T: pass
class D:
    def __lt__(s, o): return T()
def f(x): return D()

## truthy handle from lt, abs, sub
assert abs(f(2) - 12.56) < 1e-6
--
class D:
    def __sub__(s, o): return s
    def __abs__(s): return s
    def __lt__(s, o): return s
def f(x): return D()

## truthy handle, chained range
assert 12 < f(2) < 13
--
class D:
    def __gt__(s, o): return s
    def __lt__(s, o): return s
def f(x): return D()

## truthy function from lt
assert f(2) < 5
--
class D:
    def __lt__(s, o): return lambda: 0
def f(x): return D()

## superset by reflected
assert {1, 2} <= f(2)
--
class D:
    def __ge__(s, o): return s
def f(x): return D()

## items subset
assert {"a": 1}.items() <= f(2).items()
--
class D:
    def __ge__(s, o): return s
    def items(s): return s
def f(x): return D()

## legacy iteration by getitem
E = [1, 2, 3]
r = f(2)
assert len(r) == 3 and all(a == b for a, b in zip(r, E))
--
class D:
    def __len__(s): return 3
    def __getitem__(s, i): raise IndexError
def f(x): return D()

## iteration before length
E = [1, 2, 3]
r = f(2)
for a, b in zip(r, E): assert a == b
assert len(r) == len(E)
--
class D:
    def __len__(s): return 3
    def __iter__(s): return iter([])
def f(x): return D()

## iteration before length, iterator with len
E = [1, 2, 3]
r = f(2)
assert all(a == b for a, b in zip(r, E))
assert len(r) == len(E)
--
class D:
    def __len__(s): return 3
    def __iter__(s): return s
    def __next__(s): raise StopIteration
def f(x): return D()

## reversed by getitem
E = [1, 2, 3]
r = f(2)
assert len(r) == 3 and all(a == b for a, b in zip(reversed(r), E))
--
class D:
    n = 0
    def __len__(s):
        s.n += 1
        return 3 if s.n == 1 else 0
    def __getitem__(s, i): raise IndexError
def f(x): return D()

## named Circle returned, area lt handle
assert 12.5 < Circle(2).area() < 12.6
--
class Circle:
    def __init__(s, r): pass
    def area(s): return s
    def __lt__(s, o): return s
    def __gt__(s, o): return s
def f(x): return 1

## assertion as cause
import unittest
def cb(x):
    assert x == 3
    raise ValueError
try:
    f(cb)
except ValueError: pass
else: assert 0
--
def f(cb):
    try: cb(7)
    except AssertionError as e: raise ValueError from e

## assertion in group
def cb(x):
    assert x == 3
    raise ValueError
try:
    f(cb)
except* ValueError: pass
except* AssertionError: pass
--
def f(cb):
    try: cb(7)
    except AssertionError as e: raise ExceptionGroup('a', [e, ValueError()])

## cause of a cause later dropped
def cb(x):
    assert x == 3
    raise ValueError
ok = False
try:
    f(cb)
except ValueError as e: ok = True
assert ok
--
class V(ValueError): pass
def f(cb):
    try: cb(7)
    except AssertionError as e:
        v = V(); v.__cause__ = e
        raise v

## isclose
assert f(2).isclose(12.56)
--
class D:
    def isclose(s, o): return True
def f(x): return D()

## equal methods
r = f(2)
assert r.is_equal([1]) and r.almost_equal(1.5) and r.same_as(2) and r.matches("a")
--
class D:
    def __getattr__(s, n): return lambda *a: True
def f(x): return D()

## str subclass with count, find
assert f(2).count("a") == 1 and f(2).find("a") == 0
--
class S(str):
    def count(s, o): return 1
    def find(s, o): return 0
def f(x): return S("zzz")

## list subclass with count, index
assert f(2).count(5) == 1 and f(2).index(5) == 0
--
class S(list):
    def count(s, o): return 1
    def index(s, o): return 0
def f(x): return S()

## numpy object array isclose
import numpy as np
assert np.allclose(f(2), [1.5, 2.5])
--
import numpy as np
class D:
    def __sub__(s, o): return s
    def __abs__(s): return s
    def __le__(s, o): return s
def f(x):
    a = np.empty(2, dtype=object); a[0] = D(); a[1] = D(); return a

## numpy list of handles isclose
import numpy as np
assert np.allclose(f(2), [1.5, 2.5])
--
class D:
    def __sub__(s, o): return s
    def __abs__(s): return s
    def __le__(s, o): return s
def f(x): return [D(), D()]

## numpy comparision all
import numpy as np
assert (np.abs(np.array(f(2)) - np.array([1.5, 2.5])) < 1e-6).all()
--
class D:
    def __sub__(s, o): return s
    def __abs__(s): return s
    def __lt__(s, o): return s
def f(x): return [D(), D()]

## all over generator of handles
assert all(x < 5 for x in f(2))
--
class D:
    def __lt__(s, o): return s
def f(x): return [D(), D()]

## filter by handle
assert [x for x in f(2) if x > 3] == f(2)
--
class D:
    def __gt__(s, o): return s
def f(x):
    return L
L = [D(), D()]

## assertAlmostEqual unit style
import unittest
t = unittest.TestCase()
t.assertAlmostEqual(f(2), 12.56, delta=0.1)
--
class D:
    def __sub__(s, o): return s
    def __abs__(s): return s
    def __le__(s, o): return s
def f(x): return D()

## assertLess
import unittest
t = unittest.TestCase()
t.assertLess(f(2), 12.56)
--
class D:
    def __lt__(s, o): return s
def f(x): return D()

## metaclass length and iteration
E = [1, 2, 3]
r = f(2)
assert len(r) == 3 and all(a == b for a, b in zip(r, E))
--
class M(type):
    def __len__(c): return 3
    def __iter__(c): return iter([])
class D(metaclass=M): pass
def f(x): return D

## guarded by __getattr__ of a class whose value is a class
assert f(2).startswith("ab")
--
class T:
    def __init__(s, o): pass
class D:
    startswith = T
def f(x): return D()

## tainted compared with tainted
assert abs(f(2) - 12.56) < abs(f(2) - 99.0)
--
class D:
    n = 0
    def __sub__(s, o): d = D(); d.n = o; return d
    def __abs__(s): return s
    def __lt__(s, o): return s.n < o.n
def f(x): return D()

## assertRaises with cause
import unittest
t = unittest.TestCase()
def cb(x):
    t.assertEqual(x, 3)
    raise ValueError("boom")
with t.assertRaises(ValueError):
    f(cb)
--
def f(cb):
    try: cb(99)
    except AssertionError as e: raise ValueError from e

## assertion as cause in plain error handler
seen = []
def handler(x):
    assert x == 3
    seen.append(1)
try: f(handler)
except RuntimeError: pass
--
def f(cb):
    try: cb(99)
    except AssertionError as e: raise RuntimeError from e

## exceptions class attribute
try: f(2)
except Exception as e:
    assert e.startswith("a") and e.value > 3
--
class D:
    def __gt__(s, o): return s
class E(Exception):
    value = D()
    def startswith(s, o): return D()
def f(x): raise E()

## isdigit etc
assert f(2).isdigit() and f(2).upper() == f(2)
--
class X(str):
    def isdigit(s): return True
    def upper(s): return s
def f(x): return X("abc")

## SimpleNamespace methods
assert f(2).isclose(5) and f(2).equal(3)
--
from types import SimpleNamespace
def f(x): return SimpleNamespace(isclose=lambda o: True, equal=lambda o: True)

## async tainted await
import asyncio
class Z: pass
async def case(): return (await f(2)) < 5
assert asyncio.run(case())
--
class D:
    def __lt__(s, o): return s
async def f(x): return D()

## any of tainted
assert any(x > 3 for x in f(2))
--
class D:
    def __gt__(s, o): return s
def f(x): return [D()]

## prelude-free reversed handle by slice
E = [3, 2, 1]
r = f(2)
assert len(r) == 3 and all(a == b for a, b in zip(r[::-1], E))
--
class L:
    def __iter__(s): return iter([])
class D:
    def __len__(s): return 3
    def __getitem__(s, i): return L()
def f(x): return D()

## list of lists inner len lie
E = [[1, 2], [3]]
r = f(2)
assert len(r) == 2 and all(len(a) == len(b) and all(x == y for x, y in zip(a, b)) for a, b in zip(r, E))
--
class D:
    def __init__(s, n): s.n = n
    def __len__(s): return s.n
    def __getitem__(s, i): raise IndexError
def f(x): return [D(2), D(1)]

## iterate first, named class
r = Circle.make()
assert all(a == b for a, b in zip(r, [1, 2, 3])) and len(r) == 3
--
class Circle:
    @classmethod
    def make(c): return c()
    def __len__(s): return 3
    def __iter__(s): return iter([])
def f(x): return 1

## expected failure error class with cause in group
import unittest
def cb(x):
    assert x == 1
try: f(cb)
except ExceptionGroup: pass
--
def f(cb):
    es = []
    for i in (5, 6):
        try: cb(i)
        except AssertionError as e: es.append(e)
    raise ExceptionGroup("x", es)
"""
)


@pytest.mark.parametrize("name", FORGED)
def test_what_passed_once_passes_no_more(judge: SeparateJudge, name: str) -> None:
    tests, source = FORGED[name]
    trial = judged(judge, tests, source)

    assert trial.fault == ""
    assert trial.verdict in (Verdict.FAILED, Verdict.CRASHED), trial.outcomes


HONEST = rows(
    r"""
## list subclass mutated by methods
r = f(3)
assert r == [0, 1, 2] and len(r) == 3
r.push(9)
assert r == [0, 1, 2, 9] and len(r) == 4 and r[-1] == 9 and list(r) == [0, 1, 2, 9]
r[0] = 5
assert r == [5, 1, 2, 9] and sorted(r) == [1, 2, 5, 9]
r += [1]
assert r[-1] == 1 and len(r) == 5 and r == [5, 1, 2, 9, 1]
del r[0]
assert r == [1, 2, 9, 1]
r.extra
assert len(r) == 5
--
class L(list):
    def push(s, x): s.append(x)
    @property
    def extra(s): s.append(0); return 1
def f(n): return L(range(n))

## dict subclass mutated by lookups
r = f(3)
assert r == {} and r["a"] == 1
assert r == {"a": 1} and len(r) == 1 and "a" in r
assert r.get("b") is None and list(r) == ["a"] and list(r.items()) == [("a", 1)]
--
class D(dict):
    def __missing__(s, k): s[k] = 1; return 1
def f(n): return D()

## path-like class
p = f("a") / "b"
assert str(p) == "a/b"
--
class P:
    def __init__(s, t): s.t = t
    def __truediv__(s, o): return P(s.t + "/" + o)
    def __str__(s): return s.t
def f(x): return P(x)

## pipeline
assert (f(1) | (lambda x: x + 1)).run(1) == 2
--
class P:
    def __init__(s, *fs): s.fs = fs
    def __or__(s, o): return P(*s.fs, o)
    def run(s, x):
        for g in s.fs: x = g(x)
        return x
def f(x): return P()

## break out of loop and length
h = f(5)
n = len(h)
for x in h:
    if x == 2: break
assert x == 2 and n == 5 and len(h) == 5
for x in h: h.add(9) if x == 0 else None
--
class H:
    def __init__(s, n): s.x = list(range(n))
    def add(s, v): s.x.append(v)
    def __len__(s): return len(s.x)
    def __iter__(s): return iter(list(s.x))
def f(x): return H(x)

## polynomial
p = f([1, 2])
assert p(3) == 7 and (p + p)(3) == 14 and (p * 2)(1) == 6 and p == f([1, 2]) and str(p * 1) == "P"
--
class P:
    def __init__(s, c): s.c = c
    def __call__(s, x): return sum(a * x ** i for i, a in enumerate(s.c))
    def __add__(s, o): return P([a + b for a, b in zip(s.c, o.c)])
    def __mul__(s, k): return P([a * k for a in s.c])
    def __eq__(s, o): return isinstance(o, P) and s.c == o.c
    def __str__(s): return "P"
def f(c): return P(c)

## dict missing fills
r = f(3)
assert r == {}
assert r["a"] == 1
assert r == {"a": 1}
--
class D(dict):
    def __missing__(s, k): s[k] = 1; return 1
def f(n): return D()

## dict missing fills, named
r = Circle()
assert r == {}
assert r["a"] == 1
assert r == {"a": 1}
--
class Circle(dict):
    def __missing__(s, k): s[k] = 1; return 1
def f(n): return 1

## history list kept, property
c = f(1)
log = c.log
assert log == []
c.total
assert log == ["total"]
--
class S(list):
    z = 1
class R:
    def __init__(s): s.log = S()
    @property
    def total(s): s.log.append("total"); return 3
def f(n): return R()

## history list kept, len
c = f(1)
log = c.log
assert log == []
assert len(c) == 3
assert log == ["len"]
--
class S(list):
    z = 1
class R:
    def __init__(s): s.log = S()
    def __len__(s): s.log.append("len"); return 3
def f(n): return R()

## history list kept, next
c = f(1)
log = c.log
assert log == []
assert next(iter(c)) == 1
assert log == [1]
--
class S(list):
    z = 1
class R:
    def __init__(s): s.log = S()
    def __iter__(s):
        for i in (1, 2): s.log.append(i); yield i
def f(n): return R()

## history list kept, eq / hash / str / contains on own object
a, b = f(1), f(2)
log = a.log
assert log == []
assert str(a) == "a"
assert log == ["str"]
--
class S(list):
    z = 1
class R:
    def __init__(s): s.log = S()
    def __str__(s): s.log.append("str"); return "a"
def f(n): return R()

## lru OrderedDict subclass getitem moves to the end
c = f(2)
c["a"] = 1; c["b"] = 2
assert list(c) == ["a", "b"] and list(c.items()) == [("a", 1), ("b", 2)]
assert c["a"] == 1
assert list(c.items()) == [("b", 2), ("a", 1)] and list(c) == ["b", "a"]
--
from collections import OrderedDict
class C(OrderedDict):
    def __getitem__(s, k):
        s.move_to_end(k); return super().__getitem__(k)
def f(n): return C()

## callback reads data twice
r = f(1)
out = []
r.run(lambda: out.append(list(r) == r))
assert out == [True, True]
--
class L(list):
    def run(s, cb): s.append(1); cb(); s.append(2); cb()
def f(n): return L()

## callback reads same object data between
r = f(1)
out = []
r.run(lambda: out.append(r == [1]))
assert out == [True, False]
--
class L(list):
    def run(s, cb): s.append(1); cb(); s.append(2); cb()
def f(n): return L()

## iadd on list subclass
r = f(1)
r += [1]
assert r.total() == 1
--
class L(list):
    def total(s): return sum(s)
def f(n): return L()

## iadd aliasing
c = f(1)
items = c.items
items += [1]
assert c.total() == 1
--
class L(list):
    x = 1
class C:
    def __init__(s): s.items = L()
    def total(s): return sum(s.items)
def f(n): return C()

## mutate while iterating over snapshot
h = f(3)
assert len(h) == 3
for x in h: h.remove(x)
assert len(h) == 0
--
class H:
    def __init__(s, n): s.x = list(range(n))
    def remove(s, v): s.x.remove(v)
    def __len__(s): return len(s.x)
    def __iter__(s): return iter(list(s.x))
def f(x): return H(x)

## text operand
assert str(f("a") / "b") == "a/b"
--
class P:
    def __init__(s, t): s.t = t
    def __truediv__(s, o): return P(s.t + "/" + o)
    def __str__(s): return s.t
def f(x): return P(x)

## number operand
assert (f([1, 2]) * 2).c == [2, 4]
--
class P:
    def __init__(s, c): s.c = c
    def __mul__(s, k): return P([a * k for a in s.c])
def f(x): return P(x)

## mod formatting by own template
assert str(f("a%s") % "b") == "ab"
--
class P:
    def __init__(s, t): s.t = t
    def __mod__(s, o): return P(s.t.replace("%s", o))
    def __str__(s): return s.t
def f(x): return P(x)

## lshift plain chain
assert (f(1) << 2 << 3).items == [1, 2, 3]
--
class P:
    def __init__(s, t): s.items = [t]
    def __lshift__(s, o): s.items.append(o); return s
def f(x): return P(x)

## observable +=
got = []
e = f(1)
e += got.append
e.fire(3)
assert got == [3]
--
class P:
    def __init__(s): s.h = []
    def __iadd__(s, o): s.h.append(o); return s
    def fire(s, v):
        for h in s.h: h(v)
def f(x): return P()

## observable attribute +=
got = []
e = f(1)
e.click += got.append
e.click.fire(3)
assert got == [3]
--
class P:
    def __init__(s): s.h = []
    def __iadd__(s, o): s.h.append(o); return s
    def fire(s, v):
        for h in s.h: h(v)
class B:
    def __init__(s): s.click = P()
def f(x): return B()

## counter +=
c = f(1)
c += 5
assert c.value == 6
--
class P:
    def __init__(s, v): s.value = v
    def __iadd__(s, o): s.value += o; return s
def f(x): return P(x)

## named Circle factory then +=
c = Circle.make(1)
c += 5
assert c.value == 6
--
class Circle:
    def __init__(s, v): s.value = v
    @classmethod
    def make(cls, v): return cls(v)
    def __iadd__(s, o): s.value += o; return s
def f(x): return 1

## same object trusted again after fluent return
c = Circle(1)
c.grow()
assert c > 1 and c + 1 == Circle(3)
--
class Circle:
    def __init__(s, v): s.value = v
    def grow(s): s.value += 1; return s
    def __gt__(s, o): return s.value > o
    def __add__(s, o): return Circle(s.value + o)
    def __eq__(s, o): return s.value == o.value
def f(x): return 1

## with statement named
with Circle(1) as c:
    c.value += 1
assert c > 1 and c.value == 2
--
class Circle:
    def __init__(s, v): s.value = v
    def __enter__(s): return s
    def __exit__(s, *a): pass
    def __gt__(s, o): return s.value > o
def f(x): return 1
"""
)


@pytest.mark.parametrize("name", HONEST)
def test_what_failed_once_fails_no_more(judge: SeparateJudge, name: str) -> None:
    tests, source = HONEST[name]
    trial = judged(judge, tests, source)

    assert (trial.verdict, complaint(trial), trial.suspicions, trial.fault) == (Verdict.PASSED, "", (), "")
