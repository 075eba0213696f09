"""The candidate's functions and objects in test code: each row is judged by a real process against a real process."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import pytest

from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Limits, Problem, Suite, SuiteStyle, Trial, Verdict
from assay.sandbox.warm import WarmPython
from tests.checks import complaint


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox, Limits(seconds=2)) as made:
        yield made


def judged(judge: SeparateJudge, tests: str, source: str, *, prelude: str = "", names: tuple[str, ...] = ()) -> Trial:
    suite = Suite("f", textwrap.dedent(tests), SuiteStyle.ASSERTS, textwrap.dedent(prelude), ("f", *names))
    return judge.judge(Problem("p", suite), Candidate(textwrap.dedent(source)))


def passes(judge: SeparateJudge, tests: str, source: str, *, prelude: str = "", names: tuple[str, ...] = ()) -> None:
    trial = judged(judge, tests, source, prelude=prelude, names=names)
    assert (trial.verdict, complaint(trial), trial.suspicions) == (Verdict.PASSED, "", ())


def fails(judge: SeparateJudge, tests: str, source: str, *, prelude: str = "", names: tuple[str, ...] = ()) -> None:
    trial = judged(judge, tests, source, prelude=prelude, names=names)
    assert trial.fault == ""
    assert trial.verdict is not None
    assert not trial.verdict.passed, trial.outcomes


def rows(text: str) -> dict[str, tuple[str, ...]]:
    """A table of programs: `## name`, then parts that `--` keeps apart, tests first and the candidate last."""
    blocks = [block.partition("\n") for block in text.strip().removeprefix("## ").split("\n## ")]
    return {name: tuple(part.strip() for part in body.split("\n--\n")) for name, _, body in blocks}


# ---- arguments changed in place ------------------------------------------------------------------------------------

CHANGED = rows(
    r"""
## list
a = [3, 1, 2]
f(a)
assert a == [1, 2, 3]
--
def f(a): a.sort()

## list grown
a = []
f(a)
assert a == [1, [2]]
--
def f(a): a += [1, [2]]

## dict
a = {1: 2}
f(a)
assert a == {3: 4}
--
def f(a):
 a.clear()
 a[3] = 4

## dict order
a = {1: 1, 2: 2}
f(a)
assert list(a) == [2, 1]
--
def f(a): a[1] = a.pop(1)

## set
a = {1, 2}
f(a)
assert a == {2, 3}
--
def f(a):
 a.discard(1)
 a.add(3)

## bytearray
a = bytearray(b'ab')
f(a)
assert a == b'ba'
--
def f(a): a.reverse()

## deque
from collections import deque
a = deque([1, 2], 3)
f(a)
assert (list(a), a.maxlen) == ([0, 1, 2], 3)
--
def f(a): a.appendleft(0)

## Counter
from collections import Counter
a = Counter('aab')
f(a)
assert a == Counter(a=3, b=1) and type(a) is Counter
--
def f(a): a.update('a')

## defaultdict
from collections import defaultdict
a = defaultdict(list)
f(a)
assert a == {1: [2]} and a[7] == []
--
def f(a): a[1].append(2)

## OrderedDict
from collections import OrderedDict
a = OrderedDict(x=1, y=2)
f(a)
assert list(a) == ['y', 'x']
--
def f(a): a.move_to_end('x')

## nested
a = [[1], {2: [3]}]
f(a)
assert a == [[1, 9], {2: [8]}]
--
def f(a):
 a[0].append(9)
 a[1][2][0] = 8

## in a tuple
a = ([],)
f(a)
assert a == ([1],)
--
def f(a): a[0].append(1)

## in a keyword
a = []
f(out=a)
assert a == [1]
--
def f(out): out.append(1)

## in star arguments
a, b = [], []
f(*[a, b])
assert (a, b) == ([], [1])
--
def f(*x): x[1].append(1)

## before it raises
a = []
try:
    f(a)
    assert False
except KeyError:
    assert a == [1]
--
def f(a):
 a.append(1)
 raise KeyError

## the same list twice
a = []
assert f(a, a) == 2
assert a == [1, 1]
--
def f(a, b):
 a.append(1)
 b.append(1)
 return len(a)

## the same list inside another
a = []
b = [a, a]
f(b)
assert a == [1]
assert b[0] is b[1] is a
--
def f(b): b[0].append(1)

## itself inside
a = []
a.append(a)
assert f(a)
assert len(a) == 2 and a[0] is a
--
def f(a):
 a.append(1)
 return a[0] is a

## handed back
a = [1]
assert f(a) is a
--
def f(a): return a

