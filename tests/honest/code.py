"""Honest candidates by the way they are written and by the libraries they use."""

from __future__ import annotations

from tests.honest.support import Honest, suites

# ---- ways of writing -------------------------------------------------------------------------------------------------

LANGUAGE = suites(
    r"""
## a main guard and a docstring: add
assert add(2, 3) == 5
assert add.__doc__ == "Add two numbers."
assert add.__name__ == "add"
--
#!/usr/bin/env python3
'''A module.'''
import sys

def add(a, b):
    "Add two numbers."
    return a + b

def main(argv=sys.argv):
    print(add(*map(int, argv[1:])))

if __name__ == "__main__":
    main()
    sys.exit(0)

## imports from the future and annotations that name nothing: link
assert link([1, 2]) == (1, (2, None))
assert link([]) is None
--
from __future__ import annotations

def link(items: list[Missing]) -> Chain | None:
    made: Chain | None = None
    for item in reversed(items):
        made = (item, made)
    return made

## the walrus operator: longest_line
assert longest_line("a\nbbb\ncc") == ("bbb", 3)
assert longest_line("") == ("", 0)
--
def longest_line(text):
    best, size = "", 0
    lines = iter(text.splitlines())
    while (line := next(lines, None)) is not None:
        if (length := len(line)) > size:
            best, size = line, length
    return best, size

## structural patterns: area
assert area({"kind": "circle", "r": 2}) == 12
assert area({"kind": "box", "size": [2, 3]}) == 6
assert area(["point"]) == 0
assert area(4) == 16
--
def area(shape):
    match shape:
        case {"kind": "circle", "r": r}:
            return 3 * r * r
        case {"kind": "box", "size": [w, h, *_]}:
            return w * h
        case ["point" | "nothing"]:
            return 0
        case int(side) | float(side) if side > 0:
            return side ** 2
    raise ValueError(shape)

## exception groups caught by kind: classify
assert classify([1, "a", None]) == ["TypeError", "ValueError"]
assert classify([1, 2]) == []
--
def classify(items):
    errors, kinds = [], []
    for item in items:
        try:
            int(item)
        except Exception as error:
            errors.append(error)
    try:
        if errors:
            raise ExceptionGroup("bad items", errors)
    except* ValueError as group:
        kinds.append("ValueError")
    except* TypeError as group:
        kinds.append("TypeError")
    return sorted(kinds)

## positional-only and keyword-only parameters: clamp
assert clamp(5, low=0, high=3) == 3
assert clamp(-1, low=0) == 0
assert clamp(2) == 2
--
def clamp(value, /, *, low=float("-inf"), high=float("inf")):
    return max(low, min(high, value))

## star arguments both ways: merge
assert merge({"a": 1}, {"b": 2}, c=3) == {"a": 1, "b": 2, "c": 3}
assert merge() == {}
--
def merge(*mappings, **more):
    first, *rest = [{}, *mappings]
    result = {**first, **more}
    for mapping in rest:
        result |= mapping
    return result

## a default list that remembers: visit
assert visit("a") == ["a"]
assert visit("b") == ["a", "b"]
--
def visit(place, seen=[]):
    seen.append(place)
    return list(seen)

## a lambda as the entry point: gcd
assert gcd(12, 18) == 6
assert gcd(7, 0) == 7
--
gcd = lambda a, b: a if b == 0 else gcd(b, a % b)

## a partial as the entry point: parse_binary
assert parse_binary("101") == 5
--
from functools import partial

parse_binary = partial(int, base=2)

## a built-in as the entry point: longest
assert longest(["abc", "defgh"], key=len) == "defgh"
assert longest([3, 9, 2]) == 9
--
longest = max

## a bound method as the entry point: respond
assert respond("hi") == "HI!"
--
class Bot:
    def __init__(self, mark):
        self.mark = mark

    def respond(self, text):
        return text.upper() + self.mark

respond = Bot("!").respond

## an instance with __call__ as the entry point: tokenize
assert tokenize("a+bc") == ["a", "+", "bc"]
--
import re

class Tokenizer:
    pattern = re.compile(r"\w+|\S")

    def __call__(self, text):
        return self.pattern.findall(text)

tokenize = Tokenizer()

## a static method of a class as the entry point: celsius
assert celsius(212) == 100
--
class Convert:
    @staticmethod
    def celsius(f):
        return (f - 32) * 5 / 9

celsius = Convert.celsius

## a decorator that counts and one with arguments: greet
assert greet("bo") == "Hello bo, Hello bo"
assert greet.calls == 1
--
import functools

def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return function(*args, **kwargs)
    wrapper.calls = 0
    return wrapper

def repeat(times):
    def decorate(function):
        return lambda *args: ", ".join(function(*args) for _ in range(times))
    return decorate

@counted
@repeat(2)
def greet(name):
    return f"Hello {name}"

## a cache with facts about it: fibonacci
assert fibonacci(60) == 1548008755920
assert fibonacci.cache_info().misses == 61
--
from functools import lru_cache

@lru_cache(maxsize=None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

## dispatch on the type: render
assert render(3) == "int 3"
assert render([1, "a"]) == "[int 1, 'a']"
assert render(None) == "None"
--
from functools import singledispatch

@singledispatch
def render(value):
    return repr(value)

@render.register
def _(value: int):
    return f"int {value}"

@render.register(list)
def _(value):
    return "[" + ", ".join(map(render, value)) + "]"

## closures with shared state: make_counter
up, down = make_counter(10)
assert [up(), up(), down()] == [11, 12, 11]
other, _ = make_counter()
assert other() == 1
--
def make_counter(start=0):
    def up():
        nonlocal start
        start += 1
        return start

    def down():
        nonlocal start
        start -= 1
        return start

    return up, down

## composition of given functions: compose
twice = compose(lambda x: x + 1, lambda x: x * 2)
assert twice(3) == 7
assert compose()(5) == 5
assert compose(str, len)([1, 2]) == "2"
--
from functools import reduce

def compose(*functions):
    return reduce(lambda f, g: lambda x: f(g(x)), functions, lambda x: x)

## recursion nine hundred deep: depth
assert depth(900) == 900
--
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)

## recursion with a limit of its own: ackermann
assert ackermann(2, 300) == 603
--
import sys

sys.setrecursionlimit(20000)

def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))

## runaway recursion that is caught: bottom
assert bottom() == "too deep"
--
def bottom():
    try:
        return bottom_of(0)
    except RecursionError:
        return "too deep"

def bottom_of(n):
    return bottom_of(n + 1)

## mutual recursion and a global table: is_even
assert is_even(10) is True
assert is_even(7) is False
assert is_even(0) is True
--
_known = {0: True}

def is_even(n):
    if n not in _known:
        _known[n] = is_odd(n - 1)
    return _known[n]

def is_odd(n):
    return False if n == 0 else is_even(n - 1)

## code made with exec and eval: power_table
assert power_table(3) == [1, 2, 4, 8]
--
def power_table(n):
    scope = {}
    exec("def power(i):\n    return 2 ** i", scope)
    return [eval("power(i)", scope, {"i": i}) for i in range(n + 1)]

## a safe calculator from the syntax tree: calculate
assert calculate("2 * (3 + 4) - -1") == 15
assert calculate("7 // 2 ** 1") == 3
try:
    calculate("__import__('os')")
    assert False
except ValueError:
    pass
--
import ast
import operator

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
             ast.Pow: operator.pow}

def calculate(text):
    def value(node):
        match node:
            case ast.Constant(int(n)):
                return n
            case ast.UnaryOp(ast.USub(), operand):
                return -value(operand)
            case ast.BinOp(left, op, right):
                return OPERATORS[type(op)](value(left), value(right))
        raise ValueError(ast.dump(node))
    return value(ast.parse(text, mode="eval").body)

## compiled code kept for later: evaluate
assert evaluate("x + y", x=1, y=2) == 3
assert evaluate("x + y", x="a", y="b") == "ab"
--
_compiled = {}

def evaluate(formula, **values):
    if formula not in _compiled:
        _compiled[formula] = compile(formula, "<formula>", "eval")
    return eval(_compiled[formula], {"__builtins__": {}}, values)

## globals used as a registry: run_command
assert run_command("add 2 3") == 5
assert run_command("neg 4") == -4
--
def command_add(a, b):
    return a + b

def command_neg(a):
    return -a

def run_command(line):
    name, *arguments = line.split()
    return globals()[f"command_{name}"](*map(int, arguments))

## module level asserts and a loop: primes_below
assert primes_below(12) == [2, 3, 5, 7, 11]
assert primes_below(2) == []
--
def primes_below(n):
    sieve = bytearray([1]) * n
    sieve[:2] = bytes(min(n, 2))
    for i in range(2, int(n ** 0.5) + 1):
        if sieve[i]:
            sieve[i * i::i] = bytes(len(range(i * i, n, i)))
    return [i for i, is_prime in enumerate(sieve) if is_prime]

for _case, _count in ((10, 4), (100, 25)):
    assert len(primes_below(_case)) == _count
del _case, _count

## deleting a helper after use: slugs
assert slugs(["A b", "C"]) == ["a-b", "c"]
--
def _table():
    return str.maketrans({" ": "-", "_": "-"})

TABLE = _table()
del _table

def slugs(names):
    return [name.lower().translate(TABLE) for name in names]

## a parameter that shadows a built-in: count
assert count([1, 2, 1], 1) == 2
assert count("banana", "a") == 3
--
def count(list, object):
    sum = 0
    for id in list:
        sum += id == object
    return sum

## own functions with the names of built-ins: sum
assert sum([1, 2, 3]) == 6
assert sum([]) == 0
--
import builtins

def sum(numbers):
    print("summing", len(numbers), "numbers")
    return builtins.sum(numbers, 0)

## else after loops, finally and chained comparison: find
assert find([3, 5, 8], 5) == (1, "done")
assert find([], 1) == (-1, "done")
--
def find(items, wanted):
    state = "open"
    try:
        for place, item in enumerate(items):
            if wanted <= item <= wanted:
                break
        else:
            place = -1
    finally:
        state = "done"
    return place, state

## text formatting of every kind: row
assert row("x", 3.14159, 255) == "x    |  3.14|0xff|'x'|x=3"
--
def row(name, number, code):
    x = int(number)
    return "%-5s|" % name + "{:6.2f}|".format(number) + f"{code:#x}|{name!r}|{x=}"

## a coding line and signs beyond ASCII: label
assert label(2) == "№2"
--
# -*- coding: utf-8 -*-
def label(n):
    return f"№{n}"

## tabs and line continuations: total
assert total([1, 2], [3]) == 6
--
def total(*lists):
	result = 0
	for numbers in lists:
		result = result + \
			sum(numbers)
	return result

## a generator pipeline inside: top_words
assert top_words("a b a c a b", 2) == ["a", "b"]
--
def words(text):
    yield from text.split()

def counted(stream):
    counts = {}
    for word in stream:
        counts[word] = counts.get(word, 0) + 1
    yield from sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))

def top_words(text, n):
    return [word for (word, _), _ in zip(counted(words(text)), range(n))]

## a generator that receives values: running_mean
assert running_mean([10, 20, 60]) == [10.0, 15.0, 30.0]
--
def averager():
    total, count, mean = 0, 0, None
    while True:
        value = yield mean
        total += value
        count += 1
        mean = total / count

def running_mean(values):
    machine = averager()
    next(machine)
    return [machine.send(value) for value in values]

## a context manager from a generator: indented
assert indented(["a", "b"]) == "<\n a\n b\n>"
--
from contextlib import ExitStack, contextmanager

@contextmanager
def bracket(lines):
    lines.append("<")
    try:
        yield lambda text: lines.append(" " + text)
    finally:
        lines.append(">")

def indented(items):
    lines = []
    with ExitStack() as stack:
        write = stack.enter_context(bracket(lines))
        for item in items:
            write(item)
    return "\n".join(lines)
"""
)

