# Tables of test code and candidates, kept as somebody would write them
"""Honest candidates under test code: plain assertions, `check` functions and `unittest` classes."""

from __future__ import annotations

from assay.records import SuiteStyle
from tests.honest.support import Honest, suites

# ---- the candidate's objects, compared, sorted and used with operators -----------------------------------------------

OBJECTS = suites(
    r"""
## equality without a type check: Point
a, b = Point(1, 2), Point(1, 2)
assert a == b
assert a != Point(2, 1)
--
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y

## equality by an identifier without a type check: Account
accounts = [Account("b7", 10), Account("a1", 5)]
assert accounts.index(Account("a1", 0)) == 1
assert Account("b7", 99) in accounts
assert Account("c", 1) not in accounts
--
class Account:
    def __init__(self, number, balance):
        self.number = number
        self.balance = balance

    def __eq__(self, other):
        return other.number == self.number

## equality with a hash, objects in sets: Tag
assert len({Tag("x"), Tag("X"), Tag("y")}) == 2
assert Tag("a") in {Tag("A")}
assert {Tag("k"): 1}[Tag("K")] == 1
--
class Tag:
    def __init__(self, text):
        self.key = text.lower()

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)

## objects sorted by their own order: Version
made = [Version("1.10"), Version("1.9"), Version("0.1")]
assert [str(v) for v in sorted(made)] == ["0.1", "1.9", "1.10"]
assert str(max(made)) == "1.10"
assert str(min(made)) == "0.1"
--
class Version:
    def __init__(self, text):
        self.parts = [int(part) for part in text.split(".")]

    def __lt__(self, other):
        return self.parts < other.parts

    def __str__(self):
        return ".".join(map(str, self.parts))

## returned objects sorted by their own order: parse
found = sorted(parse("c=3,a=1,b=2"))
assert [item.name for item in found] == ["a", "b", "c"]
assert max(found).value == 3
assert found[0] < found[1] <= found[2]
--
from functools import total_ordering

@total_ordering
class Item:
    def __init__(self, name, value):
        self.name, self.value = name, value

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value < other.value

def parse(text):
    return [Item(name, int(value)) for name, value in (part.split("=") for part in text.split(","))]

## results of a method added up: Interval
t = Interval(1, 3).shift(1)
assert (t + t).bounds() == (4, 8)
assert (t + Interval(0, 1)).bounds() == (2, 5)
assert (Interval(0, 1) + t).bounds() == (2, 5)
--
class Interval:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def shift(self, by):
        return Interval(self.low + by, self.high + by)

    def __add__(self, other):
        return Interval(self.low + other.low, self.high + other.high)

    def bounds(self):
        return self.low, self.high

## results of a method compared by order: Card
low, high = Card.of("7"), Card.of("K")
assert low < high
assert not high < low
assert high > low
--
class Card:
    RANKS = "23456789TJQKA"

    @classmethod
    def of(cls, text):
        card = cls()
        card.rank = cls.RANKS.index(text)
        return card

    def __lt__(self, other):
        return self.rank < other.rank

## containment without iteration: Range
r = Range(3, 7)
assert 3 in r
assert 7 not in r
assert 5.5 in r
--
class Range:
    def __init__(self, start, stop):
        self.start, self.stop = start, stop

    def __contains__(self, value):
        return self.start <= value < self.stop

## containment in the result of a method: Circle, with its reference
inner = Circle(0, 0, 2).scaled(0.5)
assert (0.5, 0.5) in inner
assert (2, 0) not in inner
--
class Circle:
    def __init__(self, x, y, radius):
        self.x, self.y, self.radius = x, y, radius

    def scaled(self, factor):
        return Circle(self.x, self.y, self.radius * factor)

    def __contains__(self, point):
        return (point[0] - self.x) ** 2 + (point[1] - self.y) ** 2 <= self.radius ** 2

## a vector with all its operators: Vector
v, w = Vector(1, 2), Vector(3, -1)
assert v + w == Vector(4, 1)
assert v - w == Vector(-2, 3)
assert v * 3 == Vector(3, 6)
assert 3 * v == Vector(3, 6)
assert v @ w == 1
assert -v == Vector(-1, -2)
assert abs(Vector(3, 4)) == 5.0
assert repr(v) == "Vector(1, 2)"
assert list(v) == [1, 2]
x, y = w
assert (x, y) == (3, -1)
--
import math

class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __iter__(self):
        yield self.x
        yield self.y

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __repr__(self):
        return f"Vector({self.x}, {self.y})"

## a vector scaled after a method: Vec
u = Vec(3, 4).unit()
assert (u * 10).x == 6.0
assert (10 * u).y == 8.0
assert (u / 2).x == 0.3
assert (-u).x == -0.6
--
class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def unit(self):
        length = (self.x ** 2 + self.y ** 2) ** 0.5
        return Vec(self.x / length, self.y / length)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def __rmul__(self, k):
        return self * k

    def __truediv__(self, k):
        return Vec(self.x / k, self.y / k)

    def __neg__(self):
        return self * -1

## money added with sum: Money
total = sum([Money(150, "EUR"), Money(250, "EUR")])
assert total == Money(400, "EUR")
assert str(total) == "4.00 EUR"
assert f"{total:.0f}" == "4 EUR"
try:
    Money(1, "EUR") + Money(1, "USD")
    assert False
except ValueError as error:
    assert "USD" in str(error)
--
class Money:
    def __init__(self, cents, currency):
        self.cents, self.currency = cents, currency

    def __add__(self, other):
        if other.currency != self.currency:
            raise ValueError(f"cannot add {other.currency} to {self.currency}")
        return Money(self.cents + other.cents, self.currency)

    def __radd__(self, other):
        return self if other == 0 else self + other

    def __eq__(self, other):
        return (self.cents, self.currency) == (other.cents, other.currency)

    def __str__(self):
        return f"{self:.2f}"

    def __format__(self, spec):
        return f"{self.cents / 100:{spec}} {self.currency}"

## money summed from a function's results: split
shares = split(1000, 3)
assert sum(shares, shares[0].zero()).cents == 1000
assert [share.cents for share in shares] == [334, 333, 333]
--
class Share:
    def __init__(self, cents):
        self.cents = cents

    def zero(self):
        return Share(0)

    def __add__(self, other):
        return Share(self.cents + other.cents)

def split(cents, parts):
    each, left = divmod(cents, parts)
    return [Share(each + (i < left)) for i in range(parts)]

## a matrix multiplied and indexed: Matrix
m = Matrix([[1, 2], [3, 4]])
assert (m @ m).rows == [[7, 10], [15, 22]]
assert m[1, 0] == 3
assert m.transposed()[0, 1] == 3
assert (m.transposed() + m).rows == [[2, 5], [5, 8]]
assert m.transposed().transposed() == m
--
class Matrix:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __getitem__(self, place):
        row, column = place
        return self.rows[row][column]

    def __matmul__(self, other):
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(row, column)) for column in columns] for row in self.rows])

    def __add__(self, other):
        return Matrix([[a + b for a, b in zip(*pair)] for pair in zip(self.rows, other.rows)])

    def __eq__(self, other):
        return self.rows == other.rows

    def transposed(self):
        return Matrix(zip(*self.rows))

## a polynomial called and derived: Polynomial
p = Polynomial(1, 0, -3, 2)
assert p(2) == 1 + 0 - 12 + 16
assert p.derivative() == Polynomial(0, -6, 6)
assert p.derivative()(1) == 0
assert (p + p)(2) == 2 * p(2)
assert (p.derivative() * Polynomial(2))(3) == 2 * p.derivative()(3)
assert len(p) == 4
assert bool(Polynomial()) is False
--
class Polynomial:
    def __init__(self, *coefficients):
        self.c = list(coefficients)

    def __call__(self, x):
        total = 0
        for c in reversed(self.c):
            total = total * x + c
        return total

    def derivative(self):
        return Polynomial(*[i * c for i, c in enumerate(self.c)][1:])

    def __add__(self, other):
        size = max(len(self), len(other))
        pad = lambda c: c + [0] * (size - len(c))
        return Polynomial(*[a + b for a, b in zip(pad(self.c), pad(other.c))])

    def __mul__(self, other):
        made = [0] * (len(self) + len(other) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                made[i + j] += a * b
        return Polynomial(*made)

    def __len__(self):
        return len(self.c)

    def __eq__(self, other):
        return self.c == other.c

## a fluent builder: QueryBuilder
query = QueryBuilder("users").select("id", "name").where("age > 3").where("active").limit(5).build()
assert query == "SELECT id, name FROM users WHERE age > 3 AND active LIMIT 5"
assert QueryBuilder("t").build() == "SELECT * FROM t"
--
class QueryBuilder:
    def __init__(self, table):
        self.table, self.columns, self.tests, self.most = table, ["*"], [], None

    def select(self, *columns):
        self.columns = columns
        return self

    def where(self, test):
        self.tests.append(test)
        return self

    def limit(self, most):
        self.most = most
        return self

    def build(self):
        text = f"SELECT {', '.join(self.columns)} FROM {self.table}"
        if self.tests:
            text += " WHERE " + " AND ".join(self.tests)
        return text if self.most is None else f"{text} LIMIT {self.most}"

## a heap of own objects: Task
import heapq
heap = []
for name, priority in [("c", 3), ("a", 1), ("b", 2)]:
    heapq.heappush(heap, Task(name, priority))
assert [heapq.heappop(heap).name for _ in range(3)] == ["a", "b", "c"]
--
class Task:
    def __init__(self, name, priority):
        self.name = name
        self.priority = priority

    def __lt__(self, other):
        return self.priority < other.priority

## frozen data classes in sets: Edge
assert len({Edge("a", "b"), Edge("a", "b"), Edge("b", "a")}) == 2
assert Edge("a", "b") == Edge("a", "b")
assert Edge("a", "b").reversed() == Edge("b", "a")
assert Edge("a", "b").reversed() in {Edge("b", "a")}
try:
    Edge("a", "b").start = "c"
    assert False
except AttributeError:
    pass
--
from dataclasses import dataclass

@dataclass(frozen=True)
class Edge:
    start: str
    end: str

    def reversed(self):
        return Edge(self.end, self.start)

## ordered data classes from a function: ranking
first, second, third = ranking({"ann": 3, "bob": 7, "eve": 5})
assert first > second > third
assert first.name == "bob"
assert sorted([third, first, second])[0].name == "ann"
--
from dataclasses import dataclass, field

@dataclass(order=True, slots=True)
class Entry:
    score: int
    name: str = field(compare=False)

def ranking(scores):
    return sorted((Entry(score, name) for name, score in scores.items()), reverse=True)

## data classes that a function returns, compared with each other: users
a, b = users(["ann", "ann"])
assert a == b
assert a is not b
assert a != users(["bob"])[0]
assert repr(a) == "User(name='ann', roles=[])"
--
import dataclasses

@dataclasses.dataclass
class User:
    name: str
    roles: list = dataclasses.field(default_factory=list)

def users(names):
    return [User(name) for name in names]

## a linked list with equality and iteration: LinkedList
made = LinkedList([1, 2, 3])
assert made == LinkedList((1, 2, 3))
assert made.reversed() == LinkedList([3, 2, 1])
assert list(made) == [1, 2, 3]
assert len(made) == 3
assert 2 in made and 9 not in made
assert made[0] == 1 and made[-1] == 3
assert list(made[1:]) == [2, 3]
assert str(made) == "1 -> 2 -> 3"
--
class Node:
    __slots__ = ("value", "next")

    def __init__(self, value, next=None):
        self.value, self.next = value, next

class LinkedList:
    def __init__(self, values=()):
        self.head = None
        for value in reversed(list(values)):
            self.head = Node(value, self.head)

    def __iter__(self):
        node = self.head
        while node:
            yield node.value
            node = node.next

    def __len__(self):
        return sum(1 for _ in self)

    def __eq__(self, other):
        return list(self) == list(other)

    def __getitem__(self, index):
        found = list(self)[index]
        return LinkedList(found) if isinstance(index, slice) else found

    def reversed(self):
        return LinkedList(list(self)[::-1])

    def __str__(self):
        return " -> ".join(map(str, self))

## a binary tree compared by structure: build_tree
left, right = build_tree([4, 2, 6, 1]), build_tree([4, 2, 6, 1])
assert left == right
assert not left == build_tree([4, 6, 2, 5])
assert left.left == right.left
assert left.right.left is None
--
class Tree:
    def __init__(self, value):
        self.value = value
        self.left = self.right = None

    def insert(self, value):
        side = "left" if value < self.value else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Tree(value))
        else:
            child.insert(value)

    def __eq__(self, other):
        if other is None:
            return False
        return (self.value, self.left, self.right) == (other.value, other.left, other.right)

def build_tree(values):
    root = Tree(values[0])
    for value in values[1:]:
        root.insert(value)
    return root

## a graph whose nodes are own objects: Graph, Node
a, b, c = Node("a"), Node("b"), Node("c")
g = Graph()
g.connect(a, b)
g.connect(b, c)
assert g.neighbours(b) == {a, c}
assert g.path(a, c) == [a, b, c]
assert g.path(a, Node("z")) is None
--
class Node:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == other.name

class Graph:
    def __init__(self):
        self.edges = {}

    def connect(self, a, b):
        self.edges.setdefault(a, set()).add(b)
        self.edges.setdefault(b, set()).add(a)

    def neighbours(self, node):
        return self.edges[node]

    def path(self, start, end):
        paths, seen = [[start]], {start}
        while paths:
            path = paths.pop(0)
            if path[-1] == end:
                return path
            for node in self.edges[path[-1]] - seen:
                seen.add(node)
                paths.append(path + [node])
        return None

## temperatures ordered across classes: Celsius, Fahrenheit
assert Celsius(100) == Fahrenheit(212)
assert Celsius(0) < Fahrenheit(33)
assert max(Celsius(10), Fahrenheit(60)).kelvin > 288
assert sorted([Fahrenheit(0), Celsius(-30)])[0] == Celsius(-30)
--
from functools import total_ordering

@total_ordering
class Temperature:
    def __eq__(self, other):
        return abs(self.kelvin - other.kelvin) < 1e-9

    def __lt__(self, other):
        return self.kelvin < other.kelvin

class Celsius(Temperature):
    def __init__(self, degrees):
        self.kelvin = degrees + 273.15

class Fahrenheit(Temperature):
    def __init__(self, degrees):
        self.kelvin = (degrees - 32) / 1.8 + 273.15

## equality that knows plain numbers: Modular
assert Modular(10, 7) == Modular(3, 7)
assert Modular(10, 7) + 6 == Modular(2, 7)
assert 6 + Modular(10, 7) == Modular(2, 7)
assert Modular(3, 7) ** 6 == Modular(1, 7)
assert int(Modular(10, 7)) == 3
assert [10, 20, 30, 40][Modular(10, 7)] == 40
--
class Modular:
    def __init__(self, value, modulus):
        self.value, self.modulus = value % modulus, modulus

    def __add__(self, other):
        return Modular(self.value + int(other), self.modulus)

    __radd__ = __add__

    def __pow__(self, exponent):
        return Modular(pow(self.value, exponent, self.modulus), self.modulus)

    def __int__(self):
        return self.value

    __index__ = __int__

    def __eq__(self, other):
        return int(self) == int(other)

## a bag with set operators: Bag
a, b = Bag("aab"), Bag("abc")
assert (a | b).counts == {"a": 2, "b": 1, "c": 1}
assert (a & b).counts == {"a": 1, "b": 1}
assert (a - b).counts == {"a": 1}
assert a & b <= a
assert not a <= b
--
from collections import Counter

class Bag:
    def __init__(self, items=()):
        self.counts = Counter(items)

    def _made(self, counts):
        bag = Bag()
        bag.counts = counts
        return bag

    def __or__(self, other):
        return self._made(self.counts | other.counts)

    def __and__(self, other):
        return self._made(self.counts & other.counts)

    def __sub__(self, other):
        return self._made(self.counts - other.counts)

    def __le__(self, other):
        return self.counts <= other.counts

## equality that raises on foreign types: Meters
assert Meters(2) == Meters(2)
assert [Meters(1), Meters(2)] == [Meters(1), Meters(2)]
assert Meters(1) + Meters(2) == Meters(3)
--
class Meters:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        if not isinstance(other, Meters):
            raise TypeError("meters can only be compared with meters")
        return self.value == other.value

    def __add__(self, other):
        return Meters(self.value + other.value)

## equality by representation: Fold
assert Fold("a", 1) == Fold("a", 1)
assert Fold("a", 1) != Fold("a", 2)
assert Fold("a", 1).twice() == Fold("a", 2)
--
class Fold:
    def __init__(self, name, n):
        self.name, self.n = name, n

    def twice(self):
        return Fold(self.name, self.n * 2)

    def __repr__(self):
        return f"{self.name}^{self.n}"

    def __eq__(self, other):
        return repr(self) == repr(other)

## equality by attributes of whatever comes: Song
one, two = Song("x", artist="A"), Song("x", artist="A")
assert one == two
assert one in [two]
assert [two].count(one) == 1
--
class Song:
    def __init__(self, title, **facts):
        self.title = title
        self.facts = facts

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

## objects in a dictionary, compared as a whole: inventory
a, b = inventory("apple:3,pear:5"), inventory("pear:5,apple:3")
assert a == b
assert sorted(a) == ["apple", "pear"]
assert a["pear"] == b["pear"]
--
class Stock:
    def __init__(self, amount):
        self.amount = amount

    def __eq__(self, other):
        return self.amount == other.amount

def inventory(text):
    return {name: Stock(int(amount)) for name, amount in (part.split(":") for part in text.split(","))}

## sorted by a key that is an object: Student
from operator import attrgetter
group = [Student("ann", 2.0), Student("bob", 1.3), Student("eve", 1.7)]
assert [s.name for s in sorted(group, key=attrgetter("grade"))] == ["bob", "eve", "ann"]
assert [s.name for s in sorted(group, key=lambda s: s)] == ["bob", "eve", "ann"]
assert max(group, key=lambda s: s.grade).name == "ann"
--
class Student:
    def __init__(self, name, grade):
        self.name, self.grade = name, grade

    def __lt__(self, other):
        return (self.grade, self.name) < (other.grade, other.name)

## a deep copy keeps its own state: Board
import copy
board = Board()
board.put(0, 0, "x")
other = copy.deepcopy(board)
other.put(1, 1, "o")
assert board.show() == "x.\n.."
assert other.show() == "x.\n.o"
shallow = copy.copy(board)
shallow.put(0, 1, "o")
assert board.show() == "xo\n.."
--
class Board:
    def __init__(self):
        self.cells = [["."] * 2 for _ in range(2)]

    def put(self, row, column, sign):
        self.cells[row][column] = sign

    def show(self):
        return "\n".join("".join(row) for row in self.cells)

## in-place operators: Account
account = Account(100)
same = account
account += 50
account -= 30
assert account is same
assert account.balance == 120
assert account.log == ["+50", "-30"]
--
class Account:
    def __init__(self, balance):
        self.balance, self.log = balance, []

    def __iadd__(self, amount):
        self.balance += amount
        self.log.append(f"+{amount}")
        return self

    def __isub__(self, amount):
        self.balance -= amount
        self.log.append(f"-{amount}")
        return self

## bits as operators and a length: BitSet
s = BitSet([1, 5])
assert (s | BitSet([2])).items() == [1, 2, 5]
assert (s ^ BitSet([5, 6])).items() == [1, 6]
assert len(s) == 2
assert (s << 1).items() == [2, 6]
assert ~~s == s
assert bool(s & BitSet([7])) is False
--
class BitSet:
    WIDTH = 16

    def __init__(self, items=(), bits=0):
        self.bits = bits
        for item in items:
            self.bits |= 1 << item

    def items(self):
        return [i for i in range(self.WIDTH) if self.bits >> i & 1]

    def __or__(self, other):
        return BitSet(bits=self.bits | other.bits)

    def __and__(self, other):
        return BitSet(bits=self.bits & other.bits)

    def __xor__(self, other):
        return BitSet(bits=self.bits ^ other.bits)

    def __lshift__(self, by):
        return BitSet(bits=self.bits << by)

    def __invert__(self):
        return BitSet(bits=~self.bits & (1 << self.WIDTH) - 1)

    def __eq__(self, other):
        return self.bits == other.bits

    def __len__(self):
        return self.bits.bit_count()

## divmod, floor division and rounding: Duration
d = Duration(200)
assert divmod(d, 60) == (3, Duration(20))
assert d // 60 == 3
assert d % 60 == Duration(20)
assert round(Duration(10.6)) == Duration(11)
assert float(d) == 200.0
assert +d == d
--
class Duration:
    def __init__(self, seconds):
        self.seconds = seconds

    def __divmod__(self, unit):
        return self // unit, self % unit

    def __floordiv__(self, unit):
        return self.seconds // unit

    def __mod__(self, unit):
        return Duration(self.seconds % unit)

    def __round__(self, digits=None):
        return Duration(round(self.seconds, digits))

    def __float__(self):
        return float(self.seconds)

    def __pos__(self):
        return self

    def __eq__(self, other):
        return self.seconds == other.seconds
"""
)

