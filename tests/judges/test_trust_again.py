"""What a second look found: ways by which objects of the candidate's own came to decide, each closed by a general rule.

Every row is test code and a wrong candidate that passed once.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Limits, Verdict
from assay.sandbox.warm import WarmPython
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
assert abs(f(2).sub(12.56)) < 1e-6
--
class D:
    def sub(s, o): return 0.0
def f(x): return D()

## sub with a scalar, series idiom
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

"""
)


@pytest.mark.parametrize("name", FORGED)
def test_what_passed_once_passes_no_more(judge: SeparateJudge, name: str) -> None:
    tests, source = FORGED[name]
    trial = judged(judge, tests, source)

    assert trial.fault == ""
    assert trial.verdict in (Verdict.FAILED, Verdict.CRASHED), trial.outcomes
