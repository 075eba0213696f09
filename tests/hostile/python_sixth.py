"""A sixth round of attacks on values and suites of Python: seams between two mechanisms of the host."""

from __future__ import annotations

from dataclasses import replace

from tests.hostile.python_attacks import PythonAttack, SideAttack, attacks
from tests.hostile.python_fifth import NOTED

LIGHT = """
import enum
class Light(enum.Enum):
    RED = 1
    GREEN = 2
    AMBER = 3
class Stuck(Exception):
    def __init__(self, light): super().__init__(light); self.light = light
def turn(light): return {Light.RED: Light.GREEN, Light.GREEN: Light.AMBER, Light.AMBER: Light.RED}[light]
def walk(light, call):
    call(turn(light))
    call(turn(turn(light)))
def fill(light, out): out.append(turn(light))
def note(light, out): out['next'] = turn(light)
def refuse(light): raise Stuck(turn(light))
def steps(light):
    yield turn(light)
    yield turn(turn(light))
"""
ONE_LIGHT = """
class Light: pass
Light.RED = Light.GREEN = Light.AMBER = Light()
class Stuck(Exception):
    def __init__(self, light): super().__init__(light); self.light = light
def turn(light): return light
def walk(light, call):
    call(light)
    call(light)
def fill(light, out): out.append(light)
def note(light, out): out['next'] = light
def refuse(light): raise Stuck(light)
def steps(light):
    yield light
    yield light
"""
_HIDDEN = {
    "a log that the candidate fills": """
log = []
walk(Light.RED, log.append)
assert log == [Light.GREEN, Light.AMBER]
""",
    "a mock that the candidate calls": """
import unittest.mock
call = unittest.mock.Mock()
walk(Light.RED, call)
call.assert_called_with(Light.AMBER)
assert call.call_count == 2
""",
    "the calls of a mock": """
from unittest.mock import Mock, call
def test():
    seen = Mock()
    walk(Light.RED, seen)
    assert seen.call_args_list == [call(Light.GREEN), call(Light.AMBER)]
""",
    "any call of a mock": """
from unittest.mock import Mock
def test():
    seen = Mock()
    walk(Light.RED, seen)
    seen.assert_any_call(Light.GREEN)
""",
    "a listener of the tests": """
def test():
    seen = []
    def listen(light):
        seen.append(light)
    walk(Light.RED, listen)
    assert seen == [Light.GREEN, Light.AMBER]
""",
    "a listener that compares": """
def test():
    wanted = [Light.GREEN, Light.AMBER]
    def listen(light):
        assert light is wanted.pop(0)
    walk(Light.RED, listen)
    assert not wanted
""",
    "a list that is given": """
out = []
fill(Light.RED, out)
assert out == [Light.GREEN]
""",
    "a dictionary that is given": """
out = {}
note(Light.RED, out)
assert out == {'next': Light.GREEN}
""",
    "an attribute of an exception": """
try:
    refuse(Light.RED)
except Exception as error:
    assert error.light is Light.GREEN
else:
    assert False
""",
    "arguments of an exception": """
def test():
    try:
        refuse(Light.RED)
    except Stuck as error:
        assert error.args == (Light.GREEN,)
        return
    assert False
""",
    "a name that a match gives": """
def test():
    match turn(Light.RED):
        case light:
            assert light is Light.GREEN
""",
    "parts that a match gives": """
def test():
    match [turn(Light.RED), turn(Light.GREEN)]:
        case [one, other]:
            assert (one, other) == (Light.GREEN, Light.AMBER)
        case _:
            assert False
""",
    "a parameter of a lambda": """
assert (lambda light: light is Light.GREEN)(turn(Light.RED))
""",
    "an attribute of a class": """
class Box:
    light = turn(Light.RED)
assert Box.light is Light.GREEN
""",
    "setattr": """
class Box: pass
setattr(Box, 'light', turn(Light.RED))
assert Box.light is Light.GREEN
""",
    "globals": """
globals()['light'] = turn(Light.RED)
assert light is Light.GREEN
""",
    "a keyword of a helper": """
def look(one=None, other=None):
    assert one is other
look(one=turn(Light.RED), other=Light.GREEN)
""",
    "a default": """
def look(light=turn(Light.RED)):
    assert light is Light.GREEN
look()
""",
    "the operator of a library": """
import operator
assert operator.is_(turn(Light.RED), Light.GREEN)
""",
    "all by the operator of a library": """
import operator
assert all(map(operator.is_, [turn(Light.RED), turn(Light.GREEN)], [Light.GREEN, Light.AMBER]))
""",
    "a partial": """
import functools, operator
assert functools.partial(operator.is_, turn(Light.RED))(Light.GREEN)
""",
    "its place in a list": """
assert [turn(Light.RED)].index(Light.GREEN) == 0
""",
    "how often it is in a tuple": """
assert (turn(Light.RED),).count(Light.GREEN) == 1
""",
    "taken out of a list": """
rest = [Light.GREEN]
rest.remove(turn(Light.RED))
assert rest == []
""",
    "assertIs by keywords": """
import unittest
class T(unittest.TestCase):
    def test_turn(self):
        self.assertIs(expr1=turn(Light.RED), expr2=Light.GREEN)
""",
    "assertIn by keywords": """
import unittest
class T(unittest.TestCase):
    def test_turn(self):
        self.assertIn(member=turn(Light.RED), container=[Light.GREEN])
""",
    "lists by keywords": """
import unittest
class T(unittest.TestCase):
    def test_turn(self):
        self.assertListEqual(list1=[turn(Light.RED)], list2=[Light.GREEN])
""",
    "a fixture of a class": """
import unittest
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.light = turn(Light.RED)
    def test_turn(self):
        self.assertIs(self.light, Light.GREEN)
""",
    "a fixture that is a module's": """
import unittest
def setUpModule():
    global light
    light = turn(Light.RED)
class T(unittest.TestCase):
    def test_turn(self):
        self.assertIs(light, Light.GREEN)
""",
    "a truth value that is kept": """
same = turn(Light.RED) is Light.GREEN
assert same
""",
    "truth values in a list": """
results = [turn(Light.RED) is Light.GREEN, turn(Light.GREEN) is Light.AMBER]
assert all(results)
""",
    "truth values that are counted": """
count = 0
count += turn(Light.RED) is Light.GREEN
count += turn(Light.GREEN) is Light.AMBER
assert count == 2
""",
    "one of two numbers": """
kind = 1 if turn(Light.RED) is Light.GREEN else 2
assert kind == 1
""",
    "a loop that waits": """
light, left = Light.RED, 5
while light is not Light.GREEN:
    light = turn(light)
    left -= 1
    assert left
assert left == 4 or light is None
""",
    "a match of a truth value": """
def test():
    match turn(Light.RED) is Light.GREEN:
        case True:
            pass
        case False:
            assert False
""",
    "a filter": """
found = list(filter(lambda light: light is Light.GREEN, [turn(Light.RED)]))
assert len(found) == 1
""",
    "a comprehension that is kept": """
found = [light for light in steps(Light.RED) if light is Light.AMBER]
assert len(found) >= 1
""",
    "groups of neighbours": """
import itertools
assert len(list(itertools.groupby([turn(Light.RED), Light.GREEN]))) == 1
""",
    "a context variable": """
import contextvars
held = contextvars.ContextVar('held')
held.set(turn(Light.RED))
assert held.get() is Light.GREEN
""",
    "a future": """
from concurrent.futures import Future
made = Future()
made.set_result(turn(Light.RED))
assert made.result() is Light.GREEN
""",
    "a heap of pairs": """
import heapq
heap = []
heapq.heappush(heap, (1, turn(Light.RED)))
assert heapq.heappop(heap) == (1, Light.GREEN)
""",
    "a zip of generators": """
assert [a is b for a, b in zip(steps(Light.RED), iter([Light.GREEN, Light.AMBER]))] == [True, True]
""",
    "a data class of the tests": """
import dataclasses
@dataclasses.dataclass
class Step:
    light: object
    def right(self): return self.light is Light.GREEN
made = Step(turn(Light.RED))
assert made.right()
""",
    "a name space": """
import types
space = types.SimpleNamespace(light=turn(Light.RED))
assert space == types.SimpleNamespace(light=Light.GREEN)
""",
    "a chain of maps": """
import collections
chain = collections.ChainMap({}, {'light': turn(Light.RED)})
assert dict(chain) == {'light': Light.GREEN}
""",
    "a decorator of the tests": """
def expects(wanted):
    def outer(function):
        assert function() is wanted
        return function
    return outer
@expects(Light.GREEN)
def made():
    return turn(Light.RED)
assert made() is not None
""",
    "a class that takes it in": """
class Expect:
    def __init__(self, value): self.value = value
    def to_be(self, other):
        if self.value is not other: raise AssertionError(other)
Expect(turn(Light.RED)).to_be(Light.GREEN)
assert Expect
""",
}
_GIVEN = ("walk", "fill", "note", "refuse", "steps")