# ---- values of derived and of library classes, used by test code -----------------------------------------------------

RESULTS = suites(
    r"""
## a list subclass used as a list: history
h = history("a b c")
assert h == ["a", "b", "c"]
assert ["a", "b", "c"] == h
assert h[-1] == "c" and h[:2] == ["a", "b"]
assert len(h) == 3 and "b" in h
assert h + ["d"] == ["a", "b", "c", "d"]
assert isinstance(h, list)
assert h.last() == "c"
--
class History(list):
    def last(self):
        return self[-1]

def history(text):
    return History(text.split())

## a dict subclass used as a dict: config
c = config("a=1;b=2")
assert c == {"a": "1", "b": "2"}
assert c["a"] == "1" and c.get("z") is None
assert sorted(c.items()) == [("a", "1"), ("b", "2")]
assert c.number("b") == 2
assert {**c, "c": 3} == {"a": "1", "b": "2", "c": 3}
assert isinstance(c, dict)
--
class Config(dict):
    def number(self, key):
        return int(self[key])

def config(text):
    return Config(part.split("=") for part in text.split(";"))

## a str subclass used as a string: mask
m = mask("4111111111111111")
assert m == "************1111"
assert m.endswith("1111") and m.startswith("*")
assert len(m) == 16 and m[-4:] == "1111"
assert f"{m}!" == "************1111!"
assert m.count("*") == 12
--
class Masked(str):
    def __repr__(self):
        return "Masked(...)"

def mask(number):
    return Masked("*" * (len(number) - 4) + number[-4:])

## an int subclass used as a number: roman
n = roman("XIV")
assert n == 14
assert n + 1 == 15 and n * 2 == 28 and n < 15
assert str(n) == "XIV"
assert [0] * n == [0] * 14
assert isinstance(n, int)
--
class Roman(int):
    SIGNS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
             (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]

    def __str__(self):
        left, text = int(self), ""
        for value, sign in self.SIGNS:
            while left >= value:
                left -= value
                text += sign
        return text

def roman(text):
    values = [dict(map(reversed, Roman.SIGNS))[letter] for letter in text]
    return Roman(sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0])))

## named tuples with methods, unpacked and compared: parse_point
p = parse_point("3,4")
x, y = p
assert (x, y) == (3, 4) == p
assert p.x == 3 and p[1] == 4
assert p.norm() == 5.0
assert p < parse_point("3,5")
assert p == parse_point("3,4")
assert {p: 1}[(3, 4)] == 1
--
from typing import NamedTuple

class Point(NamedTuple):
    x: int
    y: int

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5

def parse_point(text):
    return Point(*map(int, text.split(",")))

## an int enum compared and sorted: levels
found = levels("warn error info")
assert found == [2, 3, 1]
assert sorted(found) == [1, 2, 3]
assert max(found) == 3 and max(found).name == "ERROR"
assert sum(found) == 6
--
import enum

class Level(enum.IntEnum):
    INFO = 1
    WARN = 2
    ERROR = 3

def levels(text):
    return [Level[word.upper()] for word in text.split()]

## a str enum named by the tests: next_state, State
assert next_state(State.OPEN) is State.CLOSED
assert next_state("closed") == State.OPEN == "open"
assert [state.value for state in State] == ["open", "closed"]
assert State("open") is State.OPEN
assert State["CLOSED"].name == "CLOSED"
--
from enum import StrEnum

class State(StrEnum):
    OPEN = "open"
    CLOSED = "closed"

def next_state(state):
    return State.CLOSED if state == State.OPEN else State.OPEN

## a plain enum with members as keys: count_colours, Colour
counts = count_colours("rgr")
assert counts == {Colour.RED: 2, Colour.GREEN: 1}
assert counts[Colour.RED] == 2
assert Colour.RED in counts
assert Colour.RED.value == "r"
assert isinstance(Colour.RED, Colour)
assert len(Colour) == 2
--
from enum import Enum

class Colour(Enum):
    RED = "r"
    GREEN = "g"

def count_colours(text):
    counts = {}
    for letter in text:
        counts[Colour(letter)] = counts.get(Colour(letter), 0) + 1
    return counts

## flags combined by the tests: Access
rw = Access.READ | Access.WRITE
assert Access.READ in rw
assert Access.RUN not in rw
assert rw & Access.READ == Access.READ
assert (rw ^ Access.READ) == Access.WRITE
assert rw.can("WRITE")
--
from enum import Flag, auto

class Access(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()

    def can(self, name):
        return bool(self & Access[name])

## a UserDict used as a mapping: Inventory
i = Inventory({"Pen": 2})
i["INK"] = 5
assert i["pen"] == 2 and i["ink"] == 5
assert dict(i) == {"pen": 2, "ink": 5}
assert i == {"pen": 2, "ink": 5}
assert sorted(i) == ["ink", "pen"]
assert "PEN" in i and len(i) == 2
--
from collections import UserDict

class Inventory(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower())

    def __contains__(self, key):
        return super().__contains__(key.lower())

## a UserList used as a list: Ring
r = Ring([1, 2, 3])
assert r[4] == 2 and r[-4] == 3
assert r == [1, 2, 3]
assert list(r) == [1, 2, 3]
r.append(4)
assert len(r) == 4 and r[4] == 1
--
from collections import UserList

class Ring(UserList):
    def __getitem__(self, index):
        return self.data[index % len(self.data)]

    def __iter__(self):
        return iter(self.data)

## a mapping by abstract base: LowerDict
d = LowerDict(A=1)
d.update({"B": 2})
assert d == {"a": 1, "b": 2}
assert d.get("B") == 2
assert d.pop("A") == 1
assert d.setdefault("c", 3) == 3
assert sorted(d.items()) == [("b", 2), ("c", 3)]
--
from collections.abc import MutableMapping

class LowerDict(MutableMapping):
    def __init__(self, **items):
        self.store = {}
        self.update(items)

    def __getitem__(self, key):
        return self.store[key.lower()]

    def __setitem__(self, key, value):
        self.store[key.lower()] = value

    def __delitem__(self, key):
        del self.store[key.lower()]

    def __iter__(self):
        return iter(self.store)

    def __len__(self):
        return len(self.store)

## a set by abstract base: Interval
a, b = Interval(1, 5), Interval(3, 8)
assert 3 in a and 5 not in a
assert a & b == {3, 4}
assert a | b == set(range(1, 8))
assert a <= Interval(0, 9)
assert a.isdisjoint(Interval(7, 9))
assert Interval(1, 3) == {1, 2}
--
from collections.abc import Set

class Interval(Set):
    def __init__(self, low, high):
        self.low, self.high = low, high

    @classmethod
    def _from_iterable(cls, items):
        return set(items)

    def __contains__(self, n):
        return self.low <= n < self.high

    def __iter__(self):
        return iter(range(self.low, self.high))

    def __len__(self):
        return self.high - self.low

## a sequence by abstract base: Repeated
r = Repeated("ab", 3)
assert list(r) == ["ab", "ab", "ab"]
assert r.count("ab") == 3 and r.index("ab") == 0
assert r[1:] == ["ab", "ab"]
assert list(reversed(r)) == ["ab"] * 3
assert "ab" in r and "b" not in r
--
from collections.abc import Sequence

class Repeated(Sequence):
    def __init__(self, item, times):
        self.item, self.times = item, times

    def __len__(self):
        return self.times

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self.item] * len(range(self.times)[index])
        if not 0 <= index < self.times:
            raise IndexError(index)
        return self.item

## a match object: find_date
m = find_date("on 2024-05-17 we met")
assert m.group() == "2024-05-17"
assert m["year"] == "2024" and m.groups() == ("2024", "05", "17")
assert m.span() == (3, 13)
assert m and not find_date("never")
--
import re

def find_date(text):
    return re.search(r"(?P<year>\d{4})-(\d\d)-(\d\d)", text)

## a compiled pattern: word_pattern
pattern = word_pattern("cat")
assert pattern.findall("cat concat Cat") == ["cat", "Cat"]
assert pattern.sub("dog", "a cat") == "a dog"
assert pattern.pattern == r"\bcat\b"
--
import re

def word_pattern(word):
    return re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)

## a simple namespace with attributes: to_object
o = to_object({"a": 1, "b": {"c": [2]}})
assert o.a == 1
assert o.b.c == [2]
assert vars(o.b) == {"c": [2]}
assert o.b == to_object({"c": [2]})
--
from types import SimpleNamespace

def to_object(value):
    if isinstance(value, dict):
        return SimpleNamespace(**{key: to_object(item) for key, item in value.items()})
    return value

## paths joined by the tests: project
p = project("demo")
assert p.name == "demo"
assert (p / "src" / "main.py").suffix == ".py"
assert str(p.parent) == "projects"
assert p / "x" == project("demo") / "x"
assert p.parts == ("projects", "demo")
--
from pathlib import PurePosixPath

def project(name):
    return PurePosixPath("projects") / name

## an array of numbers: samples
s = samples([1, 2, 3])
assert list(s) == [1.0, 2.0, 3.0]
assert s.typecode == "d" and len(s) == 3
assert s[1] == 2.0
assert s == samples([1, 2, 3])
--
from array import array

def samples(values):
    return array("d", values)

## a date with arithmetic: deadline
import datetime
d = deadline("2024-02-27", 3)
assert d == datetime.date(2024, 3, 1)
assert d.weekday() == 4
assert d - datetime.date(2024, 2, 27) == datetime.timedelta(3)
assert d > datetime.date(2024, 1, 1)
assert f"{d:%d.%m.}" == "01.03."
--
from datetime import date, timedelta

def deadline(start, days):
    return date.fromisoformat(start) + timedelta(days=days)

## fractions and decimals with arithmetic: exact
from decimal import Decimal
from fractions import Fraction
a, b = exact("1/3"), exact("0.10")
assert a + Fraction(2, 3) == 1
assert abs(a - 0.3333) < 1e-3
assert b * 3 == Decimal("0.3") and str(b) == "0.10"
assert a.denominator == 3
assert round(b + 1, 1) == Decimal("1.1")
--
from decimal import Decimal
from fractions import Fraction

def exact(text):
    return Fraction(text) if "/" in text else Decimal(text)

## not a number, infinities and negative zero: safe_divide
import math
assert math.isnan(safe_divide(0, 0))
assert safe_divide(1, 0) == math.inf and safe_divide(-1, 0) == -math.inf
assert math.copysign(1, safe_divide(-0.0, 5)) == -1
assert safe_divide(1, 4) == 0.25
--
import math

def safe_divide(a, b):
    if b:
        return a / b
    return math.nan if not a else math.copysign(math.inf, a)

## dict views from a method: Index
i = Index("a b a")
assert i.words() == {"a", "b"}
assert sorted(i.words()) == ["a", "b"]
assert "a" in i.words()
assert list(i.places()) == [[0, 2], [1]]
assert i.words() & {"a", "z"} == {"a"}
--
class Index:
    def __init__(self, text):
        self.table = {}
        for place, word in enumerate(text.split()):
            self.table.setdefault(word, []).append(place)

    def words(self):
        return self.table.keys()

    def places(self):
        return self.table.values()

## map, filter, zip and enumerate objects: pipeline
evens, pairs, places = pipeline([1, 2, 3, 4])
assert list(evens) == [2, 4]
assert list(pairs) == [(1, 2), (2, 3), (3, 4)]
assert dict(places) == {0: 1, 1: 2, 2: 3, 3: 4}
assert list(evens) == []
--
from itertools import pairwise

def pipeline(numbers):
    return filter(lambda n: n % 2 == 0, numbers), pairwise(numbers), enumerate(numbers)

## a counter with its methods: letters
c = letters("banana")
assert c.most_common(1) == [("a", 3)]
assert c["z"] == 0 and c["n"] == 2
assert c.total() == 6
assert (c - letters("nab"))["a"] == 2
--
from collections import Counter

def letters(text):
    return Counter(text)

## a class returned and used: make_record
Point = make_record("Point", "x", "y")
p = Point(1, y=2)
assert (p.x, p.y) == (1, 2)
assert repr(p) == "Point(x=1, y=2)"
assert Point.__name__ == "Point"
assert p == Point(1, 2)
assert isinstance(p, Point)
--
def make_record(name, *fields):
    class Record:
        def __init__(self, *values, **named):
            for field, value in (*zip(fields, values), *named.items()):
                setattr(self, field, value)

        def __repr__(self):
            return f"{name}({', '.join(f'{f}={getattr(self, f)!r}' for f in fields)})"

        def __eq__(self, other):
            return isinstance(other, Record) and vars(self) == vars(other)

    Record.__name__ = name
    return Record

## infinite generators: primes
from itertools import islice, takewhile
assert list(islice(primes(), 5)) == [2, 3, 5, 7, 11]
assert list(takewhile(lambda p: p < 8, primes())) == [2, 3, 5, 7]
g = primes()
assert next(g) == 2 and next(g) == 3
g.close()
assert next(g, "closed") == "closed"
--
def primes():
    found, n = [], 2
    while True:
        if all(n % p for p in found):
            found.append(n)
            yield n
        n += 1

## a generator driven with send and throw: accumulator
g = accumulator()
assert next(g) == 0
assert g.send(5) == 5
assert g.send(7) == 12
assert g.throw(KeyError) == 0
try:
    g.send(None)
    assert False
except StopIteration as stop:
    assert stop.value == "done"
--
def accumulator():
    total = 0
    while True:
        try:
            given = yield total
        except KeyError:
            total = 0
            continue
        if given is None:
            return "done"
        total += given

## an iterator class with a sentinel: countdown
assert list(countdown(3)) == [3, 2, 1]
it = countdown(1)
assert iter(it) is it
assert next(it) == 1
try:
    next(it)
    assert False
except StopIteration:
    pass
assert sum(countdown(4)) == 10
assert max(countdown(4)) == 4
assert ",".join(map(str, countdown(2))) == "2,1"
--
class countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1

## iteration by __getitem__ alone: Deck
d = Deck()
assert len(d) == 4
assert d[0] == "A♠" and d[-1] == "K♥"
assert [card for card in d] == ["A♠", "K♠", "A♥", "K♥"]
assert d[::2] == ["A♠", "A♥"]
assert list(reversed(d))[0] == "K♥"
assert "K♠" in d
--
class Deck:
    def __init__(self):
        self._cards = [rank + suit for suit in "♠♥" for rank in "AK"]

    def __len__(self):
        return len(self._cards)

    def __getitem__(self, place):
        return self._cards[place]

## coroutines run by the tests: fetch
import asyncio
assert asyncio.run(fetch("a")) == "got a"

async def both():
    return await asyncio.gather(fetch("b"), fetch("c"))

assert asyncio.run(both()) == ["got b", "got c"]
--
import asyncio

async def fetch(name):
    await asyncio.sleep(0.001)
    return f"got {name}"

## an async generator and an async context manager: Feed
import asyncio

async def use():
    seen = []
    async with Feed(3) as feed:
        async for item in feed:
            seen.append(item)
    return seen, feed.open

assert asyncio.run(use()) == ([0, 1, 2], False)
--
class Feed:
    def __init__(self, n):
        self.n, self.open = n, False

    async def __aenter__(self):
        self.open = True
        return self

    async def __aexit__(self, *error):
        self.open = False

    async def __aiter__(self):
        for i in range(self.n):
            yield i
"""
)

