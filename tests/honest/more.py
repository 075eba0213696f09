# Tables of test code and candidates, kept as somebody would write them
"""Honest candidates in the styles of published benchmarks: design problems, files, frames, trees, whole classes."""

from __future__ import annotations

import datetime
from collections import Counter, OrderedDict, deque
from decimal import Decimal
from fractions import Fraction

from assay.records import ANY_ORDER, Case, Comparator, ComparatorKind, SuiteStyle
from tests.honest.support import Honest, returns, suites

# ---- design problems -------------------------------------------------------------------------------------------------

DESIGN = suites(
    r"""
## an attribute's list filled by the tests before the first call: Cart
cart = Cart()
cart.items.append({"name": "pen", "count": 5})
cart.take_one_of_each()
assert cart.items == [{"name": "pen", "count": 4}]
--
class Cart:
    def __init__(self):
        self.items = []

    def take_one_of_each(self):
        for item in self.items:
            item["count"] -= 1

## an attribute's dict of dicts filled by the tests: Grades
book = Grades()
book.students["Ann"] = {"courses": {}}
book.score("Ann", "maths", 90)
book.score("Ann", "music", 80)
assert book.students["Ann"]["courses"]["maths"] == 90
assert book.students["Ann"]["courses"] == {"maths": 90, "music": 80}
assert book.mean("Ann") == 85
--
class Grades:
    def __init__(self):
        self.students = {}

    def score(self, name, course, points):
        self.students[name]["courses"][course] = points

    def mean(self, name):
        scores = self.students[name]["courses"].values()
        return sum(scores) / len(scores)

## several containers of one object filled in turn: Order
order = Order()
order.menu.append({"dish": "soup", "price": 4, "count": 3})
order.menu.append({"dish": "rice", "price": 2, "count": 2})
order.sales = {"soup": 0.5, "rice": 1}
assert order.add({"dish": "soup", "count": 2}) is True
assert order.add({"dish": "rice", "count": 3}) is False
assert order.menu[0]["count"] == 1
assert order.total() == 4
assert order.selected == [{"dish": "soup", "count": 2}]
order.selected.clear()
assert order.total() == 0
--
class Order:
    def __init__(self):
        self.menu, self.selected, self.sales = [], [], {}

    def add(self, wish):
        for dish in self.menu:
            if dish["dish"] == wish["dish"]:
                if dish["count"] < wish["count"]:
                    return False
                dish["count"] -= wish["count"]
                break
        self.selected.append(wish)
        return True

    def total(self):
        prices = {dish["dish"]: dish["price"] for dish in self.menu}
        return sum(prices[d["dish"]] * d["count"] * self.sales[d["dish"]] for d in self.selected)

## lists inside of lists changed by the tests: Board
board = Board(3)
board.cells[0][0] = board.cells[1][1] = "x"
board.cells[2][2] = "x"
assert board.winner() == "x"
board.cells[1].reverse()
board.cells[1][1] = "o"
assert board.winner() is None
assert board.cells == [["x", "", ""], ["", "o", ""], ["", "", "x"]]
--
class Board:
    def __init__(self, size):
        self.cells = [[""] * size for _ in range(size)]

    def winner(self):
        first = self.cells[0][0]
        return first if first and all(self.cells[i][i] == first for i in range(len(self.cells))) else None

## a container taken over from an attribute and changed later: Inbox
inbox = Inbox()
messages = inbox.messages
messages.append("one")
inbox.receive("two")
messages += ["three"]
assert inbox.messages is messages or inbox.messages == messages
assert inbox.count() == 3
assert messages == ["one", "two", "three"]
del messages[0]
assert inbox.count() == 2
--
class Inbox:
    def __init__(self):
        self.messages = []

    def receive(self, text):
        self.messages.append(text)

    def count(self):
        return len(self.messages)

## a set and a deque of an object changed by the tests: Crawler
c = Crawler()
c.queue.extend(["/", "/a"])
c.seen.add("/a")
assert c.step() == "/"
assert c.step() is None
assert c.seen == {"/", "/a"}
c.queue.appendleft("/b")
assert c.step() == "/b"
assert not c.queue
--
from collections import deque

class Crawler:
    def __init__(self):
        self.queue = deque()
        self.seen = set()

    def step(self):
        while self.queue:
            page = self.queue.popleft()
            if page not in self.seen:
                self.seen.add(page)
                return page
        return None

## an LRU cache on an ordered dict: LRUCache
cache = LRUCache(2)
out = []
for name, args in [("put", (1, 1)), ("put", (2, 2)), ("get", (1,)), ("put", (3, 3)), ("get", (2,)), ("get", (3,))]:
    out.append(getattr(cache, name)(*args))
assert out == [None, None, 1, None, -1, 3]
--
from collections import OrderedDict

class LRUCache(OrderedDict):
    def __init__(self, capacity: int):
        self.capacity = capacity

    def get(self, key: int) -> int:
        if key not in self:
            return -1
        self.move_to_end(key)
        return self[key]

    def put(self, key: int, value: int) -> None:
        self[key] = value
        self.move_to_end(key)
        if len(self) > self.capacity:
            self.popitem(last=False)

## operations and arguments as two lists: Solution
def run(kinds, operations, arguments):
    made, results = None, []
    for name, given in zip(operations, arguments):
        if name in kinds:
            made = kinds[name](*given)
            results.append(None)
        else:
            results.append(getattr(made, name)(*given))
    return results

assert run({"Solution": Solution}, ["Solution", "add", "add", "median"], [[], [1], [4], []]) == [None, None, None, 2.5]
assert run({"Solution": Solution}, ["Solution", "add", "median"], [[], [7], []]) == [None, None, 7]
--
import heapq

class Solution:
    def __init__(self):
        self.small, self.large = [], []

    def add(self, number):
        heapq.heappush(self.small, -heapq.heappushpop(self.large, number))
        if len(self.small) > len(self.large):
            heapq.heappush(self.large, -heapq.heappop(self.small))

    def median(self):
        if len(self.large) > len(self.small):
            return self.large[0]
        return (self.large[0] - self.small[0]) / 2

## Solution with a method, called on a fresh object each time: Solution
assert Solution().twoSum([2, 7, 11, 15], 9) == [0, 1]
assert sorted(Solution().twoSum(nums=[3, 2, 4], target=6)) == [1, 2]
assert Solution().twoSum([3, 3], 6) in ([0, 1], [1, 0])
--
from typing import List

class Solution:
    def twoSum(self, nums: List[int], target: int) -> List[int]:
        seen = {}
        for i, number in enumerate(nums):
            if target - number in seen:
                return [seen[target - number], i]
            seen[number] = i

## Solution that changes its argument: Solution
nums = [0, 1, 0, 3, 12]
assert Solution().moveZeroes(nums) is None
assert nums == [1, 3, 12, 0, 0]
matrix = [[1, 2], [3, 4]]
Solution().rotate(matrix)
assert matrix == [[3, 1], [4, 2]]
--
class Solution:
    def moveZeroes(self, nums):
        nums.sort(key=lambda n: n == 0)

    def rotate(self, matrix):
        matrix[:] = [list(row) for row in zip(*matrix[::-1])]

## an iterator class with hasNext: PeekingIterator
it = PeekingIterator(iter([1, 2, 3]))
seen = []
while it.hasNext():
    assert it.peek() == it.peek()
    seen.append(it.next())
assert seen == [1, 2, 3]
--
class PeekingIterator:
    def __init__(self, iterator):
        self.iterator = iterator
        self.advance()

    def advance(self):
        try:
            self.value, self.more = next(self.iterator), True
        except StopIteration:
            self.value, self.more = None, False

    def peek(self):
        return self.value

    def next(self):
        value = self.value
        self.advance()
        return value

    def hasNext(self):
        return self.more

## a randomised set, checked by frequencies: RandomizedSet
r = RandomizedSet()
assert r.insert(1) and r.insert(2) and not r.insert(2)
drawn = {r.getRandom() for _ in range(100)}
assert drawn == {1, 2}
assert r.remove(1) and not r.remove(1)
assert {r.getRandom() for _ in range(5)} == {2}
--
import random

class RandomizedSet:
    def __init__(self):
        self.items, self.places = [], {}

    def insert(self, value):
        if value in self.places:
            return False
        self.places[value] = len(self.items)
        self.items.append(value)
        return True

    def remove(self, value):
        if value not in self.places:
            return False
        place, last = self.places.pop(value), self.items.pop()
        if last != value:
            self.items[place] = last
            self.places[last] = place
        return True

    def getRandom(self):
        return random.choice(self.items)

## codec that goes both ways: Codec
codec = Codec()
for words in (["a", "", "b#c"], [], ["" , ""], ["é", "10#x"]):
    assert codec.decode(codec.encode(words)) == words
assert isinstance(codec.encode(["x"]), str)
--
class Codec:
    def encode(self, words):
        return "".join(f"{len(word)}#{word}" for word in words)

    def decode(self, text):
        words = []
        while text:
            size, _, text = text.partition("#")
            words.append(text[:int(size)])
            text = text[int(size):]
        return words

## a hit counter with a clock that the tests give: RateLimiter
now = [0.0]
limiter = RateLimiter(2, per=1.0, clock=lambda: now[0])
assert [limiter.allow("a") for _ in range(3)] == [True, True, False]
now[0] += 1.01
assert limiter.allow("a")
assert limiter.allow("b")
--
from collections import defaultdict, deque

class RateLimiter:
    def __init__(self, limit, per, clock):
        self.limit, self.per, self.clock = limit, per, clock
        self.hits = defaultdict(deque)

    def allow(self, key):
        hits, now = self.hits[key], self.clock()
        while hits and now - hits[0] > self.per:
            hits.popleft()
        if len(hits) >= self.limit:
            return False
        hits.append(now)
        return True

## a file system of nested dicts: FileSystem
fs = FileSystem()
fs.mkdir("/a/b")
fs.write("/a/b/note", "hi")
fs.write("/a/b/note", " there")
assert fs.ls("/") == ["a"]
assert fs.ls("/a/b/note") == ["note"]
assert fs.read("/a/b/note") == "hi there"
assert fs.root == {"a": {"b": {"note": "hi there"}}}
try:
    fs.read("/nope")
except KeyError as error:
    assert error.args == ("/nope",)
else:
    raise AssertionError("no error")
--
class FileSystem:
    def __init__(self):
        self.root = {}

    def walk(self, path, make=False):
        node = self.root
        for part in filter(None, path.split("/")):
            if make:
                node = node.setdefault(part, {})
            elif part not in node:
                raise KeyError(path)
            else:
                node = node[part]
        return node

    def mkdir(self, path):
        self.walk(path, make=True)

    def write(self, path, text):
        folder, _, name = path.rpartition("/")
        node = self.walk(folder, make=True)
        node[name] = node.get(name, "") + text

    def read(self, path):
        return self.walk(path)

    def ls(self, path):
        node = self.walk(path)
        return sorted(node) if isinstance(node, dict) else [path.rpartition("/")[2]]

## union and find with path compression: DisjointSet
d = DisjointSet(range(6))
d.union(0, 1)
d.union(2, 3)
d.union(1, 3)
assert d.find(0) == d.find(2)
assert d.find(4) != d.find(5)
assert sorted(map(len, d.groups())) == [1, 1, 4]
assert {frozenset(g) for g in d.groups()} == {frozenset({0, 1, 2, 3}), frozenset({4}), frozenset({5})}
--
class DisjointSet:
    def __init__(self, items):
        self.parent = {item: item for item in items}

    def find(self, item):
        while self.parent[item] != item:
            self.parent[item] = self.parent[self.parent[item]]
            item = self.parent[item]
        return item

    def union(self, a, b):
        self.parent[self.find(a)] = self.find(b)

    def groups(self):
        found = {}
        for item in self.parent:
            found.setdefault(self.find(item), set()).add(item)
        return list(found.values())

## a state machine with a table of functions: Door
door = Door()
for event, state in [("open", "open"), ("open", "open"), ("close", "closed"), ("lock", "locked"), ("open", "locked")]:
    door.handle(event)
    assert door.state == state, (event, door.state)
assert door.history == ["closed", "open", "closed", "locked"]
--
class Door:
    TABLE = {("closed", "open"): "open", ("open", "close"): "closed", ("closed", "lock"): "locked"}

    def __init__(self):
        self._state = "closed"
        self.history = ["closed"]

    @property
    def state(self):
        return self._state

    def handle(self, event):
        new = self.TABLE.get((self._state, event))
        if new is not None:
            self._state = new
            self.history.append(new)

## undo and redo with commands: Editor
e = Editor()
e.type("hello").type(" world").delete(5)
assert e.text == "hello "
e.undo()
assert e.text == "hello world"
e.undo().undo()
assert e.text == ""
e.redo()
assert e.text == "hello" and str(e) == "hello" and len(e) == 5 and f"{e:>7}" == "  hello"
--
class Editor:
    def __init__(self):
        self.states, self.at = [""], 0

    @property
    def text(self):
        return self.states[self.at]

    def _push(self, text):
        del self.states[self.at + 1:]
        self.states.append(text)
        self.at += 1
        return self

    def type(self, text):
        return self._push(self.text + text)

    def delete(self, count):
        return self._push(self.text[:-count])

    def undo(self):
        self.at = max(0, self.at - 1)
        return self

    def redo(self):
        self.at = min(len(self.states) - 1, self.at + 1)
        return self

    def __str__(self):
        return self.text

    def __len__(self):
        return len(self.text)

    def __format__(self, spec):
        return format(self.text, spec)

## an employee tree whose objects the tests link: Employee
boss, ann, bob = Employee("boss", 10), Employee("ann", 5), Employee("bob", 3)
boss.reports.append(ann)
ann.reports.append(bob)
assert boss.cost() == 18
assert boss.reports[0].reports[0].name == "bob"
assert boss.reports[0] is ann
ann.reports.remove(bob)
assert boss.cost() == 15
--
class Employee:
    def __init__(self, name, salary):
        self.name, self.salary, self.reports = name, salary, []

    def cost(self):
        return self.salary + sum(one.cost() for one in self.reports)

## nodes made and linked by the tests: Node, depth
root = Node(1)
root.left = Node(2)
root.right = Node(3)
root.left.left = Node(4)
assert depth(root) == 3
assert depth(None) == 0
assert root.left.left.value == 4
root.left = None
assert depth(root) == 2
--
class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

def depth(node):
    return 0 if node is None else 1 + max(depth(node.left), depth(node.right))

## a doubly linked list with a cycle of references: Playlist
p = Playlist(["a", "b", "c"])
assert p.current.title == "a"
assert p.current.previous.title == "c"
assert p.current.next.next.next is p.current
assert [p.skip() for _ in range(4)] == ["b", "c", "a", "b"]
--
class Song:
    def __init__(self, title):
        self.title = title
        self.next = self.previous = self

class Playlist:
    def __init__(self, titles):
        songs = [Song(title) for title in titles]
        for i, song in enumerate(songs):
            song.next, song.previous = songs[(i + 1) % len(songs)], songs[i - 1]
        self.current = songs[0]

    def skip(self):
        self.current = self.current.next
        return self.current.title
"""
)