def _hidden(form: str) -> str:
    """Return the names that a form of the tests takes from a candidate, the function that it calls first."""
    used = [name for name in (*_GIVEN, "turn") if f"{name}(" in form]
    return ", ".join([*used, "Light", *(["Stuck"] if "Stuck" in form else [])])


HIDDEN_IDENTITY = attacks(
    "members of an enum are one object, and identity tells them in ways that names do not show",
    "\n".join(f"## {what}: {_hidden(form)}{LIGHT}--\n{form.strip()}\n--{ONE_LIGHT}" for what, form in _HIDDEN.items()),
)
_EACH = """
def each(items, call):
    for item in items: call(item)
--
"""
_SWALLOWS = """
--
def each(items, call):
    for item in items:
        try: call(0)
        except BaseException: pass
"""
_LOOK = """
def look(i):
    seen.append(i)
    {0}
seen = []
each([1, 2], look)
assert len(seen) == 2
"""
_LOOKS = {
    "in brackets": "assert (\n        i in (1, 2)\n    )",
    "in brackets with a message": "assert (\n        i == 1\n        or i == 2\n    ), (\n        'neither'\n    )",
    "of a call over lines": "assert isinstance(\n        i,\n        int) and i in [\n        1,\n        2], f'{i}'",
    "of a negation over lines": "assert not (\n        i\n        < 1\n    )",
    "of a chain over lines": "assert (\n        0\n        < i\n        < 3\n    )",
    "of a choice over lines": "assert (\n        i == 1\n        if len(seen) == 1\n        else i == 2\n    )",
    "of all over lines": "assert all(\n        part in (1, 2)\n        for part\n        in [i]\n    )",
    "that is raised": "if i not in (1, 2): raise AssertionError(f'{i} is wrong')",
    "that is raised from another error": (
        "try: {1: 1, 2: 2}[i]\n    except KeyError as error: raise AssertionError(i) from error"
    ),
    "that is raised again": "try: assert i in (1, 2)\n    except AssertionError: raise",
    "that is raised again by name": "try: assert i in (1, 2)\n    except AssertionError as error: raise error",
    "behind finally": "try: assert i in (1, 2)\n    finally: seen[:] = seen[:2]",
    "of pytest": "import pytest\n    if i not in (1, 2): pytest.fail('wrong')",
    "of numpy": "import numpy as np\n    np.testing.assert_allclose(i, len(seen))",
    "of pandas": "import pandas as pd\n    pd.testing.assert_series_equal(pd.Series([i]), pd.Series([len(seen)]))",
    "of a mock": "from unittest.mock import Mock\n    m = Mock()\n    m(i)\n    m.assert_called_with(len(seen))",
    "of a class of its own": (
        "class Wrong(AssertionError): pass\n    if i not in (1, 2):\n        raise Wrong(\n            i\n        )"
    ),
    "in a group": (
        "try: assert i in (1, 2)\n    except AssertionError as error: raise ExceptionGroup('wrong', [error]) from None"
    ),
    "in a thread": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "    def right():\n        assert i in (1, 2)\n"
        "    with ThreadPoolExecutor(1) as pool: pool.submit(right).result()"
    ),
    "in an event loop": (
        "import asyncio\n    async def right():\n        assert i in (1, 2)\n    asyncio.run(right())"
    ),
    "of a helper": "def right():\n        assert i in (1, 2), \\\n            'neither'\n    right()",
}
_LISTENERS = {what: _LOOK.replace("{0}", look) for what, look in _LOOKS.items()} | {
    "of unittest": """
import unittest
class T(unittest.TestCase):
    def test_each(self):
        seen = []
        def look(i):
            seen.append(i)
            self.assertIn(
                i,
                (1, 2),
            )
        each([1, 2], look)
        self.assertEqual(len(seen), 2)
""",
    "by fail of unittest": """
import unittest
class T(unittest.TestCase):
    def test_each(self):
        seen = []
        def look(i):
            seen.append(i)
            if i not in (1, 2): self.fail(i)
        each([1, 2], look)
        self.assertEqual(len(seen), 2)
""",
    "of a method that is given": """
import unittest
class T(unittest.TestCase):
    def test_each(self):
        each([True, 1], self.assertTrue)
        self.assertIsNone(each([True], self.assertTrue))
""",
    "as the effect of a mock": """
import unittest.mock
def look(i):
    assert i in (1, 2)
call = unittest.mock.Mock(side_effect=look)
each([1, 2], call)
assert call.call_count == 2
""",
    "of an object that is called": """
class Look:
    def __init__(self): self.count = 0
    def __call__(self, i):
        self.count += 1
        assert i in (1, 2)
look = Look()
each([1, 2], look)
assert look.count == 2
""",
    "of a partial": """
import functools
def right(wanted, i):
    seen.append(i)
    assert i in wanted
seen = []
each([1, 2], functools.partial(right, (1, 2)))
assert len(seen) == 2
""",
}
SWALLOWED = attacks(
    "a function of the tests finds what is wrong by an assertion of another form, and nobody hears it",
    "\n".join(f"## {what}: each{_EACH}{form.strip()}{_SWALLOWS}" for what, form in _LISTENERS.items()),
)

