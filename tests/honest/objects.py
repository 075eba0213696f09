"""Right candidates whose own objects, exceptions and methods have a say, written otherwise than their references."""

from __future__ import annotations

from assay.records import EXACT_TYPES, Case, Cases, Problem, Suite, SuiteStyle
from tests.honest.support import Honest, suites
from tests.hostile.objects import ASKED, BROKE, CARD, INTERVAL, MATRIX, MONEY, POLYNOMIAL, TAKES, VECTOR, Classes

WRITTEN: dict[Classes, dict[str, str]] = {
    VECTOR: {
        "a data class": """
from dataclasses import dataclass
@dataclass
class Vector:
    x: int
    y: int
    def __add__(self, o): return Vector(self.x + o.x, self.y + o.y)
    def __sub__(self, o): return Vector(self.x - o.x, self.y - o.y)
    def __mul__(self, k): return Vector(self.x * k, self.y * k)
""",
        "a named tuple": """
from typing import NamedTuple
class Vector(NamedTuple):
    x: int
    y: int
    def __add__(self, o): return Vector(self.x + o.x, self.y + o.y)
    def __sub__(self, o): return Vector(self.x - o.x, self.y - o.y)
    def __mul__(self, k): return Vector(self.x * k, self.y * k)
""",
        "a subclass of complex": """
class Vector(complex):
    def __add__(self, o): return Vector(complex(self) + complex(o))
    def __sub__(self, o): return Vector(complex(self) - complex(o))
    def __mul__(self, k): return Vector(complex(self) * k)
""",
        "slots": """
class Vector:
    __slots__ = ("parts",)
    def __init__(self, *parts): self.parts = parts
    def __add__(self, o): return Vector(*map(sum, zip(self.parts, o.parts)))
    def __sub__(self, o): return self + o * -1
    def __mul__(self, k): return Vector(*(k * part for part in self.parts))
    def __eq__(self, o): return self.parts == o.parts
    def __hash__(self): return hash(self.parts)
""",
        "a tuple": """
class Vector(tuple):
    def __new__(cls, *parts): return super().__new__(cls, parts)
    def __add__(self, o): return Vector(*(a + b for a, b in zip(self, o)))
    def __sub__(self, o): return Vector(*(a - b for a, b in zip(self, o)))
    def __mul__(self, k): return Vector(*(a * k for a in self))
""",
        "a factory": """
class _V:
    def __init__(self, x, y): self.xy = [x, y]
    def __add__(self, o): return Vector(self.xy[0] + o.xy[0], self.xy[1] + o.xy[1])
    def __sub__(self, o): return Vector(self.xy[0] - o.xy[0], self.xy[1] - o.xy[1])
    def __mul__(self, k): return Vector(k * self.xy[0], k * self.xy[1])
    def __eq__(self, o): return self.xy == o.xy
def Vector(x, y): return _V(x, y)
""",
    },
    MONEY: {
        "a data class": """
from dataclasses import dataclass, replace
@dataclass(frozen=True)
class Money:
    amount: int
    currency: str
    def plus(self, o): return replace(self, amount=self.amount + o.amount)
    def less_than(self, o): return self.amount < o.amount
""",
        "decimals": """
from decimal import Decimal
class Money:
    def __init__(self, amount, currency): self.amount, self.currency = Decimal(amount), currency
    def plus(self, o): return type(self)(self.amount + o.amount, self.currency)
    def less_than(self, o): return (self.amount - o.amount).is_signed()
    def __eq__(self, o): return (self.amount, self.currency) == (o.amount, o.currency)
""",
        "a dictionary": """
class Money(dict):
    def __init__(self, amount, currency): super().__init__(amount=amount, currency=currency)
    def plus(self, o): return Money(self["amount"] + o["amount"], self["currency"])
    def less_than(self, o): return self["amount"] < o["amount"]
""",
        "equality by text": """
class Money:
    def __init__(self, amount, currency): self.amount, self.currency = amount, currency
    def __repr__(self): return f"{self.amount} {self.currency}"
    def plus(self, o): return Money(self.amount + o.amount, self.currency)
    def less_than(self, o): return o.amount - self.amount > 0
    def __eq__(self, o): return repr(self) == repr(o)
""",
        "interned objects": """
class Money:
    KNOWN = {}
    def __new__(cls, amount, currency):
        return cls.KNOWN.setdefault((amount, currency), super().__new__(cls))
    def __init__(self, amount, currency): self.amount, self.currency = amount, currency
    def plus(self, o): return Money(self.amount + o.amount, self.currency)
    def less_than(self, o): return self.amount < o.amount
""",
    },
    INTERVAL: {
        "a range": """
class Interval:
    def __init__(self, a, b): self.r = range(a, b + 1)
    def union(self, o): return Interval(min(self.r[0], o.r[0]), max(self.r[-1], o.r[-1]))
    def cut(self, o): return Interval(max(self.r[0], o.r[0]), min(self.r[-1], o.r[-1]))
    def __le__(self, o): return set(self.r) <= set(o.r)
    def __eq__(self, o): return self.r == o.r
""",
        "a frozen set": """
class Interval(frozenset):
    def __new__(cls, a, b): return super().__new__(cls, range(a, b + 1))
    def union(self, o): return Interval(min(*self, *o), max(*self, *o))
    def cut(self, o): return Interval(min(self & o), max(self & o))
""",
        "a data class with an order": """
from dataclasses import dataclass
@dataclass
class Interval:
    low: int
    high: int
    def union(self, o): return Interval(min(self.low, o.low), max(self.high, o.high))
    def cut(self, o): return Interval(max(self.low, o.low), min(self.high, o.high))
    def __le__(self, o): return self.cut(o) == self
""",
        "a tuple": """
class Interval(tuple):
    def __new__(cls, a, b): return tuple.__new__(cls, (a, b))
    def union(self, o): return Interval(min(self[0], o[0]), max(self[1], o[1]))
    def cut(self, o): return Interval(max(self[0], o[0]), min(self[1], o[1]))
    def __le__(self, o): return o[0] <= self[0] and self[1] <= o[1]
""",
    },
    CARD: {
        "an integer": "class Card(int): pass\n",
        "a data class with an order": """
from dataclasses import dataclass
@dataclass(order=True, frozen=True)
class Card:
    rank: int
""",
        "a named tuple": "from collections import namedtuple\nCard = namedtuple('Card', 'rank')\n",
        "all operators": """
class Card:
    def __init__(self, rank): self._rank = rank
    rank = property(lambda self: self._rank)
    def __lt__(self, o): return self.rank < o.rank
    def __gt__(self, o): return self.rank > o.rank
    def __eq__(self, o): return not self < o and not o < self
    __hash__ = None
""",
        "a metaclass": """
class Ordered(type):
    def __new__(mcs, name, bases, space):
        space["__lt__"] = lambda self, o: self.rank < o.rank
        space["__gt__"] = lambda self, o: self.rank > o.rank
        space["__eq__"] = lambda self, o: self.rank == o.rank
        return super().__new__(mcs, name, bases, space)
class Card(metaclass=Ordered):
    def __init__(self, rank): self.rank = rank
""",
    },
    POLYNOMIAL: {
        "a dictionary of powers": """
from collections import Counter
class Polynomial:
    def __init__(self, c): self.t = {i: a for i, a in enumerate(c) if a}
    @classmethod
    def of(cls, t):
        made = cls([])
        made.t = {i: a for i, a in t.items() if a}
        return made
    def add(self, o):
        t = Counter(self.t); t.update(o.t)
        return self.of(t)
    def multiply(self, o):
        t = Counter()
        for i, a in self.t.items():
            for j, b in o.t.items():
                t[i + j] += a * b
        return self.of(t)
    def derive(self): return self.of({i - 1: i * a for i, a in self.t.items() if i})
    def __eq__(self, o): return self.t == o.t
""",
        "a list": """
from itertools import zip_longest
class Polynomial(list):
    def add(self, o): return Polynomial(a + b for a, b in zip_longest(self, o, fillvalue=0))
    def multiply(self, o):
        out = Polynomial([])
        for i, a in enumerate(self): out = out.add(Polynomial([0] * i + [a * b for b in o]))
        return out
    def derive(self): return Polynomial(i * a for i, a in enumerate(self) if i)
""",
        "equality by values": """
class Polynomial:
    def __init__(self, c): self.f, self.n = (lambda x: sum(a * x ** i for i, a in enumerate(c))), len(c); self.c = c
    def add(self, o):
        return Polynomial([sum(p.c[i] for p in (self, o) if i < p.n) for i in range(max(self.n, o.n))])
    def multiply(self, o):
        return Polynomial([sum(self.c[i] * o.c[k - i] for i in range(self.n) if 0 <= k - i < o.n)
                           for k in range(self.n + o.n - 1)])
    def derive(self): return Polynomial([i * self.c[i] for i in range(1, self.n)])
    def __eq__(self, o): return all(self.f(x) == o.f(x) for x in range(-9, 10))
""",
    },
    MATRIX: {
        "a tuple of tuples": """
class Matrix(tuple):
    def __new__(cls, rows): return super().__new__(cls, map(tuple, rows))
    def transpose(self): return Matrix(zip(*self))
    def __matmul__(self, o): return Matrix([sum(x * y for x, y in zip(r, c)) for c in zip(*o)] for r in self)
    def __add__(self, o): return Matrix(map(sum, zip(r, s)) for r, s in zip(self, o))
""",
        "a flat list": """
class Matrix:
    def __init__(self, rows):
        rows = [list(r) for r in rows]
        self.w, self.v = len(rows[0]), [x for r in rows for x in r]
    def row(self, i): return self.v[i * self.w:(i + 1) * self.w]
    def rows(self): return [self.row(i) for i in range(len(self.v) // self.w)]
    def transpose(self): return Matrix([self.v[j::self.w] for j in range(self.w)])
    def __matmul__(self, o):
        return Matrix([[sum(map(int.__mul__, r, o.v[j::o.w])) for j in range(o.w)] for r in self.rows()])
    def __add__(self, o): return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows(), o.rows())])
    def __eq__(self, o): return (self.w, self.v) == (o.w, o.v)
""",
        "a dictionary of places": """
class Matrix:
    def __init__(self, rows): self.at = {(i, j): x for i, r in enumerate(rows) for j, x in enumerate(r)}
    @classmethod
    def of(cls, at):
        made = cls([])
        made.at = at
        return made
    def transpose(self): return self.of({(j, i): x for (i, j), x in self.at.items()})
    def __add__(self, o): return self.of({p: x + o.at[p] for p, x in self.at.items()})
    def __matmul__(self, o):
        at = {}
        for (i, k), x in self.at.items():
            for (l, j), y in o.at.items():
                if k == l: at[i, j] = at.get((i, j), 0) + x * y
        return self.of(at)
    def __eq__(self, o): return self.at == o.at
""",
    },
}
CLASSES = [
    Honest(f"{classes.name.lower()} as {what}", classes.problem, source.lstrip("\n"))
    for classes, written in WRITTEN.items()
    for what, source in written.items()
]

