"""Who decides about plain data: never an object of the candidate's own, wherever it stands and whoever made it first.

Each row of `FORGED` is a wrong candidate whose objects, exceptions or classes try to decide; none of them passes. Each
row of `HONEST` is a right one that works in a similar way, and passes without a suspicion.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Limits, Problem, Suite, SuiteStyle, SuspicionKind, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.checks import complaint
from tests.judges.test_proxy import rows


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


def judged(judge: SeparateJudge, tests: str, source: str, reference: str = "") -> Trial:
    source = textwrap.dedent(source)
    defined = set(re.findall(r"^(?:def|class) (\w+)", source, re.MULTILINE))
    names = ("f", *[name for name in ("Circle", "Vec", "g") if name in defined and re.search(rf"\b{name}\b", tests)])
    suite = Suite("f", textwrap.dedent(tests), SuiteStyle.ASSERTS, "", names)
    return judge.judge(Problem("p", suite, reference=reference), Candidate(source))


LIAR = """
class Circle:
    def __init__(self, r=0): self.r = r
    def __sub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def __lt__(self, other): return True
    def __add__(self, other): return self
    __rsub__ = __truediv__ = __mod__ = __xor__ = __sub__
    __radd__ = __mul__ = __rmul__ = __add__
    __gt__ = __le__ = __ge__ = __contains__ = __lt__
    def f(self): return self
"""

FORGED = rows(
    r"""
## handed over in a named tuple
assert abs(f(Circle(2)).x - 12.56) < 1e-6
--
from collections import namedtuple
P = namedtuple('P', 'x')
def f(c): return P(c)

## in an array of objects
import numpy as np
assert abs(f(Circle(2))[0] - 12.56) < 1e-6
--
import numpy as np
def f(c):
    a = np.empty(1, dtype=object)
    a[0] = c
    return a

## in an array of objects without a side
import numpy as np
assert np.allclose(f(Circle(2)), 12.56)
--
import numpy as np
def f(c):
    a = np.empty((), dtype=object)
    a[()] = c
    return a

## in a series
import pandas as pd
c = Circle(2)
assert abs(f(c).iloc[0] - 12.56) < 1e-6
--
import pandas as pd
def f(c): return pd.Series([c])

## in a series by allclose
import numpy as np
import pandas as pd
c = Circle(2)
assert np.allclose(f(c).to_numpy(), [12.56])
--
import pandas as pd
def f(c): return pd.Series([c])

## in a frame
import pandas as pd
c = Circle(2)
assert (f(c)['a'] - 12.56).abs().max() < 1e-6
--
import pandas as pd
def f(c): return pd.DataFrame({'a': [c]})

## as the argument of a callback
c, seen = Circle(2), []
f(c, seen.append)
assert abs(seen[0] - 12.56) < 1e-6
--
def f(c, g): g(c)

## as a keyword of a callback
c, seen = Circle(2), []
f(c, lambda **k: seen.append(k['x']))
assert abs(seen[0] - 12.56) < 1e-6
--
def f(c, g): g(x=c)

## put into a list of the tests
c, box = Circle(2), []
f(c, box)
assert abs(box[0] - 12.56) < 1e-6
--
def f(c, box): box.append(c)

## in a dict, a deque, a set, an exception
import collections
c = Circle(2)
assert all(abs(x - 12.56) < 1e-6 for x in (f(c)['a'][0], ))
--
import collections
def f(c): return {'a': collections.deque([c])}

## as the argument of an exception
c = Circle(2)
try:
    f(c)
except ValueError as e:
    assert abs(e.args[0] - 12.56) < 1e-6
--
def f(c): raise ValueError(c)

## as an attribute of an exception
c = Circle(2)
try:
    f(c)
except ValueError as e:
    assert abs(e.area - 12.56) < 1e-6
--
def f(c):
    e = ValueError()
    e.area = c
    raise e

## as its own attribute
c = Circle(2)
assert abs(c.area - 12.56) < 1e-6
assert f(1) == 1
--
Circle.area = property(lambda self: self)
def f(x): return x

## a class that the tests name, as a method
c = Circle(2)
assert abs(c.area() - 12.56) < 1e-6
assert f(1) == 1
--
Circle.area = Circle
def f(x): return x

## a class that the tests name, as the entry point's result
assert abs(f()() - 12.56) < 1e-6
assert Circle(1) is not None
--
def f(): return Circle

## an object behind an operator
assert abs(f() - 1.5) < 1e-6
--
class D:
    def __sub__(s, o): return s
    def __abs__(s): return 0.0