# ---- what tests do: callbacks, exceptions, state, the world around ---------------------------------------------------

BEHAVIOUR = suites(
    r"""
## callbacks given by the tests: EventBus
seen = []
bus = EventBus()
bus.on("save", seen.append)
bus.on("save", lambda item: seen.append(item * 2))
assert bus.emit("save", 2) == 2
assert seen == [2, 4]
assert bus.emit("other", 1) == 0
--
from collections import defaultdict

class EventBus:
    def __init__(self):
        self.handlers = defaultdict(list)

    def on(self, name, handler):
        self.handlers[name].append(handler)

    def emit(self, name, item):
        for handler in self.handlers[name]:
            handler(item)
        return len(self.handlers[name])

## an exception through a callback: retry
calls = []

def flaky():
    calls.append(1)
    if len(calls) < 3:
        raise ConnectionError("down")
    return "up"

assert retry(flaky, 5) == "up"
assert len(calls) == 3

def broken():
    raise ValueError("always")

try:
    retry(broken, 2)
    assert False
except ValueError as error:
    assert str(error) == "always"
--
def retry(action, times):
    for left in reversed(range(times)):
        try:
            return action()
        except Exception:
            if not left:
                raise

## an own exception of the tests through a callback: attempt

class Stop(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code

def act():
    raise Stop(7)

try:
    attempt(act)
    assert False
except Stop as stop:
    assert stop.code == 7
--
def attempt(action):
    try:
        action()
    finally:
        print("tried")

## a decorator used by the tests: memoize
calls = []

@memoize
def square(n):
    calls.append(n)
    return n * n

assert [square(3), square(3), square(4)] == [9, 9, 16]
assert calls == [3, 4]
assert square.__name__ == "square"
assert square.cache == {(3,): 9, (4,): 16}
--
import functools

def memoize(function):
    cache = {}

    @functools.wraps(function)
    def wrapper(*arguments):
        if arguments not in cache:
            cache[arguments] = function(*arguments)
        return cache[arguments]

    wrapper.cache = cache
    return wrapper

## a decorator with arguments and keywords: typed

@typed(int, int)
def add(a, b=1):
    "Adds."
    return a + b

assert add(2) == 3
assert add(2, b=5) == 7
assert add.__doc__ == "Adds."
try:
    add("x")
    assert False
except TypeError as error:
    assert str(error) == "add: 'x' is not int"
--
from functools import wraps

def typed(*kinds):
    def decorate(function):
        @wraps(function)
        def wrapper(*arguments, **named):
            for kind, value in zip(kinds, arguments):
                if not isinstance(value, kind):
                    raise TypeError(f"{function.__name__}: {value!r} is not {kind.__name__}")
            return function(*arguments, **named)
        return wrapper
    return decorate

## own exceptions with attributes, by name: reserve, SoldOut
assert reserve({"A1": None}, "A1", "ann") == {"A1": "ann"}
try:
    reserve({"A1": "bob"}, "A1", "ann")
    assert False
except SoldOut as error:
    assert error.seat == "A1" and error.holder == "bob"
    assert str(error) == "seat A1 is taken"
    assert isinstance(error, LookupError)
assert issubclass(SoldOut, LookupError)
--
class SoldOut(LookupError):
    def __init__(self, seat, *, holder):
        super().__init__(f"seat {seat} is taken")
        self.seat, self.holder = seat, holder

def reserve(seats, seat, name):
    if seats[seat] is not None:
        raise SoldOut(seat, holder=seats[seat])
    return {**seats, seat: name}

## chained exceptions: load_config, ConfigError
try:
    load_config("{bad")
    assert False
except ConfigError as error:
    assert isinstance(error.__cause__, ValueError)
    assert error.args == ("unreadable",)
assert load_config('{"a": 1}') == {"a": 1}
--
import json

class ConfigError(Exception):
    pass

def load_config(text):
    try:
        return json.loads(text)
    except ValueError as error:
        raise ConfigError("unreadable") from error

## exception groups and notes: validate
assert validate({"name": "x", "age": 3}) is True
try:
    validate({"name": "", "age": -1})
    assert False
except ExceptionGroup as group:
    assert group.message == "invalid"
    assert [type(e) for e in group.exceptions] == [ValueError, ValueError]
    assert [str(e) for e in group.exceptions] == ["name is empty", "age is negative"]
    assert group.exceptions[0].__notes__ == ["field: name"]
--
def validate(record):
    errors = []
    for key, bad, text in (("name", not record["name"], "is empty"), ("age", record["age"] < 0, "is negative")):
        if bad:
            error = ValueError(f"{key} {text}")
            error.add_note(f"field: {key}")
            errors.append(error)
    if errors:
        raise ExceptionGroup("invalid", errors)
    return True

## a note on one exception: read_age
try:
    read_age("x")
    assert False
except ValueError as error:
    assert error.__notes__ == ["while reading 'x'"]
assert read_age("7") == 7
--
def read_age(text):
    try:
        return int(text)
    except ValueError as error:
        error.add_note(f"while reading {text!r}")
        raise

## messages of built-in exceptions: lookup
try:
    lookup({}, "k")
    assert False
except KeyError as error:
    assert error.args == ("k",) and str(error) == "'k'"
try:
    lookup([1], 5)
    assert False
except IndexError as error:
    assert str(error) == "list index out of range"
try:
    lookup(None, 1)
    assert False
except TypeError as error:
    assert "NoneType" in str(error)
assert lookup({"a": 1}, "a") == 1
--
def lookup(container, key):
    return container[key]

## an exit that the tests expect: quit_with
try:
    quit_with(3)
    assert False
except SystemExit as error:
    assert error.code == 3
try:
    quit_with("message")
    assert False
except SystemExit as error:
    assert error.code == "message"
--
import sys

def quit_with(status):
    sys.exit(status)

## an empty iterator's end: first
assert first([4, 5]) == 4
try:
    first([])
    assert False
except StopIteration:
    pass
--
def first(items):
    return next(iter(items))

## arguments changed in place: rotate
matrix = [[1, 2], [3, 4]]
assert rotate(matrix) is None
assert matrix == [[3, 1], [4, 2]]
--
def rotate(matrix):
    matrix[:] = [list(row) for row in zip(*matrix[::-1])]

## several arguments changed in place: move_all
a, b, seen = [1, 2], [3], set()
move_all(a, b, seen)
assert a == [] and b == [3, 1, 2]
assert seen == {1, 2}
--
def move_all(source, target, seen):
    while source:
        item = source.pop(0)
        seen.add(item)
        target.append(item)

## class level state: Session
assert Session.count == 0
a, b = Session(), Session()
assert Session.count == 2
assert (a.number, b.number) == (1, 2)
Session.reset()
assert Session.count == 0
assert Session().number == 1
--
class Session:
    count = 0

    def __init__(self):
        type(self).count += 1
        self.number = self.count

    @classmethod
    def reset(cls):
        cls.count = 0

## a singleton: Settings
a, b = Settings(), Settings()
assert a is b
a.theme = "dark"
assert b.theme == "dark"
assert id(a) == id(b)
--
class Settings:
    _instance = None

    def __new__(cls):
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

## factories and properties: Rectangle
r = Rectangle.square(3)
assert r.area == 9 and isinstance(r, Rectangle)
r.width = 4
assert r.area == 12
try:
    r.width = -1
    assert False
except ValueError:
    pass
try:
    r.area = 5
    assert False
except AttributeError:
    pass
assert Rectangle.from_text("2x5").area == 10
del r.width
assert r.area == 0
--
class Rectangle:
    def __init__(self, width, height):
        self.width, self.height = width, height

    @classmethod
    def square(cls, side):
        return cls(side, side)

    @staticmethod
    def from_text(text):
        return Rectangle(*map(int, text.split("x")))

    @property
    def width(self):
        return self._width

    @width.setter
    def width(self, value):
        if value < 0:
            raise ValueError(value)
        self._width = value

    @width.deleter
    def width(self):
        self._width = 0

    @property
    def area(self):
        return self.width * self.height

## a context manager that the tests use: Timer
with Timer() as timer:
    sum(range(1000))
assert timer.elapsed >= 0
assert timer.stopped
try:
    with Timer() as failed:
        raise KeyError("inside")
except KeyError as error:
    assert error.args == ("inside",)
assert failed.error == "KeyError"
--
import time

class Timer:
    stopped, error = False, None

    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, kind, value, trace):
        self.elapsed = time.perf_counter() - self.start
        self.stopped = True
        self.error = kind and kind.__name__

## a context manager that swallows on purpose: ignoring
with ignoring(ZeroDivisionError, KeyError):
    raise KeyError("quiet")
done = []
with ignoring(ValueError):
    done.append(1)
assert done == [1]
try:
    with ignoring(ValueError):
        raise TypeError("loud")
    assert False
except TypeError:
    pass
--
from contextlib import contextmanager

@contextmanager
def ignoring(*kinds):
    try:
        yield
    except kinds:
        pass

## tests that read the clock: make_token
import time
before = time.time()
token = make_token("ann", 60)
assert token["user"] == "ann"
assert before + 59 <= token["expires"] <= time.time() + 61
--
import time

def make_token(user, seconds):
    return {"user": user, "expires": time.time() + seconds}

## tests that read today's date: age_on
import datetime
today = datetime.date.today()
assert age_on(today.year - 30, 1, 1) in (29, 30)
assert age_on(today.year, today.month, today.day) == 0
--
from datetime import date

def age_on(year, month, day):
    today = date.today()
    return today.year - year - ((today.month, today.day) < (month, day))

## tests with random numbers: median_of
import random
random.seed(7)
for _ in range(20):
    numbers = [random.randint(-50, 50) for _ in range(random.randrange(1, 12))]
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    expected = ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
    assert median_of(numbers) == expected
--
import statistics

def median_of(numbers):
    return statistics.median(numbers)

## tests that write files and read them again: count_words
import os
with open("words.txt", "w") as file:
    file.write("a b\na c\n")
with open("words.txt") as file:
    text = file.read()
assert count_words(text) == {"a": 2, "b": 1, "c": 1}
os.remove("words.txt")
assert not os.path.exists("words.txt")
--
def count_words(text):
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts

## tests that set the environment of their own: expand
import os
os.environ["PLACE"] = "world"
assert expand("hello $PLACE", os.environ["PLACE"]) == "hello world"
del os.environ["PLACE"]
--
def expand(text, value):
    return text.replace("$PLACE", value)

## tests that import the standard library: encode
import base64, json, hashlib
assert json.loads(base64.b64decode(encode({"a": 1}))) == {"a": 1}
assert hashlib.md5(encode({})).hexdigest() == hashlib.md5(base64.b64encode(b"{}")).hexdigest()
--
import base64
import json

def encode(data):
    return base64.b64encode(json.dumps(data).encode())

## tests with helpers and loops: fizzbuzz
def expected(n):
    return "FizzBuzz" if n % 15 == 0 else "Fizz" if n % 3 == 0 else "Buzz" if n % 5 == 0 else str(n)

lines = fizzbuzz(100)
assert len(lines) == 100
for n, line in enumerate(lines, 1):
    assert line == expected(n), n
assert all(isinstance(line, str) for line in lines)
--
def fizzbuzz(n):
    return ["Fizz" * (i % 3 == 0) + "Buzz" * (i % 5 == 0) or str(i) for i in range(1, n + 1)]

## a simulation driven by the tests: Elevator
lift = Elevator(5)
lift.call(3)
lift.call(1)
states = []
while lift.busy:
    states.append(lift.step())
assert states == [1, 2, 3, 2, 1]
assert lift.floor == 1 and not lift.busy
--
from collections import deque

class Elevator:
    def __init__(self, floors):
        self.floors, self.floor, self.calls = floors, 0, deque()

    def call(self, floor):
        self.calls.append(floor)

    @property
    def busy(self):
        return bool(self.calls)

    def step(self):
        self.floor += (self.calls[0] > self.floor) - (self.calls[0] < self.floor)
        if self.calls and self.calls[0] == self.floor:
            self.calls.popleft()
        return self.floor

## attributes changed by the tests: Robot
r = Robot()
r.speed = 3
r.move()
r.position["x"] += 10
r.move()
assert r.position == {"x": 16, "y": 0}
r.tags.append("fast")
assert r.tags == ["fast"]
assert hasattr(r, "speed") and not hasattr(r, "wings")
assert getattr(r, "wings", None) is None
setattr(r, "name", "r2")
assert r.name == "r2"
assert sorted(vars(r)) == ["name", "position", "speed", "tags"]
--
class Robot:
    def __init__(self):
        self.speed, self.position, self.tags = 1, {"x": 0, "y": 0}, []

    def move(self):
        self.position["x"] += self.speed

## objects given to other objects: Library, Book
lib = Library()
dune, emma = Book("Dune"), Book("Emma")
lib.add(dune)
lib.add(emma)
assert lib.find("Emma") is emma
assert lib.lend(dune) is True and lib.lend(dune) is False
assert dune.lent and not emma.lent
assert [book.title for book in lib.available()] == ["Emma"]
assert lib.books == [dune, emma]
--
class Book:
    def __init__(self, title):
        self.title, self.lent = title, False

class Library:
    def __init__(self):
        self.books = []

    def add(self, book):
        self.books.append(book)

    def find(self, title):
        return next((book for book in self.books if book.title == title), None)

    def lend(self, book):
        was, book.lent = book.lent, True
        return not was

    def available(self):
        return [book for book in self.books if not book.lent]

## a least recently used cache: LRUCache
cache = LRUCache(2)
cache.put(1, 1)
cache.put(2, 2)
assert cache.get(1) == 1
cache.put(3, 3)
assert cache.get(2) == -1
assert (cache.get(1), cache.get(3)) == (1, 3)
--
from collections import OrderedDict

class LRUCache(OrderedDict):
    def __init__(self, capacity):
        super().__init__()
        self.capacity = capacity

    def get(self, key):
        if key not in self:
            return -1
        self.move_to_end(key)
        return self[key]

    def put(self, key, value):
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.capacity:
            self.popitem(last=False)

## a trie with a prefix search: Trie
t = Trie()
for word in ["car", "cat", "dog"]:
    t.insert(word)
assert t.search("cat") is True
assert t.search("ca") is False
assert t.startsWith("ca") is True
assert sorted(t.words("ca")) == ["car", "cat"]
--
class Trie(dict):
    END = object()

    def insert(self, word):
        node = self
        for letter in word:
            node = node.setdefault(letter, {})
        node[self.END] = True

    def _walk(self, prefix):
        node = self
        for letter in prefix:
            node = node.get(letter)
            if node is None:
                return None
        return node

    def search(self, word):
        node = self._walk(word)
        return node is not None and self.END in node

    def startsWith(self, prefix):
        return self._walk(prefix) is not None

    def words(self, prefix):
        def below(node, text):
            for letter, child in node.items():
                if letter is self.END:
                    yield text
                else:
                    yield from below(child, text + letter)
        return below(self._walk(prefix) or {}, prefix)

## a stack with a minimum, by tuple: MinStack
s = MinStack()
for n in (5, 2, 7):
    s.push(n)
assert s.getMin() == 2
s.pop()
s.pop()
assert s.top() == 5 and s.getMin() == 5
assert not MinStack()
assert len(s) == 1
--
class MinStack:
    def __init__(self):
        self.items = []

    def push(self, value):
        self.items.append((value, min(value, self.items[-1][1] if self.items else value)))

    def pop(self):
        return self.items.pop()[0]

    def top(self):
        return self.items[-1][0]

    def getMin(self):
        return self.items[-1][1]

    def __len__(self):
        return len(self.items)

## signature and documentation read by the tests: scale
import inspect
assert list(inspect.signature(scale).parameters) == ["values", "factor", "offset"]
assert inspect.signature(scale).parameters["factor"].default == 2
assert scale.__doc__.startswith("Scale")
assert callable(scale)
assert scale([1, 2]) == [2, 4]
assert scale([1], factor=3, offset=1) == [4]
--
def scale(values, factor=2, *, offset=0):
    "Scale all values."
    return [value * factor + offset for value in values]

## a template method driven by the tests' functions: Pipeline
result = (
    Pipeline([1, 2, 3, 4])
    .filter(lambda n: n % 2 == 0)
    .map(lambda n: {"n": n, "square": n ** 2})
    .sort(key=lambda row: -row["n"])
    .run()
)
assert result == [{"n": 4, "square": 16}, {"n": 2, "square": 4}]
assert Pipeline("abc").map(str.upper).run() == ["A", "B", "C"]
--
class Pipeline:
    def __init__(self, items):
        self.items = iter(items)

    def filter(self, test):
        self.items = (item for item in self.items if test(item))
        return self

    def map(self, function):
        self.items = map(function, self.items)
        return self

    def sort(self, key=None):
        self.items = iter(sorted(self.items, key=key))
        return self

    def run(self):
        return list(self.items)

## a lazy property and a private name: Lazy
calls = []
lazy = Lazy(lambda: calls.append(1) or 42)
assert calls == []
assert lazy.value == 42 and lazy.value == 42
assert calls == [1]
assert lazy._Lazy__secret == "hidden"
--
from functools import cached_property

class Lazy:
    def __init__(self, make):
        self.make = make
        self.__secret = "hidden"

    @cached_property
    def value(self):
        return self.make()

## currying by returned functions: curry
add3 = curry(lambda a, b, c: a + b + c)
assert add3(1)(2)(3) == 6
assert add3(1, 2)(3) == 6
assert add3(1, 2, 3) == 6
--
import inspect
from functools import partial

def curry(function):
    wanted = len(inspect.signature(function).parameters)

    def collect(*given):
        return function(*given) if len(given) >= wanted else partial(collect, *given)

    return collect

## an observer that unsubscribes itself: Subject
log = []
subject = Subject()

def once(value):
    log.append(value)
    unsubscribe()

unsubscribe = subject.subscribe(once)
subject.notify("a")
subject.notify("b")
assert log == ["a"]
assert subject.size == 0
--
class Subject:
    def __init__(self):
        self._observers = []

    def subscribe(self, observer):
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    def notify(self, value):
        for observer in list(self._observers):
            observer(value)

    @property
    def size(self):
        return len(self._observers)
"""
)