## handed back in something
a = [1]
r = f(a)
assert r == {'it': [1, 2]} and r['it'] is a
--
def f(a):
 a.append(2)
 return {'it': a}

## handed back by one that raises
a = [1]
try:
    f(a)
except ValueError as e:
    b = e.args[0]
assert b is a
--
def f(a): raise ValueError(a)

## a copy is no alias
a = [1]
r = f(a)
assert r == a and r is not a
--
def f(a): return a[:]

## kept and changed by a later call
a = []
f(a)
f(None)
f(None)
assert a == [1, 1]
--
kept = []
def f(a):
 if a is None: kept[0].append(1)
 else: kept.append(a)

## changed by the tests between calls
a = []
f(a)
a.append(5)
assert f(None) == [5]
--
kept = []
def f(a):
 if a is not None: kept.append(a)
 return kept[0]

## a result that the tests change
a = f()
a.append(1)
assert f() == [1]
assert f() is a
--
kept = []
def f(): return kept

## numbers that are equal but not the same
a = [1]
f(a)
assert type(a[0]) is bool
--
def f(a): a[0] = True

## a tuple replaced by an equal one
a = [(1, 2)]
f(a)
assert a == [(1, 2)]
--
def f(a): a[0] = (1, 2)
"""
)


@pytest.mark.parametrize("name", CHANGED)
def test_what_a_call_does_to_its_arguments_is_seen(judge: SeparateJudge, name: str) -> None:
    tests, source = CHANGED[name]
    passes(judge, tests, source)


ARRAYS = rows(
    r"""
## filled
a = np.zeros(3)
f(a)
assert a.tolist() == [7, 7, 7]
--
def f(a): a[:] = 7

## sorted rows
a = np.array([[2, 1], [4, 3]])
f(a)
assert a.tolist() == [[1, 2], [3, 4]]
--
def f(a): a.sort()

## inside
a = {'x': np.array([1, 2])}
f(a)
assert a['x'].tolist() == [2, 4]
--
def f(a): a['x'] *= 2

## handed back
a = np.array([1.5])
assert f(a) is a
--
def f(a): return a
"""
)


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_changed_in_place(judge: SeparateJudge, name: str) -> None:
    pytest.importorskip("numpy")
    tests, source = ARRAYS[name]
    passes(judge, f"import numpy as np\n{tests}", f"import numpy\n{source}")


# ---- exceptions ----------------------------------------------------------------------------------------------------

RAISED = rows(
    r"""
## built-in
try:
    f()
    assert False
except ValueError as e:
    assert str(e) == 'no' and e.args == ('no',)
--
def f(): raise ValueError('no')

## caught by a base
try:
    f()
    assert False
except LookupError as e:
    assert type(e) is KeyError and str(e) == "'k'"
--
def f(): return {}['k']

## derived from a built-in
try:
    f()
    assert False
except ValueError as e:
    assert type(e).__name__ == 'Bad' and str(e) == 'x'
--
class Bad(ValueError): pass
def f(): raise Bad('x')

## odd arguments
try:
    f()
except Exception as e:
    got = e.args
assert got == (1, [2], None, {'a': 1.5})
--
def f(): raise Exception(1, [2], None, {'a': 1.5})

## attributes
try:
    f()
except ValueError as e:
    got = e.code, e.kind()
assert got == (7, 'soft')
--
class E(ValueError):
 def __init__(s, c): s.code = c
 def kind(s): return 'soft'
def f(): raise E(7)

## an attribute put on a built-in one
try:
    f()
except ValueError as e:
    got = e.code
assert got == 7
--
def f():
 e = ValueError()
 e.code = 7
 raise e

## its own text
try:
    f()
except ValueError as e:
    got = str(e)
assert got == 'code 7'
--
class E(ValueError):
 def __str__(s): return 'code 7'
def f(): raise E(1, 2)

## from another
try:
    f()
except ValueError as e:
    assert type(e.__cause__) is KeyError and e.__cause__.args == ('a',)
else:
    assert False
--
def f(): raise ValueError('x') from KeyError('a')

## a group
try:
    f()
except ExceptionGroup as g:
    assert g.message == 'two' and [type(e) for e in g.exceptions] == [KeyError, OSError]
else:
    assert False
--
def f(): raise ExceptionGroup('two', [KeyError(1), OSError(2)])

## part of a group
hit = []
try:
    f()
except* KeyError as g:
    hit.append(len(g.exceptions))
except* OSError:
    hit.append('os')
assert hit == [1, 'os']
--
def f(): raise ExceptionGroup('two', [KeyError(1), OSError(2)])

## StopIteration
try:
    f()
    assert False
