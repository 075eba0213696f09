# Tables of test code and candidates, kept as somebody would write them
"""Honest candidates under test code: plain assertions, `check` functions and `unittest` classes."""

from __future__ import annotations

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

## containment in the result of a method: Circle
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

SUITES: list[Honest] = [*OBJECTS]