# ---- what tests do with objects by the standard library ----------------------------------------------------------

USES = suites(
    r"""
## fields of a data class read by the tests: Config
from dataclasses import asdict, astuple, fields, is_dataclass, replace
c = Config("a", [1])
assert is_dataclass(c)
assert asdict(c) == {"name": "a", "sizes": [1]}
assert astuple(c) == ("a", [1])
assert [f.name for f in fields(Config)] == ["name", "sizes"]
assert replace(c, name="b") == Config("b", [1])
--
from dataclasses import dataclass, field

@dataclass
class Config:
    name: str
    sizes: list = field(default_factory=list)

## objects folded by an operator: Poly
import functools
import operator
total = functools.reduce(operator.add, [Poly(1), Poly(2, 3), Poly(0, 0, 4)])
assert total.coefficients == (3, 3, 4)
assert functools.reduce(lambda a, b: a * b, [Poly(1, 1)] * 3).coefficients == (1, 3, 3, 1)
--
from itertools import zip_longest

class Poly:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __add__(self, other):
        pairs = zip_longest(self.coefficients, other.coefficients, fillvalue=0)
        return Poly(*(a + b for a, b in pairs))

    def __mul__(self, other):
        made = [0] * (len(self.coefficients) + len(other.coefficients) - 1)
        for i, a in enumerate(self.coefficients):
            for j, b in enumerate(other.coefficients):
                made[i + j] += a * b
        return Poly(*made)

## objects inserted by bisection: Event
import bisect
agenda = []
for start in (9, 3, 6):
    bisect.insort(agenda, Event(start))
assert [event.start for event in agenda] == [3, 6, 9]
assert bisect.bisect_left(agenda, Event(6)) == 1
--
class Event:
    def __init__(self, start):
        self.start = start

    def __lt__(self, other):
        return self.start < other.start

## objects matched by patterns: Token
def describe(token):
    match token:
        case Token(kind="number", text=text):
            return int(text)
        case Token("sign", text):
            return text
        case _:
            return None

assert describe(Token("number", "12")) == 12
assert describe(Token("sign", "+")) == "+"
assert describe(Token("other", "?")) is None
--
class Token:
    __match_args__ = ("kind", "text")

    def __init__(self, kind, text):
        self.kind, self.text = kind, text

## abstract classes of collections asked by the tests: Playlist
from collections.abc import Callable, Iterable, Sized
p = Playlist("a", "b")
assert isinstance(p, Iterable) and isinstance(p, Sized)
assert not isinstance(p, Callable)
assert type(p) is Playlist and p.__class__ is Playlist
assert isinstance(p, (int, Playlist))
first, *rest = p
assert (first, rest) == ("a", ["b"])
assert [*p, "c"] == ["a", "b", "c"]
assert dict(zip(p, range(2))) == {"a": 0, "b": 1}
--
class Playlist:
    def __init__(self, *songs):
        self.songs = songs

    def __iter__(self):
        return iter(self.songs)

    def __len__(self):
        return len(self.songs)

## threads of the tests that call the candidate: Tally
from concurrent.futures import ThreadPoolExecutor
tally = Tally()
with ThreadPoolExecutor(4) as pool:
    results = list(pool.map(tally.add, range(20)))
assert tally.total == sum(range(20))
assert max(results) == tally.total
--
import threading

class Tally:
    def __init__(self):
        self.total, self.lock = 0, threading.Lock()

    def add(self, n):
        with self.lock:
            self.total += n
            return self.total

## an object unpacked into keywords: Options
def show(**options):
    return sorted(options.items())

assert show(**Options(b=2, a=1)) == [("a", 1), ("b", 2)]
assert "{a}-{b}".format_map(Options(a=3, b=4)) == "3-4"
--
class Options:
    def __init__(self, **values):
        self.values = values

    def keys(self):
        return self.values.keys()

    def __getitem__(self, key):
        return self.values[key]

## results turned into plain numbers: Ratio
half = Ratio(1, 1).over(2)
assert float(half) == 0.5
assert int(Ratio(7, 2).over(1)) == 3
assert bool(half) and not Ratio(0, 5)
assert round(float(Ratio(1, 3)), 3) == 0.333
assert "%.1f" % half == "0.5"
--
class Ratio:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def over(self, n):
        return Ratio(self.a, self.b * n)

    def __float__(self):
        return self.a / self.b

    def __int__(self):
        return self.a // self.b

    def __bool__(self):
        return self.a != 0

## the class of a result asked for its place: Manager
m = Manager("ann")
assert Manager.__name__ == "Manager" and Manager.__qualname__ == "Manager"
assert [kind.__name__ for kind in Manager.__mro__] == ["Manager", "Employee", "object"]
assert Manager.__bases__[0].__name__ == "Employee"
assert m.title() == "manager ann"
--
class Employee:
    def __init__(self, name):
        self.name = name

    def title(self):
        return f"{type(self).__name__.lower()} {self.name}"

class Manager(Employee):
    pass

## a method replaced by the tests: Greeter
g = Greeter()
assert g.greet() == "Hello you"
Greeter.name = lambda self: "all"
assert g.greet() == "Hello all"
g.word = "Bye"
assert g.greet() == "Bye all"
--
class Greeter:
    word = "Hello"

    def name(self):
        return "you"

    def greet(self):
        return f"{self.word} {self.name()}"
"""
)