except StopIteration as e:
    assert e.value == 5
--
def f(): raise StopIteration(5)

## SystemExit
try:
    f()
    assert False
except SystemExit as e:
    assert e.code == 3
--
import sys
def f(): sys.exit(3)

## KeyboardInterrupt
try:
    f()
    assert False
except KeyboardInterrupt:
    pass
--
def f(): raise KeyboardInterrupt

## OSError
try:
    f()
    assert False
except FileNotFoundError as e:
    assert e.errno == 2
--
def f(): open('nothing-here')

## UnicodeDecodeError
try:
    f()
    assert False
except UnicodeDecodeError as e:
    assert e.start == 1 and e.object == b'a\xff'
--
def f(): b'a\xff'.decode()

## of a library
import json
try:
    f()
    assert False
except json.JSONDecodeError as e:
    assert isinstance(e, ValueError)
--
import json
def f(): json.loads('{')

## frozen dataclass
from dataclasses import FrozenInstanceError
p = f()
try:
    p.x = 2
    assert False
except FrozenInstanceError:
    pass
assert p.x == 1
--
from dataclasses import dataclass
@dataclass(frozen=True)
class P:
 x: int
def f(): return P(1)

## a name that is none
try:
    f()
    assert False
except ValueError:
    pass
--
def f(): raise type('a b\n', (ValueError,), {})('x')
"""
)


@pytest.mark.parametrize("name", RAISED)
def test_exceptions_come_as_what_they_are(judge: SeparateJudge, name: str) -> None:
    tests, source = RAISED[name]
    passes(judge, tests, source)


def test_an_exception_class_that_the_tests_name_can_be_caught(judge: SeparateJudge) -> None:
    tests = """
    try:
        f(-1)
        assert False
    except Low as error:
        assert error.floor == 0
    try:
        f(-1)
        assert False
    except Bounds:
        pass
    try:
        f(200)
        assert False
    except Low:
        assert False
    except Bounds as error:
        assert error.args == ("high",)
    assert issubclass(Low, Bounds) and issubclass(Bounds, ValueError) and Bounds.kind == "bounds"
    """
    source = """
    class Bounds(ValueError):
        kind = "bounds"
    class Low(Bounds):
        def __init__(self, floor): self.floor = floor
    def f(x):
        if x < 0: raise Low(0)
        if x > 100: raise Bounds("high")
    """
    passes(judge, tests, source, names=("Low", "Bounds"))


def test_an_exception_class_of_the_prelude_is_the_same_on_both_sides(judge: SeparateJudge) -> None:
    prelude = "class Empty(Exception):\n    pass\n"
    tests = "try:\n    f([])\nexcept Empty as e:\n    got = e\nassert type(got) is Empty and got.args == ('nothing',)"
    source = prelude + "def f(xs):\n if not xs: raise Empty('nothing')\n return xs[0]"
    passes(judge, tests, source, prelude=prelude)
    fails(judge, tests, prelude + "def f(xs): raise KeyError('nothing')", prelude=prelude)


def test_an_exception_in_a_result_is_a_value(judge: SeparateJudge) -> None:
    tests = "r = f()\nassert [type(e) for e in r] == [ValueError, KeyError]\nassert r[1].args == (2,)"
    passes(judge, tests, "def f(): return [ValueError(1), KeyError(2)]")
    tests = "e = f()\nassert isinstance(e, Own) and e.args == (1,)"
    passes(judge, tests, "class Own(Exception): pass\ndef f(): return Own(1)", names=("Own",))


# ---- handles -------------------------------------------------------------------------------------------------------

STACK = """
class Stack:
    limit = 3
    def __init__(self, items=()):
        self.items = list(items)
        self.name = "s"
    @property
    def top(self): return self.items[-1]
    @top.setter
    def top(self, value): self.items[-1] = value
    @staticmethod
    def twice(x): return 2 * x
    @classmethod
    def of(cls, *items): return cls(items)
    def push(self, x):
        self.items.append(x)
        return self
    def __len__(self): return len(self.items)
    def __bool__(self): return len(self) > 1
    def __iter__(self): return iter(self.items)
    def __getitem__(self, i): return self.items[i]
    def __setitem__(self, i, x): self.items[i] = x
    def __delitem__(self, i): del self.items[i]
    def __contains__(self, x): return x in self.items
    def __reversed__(self): return reversed(self.items)
    def __enter__(self): return self.push("in")
    def __exit__(self, *e): self.push("out")
    def __call__(self, x): return len(self) + x
    def __str__(self): return "Stack" + str(self.items)
    def __repr__(self): return "Stack(%r)" % self.items
    def __format__(self, form): return form + str(len(self))
    def __eq__(self, other): return isinstance(other, Stack) and self.items == other.items
    def __hash__(self): return hash(tuple(self.items))
    def __lt__(self, other): return self.items < other.items
    def __add__(self, other): return Stack(self.items + list(other))
    def __radd__(self, other): return Stack(list(other) + self.items)
    def __mul__(self, n): return Stack(self.items * n)
    def __iadd__(self, other):
        self.items += list(other)
        return self
    def __neg__(self): return Stack(reversed(self.items))
    def __abs__(self): return len(self)
    def __int__(self): return len(self)
    def __float__(self): return len(self) / 1
    def __index__(self): return len(self)