# ---- nodes that the prelude gives to both sides ----------------------------------------------------------------------

NODES = suites(
    r"""
## a list of the prelude that the candidate defines as well: Solution, ListNode
class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next

def build(values):
    head = None
    for value in reversed(values):
        head = ListNode(value, head)
    return head

def unbuild(node):
    values = []
    while node:
        values.append(node.val)
        node = node.next
    return values
--
assert unbuild(Solution().middle(build([1, 2, 3, 4, 5]))) == [3, 4, 5]
assert unbuild(Solution().remove(build([1, 2, 1]), 1)) == [2]
assert Solution().remove(build([1, 1]), 1) is None
--
from typing import Optional

class ListNode:
    def __init__(self, val=0, next=None):
        self.val = val
        self.next = next

class Solution:
    def middle(self, head: Optional[ListNode]) -> Optional[ListNode]:
        slow = fast = head
        while fast and fast.next:
            slow, fast = slow.next, fast.next.next
        return slow

    def remove(self, head, value):
        first = node = ListNode(0, head)
        while node.next:
            if node.next.val == value:
                node.next = node.next.next
            else:
                node = node.next
        return first.next

## an interval class of the prelude, subclassed by the candidate: merge, Interval
class Interval:
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __repr__(self):
        return f"[{self.start},{self.end}]"
--
assert [repr(i) for i in merge([Interval(1, 3), Interval(2, 6), Interval(8, 9)])] == ["[1,6]", "[8,9]"]
assert merge([]) == []
--
class Interval:
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __repr__(self):
        return f"[{self.start},{self.end}]"

def merge(intervals):
    merged = []
    for one in sorted(intervals, key=lambda i: i.start):
        if merged and one.start <= merged[-1].end:
            merged[-1].end = max(merged[-1].end, one.end)
        else:
            merged.append(one)
    return merged
"""
)

# ---- what tests do with results --------------------------------------------------------------------------------------