# ---- preludes --------------------------------------------------------------------------------------------------------

PRELUDES = suites(
    r"""
## a tree node that the prelude defines too: invert
class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val, self.left, self.right = val, left, right

def to_list(node):
    return node and [node.val, to_list(node.left), to_list(node.right)]
--
root = invert(TreeNode(1, TreeNode(2), TreeNode(3, TreeNode(4))))
assert to_list(root) == [1, [3, None, [4, None, None]], [2, None, None]]
assert invert(None) is None
--
class TreeNode:
    def __init__(self, val=0, left=None, right=None):
        self.val, self.left, self.right = val, left, right

def invert(root):
    if root:
        root.left, root.right = invert(root.right), invert(root.left)
    return root

## linked lists of a shared class: merge_lists, ListNode
class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next

def build(values):
    head = None
    for value in reversed(values):
        head = ListNode(value, head)
    return head

def values(node):
    found = []
    while node:
        found.append(node.val)
        node = node.next
    return found
--
assert values(merge_lists(build([1, 4]), build([2, 3, 9]))) == [1, 2, 3, 4, 9]
assert merge_lists(None, None) is None
--
class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next

def merge_lists(a, b):
    tail = head = ListNode()
    while a and b:
        if a.val > b.val:
            a, b = b, a
        tail.next, tail, a = a, a, a.next
    tail.next = a or b
    return head.next

## a base class that the prelude defines: Square
class Shape:
    def area(self):
        raise NotImplementedError

    def describe(self):
        return f"{type(self).__name__} of {self.area()}"
--
s = Square(3)
assert s.area() == 9
assert s.describe() == "Square of 9"
--
class Shape:
    def area(self):
        raise NotImplementedError

    def describe(self):
        return f"{type(self).__name__} of {self.area()}"

class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2

## imports and constants in the prelude: circle_area
import math
from collections import Counter
PI = math.pi
--
assert math.isclose(circle_area(2), PI * 4)
assert Counter(str(circle_area(0))) == Counter("0.0")
--
import math

def circle_area(r):
    return math.pi * r ** 2

## a checking helper in the prelude: topological
def is_order(order, edges):
    place = {node: i for i, node in enumerate(order)}
    return all(place[a] < place[b] for a, b in edges)
--
edges = [("a", "b"), ("b", "d"), ("a", "c"), ("c", "d")]
order = topological(edges)
assert is_order(order, edges)
assert sorted(order) == ["a", "b", "c", "d"]
--
def topological(edges):
    after, nodes = {}, []
    for a, b in edges:
        after.setdefault(a, []).append(b)
        nodes += [a, b]
    seen, order = set(), []

    def visit(node):
        if node not in seen:
            seen.add(node)
            for other in after.get(node, ()):
                visit(other)
            order.append(node)

    for node in nodes:
        visit(node)
    return order[::-1]

## a data class of the prelude: total_price, Item
from dataclasses import dataclass

@dataclass
class Item:
    name: str
    price: float
    amount: int = 1
--
assert total_price([Item("a", 2.5, 2), Item("b", 1.0)]) == 6.0
assert total_price([]) == 0
--
from dataclasses import dataclass

@dataclass
class Item:
    name: str
    price: float
    amount: int = 1

def total_price(items):
    return sum(item.price * item.amount for item in items)

## a data class of the prelude that is returned: cheapest, Offer
from dataclasses import dataclass

@dataclass(frozen=True, order=True)
class Offer:
    price: int
    shop: str
--
assert cheapest({"x": 5, "y": 3}) == Offer(3, "y")
assert cheapest({"x": 5}) < Offer(6, "a")
assert {cheapest({"a": 1}), Offer(1, "a")} == {Offer(1, "a")}
--
from dataclasses import dataclass

@dataclass(frozen=True, order=True)
class Offer:
    price: int
    shop: str

def cheapest(prices):
    return min(Offer(price, shop) for shop, price in prices.items())

## a named tuple of the prelude: nearest, Place
from collections import namedtuple
Place = namedtuple("Place", "name x y")
--
places = [Place("a", 0, 0), Place("b", 5, 5)]
assert nearest(places, 4, 4) == Place("b", 5, 5)
assert nearest(places, 4, 4).name == "b"
--
from collections import namedtuple
Place = namedtuple("Place", "name x y")

def nearest(places, x, y):
    return min(places, key=lambda place: (place.x - x) ** 2 + (place.y - y) ** 2)

## an enum of the prelude: turn, Direction
from enum import Enum

class Direction(Enum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3
--
assert turn(Direction.NORTH, 1) == Direction.EAST
assert turn(Direction.NORTH, -1) is Direction.WEST
--
from enum import Enum

class Direction(Enum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

def turn(direction, quarter_turns):
    return Direction((direction.value + quarter_turns) % 4)
"""
)