def f(*items): return Stack(items)
"""

HANDLES = rows(
    r"""
## methods
s = f(1)
assert s.push(2).push(3) is s
assert s.items == [1, 2, 3]

## properties
s = f(1, 2)
assert s.top == 2
s.top = 5
assert s.items == [1, 5]

## attributes
s = f()
s.name = 't'
s.extra = {1: [2]}
assert (s.name, s.extra) == ('t', {1: [2]})
del s.extra
assert not hasattr(s, 'extra')

## attributes changed in place
s = f(1)
s.items.append(2)
s.items[0] = 9
assert len(s) == 2 and s[0] == 9

## missing attributes
s = f()
assert getattr(s, 'nothing', 7) == 7
try:
    s.nothing
    assert False
except AttributeError:
    pass

## indexing
s = f(1, 2, 3)
assert (s[0], s[-1], s[1:]) == (1, 3, [2, 3])
s[0] = 7
del s[1]
assert s.items == [7, 3]

## bad index
try:
    f(1)[5]
    assert False
except IndexError:
    pass

## iteration
assert list(f(1, 2)) == [1, 2] and [x for x in f(3)] == [3] and sorted(f(2, 1)) == [1, 2]

## unpacking
a, *b = f(1, 2, 3)
assert (a, b) == (1, [2, 3])

## length and truth
assert len(f(1, 2)) == 2 and bool(f(1, 2)) is True and not f(1)

## contains
assert 1 in f(1, 2) and 3 not in f(1, 2)
s = Stack([4])
assert 4 in s and 5 not in s

## reversed
assert list(reversed(f(1, 2))) == [2, 1]

## context manager
with f() as s:
    s.push(1)
assert s.items == ['in', 1, 'out']

## calling
assert f(1, 2)(10) == 12 and callable(f())

## text
s = f(1)
assert (str(s), repr(s), f'{s:>>}', f'{s}') == ('Stack[1]', 'Stack([1])', '>>1', '1')

## a class
s = Stack([1, 2])
assert len(s) == 2 and isinstance(s, Stack) and type(s) is Stack and type(f()) is Stack

## class attributes
assert Stack.limit == 3
Stack.limit = 4
assert f().limit == 4 and Stack.twice(4) == 8

## static and class methods
assert f().twice(3) == 6 and Stack.of(1, 2) == Stack([1, 2])

## unbound
assert Stack.push(f(), 3).items == [3]

## names
assert Stack.__name__ == 'Stack' and f().__class__ is Stack and type(f()).__name__ == 'Stack'
assert f.__name__ == 'f'

## isinstance
assert not isinstance(1, Stack) and not isinstance(Stack, Stack) and isinstance(Stack, type)

## equality
assert f(1) == f(1) and f(1) != f(2) and f(1) != [1] and [f(1)] == [Stack([1])]

## hashing
assert len({f(1), f(1), f(2)}) == 2 and {f(1): 'x'}[Stack([1])] == 'x'

## ordering
assert Stack([1]) < Stack([2]) and max(Stack([1]), Stack([3])).top == 3
assert [s.items for s in sorted([Stack([2]), Stack([1])])] == [[1], [2]]

## operators
s = Stack([1])
assert s + [2] == Stack([1, 2]) and [0] + s == Stack([0, 1]) and s * 2 == Stack([1, 1]) and s + f(5) == Stack([1, 5])

## in place
s = Stack([1])
t = s
s += [2]
assert s is t and s * 2 == Stack([1, 2, 1, 2])

## unary
s = Stack([1, 2])
assert -s == Stack([2, 1]) and (abs(s), int(s), float(s), [0, 1, 2][s]) == (2, 2, 2.0, 2)

## copies
import copy
s = f(1)
t = copy.copy(s)
u = copy.deepcopy(s)
t.push(2)
assert s.items == [1, 2] and u.items == [1] and t is not s