# ---- exceptions ------------------------------------------------------------------------------------------------------

BROKES = {
    "a subclass of ValueError": "class Broke(ValueError): pass\ndef pay(n):\n    if n < 0: raise Broke\n    return n\n",
    "a subclass of LookupError": "class Broke(LookupError): ...\ndef pay(n):\n    if n < 0: raise Broke(n)\n",
    "with a message": "class Broke(Exception):\n    def __str__(self): return 'no money'\n"
    "def pay(n):\n    if n < 0: raise Broke()\n    return n\n",
    "with fields": "class Broke(Exception):\n    def __init__(self, n):\n        super().__init__(n)\n"
    "        self.n = n\ndef pay(n):\n    if n < 0: raise Broke(n=n)\n    return n\n",
    "a subclass raised": "class Broke(Exception): pass\nclass Poor(Broke): pass\n"
    "def pay(n):\n    if n < 0: raise Poor(n)\n    return n\n",
    "a data class": "from dataclasses import dataclass\n@dataclass\nclass Broke(Exception):\n    n: int = 0\n"
    "def pay(n):\n    if n < 0: raise Broke(n)\n    return n\n",
    "raised from another": "class Broke(Exception): pass\ndef pay(n):\n    try:\n        return [n][n * 3]\n"
    "    except IndexError as error:\n        raise Broke(str(n)) from error\n",
    "made by type": "Broke = type('Broke', (Exception,), {})\n"
    "def pay(n):\n    if n < 0: raise Broke(n)\n    return n\n",
    "under two names": "class Broke(Exception): pass\nInsolvent = Broke\n"
    "def pay(n):\n    if n < 0: raise Insolvent(n)\n    return n\n",
    "two bases": "class Broke(KeyError, ValueError): pass\ndef pay(n):\n    if n < 0: raise Broke(n)\n    return n\n",
    "a metaclass": "class M(type): pass\nclass Broke(Exception, metaclass=M): pass\n"
    "def pay(n):\n    if n < 0: raise Broke(n)\n    return n\n",
    "raised in a generator": "class Broke(Exception): pass\ndef steps(n):\n    yield n\n    if n < 0: raise Broke(n)\n"
    "def pay(n): return list(steps(n))[0]\n",
    "raised in a callback": "class Broke(Exception): pass\ndef check(n):\n    if n < 0: raise Broke(n)\n    return n\n"
    "def pay(n): return next(map(check, [n]))\n",
    "with notes": "class Broke(Exception): pass\ndef pay(n):\n    error = Broke(n)\n    error.add_note('pay first')\n"
    "    if n < 0: raise error\n    return n\n",
    "from a context manager": "from contextlib import contextmanager\nclass Broke(Exception): pass\n@contextmanager\n"
    "def account(n):\n    if n < 0: raise Broke(n)\n    yield n\n"
    "def pay(n):\n    with account(n) as paid: return paid\n",
    "in a finally": "class Broke(Exception): pass\ndef pay(n):\n    try:\n        return n\n    finally:\n"
    "        if n < 0: raise Broke(n)\n",
}
EXCEPTIONS = [
    Honest(
        f"an exception of its own, {what}",
        Problem(
            f"an exception of its own, {what}",
            Suite("pay", tests, SuiteStyle.UNITTEST if "unittest" in tests else SuiteStyle.ASSERTS, "", ("Broke",)),
            reference=BROKE,
        ),
        source,
    )
    for (what, source), tests in zip(BROKES.items(), [*TAKES.values()] * 4, strict=True)
]