RESULTS = suites(
    r"""
## dates subtracted from a result: due
from datetime import date, datetime, timedelta
assert (due(date(2020, 1, 1), 30) - date(2020, 1, 1)).days == 30
assert due(date(2020, 2, 28), 1).isoformat() == "2020-02-29"
assert due(date(2020, 1, 1), 0) == date(2020, 1, 1) < due(date(2020, 1, 1), 1)
assert f"{due(date(2021, 12, 31), 1):%d.%m.%Y}" == "01.01.2022"
assert due(datetime(2020, 1, 1, 12), 1) - timedelta(hours=12) == datetime(2020, 1, 2)
assert isinstance(due(datetime(2020, 1, 1), 1), datetime)
--
from datetime import timedelta

def due(start, days):
    return start + timedelta(days=days)

## a moment close to now: created
from datetime import datetime
before = datetime.now()
made = created("x")
after = datetime.now()
assert before <= made["at"] <= after
assert (datetime.now() - made["at"]).total_seconds() < 60
assert made["at"].date() in (before.date(), after.date())
--
from datetime import datetime

def created(name):
    return {"name": name, "at": datetime.now()}

## zones compared and converted: to_utc
from datetime import datetime, timezone, timedelta
stamp = to_utc("2024-03-10T12:00:00", 5.5)
assert stamp.tzinfo is timezone.utc
assert stamp.utcoffset() == timedelta(0)
assert stamp == datetime(2024, 3, 10, 6, 30, tzinfo=timezone.utc)
assert stamp.astimezone(timezone(timedelta(hours=1))).hour == 7
assert stamp.timestamp() == 1710052200.0
--
from datetime import datetime, timedelta, timezone

def to_utc(text, hours):
    there = timezone(timedelta(hours=hours))
    return datetime.fromisoformat(text).replace(tzinfo=there).astimezone(timezone.utc)

## zone names: meeting
from zoneinfo import ZoneInfo
from datetime import datetime
there = meeting(datetime(2024, 7, 1, 12, tzinfo=ZoneInfo("Europe/Berlin")), "America/New_York")
assert there.hour == 6
assert str(there.tzinfo) == "America/New_York"
assert there.utcoffset().total_seconds() == -4 * 3600
--
from zoneinfo import ZoneInfo

def meeting(when, place):
    return when.astimezone(ZoneInfo(place))

## set and dict operations on results: vocabulary
words = vocabulary("a b c")
assert words | {"d"} == {"a", "b", "c", "d"}
assert words & vocabulary("b c d") == {"b", "c"}
assert words - {"a"} == {"b", "c"} and {"a", "z"} - words == {"z"}
assert words ^ {"a"} == {"b", "c"}
assert {"a"} <= words and words.issuperset("ab") and words.isdisjoint("xy")
words.add("q")
assert "q" in words and "q" not in vocabulary("a b c")
--
def vocabulary(text):
    return set(text.split())

## dicts merged, popped and compared by views: settings
base = settings("a=1;b=2")
assert base | {"c": 3} == {"a": 1, "b": 2, "c": 3}
assert {**base, "a": 9} == {"a": 9, "b": 2}
assert base.keys() == {"a", "b"} and base.keys() & {"a", "z"} == {"a"}
assert base.items() >= {("a", 1)}
assert base.pop("a") == 1 and base == {"b": 2}
assert dict(sorted(base.items())) == {"b": 2} and list(base) == ["b"]
assert base.get("zz", "none") == "none" and base.setdefault("n", []) == []
--
def settings(text):
    return {key: int(value) for key, value in (pair.split("=") for pair in text.split(";"))}

## slices, steps and unpacking of results: spiral
path = spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
assert path[:3] == [1, 2, 3] and path[::-1][0] == 5 and path[-1] == 5
first, *middle, last = path
assert (first, last, len(middle)) == (1, 5, 7)
assert path[slice(1, None, 4)] == [2, 8]
assert path.index(9) == 4 and path.count(5) == 1
assert f"{path[0]:03d}|{path!r}" == "001|[1, 2, 3, 6, 9, 8, 7, 4, 5]"
--
def spiral(matrix):
    found = []
    while matrix:
        found += matrix.pop(0)
        matrix = [list(row) for row in zip(*matrix)][::-1]
    return found

## strings that results are used as: banner
text = banner("hi", 6)
assert text.startswith("*") and text.strip("*") == "  hi  "
assert f"{text:>10}" == "  ********"[:2] + text and text.center(12, "-").count("-") == 4
assert text.encode().hex()[:2] == "2a" and text * 2 == text + text and text[1:3].isspace()
assert "{} {}".format(*text.split()) == "* hi" and text % () == text
assert text.translate({42: 43}) == "+  hi  +" and sorted(set(text)) == [" ", "*", "h", "i"]
--
def banner(text, width):
    return "*" + text.center(width) + "*"

## numbers that results are used as: mean
import math
m = mean([1, 2, 3, 4])
assert m == 2.5 and math.isclose(m, 2.5) and round(m) == 2 and int(m) == 2 and m.is_integer() is False
assert abs(m - 2.4999999) < 1e-6 and -m == -2.5 and m // 1 == 2 and divmod(m, 1) == (2.0, 0.5)
assert f"{m:.2f} {m:e}" == "2.50 2.500000e+00" and m.as_integer_ratio() == (5, 2)
assert math.isnan(mean([])) and not mean([]) == mean([])
assert [10, 20, 30][int(m)] == 30 and range(int(m)) == range(2)
--
def mean(numbers):
    if not numbers:
        return float("nan")
    return sum(numbers) / len(numbers)

## bytes and buffers in results: chunk
parts = chunk(b"abcdefg", 3)
assert b"".join(parts) == b"abcdefg" and parts[0][0] == 97 and parts[-1] == b"g"
assert bytes(reversed(parts[0])) == b"cba" and parts[1].decode("ascii").upper() == "DEF"
assert int.from_bytes(parts[0], "big") == 0x616263 and memoryview(parts[0])[1] == 98
--
def chunk(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)]

## generators consumed partly and then again: naturals
g = naturals()
assert next(g) == 1
assert [next(g) for _ in range(3)] == [2, 3, 4]
import itertools
assert list(itertools.islice(g, 2)) == [5, 6]
for n in g:
    if n > 8:
        break
assert next(g) == 10
assert next(naturals()) == 1
assert list(zip(naturals(), "ab")) == [(1, "a"), (2, "b")]
assert list(itertools.takewhile(lambda x: x < 4, naturals())) == [1, 2, 3]
--
def naturals():
    n = 0
    while True:
        n += 1
        yield n

## a generator that is closed by the tests and cleans up: reader, LOG
r = reader(["a", "b"])
assert next(r) == "a"
assert LOG == []
r.close()
assert LOG == ["closed"]
assert next(r, "nothing") == "nothing"
--
LOG = []

def reader(lines):
    try:
        yield from lines
    finally:
        LOG.append("closed")

## a generator's return value, and StopIteration caught by the tests: countdown
g = countdown(2)
assert next(g) == 2 and next(g) == 1
try:
    next(g)
except StopIteration as stop:
    assert stop.value == "liftoff"
else:
    raise AssertionError("went on")
--
def countdown(n):
    while n:
        yield n
        n -= 1
    return "liftoff"

## iterators that know their order: merge_sorted
assert list(merge_sorted([1, 4], [2, 3])) == [1, 2, 3, 4]
assert sum(merge_sorted([1], [2])) == 3
assert 3 in merge_sorted([1, 3], [])
assert max(merge_sorted("ac", "b")) == "c"
assert sorted(merge_sorted([3, 5], [4]), reverse=True) == [5, 4, 3]
a, b, c = merge_sorted([1, 2], [3])
assert (a, b, c) == (1, 2, 3)
assert any(x > 1 for x in merge_sorted([1], [2])) and not all(merge_sorted([0], []))
assert {*merge_sorted([1], [1])} == {1} and dict(enumerate(merge_sorted("a", "b"))) == {0: "a", 1: "b"}
assert iter(it := merge_sorted([1], [])) is it
--
import heapq

def merge_sorted(*lists):
    return heapq.merge(*lists)

## a deep copy made by the candidate shares nothing: snapshot
data = {"a": [1, {"b": 2}], "t": (1, [2])}
copied = snapshot(data)
assert copied == data and copied is not data and copied["a"] is not data["a"]
copied["a"][1]["b"] = 99
assert data["a"][1]["b"] == 2
data["t"][1].append(3)
assert copied["t"] == (1, [2])
--
import copy

def snapshot(value):
    return copy.deepcopy(value)

## a shallow copy made by the candidate shares what is inside: shallow
data = [[1], [2]]
copied = shallow(data)
assert copied is not data and copied[0] is data[0]
copied[0].append(5)
assert data == [[1, 5], [2]]
copied.append([3])
assert len(data) == 2
--
def shallow(items):
    return items[:]

## the same list handed back: push
items = [1]
assert push(items, 2) is items
assert items == [1, 2]
assert push(push(items, 3), 4) == [1, 2, 3, 4] == items
--
def push(items, value):
    items.append(value)
    return items

## aliases inside of one result: grid_of
same = grid_of(2, shared=True)
same[0][0] = "x"
assert same == [["x", 0], ["x", 0]]
apart = grid_of(2, shared=False)
apart[0][0] = "x"
assert apart == [["x", 0], [0, 0]]
--
def grid_of(size, shared):
    return [[0] * size] * size if shared else [[0] * size for _ in range(size)]

## a list that contains itself: ring
r = ring([1, 2])
assert r[0] == 1 and r[2] is r and len(r) == 3
assert r[2][2][1] == 2
--
def ring(items):
    made = list(items)
    made.append(made)
    return made

## functions that the tests get and call: adder
add5 = adder(5)
assert add5(1) == 6 and adder(1)(1) == 2
assert list(map(add5, [1, 2])) == [6, 7]
assert sorted([3, 1], key=adder(0)) == [1, 3]
assert callable(add5) and add5.__name__ == "add"
from functools import reduce
assert reduce(lambda f, g: lambda x: g(f(x)), [adder(1), adder(2)])(0) == 3
--
def adder(n):
    def add(x):
        return x + n
    return add

## a type error for a wrong number of arguments: area
def fails(*args, **kwargs):
    try:
        area(*args, **kwargs)
    except TypeError as error:
        return str(error)
    return ""

assert "missing 1 required positional argument: 'height'" in fails(1)
assert "unexpected keyword argument 'depth'" in fails(1, 2, depth=3)
assert area(width=2, height=3) == 6
--
def area(width, height):
    return width * height

## exceptions with attributes, kept and compared: withdraw, InsufficientFunds
try:
    withdraw(10, 25)
except InsufficientFunds as error:
    caught = error
assert caught.needed == 15 and caught.args == (10, 25)
assert str(caught) == "15 more needed"
assert isinstance(caught, ValueError) and issubclass(InsufficientFunds, Exception)
assert caught.details == {"balance": 10, "history": [1, 2]}
assert withdraw(30, 5) == 25
--
class InsufficientFunds(ValueError):
    def __init__(self, balance, amount):
        super().__init__(balance, amount)
        self.needed = amount - balance
        self.details = {"balance": balance, "history": [1, 2]}

    def __str__(self):
        return f"{self.needed} more needed"

def withdraw(balance, amount):
    if amount > balance:
        raise InsufficientFunds(balance, amount)
    return balance - amount

## a hierarchy of exceptions, caught by the base: parse, ParseError, EmptyInput
for text, kind in [("", EmptyInput), ("1 +", ParseError)]:
    try:
        parse(text)
    except ParseError as error:
        assert type(error) is kind or isinstance(error, kind)
        assert error.position == len(text)
    else:
        raise AssertionError(text)
assert issubclass(EmptyInput, ParseError)
assert parse("1 + 2") == 3
--
class ParseError(Exception):
    def __init__(self, message, position):
        super().__init__(message)
        self.position = position

class EmptyInput(ParseError):
    pass

def parse(text):
    if not text:
        raise EmptyInput("empty", 0)
    total = 0
    for part in text.split("+"):
        if not part.strip():
            raise ParseError("a number is missing", len(text))
        total += int(part)
    return total

## built-in exceptions with their own attributes: load
import json
try:
    load("{bad")
except json.JSONDecodeError as error:
    assert error.lineno == 1 and error.pos == 1
    assert "Expecting property name" in error.msg
except Exception as error:
    raise AssertionError(repr(error))
assert load("[1]") == [1]
try:
    load(None)
except (TypeError, AttributeError) as error:
    assert "NoneType" in str(error)
--
import json

def load(text):
    return json.loads(text)

## key errors, index errors and unicode errors with details: probe
try:
    probe("key")
except KeyError as e:
    assert e.args[0] == "missing"
try:
    probe("unicode")
except UnicodeDecodeError as e:
    assert (e.encoding, e.start, e.reason) == ("ascii", 1, "ordinal not in range(128)")
try:
    probe("os")
except FileNotFoundError as e:
    assert e.errno == 2 and e.filename == "nowhere.txt"
try:
    probe("zero")
except ZeroDivisionError as e:
    assert "division" in str(e)
--
def probe(kind):
    if kind == "key":
        return {}["missing"]
    if kind == "unicode":
        return b"a\xff".decode("ascii")
    if kind == "os":
        return open("nowhere.txt").read()
    return 1 / 0

## an assertion of the candidate's that the tests expect: positive
try:
    positive(-1)
except AssertionError as error:
    assert str(error) == "must be positive"
else:
    raise ValueError("accepted")
assert positive(2) == 2
--
def positive(n):
    assert n > 0, "must be positive"
    return n

## loops over random inputs against a slow answer: longest_increasing
import random
from bisect import bisect_left

def slow(items):
    best = [1] * len(items)
    for i in range(len(items)):
        for j in range(i):
            if items[j] < items[i]:
                best[i] = max(best[i], best[j] + 1)
    return max(best, default=0)

random.seed(7)
for _ in range(60):
    items = [random.randint(-9, 9) for _ in range(random.randrange(12))]
    kept = list(items)
    assert longest_increasing(items) == slow(items), items
    assert items == kept
--
from bisect import bisect_left

def longest_increasing(items):
    tails = []
    for item in items:
        place = bisect_left(tails, item)
        tails[place:place + 1] = [item]
    return len(tails)

## a property of many results: shuffled
from collections import Counter
seen = Counter()
for i in range(50):
    mixed = shuffled([1, 2, 3])
    assert Counter(mixed) == Counter([1, 2, 3])
    seen[tuple(mixed)] += 1
assert sum(seen.values()) == 50
assert len(seen) > 1
--
import random

def shuffled(items):
    return random.sample(items, len(items))

## round trips over generated text: squeeze, expand
import string
alphabet = string.ascii_letters[:4]
texts = ["".join(alphabet[(i * j) % 4] for j in range(i)) for i in range(25)]
assert all(expand(squeeze(text)) == text for text in texts)
assert len(squeeze("a" * 100)) < 10
--
import re
from itertools import groupby

def squeeze(text):
    return "".join(f"{len(list(run))}{letter}" for letter, run in groupby(text))

def expand(text):
    return "".join(letter * int(count) for count, letter in re.findall(r"(\d+)(\D)", text))

## a parametrised table of the tests: roman
TABLE = [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (40, "XL"), (90, "XC"), (400, "CD"), (1994, "MCMXCIV")]
for number, text in TABLE:
    assert roman(number) == text, f"{number}: {roman(number)}"
assert all(roman(n) for n in range(1, 50))
assert len({roman(n) for n in range(1, 200)}) == 199
--
def roman(n):
    table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
             (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, sign in table:
        while n >= value:
            text, n = text + sign, n - value
    return text

## modules and types as arguments: convert_all
import math
assert convert_all(["1", "2"], int) == [1, 2]
assert convert_all([1, 2], str) == ["1", "2"]
assert convert_all([4.0, 9.0], math.sqrt) == [2.0, 3.0]
assert convert_all([[1, 2], "ab"], list) == [[1, 2], ["a", "b"]]
from fractions import Fraction
assert convert_all(["1/2"], Fraction) == [Fraction(1, 2)]
from decimal import Decimal
assert convert_all(["0.1"], Decimal)[0] + Decimal("0.2") == Decimal("0.3")
--
def convert_all(items, kind):
    return [kind(item) for item in items]

## named tuples of the tests as arguments: centroid
from collections import namedtuple
Point = namedtuple("Point", "x y")
assert centroid([Point(0, 0), Point(2, 4)]) == (1, 2)
assert centroid([(1, 1)]) == (1, 1)
--
def centroid(points):
    xs, ys = zip(*points)
    return sum(xs) / len(xs), sum(ys) / len(ys)

## a named tuple of the tests used by field names: area_of
from collections import namedtuple
Box = namedtuple("Box", ["w", "h"])
assert area_of(Box(2, 3)) == 6
assert area_of(Box(w=1, h=1)) == 1
--
def area_of(box):
    return box.w * box.h

## iterators of every kind that the tests give: count_lines
assert count_lines(iter(["a", "b"])) == 2
assert count_lines(x for x in "abc") == 3
assert count_lines(["a"]) == 1
assert count_lines(map(str, range(4))) == 4
--
def count_lines(lines):
    return sum(1 for _ in lines)
"""
)

# ---- language and library --------------------------------------------------------------------------------------------