## identity
s = f(1)
box = [s]
assert box[0] is s and s.push(1) is s and f(1) is not f(1)

## as an argument
s = f(1)
t = f(s)
assert t[0] is s and f([s, s]).items[0][1] is s

## kinds
from collections.abc import Callable, Iterable, Sized, Hashable, Awaitable
s = f()
assert isinstance(s, Iterable) and isinstance(s, Sized) and isinstance(s, Hashable) and not isinstance(s, Awaitable)

## vars and dir
s = f(1)
assert vars(s) == {'items': [1], 'name': 's'} and 'push' in dir(s)
"""
)


@pytest.mark.parametrize("name", HANDLES)
def test_objects_of_the_candidates_own_can_be_used(judge: SeparateJudge, name: str) -> None:
    (tests,) = HANDLES[name]
    passes(judge, tests, STACK, names=("Stack",))


CALLABLES = rows(
    r"""
## closure
add = f(3)
assert add(4) == 7 and f(1)(1) == 2 and callable(add)
--
def f(n): return lambda x: x + n

## keywords and defaults
g = f()
assert g(1) == (1, 2) and g(1, b=5) == (1, 5)
--
def f():
 def g(a, b=2): return a, b
 return g

## state
c = f()
assert [c(), c(), c()] == [1, 2, 3]
--
def f():
 n = 0
 def c():
  nonlocal n
  n += 1
  return n
 return c

## decorator
@f
def g(x):
    'doc'
    return x + 1
assert g(1) == 20 and (g.__name__, g.__doc__) == ('g', 'doc')
--
import functools
def f(g):
 @functools.wraps(g)
 def h(*a): return g(*a) * 10
 return h

## decorator with arguments
@f(3)
def g(x):
    return x + 1
assert g(1) == [2, 2, 2]
--
def f(n):
 def d(g): return lambda x: [g(x) for _ in range(n)]
 return d

## partial
assert f(2)(5) == 10
--
import functools, operator
def f(n): return functools.partial(operator.mul, n)

## bound method
assert f('abc')('b') == 1
--
def f(s): return s.index

## generator
g = f(3)
assert next(g) == 0 and list(g) == [1, 2] and next(g, 'end') == 'end' and iter(g) is g
--
def f(n): yield from range(n)

## generator kind
import types, inspect
assert isinstance(f(1), types.GeneratorType) and inspect.isgenerator(f(1)) and inspect.isfunction(f)
--
def f(n): yield n

## send
g = f()
next(g)
assert [g.send(2), g.send(3)] == [2, 5]
g.close()
assert list(g) == []
--
def f():
 t = 0
 while True: t += yield t

## throw
g = f()
next(g)
assert g.throw(ValueError('x')) == 'caught x'
--
def f():
 try: yield 1
 except ValueError as e: yield f'caught {e}'

## endless generator
from itertools import islice
assert list(islice(f(), 3)) == [0, 1, 2]
--
def f():
 n = 0
 while True:
  yield n
  n += 1

## zip and map
assert dict(zip('ab', f(2))) == {'a': 0, 'b': 1} and list(map(str, f(2))) == ['0', '1'] and sum(f(4)) == 6
--
def f(n): return (i for i in range(n))

## map object
assert list(f([1, 2])) == [2, 3]
--
def f(xs): return map(lambda x: x + 1, xs)

## dict view
assert sorted(f({'a': 1})) == ['a']
--
def f(d): return d.keys()

## coroutine
import asyncio
assert asyncio.run(f(2)) == 3
--
import asyncio
async def f(x):
 await asyncio.sleep(0)
 return x + 1

## awaited
import asyncio
async def main():
    return await f(1) + await f(2)
assert asyncio.run(main()) == 5
--
async def f(x): return x + 1

## gathered
import asyncio
async def main():
    return await asyncio.gather(f(1), f(2))
assert asyncio.run(main()) == [2, 3]
--
async def f(x): return x + 1

## coroutine that raises
import asyncio
try:
    asyncio.run(f(2))
    assert False
except KeyError as e:
    assert e.args == (2,)
--
async def f(x): raise KeyError(x)

## async iteration
import asyncio
async def main():
    return [x async for x in f(3)]
assert asyncio.run(main()) == [0, 1, 2]
--
async def f(n):
 for i in range(n): yield i

## async context
import asyncio
async def main():
    async with f() as x:
        return x
assert asyncio.run(main()) == 5
--
class C:
 async def __aenter__(s): return 5
 async def __aexit__(s, *e): return None
def f(): return C()

## class made at run time
P = f('P')
p = P(1)
assert p.x == 1 and type(p) is P and isinstance(p, P)
--
def f(name): return type(name, (), {'__init__': lambda s, x: setattr(s, 'x', x)})

