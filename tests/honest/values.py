"""Honest values: what a function may return and still be equal to what a data case expects."""

from __future__ import annotations

import datetime
import uuid
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from pathlib import PurePosixPath
from types import SimpleNamespace

from assay.records import ANY_ORDER, EXACT_TYPES, ONE_OF, SET_EQUAL, TRUTH, Case, Comparator
from tests.honest.support import Honest, returns

# ---- values of a class derived from a built-in one -------------------------------------------------------------------

SUBCLASSES = [
    returns(
        "a list subclass",
        "push_all",
        """
        class Stack(list):
            def push(self, item):
                self.append(item)
                return self

        def push_all(items):
            stack = Stack()
            for item in items:
                stack.push(item)
            return stack
        """,
        (([1, 2, 3],), [1, 2, 3]),
        (([],), []),
    ),
    returns(
        "list subclasses inside of a list",
        "chunks",
        """
        class Chunk(list):
            pass

        def chunks(items, size):
            return [Chunk(items[i:i + size]) for i in range(0, len(items), size)]
        """,
        (([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]),
        (([], 3), []),
    ),
    returns(
        "a dict subclass with attribute access",
        "settings",
        """
        class Settings(dict):
            __getattr__ = dict.__getitem__

        def settings(text):
            made = Settings()
            for line in text.splitlines():
                key, _, value = line.partition("=")
                made[key.strip()] = value.strip()
            assert not text or made.name
            return made
        """,
        (("name = a\nsize= 3",), {"name": "a", "size": "3"}),
        (("",), {}),
    ),
    returns(
        "a dict subclass with __missing__",
        "count_words",
        """
        class Zeroes(dict):
            def __missing__(self, key):
                return 0

        def count_words(text):
            counts = Zeroes()
            for word in text.split():
                counts[word] += 1
            return counts
        """,
        (("a b a",), {"a": 2, "b": 1}),
        (("x",), {"x": 1}),
    ),
    returns(
        "a str subclass",
        "slug",
        """
        class Slug(str):
            @property
            def words(self):
                return self.split("-")

        def slug(title):
            return Slug("-".join(title.lower().split()))
        """,
        (("Hello Big World",), "hello-big-world"),
        (("X",), "x"),
    ),
    returns(
        "str subclasses as keys of a dict",
        "lengths",
        """
        class Name(str):
            pass

        def lengths(names):
            return {Name(name): len(name) for name in names}
        """,
        ((["ab", "c"],), {"ab": 2, "c": 1}),
    ),
    returns(
        "an int subclass",
        "add_cents",
        """
        class Cents(int):
            def __str__(self):
                return f"{self // 100}.{self % 100:02}"

            def __add__(self, other):
                return Cents(int(self) + int(other))

        def add_cents(a, b):
            return Cents(a) + b
        """,
        ((150, 275), 425),
        ((0, -5), -5),
    ),
    returns(
        "a float subclass in a tuple",
        "bounds",
        """
        class Degrees(float):
            def __repr__(self):
                return f"{float(self):.1f}°"

        def bounds(values):
            return Degrees(min(values)), Degrees(max(values))
        """,
        (([2.5, -1.0, 9.25],), (-1.0, 9.25)),
    ),
    returns(
        "a set subclass",
        "unique_letters",
        """
        class Letters(set):
            def without(self, others):
                return Letters(self - set(others))

        def unique_letters(text):
            return Letters(filter(str.isalpha, text)).without("aeiou")
        """,
        (("banana bread",), {"b", "n", "r", "d"}),
        (("aeiou",), set()),
    ),
    returns(
        "a frozenset subclass",
        "common",
        """
        class Group(frozenset):
            __slots__ = ()

        def common(a, b):
            return Group(item for item in a if item in b)
        """,
        (([1, 2, 3], [2, 3, 4]), frozenset({2, 3})),
        (([1], [2]), set()),
    ),
    returns(
        "a bytes subclass",
        "checksum",
        """
        class Packet(bytes):
            @classmethod
            def of(cls, body):
                return cls(body + bytes([sum(body) % 256]))

        def checksum(body):
            return Packet.of(body)
        """,
        ((b"ab",), b"ab\xc3"),
        ((b"",), b"\0"),
    ),
    returns(
        "a tuple subclass",
        "rgb",
        """
        class Colour(tuple):
            def __new__(cls, *parts):
                return super().__new__(cls, parts)

            @property
            def red(self):
                return self[0]

        def rgb(text):
            return Colour(*bytes.fromhex(text.lstrip("#")))
        """,
        (("#ff8000",), (255, 128, 0)),
        (("000000",), (0, 0, 0)),
    ),
    returns(
        "a named tuple with methods",
        "midpoint",
        """
        from collections import namedtuple

        class Point(namedtuple("Point", "x y")):
            __slots__ = ()

            def middle(self, other):
                return Point((self.x + other.x) / 2, (self.y + other.y) / 2)

        def midpoint(a, b):
            return Point(*a).middle(Point(*b))
        """,
        (((0, 0), (4, 2)), (2.0, 1.0)),
        (((1, 1), (1, 1)), (1.0, 1.0)),
    ),
    returns(
        "typed named tuples with a default and a method",
        "parse_items",
        """
        from typing import NamedTuple

        class Item(NamedTuple):
            name: str
            amount: int = 1

            def doubled(self) -> "Item":
                return self._replace(amount=self.amount * 2)

        def parse_items(text: str) -> list[Item]:
            found = []
            for part in filter(None, text.split(",")):
                name, *amount = part.split("*")
                found.append(Item(name, *map(int, amount)).doubled())
            return found
        """,
        (("a,b*3",), [("a", 2), ("b", 6)]),
        (("",), []),
    ),
    returns(
        "an int enum",
        "priority",
        """
        from enum import IntEnum

        class Priority(IntEnum):
            LOW = 1
            MEDIUM = 2
            HIGH = 3

        def priority(text):
            return max((Priority[word.upper()] for word in text.split()), default=Priority.LOW)
        """,
        (("low high medium",), 3),
        (("",), 1),
    ),
    returns(
        "str enums in a list",
        "suits",
        """
        from enum import StrEnum, auto

        class Suit(StrEnum):
            CLUBS = auto()
            HEARTS = auto()
            SPADES = auto()

        def suits(letters):
            return [next(suit for suit in Suit if suit[0] == letter) for letter in letters]
        """,
        (("hcs",), ["hearts", "clubs", "spades"]),
    ),
    returns(
        "a class that is both str and Enum as a key",
        "tally",
        """
        from enum import Enum

        class Vote(str, Enum):
            YES = "yes"
            NO = "no"

        def tally(votes):
            return {vote: votes.count(vote.value) for vote in Vote}
        """,
        ((["yes", "no", "yes"],), {"yes": 2, "no": 1}),
    ),
    returns(
        "an int flag",
        "permissions",
        """
        from enum import IntFlag

        class Permission(IntFlag):
            R = 4
            W = 2
            X = 1

        def permissions(text):
            found = Permission(0)
            for letter in text.replace("-", ""):
                found |= Permission[letter.upper()]
            return found
        """,
        (("rwx",), 7),
        (("r-x",), 5),
        (("---",), 0),
    ),
    returns(
        "a Counter subclass",
        "letters",
        """
        from collections import Counter

        class Letters(Counter):
            def top(self):
                return self.most_common(1)[0][0]

        def letters(text):
            return Letters(text.replace(" ", ""))
        """,
        (("a bab",), {"a": 2, "b": 2}),
    ),
    returns(
        "an ordered dict subclass that forgets the oldest",
        "recent",
        """
        from collections import OrderedDict

        class Recent(OrderedDict):
            def __init__(self, size):
                super().__init__()
                self.size = size

            def __setitem__(self, key, value):
                super().__setitem__(key, value)
                self.move_to_end(key)
                if len(self) > self.size:
                    self.popitem(last=False)

        def recent(keys, size):
            kept = Recent(size)
            for number, key in enumerate(keys):
                kept[key] = number
            return kept
        """,
        (("abcab", 2), {"a": 3, "b": 4}),
    ),
    returns(
        "a nested defaultdict subclass",
        "tree",
        """
        from collections import defaultdict

        class Tree(defaultdict):
            def __init__(self):
                super().__init__(Tree)

        def tree(paths):
            root = Tree()
            for path in paths:
                node = root
                for part in path.split("/"):
                    node = node[part]
            return root
        """,
        ((["a/b", "a/c", "d"],), {"a": {"b": {}, "c": {}}, "d": {}}),
    ),
    returns(
        "a deque subclass",
        "last",
        """
        from collections import deque

        class Window(deque):
            def average(self):
                return sum(self) / len(self)

        def last(items, size):
            return Window(items, size)
        """,
        (([1, 2, 3], 2), deque([2, 3])),
    ),
    returns(
        "a datetime subclass",
        "next_day",
        """
        import datetime

        class Day(datetime.date):
            def next(self):
                return self + datetime.timedelta(days=1)

        def next_day(text):
            return Day.fromisoformat(text).next()
        """,
        (("2024-02-28",), datetime.date(2024, 2, 29)),
        (("2023-12-31",), datetime.date(2024, 1, 1)),
    ),
    returns(
        "a Fraction subclass",
        "probability",
        """
        from fractions import Fraction

        class Probability(Fraction):
            def complement(self):
                return Probability(1 - self)

        def probability(good, all):
            return Probability(good, all).complement()
        """,
        ((1, 4), Fraction(3, 4)),
        ((3, 6), 0.5),
    ),
    returns(
        "a Decimal subclass",
        "price",
        """
        from decimal import Decimal

        class Price(Decimal):
            pass

        def price(text):
            return Price(text)
        """,
        (("12.50",), Decimal("12.5")),
        (("3",), 3),
    ),
]

# ---- values that are equal to plain data without being it ------------------------------------------------------------

LOOKALIKES = [
    returns(
        "a UserDict",
        "headers",
        """
        from collections import UserDict

        class Headers(UserDict):
            def __setitem__(self, key, value):
                super().__setitem__(key.title(), value)

        def headers(lines):
            made = Headers()
            for line in lines:
                key, value = line.split(": ")
                made[key] = value
            return made
        """,
        ((["content-type: text", "HOST: x"],), {"Content-Type": "text", "Host": "x"}),
    ),
    returns(
        "a UserList",
        "sorted_words",
        """
        from collections import UserList

        class Words(UserList):
            def __init__(self, words=()):
                super().__init__(sorted(words))

        def sorted_words(text):
            return Words(text.split())
        """,
        (("c a b",), ["a", "b", "c"]),
    ),
    returns(
        "a UserString",
        "censored",
        """
        from collections import UserString

        class Text(UserString):
            def without(self, word):
                return self.replace(word, "*" * len(word))

        def censored(text, word):
            return Text(text).without(word)
        """,
        (("a bad day", "bad"), "a *** day"),
    ),
    returns(
        "a ChainMap",
        "effective",
        """
        from collections import ChainMap

        def effective(*layers):
            return ChainMap(*reversed(layers))
        """,
        (({"a": 1, "b": 2}, {"b": 3}), {"a": 1, "b": 3}),
        (({},), {}),
    ),
    returns(
        "a mapping proxy",
        "frozen_squares",
        """
        from types import MappingProxyType

        def frozen_squares(n):
            return MappingProxyType({i: i * i for i in range(n)})
        """,
        ((3,), {0: 0, 1: 1, 2: 4}),
    ),
    returns(
        "the keys of a dict",
        "distinct",
        """
        def distinct(items):
            return dict.fromkeys(items).keys()
        """,
        (([3, 1, 3],), {1, 3}),
        (([],), set()),
    ),
    returns(
        "the items of a dict",
        "pairs",
        """
        def pairs(keys, values):
            return dict(zip(keys, values)).items()
        """,
        (("ab", [1, 2]), {("a", 1), ("b", 2)}),
    ),
    returns(
        "a memoryview",
        "middle",
        """
        def middle(data):
            return memoryview(data)[1:-1]
        """,
        ((b"abcd",), b"bc"),
    ),
    returns(
        "a bytearray",
        "inverted",
        """
        def inverted(data):
            made = bytearray(data)
            for i, byte in enumerate(made):
                made[i] = byte ^ 0xFF
            return made
        """,
        ((b"\x00\xf0",), b"\xff\x0f"),
    ),
    returns(
        "a range",
        "positions",
        """
        def positions(n):
            return range(0, n * 2, 2)
        """,
        ((3,), range(0, 6, 2)),
        ((0,), range(0)),
    ),
    returns(
        "a simple namespace",
        "describe",
        """
        from types import SimpleNamespace

        def describe(name, **facts):
            return SimpleNamespace(name=name, **facts)
        """,
        Case(("x",), SimpleNamespace(name="x", size=2), {"size": 2}),
    ),
    returns(
        "a pure path",
        "neighbour",
        """
        from pathlib import PurePosixPath

        def neighbour(path, suffix):
            return PurePosixPath(path).with_suffix(suffix)
        """,
        (("a/b.txt", ".py"), PurePosixPath("a/b.py")),
    ),
    returns(
        "true and false for one and zero",
        "bits",
        """
        def bits(n):
            return [bool(n >> i & 1) for i in range(4)]
        """,
        ((5,), [1, 0, 1, 0]),
    ),
    returns(
        "whole floats for integers",
        "halves",
        """
        def halves(numbers):
            return tuple(n / 2 for n in numbers)
        """,
        (([2, 4, 6],), (1, 2, 3)),
    ),
    returns(
        "integers for whole floats, and a complex without an imaginary part",
        "roots",
        """
        import cmath

        def roots(a, b, c):
            d = cmath.sqrt(b * b - 4 * a * c)
            return [(-b + d) / (2 * a), (-b - d) / (2 * a)]
        """,
        ((1, -3, 2), [2, 1]),
        ((1, 0, 1), [1j, -1j]),
    ),
    returns(
        "a decimal for an integer",
        "total",
        """
        from decimal import Decimal

        def total(prices):
            return sum(map(Decimal, prices), Decimal())
        """,
        ((["1.25", "2.75"],), 4),
        (([],), 0),
    ),
    returns(
        "a fraction for a float",
        "average",
        """
        from fractions import Fraction

        def average(numbers):
            return Fraction(sum(numbers), len(numbers))
        """,
        (([1, 2],), 1.5),
        (([3, 3],), 3),
    ),
    returns(
        "an ordered dict for a dict",
        "by_first_letter",
        """
        from collections import OrderedDict

        def by_first_letter(words):
            made = OrderedDict()
            for word in sorted(words):
                made.setdefault(word[0], []).append(word)
            return made
        """,
        ((["bee", "ant", "bat"],), {"a": ["ant"], "b": ["bat", "bee"]}),
    ),
    returns(
        "a dict for an ordered dict",
        "ranks",
        """
        def ranks(names):
            return {name: place for place, name in enumerate(names, 1)}
        """,
        ((["x", "y"],), OrderedDict(x=1, y=2)),
    ),
    returns(
        "a defaultdict with a lambda",
        "lists",
        """
        from collections import defaultdict

        def lists(pairs):
            made = defaultdict(lambda: [])
            for key, value in pairs:
                made[key].append(value)
            return made
        """,
        (([("a", 1), ("b", 2), ("a", 3)],), {"a": [1, 3], "b": [2]}),
        (([],), defaultdict(list)),
    ),
    returns(
        "a Counter with zeroes",
        "difference",
        """
        from collections import Counter

        def difference(a, b):
            counts = Counter(a)
            counts.subtract(b)
            return counts
        """,
        (("aab", "ab"), Counter(a=1)),
    ),
    returns(
        "a frozenset for a set, also inside",
        "pairings",
        """
        from itertools import combinations

        def pairings(names):
            return frozenset(map(frozenset, combinations(names, 2)))
        """,
        (("abc",), {frozenset("ab"), frozenset("ac"), frozenset("bc")}),
    ),
    returns(
        "a ChainMap and a UserDict expected",
        "plain",
        """
        def plain(keys):
            return dict.fromkeys(keys, 0)
        """,
        (("ab",), ChainMap({"a": 0}, {"b": 0})),
        (("c",), UserDict(c=0)),
    ),
]

# ---- numbers, texts and times at their borders -----------------------------------------------------------------------

BORDERS = [
    returns(
        "a big integer",
        "factorial",
        """
        import math

        def factorial(n):
            return math.factorial(n)
        """,
        ((30,), 265252859812191058636308480000000),
        ((0,), 1),
    ),
    returns(
        "an integer of thousands of digits",
        "repunit",
        """
        def repunit(n):
            return (10 ** n - 1) // 9
        """,
        ((6000,), (10**6000 - 1) // 9),
    ),
    returns(
        "infinities and a negative zero",
        "limits",
        """
        def limits(numbers):
            return [min(numbers, default=float("inf")), max(numbers, default=float("-inf")), -0.0]
        """,
        (([],), [float("inf"), float("-inf"), 0.0]),
        (([2.5],), [2.5, 2.5, 0]),
    ),
    returns(
        "not a number, checked by a predicate",
        "mean",
        """
        def mean(numbers):
            return sum(numbers) / len(numbers) if numbers else float("nan")
        """,
        Case(([],), comparator=Comparator.predicate("def accept(result, numbers): return result != result")),
        Case(([1, 2],), comparator=Comparator.predicate("def accept(result, numbers): return result == 1.5")),
    ),
    returns(
        "the smallest and the largest floats",
        "extremes",
        """
        import sys

        def extremes():
            return {"tiny": 5e-324, "eps": sys.float_info.epsilon, "max": sys.float_info.max}
        """,
        ((), {"tiny": 5e-324, "eps": 2.0**-52, "max": 1.7976931348623157e308}),
    ),
    returns(
        "combining characters",
        "decompose",
        """
        import unicodedata

        def decompose(text):
            return unicodedata.normalize("NFD", text)
        """,
        (("\u00e9",), "e\u0301"),
        (("\u1e69",), "s\u0323\u0307"),
    ),
    returns(
        "lone surrogates",
        "undecodable",
        """
        def undecodable(data):
            return data.decode("utf-8", "surrogateescape")
        """,
        ((b"a\xff",), "a\udcff"),
    ),
    returns(
        "emoji, right-to-left text and NUL",
        "reverse_text",
        """
        def reverse_text(text):
            return text[::-1]
        """,
        (("שלום",), "םולש"),
        (("a\0b",), "b\0a"),
        (("👍🏽x",), "x🏽👍"),
    ),
    returns(
        "identifiers beyond ASCII",
        "größe",
        """
        def größe(werte):
            größte = max(werte, default=0)
            return größte
        """,
        (([1, 5, 2],), 5),
    ),
    returns(
        "a moment with a zone",
        "at_noon",
        """
        from datetime import datetime, timedelta, timezone

        def at_noon(year, hours):
            return datetime(year, 1, 1, 12, tzinfo=timezone(timedelta(hours=hours)))
        """,
        ((2024, 2), datetime.datetime(2024, 1, 1, 10, tzinfo=datetime.UTC)),
    ),
    returns(
        "a moment with a zone class of its own",
        "local",
        """
        import datetime

        class Plus(datetime.tzinfo):
            def __init__(self, hours):
                self.hours = hours

            def utcoffset(self, moment):
                return datetime.timedelta(hours=self.hours)

            def dst(self, moment):
                return datetime.timedelta(0)

        def local(hour, offset):
            return datetime.datetime(2020, 5, 17, hour, tzinfo=Plus(offset))
        """,
        ((12, 3), datetime.datetime(2020, 5, 17, 9, tzinfo=datetime.UTC)),
    ),
    returns(
        "time differences",
        "gaps",
        """
        from datetime import date

        def gaps(days):
            made = [date.fromisoformat(day) for day in days]
            return [later - earlier for earlier, later in zip(made, made[1:])]
        """,
        ((["2024-02-28", "2024-03-01"],), [datetime.timedelta(days=2)]),
    ),
    returns(
        "a uuid from a name",
        "identifier",
        """
        import uuid

        def identifier(name):
            return uuid.uuid5(uuid.NAMESPACE_DNS, name)
        """,
        (("python.example",), uuid.uuid5(uuid.NAMESPACE_DNS, "python.example")),
    ),
    returns(
        "tuples as keys, sets in lists, None and Ellipsis",
        "mixed",
        """
        def mixed(n):
            return {(n, None): [{n}, frozenset(), ..., None], n: b"", n + 0.5: ()}
        """,
        ((1,), {(1, None): [{1}, frozenset(), ..., None], 1: b"", 1.5: ()}),
    ),
    returns(
        "lists nested a hundred deep",
        "nest",
        """
        def nest(depth):
            made = []
            for _ in range(depth):
                made = [made]
            return made
        """,
        ((3,), [[[[]]]]),
        ((100,), reduce(lambda inner, _: [inner], range(100), list[object]())),
    ),
    returns(
        "one list many times in the result",
        "rows",
        """
        def rows(n):
            row = [0] * n
            return [row] * n
        """,
        ((3,), [[0, 0, 0]] * 3),
    ),
    returns(
        "arguments handed back and changed",
        "swap_ends",
        """
        def swap_ends(items):
            if items:
                items[0], items[-1] = items[-1], items[0]
            return items
        """,
        (([1, 2, 3],), [3, 2, 1]),
        (([],), []),
    ),
    returns(
        "a large list",
        "squares",
        """
        def squares(n):
            return [i * i for i in range(n)]
        """,
        ((20000,), [i * i for i in range(20000)]),
    ),
    returns(
        "a decimal context of its own",
        "third",
        """
        from decimal import Decimal, localcontext

        def third(digits):
            with localcontext() as context:
                context.prec = digits
                return Decimal(1) / 3
        """,
        ((5,), Decimal("0.33333")),
        ((12,), Decimal("0.333333333333")),
    ),
    returns(
        "the default context changed at load",
        "seventh",
        """
        import decimal

        decimal.getcontext().prec = 6

        def seventh():
            return decimal.Decimal(1) / 7
        """,
        ((), Decimal("0.142857")),
    ),
]

# ---- other comparisons -----------------------------------------------------------------------------------------------

COMPARED = [
    returns(
        "close floats in a named tuple",
        "polar",
        """
        import math
        from typing import NamedTuple

        class Polar(NamedTuple):
            radius: float
            angle: float

        def polar(x, y):
            return Polar(math.hypot(x, y), math.atan2(y, x))
        """,
        Case((0.0, 2.0), (2.0, 1.5707963), comparator=Comparator.close(atol=1e-6)),
    ),
    returns(
        "close values in a dict subclass",
        "moments",
        """
        import statistics

        class Moments(dict):
            pass

        def moments(values):
            return Moments(mean=statistics.fmean(values), deviation=statistics.pstdev(values))
        """,
        Case(([1, 2, 4],), {"mean": 2.333333, "deviation": 1.247219}, comparator=Comparator.close(atol=1e-5)),
    ),
    returns(
        "a close decimal and a close fraction",
        "estimates",
        """
        from decimal import Decimal
        from fractions import Fraction

        def estimates(n):
            return [Decimal(1) / n, Fraction(1, n), 1 / n]
        """,
        Case((3,), [0.333333, 0.333333, 0.333333], comparator=Comparator.close(rtol=1e-5)),
    ),
    returns(
        "a list subclass in any order",
        "anagrams",
        """
        class Group(list):
            pass

        def anagrams(words):
            groups = {}
            for word in words:
                groups.setdefault("".join(sorted(word)), Group()).append(word)
            return Group(groups.values())
        """,
        Case((["tea", "eat", "tan"],), [["tan"], ["tea", "eat"]], comparator=ANY_ORDER),
    ),
    returns(
        "a tuple in any order",
        "divisors",
        """
        def divisors(n):
            small = [d for d in range(1, int(n ** 0.5) + 1) if n % d == 0]
            return tuple(dict.fromkeys(small + [n // d for d in small]))
        """,
        Case((12,), (1, 2, 3, 4, 6, 12), comparator=ANY_ORDER),
        Case((9,), (1, 3, 9), comparator=ANY_ORDER),
    ),
    returns(
        "a set for a list, as a set",
        "neighbours",
        """
        def neighbours(x, y):
            return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)}
        """,
        Case((0, 0), [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)], comparator=SET_EQUAL),
    ),
    returns(
        "one of several answers",
        "longest_palindrome",
        """
        def longest_palindrome(s):
            parts = (s[i:j] for i in range(len(s)) for j in range(i + 1, len(s) + 1))
            return max((part for part in parts if part == part[::-1]), key=len, default="")
        """,
        Case(("babad",), ["bab", "aba"], comparator=ONE_OF),
        Case(("",), [""], comparator=ONE_OF),
    ),
    returns(
        "one of several answers, as a str enum",
        "winner",
        """
        from enum import StrEnum

        class Player(StrEnum):
            ANN = "ann"
            BOB = "bob"

        def winner(a, b):
            return Player.ANN if a >= b else Player.BOB
        """,
        Case((3, 3), ["ann", "bob"], comparator=ONE_OF),
    ),
    returns(
        "truth of a match",
        "is_number",
        r"""
        import re

        def is_number(text):
            return re.fullmatch(r"-?\d+(\.\d+)?", text)
        """,
        Case(("-1.5",), True, comparator=TRUTH),
        Case(("1.",), False, comparator=TRUTH),
    ),
    returns(
        "truth of a list and of a string",
        "overlap",
        """
        def overlap(a, b):
            return [item for item in a if item in b] and "shared"
        """,
        Case(([1, 2], [2]), True, comparator=TRUTH),
        Case(([1], [2]), False, comparator=TRUTH),
    ),
    returns(
        "truth of an object with a length",
        "matches",
        """
        class Found:
            def __init__(self, places):
                self.places = places

            def __len__(self):
                return len(self.places)

        def matches(text, word):
            return Found([i for i in range(len(text)) if text.startswith(word, i)])
        """,
        Case(("banana", "an"), True, comparator=TRUTH),
        Case(("banana", "x"), False, comparator=TRUTH),
    ),
    returns(
        "exact types",
        "is_even",
        """
        def is_even(n):
            return not n & 1
        """,
        Case((2,), True, comparator=EXACT_TYPES),
        Case((7,), False, comparator=EXACT_TYPES),
    ),
    returns(
        "a predicate on a permutation",
        "wave",
        """
        import random

        def wave(numbers):
            mixed = random.sample(numbers, len(numbers))
            made = sorted(mixed)
            made[::2], made[1::2] = made[len(made) // 2:], made[:len(made) // 2]
            return made
        """,
        Case(
            ([5, 1, 4, 2, 3],),
            comparator=Comparator.predicate(
                "def accept(result, numbers):\n"
                "    waves = all((a > b) == (i % 2 == 0) for i, (a, b) in enumerate(zip(result, result[1:])))\n"
                "    return sorted(result) == sorted(numbers) and waves\n"
            ),
        ),
    ),
    returns(
        "an exception of its own below a built-in one",
        "withdraw",
        """
        class InsufficientFunds(ValueError):
            def __init__(self, missing):
                super().__init__(f"{missing} missing")
                self.missing = missing

        def withdraw(balance, amount):
            if amount > balance:
                raise InsufficientFunds(amount - balance)
            return balance - amount
        """,
        ((10, 3), 7),
        Case((1, 3), raises="ValueError"),
    ),
    returns(
        "an exception raised from another and with a note",
        "load",
        """
        import json

        def load(text):
            try:
                return json.loads(text)
            except json.JSONDecodeError as error:
                made = LookupError("no document")
                made.add_note(text[:20])
                raise made from error
        """,
        (('{"a": [1]}',), {"a": [1]}),
        Case(("{",), raises="LookupError"),
    ),
]

# ---- numpy and pandas ------------------------------------------------------------------------------------------------

LIBRARIES = [
    returns(
        "numpy scalars for numbers",
        "spread",
        """
        import numpy as np

        def spread(values):
            array = np.array(values)
            return [array.min(), array.max(), array.mean()]
        """,
        (([1, 2, 6],), [1, 6, 3.0]),
        needs="numpy",
    ),
    returns(
        "a numpy truth value",
        "is_symmetric",
        """
        import numpy as np

        def is_symmetric(rows):
            matrix = np.array(rows)
            return (matrix == matrix.T).all()
        """,
        (([[1, 2], [2, 1]],), True),
        (([[1, 2], [3, 1]],), False),
        needs="numpy",
    ),
    returns(
        "a numpy array made a list",
        "cumulative",
        """
        import numpy as np

        def cumulative(values):
            return np.cumsum(values).tolist()
        """,
        (([1, 2, 3],), [1, 3, 6]),
        needs="numpy",
    ),
    returns(
        "pandas groups as a dict",
        "totals",
        """
        import pandas as pd

        def totals(rows):
            return pd.DataFrame(rows).groupby("name")["amount"].sum().to_dict()
        """,
        (([{"name": "a", "amount": 1}, {"name": "b", "amount": 2}, {"name": "a", "amount": 4}],), {"a": 5, "b": 2}),
        needs="pandas",
    ),
]

VALUES: list[Honest] = [*SUBCLASSES, *LOOKALIKES, *BORDERS, *COMPARED, *LIBRARIES]