LIBRARY = suites(
    r"""
## descriptors with names: Typed
class_made = Typed("p", 3)
assert class_made.count == 3
class_made.count = 4
assert class_made.count == 4
try:
    class_made.count = "many"
except TypeError as error:
    assert str(error) == "count must be int"
else:
    raise AssertionError
assert vars(class_made) == {"name": "p", "_count": 4}
--
class Of:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, "_" + self.name)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}")
        setattr(obj, "_" + self.name, value)

class Typed:
    count = Of(int)

    def __init__(self, name, count):
        self.name = name
        self.count = count

## a property with a setter and a deleter: Celsius
c = Celsius(20)
assert c.fahrenheit == 68
c.fahrenheit = 212
assert c.degrees == 100
del c.fahrenheit
assert c.degrees == 0 and c.fahrenheit == 32
try:
    c.kelvin = 1
except AttributeError as error:
    pass
else:
    raise AssertionError("read only")
assert hasattr(c, "kelvin") and not hasattr(c, "rankine")
assert getattr(c, "rankine", None) is None
--
class Celsius:
    def __init__(self, degrees):
        self.degrees = degrees

    @property
    def fahrenheit(self):
        return self.degrees * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.degrees = (value - 32) * 5 / 9

    @fahrenheit.deleter
    def fahrenheit(self):
        self.degrees = 0

    @property
    def kelvin(self):
        return self.degrees + 273.15

## a class with class methods, static methods and constants: Shape
assert Shape.SIDES == 0 and Shape.unit().area() == 1 and Shape.is_valid(3)
assert Shape(2).area() == 4 and Shape.count == 2
assert isinstance(Shape.unit(), Shape) and type(Shape(1)) is Shape
assert Shape.__name__ == "Shape" and Shape.__doc__ == "A shape."
--
class Shape:
    "A shape."
    SIDES = 0
    count = 0

    def __init__(self, size):
        self.size = size
        type(self).count += 1

    @classmethod
    def unit(cls):
        return cls(1)

    @staticmethod
    def is_valid(size):
        return size > 0

    def area(self):
        return self.size ** 2

## inheritance checked by the tests: Animal, Dog, Cat
zoo = [Dog("Rex"), Cat("Tom")]
assert [a.speak() for a in zoo] == ["Rex says Woof", "Tom says Meow"]
assert all(isinstance(a, Animal) for a in zoo)
assert issubclass(Dog, Animal) and not issubclass(Dog, Cat)
try:
    Animal("x").speak()
except NotImplementedError:
    pass
else:
    raise AssertionError
--
class Animal:
    def __init__(self, name):
        self.name = name

    def sound(self):
        raise NotImplementedError

    def speak(self):
        return f"{self.name} says {self.sound()}"

class Dog(Animal):
    def sound(self):
        return "Woof"

class Cat(Animal):
    def sound(self):
        return "Meow"

## an abstract class that cannot be made: Base, Real
try:
    Base()
except TypeError as error:
    assert "abstract" in str(error)
else:
    raise AssertionError
assert Real().run() == 42
--
from abc import ABC, abstractmethod

class Base(ABC):
    @abstractmethod
    def run(self):
        ...

class Real(Base):
    def run(self):
        return 42

## context managers nested by the tests: opened, EVENTS
with opened("a") as a, opened("b") as b:
    assert (a, b) == ("A", "B")
    assert EVENTS == ["+a", "+b"]
assert EVENTS == ["+a", "+b", "-b", "-a"]
try:
    with opened("c"):
        raise ValueError("inside")
except ValueError as error:
    assert str(error) == "inside"
assert EVENTS[-2:] == ["+c", "-c"]
--
from contextlib import contextmanager

EVENTS = []

@contextmanager
def opened(name):
    EVENTS.append("+" + name)
    try:
        yield name.upper()
    finally:
        EVENTS.append("-" + name)

## a context manager class that handles some errors: Guard
g = Guard(KeyError)
with g:
    raise KeyError("x")
assert g.caught == ["KeyError"]
try:
    with g as same:
        assert same is g
        raise ValueError("y")
except ValueError:
    pass
else:
    raise AssertionError("swallowed")
assert g.caught == ["KeyError", "ValueError"]
--
class Guard:
    def __init__(self, *kinds):
        self.kinds, self.caught = kinds, []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.caught.append(kind.__name__)
        return kind is not None and issubclass(kind, self.kinds)

## the operators of a fraction class: Frac
assert Frac(1, 2) + Frac(1, 3) == Frac(5, 6)
assert Frac(1, 2) * 2 == Frac(1, 1) and 2 * Frac(1, 2) == Frac(1, 1)
assert -Frac(1, 2) < Frac(0, 1) < Frac(1, 3) <= Frac(2, 6)
assert str(Frac(2, 4)) == "1/2" and repr(Frac(1, 2)) == "Frac(1, 2)"
assert float(Frac(1, 4)) == 0.25 and bool(Frac(0, 3)) is False and abs(Frac(-1, 2)) == Frac(1, 2)
assert sum([Frac(1, 2), Frac(1, 2)], Frac(0, 1)) == Frac(1, 1)
assert sorted([Frac(1, 2), Frac(1, 3)])[0] == Frac(1, 3)
assert hash(Frac(1, 2)) == hash(Frac(2, 4)) and len({Frac(1, 2), Frac(2, 4)}) == 1
assert Frac(1, 2) != "1/2" and Frac(3, 1) ** 2 == Frac(9, 1)
--
from functools import total_ordering
from math import gcd

@total_ordering
class Frac:
    def __init__(self, top, bottom):
        shared = gcd(top, bottom) or 1
        self.top, self.bottom = top // shared, bottom // shared

    @staticmethod
    def of(value):
        return value if isinstance(value, Frac) else Frac(value, 1)

    def __add__(self, other):
        other = Frac.of(other)
        return Frac(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __mul__(self, other):
        other = Frac.of(other)
        return Frac(self.top * other.top, self.bottom * other.bottom)

    __rmul__ = __mul__

    def __pow__(self, n):
        return Frac(self.top ** n, self.bottom ** n)

    def __neg__(self):
        return Frac(-self.top, self.bottom)

    def __abs__(self):
        return Frac(abs(self.top), self.bottom)

    def __float__(self):
        return self.top / self.bottom

    def __bool__(self):
        return self.top != 0

    def __eq__(self, other):
        return isinstance(other, Frac) and (self.top, self.bottom) == (other.top, other.bottom)

    def __lt__(self, other):
        return self.top * other.bottom < other.top * self.bottom

    def __hash__(self):
        return hash((self.top, self.bottom))

    def __str__(self):
        return f"{self.top}/{self.bottom}"

    def __repr__(self):
        return f"Frac({self.top}, {self.bottom})"

## a matrix with slices and tuples as keys: Table
t = Table([[1, 2, 3], [4, 5, 6]])
assert t[0, 1] == 2 and t[1] == [4, 5, 6] and t[:, 0] == [1, 4] and t[0, 1:] == [2, 3]
t[0, 0] = 9
assert t[0, 0] == 9 and (0, 5) not in t and (1, 2) in t and len(t) == 2
del t[0]
assert list(t) == [[4, 5, 6]] and t[-1, -1] == 6
--
class Table:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def __getitem__(self, key):
        if isinstance(key, tuple):
            row, column = key
            if isinstance(row, slice):
                return [line[column] for line in self.rows[row]]
            return self.rows[row][column]
        return self.rows[key]

    def __setitem__(self, key, value):
        self.rows[key[0]][key[1]] = value

    def __delitem__(self, key):
        del self.rows[key]

    def __contains__(self, key):
        return 0 <= key[0] < len(self.rows) and 0 <= key[1] < len(self.rows[0])

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

## a callable object with attributes and calls counted: CountCalls
@CountCalls
def greet(name):
    return f"hello {name}"

assert greet("a") == "hello a" and greet("b") == "hello b"
assert greet.count == 2
assert greet.__name__ == "greet"
--
import functools

class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function, self.count = function, 0

    def __call__(self, *args, **kwargs):
        self.count += 1
        return self.function(*args, **kwargs)

## decorators stacked by the tests: twice, shout
@twice
@shout("!")
def say(word, end=""):
    return word + end

assert say("hi") == ["HI!", "HI!"]
assert say("a", end="b") == ["AB!", "AB!"]
--
import functools

def twice(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return [function(*args, **kwargs) for _ in range(2)]
    return wrapper

def shout(mark):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs).upper() + mark
        return wrapper
    return decorate

## a retry decorator and a function of the tests that fails at first: retry
calls = []

@retry(3, exceptions=(ConnectionError,))
def flaky(x):
    calls.append(x)
    if len(calls) < 3:
        raise ConnectionError("down")
    return x * 2

assert flaky(4) == 8
assert calls == [4, 4, 4]

@retry(2, exceptions=(ConnectionError,))
def broken():
    raise ConnectionError("for good")

try:
    broken()
except ConnectionError as error:
    assert str(error) == "for good"
else:
    raise AssertionError
--
import functools

def retry(times, exceptions=(Exception,)):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            for attempt in range(times):
                try:
                    return function(*args, **kwargs)
                except exceptions:
                    if attempt == times - 1:
                        raise
        return wrapper
    return decorate

## recursion five thousand deep after raising the limit: nested_sum
deep = []
node = deep
assert nested_sum(range(5000)) == 12497500
assert nested_sum([]) == 0
--
import sys

sys.setrecursionlimit(20000)

def nested_sum(items, at=0):
    items = items if at else list(items)
    return 0 if at == len(items) else items[at] + nested_sum(items, at + 1)

## Ackermann and hanoi without help: ackermann, hanoi
assert ackermann(2, 3) == 9
assert len(hanoi(10)) == 1023
assert hanoi(2) == [("A", "B"), ("A", "C"), ("B", "C")]
--
def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))

def hanoi(n, source="A", spare="B", target="C"):
    if n == 0:
        return []
    return hanoi(n - 1, source, target, spare) + [(source, target)] + hanoi(n - 1, spare, source, target)

## threads with a lock and results by thread: parallel_map
assert parallel_map(lambda x: x * x, [1, 2, 3]) == [1, 4, 9]
assert parallel_map(str, range(20), workers=4) == [str(i) for i in range(20)]
assert parallel_map(len, []) == []
--
import threading

def parallel_map(function, items, workers=2):
    items = list(items)
    results, lock, todo = [None] * len(items), threading.Lock(), iter(range(len(items)))

    def work():
        while True:
            with lock:
                i = next(todo, None)
                if i is None:
                    return
                results[i] = function(items[i])

    threads = [threading.Thread(target=work) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results

## a thread pool whose work is the candidate's own: word_totals
assert word_totals(["a b a", "b c"]) == {"a": 2, "b": 2, "c": 1}
assert word_totals([]) == {}
--
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed

def word_totals(texts):
    total = Counter()
    with ThreadPoolExecutor(max_workers=3) as pool:
        for done in as_completed([pool.submit(lambda t: Counter(t.split()), text) for text in texts]):
            total += done.result()
    return total

## a background thread that goes on between calls: Ticker
import time
ticker = Ticker(0.005)
ticker.start()
deadline = time.monotonic() + 1.5
while ticker.ticks < 3 and time.monotonic() < deadline:
    time.sleep(0.005)
ticker.stop()
assert ticker.ticks >= 3
assert not ticker.running
--
import threading

class Ticker:
    def __init__(self, interval):
        self.interval, self.ticks = interval, 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self):
        while not self.done.wait(self.interval):
            self.ticks += 1

    @property
    def running(self):
        return self.thread.is_alive()

    def start(self):
        self.thread.start()

    def stop(self):
        self.done.set()
        self.thread.join()

## asyncio by the tests, with gather and timeouts: fetch_all
import asyncio
assert asyncio.run(fetch_all([1, 2, 3])) == [2, 4, 6]

async def main():
    a, b = await asyncio.gather(fetch_all([1]), fetch_all([5]))
    return a + b

assert asyncio.run(main()) == [2, 10]
assert asyncio.run(asyncio.wait_for(fetch_all([]), 1)) == []
--
import asyncio

async def fetch(n):
    await asyncio.sleep(0)
    return n * 2

async def fetch_all(items):
    return list(await asyncio.gather(*map(fetch, items)))

## files written and read in the working folder: save_lines, load_lines
save_lines("notes.txt", ["a", "b"])
assert load_lines("notes.txt") == ["a", "b"]
save_lines("notes.txt", ["c"], append=True)
assert load_lines("notes.txt") == ["a", "b", "c"]
try:
    load_lines("other.txt")
except FileNotFoundError as error:
    assert error.filename == "other.txt"
else:
    raise AssertionError
--
def save_lines(path, lines, append=False):
    with open(path, "a" if append else "w") as file:
        file.writelines(line + "\n" for line in lines)

def load_lines(path):
    with open(path) as file:
        return file.read().splitlines()

## a database in the working folder, through the candidate only: Database
db = Database("test.db")
db.insert("ann", 3)
db.insert("bob", 5)
assert db.find("bob") == [(2, "bob", 5)]
assert db.find("zed") == []
db.delete("ann")
assert db.all() == [(2, "bob", 5)]
db.close()
again = Database("test.db")
assert again.all() == [(2, "bob", 5)]
--
import sqlite3

class Database:
    def __init__(self, path):
        self.connection = sqlite3.connect(path)
        self.connection.execute("create table if not exists people (id integer primary key, name text, age int)")

    def insert(self, name, age):
        with self.connection:
            self.connection.execute("insert into people (name, age) values (?, ?)", (name, age))

    def find(self, name):
        return self.connection.execute("select * from people where name = ?", (name,)).fetchall()

    def delete(self, name):
        with self.connection:
            self.connection.execute("delete from people where name = ?", (name,))

    def all(self):
        return self.connection.execute("select * from people order by id").fetchall()

    def close(self):
        self.connection.close()

## csv and json files through the candidate: write_csv, to_json, read_json
write_csv("t.csv", [{"a": 1, "b": "x,y"}, {"a": 2, "b": 'q"'}])
assert to_json("t.csv", "t.json") == 2
assert read_json("t.json") == [{"a": "1", "b": "x,y"}, {"a": "2", "b": 'q"'}]
--
import csv
import json
import os

def write_csv(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)

def to_json(source, target):
    with open(source, newline="") as file:
        rows = list(csv.DictReader(file))
    with open(target, "w") as file:
        json.dump(rows, file)
    assert os.path.getsize(target) > 0
    return len(rows)

def read_json(path):
    with open(path) as file:
        return json.load(file)

## folders walked by the candidate: tree_sizes
assert tree_sizes({"a.txt": "xx", "d/b.txt": "yyy"}) == {"a.txt": 2, "d/b.txt": 3}
assert tree_sizes({}) == {}
--
import os
import pathlib
import tempfile

def tree_sizes(files):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        found = {}
        for base, _, names in os.walk(folder):
            for name in names:
                path = os.path.join(base, name)
                found[os.path.relpath(path, folder)] = os.path.getsize(path)
        return found

## shutil, glob and zip archives: pack
assert pack({"a.txt": "one", "b.log": "two"}, "*.txt") == ["a.txt"]
--
import glob
import os
import shutil
import zipfile

def pack(files, pattern):
    os.makedirs("src", exist_ok=True)
    for name, text in files.items():
        with open(os.path.join("src", name), "w") as file:
            file.write(text)
    with zipfile.ZipFile("out.zip", "w") as archive:
        for path in sorted(glob.glob(os.path.join("src", pattern))):
            archive.write(path, os.path.basename(path))
    shutil.copy("out.zip", "copy.zip")
    shutil.rmtree("src")
    with zipfile.ZipFile("copy.zip") as archive:
        return archive.namelist()

## hashes, base64 and hmac in one: token
assert token("user", b"key") == token("user", b"key") != token("user", b"other")
name, _, mark = token("user", b"key").partition(".")
import base64
assert base64.urlsafe_b64decode(name) == b"user" and len(mark) == 64
assert int(mark, 16) > 0
--
import base64
import hashlib
import hmac

def token(user, key):
    name = base64.urlsafe_b64encode(user.encode()).decode()
    return name + "." + hmac.new(key, name.encode(), hashlib.sha256).hexdigest()

## configuration files from text: read_config
assert read_config("[a]\nx = 1\ny = two\n[b]\n") == {"a": {"x": "1", "y": "two"}, "b": {}}
assert read_config("") == {}
--
import configparser

def read_config(text):
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections()}

## a logger with a handler in memory: audit
lines = audit(["start", "stop"])
assert lines == ["INFO audit start", "INFO audit stop"]
assert audit([]) == []
--
import io
import logging

def audit(events):
    stream = io.StringIO()
    logger = logging.getLogger("audit")
    logger.handlers[:] = [logging.StreamHandler(stream)]
    logger.handlers[0].setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))
    logger.setLevel(logging.INFO)
    for event in events:
        logger.info(event)
    return stream.getvalue().splitlines()

## standard output captured by the candidate itself: rendered
assert rendered([1, 2]) == "1\n2\n"
assert rendered([]) == ""
--
import contextlib
import io

def rendered(items):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        for item in items:
            print(item)
    return out.getvalue()

## standard input replaced by the candidate itself: add_lines
assert add_lines("1\n2\n") == 3
assert add_lines("") == 0
--
import io
import sys

def add_lines(text):
    kept, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        return sum(int(line) for line in sys.stdin)
    finally:
        sys.stdin = kept

## functions printed through a stream that the tests give: show
class Out:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

out = Out()
show(["a", "b"], out.write)
assert "".join(out.parts) == "a\nb\n"
--
def show(items, write):
    for item in items:
        write(item + "\n")

## regular expressions given by the tests: tokens
import re
assert tokens("a1 b22", re.compile(r"[a-z]\d+")) == ["a1", "b22"]
assert tokens("A1", re.compile("a", re.I)) == ["A"]
assert tokens("x.y", r"\w") == ["x", "y"]
--
import re

def tokens(text, pattern):
    return [match.group() for match in re.finditer(pattern, text)]

## many kinds of values as keys: invert
assert invert({"a": 1, "b": (1, 2), "c": None, "d": True, "e": 2.5, "f": frozenset({1})}) == {
    1: "d", (1, 2): "b", None: "c", 2.5: "e", frozenset({1}): "f"}
assert invert({}) == {}
--
def invert(mapping):
    return {value: key for key, value in mapping.items()}

## enums handed over and taken back: Colour, mix
assert mix(Colour.RED, Colour.BLUE) is Colour.PURPLE
assert mix(Colour.RED, Colour.RED) == Colour.RED
assert [c.name for c in Colour] == ["RED", "BLUE", "PURPLE"]
assert Colour["RED"] is Colour.RED and Colour("blue") is Colour.BLUE
assert Colour.RED.value == "red" and Colour.RED in Colour and len(Colour) == 3
assert {Colour.RED: 1}[Colour.RED] == 1 and str(Colour.RED) == "Colour.RED"
--
from enum import Enum

class Colour(Enum):
    RED = "red"
    BLUE = "blue"
    PURPLE = "purple"

def mix(a, b):
    return a if a is b else Colour.PURPLE

## a class with slots, weak references and identity: Pool
p = Pool()
a = p.take()
p.give(a)
assert p.take() is a
b = p.take()
assert b is not a and a != b and len({a, b}) == 2
assert p.made == 2
--
class Thing:
    __slots__ = ("number",)

    def __init__(self, number):
        self.number = number

class Pool:
    def __init__(self):
        self.free, self.made = [], 0

    def take(self):
        if self.free:
            return self.free.pop()
        self.made += 1
        return Thing(self.made)

    def give(self, thing):
        self.free.append(thing)

## attributes listed and set by name: Record
r = Record(a=1, b=[2])
for name in ("a", "b"):
    assert hasattr(r, name)
setattr(r, "c", {"d": 1})
assert r.c["d"] == 1 and vars(r) == {"a": 1, "b": [2], "c": {"d": 1}}
r.__dict__["e"] = 5
delattr(r, "a")
assert not hasattr(r, "a") and r == Record(b=[2], c={"d": 1}, e=5)
--
class Record:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __eq__(self, other):
        return vars(self) == vars(other)

## global state changed through functions: configure, current
assert current() == {"level": 1}
configure(level=2, extra=[1])
assert current() == {"level": 2, "extra": [1]}
current()["level"] = 99
assert current()["level"] == 2
--
_settings = {"level": 1}

def configure(**changes):
    _settings.update(changes)

def current():
    return dict(_settings)

## a module-level container that the tests look at: register, REGISTRY
assert REGISTRY == {}
register("a", 1)
assert REGISTRY == {"a": 1}
REGISTRY["b"] = 2
assert register("c", 3) == 3
assert sorted(REGISTRY) == ["a", "b", "c"]
--
REGISTRY = {}

def register(name, value):
    REGISTRY[name] = value
    return len(REGISTRY)

## statistics and fractions compared with tolerance: summary
import statistics
s = summary([1.5, 2.5, 4.0])
assert abs(s["mean"] - 2.6667) < 1e-3
assert s["stdev"] == statistics.stdev([1.5, 2.5, 4.0])
assert set(s) == {"mean", "median", "stdev"} and s["median"] == 2.5
--
import statistics

def summary(data):
    return {name: getattr(statistics, name)(data) for name in ("mean", "median", "stdev")}

## very large whole numbers: fib
assert fib(300) == 222232244629420445529739893461909967206666939096499764990979600
assert fib(1000) % 10**9 == 849228875 and len(str(fib(10000))) == 2090
assert fib(5000).bit_length() == 3471
--
def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a

## a decimal context kept local: price
from decimal import Decimal, getcontext
assert price("19.99", 3) == Decimal("59.97")
assert str(price("0.1", 3)) == "0.30"
assert getcontext().prec == 28
--
from decimal import ROUND_HALF_UP, Decimal, localcontext

def price(unit, count):
    with localcontext() as context:
        context.prec = 50
        return (Decimal(unit) * count).quantize(Decimal("0.01"), ROUND_HALF_UP)

## heapq items with a counter and objects that have no order: Scheduler
s = Scheduler()
for priority, job in [(2, {"b": 1}), (1, {"a": 1}), (2, {"c": 1})]:
    s.add(job, priority)
assert [s.pop() for _ in range(3)] == [{"a": 1}, {"b": 1}, {"c": 1}]
try:
    s.pop()
except IndexError as error:
    assert "empty" in str(error)
else:
    raise AssertionError
--
import heapq
from itertools import count

class Scheduler:
    def __init__(self):
        self.heap, self.numbers = [], count()

    def add(self, job, priority):
        heapq.heappush(self.heap, (priority, next(self.numbers), job))

    def pop(self):
        if not self.heap:
            raise IndexError("pop from an empty scheduler")
        return heapq.heappop(self.heap)[2]

## a graph as nested dicts with cycles of the tests: shortest
graph = {"a": {"b": 1, "c": 4}, "b": {"c": 2, "a": 1}, "c": {}}
assert shortest(graph, "a", "c") == (3, ["a", "b", "c"])
assert shortest(graph, "c", "a") == (float("inf"), [])
graph["c"]["a"] = 1
assert shortest(graph, "c", "b") == (2, ["c", "a", "b"])
--
import heapq

def shortest(graph, start, end):
    heap, seen = [(0, start, [start])], set()
    while heap:
        cost, node, path = heapq.heappop(heap)
        if node == end:
            return cost, path
        if node not in seen:
            seen.add(node)
            for other, weight in graph[node].items():
                heapq.heappush(heap, (cost + weight, other, path + [other]))
    return float("inf"), []
"""
)