def f(): return D()

## an attribute behind an operator
from datetime import date
assert (f() - date(2020, 1, 1)).days == 0
--
class D:
    days = 0
    def __sub__(s, o): return s
def f(): return D()

## an attribute behind an operator, of a class that the tests name
from datetime import date
c = Circle()
assert (c.opened() - date(2020, 1, 1)).days == 0
assert f() == 1
--
Circle.opened = lambda self: self
Circle.__sub__ = lambda self, other: self
Circle.days = 0
def f(): return 1

## a number behind an operator, of a class that the tests name
c = Circle()
assert abs(c.area() - 12.56) < 1e-6
assert f() == 1
--
Circle.area = lambda self: self
Circle.__sub__ = lambda self, other: self
def f(): return 1

## a truth behind an operator
assert not (f() - 1.5)
--
class D:
    def __sub__(s, o): return s
    def __bool__(s): return False
def f(): return D()

## a length behind an operator
assert len(f() - {1, 2}) == 0
--
class D:
    def __sub__(s, o): return s
    def __len__(s): return 0
def f(): return D()

## items behind an operator
assert list(f() ^ {1, 2}) == []
--
class D:
    def __xor__(s, o): return s
    def __iter__(s): return iter([])
def f(): return D()

## items by number behind an operator
assert list(f() ^ {1, 2}) == [] and tuple(f() - {1}) == ()
--
class D:
    def __xor__(s, o): return s
    def __getitem__(s, i): raise IndexError
    __sub__ = __xor__
def f(): return D()

## a method that takes the expected value
assert f().difference({1, 2}) == set()
--
class D:
    def difference(s, o): return set()
def f(): return D()

## a method that takes the expected value and gives an object
assert not f().symmetric_difference({1, 2})
--
class D:
    def symmetric_difference(s, o): return s
    def __bool__(s): return False
def f(): return D()

## a method that says yes
assert f().startswith('ab')
--
class D:
    def startswith(s, o): return True
def f(): return D()

## an order in which everything comes first
assert f(1) < f(2) < f(3) and f(3) > f(1)
--
def f(x): return Circle(x)

## a class that contains everything
assert 3 in f()
--
class M(type):
    def __contains__(c, o): return True
    def __iter__(c): return iter([])
class D(metaclass=M): pass
def f(): return D

## a container that contains everything
assert f() in f()
--
class D:
    def __contains__(c, o): return True
def f(): return D()

## a length without items
result = f([3, 1, 2])
assert len(result) == 3
assert all(a == b for a, b in zip(result, [1, 2, 3]))
--
class D(list):
    def __iter__(s): return iter([])
    def top(s): return 1
def f(x): return D(x)

## a length without items, of another class
result = f([3, 1, 2])
for a, b in zip(result, [1, 2, 3]):
    assert a == b
assert len(result) == 3
for a, b in zip([1, 2, 3], result):
    assert a == b
--
class D:
    def __len__(s): return 3
    def __iter__(s): return iter([])
def f(x): return D()

## a subclass of list that says yes
assert f() == [1, 2]
--
class D(list):
    def __eq__(s, o): return True
    def __ne__(s, o): return False
def f(): return D([3])

## a subclass of str that says yes
assert f() == 'ab' and f().startswith('ab')
--
class D(str):
    def __eq__(s, o): return True
    def startswith(s, o): return True
    __hash__ = str.__hash__
def f(): return D('x')

## a subclass of float that is near everything
assert abs(f() - 12.56) < 1e-6
--
class D(float):
    def __sub__(s, o): return 0.0
    __rsub__ = __sub__
    def __abs__(s): return 0.0
def f(): return D(1)

## a subclass of dict that has everything
assert f()['a'] == 1 and 'b' in f() and f() == {'a': 1}
--
class D(dict):
    def __contains__(s, o): return True
    def __missing__(s, o): return 1
    def __eq__(s, o): return True
def f(): return D()

## a named tuple that says yes
assert f() == (1, 2)
--
from typing import NamedTuple
class D(NamedTuple):
    x: int
    def __eq__(s, o): return True
def f(): return D(1)

## a mapping that says yes
assert f() == {'a': 1}
--
from collections import UserDict
class D(UserDict):
    def __eq__(s, o): return True
def f(): return D()

## an iteration stopped by a call
CASES = [1, 2, 3]
def helper(x): return f(x) == x + 1
assert all(map(helper, CASES))
--
def f(x): raise StopIteration