# ---- classes inside of a function's work -----------------------------------------------------------------------------

CLASSES = suites(
    r"""
## a metaclass that registers: shapes
assert shapes() == ["Circle", "Square"]
--
class Registry(type):
    known = []

    def __new__(mcs, name, bases, namespace):
        made = super().__new__(mcs, name, bases, namespace)
        if bases:
            mcs.known.append(name)
        return made

class Shape(metaclass=Registry):
    pass

class Square(Shape):
    pass

class Circle(Shape):
    pass

def shapes():
    return sorted(Registry.known)

## subclasses registered by a hook: convert
assert convert("km", 2) == 2000
assert convert("cm", 50) == 0.5
--
class Unit:
    units = {}

    def __init_subclass__(cls, /, sign, **rest):
        super().__init_subclass__(**rest)
        cls.units[sign] = cls

class Kilometre(Unit, sign="km"):
    factor = 1000

class Centimetre(Unit, sign="cm"):
    factor = 0.01

def convert(sign, amount):
    return Unit.units[sign].factor * amount

## abstract classes: describe
assert describe("dog") == "dog says woof"
try:
    describe("animal")
    assert False
except TypeError as error:
    assert "abstract" in str(error)
--
from abc import ABC, abstractmethod

class Animal(ABC):
    @property
    @abstractmethod
    def sound(self): ...

    def __str__(self):
        return f"{type(self).__name__.lower()} says {self.sound}"

class Dog(Animal):
    sound = "woof"

def describe(kind):
    return str({"dog": Dog, "animal": Animal}[kind]())

## protocols and generics: first_of
assert first_of([3, 1, 2]) == 1
assert first_of("hello") == "e"
--
from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

@runtime_checkable
class Comparable(Protocol):
    def __lt__(self, other: Any) -> bool: ...

T = TypeVar("T", bound=Comparable)

class Smallest(Generic[T]):
    def __init__(self, items: Iterable[T]) -> None:
        self.items = list(items)

    def get(self) -> T:
        assert all(isinstance(item, Comparable) for item in self.items)
        return min(self.items)

def first_of(items):
    return Smallest[Any](items).get()

## descriptors that check: order
assert order("pen", 3) == "3 x pen"
try:
    order("pen", -1)
    assert False
except ValueError as error:
    assert str(error) == "amount must be positive"
--
class Positive:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner=None):
        return self if instance is None else instance.__dict__[self.name]

    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(f"{self.name} must be positive")
        instance.__dict__[self.name] = value

class Order:
    amount = Positive()

    def __init__(self, name, amount):
        self.name, self.amount = name, amount

def order(name, amount):
    made = Order(name, amount)
    return f"{made.amount} x {made.name}"

## slots without a dict: trace
assert trace(3) == [(0, 0), (1, 2), (2, 4)]
--
class Turtle:
    __slots__ = "x", "y"

    def __init__(self):
        self.x = self.y = 0

    def step(self):
        self.x += 1
        self.y += 2

def trace(n):
    turtle, seen = Turtle(), []
    for _ in range(n):
        seen.append((turtle.x, turtle.y))
        turtle.step()
    assert not hasattr(turtle, "__dict__")
    return seen

## attributes made up by __getattr__: path
assert path("users", 3, "posts") == "/users/3/posts"
--
class Path:
    def __init__(self, parts=()):
        self._parts = parts

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return Path((*self._parts, name))

    def __getitem__(self, item):
        return Path((*self._parts, str(item)))

    def __str__(self):
        return "/" + "/".join(self._parts)

def path(first, number, last):
    return str(getattr(getattr(Path(), first)[number], last))

## computed once and kept: report
assert report([3, 1, 2]) == ([1, 2, 3], 1)
--
from functools import cached_property

class Report:
    def __init__(self, rows):
        self.rows = rows
        self.work = 0

    @cached_property
    def ordered(self):
        self.work += 1
        return sorted(self.rows)

def report(rows):
    made = Report(rows)
    made.ordered, made.ordered
    return made.ordered, made.work

## cooperative inheritance: layers
assert layers() == ["Top", "Left", "Right", "Base"]
--
class Base:
    def names(self):
        return ["Base"]

class Left(Base):
    def names(self):
        return ["Left", *super().names()]

class Right(Base):
    def names(self):
        return ["Right", *super().names()]

class Top(Left, Right):
    def names(self):
        return ["Top", *super().names()]

def layers():
    return Top().names()

## pickle and copy of own objects: round_trip
assert round_trip({"a": [1]}) == ({"a": [1]}, True)
--
import copy
import pickle

class Box:
    def __init__(self, content):
        self.content = content

    def __eq__(self, other):
        return isinstance(other, Box) and self.content == other.content

    def __reduce__(self):
        return Box, (self.content,)

def round_trip(content):
    box = Box(content)
    again = pickle.loads(pickle.dumps(box))
    return again.content, again == box == copy.deepcopy(box)

## inspect on own functions: signature_of
assert signature_of("area") == ["width", "height=1"]
assert signature_of("nothing") == []
--
import inspect

def area(width, height=1):
    return width * height

def nothing():
    pass

def signature_of(name):
    parameters = inspect.signature(globals()[name]).parameters.values()
    return [p.name if p.default is p.empty else f"{p.name}={p.default}" for p in parameters]

## type hints read at run time: check_types
assert check_types("a", 1) == []
assert check_types(1, "a") == ["name", "age"]
--
from typing import Optional, get_args, get_type_hints

def person(name: str, age: Optional[int] = None) -> dict:
    return {"name": name, "age": age}

def check_types(*values):
    hints = get_type_hints(person)
    del hints["return"]
    kinds = {key: get_args(kind) or kind for key, kind in hints.items()}
    return [key for (key, kind), value in zip(kinds.items(), values) if not isinstance(value, kind)]

## weak references and garbage collection: alive
assert alive() == (1, 0)
--
import gc
import weakref

class Node:
    pass

def alive():
    known = weakref.WeakSet()
    node = Node()
    node.me = node
    known.add(node)
    before = len(known)
    del node
    gc.collect()
    return before, len(known)

## a finaliser that speaks: close_all
assert close_all(2) == ["closed 0", "closed 1"]
--
log = []

class Handle:
    def __init__(self, number):
        self.number = number

    def __del__(self):
        log.append(f"closed {self.number}")

def close_all(n):
    handles = [Handle(i) for i in range(n)]
    while handles:
        del handles[0]
    return log

## a class made with type: point_type
assert point_type(["x", "y"], [1, 2]) == "P(x=1, y=2)"
--
def point_type(names, values):
    def show(self):
        return "P(" + ", ".join(f"{name}={getattr(self, name)}" for name in names) + ")"

    kind = type("P", (), {"__repr__": show, **dict(zip(names, values))})
    return repr(kind())

## a data class with everything: employees
assert employees([("bo", 3), ("al", 9)]) == [{"name": "AL", "pay": 9, "tags": ()}, {"name": "BO", "pay": 3, "tags": ()}]
--
from dataclasses import KW_ONLY, asdict, dataclass, field, replace

@dataclass(order=True, frozen=True)
class Employee:
    sort_key: int = field(init=False, repr=False)
    name: str
    pay: int
    _: KW_ONLY
    tags: tuple = ()

    def __post_init__(self):
        object.__setattr__(self, "sort_key", -self.pay)

def employees(rows):
    made = sorted(replace(Employee(*row), name=row[0].upper()) for row in rows)
    return [{key: value for key, value in asdict(e).items() if key != "sort_key"} for e in made]
"""
)