# ---- objects of the standard library, in and out ---------------------------------------------------------------------

OBJECTS = suites(
    r"""
## a file that does not exist, whose path the tests give: load
try:
    load("/srv/no-such-folder/data.csv")
except FileNotFoundError:
    pass
else:
    raise AssertionError("it exists")
assert load("") is None
--
def load(path):
    if not path:
        return None
    with open(path) as file:
        return file.read()

## a folder that does not exist, whose path the tests give: entries
assert entries("/srv/no-such-folder") == []
assert entries(".") == []
--
import os

def entries(path):
    try:
        return sorted(os.listdir(path))
    except FileNotFoundError:
        return []

## a folder that does not exist, walked: walked
assert walked("/srv/no-such-folder") == 0
--
import os

def walked(path):
    return sum(len(names) for _, _, names in os.walk(path))

## paths of the tests as arguments: stem
from pathlib import Path, PurePosixPath
assert stem(PurePosixPath("a/b.txt")) == "b"
assert stem(Path("c.tar.gz")) == "c.tar"
--
def stem(path):
    return path.stem

## paths of the candidate by class and parts: join
from pathlib import Path, PurePath
assert join("a", "b") == Path("a/b")
assert isinstance(join("a", "b"), Path) and isinstance(join("a", "b"), PurePath)
assert join("a", "b.txt").name == "b.txt" and join("a", "b").parts == ("a", "b")
assert join("a", "b") / "c" == Path("a/b/c")
--
from pathlib import Path

def join(a, b):
    return Path(a) / b

## an array of the standard library by class: numbers
import array
made = numbers([1, 2])
assert made == array.array("i", [1, 2])
assert isinstance(made, array.array)
assert made.typecode == "i" and list(made) == [1, 2] and made[0] == 1 and len(made) == 2
--
import array

def numbers(items):
    return array.array("i", items)

## an xml element returned: parse
root = parse("<a k='1'><b>x</b><b>y</b></a>")
assert root.tag == "a" and root.attrib == {"k": "1"} and root[0].text == "x" and root.find("b").text == "x"
assert [child.text for child in root] == ["x", "y"] and len(root) == 2
--
import xml.etree.ElementTree as ET

def parse(text):
    return ET.fromstring(text)

## a stream returned: stream
made = stream("abc\nde\n")
assert made.read(2) == "ab" and made.getvalue() == "abc\nde\n"
made.seek(0)
assert made.readlines() == ["abc\n", "de\n"]
with stream("x") as opened:
    assert opened.read() == "x"
assert opened.closed
--
import io

def stream(text):
    return io.StringIO(text)

## a database connection returned: connect
connection = connect()
connection.execute("insert into t values (1, 'a')")
assert connection.execute("select * from t").fetchall() == [(1, "a")]
assert [row[0] for row in connection.execute("select x from t")] == [1]
--
import sqlite3

def connect():
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (x int, y text)")
    return connection

## an attribute of a class patched for a while: Config
from unittest.mock import patch
with patch.object(Config, "limit", 5):
    assert Config().get() == 5
assert Config().get() == 1
--
class Config:
    limit = 1

    def get(self):
        return self.limit

## endless recursion that the tests expect: endless
caught = False
try:
    endless(0)
except RecursionError as error:
    caught = "recursion" in str(error)
assert caught
--
def endless(n):
    return endless(n + 1)

## a logger returned, with its name and level: logger_of
import logging
assert logger_of("a.b").name == "a.b"
assert logger_of("a.b").level == logging.INFO
assert logger_of("a") is logger_of("a")
--
import logging

def logger_of(name):
    logger = logging.getLogger(name)
    logger.setLevel(logging.INFO)
    return logger

## time differences and uuids: track
import uuid
from datetime import timedelta
made = track("x")
assert isinstance(made["id"], uuid.UUID) and made["id"].version == 5
assert made["id"] == uuid.uuid5(uuid.NAMESPACE_DNS, "x")
assert made["age"] == timedelta(hours=1, minutes=30) and made["age"] / timedelta(minutes=1) == 90
assert made["age"] * 2 > made["age"] and str(made["age"]) == "1:30:00"
--
import datetime
import uuid

def track(name):
    return {"id": uuid.uuid5(uuid.NAMESPACE_DNS, name), "age": datetime.timedelta(minutes=90)}

## an address and a network: hosts
import ipaddress
found = hosts("192.168.1.0/30")
assert [str(host) for host in found] == ["192.168.1.1", "192.168.1.2"]
assert found[0] < found[1] and found[0] + 1 == found[1]
--
import ipaddress

def hosts(network):
    return list(ipaddress.ip_network(network).hosts())
"""
)