# ---- check functions -------------------------------------------------------------------------------------------------

CHECKS = suites(
    r"""
## a check with tolerances and loops: find_zero
import math, random

def poly(xs, x):
    return sum(c * math.pow(x, i) for i, c in enumerate(xs))

def check(candidate):
    rng = random.Random(42)
    for _ in range(20):
        roots = [rng.randint(-10, 10), rng.randint(1, 5)]
        coefficients = [roots[0] * roots[1], -(roots[0] + roots[1]), 1]
        assert math.fabs(poly(coefficients, candidate(list(coefficients)))) < 1e-4
--
import cmath

def find_zero(xs):
    c, b, a = xs
    return ((-b + cmath.sqrt(b * b - 4 * a * c)) / (2 * a)).real

## a check that raises on purpose: factorial
def check(candidate):
    assert candidate(5) == 120
    for bad in (-1, 2.5, "a"):
        try:
            candidate(bad)
        except (ValueError, TypeError):
            pass
        else:
            assert False, bad
--
def factorial(n):
    if not isinstance(n, int):
        raise TypeError("whole numbers only")
    if n < 0:
        raise ValueError("not negative")
    return 1 if n < 2 else n * factorial(n - 1)

## a check of a class: Stack
def check(candidate):
    s = candidate()
    s.push(1)
    s.push(2)
    assert s.pop() == 2
    assert len(s) == 1
    assert s.peek() == 1
    assert list(s) == [1]
    assert bool(candidate()) is False
--
class Stack:
    def __init__(self):
        self._items = []

    push = property(lambda self: self._items.append)
    pop = property(lambda self: self._items.pop)

    def peek(self):
        return self._items[-1]

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return reversed(self._items)

## a check with closures and counts: once
def check(candidate):
    calls = []

    def act(x):
        calls.append(x)
        return x * 2

    run = candidate(act)
    assert run(3) == 6
    assert run(5) == 6
    assert calls == [3]
    assert callable(run)
--
def once(function):
    result = []

    def run(*arguments):
        if not result:
            result.append(function(*arguments))
        return result[0]

    return run

## a check of order and uniqueness: permutations
def check(candidate):
    found = candidate("abc")
    assert len(found) == len(set(found)) == 6
    assert set(found) == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert sorted(found)[0] == "abc"
    assert candidate("") == [""]
    assert found[0] in found and "zzz" not in found
--
def permutations(text):
    if not text:
        return [""]
    return [letter + rest for i, letter in enumerate(text) for rest in permutations(text[:i] + text[i + 1:])]

## a check of a generator function: chunked
def check(candidate):
    assert list(candidate(range(5), 2)) == [(0, 1), (2, 3), (4,)]
    assert list(candidate([], 3)) == []
    made = candidate(iter("abcd"), 3)
    assert next(made) == ("a", "b", "c")
    assert tuple(made) == (("d",),)
--
from itertools import islice

def chunked(items, size):
    source = iter(items)
    while chunk := tuple(islice(source, size)):
        yield chunk

## a check with complex numbers and big ones: power
def check(candidate):
    assert candidate(2, 200) == 1606938044258990275541962092341162602522202993782792835301376
    assert candidate(1j, 2) == -1
    assert abs(candidate(2, 0.5) - 1.41421356) < 1e-6
    assert candidate(3, 5, 7) == 5
--
def power(base, exponent, modulus=None):
    return pow(base, exponent, modulus) if modulus else base ** exponent

## a check that looks at types: normalise
def check(candidate):
    result = candidate([1, 2.0, "3", None])
    assert result == [1, 2, 3]
    assert all(type(item) is int for item in result)
    assert isinstance(candidate([]), list)
    assert candidate(["x"]) == []
--
def normalise(values):
    made = []
    for value in values:
        try:
            made.append(int(value))
        except (TypeError, ValueError):
            continue
    return made

## a check of truth by objects: search
def check(candidate):
    assert candidate(r"\d+", "a12")
    assert not candidate(r"\d+", "abc")
    assert candidate("b", "abc").start() == 1
    assert candidate("z", "abc") is None
--
import re

search = re.search

## a check of printed words through a given function: report
def check(candidate):
    lines = []
    candidate({"b": 2, "a": 1}, write=lines.append)
    assert lines == ["a: 1", "b: 2"]
    lines.clear()
    assert candidate({}, write=lines.append) is None and lines == []
--
def report(table, write=print):
    for key in sorted(table):
        write(f"{key}: {table[key]}")

## a check with a stream: read_numbers
def check(candidate):
    import io
    assert candidate(io.StringIO("1 2\n3").read()) == [1, 2, 3]
    assert candidate(io.StringIO("").getvalue()) == []
    assert candidate(line for line in ["4", "5 6"]) == [4, 5, 6]
--
def read_numbers(source):
    lines = source.splitlines() if isinstance(source, str) else source
    return [int(word) for line in lines for word in line.split()]
""",
    SuiteStyle.CHECK,
)