## an iteration stopped by a subclass
CASES = [1, 2, 3]
def helper(x): return f(x) == x + 1
assert all(map(helper, CASES))
--
class S(StopIteration): pass
def f(x): raise S

## an iteration stopped where tests name the exception elsewhere
CASES = [1, 2, 3]
try:
    next(iter([]))
except StopIteration:
    pass
def helper(x):
    try:
        return f(x) == x + 1
    finally:
        x = 5
assert all(map(helper, CASES))
--
class S(StopIteration): pass
def f(x): raise S

## an iterator of the tests stopped
class Cases:
    def __init__(self): self.left = [1, 2]
    def __iter__(self): return self
    def __next__(self):
        if not self.left: raise StopIteration
        return f(self.left.pop()) == 5
assert all(Cases())
--
def f(x): raise StopIteration

## a generator of the tests stopped
def outcomes():
    for x in (1, 2):
        yield f(x) == 5
try:
    assert all(outcomes())
except RuntimeError:
    raise AssertionError
--
def f(x): raise GeneratorExit

## a call inside of the exception's own region
def helper(x): return f(x) == 5
try:
    assert all(map(f, [1, 2]))
except StopIteration:
    assert False
--
def f(x): raise StopIteration

## a task that was cancelled
import asyncio
async def main():
    async with asyncio.TaskGroup() as group:
        for x in (1, 2):
            group.create_task(check(x))
async def check(x):
    assert f(x) == 5
def go(): asyncio.run(main())
go()
--
import asyncio
def f(x): raise asyncio.CancelledError

## an input that Hypothesis drops
from hypothesis import given, settings, strategies as st
@settings(max_examples=5, database=None, deadline=None)
@given(st.integers())
def holds(x): assert f(x) == x + 1
holds()
--
def f(x):
    import hypothesis.errors as errors
    raise errors.UnsatisfiedAssumption

## a forged name of what Hypothesis drops
from hypothesis import given, settings, strategies as st
@settings(max_examples=5, database=None, deadline=None)
@given(st.integers())
def holds(x): assert f(x) == x + 1
holds()
--
UnsatisfiedAssumption = type('UnsatisfiedAssumption', (Exception,), {'__module__': 'hypothesis.errors'})
StopTest = type('StopTest', (BaseException,), {'__module__': 'hypothesis.errors'})
def f(x): raise (UnsatisfiedAssumption if x else StopTest)(0)

## a test that skips itself
import unittest
class T(unittest.TestCase):
    def test_a(self): self.assertEqual(f(1), 2)
result = unittest.TestResult()
T('test_a').run(result)
assert result.wasSuccessful() and not result.skipped
--
import unittest
def f(x): raise unittest.SkipTest('x')

## a group of exceptions that hides one that ends loops
def helper(x):
    try:
        return f(x) == 2
    except* ValueError:
        pass
assert all(map(helper, [1, 2])) and helper(1)
--
def f(x): raise BaseExceptionGroup('', [StopIteration(), GeneratorExit()])
"""
)


@pytest.mark.parametrize("name", FORGED)
def test_nothing_of_the_candidates_decides(judge: SeparateJudge, name: str) -> None:
    tests, source = FORGED[name]
    trial = judged(judge, tests, LIAR + source)

    assert trial.fault == ""
    assert trial.verdict in (Verdict.FAILED, Verdict.CRASHED), trial.outcomes


HONEST = rows(
    r"""
## equality without a look at the type
a, b = f(1), f(1)
assert a == b and a != f(2)
assert a in [f(0), f(1)] and f(7) not in [a]
assert len({f(1), f(1), f(2)}) == 2
assert max([f(1), f(3), f(2)]) == f(3)
assert sorted([f(3), f(1)])[0] == f(1)
assert [f(1), f(2)].index(f(2)) == 1
assert {f(1): 'x'}[f(1)] == 'x'
assert [a] == [b] and (a, 1) == (b, 1)
--
class P:
    def __init__(s, x): s.x = x
    def __eq__(s, o): return s.x == o.x
    def __hash__(s): return hash(s.x)
    def __lt__(s, o): return s.x < o.x
def f(x): return P(x)