# ---- `check` functions -----------------------------------------------------------------------------------------------

CHECKS = suites(
    r"""
## metadata, helpers and messages: below_zero
METADATA = {"author": "x", "dataset": "test"}

def check(candidate):
    assert candidate([]) == False, "empty"
    assert candidate([1, 2, -3, 1, 2, -3]) == False
    assert candidate([1, 2, -4, 5, 6]) == True
    assert True, "This prints if this assert fails 1 (good for debugging!)"
--
from typing import List


def below_zero(operations: List[int]) -> bool:
    balance = 0

    for op in operations:
        balance += op
        if balance < 0:
            return True

    return False

## inputs and results as two long lists: clip
import math

def is_close(a, b):
    if isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(is_close, a, b))
    return a == b or math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-6)

def check(candidate):
    inputs = [[[1.0, 5.0], 0, 3], [[], 0, 1], [[-1e10, 1e10], -5.5, 5.5]]
    results = [[1.0, 3], [], [-5.5, 5.5]]
    for i, (inp, exp) in enumerate(zip(inputs, results)):
        assert is_close(candidate(*inp), exp), f"case {i}"
--
def clip(values, low, high):
    return [min(max(v, low), high) for v in values]

## a check against a reference in the tests: primes_up_to
def check(candidate):
    def reference(n):
        return [p for p in range(2, n + 1) if all(p % d for d in range(2, int(p ** 0.5) + 1))]
    for n in range(0, 120, 7):
        assert candidate(n) == reference(n), n
--
def primes_up_to(n):
    sieve = bytearray([1]) * (n + 1)
    sieve[:2] = b"\0" * len(sieve[:2])
    for i in range(2, int(n ** 0.5) + 1):
        if sieve[i]:
            sieve[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, flag in enumerate(sieve) if flag]

## a check with random inputs and an inverse: encode_cyclic, decode_cyclic
def check(candidate):
    from random import choice, randint
    import string

    letters = string.ascii_lowercase
    for _ in range(30):
        text = "".join(choice(letters) for _ in range(randint(3, 12)))
        assert decode_cyclic(candidate(text)) == text
--
def encode_cyclic(s: str):
    groups = [s[(3 * i):min((3 * i + 3), len(s))] for i in range((len(s) + 2) // 3)]
    groups = [(group[1:] + group[0]) if len(group) == 3 else group for group in groups]
    return "".join(groups)

def decode_cyclic(s: str):
    return encode_cyclic(encode_cyclic(s))

## a check that compares arguments before and after: sort_even
def check(candidate):
    given = [5, 6, 3, 4]
    assert tuple(candidate(given)) == (3, 6, 5, 4)
    assert given == [5, 6, 3, 4], "the argument was changed"
    assert tuple(candidate([1])) == tuple(candidate((1,)))
--
def sort_even(l):
    evens = sorted(l[::2])
    result = list(l)
    result[::2] = evens
    return result

## a check with a try around the call: strange_sqrt
def check(candidate):
    try:
        candidate(-1)
        assert False, "no error"
    except ValueError as e:
        assert "negative" in str(e)
    except AssertionError:
        raise
    assert abs(candidate(2) - 2 ** 0.5) < 1e-9
--
def strange_sqrt(x):
    if x < 0:
        raise ValueError("negative: %r" % x)
    guess = x or 1.0
    for _ in range(60):
        guess = (guess + x / guess) / 2
    return guess

## a check of a class by its results: BankAccount
def check(candidate):
    account = candidate("ann", balance=10)
    account.deposit(5)
    assert account.balance == 15
    assert str(account) == "ann: 15"
    for wrong in (0, -1, 100):
        try:
            account.withdraw(wrong)
        except ValueError:
            continue
        raise AssertionError(wrong)
    assert [type(h).__name__ for h in account.history] == ["tuple"] and account.history == [("deposit", 5)]
--
class BankAccount:
    def __init__(self, owner, balance=0):
        self.owner, self.balance, self.history = owner, balance, []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if not 0 < amount <= self.balance:
            raise ValueError("bad amount")
        self.balance -= amount
        self.history.append(("withdraw", amount))

    def __str__(self):
        return f"{self.owner}: {self.balance}"

## a check of types and of nothing else: to_number
def check(candidate):
    assert type(candidate("3")) is int
    assert type(candidate("3.5")) is float
    assert type(candidate("1+2j")) is complex
    assert candidate("x") is None
    assert isinstance(candidate("1"), (int, float)) and not isinstance(candidate("1"), bool)
--
def to_number(text):
    for kind in (int, float, complex):
        try:
            return kind(text)
        except ValueError:
            pass
    return None
""",
    SuiteStyle.CHECK,
)

# ---- unittest classes ------------------------------------------------------------------------------------------------