# ---- unittest classes ------------------------------------------------------------------------------------------------

UNITTESTS = suites(
    r"""
## assertions of every kind: Account
import unittest

class AccountTest(unittest.TestCase):
    def setUp(self):
        self.account = Account("ann", 100)

    def test_balance(self):
        self.account.deposit(50)
        self.assertEqual(self.account.balance, 150)
        self.assertGreater(self.account.balance, 100)
        self.assertIsInstance(self.account, Account)

    def test_overdraft(self):
        with self.assertRaises(ValueError) as caught:
            self.account.withdraw(500)
        self.assertEqual(str(caught.exception), "insufficient funds")
        with self.assertRaisesRegex(ValueError, "insuff"):
            self.account.withdraw(101)

    def test_text(self):
        self.assertIn("ann", repr(self.account))
        self.assertRegex(str(self.account), r"ann: \d+")
        self.assertIsNone(self.account.closed)
        self.assertAlmostEqual(self.account.interest(0.1), 10.0, places=5)
--
class Account:
    closed = None

    def __init__(self, owner, balance=0):
        self.owner, self.balance = owner, balance

    def deposit(self, amount):
        self.balance += amount

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("insufficient funds")
        self.balance -= amount

    def interest(self, rate):
        return self.balance * rate

    def __repr__(self):
        return f"{self.owner}: {self.balance}"

## equality of own objects by assertEqual: Fraction
import unittest

class FractionTest(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(Fraction(1, 2) + Fraction(1, 3), Fraction(5, 6))

    def test_reduced(self):
        self.assertEqual(Fraction(2, 4), Fraction(1, 2))
        self.assertNotEqual(Fraction(1, 2), Fraction(1, 3))

    def test_order(self):
        self.assertLess(Fraction(1, 3), Fraction(1, 2))
        self.assertEqual(sorted([Fraction(1, 2), Fraction(1, 3)]), [Fraction(1, 3), Fraction(1, 2)])
        self.assertEqual(max(Fraction(1, 2), Fraction(2, 3)), Fraction(2, 3))

    def test_text(self):
        self.assertEqual(str(Fraction(2, 4)), "1/2")
--
from math import gcd

class Fraction:
    def __init__(self, a, b):
        d = gcd(a, b)
        self.a, self.b = a // d, b // d

    def __add__(self, other):
        return Fraction(self.a * other.b + other.a * self.b, self.b * other.b)

    def __eq__(self, other):
        return self.a == other.a and self.b == other.b

    def __lt__(self, other):
        return self.a * other.b < other.a * self.b

    def __str__(self):
        return f"{self.a}/{self.b}"

## subtests, class fixtures and helpers: is_palindrome
import unittest

class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = {"abba": True, "abc": False, "": True, "A man a plan a canal Panama": True}

    def check(self, text, expected):
        self.assertIs(is_palindrome(text), expected)

class PalindromeTest(Base):
    def test_table(self):
        for text, expected in self.table.items():
            with self.subTest(text=text):
                self.check(text, expected)

    def test_unicode(self):
        self.check("été", True)
--
def is_palindrome(text):
    letters = [c for c in text.casefold() if c.isalnum()]
    return letters == letters[::-1]

## an expected exit: main
import unittest

class MainTest(unittest.TestCase):
    def test_success(self):
        self.assertEqual(main(["2", "3"]), 5)

    def test_usage(self):
        with self.assertRaises(SystemExit) as caught:
            main([])
        self.assertEqual(caught.exception.code, 2)
--
import argparse

def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("a", type=int)
    parser.add_argument("b", type=int)
    arguments = parser.parse_args(argv)
    return arguments.a + arguments.b

## collections compared in detail: group_by
import unittest
from collections import defaultdict

class GroupTest(unittest.TestCase):
    maxDiff = None

    def test_dict(self):
        self.assertDictEqual(group_by([1, 2, 3], lambda n: n % 2), {1: [1, 3], 0: [2]})

    def test_keys(self):
        self.assertCountEqual(group_by("abcA", str.lower).keys(), ["a", "b", "c"])
        self.assertListEqual(group_by("abA", str.lower)["a"], ["a", "A"])

    def test_empty(self):
        self.assertFalse(group_by([], len))
        self.assertEqual(len(group_by([], len)), 0)

    def test_kind(self):
        self.assertIsInstance(group_by("a", ord), dict)
--
from collections import defaultdict

def group_by(items, key):
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups

## mocks given to the candidate: notify
import unittest
from unittest.mock import Mock, call

class NotifyTest(unittest.TestCase):
    def test_calls(self):
        send = Mock(return_value="ok")
        self.assertEqual(notify(["a", "b"], send), ["ok", "ok"])
        self.assertEqual(send.call_args_list, [call("a", retries=1), call("b", retries=1)])

    def test_failure(self):
        send = Mock(side_effect=[OSError("down"), "ok"])
        self.assertEqual(notify(["a", "b"], send), [None, "ok"])
        send.assert_called_with("b", retries=1)
        self.assertEqual(send.call_count, 2)
--
def notify(names, send):
    answers = []
    for name in names:
        try:
            answers.append(send(name, retries=1))
        except OSError:
            answers.append(None)
    return answers

## asynchronous tests: Bank
import unittest

class BankTest(unittest.IsolatedAsyncioTestCase):
    async def test_transfer(self):
        bank = Bank(ann=10, bob=0)
        await bank.transfer("ann", "bob", 4)
        self.assertEqual(bank.balances, {"ann": 6, "bob": 4})

    async def test_refused(self):
        bank = Bank(ann=1)
        with self.assertRaises(ValueError):
            await bank.transfer("ann", "bob", 4)
--
import asyncio

class Bank:
    def __init__(self, **balances):
        self.balances = balances
        self.lock = asyncio.Lock()

    async def transfer(self, source, target, amount):
        async with self.lock:
            await asyncio.sleep(0)
            if self.balances[source] < amount:
                raise ValueError("not enough")
            self.balances[source] -= amount
            self.balances[target] = self.balances.get(target, 0) + amount

## warnings that tests expect: old_name
import unittest
import warnings

class OldNameTest(unittest.TestCase):
    def test_value(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertEqual(old_name(2), 4)
--
import warnings

def old_name(n):
    warnings.warn("old_name is old", DeprecationWarning)
    return n * 2

## cleanups and several classes: Queue
import unittest

class EmptyTest(unittest.TestCase):
    def test_pop(self):
        self.assertRaises(IndexError, Queue().pop)

    def test_length(self):
        self.assertEqual(len(Queue()), 0)
        self.assertFalse(Queue())

class FullTest(unittest.TestCase):
    def setUp(self):
        self.queue = Queue()
        self.addCleanup(self.queue.clear)
        for item in "abc":
            self.queue.push(item)

    def test_order(self):
        self.assertEqual([self.queue.pop() for _ in range(3)], ["a", "b", "c"])

    def test_iteration(self):
        self.assertEqual("".join(self.queue), "abc")
        self.assertIn("b", self.queue)
        self.assertSequenceEqual(list(self.queue), "abc", seq_type=None)
--
from collections import deque

class Queue:
    def __init__(self):
        self._items = deque()

    def push(self, item):
        self._items.append(item)

    def pop(self):
        return self._items.popleft()

    def clear(self):
        self._items.clear()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

## own exceptions expected by name: Parser, ParseError
import unittest

class ParserTest(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(Parser("1 + 2 * 3").parse(), ("+", 1, ("*", 2, 3)))

    def test_error(self):
        with self.assertRaises(ParseError) as caught:
            Parser("1 +").parse()
        self.assertEqual(caught.exception.place, 2)
        self.assertIsInstance(caught.exception, SyntaxError)

    def test_subclass(self):
        self.assertTrue(issubclass(ParseError, Exception))
--
class ParseError(SyntaxError):
    def __init__(self, message, place):
        super().__init__(message)
        self.place = place

class Parser:
    def __init__(self, text):
        self.tokens, self.place = text.split(), 0

    def parse(self, signs="+"):
        left = self.parse("*") if signs == "+" else self.atom()
        while self.place < len(self.tokens) and self.tokens[self.place] in signs:
            sign = self.tokens[self.place]
            self.place += 1
            left = (sign, left, self.parse("*") if signs == "+" else self.atom())
        return left

    def atom(self):
        if self.place >= len(self.tokens):
            raise ParseError("unexpected end", self.place)
        self.place += 1
        return int(self.tokens[self.place - 1])

## floats compared by place and by difference: Statistics
import unittest

class StatisticsTest(unittest.TestCase):
    def setUp(self):
        self.s = Statistics(1.0, 2.0, 4.0)

    def test_mean(self):
        self.assertAlmostEqual(self.s.mean, 2.3333, places=3)
        self.assertAlmostEqual(self.s.mean, 2.4, delta=0.1)

    def test_deviation(self):
        self.assertNotAlmostEqual(self.s.deviation, 1.0)
        self.assertTrue(1.2 < self.s.deviation < 1.3)

    def test_empty(self):
        self.assertRaises(ZeroDivisionError, lambda: Statistics().mean)

    def test_merged(self):
        both = self.s + Statistics(5.0)
        self.assertEqual(both.values, (1.0, 2.0, 4.0, 5.0))
        self.assertEqual((both + both).mean, 3.0)
--
class Statistics:
    def __init__(self, *values):
        self.values = values

    @property
    def mean(self):
        return sum(self.values) / len(self.values)

    @property
    def deviation(self):
        return (sum((v - self.mean) ** 2 for v in self.values) / len(self.values)) ** 0.5

    def __add__(self, other):
        return Statistics(*self.values, *other.values)

## identity and none of it: Registry
import unittest

class RegistryTest(unittest.TestCase):
    def test_same(self):
        self.assertIs(Registry.get("a"), Registry.get("a"))
        self.assertIsNot(Registry.get("a"), Registry.get("b"))

    def test_missing(self):
        self.assertIsNone(Registry.find("nobody"))
        self.assertIsNotNone(Registry.get("x"))
        self.assertNotIn("nobody", Registry.names())
--
class Registry:
    _known = {}

    def __init__(self, name):
        self.name = name

    @classmethod
    def get(cls, name):
        return cls._known.setdefault(name, cls(name))

    @classmethod
    def find(cls, name):
        return cls._known.get(name)

    @classmethod
    def names(cls):
        return sorted(cls._known)

## tests that patch their own world: stamp
import time
import unittest
from unittest.mock import patch

class StampTest(unittest.TestCase):
    def test_given_clock(self):
        with patch("time.time", return_value=1000.0):
            self.assertEqual(stamp("x", time.time), "1000 x")

    def test_counter(self):
        ticks = iter([1, 2])
        self.assertEqual([stamp("a", lambda: next(ticks)), stamp("b", lambda: next(ticks))], ["1 a", "2 b"])
--
def stamp(text, clock):
    return f"{clock():.0f} {text}"
""",
    SuiteStyle.UNITTEST,
)