# ---- methods of plain data -------------------------------------------------------------------------------------------

SUBCLASSES = ("str", "set", "float", "int", "list", "dict")


def _derived(reference: str) -> str:
    """Return a solution whose result is an object of a subclass with a method of its own."""
    return (
        f"{reference.replace('def f(', 'def g(')}\ndef f(x):\n    value = g(x)\n    kind = type(value)\n"
        "    try:\n        class Own(kind):\n            def twice(self): return (self, self)\n"
        "    except TypeError:\n        return value\n"
        "    return Own(value) if kind in (" + ", ".join(SUBCLASSES) + ") else value\n"
    )


METHODS = [
    Honest(f"{method} of {what}", Problem("f", Suite("f", f"assert {question}\n"), reference=reference + "\n"), source)
    for method, (question, reference) in ASKED.items()
    for what, source in {
        "plain data": f"NAME = {method!r}\n{reference}\n",
        "a subclass": f"# {method}\n{_derived(reference)}",
    }.items()
]

# ---- the same types --------------------------------------------------------------------------------------------------

SAME: dict[str, tuple[object, str]] = {
    "a list made from a subclass": ([1], "class L(list): pass\ndef f(x): return list(L([x]))\n"),
    "a copy of a subclass": ([1, 2], "class L(list): pass\ndef f(x): return L([x, 2])[:]\n"),
    "a number from a subclass": (2, "class N(int): pass\ndef f(x): return N(x) + 1\n"),
    "a text from a subclass": ("1a", "class T(str): pass\ndef f(x): return T(x) + T('a')\n"),
    "a set from keys": ({1}, "def f(x): return set({x: 0}.keys())\n"),
    "a dict from a counter": ({1: 1}, "from collections import Counter\ndef f(x): return dict(Counter([x]))\n"),
    "a tuple from a named one": ((1, 2), "from collections import namedtuple\nP = namedtuple('P', 'a b')\n"
                                 "def f(x): return tuple(P(x, 2))\n"),
    "a float from a fraction": (0.5, "from fractions import Fraction\ndef f(x): return float(Fraction(x, 2))\n"),
    "bytes from a view": (b"\x01", "def f(x): return bytes(memoryview(bytes([x])))\n"),
    "a value of an enum": (1, "from enum import IntEnum\nclass E(IntEnum):\n    A = 1\ndef f(x): return E(x).value\n"),
    "nested plain data": ([(1, {"a": {2}})], "def f(x): return [(x, dict(a=set([2])))]\n"),
    "nothing": (None, "class N:\n    def __call__(self, x): return None\nf = N()\n"),
}  # fmt: skip
TYPES = [
    Honest(f"the same type: {what}", Problem(what, Cases("f", (Case((1,), value, comparator=EXACT_TYPES),))), source)
    for what, (value, source) in SAME.items()
]