## operators between objects
t = f(1)
assert t + t == f(2)
assert t.twice() + t == f(3)
assert f(1) < f(2) and f(2) > f(1)
assert sum([f(1), f(2)]).x == 3
assert t in f(5) and f(6) not in f(5)
t += f(1)
assert t.x == 2
assert -t == f(-2)
--
class P:
    def __init__(s, x): s.x = x
    def __eq__(s, o): return isinstance(o, P) and s.x == o.x
    def __add__(s, o): return P(s.x + o.x)
    def __radd__(s, o): return s if o == 0 else NotImplemented
    def __neg__(s): return P(-s.x)
    def twice(s): return P(2 * s.x)
    def __lt__(s, o): return s.x < o.x
    def __contains__(s, o): return o.x <= s.x
def f(x): return P(x)

## operators with numbers on results of methods
u = Vec(3, 4).unit()
assert (u * 10).x == 6.0 and (10 * u).y == 8.0 and (u / 2).x == 0.3
assert list(u * 10) == [6.0, 8.0] and (u * 10)[0] == 6.0
assert u * 10 == Vec(6, 8) and str(u * 10) == '<6.0, 8.0>'
assert sum([u, u], Vec(0, 0)) * 5 == Vec(6, 8)
assert f(u * 10) == 10.0 and abs(u) == 1.0 and u.unit() @ u.unit() == 1.0
--
class Vec:
    def __init__(s, x, y): s.x, s.y = x, y
    def unit(s): return s / f(s)
    def __mul__(s, k): return Vec(s.x * k, s.y * k)
    __rmul__ = __mul__
    def __truediv__(s, k): return Vec(s.x / k, s.y / k)
    def __add__(s, o): return Vec(s.x + o.x, s.y + o.y)
    def __eq__(s, o): return (s.x, s.y) == (o.x, o.y)
    def __iter__(s): return iter((s.x, s.y))
    def __getitem__(s, i): return (s.x, s.y)[i]
    def __str__(s): return f'<{s.x}, {s.y}>'
    def __abs__(s): return f(s)
    def __matmul__(s, o): return round(s.x * o.x + s.y * o.y, 9)
def f(v): return (v.x ** 2 + v.y ** 2) ** 0.5

## a subclass of list with methods
x = f()
assert x == [1, 2] and [1, 2] == x and x != [1]
assert x.top() == 2 and x[0] == 1 and len(x) == 2 and isinstance(x, list)
x.append(3)
assert x == [1, 2, 3] and 3 in x and list(x) == [1, 2, 3]
assert g(x) == 3 and sorted(x, reverse=True) == [3, 2, 1]
assert {'a': f()} == {'a': [1, 2]}
--
class L(list):
    def top(s): return s[-1]
def f(): return L([1, 2])
def g(x): return x.top()

## a subclass of str with methods
x = f()
assert x == 'ab' and x + 'c' == 'abc' and 'ab' in x and x.startswith('a') and x.shout() == 'AB'
assert f'{x}' == 'ab' and len(x) == 2 and {x: 1} == {'ab': 1} and {'ab': 1}[x] == 1 and x < 'b'
assert isinstance(x, str)
--
class S(str):
    def shout(s): return s.upper()
def f(): return S('ab')

## subclasses that add nothing
import json
assert json.dumps([f('x'), g(2)]) == '["x", 2]' and 'x' in f('axb') and ' '.join([f('x')]) == 'x'
--
class S(str): pass
class I(int): pass
def f(x): return S(x)
def g(x): return I(x)

## a subclass of float with methods
import math
assert abs(f() - 5.5) < 1e-9 and f() > 5 and round(f()) == 6 and int(f()) == 5 and math.isclose(f(), 5.5)
assert f().half() == 2.75 and f() * 2 == 11.0 and 2 * f() == 11.0 and f() == 5.5
--
class F(float):
    def half(s): return s / 2
def f(): return F(5.5)

## a subclass of dict with attributes
x = f()
assert x.a == 1 and x['a'] == 1 and x == {'a': 1} and 'a' in x and dict(x) == {'a': 1} and sorted(x) == ['a']
x.b = 2
assert x == {'a': 1, 'b': 2} and x.keys() == {'a', 'b'}
--
class D(dict):
    def __getattr__(s, n): return s[n]
    def __setattr__(s, n, v): s[n] = v
def f(): return D(a=1)

## a named tuple with methods
p = f()
assert p == (3, 4) and p.norm() == 5.0 and p.x == 3 and p._replace(x=0).norm() == 4.0
x, y = p
assert (x, y) == (3, 4) and p[1] == 4 and p in [(3, 4)] and p < (9, 9)
--
from typing import NamedTuple
class P(NamedTuple):
    x: int
    y: int
    def norm(s): return (s.x ** 2 + s.y ** 2) ** 0.5