# ---- numpy and pandas ------------------------------------------------------------------------------------------------

ARRAYS = suites(
    r"""
## numpy arrays from a function: normalise
import numpy as np
a = normalise([1.0, 3.0])
assert isinstance(a, np.ndarray)
assert np.allclose(a, [0.25, 0.75])
assert a.shape == (2,) and a.sum() == 1.0
assert (a * 4).tolist() == [1.0, 3.0]
assert (a > 0.5).tolist() == [False, True]
--
import numpy as np

def normalise(values):
    array = np.asarray(values, dtype=float)
    return array / array.sum()

## structured arrays and scalars: table
import numpy as np
t = table([("a", 1.5), ("b", 0.5)])
assert t["score"].max() == 1.5
assert t.dtype.names == ("name", "score")
assert np.sort(t, order="score")["name"].tolist() == ["b", "a"]
assert t[0]["name"] == "a"
--
import numpy as np

def table(rows):
    return np.array(rows, dtype=[("name", "U8"), ("score", "f8")])

## an own class around an array: Signal
import numpy as np
s = Signal([1, -2, 3])
assert (s + s).samples.tolist() == [2, -4, 6]
assert (2 * s.rectified()).samples.tolist() == [2, 4, 6]
assert np.asarray(s.samples).dtype == float
assert len(s) == 3 and s[1] == -2
--
import numpy as np

class Signal:
    def __init__(self, samples):
        self.samples = np.array(samples, dtype=float)

    def __add__(self, other):
        return Signal(self.samples + other.samples)

    def __rmul__(self, factor):
        return Signal(factor * self.samples)

    def rectified(self):
        return Signal(np.abs(self.samples))

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, place):
        return self.samples[place]
""",
    needs="numpy",
)

FRAMES = suites(
    r"""
## pandas frames in and out: monthly
import pandas as pd
frame = pd.DataFrame({"month": [1, 2, 1], "sales": [10, 5, 7]})
result = monthly(frame)
assert list(result.columns) == ["month", "sales"]
assert result["sales"].tolist() == [17, 5]
pd.testing.assert_frame_equal(result, pd.DataFrame({"month": [1, 2], "sales": [17, 5]}))
--
import pandas as pd

def monthly(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.groupby("month", as_index=False)["sales"].sum()
""",
    needs="pandas",
)

SUITES: list[Honest] = [
    *OBJECTS,
    *RESULTS,
    *BEHAVIOUR,
    *USES,
    *PRELUDES,
    *CHECKS,
    *UNITTESTS,
    *ARRAYS,
    *FRAMES,
]