## signature
import inspect
assert str(inspect.signature(f)) == '(a, b=2, *c, d, **e)'
--
def f(a, b=2, *c, d, **e): pass

## documentation
assert f.__doc__ == 'It is.'
--
def f():
 'It is.'

## cached
assert f(5) == 5 and f.cache_info().misses == 1 and f(5) == 5 and f.cache_info().hits == 1
--
import functools
@functools.lru_cache
def f(x): return x

## singleton
assert f() is f() and f() == f()
--
class S: pass
it = S()
def f(): return it

## linked nodes
n = f([1, 2, 3])
seen = []
while n is not None:
    seen.append(n.value)
    n = n.next
assert seen == [1, 2, 3]
--
class N:
 def __init__(s, v, n): s.value, s.next = v, n
def f(xs):
 n = None
 for x in reversed(xs): n = N(x, n)
 return n
"""
)


@pytest.mark.parametrize("name", CALLABLES)
def test_functions_and_generators_that_come_back_can_be_used(judge: SeparateJudge, name: str) -> None:
    tests, source = CALLABLES[name]
    passes(judge, tests, source)


# ---- callbacks -----------------------------------------------------------------------------------------------------

CALLBACKS = rows(
    r"""
## lambda
assert f([3, 1, 2], key=lambda x: -x) == [3, 2, 1]
--
def f(xs, key): return sorted(xs, key=key)

## function
def g(a, b=1):
    return a + b
assert f(g) == (2, 5)
--
def f(g): return g(1), g(2, b=3)

## bound method
seen = []
f(seen.append)
assert seen == [1, 2]
--
def f(tell):
 tell(1)
 tell(2)

## callable object
class C:
    def __call__(self, x):
        return x + 1
assert f(C()) == 2
--
def f(c): return c(1)

## generator
assert f(x * x for x in range(4)) == [0, 1, 4, 9]
--
def f(xs): return list(xs)

## iterator
it = iter([1, 2, 3])
assert f(it) == 1
assert list(it) == [2, 3]
--
def f(it): return next(it)

## exhausted iterator
try:
    f(iter([]))
    assert False
except StopIteration:
    pass
--
def f(it): return next(it)

## raises, let through
class Boom(Exception):
    pass
def g(x):
    raise Boom(x)
try:
    f(g)
    assert False
except Boom as e:
    assert e.args == (7,)
--
def f(g): return g(7)

## raises, caught
def g(x):
    raise ValueError('bad')
assert f(g) == 'bad'
--
def f(g):
 try: g(1)
 except ValueError as e: return str(e)

## raises, told apart
def g(x):
    return 1 / x
assert [f(g, 0), f(g, 2)] == ['zero', 0.5]
--
def f(g, x):
 try: return g(x)
 except ZeroDivisionError: return 'zero'

## raises, replaced
def g():
    raise KeyError(1)
try:
    f(g)
    assert False
except RuntimeError as e:
    assert type(e.__cause__) is KeyError
--
def f(g):
 try: g()
 except KeyError as e: raise RuntimeError('x') from e

## retry
tries = []
def g():
    tries.append(1)
    if len(tries) < 3:
        raise OSError
    return 'ok'
assert f(g) == 'ok' and len(tries) == 3
--
def f(g):
 while True:
  try: return g()
  except OSError: pass

## gets handles
assert f(lambda n: n.value + 1) == 6
--
class N: value = 5
def f(g): return g(N())

## gives handles back
n = f(None)
assert f(lambda: n) == 'same'
--
class N: pass
n = N()
def f(g): return n if g is None else 'same' if g() is n else 'other'

## calls the candidate again
assert f(3, lambda n: f(n, None)) == 103
--
def f(n, g): return n if g is None else 100 + g(n)

## nested deeply
def g(n):
    return 0 if n == 0 else 1 + f(n - 1, g)
assert f(20, g) == 20
--
def f(n, g): return g(n)

## changes what it gets
def g(xs):
    xs.append(9)
assert f(g) == [1, 9]
--
def f(g):
 xs = [1]
 g(xs)
 return xs

## sees what was changed
a = []
seen = []
f(a, lambda: seen.append(list(a)))
assert seen == [[1], [1, 2]]
--
def f(a, g):
 a.append(1)
 g()
 a.append(2)
 g()

## keeps what it gets
kept = []
f(kept.append)
assert kept == [[1, 2]]
--
def f(g):
 x = [1]
 g(x)
 x.append(2)