# ---- objects that tests get from functions ---------------------------------------------------------------------------

GIVEN = suites(
    r"""
## a predicate of a result's own class: parse, with its reference
assert parse("7").is_number()
assert not parse("x").is_number()
--
class Token:
    def __init__(self, text): self.text = text
    def is_number(self): return self.text.isdigit()
def parse(text): return Token(text)

## a result with a method that texts have: line, with its reference
assert line("ab").startswith("a")
assert line("ab").upper() == "AB"
--
class Line:
    def __init__(self, text): self.text = text
    def startswith(self, head): return self.text.startswith(head)
    def upper(self): return self.text.upper()
def line(text): return Line(text)

## a result with a method that sets have: group, with its reference
assert group(1, 2).issubset({1, 2, 3})
assert group(1, 2).union({5}) == {1, 2, 5}
--
class Group:
    def __init__(self, *members): self.members = {*members}
    def issubset(self, other): return self.members <= set(other)
    def union(self, other): return self.members | set(other)
def group(*members): return Group(*members)

## a rule that matches: rule, with its reference
assert rule("a*").match("abc")
assert rule("a*").match("bcd") is None
--
import re
class Rule:
    def __init__(self, text): self.expression = re.compile(text.replace("*", ".*"))
    def match(self, text): return self.expression.match(text)
def rule(text): return Rule(text)

## a compiled pattern that is asked: words, with its reference
assert words().fullmatch("abc")
assert words().search("1 a").group() == "a"
assert not words().match("1")
--
import re
def words(): return re.compile("[a-z]+")

## a match of a library: first, with its reference
assert first("ab1").group() == "ab"
assert first("ab1").start() == 0
assert first("1") is None
--
import re
def first(text): return re.match("[a-z]+", text)

## an own query builder: query, with its reference
assert query("t").where("a").where("b").text() == "t: a, b"
assert query("t").is_empty()
--
class Query:
    def __init__(self, table, parts=()): self.table, self.parts = table, parts
    def where(self, part): return Query(self.table, (*self.parts, part))
    def text(self): return f"{self.table}: {', '.join(self.parts)}"
    def is_empty(self): return not self.parts
def query(table): return Query(table)

## a graph that answers questions: graph, with its reference
g = graph([(1, 2), (2, 3)])
assert g.has_path(1, 3)
assert not g.has_path(3, 1)
assert g.neighbours(2) == [3]
--
class Graph:
    def __init__(self, edges): self.edges = edges
    def neighbours(self, node): return [b for a, b in self.edges if a == node]
    def has_path(self, a, b): return a == b or any(self.has_path(n, b) for n in self.neighbours(a))
def graph(edges): return Graph(edges)

## a trie: trie, with its reference
t = trie(["ab", "ac"])
assert t.contains("ab") and not t.contains("a")
assert t.starts("a")
--
class Trie(dict):
    def insert(self, word):
        node = self
        for letter in word: node = node.setdefault(letter, Trie())
        node["end"] = True
    def find(self, word):
        node = self
        for letter in word:
            node = node.get(letter)
            if node is None: return None
        return node
    def contains(self, word): return "end" in (self.find(word) or ())
    def starts(self, word): return self.find(word) is not None
def trie(words):
    made = Trie()
    for word in words: made.insert(word)
    return made

## a validator with a list of errors: check, with its reference
assert check({"a": 1}).ok()
assert check({}).errors == ["a is missing"]
assert not check({}).ok()
--
class Report:
    def __init__(self): self.errors = []
    def ok(self): return not self.errors
def check(data):
    report = Report()
    if "a" not in data: report.errors.append("a is missing")
    return report

## two results compared by a method: version, with its reference
assert version("1.2").newer_than(version("1.1"))
assert version("1.2").same_as(version("1.2"))
assert not version("1.10").same_as(version("1.1"))
--
class Version:
    def __init__(self, text): self.parts = [int(part) for part in text.split(".")]
    def newer_than(self, other): return self.parts > other.parts
    def same_as(self, other): return self.parts == other.parts
def version(text): return Version(text)

## results in a set: point, with its reference
assert len({point(1, 2), point(1, 2), point(2, 1)}) == 2
assert point(1, 2) in {point(1, 2)}
--
from collections import namedtuple
class Point(namedtuple("Point", "x y")):
    __slots__ = ()
def point(x, y): return Point(x, y)

## results as keys: key, with its reference
counts = {key("a"): 1, key("b"): 2}
assert counts[key("a")] == 1
assert key("c") not in counts
--
class Key:
    def __init__(self, text): self.text = text
    def __eq__(self, other): return self.text == other.text
    def __hash__(self): return hash(self.text)
def key(text): return Key(text)

## an enum of its own: light, Light, with its reference
assert light(0) is Light.RED
assert light(1) == Light.GREEN
assert light(1) != Light.RED
assert light(1).next() is Light.RED
--
from enum import Enum
class Light(Enum):
    RED = 0
    GREEN = 1
    def next(self): return Light((self.value + 1) % 2)
def light(n): return Light(n)

## an object that counts: counter, with its reference
c = counter()
assert c.tick() == 1
assert c.tick() == 2
assert c.is_after(1)
--
class Clock:
    n = 0
    def tick(self):
        self.n += 1
        return self.n
    def is_after(self, n): return self.n > n
def counter(): return Clock()

## a constant that the tests use: near, EPSILON, with its reference
assert abs(near(2) - 1.41421356) < EPSILON
assert abs(near(9) - 3) < EPSILON
--
EPSILON = 1e-6
def near(x): return x ** 0.5

## a table of names that the tests use: label, LABELS, with its reference
assert label(1) == LABELS[1]
assert label(0) == "none"
--
LABELS = {0: "none", 1: "one"}
def label(n): return LABELS[n]

## an iterator of its own objects: tokens, with its reference
found = list(tokens("a1"))
assert [token.kind for token in found] == ["letter", "digit"]
assert found[0].is_letter() and not found[1].is_letter()
--
class Token:
    def __init__(self, letter): self.letter = letter
    @property
    def kind(self): return "letter" if self.letter.isalpha() else "digit"
    def is_letter(self): return self.kind == "letter"
def tokens(text): return map(Token, text)

## a context manager with an answer: lock, with its reference
with lock() as held:
    assert held.is_held()
assert not held.is_held()
--
class Lock:
    held = False
    def __enter__(self):
        self.held = True
        return self
    def __exit__(self, *error): self.held = False
    def is_held(self): return self.held
def lock(): return Lock()

## a subclass of str with a predicate: slug, with its reference
assert slug("A b") == "a-b"
assert slug("A b").is_clean()
assert slug("A b").startswith("a")
--
class Slug(str):
    def is_clean(self): return self == self.lower()
def slug(text): return Slug(text.lower().replace(" ", "-"))
"""
)

OBJECTS: list[Honest] = [*CLASSES, *EXCEPTIONS, *METHODS, *TYPES, *GIVEN]