def f(): return P(3, 4)

## views, proxies and their like
from collections import deque
assert f('keys') == {'a'} and f('items') == {('a', 1)} and list(f('values')) == [1]
assert f('proxy') == {'a': 1} and f('chain') == {'a': 1} and f('user') == {'a': 1}
assert f('bytes') == b'ab' and f('list') == [1] and f('text') == 'x' and f('deque') == deque([1])
--
from collections import ChainMap, UserDict, UserList, UserString, deque
from types import MappingProxyType
class D(deque):
    def last(s): return s[-1]
def f(x):
    d = {'a': 1}
    return {'keys': d.keys(), 'items': d.items(), 'values': d.values(), 'proxy': MappingProxyType(d),
            'chain': ChainMap(d), 'user': UserDict(d), 'bytes': memoryview(b'ab'), 'list': UserList([1]),
            'text': UserString('x'), 'deque': D([1])}[x]

## mappings and sets by abstract base
assert f(a=1) == {'a': 1} and f(a=1)['A'] == 1
assert g(1, 3) == {1, 2} and 2 in g(1, 3)
--
from collections.abc import Mapping, Set
class L(Mapping):
    def __init__(s, d): s.d = d
    def __getitem__(s, k): return s.d[k.lower()]
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
class I(Set):
    def __init__(s, a, b): s.r = range(a, b)
    def __contains__(s, x): return x in s.r
    def __iter__(s): return iter(s.r)
    def __len__(s): return len(s.r)
def f(**d): return L(d)
def g(a, b): return I(a, b)

## paths and namespaces
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
assert f('path') == Path('a/b') and f('path').name == 'b' and f('pure') == PurePosixPath('a')
assert f('space') == SimpleNamespace(a=1) and f('space').a == 1
assert f('file').read_text() == 'x'
--
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
def f(x):
    Path('file').write_text('x')
    return {'path': Path('a/b'), 'pure': PurePosixPath('a'), 'space': SimpleNamespace(a=1), 'file': Path('file')}[x]

## records of numpy
import numpy as np
t = f([('a', 1.5), ('b', 0.5)])
assert t['score'].max() == 1.5 and t.dtype.names == ('name', 'score')
assert np.sort(t, order='score')['name'].tolist() == ['b', 'a']
--
import numpy as np
def f(rows): return np.array(rows, dtype=[('name', 'U8'), ('score', 'f8')])

## exceptions that the tests expect
import unittest
case = unittest.TestCase()
with case.assertRaises(SystemExit) as caught:
    f('exit')
assert caught.exception.code == 3
case.assertRaises(StopIteration, f, 'stop')
try:
    f('interrupt')
    assert False
except KeyboardInterrupt:
    pass
for kind, name in ((StopIteration, 'stop'), (SystemExit, 'exit')):
    with case.assertRaises(kind):
        f(name)
try:
    f('json')
except ValueError as e:
    assert type(e).__name__ == 'JSONDecodeError' and e.pos == 1
--
import json, sys
def f(x):
    if x == 'exit': sys.exit(3)
    if x == 'stop': raise StopIteration
    if x == 'interrupt': raise KeyboardInterrupt
    json.loads('{')

## an exception of a library that the tests name
import json, decimal
try:
    f('{')
    assert False
except json.JSONDecodeError as e:
    assert e.pos == 1
--
import json
def f(x): return json.loads(x)

## notes of an exception
try:
    f()
except ValueError as e:
    assert e.__notes__ == ['more'] and str(e) == 'no'
--
def f():
    e = ValueError('no')
    e.add_note('more')
    raise e

## iterators
it = f(3)
assert next(it) == 0 and list(it) == [1, 2] and next(it, None) is None
assert list(g(2)) == [1, 2] and sum(g(3)) == 6 and [*zip(g(2), 'ab')] == [(1, 'a'), (2, 'b')]
try:
    next(it)
    assert False
except StopIteration:
    pass
--
def f(n): yield from range(n)
class It:
    def __init__(s, n): s.n, s.i = n, 0
    def __iter__(s): return s
    def __next__(s):
        if s.i >= s.n: raise StopIteration
        s.i += 1
        return s.i
def g(n): return It(n)

## abstract classes and metaclasses
assert f().area() == 2 and f() == f()
--
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Square(Shape):
    def area(self): return 2
    def __eq__(self, other): return self.area() == other.area()
def f(): return Square()