## built-in types
assert f(int, '5') == 5 and f(str, 5) == '5' and f(list, 'ab') == ['a', 'b'] and f(dict, []) == {}
--
def f(kind, x): return kind(x)

## built-in functions
assert f(len, [1, 2]) == 2 and f(max, [1, 3]) == 3 and f(sorted, 'ba') == ['a', 'b']
--
def f(g, x): return g(x)

## types as types
assert f(3, int) and not f('3', int) and f(True, (bool, str))
--
def f(x, kind): return isinstance(x, kind)

## library functions
import math, operator
from collections import Counter, OrderedDict
assert f(math.sqrt, 9) == 3.0 and f(operator.neg, 2) == -2 and f(Counter, 'aab') == {'a': 2, 'b': 1}
--
def f(g, x): return g(x)

## methods of built-in types
assert f(str.upper, 'a') == 'A'
--
def f(g, x): return g(x)

## exceptions as classes
assert f(ValueError) == 'yes'
--
def f(kind):
 try: raise ValueError
 except kind: return 'yes'

## handed back
g = lambda x: x
assert f(g) is g and f([g]) == [g]
--
def f(g): return g

## kept
f(lambda x: x + 1)
assert f(1) == 2
--
kept = []
def f(x):
 if callable(x): kept.append(x)
 else: return kept[0](x)

## parameters
def g(a, b, c=3, *, d=4):
    return [a, b, c, d]
assert f(g) == (['a', 'b', 'c', 'd'], 3, [1, 2, 3, 5])
--
import inspect
def f(g): return list(inspect.signature(g).parameters), g.__code__.co_argcount, g(1, b=2, d=5)

## curry
assert f(lambda a, b, c: a + b + c)(1)(2)(3) == 6
--
def f(g, *got):
 n = g.__code__.co_argcount
 return lambda x: g(*got, x) if len(got) + 1 == n else f(g, *got, x)

## dict views
d = {'a': 1, 'b': 2}
assert f(d.keys()) == ['a', 'b'] and f(d.values()) == [1, 2] and f(d.items()) == [('a', 1), ('b', 2)]
--
def f(v): return list(v)

## from a thread
assert f(lambda x: x + 1) == [2, 3]
--
from concurrent.futures import ThreadPoolExecutor
def f(g):
 with ThreadPoolExecutor(2) as pool: return list(pool.map(g, [1, 2]))

## tests in threads
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(4) as pool:
    got = list(pool.map(f, range(20)))
assert got == [x * x for x in range(20)]
--
def f(x): return x * x
"""
)


@pytest.mark.parametrize("name", CALLBACKS)
def test_functions_of_the_tests_can_be_given(judge: SeparateJudge, name: str) -> None:
    tests, source = CALLBACKS[name]
    passes(judge, tests, source)


# ---- classes that both sides define --------------------------------------------------------------------------------

PRELUDE = """
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum, Flag, IntEnum
from typing import NamedTuple, Optional

class Color(Enum):
    RED = 1
    BLUE = "b"
class Level(IntEnum):
    LOW = 1
    HIGH = 2
class Mode(Flag):
    READ = 1
    WRITE = 2
Point = namedtuple("Point", "x y")
class Pair(NamedTuple):
    a: int
    b: list
@dataclass
class Item:
    name: str
    tags: list = field(default_factory=list)
    def label(self): return "item " + self.name
@dataclass(frozen=True)
class Key:
    n: int
class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next
"""
SHARED = rows(
    r"""
## enum in
assert f(Color.RED) == 'RED' and f(Color.BLUE) == 'BLUE'
--
def f(c): return c.name if c is Color.RED or c is Color.BLUE else 0

## enum out
assert f('b') is Color.BLUE and f(1) == Color.RED and [f(1)] == [Color.RED]
--
def f(v): return Color(v)

## enum keys
assert f({Color.RED: 1}) == {Color.BLUE: 1}
--
def f(d): return {Color.BLUE: d[Color.RED]}

## int enum
assert f(Level.LOW) is Level.HIGH and f(Level.LOW) == 2
--
def f(x): return Level(x + 1)

## flags
assert f(Mode.READ) == Mode.READ | Mode.WRITE
--
def f(m): return m | Mode.WRITE

## the class itself
assert f(Color) == ['RED', 'BLUE'] and f(Level) == ['LOW', 'HIGH']
--
def f(kind): return [m.name for m in kind]

## named tuple
p = f(Point(1, 2))
assert p == Point(2, 1) and type(p) is Point and p._replace(x=0) == (0, 1)
--
def f(p):
 assert isinstance(p, Point)
 return Point(p.y, p.x)