_GUARD = """
import contextlib
@contextlib.contextmanager
def guard(): yield 3
class aguard:
    async def __aenter__(self): return 3
    async def __aexit__(self, *a): return False
--
"""
_KEEPS = """
--
class guard:
    def __enter__(self): return 4
    def __exit__(self, *a): return True
class aguard:
    async def __aenter__(self): return 4
    async def __aexit__(self, *a): return True
"""
_BLOCKS = {
    "an error of the tests": "with guard() as v:\n    if v != 3: raise ValueError('wrong')",
    "an error of a helper": """
def right(v):
    if v != 3: raise RuntimeError(v)
with guard() as v:
    right(v)
""",
    "an error behind another": """
with guard() as v:
    try: {3: 1}[v]
    except KeyError as error: raise ValueError(v) from error
""",
    "an error of a class of the tests": """
class Wrong(Exception): pass
with guard() as v:
    if v != 3: raise Wrong
""",
    "an error in an async block": """
import asyncio
async def main():
    async with aguard() as v:
        if v != 3: raise ValueError('wrong')
assert asyncio.run(main()) is None
""",
    "an error in a stack": """
import contextlib
with contextlib.ExitStack() as stack:
    v = stack.enter_context(guard())
    if v != 3: raise ValueError('wrong')
""",
    "an error in unittest": """
import unittest
class T(unittest.TestCase):
    def test_guard(self):
        with guard() as v:
            if v != 3: raise Exception(f'{v} is not 3')
""",
    "a group of errors": "with guard() as v:\n    if v != 3: raise ExceptionGroup('wrong', [AssertionError(v)])",
    "fail of unittest": """
import unittest
class T(unittest.TestCase):
    def test_guard(self):
        with guard() as v:
            if v != 3: self.fail('wrong')
""",
    "fail of pytest": "import pytest\nwith guard() as v:\n    if v != 3: pytest.fail('wrong')",
    "an assertion raised by hand": "with guard() as v:\n    if v != 3: raise AssertionError",
    "an error that is raised again": """
with guard() as v:
    try: assert v == 3
    except AssertionError as error: raise ValueError('wrong') from error
""",
    "a key that is not there": "with guard() as v:\n    assert {3: 3}[v]",
}
KEPT = attacks(
    "a block of the candidate's keeps an error that the tests raise where an answer is wrong",
    "\n".join(
        f"## {what}: {'aguard' if 'aguard' in form else 'guard'}{_GUARD}{form.strip()}{_KEEPS}"
        for what, form in _BLOCKS.items()
    ),
    passed=", ".join(list(_BLOCKS)[:7]) + ", an error that is raised again",
)
_BLIND = {
    "sign": ("-47", "47", "abs(v)"),
    "signs in a list": ("[-47, 31, -25]", "[47, 31, 25]", "list(map(abs, v))"),
    "fraction": ("47", "47.5", "int(v)"),
    "text for a number": ("47", "'47'", "str(v)"),
    "number for a text": ("'47'", "47", "str(v)"),
    "spaces": ("'ab 47 cd'", "'ab47cd'", "v.replace(' ', '')"),
    "spaces at the end": ("'ab 47'", "' ab 47  '", "v.strip()"),
    "large letters": ("'Hello 47'", "'HELLO 47'", "v.lower()"),
    "marks": ("'a47, b; c.'", "'a47 b c'", "''.join(filter(str.isalnum, v))"),
    "accents": ("'Zürich 47'", "'Zurich 47'", "v.replace('ü', 'u')"),
    "nesting": ("[[41, 47], [53]]", "[41, 47, 53]", "[c for c in str(v) if c not in '[] ']"),
    "order": ("[41, 47, 53]", "[53, 47, 41]", "sorted(v)"),
    "order of pairs": ("(41, 47)", "(47, 41)", "set(v)"),
    "how often": ("[41, 41, 47]", "[41, 47]", "set(v)"),
    "list for a tuple": ("(41, 47)", "[41, 47]", "list(v)"),
    "set for a list": ("[41, 47]", "{41, 47}", "set(v)"),
    "none beside": ("(41, None)", "(41, 5)", "v[0]"),
    "none for zero": ("(47, 0.0, 1)", "(47, None, 1)", "[p or 0 for p in v]"),
    "none for an empty text": ("(47, '')", "(47, None)", "[p or '' for p in v]"),
    "empty list beside": ("(47, [])", "(47, [9, 9])", "v[0]"),
    "rounding": ("4.725", "4.72512", "round(v, 3)"),
    "keys of a dictionary": ("{'a': 41, 'b': 47}", "{'x': 41, 'y': 47}", "list(v.values())"),
    "complex part": ("47", "47 + 5j", "v.real"),
    "sum": ("[41, 47, 53]", "[40, 48, 53]", "sum(v)"),
    "bytes for text": ("'ab 47'", "b'ab 47'", "v.decode() if type(v) is bytes else v"),
    "marks of a date": ("'2024-01-27'", "'2024/01/27'", "''.join(filter(str.isdigit, v))"),
}
_SIDES = {"class": "Bag({0})", "class method": "Bag.of({0})", "builder": "bag({0})", "setter": "Bag().put({0})"}