UNITTESTS = suites(
    r"""
## one class per method and one for all, with setUp: Warehouse
import unittest

class WarehouseTestAdd(unittest.TestCase):
    def test_add_1(self):
        w = Warehouse()
        w.add_product(1, "pen", 3)
        self.assertEqual(w.inventory, {1: {"name": "pen", "quantity": 3}})

    def test_add_2(self):
        w = Warehouse()
        w.add_product(1, "pen", 3)
        w.add_product(1, "pen", 4)
        self.assertEqual(w.inventory[1]["quantity"], 7)

class WarehouseTestOrder(unittest.TestCase):
    def setUp(self):
        self.w = Warehouse()
        self.w.inventory[1] = {"name": "pen", "quantity": 3}
        self.w.inventory[2] = {"name": "cup", "quantity": 0}

    def test_order_1(self):
        self.assertTrue(self.w.create_order(1, 1, 3))
        self.assertEqual(self.w.inventory[1]["quantity"], 0)
        self.assertEqual(self.w.orders[1]["status"], "shipped")

    def test_order_2(self):
        self.assertIs(self.w.create_order(1, 2, 1), False)
        self.assertNotIn(1, self.w.orders)

class WarehouseTest(unittest.TestCase):
    def test_all(self):
        w = Warehouse()
        w.add_product(1, "pen", 3)
        w.create_order(5, 1, 2)
        w.orders[5]["status"] = "lost"
        self.assertEqual(w.status(5), "lost")
        self.assertEqual(w.status(6), False)
--
class Warehouse:
    def __init__(self):
        self.inventory = {}
        self.orders = {}

    def add_product(self, product_id, name, quantity):
        if product_id not in self.inventory:
            self.inventory[product_id] = {"name": name, "quantity": quantity}
        else:
            self.inventory[product_id]["quantity"] += quantity

    def create_order(self, order_id, product_id, quantity):
        if self.inventory[product_id]["quantity"] < quantity:
            return False
        self.inventory[product_id]["quantity"] -= quantity
        self.orders[order_id] = {"product_id": product_id, "quantity": quantity, "status": "shipped"}
        return True

    def status(self, order_id):
        return self.orders.get(order_id, {}).get("status", False)

## an object kept for the whole class: Counter2
import unittest

class Tests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shared = Counter2()
        cls.shared.names.append("first")

    def test_a(self):
        self.shared.names.append("second")
        self.assertEqual(self.shared.joined(), "first,second")

    def test_b(self):
        self.assertEqual(len(self.shared.names), 2)
        with self.assertRaises(ValueError) as caught:
            self.shared.check("x")
        self.assertEqual(caught.exception.args, ("unknown", "x"))

    @classmethod
    def tearDownClass(cls):
        assert cls.shared.names == ["first", "second"]
--
class Counter2:
    def __init__(self):
        self.names = []

    def joined(self):
        return ",".join(self.names)

    def check(self, name):
        if name not in self.names:
            raise ValueError("unknown", name)

## regular expressions, warnings, logs and floats: convert
import unittest

class TestConvert(unittest.TestCase):
    def test_values(self):
        self.assertAlmostEqual(convert(100, "c", "f"), 212.0)
        self.assertAlmostEqual(convert(0.1, "c", "k"), 273.25, delta=1e-6)
        self.assertNotAlmostEqual(convert(0, "c", "k"), 273.0)
        self.assertGreater(convert(1, "c", "k"), 274)
        self.assertLessEqual(convert(-40, "c", "f"), -40)

    def test_errors(self):
        with self.assertRaisesRegex(ValueError, r"^unknown unit: \w$"):
            convert(1, "c", "x")
        self.assertRaises(TypeError, convert, "1", "c", "f")
        self.assertRaises(TypeError, convert, 1, "c")

    def test_kind(self):
        self.assertIsInstance(convert(1, "c", "f"), float)
        self.assertIsNone(convert(None, "c", "f"))
        self.assertRegex(str(convert(0, "c", "k")), r"273\.15")
--
def convert(value, source, target):
    if value is None:
        return None
    if not isinstance(value, (int, float)):
        raise TypeError("a number is needed")
    units = {"c": (1.0, 0.0), "f": (1.8, 32.0), "k": (1.0, 273.15)}
    if target not in units:
        raise ValueError(f"unknown unit: {target}")
    factor, offset = units[target]
    return value * factor + offset

## containers compared by every method: analyse
import unittest

class TestAnalyse(unittest.TestCase):
    maxDiff = None

    def test_dict(self):
        result = analyse("b a b")
        self.assertDictEqual(result["counts"], {"b": 2, "a": 1})
        self.assertListEqual(result["order"], ["b", "a"])
        self.assertSetEqual(result["words"], {"a", "b"})
        self.assertTupleEqual(result["top"], ("b", 2))
        self.assertCountEqual(result["order"], ["a", "b"])
        self.assertSequenceEqual(result["order"], ("b", "a"))
        self.assertMultiLineEqual(result["text"], "b\na\nb")
        self.assertIn("a", result["words"])
        self.assertTrue(result["counts"].keys() <= result["words"])

    def test_keys(self):
        self.assertEqual(sorted(analyse("x")), ["counts", "order", "text", "top", "words"])
        for key in ("counts", "words"):
            with self.subTest(key=key):
                self.assertIn(key, analyse("x y"))
--
from collections import Counter

def analyse(text):
    words = text.split()
    counts = Counter(words)
    return {
        "counts": counts,
        "order": list(dict.fromkeys(words)),
        "words": set(words),
        "top": counts.most_common(1)[0],
        "text": "\n".join(words),
    }

## a base class of tests with the real tests below it: StackA, StackB
import unittest

class Shared:
    kind = None

    def test_push_and_pop(self):
        s = self.kind()
        s.push(1)
        s.push(2)
        self.assertEqual([s.pop(), s.pop()], [2, 1])

    def test_empty(self):
        self.assertRaises(IndexError, self.kind().pop)

class TestA(Shared, unittest.TestCase):
    kind = StackA

class TestB(Shared, unittest.TestCase):
    kind = StackB
--
class StackA:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

class StackB:
    def __init__(self):
        self.top = None

    def push(self, item):
        self.top = (item, self.top)

    def pop(self):
        if self.top is None:
            raise IndexError("pop from an empty stack")
        item, self.top = self.top
        return item

## a main block and a runner at the end: gcd_of
import unittest

class Test(unittest.TestCase):
    def test_gcd(self):
        self.assertEqual(gcd_of(12, 18), 6)

def suite():
    return unittest.defaultTestLoader.loadTestsFromTestCase(Test)

if __name__ == "__main__":
    unittest.main()
--
def gcd_of(a, b):
    while b:
        a, b = b, a % b
    return a

## os.urandom patched by the tests while the candidate is asked: salted
import os
import unittest
from unittest.mock import patch

class Test(unittest.TestCase):
    @patch("os.urandom", return_value=b"x" * 16)
    def test_length(self, fake):
        salt, digest = salted("ab", 8)
        self.assertEqual(len(digest), 64)
        self.assertIn(len(salt), (16, 32))
--
import hashlib
import os

def salted(text, size):
    salt = os.urandom(size)
    return salt.hex(), hashlib.sha256(salt + text.encode()).hexdigest()

## clocks and builtins patched by the tests for themselves: double
import builtins
import time
import unittest
from unittest.mock import MagicMock, patch

class Test(unittest.TestCase):
    def test_time(self):
        with patch("time.time", return_value=5.0), patch("time.monotonic", side_effect=[1.0, 2.0]):
            self.assertEqual(double(time.time()), 10.0)
            self.assertEqual(double(time.monotonic()), 2.0)

    @patch("builtins.open", MagicMock())
    @patch("os.close", MagicMock())
    @patch("builtins.len", lambda x: 0)
    def test_builtins(self):
        self.assertEqual(double([1]), [1, 1])
        self.assertEqual(double("ab"), "abab")
--
def double(value):
    return value * 2

## mocks as callbacks with recorded calls: Publisher
import unittest
from unittest.mock import Mock, call

class Test(unittest.TestCase):
    def test_calls(self):
        listener = Mock(return_value=True)
        p = Publisher()
        p.subscribe(listener)
        self.assertEqual(p.publish("a", n=1), [True])
        p.publish("b", n=2)
        listener.assert_has_calls([call("a", n=1), call("b", n=2)])
        self.assertEqual(listener.call_count, 2)

    def test_errors(self):
        p = Publisher()
        p.subscribe(Mock(side_effect=RuntimeError("no")))
        self.assertEqual(p.publish("x"), ["no"])
--
class Publisher:
    def __init__(self):
        self.listeners = []

    def subscribe(self, listener):
        self.listeners.append(listener)

    def publish(self, *args, **kwargs):
        results = []
        for listener in self.listeners:
            try:
                results.append(listener(*args, **kwargs))
            except RuntimeError as error:
                results.append(str(error))
        return results

## temporary folders made by the tests and strings given on: extension_of
import os
import tempfile
import unittest

class Test(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "a.txt")
        with open(self.path, "w") as file:
            file.write("hello")

    def tearDown(self):
        os.remove(self.path)
        os.rmdir(self.folder)

    def test_extension(self):
        self.assertEqual(extension_of(self.path), ".txt")
        self.assertEqual(extension_of(os.path.basename(self.folder)), "")
--
import os

def extension_of(path):
    return os.path.splitext(path)[1]

## exercises with many small tests and messages: TwoFer, two_fer
import unittest

class TwoFerTest(unittest.TestCase):
    def test_no_name_given(self):
        self.assertEqual(two_fer(), "One for you, one for me.")

    def test_a_name_given(self):
        self.assertEqual(two_fer("Alice"), "One for Alice, one for me.")

    def test_class(self):
        self.assertEqual(TwoFer("Bob").say(), two_fer(name="Bob"))

    def assertRaisesWithMessage(self, exception):
        return self.assertRaisesRegex(exception, r".+")

    def test_wrong(self):
        with self.assertRaisesWithMessage(TypeError):
            two_fer(3)
--
class TwoFer:
    def __init__(self, name):
        self.name = name

    def say(self):
        return two_fer(self.name)

def two_fer(name="you"):
    if not isinstance(name, str):
        raise TypeError("a name is text")
    return f"One for {name}, one for me."

## async tests with their own loop: Worker
import asyncio
import unittest

class Test(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.worker = Worker()

    async def test_run(self):
        self.assertEqual(await self.worker.run(3), 6)
        self.assertEqual(self.worker.done, [3])

    async def test_many(self):
        results = await asyncio.gather(*(self.worker.run(n) for n in range(3)))
        self.assertEqual(results, [0, 2, 4])
--
import asyncio

class Worker:
    def __init__(self):
        self.done = []

    async def run(self, n):
        await asyncio.sleep(0)
        self.done.append(n)
        return n * 2

## addCleanup, id and fail: Resource
import unittest

class Test(unittest.TestCase):
    def test_cleanup(self):
        r = Resource()
        self.addCleanup(r.close)
        self.assertTrue(r.open, self.id())
        if not r.open:
            self.fail("closed")

    def test_closed(self):
        r = Resource()
        r.close()
        r.close()
        self.assertFalse(r.open)
        self.assertEqual(r.closings, 1)
--
class Resource:
    def __init__(self):
        self.open, self.closings = True, 0

    def close(self):
        if self.open:
            self.open = False
            self.closings += 1
""",
    SuiteStyle.UNITTEST,
)

# ---- numpy and pandas ------------------------------------------------------------------------------------------------

NUMPY = suites(
    r"""
## scalars, arrays and dtypes: describe
import numpy as np
d = describe([1, 2, 3, 4])
assert d["mean"] == 2.5 and isinstance(d["mean"], float) and isinstance(d["mean"], np.floating)
assert d["data"].dtype == np.int64 and d["data"].shape == (4,) and d["data"].ndim == 1
assert np.array_equal(d["data"], [1, 2, 3, 4]) and (d["data"] > 2).sum() == 2
assert d["data"].sum() == 10 and d["data"][1:3].tolist() == [2, 3]
assert np.isclose(d["std"], 1.118, atol=1e-3) and d["any"] == True and bool(d["any"]) is True
assert d["matrix"].T.shape == (2, 2) and (d["matrix"] @ d["matrix"]).tolist() == [[7, 10], [15, 22]]
--
import numpy as np

def describe(items):
    data = np.array(items)
    return {"mean": data.mean(), "std": data.std(), "data": data, "any": (data > 3).any(), "matrix": data.reshape(2, 2)}

## testing functions of numpy: normalise
import numpy as np
np.testing.assert_allclose(normalise(np.array([1.0, 3.0])), [0.25, 0.75])
np.testing.assert_array_equal(normalise(np.zeros(2)), np.zeros(2))
np.testing.assert_almost_equal(normalise([2, 2]).sum(), 1.0)
assert normalise(np.array([[1.0, 1.0]])).shape == (1, 2)
--
import numpy as np

def normalise(values):
    values = np.asarray(values, dtype=float)
    total = values.sum()
    return values / total if total else values

## arrays changed in place: fill_diagonal
import numpy as np
a = np.zeros((3, 3))
assert fill_diagonal(a, 5) is None
assert a[1, 1] == 5 and a.trace() == 15
b = np.arange(4)
assert fill_diagonal(b.reshape(2, 2), 9) is None
--
import numpy as np

def fill_diagonal(matrix, value):
    np.fill_diagonal(matrix, value)

## a seeded generator of its own: sample
import numpy as np
assert sample(3, seed=1).shape == (3,)
assert (sample(3, seed=1) == sample(3, seed=1)).all()
assert not np.array_equal(sample(5, seed=1), sample(5, seed=2))
assert ((0 <= sample(50, seed=3)) & (sample(50, seed=3) < 1)).all()
--
import numpy as np

def sample(count, seed):
    return np.random.default_rng(seed).random(count)

## masks, nan and broadcasting: fill_missing
import numpy as np
r = fill_missing(np.array([[1.0, np.nan], [3.0, 4.0]]))
assert not np.isnan(r).any() and r[0, 1] == 4.0
assert r.dtype == float and r.flags.writeable
assert np.where(r > 2)[0].tolist() == [0, 1, 1]
--
import numpy as np

def fill_missing(matrix):
    means = np.nanmean(matrix, axis=0)
    return np.where(np.isnan(matrix), means, matrix)

## numpy whole numbers in plain containers: histogram
import numpy as np
h = histogram(np.array([1, 1, 2]))
assert h == {1: 2, 2: 1} and list(h) == [1, 2] and h[np.int64(1)] == 2
assert all(isinstance(k, (int, np.integer)) for k in h) and sum(h.values()) == 3
assert sorted(h.items(), key=lambda kv: -kv[1])[0][0] == 1
assert f"{h[1]}" == "2" and range(h[2]) == range(1) and [10, 20][h[2]] == 20
--
import numpy as np

def histogram(values):
    keys, counts = np.unique(values, return_counts=True)
    return dict(zip(keys, counts))

## complex numbers, strings and booleans in arrays: kinds
import numpy as np
r = kinds()
assert r[0].dtype == complex and r[0][0] == 1j
assert r[1].tolist() == ["a", "bc"] and r[1].dtype.kind == "U" and r[1][1] == "bc"
assert r[2].dtype == bool and r[2].all() and (~r[2]).sum() == 0
assert r[3].dtype == np.uint8 and r[3].max() == 255
assert r[4] == np.datetime64("2020-01-02") and (r[4] - np.datetime64("2020-01-01")) == np.timedelta64(1, "D")
--
import numpy as np

def kinds():
    return (np.array([1j, 2]), np.array(["a", "bc"]), np.array([True, True]), np.array([0, 255], dtype=np.uint8),
            np.datetime64("2020-01-02"))
""",
    needs="numpy",
)