# ---- the standard library --------------------------------------------------------------------------------------------

LIBRARY = suites(
    r"""
## argparse with a given list: parse
assert parse(["--size", "3", "-v", "name"]) == {"size": 3, "verbose": True, "name": "name"}
assert parse(["x"]) == {"size": 1, "verbose": False, "name": "x"}
--
import argparse

def parse(arguments):
    parser = argparse.ArgumentParser(prog="tool")
    parser.add_argument("--size", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("name")
    return vars(parser.parse_args(arguments))

## the program's arguments read at load: flags
assert flags("--a=1 --b") == {"a": "1", "b": True}
--
import sys

PROGRAM = sys.argv[0] if sys.argv else "program"

def flags(line):
    found = {}
    for word in line.split():
        name, equals, value = word.lstrip("-").partition("=")
        found[name] = value if equals else True
    return found

## argparse with the program's own arguments, of which there are none: options
assert options() == {"size": 1, "names": []}
--
import argparse

def options(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=1)
    parser.add_argument("names", nargs="*")
    return vars(parser.parse_args(argv))

## modification times that it sets itself: newest
assert newest({"a.txt": 5, "b.txt": 9, "c.txt": 7}) == ["b.txt", "c.txt", "a.txt"]
--
import os
import tempfile

def newest(times):
    with tempfile.TemporaryDirectory() as folder:
        for name, moment in times.items():
            path = os.path.join(folder, name)
            open(path, "w").close()
            os.utime(path, (moment, moment))
        return sorted(os.listdir(folder), key=lambda name: -os.path.getmtime(os.path.join(folder, name)))

## modes that it sets itself: lock_file
assert lock_file("secret.txt") == "0o600"
--
import os
import stat

def lock_file(name):
    with open(name, "w") as file:
        file.write("secret")
    os.chmod(name, 0o600)
    return oct(stat.S_IMODE(os.stat(name).st_mode))

## touched and copied files: backup
assert backup("a.txt") == ["a.txt", "a.txt.bak"]
--
import shutil
from pathlib import Path

def backup(name):
    folder = Path("kept")
    folder.mkdir(exist_ok=True)
    (folder / name).touch()
    shutil.copy2(folder / name, folder / f"{name}.bak")
    names = sorted(path.name for path in folder.glob("*"))
    shutil.rmtree(folder)
    return names

## mimetypes: kind_of
assert kind_of("a.html") == "text/html"
assert kind_of("photo.png") == "image/png"
assert kind_of("noext") == "application/octet-stream"
--
import mimetypes

def kind_of(name):
    return mimetypes.guess_type(name)[0] or "application/octet-stream"

## a pool of threads: fetch_all
assert fetch_all(["a", "b", "c"]) == {"a": 97, "b": 98, "c": 99}
--
from concurrent.futures import ThreadPoolExecutor, as_completed

def fetch_all(names):
    with ThreadPoolExecutor(max_workers=3) as pool:
        waiting = {pool.submit(ord, name): name for name in names}
        return {waiting[done]: done.result() for done in as_completed(waiting)}

## the thread pool of multiprocessing: parallel_squares
assert parallel_squares(5) == [0, 1, 4, 9, 16]
--
from multiprocessing.pool import ThreadPool

def parallel_squares(n):
    with ThreadPool(2) as pool:
        return pool.map(lambda i: i * i, range(n))

## a lock of multiprocessing: safe_add
assert safe_add([1, 2, 3]) == 6
--
import multiprocessing

lock = multiprocessing.Lock()
total = 0

def safe_add(numbers):
    global total
    for number in numbers:
        with lock:
            total += number
    return total

## threads, a condition and a queue: produce
assert produce(20) == sum(range(20))
--
import queue
import threading

def produce(n):
    waiting, results = queue.Queue(maxsize=4), []

    def consume():
        while (item := waiting.get()) is not None:
            results.append(item)
            waiting.task_done()

    worker = threading.Thread(target=consume)
    worker.start()
    for i in range(n):
        waiting.put(i)
    waiting.put(None)
    worker.join()
    return sum(results)

## dining philosophers: dine
assert dine(3) == ["eat"] * 3
--
import threading

def dine(n):
    forks = [threading.Lock() for _ in range(n)]
    log, gate = [], threading.Semaphore(n - 1)

    def philosopher(i):
        with gate, forks[i], forks[(i + 1) % n]:
            log.append("eat")

    threads = [threading.Thread(target=philosopher, args=(i,), daemon=True) for i in range(n)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return log

## asyncio from a plain function: gather_lengths
assert gather_lengths(["a", "bbb"]) == [1, 3]
--
import asyncio

async def length(word):
    await asyncio.sleep(0)
    return len(word)

def gather_lengths(words):
    async def everything():
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(length(word)) for word in words]
        return [task.result() for task in tasks]

    return asyncio.run(everything())

## async generators and timeouts: first_ticks
assert first_ticks(3) == ([0, 1, 2], "late")
--
import asyncio

async def ticks():
    n = 0
    while True:
        yield n
        n += 1
        await asyncio.sleep(0)

async def collect(n):
    found = []
    async for tick in ticks():
        found.append(tick)
        if len(found) == n:
            break
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 0.01)
    except asyncio.TimeoutError:
        return found, "late"

def first_ticks(n):
    return asyncio.run(collect(n))

## context variables: nested_users
assert nested_users() == ["nobody", "ann", "nobody"]
--
import contextvars

user = contextvars.ContextVar("user", default="nobody")

def nested_users():
    seen = [user.get()]
    token = user.set("ann")
    seen.append(user.get())
    user.reset(token)
    return seen + [contextvars.copy_context().run(user.get)]

## warnings raised and recorded: old_sum
assert old_sum(1, 2) == (3, ["use sum"])
--
import warnings

def deprecated(a, b):
    warnings.warn("use sum", DeprecationWarning, stacklevel=2)
    return a + b

def old_sum(a, b):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        result = deprecated(a, b)
    return result, [str(warning.message) for warning in seen]

## logging to a string and to standard error: audit
assert audit(["a", "b"]) == "INFO:a\nINFO:b\n"
--
import io
import logging

logging.basicConfig(level=logging.DEBUG)
logger = logging.getLogger(__name__)

def audit(events):
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s:%(message)s"))
    logger.addHandler(handler)
    for event in events:
        logger.info(event)
    logger.removeHandler(handler)
    return stream.getvalue()

## tracebacks and stacks written down: safely
assert safely(1, 0) == "ZeroDivisionError"
assert safely(4, 2) == 2
--
import logging
import sys
import traceback

def safely(a, b):
    try:
        traceback.print_stack(file=sys.stdout)
        return a / b
    except ArithmeticError as error:
        logging.exception("failed", stack_info=True)
        return traceback.format_exc().splitlines()[-1].partition(":")[0]

## noise on both outputs: noisy
assert noisy(3) == 6
--
import sys

print("loaded", file=sys.stderr)

def noisy(n):
    for i in range(100):
        print("step", i, end="\r" if i % 2 else "\n", flush=i % 10 == 0)
        sys.stderr.write(f"debug {i}\n")
    sys.stdout.buffer.write(b"\xff\xfe raw\n")
    return 2 * n

## captured output: shouted
assert shouted("a", "b") == "A\nB\n"
--
import contextlib
import io

def shouted(*words):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        for word in words:
            print(word.upper())
    return said.getvalue()

## input at its end: ask
assert ask("name?") == "nobody"
--
import sys

def ask(question):
    try:
        return input(question)
    except EOFError:
        return sys.stdin.read() or "nobody"

## a signal handler of its own: interrupted
assert interrupted() == ["SIGUSR1"]
--
import signal

def interrupted():
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(signal.Signals(number).name))
    signal.raise_signal(signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, before)
    return seen

## a timeout by an alarm: with_alarm
assert with_alarm(lambda: 5) == 5
assert with_alarm(None) == "too slow"
--
import signal
import time

class Late(Exception):
    pass

def ring(number, frame):
    raise Late

def with_alarm(work):
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05 if work is None else 1)
    try:
        return work() if work else time.sleep(1)
    except Late:
        return "too slow"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)

## files in the working folder: line_count
assert line_count("a\nb\nc") == 3
assert line_count("") == 0
--
import os

def line_count(text):
    with open("notes.txt", "w") as file:
        file.write(text)
    with open("notes.txt") as file:
        lines = sum(1 for _ in file)
    os.remove("notes.txt")
    return lines

## temporary files and folders: sorted_on_disk
assert sorted_on_disk(["b", "a"]) == ["a", "b"]
--
import tempfile
from pathlib import Path

def sorted_on_disk(names):
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            Path(folder, name).touch()
        with tempfile.NamedTemporaryFile("w+", dir=folder, suffix=".log") as log:
            log.write("x")
            log.flush()
            assert Path(log.name).read_text() == "x"
        return sorted(path.name for path in Path(folder).iterdir())

## sqlite in memory: top_customer
assert top_customer([("a", 5), ("b", 7), ("a", 4)]) == ("a", 9)
--
import sqlite3

def top_customer(orders):
    database = sqlite3.connect(":memory:")
    database.execute("create table orders (name text, amount int)")
    database.executemany("insert into orders values (?, ?)", orders)
    row = database.execute("select name, sum(amount) s from orders group by name order by s desc").fetchone()
    database.close()
    return row

## sqlite on disk with rows as objects: keep
assert keep([1, 2]) == [{"id": 1, "n": 1}, {"id": 2, "n": 2}]
--
import sqlite3

def keep(numbers):
    with sqlite3.connect("kept.db") as database:
        database.row_factory = sqlite3.Row
        database.execute("create table if not exists t (id integer primary key, n int)")
        database.execute("delete from t")
        database.executemany("insert into t (n) values (?)", [(n,) for n in numbers])
    rows = [dict(row) for row in database.execute("select * from t order by id")]
    database.close()
    return rows

## every compressor: sizes
assert sizes(b"a" * 1000) == {"zlib": True, "gzip": True, "bz2": True, "lzma": True}
--
import bz2
import gzip
import lzma
import zlib

def sizes(data):
    modules = {"zlib": zlib, "gzip": gzip, "bz2": bz2, "lzma": lzma}
    return {
        name: len(packed := module.compress(data)) < len(data) and module.decompress(packed) == data
        for name, module in modules.items()
    }

## an archive in memory: archive
assert archive({"a.txt": "x", "b/c.txt": "yz"}) == [("a.txt", 1), ("b/c.txt", 2)]
--
import io
import zipfile

def archive(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    with zipfile.ZipFile(stream) as read:
        return [(info.filename, info.file_size) for info in read.infolist()]

## csv through strings: to_csv
assert to_csv([{"a": 1, "b": "x,y"}]) == 'a,b\r\n1,"x,y"\r\n'
--
import csv
import io

def to_csv(rows):
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, fieldnames=rows[0])
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()

## json with its own encoder: dump
assert dump({"at": [1, 2], "tags": ["b", "a"]}) == '{"at": "2001-02-03", "tags": ["a", "b"]}'
--
import datetime
import json

class Encoder(json.JSONEncoder):
    def default(self, value):
        if isinstance(value, set):
            return sorted(value)
        if isinstance(value, datetime.date):
            return value.isoformat()
        return super().default(value)

def dump(data):
    return json.dumps({"at": datetime.date(2001, 2, 3), "tags": set(data["tags"])}, cls=Encoder)

## binary records: pack
assert pack(1, -2, "ab") == b"\x00\x01\xff\xfe\x00\x02ab"
assert pack(0, 0, "") == bytes(6)
--
import struct

def pack(a, b, text):
    body = text.encode()
    return struct.pack(f">HhH{len(body)}s", a, b, len(body), body)

## hashes and message codes: sign
assert len(sign("key", "text")) == 64
assert sign("a", "b") != sign("b", "a")
--
import hashlib
import hmac

def sign(key, text):
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()

## a template, wrapping and dedenting: letter
assert letter("Bo", 3) == ["Dear Bo, you", "have 3 new", "messages."]
--
import string
import textwrap

def letter(name, n):
    text = string.Template("Dear $name, you have ${n} new messages.").substitute(name=name, n=n)
    return textwrap.wrap(text, 12)

## random numbers with a seed: shuffle
assert shuffle(5, 42) == shuffle(5, 42)
assert sorted(shuffle(5, 1)) == [0, 1, 2, 3, 4]
--
import random

def shuffle(n, seed):
    source = random.Random(seed)
    items = list(range(n))
    source.shuffle(items)
    return items

## a global seed set at load: dice
assert dice(3) == [4, 4, 1]
--
import random

random.seed(0)

def dice(n):
    return [random.randint(1, 6) for _ in range(n)]

## iterators of every kind: windows
assert windows("abcd", 2) == ["ab", "bc", "cd"]
assert windows("a", 2) == []
--
from collections import deque
from itertools import islice

def sliding(iterable, n):
    source = iter(iterable)
    window = deque(islice(source, n), maxlen=n)
    if len(window) == n:
        yield tuple(window)
    for item in source:
        window.append(item)
        yield tuple(window)

def windows(text, n):
    return ["".join(window) for window in sliding(text, n)]

## heaps and bisection: medians
assert medians([5, 2, 9, 1]) == [5, 3.5, 5, 3.5]
--
from bisect import insort
from heapq import nlargest
from statistics import median

def medians(numbers):
    kept, found = [], []
    for number in numbers:
        insort(kept, number)
        found.append(median(kept))
    assert nlargest(1, kept) == [max(numbers)]
    return found

## shortest paths with a heap of tuples: distance
assert distance({"a": {"b": 1, "c": 9}, "b": {"c": 2}}, "a", "c") == 3
assert distance({}, "a", "b") == float("inf")
--
import heapq
import math

def distance(graph, start, end):
    heap, best = [(0, start)], {start: 0}
    while heap:
        far, node = heapq.heappop(heap)
        if node == end:
            return far
        for other, weight in graph.get(node, {}).items():
            if far + weight < best.get(other, math.inf):
                best[other] = far + weight
                heapq.heappush(heap, (far + weight, other))
    return math.inf

## a regular expression with a function: titled
assert titled("the_quick brown") == "The_quick Brown"
assert titled("") == ""
--
import re

def titled(text):
    return re.sub(r"(?P<first>\b\w)(?P<rest>\w*)", lambda m: m["first"].upper() + m.group("rest"), text)

## platform, locale and the environment: facts
assert facts() == {"python": 3, "home": True, "unset": None, "sep": "/"}
--
import locale
import os
import platform
import sys

def facts():
    locale.getpreferredencoding(False)
    platform.platform()
    return {
        "python": int(platform.python_version_tuple()[0]),
        "home": isinstance(os.environ.get("HOME", ""), str),
        "unset": os.getenv("SURELY_NOT_SET"),
        "sep": os.sep,
    }

## variables of the environment set by itself: with_debug
assert with_debug() == ("1", None)
--
import os

def with_debug():
    os.environ["APP_DEBUG"] = "1"
    try:
        seen = os.getenv("APP_DEBUG")
    finally:
        del os.environ["APP_DEBUG"]
    return seen, os.environ.get("APP_DEBUG")

## clocks and sleep: timed
assert timed(3) == (3, True)
--
import time
from datetime import datetime, timezone

def timed(n):
    start, began = time.perf_counter(), datetime.now(timezone.utc)
    time.sleep(0.001)
    return n, time.perf_counter() > start and datetime.now(timezone.utc) > began

## random identifiers: tickets
assert tickets(5) == 10
--
import secrets
import uuid

def tickets(n):
    made = {uuid.uuid4() for _ in range(n)} | {secrets.token_hex(8) for _ in range(n)}
    return len(made)

## xml and html: titles
assert titles("<r><b t='1'>x</b><b t='2'>&amp;</b></r>") == {"1": "x", "2": "&"}
--
import html
import xml.etree.ElementTree as ET

def titles(text):
    return {node.get("t"): html.unescape(node.text) for node in ET.fromstring(text).iter("b")}

## addresses and links: parts
assert parts("https://a.example:80/x?q=1&q=2#f") == ("a.example", 80, {"q": ["1", "2"]})
--
from ipaddress import ip_network
from urllib.parse import parse_qs, urlsplit

def parts(url):
    found = urlsplit(url)
    assert ip_network("10.0.0.0/30").num_addresses == 4
    return found.hostname, found.port, parse_qs(found.query)

## calendars: mondays
assert mondays(2024, 2) == [5, 12, 19, 26]
--
import calendar

def mondays(year, month):
    return [week[calendar.MONDAY] for week in calendar.monthcalendar(year, month) if week[calendar.MONDAY]]

## enumerations with behaviour: next_light
assert next_light("red") == "green"
assert next_light("yellow") == "red"
--
from enum import Enum, unique

@unique
class Light(Enum):
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"

    def next(self):
        members = list(type(self))
        return members[(members.index(self) + 1) % len(members)]

def next_light(name):
    return Light(name).next().value

## arrays of numbers and views of memory: brighten
assert brighten([10, 250]) == [15, 255]
--
from array import array

def brighten(pixels):
    data = array("B", pixels)
    view = memoryview(data)
    for i, value in enumerate(view):
        view[i] = min(value + 5, 255)
    return data.tolist()

## graphs sorted by dependencies: build_order
assert build_order({"app": ["lib"], "lib": ["core"], "core": []}) == ["core", "lib", "app"]
assert build_order({"a": ["b"], "b": ["a"]}) is None
--
from graphlib import CycleError, TopologicalSorter

def build_order(needs):
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError:
        return None

## importing by name: functions_of
assert functions_of("math", "sqrt", 16) == 4.0
assert functions_of("no_such_module", "f", 1) is None
--
import importlib

def functions_of(module, name, value):
    try:
        return getattr(importlib.import_module(module), name)(value)
    except ImportError:
        return None

## an optional library that is missing: fast_sum
assert fast_sum([1, 2]) == 3
--
try:
    import surely_not_installed as fast
except ModuleNotFoundError:
    fast = None

def fast_sum(numbers):
    return fast.sum(numbers) if fast else sum(numbers)

## exit handlers: registered
assert registered() == 1
--
import atexit

calls = []
atexit.register(lambda: print("bye"))

@atexit.register
def goodbye():
    calls.append("bye")

def registered():
    atexit.unregister(goodbye)
    return 1

## a typed dict, literals and final names: account
assert account("ann") == {"name": "ann", "role": "user"}
--
from typing import Final, Literal, TypedDict, cast

ROLE: Final = "user"

class Account(TypedDict, total=False):
    name: str
    role: Literal["user", "admin"]

def account(name: str) -> Account:
    return cast(Account, {"name": name, "role": ROLE})

## difflib, fnmatch and shlex: closest
assert closest("aple", ["apple", "pear"]) == ["apple"]
--
import difflib
import fnmatch
import shlex

def closest(word, words):
    assert shlex.split("a 'b c'") == ["a", "b c"]
    return [found for found in difflib.get_close_matches(word, words) if fnmatch.fnmatch(found, "a*")]
"""
)

NUMERIC = suites(
    r"""
## a numpy computation made a float: norm
assert norm([3, 4]) == 5.0
--
import numpy as np

def norm(values):
    return float(np.linalg.norm(np.asarray(values, dtype=float)))

## a numpy game of life: life
assert life([[0, 1, 0], [0, 1, 0], [0, 1, 0]]) == [[0, 0, 0], [1, 1, 1], [0, 0, 0]]
--
import numpy as np

def life(rows):
    grid = np.pad(np.array(rows), 1)
    around = sum(np.roll(grid, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - grid
    alive = (around == 3) | ((grid == 1) & (around == 2))
    return alive[1:-1, 1:-1].astype(int).tolist()
""",
    needs="numpy",
)

CODE: list[Honest] = [*LANGUAGE, *CLASSES, *LIBRARY, *NUMERIC]