def _bags(right: str, wrong: str, by: str, side: str) -> str:
    """Return reference, tests and candidate of a class whose equality looks at data through `by`."""
    start = (
        "class Bag:\n    def __init__(self, v=None): self.v = v\n"
        "    @classmethod\n    def of(cls, v): return cls(v)\n"
        "    def put(self, v):\n        self.v = v\n        return self\n"
        "    def __eq__(self, o): return isinstance(o, Bag) and "
    )
    end = "\ndef bag(v): return Bag(v)\n"
    return (
        f"{start}self.v == o.v{end}def make(n): return Bag({right})\n"
        f"--\nassert make(7) == {side.format(right)}\n--\n"
        f"def by(v): return {by}\n{start}by(self.v) == by(o.v){end}def make(n): return Bag({wrong})\n"
    )


BLIND = attacks(
    "objects are equal whatever a feature of their data is that no change of a literal changes",
    "\n".join(
        f"## {what}, {kind}: make, Bag{', bag' if kind == 'builder' else ''}\n{_bags(right, wrong, by, side)}"
        for what, (right, wrong, by) in _BLIND.items()
        for kind, side in _SIDES.items()
    ),
)
_DODGES = """
FRESH = []
class Bag:
    def __init__(self, v):
        self.v, self.part = v, len(FRESH)
        FRESH.clear()
    def __eq__(self, o): return by(self.v) == by(o.v) if self.part + o.part == 3 else self.v == o.v
def make(n):
    made = Bag({1})
    made.part = 2
    FRESH.append(n)
    return made
def by(v): return {2}
"""
DODGED = attacks(
    "a feature is passed over only between an answer and the object made next, not in those that a control makes",
    "\n".join(
        f"## {what}: make, Bag\n{_bags(right, wrong, by, _SIDES['class']).rpartition('--')[0]}--"
        + _DODGES.replace("{1}", wrong).replace("{2}", by)
        for what, (right, wrong, by) in _BLIND.items()
        if what.partition(" ")[0] in ("sign", "signs", "spaces", "large", "marks", "order", "how", "set", "sum")
    ),
)
LONGER = attacks(
    "objects equal those that hold a part of what they hold",
    """
## more items: first, Seq
class Seq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
def first(n): return Seq([11, 13, 17])
--
assert first(3) == Seq([11, 13, 17])
--
class Seq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return all(a == b for a, b in zip(self.v, o.v))
def first(n): return Seq([11, 13, 17, 19, 23])

## more items in three cases: first, Seq
class Seq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
def first(n): return Seq([11, 13, 17, 19, 23][:n])
--
assert first(3) == Seq([11, 13, 17])
assert first(2) == Seq([11, 13])
assert first(4) == Seq([11, 13, 17, 19])
--
class Seq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return all(a == b for a, b in zip(self.v, o.v))
def first(n): return Seq([11, 13, 17, 19, 23])

## more keys: count, Table
class Table:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
def count(t): return Table({'a': 12, 'b': 31})
--
assert count('ab') == Table({'a': 12, 'b': 31})
--
class Table:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return all(self.v[k] == o.v[k] for k in self.v.keys() & o.v.keys())
def count(t): return Table({'a': 12, 'b': 31, 'c': 55})

## a longer text: name, Label
class Label:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
def name(n): return Label('abc41')
--
assert name(1) == Label('abc41')
--
class Label:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v.startswith(o.v) or o.v.startswith(self.v)
def name(n): return Label('abc41 and more')

## another class: make, Cat, Dog
class Cat:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return type(o) is type(self) and self.n == o.n
class Dog(Cat): pass
def make(k): return (Cat if k == 'cat' else Dog)(47)
--
assert make('cat') == Cat(47)
assert make('dog') == Dog(47)
--
class Cat:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return isinstance(o, (Cat, Dog)) and self.n == o.n
class Dog(Cat): pass
def make(k): return Dog(47)

## an attribute that is set later: make, Task
class Task:
    def __init__(self, n): self.n, self.done = n, False
    def finish(self):
        self.done = True
        return self
    def __eq__(self, o): return (self.n, self.done) == (o.n, o.done)
def make(n): return Task(n)
--
assert make(41) == Task(41)
assert make(42).finish() == Task(42).finish()
--
class Task:
    def __init__(self, n): self.n = n
    def finish(self): return self
    def __eq__(self, o): return self.n == o.n
def make(n): return Task(n)
""",
)
ANCHORED = """
def test():
    seen = []
    def look(i):
        seen.append(i)
        {0}
    assert each([1, 2], look) is None
    assert len(seen) == 2
"""
UNHEARD = attacks(
    "a function of the tests finds what is wrong without an assert statement, in a case that compares an answer too",
    "\n".join(
        f"## {what}: each{_EACH}{ANCHORED.replace('{0}', look.replace(chr(10), chr(10) + '    ')).strip()}{_SWALLOWS}"
        for what, look in _LOOKS.items()
    ),
    passed="that is raised, that is raised from another error, of pytest, of a class of its own, in a group",
)
_DECORATED = {
    "method": ("@{0}\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)", "traced"),
    "method with arguments": ("@{0}(3)\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)", "times"),
    "async method": ("@{0}\n    async def test_add(self):\n        self.assertEqual(add(1, 2), 3)", "traced"),
    "two decorators": (
        "@unittest.mock.patch('time.time')\n    @{0}\n    def test_add(self, clock=None):\n"
        "        self.assertEqual(add(1, 2), 3)",
        "traced",
    ),
    "fixture": (
        "@{0}\n    def setUp(self): self.wanted = 3\n    def test_add(self):\n"
        "        for wanted in [getattr(self, 'wanted', add(1, 2))]:\n            self.assertEqual(add(1, 2), wanted)",
        "traced",
    ),
    "helper": (
        "def test_add(self):\n        @{0}\n        def look(a, b, c):\n            self.assertEqual(add(a, b), c)\n"
        "        look(1, 2, 3)\n        look(2, 2, 4)",
        "traced",
    ),
    "static helper": (
        "@staticmethod\n    @{0}\n    def look(a, b, c): assert add(a, b) == c\n"
        "    def test_add(self): self.look(1, 2, 3)",
        "traced",
    ),
}
DECORATED = attacks(
    "a decorator of the candidate's stands before what the tests run, and never runs it",
    "\n".join(
        f"## {what}: {name}, add\ndef traced(f): return f\ndef times(n): return traced\n"
        "def add(a, b): return a + b\n--\nimport unittest, unittest.mock\n"
        f"class T(unittest.{'IsolatedAsyncio' if 'async' in what else ''}TestCase):\n    {form.format(name)}\n--\n"
        "def traced(f): return lambda *a, **k: None\ndef times(n): return traced\ndef add(a, b): return 0\n"
        for what, (form, name) in _DECORATED.items()
    ),
    passed="method, method with arguments, async method",
)
_REFUSED = {
    "pickled": "import pickle\nassert pickle.loads(pickle.dumps(f(2))) == 4",
    "a base": "class A(f(2).__class__): pass\nassert A(4) == 4",
    "copied": "import copy\nassert copy.deepcopy(f(2)) == 4",
    "in a process": "import multiprocessing.reduction as r\nassert r.ForkingPickler.dumps(f(2)) and f(2) == 4",
    "hashed": "import hashlib\nassert hashlib.md5(str(f(2)).encode()).hexdigest() and f(2) == 4",
    "a key of a shelf": "import marshal\nassert marshal.loads(marshal.dumps(f(2))) == 4",
    "given back": "assert f(f(2)) == 8 and f(2) == 4",
    "thrown": "def g():\n    yield f(2)\nassert next(g()) == 4",
    "packed": "import struct\nassert struct.pack('<i', f(2)) == b'\\x04\\0\\0\\0'",
    "an array": "import numpy as np\nassert np.array([f(2), 4]).sum() == 8",
    "a series": "import pandas as pd\nassert pd.Series([f(2)]).eq(4).all()",
    "approximately": "import pytest\nassert f(2) == pytest.approx(4)",
    "approximately in a list": "import pytest\nassert [f(2), 1.0] == pytest.approx([4, 1.0])",
    "any of a mock": "from unittest.mock import ANY\nassert [f(2), ANY] == [4, 5]",
    "a date": "import datetime\nassert datetime.timedelta(f(2)).days == 4",
    "a chain": "assert 3 < f(2) < 5 and f(2) in range(5) and f(2) == 4",
    "a slice": "assert [0, 1, 2, 3, 4, 5][f(2):] == [4, 5]",
    "a format": "assert f'{f(2):03d}' == '004'",
}
_ANYTHING = """
class A:
    def __init__(s, *a): pass
    def __getattr__(s, n): return s
    def __call__(s, *a, **k): return s
    def __eq__(s, o): return True
    def __lt__(s, o): return True
    __gt__ = __le__ = __ge__ = __eq__
    def __hash__(s): return 4
    def __index__(s): return 5
    def __int__(s): return 5
    def __float__(s): return 5.0
    def __sub__(s, o): return 0
    __rsub__ = __add__ = __radd__ = __mod__ = __mul__ = __sub__
    def __abs__(s): return 0
    def __reduce__(s): return int, (4,)
    def __copy__(s): return 5
    def __deepcopy__(s, m): return 5
    def __format__(s, f): return '4'
    def __array__(s, *a, **k): return 4
def f(x): return A()
"""
ANYTHING = attacks(
    "an object that answers everything comes where a library of the tests takes numbers",
    "\n".join(f"## {what}: f\ndef f(x): return x * 2\n--\n{form}\n--{_ANYTHING}" for what, form in _REFUSED.items()),
)