PANDAS = suites(
    r"""
## frames compared by the testing module: totals
import pandas as pd
df = pd.DataFrame({"shop": ["a", "b", "a"], "sum": [1, 2, 3]})
result = totals(df)
pd.testing.assert_frame_equal(result, pd.DataFrame({"shop": ["a", "b"], "sum": [4, 2]}))
assert result.equals(pd.DataFrame({"shop": ["a", "b"], "sum": [4, 2]}))
assert list(result.columns) == ["shop", "sum"] and len(result) == 2 and result.shape == (2, 2)
assert result.loc[0, "sum"] == 4 and result["sum"].sum() == 6 and result.iloc[-1]["shop"] == "b"
assert result.to_dict("records") == [{"shop": "a", "sum": 4}, {"shop": "b", "sum": 2}]
--
import pandas as pd

def totals(df):
    return df.groupby("shop", as_index=False)["sum"].sum()

## series with an index and a name: returns_of
import numpy as np
import pandas as pd
s = returns_of(pd.Series([1.0, 2.0, 3.0], name="price"))
pd.testing.assert_series_equal(s, pd.Series([1.0, 0.5], index=[1, 2], name="price"))
assert s.name == "price" and s.index.tolist() == [1, 2] and s.dtype == np.float64
assert (s > 0).all() and s.max() == 1.0 and s.values[0] == 1.0
--
import pandas as pd

def returns_of(prices):
    return prices.pct_change().dropna()

## dates as an index, resampled: monthly
import pandas as pd
df = pd.DataFrame({"v": [1, 2, 3]}, index=pd.to_datetime(["2024-01-01", "2024-01-31", "2024-02-01"]))
m = monthly(df)
assert m["v"].tolist() == [3, 3]
assert m.index[0] == pd.Timestamp("2024-01-31") and m.index[0].month_name() == "January"
assert isinstance(m.index, pd.DatetimeIndex) and str(m.index[1].date()) == "2024-02-29"
--
def monthly(df):
    return df.resample("ME").sum()

## a frame changed in place and a copy: add_tax
import pandas as pd
df = pd.DataFrame({"net": [100.0, 200.0]})
out = add_tax(df, 0.1)
assert out["gross"].round(2).tolist() == [110.0, 220.0]
assert "gross" not in df.columns
--
def add_tax(df, rate):
    out = df.copy()
    out["gross"] = out["net"] * (1 + rate)
    return out

## categories, missing values and types: clean
import numpy as np
import pandas as pd
r = clean(pd.DataFrame({"a": ["1", "x", None], "b": ["u", "v", "u"]}))
assert r["a"].isna().sum() == 2 and r["a"].dtype == float
assert r["b"].dtype == "category" and list(r["b"].cat.categories) == ["u", "v"]
assert r.isnull().any().to_dict() == {"a": True, "b": False}
--
import pandas as pd

def clean(df):
    return df.assign(a=pd.to_numeric(df["a"], errors="coerce"), b=df["b"].astype("category"))

## csv text to a frame and statistics as a dict: read_table
import io
import pandas as pd
df = read_table("a,b\n1,x\n2,y\n")
assert isinstance(df, pd.DataFrame) and df["a"].mean() == 1.5
assert df.to_csv(index=False) == "a,b\n1,x\n2,y\n"
assert df[df["a"] > 1]["b"].iloc[0] == "y" and df.describe().loc["max", "a"] == 2
--
import io

import pandas as pd

def read_table(text):
    return pd.read_csv(io.StringIO(text))

## several levels of columns and rows: pivot
import pandas as pd
df = pd.DataFrame({"y": [1, 1, 2], "k": ["a", "b", "a"], "v": [1, 2, 3]})
p = pivot(df)
assert p.loc[1, "b"] == 2 and p.loc[2, "b"] == 0
assert p.columns.tolist() == ["a", "b"] and p.index.name == "y" and p.columns.name == "k"
s = p.stack()
assert s.loc[(1, "a")] == 1 and s.index.nlevels == 2
--
import pandas as pd

def pivot(df):
    return df.pivot_table(index="y", columns="k", values="v", fill_value=0, aggfunc="sum")

## a tuple of a frame and numbers: split_frame
import pandas as pd
left, right, share = split_frame(pd.DataFrame({"x": range(10)}), 0.3)
assert len(left) == 3 and len(right) == 7 and share == 0.3
assert pd.concat([left, right]).sort_index().equals(pd.DataFrame({"x": range(10)}))
--
def split_frame(df, share):
    cut = int(len(df) * share)
    return df.iloc[:cut], df.iloc[cut:], share
""",
    needs="pandas",
)

NUMPY_UNITTESTS = suites(
    r"""
## frames in unittest, with setUp: summarise
import unittest
import numpy as np
import pandas as pd

class TestCases(unittest.TestCase):
    def setUp(self):
        self.df = pd.DataFrame({"k": ["a", "b", "a"], "v": [1.0, 2.0, np.nan]})

    def test_type(self):
        out = summarise(self.df)
        self.assertIsInstance(out, pd.DataFrame)
        self.assertListEqual(out.columns.tolist(), ["k", "mean", "size"])

    def test_values(self):
        out = summarise(self.df).set_index("k")
        self.assertEqual(out.loc["a", "size"], 2)
        self.assertAlmostEqual(out.loc["b", "mean"], 2.0)
        self.assertTrue(np.isclose(out["mean"].sum(), 3.0))

    def test_empty(self):
        with self.assertRaises(ValueError):
            summarise(pd.DataFrame())
        with self.assertRaises(KeyError):
            summarise(pd.DataFrame({"k": [1]}))
--
import pandas as pd

def summarise(df):
    if df.empty:
        raise ValueError("no rows")
    return df.groupby("k")["v"].agg(["mean", "size"]).reset_index()

## arrays and tuples in unittest: fit_line
import unittest
import numpy as np

class TestCases(unittest.TestCase):
    def test_fit(self):
        slope, offset, residuals = fit_line(np.array([0, 1, 2]), np.array([1, 3, 5]))
        self.assertAlmostEqual(slope, 2.0)
        self.assertAlmostEqual(offset, 1.0, places=7)
        self.assertEqual(residuals.shape, (3,))
        self.assertTrue(np.allclose(residuals, 0))
        self.assertIsInstance(slope, float)

    def test_lists(self):
        self.assertEqual(round(fit_line([1, 2], [2, 4])[0], 6), 2)
--
import numpy as np

def fit_line(x, y):
    slope, offset = np.polyfit(x, y, 1)
    return slope, offset, np.asarray(y) - (slope * np.asarray(x) + offset)
""",
    SuiteStyle.UNITTEST,
    needs="pandas",
)

# ---- data cases ------------------------------------------------------------------------------------------------------

CLOSE = Comparator(ComparatorKind.CLOSE, atol=1e-6)

DATA = [
    returns(
        "nested containers of every kind",
        "group",
        """
        from collections import defaultdict

        def group(pairs):
            found = defaultdict(lambda: {"names": [], "places": set()})
            for number, (name, place) in enumerate(pairs):
                found[place[0]]["names"].append((number, name))
                found[place[0]]["places"].add(place)
            return found
        """,
        (
            ([("a", "ulm"), ("b", "rom"), ("c", "ur")],),
            {
                "u": {"names": [(0, "a"), (2, "c")], "places": {"ulm", "ur"}},
                "r": {"names": [(1, "b")], "places": {"rom"}},
            },
        ),
        (([],), {}),
    ),
    returns(
        "keyword arguments and defaults",
        "power",
        "def power(base, exponent=2, *, modulus=None):\n    return pow(base, exponent, modulus)\n",
        Case((3,), 9),
        Case((3,), 1, keywords={"exponent": 4, "modulus": 5}),
        Case((), 8, keywords={"base": 2, "exponent": 3}),
    ),
    returns(
        "no arguments at all",
        "answer",
        "def answer():\n    return 42\n",
        ((), 42),
    ),
    returns(
        "close sums of many floats",
        "integrate",
        """
        def integrate(coefficients, steps):
            width = 1 / steps
            middles = [(i + 0.5) * width for i in range(steps)]
            return sum(width * sum(c * x ** n for n, c in enumerate(coefficients)) for x in middles)
        """,
        Case(([0, 0, 3], 2000), 1.0, comparator=CLOSE),
        Case(([1], 10), 1.0, comparator=CLOSE),
    ),
    returns(
        "close values in nested lists",
        "rotate_points",
        """
        import math

        def rotate_points(points, degrees):
            a = math.radians(degrees)
            return [[x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a)] for x, y in points]
        """,
        Case(([(1, 0), (0, 1)], 90), [[0.0, 1.0], [-1.0, 0.0]], comparator=CLOSE),
    ),
    returns(
        "permutations in any order",
        "anagrams",
        """
        from itertools import permutations

        def anagrams(word):
            return ["".join(p) for p in set(permutations(word))]
        """,
        Case(("aab",), ["aab", "aba", "baa"], comparator=ANY_ORDER),
        Case(("",), [""], comparator=ANY_ORDER),
    ),
    returns(
        "lists of lists in any order",
        "subsets",
        """
        def subsets(items):
            found = [[]]
            for item in items:
                found += [part + [item] for part in found]
            return found
        """,
        Case(([1, 2],), [[], [2], [1], [1, 2]], comparator=ANY_ORDER),
    ),
    returns(
        "dates and times in containers",
        "week",
        """
        import datetime

        def week(day):
            monday = day - datetime.timedelta(days=day.weekday())
            return {"days": [monday + datetime.timedelta(days=i) for i in range(2)], "at": datetime.time(9, 30)}
        """,
        (
            (datetime.date(2024, 5, 15),),
            {"days": [datetime.date(2024, 5, 13), datetime.date(2024, 5, 14)], "at": datetime.time(9, 30)},
        ),
    ),
    returns(
        "decimals and fractions in tuples",
        "exact",
        """
        from decimal import Decimal
        from fractions import Fraction

        def exact(a, b):
            return Fraction(a, b), Decimal(a) / Decimal(b)
        """,
        ((1, 4), (Fraction(1, 4), Decimal("0.25"))),
        ((-3, 2), (Fraction(-3, 2), Decimal("-1.5"))),
    ),
    returns(
        "a counter, an ordered dict and a deque",
        "collect",
        """
        from collections import Counter, OrderedDict, deque

        def collect(text):
            return Counter(text), OrderedDict.fromkeys(text), deque(text, maxlen=2)
        """,
        (("aab",), (Counter("aab"), OrderedDict([("a", None), ("b", None)]), deque("ab"))),
    ),
    returns(
        "errors of several kinds",
        "pick",
        """
        class NoSuchThing(LookupError):
            pass

        def pick(items, key):
            if key == "nothing":
                raise NoSuchThing(key)
            return items[key]
        """,
        Case(([1], 0), 1),
        Case(([1], 5), raises="IndexError"),
        Case(({}, "x"), raises="KeyError"),
        Case(([1], "nothing"), raises="LookupError"),
        Case((None, 1), raises="TypeError"),
    ),
    returns(
        "arguments that the candidate changes, case after case",
        "drain",
        """
        def drain(items, log=[]):
            total = 0
            while items:
                total += items.pop()
            return total
        """,
        (([1, 2, 3],), 6),
        (([1, 2, 3],), 6),
        (([],), 0),
    ),
    returns(
        "text with every line ending and escape",
        "lines",
        "def lines(text):\n    return text.splitlines(keepends=True)\n",
        (("a\nb\r\nc\rd\x0be\x85f\u2028g",), ["a\n", "b\r\n", "c\r", "d\x0b", "e\x85", "f\u2028", "g"]),
        (("",), []),
    ),
    returns(
        "regular expressions and named groups",
        "parse_log",
        r"""
        import re

        LINE = re.compile(r"(?P<level>\w+):\s+(?P<text>.*)")

        def parse_log(text):
            return [match.groupdict() for match in LINE.finditer(text)]
        """,
        (("INFO: a\nWARN:  b",), [{"level": "INFO", "text": "a"}, {"level": "WARN", "text": "b"}]),
    ),
    returns(
        "dynamic programming over long texts",
        "distance",
        """
        from functools import lru_cache

        def distance(a, b):
            @lru_cache(None)
            def walk(i, j):
                if not i or not j:
                    return i + j
                return min(walk(i - 1, j) + 1, walk(i, j - 1) + 1, walk(i - 1, j - 1) + (a[i - 1] != b[j - 1]))
            return walk(len(a), len(b))
        """,
        (("kitten" * 10, "sitting" * 10), 30),
        (("", "abc"), 3),
    ),
    returns(
        "backtracking over a board",
        "queens",
        """
        def queens(n, row=0, columns=0, up=0, down=0):
            if row == n:
                return 1
            free, count = ((1 << n) - 1) & ~(columns | up | down), 0
            while free:
                place = free & -free
                free ^= place
                count += queens(n, row + 1, columns | place, (up | place) << 1, (down | place) >> 1)
            return count
        """,
        ((6,), 4),
        ((8,), 92),
        ((0,), 1),
    ),
    returns(
        "a word for every number, from a table in the source",
        "spell",
        """
        SMALL = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
                 "sixteen seventeen eighteen nineteen").split()
        TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()

        def spell(n):
            if n < 20:
                return SMALL[n]
            if n < 100:
                return TENS[n // 10 - 2] + ("-" + SMALL[n % 10] if n % 10 else "")
            return SMALL[n // 100] + " hundred" + (" and " + spell(n % 100) if n % 100 else "")
        """,
        ((0,), "zero"),
        ((13,), "thirteen"),
        ((42,), "forty-two"),
        ((305,), "three hundred and five"),
    ),
]

MORE: list[Honest] = [
    *DESIGN,
    *NODES,
    *RESULTS,
    *LIBRARY,
    *OBJECTS,
    *CHECKS,
    *UNITTESTS,
    *NUMPY,
    *PANDAS,
    *NUMPY_UNITTESTS,
    *DATA,
]