## typed named tuple
p = Pair(1, [])
q = f(p)
assert q is not p and q.b is p.b and p.b == [5] and type(q) is Pair
--
def f(p):
 p.b.append(5)
 return Pair(2, p.b)

## dataclass
i = f(Item('a', ['x']))
assert i == Item('A', ['x']) and i.label() == 'item A' and type(i) is Item
--
def f(i): return Item(i.name.upper(), i.tags)

## dataclass changed in place
i = Item('a')
assert f(i) is i
assert i == Item('b', [1])
--
def f(i):
 i.name = 'b'
 i.tags.append(1)
 return i

## frozen dataclass
assert f({Key(1): Key(2)}) == {Key(2): Key(1)} and f({}) == {}
--
def f(d): return {v: k for k, v in d.items()}

## in sets
assert f({Key(1), Key(2)}) == {Key(2), Key(3)}
--
def f(s): return {Key(k.n + 1) for k in s}

## linked nodes
n = f(Node(1, Node(2, Node(3))))
assert (n.value, n.next.value, n.next.next.value, n.next.next.next) == (3, 2, 1, None)
--
def f(n):
 last = None
 while n: n.next, last, n = last, n, n.next
 return last

## the very nodes
a = Node(1)
b = Node(2, a)
assert f(b) is a and a.next is b and b.next is None
--
def f(n):
 m = n.next
 m.next, n.next = n, None
 return m

## a long chain
n = None
for i in range(3000):
    n = Node(i, n)
assert f(n) == 3000
--
def f(n):
 c = 0
 while n: c, n = c + 1, n.next
 return c

## a long chain back
n = f(3000)
c = 0
while n:
    c, n = c + 1, n.next
assert c == 3000
--
def f(k):
 n = None
 for i in range(k): n = Node(i, n)
 return n

## a ring
n = Node(1)
n.next = n
m = f(n)
assert m is n and m.next.value == 5
--
def f(n):
 n.next.value = 5
 return n.next

## kept
i = Item('a')
f(i)
f(None)
assert i.tags == [1]
i.name = 'z'
assert f(None) == 'z'
--
kept = []
def f(i):
 if i is not None: kept.append(i)
 else:
  kept[0].tags.append(1)
  return kept[0].name
"""
)


@pytest.mark.parametrize("name", SHARED)
def test_classes_of_the_prelude_are_on_both_sides(judge: SeparateJudge, name: str) -> None:
    tests, source = SHARED[name]
    passes(judge, tests, PRELUDE + source, prelude=PRELUDE)


def test_a_liar_gains_nothing_from_a_class_that_the_prelude_defines(judge: SeparateJudge) -> None:
    lie = "class Item:\n def __init__(s, *a): s.name = 'x'\n def __eq__(s, o): return True\n"
    for tests in ("assert f(1) == Item('b')", "assert Item('b') == f(1)", "assert [f(1)] == [Item('b')]"):
        fails(judge, tests, lie + "def f(x): return Item()", prelude=PRELUDE)
    hides = "class Item:\n def __init__(s): s.label = lambda: 'item b'; s.name = 'x'; s.tags = []\n"
    fails(judge, "assert f(1).label() == 'item b'", hides + "def f(x): return Item()", prelude=PRELUDE)


# ---- what cannot cross ---------------------------------------------------------------------------------------------

CANNOT = rows(
    r"""
## object of a class of the tests
class Own:
    pass
assert f(Own()) == 1
--
tests.Own

## open file
import io
assert f(io.StringIO('x')) == 1
--
_io.StringIO

## deriving from a class of the candidate's
class D(C):
    pass
assert D().x == 1
--
shared judge

## pickling
import pickle
assert pickle.dumps(C()) is not None
--
shared judge

## caught
class Own:
    pass
try:
    f(Own())
except BaseException:
    pass
--
tests.Own

## expected to fail
class Own:
    pass
try:
    f(Own())
    assert False
except (TypeError, BaseException):
    pass
--
tests.Own
"""
)


@pytest.mark.parametrize("name", CANNOT)
def test_what_cannot_cross_is_said_and_not_passed(judge: SeparateJudge, name: str) -> None:
    tests, why = CANNOT[name]
    trial = judged(judge, tests, "class C:\n x = 1\ndef f(x): return 1", names=("C",))
    assert trial.verdict is Verdict.FAILED
    assert why in trial.detail


def test_a_class_that_only_the_prelude_has_is_missed(judge: SeparateJudge) -> None:
    trial = judged(judge, "assert f(Item('a')) == 1", "def f(i): return 1", prelude=PRELUDE)
    assert trial.verdict is Verdict.FAILED
    assert "Item" in trial.detail