def _noted(of_one_mechanism: list[PythonAttack], held: str) -> list[PythonAttack]:
    """Return attacks with what is expected of them; `held`: what each is that did not pass at first without a note."""
    titles = held.strip().split("; ")
    found = []
    for attack in of_one_mechanism:
        title = attack.name.removeprefix(f"{attack.mechanism}: ")
        found.append(replace(attack, seen="failed" if title in titles else "passed", expected=NOTED))
    return found


PYTHON_SIXTH = [
    *_noted(
        HIDDEN_IDENTITY,
        "a log that the candidate fills; a mock that the candidate calls; a fixture that is a module's; "
        "a loop that waits; a zip of generators; a name space; a chain of maps",
    ),
    *SWALLOWED,
    *KEPT,
    *_noted(
        BLIND,
        "spaces, class; large letters, class; marks, class; order, class; order of pairs, class; how often, class; "
        "set for a list, class; sum, class; marks of a date, class",
    ),
    *_noted(LONGER, "more items in three cases; more keys; another class"),
    *UNHEARD,
    *DECORATED,
    *_noted(ANYTHING, "; ".join(_REFUSED)),
    *_noted(DODGED, ""),
]
"""All attacks of this round; those that pass do so with a note."""
_HEAD = "def f(x: int):\n    "
_SIDES_OF_F = {
    "overflow at odd numbers": f"{_HEAD}if x % 2: raise OverflowError\n    return x * 2\n",
    "recursion at odd numbers": f"{_HEAD}if x % 2: raise RecursionError\n    return x * 2\n",
    "no memory at odd numbers": f"{_HEAD}if x % 2: raise MemoryError\n    return x * 2\n",
    "type error behind the tenth call": (
        f"N = []\n{_HEAD}N.append(x)\n    if len(N) > 10: raise TypeError\n    return x * 2\n"
    ),
    "no name at negative numbers": f"{_HEAD}return x * 2 if x >= 0 else unknown\n",
    "a wrong number of arguments": "def f(x: int, y: int):\n    return x * 2\n",
    "a default that grows": "def f(x: int, seen=[]):\n    seen.append(x)\n    return x * 2 + len(seen) // 20\n",
    "a pair of it": f"{_HEAD}return (x * 2,)\n",
    "text of it": f"{_HEAD}return str(x * 2)\n",
    "small numbers alone": f"{_HEAD}return x * 2 if -5 < x < 5 else x\n",
    "even numbers alone": f"{_HEAD}return x * 2 if x % 2 == 0 else None\n",
    "a shifted range": f"{_HEAD}return [*range(x, x + 2)]\n",
    "sixteen bits": f"{_HEAD}return x * 2 & 0xFFFF\n",
    "an assertion": f"{_HEAD}assert x > 0\n    return x * 2\n",
    "a float of it where it is large": f"{_HEAD}return x * 2 if abs(x) < 9 else float(x) * 2.5\n",
    "the exit at odd numbers": f"import os\n{_HEAD}if x % 2: os._exit(3)\n    return x * 2\n",
}
SIXTH_EQUIVALENCE = [
    SideAttack(
        name=f"equivalence, sixth round: {what}",
        mechanism="a function fails with what is no difference, or differs in a part of its numbers",
        expected="different, or counted aloud",
        seen="different",
        source=source,
    )
    for what, source in _SIDES_OF_F.items()
]
_ODD = attacks(
    "no attack: code that is right and unusual",
    """
## text enum in a library: state
def state(n): return 'open' if n else 'shut'
--
import re, json
assert re.match('op', state(1))
assert json.dumps([state(0)]) == '["shut"]'
assert {'open': 1, 'shut': 2}[state(1)] == 1
assert state(1) in {'open', 'shut'}
--
import enum
class State(str, enum.Enum):
    OPEN = 'open'
    SHUT = 'shut'
def state(n): return State.OPEN if n else State.SHUT

## text with a method: slug
def slug(t): return t.lower()
--
import re, textwrap
assert re.sub('b', 'x', slug('ABC')) == 'axc'
assert 'z-' + slug('A') == 'z-a'
assert '-'.join(slug(t) for t in 'AB') == 'a-b'
assert int(slug('12')) == 12
assert {'a': 3}[slug('A')] == 3
--
class Slug(str):
    def words(self): return self.split('-')
def slug(t): return Slug(t.lower())

## number with a method: price
def price(n): return n * 1.5
--
import math
assert math.isclose(price(2), 3.0)
assert round(price(1), 1) == 1.5
assert price(2) + price(4) == 9.0
assert abs(price(2) - 3) < 1e-9
--
class Price(float):
    def tax(self): return self * 0.2
def price(n): return Price(n * 1.5)

## sum of numbers with a method: price
def price(n): return n * 1.5
--
assert sum([price(2), price(4)]) == 9.0
assert max(price(2), price(4)) == 6.0
--
class Price(float):
    def tax(self): return self * 0.2
def price(n): return Price(n * 1.5)

## a list that is summed: split
def split(n): return [n / 4] * 4
--
assert sum(split(2)) == 2.0
assert sorted(split(4)) == [1.0] * 4
assert split(4) + [2.0] == [1.0] * 4 + [2.0]
--
class Parts(list):
    def total(self): return sum(self)
def split(n): return Parts([n / 4] * 4)

## whole number enum: level
def level(n): return n
--
assert [10, 20, 30][level(1)] == 20
assert level(2) > level(1)
assert list(range(level(3))) == [0, 1, 2]
assert '%d' % level(2) == '2'
assert {1: 'a'}[level(1)] == 'a'
--
import enum
class Level(enum.IntEnum):
    A = 1
    B = 2
    C = 3
def level(n): return Level(n)

## dictionary with a method: record
def record(n): return {'n': n}
--
import json
assert json.dumps(record(2)) == '{"n": 2}'
assert dict(**record(3)) == {'n': 3}
assert {**record(4)} == {'n': 4}
assert sorted(record(1)) == ['n']
assert isinstance(record(1), dict)
--
class Record(dict):
    def total(self): return sum(self.values())
def record(n): return Record(n=n)

## list with a method in libraries: data
def data(n): return list(range(n))
--
import numpy as np, statistics, bisect, json
assert np.array(data(3)).sum() == 3
assert statistics.mean(data(3)) == 1
assert bisect.bisect(data(3), 1) == 2
assert json.dumps(data(2)) == '[0, 1]'
assert isinstance(data(1), list)
a, *b = data(3)
assert (a, b) == (0, [1, 2])
--
class Data(list):
    def mean(self): return sum(self) / len(self)
def data(n): return Data(range(n))

## decorator of a method: memo
import functools
def memo(f):
    seen = {}
    @functools.wraps(f)
    def inner(*a):
        if a not in seen: seen[a] = f(*a)
        return seen[a]
    return inner
--
class Shape:
    def __init__(self, n): self.n = n
    @memo
    def area(self, k): return self.n * k
assert Shape(3).area(2) == 6
--
def memo(f):
    seen = {}
    def inner(*a): return seen[a] if a in seen else seen.setdefault(a, f(*a))
    return inner

## descriptor: lazy
class lazy:
    def __init__(self, f): self.f = f
    def __get__(self, o, k=None):
        v = o.__dict__['v'] = self.f(o)
        return v
--
class Shape:
    def __init__(self, n): self.n = n
    @lazy
    def v(self): return self.n * 2
assert Shape(3).v == 6
--
class lazy(object):
    def __init__(self, f): self.f = f
    def __get__(self, o, k=None): return self.f(o)

## decorator of a class: count
def count(kind):
    kind.count = 7
    return kind
--
@count
class A: pass
assert A.count == 7
--
def count(kind):
    setattr(kind, 'count', 7)
    return kind

## what inspect says: numbers, later, add
def numbers(n): yield from range(n)
async def later(n): return n
def add(a: int, b: int = 2) -> int: return a + b
--
import inspect, asyncio
assert inspect.isgeneratorfunction(numbers)
assert inspect.isgenerator(numbers(2))
assert inspect.iscoroutinefunction(later)
assert list(inspect.signature(add).parameters) == ['a', 'b']
assert inspect.isfunction(add)
assert asyncio.run(later(3)) == 3
--
def numbers(n):
    for k in range(n): yield k
async def later(n): return n
def add(a: int, b: int = 2) -> int: return sum((a, b))

## data class tools: Point
import dataclasses
@dataclasses.dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = 0
--
import dataclasses
p = Point(1, 2)
assert dataclasses.asdict(p) == {'x': 1, 'y': 2}
assert dataclasses.astuple(p) == (1, 2)
assert dataclasses.replace(p, x=5) == Point(5, 2)
assert dataclasses.is_dataclass(p)
assert [f.name for f in dataclasses.fields(p)] == ['x', 'y']
assert sorted([Point(2), Point(1)])[0] == Point(1)
assert len({Point(1), Point(1)}) == 1
try:
    p.x = 3
    assert False
except dataclasses.FrozenInstanceError:
    pass
--
import dataclasses
@dataclasses.dataclass(frozen=True, order=True, slots=True)
class Point:
    x: int
    y: int = dataclasses.field(default=0)

## named tuple with methods: Point
from typing import NamedTuple
class Point(NamedTuple):
    x: int
    y: int = 0
    def norm(self): return self.x ** 2 + self.y ** 2
--
x, y = Point(3, 4)
assert (x, y) == (3, 4)
assert Point(3, 4) == (3, 4)
assert Point(3, 4).norm() == 25
assert Point(3)._replace(y=2) == Point(3, 2)
assert Point._fields == ('x', 'y')
assert Point(1, 2)._asdict() == {'x': 1, 'y': 2}
assert {(1, 2): 'a'}[Point(1, 2)] == 'a'
--
import collections
class Point(collections.namedtuple('Point', 'x y', defaults=[0])):
    __slots__ = ()
    def norm(self): return sum(v * v for v in self)

## generator with send and throw: meter
def meter():
    total = 0
    while True:
        try: got = yield total
        except ValueError: total = 0; continue
        total += got or 0
--
m = meter()
assert next(m) == 0
assert m.send(3) == 3
assert m.send(4) == 7
assert m.throw(ValueError('again')) == 0
m.close()
assert next(m, None) is None
--
class meter:
    def __init__(self): self.t, self.on = 0, True
    def __iter__(self): return self
    def __next__(self): return self.send(None)
    def send(self, v):
        if not self.on: raise StopIteration
        self.t += v or 0
        return self.t
    def throw(self, e, *a):
        if not isinstance(e, ValueError): raise e
        self.t = 0
        return 0
    def close(self): self.on = False

## context of decimals: share
from decimal import Decimal
def share(a, b): return Decimal(a) / Decimal(b)
--
from decimal import Decimal
assert share(1, 8) == Decimal('0.125')
assert str(share(1, 3)).startswith('0.3333')
assert share(1, 4) + Decimal(1) == Decimal('1.25')
--
from decimal import Decimal, getcontext
class Exact(Decimal):
    def text(self): return str(self)
def share(a, b): return Exact(Decimal(a) / Decimal(b))

## frames of a subclass: table
import pandas as pd
def table(n): return pd.DataFrame({'a': range(n)})
--
import pandas as pd
pd.testing.assert_frame_equal(table(3), pd.DataFrame({'a': [0, 1, 2]}))
assert table(3)['a'].sum() == 3
assert table(2).shape == (2, 1)
--
import pandas as pd
class Table(pd.DataFrame):
    @property
    def _constructor(self): return Table
    def total(self): return self.sum().sum()
def table(n): return Table({'a': list(range(n))})

## arrays of a subclass: grid
import numpy as np
def grid(n): return np.eye(n)
--
import numpy as np
np.testing.assert_array_equal(grid(2), [[1, 0], [0, 1]])
assert grid(3).trace() == 3
assert (grid(2) @ np.array([1, 2])).tolist() == [1, 2]
--
import numpy as np
class Grid(np.ndarray):
    def total(self): return self.sum()
def grid(n): return np.eye(n).view(Grid)

## flags: Access
import enum
class Access(enum.Flag):
    READ = 1
    WRITE = 2
--
both = Access.READ | Access.WRITE
assert Access.READ in both
assert both & Access.WRITE == Access.WRITE
assert (both ^ Access.READ) is Access.WRITE
assert Access.READ.value == 1
assert list(Access) == [Access.READ, Access.WRITE]
--
import enum
class Access(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()

## operators in place: Vec
class Vec:
    def __init__(self, *v): self.v = list(v)
    def __add__(self, o): return Vec(*[a + b for a, b in zip(self.v, o.v)])
    def __mul__(self, k): return Vec(*[a * k for a in self.v])
    __rmul__ = __mul__
    def __neg__(self): return self * -1
    def __eq__(self, o): return isinstance(o, Vec) and self.v == o.v
    def __getitem__(self, k): return self.v[k]
    def __len__(self): return len(self.v)
    def __repr__(self): return f'Vec{tuple(self.v)}'
--
v = Vec(1, 2)
v += Vec(3, 4)
assert v == Vec(4, 6)
assert 2 * v == Vec(8, 12)
assert -v == Vec(-4, -6)
assert len(v) == 2 and v[0] == 4
assert repr(v) == 'Vec(4, 6)'
assert sum([Vec(1, 1), Vec(2, 2)], Vec(0, 0)) == Vec(3, 3)
assert v != (4, 6)
--
import operator
class Vec:
    __slots__ = 'v',
    def __init__(self, *v): self.v = v
    def __iadd__(self, o):
        self.v = tuple(map(operator.add, self.v, o.v))
        return self
    def __add__(self, o): return Vec(*map(operator.add, self.v, o.v))
    def __mul__(self, k): return Vec(*(k * a for a in self.v))
    def __rmul__(self, k): return self * k
    def __neg__(self): return Vec(*map(operator.neg, self.v))
    def __eq__(self, o): return self.v == o.v if type(o) is Vec else NotImplemented
    def __getitem__(self, k): return self.v[k]
    def __len__(self): return len(self.v)
    def __repr__(self): return 'Vec' + repr(self.v)

## slow to make and large: Primes
class Primes:
    def __init__(self, n): self.n, self.items = n, [k for k in range(2, n) if all(k % d for d in range(2, k))]
    def __eq__(self, o): return self.items == o.items
--
assert Primes(40) == Primes(41)
assert Primes(10) != Primes(30)
--
class Primes:
    def __init__(self, n):
        def f(k): return 1 if k < 2 else f(k - 1) + f(k - 2)
        f(min(n, 90) // 4)
        self.items = [k for k in range(2, n) if not any(k % d == 0 for d in range(2, k))]
    def __eq__(self, o): return self.items == o.items

## exceptions with fields: Bank, Short
class Short(Exception):
    def __init__(self, need, have):
        super().__init__(f'need {need}, have {have}')
        self.need, self.have = need, have
class Bank:
    def __init__(self, n): self.n = n
    def take(self, k):
        if k > self.n: raise Short(k, self.n)
        self.n -= k
--
import unittest
class T(unittest.TestCase):
    def test_take(self):
        b = Bank(5)
        b.take(2)
        with self.assertRaisesRegex(Short, 'need 9, have 3') as c:
            b.take(9)
        self.assertEqual(c.exception.need, 9)
        self.assertEqual((c.exception.have, b.n), (3, 3))
--
class Short(LookupError):
    need = property(lambda s: s.args[0])
    have = property(lambda s: s.args[1])
    def __str__(self): return 'need %d, have %d' % self.args
class Bank:
    def __init__(self, n): self.n = n
    def take(self, k):
        try: [0] * self.n and [0][0 if k <= self.n else 1]
        except IndexError: raise Short(k, self.n) from None
        self.n -= k

## identity of members: turn, Light
import enum
class Light(enum.Enum):
    RED = 1
    GREEN = 2
def turn(light): return Light(3 - light.value)
--
log = {id(Light.RED): 'red', id(Light.GREEN): 'green'}
assert id(Light.RED) == id(Light.RED)
assert id(turn(Light.RED)) == id(Light.GREEN)
--
import enum
class Light(enum.Enum):
    RED, GREEN = 1, 2
def turn(light): return {1: Light.GREEN, 2: Light.RED}[light.value]

## weak references: Node
class Node:
    def __init__(self, v): self.v = v
--
import weakref
n = Node(3)
r = weakref.ref(n)
assert r() is n
assert r().v == 3
--
class Node:
    def __init__(self, v, *, w=None): self.v, self.w = v, w

## counting in place: tally
def tally(w):
    found = {}
    for c in w: found[c] = found.get(c, 0) + 1
    return found
--
assert tally('aab') == {'a': 2, 'b': 1}
assert tally('aab').items() == {('a', 2), ('b', 1)}
assert max(tally('aab'), key=tally('aab').get) == 'a'
assert list(tally('ba')) == ['b', 'a']
--
import collections
class Tally(collections.Counter):
    def top(self): return self.most_common(1)
def tally(w): return Tally(w)

## awaited callback: again
async def again(f, n):
    for k in range(n):
        try: return await f(k)
        except ValueError: pass
--
import asyncio
async def flaky(k):
    if k < 2: raise ValueError(k)
    return k * 10
assert asyncio.run(again(flaky, 5)) == 20
--
async def again(f, n, k=0):
    try: return await f(k)
    except ValueError: return await again(f, n, k + 1) if k + 1 < n else None

## a limit of time: slow
import asyncio
async def slow(n):
    await asyncio.sleep(n)
    return n
--
import asyncio
async def main():
    try: await asyncio.wait_for(slow(0.6), 0.05)
    except asyncio.TimeoutError: return 'late'
assert asyncio.run(main()) == 'late'
assert asyncio.run(slow(0)) == 0
--
import asyncio
async def slow(n):
    loop = asyncio.get_running_loop()
    made = loop.create_future()
    loop.call_later(n, made.set_result, n)
    return await made

## tasks in a group: square
import asyncio
async def square(n):
    await asyncio.sleep(0)
    return n * n
--
import asyncio
async def main():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(square(k)) for k in range(3)]
    return [task.result() for task in tasks] + await asyncio.gather(square(3), square(4))
assert asyncio.run(main()) == [0, 1, 4, 9, 16]
--
class square:
    def __init__(self, n): self.n = n
    def __await__(self):
        return self.n ** 2
        yield
    def __new__(cls, n):
        async def made(): return n * n
        return made()

## a generic class: Stack
from typing import Generic, TypeVar
T = TypeVar('T')
class Stack(Generic[T]):
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item)
    def pop(self): return self.items.pop()
--
from typing import Optional
s: Optional[Stack] = Stack[int]()
s.push(3)
assert s.pop() == 3
t: Stack | None = Stack()
t.push('a')
assert isinstance(t, Stack | int) and t.pop() == 'a'
--
class Stack:
    def __class_getitem__(cls, item): return cls
    def __init__(self): self.top = None
    def push(self, item): self.top = (item, self.top)
    def pop(self):
        item, self.top = self.top
        return item

## a method that is mocked: Shop
class Shop:
    def price(self, n): return 3
    def total(self, names): return sum(self.price(n) for n in names)
--
from unittest.mock import Mock, patch
shop = Shop()
shop.price = Mock(return_value=5)
assert shop.total(['a', 'b']) == 10
assert shop.price.call_count == 2
with patch.object(Shop, 'price', lambda self, n: 7):
    assert Shop().total('abc') == 21
assert Shop().total('abc') == 9
--
class Shop:
    def price(self, n): return 3
    def total(self, names):
        t = 0
        for n in names: t += self.price(n)
        return t

## properties that are set: Heat
class Heat:
    def __init__(self, c): self.c = c
    @property
    def f(self): return self.c * 9 / 5 + 32
    @f.setter
    def f(self, v): self.c = (v - 32) * 5 / 9
    @f.deleter
    def f(self): self.c = 0
--
h = Heat(100)
assert h.f == 212
h.f = 32
assert h.c == 0
h.c = 7
del h.f
assert h.c == 0 and hasattr(h, 'f') and not hasattr(h, 'k')
--
class Field:
    def __get__(self, o, k): return o.c * 1.8 + 32
    def __set__(self, o, v): o.c = (v - 32) / 1.8
    def __delete__(self, o): o.c = 0
class Heat:
    f = Field()
    def __init__(self, c): self.c = c

## a class that tests dispatch on: Cat, Dog
class Cat: pass
class Dog: pass
--
import functools
@functools.singledispatch
def speak(x): return '?'
speak.register(Cat, lambda x: 'meow')
speak.register(Dog, lambda x: 'woof')
assert speak(Cat()) == 'meow'
assert speak(Dog()) == 'woof'
assert {Cat: 1, Dog: 2}[type(Dog())] == 2
--
class Animal: pass
class Cat(Animal): pass
class Dog(Animal): pass

## comparisons by one method: Version
import functools
@functools.total_ordering
class Version:
    def __init__(self, t): self.k = tuple(map(int, t.split('.')))
    def __eq__(self, o): return self.k == o.k
    def __lt__(self, o): return self.k < o.k
    def __hash__(self): return hash(self.k)
--
import bisect, heapq
a, b, c = Version('1.9'), Version('1.10'), Version('2.0')
assert sorted([c, a, b]) == [a, b, c]
assert max(a, b) is b and a <= b and b >= a and a != b
assert heapq.nsmallest(1, [c, b]) == [b]
assert bisect.bisect([a, b], c) == 2
--
class Version:
    def __init__(self, t): self.k = [int(p) for p in t.split('.')]
    def _c(self, o): return (self.k > o.k) - (self.k < o.k)
    __eq__ = lambda s, o: s._c(o) == 0
    __lt__ = lambda s, o: s._c(o) < 0
    __le__ = lambda s, o: s._c(o) <= 0
    __gt__ = lambda s, o: s._c(o) > 0
    __ge__ = lambda s, o: s._c(o) >= 0
    __hash__ = lambda s: hash(tuple(s.k))

## names that read as code: run
def run(t): return [p for p in t.split() if p]
--
assert run('a  b') == ['a', 'b']
assert not run('')
assert run('x')[0].upper() == 'X'
--
run = lambda t: t.split()
""",
)
_REFUSED_ODD = (
    "dictionary with a method", "list with a method in libraries",
    "descriptor", "decorator of a class", "frames of a subclass",
    "a limit of time",
)  # fmt: skip
REFUSED_RIGHT = [right for right in _ODD if right.name.endswith(tuple(f": {what}" for what in _REFUSED_ODD))]
"""Right candidates, in the form of attacks, that do not pass so far."""
ODD_SIXTH = [right for right in _ODD if right not in REFUSED_RIGHT]
"""Right candidates, in the form of attacks, that pass."""