## an enum that the tests name
assert Circle.BIG is f(Circle.SMALL) and f(Circle.BIG) == 'small' and Circle('big') is Circle.BIG
assert [c.value for c in Circle] == ['small', 'big'] and Circle.BIG in Circle
--
from enum import StrEnum
class Circle(StrEnum):
    SMALL = 'small'
    BIG = 'big'
def f(c): return Circle.BIG if c is Circle.SMALL else Circle.SMALL

## a class handed over
assert f() == Circle and f()(2).r == 2 and isinstance(Circle(1), f()) and {Circle: 1}[f()] == 1
assert type(Circle(1)) is Circle
--
class Circle:
    def __init__(self, r): self.r = r
def f(): return Circle

## a container whose length is right
r = f(3)
assert len(r) == 3 and list(r) == [0, 1, 2]
r.add(7)
assert len(r) == 4 and [x for x in r] == [0, 1, 2, 7]
assert [a for a, b in zip(r, 'ab')] == [0, 1]
--
class R:
    def __init__(s, n): s.items = list(range(n))
    def add(s, x): s.items.append(x)
    def __len__(s): return len(s.items)
    def __iter__(s): return iter(s.items)
def f(n): return R(n)
"""
)


@pytest.mark.parametrize("name", HONEST)
def test_right_candidates_pass(judge: SeparateJudge, name: str) -> None:
    tests, source = HONEST[name]
    trial = judged(judge, tests, source)

    assert (trial.verdict, complaint(trial), trial.suspicions, trial.fault) == (Verdict.PASSED, "", (), "")


def test_the_reference_says_which_operators_are_meant(judge: SeparateJudge) -> None:
    tests = """
    inner = Circle(0, 2).scaled(0.5)
    assert 0.5 in inner and 2 not in inner
    assert f(inner) == 1.0
    """
    source = """
    class Circle:
        def __init__(self, x, r): self.x, self.r = x, r
        def scaled(self, k): return Circle(self.x, self.r * k)
        def __contains__(self, x): return abs(x - self.x) <= self.r
    def f(c): return c.r
    """
    assert judged(judge, tests, source).verdict is Verdict.FAILED
    assert judged(judge, tests, source, textwrap.dedent(source)).verdict is Verdict.PASSED


DERIVED = {
    "list": ("class L(list):\n def top(s): return 1\ndef f(): return L([1, L([2])])", [1, [2]]),
    "str": ("class L(str):\n def __len__(s): return 9\ndef f(): return L('ab')", "ab"),
    "dict": ("class L(dict):\n def __missing__(s, k): return 1\ndef f(): return L(a=1)", {"a": 1}),
    "bool of an int": ("class L(int): ...\ndef f(): return [L(1), L(0)]", [1, 0]),
    "enum of ints": ("import enum\nclass L(enum.IntFlag):\n A = 1\n B = 2\ndef f(): return L.A | L.B", 3),
    "tuple": ("class L(tuple):\n def top(s): return 1\ndef f(): return L((1, L()))", (1, ())),
    "set": ("class L(set):\n def top(s): return 1\ndef f(): return {frozenset(L([1]))}", {frozenset([1])}),
    "view": ("def f(): return {'a': 1}.keys()", {"a"}),
    "memoryview": ("def f(): return memoryview(bytearray(b'ab'))", b"ab"),
    "chain": ("import collections\ndef f(): return collections.ChainMap({'a': 1}, {'b': 2})", {"a": 1, "b": 2}),
}


@pytest.mark.parametrize("name", DERIVED)
def test_data_in_other_clothes_is_compared_as_data(judge: SeparateJudge, name: str) -> None:
    source, expected = DERIVED[name]
    trial = judge.judge(Problem("p", Cases("f", (Case((), expected),))), Candidate(source))

    assert (trial.verdict, complaint(trial), trial.suspicions) == (Verdict.PASSED, "", ())


def test_a_subclass_that_lies_is_suspected_where_its_data_is_wrong(judge: SeparateJudge) -> None:
    problem = Problem("p", Cases("f", (Case((), [1]),)))
    lie = "class L(list):\n def __eq__(s, o): return True\ndef f(): return L([{}])"

    wrong, right = judge.judge(problem, Candidate(lie.format(2))), judge.judge(problem, Candidate(lie.format(1)))

    assert (wrong.verdict, [s.kind for s in wrong.suspicions]) == (Verdict.FAILED, [SuspicionKind.LYING_EQUALITY])
    assert (right.verdict, right.suspicions) == (Verdict.PASSED, ())
